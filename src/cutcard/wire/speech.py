"""Says a table's words in the envelope: who hears `GAME_UPDATE` gets exactly what the word holds.

The bytes of an update are kept on the word, so that a hundred spectators cost one encoding. Seats
are replaced by users only where the encoded bytes show that there is something to replace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import time
from typing import Any

from msgspec import Struct

from cutcard.table.words import Ack, Clock, Nack, Notice, Snapshot, Update

from .envelope import JSON, VERSION, Codec, Envelope, Fault, frame
from .people import marked, people_in_json, with_people

Ids = Callable[[int | None], Sequence[str | None]]
"""Who sits at a table: a user's id by seat. Asked only where a seat is to be replaced."""


class _Timer(Struct, omit_defaults=True):
    due: int
    seat: int | None = None


class _Clock(Struct):
    now: int
    timers: list[_Timer]
    zero: int


class UpdatePayload(Struct, omit_defaults=True):
    """`GAME_UPDATE`: the facts this viewer may know, and the patch to its view."""

    seq: int
    notifications: list[dict[str, Any]]
    updates: dict[str, Any]
    clock: _Clock | None = None
    legal: list[dict[str, Any]] | None = None
    asides: list[dict[str, Any]] | None = None


class StatePayload(Struct, omit_defaults=True):
    """`GAME_STATE`: all a viewer may know; without `seat` it is a spectator's."""

    seq: int
    table: int
    view: dict[str, Any]
    players: list[dict[str, Any]]
    info: dict[str, Any]
    seat: int | None = None
    clock: _Clock | None = None
    legal: list[dict[str, Any]] | None = None
    asides: list[dict[str, Any]] | None = None


def now_ms() -> int:
    """Epoch ms, for `timestamp`."""
    return int(time() * 1000)


def answer_type(request: str, ending: str) -> str:
    """`GAME_CARD_PLAY_REQUEST` is answered with `GAME_CARD_PLAY_ACK`, `JOIN_TABLE` likewise."""
    return f"{request.removesuffix('_REQUEST')}_{ending}"


def say(codec: Codec, message: Envelope, table: int | None, ids: Ids) -> bytes:
    """The frame of a message, users in the place of seats."""
    body = codec.body(message)
    if marked(body):
        if codec is JSON:
            body = people_in_json(body, ids(table))
        else:
            message.payload = with_people(_builtin(message.payload), ids(table))
            body = codec.body(message)
    return frame(codec.opcode, body)


def update(codec: Codec, word: Update, ids: Ids) -> bytes:
    """`GAME_UPDATE`, encoded once for all who hear this word in this coding."""
    kept = word.encoded
    if kept is not None and kept[0] is codec:
        return kept[1]  # type: ignore[no-any-return] # `encoded` is the ear's own to fill
    payload = UpdatePayload(
        word.seq,
        word.facts,
        word.patch,
        _clock(word.clock),
        word.legal,
        word.asides,
    )
    said = say(
        codec,
        Envelope(VERSION, "GAME_UPDATE", None, now_ms(), None, word.match, word.seq, payload),
        word.table,
        ids,
    )
    word.encoded = (codec, said)
    return said


def state(codec: Codec, word: Snapshot, ids: Ids, user: str, key: str | None) -> bytes:
    """`GAME_STATE`; `key` answers the request that asked for it."""
    payload = StatePayload(
        word.seq,
        word.table,
        word.view,
        word.roster,
        word.info,
        word.seat,
        _clock(word.clock),
        word.legal,
        word.asides,
    )
    return say(
        codec,
        Envelope(VERSION, "GAME_STATE", key, now_ms(), user, word.match, word.seq, payload),
        word.table,
        ids,
    )


def ack(codec: Codec, word: Ack, ids: Ids, user: str) -> bytes:
    """`GAME_<MOVE>_ACK`."""
    return say(
        codec,
        Envelope(
            VERSION,
            f"GAME_{word.move.upper()}_ACK",
            word.key,
            now_ms(),
            user,
            word.match,
            word.seq,
            word.payload,
        ),
        word.table,
        ids,
    )


def nack(codec: Codec, word: Nack, user: str) -> bytes:
    """`GAME_<MOVE>_NACK`."""
    fault = Fault(word.code, word.message, word.category, word.details)
    return codec.frame(
        Envelope(
            VERSION,
            f"GAME_{word.move.upper()}_NACK",
            word.key,
            now_ms(),
            user,
            word.match,
            word.seq,
            None,
            fault,
        )
    )


def notice(codec: Codec, word: Notice, ids: Ids) -> bytes:
    """What happened around a match, under its own type."""
    return say(
        codec,
        Envelope(VERSION, word.type, None, now_ms(), None, word.match, None, word.payload),
        word.table,
        ids,
    )


def _clock(clock: Clock | None) -> _Clock | None:
    if clock is None:
        return None
    timers = [_Timer(due, seat) for seat, due in clock.timers]
    return _Clock(clock.now, timers, clock.zero)


def _builtin(payload: Any) -> Any:
    """A payload Struct as the dict it is encoded as."""
    if isinstance(payload, Struct):
        return {
            name: value
            for name in payload.__struct_fields__
            if (value := getattr(payload, name)) is not None
        }
    return payload
