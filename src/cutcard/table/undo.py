"""A move taken back by consent, as an entry of the log: nothing that was written is ever changed.

The entry says to which state the deal returns, and whoever plays the log again returns to it too.
Between the two nothing was drawn and nothing hidden told, so chance and knowledge are as they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, json

from cutcard.kernel.game import NATURE, Record, Seat, State
from cutcard.kernel.holder import Holder
from cutcard.kernel.optional import told_hidden
from cutcard.store.protocol import Entry

TAG = "@undo"  # no game's tag begins so
MOST = 20  # moves taken back in a deal: those who agree with themselves would make its log endless
_BEGINS = b'{"type":"@undo"'


class Undo(Struct, frozen=True, tag=TAG):
    """In the log: the deal is again as it was after its first `to` entries."""

    to: int
    by: Seat


class Undone(Record, frozen=True, tag="MOVE_UNDONE"):
    """Told to everybody: who took back, and how many entries of the log stand no more."""

    player_id: Holder
    entries: int


def undo_entry(n: int, at: int, to: int, by: Seat) -> Entry:
    return Entry(n, at, NATURE, json.encode(Undo(to, by)), None)


def undo_of(entry: Entry) -> Undo | None:
    """What an entry takes back; None: it is a move or a tick."""
    if entry.seat != NATURE or not entry.move.startswith(_BEGINS):
        return None
    return json.decode(entry.move, type=Undo)


def standing(log: Sequence[Entry]) -> list[Entry]:
    """The moves and ticks that were not taken back."""
    out: list[Entry] = []
    for entry in log:
        undo = undo_of(entry)
        if undo is None:
            out.append(entry)
        else:
            while out and out[-1].n >= undo.to:
                out.pop()
    return out


def nothing_told(before: State, now: State) -> bool:
    """Whether between two states of a deal nothing was drawn, nor anything hidden told."""
    was, told = told_hidden(before), told_hidden(now)
    first, last = before.rng, now.rng
    drawn = (first.block, len(first.words)) != (last.block, len(last.words))
    return not drawn and was is not None and was == told


class Returns:
    """The states that a log returns to, kept while it is played. What is going to be taken back is
    played on a copy, so that the deal's own chance is the one that goes on."""

    __slots__ = ("_held", "_wanted")

    def __init__(self, log: Sequence[Entry]) -> None:
        self._wanted = Counter(undo.to for entry in log if (undo := undo_of(entry)) is not None)
        self._held: dict[int, State] = {}

    def before(self, n: int, state: State) -> State:
        """The state entry n is played on."""
        if n not in self._wanted:
            return state
        self._held[n] = state
        return state.copy()

    def back(self, undo: Undo) -> State:
        """The state that an entry returns to."""
        self._wanted[undo.to] -= 1
        if self._wanted[undo.to]:
            return self._held[undo.to].copy()
        del self._wanted[undo.to]
        return self._held.pop(undo.to)
