"""`cutcard play`: a terminal table against bots, or for several people who share the keyboard.

The clock stands while somebody thinks, so no deadline runs against the person; what a game
delays (a card that turns back) happens after a moment at a terminal, at once where input is piped.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from time import sleep
from typing import Any

import click

from cutcard.bots import Bot, UnknownBot, bots_of, drive, make_bot
from cutcard.kernel.game import NATURE, Game, Outcome, Seat, State
from cutcard.kernel.rng import Rng

from .common import begun, the_game, the_options, the_seats
from .person import Left, Neighbour, Person, ask
from .you import told

LONGEST_WAIT = 1.5  # seconds for what a game delays
BOT_WAIT = 0.5


@click.command(
    "play",
    epilog="Examples:  cutcard play duel   ·   cutcard play memory --seats 2 --bot master   ·   "
    'cutcard play duel --options \'{"mode":"HAND"}\'',
)
@click.argument("game", shell_complete=begun)
@click.option("--bot", help="Which of the game's bots to play against; the usual one by default.")
@click.option("--seats", type=int, help="How many seats; by default as usual for the game.")
@click.option("--seat", type=int, default=0, show_default=True, help="Where you sit.")
@click.option(
    "--people", type=int, default=1, show_default=True, help="How many of you share this keyboard."
)
@click.option("--options", help="The game's options as JSON; others keep their defaults.")
@click.option(
    "--name",
    default="Player",
    show_default=True,
    help="What you are called; several of you by commas.",
)
@click.option("--seed", help="Any word: the same word deals the same cards.")
def command(
    *,
    game: str,
    bot: str | None,
    seats: int | None,
    seat: int,
    people: int,
    options: str | None,
    name: str,
    seed: str | None,
) -> None:
    """Play GAME here, against bots or each other. Type help at the prompt for what you can type."""
    rules = the_game(game)
    chosen, places = the_options(rules, options), the_seats(rules, seats)
    if not 0 <= seat < places:
        raise click.BadParameter(f"seats are 0 to {places - 1} here", param_hint="--seat")
    if not 1 <= people <= places:
        raise click.BadParameter(f"1 to {places} people can sit here", param_hint="--people")
    here = [(seat + n) % places for n in range(people)]
    try:
        bots: dict[Seat, Bot] = {
            other: make_bot(rules, bot) for other in range(places) if other not in here
        }
    except UnknownBot as no:
        raise click.BadParameter(str(no), param_hint="--bot") from no
    word = seed or secrets.token_hex(4)
    called = bot or next(iter(bots_of(rules)))
    names = _names(called, places, here, name)
    desk: list[Seat] = []
    sitting = [
        Person(rules, one, names) if people == 1 else Neighbour(rules, one, names, desk)
        for one in here
    ]
    click.echo(f"{rules.name}: {', '.join(names)}. Seed {word} (the same word deals the same).")
    try:
        _match(rules, (chosen, places, word), bots, sitting)
    except Left:
        click.echo("You get up. Goodbye.")


def _names(bot: str, seats: int, here: Sequence[Seat], name: str) -> list[str]:
    """You and the bots, numbered where there are several."""
    titles = [bot.capitalize() if seats <= 2 else f"{bot.capitalize()} {n}" for n in range(seats)]
    given = [one.strip() for one in name.split(",") if one.strip()] or ["Player"]
    for n, seat in enumerate(here):
        titles[seat] = given[n] if n < len(given) else f"Player {n + 1}"
    return titles


def _match(
    rules: Game, start: tuple[Any, int, str], bots: dict[Seat, Bot], people: Sequence[Person]
) -> None:
    """Deal after deal, for as long as the game carries on and the people stay."""
    options, seats, word = start
    chance = Rng.named(f"play/{rules.name}/{word}")
    players = {**bots, **{one.seat: one for one in people}}
    carry = None
    while True:
        state = rules.deal(options, seats, Rng(chance.take(32)), carry)
        _deal(state, players, chance.fork(), people)
        carry = state.next()
        if carry is None:
            return
        if ask("Enter deals again, q leaves> ") in ("q", "quit", "exit"):
            raise Left


def _deal(state: State, players: dict[Seat, Bot], rng: Rng, people: Sequence[Person]) -> None:
    """One deal to its end. Several people see together only what anybody may see."""
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    person, seats = people[0], {NATURE, *(one.seat for one in people)}
    seat = person.seat if len(people) == 1 else None
    for step in drive(state, players, rng):
        over = state.outcome() is not None
        if not over and not state.to_act() and (timers := state.timers()):
            _show(person, state, seat)
            if waits:
                due = min(timer.due for timer in timers)
                sleep(min((due - step.at) / 1000, LONGEST_WAIT))
        elif waits and not over and step.seat not in seats:
            sleep(BOT_WAIT)
    _show(person, state, seat)
    outcome = state.outcome()
    assert outcome is not None
    click.echo(told(result(outcome, person.names, seat)))


def _show(person: Person, state: State, seat: Seat | None) -> None:
    person.show(state.view(seat), seat)


def result(outcome: Outcome, names: Sequence[str], seat: Seat | None) -> str:
    """How it ended, in one line."""
    places = outcome.places
    best = min(places)
    first = [name for name, place in zip(names, places, strict=True) if place == best]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    if len(names) == 1:
        head = "You are done."
    elif seat is not None and places[seat] == best:
        head = "You win." if len(first) == 1 else "You share first place."
    else:
        head = f"{' and '.join(first)} {'wins' if len(first) == 1 else 'win'}."
    return f"\n{head} Score: {scores}."  # why it is over the game has told in its own words
