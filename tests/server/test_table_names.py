"""A table is called what everybody sees, in every dialect and by every request that opens one."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client, PacketClient, Refused
from cutcard.wire.tcp.ports import TcpSettings

from .test_moderation import refused

NOT_SEEN = ["\u202egnop", "a\nb", "a\x07b", "\u2066x\u2069", "e" + "\u0301" * 5, "\u200bx"]
OPENINGS = [("CREATE_TABLE", {"game": "duel"}), ("CREATE_TWICE", {"game": "guandan"})]


def test_names_that_turn_a_line_around_or_hide_in_it_are_none(inside):
    async def tale():
        async with inside(tcp=TcpSettings(port=0)) as server:
            ann = await Client.connect(server.url, name="Ann")
            where = ("127.0.0.1", server.tcp_port)
            tim = await PacketClient.connect(*where, "Tim", "a pond at night", sign_up=True)
            for name in NOT_SEEN:
                for kind, wish in OPENINGS:
                    await refused(ann.request(kind, {**wish, "name": name}), "INVALID_REQUEST")
                with pytest.raises(Refused, match="printable"):
                    await tim.create(name, game="duel")
            assert not server.house.numbers()
            told = await ann.request("CREATE_TABLE", {"game": "duel", "name": "Sun\u3164day\ufe0f"})
            assert told["info"]["name"] == "Sunday"
            for one in (ann, tim):
                await one.close()

    asyncio.run(asyncio.wait_for(tale(), 60))
