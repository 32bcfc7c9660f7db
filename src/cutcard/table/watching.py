"""Who is listened for at a table, what each was shown last, and what was told lately.

Of every viewer the last updates are kept, as the Records they were made of: whoever comes back
after a moment is told what they missed out of these, and nothing is played again. A seat whose
holder no longer listens is still told for as long as that can be of use to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any, Final

from cutcard.kernel.game import Seat, State, Told, View
from cutcard.kernel.hear import heard

from .effects import Effect, Tell
from .patch import plain
from .words import Clock, Holders, Update

RING: Final = 8  # updates of each viewer that are kept
Choices = list[dict[str, Any]] | None
Views = Mapping[Seat | None, View]
Kept = tuple[str, int, list[Any], View | None, View, Holders]
"""The match, the seq, the facts, the views before and after, and who sat where."""


class Watch:
    """A viewer somebody listens for: the view they were shown last, and how many legal moves they
    want listed (-1: all)."""

    __slots__ = ("idle", "legal", "ring", "view")

    def __init__(self, view: View | None, legal: int) -> None:
        self.view = view
        self.legal = legal
        self.ring: list[Kept] = []
        self.idle: int | None = None  # updates since nobody listens any more


class Watches(dict[Seat | None, Watch]):
    """The viewers of one table."""

    __slots__ = ()

    def listen(self, viewer: Seat | None, view: View | None, legal: int) -> None:
        """Somebody listens for the viewer from now on."""
        there = self.get(viewer)
        if there is None:
            self[viewer] = Watch(view, legal)
            return
        there.idle = None
        if legal:
            there.legal = legal

    def rest(self, viewer: Seat | None) -> None:
        """Nobody does any more. Spectators come and go; a seat's holder may be back in a moment."""
        there = self.get(viewer)
        if there is None:
            return
        if viewer is None or there.view is None:
            del self[viewer]
        else:
            there.idle, there.legal = 0, 0

    def forget(self, viewer: Seat) -> None:
        """The seat has another holder, who is told nothing of what was told before."""
        there = self.get(viewer)
        if there is not None:
            there.ring.clear()
            if there.idle is not None:
                del self[viewer]

    def begin_anew(self, state: State | None) -> None:
        """The deal was made again from its log: what was told lately may not be in it."""
        for viewer, watch in self.items():
            watch.ring.clear()
            watch.view = None if state is None else state.view(viewer)

    def tell(  # noqa: PLR0917 - one call a move: what it is about, then what is said
        self,
        head: tuple[int, str, int, Holders],
        state: State,
        told: Sequence[Told],
        views: Views,
        clock: Clock | None,
        out: list[Effect],
    ) -> None:
        """An update for everyone somebody listens for; `head` is its table, match and seq, and who
        sits where."""
        number, match, seq, holders = head
        public: list[Any] | None = None
        if all(one.to is None for one in told):  # else each hears something else
            public = [one.fact for one in told]
        shared: list[Any] | None = [] if len(views) > 1 else None
        made: list[Update] = []
        gone = False
        for viewer, watch in self.items():
            facts = heard(told, viewer) if public is None else public
            was, now = watch.view, views[viewer]
            watch.view = now
            ring = watch.ring
            ring.append((match, seq, facts, was, now, holders))
            if len(ring) > RING:
                del ring[0]
            if watch.idle is not None:  # nobody hears it
                watch.idle += 1
                gone = gone or watch.idle > RING
                continue
            update = Update(
                number, match, seq, facts, was, now, clock, None, None, holders, None, shared
            )
            if watch.legal:
                update.legal, update.asides = choices(state, viewer, watch.legal)
            elif shared is not None:
                _as_another(update, made)
            out.append(Tell(viewer, update))
        if gone:
            for viewer in [one for one, watch in self.items() if (watch.idle or 0) > RING]:
                del self[viewer]

    def lately(self, number: int, viewer: Seat | None, last_seq: int) -> list[Update] | None:
        """The updates after last_seq, without their clocks; None where they are not kept."""
        watch = self.get(viewer)
        if watch is None or not watch.ring or watch.ring[0][1] > last_seq + 1:
            return None
        return [
            Update(number, match, seq, facts, was, now, None, None, None, holders)
            for match, seq, facts, was, now, holders in watch.ring
            if seq > last_seq
        ]


def _as_another(update: Update, made: list[Update]) -> None:
    """Who is told just what another viewer is shares its bytes: they are kept in one place."""
    for other in made:
        if other.now is update.now and other.was is update.was:
            facts, others = update.told, other.told
            if facts is others or (len(facts) == len(others) and all(map(is_, facts, others))):
                update.encoded = other.encoded
                return
    update.encoded = {}
    made.append(update)


def choices(state: State, viewer: Seat | None, legal: int) -> tuple[Choices, Choices]:
    """The first `legal` moves (-1: all) and the asides of a seat."""
    if not legal or viewer is None:
        return None, None
    moves, asides = state.legal(viewer), state.asides(viewer)
    return plain(list(moves if legal < 0 else moves[:legal])), plain(list(asides))
