"""Events over HTTP: what there is, make one, enter. What happens in one is told on `/ws`."""

from __future__ import annotations

from functools import partial

from .route import carries

_carries = partial(carries, part="events")

_carries("GET", "/api/structures", "list_structures", "TOURNAMENT_STRUCTURES")
_carries("GET", "/api/events", "list_events", "TOURNAMENT_LIST", signed="may")
_carries("GET", "/api/winners", "tournament_winners", "TOURNAMENT_WINNERS", signed="may")
_carries("GET", "/api/events/{event}", "show_event", "TOURNAMENT_INFO", signed="may")
_carries("POST", "/api/events", "create_event", "TOURNAMENT_CREATE", status=201)
for path, name, request in (
    ("register", "register_event", "TOURNAMENT_REGISTER"),
    ("unregister", "unregister_event", "TOURNAMENT_UNREGISTER"),
    ("re-enter", "re_enter_event", "TOURNAMENT_RE_ENTER"),
    ("ready", "ready_event", "TOURNAMENT_READY"),
    ("back", "back_to_event", "TOURNAMENT_BACK"),
    ("withdraw", "withdraw_event", "TOURNAMENT_WITHDRAW"),
    ("rebuy", "rebuy_event", "TOURNAMENT_REBUY"),
    ("add-on", "add_on_event", "TOURNAMENT_ADD_ON"),
    ("deal", "propose_deal", "TOURNAMENT_DEAL_PROPOSE"),
    ("deal/accept", "accept_deal", "TOURNAMENT_DEAL_ACCEPT"),
    ("deal/decline", "decline_deal", "TOURNAMENT_DEAL_DECLINE"),
    ("cancel", "cancel_event", "TOURNAMENT_CANCEL"),
    ("pause", "pause_event", "TOURNAMENT_PAUSE"),
    ("resume", "resume_event", "TOURNAMENT_RESUME"),
):
    _carries("POST", f"/api/events/{{event}}/{path}", name, request)
