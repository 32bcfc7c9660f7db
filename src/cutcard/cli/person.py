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
from cutcard.kernel.tags import LEAVE, RESET, SURRENDER
from cutcard.replay import Screen

from .you import ME, told

FINAL = (SURRENDER, LEAVE, RESET)

HELP = """\
Type the number of a move, or its words, or the last of them where it is the only such. A number
means the same for as long as you play. Other ways:
  {"type": …}   a move as the wire writes it
  tag value …   a move by its tag and fields, such as: {example}
  .             show the table again
  help          this (so does ?)
  q             leave (so do Ctrl-D and Ctrl-C)
The clock stands while you think."""


class Left(Exception):
    """The person got up."""


class Person:
    """Shows the table, lists the moves, reads a choice; says why a move was refused. Who plays
    alone at the terminal is "you"; of several each has a name."""

    def __init__(
        self, rules: Game, seat: Seat, names: Sequence[str], *, alone: bool = True
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.names = [ME if alone and n == seat else name for n, name in enumerate(names)]
        self.prompt = "> " if alone else f"{names[seat]}> "
        self.screen = Screen(rules)
        self.numbers: dict[tuple[str, int], int] = {}  # of moves by their words, for good

    def hear(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if text := self.screen.say(fact, self.names):
                click.echo(f"  {told(text)}")

    def refused(self, no: Illegal) -> None:
        click.echo(f"  Refused: {no.message}")

    def show(self, view: View, seat: Seat | None) -> None:
        click.echo(f"\n{told(self.screen.show(view, seat, self.names))}")

    def number(self, words: Sequence[str]) -> list[int]:
        """Each move's number: the one it had before, or the next. Moves said alike count."""
        seen: dict[str, int] = {}
        found = []
        for text in words:
            seen[text] = seen.get(text, 0) + 1
            found.append(self.numbers.setdefault((text, seen[text]), len(self.numbers) + 1))
        return found

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: World,
        rng: Rng,
    ) -> Move:
        self.show(view, self.seat)
        moves = [*legal, *asides]
        words = [told(self.screen.describe(move, view)) for move in moves]
        numbers = self.number(words)
        click.echo(listed(words, numbers))
        while True:
            typed = ask(self.prompt)
            if typed in ("?", "h", "help"):
                click.echo(HELP.replace("{example}", self.example(legal)))
            elif typed == ".":
                self.show(view, self.seat)
                click.echo(listed(words, numbers))
            elif typed in ("q", "quit", "exit"):
                if sure("Leave? The game is not kept"):
                    raise Left
            elif typed:
                move = self.parse(typed, moves, words, numbers)
                if move is not None and (not self.final(move) or sure(self.question(move, view))):
                    return move

    def final(self, move: Move) -> bool:
        """Whether it cannot be taken back and is asked about once: giving up, leaving, dealing
        again, and what the game's screen names as such."""
        own: Sequence[str] = getattr(self.screen.module, "FINAL", ())
        return type(move).__struct_config__.tag in (*FINAL, *own)

    def question(self, move: Move, view: View) -> str:
        text = told(self.screen.describe(move, view))
        return f"{text[:1].upper()}{text[1:]}? It cannot be taken back"

    def parse(
        self, typed: str, moves: Sequence[Move], words: Sequence[str], numbers: Sequence[int]
    ) -> Move | None:
        """What was typed as a move; None after saying why it is none."""
        if typed.isdigit():
            if int(typed) in numbers:
                return moves[numbers.index(int(typed))]
            was = [text for (text, _), n in self.numbers.items() if n == int(typed)]
            why = (
                f"{typed} is: {was[0]}; that cannot be done now" if was else f"There is no {typed}"
            )
            click.echo(f"  {why}. Type a number of the list, or help")
            return None
        wanted = typed.casefold()
        said = [text.casefold() for text in words]
        same = [i for i, text in enumerate(said) if text == wanted]
        same = same or [i for i, text in enumerate(said) if text.split()[-1:] == [wanted]]
        if len(same) == 1:
            return moves[same[0]]
        try:
            if typed.startswith("{"):
                move: Move = json.decode(typed, type=self.rules.Move)
                return move
            return by_tag(typed, self.rules)
        except (MsgspecError, ValueError) as no:
            click.echo(f"  That is no move: {no}. Type a number of the list, or help")
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
        super().__init__(rules, seat, names, alone=False)
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


def listed(words: Sequence[str], numbers: Sequence[int]) -> str:
    """Moves with their numbers, in columns where there are many."""
    cells = [f"{n:>3} {text}" for n, text in sorted(zip(numbers, words, strict=True))]
    width = max((len(cell) for cell in cells), default=0) + 2
    columns = max(1, min(shutil.get_terminal_size().columns, 100) // width)
    if len(cells) <= 6:
        columns = 1
    rows = -(-len(cells) // columns)
    lines = [
        "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)
    ]
    return "\n".join(lines)


def sure(question: str) -> bool:
    """Asks once whether something is really meant."""
    return ask(f"{question}. y or n> ").casefold() in ("y", "yes")


def ask(prompt: str) -> str:
    """A line from the person; no more lines, or Ctrl-C, and they have left."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        raise Left from None
