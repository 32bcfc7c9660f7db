"""A deal that is over as it can be walked through: what one viewer saw after each entry of its log.

Making it plays the whole log, so it is made once for all who see the same and kept for a while, as
the bytes that are sent: a first view, and for each entry what it told and a merge patch to the view
after it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct, json

from cutcard.bots.parts import part
from cutcard.client.merge import merge
from cutcard.kernel.exports import exporting_of
from cutcard.kernel.game import NATURE, Seat
from cutcard.kernel.hear import heard
from cutcard.replay import names_of
from cutcard.store.protocol import DealLog
from cutcard.table.deal import Deal
from cutcard.table.patch import change, plain
from cutcard.table.undo import standing, undo_of
from cutcard.table.vocabulary import vocabulary

from ..people import Ids, saying, with_people

LOG = "log"  # the form that every game has
PAGE = 512 << 10  # bytes of a page's steps; the first goes in whatever its size
KEPT = 16 << 20  # bytes of walks that are kept


class Walked(Struct, omit_defaults=True):
    """An entry of the log: when on the deal's clock, what the viewer was told of it, and the merge
    patch (RFC 7386) from the view before it to the view after it; who and what, where the viewer
    may know (`seat` -1: time itself)."""

    n: int
    at: int
    facts: list[Any]
    patch: dict[str, Any]
    seat: int | None = None
    move: dict[str, Any] | None = None


class Walk(Struct):
    """One viewer's side of a deal: how it lay before the first entry, the entries as bytes, and
    whether the rules say that it is over; `forms` in which it can be had as text."""

    first: dict[str, Any]
    steps: list[bytes]
    forms: list[str]
    over: bool
    size: int

    def view_at(self, place: int) -> dict[str, Any]:
        """What could be seen after so many entries."""
        view = self.first
        for step in self.steps[:place]:
            view = merge(view, json.decode(step, type=_Patched).patch)
        return view

    def page(self, start: int, limit: int) -> list[Raw]:
        """The entries after so many; fewer where they are large."""
        found: list[Raw] = []
        left = PAGE
        for step in self.steps[start : start + limit]:
            left -= len(step)
            if found and left < 0:
                break
            found.append(Raw(step))
        return found


class _Patched(Struct):
    patch: dict[str, Any]


def walk(log: DealLog, seat: Seat | None, ids: Ids, *, whole: bool) -> Walk:
    """As a seat, or a spectator, saw it; `whole`: with everybody's moves. Drift where the log does
    not play any more. Plays all of it: not for the loop."""
    head = log.header
    words, say = vocabulary(head.game), saying(ids)
    deal = Deal(words, head)
    seen = deal.state.view(seat)
    first: dict[str, Any] = plain(with_people(seen, ids))
    steps = []
    for entry, told in deal.again(words, log.entries):
        before, seen = seen, deal.state.view(seat)
        facts = plain(with_people(heard(told, seat), ids))
        step = Walked(entry.n, entry.at, facts, plain(change(before, seen, say)))
        if whole or entry.seat in (seat, NATURE):
            step.seat = entry.seat
        if (whole or entry.seat == seat) and undo_of(entry) is None:
            step.move = plain(words.read(entry.move))
        steps.append(json.encode(step))
    size = sum(map(len, steps)) + len(json.encode(first))
    return Walk(first, steps, [LOG, *_forms(log, seat)], deal.outcome is not None, size)


def _forms(log: DealLog, seat: Seat | None) -> Sequence[str]:
    """Those of the game's own in which this deal can be written."""
    words, head = vocabulary(log.header.game), log.header
    exporting = exporting_of(part(words.game, "export"))
    if exporting is None:
        return ()
    played = [(one.at, one.seat, words.read(one.move)) for one in standing(log.entries)]
    names, start = names_of(head.seats), Deal(words, head).state
    return list(exporting.texts(start, played, names, viewer=seat, everything=False, when=()))


class Walks:
    """Those asked for last, within a bound of bytes."""

    def __init__(self, most: int = KEPT) -> None:
        self.most, self.size = most, 0
        self._kept: OrderedDict[Any, Walk] = OrderedDict()

    def get(self, which: Any) -> Walk | None:
        found = self._kept.get(which)
        if found is not None:
            self._kept.move_to_end(which)
        return found

    def put(self, which: Any, made: Walk) -> None:
        if made.size > self.most // 4 or which in self._kept:
            return
        self._kept[which] = made
        self.size += made.size
        while self.size > self.most:
            _, oldest = self._kept.popitem(last=False)
            self.size -= oldest.size


def ids_of(users: dict[int, str], seats: int) -> Sequence[str | None]:
    """Who stands for each seat."""
    return tuple(users.get(seat) for seat in range(seats))
