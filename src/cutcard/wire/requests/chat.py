"""Talk at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from ..envelope import Request
from .registry import Answer, TableNumber, asks
from .tables import AtTable, Person

if TYPE_CHECKING:
    from ..visit import Visit

Text = Annotated[str, Meta(min_length=1, max_length=2000)]


class Say(Struct):
    table: TableNumber
    text: Text


class Complaint(Struct):
    user: Person
    reason: Text
    table: TableNumber | None = None


@asks("CHAT", Say, "CHAT_ACK; those who may hear it, you too: CHAT")
async def chat(visit: Visit, payload: Say, request: Request) -> Answer:
    """Say something at a table you sit at or watch, in one line of at most 500 characters: CHAT
    {table, from, name, text, at, channel}. While a match runs what spectators say is heard by
    spectators alone (`channel: "spectators"`); who is told late hears players late."""
    await visit.hall.lobby.say(visit.user_or_refuse(), payload.table, payload.text)
    return Answer("CHAT_ACK", {})


@asks("CHAT_HISTORY", AtTable, "CHAT_HISTORY_ACK {lines}")
async def chat_history(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """What was said at the table lately, as far as you may hear it: of the last 50 lines."""
    lines = await visit.hall.lobby.lines(visit.user_or_refuse(), payload.table)
    return Answer("CHAT_HISTORY_ACK", {"lines": lines})


@asks("REPORT", Complaint, "REPORT_ACK {report}")
async def report(visit: Visit, payload: Complaint, request: Request) -> Answer:
    """Complain about somebody; an admin reads it together with what he said lately."""
    number = await visit.hall.lobby.report(
        visit.user_or_refuse(), payload.user, payload.table, payload.reason
    )
    return Answer("REPORT_ACK", {"report": number})
