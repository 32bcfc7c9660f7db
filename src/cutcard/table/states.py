"""A deal's log with the state before and after each action. Nobody keeps these states: rules are
deterministic, so they are made again whenever somebody wants to see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, json, to_builtins

from cutcard.kernel.game import State
from cutcard.store.protocol import DealLog

from .deal import Deal
from .vocabulary import vocabulary

TURNS = ("turn", "turnNumber", "roundNumber", "round")
PHASES = ("phase", "street", "status")


class Step(Struct, frozen=True, rename="camel"):
    """One action, what was before it and what after. A `game` is a match."""

    game_id: str
    deal: int
    action_index: int
    turn_number: int | None
    phase: str | None
    seat: int
    at: int
    action: dict[str, Any]
    state_before: dict[str, Any]
    state_after: dict[str, Any]


def whole_state(state: State, seats: int) -> dict[str, Any]:
    """All of a state: what each seat sees and what everybody does, who is to act, and how it
    ended."""
    return {
        "seats": [to_builtins(state.view(seat)) for seat in range(seats)],
        "everybody": to_builtins(state.view(None)),
        "toAct": list(state.to_act()),
        "timers": to_builtins(list(state.timers())),
        "outcome": to_builtins(state.outcome()),
    }


def final_state(state: State, seats: int) -> bytes:
    """The same as JSON, of a state that changes no more."""
    return json.encode(whole_state(state, seats))


def states_of(log: DealLog) -> Iterator[Step]:
    """Every action of a deal; Drift where the log no longer plays."""
    header = log.header
    words = vocabulary(header.game)
    deal = Deal(words, header)
    before = whole_state(deal.state, header.seats)
    for entry, _ in deal.again(words, log.entries):
        after = whole_state(deal.state, header.seats)
        shown = before["everybody"]
        yield Step(
            f"{header.table}-{header.match}",
            header.deal,
            entry.n,
            _first(shown, TURNS, int),
            _first(shown, PHASES, str),
            entry.seat,
            header.opened + entry.at,
            json.decode(entry.move),
            before,
            after,
        )
        before = after


def _first(view: Any, names: tuple[str, ...], kind: type) -> Any:
    """What the public view calls its turn or phase, where it has one."""
    found = (view.get(name) for name in names) if isinstance(view, dict) else ()
    return next((value for value in found if type(value) is kind), None)
