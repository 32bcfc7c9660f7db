"""Connections that keep every byte the server sends them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from cutcard.client import packets
from cutcard.client.line import ClientLine, Message
from cutcard.client.packets import PacketLine

PATIENCE = 60.0  # seconds: these machines are busy


class Heard(Struct):
    """One message: when it came by the house's clock, and what it says."""

    at: int
    said: Any  # a WebSocket message's map, or a packet's (type, payload)
    asked: Any = None  # what it answers: (tag, fields) of a move


class Tap:
    """Somebody's way to the server over all his connections, and what came."""

    def __init__(self, name: str, seat: int | None, kind: str, now: Callable[[], int]) -> None:
        self.name = name
        self.seat = seat
        self.kind = kind
        self.now = now
        self.heard: list[Heard] = []
        self.stream = bytearray()  # every byte that came
        self.sent: dict[str, tuple[str, dict[str, Any]]] = {}  # moves by key
        self.user = ""
        self.number = 0
        self.token = ""
        self.match = ""
        self.line: Any = None
        self.web: list[tuple[str, int, bytes]] = []  # HTTP answers
        self._keys = 0
        self._lost = asyncio.Event()

    def key(self) -> str:
        self._keys += 1
        return f"{self.name}-{self._keys}"

    async def closed(self) -> None:
        self.line.close()
        await asyncio.wait_for(self._lost.wait(), PATIENCE)


class _WsLine(ClientLine):
    def __init__(self, tap: WsTap) -> None:
        super().__init__(tap.kind == "packed", tap.take, tap.lost)
        self.tap = tap

    def on_ws_frame(self, transport, frame) -> None:
        if frame.msg_type == self._kind:
            self.tap.keep(frame.get_payload_as_bytes())
        super().on_ws_frame(transport, frame)


class WsTap(Tap):
    """Over `/ws`, in JSON or MessagePack."""

    async def dial(self, url: str, **hello: Any) -> None:
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._lost.clear()
        self.line = _WsLine(self)
        await self.line.dial(url)
        if self.token:
            hello = {"token": self.token}
        told = await self.ask("AUTH", {**hello, "legal": True})
        self.user = told["payload"]["userId"]
        self.token = told["payload"].get("token", self.token)

    def keep(self, raw: bytes) -> None:
        decode = msgspec.msgpack.decode if self.kind == "packed" else msgspec.json.decode
        said = decode(raw)
        self.stream += raw
        self.heard.append(Heard(self.now(), said, self.sent.get(said.get("correlationId"))))
        self.match = said.get("matchId", self.match)

    def take(self, message: Message) -> None:
        waiting = self._waiting.pop(message.correlation_id or "", None)
        if waiting is not None and not waiting.done():
            waiting.set_result(self.heard[-1].said)

    def lost(self, code: int) -> None:
        self._lost.set()

    async def ask(
        self,
        kind: str,
        payload: Any = None,
        match: str | None = None,
        seq: int | None = None,
        key: str | None = None,
    ) -> dict[str, Any]:
        """The message that answers."""
        key = key or self.key()
        self._waiting[key] = asyncio.get_running_loop().create_future()
        answer = self._waiting[key]
        self.line.send(kind, payload or {}, key=key, match=match, seq=seq)
        return await asyncio.wait_for(answer, PATIENCE)

    async def play(self, match: str, move: dict[str, Any], key: str | None = None) -> None:
        """Ask for a move; the answer is among what is heard."""
        key = key or self.key()
        fields = {name: value for name, value in move.items() if name != "type"}
        self.sent[key] = (move["type"], fields)
        await self.ask(f"GAME_{move['type'].upper()}_REQUEST", fields, match, key=key)

    async def settle(self) -> None:
        """All that was said before is here."""
        await self.ask("PING")


class _TcpLine(PacketLine):
    def __init__(self, tap: TcpTap) -> None:
        super().__init__(lambda kind, said: None, tap.gone)
        self.tap = tap

    def data_received(self, data: bytes) -> None:
        self.tap.stream += data
        super().data_received(data)

    def _heard(self, kind: int, said: Any) -> None:
        asked, self.tap.asked = (self.tap.asked, None) if kind == 451 else (None, self.tap.asked)
        self.tap.heard.append(Heard(self.tap.now(), (kind, said), asked))
        super()._heard(kind, said)


class TcpTap(Tap):
    """Over TCP, after the handshake."""

    asked: Any = None

    async def dial(self, port: int, password: str, new: bool) -> None:
        self._lost.clear()
        self.line = _TcpLine(self)
        await self.line.dial("127.0.0.1", port)
        if new:
            await self.ask(packets.SIGNUP, {"user": self.name, "pass": password})
        told = await self.ask(packets.LOGIN, {"user": self.name, "pass": password})
        assert told["result"] == 0, told
        self.number = told["user_id"]

    def gone(self) -> None:
        self._lost.set()

    async def ask(self, kind: int, payload: Any = None) -> Any:
        """The payload that answers, an ERROR's too."""
        try:
            return await asyncio.wait_for(self.line.request(kind, payload), PATIENCE)
        except packets.Refused as reason:
            return {"error": reason.code}

    async def play(self, table: int, move: dict[str, Any]) -> None:
        self._keys += 1
        self.asked = (move["type"], {k: v for k, v in move.items() if k != "type"})
        wish = {"game_id": table, "action": move, "client_seq": self._keys}
        await self.ask(packets.ACTION, wish)

    async def settle(self) -> None:
        """The second answer comes after all that the first one held back."""
        for _ in range(2):
            await self.ask(packets.PING)


class Answered(Struct):
    """An HTTP answer."""

    status: int
    body: bytes


async def fetch(port: int, path: str, token: str = "") -> Answered:
    """GET, from outside."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{who}Connection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return Answered(int(head.split()[1]), body)
