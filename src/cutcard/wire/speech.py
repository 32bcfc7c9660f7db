"""Says a table's words in the envelope: who hears `GAME_UPDATE` gets exactly what the word holds.

The bytes of an update are kept on the word, so that a hundred spectators cost one encoding. Users
stand in the place of seats (`people.py`).
"""

from __future__ import annotations

from functools import cache
from time import time
from typing import Any

from msgspec import Struct

from cutcard.table.patch import change, plain
from cutcard.table.words import Ack, Clock, Nack, Notice, Snapshot, Update

from . import swift
from .envelope import JSON, VERSION, Codec, Envelope, ErrorBody
from .people import saying, with_people


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


def update(codec: Codec, word: Update) -> bytes:
    """`GAME_UPDATE`, encoded once for all who hear this word in this coding."""
    kept = word.encoded
    if kept is not None and codec in kept:
        return kept[codec]
    if codec is JSON and swift.update is not None:
        said = swift.update(
            int(time() * 1000),
            word.match,
            word.seq,
            word.told,
            word.was,
            word.now,
            word.clock,
            word.legal,
            word.asides,
            word.holders,
            word.shared,
        )
        if kept is None:
            word.encoded = {codec: said}
        else:
            kept[codec] = said
        return said
    users = word.holders
    payload = UpdatePayload(
        word.seq,
        with_people(word.told, users),
        change(word.was, word.now, saying(users)),
        word.clock,
        word.legal,
        word.asides,
    )
    return _keep(word, codec, _said(codec, "GAME_UPDATE", None, None, word, payload))


def state(codec: Codec, word: Snapshot, user: str, key: str | None) -> bytes:
    """`GAME_STATE`; `key` answers the request that asked for it."""
    view = {} if word.now is None else with_people(word.now, word.holders)
    payload = StatePayload(
        word.seq,
        word.table,
        view,
        word.roster,
        word.info,
        word.seat,
        word.clock,
        word.legal,
        word.asides,
    )
    return _said(codec, "GAME_STATE", key, user, word, payload)


def ack(codec: Codec, word: Ack, user: str) -> bytes:
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
            word.holders,
        )
        return _keep(word, codec, said)
    payload: dict[str, Any] = {}
    if word.fact is not None:
        payload = with_people(word.fact, word.holders)
        payload.pop("type", None)
    return _keep(word, codec, _said(codec, _ack_type(word.move), word.key, user, word, payload))


def _said(  # noqa: PLR0917 - the envelope's order
    codec: Codec,
    kind: str,
    key: str | None,
    user: str | None,
    word: Ack | Update | Snapshot,
    payload: Any,
) -> bytes:
    """The frame of what a table says of one of its seqs."""
    if codec is not JSON:  # MessagePack would keep numbers as keys
        payload = plain(payload)
    said = Envelope(VERSION, kind, key, now_ms(), user, word.match, word.seq, payload)
    return codec.frame(said)


def _keep(word: Ack | Update | Notice, codec: Codec, said: bytes) -> bytes:
    """The word in this coding, for whoever is told it later."""
    if word.encoded is None:
        word.encoded = {}
    word.encoded[codec] = said
    return said


@cache
def _ack_type(move: str) -> str:
    return f"GAME_{move.upper()}_ACK"


def nack(codec: Codec, word: Nack, user: str) -> bytes:
    """`GAME_<MOVE>_NACK`."""
    fault = ErrorBody(word.code, word.message, word.category, word.details)
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


def notice(codec: Codec, word: Notice) -> bytes:
    """What happened around a match, under its own type; encoded once for all who hear it."""
    if word.encoded is not None and codec in word.encoded:
        return word.encoded[codec]
    said = Envelope(VERSION, word.type, None, now_ms(), None, word.match, None, word.payload)
    return _keep(word, codec, codec.frame(said))
