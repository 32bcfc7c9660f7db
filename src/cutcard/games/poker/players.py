"""The seats as everybody sees them, and what besides only the one who sits there sees.

The seats are made column by column, one Record each: a column is a field of PlayerView, in its
order, and where nothing of it is to be said a constant stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cutcard.kernel.cards import names

from . import words
from .facts import PlayerView
from .hand import DONE, Hand
from .variants import Variant

if TYPE_CHECKING:
    from .rules import Poker

_PLAY = 1  # of rules.py's phases
_OWES = (None, "big", "both", "small")
_MOST = 10  # seats
_NONE, _ZERO, _NO = (None,) * _MOST, (0,) * _MOST, (False,) * _MOST
_NO_HAND = (_ZERO, _ZERO, _ZERO, _NONE, _NONE)  # total, ante, count, up, won

Boards = tuple[tuple[str, ...], ...]


class Held(NamedTuple):
    """A place's cards, named and in words: kept while the cards and the boards are the same."""

    variant: Variant
    hole: list[int]
    boards: Boards
    cards: tuple[str, ...]
    hand: str | None
    hands: tuple[str, ...] | None


def held(h: Hand, place: int, boards: Boards, was: Held | None) -> Held:
    """What somebody who sees a place's cards sees; `was`, where it still holds."""
    hole = h.hole[place]
    if was is not None and hole == was.hole and boards == was.boards and h.variant == was.variant:
        return was
    several = by_board(h, place) if len(h.boards) > 1 else None
    return Held(h.variant, hole[:], boards, tuple(names(hole)), in_words(h, place), several)


def in_words(h: Hand, place: int) -> str | None:
    """What a place's cards make, for those who see them."""
    return words.of_cards(h.variant.high, h.variant.low, h.hole[place], h.boards[0])


def by_board(h: Hand, place: int) -> tuple[str, ...]:
    """The same on each board."""
    v, hole = h.variant, h.hole[place]
    found = (words.of_cards(v.high, v.low, hole, board) for board in h.boards)
    return tuple(text for text in found if text)


def everybody(t: Poker, shown: dict[int, Held]) -> list[PlayerView]:
    """The seats as a spectator sees them; `shown`: the cards that lie open, by seat."""
    h = t.hand
    total, ante, count, up, won = _NO_HAND if h is None else _of_hand(t, h)
    playing = h is not None and t.phase == _PLAY
    seats = range(t.n)
    columns: tuple[Iterable[Any], ...] = (
        states(t),
        _by_seat(t, h.stacks, t.stacks) if h is not None and playing else t.stacks,
        _by_seat(t, h.bets, _ZERO) if h is not None and playing else _ZERO,
        total,
        ante,
        t.banks,
        count,
        [shown[s].cards if s in shown else None for s in seats] if shown else _NONE,
        up,
        _NONE,  # thrown: nobody sees another's discards
        [drew or None for drew in t.drew] if any(t.drew) else _NONE,
        [shown[s].hand if s in shown else None for s in seats] if shown else _NONE,
        [shown[s].hands if s in shown else None for s in seats] if shown else _NONE,
        won,
        t.bought,
        [_OWES[owes] for owes in t.owes] if any(t.owes) else _NONE,
        t.waits,
        t.straddles,
        t.away,
        t.out,
        [s in t.leaving for s in seats] if t.leaving else _NO,
        [last or None for last in t.last],
        [place if place > 0 else None for place in t.places] if any(t.places) else _NONE,
        [s in t.shown for s in seats] if t.shown else _NO,
        [s in t.mucked for s in seats] if t.mucked else _NO,
    )
    return list(map(PlayerView, *columns))  # constants are longer than a table: the seats count


def _of_hand(t: Poker, h: Hand) -> tuple[Sequence[Any], ...]:
    """What was put in, how many cards are held, which lie face up, what was won."""
    return (
        _by_seat(t, h.total, _ZERO),
        _by_seat(t, h.antes, _ZERO) if h.antes else _ZERO,
        _by_seat(t, list(map(len, h.hole)), _ZERO),
        _by_seat(t, [tuple(names(h.up(i))) or None for i in range(h.n)], _NONE)
        if h.variant.ups
        else _NONE,
        _by_seat(t, [won or None for won in h.won], _NONE) if h.phase == DONE else _NONE,
    )


def _by_seat(t: Poker, values: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """What goes by place in a hand, by seat; of who was not dealt in, what others have."""
    places = t.place_of
    if -1 not in places:
        return [values[place] for place in places]
    return [values[place] if place >= 0 else others[seat] for seat, place in enumerate(places)]


def states(t: Poker) -> list[str]:
    """The spec's names, by seat."""
    idle = [
        ("SITTING_OUT" if out else "WAITING") if stack or bought else "EMPTY"
        for stack, bought, out in zip(t.stacks, t.bought, t.out, strict=True)
    ]
    h = t.hand
    if t.phase != _PLAY or h is None:
        return idle
    found = [
        "FOLDED" if folded else "ACTIVE" if stack else "ALL_IN"
        for folded, stack in zip(h.folded, h.stacks, strict=True)
    ]
    return _by_seat(t, found, idle)


def thrown(h: Hand, place: int) -> tuple[str, ...] | None:
    """A place's own discards."""
    return tuple(names(card for who, card in h.muck if who == place)) or None
