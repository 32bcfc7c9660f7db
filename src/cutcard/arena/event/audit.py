"""An event's log read again by somebody who trusts nobody: what docs/rules/tournament.md promises
of every event, asked of each entry.

The fold believes the log; this does not. It keeps its own count of seats, stacks and blinds, so
that a log which says something impossible is found, whoever wrote it and however often the
process died meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from . import log
from .fold import fold
from .state import OVER
from .terms import Terms

FEWER = 2  # players that a table which deals may have fewer than the fullest (T51)
SHOWN = 20  # faults that are kept


class Audit(Struct):
    """What was found. `faults` says it in words; there are none in a sound event."""

    hands: int = 0
    moves: dict[str, int] = field(default_factory=dict)  # reason: how many
    most_apart: int = 0  # players that a table which dealt had fewer than the fullest
    blinds_in_a_row: int = 0  # big blinds of one player, but for a break or the final draw (T52)
    over: bool = False
    places: int = 0
    pool: int = 0
    paid: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.faults


class _Table(Struct):
    seats: dict[int, int] = field(default_factory=dict)  # seat: entry
    dealt: tuple[int, ...] = ()


class _Reader:
    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.found = Audit()
        self.number = 0
        self.tables: dict[int, _Table] = {}
        self.stacks: dict[int, int] = {}
        self.coming: dict[int, int] = {}
        self.sits: dict[int, int] = {}  # entry: table
        self.posted: set[int] = set()  # who had the big blind in the last hand they were dealt,
        self.drawn: set[int] = set()  # and who has been drawn a seat by a break or the final since

    def fault(self, what: str) -> None:
        if len(self.found.faults) < SHOWN:
            self.found.faults.append(f"entry {self.number}: {what}")

    def read(self, entry: log.Entry) -> None:
        if entry.number != self.number + 1:
            self.fault(f"it is numbered {entry.number}")
        self.number = entry.number
        what = entry.what
        match what:
            case log.Entered():
                self.stacks[what.entry] = self.terms.start_stack
            case log.Withdrew():
                del self.stacks[what.entry]
            case log.Started():
                for one in what.tables:
                    self._open(one.table, one.seats)
                sizes = [len(one.seats) for one in what.tables]
                if max(sizes) - min(sizes) > 1:
                    self.fault(f"tables of {min(sizes)} and {max(sizes)} at the start (T33)")
            case log.TableOpened():
                self._open(what.table, {})
            case log.FinalTable():
                self._leave_all(set(what.seats.values()))
                self._open(what.table, what.seats)
                self.drawn.update(what.seats.values())
            case log.TableBroken():
                if self.tables.pop(what.table).seats:
                    self.fault(f"table {what.table} broke with somebody at it")
            case log.Seated():
                self._sit(what.entry, what.table, what.seat)
            case log.Moved():
                self._move(what)
            case _:
                self._play(what)

    def _play(self, what: log.What) -> None:
        match what:
            case log.Dealt():
                self._deal(what)
            case log.HandEnded():
                self._end(what)
            case log.Rebought():
                table = self.tables[self.sits[what.entry]]
                held = any(table.seats.get(seat) == what.entry for seat in table.dealt)
                purse = self.coming if held else self.stacks
                purse[what.entry] = purse.get(what.entry, 0) + self.terms.rebuy_stack
            case log.AddedOn():
                self.stacks[what.entry] += self.terms.add_on_stack
            case log.Raced():
                seats = self.tables[what.table].seats
                self.stacks.update({seats[seat]: n for seat, n in what.stacks.items()})
            case log.Removed():
                self.stacks[what.entry] = 0
            case log.Out():
                if (what.place, what.place_to) != (1, 1):
                    self._rise(what.entry)
            case _:
                pass

    # Seats

    def _open(self, number: int, seats: dict[int, int]) -> None:
        if number in self.tables:
            self.fault(f"table {number} is there already")
        self.tables[number] = _Table()
        for seat, entry in seats.items():
            self._sit(entry, number, seat)

    def _sit(self, entry: int, number: int, seat: int) -> None:
        table = self.tables[number]
        if entry in self.sits:
            self.fault(f"{entry} sits at table {self.sits[entry]} already")
        if seat in table.seats:
            self.fault(f"seat {seat} of table {number} is taken")
        table.seats[seat] = entry
        self.sits[entry] = number

    def _rise(self, entry: int) -> None:
        table = self.tables[self.sits.pop(entry)]
        seat = next(seat for seat, who in table.seats.items() if who == entry)
        if seat in table.dealt:
            self.fault(f"{entry} was taken out of a hand")
        del table.seats[seat]

    def _leave_all(self, stay: set[int]) -> None:
        if set(self.sits) != stay:
            self.fault("the final table does not seat everybody who is in (T58)")
        if any(table.dealt for table in self.tables.values()):
            self.fault("the final table was drawn during a hand (T58)")
        self.tables.clear()
        self.sits.clear()

    def _move(self, what: log.Moved) -> None:
        found = self.found
        if self.sits.get(what.entry) != what.source:
            self.fault(f"{what.entry} does not sit at table {what.source} (T61)")
        self._rise(what.entry)
        self._sit(what.entry, what.to, what.seat)
        found.moves[what.reason] = found.moves.get(what.reason, 0) + 1
        if what.reason != "balance":
            self.drawn.add(what.entry)

    # Hands

    def _deal(self, what: log.Dealt) -> None:
        found, table = self.found, self.tables[what.table]
        if table.dealt:
            self.fault(f"table {what.table} deals in the middle of a hand")
        fullest = max(len(one.seats) for one in self.tables.values())
        apart = fullest - len(table.seats)
        found.most_apart = max(found.most_apart, apart)
        if apart > FEWER or len(what.seats) < 2:
            self.fault(f"{len(table.seats)} are dealt cards while a table has {fullest} (T51)")
        table.dealt = what.seats
        found.hands += 1
        for seat in what.seats:
            entry = table.seats[seat]
            if not self.stacks[entry]:
                self.fault(f"{entry} is dealt in without chips")
            if seat == what.big and entry in self.posted and entry not in self.drawn:
                found.blinds_in_a_row += 1
                self.fault(f"{entry} has the big blind twice in a row (T52)")
            self.drawn.discard(entry)
            if seat == what.big:
                self.posted.add(entry)
            else:
                self.posted.discard(entry)

    def _end(self, what: log.HandEnded) -> None:
        table = self.tables[what.table]
        if sorted(what.stacks) != sorted(table.dealt):
            self.fault(f"others end the hand of table {what.table} than were dealt in")
        before = sum(self.stacks[table.seats[seat]] for seat in table.dealt)
        if before != sum(what.stacks.values()):
            self.fault(f"{before} chips became {sum(what.stacks.values())} (T100)")
        table.dealt = ()
        for seat, stack in what.stacks.items():
            entry = table.seats[seat]
            self.stacks[entry] = stack + self.coming.pop(entry, 0)


def audit(entries: Sequence[log.Entry]) -> Audit:
    """All that the rule book promises of an event, looked for in its log: chips after every hand
    (T100), sizes of tables (T33, T44, T51), big blinds (T52), one seat each (T61, T103), and of one
    that is over places and prizes (T66, T79, T101)."""
    first = entries[0].what
    assert isinstance(first, log.Opened), "a log begins with its opening"
    reader = _Reader(first.terms)
    reader.number = entries[0].number
    for entry in entries[1:]:
        reader.read(entry)
    _close(reader, entries)
    return reader.found


def _close(reader: _Reader, entries: Sequence[log.Entry]) -> None:
    found, state = reader.found, fold(list(entries))
    in_play = sum(reader.stacks.values()) + sum(reader.coming.values())
    if state.phase == OVER and in_play != state.owed_chips():
        reader.fault(f"{in_play} chips are in play where {state.owed_chips()} should be (T100)")
    found.over = state.phase == OVER
    if not found.over:
        return
    last = {player.user: player for player in state.players.values()}
    spans = Counter((player.place, player.place_to) for player in last.values())
    found.places = len(last)
    whole = [place for low, high in sorted(spans) for place in range(low, high + 1)]
    shared = all(count == high - low + 1 for (low, high), count in spans.items())
    if whole != list(range(1, len(last) + 1)) or not shared:
        reader.fault("places are not 1 to how many came, each once (T66)")
    found.pool, found.paid = state.pool, sum(player.prize for player in state.players.values())
    if found.paid != found.pool:
        reader.fault(f"{found.paid} of {found.pool} were paid (T79)")
    if state.account:
        reader.fault(f"{state.account} are left in its account (T101)")
