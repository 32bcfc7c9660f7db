"""Where the TCP side listens: bound before a server starts, so that a port that is taken or a
certificate that cannot be used is said at once, and nothing has to be undone."""

from __future__ import annotations

import socket
from pathlib import Path

from msgspec import Struct

from cutcard.lobby.forms import LEAST_PASSWORD

from ..door import listen
from .limits import TcpLimits
from .tls import Certificate, NoCertificate


class TcpSettings(Struct, frozen=True):
    """The TCP side of a server; off unless a port is named."""

    port: int | None = None
    tls_port: int | None = None
    cert: Path | None = None
    key: Path | None = None
    limits: TcpLimits = TcpLimits()
    balance_first: bool = False  # BALANCE before the answer to the request that changed it
    least_password: int = LEAST_PASSWORD  # characters of one made here, for older clients


class Port(Struct):
    """Sockets that listen on one port, with TLS where there is a certificate."""

    sockets: list[socket.socket]
    certificate: Certificate | None = None

    @property
    def number(self) -> int:
        """The port's number; it may have been chosen for us."""
        return int(self.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Nobody listens there any more."""
        for sock in self.sockets:
            sock.close()


def bind(
    host: str, settings: TcpSettings, *, shared: bool = False, accepts: bool = True
) -> list[Port]:
    """The ports asked for, plain before TLS; PortTaken or NoCertificate says why not."""
    certificate = None
    if settings.tls_port is not None:
        if settings.cert is None:
            raise NoCertificate("--tls-port needs a certificate: --tls-cert and --tls-key")
        certificate = Certificate(settings.cert, settings.key)
    ports: list[Port] = []
    try:
        if settings.port is not None:
            ports.append(Port(listen(host, settings.port, shared=shared, accepts=accepts)))
        if settings.tls_port is not None:
            sockets = listen(host, settings.tls_port, shared=shared, accepts=accepts)
            ports.append(Port(sockets, certificate))
    except OSError:
        for port in ports:
            port.close()
        raise
    return ports
