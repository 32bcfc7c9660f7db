"""People at real sockets, and what the tests of the lobby ask them."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client, Refused, open_line

PASSWORD = "correct horse"


class Asking:
    """A connection that says nothing by itself; an answer is the whole message."""

    async def dial(self, url):
        self.answers, self.code = {}, None
        self.line = await open_line(url, self.heard, self.lost)
        return self

    def heard(self, message):
        error = message.error and {"code": message.error.code, "message": message.error.message}
        payload = self.line.payload(message) if message.correlation_id else None
        told = {"type": message.type, "payload": payload, "error": error}
        self.answers[message.correlation_id] = told

    def lost(self, code):
        self.code = code

    async def ask(self, kind, payload):
        key = f"k{len(self.answers)}"
        self.line.send(kind, payload, key=key)
        async with asyncio.timeout(10):
            while key not in self.answers:  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.005)
        return self.answers[key]

    async def closed(self):
        """The code it was closed with."""
        async with asyncio.timeout(10):
            while self.code is None:  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.005)
        return self.code


def run(scene):
    asyncio.run(asyncio.wait_for(scene, 60))


async def people(server, *names, **more):
    """Guests of these names."""
    return [await Client.connect(server.url, name=name, **more) for name in names]


def said(client, kind):
    """What a client was told under this type."""
    return [payload for name, payload in client.notices if name == kind]


async def hears(client, kind, patience=10):
    """The next of these; it is taken away."""
    async with asyncio.timeout(patience):
        while True:
            for n, (name, payload) in enumerate(client.notices):
                if name == kind:
                    del client.notices[n]
                    return payload
            await client.turn()


async def refused(code, asking):
    with pytest.raises(Refused) as no:
        await asking
    assert no.value.code == code
    assert no.value.message
    return no.value
