"""`play` is the only judge: it accepts what is offered, refuses ticks from seats, and a refusal
changes nothing, neither the state nor what was told nor the stream."""

from __future__ import annotations

from msgspec import MsgspecError, json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Move, Seat, Told
from cutcard.kernel.rng import Rng

from .attempts import ACCEPTED, Attempts, answer, answers, some
from .case import Case, Moment
from .fault import Broken
from .structs import Trips
from .walk import earliest, named

_encode = json.Encoder().encode
OVER = ("GAME_OVER", "INVALID_GAME_STATE")  # the second where a game's own specification asks
CHAIN = 1000  # ticks in a row without anybody to act


def offers(case: Case, now: Moment, rng: Rng) -> None:
    """Whoever is to act has a choice, nobody else has, and all that is offered is accepted."""
    state, step = now.state, now.step
    acting = list(state.to_act())
    if len(set(acting)) < len(acting) or not all(0 <= seat < case.seats for seat in acting):
        raise Broken("legal", f"to_act() says {acting}; each seat at most once, 0 … seats-1.", step)
    for seat in range(case.seats):
        legal, asides = state.legal(seat), state.asides(seat)
        if bool(legal) != (seat in acting):
            said = (
                "is to act without a legal move"
                if not legal
                else "is not to act but has legal moves"
            )
            raise Broken("legal", f"Seat {seat} {said}.", step)
        twin = state.copy()
        if _encode([legal, asides]) != _encode([twin.legal(seat), twin.asides(seat)]):
            text = f"legal or asides of seat {seat} come in another order in a copy; sort them."
            raise Broken("legal", text, step)
        moves = some(rng, legal, 4) + list(asides)
        for move, answered in zip(moves, answers(state, seat, moves, now.at), strict=True):
            case.found.tried["offered moves played"] += 1
            if answered != ACCEPTED:
                text = f"legal or asides offered {named(move)} to seat {seat}; play said "
                raise Broken("legal", text + answered.decode(), step)


def ticks(case: Case, now: Moment) -> None:
    """What NATURE plays no seat may send: refused NOT_YOURS, and no Move decodes from it."""
    state, step = now.state, now.step
    for timer in state.timers():
        for seat in range(case.seats):
            said = answers(state, seat, [timer.tick], max(now.at, timer.due))[0]
            case.found.tried["ticks sent by seats"] += 1
            if said == ACCEPTED or json.decode(said)[0] != "NOT_YOURS":
                outcome = "accepted" if said == ACCEPTED else f"refused as {said.decode()}"
                raise Broken(
                    "tick",
                    f"The tick {named(timer.tick)} sent by seat {seat} was {outcome}; "
                    'raise Illegal("NOT_YOURS", …) unless the seat is NATURE.',
                    step,
                )
        try:
            json.decode(_encode(timer.tick), type=case.game.Move)
        except MsgspecError:
            continue
        text = f"A client may send {named(timer.tick)}: Move decodes it. Keep ticks out of Move."
        raise Broken("tick", text, step)


def refusals(case: Case, now: Moment, tries: Attempts) -> None:
    """Refuse some moves on the state itself; it must stay as it was."""
    state, step = now.state, now.step
    moves = [*tries.gather(state, case.seats), *(timer.tick for timer in state.timers())]
    before = digest(state, case.seats)
    spare = state.copy()
    stream = (state.rng.seed, state.rng.position)
    for seat in range(case.seats):
        for move in moves:
            if answer(state.copy(), seat, move, now.at) == ACCEPTED:
                continue
            told: list[Told] = []
            if _accepts(now, seat, move, told):
                text = f"A copy refuses {named(move)} of seat {seat}, the state itself accepts it."
                raise Broken("copy", text, step)
            case.found.tried["refusals"] += 1
            if told:
                text = f"Refusing {named(move)} of seat {seat} told {told}; check before telling."
                raise Broken("refusal", text, step)
            if (state.rng.seed, state.rng.position) != stream:
                text = f"Refusing {named(move)} of seat {seat} drew from the stream; check first."
                raise Broken("refusal", text, step)
    if digest(state, case.seats) != before:
        seat, move = _culprit(case, Moment(spare, now.at, step), moves, before)
        text = f"Refusing {named(move)} of seat {seat} changed the state; check all first."
        raise Broken("refusal", text, step)


