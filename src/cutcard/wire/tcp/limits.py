"""What the TCP side allows beside `wire.limits`, whose rates count here too."""

from __future__ import annotations

from msgspec import Struct


class TcpLimits(Struct, frozen=True):
    """Bounds of a connection; all times are seconds. Tests set them lower."""

    connections: int = 10_000  # more: the server is full
    hello: float = 5.0  # to send the first four bytes
    tls: float = 8.0  # to finish a TLS handshake
    packet: float = 8.0  # to finish a packet that was begun
    login: float = 30.0  # to log in, from the handshake on
    idle: float = 60.0  # without a byte from the client
    queue: int = 1024 * 1024  # bytes it has not taken,
    behind: float = 3.0  # for longer than these seconds not more,
    most: int = 5 * 1024 * 1024  # and never more than these
    stall: float = 30.0  # for which it may be behind at all
    ahead: int = 128 * 1024  # bytes of further requests read while one is answered
    gap: float = 0.02  # between an answer and what follows it, for who calls `recv` once
    sweep: float = 0.5  # between two looks at everybody
    reload: float = 2.0  # between two looks at the certificate's files
