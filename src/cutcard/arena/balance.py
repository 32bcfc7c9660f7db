"""What the floor does between hands: the final table, breaking, balancing and halting
(docs/rules/tournament.md T41-T59). `decide` is asked whenever a hand has ended (T43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heapreplace
from typing import Generic, TypeVar

from msgspec import Struct

from cutcard.kernel.rng import Rng

from .draws import shuffled
from .misdeal import need

Player = TypeVar("Player")
ALL = 1 << 30


class At(Struct, Generic[Player], frozen=True):
    """A table as the floor sees it; `small` and `big` are the seats that had the blinds in the
    last hand dealt, taken or empty by now, -1 where it never dealt."""

    table: int
    players: dict[int, Player]
    small: int = -1
    big: int = -1
    running: bool = False


class Move(Struct, Generic[Player], frozen=True):
    """One player goes from a table to another (T46-T50)."""

    player: Player
    source: int
    source_seat: int
    to: int
    to_seat: int
    hands: int  # in which hand they post the big blind there (T47)
    single_big_blind: bool = False
    waits: bool = False  # T41


class Place(Struct, Generic[Player], frozen=True):
    """Where a player of a broken table goes (T56)."""

    player: Player
    to: int
    to_seat: int
    waits: bool = False


class Break(Struct, Generic[Player], frozen=True):
    table: int
    seats: tuple[Place[Player], ...]


class Final(Struct, Generic[Player], frozen=True):
    """The final table's draw (T59)."""

    seats: dict[int, Player]
    order: tuple[tuple[Player, int], ...]  # in order of table and seat: who, and to which seat
    button: int


class Decision(Struct, Generic[Player], frozen=True):
    """What is done now: at most one of a final table, a break and moves; and who may not deal."""

    due: str | None = None  # "final", "break", or neither
    final: Final[Player] | None = None
    broken: Break[Player] | None = None
    moves: tuple[Move[Player], ...] = ()
    halt: tuple[int, ...] = ()
    more: bool = False  # moves are left: ask again before anybody deals


class House(Struct, frozen=True):
    """What of an event's terms the floor goes by."""

    seats: int
    final_size: int
    single_big_blind: bool = True
    registration_open: bool = False


def final_due(left: int, tables: int, house: House) -> bool:
    """T58: whether all who are left sit at one table from now on."""
    return tables > 1 and left <= house.final_size and not house.registration_open


def break_due(left: int, tables: int, house: House) -> bool:
    """T53: whether one table fewer holds everybody, with room while people may still come."""
    room = house.seats - 1 if house.registration_open else house.seats
    return tables > 1 and left <= (tables - 1) * room


def decide(
    tables: Sequence[At[Player]],
    house: House,
    breaking: Sequence[int],
    final_seed: bytes,
    break_seed: bytes,
    *,
    most: int = ALL,
) -> Decision[Player]:
    """What is done when a hand has ended and who is out is gone (T43): first the final table,
    then breaking, then balancing, so many moves at `most`. The seeds are those of the draws
    themselves (T56, T59)."""
    floor = sorted(tables, key=lambda one: one.table)
    counts = [len(one.players) for one in floor]
    left = sum(counts)
    if not left:
        return Decision(halt=halting(floor))
    crowded = len(floor) > 1 and max(counts) > house.seats
    need(not crowded, f"more than {house.seats} sit at a table")
    if final_due(left, len(floor), house):
        if any(one.running for one in floor):
            idle = tuple(one.table for one in floor if not one.running)
            return Decision("final", halt=idle)
        return Decision("final", final=final_draw(floor, house.final_size, final_seed))
    if break_due(left, len(floor), house):
        there = {one.table: one for one in floor}
        order = [number for number in breaking if number in there]
        need(len(order) > 0, "the breaking order names no table that is there")
        first = there[order[0]]
        if first.running:
            return Decision("break", halt=halting(floor))
        return Decision("break", broken=break_up(floor, first, house.seats, break_seed))
    return _balanced(floor, house, most)


def final_draw(floor: Sequence[At[Player]], size: int, seed: bytes) -> Final[Player]:
    """T59: everybody draws a new seat, and the button is drawn among them."""
    rng = Rng(seed)
    chairs = shuffled(rng, range(size))
    players = [one.players[seat] for one in floor for seat in sorted(one.players)]
    order = tuple(zip(players, chairs, strict=False))
    seats = dict(sorted((seat, player) for player, seat in order))
    return Final(seats, order, sorted(seats)[rng.below(len(seats))])


