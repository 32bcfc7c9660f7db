"""A table in the house: the table itself, who listens, which bots sit there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutcard.bots import Bot, make_bot, tell
from cutcard.kernel.bot import remembers, thinks_long
from cutcard.kernel.game import Fact, Move, Seat, State
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import (
    COMPLETED,
    PLAYING,
    WAITING,
    DealRow,
    MatchRow,
    SeatRow,
    TableRow,
)

from .late import Balcony
from .patch import full
from .table import Table
from .words import Ear, Snapshot, TableInfo, Update, User


class Mind:
    """A bot on a seat. It sees views and redealt worlds; it never holds the table's state."""

    __slots__ = ("_bot", "deep", "name", "rng", "thinking")

    def __init__(self, game: str, name: str | None, rng: Rng) -> None:
        self._bot: Bot = make_bot(game, name)
        self.name = name
        self.rng = rng
        self.thinking = False
        self.deep = thinks_long(self._bot)  # it thinks long: never on the loop

    @property
    def remembers(self) -> bool:
        return remembers(self._bot)

    def hear(self, facts: list[Fact]) -> None:
        tell(self._bot, facts)

    def choose(self, state: State, seat: Seat) -> Move:
        return self._bot.choose(
            state.view(seat),
            state.legal(seat),
            state.asides(seat),
            lambda rng: state.redeal(seat, rng),
            self.rng,
        )


class Place:
    """All the house knows of a table."""

    __slots__ = (
        "agreed",
        "balcony",
        "barred",
        "bots",
        "broken",
        "ears",
        "gone",
        "leaving",
        "left",
        "match",
        "moved",
        "present",
        "row",
        "table",
        "wake",
        "watchers",
    )

    def __init__(self, row: TableRow, table: Table, match: MatchRow, now: int) -> None:
        self.row = row
        self.table = table
        self.match = match
        self.ears: dict[Seat | None, tuple[Ear, ...]] = {}  # never changed, only replaced
        self.present: dict[Ear, Seat | None] = {}
        self.bots: dict[Seat, Mind] = {}
        self.watchers: dict[Ear, User] = {}  # the spectators who said who they are
        self.balcony: Balcony | None = None  # where spectators listen who are told later
        self.barred: frozenset[str] = frozenset()  # users the host sent away
        self.gone: dict[Seat, int] = {}  # seats whose holder was there and is not: since when
        self.agreed: set[Seat] = set()  # to a rematch
        self.left: set[Seat] = set()  # went away after the end
        self.leaving: set[Seat] = set()  # open seating: free when this deal is over
        self.moved = now  # when a person last did something
        self.wake: int | None = None  # when the alarm is set for
        self.broken = False  # being read again from its log

    @property
    def everyone(self) -> tuple[Ear, ...]:
        return tuple(self.present)

    @property
    def spectators(self) -> int:
        return len(self.ears.get(None, ()) if self.balcony is None else self.balcony.people)

    def stands(self, user: User) -> tuple[str, int]:
        """The match and the seq this user may know of."""
        if self.balcony is not None and self.table.seat_of(user.id) is None:
            return self.balcony.shown.match, self.balcony.shown.seq
        return self.table.match_id, self.table.seq

    def people(self) -> Iterator[tuple[Seat, User]]:
        """The seats held by persons."""
        for seat, user in enumerate(self.table.roster):
            if user is not None and not user.bot:
                yield seat, user

    def add(self, ear: Ear, viewer: Seat | None, legal: int) -> None:
        self.table.watch(viewer, legal)
        self.ears[viewer] = (*self.ears.get(viewer, ()), ear)
        self.present[ear] = viewer

    def remove(self, ear: Ear) -> Seat | None:
        viewer = self.present.pop(ear)
        self.watchers.pop(ear, None)
        left = tuple(other for other in self.ears[viewer] if other is not ear)
        if left:
            self.ears[viewer] = left
        else:
            del self.ears[viewer]
            self.table.unwatch(viewer)
        return viewer

    def roster(self) -> list[dict[str, Any]]:
        """Who sits where, and is there."""
        players = self.table.players()
        for player in players:
            player["here"] = player["bot"] or player["seat"] in self.ears
        return players

    def seat_row(self, seat: Seat) -> SeatRow:
        user, since = self.table.roster[seat], self.table.held_since[seat]
        if seat in self.leaving:
            user, since = None, self.table.deal_number + 1
        if user is None:
            return SeatRow(self.table.number, seat, None, "", None, since)
        bot = self.bots[seat].name if seat in self.bots else None
        return SeatRow(self.table.number, seat, user.id, user.name, bot, since)

    def info(self) -> TableInfo:
        """As anybody may see it: where spectators are told later, so is how far the match is."""
        row, table, late = self.row, self.table, self.balcony
        match, seq, status = table.match_id, table.seq, self.match.status
        if late is not None:
            match, seq = late.shown.match, late.shown.seq
            if self.match.completed is not None and late.shown.info["status"] in (WAITING, PLAYING):
                status = PLAYING
        return TableInfo(
            table=row.table,
            match=match,
            game=row.game,
            name=row.name,
            options=full(table.options),
            seats=row.seats,
            roster=self.roster(),
            status=status,
            host=row.host,
            private=row.private,
            watchable=row.watchable,
            spectators=self.spectators,
            seq=seq,
            spectator_delay_seconds=row.delay,
        )

    def snapshot(self, viewer: Seat | None) -> Snapshot:
        """All that a viewer may know, now."""
        table, watch = self.table, self.table.watches.get(viewer)
        header = None if table.deal is None else table.deal.header
        legal, asides = table.choices(viewer, watch.legal if watch else 0)
        return Snapshot(
            table=table.number,
            match=table.match_id,
            seq=table.seq,
            view=table.view(viewer),
            clock=table.clock(),
            roster=self.roster(),
            info=self._about(header, self.match.status, over=table.over),
            seat=viewer,
            legal=legal,
            asides=asides,
        )

    def blank(self) -> Snapshot:
        """What there is to know before anything has happened."""
        table, info = self.table, self._about(None, WAITING, over=False)
        return Snapshot(table.number, table.match_id, 0, {}, None, [], info, None)

    def about(self, update: Update) -> dict[str, Any]:
        """What a snapshot as of this update says besides the view."""
        table, header = self.table, None
        for one, _ in (*table.past, (table.deal.header, ())) if table.deal else ():
            header = one if one.first <= update.seq else header
        if update.match != table.match_id:
            return self._about(header, COMPLETED, over=True)
        over = table.over and update.seq == table.seq
        return self._about(header, self.match.status, over=over)

    def _about(self, header: DealRow | None, status: str, *, over: bool) -> dict[str, Any]:
        row, table = self.row, self.table
        info: dict[str, Any] = {
            "game": row.game,
            "options": full(table.options),
            "seats": row.seats,
            "name": row.name,
            "status": status,
        }
        if header is not None:
            info.update(deal=header.deal, commitment=header.commitment.hex())
            if over and table.words.game.shows_seed:  # GAME_END told it: so must a resync
                info["seed"] = header.seed.hex()
        return info
