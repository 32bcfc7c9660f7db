"""The rules of Crazy Eights by example, and its contract by the conformance suite."""

from __future__ import annotations

import pytest

from crazy_eights import Options, deal
from crazy_eights.bot import Steady
from crazy_eights.moves import Draw, Leave, Pass, Play
from crazy_eights.rules import CrazyEights
from cutcard.bots import Random, drive
from cutcard.check import check
from cutcard.kernel.cards import SUITS, deck52, parse_many, suit
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng


def table(*hands: str, top: str = "5h", stock: str | None = None) -> CrazyEights:
    """A deal with these cards; the stock is all others unless it is named (last drawn first)."""
    state = deal(Options(), len(hands), Rng.named("by hand"))
    state.hands = [sorted(parse_many(hand)) for hand in hands]
    state.pile = parse_many(top)
    state.suit = suit(state.pile[-1])
    seen = {*state.pile, *(card for hand in state.hands for card in hand)}
    rest = [card for card in deck52() if card not in seen]
    state.stock = rest if stock is None else parse_many(stock)
    return state


def refused(state: CrazyEights, seat: int, move: Play | Draw | Pass) -> str:
    with pytest.raises(Illegal) as no:
        state.play(seat, move)
    return no.value.code


def test_it_keeps_the_contract() -> None:
    report = check("crazy_eights", cases=60)
    assert report.ok, [str(fault) for fault in report.faults]


def test_suit_or_rank_is_followed() -> None:
    state = table("5s 9h 2c", "Ad Kd")
    assert state.legal(0) == [Play("9h"), Play("5s")]
    assert refused(state, 0, Play("2c")) == "DOES_NOT_FIT"
    assert refused(state, 0, Play("Ad")) == "NOT_HELD"
    assert refused(state, 1, Play("Ad")) == "NOT_YOUR_TURN"
    assert refused(state, 0, Draw()) == "CAN_PLAY"
    state.play(0, Play("5s"))
    assert state.view(1).suit == "s"


def test_an_eight_goes_on_anything_and_names_the_suit() -> None:
    state = table("8c 2c", "Ad Kh")
    assert state.legal(0) == [Play("8c", named) for named in SUITS]
    assert refused(state, 0, Play("8c")) == "NAME_A_SUIT"
    state.play(0, Play("8c", "d"))
    assert state.legal(1) == [Play("Ad")]
    assert refused(state, 1, Play("Ad", "s")) == "NO_EIGHT"


def test_three_cards_are_drawn_and_then_one_passes() -> None:
    state = table("2c", "Ad", stock="3c 4s 6s 7s 9s")
    assert refused(state, 0, Pass()) == "DRAW_FIRST"
    for left in (4, 3, 2):
        assert state.legal(0) == [Draw()]
        state.play(0, Draw())
        assert len(state.stock) == left
    assert refused(state, 0, Draw()) == "NO_MORE_DRAWS"
    state.play(0, Pass())
    assert state.to_act() == [1]


def test_the_pile_is_turned_when_the_stock_is_empty() -> None:
    state = table("2c", "Ad", top="6d 7d 5h", stock="")
    state.play(0, Draw())
    assert state.view(0).pile == 1
    assert state.view(0).stock == 1
    assert set(state.view(0).players[0].hand or ()) & {"6d", "7d"}


def test_out_first_wins_what_the_others_hold() -> None:
    state = table("9h", "8d Kd Ac", "3c")
    state.play(0, Play("9h"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (50 + 10 + 1 + 3, 0, 0)
    assert outcome.places == (1, 3, 2)
    assert state.view(None).players[1].hand == ("Ac", "8d", "Kd")


def test_who_can_do_nothing_any_more_ends_it() -> None:
    state = table("2c", "Ad", stock="")
    state.play(0, Pass())
    state.play(1, Pass())
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("BLOCKED", (2, 1))


def test_the_clock_plays_until_the_turn_is_over() -> None:
    state = table("2c", "Ad", stock="3c 4s 6s 7s 9s")
    (timer,) = state.timers()
    state.play(NATURE, timer.tick, timer.due)
    assert state.to_act() == [1]
    assert len(state.hands[0]) == 4


def test_who_leaves_ends_it_and_nothing_is_shown() -> None:
    state = table("2c", "Ad")
    state.play(1, Leave())
    outcome = state.outcome()
    assert outcome is not None
    assert not outcome.rated
    assert state.view(0).players[1].hand is None


def test_the_bot_beats_chance() -> None:
    wins = 0
    for number in range(60):
        state, rng = deal(Options(), 2, Rng.named(number)), Rng.named(f"bots {number}")
        list(drive(state, {0: Steady(), 1: Random()}, rng))
        outcome = state.outcome()
        assert outcome is not None
        wins += outcome.places[0] == 1
    assert wins >= 36
