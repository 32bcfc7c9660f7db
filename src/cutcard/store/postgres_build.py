"""What a worker can go on with (S21): its version, and each game's whose logs it reads. While one
version is rolled out over another both are there, and a table goes only to one that can play it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import cutcard
from cutcard.games import game, game_names


@cache
def build() -> str:
    """As it stands in a shift's row: "1.2 duel duel:1 poker poker:4". A game's name alone is for
    its tables at which nothing was dealt yet."""
    names = game_names()
    return " ".join([cutcard.__version__, *names, *(f"{n}:{game(n).version}" for n in names)])


def reads(build: str) -> list[str]:
    """What tables of a build can be gone on with."""
    return build.split(" ")[1:]


def wanted(game: str, version: int | None) -> str:
    """What a table wants of a build; `version` of the game as it was last dealt there."""
    return game if version is None else f"{game}:{version}"


def fits(build: str, wants: Collection[str]) -> bool:
    """Whether a worker of that build can go on with one of these, at least."""
    return not set(wants).isdisjoint(reads(build))
