"""Whom a connection comes from when a proxy of ours stands between: X-Forwarded-For, or the PROXY
protocol (versions 1 and 2) before anything else. Only who was named with `--trusted-proxy` is
believed; from anybody else both are bytes like any other."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

V1 = b"PROXY "
V2 = b"\r\n\r\n\0\r\nQUIT\n"
V1_MOST = 107  # bytes of a line, as its specification has it
V2_HEAD = 16
LATELY = 4096  # addresses that need not be read again: who is hung up on is asked about, too
V2_MOST = 1024  # of addresses and what comes with them
_FAMILIES = {0x11: (4, 4), 0x21: (16, 6)}  # TCP over IPv4 and IPv6: bytes of an address


class BadHeader(ValueError):
    """It began as a PROXY header and is none."""


class Proxies(Struct, frozen=True):
    """Those who are believed."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def named(cls, texts: Iterable[str]) -> Proxies:
        """By address or network; ValueError says which cannot be read."""
        return cls(tuple(ip_network(text, strict=False) for text in texts))

    def trusts(self, host: str) -> bool:
        """Whether what comes from there is believed about others."""
        return bool(self.networks) and _within(self.networks, host)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who is spoken for: the last in X-Forwarded-For that is no proxy of ours, for what stands
        before it anybody may have written."""
        if not self.trusts(peer):
            return peer
        host = peer
        for said in reversed([part.strip() for one in forwarded for part in one.split(",")]):
            found = _bare(said)
            if found is None:
                break
            host = found
            if not self.trusts(host):
                break
        return host


@lru_cache(LATELY)
def _within(networks: tuple[IPv4Network | IPv6Network, ...], host: str) -> bool:
    try:
        address = ip_address(plain(host))
    except ValueError:
        return False
    return any(address in one for one in networks)


@lru_cache(LATELY)
def plain(host: str) -> str:
    """An address without its zone; one of IPv4 that came as IPv6 is one of IPv4."""
    host = host.partition("%")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _bare(said: str) -> str | None:
    """An address as proxies write it, with a port or without; None: it is none."""
    text = said.strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return plain(str(ip_address(text)))
    except ValueError:
        return None


def begins(start: bytes) -> bool:
    """Whether a connection that starts like this has, or may have, a header."""
    return any(start[: len(sign)] == sign[: len(start)] for sign in (V1, V2)) and bool(start)


def header(start: bytes) -> tuple[int, str | None] | None:
    """How many bytes the header has and whom it names (None: the proxy itself); None where more
    bytes are needed. BadHeader where it cannot be one."""
    if start.startswith(V2[: len(start)]):
        return _second(start)
    if start.startswith(V1[: len(start)]):
        return _first(start)
    raise BadHeader("no PROXY header")


def _first(start: bytes) -> tuple[int, str | None] | None:
    end = start.find(b"\r\n", 0, V1_MOST)
    if end < 0:
        if len(start) >= V1_MOST:
            raise BadHeader("a PROXY line without an end")
        return None
    words = start[:end].decode("ascii", "replace").split(" ")
    if words[1:2] == ["UNKNOWN"]:
        return end + 2, None
    if len(words) != 6 or words[1] not in ("TCP4", "TCP6") or _bare(words[2]) is None:
        raise BadHeader("a PROXY line that cannot be read")
    return end + 2, plain(words[2])


def _second(start: bytes) -> tuple[int, str | None] | None:
    if len(start) < V2_HEAD:
        return None
    command, family, size = struct.unpack(">BBH", start[12:V2_HEAD])
    if command >> 4 != 2 or command & 15 > 1 or size > V2_MOST:
        raise BadHeader("a PROXY header that cannot be read")
    if len(start) < V2_HEAD + size:
        return None
    known = _FAMILIES.get(family)
    if command & 15 == 0 or known is None:  # the proxy's own, or what we do not know
        return V2_HEAD + size, None
    length, _ = known
    if size < 2 * length + 4:
        raise BadHeader("a PROXY header without its addresses")
    return V2_HEAD + size, plain(str(ip_address(start[V2_HEAD : V2_HEAD + length])))
