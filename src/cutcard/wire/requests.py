"""The list of requests in the words of `/ws`: a request's name is its message's type, the wish its
payload, the answer `<NAME>_ACK`. What differs from that is here. Moves are `GAME_<MOVE>_REQUEST` of
whatever game is played and need no entry."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct, convert, field

from cutcard.lobby.requests import WS, Manners, Request, match, of_dialect, people, profile
from cutcard.table.patch import plain

from .people import with_people
from .speech import answer_type

MANNERS = Manners("ws", "Say who you are first: send AUTH")
ALIASES = {"MATCH_READY": "GAME_READY_REQUEST", "GAME_SURRENDER": "GAME_SURRENDER_REQUEST"}

_ANSWERS = {
    "PING": "PONG",
    "AUTH": "AUTH_OK",
    "FAIR_PLEDGE": "nothing, or FAIR_PLEDGE_NACK",
    "FAIR_SHARE": "nothing, or FAIR_SHARE_NACK",
}
_THEN = {
    "AUTH": " · AUTH_NACK",
    "CREATE_TABLE": ", then GAME_STATE",
    "JOIN_TABLE": ", then GAME_STATE",
    "SPECTATE": ", then GAME_STATE",
    "GAME_STATE_REQUEST": ", then each GAME_UPDATE missed · GAME_STATE",
    "KICK": "; who was sent away is told KICKED {table}",
    "CHAT": "; those who may hear it, you too: CHAT",
    "LOG_OUT": ", then the connection is closed",
    "QUICK_MATCH": "; later MATCH_FOUND",
    "QUICK_MATCH_BOTS": "; MATCH_OPENED comes before it",
    "PARTY_INVITE": "; the other is told PARTY_INVITED",
    "CHALLENGE": "; the other is told CHALLENGED",
}


class _Friend(people.Shown, omit_defaults=True, kw_only=True):
    online: bool
    table: int | None = None


class _Friends(Struct):
    friends: list[_Friend]


class _Invite(Struct, rename={"sender": "from", "created_at": "createdAt"}):
    invite: int
    sender: str
    name: str
    created_at: int


class _Invites(Struct):
    invites: list[_Invite]


class _Row(Struct, rename={"place": "rank", "user_id": "userId"}):
    place: int
    user_id: str
    name: str
    rating: int
    games: int


class _Rows(Struct, omit_defaults=True):
    players: list[_Row] = field(name="rows")
    own: _Row | None = None
    next: int | None = None


class _Advice(Struct):
    seq: int
    advice: Any


_SAID: dict[type[Struct], type[Struct]] = {
    people.Friends: _Friends,
    people.Invites: _Invites,
    profile.Leaderboard: _Rows,
    match.Advice: _Advice,
}
"""Answers that are said in fewer or other words here."""


class Ask(Struct, frozen=True):
    """A request as `/ws` has it."""

    request: Request
    answer: str  # the answer's type
    then: str  # what comes after it, for PROTOCOL.md

    @property
    def said(self) -> type[Struct] | None:
        """What is in the answer."""
        told = self.request.answer
        return None if told is None else _SAID.get(told, told)


REQUESTS = {
    name: Ask(one, _ANSWERS.get(name, answer_type(name, "ACK")), _THEN.get(name, ""))
    for name, one in of_dialect(WS).items()
}


def payload(answer: Struct) -> Any:
    """An answer as it is said here."""
    if isinstance(answer, match.Advice):
        return _Advice(answer.seq, plain(with_people(answer.advice, answer.holders)))
    shape = _SAID.get(type(answer))
    return answer if shape is None else convert(answer, shape, from_attributes=True)


def place(answer: Struct) -> tuple[str | None, int | None]:
    """The match and the update an answer speaks of, where it does."""
    return (answer.match, answer.seq) if isinstance(answer, match.Advice) else (None, None)


@lru_cache(1024)
def move_tag(kind: str) -> str | None:
    """The move a request asks for: `GAME_CARD_PLAY_REQUEST` is `card_play`."""
    if kind.startswith("GAME_") and kind.endswith("_REQUEST") and len(kind) > 13:
        return kind[5:-8].lower()
    return None


@lru_cache(1024)
def meaning(kind: str) -> tuple[str, Ask | None, str | None]:
    """A request's one name, and what is asked for: something of the list, or a move. Two moves
    also go by the names the Duel spec gave them."""
    name = ALIASES.get(kind, kind)
    ask = REQUESTS.get(name)
    return name, ask, None if ask is not None else move_tag(name)


OfMatch = match.OfMatch
table_of = match.table_of
