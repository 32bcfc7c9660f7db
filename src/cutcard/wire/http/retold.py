"""A deal told again to somebody who asks later, and never more than they may know.

- A deal under way is told to those who sit in it, each their own side; nobody else is told any of
  it here (who watches does so at the table, with the delay the table has).
- A deal that is over is told as the asker's seat saw it, or as a spectator did.
- Where the game shows its seed, all of it is told once the match is over: every move, every fact,
  the seed and the digests, so that anyone can prove it.
- The seed of a day is told when that day is over.
- Of a deal that is played at two tables nothing is told here before it is over at both.
- A private table is known only to who sat there or opened it; one without spectators is too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cutcard.kernel.game import NATURE, Seat
from cutcard.kernel.hear import heard
from cutcard.kernel.optional import of_the_day
from cutcard.store.deal_line import DealLine
from cutcard.store.protocol import ABANDONED, COMPLETED, DealLog, MatchRow, PastTable
from cutcard.table.days import day_of
from cutcard.table.deal import Deal, Drift
from cutcard.table.house import House
from cutcard.table.patch import plain
from cutcard.table.undo import undo_of
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, User

from ..people import with_people

NO_DEAL = "There is no such deal"
PUT_AWAY = "This deal was archived; ask whoever runs this server for it"


class Player(Struct, rename="camel"):
    seat: int
    user_id: str
    name: str
    bot: bool


class Step(Struct, omit_defaults=True):
    """One entry of the log: when on the deal's clock, who and what (where the asker may know),
    what was told, and the state's digest where one was taken (every 16 entries and at the end)."""

    n: int
    at: int
    facts: list[Any]
    seat: int | None = None  # -1: time itself
    move: dict[str, Any] | None = None
    digest: str | None = None


class Retold(Struct, rename="camel", omit_defaults=True):
    """A deal. `seat` is whose side it is told from, none: a spectator's. `whole`: nothing is
    left out. `view` is what could be seen at the end."""

    table: int
    deal: int
    match: str
    game: str
    version: int
    options: dict[str, Any]
    seats: int
    opened: int
    status: str
    finished: bool
    whole: bool
    commitment: str
    players: list[Player]
    steps: list[Step]
    view: dict[str, Any]
    seat: int | None = None
    seed: str | None = None
    carry: dict[str, Any] | None = None


def seat_in(
    table: PastTable, deal: int, user: User | None, dealt: Mapping[int, str] | None = None
) -> Seat | None:
    """The seat a user had in that deal. `dealt` is whom its lock names: it knows those too who have
    left. Of a deal without one nobody knows any more who left, and they see no more than a
    spectator."""
    if user is None:
        return None
    if dealt:
        return next((seat for seat, one in dealt.items() if one == user.id), None)
    for row in table.seats:
        if row.user == user.id and row.since <= deal:
            return row.seat
    return None


def whole_to_all(match: MatchRow, log: DealLog, now: int) -> bool:
    """Whether nothing of a deal is secret any more (epoch ms)."""
    words = vocabulary(log.header.game)
    if of_the_day(words.read_options(log.header.options)) and day_of(now) == day_of(
        log.header.opened
    ):
        return False
    return words.game.shows_seed and match.status in (COMPLETED, ABANDONED)


def may_look(table: PastTable, seat: Seat | None, user: User | None) -> None:
    """Refuses where somebody may not know of the table's deals."""
    mine = seat is not None or (user is not None and user.id == table.host)
    if mine or (user is not None and any(row.user == user.id for row in table.seats)):
        return
    if table.private:
        raise Refusal("GAME_NOT_FOUND", NO_DEAL)
    if not table.watchable:
        raise Refusal("NOT_WATCHABLE", "This table has no spectators")


def is_over(house: House, line: DealLine) -> bool:
    """Whether a deal can be told again: it is over, at the other table that plays it too."""
    over = line.over or house.over_here(line.table, line.deal)
    return over and not house.played_elsewhere(line.table, line.deal)


def must_be_over(house: House, table: int, deal: int) -> None:
    """Refuses a deal that is still played at another table, whoever asks."""
    if house.played_elsewhere(table, deal):
        raise Refusal("INVALID_GAME_STATE", "The same deal is still played at another table")


def retell(table: PastTable, match: MatchRow, log: DealLog, seat: Seat | None, now: int) -> Retold:
    """The deal as the seat, or a spectator, may know it at this moment (epoch ms). Plays the
    whole log: not for the loop."""
    head = log.header
    words = vocabulary(head.game)
    whole = whole_to_all(match, log, now)
    steps: list[Step] = []
    try:
        deal = Deal(words, head)
        for entry, told in deal.again(words, log.entries):
            facts = [one.fact for one in told] if whole else heard(told, seat)
            step = Step(entry.n, entry.at, facts)
            if whole or entry.seat in (seat, NATURE):
                step.seat = entry.seat
            if (whole or entry.seat == seat) and undo_of(entry) is None:
                step.move = plain(words.read(entry.move))
            if whole and entry.n + 1 in log.checks:
                step.digest = log.checks[entry.n + 1].hex()
            steps.append(step)
    except Drift as reason:
        raise Refusal("INVALID_GAME_STATE", f"It cannot be told any more: {reason}") from None
    finished = deal.outcome is not None
    if seat is None:
        over = finished or match.completed is not None
        ended = match.completed or head.opened + deal.at
        if not over or now < ended + table.delay * 1000:
            raise Refusal("INVALID_GAME_STATE", "The deal is not over; watch it at its table")
    players = [
        Player(row.seat, row.user, row.name, row.bot is not None)
        for row in table.seats
        if row.user is not None and row.since <= head.deal
    ]
    ids: list[str | None] = [None] * head.seats
    for player in players:
        ids[player.seat] = player.user_id
    for step in steps:  # only now is it known who sat where
        step.facts = plain(with_people(step.facts, ids))
    carry = words.read_carry(head.carry) if whole else None
    return Retold(
        table=head.table,
        deal=head.deal,
        match=f"{head.table}-{head.match}",
        game=head.game,
        version=head.version,
        options=plain(words.read_options(head.options)),
        seats=head.seats,
        opened=head.opened,
        status=match.status,
        finished=finished,
        whole=whole,
        commitment=head.commitment.hex(),
        players=players,
        steps=steps,
        view=plain(with_people(deal.state.view(seat), ids)),
        seat=seat,
        seed=head.seed.hex() if whole else None,
        carry=plain(carry) if carry is not None else None,
    )
