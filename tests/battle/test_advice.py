"""Why a card of the hand cannot be played now, said to who holds it and asks."""

from __future__ import annotations

import pytest

from cutcard.games.battle import legal
from cutcard.games.battle.moves import PlayCard
from cutcard.kernel.game import Illegal

from .conftest import Scene


def reasons(t: Scene, seat: int = 0) -> dict[str, str]:
    said = t.game.advice(seat)
    assert said is not None
    names = {card: t.game.set.defs[n].id for card, n, _ in t.game.hands[seat]}
    return {names[one.instance_id]: one.code for one in said.barred}


def test_each_card_that_cannot_be_played_has_its_reason() -> None:
    hand = ["turn_aside", "vault_devourer", "lantern_squire", "steady_hand"]
    t = Scene({"hand": hand, "ce": 7})
    assert reasons(t) == {
        "turn_aside": "WRONG_PHASE",  # a response
        "vault_devourer": "INSUFFICIENT_CE",  # it costs 8
        "steady_hand": "INVALID_TARGET",  # for a unit of one's own
    }
    (dear,) = [one for one in t.game.advice(0).barred if one.code == "INSUFFICIENT_CE"]
    assert dear.cost == 8
    assert dear.message == "Vault Devourer costs 8 CE, you have 7"


def test_a_full_field_is_a_reason() -> None:
    t = Scene({"field": ["lantern_squire"] * 7, "hand": ["marsh_adder"]})
    assert reasons(t) == {"marsh_adder": "RESTRICTION_VIOLATED"}


def test_who_is_not_asked_is_told_nothing() -> None:
    t = Scene({"hand": ["turn_aside"]})
    assert t.game.advice(1) is None


def test_the_reason_is_what_a_refusal_would_say() -> None:
    hand = ["turn_aside", "vault_devourer", "marsh_adder", "rally_drum"]
    t = Scene({"field": ["lantern_squire"] * 7, "hand": hand, "ce": 7}, phase="MAIN_B")
    free = {card for card, _, _ in legal.playable(t.game, 0)}
    barred = {one.instance_id: one for one in t.game.advice(0).barred}
    assert free | barred.keys() == {card for card, _, _ in t.game.hands[0]}
    assert barred
    for card, one in barred.items():
        with pytest.raises(Illegal) as refused:
            t.game.play(0, PlayCard(card), t.at)
        assert (refused.value.code, str(refused.value)) == (one.code, one.message)
