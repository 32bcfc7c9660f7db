"""What poker counts for a player's statistics (docs/rules/arena.md A71-A80): whole numbers, by
seat, of a deal that is over. Shares are made of them by whoever shows them.

A hand is watched decision by decision; where it comes from, a deal's log or a file, is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.game import Seat

from . import betting, moves, pots, replayed, shown
from .hand import BET, DONE, DRAW, RUNS, Hand
from .phh import Record
from .rules import Poker
from .scripted import Scripted

_RAISES, _CALL = ("raise", "bet"), "call"
Counted = dict[str, int]


class Watch:
    """Counts a hand while it is played, by place. A75: an all-in counts as what it is."""

    def __init__(self, h: Hand, started: list[int]) -> None:
        self.started = started
        self.big_blind = h.stakes.bet
        self.raisers: list[int] = []  # before the flop
        self.flop: list[bool] | None = None
        self.folded: list[bool] = []  # when the betting was over
        self.counted: list[Counted] = [{"hands": 1} for _ in range(h.n)]
        self.flops = h.variant.boards and not h.stakes.bomb
        self.late: set[int] = set()  # places that folded in the last betting round

    def decides(self, h: Hand, what: str) -> None:
        """The one to act is about to do this: fold, check, call, bet or raise."""
        mine = self.counted[h.actor]
        if what == "fold" and h.street == len(h.variant.streets) - 1:
            self.late.add(h.actor)
        if not self.flops:
            return
        if h.street == 0:
            self._before_the_flop(h, what, mine)
        elif what in (*_RAISES, _CALL):
            _add(mine, {"bet": "bets", "raise": "raises", "call": "calls"}[what])

    def _before_the_flop(self, h: Hand, what: str, mine: Counted) -> None:
        mine["chances"] = 1
        one_raise = len(self.raisers) == 1 and self.raisers[0] != h.actor
        if one_raise and h.span()[1]:
            mine["threeBetChances"] = 1
        if what in (*_RAISES, _CALL):
            mine["vpip"] = 1
        if what in _RAISES:
            mine["pfr"] = 1
            if len(self.raisers) == 1:
                mine["threeBet"] = 1
            self.raisers.append(h.actor)

    def went_on(self, h: Hand) -> None:
        """After each step: who sees the flop."""
        if self.flops and self.flop is None and h.street > 0:
            self.flop = [not gone for gone in h.folded]
            for place, sees in enumerate(self.flop):
                if sees:
                    self.counted[place]["flops"] = 1

    def showdown(self, h: Hand) -> None:
        """The betting is over, and nobody has mucked yet."""
        self.folded = h.folded[:]
        if h.live > 1 and self.flops:
            for place, gone in enumerate(h.folded):
                if not gone:
                    self.counted[place]["showdowns"] = 1

    def paid(self, h: Hand) -> list[Counted]:
        """The hand is paid: what everybody counted."""
        h.folded, folded = self.folded, h.folded  # who mucked could have won
        layers = pots.of_hand(h, with_bets=True)
        h.folded = folded
        for place, mine in enumerate(self.counted):
            alone = sum(pot.amount for pot in layers if pot.eligible == (place,))
            if h.won[place]:
                mine["potsWon"] = 1
            if "showdowns" in mine and h.won[place] > alone:
                mine["showdownsWon"] = 1
            mine["net"] = net = h.stacks[place] - self.started[place]
            mine["bbThousandths"] = _half_even(1000 * net, self.big_blind)
        return self.counted


def _add(mine: Counted, name: str) -> None:
    mine[name] = mine.get(name, 0) + 1


def _half_even(above: int, below: int) -> int:
    """A79: rounded, halves to the even one."""
    whole, rest = divmod(above, below)
    return whole + (2 * rest > below or (2 * rest == below and whole % 2))


def of_deal(start: Poker, log: Iterable[tuple[int, Seat, Any]]) -> list[Counted]:
    """A deal's counters by seat, out of its start and its log; nothing where no hand was dealt."""
    t = start.copy()
    watch: Watch | None = None
    for at, seat, move in log:
        if watch is not None and (what := _decision(t, seat, move)) is not None:
            assert t.hand is not None
            watch.decides(t.hand, what)
        t.play(seat, move, at)
        h = t.hand
        if watch is None and h is not None:
            watch = Watch(h, [t.started[s] for s in t.order])
        if watch is not None and h is not None:
            watch.went_on(h)
    if watch is None or t.hand is None or t.hand.phase != DONE:
        return [{} for _ in range(t.n)]
    watch.showdown(t.hand)
    counted = watch.paid(t.hand)
    laid_open = {t.place_of[seat] for seat in t.shown}
    for mine, won_with in zip(counted, shown.of_hand(t.hand, laid_open), strict=True):
        mine.update(won_with)
    for place in shown.folded_better(t.hand, laid_open, watch.late):
        counted[place]["foldedBetter"] = 1
    return [counted[place] if place >= 0 else {} for place in t.place_of]


def _decision(t: Poker, seat: Seat, move: Any) -> str | None:
    """What a move of the log comes to at the bets; None: it is another matter."""
    h = t.hand
    if h is None or h.phase != BET or h.actor < 0:
        return None
    to_act = t.order[h.actor]
    if isinstance(move, moves.Expire) and move.seat == to_act:
        return betting.default(h).what
    if seat == to_act and type(move) in betting.BETTING:
        return betting.judge(h, move).what
    return None


def of_record(one: Record) -> list[Counted]:
    """The same of a hand of a file, by its places; ValueError where it is no hand of ours."""
    verdict = replayed.judge(one)
    if verdict.kind != replayed.OK:
        raise ValueError(verdict.reason)
    h = Scripted(one)
    watch = Watch(h, one.stacks)
    for action in one.actions:
        words = action.partition("#")[0].split()
        if h.phase not in (DONE, RUNS, DRAW) and len(words) > 1 and words[0] == f"p{h.actor + 1}":
            watch.decides(h, _said(h, words[1]))
        replayed.apply(h, one, action)
        watch.went_on(h)
    watch.showdown(h)
    if not replayed.settled(h):
        raise ValueError("the file does not say who won")
    return watch.paid(h)


def _said(h: Hand, verb: str) -> str:
    if verb == "cc":
        return "call" if h.cur > h.bets[h.actor] else "check"
    if verb == "cbr":
        return "raise" if h.cur else "bet"
    return "fold"
