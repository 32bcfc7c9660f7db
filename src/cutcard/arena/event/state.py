"""An event as its log leaves it: plain data, and nothing in it that the log does not say."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct, field, msgpack

from .terms import MINUTE, Row, Terms, level_rows

REGISTERING, RUNNING, OVER, CANCELLED = "registering", "running", "over", "cancelled"


class Player(Struct):
    """One entry. Only the last one of a user may be in play, and only it has a place."""

    entry: int
    user: str
    bot: bool = False
    stack: int = 0  # at the end of their last hand; what they have in a running one is in it
    coming: int = 0  # bought during a hand: counts when it is over
    table: int = 0  # 0: none
    seat: int = -1
    playing: bool = False
    rebuys: int = 0
    added_on: bool = False
    bounty: int = 0  # on their head
    place: int = 0
    place_to: int = 0
    prize: int = 0
    bounties: int = 0  # won, in cash
    knockouts: int = 0
    proposed_at: int = -1


class Table(Struct):
    number: int
    players: dict[int, int] = field(default_factory=dict)  # seat: entry
    button: int = -1
    small: int = -1
    big: int = -1
    hands: int = 0
    running: bool = False
    together: bool = False  # the hand is one of hand-for-hand
    dealt: list[int] = field(default_factory=list)  # seats in the running hand
    waits: list[int] = field(default_factory=list)
    single: int = -1
    raced: int = 0  # the level its chips were last coloured up for


class Hand(Struct):
    """A hand that is paid and whose busts are not settled yet: somebody is asked for a rebuy, or
    the other hands of hand-for-hand are still played."""

    table: int
    together: bool
    busts: list[tuple[int, int]]  # entry, stack when it began
    beaten: dict[int, list[int]]  # entry: entries


class Offer(Struct):
    """A deal that is proposed (T89)."""

    by: int
    method: str
    leave: int
    version: int = 0
    amounts: dict[int, int] = field(default_factory=dict)
    until: int = 0
    agreed: list[int] = field(default_factory=list)


class State(Struct):
    terms: Terms
    commitment: str
    phase: str = REGISTERING
    at: int = 0  # of the last entry
    players: dict[int, Player] = field(default_factory=dict)
    live: dict[str, int] = field(default_factory=dict)  # user: the entry that is in
    entries: int = 0  # paid and not given back
    numbered: int = 0  # the last entry number
    rebuys: int = 0
    add_ons: int = 0
    left: int = 0
    tables: dict[int, Table] = field(default_factory=dict)
    table_numbers: int = 0
    breaking: list[int] = field(default_factory=list)
    broken: int = 0  # how many tables broke before
    final: bool = False
    level: int = 1
    ran: int = 0  # ms of the level so far, up to `since`
    since: int | None = None  # None: its clock stands
    level_hands: int = 0
    level_over: bool = False  # a break is due, or it is the break
    break_ends: int | None = None
    break_left: int = 0  # of a break, where it is paused
    closed: bool = False  # nobody may buy any more, prizes are fixed
    pool: int = 0
    overlay: int = 0
    prizes: list[int] = field(default_factory=list)
    carried: int = 0  # T74: a disqualified player's prize, for the next out
    together: bool = False  # hand-for-hand
    unsettled: list[Hand] = field(default_factory=list)
    asked: dict[int, int] = field(default_factory=dict)  # entry: until
    answered: list[int] = field(default_factory=list)  # no
    offer: Offer | None = None
    versions: int = 0
    dealt_out: bool = False  # after a deal: what is left is `leave`
    paused: bool = False
    raced: int = 0
    removed: int = 0
    account: int = 0
    fees: int = 0
    orphans: int = 0  # bounties nobody won
    grace_until: int = 0  # T104: until then nobody who was connected is away
    start_after: int = 0  # T104: a start that was due while the server was down
    barred: list[int] = field(default_factory=list)
    gone: list[list[int]] = field(default_factory=list)  # who went out, in order, ties together
    reason: str = ""
    seed: str = ""

    def digest(self) -> str:
        """T102: the same log gives the same digest."""
        return sha256(msgpack.encode(self)).hexdigest()

    # Reading

    def playing(self) -> list[Player]:
        """Who is in, in order of table and seat."""
        return [
            self.players[table.players[seat]]
            for _, table in sorted(self.tables.items())
            for seat in sorted(table.players)
        ]

    def row(self) -> Row:
        """The level that is played; past the last one it goes on (T26)."""
        rows = level_rows(self.terms.structure)
        return rows[min(self.level, len(rows)) - 1]

    def break_next(self) -> Row | None:
        """The break after this level, if there is one."""
        seen = 0
        structure = self.terms.structure
        for index, row in enumerate(structure):
            seen += not row.rest
            if seen == self.level and not row.rest:
                after = structure[index + 1] if index + 1 < len(structure) else None
                return after if after is not None and after.rest else None
        return None

    def last_level(self) -> bool:
        return self.level >= len(level_rows(self.terms.structure))

    def clock(self, at: int) -> int:
        """How long the level has been played (T24)."""
        return self.ran + (0 if self.since is None else max(0, at - self.since))

    def level_ends(self) -> int | None:
        """When its minutes are over; None: by hands, never, or the clock stands."""
        row = self.row()
        if self.since is None or not row.minutes or self.last_level() or self.level_over:
            return None
        return self.since + int(row.minutes * MINUTE) - self.ran

    def entry_open(self) -> bool:
        """T5, T15: whether somebody may enter now."""
        if self.phase == REGISTERING:
            return True
        late = self.level < self.terms.late_levels + (not self.level_over)
        return self.phase == RUNNING and not self.closed and late

    def rebuys_open(self) -> bool:
        """T12: whether rebuys are sold now."""
        return (
            self.phase == RUNNING
            and not self.closed
            and bool(self.terms.rebuys)
            and self.level < self.terms.rebuy_levels + (self.break_ends is None)
        )

    def buying_open(self) -> bool:
        """Whether the pool may still grow by rebuys or the add-on."""
        terms = self.terms
        sells = terms.rebuys or terms.add_on_stack
        return bool(sells) and not self.closed and self.level <= terms.rebuy_levels

    def chips(self) -> int:
        """What is in play, counted one by one."""
        return sum(p.stack + p.coming for p in self.players.values() if p.playing)

    def owed_chips(self) -> int:
        """T100: what must be in play."""
        terms = self.terms
        started = terms.start_stack * self.entries if self.phase in (RUNNING, OVER) else 0
        bought = terms.rebuy_stack * self.rebuys + terms.add_on_stack * self.add_ons
        return started + bought + self.raced - self.removed

    def cost(self) -> int:
        """What an entry pays (T5)."""
        return self.terms.buy_in + self.terms.fee + self.terms.bounty
