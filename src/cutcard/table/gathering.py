"""Who is gathered around a table, the ground of its life: who holds which seat, who listens from
which, and what may be shown of all that. It does nothing by itself; `life.py` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cutcard.kernel.game import Seat
from cutcard.store.protocol import (
    COMPLETED,
    PLAYING,
    WAITING,
    DealRow,
    MatchRow,
    SeatRow,
    TableRow,
)

from .alarm import Bell
from .audience import Audience
from .effects import Ask, LifeEffect
from .late import Balcony
from .mind import Mind
from .patch import full
from .table import Table
from .words import Ear, Refusal, Snapshot, TableInfo, Update, User, Word

Carrier = Callable[[Any, LifeEffect], None]
"""Carries out an effect of a life at once: a word is put into bytes while all it speaks of is as it
was."""


class Gathering:
    """A table and the people and bots around it."""

    __slots__ = (
        "__weakref__",
        "_out",
        "agreed",
        "balcony",
        "barred",
        "began",
        "bell",
        "bots",
        "broken",
        "carrier",
        "closed",
        "due",
        "ears",
        "given_up",
        "gone",
        "held",
        "later",
        "leaving",
        "left",
        "match",
        "moved",
        "now",
        "present",
        "quit",
        "row",
        "stand_ins",
        "stays",
        "substitutes",
        "swaps",
        "table",
        "undoing",
        "users",
        "votes",
        "waiting",
        "wall",
    )

    def __init__(self, row: TableRow, table: Table, match: MatchRow, now: int) -> None:
        self.row = row
        self.table = table
        self.match = match
        self.bots: dict[Seat, Mind] = {}
        self.stand_ins: dict[Seat, Mind] = {}  # bots that play for players
        self.waiting: dict[Ear, list[Word]] = {}  # what ears hear after what is made again for them
        self.barred: frozenset[str] = frozenset()  # users the host sent away
        self.gone: dict[Seat, int] = {}  # seats whose holder was there and is not: since when
        self.agreed: set[Seat] = set()  # to a rematch
        self.left: set[Seat] = set()  # went away after the end
        self.later: list[Seat] = []  # they leave when the cards are out for which all waits
        self.held: list[tuple[Ask, Ear | None]] = []  # asked meanwhile
        self.leaving: set[Seat] = set()  # open seating: free when this deal is over
        self.quit: set[Seat] = set()  # left a match that goes on
        self.given_up: set[Seat] = set()  # of those, who will not come back
        self.began: dict[Seat, str] = {}  # who began the match on a seat that is another's now
        self.substitutes: dict[
            Seat, tuple[User, int]
        ] = {}  # who will take a seat, since which deal
        self.votes: dict[Seat, set[Seat]] = {}  # who wants whom sent away
        self.swaps: dict[Seat, Seat] = {}  # who would rather sit where, before a match
        self.undoing: tuple[Seat, int, set[Seat]] | None = None
        """Who would take their move back, asked at which seq, and who agrees."""
        self.ears: dict[Seat | None, tuple[Ear, ...]] = {}  # never changed, only replaced
        self.present: dict[Ear, Seat | None] = {}
        self.users = Audience()  # who they are, of all in `present`
        self.balcony: Balcony | None = None  # where spectators listen who are told later
        self.moved = now  # when a person last did something, or the match was seen to go on
        self.stays: int | None = None  # until when, after its match
        self.due = 0  # when, at the earliest, something of this is over
        self.closed = False
        self.broken = False  # being read again from its log
        self.now = self.wall = 0  # the house's ms and epoch ms of the request being handled
        self.bell: Bell | None = None  # the house's, which wakes this table
        self.carrier: Carrier | None = None  # the house's, to whom effects go as they come
        self._out: list[LifeEffect] = []  # they wait here where there is none

    def take(self) -> list[LifeEffect]:
        """What the last requests want done, where nobody carries it out as it comes."""
        out, self._out = self._out, []
        return out

    def _emit(self, effect: LifeEffect) -> None:
        if self.carrier is None:
            self._out.append(effect)
        else:
            self.carrier(self, effect)

    # Seats

    def holder(self, seat: Seat) -> str | Seat:
        """Who has a seat, as clients are told; an empty one stays a number."""
        user = self.table.roster[seat]
        return seat if user is None else user.id

    def people(self) -> Iterator[tuple[Seat, User]]:
        """The seats held by persons."""
        for seat, user in enumerate(self.table.roster):
            if user is not None and not user.bot:
                yield seat, user

    def seat_of(self, user: User) -> Seat:
        """The seat a user has; Refusal if they have none."""
        seat = self.table.seat_of(user.id)
        if seat is None:
            raise Refusal("INVALID_PLAYER", "Player not in this game")
        return seat

    def sits(self, user: User) -> bool:
        """Whether a user has a seat, and has not left it."""
        seat = self.table.seat_of(user.id)
        return seat is not None and seat not in self.leaving

    def free_seats(self) -> list[Seat]:
        """Seats somebody may take: one held in this deal is given to nobody else before the
        next."""
        table = self.table
        now = table.deal_number + (0 if table.open_seating else 1)
        return [s for s in range(table.seats) if not table.roster[s] and table.held_since[s] <= now]

    def free_seat(self, wish: Seat | None) -> Seat:
        """The seat wished for, or the first that is free; Refusal if there is none."""
        free = self.free_seats()
        if wish is None:
            if not free:
                raise Refusal("TABLE_FULL", "Every seat at this table is taken")
            return free[0]
        if not 0 <= wish < self.table.seats:
            raise Refusal("INVALID_REQUEST", f"There is no seat {wish}")
        if wish not in free:
            raise Refusal("SEAT_TAKEN", f"Seat {wish} is taken")
        return wish

    def may_enter(self, user: User | None, link: str | None, seat: Seat | None) -> None:
        """Refusal to whom the host sent away, and to a private table whose link is not known: then
        it is as if it were not there. Its host and those who sit there need none."""
        if user is not None and user.id in self.barred:
            raise Refusal("KICKED", "The host has sent you away from this table")
        row, host = self.row, user is not None and user.id == self.row.host
        if row.private and seat is None and not host and link != row.link:
            raise Refusal("GAME_NOT_FOUND", f"Game session not found: {row.table}")

    def seat_row(self, seat: Seat) -> SeatRow:
        user, since = self.table.roster[seat], self.table.held_since[seat]
        if seat in self.leaving:
            user, since = None, self.table.deal_number + 1
        if user is None:
            return SeatRow(self.table.number, seat, None, "", None, since)
        bot = self.bots[seat].name if seat in self.bots else None
        began = self.began.get(seat)
        return SeatRow(self.table.number, seat, user.id, user.name, bot, since, began)

    def mind(self, seat: Seat) -> Mind | None:
        """The bot that plays a seat, on its own account or for a player."""
        return self.bots.get(seat) or self.stand_ins.get(seat)

    def dismiss(self, seat: Seat) -> None:
        """No bot plays for the seat's player any more."""
        if self.stand_ins.pop(seat, None) is not None:
            self.table.hearing.discard(seat)

    def beginner(self, seat: Seat) -> str | None:
        """The id of who began the match on a seat: whose result it is."""
        user = self.table.roster[seat]
        return self.began.get(seat, None if user is None else user.id)

    # Ears

    @property
    def everyone(self) -> tuple[Ear, ...]:
        return tuple(self.present)

    @property
    def spectators(self) -> int:
        return len(self.ears.get(None, ()) if self.balcony is None else self.balcony.people)

    def audience(self) -> Iterator[tuple[Ear, User | None, Seat | None]]:
        """Who listens, and from which seat; None as a seat is a spectator."""
        for ear, seat in self.present.items():
            if seat is not None:
                yield ear, self.table.roster[seat], seat
            elif ear is not self.balcony:
                yield ear, self.users[ear], None
        for ear, user in self.balcony.people.items() if self.balcony is not None else ():
            yield ear, user, None

    def hears(self, user: User) -> bool:
        """Whether somebody listens, from wherever."""
        late = self.balcony
        return self.users.has(user) or (late is not None and late.people.has(user))

    def add(self, ear: Ear, viewer: Seat | None, user: User | None, legal: int = 0) -> None:
        self.table.watch(viewer, legal)
        self.ears[viewer] = (*self.ears.get(viewer, ()), ear)
        self.present[ear] = viewer
        self.users.enter(ear, user)

    def remove(self, ear: Ear) -> Seat | None:
        """Off the table, wherever it listened; the seat it did that from."""
        if self.balcony is not None:
            self.balcony.people.leave(ear)
        if ear not in self.present:
            return None
        viewer = self.present.pop(ear)
        self.users.leave(ear)
        self.waiting.pop(ear, None)
        left = tuple(other for other in self.ears[viewer] if other is not ear)
        if left:
            self.ears[viewer] = left
        else:
            del self.ears[viewer]
            self.table.unwatch(viewer)
        return viewer

    # What is shown

    def stands(self, user: User) -> tuple[str, int]:
        """The match and the seq this user may know of."""
        if self.balcony is not None and self.table.seat_of(user.id) is None:
            return self.balcony.shown.match, self.balcony.shown.seq
        return self.table.match_id, self.table.seq

    def roster(self) -> list[dict[str, Any]]:
        """Who sits where, and is there."""
        players = self.table.players()
        for player in players:
            player["here"] = player["bot"] or player["seat"] in self.ears
            if player["seat"] in self.swaps:
                player["wish"] = self.swaps[player["seat"]]
        return players

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
            teams=table.words.teams(row.seats),
            ranked=row.ranked,
            event=row.event,
            twin_of=row.twin_of,
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
            now=table.seen(viewer),
            clock=table.clock(),
            roster=self.roster(),
            info=self._about(header, self.match.status, over=table.over),
            seat=viewer,
            legal=legal,
            asides=asides,
            holders=table.holders(),
        )

    def blank(self) -> Snapshot:
        """What there is to know before anything has happened."""
        table, info = self.table, self._about(None, WAITING, over=False)
        return Snapshot(table.number, table.match_id, 0, None, None, [], info, None)

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
        teams = table.words.teams(row.seats)
        if teams is not None:
            info["teams"] = teams
        if table.words.traits.phrases:
            info["phrases"] = list(table.words.traits.phrases)
        if row.ranked:
            info["ranked"] = True
        if header is not None:
            info.update(deal=header.deal, commitment=header.commitment.hex())
            if over and table.tells_seed:  # GAME_END told it: so must a resync
                info["seed"] = header.seed.hex()
        return info
