"""What moderators do. Every act is written on the trail together with what it changes, and carried
out by whoever reads the trail: the server reads it after an act of its own, and once a second for
what the command line, or another process, has added."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from secrets import randbelow, token_urlsafe

from cutcard.store.moderation import (
    ANSWER,
    BAN,
    CLOSE,
    MUTE,
    NAME,
    RESTORE,
    ROLE,
    SETTLE,
    SUSPEND,
    WORDS,
    Act,
    Appeal,
    Sanction,
)
from cutcard.store.people import ADMIN, MODERATOR, PLAYER, NameTaken, Person
from cutcard.store.protocol import Store
from cutcard.store.social import Report
from cutcard.table.house import House, epoch_ms
from cutcard.table.words import Refusal, User

from .bars import Bars, address_of, net_of
from .bucket import Turnstile
from .chat import clean
from .finding import by_name
from .looks import looks

WHY = 500  # characters of a reason, an answer, a verdict
TEXT = 2000  # of an appeal
LONGEST = 10 * 365 * 86_400_000  # ms; longer is for good
WAITING, APPEALS = 1, 3  # of one user's sanction: without an answer, and ever
WAITING_OF_NET, APPEALS_OF_NET = 20, 200  # likewise of a range, which is many people's
CODE = 9  # bytes of an appeal's code
KNOCKS = (1 / 60, 5)  # a second, and at once: appeals from one address
TRIES = 20  # at a new name
LATE = 50  # acts that may be seen after one of a higher number
RANK = {PLAYER: 0, MODERATOR: 1, ADMIN: 2}

log = logging.getLogger("cutcard.lobby")


class Moderation:
    """Acts of moderators, `by` somebody of the house; None is the command line."""

    def __init__(
        self, store: Store, house: House | None = None, wall: Callable[[], int] = epoch_ms
    ) -> None:
        self.bars = Bars(wall)
        self.barred: list[Callable[[], None]] = []
        """Told when somebody may have been banned: who is by now is sent away."""
        self.renamed: list[Callable[[Person], None]] = []
        self.words_changed: list[Callable[[], None]] = []
        self.acted: list[Callable[[], None]] = []
        """Told when something was added to the trail here."""
        self._store = store
        self._house = house
        self._wall = wall
        self._appeals = Turnstile(*KNOCKS)
        self.restored = 0  # when the database was put back from a copy, the last time
        self._last: int | None = None  # act that was carried out; None: this is no server
        self._done: set[int] = set()  # of the last LATE ones
        self._turn = asyncio.Lock()

    # The trail

    async def start(self) -> None:
        """Holds what stands; what was done before is done."""
        self._last = await self._store.last_act()
        self._done = {one.id for one in await self._store.acts(after=self._last - LATE)}
        await self._hold()
        await self._close_restored()

    async def _close_restored(self) -> None:
        """F35: the database was put back from a copy: what players of its tables were told may go
        further than it knows, so that those tables never go on. Tables of events are closed with
        them (`Holder.call_off`)."""
        house, seen = self._house, 0
        while page := await self._store.acts(limit=1000, after=seen):
            seen = page[-1].id
            put_back = [act.at for act in page if act.what == RESTORE]
            self.restored = max([self.restored, *put_back])
        if house is None or not self.restored:
            return
        for info in house.tables():
            kept = await self._store.load(info.table, updates=0)
            if kept is not None and kept.table.created <= self.restored and not kept.table.event:
                house.close(info.table, "The server was put back to an earlier state")

    async def follow(self) -> None:
        """Carries out what was added to the trail since. Where several write, a number may be seen
        after a higher one: the last few are always looked at again."""
        if self._last is None:
            return
        async with self._turn:
            found = await self._store.acts(limit=2 * LATE, after=self._last - LATE)
            new = [one for one in found if one.id not in self._done]
            if new:
                await self._hold()
                self._last = max(self._last, found[-1].id)
                self._done = {one.id for one in found if one.id > self._last - LATE}
                for act in new:
                    await self._carry_out(act)
            else:  # a role may have been given by the command line
                self.bars.staff = await self._store.staff()

    async def _acted(self) -> None:
        """An act is on the trail: others on this database are to look, too."""
        for told in self.acted:
            told()
        await self.follow()

    async def _hold(self) -> None:
        self.bars.hold(await self._store.sanctions(self._wall()), await self._store.staff())

    async def _carry_out(self, act: Act) -> None:
        if act.what in (SUSPEND, BAN):
            for told in self.barred:
                told()
        elif act.what == NAME:
            person = await self._store.person(act.whom)
            for named in self.renamed if person is not None else ():
                named(person)  # type: ignore[arg-type] # it is not None
        elif act.what == CLOSE and act.table is not None and self._house is not None:
            try:
                self._house.close(act.table, f"Closed by the house: {act.why}")
            except Refusal as no:
                log.info("table %s was to be closed: %s", act.table, no.message)
        elif act.what == WORDS:
            for changed in self.words_changed:
                changed()

    # Sanctions

    async def suspend(self, by: User | None, user: str, until: int, why: str) -> Sanction:
        """Nobody of that name until then."""
        return await self._lay(by, SUSPEND, await self._whom(by, user), until, why)

    async def ban(
        self,
        by: User | None,
        user: str | None,
        net: str | None,
        until: int | None,
        why: str,
        *,
        host: str = "",
    ) -> Sanction:
        """A user or a range of addresses is kept out, for good or until then. `host` is where the
        moderator comes from, who would not want to ban themselves."""
        if (user is None) == (net is None):
            raise Refusal("INVALID_REQUEST", "Name a user or a range of addresses, one of both")
        if user is not None:
            return await self._lay(by, BAN, await self._whom(by, user), until, why)
        found = net_of(net or "")
        own = address_of(host)
        if own is not None and own.version == found.version and own in found:
            raise Refusal("INVALID_REQUEST", "Your own address is in that range")
        return await self._lay(by, BAN, str(found), until, why)

    async def mute(self, by: User | None, user: str, until: int | None, why: str) -> Sanction:
        """They say nothing at any table."""
        return await self._lay(by, MUTE, await self._whom(by, user), until, why)

    async def take_name(self, by: User | None, user: str, why: str) -> tuple[Sanction, Person]:
        """They are called something made up, and never that again."""
        person = await self._whom(by, user)
        why = self._reason(why)
        one = self._sanction(NAME, person, None, why, person.name)
        for _ in range(TRIES):
            name = f"Player {100_000 + randbelow(900_000)}"
            try:
                done = await self._store.take_name(
                    one, self._act(by, NAME, person.id, why), name, looks(name)
                )
            except NameTaken:
                continue
            if done is None:
                raise Refusal("NO_SUCH_PLAYER", "There is no such player")
            await self._acted()
            return done
        raise Refusal("GAME_ERROR", "No new name was free; try again")

    async def lift(self, by: User | None, sanction: int, why: str) -> Sanction:
        """It stands no more."""
        why = self._reason(why)
        done = await self._store.lift(sanction, self._act(by, "", "", why))
        if done is None:
            raise Refusal("NOT_FOUND", f"No sanction {sanction} stands")
        await self._acted()
        return done

    async def close(self, by: User | None, table: int, why: str) -> None:
        """A table is closed, its match called off; chips go back to who put them there."""
        if self._house is not None and table not in self._house.numbers():
            raise Refusal("GAME_NOT_FOUND", f"There is no table {table}")
        await self._write(by, CLOSE, "", self._reason(why), table)

    # Reports and appeals

    async def settle(self, by: User | None, report: int, verdict: str) -> None:
        """A moderator is done with a report."""
        verdict = self._reason(verdict)
        act = self._act(by, SETTLE, str(report), verdict)
        if not await self._store.settle_report(report, verdict, act):
            raise Refusal("NOT_FOUND", f"No report {report} waits")
        await self._acted()

    async def report(self, number: int) -> Report:
        """A report by its number."""
        found = await self._store.report(number)
        if found is None:
            raise Refusal("NOT_FOUND", f"There is no report {number}")
        return found

    def knock(self, address: str | None) -> None:
        """Refuses who appeals too often, whatever codes they try."""
        if address is not None and not self._appeals.take(address, self._wall() / 1000):
            raise Refusal("RATE_LIMITED", "Too many appeals from your address; try again later")

    async def appeal(self, code: str, text: str) -> int:
        """What somebody says against a sanction; its code shows that it is theirs."""
        found = await self._store.sanction_of(code.strip())
        if found is None or not found.stands(self._wall()):
            raise Refusal("NOT_FOUND", "No sanction that stands has this code")
        said = clean(text, TEXT)
        many = (WAITING, APPEALS) if found.user is not None else (WAITING_OF_NET, APPEALS_OF_NET)
        sent = Appeal(0, self._wall(), found.id, found.user, said)
        number = await self._store.add_appeal(sent, *many)
        if number is None:
            raise Refusal("RATE_LIMITED", "An appeal of yours waits already, or all were answered")
        return number

    async def answer(self, by: User | None, appeal: int, text: str, *, grant: bool) -> Appeal:
        """They are told this; where it is granted the sanction is lifted."""
        text = self._reason(text)
        act = self._act(by, ANSWER, str(appeal), text)
        done = await self._store.answer_appeal(appeal, text, grant, act)
        if done is None:
            raise Refusal("NOT_FOUND", f"No appeal {appeal} waits")
        await self._acted()
        return done

    # The house's own people

    async def appoint(self, by: User | None, user: str, role: str, why: str) -> Person:
        """A player becomes a moderator, or is one no more."""
        if role not in (PLAYER, MODERATOR):
            raise Refusal("INVALID_REQUEST", f"A role is {PLAYER} or {MODERATOR}")
        person = await self._whom(by, user)
        if person.guest:
            raise Refusal("INVALID_REQUEST", "A guest has no role")
        if person.role == ADMIN:
            raise Refusal("FORBIDDEN", "An admin's role is changed by: cutcard account admin")
        await self._store.appoint(person.id, role, self._act(by, ROLE, person.id, why))
        await self._acted()
        return person

    async def reload_words(self, by: User | None) -> None:
        """The list of unwanted words has changed."""
        await self._write(by, WORDS, "", "")

    # Inside

    async def find(self, who: str) -> Person:
        """The person with this id, or the account of this name."""
        person = await self._store.person(who) or await by_name(self._store, who)
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        return person

    async def _whom(self, by: User | None, who: str) -> Person:
        """Who it is about: not oneself, and nobody of one's own rank or above."""
        person = await self.find(who)
        if by is not None:
            if person.id == by.id:
                raise Refusal("INVALID_REQUEST", "That is yourself")
            own = await self._store.person(by.id)
            rank = RANK.get(PLAYER if own is None else own.role, 0)
            if RANK.get(person.role, 0) >= rank:
                raise Refusal("FORBIDDEN", "That is for somebody above you to decide")
        return person

    async def _lay(
        self, by: User | None, kind: str, whom: Person | str, until: int | None, why: str
    ) -> Sanction:
        why, now = self._reason(why), self._wall()
        if until is not None and not now < until <= now + LONGEST:
            raise Refusal("INVALID_REQUEST", "It ends in the future, and within ten years")
        name = whom if isinstance(whom, str) else whom.id
        one = self._sanction(kind, whom, until, why)
        laid = await self._store.lay(one, self._act(by, kind, name, why))
        await self._acted()
        return laid

    def _sanction(
        self, kind: str, whom: Person | str, until: int | None, why: str, name: str = ""
    ) -> Sanction:
        net = whom if isinstance(whom, str) else None
        user = None if isinstance(whom, str) else whom.id
        code = token_urlsafe(CODE)
        return Sanction(0, kind, user, net, self._wall(), until, why, code, name)

    async def _write(
        self, by: User | None, what: str, whom: str, why: str, table: int | None = None
    ) -> None:
        await self._store.add_act(self._act(by, what, whom, why, table))
        await self._acted()

    def _act(
        self, by: User | None, what: str, whom: str, why: str, table: int | None = None
    ) -> Act:
        return Act(0, self._wall(), "" if by is None else by.id, what, whom, table, None, why)

    def _reason(self, why: str) -> str:
        return clean(why, WHY).rstrip(".")
