"""Who has the lobby: one worker at a time (rows S22, S23). It knows all who are connected, wherever
they are, and all tables, as their workers show them; quick match, challenges, parties, friends,
lists and events are there, and so is what is done once for all (statistics, sweeps). When it is
gone, another takes the duty, and every worker tells it anew who is here and what they wait for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, Any

from msgspec import json

from cutcard.lobby.rooms import Far
from cutcard.store.people import BANK
from cutcard.store.protocol import Batch, StoreError
from cutcard.table.words import Notice, Refusal, User

from .frames import Kind, News, Shown, Tables, Told

if TYPE_CHECKING:
    from cutcard.store.postgres import PostgresStore

    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

DUTY = "lobby"
LOOK = 0.25  # seconds between two looks at who has it, while that is not certain
CALM = 2.0  # and while whoever has it is linked with us: its link breaks, or it says that it leaves
SHOW = 0.25  # between two showings of tables that changed
AFRESH = 5.0  # seconds after which a table is looked at again, though nothing was written of it but
# moves: how many watch, how far it is
SHOWN = 50  # so many of those in one showing, at most


class Lead:
    """The worker with the lobby, as this one sees it; `mine`: it is this one."""

    def __init__(self, bridge: Bridge, store: PostgresStore) -> None:
        self.mine = False
        self.link: Link | None = None
        self._bridge = bridge
        self._store = store
        self._hall = bridge.hall
        self._leaving = False
        self._certain = False  # who has it is linked with us, and stays
        self._doubt = asyncio.Event()  # it may be somebody else by now: looked at once
        self._telling = False  # news of others are carried out, and not spread again
        self._old: set[int] = set()
        self._sent: dict[int, Shown] = {}
        self._whole = True  # the next showing is of all tables
        self._tasks: list[asyncio.Task[None]] = []
        self._spreads: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        hall = self._hall
        hall.lobby.leads = False
        hall.lobby.presence.elsewhere = self._tell
        hall.lobby.rooms.seats = self._bridge.asks.seat
        hall.lobby.hosting.everywhere = self._bridge.crew.hosted
        hall.lobby.shuns.changed.append(lambda user: self.spread(News(shuns=user)))
        hall.lobby.moderation.acted.append(lambda: self.spread(News(trail=True)))
        hall.accounts.renamed.append(self._renamed)
        hall.house.witness(batch=self._see)
        await self._look()
        self._tasks = [
            asyncio.create_task(self._run(), name="who has the lobby"),
            asyncio.create_task(self._show(), name="showing tables"),
        ]

    def stop(self) -> list[asyncio.Task[None]]:
        """What is to be ended."""
        return [*self._tasks, *self._spreads]

    def leave(self) -> None:
        """This worker stops: another takes the lobby."""
        if self.mine:
            self.spread(News(lobby=True))
        self._leaving, self.mine = True, False
        self._hall.lobby.leads = False
        self._hall.lobby.presence.elsewhere = self._tell

    async def up(self, patience: float) -> bool:
        """Whether the lobby can be asked, at the latest in so many seconds."""
        until = asyncio.get_running_loop().time() + patience
        while not self.mine and (self.link is None or not self.link.up):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(LOOK / 5)
        return True

    # Who has it

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                certain = self.mine or self._certain
                await asyncio.wait_for(self._doubt.wait(), CALM if certain else LOOK)
            self._doubt.clear()
            try:
                await self._look()
                if self.mine:  # something may have ended elsewhere, and is to be counted
                    self._hall.lobby.scorer.wake()
                    await self._hall.house.count_again()
            except (StoreError, OSError) as reason:
                self._certain = False
                log.warning("who has the lobby is not known: %s", reason)
            except Exception:
                self._certain = False
                log.exception("looking for who has the lobby failed")

    async def _look(self) -> None:
        if self.mine:
            return
        self._certain = False
        crew = self._bridge.crew
        seat = await crew.holder(DUTY)
        free = seat is None or seat.leaving
        if free and not self._leaving and await crew.take(DUTY):
            await self._become()
            return
        if seat is None:
            return
        if seat.address == self._bridge.address:  # taken before, and something failed then
            if not self._leaving:
                await self._become()
            return
        if self.link is not None and self.link.up and self.link.address == seat.address:
            self._certain = not free
            return
        link = await self._bridge.dial(seat.address)
        if link is not None:
            self.link = link
            self._changed()

    async def _become(self) -> None:
        """This worker has the lobby from now on."""
        hall, holder = self._hall, self._hall.lobby.gallery.holder
        await holder.load()
        await hall.house.take_up(await self._store.claim_events())
        holder.take_up()
        self.mine, self.link = True, None
        hall.lobby.leads = True
        hall.lobby.presence.elsewhere = None
        log.info("this worker has the lobby")
        self._changed()

    def _changed(self) -> None:
        self._whole = True
        for gate in list(self._bridge.gates.values()):
            if gate.user is not None:
                gate.lobby_changed()

    def lost(self, link: Link) -> None:
        if self.link is link:
            self.link = None
            self._doubt.set()

    def left(self, address: str) -> None:
        """A worker is gone; others will show its tables."""
        self._hall.lobby.rooms.forget(address)

    # Tables

    def _see(self, batch: Batch) -> None:
        old = self._old
        for rows in (batch.tables, batch.seats, batch.matches):
            old.update(row.table for row in rows)
        old.update(batch.closed)
        paid = [one.account for one in batch.chips] + [one.account for one in batch.events.chips]
        paid = [one for one in paid if one != BANK]
        if paid:  # another worker may have these people at its tables too
            self.spread(News(balances=paid))

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(SHOW)
            if self.mine:
                self._old.clear()
                self._sent.clear()
            elif self.link is not None and self.link.up:
                await self._show_once(self.link)

    async def _show_once(self, link: Link) -> None:
        rooms, whole = self._hall.lobby.rooms, self._whole
        self._whole = False
        here = self._hall.house.numbers()
        if whole:
            self._sent.clear()
        again = list(islice(self._sent, min(SHOWN, ceil(len(self._sent) * SHOW / AFRESH))))
        for number in again:  # the others come first next time
            self._sent[number] = self._sent.pop(number)
        found, gone = rooms.shown(here if whole else {*self._old, *again})
        self._old.clear()
        changed = [Shown(info, secret) for info, secret in found]
        changed = [one for one in changed if self._sent.get(one.info.table) != one]
        self._sent.update((one.info.table, one) for one in changed)
        left = [number for number in gone if self._sent.pop(number, None) is not None]
        if whole or changed or left:
            try:
                await self._hall.house.settled()
            except Refusal:  # what was looked at is not so: all is shown anew
                self._whole = True
                return
            link.send(Kind.TABLES, 0, json.encode(Tables(changed, left, whole)))

    def shown(self, where: str, tables: Tables) -> None:
        """Another worker shows its tables."""
        far = [Far(where, one.info, one.link) for one in tables.changed]
        self._hall.lobby.rooms.show(where, far, tables.gone, whole=tables.whole)

    # Words

    def _tell(self, user: str, notice: Notice) -> bool:
        """Somebody is told something by the worker that has the lobby, wherever they are."""
        link = self.link
        if link is None or not link.up:
            return self._hall.lobby.presence.tell_here(user, notice)
        told = Told(user, notice.type, notice.table, notice.match, notice.payload)
        link.send(Kind.TELL, 0, json.encode(told))
        return True

    def _renamed(self, user: User) -> None:
        for gate in self._bridge.gates.values():
            if gate.user == user:
                gate.introduce()
        self.spread(News(renamed=(user.id, user.name, user.number, user.guest)))

    def spread(self, news: News) -> None:
        if not self._telling:
            self._later(self._bridge.spread(news))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._carefully(work))
        self._spreads.add(task)
        task.add_done_callback(self._spreads.discard)

    @staticmethod
    async def _carefully(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (StoreError, OSError, Refusal) as reason:
            log.warning("news did not reach everybody: %s", reason)

    def news(self, news: News) -> None:
        """What another worker says to all."""
        hall = self._hall
        self._telling = True
        try:
            if news.renamed is not None:
                user, name, number, guest = news.renamed
                hall.accounts.tell_renamed(User(user, name, False, number, guest))
            if news.shuns is not None:
                hall.lobby.shuns.forget(news.shuns)
            if news.balances:
                self._later(hall.house.floor.cashier.ask_again(news.balances))
            if news.claim:
                self._store.look()
            if news.trail:
                self._later(hall.lobby.moderation.follow())
            if news.lobby:
                self._doubt.set()
        finally:
            self._telling = False
