"""Malformed and hostile frames: no crash, nobody else disturbed, every well-framed one answered."""

import asyncio
import os
import random
import socket
import struct
import time

import msgspec
import pytest

from cutcard.client import Client, open_line

WINDOW = 100
DEEP = 10_000
CLOSED = 7_000  # JSON that also closes its brackets must be less deep to fit into one frame


def mask(opcode: int, body: bytes, *, fin: int = 0x80, length: bytes | None = None) -> bytes:
    """A client's frame; `length` may lie."""
    size = len(body)
    if length is None:
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    key = os.urandom(4)
    masked = bytes(b ^ key[i % 4] for i, b in enumerate(body))
    return bytes([fin | opcode]) + length + key + masked


def envelopes(rng: random.Random, match: str, stolen: str):
    """Requests that are well formed as JSON or MessagePack and wrong in every other way."""
    junk = [
        None,
        True,
        -1,
        0,
        2**70 % 2**63,
        1.5,
        "",
        "x",
        "x" * 300,
        [],
        [[]],
        {},
        {"a": {}},
        "\0",
    ]

    def pick():
        return rng.choice(junk)

    kinds = ["GAME_CARD_PLAY_REQUEST", "GAME_READY_REQUEST", "GAME_SURRENDER", "MATCH_READY"]
    return rng.choice(
        [
            pick,
            lambda: {"type": pick(), "payload": pick()},
            lambda: {"type": "JOIN_TABLE", "payload": {"table": pick()}},
            lambda: {"type": "JOIN_TABLE", "payload": {"table": rng.randrange(10**6, 10**9)}},
            lambda: {"type": "SPECTATE", "payload": {"table": rng.randrange(10**6, 10**9)}},
            lambda: {"type": "LEAVE", "payload": {"table": rng.randrange(10**6, 10**9)}},
            lambda: {"type": "CREATE_TABLE", "payload": {"game": pick(), "options": pick()}},
            lambda: {"type": "CREATE_TABLE", "payload": {"game": "../../etc/passwd"}},
            lambda: {
                "type": "CREATE_TABLE",
                "payload": {
                    "game": "duel",
                    "options": {"maxRounds": rng.choice([0, 99, "3", None])},
                },
            },
            lambda: {"type": rng.choice(kinds), "matchId": match, "payload": pick()},
            lambda: {
                "type": "GAME_CARD_PLAY_REQUEST",
                "matchId": match,
                "payload": {"cardIndex": rng.randrange(52), "roundNumber": 1},
            },
            lambda: {
                "type": rng.choice(kinds),
                "matchId": rng.choice(["9999999-1", "-", "x", "1" * 60]),
            },
            lambda: {"type": "GAME_NEXT_ROUND_REQUEST", "matchId": match},
            lambda: {"type": "GAME_STATE_REQUEST", "matchId": match, "payload": {"lastSeq": 0}},
            lambda: {"type": "REMATCH_ACCEPT", "matchId": match},
            lambda: {"type": "FILL", "payload": {"table": int(match.partition("-")[0])}},
            lambda: {"type": "AUTH", "payload": {"token": stolen[:-1] + "x"}},
            lambda: {"type": "AUTH", "payload": {"token": pick()}},
            lambda: {"type": "PING", "v": rng.choice([0, 2, 99])},
            lambda: {"type": "DROP_TABLES", "payload": {"x": pick()}},
            lambda: {"type": "GAME__REQUEST", "matchId": match},
            lambda: {"type": "LIST_TABLES", "seq": -5},
        ]
    )()


def bodies(rng: random.Random, packed: bool, match: str, stolen: str) -> bytes:
    """One hostile message."""
    encode = msgspec.msgpack.encode if packed else msgspec.json.encode
    dice = rng.random()
    if dice < 0.15:
        return rng.randbytes(rng.randrange(200))
    if dice < 0.3:
        whole = encode({"type": "PING", "payload": {"a": [1, 2, "three"]}})
        return whole[: rng.randrange(len(whole))]
    if dice < 0.33:
        if packed:
            return b"\x91" * DEEP + b"\xc0"
        return rng.choice([b"[" * DEEP, b"[" * CLOSED + b"]" * CLOSED])
    if dice < 0.36:
        if packed:
            return b"\x82\xa4type\xa4PING\xa7payload\x81\xa1a" + b"\x91" * DEEP + b"\xc0"
        return b'{"type":"PING","payload":' + b'{"a":' * 2_000 + b"1" + b"}" * 2_000 + b"}"
    if dice < 0.4 and packed:
        return rng.choice([b"\xdd", b"\xdf", b"\xc6", b"\xdb"]) + b"\xff\xff\xff\xff"
    return encode(envelopes(rng, match, stolen))


