"""P31–P39 of docs/rules/poker.md: stud and draw, and what each variant's hands are worth."""

from __future__ import annotations

import random

import pytest

from cutcard.games.poker import Carry, Options, evaluate, pots, streets
from cutcard.games.poker.hand import BRING, DONE, DRAW, Hand
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import VARIANTS
from cutcard.kernel.cards import parse, parse_many
from cutcard.kernel.rng import Rng

STUD = {"code": "F7S", "bet": 4, "bring_in": 1}


def test_P31_the_lowest_card_brings_it_in_clubs_lowest(hand):
    h = hand([100] * 3, holes=["AcKd2h", "QcJd2c", "9c8d2d"], antes=[1] * 3, **STUD)
    assert h.phase == BRING
    assert h.actor == 1
    razz = {**STUD, "code": "FR"}
    h = hand([100] * 3, holes=["AcKd2h", "QcJdKc", "9c8dKs"], antes=[1] * 3, **razz)
    assert h.actor == 2  # razz: the highest, spades highest; the ace is low
    h = hand([100] * 3, holes=["2cKdAh", "QcJdTc", "9c8dTs"], antes=[1] * 3, **razz)
    assert h.actor == 2


def test_P32_completing_is_the_first_bet(hand, run):
    h = hand([100] * 3, holes=["AcKd2h", "QcJd2c", "9c8d2d"], antes=[1] * 3, **STUD)
    assert h.span() == (4, 4)
    run(h, "b")
    assert h.to_call() == 1
    assert h.span() == (4, 4)
    run(h, "r4 r8 r12")
    assert h.span() == (16, 16)  # three raises after the completion
    run(h, "r16")
    assert h.span() == (0, 0)


def test_P32_who_brought_it_in_may_raise_a_completion_whatever_the_bring_in_was(hand, run):
    """The bring-in is no bet: a completion is one, for whoever posted most of it before, too."""
    for bring_in in (1, 2, 3):
        h = hand(
            [100] * 3,
            holes=["AcKd2h", "QcJd2c", "9c8d2d"],
            antes=[1] * 3,
            **{**STUD, "bring_in": bring_in},
        )
        run(h, "b r4 c")
        assert h.actor == 1
        assert h.span() == (8, 8), bring_in
        run(h, "r8 c c")
        assert h.street == 1


def test_P32_who_called_a_bring_in_over_half_a_bet_may_raise_a_completion(hand, run):
    h = hand(
        [100] * 3,
        holes=["AcKd2h", "QcJd2c", "9c8d2d"],
        antes=[1] * 3,
        **{**STUD, "bring_in": 3},
    )
    run(h, "b c r4 c")
    assert h.actor == 2
    assert h.span() == (8, 8)


def test_P32_who_brought_it_in_has_no_second_turn_where_nobody_completes(hand, run):
    h = hand(
        [100] * 3,
        holes=["AcKd2h", "QcJd2c", "9c8d2d"],
        antes=[1] * 3,
        **{**STUD, "bring_in": 3},
    )
    run(h, "b c c")
    assert h.street == 1


def test_P30_half_a_bet_over_the_bring_in_is_a_bet_to_its_poster_too(hand, run):
    holes = ["AcKd2h", "QcJd2c", "9c8d2d"]
    h = hand([100, 100, 3], holes=holes, antes=[1] * 3, **STUD)
    run(h, "b r2 c")  # all-in for two, half a bet: as good as one
    assert h.actor == 1
    assert h.span() == (6, 6)


def test_P32_the_best_showing_opens_later_streets(hand, run):
    h = hand([100] * 3, holes=["AcKd2h", "QcJd2c", "9c8d2d"], antes=[1] * 3, **STUD)
    h.deck = [*h.deck[:9], parse("3c"), *parse_many("KhAhTh"), *h.deck[13:]]
    run(h, "b c c")
    assert [h.up(i)[1] for i in range(3)] == parse_many("KhAhTh")
    assert h.actor == 1
    assert streets.best_showing(h) == 1


def test_P32_two_pair_showing_beats_a_pair_of_aces():
    h = Hand(
        Stakes(VARIANTS["F7S"], [0, 0], bet=4, bring_in=1),
        [100, 100],
        list(range(52)),
        Rng.named(1),
    )
    h.hole = [parse_many("2c3cAsAd5d4h"), parse_many("2d3d8h8c7s7d")]
    assert streets.best_showing(h) == 1


def test_P33_low_card_all_in_for_the_ante_the_next_player_acts_first(hand, run):
    holes = ["AcKd9h", "QcJd2c", "9c8d5d"]
    h = hand([100, 1, 100], holes=holes, antes=[1] * 3, **STUD)
    assert h.phase == BRING
    assert (h.opener, h.actor) == (1, 2)
    run(h, "f")  # he may fold, bring it in or complete
    assert h.phase == DONE or h.actor == 0


def test_P34_eight_players_share_the_last_card():
    stakes = Stakes(VARIANTS["F7S"], [0] * 8, bet=2, antes=[1] * 8, bring_in=1)
    deck = VARIANTS["F7S"].deck
    Rng.named("eight").shuffle(deck)
    h = Hand(stakes, [500] * 8, deck, Rng.named(1))
    h.bring_in()
    while h.phase != DONE:
        h.call()
    assert [len(hole) for hole in h.hole] == [6] * 8
    assert len(h.boards[0]) == 1
    assert sum(h.stacks) == 4000
    assert len({c for hole in h.hole for c in hole} | set(h.boards[0])) == 49


