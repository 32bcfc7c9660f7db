"""What may be chosen together at a poker table: each pair that contradicts itself is refused with
a sentence, and what is left out is the usual of the game."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.poker import Carry, Level, Options, deal
from cutcard.games.poker.variants import MIXES, VARIANTS
from cutcard.kernel.rng import Rng
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"smallBlind": 5, "bigBlind": 2}, "small blind of 5 is more than the big blind of 2"),
        ({"minBuyIn": 300, "maxBuyIn": 200}, "least buy-in of 300 is more than the most, 200"),
        ({"buyIn": 500}, "usual buy-in is from 40 to 200, not 500"),
        ({"minBuyIn": 60, "buyIn": 50}, "usual buy-in is from 60 to 200, not 50"),
        ({"variant": "F7S", "bigBlind": 4, "bringIn": 5}, "bring-in of 5 is not less than the"),
        ({"variant": "FR", "bigBlind": 4, "bringIn": 4}, "bring-in of 4 is not less than the"),
        ({"variant": "F7S/8", "bigBlind": 1}, "bet of 1 is too small for stud"),
        ({"variant": "F7S", "bigBlind": 1, "bringIn": 1, "ante": 1}, "is not less than the bet"),
        ({"variant": "HORSE", "smallBlind": 1, "bigBlind": 2}, "bet of 2 is too small for stud"),
        ({"minPlayers": 6, "maxPlayers": 4}, "at most 4 players is fewer than at least 6"),
        ({"doubleBoard": True}, "two boards are for bomb pots"),
        ({"bombAnte": 5}, "a bomb pot's ante is for bomb pots"),
        ({"variant": "F7S", "bombEvery": 3}, "bomb pots are played with a board"),
        ({"variant": "8-game", "bombEvery": 3, "startStack": 3}, "stack of 3 is less than"),
        ({"levels": [{"smallBlind": 1, "bigBlind": 2}]}, "levels are for tournaments"),
        (
            {"startStack": 50, "levels": [{"smallBlind": 3, "bigBlind": 2}]},
            "small blind of 3 is more than the big blind of 2",
        ),
        (
            {
                "startStack": 50,
                "levels": [{"smallBlind": 2, "bigBlind": 4}, {"smallBlind": 1, "bigBlind": 2}],
            },
            "level 2 is lower than the level before it",
        ),
        (
            {"variant": "F7S", "startStack": 50, "levels": [{"smallBlind": 1, "bigBlind": 2}]},
            "bet of 2 is too small for stud",
        ),
    ],
)
def test_what_contradicts_itself_is_refused_with_a_sentence(chosen, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        vocabulary("poker").options(chosen)
    assert refused.value.code == "INVALID_REQUEST"


def test_what_is_left_out_is_the_usual_of_the_game():
    plain = Options()
    assert (plain.small_blind, plain.big_blind) == (1, 2)
    assert plain.buy_ins() == (40, 200, 100)
    assert Options(small_blind=5).big_blind == 10
    assert Options(big_blind=25).small_blind == 12
    assert Options(max_buy_in=30).buy_ins() == (30, 30, 30)
    assert Options(min_buy_in=500).buy_ins() == (500, 500, 500)
    for code in (*VARIANTS, *MIXES, "dealer"):
        o = Options(variant=code)
        stud = [VARIANTS[c] for c in MIXES.get(code, (code,)) if c != "dealer" and VARIANTS[c].stud]
        assert o.big_blind == (4 if stud or code == "dealer" else 2), code


@pytest.mark.parametrize("code", ["F7S", "F7S/8", "FR"])
def test_stud_takes_an_ante_and_a_bring_in_of_a_quarter_bet(code, table, begin):
    """Not of half a bet, as it was at its usual stakes."""
    for options in (Options(variant=code), Options(variant=code, big_blind=20)):
        t = table(3, options, carry=_played((1000,) * 3))
        begin(t)
        stakes = t.hand.stakes
        assert 4 * stakes.bring_in == stakes.bet
        assert [4 * ante for ante in stakes.antes] == [stakes.bet] * 3


def _played(stacks):
    return Carry(stacks, (0,) * len(stacks), hands=1, button=0, small=1, big=2)


def test_levels_are_checked_as_the_table_is():
    with pytest.raises(ValueError, match="more than the big blind"):
        Level(5, 2)
    Options(start_stack=100, levels=(Level(1, 2), Level(1, 2, 1), Level(2, 4, 1)))


def test_options_read_back_from_a_header_are_the_same():
    for options in (Options(), Options(variant="F7S"), Options(small_blind=0, big_blind=3)):
        written = msgspec.json.encode(options)
        assert msgspec.json.decode(written, type=Options) == options
        deal(options, 2, Rng.named("written"))
