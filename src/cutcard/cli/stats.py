"""`cutcard stats`: what deals kept as files add up to, for each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click
from msgspec import Struct, json

from cutcard.arena.counters import added, counting
from cutcard.arena.curve import curve
from cutcard.replay import Drift, Unreadable, names_of, read
from cutcard.replay.story import SIGNED, Story, of_file, of_recording

from .common import the_game

Counters = dict[str, int]


class Sums(Struct):
    """A player's counters in one game, and where they stood after each of their deals."""

    counters: Counters
    course: list[int]


@click.command("stats", epilog="Example:  cutcard stats hands/*.cutcard --svg net.svg")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game and player.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw how the sums grew, in a file.")
def command(
    *, files: tuple[Path, ...], player: str | None, as_json: bool, svg: Path | None
) -> None:
    """Add up finished deals from files, in the order in which they are named.

    A .cutcard file counts for whom it tells of: of an open deal everybody, of a sealed one its
    viewer; the same deal counts once. Deals, wins and scores are counted in every game, and what
    the game counts besides.
    """
    kept: dict[tuple[str, str], Sums] = {}
    seen: set[tuple[str, str]] = set()  # two viewers' files may tell of the same player
    for file in files:
        story = _story(file)
        for who, counters in _counted(story):
            if player in (None, who[1]) and (story.deal, who[1]) not in seen:
                seen.add((story.deal, who[1]))
                _add(kept.setdefault(who, Sums({}, [])), counters)
    if not kept:
        raise click.ClickException("No finished deal of that player is in these files.")
    for (game, name), sums in kept.items():
        if as_json:
            row = {"game": game, "player": name, "counters": sums.counters, "course": sums.course}
            click.echo(json.encode(row).decode())
        else:
            said = "  ".join(f"{what} {value}" for what, value in sums.counters.items())
            click.echo(f"{game:10} {name:16} {said}")
    if svg is not None:
        svg.write_text(_drawn(kept), encoding="utf-8")


def _story(file: Path) -> Story:
    try:
        text = file.read_bytes()
        if text.startswith(SIGNED):
            return of_file(text)
        recording = read(file)
        rules, names = the_game(recording.header.game), names_of(recording.header.seats)
        return of_recording(rules, recording, names, None, everything=True)
    except Unreadable as no:
        raise click.ClickException(f"{file} cannot be counted: {no}.") from no
    except Drift as no:
        raise click.ClickException(f"{file} does not replay: {no}.") from no


def _counted(story: Story) -> Iterator[tuple[tuple[str, str], Counters]]:
    """What a deal counts, by game and player; nothing for who had no part in it."""
    over = story.outcome
    if over is None:
        return
    told = range(len(story.names)) if story.recording is not None else (story.viewer,)
    own = counting(story.rules) is not None
    for seat in told:
        if seat is None or (own and not story.counts[seat]):
            continue
        score = over.scores[seat] if seat < len(over.scores) else 0
        base = {"deals": 1, "won": int(over.places[seat] == 1), "score": score}
        yield (story.rules.name, story.names[seat]), {**base, **story.counts[seat]}


def _add(sums: Sums, counters: Mapping[str, int]) -> None:
    sums.counters = added(sums.counters, counters)
    step = counters.get("net", counters["score"])  # chips won where it is about chips
    sums.course.append((sums.course[-1] if sums.course else 0) + step)


def _drawn(kept: Mapping[tuple[str, str], Sums]) -> str:
    games = {game for game, _ in kept}
    lines = {
        name if len(games) == 1 else f"{name} ({game})": sums.course
        for (game, name), sums in kept.items()
    }
    return curve(", ".join(sorted(games)), lines)
