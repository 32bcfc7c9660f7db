"""A person at a terminal, who sits at the table as a bot would: asked for a move, told facts."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Any

import click
from msgspec import MsgspecError, convert, inspect, json

from cutcard.kernel.bot import World
from cutcard.kernel.game import Fact, Game, Illegal, Move, Seat, View
from cutcard.kernel.rng import Rng
from cutcard.replay import Screen

HELP = """\
Type the number of a move, or its words. Other ways:
  {"type": …}   a move as the wire writes it
  tag value …   a move by its tag and fields, such as: {example}
  .             show the table again
  q             leave (so do Ctrl-D and Ctrl-C)
The clock stands while you think."""


class Left(Exception):
    """The person got up."""


class Person:
    """Shows the table, lists the moves, reads a choice; says why a move was refused."""

    def __init__(self, rules: Game, seat: Seat, names: Sequence[str]) -> None:
        self.rules = rules
        self.seat = seat
        self.names = names
        self.screen = Screen(rules)

    def hear(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if text := self.screen.say(fact, self.names):
                click.echo(f"  {text}")

    def refused(self, no: Illegal) -> None:
        click.echo(f"  Refused: {no.message} ({no.code})")

    def show(self, view: View) -> None:
        click.echo(f"\n{self.screen.show(view, self.seat, self.names)}")

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: World,
        rng: Rng,
    ) -> Move:
        self.show(view)
        moves = [*legal, *asides]
        words = [self.screen.describe(move, view) for move in moves]
        click.echo(listed(words))
        while True:
            typed = ask(f"{self.names[self.seat]}> ")
            if typed == "?":
                click.echo(HELP.replace("{example}", self.example(legal)))
            elif typed == ".":
                self.show(view)
                click.echo(listed(words))
            elif typed in ("q", "quit", "exit"):
                raise Left
            elif typed:
                move = self.parse(typed, moves, words)
                if move is not None:
                    return move

    def parse(self, typed: str, moves: Sequence[Move], words: Sequence[str]) -> Move | None:
        """What was typed as a move; None after saying why it is none."""
        if typed.isdigit() and 1 <= int(typed) <= len(moves):
            return moves[int(typed) - 1]
        same = [i for i, text in enumerate(words) if text.casefold() == typed.casefold()]
        if len(same) == 1:
            return moves[same[0]]
        try:
            if typed.startswith("{"):
                move: Move = json.decode(typed, type=self.rules.Move)
                return move
            return by_tag(typed, self.rules)
        except (MsgspecError, ValueError) as no:
            click.echo(f"  That is no move: {no}. Type a number from 1 to {len(moves)}, or ?")
            return None

    def example(self, legal: Sequence[Move]) -> str:
        """A legal move as it would be typed by its tag and fields."""
        if not legal:
            return "leave"
        raw = json.decode(json.encode(legal[0]))
        return " ".join(str(value) for value in (raw.pop("type", ""), *raw.values()))


class Neighbour(Person):
    """One of several people who share a terminal: what is theirs to hear waits until the keyboard
    is theirs, and the screen is cleared between two of them."""

    def __init__(self, rules: Game, seat: Seat, names: Sequence[str], desk: list[Seat]) -> None:
        super().__init__(rules, seat, names)
        self.desk = desk  # who has the keyboard; the same list for all
        self.missed: list[Fact] = []

    def hear(self, facts: Sequence[Fact]) -> None:
        self.missed.extend(facts)

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: World,
        rng: Rng,
    ) -> Move:
        if self.desk != [self.seat]:
            click.clear()
            ask(f"{self.names[self.seat]}, take the keyboard and press Enter> ")
            self.desk[:] = [self.seat]
        missed, self.missed = self.missed, []
        super().hear(missed)
        return super().choose(seat, view, legal, asides, world, rng)


def by_tag(typed: str, rules: Game) -> Move:
    """`raise 40`: a tag, then the fields in their order."""
    tag, *values = typed.split()
    kind = inspect.type_info(rules.Move)
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for struct in kinds:
        if isinstance(struct, inspect.StructType) and struct.tag == tag:
            names = [field.encode_name for field in struct.fields]
            if len(values) > len(names):
                raise ValueError(f"{tag} has {len(names)} fields")
            fields = {name: _value(text) for name, text in zip(names, values, strict=False)}
            fields[str(struct.tag_field)] = tag
            move: Move = convert(fields, rules.Move)
            return move
    raise ValueError(f"'{typed}' is none of the moves listed")


def _value(text: str) -> Any:
    try:
        return json.decode(text)
    except MsgspecError:
        return text


def listed(words: Sequence[str]) -> str:
    """Moves with their numbers, in columns where there are many."""
    cells = [f"{n:>3} {text}" for n, text in enumerate(words, 1)]
    width = max((len(cell) for cell in cells), default=0) + 2
    columns = max(1, min(shutil.get_terminal_size().columns, 100) // width)
    if len(cells) <= 6:
        columns = 1
    rows = -(-len(cells) // columns)
    lines = [
        "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)
    ]
    return "\n".join(lines)


def ask(prompt: str) -> str:
    """A line from the person; no more lines, or Ctrl-C, and they have left."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Left from None
