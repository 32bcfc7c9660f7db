"""Talk at a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ..chat import ChatLine
from .asking import Asker, user_of
from .registry import LIST, WS, Nothing, Person, TableNumber, Word, at_table, request
from .tables import AtTable

Text = Annotated[str, Meta(min_length=1, max_length=2000)]


class Say(Struct):
    table: TableNumber
    text: Text


class SayPhrase(Struct):
    table: TableNumber
    phrase: Word


class Complaint(Struct):
    user: Person
    reason: Text
    table: TableNumber | None = None


class Lines(Struct):
    lines: list[ChatLine]


class Reported(Struct):
    report: int


@request("CHAT", WS, table=at_table)
async def chat(asker: Asker, wish: Say) -> Nothing:
    """Say something at a table you sit at or watch, in one line of at most 500 characters: CHAT
    {table, from, name, text, at, channel}. While a match runs what spectators say is heard by
    spectators alone (`channel: "spectators"`); who is told late hears players late."""
    await asker.hall.lobby.say(user_of(asker), wish.table, wish.text)
    return Nothing()


@request("PHRASE", WS, table=at_table)
async def phrase(asker: Asker, wish: SayPhrase) -> Nothing:
    """Say one of the game's quick phrases (GAME_STATE's `info.phrases`) at a table you sit at or
    watch: CHAT with the English text and the `phrase`, whose words in your language the game's
    page has as `phrase.NAME`. It counts as a line of chat."""
    await asker.hall.lobby.phrase(user_of(asker), wish.table, wish.phrase)
    return Nothing()


@request("CHAT_HISTORY", WS, cost=LIST, table=at_table)
async def chat_history(asker: Asker, wish: AtTable) -> Lines:
    """What was said at the table lately, as far as you may hear it: of the last 50 lines."""
    return Lines(await asker.hall.lobby.lines(user_of(asker), wish.table))


@request("REPORT", WS)
async def report(asker: Asker, wish: Complaint) -> Reported:
    """Complain about somebody; an admin reads it together with what they said lately."""
    lobby = asker.hall.lobby
    about = (wish.user, wish.table, wish.reason)
    return Reported(await lobby.report(user_of(asker), *about, asker.limited_host))
