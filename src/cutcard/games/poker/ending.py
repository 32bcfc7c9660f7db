"""How a hand ends: who shows, what is remembered, who is out, and what the next hand is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.cards import names
from cutcard.kernel.game import Outcome, Told

from . import facts, moves, players, showdown, telling, views
from .hand import DONE, Hand
from .variants import MIXES

if TYPE_CHECKING:
    from .rules import Poker

REMEMBERED = 5  # hands


def show_hands(t: Poker, hand: Hand, told: list[Told] | None) -> None:
    """P47: lay open what has to be shown; in a tournament an all-in lets nobody muck (P48)."""
    if told is not None:
        told.append(Told(facts.Showdown()))
    if len(t.shown) == hand.live:
        return  # all-in: everything lies open already
    if t.tournament and not all(hand.stacks[i] for i in range(hand.n) if not hand.folded[i]):
        showing = showdown.order_of_showing(hand)
    else:
        showing = showdown.must_show(hand)
    for place in showing:
        seat = t.order[place]
        if seat not in t.shown:
            t.shown.append(seat)
            if told is not None:
                telling.shown(t, seat, told)


def past(t: Poker) -> tuple[moves.Past, ...]:
    """The last hands as everybody saw them, this one too once it is paid."""
    h = t.hand
    if h is None or h.phase != DONE:
        return t.past
    best = max(range(h.n), key=lambda i: (h.won[i], -i))
    seat = t.order[best]
    text = players.in_words(h, best) if seat in t.shown else None
    one = moves.Past(t.hands + 1, t.variant.code, seat, h.won[best], text)
    return (*t.past[1 - REMEMBERED :], one)


def last(t: Poker) -> moves.Last | None:
    """The hand just played, with the cards that were shown and no others."""
    h = t.hand
    if h is None or h.phase != DONE:
        return t.last_hand
    shown = sorted(t.shown)
    return moves.Last(
        hand=t.hands + 1,
        variant=t.variant.code,
        order=tuple(t.order),
        boards=tuple(tuple(names(board)) for board in h.boards),
        awards=views.awards(t, h),
        cards={s: tuple(names(h.hole[t.place_of[s]])) for s in shown} or None,
        hands={s: words for s in shown if (words := players.by_board(h, t.place_of[s]))} or None,
        returned={t.order[h.returned[0]]: h.returned[1]} if h.returned[1] else None,
        rake=h.rake,
    )


def place_busts(t: Poker, told: list[Told] | None) -> None:
    """P54: out in the same hand, who began it with more places higher."""
    if 0 not in t.stacks:
        return
    out = [s for s in range(t.n) if not t.stacks[s] and not t.places[s]]
    remaining = sum(1 for s in range(t.n) if t.stacks[s])
    for seat in sorted(out, key=lambda s: -t.started[s]):
        better = sum(1 for s in out if t.started[s] > t.started[seat])
        t.places[seat] = remaining + better + 1
        if told is not None:
            told.append(Told(facts.Out(seat, t.places[seat])))


def outcome(t: Poker) -> Outcome:
    """Chips won and lost; the last hand of a tournament has its places."""
    if t.tournament and t.stacks.count(0) == t.n - 1:
        places = tuple(place or 1 for place in t.places)
        return Outcome(places, tuple(t.stacks), "tournament")
    scores = tuple([_gain(t, seat) for seat in range(t.n)])
    ranked = sorted(scores, reverse=True)
    return Outcome(tuple([1 + ranked.index(x) for x in scores]), scores, "hand", rated=False)


def _gain(t: Poker, seat: int) -> int:
    place = t.place_of[seat]
    if place < 0 or t.hand is None:
        return 0
    return t.hand.stacks[place] - t.started[seat]


def carry(t: Poker) -> moves.Carry | None:
    if t.tournament and sum(1 for x in t.stacks if x) < 2:
        return None
    turn, orbit = t.turn, t.orbit + 1
    if t.options.variant in MIXES and orbit >= len(t.order):
        turn, orbit = turn + 1, 0  # an orbit of each game
    seats = range(t.n)
    return moves.Carry(
        stacks=tuple(t.stacks),
        banks=tuple(t.banks),
        hands=t.hands + 1,
        button=t.button,
        small=t.small,
        big=t.big,
        owes=tuple(t.owes) if any(t.owes) else (),
        waits=tuple(s for s in seats if t.waits[s]),
        out=tuple(s for s in seats if t.out[s]),
        away=tuple(s for s in seats if t.away[s]),
        straddles=tuple(s for s in seats if t.straddles[s]),
        turn=turn,
        orbit=orbit,
        choice=t.choice,
        places=tuple(t.places) if any(t.places) else (),
        past=past(t),
        last=last(t),
    )
