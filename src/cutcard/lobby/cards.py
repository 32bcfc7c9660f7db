"""The games as the lobby shows them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from cutcard import bots, games
from cutcard.kernel import tags
from cutcard.kernel.game import Game
from cutcard.kernel.optional import traits_of
from cutcard.table.vocabulary import kinds

from .wish import ACROSS


def page_folder(name: str) -> Path:
    """Where a game's own part of the page lies, whether there is one or not."""
    return Path(vars(games.game(name))["__file__"]).parent / "page"


@lru_cache(1024)
def phrase_text(name: str, phrase: str) -> str:
    """What a phrase of a game says in English: for who has no words of the game's own."""
    texts = page_folder(name) / "en.json"
    words = msgspec.json.decode(texts.read_bytes()) if texts.is_file() else {}
    return str(words.get(f"phrase.{phrase}", phrase.replace("_", " ")))


def across(game: Game) -> bool:
    """Whether it has a table of four at which partners sit across from each other."""
    teams = traits_of(game).teams
    return teams is not None and 4 in game.seats and tuple(teams(4)) == ACROSS


@lru_cache(64)
def game_card(name: str) -> dict[str, Any]:
    """A game as the lobby shows it, with the JSON schema of its options."""
    game = games.game(name)
    return {
        "name": game.name,
        "version": game.version,
        "seats": list(game.seats),
        "bots": list(bots.bots_of(name)),
        "showsSeed": game.shows_seed,
        "leaves": tags.LEAVE in kinds(game.Move),  # the rules say what leaving a match means
        "page": (page_folder(name) / "table.js").is_file(),  # else it is played at a plain table
        "partners": across(game),  # two may look for a match together
        "texts": (page_folder(name) / "page.json").is_file(),
        "options": msgspec.json.schema(game.Options),
    }
