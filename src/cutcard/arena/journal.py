"""An event's log in a file of its own, for events that are run without a server: a transaction is
one record, durable before anything follows from it, and half a record is none (T103, T104)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from struct import Struct as Layout
from zlib import crc32

from msgspec import msgpack

from .event.log import Entry

_HEAD = Layout(">II")  # length, checksum
_decoder = msgpack.Decoder(list[Entry])


class Journal:
    """Appends transactions; what was there when it was opened is `entries`."""

    def __init__(self, path: Path) -> None:
        whole, self.entries = _read(path)
        self.file = path.open("ab")
        if self.file.tell() > whole:  # killed while it was writing
            self.file.truncate(whole)

    def append(self, entries: Iterable[Entry]) -> None:
        """One transaction; on disk when this returns."""
        raw = msgpack.encode(list(entries))
        self.file.write(_HEAD.pack(len(raw), crc32(raw)) + raw)
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()


def _read(path: Path) -> tuple[int, list[Entry]]:
    """How many bytes are whole records, and what they hold."""
    entries: list[Entry] = []
    at = 0
    data = path.read_bytes() if path.exists() else b""
    while at + _HEAD.size <= len(data):
        length, check = _HEAD.unpack_from(data, at)
        raw = data[at + _HEAD.size : at + _HEAD.size + length]
        if len(raw) < length or crc32(raw) != check:
            break
        entries += _decoder.decode(raw)
        at += _HEAD.size + length
    return at, entries
