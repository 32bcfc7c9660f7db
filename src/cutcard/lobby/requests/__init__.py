"""What anybody may ask, written once: the rules and refusals of every request but moves, which are
the games' own. WebSocket, TCP and HTTP decode a wish, `perform` it, and say its answer or its
refusal in their own words."""

from . import (
    admin,
    chat,
    events,
    fair,
    match,
    meeting,
    moderation,
    people,
    profile,
    safety,
    seats,
    session,
    tables,
)
from .asking import Asker, Manners, Services, Who, user_of
from .registry import (
    HTTP,
    REQUESTS,
    TCP,
    WS,
    Nothing,
    Request,
    answer_to,
    of_dialect,
    perform,
    request,
)

__all__ = [
    "HTTP",
    "REQUESTS",
    "TCP",
    "WS",
    "Asker",
    "Manners",
    "Nothing",
    "Request",
    "Services",
    "Who",
    "admin",
    "answer_to",
    "chat",
    "events",
    "fair",
    "match",
    "meeting",
    "moderation",
    "of_dialect",
    "people",
    "perform",
    "profile",
    "request",
    "safety",
    "seats",
    "session",
    "tables",
    "user_of",
]
