"""Says a table's words in the envelope: who hears `GAME_UPDATE` gets exactly what the word holds.

The bytes of an update are kept on the word, so that a hundred spectators cost one encoding. Seats
are replaced by users only where the encoded bytes show that there is something to replace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from time import time
from typing import Any

from msgspec import Raw, Struct

from cutcard.table.patch import plain
from cutcard.table.words import Ack, Clock, Nack, Notice, Snapshot, Update

from . import swift
from .envelope import JSON, VERSION, Codec, Envelope, Fault, frame
from .people import marked, people_in_json, with_people

Ids = Callable[[int | None], Sequence[str | None]]
"""Who sits at a table: a user's id by seat. Asked only where a seat is to be replaced."""


class UpdatePayload(Struct, omit_defaults=True):
    """`GAME_UPDATE`: the facts this viewer may know, and the patch to its view."""

    seq: int
    notifications: list[Any]
    updates: dict[str, Any]
    clock: Clock | None = None
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
    clock: Clock | None = None
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
            message.payload = with_people(message.payload, ids(table))
            body = codec.body(message)
    return frame(codec.opcode, body)


def update(codec: Codec, word: Update, ids: Ids) -> bytes:
    """`GAME_UPDATE`, encoded once for all who hear this word in this coding."""
    kept = word.encoded
    if kept is not None and codec in kept:
        return kept[codec]
    if codec is JSON and swift.update is not None:
        said = swift.update(
            now_ms(),
            word.match,
            word.seq,
            word.told,
            word.was,
            word.now,
            word.clock,
            word.legal,
            word.asides,
            ids,
            word.table,
        )
        return _keep(word, codec, said)
    payload: Any = UpdatePayload(
        word.seq, word.told, word.changes, word.clock, word.legal, word.asides
    )
    if codec is not JSON:  # MessagePack would keep numbers as keys
        payload = plain(payload)
    said = say(
        codec,
        Envelope(VERSION, "GAME_UPDATE", None, now_ms(), None, word.match, word.seq, payload),
        word.table,
        ids,
    )
    return _keep(word, codec, said)


def state(codec: Codec, word: Snapshot, ids: Ids, user: str, key: str | None) -> bytes:
    """`GAME_STATE`; `key` answers the request that asked for it."""
    payload = StatePayload(
        word.seq,
        word.table,
        word.view,
        word.roster,
        word.info,
        word.seat,
        word.clock,
        word.legal,
        word.asides,
    )
    return say(
        codec,
        Envelope(VERSION, "GAME_STATE", key, now_ms(), user, word.match, word.seq, plain(payload)),
        word.table,
        ids,
    )


def ack(codec: Codec, word: Ack, ids: Ids, user: str) -> bytes:
    """`GAME_<MOVE>_ACK`."""
    kept = word.encoded
    if kept is not None and codec in kept:
        return kept[codec]
    if codec is JSON and swift.ack is not None:
        said = swift.ack(
            _ack_type(word.move),
            word.key,
            now_ms(),
            user,
            word.match,
            word.seq,
            word.fact,
            ids,
            word.table,
        )
        return _keep(word, codec, said)
    payload: Any = _fields(word.fact) if codec is JSON else word.payload
    kind = _ack_type(word.move)
    said = say(
        codec,
        Envelope(VERSION, kind, word.key, now_ms(), user, word.match, word.seq, payload),
        word.table,
        ids,
    )
    return _keep(word, codec, said)


def _keep(word: Ack | Update, codec: Codec, said: bytes) -> bytes:
    """The word in this coding, for whoever is told it later."""
    if word.encoded is None:
        word.encoded = {}
    word.encoded[codec] = said
    return said


@cache
def _ack_type(move: str) -> str:
    return f"GAME_{move.upper()}_ACK"


def _fields(fact: Any) -> Any:
    """A fact's fields in JSON, without the tag it begins with."""
    if not isinstance(fact, Struct):
        return fact or {}
    body, tag = JSON.body(fact), _tag(type(fact))
    return Raw(b"{" + body[len(tag) :].removeprefix(b",")) if body.startswith(tag) else fact


@cache
def _tag(kind: type[Struct]) -> bytes:
    """How this kind of fact begins in JSON."""
    return b'{"type":' + JSON.body(kind.__struct_config__.tag)


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
