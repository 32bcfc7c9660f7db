"""One case from beginning to end: play the deal, replay it while examining it, and compare.

The second run is disturbed on purpose (refused moves, copies played to pieces, redeals): it must
tell the same and end the same as the first.
"""

from __future__ import annotations

from msgspec import json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Carry, Game, State, Told
from cutcard.kernel.optional import traits_of
from cutcard.kernel.rng import Rng

from . import advised, copies, judge, lazy, leak, names
from .attempts import Attempts
from .case import Case, Moment
from .fault import Broken, Fault
from .futures import futures
from .pure import watched
from .structs import Trips
from .walk import PACES, Entry, Trace, enter, mark, walk

WINDOW = 12  # steps examined closely in one case
WHOLE = 120  # and so many at which a copy is compared attribute by attribute
EXAMS = ("shadows", "judge", "shadows", "refusals", "shadows", "copies", "shadows", "redeals")
_encode = json.Encoder().encode


def play(case: Case) -> Trace:
    """The case's deal, after up to three deals before it where the game carries on."""
    rng = case.rng("walk")
    pace = PACES[case.rng("pace").below(len(PACES))]
    with watched():
        for _ in range(rng.below(4) if case.game.Carry is not type(None) else 0):
            last = walk(case.deal(Rng(rng.take(32))), case.seats, rng)
            if last.carry is None:
                break
            case.carry = last.carry
        state = case.deal()
        names.state(state, traits_of(case.game))
        return walk(state, case.seats, rng, pace)


def examine(case: Case) -> None:
    """Run one case; Broken says what is wrong."""
    trace = play(case)
    found = case.found
    found.drawn |= trace.drawn
    found.tried["deals"] += 1
    found.tried["steps"] += len(trace.entries)
    rng = case.rng("exam")
    window = _window(len(trace.entries), rng)
    exam = EXAMS[case.turn % len(EXAMS)]
    found.tried[f"cases of {exam}"] += 1
    if exam == "shadows":
        marks = leak.shadow(case, trace, window)
        kind = "redeal"
        if case.turn % 16 == 0:
            lazy.twist(case, trace)
        if case.turn % 4 == 2:
            futures(case, trace)
    else:
        marks = _disturbed(case, trace, window, exam)
        kind = {"refusals": "refusal", "copies": "copy", "redeals": "redeal"}.get(exam, "copy")
    if marks != trace.told:
        step = next(
            i for i, pair in enumerate(zip(marks, trace.told, strict=True)) if pair[0] != pair[1]
        )
        _differs(case, trace, kind, step)


def _window(length: int, rng: Rng) -> range:
    """The steps to look at closely: the first ones, the last ones or some between."""
    if length <= WINDOW:
        return range(length)
    start = (0, length - WINDOW, rng.below(length - WINDOW + 1))[min(rng.below(4), 2)]
    return range(start, start + WINDOW)


