"""Options as somebody chose them, read without holding up the loop: a game may take much to judge
them (a set of cards), and whoever sends them may have made them so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from cutcard.kernel.game import Options

from .vocabulary import Vocabulary
from .words import Refusal

SHORT = 1024  # bytes of options that are read at once
MESSAGE = 128  # bytes of longer ones that cost a message
WAITING = 4  # that may wait to be read

_threads = ThreadPoolExecutor(1, thread_name_prefix="cutcard-options")
_waiting: set[asyncio.Future[Options]] = set()


def weight(options: Mapping[str, Any] | None) -> float:
    """How many messages options cost beyond the one they came with."""
    size = _size(options)
    return size / MESSAGE if size > SHORT else 0.0


async def chosen(words: Vocabulary, options: Mapping[str, Any] | Options | None) -> Options:
    """The options, or a Refusal that says why they cannot be played."""
    if not isinstance(options, Mapping) or _size(options) <= SHORT:
        return words.options(options)
    if len(_waiting) >= WAITING:
        raise Refusal("RATE_LIMITED", "Many tables are being opened; try again in a moment")
    reading = asyncio.get_running_loop().run_in_executor(_threads, words.options, options)
    _waiting.add(reading)
    reading.add_done_callback(_waiting.discard)
    return await reading


def _size(options: Mapping[str, Any] | None) -> int:
    try:
        return len(msgspec.json.encode(options)) if options else 0
    except (TypeError, ValueError, msgspec.MsgspecError):  # what cannot be written is refused soon
        return 0
