"""`cutcard tournament run` of an event of matches."""

from __future__ import annotations

from hashlib import sha256
from time import perf_counter

import click
from msgspec import MsgspecError, json, structs

from cutcard.arena.contest import Contest, options_of
from cutcard.arena.matches import Terms
from cutcard.bots import bots_of
from cutcard.kernel.game import Game, Illegal

from .common import bars

SHOWN = 10  # places


def play_matches(
    rules: Game, terms: Terms, players: int, seed: str, bot: str | None, *, as_json: bool
) -> None:
    """Plays it with bots on every seat, and reports places, matches and time."""
    contest = made(rules, terms, players, seed, bot)
    begun = perf_counter()
    with bars() as progress:
        bar = progress.add_task(terms.name, total=None)
        try:
            contest.run(players, lambda done: progress.update(bar, completed=done))
        except Illegal as no:
            raise click.UsageError(f"{no.code}: {no}") from no
    figures = report(contest, perf_counter() - begun)
    if as_json:
        click.echo(json.encode(figures).decode())
        return
    tell(contest, figures)


def made(rules: Game, terms: Terms, players: int, seed: str, bot: str | None) -> Contest:
    """The contest, or a usage error that says what would do."""
    known = bots_of(rules)
    if bot is not None and bot not in known:
        raise click.BadParameter(f"{rules.name} has {', '.join(known)}", param_hint="--bot")
    if terms.seats * terms.team not in rules.seats:
        raise click.UsageError(f"{rules.name} is not played by {terms.seats * terms.team}")
    if players > terms.max_players:
        raise click.UsageError(f"{terms.max_players} enter this event at most")
    try:
        options = options_of(rules, terms)
    except (MsgspecError, ValueError) as no:
        raise click.UsageError(str(no)) from no
    drawn = sha256(f"cutcard:tournament:{seed}".encode()).digest()
    return Contest(rules, structs.replace(terms, bots=True), options, drawn, bot)


def report(contest: Contest, seconds: float) -> dict[str, object]:
    """Everything that can be said in numbers."""
    state, figures = contest.event.state, contest.figures
    return {
        "players": len(state.entrants),
        "phase": state.phase,
        "rounds": state.round,
        "matches": figures.matches,
        "deals": figures.deals,
        "decisions": figures.decisions,
        "minutes": round((figures.ends_at - state.terms.starts_at) / 60_000, 1),
        "logEntries": len(contest.event.log),
        "seconds": round(seconds, 2),
        "digest": state.digest(),
    }


def tell(contest: Contest, figures: dict[str, object]) -> None:
    """The same for people, with the best places."""
    state = contest.event.state
    click.echo(
        f"{state.terms.name}: {figures['players']} entries, {figures['matches']} matches,"
        f" it is {state.phase}"
    )
    click.echo(f"  {figures['minutes']} minutes of play; {figures['seconds']} s here")
    for entry, (first, last) in sorted(state.places.items(), key=lambda row: row[1])[:SHOWN]:
        place = f"{first}" if first == last else f"{first}-{last}"
        users = " and ".join(state.entrants[entry].users)
        click.echo(f"  {place:>5}  {users:<30} {state.entrants[entry].score:>5}")
