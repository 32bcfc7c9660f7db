"""TLS: the same protocol, a certificate that can change, and no patience without a hello."""

from __future__ import annotations

import asyncio
import ssl
import time
from contextlib import suppress

import pytest
import trustme

from cutcard.wire.tcp.tls import Certificate, NoCertificate

from ..bridging import door


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def files(authority, tmp_path):
    """A certificate's files, and how to write a new one into them."""
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"

    def write():
        leaf = authority.issue_cert("localhost")
        key.write_bytes(leaf.private_key_pem.bytes())
        chain.write_bytes(b"".join(pem.bytes() for pem in leaf.cert_chain_pems))

    write()
    return chain, key, write


@pytest.fixture
def trusting(authority):
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


def serial(one) -> str:
    return one.writer.get_extra_info("peercert")["serialNumber"]


def test_the_same_packets_over_TLS_and_a_new_certificate_drops_nobody(
    serving, raw, files, trusting
):
    chain, key, write = files

    async def story():
        async with serving(cert=chain, key=key, reload=0.05) as server:
            first = await raw.Raw.dial(server.tls_port, ssl=trusting)
            write()
            async with asyncio.timeout(10):
                while True:
                    second = await raw.Raw.dial(server.tls_port, ssl=trusting, hello=False)
                    if serial(second) != serial(first):
                        break
                    second.close()
                    await asyncio.sleep(0.05)
            assert await first.ask(raw.PING, {"t": 1}) == {"t": 1}
            assert await second.ask(raw.PING, {"t": 2}) == {"t": 2}
            key.write_text("half of a key")  # not a pair: the last good one stays
            await asyncio.sleep(0.2)
            third = await raw.Raw.dial(server.tls_port, ssl=trusting)
            assert serial(third) == serial(second)
            plain = await raw.Raw.dial(server.tcp_port)
            assert await plain.ask(raw.PING) is None

    asyncio.run(story())


def test_a_connection_without_a_hello_is_dropped(serving, raw, files):
    chain, key, _ = files

    async def story():
        async with serving(cert=chain, key=key, tls=0.4) as server:
            silent = await raw.Raw.dial(server.tls_port, hello=False)
            plain = await raw.Raw.dial(server.tls_port, hello=False)
            plain.send(raw.packet(raw.PING))
            start = time.monotonic()
            for one in (silent, plain):
                with suppress(ConnectionError):  # an alert, an end or a reset: any will do
                    await asyncio.wait_for(one.reader.read(), 3)
            assert time.monotonic() - start < 3
            assert not door(server).desk.lines

    asyncio.run(story())


def test_a_certificate_that_cannot_be_used_is_said_at_the_start(tmp_path, files):
    chain, key, _ = files
    with pytest.raises(NoCertificate, match=r"missing\.pem"):
        Certificate(tmp_path / "missing.pem", key)
    key.write_text("no key")
    with pytest.raises(NoCertificate, match="cannot be used"):
        Certificate(chain, key)


def test_a_real_server_reloads_its_certificate_and_drops_who_says_no_hello(
    process, raw, files, trusting
):
    """With the bounds people meet: nobody who dawdles is there after 10 s."""
    chain, key, write = files
    ports = process(
        *("--tcp-port", "0", "--tls-port", "0"),
        *("--tls-cert", str(chain), "--tls-key", str(key)),
    )

    async def until_closed(one, drip: bytes) -> float:
        """How long it is let wait, sending a byte a second."""
        start, reading = time.monotonic(), asyncio.create_task(one.reader.read())
        for byte in drip:
            if reading.done():
                break
            one.send(bytes([byte]))
            await asyncio.wait([reading], timeout=1)
        with suppress(ConnectionError):
            await asyncio.wait_for(reading, 15)
        return time.monotonic() - start

    async def story():
        first = await raw.Raw.dial(ports["tls"], ssl=trusting)
        packet = raw.packet(raw.SIGNUP, {"user": "Ann", "pass": "x" * 30})
        idlers = [
            (await raw.Raw.dial(ports["tcp"], hello=False), b""),
            (await raw.Raw.dial(ports["tcp"], hello=False), packet),
            (await raw.Raw.dial(ports["tcp"]), packet),
            (await raw.Raw.dial(ports["tls"], hello=False), b""),
            (await raw.Raw.dial(ports["tls"], hello=False), b"\x16\x03\x01\x02\x00\x01\x00\x01"),
            (await raw.Raw.dial(ports["tls"], ssl=trusting, hello=False), b""),
        ]
        waiting = asyncio.gather(*(until_closed(*one) for one in idlers))
        write()
        async with asyncio.timeout(10):
            while True:
                second = await raw.Raw.dial(ports["tls"], ssl=trusting)
                if serial(second) != serial(first):
                    break
                second.close()
                await asyncio.sleep(0.2)
        assert await first.ask(raw.PING, {"t": 1}) == {"t": 1}
        assert max(await waiting) < 10
        assert await second.ask(raw.PING) is None

    asyncio.run(story())
