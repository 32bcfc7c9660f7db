"""Bots for Guandan. They see a view, never a state, and keep nothing between two choices.

Both play from the hints in their own view. Eager always takes the first. Steady leads its weak
groups, keeps bombs for when an opponent is about to go out or it nearly is itself, lets its
partner's good plays stand, and does not lead what an opponent with a card or two could go out on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import StateOf
from cutcard.kernel.rng import Rng

from .arrange import BOOK, Group, arrange
from .deck import pack_names
from .hints import price
from .moves import Hint, Move, Pass, Play, Refuse, Return, Tick, View
from .shapes import SEQUENCES, Form

World = Callable[[Rng], StateOf[Move, Tick, View]]
Moves = Sequence[Move]
CHEAP = 9  # what a follow may cost while nobody is close to going out
NEAR, CLOSE = 10, 5  # cards with which an opponent is worth stopping
HELP = 10  # up to which a partner's play may be overtaken


class Eager:
    """Plays the first hint, whoever lies ahead."""

    def choose(self, view: View, legal: Moves, asides: Moves, world: World, rng: Rng) -> Move:
        if view.phase != "play":
            return _give(view, legal)
        hints = view.hints or ()
        return _play(hints[0]) if hints else legal[-1]


class Steady(Eager):
    """Plays for its team."""

    def choose(self, view: View, legal: Moves, asides: Moves, world: World, rng: Rng) -> Move:
        hints = view.hints or ()
        if view.phase != "play" or not hints or view.turn is None:
            return super().choose(view, legal, asides, world, rng)
        out = [hint for hint in hints if len(hint.cards) == len(view.hand or ())]
        if out:
            return _play(out[0])
        hint = _lead(view, hints) if view.table is None else _follow(view, hints)
        return Pass() if hint is None else _play(hint)


def _play(hint: Hint) -> Move:
    return Play(hint.cards, hint.form, hint.key, hint.size)


def _form(hint: Hint) -> Form:
    return Form(hint.form, hint.key, hint.size)


def _is_bomb(hint: Hint) -> bool:
    return BOOK.tier(_form(hint)) > 0


def _groups(view: View) -> tuple[Group, ...]:
    return arrange(pack_names(view.hand or ()), RANKS.index(view.level))


def _give(view: View, legal: Moves) -> Move:
    """抗贡 whenever it may be; else pay or return the card the hand misses least."""
    if isinstance(legal[-1], Refuse):
        return legal[-1]
    if not isinstance(legal[0], Return):
        return legal[0]
    groups, level = _groups(view), RANKS.index(view.level)
    single = Form("single", 2, 1)

    def loss(move: Move) -> int:
        assert isinstance(move, Return)
        return price(level, (single, pack_names([move.card])), groups, None)

    return min(legal, key=loss)


def _left(view: View) -> tuple[int, int]:
    """How many cards the partner has, and the opponent who has fewest (of those still in)."""
    assert view.turn is not None
    partner = view.players[(view.turn + 2) % 4].cards
    others = [view.players[(view.turn + step) % 4].cards for step in (1, 3)]
    return partner, min([cards for cards in others if cards], default=99)


def _lead(view: View, hints: Sequence[Hint]) -> Hint:
    partner, fewest = _left(view)
    plain = [hint for hint in hints if not _is_bomb(hint)]
    if not plain:
        return hints[0]
    if partner in (1, 2) and fewest > 1:
        low = [hint for hint in plain if hint.size == partner and hint.key <= HELP]
        if low:
            return low[0]  # something the partner can go out on
    safe = [hint for hint in plain if hint.size != fewest]
    if safe:
        return safe[0]
    return max(plain, key=lambda hint: hint.key)


def _follow(view: View, hints: Sequence[Hint]) -> Hint | None:
    table, turn = view.table, view.turn
    assert table is not None
    assert turn is not None
    groups, level = _groups(view), RANKS.index(view.level)
    beat = Form(table.form, table.key, table.size)
    costs = {
        hint: price(level, (_form(hint), pack_names(hint.cards)), groups, beat) for hint in hints
    }
    plain = [hint for hint in hints if not _is_bomb(hint)]
    cheapest = min(plain, key=costs.__getitem__, default=None)
    partner, fewest = _left(view)
    if table.seat == (turn + 2) % 4:
        low = table.key - 4 if table.form in SEQUENCES else table.key
        if cheapest is None or low > HELP or partner <= CLOSE or BOOK.tier(beat):
            return None
        return cheapest if costs[cheapest] < CHEAP and cheapest.key < 14 else None
    owner = view.players[table.seat].cards
    danger = min(owner or 99, fewest)
    worth = CHEAP + (12 if danger <= CLOSE else 5 if danger <= NEAR else 0)
    if cheapest is not None and costs[cheapest] <= worth:
        return cheapest
    return _bomb(hints, groups, danger) if owner else None


def _bomb(hints: Sequence[Hint], groups: tuple[Group, ...], danger: int) -> Hint | None:
    """The lowest bomb, if an opponent must be stopped, bombs abound, or the hand is nearly out."""
    bombs = [hint for hint in hints if _is_bomb(hint)]
    if not bombs:
        return None
    held = sum([BOOK.tier(group.form) > 0 for group in groups])
    weak = len(groups) - held
    if danger <= CLOSE or (danger <= NEAR and held >= 2) or weak <= held + 1:
        return bombs[0]
    return None


BOTS = {"steady": Steady, "eager": Eager}
