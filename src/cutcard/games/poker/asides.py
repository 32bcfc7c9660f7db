"""Coming, going and staying: what a seat may do besides playing its hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cutcard.kernel.game import Illegal, Told

from . import ending, facts, levels, moves, runs, seating, telling
from .hand import RUNS
from .variants import VARIANTS

if TYPE_CHECKING:
    from .rules import Poker

_WAIT, _PLAY, _SHOW, _OVER = range(4)  # rules.py's phases
_LEAVE, _SIT_OUT, _SIT_IN = moves.Leave(), moves.SitOut(), moves.SitIn()
_AWAY, _BACK = moves.Away(), moves.Back()
_START = moves.Start()
_STRADDLE = (moves.Straddle(False), moves.Straddle(True))


def limits(t: Poker) -> tuple[int, int, int]:
    """The least, the most and the usual buy-in."""
    return (0, 0, 0) if t.tournament else t.options.buy_ins()


def in_hand(t: Poker, seat: int) -> bool:
    """Whether a seat has cards in a hand that is not paid yet."""
    place = t.place_of[seat]
    return t.phase == _PLAY and t.hand is not None and place >= 0 and not t.hand.folded[place]


def chips(t: Poker, seat: int) -> int:
    """What lies before a seat, chips just bought included."""
    place = t.place_of[seat]
    if t.phase == _PLAY and t.hand is not None and place >= 0:
        return t.hand.stacks[place] + t.bought[seat]
    return t.stacks[seat] + t.bought[seat]


def empty(t: Poker, seat: int) -> bool:
    return not chips(t, seat) and not in_hand(t, seat)


def room(t: Poker) -> bool:
    if t.tournament:
        return t.entry == levels.OPEN
    taken = sum(1 for s in range(t.n) if not empty(t, s))
    return taken < max(t.options.max_players, t.options.min_players)


def wanted(t: Poker) -> list[int]:
    """Before a hand: whom a free seat is kept for and, with too few to play, who sits out."""
    if t.tournament:  # once begun it takes nobody, and deals in everybody
        return [s for s in range(t.n) if not t.stacks[s]] if t.entry != levels.CLOSED else []
    if t.start_at >= 0 and all(t.stacks):
        return []  # every seat is taken, and a hand about to start
    vacant, short = room(t), t.start_at < 0
    return [s for s in range(t.n) if (vacant if empty(t, s) else short and t.out[s])]


def coming(t: Poker, seat: int) -> Sequence[moves.Move]:
    """What brings such a seat into the game."""
    return (_SIT_IN,) if t.stacks[seat] else (moves.Sit(limits(t)[2]),)


def offered(t: Poker, seat: int) -> Sequence[moves.Move]:
    if not 0 <= seat < t.n or t.phase == _OVER or seat in t.leaving:
        return ()
    if empty(t, seat):
        return (moves.Sit(limits(t)[2]),) if room(t) and t.phase != _WAIT else ()
    found: list[moves.Move] = [_LEAVE]
    if not t.tournament:
        more = limits(t)[1] - chips(t, seat)
        if more > 0:
            found.append(moves.Rebuy(more))
        found.append(_SIT_IN if t.out[seat] else _SIT_OUT)
    elif levels.starter(t) == seat:
        found.append(_START)
    if t.options.allow_straddle:
        found.append(_STRADDLE[not t.straddles[seat]])
    if chooses(t) == seat:
        found += [moves.Choose(code) for code in choosable(t)]
    found.append(_BACK if t.away[seat] else _AWAY)
    return found


def chooses(t: Poker) -> int:
    """Dealer's choice: the seat that names the next game, or -1."""
    if t.options.variant != "dealer" or t.phase != _WAIT or t.big < 0:
        return -1
    plan = seating.plan(t)
    return -1 if plan is None else plan.button


def choosable(t: Poker) -> list[str]:
    return [code for code, variant in VARIANTS.items() if variant.most >= t.n]


