"""Who is believed about whom a connection comes from."""

import struct

import pytest

from cutcard.wire.limits import group
from cutcard.wire.proxy import V2, BadHeader, Proxies, begins, header, plain

OURS = Proxies.named(["10.0.0.0/8", "fd00::/8", "127.0.0.1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "host"),
    [
        ("203.0.113.7", ["198.51.100.1"], "203.0.113.7"),  # nobody of ours: not believed
        ("10.1.1.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.1.1.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),  # the rest anybody wrote
        ("10.1.1.1", ["6.6.6.6", "198.51.100.1, 10.2.2.2"], "198.51.100.1"),
        ("10.1.1.1", [], "10.1.1.1"),
        ("10.1.1.1", ["rubbish"], "10.1.1.1"),
        ("10.1.1.1", ["198.51.100.1, rubbish, 10.2.2.2"], "10.2.2.2"),
        ("::ffff:10.1.1.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("fd00::1", ['"[2001:db8::7]:4711"'], "2001:db8::7"),
        ("127.0.0.1", ["2001:db8::7"], "2001:db8::7"),
    ],
)
def test_the_last_address_that_is_no_proxy_of_ours_is_who_asks(peer, forwarded, host):
    assert OURS.client(peer, forwarded) == host


def test_without_a_proxy_named_nobody_is_believed():
    assert Proxies().client("127.0.0.1", ["198.51.100.1"]) == "127.0.0.1"
    with pytest.raises(ValueError, match="somewhere"):
        Proxies.named(["somewhere"])


def v2(command=0x21, family=0x11, body=None, size=None) -> bytes:
    if body is None:
        body = bytes([198, 51, 100, 1, 10, 0, 0, 1]) + struct.pack(">HH", 4711, 80)
    return V2 + struct.pack(">BBH", command, family, len(body) if size is None else size) + body


@pytest.mark.parametrize(
    ("start", "found"),
    [
        (b"PROXY TCP4 198.51.100.1 10.0.0.1 4711 80\r\nGET", (42, "198.51.100.1")),
        (b"PROXY TCP6 2001:db8::7 fd00::1 4711 80\r\n", (40, "2001:db8::7")),
        (b"PROXY UNKNOWN\r\n", (15, None)),
        (b"PROXY TCP4 198.51", None),
        (b"PRO", None),
        (v2() + b"GET", (28, "198.51.100.1")),
        (v2(command=0x20), (28, None)),
        (v2(family=0x31), (28, None)),
        (v2()[:20], None),
        (V2[:5], None),
    ],
)
def test_a_proxy_header_is_read_once_it_is_whole(start, found):
    assert begins(start)
    assert header(start) == found


@pytest.mark.parametrize(
    "start",
    [
        b"PROXY TCP4 rubbish 10.0.0.1 4711 80\r\n",
        b"PROXY " + b"x" * 200,
        b"PROXY TCP4 1.1.1.1\r\n",
        v2(command=0x31),
        v2(command=0x22),
        v2(size=60_000),
        v2(body=b"1234"),
    ],
)
def test_a_broken_header_is_refused(start):
    with pytest.raises(BadHeader):
        header(start)


def test_an_address_of_ipv6_counts_by_its_64_bits():
    assert group("2001:db8:1:2:3:4:5:6") == group("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert group("2001:db8:1:3::1") != group("2001:db8:1:2::1")
    assert group("::ffff:198.51.100.1") == group("198.51.100.1") == "198.51.100.1"
    assert plain("fe80::1%eth0") == "fe80::1"
