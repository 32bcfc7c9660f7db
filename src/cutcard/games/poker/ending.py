"""How a hand ends: who shows, what is remembered, who is out, and what the next hand is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.cards import names
from cutcard.kernel.game import Illegal, Outcome, Told

from . import asides, facts, levels, moves, players, showdown, telling, views
from .hand import DONE, Hand
from .variants import MIXES

if TYPE_CHECKING:
    from .rules import Poker

_SHOW, _OVER = 2, 3  # of rules.py's phases
REMEMBERED = 5  # hands


def hand_over(t: Poker, at: int, told: list[Told] | None) -> None:
    """The pots are paid: show what has to be shown, and ask the others."""
    hand = t.hand
    assert hand is not None
    for place, seat in enumerate(t.order):
        t.stacks[seat] = hand.stacks[place]
    if hand.live > 1:
        _show_hands(t, hand, told)
    if told is not None:
        telling.paid(t, told)
    t.phase = _SHOW
    t.since = at
    t.due = at + t.options.show_delay
    hiding = _hiding(t, hand)
    t.choices = [s for s in hiding if s not in t.leaving and not t.away[s]]
    for seat in hiding:
        if seat not in t.choices:
            _muck(t, seat, told, auto=True)
    if t.options.result_delay:  # who has left need not wait for their chips
        _pay_leavers(t, told)
    _all_chose(t, told)


def table_all_in(t: Poker) -> list[int]:
    """P48: lay open the hands of those left; returns whose."""
    hand = t.hand
    assert hand is not None
    if not t.options.table_all_in or hand.live < 2:
        return []
    found = _hiding(t, hand)
    t.shown += found
    return found


def _hiding(t: Poker, hand: Hand) -> list[int]:
    """Seats left in the hand whose cards do not lie open."""
    if len(t.shown) == hand.live:
        return []
    return [s for s in t.live() if s not in t.shown]


def _all_chose(t: Poker, told: list[Told] | None) -> None:
    """Nobody may show any more: over, unless the result is to stay and be read."""
    if not t.choices and not t.options.result_delay:
        over(t, told)


def show_or_muck(t: Poker, seat: int, show: bool, told: list[Told] | None, *, auto: bool) -> None:
    """A hand that nobody can ask for is laid open, or is not."""
    if t.phase != _SHOW:
        raise Illegal("WRONG_PHASE", "There is nothing to show or muck now.")
    if seat not in t.choices:
        raise Illegal("NOT_YOUR_TURN", "You have no hand to show or muck.")
    t.choices.remove(seat)
    if show:
        t.shown.append(seat)
        if told is not None:
            telling.shown(t, seat, told)
    else:
        _muck(t, seat, told, auto=auto)
    _all_chose(t, told)


def _muck(t: Poker, seat: int, told: list[Told] | None, *, auto: bool) -> None:
    t.mucked.append(seat)
    if told is not None:
        told.append(Told(facts.Mucked(seat, auto)))


def give_up_choice(t: Poker, seat: int, told: list[Told] | None) -> None:
    """Whoever leaves shows nothing."""
    if seat in t.choices:
        show_or_muck(t, seat, False, told, auto=True)


def over(t: Poker, told: list[Told] | None) -> None:
    """All is paid and shown: chips bought count, who leaves takes theirs."""
    t.phase = _OVER
    if any(t.bought):
        for seat in range(t.n):
            t.stacks[seat] += t.bought[seat]
            t.bought[seat] = 0
    if not t.options.result_delay:
        _pay_leavers(t, told)
    if t.tournament and t.event is None:
        place_busts(t, told)
    if told is not None:
        told.append(Told(facts.GameEnd(t.hands + 1)))


def _pay_leavers(t: Poker, told: list[Told] | None) -> None:
    for seat in t.leaving:
        asides.cash_out(t, seat, told)


def close(t: Poker, told: list[Told] | None) -> None:
    """Over without a hand: too few are left to deal to."""
    t.phase = _OVER
    if told is not None:
        told.append(Told(facts.GameEnd(t.hands + 1)))


def _show_hands(t: Poker, hand: Hand, told: list[Told] | None) -> None:
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
    if t.seen is not None and not t.moved:
        return t.seen.public.past
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
        folded=tuple(sorted(s for i, s in enumerate(t.order) if h.folded[i])),
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
    if t.tournament and t.event is None and t.stacks.count(0) == t.n - 1:
        last = levels.last_place(t)  # of seats nobody took
        places = tuple(last if place == levels.NEVER_IN else place or 1 for place in t.places)
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
    if t.tournament and t.event is None and sum(1 for x in t.stacks if x) < 2:
        return None  # an event says itself when it is over
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
        level=t.level,
        clock=t.clock + t.now - t.zero if t.tournament else 0,
        past=past(t),
        last=last(t),
    )
