"""Cards as small ints with names: 52, 54 and 108 of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.kernel import cards


def test_every_card_has_its_own_name_and_parses_back() -> None:
    assert len(set(cards.NAMES)) == 54
    for card in cards.deck54():
        assert cards.parse(cards.name(card)) == card
        assert cards.parse(cards.name(card).lower()) == card


def test_rank_and_suit_of_known_cards() -> None:
    ace = cards.parse("Ah")
    assert (cards.rank(ace), cards.suit(ace)) == (12, 2)
    assert cards.display(ace) == "A♥"
    assert cards.display(cards.parse("10d")) == "10♦"
    assert (cards.rank(cards.SMALL_JOKER), cards.rank(cards.BIG_JOKER)) == (13, 14)
    assert cards.suit(cards.BIG_JOKER) == -1
    assert cards.display(cards.BIG_JOKER) == "BJ"


def test_two_decks_hold_each_kind_twice() -> None:
    kinds = [cards.kind(card) for card in cards.deck108()]
    assert all(kinds.count(kind) == 2 for kind in cards.deck54())
    assert cards.name(54) == cards.name(0)
    assert cards.rank(54 + 12) == 12


@given(st.lists(st.integers(0, 53), max_size=20), st.sampled_from(["", " ", ","]))
def test_many_cards_together_or_apart(hand: list[int], between: str) -> None:
    assert cards.parse_many(between.join(cards.names(hand))) == hand


@pytest.mark.parametrize("text", ["", "1h", "Ax", "Ahh", "joker"])
def test_no_card_says_how_cards_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="named like"):
        cards.parse(text)


def test_decks() -> None:
    assert len(cards.deck52()) == 52
    assert len(cards.deck54()) == 54
    assert len(cards.deck108()) == 108