def _disturbed(case: Case, trace: Trace, window: range, exam: str) -> list[bytes]:
    """Replay the deal from its log as the store keeps it, with one kind of disturbance."""
    game = case.game
    rng = case.rng("disturbance")
    trips = Trips(game)
    tries = Attempts(game, rng)
    state = case.deal()
    marks: list[bytes] = []
    kept: list[tuple[int, State]] = []
    at = 0
    for step, entry in enumerate(_logged(game, trace, exam == "judge")):
        now = Moment(state, at, step)
        if exam == "copies" and step < WHOLE:
            copies.copy_whole(case, now)
        if step in window:
            if exam == "judge":
                judge.offers(case, now, rng)
                judge.ticks(case, now)
                judge.timers(case, now)
                judge.shapes(case, now, trips)
                advised.harmless(case, now, trips)
            elif exam == "refusals":
                judge.refusals(case, now, tries)
            elif exam == "copies":
                kept.append((step, copies.copy_apart(case, now, rng)))
            elif step % 3 == 0:
                copies.redeals(case, now, rng)
        told: list[Told] = []
        enter(state, entry, told, step)
        at = entry.at
        marks.append(mark(told))
        if exam == "judge":
            for fact in (fact for one in told for fact in (one.fact, one.rest) if fact is not None):
                trips.fact(fact, step)
    if exam == "copies":
        copies.copy_whole(case, Moment(state, at, len(trace.entries)))
    for step, twin in kept[:: max(1, len(kept) // 3)]:
        copies.copy_alike(case, twin, trace, step)
    moves = tries.moves or [entry.move for entry in trace.entries if entry.seat >= 0][-4:]
    judge.over(case, Moment(state, at, len(trace.entries)), moves)
    _silent(case, trace)
    if trace.carry is not None:
        _carried(case, trace, trace.carry, trips)
    if digest(state, case.seats) != trace.digest:
        _differs(case, trace, {"refusals": "refusal", "redeals": "redeal"}.get(exam, "copy"), -1)
    return marks


def _silent(case: Case, trace: Trace) -> None:
    """Without a list for facts the deal goes the same way."""
    state = case.deal()
    for step, entry in enumerate(trace.entries):
        enter(state, entry, None, step)
    case.found.tried["replays without facts"] += 1
    if digest(state, case.seats) != trace.digest:
        text = "The deal ends otherwise when no list for facts is given; facts must only report."
        raise Broken("replay", text, len(trace.entries))


def _carried(case: Case, trace: Trace, carry: Carry, trips: Trips) -> None:
    """What the deal carries over deals the next one, also after it was stored and read."""
    steps = len(trace.entries)
    if case.game.Carry is type(None):
        raise Broken("chain", f"next() gives {carry}, but Carry is type(None).", steps)
    back = trips.carry(carry)
    seed = case.rng("next").take(32)
    one = case.game.deal(case.options, case.seats, Rng(seed), carry)
    two = case.game.deal(case.options, case.seats, Rng(seed), back)
    case.found.tried["deals carried on"] += 1
    if digest(one, case.seats) != digest(two, case.seats):
        raise Broken("chain", "The next deal differs when its carry was stored and read.", steps)


def _logged(game: Game, trace: Trace, stored: bool) -> list[Entry]:
    """The log, as it is or as it comes back from a store."""
    if not stored:
        return trace.entries
    entries = []
    for entry in trace.entries:
        kind = game.Tick if entry.seat < 0 else game.Move
        entries.append(Entry(entry.at, entry.seat, json.decode(_encode(entry.move), type=kind)))
    return entries


def _differs(case: Case, trace: Trace, kind: str, step: int) -> None:
    """The second run was not the first: was it the disturbance, or does it differ by itself?"""
    state = case.deal()
    for i, entry in enumerate(trace.entries):
        told: list[Told] = []
        enter(state, entry, told, i)
        if mark(told) != trace.told[i]:
            text = "The same seed and moves tell something else when played again."
            raise Broken("replay", text, i)
    if digest(state, case.seats) != trace.digest:
        text = "The same seed and moves end otherwise when played again."
        raise Broken("replay", text, len(trace.entries))
    cause = {
        "refusal": "Refused moves changed something that showed only later; check first.",
        "copy": "Copying a state, or playing its copy, changed how the deal went on.",
        "redeal": "Redealing a state, or playing the redealt one, changed how the deal went on.",
    }
    raise Broken(kind, cause[kind], step)


def fault_of(case: Case, error: Exception) -> Fault:
    """The fault of a case that raised."""
    step, kind, message = -1, "crash", f"{type(error).__name__}: {error}"
    if isinstance(error, Broken):
        step, kind, message = error.step, error.kind, error.message
    elif (trail := error.__traceback__) is not None:
        while trail.tb_next is not None:
            trail = trail.tb_next
        place = trail.tb_frame.f_code
        message += f" (in {place.co_name}, {place.co_filename} line {trail.tb_lineno})"
    seed = f"{case.run}/{case.number}"
    return Fault(kind, case.game.name, case.label(), seed, step, message)
