"""What everybody may know of an event (docs/rules/tournament.md T107-T109, T113): built up from
nothing, so that the seed, cards and what is not decided yet cannot be in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.game import Record

from . import log
from .event import Event
from .fold import apply, fold
from .settle import fixed
from .state import RUNNING, Player, State
from .terms import MINUTE, Row, Terms

AT_A_TIME = 500  # entries that somebody who is told late is taken on by: some ms


class PlayerInfo(Record, frozen=True):
    """One player, by their last entry."""

    player_id: str
    table: int | None = None
    seat: int | None = None
    stack: int | None = None  # at the end of their last hand
    bounty: int = 0
    place: int = 0
    place_to: int = 0
    prize: int = 0
    knockouts: int = 0


class Info(Record, frozen=True):
    """The whole, as of `seq`."""

    event: str
    seq: int
    phase: str
    terms: Terms
    commitment: str
    entries: int
    left: int
    level: int
    blinds: Row
    players: tuple[PlayerInfo, ...]
    next_blinds: Row | None = None
    level_left: int | None = None  # ms
    break_left: int | None = None
    average: int = 0
    pool: int = 0
    prizes: tuple[int, ...] = ()
    breaking: tuple[int, ...] = ()
    hand_for_hand: bool = False
    paused: bool = False
    entry_open: bool = False
    seed: str | None = None  # when it is over


class Trailing:
    """T109: everybody's stack as it was `delay` ms ago. It follows the log a piece at a time, as
    the log grows, so that asking costs little; where it is behind, stacks are older still."""

    def __init__(self, event: Event, delay: int) -> None:
        self.delay = delay
        self.state = fold(event.log[:1])
        self.read = 1
        self.follow(event, event.state.at, len(event.log))

    def follow(self, event: Event, now: int, most: int = AT_A_TIME) -> None:
        end, at = min(len(event.log), self.read + most), now - self.delay
        while self.read < end and event.log[self.read].at <= at:
            apply(self.state, event.log[self.read])
            self.read += 1

    def stacks(self, event: Event, now: int) -> dict[int, int]:
        """By entry."""
        self.follow(event, now)
        return {player.entry: player.stack for player in self.state.players.values()}


def info(
    event: Event, at: int, late: Mapping[int, int] | None = None, page: range | None = None
) -> Info:
    """T107. `late`: everybody's stack as the asker may know it, because they watch with a delay
    (T109). `page`: only so many of the players, who is in first, by chips, then who is out, the
    best place first."""
    s = event.state
    row = s.row()
    nexts = _next_row(s)
    left = None
    if s.phase == RUNNING and row.minutes and not s.last_level():
        left = max(0, int(row.minutes * MINUTE) - s.clock(at))
    pool, prizes = pool_of(s)
    return Info(
        event.desk.name,
        len(event.log),
        s.phase,
        s.terms,
        s.commitment,
        s.entries,
        s.left,
        s.level,
        row,
        tuple(_players(s, late or {}, page)),
        nexts,
        left,
        max(0, s.break_ends - at) if s.break_ends is not None else None,
        s.owed_chips() // s.left if s.phase == RUNNING and s.left else 0,
        pool,
        prizes,
        tuple(s.breaking),
        s.together,
        s.paused,
        s.entry_open(),
        s.seed or None,
    )


def _next_row(s: State) -> Row | None:
    levels = [row for row in s.terms.structure if not row.rest]
    return levels[s.level] if s.level < len(levels) else None


def pool_of(s: State) -> tuple[int, tuple[int, ...]]:
    """The pool and its prizes: fixed, or as they would be for the entries so far."""
    return (s.pool, tuple(s.prizes)) if s.closed else _so_far(s)


def _so_far(s: State) -> tuple[int, tuple[int, ...]]:
    if not s.entries:
        return s.terms.promised(), ()
    found, prizes = fixed(s)
    return found.pool, prizes


def _players(s: State, late: Mapping[int, int], page: range | None) -> list[PlayerInfo]:
    last = list({player.user: player for player in s.players.values()}.values())
    if page is not None:
        last.sort(key=lambda one: (one.place > 0, one.place, -late.get(one.entry, one.stack)))
        last = last[page.start : page.stop]
    return [of_player(player, late) for player in last]


def of_player(player: Player, late: Mapping[int, int]) -> PlayerInfo:
    """One player, as everybody may know them."""
    seated = player.table > 0
    return PlayerInfo(
        player.user,
        player.table or None,
        player.seat if seated else None,
        late.get(player.entry, player.stack) if seated else None,
        player.bounty,
        player.place,
        player.place_to,
        player.prize,
        player.knockouts,
    )


def missed(entries: Sequence[log.Entry], last_seq: int, most: int = 200) -> list[log.Entry] | None:
    """T113: what an asker has not heard yet; None: too much, they take the whole."""
    if not 0 < last_seq <= len(entries) or len(entries) - last_seq > most:
        return None
    return list(entries[last_seq:])
