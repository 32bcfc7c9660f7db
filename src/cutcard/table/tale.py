"""How a deal went, for its `.cutcard` file: what its viewer was told, entry by entry.

The lines are `move`s with further fields (docs/rules/fairness.md, "Files and verdicts"). Of an open
deal every move is there, and the rules play it again; so that a page without rules can draw it, the
first line has the view it began with (`first`), and each what changed in it (`patch`). Of a sealed
one a viewer's own moves are; where it was another's, `move` is empty and `seat` -1. There `facts`
and `view` are what the viewer was told. The last line has what is known when it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Raw, json

from cutcard.bots.parts import part
from cutcard.kernel.exports import exporting_of
from cutcard.kernel.game import NATURE, Seat
from cutcard.kernel.hear import heard
from cutcard.kernel.optional import counting_of
from cutcard.store.protocol import DealLog, Entry, SeatRow

from .deal import Deal
from .patch import change
from .vocabulary import vocabulary

Line = dict[str, Any]


def names_at(seats: Sequence[SeatRow], log: DealLog) -> list[str]:
    """What whoever sat there then is called; a seat whose holder is not known any more by its
    number."""
    names = [f"Seat {seat}" for seat in range(log.header.seats)]
    for row in seats:
        if row.name and row.seat < len(names) and row.since <= log.header.deal:
            names[row.seat] = row.name
    return names


def open_tale(deal: Deal, log: DealLog, viewer: Seat | None, names: Sequence[str]) -> list[Line]:
    """Every move, with what its viewer was told: all of it follows from the seed. `deal` is at its
    start, and is played to its end."""
    words, lines = vocabulary(log.header.game), list[Line]()
    shown = first = deal.state.view(viewer)
    for entry, told in deal.again(words, log.entries):
        before, shown = shown, deal.state.view(viewer)
        facts = [Raw(json.encode(fact)) for fact in heard(told, viewer)]
        changed = json.encode(change(before, shown))
        lines.append({**_line(entry), "facts": facts, "patch": Raw(changed)})
    if lines:
        lines[0]["first"] = Raw(json.encode(first))
        lines[-1]["players"] = list(names)
    return lines


def sealed_tale(log: DealLog, viewer: Seat | None, names: Sequence[str]) -> list[Line]:
    """What the viewer was told, and nothing else: neither another's move nor the seed."""
    words, lines = vocabulary(log.header.game), []
    deal = Deal(words, log.header)
    for entry, told in deal.again(words, log.entries):
        own = viewer is not None and entry.seat == viewer
        line = _line(entry) if own else {**_line(entry), "seat": NATURE, "move": ""}
        line["facts"] = [Raw(json.encode(fact)) for fact in heard(told, viewer)]
        line["view"] = Raw(json.encode(deal.state.view(viewer)))
        lines.append(line)
    if lines:
        lines[-1] |= {"players": list(names), **_at_the_end(deal, log, viewer, names)}
    return lines


def _line(entry: Entry) -> Line:
    move = entry.move.decode()
    return {"t": "move", "n": entry.n, "at": entry.at, "seat": entry.seat, "move": move}


def _at_the_end(deal: Deal, log: DealLog, viewer: Seat | None, names: Sequence[str]) -> Line:
    words, head = vocabulary(log.header.game), log.header
    start = Deal(words, head).state
    played = [(one.at, one.seat, words.read(one.move)) for one in log.entries]
    found: Line = {"outcome": Raw(json.encode(deal.outcome))}
    counting = counting_of(part(words.game, "counts"))
    if counting is not None and viewer is not None:
        found["counts"] = dict(counting.of_deal(start, played)[viewer])
    exporting = exporting_of(part(words.game, "export"))
    if exporting is not None:
        day = datetime.fromtimestamp(head.opened / 1000, UTC)
        when = tuple(day.timetuple())[:6]
        found["texts"] = dict(
            exporting.texts(start, played, names, viewer=viewer, everything=False, when=when)
        )
    return found
