"""`GET /ws` on a connection that HTTP has used before, as a proxy that keeps its connections sends
it. The door saw another request first, so aiohttp has the socket: it is taken from there and given
to the WebSocket protocol, which reads the request again."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web

from .line import HttpLine

Protocols = Callable[[str], asyncio.BaseProtocol]
TURN = 65_536  # bytes that a protocol takes at once; a head has fewer


def takes_over(websocket: Protocols) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """A handler of `/ws`; `websocket` makes the protocol for whoever connects."""

    async def answer(request: web.Request) -> web.StreamResponse:
        line, transport = request.protocol, request.transport
        if transport is None or not isinstance(line, HttpLine):
            raise web.HTTPNotFound
        # aiohttp lets go of its own descriptor; the connection lives on in ours.
        sock = socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno()))
        sock.setblocking(False)
        host = line.host
        transport.abort()
        loop = asyncio.get_running_loop()
        try:
            _, protocol = await loop.connect_accepted_socket(lambda: websocket(host), sock)
        except OSError:
            sock.close()
        else:
            _feed(protocol, _head(request))
        return web.Response()  # nobody is there any more to whom aiohttp could say it

    return answer


def _head(request: web.Request) -> bytes:
    """The request as it came."""
    lines = [f"{request.method} {request.raw_path} HTTP/1.1".encode()]
    lines += [name + b": " + value for name, value in request.raw_headers]
    return b"\r\n".join([*lines, b"", b""])


def _feed(protocol: asyncio.BaseProtocol, data: bytes) -> None:
    assert isinstance(protocol, asyncio.BufferedProtocol)
    while data:
        room = memoryview(protocol.get_buffer(TURN))
        part = data[: len(room)]
        room[: len(part)] = part
        protocol.buffer_updated(len(part))
        data = data[len(part) :]