def break_up(
    floor: Sequence[At[Player]], broken: At[Player], size: int, seed: bytes
) -> Break[Player]:
    """T55, T56: two draws, of the seats that take somebody and of who gets which."""
    rng = Rng(seed)
    others = [one for one in floor if one.table != broken.table]
    fewest = [(len(one.players), one.table) for one in others]
    heapify(fewest)
    gets: Counter[int] = Counter()
    for _ in broken.players:
        count, number = fewest[0]
        heapreplace(fewest, (count + 1, number))
        gets[number] += 1
    cards: list[tuple[At[Player], int]] = []
    for one in others:
        free = shuffled(rng, [seat for seat in range(size) if seat not in one.players])
        cards += [(one, seat) for seat in free[: gets[one.table]]]
    rng.shuffle(cards)
    players = [broken.players[seat] for seat in sorted(broken.players)]
    return Break(
        broken.table,
        tuple(
            Place(player, one.table, seat, waits(one, seat, size))
            for player, (one, seat) in zip(players, cards, strict=True)
        ),
    )


def _balanced(floor: Sequence[At[Player]], house: House, most: int) -> Decision[Player]:
    """T44-T50: moves one by one until the tables are level, or nobody may give."""
    now = {one.table: one for one in floor}
    moves: list[Move[Player]] = []
    singles: set[int] = set()  # T48: a table gives one such seat a hand
    while (move := _next_move(now, house, singles)) is not None:
        moves.append(move)
        if len(moves) == most:
            return Decision(moves=tuple(moves), more=True)
        if move.single_big_blind:
            singles.add(move.to)
        source, to = now[move.source], now[move.to]
        rest = {seat: who for seat, who in source.players.items() if seat != move.source_seat}
        now[move.source] = _with(source, rest)
        now[move.to] = _with(to, {**to.players, move.to_seat: move.player})
    return Decision(moves=tuple(moves), halt=halting(list(now.values())))


def _with(one: At[Player], players: dict[int, Player]) -> At[Player]:
    return At(one.table, players, one.small, one.big, one.running)


def _next_move(
    now: Mapping[int, At[Player]], house: House, singles: set[int]
) -> Move[Player] | None:
    counts = {number: len(one.players) for number, one in now.items()}
    most, least = max(counts.values()), min(counts.values())
    if most - least < 2:
        return None
    givers = [
        one
        for one in now.values()
        if counts[one.table] == most and not one.running and one.big >= 0
    ]
    if not givers:
        return None
    giver = min(givers, key=lambda one: one.table)
    seat = next(s for s in _clockwise(giver.big, house.seats) if s in giver.players)
    choices = [
        (*worst_seat(one, house, one.table not in singles), one)
        for one in now.values()
        if counts[one.table] == least
    ]
    hands, to_seat, single, taker = min(choices, key=lambda found: (found[0], found[3].table))
    late = not single and waits(taker, to_seat, house.seats)
    player = giver.players[seat]
    return Move(player, giver.table, seat, taker.table, to_seat, hands, single, late)


def worst_seat(one: At[Player], house: House, single_free: bool) -> tuple[int, int, bool]:
    """T47, T49, T50: after how many hands the worst free seat posts the big blind, which it is,
    and whether it is a single big blind."""
    if one.big < 0:
        return 1, next(seat for seat in range(house.seats) if seat not in one.players), False
    between, found = 0, -1
    for seat in _clockwise(one.big, house.seats):
        if seat in one.players:
            between += 1
        elif seat != one.big:
            found = seat
            break
    if (between or found < 0) and _single(one, house, single_free):
        return 1, one.big, True
    # where no other seat is free, the last big blind's own is the last resort
    return 1 + between, found if found >= 0 else one.big, False


def _single(one: At[Player], house: House, single_free: bool) -> bool:
    return (
        house.single_big_blind
        and single_free
        and one.big not in one.players
        and not one.running
        and len(one.players) >= 2
    )


def waits(one: At[Player], seat: int, size: int) -> bool:
    """T41: strictly between the last small and big blind one is not dealt in for a hand."""
    if one.big < 0:
        return False
    return 0 < (seat - one.small) % size < (one.big - one.small) % size


def halting(floor: Sequence[At[Player]]) -> tuple[int, ...]:
    """T51: the tables between hands that may not deal now."""
    most = max((len(one.players) for one in floor), default=0)
    return tuple(
        one.table
        for one in sorted(floor, key=lambda one: one.table)
        if not one.running and (len(one.players) < 2 or most - len(one.players) >= 3)
    )


def _clockwise(seat: int, size: int) -> Iterator[int]:
    """All seats from the next one on, the seat itself last."""
    return ((seat + step) % size for step in range(1, size + 1))
