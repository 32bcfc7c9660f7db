"""The lobby: what both dialects and HTTP share besides the tables themselves. It knows no bytes and
no sockets; connections report who came and went, and are told what concerns them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Set

from msgspec import UNSET, UnsetType, json, to_builtins

from cutcard.events.holder import Holder
from cutcard.store.protocol import PLAYING, StoreError
from cutcard.store.social import Report
from cutcard.table.house import House, epoch_ms, monotonic_ms
from cutcard.table.tasks import Tasks
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Ear, Notice, Refusal, User

from .bucket import Turnstile
from .cards import phrase_text
from .chat import SPECTATORS, TABLE, Chat, ChatLine, clean
from .fairplay import FairPlay
from .friends import Friends
from .gallery import Gallery
from .gauntlet import Gauntlet
from .leaders import Leaders
from .matchmaker import Matchmaker
from .moderation import Moderation
from .parties import Parties
from .presence import Presence
from .scorer import Scorer
from .shuns import Shuns
from .tables import Tables
from .tails import Tails
from .unwanted import Unwanted
from .whereabouts import Whereabouts
from .wish import Caller

log = logging.getLogger("cutcard.lobby")

REPORTS = (1 / 60, 5)  # a second, and at once, of one user,
REPORTS_OF_ADDRESS = (1 / 15, 20)  # and of one address, whoever it calls itself
EVENTS = (1 / 30, 20)  # events, or tens of bots in them, of one address likewise
STIRS = (1 / 10, 20)  # times a second, and at once, that one user enters, leaves or proposes there
LET_GO = 60_000  # ms between two times at which those who went away are forgotten


class Lobby(Tables):
    """All of it, for one house."""

    def __init__(
        self,
        house: House,
        most: int,
        events: Holder,
        *,
        words: Unwanted | None = None,
        distinct: bool = False,
        clock: Callable[[], int] = monotonic_ms,
        wall: Callable[[], int] = epoch_ms,
    ) -> None:
        super().__init__(house, most, words)
        store = house.store
        self.moderation = Moderation(store, house, wall)
        self.bars = self.moderation.bars
        self.moderation.words_changed.append(self.words.reload)
        house.read_texts(self.words.refuse)
        self.fairplay = FairPlay(store, house, wall)
        self.presence = Presence()
        self.shuns = Shuns(store, clock, wall)
        self.friends = Friends(store, self.rooms, self.presence, self.shuns, wall)
        self.chat = Chat()
        self.tails = Tails(self.chat)
        self.parties = Parties(self.presence, self.shuns, clock, self._parted)
        self.matchmaker = Matchmaker(
            house,
            self.shuns,
            self.parties.partner,
            clock,
            wall,
            self.rooms,
            self.hosting,
            distinct=distinct,
        )
        self.gauntlet = Gauntlet(house, self.presence, self.shuns, clock, self.hosting)
        self.gallery = Gallery(events, self.presence)
        self.leaders = Leaders(store, wall)
        self.scorer = Scorer(store, house, self.presence.tell)
        self._clock = clock
        self._wall = wall
        self._let_go_at = clock() + LET_GO
        self._reports = Turnstile(*REPORTS)
        self._reports_of_address = Turnstile(*REPORTS_OF_ADDRESS)
        self._events = Turnstile(*EVENTS)
        self._stirs = Turnstile(*STIRS)
        self._tasks = Tasks("telling friends who is here")
        self.leads = True  # False: another worker has the lobby, and tells who is here
        self.presence.changed.append(self._came_or_went)
        Whereabouts(self.rooms, self._sat_or_left)
        house.told_balance(self.presence.tell)

    def went(self, user: User, caller: Caller) -> None:
        """A connection is gone; `presence` has been told."""
        self.matchmaker.went(user, caller)
        self.parties.went(user, caller)
        self.board.leave(caller)
        self.gallery.went(user, caller)
        if not self.presence.online(user.id):
            self.gauntlet.went(user)

    def rename(self, user: User) -> None:
        """A user is called something else from now on: they, wherever they are connected, and
        their friends are told."""
        self.presence.rename(user)
        if not self.leads:
            return
        self.matchmaker.rename(user)
        self.parties.rename(user)
        self.gauntlet.rename(user)
        self.gallery.holder.rename(user)
        told = {"userId": user.id, "name": user.name, "guest": user.guest}
        self.presence.tell(user.id, Notice("RENAMED", None, None, told))
        self._tell_friends({user})

    def sweep(self) -> None:
        """Once a second: forgets what is over."""
        self.board.sweep()
        self.matchmaker.look()  # it has its own timer; nobody waits for ever where that failed
        self.gauntlet.look()
        self.parties.look()
        self.chat.sweep(self.house.numbers())
        self.tails.sweep(self.house.numbers())
        if self._clock() >= self._let_go_at:
            self._let_go_at = self._clock() + LET_GO
            events = self.gallery.holder
            events.let_go()
            self.house.let_go_of_balances(events.people())

    def may_make_event(self, address: str | None, bots: int) -> None:
        """RATE_LIMITED where an address has made enough of them: each may be played by bots alone,
        for hours. None: it is not limited."""
        if address is None:
            return
        if not self._events.take(address, self._clock() / 1000):
            raise Refusal("RATE_LIMITED", "You have made enough events for now; try again later")
        self._events.owe(address, bots / 10)

    def may_stir_event(self, user: User) -> None:
        """RATE_LIMITED where somebody comes and goes again and again: each time is in the event's
        log for ever, and told to all who are in it."""
        if not self._stirs.take(user.id, self._clock() / 1000):
            raise Refusal("RATE_LIMITED", "You come and go too often; wait a moment")

    # Talk

    async def phrase(self, user: User, table: int, name: str) -> ChatLine:
        """One of the game's own phrases, which everybody reads in their own language."""
        game = self.house.info(table).game
        there = vocabulary(game).traits.phrases
        if name not in there:
            known = f"there are: {', '.join(there)}" if there else "this game has none"
            raise Refusal("INVALID_REQUEST", f"There is no such phrase; {known}")
        return await self.say(user, table, phrase_text(game, name), name)

    async def say(
        self, user: User, table: int, text: str, phrase: str | UnsetType = UNSET
    ) -> ChatLine:
        """A line to those at the table who may hear it, the speaker too."""
        self.bars.refuse_muted(user.id)
        if phrase is UNSET:
            self.words.refuse(text, "Your line")
        deaf = await self.shuns.deaf_to(user.id)
        await self.tails.take_up(table)
        there = list(self.house.audience(table))
        seated = user in self.house.roster(table)
        if not seated and all(who != user for _, who, _ in there):
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        apart = not seated and self.house.info(table).status == PLAYING
        channel = SPECTATORS if apart else TABLE
        line = self.chat.say(table, user, text, channel, self._clock(), self._wall(), phrase)
        self.tails.said(line)
        ears: set[Ear] = {
            ear
            for ear, who, seat in there
            if (seat is None or not apart) and (who is None or who.id not in deaf)
        }
        match = self.house.info(table).match
        notice = Notice("CHAT", table, match, to_builtins(line))
        self.house.say(table, notice, ears, late=seated)
        return line

    async def lines(self, user: User, table: int) -> list[ChatLine]:
        """The last lines this user may read."""
        info, seated = self.house.info(table), user in self.house.roster(table)
        if not seated and all(who != user for _, who, _ in self.house.audience(table)):
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        late = info.spectator_delay_seconds * 1000
        await self.tails.take_up(table)
        found = self.chat.lines(
            table, seated=seated, until=self._wall() - late if late and not seated else None
        )
        shunned = {one.id for _, one in await self.house.store.shunned(user.id)}
        return [line for line in found if line.sender not in shunned]

    async def report(
        self, user: User, who: str, table: int | None, reason: str, address: str | None = None
    ) -> int:
        """A complaint, kept for moderators with what was said lately, and which deal it was."""
        other = await self.friends.find(who)
        if other.id == user.id:
            raise Refusal("INVALID_REQUEST", "That is yourself")
        reason = clean(reason)
        now = self._clock() / 1000
        if not self._reports.take(user.id, now) or (
            address is not None and not self._reports_of_address.take(address, now)
        ):
            raise Refusal("RATE_LIMITED", "You have reported enough for now; try again later")
        known = table is not None and self.house.knows(table, user)
        if table is not None and known:
            await self.tails.take_up(table)
        said = json.encode(self.chat.said_by(other.id, table)).decode()
        chat, deal = "[]", None
        if table is not None and known:
            chat = json.encode(self.chat.said_at(table)).decode()
            deal = self.house.peek(table).deal_number or None
        report = Report(0, self._wall(), user.id, other.id, table, reason, said, chat, deal)
        return await self.house.store.add_report(report)

    # Inside

    def _parted(self, user: User, partner: User) -> None:
        self.matchmaker.parted(user, partner)

    def _came_or_went(self, user: User, here: bool) -> None:
        self._tell_friends({user})

    def _sat_or_left(self, users: Set[User]) -> None:
        self._tell_friends({user for user in users if self.presence.online(user.id)})

    def _tell_friends(self, users: Set[User]) -> None:
        if users and self.leads and not self.house.stopping:
            self._tasks.start(self._told_friends(users))

    async def _told_friends(self, users: Set[User]) -> None:
        try:
            for user in users:
                await self.friends.tell(user)
        except StoreError as reason:  # nobody waits for it
            log.warning("presence not sent to friends, the store failed: %s", reason)
