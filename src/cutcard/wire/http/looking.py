"""A deal that is over, looked at again: step by step as its viewer saw it, and as text."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from cutcard.games import game as game_named
from cutcard.kernel.game import Seat
from cutcard.lobby.requests import HTTP, Asker, Who, request
from cutcard.lobby.requests.registry import OPEN, Count, TableNumber, Word
from cutcard.lobby.tables import SeatNumber
from cutcard.replay import Drift as Unplayable
from cutcard.replay.show import lines
from cutcard.replay.story import of_recording
from cutcard.store.protocol import DealLog, MatchRow, PastTable, Store
from cutcard.table.deal import Drift
from cutcard.table.dealt_in import dealt_in
from cutcard.table.house import epoch_ms
from cutcard.table.patch import plain
from cutcard.table.recordings import dealt_on, recording_of
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal

from .aside import aside
from .retold import NO_DEAL, PUT_AWAY, Player, may_look, must_be_over, seat_in, whole_to_all
from .route import PLAIN, carries
from .walk import LOG, Walk, Walks, ids_of, walk

NOT_OVER = "The deal is not over"
REFUSED = ("GAME_NOT_FOUND", "NOT_WATCHABLE", "INVALID_GAME_STATE", "FORBIDDEN")
_walks = Walks()


class OfViews(Struct, rename={"start": "from"}):
    """`from`: after how many entries of the log; `seat`: whose side, where it is not yours."""

    table: TableNumber
    deal: TableNumber
    start: Count = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 200
    seat: SeatNumber | None = None


class OfText(Struct):
    table: TableNumber
    deal: TableNumber
    form: Word = LOG
    seat: SeatNumber | None = None


class Views(Struct, rename={"start": "from"}, omit_defaults=True):
    """A deal as `seat` saw it (none: a spectator): `view` after the first `from` entries of
    `entries`, and of those that follow `steps`: {n, at, facts, patch, seat?, move?}. A step's
    `facts` are what was told with it, `patch` (RFC 7386) makes the view after it of the one before,
    `seat` (-1: time) and `move` are there where the viewer may know them. `next` is the `from` of
    the next page, where there is one. `whole`: any seat's side may be asked for. `forms` are those
    of /text; `proof`: there is a signed file."""

    table: int
    deal: int
    match: str
    game: str
    version: int
    options: dict[str, Any]
    seats: int
    opened: int
    players: list[Player]
    whole: bool
    forms: list[str]
    proof: bool
    entries: int
    start: int
    view: dict[str, Any]
    steps: list[Raw]
    seat: int | None = None
    next: int | None = None


class DealText(Struct):
    """A deal in words, or in a format that others read."""

    text: str


class Looked(Struct):
    """A deal, and whose side of it is told."""

    table: PastTable
    match: MatchRow
    log: DealLog
    users: dict[int, str]  # by seat
    proved: bool
    seat: Seat | None
    whole: bool
    now: int

    def over(self, walked: Walk) -> bool:
        """Whether the viewer may know that it is over."""
        if not walked.over and self.match.completed is None:
            return False
        last = self.log.entries[-1].at if self.log.entries else 0
        ended = self.match.completed or self.log.header.opened + last
        late = 0 if self.seat is not None and not self.whole else self.table.delay * 1000
        return self.now >= ended + late


@request("DEAL_VIEWS", HTTP, who=Who.ANYONE, cost=OPEN, refuses=REFUSED)
async def deal_views(asker: Asker, wish: OfViews) -> Views:
    """A deal that is over, step by step: what the asker's seat saw (else a spectator) after each
    entry of its log, a page at a time, at most 500 entries and half a megabyte. Where the game
    shows its seed and the match is over, any `seat`'s side. A link to a move is the number of
    entries before it: `from`."""
    found = await looked(asker, wish.table, wish.deal, wish.seat)
    head, walked = found.log.header, await _walked(asker, found)
    if wish.start > len(walked.steps):
        raise Refusal("INVALID_REQUEST", f"The deal has {len(walked.steps)} entries")
    # A long deal's patches are read up to there, too much for the loop.
    view = await aside(asker, partial(walked.view_at, wish.start)) if wish.start else walked.first
    steps = walked.page(wish.start, wish.limit)
    after = wish.start + len(steps)
    return Views(
        table=head.table,
        deal=head.deal,
        match=f"{head.table}-{head.match}",
        game=head.game,
        version=head.version,
        options=plain(vocabulary(head.game).read_options(head.options)),
        seats=head.seats,
        opened=head.opened,
        players=await _players(asker.hall.house.store, found),
        whole=found.whole,
        forms=walked.forms,
        proof=found.proved,
        entries=len(walked.steps),
        start=wish.start,
        view=view,
        steps=steps,
        seat=found.seat,
        next=after if after < len(walked.steps) else None,
    )


@request("DEAL_TEXT", HTTP, who=Who.ANYONE, cost=OPEN, refuses=REFUSED)
async def deal_text(asker: Asker, wish: OfText) -> DealText:
    """A deal that is over as text, with what the asker's seat saw (else a spectator): `form` is
    `log`, which people read, or one that the game has besides (poker: `phh`, and `stars` for
    trackers). Where the game shows its seed and the match is over, any `seat`'s side."""
    found = await looked(asker, wish.table, wish.deal, wish.seat)
    walked = await _walked(asker, found)
    if wish.form not in walked.forms:
        raise Refusal("INVALID_REQUEST", f"This deal's forms are {', '.join(walked.forms)}")
    names = [f"Seat {seat}" for seat in range(found.log.header.seats)]
    for one in await _players(asker.hall.house.store, found):
        names[one.seat] = one.name or names[one.seat]
    return DealText(await aside(asker, partial(_text, found, names, wish.form)))


