"""What is told after the hand moved: found by comparing it with marks taken before, so that a
hand without listeners pays nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.cards import names
from cutcard.kernel.game import Fact, Told

from . import facts, showdown, words

if TYPE_CHECKING:
    from .betting import Step
    from .hand import Hand
    from .rules import Poker
    from .stakes import Stakes

_BOARD_FACTS = {3: facts.Flop, 4: facts.Turn, 5: facts.River}  # by how many lie there then


class Marks:
    """Where a hand stood."""

    __slots__ = ("actor", "bet", "boards", "cur", "held", "phase", "stack", "street")

    def __init__(self, h: Hand, *, fresh: bool = False) -> None:
        a = h.actor
        self.actor = -2 if fresh else a
        self.street = h.street if not fresh else -1
        self.phase = h.phase if not fresh else -1
        self.boards = [0] * len(h.boards) if fresh else list(map(len, h.boards))
        self.held = [0] * h.n if fresh else list(map(len, h.hole))
        self.bet = h.bets[a] if a >= 0 else 0
        self.stack = h.stacks[a] if a >= 0 else 0
        self.cur = h.cur

    def moved(self, h: Hand) -> bool:
        """Whether somebody else is to act since, or something else is to do."""
        return h.actor != self.actor or h.phase != self.phase or h.street != self.street


def start(t: Poker, stakes: Stakes, told: list[Told]) -> None:
    """A hand begins: who sits where, and what was posted."""
    fact = facts.GameStart(t.hands + 1, t.variant.code, t.button, tuple(t.order), stakes.bomb)
    told.append(Told(fact))
    for i, seat in enumerate(t.order):
        left = t.started[seat]
        posts = [("ante", stakes.antes[i] if stakes.antes else 0), ("blind", stakes.blinds[i])]
        if stakes.ante_last:
            posts.reverse()
        for what, due in (("dead", stakes.dead[i] if stakes.dead else 0), *posts):
            paid = min(due, left)
            left -= paid
            if paid:
                told.append(Told(facts.Post(seat, paid, what)))


def acted(t: Poker, seat: int, step: Step, marks: Marks, told: list[Told], *, auto: bool) -> None:
    """What the one to act did."""
    what = t.last[seat]
    if step.what == "discard":
        _discarded(t, seat, step, told, auto=auto)
        return
    total = step.total
    if step.what == "call":
        total = min(marks.cur, marks.bet + marks.stack)
    elif step.what == "bring_in":
        h = t.hand
        assert h is not None
        total = min(h.stakes.bring_in, marks.stack)
    fact: Fact
    if what == "fold":
        fact = facts.Folded(seat, auto)
    elif what == "check":
        fact = facts.Checked(seat, auto)
    elif what == "all_in":
        fact = facts.WentAllIn(seat, total)
    elif what == "call":
        fact = facts.Called(seat, total)
    elif what == "bring_in":
        fact = facts.Post(seat, total, "bring_in")
    else:
        fact = (facts.Raised if what == "raise" else facts.Betted)(seat, total)
    told.append(Told(fact))


def _discarded(t: Poker, seat: int, step: Step, told: list[Told], *, auto: bool) -> None:
    h = t.hand
    assert h is not None
    hole = h.hole[t.place_of[seat]]
    count = len(step.cards)
    thrown = tuple(names(step.cards))
    told.append(
        Told(
            facts.Discarded(seat, count, thrown, auto),
            (seat,),
            facts.Discarded(seat, count, auto=auto),
        )
    )
    if count:
        new = tuple(names(hole[len(hole) - count :]))
        told.append(Told(facts.Dealt(seat, len(hole), new), (seat,), facts.Dealt(seat, len(hole))))


def dealt(t: Poker, marks: Marks, told: list[Told]) -> None:
    """New hole cards, each to its owner, and new board cards."""
    h = t.hand
    assert h is not None
    ups = h.variant.ups
    for i, seat in enumerate(t.order):
        hole, held = h.hole[i], marks.held[i]
        if len(hole) > held:
            new = tuple(names(hole[held:]))
            up = tuple(names(c for c, shown in zip(hole, ups, strict=False) if shown))
            seen = up[sum(ups[:held]) :] or None
            mine = facts.Dealt(seat, len(hole), new, seen)
            if seat in t.shown:
                told.append(Told(mine))
            else:
                told.append(Told(mine, (seat,), facts.Dealt(seat, len(hole), up=seen)))
    for b, board in enumerate(h.boards):
        had = marks.boards[b] if b < len(marks.boards) else marks.boards[0]
        if h.variant.stud:
            if len(board) > had:
                told.append(Told(facts.Common(tuple(names(board[had:])))))
            continue
        first = 0
        for street in h.variant.streets:
            end = first + street.board
            if street.board and had <= first and len(board) >= end:
                new = tuple(names(board[first:end]))
                fact = _BOARD_FACTS.get(end)
                told.append(Told(fact(new, b) if fact else facts.Common(new, b)))
            first = end


def shown(t: Poker, seat: int, told: list[Told], held: list[int] | None = None) -> None:
    """A hand is laid open: what was held then."""
    h = t.hand
    assert h is not None
    place = t.place_of[seat]
    cards = h.hole[place] if held is None else h.hole[place][: held[place] or None]
    board = h.boards[0] if held is None else []
    text = words.of_cards(h.variant.high, h.variant.low, cards, board) if held is None else None
    told.append(Told(facts.Shown(seat, tuple(names(cards)), text)))


def paid(t: Poker, told: list[Told]) -> None:
    """The uncalled bet, the rake, every pot, and the end of the hand."""
    h = t.hand
    assert h is not None
    who, back = h.returned
    if back:
        told.append(Told(facts.Returned(t.order[who], back)))
    if h.rake:
        told.append(Told(facts.Raked(h.rake)))
    for award in showdown.awards(h):
        for place, amount in award.shares:
            if amount:
                told.append(
                    Told(facts.PotWon(t.order[place], amount, award.pot, award.board, award.low))
                )
    best = max(range(h.n), key=lambda i: (h.won[i], -i))
    stacks = {seat: t.stacks[seat] for seat in sorted(t.order)}
    told.append(Told(facts.HandEnded(t.order[best], h.won[best], stacks)))
