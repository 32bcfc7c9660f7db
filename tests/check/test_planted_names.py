"""A name or a tag that is nearly one with a meaning is refused, and says what was meant."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutcard.check import check
from cutcard.check.names import near
from cutcard.kernel import tags
from cutcard.kernel.game import Record, Told
from cutcard.kernel.holder import Holder

Plant = Callable[..., Any]
Caught = Callable[..., None]


class Share(Record):
    player_id: int


@pytest.mark.parametrize(
    ("name", "meant"),
    [("open_seatng", "open_seating"), ("openSeating", "open_seating"), ("hide", "hides")],
)
def test_a_flag_that_is_misspelt(plant: Plant, caught: Caught, name: str, meant: str) -> None:
    caught(plant({name: True}), "names", name, f"did you mean `{meant}`")


def test_a_flag_that_is_no_flag(plant: Plant, caught: Caught) -> None:
    caught(plant({"cash": "yes"}), "names", "True or False")


def test_a_function_of_the_module_that_is_misspelt(tmp_path: Path, caught: Caught) -> None:
    caught(_council(tmp_path, "\n\ndef warms():\n    pass\n"), "names", "did you mean `warm`")


@pytest.mark.parametrize(("name", "meant"), [("vacent", "vacant"), ("stake", "stakes")])
def test_a_method_that_is_misspelt(plant: Plant, caught: Caught, name: str, meant: str) -> None:
    planted = plant(**{name: lambda self, *args: ()})
    caught(planted, "names", name, f"did you mean `{meant}`")


@pytest.mark.parametrize(
    ("tag", "meant"), [("sitout", "sit_out"), ("surender", "surrender"), ("Leave", "leave")]
)
def test_a_move_whose_tag_is_misspelt(
    plant: Plant, caught: Caught, m: Any, tag: str, meant: str
) -> None:
    class Near(Record, tag=tag):
        pass

    caught(plant({"Move": m.Move | Near}), "names", tag, f"did you mean `{meant}`")


@pytest.mark.parametrize(
    ("tag", "meant"), [("GAME_STRT", "GAME_START"), ("GAME_ENDS", "GAME_END"), ("CASH", "cash")]
)
def test_a_fact_whose_tag_is_misspelt(
    plant: Plant, caught: Caught, c: Any, tag: str, meant: str
) -> None:
    class Near(Record, tag=tag):
        pass

    caught(plant(end=_telling(c, Near())), "names", tag, f"did you mean `{meant}`")


def test_chips_that_nobody_would_book(plant: Plant, caught: Caught, c: Any) -> None:
    class Cash(Record, tag="cash"):
        seat: int
        amount: int

    caught(plant(end=_telling(c, Cash(0, 5))), "names", "cash = True")


def test_a_game_for_chips_without_stakes(plant: Plant, caught: Caught) -> None:
    caught(plant({"cash": True}), "names", "stakes()")


def test_an_option_that_is_misspelt(plant: Plant, caught: Caught, m: Any) -> None:
    class Options(m.Options):
        allow_rematches: bool = True

    planted = plant({"Options": Options, "setups": lambda: [(Options(), 3)]})
    caught(planted, "names", "did you mean `allow_rematch`")


def test_a_bot_that_would_never_be_told_the_time(tmp_path: Path, caught: Caught) -> None:
    folder = _council(tmp_path, "")
    (Path(folder) / "bot.py").write_text(
        "from cutcard.bots import Random\n\n\nclass Late(Random):\n"
        "    def times(self, at, due):\n        pass\n\n\nBOTS = {'late': Late}\n"
    )
    caught(folder, "names", "the bot late", "did you mean `time`")


def test_a_bot_that_would_never_hear(tmp_path: Path, caught: Caught) -> None:
    folder = _council(tmp_path, "")
    (Path(folder) / "bot.py").write_text(
        "from cutcard.bots import Random\n\n\nclass Ear(Random):\n"
        "    def heard(self, facts):\n        pass\n\n\nBOTS = {'ear': Ear}\n"
    )
    caught(folder, "names", "the bot ear", "did you mean `hear`")


def test_a_seat_that_would_go_out_as_a_number(plant: Plant, caught: Caught, c: Any) -> None:
    class Won(Record, tag="WON"):
        last_winner_id: int | None = None

    caught(plant(end=_telling(c, Won(1))), "names", "last_winner_id", "did you mean `Holder`")


def test_such_a_seat_in_a_record_inside_a_record(plant: Plant, caught: Caught, c: Any) -> None:
    class Won(Record, tag="WON"):
        shares: tuple[Share, ...]

    caught(plant(end=_telling(c, Won((Share(1),)))), "names", "Share")


def test_a_seat_among_other_numbers(plant: Plant, caught: Caught, c: Any) -> None:
    class Won(Record, tag="WON"):
        who: tuple[Holder, int]

    caught(plant(end=_telling(c, Won((1, 5)))), "names", "mixes Holders")


def test_a_seat_that_is_marked_passes(plant: Plant, c: Any) -> None:
    class Won(Record, tag="WON"):
        winner_id: Holder

    report = check(plant(end=_telling(c, Won(1))), cases=48)
    assert report.ok, [str(fault) for fault in report.faults]


@pytest.mark.parametrize("word", ["black", "restart", "lease", "GAME_HAND", "pack", "card", "play"])
def test_other_words_are_a_game_s_own(word: str) -> None:
    assert near(word, (*tags.MOVES, *tags.FACTS)) is None


def _telling(c: Any, fact: Record) -> Callable[..., None]:
    def end(self: Any, reason: str, told: Any) -> None:
        c.end(self, reason, told)
        if told is not None:
            told.append(Told(fact))

    return end


def _council(place: Path, more: str) -> str:
    """Council in a folder of its own, under a name of its own."""
    folder = place / f"council_{place.name}".replace("-", "_")
    shutil.copytree(Path(__file__).parent / "council", folder)
    with (folder / "__init__.py").open("a") as file:
        file.write(more)
    return str(folder)
