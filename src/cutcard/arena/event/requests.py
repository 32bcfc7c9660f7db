"""What can be asked of an event, by the rule book's names (docs/rules/tournament.md T111, T114).

A wish is the message's payload; an answer is the effects to carry out. The same key of the same
user is one request: asked again it changes nothing and is answered as before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from cutcard.kernel.game import Illegal

from .effects import Effect
from .event import Event


class Asked(Struct, frozen=True):
    """Who asks, and what the house knows of them."""

    user: str
    at: int
    funds: int = 0
    admin: bool = False
    bot: bool = False
    away: bool = False
    key: str = ""  # correlationId
    rating: float = 0.0


Answer = Callable[[Event, Asked, dict[str, Any]], list[Effect]]

READS = ("TOURNAMENT_LIST", "TOURNAMENT_INFO", "TOURNAMENT_WATCH", "TOURNAMENT_UNWATCH")
MAKES = ("TOURNAMENT_CREATE",)  # answered by whoever holds the events
ANSWERS: dict[str, Answer] = {
    "TOURNAMENT_REGISTER": lambda e, a, _: e.register(a.user, a.funds, a.at, bot=a.bot),
    "TOURNAMENT_UNREGISTER": lambda e, a, _: e.unregister(a.user, a.at),
    "TOURNAMENT_RE_ENTER": lambda e, a, _: e.re_enter(a.user, a.funds, a.at),
    "TOURNAMENT_REBUY": lambda e, a, w: (
        e.rebuy(a.user, a.funds, a.at) if w.get("buy", True) else e.no_rebuy(a.user, a.at)
    ),
    "TOURNAMENT_ADD_ON": lambda e, a, _: e.add_on(a.user, a.funds, a.at, away=a.away),
    "TOURNAMENT_DEAL_PROPOSE": lambda e, a, w: e.propose(
        a.user, w.get("method", "icm"), w.get("leave", 0), a.at
    ),
    "TOURNAMENT_DEAL_ACCEPT": lambda e, a, w: e.accept(a.user, w.get("version", 0), a.at),
    "TOURNAMENT_DEAL_DECLINE": lambda e, a, _: e.decline(a.user, a.at),
    "TOURNAMENT_CANCEL": lambda e, a, _: e.cancel(a.user, a.at, admin=a.admin),
    "TOURNAMENT_PAUSE": lambda e, a, _: e.pause(a.at, admin=a.admin),
    "TOURNAMENT_RESUME": lambda e, a, _: e.resume(a.at, admin=a.admin),
}
NAMES = (*READS, *MAKES, *ANSWERS)
REFUSALS = (
    *("EVENT_NOT_FOUND", "ENTRY_CLOSED", "NOT_OPEN_YET", "ALREADY_REGISTERED", "NOT_REGISTERED"),
    *("EVENT_FULL", "EVENT_RUNNING", "EVENT_OVER", "ENTRY_LIMIT", "STILL_IN"),
    *("REBUY_NOT_ALLOWED", "ADD_ON_NOT_ALLOWED", "NO_DEAL_NOW", "DEAL_CHANGED", "BAD_STRUCTURE"),
    *("BAD_PAYOUT", "FORBIDDEN", "NOT_ENOUGH_CHIPS", "INVALID_REQUEST", "INVALID_PLAYER"),
)


class Clerk:
    """Answers requests for one event, each key once."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.answered: dict[tuple[str, str], Illegal | None] = {}

    def ask(self, name: str, asked: Asked, wish: dict[str, Any] | None = None) -> list[Effect]:
        """The effects, or the refusal; a key seen before changes nothing."""
        answer = ANSWERS.get(name)
        if answer is None:
            raise Illegal("INVALID_REQUEST", f"{name} is not asked of an event.")
        key = (asked.user, asked.key)
        if asked.key and key in self.answered:
            refusal = self.answered[key]
            if refusal is not None:
                raise refusal
            return []
        try:
            effects = answer(self.event, asked, wish or {})
        except Illegal as no:
            self.answered[key] = no
            raise
        self.answered[key] = None
        return effects