async def attack(url: str, packed: bool, count: int, seed: int, match: str, stolen: str) -> int:
    """Send hostile messages by the window and wait for each one's answer."""
    rng = random.Random(seed)
    answers: list[str] = []
    told = asyncio.Event()

    def heard(message) -> None:
        answers.append(message.type)
        told.set()

    line = await open_line(url, heard, packed=packed)
    if seed % 2:  # half of the attackers are guests, half never say who they are
        line.send("AUTH", {"name": "Mallory"}, key="hello")
    sent = 1 + seed % 2
    while sent < count:
        for _ in range(min(WINDOW, count - sent)):
            line.transport.send(line._kind, bodies(rng, packed, match, stolen))
            sent += 1
        while len(answers) < sent:
            told.clear()
            await asyncio.wait_for(told.wait(), 20)
        assert len(answers) == sent, "a message was answered twice"
        assert line.open
    line.close()
    return sent


def upgrade(port: int) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=5)
    sock.sendall(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert b" 101 " in sock.recv(4096)
    return sock


LIES = [
    mask(1, b"{}", length=b"\xff" + struct.pack(">Q", 2**62)),
    mask(1, b"{}", length=b"\xff" + struct.pack(">Q", 2**63 + 5)),
    mask(1, b"{}", length=b"\xff" + struct.pack(">Q", 20_000)),
    mask(1, b"x" * 17_000),
    mask(1, b"{}", length=b"\xfe" + struct.pack(">H", 2)),
    mask(1, b"{}", length=b"\xff" + struct.pack(">Q", 2)),
    mask(1, b"half of it", length=bytes([0x80 | 100])),
    b"\x81\x02{}",
    mask(3, b"reserved"),
    mask(9, b"ping in parts", fin=0),
    mask(9, b"x" * 126, length=b"\xfe" + struct.pack(">H", 126)),
    mask(0, b"goes on from nothing"),
    mask(1, b"{", fin=0) + mask(1, b"}"),
    b"".join(mask(1 if i == 0 else 0, b"x" * 1000, fin=0) for i in range(20)),
    mask(8, struct.pack(">H", 1005)),
    mask(8, b"\x03"),
    mask(8, b""),
    b"\x00" * 64,
    b"\xff" * 64,
]


def lie(port: int, count: int, seed: int) -> None:
    """Frames that are none: the connection may end, the server may not."""
    rng = random.Random(seed)
    for number in range(count):
        sock = upgrade(port)
        frames = LIES[number] if number < len(LIES) else rng.randbytes(rng.randrange(1, 300))
        try:
            sock.sendall(frames)
            if rng.random() < 0.5:
                sock.settimeout(0.05)
                sock.recv(4096)
        except OSError:
            pass
        sock.close()
    for start in (b"", b"G", b"GET /ws HTTP/1.1\r\n", b"\r\n\r\n", rng.randbytes(500)):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as sock:
            sock.sendall(start)


async def scene(server, players, count: int) -> None:
    (ann, one), (bo, two) = await players.duel(server.url, mode="HAND", maxRounds=3)
    stolen = ann.token
    attackers = [
        asyncio.create_task(attack(server.url, packed, count // 4, seed, one.match, stolen))
        for seed, packed in enumerate((False, False, True, True))
    ]
    liar = asyncio.create_task(asyncio.to_thread(lie, server.port, 200, 7))
    slowest, moves, rng = 0.0, 0, random.Random(1)
    while not all(task.done() for task in (*attackers, liar)):
        for client, place in ((ann, one), (bo, two)):
            if place.legal:
                started = time.monotonic()
                await players.step(client, place, rng)
                slowest, moves = max(slowest, time.monotonic() - started), moves + 1
        if players.over(one) and players.over(two):
            for client in (ann, bo):  # nobody may have too many open
                await client.request("LEAVE", {"table": one.table})
            again = await ann.create("duel", options={**players.slow_rounds, "mode": "HAND"})
            one, two = again, await bo.join(again.table)
        await asyncio.sleep(0.01)
    assert sum(task.result() for task in attackers) >= count
    liar.result()
    assert moves >= 10, "the duel beside it hardly went on"
    assert slowest < 2.0, f"a player waited {slowest:.1f} s for his move"
    assert (ann.reconnects, bo.reconnects) == (0, 0)
    async with await Client.connect(server.url, token=stolen) as back:
        assert back.user == ann.user, "the token still is Ann's, and only hers"
    await ann.close()
    await bo.close()


def check(serve, players, count: int) -> None:
    server = serve("--log-level", "error")
    asyncio.run(scene(server, players, count))
    assert server.process.poll() is None
    assert server.stop() == 0
    assert server.errors() == ""


def test_5000_hostile_messages_are_answered_and_disturb_nobody(serve, players):
    check(serve, players, 5_000)


@pytest.mark.slow
def test_100000_hostile_messages_are_answered_and_disturb_nobody(serve, players):
    check(serve, players, 100_000)
