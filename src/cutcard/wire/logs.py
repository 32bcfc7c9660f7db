"""How the server logs: lines for people, or one JSON object a line; each with the table, the user
and the correlation id it is about, where there are some.

They come from `extra=about(…)` of the call, or from the request being answered. No line may hold
what somebody must not read: no token, password, e-mail, seed or card. So what is logged of a move
is its tag, and of a request its name; never their fields.
"""

from __future__ import annotations

import asyncio
import logging
import logging.handlers
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from aiohttp.http_exceptions import HttpProcessingError

from cutcard import games
from cutcard.store.protocol import Batch

GAMES = Path(games.__file__).parent
NAMES = ("table", "user", "correlation")
ROOM = logging.WARNING  # picows and aiohttp log frames and sockets below this

log = logging.getLogger("cutcard.wire")

request: ContextVar[dict[str, Any]] = ContextVar("request")
"""What the HTTP request being answered is about."""

_TABLE = re.compile(r"\btable ([0-9]{1,15})\b")
_UNPRINTABLE = {n: f"\\x{n:02x}" for n in (*range(32), 127, *range(128, 160)) if n != 9}
_UNPRINTABLE_IN_LINES = {n: said for n, said in _UNPRINTABLE.items() if n != 10}


def about(
    table: int | None = None, user: str | None = None, correlation: str | None = None
) -> dict[str, Any]:
    """What a line is about, as a log call's `extra`."""
    return {"table": table, "user": user, "correlation": correlation}


def _own() -> dict[str, Any]:
    """What the request is about that is being answered here and now. What it set going for later
    (a timer, a task) runs in a copy of its context, but for everybody."""
    try:
        answering = asyncio.current_task()
    except RuntimeError:  # in a thread without a loop
        return {}
    here = request.get({})
    return here if answering is not None and here.get("task") is answering else {}


def _context(record: logging.LogRecord) -> dict[str, Any]:
    here = _own()
    found = {name: getattr(record, name, None) or here.get(name) for name in NAMES}
    if found["table"] is None and (named := _TABLE.search(record.getMessage())):
        found["table"] = int(named[1])  # a line that names a table is about it
    return {name: value for name, value in found.items() if value is not None}


def _time(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def told(reason: Any) -> str:
    """An exception as it is logged: where, what kind, and what it says, unless the rules of a game
    raised it: then it may name a card, and replaying the deal shows it to who may see it."""
    kind, error, trace = reason
    frames = traceback.extract_tb(trace)
    if frames and GAMES in Path(frames[-1].filename).parents:
        where = "".join(traceback.format_list(frames))
        return f"{where}{kind.__name__} in the rules; what it says is left out"
    return "".join(traceback.format_exception(kind, error, trace)).rstrip()


class Text(logging.Formatter):
    """A line for people. What others sent cannot begin a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        said = record.getMessage().translate(_UNPRINTABLE)
        context = " ".join(f"{k}={str(v)[:128]}" for k, v in _context(record).items())
        line = f"{_time(record)} {record.levelname} {said}"
        if context:
            line += f" [{context.translate(_UNPRINTABLE)}]"
        if record.exc_info:
            said = told(record.exc_info).translate(_UNPRINTABLE_IN_LINES)
            line += "\n  " + said.replace("\n", "\n  ")  # it may quote what others sent
        return line


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_context(record),
        }
        if record.exc_info:
            line["error"] = told(record.exc_info)
        return msgspec.json.encode(line).decode()


class _Spoilt(logging.Filter):
    """Leaves out what aiohttp writes of requests that are none: it is their sender's fault, would
    let anybody fill the disk, and shows the line that is wrong, which may hold a token."""

    def filter(self, record: logging.LogRecord) -> bool:
        reason = record.exc_info[1] if record.exc_info else None
        return not isinstance(reason, HttpProcessingError)


def diary(batch: Batch) -> None:
    """What became of tables and matches, at debug level: a witness of what is durable."""
    for row in batch.tables:
        log.debug("table %s is opened: %s", row.table, row.game, extra=about(row.table, row.host))
    for match in batch.matches:
        said = f"{match.status}{f', {match.reason}' if match.reason else ''}"
        log.debug("match %s of table %s: %s", match.match, match.table, said)
    for table in batch.closed:
        log.debug("table %s is closed", table)


def set_up(level: str = "info", style: str = "text", file: Path | None = None) -> None:
    """Log from now on; to a file that may be moved away (it is opened anew then), or stderr."""
    out: logging.Handler
    if file is None:
        out = logging.StreamHandler(sys.stderr)
    else:
        out = logging.handlers.WatchedFileHandler(file, encoding="utf-8")
    out.setFormatter(Json() if style == "json" else Text())
    logging.basicConfig(level=level.upper(), handlers=[out], force=True)
    logging.getLogger("aiohttp.server").addFilter(_Spoilt())
    for name in ("cutcard.wire.socket", "aiohttp", "asyncio"):
        logging.getLogger(name).setLevel(max(ROOM, logging.root.level))
