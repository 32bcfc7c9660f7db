"""A variant is a row of data times a limit: what the table of them holds, and what is new in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutcard.games import poker
from cutcard.games.poker import Carry, Options, deal, evaluate, facts
from cutcard.games.poker.bot import _kept
from cutcard.games.poker.opening import most_seats
from cutcard.games.poker.variants import MIXES, VARIANTS
from cutcard.kernel.cards import parse_many
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

PAGE = Path(poker.__file__).parent / "page"


def begun(options, seats, name="variants"):
    carry = Carry((200,) * seats, (0,) * seats, hands=1, button=0, small=1 % seats, big=2 % seats)
    t = deal(options, seats, Rng.named(name), carry)
    told = []
    t.play(NATURE, t.timers()[0].tick, 3000, told)
    return t, [one.fact for one in told]


def test_every_game_times_every_limit_that_makes_sense():
    omahas = [f"{name}{low}" for name in ("O", "O5", "O6", "C") for low in ("", "/8")]
    stems = ["T", "S", *omahas, "5D", "2L1D", "2L3D", "B"]
    wanted = {letter + stem for letter in "NPF" for stem in stems} | {"F7S", "F7S/8", "FR"}
    assert set(VARIANTS) == wanted
    assert VARIANTS["PO5/8"].name == "Pot-limit five-card Omaha hi-lo"
    assert VARIANTS["FR"].name == "Razz"


def test_every_variant_has_its_name_in_both_languages():
    for language in ("en", "zh"):
        texts = json.loads((PAGE / f"{language}.json").read_text(encoding="utf-8"))
        for code in VARIANTS:
            assert texts[f"variant.{code}"]
            assert texts[f"option.variant.{code}"]
        for code in (*MIXES, "dealer"):
            assert texts[f"option.variant.{code}"]


@pytest.mark.parametrize("code", VARIANTS)
def test_every_variant_can_be_opened_full_and_the_deck_serves_two_boards(code):
    variant = VARIANTS[code]
    most = most_seats(Options(variant=code))
    t, _ = begun(Options(variant=code), most)
    assert len(t.hand.hole) == most
    if variant.boards:
        two = Options(variant=code, bomb_every=1, double_board=True)
        t, _ = begun(two, most)
        while t.hand.street < 3:
            t.play(t.to_act()[0], t.legal(t.to_act()[0])[1], 3000)
        lying = [c for hole in t.hand.hole for c in hole] + [c for b in t.hand.boards for c in b]
        assert [len(board) for board in t.hand.boards] == [5, 5]
        assert len(set(lying)) == len(lying)


def test_courchevel_shows_the_first_card_of_the_flop_before_the_first_bet():
    t, told = begun(Options(variant="PC"), 3)
    (door,) = [fact for fact in told if isinstance(fact, facts.Common)]
    assert door.cards == t.view(None).boards[0]
    assert len(door.cards) == 1
    assert all(len(hole) == 5 for hole in t.hand.hole)
    told = []
    while t.hand.street == 0:
        t.play(t.to_act()[0], t.legal(t.to_act()[0])[1], 3000, told)
    (flop,) = [one.fact for one in told if isinstance(one.fact, facts.Flop)]
    assert len(flop.cards) == 2
    assert t.view(None).boards[0] == door.cards + flop.cards


def test_P38_with_five_and_six_cards_exactly_two_of_the_hand_count():
    board = parse_many("AhKhQh2c3d")
    assert evaluate.omaha(parse_many("JhTs9c9d8c"), board) < evaluate.high(
        parse_many("AhKhQhJhTh")
    )  # one heart alone makes no flush
    straight = evaluate.omaha(parse_many("JcTs9c9d8c7d"), board)
    assert straight == evaluate.high(parse_many("AhKhQhJcTs"))
    assert evaluate.omaha8(parse_many("4c5s9c9d8cKd"), parse_many("Ah2h3dKcQc")) > 0


@pytest.mark.parametrize(
    ("held", "kept"),
    [
        ("AhKhQhJhTh", "AhKhQhJhTh"),
        ("5c4d3h2sAc", "5c4d3h2sAc"),
        ("9c9dKhKs2c", "9c9dKhKs"),
        ("9c9d7h4s2c", "9c9d"),
        ("9h7h4h2hKc", "9h7h4h2h"),
        ("9h7c4h2dKc", "9hKc"),
    ],
)
def test_five_card_draw_keeps_what_is_made(held, kept):
    assert _kept(VARIANTS["N5D"], parse_many(held)) == set(parse_many(kept))
