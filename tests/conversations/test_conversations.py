"""What a server says is what it said when the conversations were recorded, byte for byte."""

from __future__ import annotations

import pytest

from cutcard.wire import swift

from .recording import DIALECTS, FOLDER, path, play_again, read

HOW = """
If the protocol is meant to change here, record again and read the difference before you commit:
    python -m tests.conversations record {game} {dialect}
"""


def hold(game: str, dialect: str) -> None:
    different = play_again(read(path(game, dialect)))
    assert not different, different + HOW.format(game=game, dialect=dialect)


def recorded() -> list[tuple[str, str]]:
    """What there is; a game that is added later has nothing to stay true to."""
    found = sorted(FOLDER.glob("*.txt.gz"))
    return [(game, dialect) for game, _, dialect in (one.name[:-7].partition("-") for one in found)]


def test_every_game_was_recorded_in_every_dialect():
    games = {game for game, _ in recorded()}
    assert len(games) >= 5
    assert set(recorded()) == {(game, dialect) for game in games for dialect in DIALECTS}


def test_what_is_said_differently_is_found_and_told(monkeypatch):
    """One letter of a refusal, said to somebody who has asked for something."""
    monkeypatch.setattr("cutcard.wire.speech.answer_type", lambda kind, ending: f"{kind}_{ending}X")
    told = play_again(read(path("duel", "json"))[:12])
    assert "recorded: X hears" in told
    assert "_NACKX" in told
    assert "  X sent" in told


@pytest.mark.parametrize(("game", "dialect"), recorded())
def test_a_conversation_is_as_it_was_recorded(game, dialect):
    hold(game, dialect)


@pytest.mark.parametrize("game", sorted({game for game, _ in recorded()}))
def test_it_is_the_same_without_the_compiled_part(monkeypatch, game):
    monkeypatch.setattr(swift, "update", None)
    monkeypatch.setattr(swift, "ack", None)
    hold(game, "json")
