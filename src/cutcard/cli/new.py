"""`cutcard new`: a folder with a small game in it that plays, passes check, and waits for yours."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

import click

from cutcard.games import game_names

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}$")
TEST = "test_template.py"
MARK = re.compile("(?<!grid-)template")  # the name to be; a sheet's grid-template is no name


@click.command(
    "new",
    epilog="Examples:  cutcard new my_game   ·   cutcard new my_game --secret --into ../games"
    "   ·   then: cutcard check ./my_game, cutcard play ./my_game",
)
@click.argument("name")
@click.option(
    "--turns",
    "kind",
    flag_value="turns",
    default=True,
    help="Everyone plays or draws in turn, from hidden hands and a stock (the default).",
)
@click.option(
    "--secret", "kind", flag_value="secret", help="Everyone chooses in secret at the same time."
)
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to put it in; by default the games of this checkout, else here.",
)
def command(name: str, kind: str, into: Path | None) -> None:
    """Begin a game of your own: NAME is its folder and what it is called everywhere.

    The folder holds rules, moves, a bot, words for the terminal, a page with texts in two
    languages, a README and a test; it is a whole small game already. Change it rule by rule and
    run `cutcard check` after each.
    """
    root = None if into is not None else checkout(Path.cwd())
    _valid(name, own=root is not None)
    folder = (root / "src/cutcard/games" if root else into or Path.cwd()) / name
    if folder.exists():
        raise click.UsageError(f"{folder} is there already; choose another name or remove it")
    tests = root / "tests" / name if root else folder
    if tests.exists():
        raise click.UsageError(f"{tests} is there already; choose another name or remove it")
    written = write(name, folder, tests, kind)
    for path in written:
        click.echo(f"  {_near(path)}")
    where = name if root else f"./{_near(folder)}"
    click.echo(f"\nA game is there. Next:\n  cutcard check {where}\n  cutcard play {where}")
    if root is not None:
        click.echo("  cutcard serve     # and it is in the lobby")
    if root is None:
        click.echo(
            "\nTo have `cutcard` find it by name, install it with this in its pyproject.toml:\n"
            f'  [project.entry-points."cutcard.games"]\n  {name} = "{name}"'
        )


def _valid(name: str, own: bool) -> None:
    """Refuse what cannot be a folder, a module and a game's name at once."""
    if not NAME.match(name) or iskeyword(name):
        raise click.UsageError(
            f"'{name}' cannot be a game's name: it is a module too, so 2 to 30 small letters, "
            "digits and _, a letter first, and no word of Python's own"
        )
    if name in game_names():
        raise click.UsageError(f"a game is called {name} already; there are {game_names()}")
    if not own and (name in sys.stdlib_module_names or name in ("cutcard", "tests")):
        raise click.UsageError(f"'{name}' is a module of another kind already; choose another name")


def checkout(place: Path) -> Path | None:
    """Cutcard's own checkout that the place is in, if it is."""
    for folder in (place, *place.parents):
        if (folder / "src/cutcard/games/__init__.py").is_file():
            return folder
    return None


def write(name: str, folder: Path, tests: Path, kind: str = "turns") -> list[Path]:
    """Copy the template of that kind under its new name; its test goes where tests are."""
    state = "".join(word.capitalize() for word in name.split("_"))
    title = name.replace("_", " ").capitalize()
    written = []
    for source in sorted((TEMPLATE / kind).rglob("*")):
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        text = source.read_text(encoding="utf-8").replace("TITLE", title)
        text = MARK.sub(name, text.replace("Template", state))
        target = folder / source.relative_to(TEMPLATE / kind)
        if source.name == TEST:
            target = tests / f"test_{name}.py"
            if tests != folder:
                text = text.replace("str(Path(__file__).parent)", f'"{name}"')
                text = text.replace("from pathlib import Path\n\n", "")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def _near(path: Path) -> Path:
    """A path as one would type it here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