def play(t: Poker, seat: int, move: moves.Move, at: int, told: list[Told] | None) -> None:
    """Judge and make a move that is not the hand's."""
    if seat in t.leaving:
        raise Illegal("LEAVING", "You are leaving the table.")
    if isinstance(move, moves.Sit):
        _sit(t, seat, move, told)
    elif empty(t, seat):
        raise Illegal("NOT_SEATED", "Sit down first.")
    elif isinstance(move, moves.Start):
        levels.start(t, seat)
    elif isinstance(move, moves.Rebuy):
        _rebuy(t, seat, move.amount, told)
    elif isinstance(move, moves.SitOut | moves.SitIn):
        _sit_out_or_in(t, seat, move, told)
    elif isinstance(move, moves.Straddle):
        _straddle(t, seat, move.on, told)
    elif isinstance(move, moves.Choose):
        _choose(t, seat, move.variant, told)
    elif isinstance(move, moves.Leave):
        _leave(t, seat, at, told)
        return
    elif isinstance(move, moves.Away | moves.Back):
        _away(t, seat, isinstance(move, moves.Away), told)
    else:
        raise Illegal("INVALID_REQUEST", "That is no move of this game.")
    _start_or_wait(t, at)


def _start_or_wait(t: Poker, at: int) -> None:
    if t.phase == _WAIT:
        if not t.ready():
            t.start_at = -1
        elif t.start_at < 0:
            t.start_at = at + t.options.start_delay


def _amount(amount: int, least: int, most: int) -> None:
    if not least <= amount <= most:
        adjusted = min(max(amount, least), most)
        raise Illegal(
            "INVALID_AMOUNT",
            f"Buy in for {least} to {most}." if most else "A tournament takes no buy-in.",
            category="amount",
            details={"minAmount": least, "maxAmount": most, "adjustedAmount": adjusted},
        )


def _sit(t: Poker, seat: int, move: moves.Sit, told: list[Told] | None) -> None:
    if t.entry == levels.CLOSED and t.tournament:
        raise Illegal("TABLE_CLOSED", "A tournament that has begun takes no new players.")
    if not empty(t, seat):
        raise Illegal("ALREADY_SEATED", "You have sat down already.")
    if not t.tournament and not room(t):
        raise Illegal("TABLE_FULL", "All places are taken.")
    least, most, _ = limits(t)
    _amount(move.buy_in, least, most)
    t.stacks[seat] = stack = t.options.start_stack if t.tournament else move.buy_in
    t.banks[seat] = t.options.time_bank * 1000
    t.out[seat] = t.away[seat] = t.straddles[seat] = False
    t.owes[seat] = seating.OWES_BIG if t.big >= 0 else 0  # P4
    t.waits[seat] = t.big >= 0 and not move.post
    if told is not None:
        told.append(Told(facts.Joined(seat, seat, stack)))
        if not t.tournament:
            told.append(Told(facts.Cash(seat, -stack)))


def _rebuy(t: Poker, seat: int, amount: int, told: list[Told] | None) -> None:
    if t.tournament:
        raise Illegal("TABLE_CLOSED", "A tournament sells no chips.")
    room_for = limits(t)[1] - chips(t, seat)
    if room_for <= 0:
        raise Illegal("INVALID_AMOUNT", "You have as many chips as the table allows.")
    _amount(amount, 1, room_for)
    if t.phase == _PLAY and t.place_of[seat] >= 0:
        t.bought[seat] += amount
    else:
        t.stacks[seat] += amount
    if told is not None:
        told.append(Told(facts.Bought(seat, amount)))
        told.append(Told(facts.Cash(seat, -amount)))


