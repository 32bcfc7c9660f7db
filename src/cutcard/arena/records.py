"""What is counted of a user: sums by game, mode and season, streaks, whom they have beaten,
achievements. A fold over the deals they were in, in the order of writing (A71-A90 of
docs/rules/arena.md): thrown away and made again it is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct, field, json

from cutcard.games import game as game_called
from cutcard.games import game_names
from cutcard.store.played import Counters, Numbered
from cutcard.store.played import Played as Deal

from .achievements import Achievement, Given, Played, Shelf, of_all, of_game
from .counters import added

WITH, DIFFERENT = "wonWith[", "decksWonWith"  # with how many different decks one has won
PRIVATE = "private"
OPPONENTS = 500  # of whom it is known how matches with them went, the last ones


class Record(Struct, rename="camel"):
    """One user's."""

    sums: dict[str, dict[str, int]] = field(default_factory=dict)
    """`game|mode|season|people` or `…|bots` → counter → sum; of tables found by their links alone
    `…|people|private`, `…|bots|private`."""
    streaks: dict[str, list[int]] = field(default_factory=dict)
    """`game|mode` → matches won one after the other, now and at best (A82)."""
    versus: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """Other user → game, or `game|private` → matches of two won, drawn, lost; the last met is the
    last."""
    shelf_sums: dict[str, int] = field(default_factory=dict)
    shelf_rows: dict[str, int] = field(default_factory=dict)
    in_match: dict[str, int] = field(default_factory=dict)
    given: list[Given] = field(default_factory=list)


@cache
def achievements() -> tuple[Achievement, ...]:
    """Of all games, and of each."""
    return (*of_all(), *(row for name in game_names() for row in of_game(game_called(name))))


def result(places: tuple[int, ...], seat: int) -> str:
    """won, drawn or lost: of a match of two or more; nothing of one alone."""
    if len(places) < 2:
        return ""
    if len(set(places)) == 1:
        return "drawn"
    return "won" if places[seat] == 1 else "lost"


def read(raw: bytes | None) -> Record:
    return Record() if raw is None else json.decode(raw, type=Record)


def fold_with(told: Callable[[str, Given], None]) -> Callable[..., bytes]:
    """The fold as the store calls it; `told` hears what is given."""

    def fold(user: str, raw: bytes | None, seat: int, one: Numbered, counters: Counters) -> bytes:
        record = read(raw)
        for given in count_in(record, user, seat, one, counters):
            told(user, given)
        return json.encode(record)

    return fold


def count_in(
    record: Record, user: str, seat: int, one: Numbered, counters: Counters
) -> list[Given]:
    """A deal is over: what it counts for one user, then what is given for it (A88). What was
    played by a private link is counted apart, for nobody else to see, and earns nothing: no
    streak, no achievement. A match that was taken out of the list counts nothing (A24, A88)."""
    if one.void:
        return []
    played = one.played
    counted = dict(counters[seat]) if seat < len(counters) else {}
    ended = result(played.places, seat) if played.last else ""
    if ended:
        counted |= {"matches": 1, ended: 1}
    parts = [played.game, played.mode, played.season, "bots" if played.bots else "people"]
    if one.private:
        key = "|".join((*parts, PRIVATE))
        record.sums[key] = added(record.sums.get(key, {}), counted)
        if ended and not played.bots:
            _meet(record, user, one, ended)
        return []
    if ended == "won" and not _ever_won(record, played.game):
        counted["gamesWon"] = 1
    new = [name for name in counted if name.startswith(WITH) and not _ever(record, played, name)]
    if new:
        counted[DIFFERENT] = len(new)
    key = "|".join(parts)
    record.sums[key] = added(record.sums.get(key, {}), counted)
    if ended and not played.bots:
        _streak(record, f"{played.game}|{played.mode}", ended)
        _meet(record, user, one, ended)
    return _give(record, seat, one, counted, ended)


def _ever(record: Record, played: Deal, name: str) -> bool:
    """Whether the counter ever moved, against people or bots as in this deal."""
    kind = "bots" if played.bots else "people"
    return any(
        name in some
        for key, some in record.sums.items()
        if key.startswith(f"{played.game}|") and key.endswith(kind)
    )


def _ever_won(record: Record, game: str) -> bool:
    return any(
        key.startswith(f"{game}|") and not key.endswith(PRIVATE) and some.get("won")
        for key, some in record.sums.items()
    )


def _streak(record: Record, key: str, ended: str) -> None:
    now, best = record.streaks.get(key, [0, 0])
    now = now + 1 if ended == "won" else 0
    record.streaks[key] = [now, max(best, now)]


def _meet(record: Record, user: str, one: Numbered, ended: str) -> None:
    others = [other for _, other in one.played.people() if other != user]
    if len(one.played.users) != 2 or len(others) != 1:
        return
    games = record.versus.pop(others[0], {})
    game = one.played.game
    figures = games.setdefault(f"{game}|{PRIVATE}" if one.private else game, [0, 0, 0])
    figures[("won", "drawn", "lost").index(ended)] += 1
    record.versus[others[0]] = games
    while len(record.versus) > OPPONENTS:
        del record.versus[next(iter(record.versus))]


def _give(
    record: Record, seat: int, one: Numbered, counted: Mapping[str, int], ended: str
) -> list[Given]:
    played, shelf = one.played, Shelf(achievements())
    shelf.sums, shelf.streaks, shelf.in_match = (
        record.shelf_sums, record.shelf_rows, record.in_match,
    )  # fmt: skip
    shelf.given = {(given.id, given.tier): given for given in record.given}
    match = {"mode": played.mode, "seats": len(played.users), "ranked": played.ranked}
    match |= {"reason": played.reason}
    if played.places:
        match["place"] = played.places[seat]
    where = f"{played.table}/{played.deal}"
    head = (one.n, played.at, played.game, where, dict(counted), match)
    found = shelf.over(Played(*head, played.last, ended == "won", played.bots))
    record.given += found
    return found
