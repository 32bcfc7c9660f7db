"""`cutcard tournament`: an event played to its end in memory, with bots on every seat."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from time import perf_counter

import click
from msgspec import json

from cutcard.arena.event import State, Terms
from cutcard.arena.journal import Journal
from cutcard.arena.matches import Terms as MatchTerms
from cutcard.arena.plot import plot
from cutcard.arena.running import NoEvents, Runner, Tally
from cutcard.arena.structures import read_any_terms, structures
from cutcard.bots import bots_of
from cutcard.kernel.game import Game, Illegal
from cutcard.kernel.optional import traits_of

from .common import bars, the_game
from .contest import play_matches

SHOWN = 9  # lines of a plot


@click.group("tournament")
def command() -> None:
    """Tournaments without a server: try a structure before you run it for people."""


@command.command(
    "run",
    epilog="Example of a FILE:  "
    '{"name": "Sunday", "game": "poker", "structure": "turbo", "startsAt": 1, "buyIn": 100}   ·   '
    "`cutcard tournament structures` lists those that ship.",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 5000), required=True, help="How many enter.")
@click.option("--seed", default="1", show_default=True, help="Any word; it decides everything.")
@click.option("--bot", help="A bot of the game by name; by default quick play by chance.")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the stacks of the best into this file.",
)
@click.option(
    "--log",
    "kept",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the event's log in this file; one that was cut short goes on from it.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def run(
    *,
    file: Path,
    players: int,
    seed: str,
    bot: str | None,
    svg: Path | None,
    kept: Path | None,
    as_json: bool,
) -> None:
    """Play the event that FILE describes with bots, and report places, prizes, moves and time.

    A `format` of swiss, round-robin, single-elimination, double-elimination or arena is an event
    of matches, of any game. The chips in play are counted after every hand; the same seed gives
    the same event.
    """
    try:
        terms = read_any_terms(file.read_bytes())
    except Illegal as no:
        raise click.UsageError(f"{no.code}: {no}") from no
    rules = the_game(terms.game)
    if isinstance(terms, MatchTerms):
        if svg is not None or kept is not None:
            raise click.UsageError("--svg and --log are for events with chips")
        play_matches(rules, terms, players, seed, bot, as_json=as_json)
        return
    journal = None if kept is None else Journal(kept)
    runner = make(rules, terms, seed, bot, svg is not None, journal)
    begun = perf_counter()
    with bars() as progress:
        bar = progress.add_task(terms.name, total=players - 1)
        try:
            tally = runner.run(players, lambda out: progress.advance(bar, out))
        except Illegal as no:
            raise click.UsageError(f"{no.code}: {no}") from no
    seconds = perf_counter() - begun
    state = runner.event.state
    if svg is not None:
        svg.write_text(drawn(state, tally), encoding="utf-8")
    figures = report(state, tally, len(runner.event.log), seconds)
    if as_json:
        click.echo(json.encode(figures).decode())
        return
    tell(state, tally, figures)


def make(  # noqa: PLR0917 - what a runner is made of
    rules: Game, terms: Terms, seed: str, bot: str | None, plots: bool, journal: Journal | None
) -> Runner:
    """The runner, or a usage error that says what would do."""
    known = bots_of(rules)
    if bot is not None and bot not in known:
        raise click.BadParameter(f"{rules.name} has {', '.join(known)}", param_hint="--bot")
    drawn = sha256(f"cutcard:tournament:{seed}".encode()).digest()
    warm = traits_of(rules).warm
    if warm is not None:
        warm()
    try:
        maker = None if bot is None else known[bot]
        return Runner(rules, terms, drawn, maker, plots=plots, journal=journal)
    except (NoEvents, ValueError) as no:
        raise click.UsageError(str(no)) from no


def report(state: State, tally: Tally, entries: int, seconds: float) -> dict[str, object]:
    """Everything that can be said in numbers."""
    return {
        "players": state.entries,
        "phase": state.phase,
        "hands": tally.hands,
        "decisions": tally.decisions,
        "moves": tally.moves,
        "minutes": round((tally.ends_at - state.terms.starts_at) / 60_000, 1),
        "level": state.level,
        "logEntries": entries,
        "pool": state.pool,
        "prizes": len(state.prizes),
        "paid": sum(player.prize for player in state.players.values()),
        "mostApart": tally.most_apart,
        "bigBlindsInARow": tally.blinds_in_a_row,
        "money": state.account,  # left over: nothing
        "seconds": round(seconds, 2),
        "digest": state.digest(),
        "places": sha256(json.encode(places(state))).hexdigest(),
    }


def places(state: State) -> list[tuple[str, int, int, int]]:
    """Who came where, and what they got."""
    found = [(p.user, p.place, p.place_to, p.prize) for p in state.players.values() if p.place]
    return sorted(found, key=lambda row: (row[1], row[0]))


def tell(state: State, tally: Tally, figures: dict[str, object]) -> None:
    """The same for people, with the places that are paid."""
    terms = state.terms
    click.echo(
        f"{terms.name}: {state.entries:,} entries, {tally.hands:,} hands, it is {state.phase}"
    )
    moves = ", ".join(f"{count:,} by {why}" for why, count in sorted(tally.moves.items())) or "none"
    click.echo(f"  {figures['minutes']} minutes, to level {state.level}; moves: {moves}")
    click.echo(
        f"  pool {state.pool:,}, {figures['paid']:,} of it paid to {len(state.prizes):,} places"
    )
    click.echo(
        f"  chips in play added up after each hand; money left over: {figures['money']};"
        f" big blinds in a row by balancing: {tally.blinds_in_a_row}"
    )
    click.echo(f"  {figures['seconds']} s here, {figures['logEntries']:,} entries of its log")
    ranked = sorted(
        (player for player in state.players.values() if player.place),
        key=lambda player: (player.place, player.entry),
    )
    for player in ranked[:10]:
        place = (
            f"{player.place}"
            if player.place == player.place_to
            else f"{player.place}-{player.place_to}"
        )
        click.echo(f"  {place:>5}  {player.user:<14} {player.prize:>12,}")


def drawn(state: State, tally: Tally) -> str:
    """The stacks of those who came furthest."""
    ranked = sorted(
        (player for player in state.players.values() if player.place),
        key=lambda player: (player.place, player.entry),
    )
    start = (state.terms.starts_at, state.terms.start_stack)
    lines = {
        f"{player.place}. {player.user}": [start, *tally.stacks.get(player.user, [])]
        for player in ranked[:SHOWN]
    }
    return plot(f"{state.terms.name}: stacks", lines, state.owed_chips())


@command.command("structures")
def listed() -> None:
    """List the structures that ship; an event's FILE may name one."""
    for name, one in structures().items():
        levels = [row for row in one.levels if not row.rest]
        each = f"{levels[0].hands} hands" if levels[0].hands else f"{levels[0].minutes:g} min"
        big = levels[0].big_blind
        click.echo(
            f"{name:<12} {one.start_stack:>7,} chips ({one.start_stack // big} big blinds),"
            f" {len(levels)} levels of {each}: {one.text}"
        )
