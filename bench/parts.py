"""The few names of ours that `script/bench table` needs, in one place: it also measures trees of
other revisions (`--against`), where some of them may be called something else."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any

from cutcard.table.effects import Ask, Reply, Tell
from cutcard.table.table import Table
from cutcard.table.vocabulary import Vocabulary, tag_of, vocabulary
from cutcard.table.words import Ack, User
from cutcard.wire import speech
from cutcard.wire.envelope import JSON

__all__ = [
    "JSON",
    "Ack",
    "Ask",
    "Ears",
    "Reply",
    "Table",
    "Tell",
    "User",
    "seated",
    "tag_of",
    "vocabulary",
]


update: Any = speech.update
ack: Any = speech.ack


class Ears:
    """All who listen at one table, over the wire as far as it goes without a socket."""

    def __init__(self, seats: int) -> None:
        self.users = [User(f"user{seat:012}", f"Player {seat}") for seat in range(seats)]
        self._ids: list[str | None] = [user.id for user in self.users]
        # words tell by themselves who sits where; before they did, the wire asked for it
        self.asked = (self.ids,) if "ids" in signature(speech.update).parameters else ()

    def ids(self, table: int | None) -> Sequence[str | None]:
        """Who sits where, as the wire asks for it."""
        return self._ids

    def hear(self, effects: list[Any], seat: int | None) -> bool:
        """Puts every word into the bytes that would be sent; False where a move was refused."""
        taken = True
        for effect in effects:
            kind = type(effect)
            if kind is Tell:
                update(JSON, effect.word, *self.asked)
            elif kind is Reply:
                if type(effect.word) is Ack:
                    assert seat is not None
                    ack(JSON, effect.word, *self.asked, self.users[seat].id)
                else:
                    taken = False
        return taken


def seated(words: Vocabulary, options: Any, ears: Ears, seeds: Any, *, watched: bool) -> Table:
    """A table with somebody listening at every seat, and a spectator where it is `watched`."""
    seats = len(ears.users)
    table = Table(1, words, options, seats, seeds)
    for seat, user in enumerate(ears.users):
        table.seat_user(seat, user)
        table.watch(seat)
    if watched:
        table.watch(None)
    return table