def _sit_out_or_in(
    t: Poker, seat: int, move: moves.SitOut | moves.SitIn, told: list[Told] | None
) -> None:
    if t.tournament:
        raise Illegal("NOT_ALLOWED", "In a tournament everybody is dealt in.")
    out = isinstance(move, moves.SitOut)
    if t.out[seat] == out:
        raise Illegal("NOT_ALLOWED", "So it is already.")
    t.out[seat] = out
    if isinstance(move, moves.SitIn):
        t.waits[seat] = bool(t.owes[seat]) and not move.post
    if told is not None:
        told.append(Told(facts.StateSet(seat, "SITTING_OUT" if out else "WAITING")))


def _straddle(t: Poker, seat: int, on: bool, told: list[Told] | None) -> None:
    if not t.options.allow_straddle:
        raise Illegal("NOT_ALLOWED", "This table has no straddles.")
    t.straddles[seat] = on
    if told is not None:
        told.append(Told(facts.Straddles(seat, on)))


def _choose(t: Poker, seat: int, code: str, told: list[Told] | None) -> None:
    if chooses(t) != seat:
        raise Illegal("NOT_YOUR_TURN", "The next button chooses the game, before the deal.")
    if code not in choosable(t):
        raise Illegal("NOT_ALLOWED", f"{code} is not played by this many.")
    t.choice = code
    t.variant = VARIANTS[code]
    if told is not None:
        told.append(Told(facts.Chosen(seat, code)))


def _away(t: Poker, seat: int, away: bool, told: list[Told] | None) -> None:
    """P53: a hand goes on without its player; the clock that runs already runs on."""
    if t.away[seat] == away:
        raise Illegal("NOT_ALLOWED", "So it is already.")
    t.away[seat] = away
    if told is not None:
        told.append(Told(facts.StateSet(seat, "AWAY" if away else "BACK")))


def _leave(t: Poker, seat: int, at: int, told: list[Told] | None) -> None:
    if t.event is not None:  # T99: nobody cashes out of an event
        if not t.away[seat]:
            _away(t, seat, True, told)
        return
    if t.phase == _WAIT or t.place_of[seat] < 0:
        cash_out(t, seat, told)
        if t.entry != levels.CLOSED:
            levels.too_few(t)
        _start_or_wait(t, at)
        begun = t.tournament and t.phase == _WAIT and t.entry == levels.CLOSED
        if begun and len(seating.players(t)) < 2:
            ending.close(t, told)  # the last one left has won it
        return
    t.leaving.append(seat)
    if t.phase == _SHOW:
        ending.give_up_choice(t, seat, told)
        if t.options.result_delay:  # the hand is paid: no need to wait for the chips
            cash_out(t, seat, told)
        return
    hand = t.hand
    assert hand is not None
    place = t.place_of[seat]
    if hand.folded[place]:
        return
    if hand.phase == RUNS:
        if t.votes[seat] < 0:
            t.votes[seat] = 0
            if told is not None:
                told.append(Told(facts.RunVoted(seat, False), (seat,), facts.RunVoted(seat)))
            runs.count(t, at, told)
    elif hand.stacks[place]:  # who is all-in stays in the hand
        marks = telling.Marks(hand)
        t.last[seat] = "fold"
        hand.drop_out(place)
        if told is not None:
            told.append(Told(facts.Folded(seat, auto=True)))
        t.went_on(marks, at, told)


def cash_out(t: Poker, seat: int, told: list[Told] | None) -> None:
    """The chips go home with the player; a tournament's stay with the house."""
    amount = t.stacks[seat] + t.bought[seat]
    t.stacks[seat] = t.bought[seat] = 0
    t.out[seat] = t.away[seat] = t.straddles[seat] = t.waits[seat] = False
    t.owes[seat] = 0
    begun = t.tournament and t.entry == levels.CLOSED
    if begun and not t.places[seat] and t.phase == _WAIT:
        t.places[seat] = 1 + sum(1 for x in t.stacks if x)
    if told is not None:
        told.append(Told(facts.Left(seat, seat)))
        if amount and not t.tournament:
            told.append(Told(facts.Cash(seat, amount)))
