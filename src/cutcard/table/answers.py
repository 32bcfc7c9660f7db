"""Keys seen, and the answers given to them: a key sent again is answered again, never applied.

Of all keys a hash is kept, so that a key from long ago is known without being held; of answers
only the latest, for the rest can be made again from the log.
"""

from __future__ import annotations

from cutcard.kernel.game import Seat

from .words import Ack, Nack

REFUSALS = 16  # recent ones of all seats together; a refusal is not in the log


class Answers:
    """What a table's seats asked before, by key."""

    __slots__ = ("_accepted", "_acks", "_nacks")

    def __init__(self) -> None:
        self._accepted: dict[Seat, set[int]] = {}
        self._acks: dict[Seat, Ack] = {}
        self._nacks: dict[tuple[Seat, str], Nack] = {}

    def knows(self, seat: Seat, key: str) -> bool:
        """Whether this key was answered before: the usual one was not."""
        keys = self._accepted.get(seat)
        if keys is not None and hash(key) in keys:
            return True
        return bool(self._nacks) and (seat, key) in self._nacks

    def given(self, seat: Seat, key: str) -> Ack | Nack | None:
        """The answer, where it is still held."""
        ack = self._acks.get(seat)
        return ack if ack is not None and ack.key == key else self._nacks.get((seat, key))

    def accepted(self, seat: Seat, key: str) -> bool:
        """Whether the seat's holder made a move with this key (or, once in 2^64, another)."""
        return hash(key) in self._accepted.get(seat, ())

    def accept(self, seat: Seat, key: str, ack: Ack | None = None) -> None:
        keys = self._accepted.get(seat)
        if keys is None:
            keys = self._accepted[seat] = set()
        keys.add(hash(key))
        if ack is not None:
            self._acks[seat] = ack

    def refuse(self, seat: Seat, key: str, nack: Nack) -> None:
        self._nacks[seat, key] = nack
        if len(self._nacks) > REFUSALS:
            del self._nacks[next(iter(self._nacks))]

    def forget(self, seat: Seat) -> None:
        """The seat has another holder, whose keys are their own."""
        self._accepted.pop(seat, None)
        self._acks.pop(seat, None)
        self._nacks = {key: nack for key, nack in self._nacks.items() if key[0] != seat}
