"""Between hands: where the button goes, who is dealt in, and what each has to post.

The dead button (P3): the big blind always moves to the next player; the small blind and the
button follow to where the big and the small blind were, an empty seat or not. So nobody has the
big blind twice in a row (P2), and nobody is passed over.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .stakes import Stakes
from .variants import FIXED, MIXES, VARIANTS, Variant

if TYPE_CHECKING:
    from .options import Level, Options
    from .rules import Poker

OWES_BIG, OWES_BOTH, OWES_SMALL = 1, 2, 3


class Plan(NamedTuple):
    """A hand about to be dealt."""

    order: list[int]  # seats clockwise from the button's left
    button: int
    small: int  # where the blinds are; -1: none
    big: int
    passed: list[int]  # seats the big blind passed over


def players(t: Poker) -> list[int]:
    """Who could be dealt in. In a tournament that is everybody with chips (P53)."""
    return [s for s in range(t.n) if t.stacks[s] and (t.tournament or not t.out[s])]


def level(t: Poker) -> Level:
    """The table's blinds, those of its levels, or an event's."""
    return t.steps[t.level] if t.event is None else t.event.level


def bomb_pot(t: Poker) -> bool:
    """Whether this hand is one."""
    every = t.options.bomb_every
    return bool(every) and t.variant.boards and (t.hands + 1) % every == 0


def away_clock(t: Poker) -> int:
    """Milliseconds for who is not there; T96: fewer in an event."""
    return 5000 if t.event is None else 1000


def plan(t: Poker, first: int = -1) -> Plan | None:
    """The next hand's places; None: too few players. `first` is who has the first button."""
    seated = players(t)
    if len(seated) < 2:
        return None
    if t.event is not None:
        seated = _not_waiting(t, seated)
    if t.big < 0:
        return _first_hand(t, seated, first)
    if t.event is not None and t.event.single in seated and len(seated) > 2:
        # T48: the big blind at this seat again, the button where the small blind was
        return Plan(_clockwise(t.small, seated), t.small, -1, t.event.single, [])
    big = _next(t, t.big, seated)
    passed = [s for s in range(t.n) if s not in seated and _between(t.n, t.big, s, big)]
    button, small = t.small, t.big
    dealt = [
        s
        for s in seated
        if s == big or not t.owes[s] or not (t.waits[s] or _between(t.n, button, s, big))
    ]
    if len(dealt) < 2:
        dealt = seated  # somebody has to play, so nobody waits for the blinds to come round
    if len(dealt) == 2:  # P1, P2: the button has the small blind
        button = small = dealt[0] if dealt[1] == big else dealt[1]
    elif (
        button in (big, small)
        or not _between(t.n, button, small, big)
        or any(_between(t.n, button, s, small) for s in dealt)  # P4: nobody is dealt in there
    ):
        button = _before(t, small, dealt)
    return Plan(_clockwise(button, dealt), button, small, big, passed)


def _not_waiting(t: Poker, seated: list[int]) -> list[int]:
    """T41: who came to a seat between the blinds is dealt in after the button has passed."""
    found = [s for s in seated if not t.waits[s]]
    return found if len(found) > 1 else seated


def _first_hand(t: Poker, seated: list[int], first: int) -> Plan:
    button = first if first in seated else seated[0]
    small = button if len(seated) == 2 else _next(t, button, seated)
    big = _next(t, small, seated)
    return Plan(_clockwise(button, seated), button, small, big, [])


def _next(t: Poker, seat: int, seated: list[int]) -> int:
    while True:
        seat = seat + 1 if seat + 1 < t.n else 0
        if seat in seated:
            return seat


def _before(t: Poker, seat: int, seated: list[int]) -> int:
    return next(s for k in range(1, t.n + 1) if (s := (seat - k) % t.n) in seated)


def _between(n: int, low: int, seat: int, high: int) -> bool:
    """Whether a seat lies strictly between two others, clockwise."""
    return 0 < (seat - low) % n < ((high - low) % n or n)


def _clockwise(button: int, dealt: list[int]) -> list[int]:
    return [s for s in dealt if s > button] + [s for s in dealt if s <= button]


def miss(t: Poker, p: Plan) -> None:
    """P4: note the blinds that players sitting out have missed. Tournaments know none."""
    if t.tournament or t.variant.stud:
        return
    for s in p.passed:
        if t.stacks[s]:
            t.owes[s] = OWES_BOTH
    if p.small not in p.order and t.stacks[p.small] and not t.owes[p.small]:
        t.owes[p.small] = OWES_SMALL


