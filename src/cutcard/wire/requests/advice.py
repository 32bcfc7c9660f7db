"""Advice: what the rules would say to a player who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.table.patch import plain

from .. import speech
from ..envelope import VERSION, Envelope, Request
from ..people import with_people
from .registry import Nothing, asks, read_match

if TYPE_CHECKING:
    from ..visit import Visit


@asks("GAME_ADVICE_REQUEST", Nothing, "GAME_ADVICE_ACK {seq, advice}")
async def game_advice(visit: Visit, payload: Nothing, request: Request) -> None:
    """What a helpful friend who sees only your view would say; each game has its own advice
    (hints, a hand in order), and some have none. `seq` is the update it is about, which you have
    been told before. Nobody else learns of it."""
    table, _ = read_match(request)
    user, hall, codec = visit.user_or_refuse(), visit.hall, visit.codec
    there = hall.house.peek(table)
    match, holders = there.match_id, there.holders()
    seq, advice = await hall.house.advice(table, user)
    said = {"seq": seq, "advice": plain(with_people(advice, holders))}
    key, now = request.correlation_id, speech.now_ms()
    envelope = Envelope(VERSION, "GAME_ADVICE_ACK", key, now, user.id, match, seq, said)
    visit.send(codec.frame(envelope))
