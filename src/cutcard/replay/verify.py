"""Replaying a recorded deal: every entry accepted, every digest as it was written down."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import MsgspecError, Struct, json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Game, Illegal, Move, Seat, State, Tick, Told
from cutcard.kernel.rng import Rng

from .log import Recording


class Drift(Exception):
    """The recording does not replay: the rules changed, or the recording did."""


class Step(Struct):
    """A deal after `n` entries: the one played last (None at the start) and what it told."""

    n: int
    at: int
    seat: Seat
    move: Move | Tick | None
    told: list[Told]
    state: State


def replay(rules: Game, recording: Recording) -> Iterator[Step]:
    """Each step of the recorded deal in turn, verified; Drift says where it goes another way."""
    head = recording.header
    if head.game != rules.name:
        raise Drift(f"this is a deal of {head.game}, not of {rules.name}")
    if head.version != rules.version:
        raise Drift(
            f"it was recorded under version {head.version} of {head.game}; "
            f"this is version {rules.version}"
        )
    try:
        options = json.decode(head.options, type=rules.Options)
        carry = json.decode(head.carry, type=rules.Carry | None)
        seed = Rng(bytes.fromhex(head.seed))
    except (MsgspecError, ValueError) as no:
        raise Drift(f"its header does not fit {head.game}: {no}") from no
    state = rules.deal(options, head.seats, seed, carry)
    yield Step(0, 0, NATURE, None, [], state)
    for n, line in enumerate(recording.lines, 1):
        told: list[Told] = []
        try:
            kind = rules.Tick if line.seat == NATURE else rules.Move
            move = json.decode(line.move, type=kind)
            state.play(line.seat, move, line.at, told)
        except Illegal as no:
            raise Drift(f"entry {n} is refused: {no.code}, {no.message}") from no
        except MsgspecError as no:
            raise Drift(f"entry {n} is no move of {head.game}: {no}") from no
        if line.digest is not None and digest(state, head.seats).hex() != line.digest:
            raise Drift(f"after entry {n} the state is not the one that was recorded")
        yield Step(n, line.at, line.seat, move, told, state)


def verify(rules: Game, recording: Recording) -> State:
    """Replay a whole recording; returns its end. One without any digest proves nothing: Drift."""
    if not any(line.digest for line in recording.lines):
        raise Drift("it has no digest, so there is nothing to verify")
    *_, last = replay(rules, recording)
    return last.state
