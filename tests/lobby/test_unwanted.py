"""Unwanted words are found in their disguises, and what only contains their letters is not."""

from __future__ import annotations

from time import thread_time

import pytest

from cutcard.lobby.unwanted import MOST, Unwanted


@pytest.fixture
def words(tmp_path):
    def made(text: str) -> Unwanted:
        path = tmp_path / "words.txt"
        path.write_text(text, "utf-8")
        return Unwanted(path)

    return made


@pytest.mark.parametrize(
    "text",
    [
        "villain", "VILLAIN", "you Villain!", "vi11ain", "v!lla!n", "v.i.l.l.a.i.n",
        "v i l l a i n", "viiillllain", "v\u0456ll\u0430in",
        "\uff56\uff49\uff4c\uff4c\uff41\uff49\uff4e", "v\u200billain", "víllàin", "vill@in",
        "a rascal", "rascals", "大坏蛋啊", "坏 蛋", "坏…蛋",
    ],
)  # fmt: skip
def test_a_word_is_found_however_it_is_disguised(words, text):
    assert words("villain  # alone\nrascal*\n坏蛋\n").unwanted(text)


@pytest.mark.parametrize(
    "text", ["villains", "vilain", "the rasp called", "坏的蛋", "", "as", "class", "a s", "好"]
)
def test_what_is_another_word_is_not(words, text):
    assert not words("villain\nrascal*\n坏蛋\nass\n").unwanted(text)


def test_an_entry_says_where_in_a_word_it_is_found(words):
    found = words("*ton\n*mid*\n")
    assert [found.unwanted(one) for one in ("button", "tone", "amidst", "made")] == [
        True, False, True, False,
    ]  # fmt: skip


def test_the_list_that_comes_along_is_in_both_languages():
    usual = Unwanted()
    assert usual.unwanted("F.u.c.k this")
    assert usual.unwanted("你这个傻 逼")
    assert not usual.unwanted("Nice hand, well played! 打得好")


@pytest.mark.parametrize("text", ["x" * 33, "***", "\n" + "#" * 9 + "\n!!\n"])
def test_a_list_that_cannot_be_is_refused_with_its_line(words, text):
    with pytest.raises(ValueError, match=r"words\.txt: line \d"):
        words(text)


def test_the_longest_line_and_list_cost_little(words):
    found = words("\n".join(f"*{number}word*" for number in range(MOST)))
    began = thread_time()
    assert not found.unwanted("abcdefghij " * 45)
    assert not found.unwanted("ab" * 250)
    assert thread_time() - began < 0.2
