"""A deal's log as a hand history: replayed, and written down as a PHH record.

For everybody's eyes only what everybody saw; for a seat also its own cards; for the archive
(`everything`) all that was dealt. Whoever left out of turn folds with the comment `# left`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cutcard.kernel.game import Seat, Told

from . import facts
from .hand import BRING, Hand
from .phh import Record
from .replayed import LEFT
from .rules import Poker
from .scripted import SECOND

_AFTER_DEALING = (
    *(facts.Shown, facts.Mucked, facts.Common, facts.Flop, facts.Turn, facts.River),
    *(facts.Returned, facts.Raked, facts.PotWon, facts.HandEnded),
)
Entry = tuple[int, Seat, Any]  # at, seat, move or tick


def record(
    start: Poker,
    entries: Iterable[Entry],
    *,
    viewer: Seat | None = None,
    everything: bool = False,
    players: Sequence[str] | None = None,
) -> Record | None:
    """The history of a deal played from `start`; None while no hand was dealt."""
    table = start.copy()
    scribe = Scribe(table, viewer, everything)
    for at, seat, move in entries:
        told: list[Told] = []
        h = table.hand
        before = None if h is None else (h.cur, h.actor, h.phase)
        table.play(seat, move, at, told)
        scribe.write(told, before)
    if table.hand is None or scribe.record is None:
        return None
    one = scribe.record
    if table.outcome() is not None:
        one.finishing = table.hand.stacks[:]
    one.extras["hand"] = table.hands + 1
    one.extras["seats"] = [seat + 1 for seat in table.order]
    one.extras["seat_count"] = table.n
    if players is not None:
        one.players = [players[seat] for seat in table.order]
    return one


class Scribe:
    """Turns what was told into PHH actions."""

    def __init__(self, table: Poker, viewer: Seat | None, everything: bool) -> None:
        self.table = table
        self.viewer = viewer
        self.everything = everything
        self.record: Record | None = None

    def write(self, told: list[Told], before: tuple[int, int, int] | None) -> None:
        """Append what a step told."""
        if self.record is None:  # who is all-in at once shows before the cards are told
            told = sorted(told, key=lambda one: isinstance(one.fact, _AFTER_DEALING))
        for one in told:
            heard = self.everything or one.to is None or self.viewer in one.to
            fact = one.fact if heard else one.rest
            if isinstance(fact, facts.GameStart):
                assert self.table.hand is not None
                self.record = begun(self.table, self.table.hand)
            elif fact is not None and self.record is not None:
                action = self._action(fact, before)
                if action:
                    self.record.actions.append(action)

    def _action(self, fact: Any, before: tuple[int, int, int] | None) -> str:
        cur, actor, phase = before or (0, -1, 0)
        if isinstance(fact, facts.Common | facts.Flop | facts.Turn | facts.River):
            return f"d db {''.join(fact.cards)}{f' {SECOND}' if fact.board else ''}"
        if not hasattr(fact, "player_id") or self.table.place_of[fact.player_id] < 0:
            return ""
        place = self.table.place_of[fact.player_id]
        who = f"p{place + 1}"
        if isinstance(fact, facts.Dealt):
            return self._dealt(fact, who)
        if isinstance(fact, facts.Folded):
            left = place != actor or fact.player_id in self.table.leaving
            return f"{who} f {LEFT}" if left else f"{who} f"
        if isinstance(fact, facts.Checked | facts.Called):
            return f"{who} cc"
        if isinstance(fact, facts.Betted | facts.Raised):
            return f"{who} cbr {fact.amount}"
        if isinstance(fact, facts.WentAllIn):
            hand = self.table.hand
            if phase == BRING and hand is not None and fact.amount <= hand.stakes.bring_in:
                return f"{who} pb"
            return f"{who} cbr {fact.amount}" if fact.amount > cur else f"{who} cc"
        if isinstance(fact, facts.Post):
            return f"{who} pb" if fact.what == "bring_in" else ""
        if isinstance(fact, facts.Discarded):
            unknown = "??" * fact.count
            return f"{who} sd {''.join(fact.cards) if fact.cards else unknown}".strip()
        if isinstance(fact, facts.Shown):
            return f"{who} sm {''.join(fact.cards)}"
        if isinstance(fact, facts.Mucked):
            hand = self.table.hand
            return f"{who} sm" if hand is not None and hand.live > 1 else ""
        return ""

    def _dealt(self, fact: facts.Dealt, who: str) -> str:
        hand = self.table.hand
        assert hand is not None
        if fact.cards:
            return f"d dh {who} {''.join(fact.cards)}"
        ups = hand.variant.ups
        if not ups:
            return f"d dh {who} {'??' * hand.variant.cards}" if not self._changed(fact) else ""
        up = list(fact.up or ())
        first = fact.count == 3
        shown = "".join(up) or "??"
        return f"d dh {who} {'????' if first else ''}{shown}"

    def _changed(self, fact: facts.Dealt) -> bool:
        """A draw dealt somebody new cards; how many is known from their discard."""
        assert self.record is not None
        place = self.table.place_of[fact.player_id] + 1
        if not any(a.startswith(f"d dh p{place} ") for a in self.record.actions):
            return False
        thrown = next(a for a in reversed(self.record.actions) if a.startswith(f"p{place} sd"))
        self.record.actions.append(f"d dh p{place} {thrown.split()[-1]}")
        return True


def begun(table: Poker, hand: Hand) -> Record:
    """The record of a hand with no action yet."""
    stakes = hand.stakes
    n = hand.n
    dead = stakes.dead or [0] * n
    stacks = [table.started[seat] for seat in table.order]
    antes = stakes.antes or [0] * n
    if stakes.ante_last:  # PHH knows antes before blinds only: what was left for them
        antes = [
            max(0, min(a, s - b)) for a, s, b in zip(antes, stacks, stakes.blinds, strict=True)
        ]
    antes = [a + d for a, d in zip(antes, dead, strict=True)]
    blinds = stakes.blinds[:]
    if not hand.variant.short:  # a late post is live, but opens nothing: negative
        usual = {table.place_of[table.small], table.place_of[table.big], (stakes.first - 1) % n}
        blinds = [b if i in usual else -b for i, b in enumerate(blinds)]
    return Record(
        variant=hand.variant.code,
        antes=antes,
        blinds=blinds,
        stacks=stacks,
        actions=[],
        bet=stakes.bet,
        big_bet=stakes.big_bet,
        bring_in=stakes.bring_in,
        trim=stakes.trim and not stakes.dead,
    )
