"""Around a match: what one missed, being ready, sitting out, claiming, playing again."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from cutcard.kernel import tags
from cutcard.table.words import Refusal

from .asking import Asker, user_of
from .registry import DONE, LIST, TCP, WS, Count, Nothing, at_table, request
from .session import Legal, how_many
from .tables import AtTable, OneTable

READY = (tags.READY, tags.START)
SIT_OUT = (tags.SIT_OUT, tags.AUTO)
SIT_IN = (tags.SIT_IN, tags.BACK)

MatchId = Annotated[str, Meta(min_length=1, max_length=64)]


class OfMatch(Struct, rename="camel"):
    """A match, named in the envelope or, as Duel's spec has it, in the payload."""

    match_id: MatchId | None = None


class Look(OfMatch):
    last_seq: Count | None = None
    legal: bool | Legal | None = None


class AdviceWish(OfMatch):
    page: Annotated[int, Meta(ge=0, le=255)] = 0


class Advice(Struct):
    """What the rules would say, of which update; seats in it stand for those who held them."""

    match: str
    seq: int
    advice: Any
    holders: Sequence[str | None]


class Played(Struct):
    table: int
    move: str


def table_of(match: str | None) -> int:
    """The table of a match."""
    if match is None:
        raise Refusal("INVALID_REQUEST", "Name the match: matchId is missing")
    table = _table_of(match)
    if table is None:
        raise Refusal("GAME_NOT_FOUND", "There is no such match")
    return table


@lru_cache(16_384)  # players name the same match with every move
def _table_of(match: str) -> int | None:
    table = match.partition("-")[0]
    return int(table) if table.isascii() and table.isdigit() and len(table) < 16 else None


def _of_match(wish: OfMatch) -> int:
    return table_of(wish.match_id)


@request("GAME_STATE_REQUEST", WS, TCP, cost=LIST, table=_of_match)
def game_state(asker: Asker, wish: Look) -> Awaitable[Any] | None:
    """What you missed since `lastSeq` where the table still has it, else the whole view. After a
    reconnect this is also how a seat's owner is told again what happens there."""
    table = table_of(wish.match_id)
    if wish.legal is not None:
        asker.show_legal(how_many(wish.legal))
    return asker.look(table, wish.last_seq)


@request("GAME_ADVICE_REQUEST", WS, cost=LIST, table=_of_match)
async def game_advice(asker: Asker, wish: AdviceWish) -> Advice:
    """What a helpful friend who sees only your view would say; each game has its own advice
    (hints, a hand in order), and some have none. Where there is much to say, `page` 1 and so on
    has the rest. `seq` is the update it is about, which you have been told before. Nobody else
    learns of it."""
    house, table = asker.hall.house, table_of(wish.match_id)
    there = house.peek(table)
    match, holders = there.match_id, there.holders()
    seq, advice = await house.advice(table, user_of(asker), wish.page)
    return Advice(match, seq, advice, holders)


def _gesture(asker: Asker, wish: AtTable, moves: tuple[str, ...]) -> Played:
    return Played(wish.table, asker.hall.house.gesture(wish.table, user_of(asker), *moves))


@request("READY", WS, table=at_table, settled=DONE)
def ready(asker: Asker, wish: AtTable) -> Played:
    """You are ready: plays the game's own move for it (`ready`, `start`), where it has one. Other
    games begin when every seat is taken."""
    return _gesture(asker, wish, READY)


@request("SIT_OUT", WS, table=at_table, settled=DONE)
def sit_out(asker: Asker, wish: AtTable) -> Played:
    """Let the game go on without you for a while, where it has a move for it (`sit_out`,
    `auto`)."""
    return _gesture(asker, wish, SIT_OUT)


@request("SIT_IN", WS, table=at_table, settled=DONE)
def sit_in(asker: Asker, wish: AtTable) -> Played:
    """Take part again (`sit_in`, `back`)."""
    return _gesture(asker, wish, SIT_IN)


@request("CLAIM", WS, table=at_table, settled=DONE)
def claim(asker: Asker, wish: AtTable) -> OneTable:
    """The match waits for somebody who has been gone for longer than PLAYER_DISCONNECTED's
    `graceMs`, and no clock runs against them: they concede, or where the game knows no conceding
    the match is called off."""
    asker.hall.house.claim(wish.table, user_of(asker))
    return OneTable(wish.table)


class UndoAnswer(AtTable):
    accept: bool = True


UNDO = ("INVALID_PLAYER", "INVALID_GAME_STATE", "UNDO_OFF", "UNDO_LATE")


@request("UNDO_ASK", WS, refuses=UNDO, table=at_table, settled=DONE)
def undo_ask(asker: Asker, wish: AtTable) -> OneTable:
    """Ask to take back your last move, where the game lets that be done. Everybody is told
    UNDO_ASKED; when all others agree before anybody moves, the deal is as it was before (the fact
    MOVE_UNDONE tells it). It is refused once something hidden was told since."""
    asker.hall.house.undo(wish.table, user_of(asker))
    return OneTable(wish.table)


@request("UNDO_ANSWER", WS, refuses=UNDO, table=at_table, settled=DONE)
def undo_answer(asker: Asker, wish: UndoAnswer) -> OneTable:
    """Agree that a move is taken back, or do not (`accept` false: everybody is told
    UNDO_DECLINED). Who asked may withdraw with it."""
    asker.hall.house.undo(wish.table, user_of(asker), wish.accept)
    return OneTable(wish.table)


def _rematch(asker: Asker, wish: OfMatch, *, accept: bool) -> Nothing:
    asker.hall.house.rematch(table_of(wish.match_id), user_of(asker), accept)
    return Nothing()


@request("REMATCH_OFFER", WS, table=_of_match, settled=DONE)
def rematch_offer(asker: Asker, wish: OfMatch) -> Nothing:
    """Offer another match within 30 s of the last; it begins when all agree."""
    return _rematch(asker, wish, accept=True)


@request("REMATCH_ACCEPT", WS, table=_of_match, settled=DONE)
def rematch_accept(asker: Asker, wish: OfMatch) -> Nothing:
    """Accept the match that was offered."""
    return _rematch(asker, wish, accept=True)


@request("REMATCH_DECLINE", WS, table=_of_match, settled=DONE)
def rematch_decline(asker: Asker, wish: OfMatch) -> Nothing:
    """Decline it."""
    return _rematch(asker, wish, accept=False)
