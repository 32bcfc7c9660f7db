"""The cashier: play chips between people's balances and the tables they sit at.

What the rules tell as `cash` facts is booked here, into the batch of the move that told them, so
that either both are written or neither. Bots play with the bank's chips. What somebody has to
spend is held here while they may sit at a table that costs chips, and is always what the store
says plus what is gathered to be written; who sits nowhere is let go of, and read again when they
come. Games without `cash` never come here.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cutcard.games import UnknownGame
from cutcard.kernel.game import Seat
from cutcard.kernel.optional import stakes
from cutcard.store.events import EventBooking
from cutcard.store.people import BANK, Booking, SeatChips
from cutcard.store.protocol import Batch, KeptTable, Store

from .vocabulary import vocabulary
from .words import Notice

if TYPE_CHECKING:
    from .life import Life
    from .writer import Writer

log = logging.getLogger("cutcard.table")

BUY_IN, CASH_OUT, CLOSED, RAKE = "buy_in", "cash_out", "table_closed", "rake"
TOLD = {BUY_IN: "table_join", CASH_OUT: "table_leave", CLOSED: "table_leave"}


def overdrawing(batch: Batch, balances: Mapping[str, int]) -> set[int]:
    """The tables at which those pay who pay more in all than they have."""
    paid: dict[str, int] = {}
    rows = [(row.account, row.amount) for row in batch.chips]
    for account, amount in [*rows, *((row.account, row.amount) for row in batch.events.chips)]:
        paid[account] = paid.get(account, 0) + amount
    poor = {who for who, sum_ in paid.items() if balances.get(who, 0) + sum_ < 0} - {BANK}
    return {row.table for row in batch.chips if row.account in poor and row.amount < 0}


class Cashier:
    """Balances, and what lies on the tables."""

    def __init__(self, store: Store, writer: Writer, wall: Callable[[], int]) -> None:
        self.told: Callable[[str, Notice], object] | None = None
        """Tells a user, wherever they are, what they have now: BALANCE {balance, reason}."""
        self._store = store
        self._writer = writer
        self._wall = wall
        self._balances: dict[str, int] = {}
        self._asked_for: set[str] = set()  # since the last sweep: they may be about to sit down
        self._gathered: Counter[str] = Counter()  # bookings of an account that are not durable yet
        self._unseen = 0  # bookings of accounts that were not known, ever
        self._held: dict[int, int] = {}  # table → chips on it
        self._owners: dict[int, dict[Seat, str]] = {}  # table → seat → whose chips lie there
        self._put_in: dict[int, dict[str, int]] = {}  # table → account → paid in, at the start
        writer.witnesses.append(self._see)
        writer.after.append(self._tell)

    async def start(self, tables: Collection[int]) -> None:
        """Learns what lies on these tables, and whose it is, before they are taken up."""
        if not tables:
            return
        lies = await self._store.chips_on_tables(list(tables))
        for one in lies:
            self._learn(one)
        await self.know([one.account for one in lies if one.account != BANK])

    async def meet(self, tables: Iterable[KeptTable]) -> None:
        """Learns what those at these tables have, before they are taken up again."""
        users: list[str] = []
        for kept in tables:
            with suppress(UnknownGame):
                if vocabulary(kept.table.game).cash:
                    users += [row.user for row in kept.seats if row.user and not row.bot]
        await self.know(users)

    def _learn(self, one: SeatChips) -> None:
        self._held[one.table] = self._held.get(one.table, 0) + one.put_in
        put_in = self._put_in.setdefault(one.table, {})
        put_in[one.account] = put_in.get(one.account, 0) + one.put_in
        self._owners.setdefault(one.table, {})[one.seat] = one.account

    async def know(self, users: Iterable[str]) -> None:
        """Learns what these have to spend; before they may sit down. What is gathered about them is
        waited for first, and what was booked while the store was asked makes it be asked again."""
        wanted = dict.fromkeys(users)
        self._asked_for.update(wanted)
        while unknown := [user for user in wanted if user not in self._balances]:
            while any(user in self._gathered for user in unknown):
                await self._writer.durable()
            unseen = self._unseen
            found = await self._store.balances(unknown)
            if unseen == self._unseen:
                for user, balance in found.items():
                    self._balances.setdefault(user, balance)
                return

    async def learn(self, user: str) -> int:
        """What somebody has to spend, by now."""
        await self.know([user])
        return self._balances[user]

    def let_go(self, there: Collection[str]) -> None:
        """Forgets what everybody has who is not at a table or in an event, nor was asked for since
        the last time: there may be very many who came once."""
        kept = self._asked_for.union(there, *(owners.values() for owners in self._owners.values()))
        for user in self._balances.keys() - kept - self._gathered.keys():
            del self._balances[user]
        self._asked_for = set()

    def balance(self, user: str) -> int:
        """What somebody has who is known."""
        return self._balances.get(user, 0)

    def forget(self, user: str) -> None:
        """The user has gone for good."""
        self._balances.pop(user, None)

    async def ask_again(self, users: Iterable[str]) -> None:
        """What these have was changed elsewhere, or is in doubt: it is read again."""
        known = [user for user in dict.fromkeys(users) if user in self._balances]
        if known:
            await self._writer.durable()
            before = {user: self._balances.get(user) for user in known}
            for user, balance in (await self._store.balances(known)).items():
                if self._balances.get(user) == before[user]:  # nothing was booked meanwhile
                    self._balances[user] = balance

    def purse(self, life: Life, seat: Seat) -> int | None:
        """What a seat's holder can pay; None: a bot, for whom the bank does."""
        user = life.table.roster[seat]
        return None if user is None or user.bot else self._balances.get(user.id, 0)

    def on_table(self, table: int) -> int:
        """The chips that lie there."""
        return self._held.get(table, 0)

    # Bookings

    def book(self, life: Life, deal: int, seat: Seat, amount: int) -> None:
        """A seat's holder gets so many chips off the table, or puts them on it (below zero)."""
        owners = self._owners.setdefault(life.row.table, {})
        if amount < 0:
            user = life.table.roster[seat]
            owners[seat] = BANK if user is None or user.bot else user.id
        reason = BUY_IN if amount < 0 else CASH_OUT
        self._move(life.row.table, deal, seat, owners.get(seat, BANK), amount, reason)

    def close(self, life: Life) -> None:
        """A table closes: what lies before each seat goes back to its owner, bets of a hand that
        is not over too; what was raked goes to the bank."""
        table, deal = life.row.table, life.table.deal
        if not self._held.get(table):
            return
        owners = self._owners.get(table, {})
        for seat, stake in enumerate(stakes(deal.state) if deal is not None else ()):
            self._pay_back(table, life.table.deal_number, seat, owners.get(seat, BANK), stake)
        self._sweep(table)

    def refund(self, table: int) -> None:
        """A table whose log no longer plays closes: everybody gets what they had put on it, as far
        as it lies there."""
        for account, put_in in self._put_in.get(table, {}).items():
            self._pay_back(table, None, None, account, put_in)
        self._sweep(table)

    def book_event(self, event: int, account: str, amount: int, why: str) -> None:
        """An account gets so many chips out of an event, or pays them into it (below zero)."""
        balance = self._gather(account, amount)
        row = EventBooking(event, self._wall(), account, amount, f"event_{why}", balance)
        self._writer.write().events.chips.append(row)

    def undo_events(self, bookings: Sequence[EventBooking]) -> None:
        """These were not written after all."""
        self._settle(bookings)
        for one in bookings:
            if one.account in self._balances:
                self._balances[one.account] -= one.amount

    def undo(self, bookings: Sequence[Booking]) -> None:
        """These, in their order, were not written after all."""
        self._settle(bookings)
        for one in reversed(bookings):
            if one.account in self._balances:
                self._balances[one.account] -= one.amount
            self._held[one.table] = self._held.get(one.table, 0) + one.amount
            if one.seat is not None and one.amount > 0:  # its chips lie there again
                self._owners.setdefault(one.table, {})[one.seat] = one.account

    def drop(self, table: int) -> None:
        """Nothing lies there any more: it is closed, or was never opened."""
        for kept in (self._held, self._owners, self._put_in):
            kept.pop(table, None)

    def _pay_back(
        self, table: int, deal: int | None, seat: Seat | None, account: str, stake: int
    ) -> None:
        """Never more than lies there, whatever the rules say."""
        amount = min(stake, self._held.get(table, 0))
        if amount != stake:
            log.error(
                "table %s owes seat %s %s chips and has %s; it pays what it has",
                table,
                seat,
                stake,
                amount,
            )
        if amount > 0:
            self._move(table, deal, seat, account, amount, CLOSED)

    def _sweep(self, table: int) -> None:
        rest = self._held.get(table, 0)
        if rest > 0:
            self._move(table, None, None, BANK, rest, RAKE)

    def _move(  # noqa: PLR0917 - a row of the ledger, in its order
        self, table: int, deal: int | None, seat: Seat | None, account: str, amount: int, why: str
    ) -> None:
        self._held[table] = self._held.get(table, 0) - amount
        balance = self._gather(account, amount)
        at = self._wall()
        row = Booking(table, deal, seat, at, account, amount, why, balance)
        self._writer.write().chips.append(row)

    def _gather(self, account: str, amount: int) -> int | None:
        """A booking is to be written; what the account has then, where that is known."""
        self._gathered[account] += 1
        if account not in self._balances:
            self._unseen += account != BANK  # whose balance nobody asks for
            return None
        self._balances[account] += amount
        return self._balances[account]

    def _settle(self, bookings: Iterable[Booking | EventBooking]) -> None:
        """These are durable, or will never be written."""
        for one in bookings:
            self._gathered[one.account] -= 1
            if self._gathered[one.account] <= 0:
                del self._gathered[one.account]

    # Telling

    def _see(self, batch: Batch) -> None:
        """A batch is durable: tables that closed in it are forgotten."""
        self._settle((*batch.chips, *batch.events.chips))
        for table in batch.closed:
            self.drop(table)

    def _tell(self, batch: Batch) -> None:
        """Whose balance changed is told, after the answers the batch held back."""
        for one in batch.chips if self.told is not None else ():
            if one.balance is not None and self.told is not None:
                payload = {"balance": one.balance, "reason": TOLD[one.reason]}
                self.told(one.account, Notice("BALANCE", None, None, payload))
        for paid in batch.events.chips if self.told is not None else ():
            if paid.balance is not None and self.told is not None:
                told = {"balance": paid.balance, "reason": paid.reason}
                self.told(paid.account, Notice("BALANCE", None, None, told))
