"""Options as somebody chose them, read without holding up the loop: a game may take much to judge
them (a set of cards), and whoever sends them may have made them so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from cutcard.kernel.game import Game, Options
from cutcard.kernel.optional import ladder_of

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


CASUAL = "A ranked table is for people, by the game's standard options; open a casual one"


def seats_of(game: Game, seats: int | None) -> int:
    """So many seats, or the game's usual number; Refusal where it has no such table."""
    count = game.setups()[0][1] if seats is None else seats
    if count not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        many = str(low) if low == high else f"{low} to {high}"
        raise Refusal("INVALID_REQUEST", f"This game has {many} seats, not {count}")
    return count


def refuse_odd(game: Game, options: Options, seats: int, bots: Mapping[int, str]) -> None:
    """Refusal to a ranked table with bots, or by options that are not the game's standard."""
    if bots or ladder_of(game, options, seats) is None:
        raise Refusal("INVALID_REQUEST", CASUAL)
