"""How much one may ask: token buckets per connection and per address.

A bucket holds `burst` tokens and gains `rate` a second; a message takes one. An address of IPv6 is
its /64: whoever has one has all of it. Addresses of this machine are not limited as addresses where
no proxy is trusted: behind one here all players would be one.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from heapq import nlargest
from ipaddress import IPv4Address, ip_address, ip_network
from itertools import islice

from msgspec import Struct

from cutcard.lobby.bucket import Bucket
from cutcard.store.valkey_limits import ValkeyLimits

from .proxy import plain

SWEPT = 2000  # addresses looked at once a second
SHARED = 200  # addresses told to the other processes once a second,
BUSY = 0.05  # if they took this part of what they may in a second


class Limits(Struct, frozen=True):
    """What the server allows; `cutcard serve` sets the rates, tests set all of it."""

    rate: float = 50.0  # messages a second of one connection
    burst: float = 100.0
    address_rate: float = 500.0  # messages a second of one address, all its connections together
    address_burst: float = 1000.0
    address_connections: int = 200
    connect_rate: float = 200.0  # new connections a second of one address
    connect_burst: float = 600.0
    guest_rate: float = 1.0  # new guests a second of one address
    guest_burst: float = 60.0
    limit_loopback: bool = False  # set where a proxy is trusted
    http_connections: int = 2000  # over HTTP, of all addresses together
    http_stall: float = 15.0  # seconds for which a reader of HTTP may take nothing
    refusals: int = 200  # refused in a row before a flooding connection is closed
    address_refusals: float = 200.0  # refused a second of one address, before they are closed
    queue: int = 256 * 1024  # bytes unsent that a consumer may be behind,
    behind: float = 3.0  # for longer than these seconds not by more,
    most: int = 2 * 1024 * 1024  # and never by more than these
    stall: float = 30.0  # seconds a consumer may stay behind at all
    waiting: int = 128  # requests kept in order behind one that takes its time
    hello: float = 4.0  # seconds for the first bytes, for the handshake or head, for the body
    auth: float = 30.0  # seconds to say who one is
    idle: float = 20.0  # seconds of silence before we ask for a life sign
    dead: float = 45.0  # seconds of silence before we close
    tables: int = 20  # tables one user may have open at a time
    distinct_addresses: bool = False  # in ranked matches of a search


class Counted(Bucket):
    """A bucket that knows how much was taken since it was last told to the other processes."""

    __slots__ = ("spent",)

    def __init__(self, rate: float, burst: float, now: float) -> None:
        super().__init__(rate, burst, now)
        self.spent = 0.0

    def take(self, now: float) -> bool:
        may = super().take(now)
        self.spent += may
        return may

    def owe(self, more: float) -> None:
        super().owe(more)
        self.spent += more


class Address:
    """One address: its connections and how many of them are new, its messages and how many of
    them were refused, the guests it made."""

    __slots__ = ("arrivals", "connections", "guests", "messages", "refusals")

    def __init__(self, limits: Limits, now: float) -> None:
        self.connections = 0
        self.arrivals = Bucket(limits.connect_rate, limits.connect_burst, now)
        self.messages = Counted(limits.address_rate, limits.address_burst, now)
        self.guests = Bucket(limits.guest_rate, limits.guest_burst, now)
        self.refusals = Bucket(limits.address_refusals, 2 * limits.address_refusals, now)


class Addresses:
    """The addresses seen lately; forgotten when they have no connection and full buckets."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._known: OrderedDict[str, Address] = OrderedDict()

    def of(self, host: str, now: float) -> Address | None:
        """The address's account, or None where it is not limited."""
        if not self.limits.limit_loopback and _is_loopback(host):
            return None
        key = group(host)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Address(self.limits, now)
        return found

    def admit(self, host: str, waiting: int, now: float) -> bool:
        """Whether one more connection is let in from there, beside so many that have not said what
        they want: there are not too many, nor too many new ones."""
        one = self.of(host, now)
        if one is None:
            return True
        few = waiting < self.limits.address_connections  # others are told why they are closed
        return few and one.arrivals.take(now)

    def sweep(self, now: float) -> None:
        """Forget those with nothing to remember, among the next few: there may be very many."""
        known = self._known
        for host in list(islice(known, SWEPT)):
            one = known[host]
            idle = one.connections == 0 and one.arrivals.full(now)
            full = one.messages.full(now) and one.refusals.full(now)
            if idle and full and one.guests.full(now):
                del known[host]
            else:
                known.move_to_end(host)

    async def share(self, counts: ValkeyLimits) -> None:
        """Tells all processes' buckets what the busiest few addresses took here, and lowers ours to
        what is left there. A message asks nobody: an address at several processes has for a second
        or two what each of them allows, and then what one would."""
        busy = [(one.messages.spent, host) for host, one in self._known.items() if _busy(one)]
        for spent, host in nlargest(SHARED, busy):
            bucket = self._known[host].messages if host in self._known else None
            if bucket is None:
                continue
            bucket.spent -= spent
            left = await counts.spend("messages", host, bucket.rate, bucket.burst, spent)
            if left is None:
                return
            bucket.lower(left)

    def __len__(self) -> int:
        return len(self._known)


def _busy(one: Address) -> bool:
    return one.messages.spent >= BUSY * one.messages.rate


@lru_cache(4096)
def group(host: str) -> str:
    """What counts as one address: of IPv6 the network of its first 64 bits."""
    try:
        address = ip_address(plain(host))
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, 64), strict=False))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
