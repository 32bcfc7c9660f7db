"""What moderators may ask, and the appeal of those they act on. Every act is on the trail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Raw, Struct, json

from cutcard.store.moderation import Act, Appeal, Sanction
from cutcard.store.protocol import ABANDONED, COMPLETED, Store
from cutcard.store.social import Report

from ..chat import ChatLine
from ..moderation import TEXT, WHY
from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, WS, Count, F, Nothing, Person, TableNumber, request

Reason = Annotated[str, Meta(min_length=1, max_length=WHY)]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
Range = Annotated[str, Meta(min_length=1, max_length=64)]
ENTRIES = 200  # of a deal's log beside a report
REFUSES = ("NO_SUCH_PLAYER", "INVALID_REQUEST")


class Suspension(Struct):
    user: Person
    until: Count  # epoch ms
    why: Reason


class Ban(Struct):
    """Of a user or of a range of addresses, for good or until then."""

    why: Reason
    user: Person | None = None
    net: Range | None = None
    until: Count | None = None


class Silence(Struct):
    user: Person
    why: Reason
    until: Count | None = None


class Lifting(Struct):
    sanction: Number
    why: Reason


class Closing(Struct):
    table: TableNumber
    why: Reason


class Naming(Struct):
    user: Person
    why: Reason


class OfReport(Struct):
    report: Number


class Verdict(Struct):
    report: Number
    verdict: Reason


class Queue(Struct):
    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    all: bool = False  # those that are done with, too


class Trailing(Struct):
    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    user: Person | None = None


class OfUser(Struct):
    user: Person


class Appealing(Struct):
    code: Code
    text: Annotated[str, Meta(min_length=1, max_length=TEXT)]


class Answering(Struct):
    appeal: Number
    answer: Reason
    grant: bool = False


class Laid(Struct):
    """A sanction as moderators see it."""

    sanction: Sanction


class Renamed(Struct):
    """What somebody is called now."""

    sanction: Sanction
    name: str


class Reports(Struct):
    """Complaints, oldest first; the last one's `id` is the next page's `after`."""

    reports: list[Report]


class Move(Struct):
    """An entry of a log: at how many ms of the deal, from which seat, what."""

    at: int
    seat: int
    move: Raw


class Log(Struct, rename="camel"):
    """A deal that is over, as it was played; who sits at the table now, by seat."""

    deal: int
    game: str
    seats: dict[str, str]
    moves: list[Move]


class Case(Struct, omit_defaults=True):
    """A report with the chat and the log of its table beside it. A deal under way has no log yet:
    nobody is shown hidden cards, moderators neither."""

    report: Report
    said: list[ChatLine]
    chat: list[ChatLine]
    log: Log | None = None


class Appeals(Struct):
    """Oldest first; the last one's `id` is the next page's `after`."""

    appeals: list[Appeal]


class Sent(Struct):
    appeal: int


class Record(Struct, omit_defaults=True, rename="camel"):
    """What was laid on somebody, the last first; and where they came from last, if it is known."""

    user_id: str
    name: str
    sanctions: list[Sanction]
    address: str | None = None


class Trail(Struct):
    """Acts, oldest first; the last one's `id` is the next page's `after`."""

    acts: list[Act]


class Figures(Struct):
    """At which moment (epoch ms), and what it was then, by name; those of one kind have what they
    are of behind a colon: `house:tables`, `move_seconds_recent:0.99`."""

    at: int
    figures: dict[str, float]


def _moderator(name: str, cost: int = 1, refuses: tuple[str, ...] = REFUSES) -> Callable[[F], F]:
    return request(name, WS, HTTP, who=Who.MODERATOR, cost=cost, refuses=refuses)


@_moderator("MOD_SUSPEND")
async def suspend(asker: Asker, wish: Suspension) -> Laid:
    """Moderators: keep somebody out until then (epoch ms); their connections end at once."""
    does = asker.hall.lobby.moderation
    return Laid(await does.suspend(user_of(asker), wish.user, wish.until, wish.why))


@_moderator("MOD_BAN")
async def ban(asker: Asker, wish: Ban) -> Laid:
    """Moderators: keep a user or a range of addresses (`net`, as 10.1.0.0/16 or 2001:db8::/48) out,
    for good or until then; connections end at once. No address keeps a moderator out."""
    does, by = asker.hall.lobby.moderation, user_of(asker)
    return Laid(await does.ban(by, wish.user, wish.net, wish.until, wish.why, host=asker.host))


@_moderator("MOD_MUTE")
async def mute(asker: Asker, wish: Silence) -> Laid:
    """Moderators: somebody says nothing at any table, for good or until then."""
    does = asker.hall.lobby.moderation
    return Laid(await does.mute(user_of(asker), wish.user, wish.until, wish.why))


@_moderator("MOD_LIFT", refuses=("NOT_FOUND",))
async def lift(asker: Asker, wish: Lifting) -> Laid:
    """Moderators: a sanction stands no more."""
    return Laid(await asker.hall.lobby.moderation.lift(user_of(asker), wish.sanction, wish.why))


@_moderator("MOD_CLOSE_TABLE", refuses=("GAME_NOT_FOUND",))
async def close_table(asker: Asker, wish: Closing) -> Nothing:
    """Moderators: close a table. Its match is called off, unrated; chips go back."""
    await asker.hall.lobby.moderation.close(user_of(asker), wish.table, wish.why)
    return Nothing()


@_moderator("MOD_TAKE_NAME")
async def take_name(asker: Asker, wish: Naming) -> Renamed:
    """Moderators: take somebody's name away. They are called something made up until they choose
    another; that one is not theirs again while the sanction stands."""
    done = await asker.hall.lobby.moderation.take_name(user_of(asker), wish.user, wish.why)
    return Renamed(done[0], done[1].name)


@_moderator("REPORTS", LIST, ())
async def list_reports(asker: Asker, wish: Queue) -> Reports:
    """Moderators: complaints about players that wait, or `all`; those of the house are hints that
    somebody may not have played fair."""
    store = asker.hall.house.store
    return Reports(await store.reports(wish.limit, wish.after, waiting=not wish.all))


@_moderator("MOD_REPORT", LIST, ("NOT_FOUND",))
async def one_report(asker: Asker, wish: OfReport) -> Case:
    """Moderators: a report with the chat and the log of its table beside it."""
    store = asker.hall.house.store
    found = await asker.hall.lobby.moderation.report(wish.report)
    return Case(found, _lines(found.said), _lines(found.chat), await _log_of(store, found))


@_moderator("MOD_SETTLE", refuses=("NOT_FOUND",))
async def settle(asker: Asker, wish: Verdict) -> Nothing:
    """Moderators: be done with a report."""
    await asker.hall.lobby.moderation.settle(user_of(asker), wish.report, wish.verdict)
    return Nothing()


@_moderator("MOD_APPEALS", LIST, ())
async def list_appeals(asker: Asker, wish: Queue) -> Appeals:
    """Moderators: appeals that wait for an answer, or `all`."""
    store = asker.hall.house.store
    return Appeals(await store.appeals(wish.limit, wish.after, waiting=not wish.all))


@_moderator("MOD_ANSWER", refuses=("NOT_FOUND",))
async def answer(asker: Asker, wish: Answering) -> Nothing:
    """Moderators: answer an appeal; with `grant` the sanction is lifted. Who appealed is told the
    answer where they are refused next."""
    does = asker.hall.lobby.moderation
    await does.answer(user_of(asker), wish.appeal, wish.answer, grant=wish.grant)
    return Nothing()


@_moderator("MOD_RECORD", LIST, ("NO_SUCH_PLAYER",))
async def record(asker: Asker, wish: OfUser) -> Record:
    """Moderators: what was laid on somebody so far, and the address they came from last."""
    lobby = asker.hall.lobby
    person = await lobby.moderation.find(wish.user)
    came = lobby.fairplay.whence(person.id)
    laid = await asker.hall.house.store.sanctions_of(person.id)
    return Record(person.id, person.name, laid, None if came is None else came.address)


@_moderator("MOD_TRAIL", LIST, ("NO_SUCH_PLAYER",))
async def trail(asker: Asker, wish: Trailing) -> Trail:
    """Moderators: every act of a moderator, or those on one user: who, what, whom, when and why."""
    lobby = asker.hall.lobby
    whom = "" if wish.user is None else (await lobby.moderation.find(wish.user)).id
    return Trail(await asker.hall.house.store.acts(wish.limit, wish.after, whom))


@_moderator("MOD_FIGURES", LIST, ())
async def figures(asker: Asker, wish: Nothing) -> Figures:
    """Moderators: how the house does now: people, tables, moves, deals, times, the machine. Whoever
    wants to see it move asks again."""
    return Figures(asker.hall.house.floor.wall(), asker.hall.figures())


@request("APPEAL", WS, HTTP, who=Who.NOBODY, cost=LIST, refuses=("NOT_FOUND", "RATE_LIMITED"))
async def appeal(asker: Asker, wish: Appealing) -> Sent:
    """Say something against a sanction, in at most 2000 characters; `code` is in the refusal
    (`details.appeal`). One waits at a time, and three may be sent in all. The answer is in the
    refusal too (`details.answer`), once a moderator has given one."""
    does = asker.hall.lobby.moderation
    does.knock(asker.limited_host)
    return Sent(await does.appeal(wish.code, wish.text))


def _lines(said: str) -> list[ChatLine]:
    return json.decode(said, type=list[ChatLine])


async def _log_of(store: Store, report: Report) -> Log | None:
    """The deal that was reported, or the one before it where that is under way."""
    if report.table is None:
        return None
    lines = await store.deals(table=report.table, limit=2)
    there = await store.past_table(report.table)
    if not lines or there is None:
        return None
    over = lines[0].deal if lines[0].status in (COMPLETED, ABANDONED) else lines[0].deal - 1
    number = min(report.deal or over, over)
    kept = await store.deal(report.table, number) if number > 0 else None
    if kept is None:
        return None
    seats = {str(one.seat): one.name for one in there.seats if one.user is not None}
    moves = [Move(one.at, one.seat, Raw(one.move)) for one in kept.entries[-ENTRIES:]]
    return Log(number, kept.header.game, seats, moves)
