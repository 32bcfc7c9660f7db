"""What a client may ask besides its moves. Moves are `GAME_<MOVE>_REQUEST` of whatever game is
played and need no entry here."""

from cutcard.lobby.tables import CreateTable, SeatNumber

from . import advice, chat, match, meeting, people, profile, session, tables
from .registry import (
    ALIASES,
    REQUESTS,
    Answer,
    Ask,
    Nothing,
    TableNumber,
    alias,
    asks,
    read_match,
)

__all__ = [
    "ALIASES",
    "REQUESTS",
    "Answer",
    "Ask",
    "CreateTable",
    "Nothing",
    "SeatNumber",
    "TableNumber",
    "advice",
    "alias",
    "asks",
    "chat",
    "match",
    "meeting",
    "people",
    "profile",
    "read_match",
    "session",
    "tables",
]