def stakes(t: Poker, p: Plan) -> Stakes:
    """What this hand is played for, by place."""
    v, now = t.variant, t.blinds()
    places = len(p.order)
    bomb = bomb_pot(t)
    blinds, dead = [0] * places, [0] * places
    first = None
    if not bomb and not v.stud:
        if v.short:  # P39: the button posts the only blind
            blinds[-1] = now.big_blind
        else:
            first = _blinds(t, p, now, blinds, dead)
    antes = _antes(t, p, now, bomb)
    return _made(
        t.options, v.code, now.big_blind, tuple(blinds), tuple(antes), tuple(dead), first, bomb
    )


@lru_cache(1024)  # hand after hand the same; a hand never changes them
def _made(  # noqa: PLR0917 - a cache's key, each part of it once
    o: Options,
    code: str,
    big_blind: int,
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    dead: tuple[int, ...],
    first: int | None,
    bomb: bool,
) -> Stakes:
    v = VARIANTS[code]
    tournament = o.start_stack > 0
    return Stakes(
        v,
        blinds,
        bet=big_blind,
        big_bet=2 * big_blind if v.limit == FIXED else big_blind,
        antes=antes,
        dead=dead,
        bring_in=(o.bring_in or max(1, big_blind // 4)) if v.stud else 0,
        first=first,
        trim=o.ante_by == "each" or bomb or v.stud,
        ante_last=o.ante_by == "big_blind_last" and not bomb and not v.stud,
        cap=o.cap or None,
        bomb=bomb,
        boards=2 if bomb and o.double_board else 1,
        runs=o.allow_run_it_twice and not tournament and not bomb and v.boards,
        rake=0 if tournament else o.rake,
        rake_cap=o.rake_cap,
        no_flop_no_drop=o.no_flop_no_drop,
    )


def _blinds(t: Poker, p: Plan, level: Level, blinds: list[int], dead: list[int]) -> int | None:
    """Put down the blinds, missed ones and a straddle; returns who opens."""
    if p.small in p.order:
        blinds[p.order.index(p.small)] = level.small_blind
    if any(t.owes):
        for i, seat in enumerate(p.order):
            owed = t.owes[seat]
            if owed and seat not in (p.big, p.small):
                if owed in (OWES_BIG, OWES_BOTH):
                    blinds[i] = level.big_blind
                if owed in (OWES_SMALL, OWES_BOTH):
                    dead[i] = level.small_blind
    big = p.order.index(p.big)
    blinds[big] = level.big_blind
    opens = (big + 1) % len(p.order)
    straddler = _straddler(t, p, opens)
    if straddler >= 0 and t.stacks[p.order[straddler]] > 2 * level.big_blind:
        blinds[straddler] = 2 * level.big_blind
        opens = (straddler + 1) % len(p.order)  # P11, P12: the straddler acts last before the flop
    return opens


def _straddler(t: Poker, p: Plan, under_the_gun: int) -> int:
    """The place that straddles, or -1."""
    if not t.options.allow_straddle or len(p.order) < 3:
        return -1
    by_button = t.options.straddle_by == "button" and p.button in p.order
    i = len(p.order) - 1 if by_button else under_the_gun
    return i if t.straddles[p.order[i]] else -1


def _antes(t: Poker, p: Plan, level: Level, bomb: bool) -> list[int]:
    o = t.options
    places = len(p.order)
    if bomb:
        return [o.bomb_ante or 2 * level.big_blind] * places
    ante = level.ante
    if not ante and (t.variant.stud or t.variant.short):
        ante = max(1, level.big_blind // (4 if t.variant.stud else 5))
    if o.ante_by == "each" or t.variant.stud or t.variant.short:
        return [ante] * places
    who = p.button if o.ante_by == "button" else p.big
    return [ante if seat == who else 0 for seat in p.order]


def variant_of(options: Options, turn: int, choice: str) -> Variant:
    """The game now: the table's own, a mixed game's turn, or the dealer's choice."""
    if options.variant == "dealer":
        return VARIANTS[choice]
    mix = MIXES.get(options.variant)
    return VARIANTS[mix[turn % len(mix)] if mix else options.variant]
