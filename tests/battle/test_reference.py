"""The reference of the card format: every word of the grammar, each with an example that loads."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cutcard.games.battle import grammar, reference, sets
from cutcard.games.battle import vocabulary as v

WORDS = [(kind, word) for kind, some in reference.words().items() for word in some]
PAGE = Path(__file__).parents[2] / "docs" / "cards.md"


@pytest.mark.parametrize("path", [sets.STARTER, reference.EXAMPLES], ids=lambda path: path.stem)
def test_the_sets_examples_come_from_load(path):
    assert sets.read(path.read_bytes())[1] == []


def test_every_word_has_a_meaning_and_no_other_has():
    about = reference.meanings()
    assert {kind: set(some) for kind, some in reference.words().items()} == {
        kind: set(some) for kind, some in about["words"].items()
    }
    assert about["kinds"].keys() == about["words"].keys()
    kinds = {
        kind
        for fields in v.EFFECTS.values()
        for kind in (*fields.needs.values(), *fields.may.values())
    }
    assert kinds == about["fields"].keys()
    assert kinds <= grammar.kinds()


@pytest.mark.parametrize(("kind", "word"), WORDS, ids=[f"{k}-{w}" for k, w in WORDS])
def test_every_word_has_an_example(kind, word):
    found = reference.example(kind, word)
    assert msgspec.json.decode(found)
    assert word == "number" or word.lower() in found.lower()


def test_the_page_is_what_the_grammar_says():
    assert PAGE.read_text(encoding="utf-8") == reference.reference(), (
        "cutcard battle cards reference > docs/cards.md"
    )