def test_P35_the_deck_runs_out_and_the_discards_are_shuffled():
    stakes = Stakes(VARIANTS["F2L3D"], [2, 4, 0, 0, 0, 0], bet=4)
    deck = VARIANTS["F2L3D"].deck
    Rng.named("draws").shuffle(deck)
    h = Hand(stakes, [500] * 6, deck[:], Rng.named(2))
    last = deck[-1]
    while h.phase != DONE:
        if h.phase != DRAW:
            h.call()
            continue
        place, cards = h.actor, h.hole[h.actor][:]
        enough = h.deck == deck and len(h.deck) - h.pos > 5
        h.discard(cards)
        assert not set(h.hole[place]) & set(cards), "his own discards came back"
        if enough:
            assert last not in h.hole[place], "the last card is kept for the shuffle"
        held = [c for hole in h.hole for c in hole]
        assert len(set(held)) == 30
    assert h.deck != deck, "it never ran out"
    assert sum(h.stacks) == 3000


def test_P36_discards_go_from_the_left_of_the_button_and_the_all_in_draw_too(hand, run):
    h = run(hand([100, 100, 4, 100], code="F2L3D", bet=4), "c c c c")
    assert h.phase == DRAW
    order = []
    while h.phase == DRAW:
        order.append(h.actor)
        h.discard(h.hole[h.actor][: h.actor])
    assert order == [0, 1, 2, 3]
    assert [len(hole) for hole in h.hole] == [5] * 4
    assert h.actor == 0


@pytest.mark.parametrize(
    ("kind", "better", "worse"),
    [
        ("low27", "7h5c4d3s2c", "7h6c4d3s2c"),
        ("low27", "8h7c6d5s3c", "6h5c4d3s2c"),  # a straight counts against it
        ("low27", "9h8c7d6s4c", "7h5h4h3h2h"),  # and so does a flush
        ("low27", "KhQcJdTs8c", "Ah5c4d3s2c"),  # the ace is high only,
        ("low27", "Ah5c4d3s2c", "2h2c4d3s5c"),  # and no straight below
        ("lowa5", "5h4c3d2sAc", "6h4c3d2sAc"),
        ("lowa5", "5h4h3h2hAh", "6h5c4d3sAc"),  # straights and flushes do not count
        ("lowa5", "KhQcJdTs9c", "2h2c3d4s5c"),
        ("badugi", "Ah2c3d4s", "Ah2c3d5s"),
        ("badugi", "KhQcJdTs", "Ah2c3d3s"),  # four cards beat three
        ("badugi", "Ah2c3d3s", "Ah2c4d4s"),
        ("low8", "7h5c4d3sAc", "8h5c4d3sAc"),
    ],
)
def test_P37_low_hands(kind, better, worse):
    worth = evaluate.WORTH[kind]
    assert worth(parse_many(better), []) > worth(parse_many(worse), [])


def test_P37_badugi_takes_the_best_of_four():
    assert evaluate.badugi(parse_many("AhAc2d2s")) == evaluate.badugi(parse_many("Ah2dKhQh"))
    assert evaluate.low8(parse_many("9h5c4d3sAc")) == 0


def test_P38_omaha_uses_exactly_two():
    board = parse_many("AhKhQhJh2c")
    assert evaluate.omaha(parse_many("Th3c4d5s"), board) < evaluate.high(parse_many("AhKhQhJhTh"))
    four = parse_many("AcAdAsKd")
    assert evaluate.omaha(four, parse_many("2c3d7h8s9c")) == evaluate.high(parse_many("AcAd9c8s7h"))
    low = evaluate.omaha8(parse_many("Ac2dKhKs"), parse_many("3c4d5hKcQd"))
    assert low == evaluate.low8(parse_many("Ac2d3c4d5h"))
    assert evaluate.omaha8(parse_many("AcKdKhKs"), parse_many("2c3d4h5cQd")) == 0


def test_P39_short_deck_order():
    flush = evaluate.short(parse_many("Ah9h8h7hJh"))
    full = evaluate.short(parse_many("AhAcAdKsKh"))
    straight = evaluate.short(parse_many("Ah6c7d8s9h"))
    trips = evaluate.short(parse_many("AhAcAdKsQh"))
    assert flush > full > straight > trips
    assert evaluate.short(parse_many("Ts6c7d8s9h")) > straight  # A-6-7-8-9 is the lowest straight


def test_P39_everyone_antes_and_the_button_posts_the_only_blind(table, begin):
    last = Carry((100,) * 4, (0,) * 4, hands=1, button=0, small=1, big=2)
    t = begin(table(4, Options(variant="NS", ante=1), last))
    assert t.hand.antes == [1, 1, 1, 1]
    assert t.hand.bets == [0, 0, 0, 2]
    assert t.order[3] == t.button == 1
    assert t.hand.actor == 0
    assert min(c % 13 for hole in t.hand.hole for c in hole) >= 4
    assert pots.of_hand(t.hand, with_bets=False)[0].amount == 4


def test_every_draw_hand_keeps_its_cards_apart():
    chance = random.Random(7)
    for code in ("N2L1D", "F2L3D", "FB"):
        variant = VARIANTS[code]
        for k in range(60):
            n = variant.most
            deck = variant.deck
            rng = Rng.named(f"{code} {k}")
            rng.shuffle(deck)
            h = Hand(Stakes(variant, [2, 4] + [0] * (n - 2), bet=4), [90] * n, deck, rng)
            while h.phase != DONE:
                if h.phase == DRAW:
                    hole = h.hole[h.actor]
                    h.discard(chance.sample(hole, chance.randint(0, len(hole))))
                    held = [c for cards in h.hole for c in cards]
                    assert len(set(held)) == len(held)
                else:
                    h.call()
