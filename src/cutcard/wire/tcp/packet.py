"""Packets as bytes: `u16 length · u8 version · u16 type · payload`, all big-endian, and the
handshake that may come before the first of them.

This file reads no socket and no clock: bytes are fed in as they come, split or joined anywhere,
and whole packets are cut out. Bytes that are no packet are `Broken`; there is no way to find the
next one behind them.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Any

import msgspec
from msgspec import Struct

VERSION = 1
LARGEST = 0xFFFF  # the length is a u16
_HEADER = struct.Struct(">HBH")
_HELLO = struct.Struct(">HH")
_GREETING = struct.Struct(">HB")
_encode = msgspec.msgpack.Encoder().encode

ACCEPTED, UNSUPPORTED, FULL = 0, 1, 2
"""The answers to a handshake."""


class Kind(IntEnum):
    """The types of packets."""

    PING = 10
    PONG = 11
    LOGIN = 100
    SIGNUP = 200
    CREATE_TABLE = 300
    JOIN_TABLE = 400
    ACTION = 450
    ACTION_RESULT = 451
    UPDATE_BUNDLE = 460
    RESYNC = 470
    RESYNC_RESULT = 471
    TABLES = 500
    GAME_STATE = 600
    LEAVE_TABLE = 700
    SCOREBOARD = 800
    FRIENDS = 900
    ADD_FRIEND = 910
    INVITE_FRIEND = 920
    ACCEPT_INVITE = 930
    REJECT_INVITE = 940
    INVITES = 950
    FRIENDS_LIST = 960
    BALANCE = 970
    INVITE_TO_TABLE = 980
    INVITED_TO_TABLE = 985


ERROR = Kind.FRIENDS  # with a map in the place of the list


class Packet(Struct, frozen=True):
    """One packet: its type, known or not, and its payload."""

    kind: int
    body: bytes


class Hello(Struct, frozen=True):
    """A client's handshake."""

    version: int


class Broken(Exception):
    """These bytes are no packet; the sentence says why."""


class TooLong(ValueError):
    """What was to be said does not fit into one packet."""


def pack(kind: int, payload: Any = None) -> bytes:
    """A whole packet; without a payload it is the header alone."""
    body = b"" if payload is None else _encode(payload)
    if len(body) > LARGEST - _HEADER.size:
        raise TooLong(f"packet {kind} would have {len(body) + _HEADER.size} bytes")
    return _HEADER.pack(_HEADER.size + len(body), VERSION, kind) + body


def greeting(code: int) -> bytes:
    """The server's side of the handshake."""
    return _GREETING.pack(1, code)


class Cutter:
    """Cuts what a client sends into packets."""

    __slots__ = ("_at", "_bytes", "_first")

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._at = 0
        self._first = True  # only before the first packet may there be a handshake

    def feed(self, data: bytes) -> None:
        """More bytes came."""
        self._bytes += data

    @property
    def waiting(self) -> int:
        """Bytes not cut yet."""
        return len(self._bytes) - self._at

    def cut(self) -> Packet | Hello | None:
        """The next packet, or the handshake; None: it is not whole yet. Raises Broken."""
        found = self._cut()
        if found is None:
            del self._bytes[: self._at]
            self._at = 0
        return found

    def _cut(self) -> Packet | Hello | None:
        data, at, there = self._bytes, self._at, self.waiting
        if there < 2:
            return None
        length = data[at] << 8 | data[at + 1]
        if self._first and length == 2:
            if there < _HELLO.size:
                return None
            self._first = False
            self._at += _HELLO.size
            return Hello(_HELLO.unpack_from(data, at)[1])
        if length < _HEADER.size:
            raise Broken(f"A packet has {_HEADER.size} bytes or more, not {length}")
        if there > 2 and data[at + 2] != VERSION:
            raise Broken(f"This server speaks version {VERSION}, not {data[at + 2]}")
        if there < length:
            return None
        self._first = False
        self._at += length
        kind = data[at + 3] << 8 | data[at + 4]
        return Packet(kind, bytes(data[at + _HEADER.size : at + length]))
