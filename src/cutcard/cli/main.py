"""`cutcard`: the commands, each loaded only when it is called.

Commands of our own are the modules LAZY names. A game brings its own in `cli.py` of its folder:
`commands`, a click group or a list of click commands. Nothing here knows a game by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import click

import cutcard
from cutcard.bots.parts import part
from cutcard.games import game, game_names

LAZY = {
    "serve": "Open a server: tables, bots and the page to play on.",
    "account": "Make and look after accounts; the chip ledger.",
    "moderate": "Suspend, ban, mute; reports, appeals and the trail of acts.",
    "db": "Look after the database: layout, soundness, moving it.",
    "ratings": "Make ratings and statistics again from what was played.",
    "backup": "Copy the database, while the server runs.",
    "restore": "Put a backup in the database's place.",
    "config": "Show every setting of a server, and where its value comes from.",
    "doctor": "Look whether a server can run well here.",
    "play": "Play a game against bots in this terminal.",
    "sim": "Play many deals at random, as fast as it goes.",
    "ladder": "Let a game's bots play one another and say which is the stronger.",
    "replay": "Show a recorded deal again, step by step, and verify it.",
    "stats": "Add up finished deals from files, for each player.",
    "verify": "Check whether deals were what their server promised, offline.",
    "audit": "Say who did what when, at a table or by a player.",
    "fair": "Change the key that signs deals; open a sealed deal, where that is allowed.",
    "check": "Try whether a game keeps its contract and leaks nothing.",
    "new": "Begin a game of your own: a folder that passes check.",
    "chaos": "Kill a server under its players, and see that nothing is lost.",
    "tournament": "Play a whole tournament with bots, in memory.",
    "arena": "Try matchmaking on a crowd that never was.",
    "load": "Put a server under load and measure it.",
    "soak": "Run a server for minutes on end, and see that its memory stays flat.",
    "attack": "Attack a server on this machine, and say what others felt.",
    "man": "Print the manual page of all this.",
}


def _game_commands(name: str) -> dict[str, click.Command]:
    """The commands a game brings in its cli.py, if it has one."""
    try:
        found = part(game(name), "cli")
    except Exception as error:  # one broken game must not take the other commands away
        click.echo(f"The game '{name}' cannot be loaded: {error!r}", err=True)
        return {}
    brought = found.commands if found is not None else []
    commands = [brought] if isinstance(brought, click.Command) else list(brought)
    return {str(command.name): command for command in commands}


def _games_commands() -> Iterator[tuple[str, click.Command]]:
    for name in game_names():
        yield from _game_commands(name).items()


class Lazy(click.Group):
    """A group whose commands are imported when they are called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        ours = [name for name in LAZY if find_spec(f"cutcard.cli.{name}")]
        return [*ours, *sorted(dict(_games_commands()))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in LAZY and find_spec(f"cutcard.cli.{name}"):
            module = import_module(f"cutcard.cli.{name}")
            command = getattr(module, "command", None) or getattr(module, name)
            assert isinstance(command, click.Command)
            return command
        return dict(_games_commands()).get(name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            text = LAZY.get(name)
            if text is None:
                command = self.get_command(ctx, name)
                text = command.get_short_help_str(70) if command else ""
            rows.append((name, text))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with `cutcard play duel`, or `cutcard serve` and open the page it names.",
)
@click.version_option(cutcard.__version__, prog_name="cutcard")
def main() -> None:
    """A card table that deals, judges and never plays."""
