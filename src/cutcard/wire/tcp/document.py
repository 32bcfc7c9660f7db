"""The tables of PROTOCOL.md's TCP part, made from the code they describe."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from . import caller  # noqa: F401 # with it every request is registered
from .asks import ASKS, ERRORS, RESULTS, TOLD
from .limits import TcpLimits
from .packet import LARGEST, Kind

ACTION = (
    "`{game_id?, action: {type, …}, client_seq?}`",
    "451 `{result, client_seq, reason?}`",
    "1",
    "A move: its type and its fields.",
)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _payload(shape: type[msgspec.Struct]) -> str:
    names = [
        f"{field.encode_name}{'' if field.required else '?'}"
        for field in msgspec.structs.fields(shape)
    ]
    return f"`{{{', '.join(names)}}}`" if names else "–"


def requests() -> list[str]:
    rows = {
        int(ask.kind): (
            ask.kind.name,
            _payload(ask.shape),
            ask.answers,
            str(ask.request.cost),
            ask.about,
        )
        for ask in ASKS.values()
    }
    rows[int(Kind.ACTION)] = (Kind.ACTION.name, *ACTION)
    return _table(
        ("type", "name", "payload", "answer", "cost", ""),
        [(str(kind), *rows[kind]) for kind in sorted(rows)],
    )


def told() -> list[str]:
    return _table(
        ("type", "name", "payload", ""),
        [(str(int(kind)), kind.name, *said) for kind, said in TOLD.items()],
    )


def results() -> list[str]:
    return _table(("result", ""), [(str(n), said) for n, said in RESULTS.items()])


def errors() -> list[str]:
    return _table(("code", ""), [(str(n), said) for n, said in ERRORS.items()])


def limits() -> list[str]:
    limit = TcpLimits()
    return _table(
        ("what", "limit"),
        [
            ("one packet", f"{LARGEST} bytes"),
            ("connections", f"{limit.connections}"),
            ("time to send the first four bytes", f"{limit.hello:g} s"),
            ("time to finish a TLS handshake", f"{limit.tls:g} s"),
            ("time to finish a packet that was begun", f"{limit.packet:g} s"),
            ("time to log in, from the handshake on", f"{limit.login:g} s"),
            ("time without a byte from you", f"{limit.idle:g} s"),
            ("bytes you have not taken", f"{limit.queue}"),
            ("time for which you may be behind at all", f"{limit.stall:g} s"),
            ("between an answer and what follows it", f"{limit.gap * 1000:g} ms"),
        ],
    )


PARTS: dict[str, Callable[[], list[str]]] = {
    "tcp_requests": requests,
    "tcp_told": told,
    "tcp_results": results,
    "tcp_errors": errors,
    "tcp_limits": limits,
}