def _culprit(case: Case, now: Moment, moves: list[Move], before: bytes) -> tuple[Seat, Move]:
    """Which of the refused moves changes the state."""
    for seat in range(case.seats):
        for move in moves:
            twin = now.state.copy()
            if answer(twin, seat, move, now.at) != ACCEPTED and digest(twin, case.seats) != before:
                return seat, move
    return 0, moves[0]


def _accepts(now: Moment, seat: Seat, move: Move, told: list[Told]) -> bool:
    try:
        now.state.play(seat, move, now.at, told)
    except Illegal:
        return False
    return True


def timers(case: Case, now: Moment) -> None:
    """Every timer is accepted at its time and leads on; timers alone never run in circles."""
    at, step, twin = now.at, now.step, now.state.copy()
    for played in range(CHAIN):
        listed = twin.timers()
        if not listed or twin.outcome() is not None or (played and twin.to_act()):
            return
        timer = earliest(listed)
        at = max(at, timer.due)
        before = digest(twin, case.seats)
        try:
            twin.play(NATURE, timer.tick, at)
        except Illegal as no:
            text = (
                f"The timer's {named(timer.tick)} is refused at its time: {no.code}, {no.message}"
            )
            raise Broken("timer", text, step) from no
        case.found.tried["timers run out"] += 1
        if digest(twin, case.seats) == before:
            raise Broken("timer", f"The timer's {named(timer.tick)} changes nothing.", step)
        if any(one == timer for one in twin.timers()):
            text = f"The timer's {named(timer.tick)} is still there after it was played."
            raise Broken("timer", text, step)
    text = f"{CHAIN} ticks in a row lead neither to a seat to act nor to an end."
    raise Broken("timer", text, step)


def over(case: Case, now: Moment, tries: list[Move]) -> None:
    """A deal that is over waits for nobody and refuses everything with GAME_OVER."""
    state, step = now.state, now.step
    outcome = state.outcome()
    if outcome is None:
        return
    if len(outcome.places) != case.seats or len(outcome.scores) != case.seats:
        text = f"outcome() needs a place and a score for each of the {case.seats} seats: {outcome}"
        raise Broken("over", text, step)
    if min(outcome.places) < 1 or not outcome.reason:
        raise Broken("over", f"places start at 1 and the reason is a word: {outcome}", step)
    left = [*state.to_act(), *state.timers()]
    left += [move for seat in range(case.seats) for move in state.legal(seat)]
    left += [move for seat in range(case.seats) for move in state.asides(seat)]
    if left:
        text = (
            f"outcome() says it is over, yet to_act, timers, legal or asides still hold {left[0]}"
        )
        raise Broken("over", text, step)
    for seat in range(case.seats):
        for move, said in zip(tries, answers(state, seat, tries, now.at), strict=True):
            case.found.tried["moves after the end"] += 1
            if said == ACCEPTED or json.decode(said)[0] not in OVER:
                how = "is accepted" if said == ACCEPTED else f"is refused as {said.decode()}"
                text = f"After the end {named(move)} of seat {seat} {how}; raise GAME_OVER."
                raise Broken("over", text, step)


def shapes(case: Case, now: Moment, trips: Trips) -> None:
    """All that leaves the state survives both encodings and holds neither null nor set."""
    state, step = now.state, now.step
    for viewer in case.viewers:
        trips.view(state.view(viewer), step)
        case.found.tried["structs round trip"] += 1
    for seat in range(case.seats):
        for move in (*state.legal(seat), *state.asides(seat)):
            trips.move(move, step)
    for timer in state.timers():
        trips.tick(timer.tick, step)
