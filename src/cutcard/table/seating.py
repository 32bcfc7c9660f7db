"""The part of a house that has to do with whose a seat is: somebody is sent away, seats are
exchanged, a substitute comes. `life.py` and `changing.py` decide."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.fair.signing import Key
from cutcard.kernel import fair
from cutcard.kernel.game import Seat
from cutcard.store.protocol import TableRow

from .figures import Figures
from .life import Life
from .words import Refusal, User


class Seating(Figures):
    """Seats of all tables that change hands."""

    def spare(self, spares: Callable[[TableRow], bool]) -> None:
        """Tables of which it says so stay open and play on though nobody is there: an event says it
        of its own, the server of those the operator opened. Asked often: it may not take long."""
        self._floor.desertion.spared.append(spares)

    def close(self, table: int, reason: str) -> None:
        """The house closes a table: its match is called off, and what lies on it goes back."""
        self._floor.abandon(self._floor.sound(table), reason)

    async def kick(self, table: int, host: User, who: str | Seat) -> None:
        """The host sends somebody away, by their seat or id; they do not come back."""
        floor, life = self._floor, self._floor.sound(table)
        heard = floor.run(life, Life.kick, host, who)
        try:
            await floor.writer.durable(table)
        except Refusal:
            floor.run(life, Life.hear_again, heard)
            raise

    async def vote(self, table: int, user: User, seat: Seat, agree: bool = True) -> bool:
        """Who plays wants another away, or no longer; whether all others want it by now, and they
        were sent away."""
        floor, life = self._floor, self._floor.sound(table)
        off = floor.run(life, Life.vote, user, seat, agree)
        if off:
            await floor.writer.durable(table)
        return off

    async def take_seat(self, table: int, user: User, seat: Seat) -> bool:
        """Before a match: who sits at the table would sit there. Whether they do now."""
        floor, life = self._floor, self._floor.sound(table)
        sits = floor.run(life, Life.take_seat, user, seat)
        if sits:
            await floor.writer.durable(table)
        return sits

    def substitute(self, table: int, user: User, seat: Seat | None) -> None:
        """Who watches will take the seat of who is gone, from the next deal on; None: not any
        more."""
        floor, life = self._floor, self._floor.sound(table)
        floor.run(life, Life.substitute, user, seat)

    def claim(self, table: int, user: User) -> None:
        """An opponent is gone for too long: they concede, or the match is called off."""
        floor, life = self._floor, self._floor.sound(table)
        floor.run(life, Life.claim, user)

    def tables_of(self, user: str) -> list[int]:
        """The tables at which a user holds a seat."""
        lives = self._floor.lives.items()
        return [number for number, life in lives if life.table.seat_of(user) is not None]

    def rename(self, user: User) -> None:
        """A user is called something else from now on, at their tables too."""
        floor = self._floor
        for number in self.tables_of(user.id):
            floor.run(floor.lives[number], Life.rename, user)

    # Shares of what is shuffled

    def speaks_fair(self, user: str, speaks: bool) -> None:
        """A connection of a user gives shares from now on, or is gone."""
        users = self._floor.shuffles.users
        users[user] += 1 if speaks else -1
        if not users[user]:
            del users[user]

    def signing_key(self, created: int) -> Key | None:
        """By which the deals of a table opened then, and their files, are signed."""
        terms = self._floor.shuffles.terms
        return None if terms is None else terms.key_of(created)

    @property
    def fair_key(self) -> bytes | None:
        """The public key by which deals are signed; None: they are not proved."""
        terms = self._floor.shuffles.terms
        return None if terms is None else terms.key.public

    def fair_keys(self) -> list[tuple[bytes, int, bytes]]:
        """F32: every key there was, oldest first: public, since when, and the signature of the one
        before (none of the first)."""
        terms = self._floor.shuffles.terms
        told: list[tuple[bytes, int, bytes]] = []
        before: Key | None = None
        for since, key in () if terms is None else terms.keys:
            sig = b"" if before is None else before.sign(fair.to_sign_key(key.public, since))
            told.append((key.public, since, sig))
            before = key
        return told

    def pledge(self, table: int, user: User, deal: int, hashed: str) -> None:
        """Somebody binds their share of the deal that is offered."""
        floor, life = self._floor, self._floor.sound(table)
        if life.table.pledge(life.seat_of(user), user, deal, hashed):
            floor.advance(life)

    def share(self, table: int, user: User, deal: int, share: bytes) -> None:
        """Somebody tells the share they bound."""
        floor, life = self._floor, self._floor.sound(table)
        if life.table.share(life.seat_of(user), user, deal, share):
            floor.advance(life)

    def undo(self, table: int, user: User, accept: bool | None = None) -> None:
        """Asks to take back one's last move, or answers who asked."""
        floor, life = self._floor, self._floor.sound(table)
        if accept is None:
            floor.run(life, Life.undo_ask, user)
        else:
            floor.run(life, Life.undo_answer, user, accept)