def _text(found: Looked, names: list[str], form: str) -> str:
    rules, log = game_named(found.log.header.game), found.log
    try:
        story = of_recording(
            *(rules, recording_of(log), names, found.seat), everything=False, when=dealt_on(log)
        )
    except Unplayable as reason:
        raise Refusal("INVALID_GAME_STATE", f"It cannot be told any more: {reason}") from None
    if form == LOG:
        return "\n".join(lines(story.screen, story.scenes, story.viewer, story.names)) + "\n"
    return story.texts[form].rstrip("\n") + "\n"


async def looked(asker: Asker, table: int, deal: int, side: Seat | None) -> Looked:
    """A deal the asker may know of, from their own side or the one they name."""
    store, now = asker.hall.house.store, epoch_ms()
    past = await store.past_table(table)
    if past is None:
        raise Refusal("GAME_NOT_FOUND", NO_DEAL)
    users = await dealt_in(store, table, deal)
    seat = seat_in(past, deal, asker.user, users)
    may_look(past, seat, asker.user)
    must_be_over(asker.hall.house, table, deal)
    log = await store.deal(table, deal)
    match = None if log is None else await store.match(table, log.header.match)
    if log is None or match is None:
        gone = await store.archived(table)
        raise Refusal("GAME_NOT_FOUND", NO_DEAL if gone is None else PUT_AWAY)
    whole = whole_to_all(match, log, now)
    if side is not None and side != seat:
        if side >= log.header.seats:
            raise Refusal("INVALID_REQUEST", f"The deal has seats 0 to {log.header.seats - 1}")
        if not whole:
            raise Refusal("FORBIDDEN", "That seat's side of the deal is not shown to others")
        seat = side
    proved = bool(users)
    users = users or {
        row.seat: row.user for row in past.seats if row.user is not None and row.since <= deal
    }
    return Looked(past, match, log, users, proved, seat, whole, now)


async def _walked(asker: Asker, found: Looked) -> Walk:
    """What that viewer saw, where they may know it by now."""
    head = found.log.header
    ids = ids_of(found.users, head.seats)
    which = (head.table, head.deal, len(found.log.entries), found.seat, found.whole, ids)
    walked = _walks.get(which)
    if walked is None:
        try:
            making = partial(walk, found.log, found.seat, ids, whole=found.whole)
            walked = await aside(asker, making)
        except Drift as reason:
            raise Refusal("INVALID_GAME_STATE", f"It cannot be told any more: {reason}") from None
        if walked.over:
            _walks.put(which, walked)
    if not found.over(walked):
        raise Refusal("INVALID_GAME_STATE", NOT_OVER)
    return walked


async def _players(store: Store, found: Looked) -> list[Player]:
    """Who sat there, by the names they have now."""
    deal = found.log.header.deal
    now = {row.user: row for row in found.table.seats if row.user is not None}
    left = sorted({user for user in found.users.values() if user not in now})
    names = {one: person.name for one, person in (await store.persons(left)).items()}
    told = []
    for seat, user in sorted(found.users.items()):
        row = now.get(user)
        name = names.get(user, "") if row is None else row.name
        told.append(Player(seat, user, name, row is not None and row.bot is not None))
    told += [  # a lock names no bots, and who looks wants to see them
        Player(row.seat, row.user or "", row.name, True)
        for row in found.table.seats
        if row.bot is not None and row.seat not in found.users and row.since <= deal
    ]
    return sorted(told, key=lambda one: one.seat)


def _as_text(one: DealText) -> str:
    return one.text


carries("GET", "/api/deals/{table}/{deal}/views", "deal_views", "DEAL_VIEWS", part="replays",
        signed="may")  # fmt: skip
carries("GET", "/api/deals/{table}/{deal}/text", "deal_text", "DEAL_TEXT", part="replays",
        signed="may", media=PLAIN, says=_as_text)  # fmt: skip
