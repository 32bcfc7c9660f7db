"""F40, F89: the compiled root of a sealed deck, against the formulas of the kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec

import pytest

from cutcard.fair import roots
from cutcard.fair.signing import Key
from cutcard.fair.writing import Chain, decks
from cutcard.kernel import fair

from .test_rows import SEED


def secret(number):
    return sha256(number.to_bytes(4, "big")).digest()


@pytest.mark.parametrize("cards", [1, 2, 3, 36, 52, 54, 108, 255, 256])
def test_f40_compiled_or_not_the_root_is_the_same(cards):
    """256 cards take several blocks of chance, and leaves of every length of padding."""
    for number in range(40 if cards < 60 else 8):
        made = fair.SealedDeck(secret(number), cards).root
        assert roots.root(secret(number), cards) == made
        assert roots.portable(secret(number), cards) in (made, None)


def test_f89_an_offer_says_the_roots_of_both_decks():
    offer = Chain(Key(SEED), 1, 0).offer(1, 1, "poker", SEED, 52)
    assert offer.roots == [one.root.hex() for one in decks(SEED, 52)]


@pytest.mark.parametrize("cards", [1, 36, 52, 256])
def test_f40_both_roots_at_once_are_those_of_the_two_decks(cards):
    for number in range(8):
        made = tuple(one.root for one in decks(secret(number), cards))
        assert roots.both(secret(number), cards) == made


def test_f89_it_is_compiled_where_it_was_built_and_plain_with_cutcard_pure():
    built = find_spec("cutcard.fair._roots") is not None
    assert (roots.compiled is not None) == (built and not os.environ.get("CUTCARD_PURE"))
    say = "from cutcard.fair import roots; print(roots.compiled, roots.root(bytes(32), 52).hex())"
    pure = {**os.environ, "CUTCARD_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", say], env=pure, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["None", roots.root(bytes(32), 52).hex()]


@pytest.mark.parametrize(("size", "cards"), [(31, 52), (33, 52), (32, 0), (32, 257), (32, -1)])
def test_f40_what_is_no_deck_is_refused(size, cards):
    made = roots.compiled
    if made is None:
        assert roots.portable(bytes(size), cards) is None
        return
    with pytest.raises(ValueError, match="32 bytes and 1 to 256 cards"):
        made(bytes(size), b"o", b"s", cards)
