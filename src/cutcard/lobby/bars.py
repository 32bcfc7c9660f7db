"""Who is barred now: the sanctions that stand, held so that a look costs a few lookups. It reads no
store and no clock of its own; `moderation.py` keeps it true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from cutcard.store.moderation import BAN, MUTE, NAME, SUSPEND, Sanction
from cutcard.table.words import Refusal

from .looks import looks

WIDEST = {4: 8, 6: 16}  # bits; a wider range is a slip, not a ban
HOW = "To appeal, send APPEAL with the code {code}, or post it to /api/appeals."
_SAID = {SUSPEND: "You are suspended", BAN: "You are banned", MUTE: "You are muted"}

Net = IPv4Network | IPv6Network


def net_of(text: str) -> Net:
    """A range as it is written: an address, or 10.0.0.0/8, or 2001:db8::/48."""
    try:
        net = ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refusal(
            "INVALID_REQUEST", "A range is an address or a network, as 10.1.0.0/16 or 2001:db8::/48"
        ) from None
    if isinstance(net, IPv6Network) and net.network_address.ipv4_mapped is not None:
        raise Refusal("INVALID_REQUEST", "Write an IPv4 address as such, without ::ffff:")
    if net.prefixlen < WIDEST[net.version]:
        least = WIDEST[net.version]
        raise Refusal("INVALID_REQUEST", f"That is too wide; at least /{least} of IPv{net.version}")
    return net


@lru_cache(4096)
def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a connection comes from; None where it has none."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return found if mapped is None else mapped


def refusal(one: Sanction, code: str) -> Refusal:
    """Why somebody is refused, until when, and how to appeal. Who did it is not said."""
    details: dict[str, Any] = {"kind": one.kind, "why": one.why, "appeal": one.code}
    until = ""
    if one.until is not None:
        details["until"] = one.until
        until = f" until {datetime.fromtimestamp(one.until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    if one.answer:
        details["answer"] = one.answer
    said = "Your address is banned" if one.net is not None else _SAID[one.kind]
    return Refusal(code, f"{said}{until}: {one.why}. {HOW.format(code=one.code)}", details)


class Bars:
    """The sanctions that stand."""

    def __init__(self, wall: Callable[[], int]) -> None:
        self._wall = wall
        self.staff: dict[str, str] = {}  # id: role, of those who are no mere players
        self._of: dict[str, list[Sanction]] = {}
        self._nets: dict[tuple[int, int], dict[int, list[Sanction]]] = {}  # version, bits: network

    def hold(self, sanctions: Iterable[Sanction], staff: dict[str, str]) -> None:
        """These, and no others."""
        self.staff = staff
        self._of, self._nets = {}, {}
        for one in sanctions:
            if one.user is not None:
                self._of.setdefault(one.user, []).append(one)
            elif one.net is not None:
                net = ip_network(one.net)
                held = self._nets.setdefault((net.version, net.prefixlen), {})
                held.setdefault(int(net.network_address), []).append(one)

    def ban_on(self, user: str | None, host: str) -> Sanction | None:
        """What keeps a user, or whoever comes from there, out now. The house's own people are not
        kept out by their address."""
        found = self._standing(user, SUSPEND, BAN)
        return found if found is not None or user in self.staff else self._net(host)

    def refuse(self, user: str | None, host: str) -> None:
        """Refuses who is banned."""
        if self._of or self._nets:
            found = self.ban_on(user, host)
            if found is not None:
                raise refusal(found, "BANNED")

    def refuse_muted(self, user: str) -> None:
        found = self._standing(user, MUTE)
        if found is not None:
            raise refusal(found, "MUTED")

    def refuse_name(self, user: str, name: str) -> None:
        """A name that was taken away is not theirs again."""
        for one in self._of.get(user, ()):
            if one.kind == NAME and one.stands(self._wall()) and looks(one.name) == looks(name):
                raise Refusal(
                    "INVALID_REQUEST",
                    f"This name was taken away: {one.why}. {HOW.format(code=one.code)}",
                    {"why": one.why, "appeal": one.code},
                )

    def _standing(self, user: str | None, *kinds: str) -> Sanction | None:
        for one in self._of.get(user, ()) if user is not None else ():
            if one.kind in kinds and one.stands(self._wall()):
                return one
        return None

    def _net(self, host: str) -> Sanction | None:
        address = address_of(host) if self._nets else None
        if address is None:
            return None
        for (version, bits), held in self._nets.items():
            if version == address.version:
                rest = address.max_prefixlen - bits
                for one in held.get(int(address) >> rest << rest, ()):
                    if one.stands(self._wall()):
                        return one
        return None
