"""Options as somebody chose them, read without holding up the loop: a game may take much to judge
them (a set of cards), and whoever sends them may have made them so. What others will read of them
is looked at in the same way, as any name is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from time import thread_time
from typing import Any, NamedTuple

import msgspec

from cutcard.kernel.game import Game, Options
from cutcard.kernel.optional import ladder_of

from .vocabulary import Vocabulary
from .words import Refusal

SHORT = 1024  # bytes of options that are read at once,
LONG_TEXT = re.compile(rb'[^"]{129}')  # but for a text, which may be much, packed
MESSAGE = 128  # bytes of longer ones that cost a message,
BESIDE = 0.001  # and seconds of reading that do: what is short may be much
WAITING = 8  # that may wait to be read,
OF_ADDRESS = 2  # and so many of one address


class Payer(NamedTuple):
    """Who chose: how they pay, in messages, and their address, where addresses are limited."""

    owe: Callable[[float], object]
    host: str | None


_threads = ThreadPoolExecutor(1, thread_name_prefix="cutcard-options")
_waiting: dict[asyncio.Future[Options], str | None] = {}
_payer: ContextVar[Payer | None] = ContextVar("payer", default=None)
Fit = Callable[[str, str], object]
"""A text that others will read, and what it is → nothing, or a Refusal."""


def paid_by(
    owe: Callable[[float], object], host: str | None, options: Mapping[str, Any] | None
) -> None:
    """Who asked with these options pays for their length now, and for the reading when it is done:
    it is what this task waits for next."""
    _payer.set(Payer(owe, host))
    size = len(_written(options))
    if size > SHORT:
        owe(size / MESSAGE)


async def chosen(
    words: Vocabulary, options: Mapping[str, Any] | Options | None, fit: Fit
) -> Options:
    """The options, or a Refusal that says why they cannot be played, or may not be shown."""
    if not isinstance(options, Mapping) or _light(options):
        return _read(words, options, fit)
    payer = _payer.get()
    host = None if payer is None else payer.host
    theirs = 0 if host is None else sum(one == host for one in _waiting.values())
    if len(_waiting) >= WAITING or theirs >= OF_ADDRESS:
        raise Refusal("RATE_LIMITED", "Many tables are being opened; try again in a moment")
    took = 0.0

    def timed() -> Options:
        nonlocal took
        began = thread_time()
        try:
            return _read(words, options, fit)
        finally:
            took = thread_time() - began

    reading = asyncio.get_running_loop().run_in_executor(_threads, timed)
    _waiting[reading] = host
    reading.add_done_callback(lambda done: _waiting.pop(done, None))
    try:
        return await reading
    finally:
        if payer is not None:
            payer.owe(took / BESIDE)


def _read(words: Vocabulary, options: Mapping[str, Any] | Options | None, fit: Fit) -> Options:
    found, texts = words.options(options), words.traits.texts
    for text in texts(found) if texts is not None else ():
        fit(text, "What is to be played")
    return found


def _light(options: Mapping[str, Any]) -> bool:
    written = _written(options)
    return len(written) <= SHORT and LONG_TEXT.search(written) is None


def _written(options: Mapping[str, Any] | None) -> bytes:
    try:
        return msgspec.json.encode(options) if options else b""
    except (TypeError, ValueError, msgspec.MsgspecError):  # what cannot be written is refused soon
        return b""


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
