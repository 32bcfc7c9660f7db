"""The first message may come with the handshake: who is far away is known sooner."""

import asyncio
import json
from base64 import urlsafe_b64encode

import msgspec
import pytest

from cutcard.wire.limits import Limits

from .test_socket import Ear, run

AUTH = {"v": 1, "type": "AUTH", "correlationId": "a", "payload": {"name": "安"}}


def offered(message: bytes, chosen: str = "cutcard.json") -> dict[str, str]:
    packed = urlsafe_b64encode(message).decode().rstrip("=")
    return {"Sec-WebSocket-Protocol": f"{chosen}, cutcard.first.{packed}"}


def test_who_brings_auth_along_is_known_without_asking_again(inside):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url, headers=offered(json.dumps(AUTH).encode()))
            await ear.until(lambda: len(ear.said) == 2)
            assert [one.type for one in ear.said] == ["SYSTEM_WELCOME", "AUTH_OK"]
            assert ear.said[1].correlation_id == "a"
            assert ear.line.payload(ear.said[1])["name"] == "安"
            assert (await ear.answer("LIST_TABLES")).type == "LIST_TABLES_ACK"

    run(scene())


def test_it_may_be_messagepack(inside):
    async def scene():
        async with inside() as server:
            headers = offered(msgspec.msgpack.encode(AUTH), "cutcard.msgpack")
            ear = await Ear().connect(server.url, headers=headers, packed=True)
            await ear.until(lambda: len(ear.said) == 2)
            assert ear.said[1].type == "AUTH_OK"

    run(scene())


@pytest.mark.parametrize("brought", ["", "a", "a+b/", "é", "AAAA", "W10"], ids=repr)
def test_what_is_no_message_is_answered_and_the_connection_goes_on(inside, brought):
    async def scene():
        async with inside() as server:
            headers = {"Sec-WebSocket-Protocol": f"cutcard.json, cutcard.first.{brought}"}
            ear = await Ear().connect(server.url, headers=headers)
            await ear.until(lambda: len(ear.said) == 2)
            assert (ear.said[1].type, ear.said[1].error.code) == ("ERROR", "INVALID_REQUEST")
            assert (await ear.answer("AUTH", {"name": "Ann"})).type == "AUTH_OK"

    run(scene())


def test_it_counts_like_any_other_and_none_is_taken_from_who_speaks_no_subprotocol(inside):
    async def scene():
        async with inside(limits=Limits(burst=1.0, rate=0.01)) as server:
            ear = await Ear().connect(server.url, headers=offered(json.dumps(AUTH).encode()))
            await ear.until(lambda: len(ear.said) == 2)
            refused = await ear.answer("LIST_TABLES")
            assert refused.error.code == "RATE_LIMITED"
        async with inside() as server:
            headers = {"Sec-WebSocket-Protocol": "cutcard.first.e30"}
            bare = await Ear().connect(server.url, headers=headers)
            await bare.until(lambda: bare.said)
            await asyncio.sleep(0.1)
            assert [one.type for one in bare.said] == ["SYSTEM_WELCOME"]

    run(scene())
