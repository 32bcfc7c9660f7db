"""Kept while imports move: the lobby lives in `cutcard.lobby`."""

from __future__ import annotations

from cutcard.lobby.cards import game_card, page_folder
from cutcard.lobby.lobby import Lobby

__all__ = ["Lobby", "game_card", "page_folder"]
