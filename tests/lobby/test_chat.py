"""Chat: lines are clean, counted and kept for those who may read them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.lobby.chat import (
    BURST,
    JOINERS,
    KEPT,
    LONGEST,
    RATE,
    SPECTATORS,
    TABLE,
    UNSEEN,
    Chat,
    clean,
)
from cutcard.lobby.forms import clean_name
from cutcard.table.words import Refusal, User

ANN, BOB = User("ann", "Ann"), User("bob", "Bob")


@given(st.text(max_size=700))
def test_a_line_is_one_line_without_what_is_not_seen(text):
    try:
        line = clean(text)
    except Refusal:
        return
    assert 0 < len(line) <= LONGEST
    assert not [c for c in line if c not in JOINERS and unicodedata.category(c) in UNSEEN]
    assert line == line.strip()
    assert clean(line) == line


@pytest.mark.parametrize("mark", ["\u0301", "\u0e47", "\u20dd", "\u0f71", "\u0489"])
def test_marks_are_not_heaped_on_a_letter(mark):
    """They hid the lines above and below, in chat and (of some scripts) in names."""
    assert clean("n" + mark * 40 + "o" + mark) == "n" + mark * 4 + "o" + mark
    assert clean("n" + (mark * 4 + "\u200d") * 9).count(mark) == 4
    with pytest.raises(Refusal):
        clean_name("n" + mark * 9)


@pytest.mark.parametrize("said", ["Việt Nam", "שָׁלוֹם", "ที่นี่", "हिन्दी", "བསྒྲུབས", "👨‍👩‍👧 ❤️", "Å̲x"])
def test_what_languages_write_stays(said):
    assert clean(said) == said
    assert clean(unicodedata.normalize("NFD", said)) == unicodedata.normalize("NFD", said)


@pytest.mark.parametrize("nothing", ["", "   ", "\x00\x07", "\u202e\u2066", "\u200d", "\n\t"])
def test_nothing_is_not_said(nothing):
    with pytest.raises(Refusal):
        clean(nothing)


def test_text_is_turned_around_by_nobody_and_languages_stay_whole():
    assert clean("a\u202eb\u2069c") == "abc"
    assert clean("line\none\ttwo") == "line one two"
    assert clean("می\u200cخواهم 👩\u200d🚀") == "می\u200cخواهم 👩\u200d🚀"
    with pytest.raises(Refusal, match="500"):
        clean("x" * 501)


@given(st.lists(st.integers(0, 5_000), max_size=60))
def test_nobody_says_more_than_his_rate_allows(pauses):
    chat, now, said = Chat(), 0, []
    for pause in pauses:
        now += pause
        try:
            chat.say(1, ANN, "hi", TABLE, now, now)
            said.append(now)
        except Refusal:
            assert len(said) >= BURST
        else:
            for n, first in enumerate(said):
                assert len(said) - n <= BURST + (now - first) / 1000 * RATE + 1e-6
    if pauses:  # another is not held back by it
        chat.say(1, BOB, "hi", TABLE, now, now)


def test_who_waits_may_speak_again():
    chat = Chat()
    for _ in range(int(BURST)):
        chat.say(1, ANN, "hi", TABLE, 0, 0)
    with pytest.raises(Refusal):
        chat.say(1, ANN, "hi", TABLE, 0, 0)
    chat.say(1, ANN, "hi", TABLE, int(1000 / RATE), 0)


def test_the_last_lines_are_kept_and_forgotten_with_the_table():
    chat = Chat(rate=1000, burst=1000)
    for n in range(KEPT + 10):
        chat.say(1, ANN, f"line {n}", TABLE, 0, n)
    kept = chat.lines(1, seated=True)
    assert [line.text for line in kept] == [f"line {n}" for n in range(10, KEPT + 10)]
    chat.sweep({1})
    assert chat.lines(1, seated=True)
    chat.sweep({2})
    assert chat.lines(1, seated=True) == []


def test_players_do_not_read_what_spectators_said_nor_late_ones_what_is_new():
    chat = Chat()
    chat.say(1, ANN, "old", TABLE, 0, 1_000)
    chat.say(1, BOB, "I see his cards", SPECTATORS, 0, 2_000)
    chat.say(1, ANN, "new", TABLE, 0, 3_000)
    texts = [line.text for line in chat.lines(1, seated=True)]
    assert texts == ["old", "new"]
    texts = [line.text for line in chat.lines(1, seated=False, until=1_500)]
    assert texts == ["old", "I see his cards"]
    assert len(chat.lines(1, seated=False)) == 3
    assert [line.text for line in chat.said_by("ann", None)] == ["old", "new"]
    assert chat.said_by("ann", 2) == []
