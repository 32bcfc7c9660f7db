"""Finding a folder is registering it; names that are none get a hint."""

from __future__ import annotations

from pathlib import Path

import pytest

import cutcard
from cutcard.games.installed import GROUP, LONGEST, installed


def test_the_shipped_games_are_found_in_order() -> None:
    names = cutcard.game_names()
    assert names == sorted(names)
    assert {"duel", "memory"} <= set(names)


@pytest.mark.parametrize("name", cutcard.game_names())
def test_a_game_has_the_names_of_the_contract(name: str) -> None:
    game = cutcard.game(name)
    assert game.name == name
    assert game.version >= 1
    assert len(game.seats) >= 1
    assert isinstance(game.shows_seed, bool)
    options, seats = game.setups()[0]
    assert seats in game.seats
    state = game.deal(options, seats, cutcard.Rng.named("contract"))
    assert state.outcome() is None
    assert state.to_act() or state.timers()


def test_unknown_game_says_what_there_is() -> None:
    with pytest.raises(cutcard.UnknownGame, match="did you mean duel"):
        cutcard.game("dual")
    with pytest.raises(cutcard.UnknownGame, match=r"there are: .*duel"):
        cutcard.game("xyzzy")


def test_installed_games_are_taken_or_left_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way, server and doctor, is in tests/ops/test_neighbours.py."""
    told = tmp_path / "others-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    lines = (
        "duel = nowhere\nlong_fault = long_fault\nfit_game = fit_game\nempty_game = empty_game\n"
    )
    (told / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    (tmp_path / "long_fault.py").write_text("raise ValueError('x' * 1000)")
    (tmp_path / "empty_game.py").write_text("")
    fit = "from cutcard.games.duel import *\nfrom cutcard.games.duel import deal, setups\n"
    names = "version, seats, shows_seed, Options, Move, Tick, Carry"
    fit += f"from cutcard.games.duel import {names}\nname = 'fit_game'\n"
    (tmp_path / "fit_game.py").write_text(fit)
    monkeypatch.syspath_prepend(tmp_path)
    found, left = installed(["duel"])
    assert found["fit_game"] == "fit_game"
    reasons = {one.name: one for one in left}
    assert set(reasons) >= {"duel", "long_fault", "empty_game"}
    assert not set(reasons) & set(found)
    assert "Cutcard's own" in str(reasons["duel"])
    assert reasons["long_fault"].reason.startswith("ValueError: xxx")
    assert len(reasons["long_fault"].reason) == LONGEST
    assert "it has no name, version" in reasons["empty_game"].reason
    assert reasons["empty_game"].advice == "mend it, or: pip uninstall others"
