"""A connection of this worker that others know by its number: the one that has the lobby, and those
at whose tables its client is."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from msgspec import json

from cutcard.table.words import User

from .frames import Kind, Opened

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link


class Known:
    """What a gate has in common with another, whatever its client speaks."""

    bridge: Bridge
    number: int
    legs: dict[str, Link]  # workers that know this connection, by their addresses
    user: User | None
    over: bool

    def numbered(self, bridge: Bridge) -> None:
        """At its beginning: nobody knows it yet."""
        self.bridge = bridge
        self.number = bridge.next_number()
        self.legs = {}

    @abstractmethod
    def described(self, user: User, lobby: bool) -> Opened:
        """What another worker is told of it; `lobby`: that one has the lobby."""

    def introduce(self) -> None:
        """The worker with the lobby hears who is here, and every other that knows of it."""
        lead = self.bridge.lead_link()
        if lead is not None:
            self.legs[lead.address] = lead
        self.known_again()

    def known_again(self) -> None:
        """Something about it has changed."""
        for link in self.legs.values():
            self._open(link)

    def leg(self, link: Link) -> Link:
        """This connection is known at the other end."""
        if self.legs.get(link.address) is not link:
            self.legs[link.address] = link
            self._open(link)
        return link

    def _open(self, link: Link) -> None:
        if self.user is not None and not self.over:
            told = self.described(self.user, link is self.bridge.lead_link())
            link.send(Kind.OPEN, self.number, json.encode(told))

    def lose(self, link: Link) -> bool:
        """A link is gone; whether this connection was known at its end."""
        if self.legs.get(link.address) is not link:
            return False
        del self.legs[link.address]
        return True

    def forgotten(self) -> None:
        """It is over: whoever knew it hears so."""
        self.bridge.gates.pop(self.number, None)
        for link in self.legs.values():
            link.send(Kind.GONE, self.number)
