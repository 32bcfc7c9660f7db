"""Packets as bytes: cut anywhere, joined anywhere, and whatever else may come."""

from __future__ import annotations

import asyncio
import itertools
import random
import struct

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.wire.tcp.packet import Broken, Cutter, Hello, Packet, TooLong, greeting, pack

from ..bridging import door

bodies = st.binary(max_size=300)
kinds = st.integers(0, 0xFFFF)
FIELDS = (
    *("user", "pass", "name", "max_player", "min_bet", "game", "options"),
    *("tableId", "table_id", "game_id", "action", "type", "amount", "client_seq"),
    *("username", "invite_id", "friend_username"),
)
TYPES = (*range(10, 12), *range(100, 1000, 10), 451, 471, 985, 0, 1, 65535)


def cut_all(chunks):
    cutter, found = Cutter(), []
    for chunk in chunks:
        cutter.feed(chunk)
        while (one := cutter.cut()) is not None:
            found.append(one)
    return found, cutter.waiting


def test_a_packet_is_length_version_type_payload():
    assert pack(10) == b"\x00\x05\x01\x00\x0a"
    assert pack(300, {"res": 301}) == b"\x00\x0d\x01\x01\x2c\x81\xa3res\xcd\x01\x2d"
    assert greeting(0) == b"\x00\x01\x00"
    assert greeting(2) == b"\x00\x01\x02"
    with pytest.raises(TooLong):
        pack(600, b"x" * 0xFFFF)


@given(st.lists(st.tuples(kinds, bodies), max_size=6), st.booleans(), st.data())
@settings(max_examples=200, deadline=None)
def test_packets_come_out_whole_however_they_were_split_and_joined(sent, hello, data):
    stream = b"\x00\x02\x00\x01" if hello else b""
    stream += b"".join(struct.pack(">HBH", 5 + len(b), 1, kind) + b for kind, b in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    edges = [0, *cuts, len(stream)]
    chunks = [stream[a:b] for a, b in itertools.pairwise(edges)]
    found, left = cut_all(chunks)
    assert found == [Hello(1)] * hello + [Packet(kind, body) for kind, body in sent]
    assert left == 0


@given(st.binary(max_size=2000))
@settings(max_examples=500, deadline=None)
def test_any_bytes_are_packets_or_broken_and_nothing_else(data):
    try:
        found, left = cut_all([data])
    except Broken:
        return
    size = sum(4 if isinstance(one, Hello) else 5 + len(one.body) for one in found)
    assert size + left == len(data)


def test_a_handshake_is_one_only_at_the_beginning():
    found, _ = cut_all([b"\x00\x02\x00\x07"])
    assert found == [Hello(7)]
    with pytest.raises(Broken):
        cut_all([b"\x00\x02\x00\x01" * 2])
    with pytest.raises(Broken):
        cut_all([pack(10) + b"\x00\x02\x00\x01"])


@pytest.mark.parametrize("start", [b"\x00\x00", b"\x00\x01", b"\x00\x03", b"\x00\x04", b"GET"])
def test_a_length_under_five_or_another_version_is_broken_at_once(start):
    with pytest.raises(Broken):
        cut_all([start])


def test_cut_at_every_byte_boundary_the_server_answers_the_same(serving, raw):
    """Every way to split a handshake, a sign-up, a login and a ping in two."""

    async def story():
        async with serving() as server:
            first = await raw.Raw.dial(server.tcp_port, name="Ann")
            first.close()
            stream = (
                b"\x00\x02\x00\x01"
                + raw.packet(raw.SIGNUP, {"user": "Ann", "pass": "seven wet owls"})
                + raw.packet(raw.PING, {"t": 7})
                + raw.packet(raw.TABLES)
            )
            answers = (
                b"\x00\x01\x00"
                + raw.packet(raw.SIGNUP, {"res": 202, "msg": "Somebody has this name already"})
                + raw.packet(raw.PONG, {"t": 7})
                + raw.packet(raw.TABLES, {"size": 0, "tables": []})
            )
            for at in range(1, len(stream)):
                one = await raw.Raw.dial(server.tcp_port, hello=False)
                one.send(stream[:at])
                await asyncio.sleep(0.002)
                one.send(stream[at:])
                assert await one.bytes(len(answers)) == answers, at
                one.close()
            one = await raw.Raw.dial(server.tcp_port, hello=False)
            for byte in stream:
                one.send(bytes([byte]))
                await asyncio.sleep(0)
            assert await one.bytes(len(answers)) == answers
            one.close()

    asyncio.run(story())


def test_a_login_may_be_cut_anywhere_and_repeated_as_often_as_it_is_right(serving, raw):
    async def story():
        async with serving() as server:
            first = await raw.Raw.dial(server.tcp_port, name="Ann")
            login = raw.packet(raw.LOGIN, {"user": "Ann", "pass": raw.PASSWORD})
            for at in range(1, len(login)):
                one = await raw.Raw.dial(server.tcp_port, hello=bool(at % 2))
                one.send(login[:at])
                await asyncio.sleep(0.002)
                one.send(login[at:])
                kind, said = await one.next()
                assert (kind, said["result"]) == (raw.LOGIN, 0), said
                one.close()
            wrong = {"user": "Ann", "pass": "guessed"}
            said = [(await first.ask(raw.LOGIN, wrong))["msg"] for _ in range(12)]
            assert said[0] != said[-1]  # guesses are counted

    asyncio.run(story())


def test_MessagePack_of_any_kind_is_answered_and_the_connection_lives_on(serving, raw):
    payloads = st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**63), 2**64 - 1)
        | st.floats()
        | st.text()
        | st.binary(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
    fields = st.sampled_from(FIELDS)
    wishes = st.dictionaries(fields, payloads, max_size=5) | payloads
    types = st.sampled_from(TYPES)

    async def story():
        async with serving() as server:
            known = await raw.Raw.dial(server.tcp_port, name="Ann")
            stranger = await raw.Raw.dial(server.tcp_port)

            @given(types, wishes | st.binary(max_size=40), st.booleans())
            @settings(max_examples=300, deadline=None)
            def shape(kind, wish, logged_in):
                body = wish if isinstance(wish, bytes) else msgspec.msgpack.encode(wish)
                sent.append((kind, body, logged_in))

            sent: list = []
            shape()
            for kind, body, logged_in in sent:
                one = known if logged_in else stranger
                await one.ask(raw.LEAVE)
                one.send(raw.packet(kind, body))
                got, said = await one.next()
                assert got not in (raw.STATE, raw.BUNDLE, raw.BALANCE, raw.INVITED)
                assert not (isinstance(said, dict) and said.get("code") == 500), (kind, body)
            for one in (known, stranger):
                await one.settle(0.1)
                assert await one.ask(raw.PING, {"t": "still"}) == {"t": "still"}

    asyncio.run(story())


def test_random_bytes_end_their_own_connection_and_disturb_nobody(serving, raw, caplog):
    rng = random.Random(5)

    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            table = await ann.create()
            for n in range(150):
                one = await raw.Raw.dial(server.tcp_port, hello=bool(n % 2))
                start = b"" if n % 3 else struct.pack(">HBH", rng.randrange(5, 60), 1, 450)
                one.send(start + rng.randbytes(rng.randrange(1, 200)))
                await asyncio.sleep(0)
                one.close()
            told = await ann.ask(raw.RESYNC, {"game_id": table})
            assert told["result"] == 0
            await asyncio.sleep(0.1)
            assert len(door(server).desk.lines) == 1

    asyncio.run(story())
    assert not [one for one in caplog.records if one.levelname == "ERROR"]
