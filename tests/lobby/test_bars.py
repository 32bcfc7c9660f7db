"""Ranges of addresses, IPv4 and IPv6, and what stands for how long."""

from __future__ import annotations

import pytest

from cutcard.lobby.bars import Bars, net_of
from cutcard.store.moderation import BAN, MUTE, Sanction
from cutcard.table.words import Refusal


def held(*nets: str, until: int | None = None, staff=None) -> Bars:
    bars = Bars(lambda: 100)
    made = [
        Sanction(n, BAN, None, str(net_of(net)), 0, until, "why", str(n))
        for n, net in enumerate(nets)
    ]
    bars.hold(made, staff or {})
    return bars


@pytest.mark.parametrize(
    ("net", "inside", "outside"),
    [
        ("10.1.0.0/16", "10.1.255.9", "10.2.0.1"),
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("10.1.2.3/16", "::ffff:10.1.9.9", "::1"),
        ("2001:db8::/48", "2001:db8:0:ffff::1", "2001:db8:1::1"),
        ("2001:db8::1", "2001:db8::1%eth0", "2001:db8::2"),
        ("fe80::/64", "fe80::1", "not an address"),
    ],
)
def test_a_range_holds_whoever_comes_from_it_and_nobody_else(net, inside, outside):
    bars = held("203.0.113.0/24", net)
    assert bars.ban_on(None, inside) is not None
    assert bars.ban_on(None, outside) is None
    with pytest.raises(Refusal, match="Your address is banned: why") as no:
        bars.refuse(None, inside)
    assert no.value.details == {"kind": BAN, "why": "why", "appeal": "1"}


@pytest.mark.parametrize(
    "net", ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/3", "x", "", "1.2.3", "::ffff:1.2.3.4"]
)
def test_what_is_no_range_or_too_wide_is_refused(net):
    with pytest.raises(Refusal):
        net_of(net)


def test_it_ends_by_itself_and_the_house_is_not_kept_out_by_its_address():
    assert held("10.0.0.0/8", until=100).ban_on(None, "10.0.0.1") is None
    assert held("10.0.0.0/8", until=101).ban_on(None, "10.0.0.1") is not None
    bars = held("10.0.0.0/8", staff={"mia": "moderator"})
    assert bars.ban_on("mia", "10.0.0.1") is None
    assert bars.ban_on("ann", "10.0.0.1") is not None


def test_a_shorter_ban_of_the_same_range_does_not_end_the_longer_one():
    """Of two on one range the later stood alone: when it was over, so was the one for good."""
    now = 100
    bars = Bars(lambda: now)
    made = [
        Sanction(n, BAN, None, "10.0.0.0/8", 0, until, "why", str(n))
        for n, until in ((1, None), (2, 200))
    ]
    bars.hold(made, {})
    assert bars.ban_on(None, "10.0.0.1") is not None
    now = 300
    assert bars.ban_on(None, "10.0.0.1") == made[0]


def test_a_mute_keeps_nobody_out():
    bars = Bars(lambda: 100)
    bars.hold([Sanction(1, MUTE, "ann", None, 0, None, "spam", "c")], {})
    bars.refuse("ann", "10.0.0.1")
    with pytest.raises(Refusal, match="You are muted: spam"):
        bars.refuse_muted("ann")
    bars.refuse_muted("bob")
