"""One table of an event (docs/rules/tournament.md, its last section): each deal is set from
outside, by what the carry holds, and reports who has what and who beat whom. See `Staging`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from cutcard.kernel.optional import Paid, Stage

from . import pots, showdown
from .moves import Carry, Set
from .opening import most_seats
from .options import Level, Options
from .ranking import HEADS_UP
from .rules import Poker

__all__ = ["carry", "most_seats", "options", "paid"]

match_options = HEADS_UP  # of an event of matches that says nothing else: they are rated


def options(given: Mapping[str, Any], start_stack: int) -> Options:
    """T28: the big blind posts the ante, after the blind; nobody buys, cashes out or straddles."""
    found = convert(dict(given), Options)
    if found.variant == "dealer":
        raise ValueError("an event says itself what is played: no dealer's choice")
    return replace(
        found,
        start_stack=start_stack,
        levels=(),
        ante_by="big_blind_last",
        allow_straddle=False,
        allow_run_it_twice=False,
        bomb_every=0,
    )


def carry(options: Options, stage: Stage) -> Carry:
    """All that the event says of the next hand."""
    count = len(stage.stacks)
    bank = 0 if stage.hurried else options.time_bank * 1000
    return Carry(
        stacks=stage.stacks,
        banks=(bank,) * count,
        hands=stage.hands,
        button=stage.button,
        small=stage.small,
        big=stage.big,
        waits=stage.waits,
        away=stage.away,
        turn=stage.hands // count,  # of a mixed game: about an orbit of each
        event=Set(
            Level(stage.small_blind, stage.big_blind, stage.ante), stage.single, stage.hurried
        ),
    )


def paid(state: Poker) -> Paid:
    """How the hand ended. After a single big blind the button's seat counts as the small blind
    (T48)."""
    hand = state.hand
    assert hand is not None, "a hand was dealt"
    layers = pots.of_hand(hand, with_bets=True)
    beaten = {}
    for place, seat in enumerate(state.order):
        if not hand.stacks[place]:
            last = max(number for number, pot in enumerate(layers) if place in pot.eligible)
            winners = {
                who
                for award in showdown.awards(hand)
                if award.pot == last
                for who, chips in award.shares
                if chips
            }
            beaten[seat] = tuple(state.order[who] for who in sorted(winners))
    return Paid(
        before=tuple(state.started),
        after=tuple(state.stacks),
        dealt=tuple(sorted(state.order)),
        button=state.button,
        small=state.small if state.small >= 0 else state.button,
        big=state.big,
        beaten=beaten,
        away=tuple(seat for seat in sorted(state.order) if state.away[seat]),
    )


def stands(state: Poker) -> list[int]:
    """T126: by stacks, bets of a hand that is not over given back."""
    return list(state.stacks)
