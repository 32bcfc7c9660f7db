"""The desk an event works at: its log, its state and what comes of the request it is asked now.

Every change is an entry: it is noted, applied, told and booked in one go. `Desk` knows how; what
is to be done the other files of this folder say.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from cutcard.kernel.game import Fact, Illegal

from ..balance import ALL
from ..draws import seed_of
from . import facts, log
from .effects import BANK, Book, Effect, Say, Ticket, Write
from .fold import apply, fold
from .state import State
from .terms import Terms, check_terms


class Broke(Exception):
    """T100: chips or money do not add up. The event stops, the server does not."""


class Desk:
    """An event's log and state, and the effects of the request at hand."""

    def __init__(self, name: str, seed: bytes, entries: list[log.Entry]) -> None:
        self.name = name  # what the house calls it
        self.seed = seed
        self.entries = entries
        self.state: State = fold(entries)
        self.at = self.state.at
        self.effects: list[Effect] = []
        self.halted: set[int] = set()
        self.at_once = ALL  # moves between tables, or broken tables, of one request
        self.more = False  # seats are not settled: nobody deals, and time comes at once

    @staticmethod
    def opening(terms: Terms, seed: bytes, at: int) -> log.Entry:
        """T36: the first entry; refuses terms that are none."""
        check_terms(terms)
        entry = log.Entry(1, at, log.Opened(terms, sha256(seed).hexdigest()))
        return log.decode(log.encode(entry))  # just as a store gives it back

    def seed_of(self, label: str) -> bytes:
        return seed_of(self.seed, label)

    def note(self, what: log.What) -> None:
        """It is so from now on."""
        entry = log.Entry(len(self.entries) + 1, self.at, what)
        self.entries.append(entry)
        apply(self.state, entry)
        self.effects.append(Write(entry))

    def say(self, fact: Fact, user: str | None = None) -> None:
        self.effects.append(Say(fact, user))

    def book(self, user: str, amount: int, why: str) -> None:
        """To the event's account; below zero: from it."""
        if amount:
            self.effects.append(Book(user, amount, why))

    def ticket(self, user: str) -> None:
        terms = self.state.terms
        self.effects.append(Ticket(user, terms.ticket_to, terms.ticket_price))

    def bank(self, amount: int, why: str) -> None:
        self.book(BANK, amount, why)

    def user(self, entry: int) -> str:
        return self.state.players[entry].user

    def seated(self, entry: int, reason: str) -> None:
        """T110: the player hears where they sit, without asking."""
        player = self.state.players[entry]
        fact = facts.Seated(self.name, player.table, player.seat, reason)
        self.say(fact, player.user)

    def need(self, code: str, sentence: str, given: object) -> None:
        """A refusal unless it is given."""
        if not given:
            raise Illegal(code, sentence)

    def others(self, entries: Sequence[int]) -> tuple[str, ...] | None:
        return tuple(self.user(entry) for entry in entries) or None
