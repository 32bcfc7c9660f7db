"""How each server is spoken to: sitting down at a table of two, playing a card, hearing of it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

import aiohttp
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

if TYPE_CHECKING:
    from .duel import Crowd

HOST = "127.0.0.1"
PATIENCE = 60.0  # seconds to be seated
JSON = msgspec.json.Decoder()


class Player(WSListener, ABC):
    """One socket. `frame` is what its dialect does with what comes."""

    def __init__(self, table: Dialect, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.table.crowd.faults.append("disconnected")
        if not self.seated.done():
            self.seated.set_exception(ConnectionError("hung up before it was seated"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self.frame(frame.get_payload_as_bytes())

    @abstractmethod
    def frame(self, body: bytes) -> None: ...

    def say(self, body: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, body)

    def sit(self) -> None:
        if not self.seated.done():
            self.seated.set_result(None)


class Dialect(ABC):
    """One table of a server: its two players, and the one move under way."""

    player: type[Player]

    def __init__(self, port: int, number: int, crowd: Crowd) -> None:
        self.port = port
        self.number = number
        self.crowd = crowd
        self.players: list[Player] = []
        self.turn = 0
        self.heard = 0  # by whom, as bits
        self.sent = 0.0

    @abstractmethod
    async def url(self, seat: int) -> str: ...

    @abstractmethod
    def play(self, player: Player) -> None:
        """Send the next move of that player."""

    async def sit_down(self) -> None:
        for seat in (0, 1):
            await self._sit(self.player(self, seat))

    async def _sit(self, player: Player) -> None:
        self.players.append(player)
        await ws_connect(lambda: player, await self.url(player.seat))
        await asyncio.wait_for(player.seated, PATIENCE)

    def fire(self) -> None:
        if self.sent or not self.crowd.playing:
            return
        self.heard = 0
        self.sent = perf_counter()
        self.play(self.players[self.turn])

    def told(self, seat: int) -> None:
        """A player has the state after the move."""
        self.heard |= 1 << seat
        if self.heard == 3 and self.sent:
            sent, self.sent = self.sent, 0.0
            self.turn ^= 1
            self.crowd.done(self, sent)


class CutcardPlayer(Player):
    """A guest in JSON; a duel of 26 rounds, then a rematch."""

    table: Cutcard
    match = b""
    seq = 0
    keys = 0

    def frame(self, body: bytes) -> None:
        if body.startswith(b'{"v":1,"type":"GAME_UPDATE"'):
            self.seq += 1
            match = body[(at := body.index(b'"matchId":"') + 11) : body.index(b'"', at)]
            if match != self.match:  # a rematch was dealt
                self.match = match
                self.table.dealt()
            else:
                self.table.told(self.seat)
            return
        message = JSON.decode(body)
        kind, payload = message["type"], message.get("payload")
        if kind == "SYSTEM_WELCOME":
            self.ask("AUTH", {})
        elif kind == "AUTH_OK" and self.seat == 0:
            self.ask("CREATE_TABLE", {"game": "duel", "options": self.table.OPTIONS})
        elif kind == "AUTH_OK":
            self.ask("JOIN_TABLE", {"table": self.table.table})
        elif kind == "CREATE_TABLE_ACK":
            self.table.table = payload["table"]
            self.sit()
        elif kind == "GAME_STATE":
            self.match = message["matchId"].encode()
            self.seq = payload["seq"]
            self.sit()
        elif kind == "REMATCH_OFFERED" and self.seat == 1:
            self.ask("REMATCH_ACCEPT", {}, matchId=self.match.decode())
        elif kind.endswith("_NACK") or kind == "ERROR":
            self.table.crowd.faults.append(str(message["error"]))

    def ask(self, kind: str, payload: dict[str, Any], **more: str) -> None:
        said = {"v": 1, "type": kind, "correlationId": kind, "payload": payload, **more}
        self.say(msgspec.json.encode(said))

    def move(self, kind: bytes, payload: bytes) -> None:
        self.keys += 1
        self.say(
            b'{"v":1,"type":"GAME_%b_REQUEST","correlationId":"%d","matchId":"%b","seq":%d,'
            b'"payload":%b}' % (kind, self.keys, self.match, self.seq, payload)
        )


class Cutcard(Dialect):
    player = CutcardPlayer
    OPTIONS: ClassVar = {"maxRounds": 26, "roundPauseMs": 0}
    ROUNDS = 26
    table = 0
    moved = -2  # moves made in this match; the first two say that a player is ready

    async def url(self, seat: int) -> str:
        return f"ws://{HOST}:{self.port}/ws"

    def play(self, player: Player) -> None:
        assert isinstance(player, CutcardPlayer)
        moved = self.moved
        self.moved += 1
        if moved < 0:
            player.move(b"READY", b"{}")
        else:
            player.move(
                b"CARD_PLAY", b'{"cardIndex":%d,"roundNumber":%d}' % (moved, moved // 2 + 1)
            )

    def told(self, seat: int) -> None:
        if self.moved == 2 * self.ROUNDS and self.heard | 1 << seat == 3 and self.sent:
            first = self.players[0]
            assert isinstance(first, CutcardPlayer)
            first.ask("REMATCH_OFFER", {}, matchId=first.match.decode())
        super().told(seat)

    def fire(self) -> None:
        if self.moved < 2 * self.ROUNDS:
            super().fire()

    def dealt(self) -> None:
        """The next match begins when both have heard of it."""
        one, two = self.players
        assert isinstance(one, CutcardPlayer)
        assert isinstance(two, CutcardPlayer)
        if one.match == two.match:
            self.moved, self.turn = -2, 0
            if self.crowd.playing:
                self.fire()


class BoardgamePlayer(Player):
    """socket.io on one WebSocket."""

    def frame(self, body: bytes) -> None:
        match, seat = f"g{self.table.number}", self.seat
        if body.startswith(b'42/duel,["update"'):
            self.table.told(seat)
        elif body == b"2":
            self.say(b"3")
        elif body[:1] == b"0":
            self.say(b"40/duel,")
        elif body.startswith(b"40/duel"):
            self.say(b'42/duel,["sync","%b","%d",null,2]' % (match.encode(), seat))
        elif body.startswith(b'42/duel,["sync"'):
            self.sit()


class Boardgame(Dialect):
    player = BoardgamePlayer

    async def url(self, seat: int) -> str:
        return f"ws://{HOST}:{self.port}/socket.io/?EIO=4&transport=websocket"

    def play(self, player: Player) -> None:
        player.say(
            b'42/duel,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[0],'
            b'"playerID":"%d","credentials":null}},0,"g%d","%d"]'
            % (player.seat, self.number, player.seat)
        )


ROOM_JOINED, ROOM_ERROR, ROOM_MESSAGE, ROOM_STATE, ROOM_PATCH = 10, 11, 13, 14, 15


class ColyseusPlayer(Player):
    """Colyseus' binary protocol, read by its first byte."""

    def frame(self, body: bytes) -> None:
        kind = body[0] & 0x1F
        if kind == ROOM_PATCH:
            self.table.told(self.seat)
        elif kind == ROOM_JOINED:
            self.transport.send(WSMsgType.BINARY, bytes([ROOM_JOINED]))
        elif kind == ROOM_STATE:
            self.sit()
        elif kind == ROOM_ERROR:
            self.table.crowd.faults.append(body.decode("latin1"))


class Colyseus(Dialect):
    player = ColyseusPlayer
    PLAY = bytes([ROOM_MESSAGE, 0xA0 | 4]) + b"play" + msgspec.msgpack.encode({"place": 0})
    room = ""

    async def url(self, seat: int) -> str:
        how = f"joinById/{self.room}" if seat else "create/duel"
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"http://{HOST}:{self.port}/matchmake/{how}", json={}) as answer,
        ):
            found = await answer.json(content_type=None)
        place = found.get("room") or found
        self.room = place["roomId"]
        return (
            f"ws://{HOST}:{self.port}/{place['processId']}/{self.room}"
            f"?sessionId={found['sessionId']}"
        )

    def play(self, player: Player) -> None:
        player.transport.send(WSMsgType.BINARY, self.PLAY)


def dialects() -> dict[str, type[Dialect]]:
    ours: dict[str, type[Dialect]] = dict.fromkeys(("cutcard", "bare", "bare with rules"), Cutcard)
    return {**ours, "colyseus": Colyseus, "boardgame.io": Boardgame}
