"""A server without a table, for `script/bench server`: what the parts leave for rules.

It stands on what ours stands on (uvloop, picows, msgspec, one SQLite commit for all that came in a
turn) and does nothing else: no accounts, no clocks, no patches, no answer kept. Each request is
read, becomes a row, and when that is durable both players get a frame as long as ours usually are.
With `rules` each move is also judged and made by Duel's own rules, and both views of it are built:
a server with these rules, on these parts, can hardly be faster than that.
`python -m bench.bare FILE [rules]` says "up PORT".
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from secrets import token_bytes
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

import cutcard
from cutcard.kernel.game import State, Told
from cutcard.table.vocabulary import vocabulary

from .dialects import Cutcard

LENGTH = 900  # bytes beside the envelope; a Duel's updates have about 1,030 in all
AT_ONCE = 250  # rows in one statement
PADDING = "x" * LENGTH

read = msgspec.json.Decoder().decode
write = msgspec.json.Encoder().encode

Row = tuple[int, int, str]


def frame(kind: str, match: str | None = None, **payload: int | str) -> bytes:
    said = {"v": 1, "type": kind, "matchId": match, "payload": payload}
    body = write({name: value for name, value in said.items() if value is not None})
    size = len(body)
    head = bytes((0x81, size)) if size < 126 else bytes((0x81, 126, size >> 8, size & 255))
    return head + body


class Bare:
    """Its tables, and what waits for the disk."""

    def __init__(self, path: str, rules: bool) -> None:
        self.path = path
        self.words = vocabulary("duel") if rules else None
        self.tables: list[list[Guest]] = []
        self.states: dict[int, State] = {}
        self.rows: list[Row] = []
        self.held: list[tuple[Guest, bytes]] = []
        self.came = asyncio.Event()
        self.thread = ThreadPoolExecutor(1)

    def deal(self, table: int) -> None:
        """With rules: a table's next match."""
        if self.words is not None:
            options = self.words.options(Cutcard.OPTIONS)
            self.states[table] = self.words.game.deal(options, 2, cutcard.Rng(token_bytes(32)))

    def play(self, table: int, seat: int, kind: str, payload: Any) -> None:
        """With rules: judge and make the move, and look at it from both seats."""
        if self.words is not None:
            state, told = self.states[table], list[Told]()
            tag = kind.removeprefix("GAME_").removesuffix("_REQUEST").lower()
            state.play(seat, self.words.move(tag, payload), 0, told)
            state.view(0)
            state.view(1)

    def open(self) -> None:
        self.db = sqlite3.connect(self.path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("CREATE TABLE entries (number INTEGER, seq INTEGER, key TEXT)")

    def commit(self, rows: list[Row]) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        for start in range(0, len(rows), AT_ONCE):
            some = rows[start : start + AT_ONCE]
            marks = ", ".join(["(?, ?, ?)"] * len(some))
            values = [value for row in some for value in row]
            self.db.execute(f"INSERT INTO entries VALUES {marks}", values)  # noqa: S608 # marks
        self.db.execute("COMMIT")

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.thread, self.open)
        while True:
            await self.came.wait()
            self.came.clear()
            rows, held = self.rows, self.held
            self.rows, self.held = [], []
            await loop.run_in_executor(self.thread, self.commit, rows)
            for guest, said in held:
                guest.socket.write(said)


class Guest(WSListener):
    """A player; whatever is no request of the lobby's is a move."""

    def __init__(self, bare: Bare) -> None:
        self.bare = bare
        self.table = 0
        self.match = 1

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.socket = transport.underlying_transport
        self.socket.write(frame("SYSTEM_WELCOME"))

    def on_ws_frame(self, transport: WSTransport, got: WSFrame) -> None:
        if got.msg_type != WSMsgType.TEXT:
            return
        asked, bare = read(got.get_payload_as_bytes()), self.bare
        kind = asked["type"]
        if kind == "AUTH":
            self.socket.write(frame("AUTH_OK"))
        elif kind == "CREATE_TABLE":
            bare.tables.append([self])
            self.table = len(bare.tables)
            self.socket.write(frame("CREATE_TABLE_ACK", table=self.table))
        elif kind == "JOIN_TABLE":
            self.table = asked["payload"]["table"]
            bare.tables[self.table - 1].append(self)
            for guest in bare.tables[self.table - 1]:
                guest.socket.write(frame("GAME_STATE", f"{self.table}-1", seq=1))
            bare.deal(self.table)
        elif kind == "REMATCH_OFFER":
            bare.deal(self.table)
            for guest in bare.tables[self.table - 1]:
                guest.match += 1
                guest.socket.write(frame("GAME_UPDATE", f"{self.table}-{guest.match}", seq=1))
        else:
            seat = bare.tables[self.table - 1].index(self)
            bare.play(self.table, seat, kind, asked["payload"])
            bare.rows.append((self.table, asked["seq"], asked["correlationId"]))
            said = frame("GAME_UPDATE", f"{self.table}-{self.match}", seq=1, more=PADDING)
            ack = frame("ACK", seq=1)
            bare.held += [
                (guest, ack + said if guest is self else said)
                for guest in bare.tables[self.table - 1]
            ]
            bare.came.set()


async def main(path: str, rules: bool) -> None:
    bare = Bare(path, rules)
    server = await ws_create_server(lambda request: Guest(bare), "127.0.0.1", 0)
    running = asyncio.create_task(bare.run())
    sys.stdout.write(f"up {server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.gather(server.serve_forever(), running)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], sys.argv[2:] == ["rules"]))
