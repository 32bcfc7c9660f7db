"""Plays with and without a declaration, hints, the arranger, the card counter, options, words."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.arrange import arrange
from cutcard.games.guandan.bench import bench
from cutcard.games.guandan.book import PRESETS
from cutcard.games.guandan.deck import BIT, holds, names, pack, pack_names, size, wild_kind
from cutcard.games.guandan.hints import still_out, tips
from cutcard.games.guandan.lay import lay, stands_for
from cutcard.games.guandan.options import Options, book_of, preset_table, rules_in_words
from cutcard.games.guandan.shapes import forms_of, is_form, readings_of
from cutcard.games.guandan.ways import Counted, all_ways
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
BOOKS = [*PRESETS.values(), book_of(Options(declare_pair=True))]
shuffles = st.permutations(range(108))
levels = st.integers(0, 12)


def test_without_a_declaration_the_strongest_legal_reading_is_taken(at_table) -> None:
    bench = at_table("9s 9c 9d 2h 2h Ks", "4s", "5s", "6s")
    bench.lay(S, "9s 9c 9d 2h 2h")
    assert bench.state.table == ("bomb", 9, 5)


def test_a_declaration_is_kept(at_table) -> None:
    bench = at_table("9s 9c 9d 2h 2h Ks", "4s", "5s", "6s")
    bench.lay(S, "9s 9c 9d 2h 2h", "fullhouse")
    assert bench.state.table == ("fullhouse", 9, 5)


@pytest.mark.parametrize(("form", "key"), [("tube", 4), ("tube", 5), ("plate", 4)])
def test_two_pairs_and_two_wilds_can_be_three_things(at_table, form, key) -> None:
    bench = at_table("3s 3c 4s 4c 2h 2h Ks", "4s", "5s", "6s")
    bench.lay(S, "3s 3c 4s 4c 2h 2h", form, key)
    assert bench.state.table == (form, key, 6)
    assert len(bench.state.view(None).table.stands) == 2


def test_a_reading_that_follows_is_chosen_over_one_that_does_not(at_table) -> None:
    bench = at_table("3s 3h 3c 5s 5h 7d", "4s 4c 6s 6c 2h 9s", "5c", "6d")
    bench.lay(S, "3s 3h 3c 5s 5h")
    bench.lay(E, "4s 4c 6s 6c 2h")
    assert bench.state.table == ("fullhouse", 6, 5)


def test_a_false_declaration_is_refused(at_table) -> None:
    bench = at_table("3s 3c 4s 4c 2h 2h Ks", "4s", "5s", "6s")
    move = moves.Play(("3s", "3c"), "triple", 3)
    assert bench.refused(S, move).code == "WRONG_READING"


def test_a_form_alone_plays_the_usual_cards(at_table) -> None:
    bench = at_table("3s 3c 4s 4c 2h Ks", "4s", "5s", "6s")
    bench.do(S, moves.Play((), "pair", 3, 2))
    assert bench.state.view(None).table.cards == ("3s", "3c")  # no wild is spent


def test_cards_are_named_in_either_case(at_table) -> None:
    bench = at_table("3s 3c Ts", "4s", "5s", "6s")
    bench.lay(S, "3S 3C")
    assert bench.state.view(None).table.cards == ("3s", "3c")


def test_moves_of_another_phase_are_refused(at_table, after) -> None:
    bench = at_table("3s 3c Ts", "4s", "5s", "6s")
    for move in (moves.Pay("3s"), moves.Return("3s"), moves.Refuse(), moves.Take(1)):
        assert bench.refused(S, move).code == "WRONG_PHASE"
    bench = after((S, E, N, W), "", "", "", "As")
    assert bench.refused(W, moves.Pass()).code == "WRONG_PHASE"
    assert bench.refused(W, moves.Pay("Zz")).code == "UNKNOWN_CARD"


@given(shuffles, levels, st.sampled_from(BOOKS), st.sampled_from([5, 9, 14, 27]))
def test_every_way_lays_its_form(order, level, book, count) -> None:
    """Each placement of wilds is held, has the form among its readings, and is listed once."""
    hand = pack(order[:count])
    counted = Counted(hand, level)
    ways = all_ways(hand, level, None, book)
    assert len(set(ways)) == len(ways)
    assert {way.form for way in ways} == set(forms_of(hand, level, None, book))
    for way in ways:
        cards = lay(counted, way, book)
        assert holds(hand, cards)
        assert size(cards) == way.form.size
        assert way.form in readings_of(cards, way.form.size, level, book)
        assert is_form(way.form)


@given(shuffles, levels, st.sampled_from(BOOKS))
def test_what_wilds_stand_for_makes_the_play_a_natural_one(order, level, book) -> None:
    """Put in the wilds' place, the cards named are the same form without any wild."""
    wild = wild_kind(level)
    hand = pack([card for card in order[:14] if card % 54 != wild]) + 2 * BIT[wild]
    counted = Counted(hand, level)
    for way in all_ways(hand, level, None, book):
        cards = lay(counted, way, book)
        stands = stands_for(cards, level, way.form, book)
        assert len(stands) == (cards >> 4 * wild & 3) == len(way.wilds)
        assert all(stand < 52 for stand in stands)


@given(shuffles, levels, st.integers(1, 27))
def test_the_arranger_uses_every_card_once(order, level, count) -> None:
    hand = pack(order[:count])
    groups = arrange(hand, level)
    assert sum(group.cards for group in groups) == hand
    for group in groups:
        assert group.form in readings_of(group.cards, group.form.size, level, PRESETS["spec"])


def test_the_arranger_keeps_bombs_together() -> None:
    fives = ["5s", "5h", "5c", "5d"]
    rest = ["6s", "7s", "8h", "9c", "Kd", "Kc", "Ks", "4s", "4c", "BJ", "SJ"]
    hand = pack_names(fives + rest)
    forms = {tuple(group.form) for group in arrange(hand, 0)}
    assert ("bomb", 5, 4) in forms
    assert ("fullhouse", 13, 5) in forms


def test_the_arranger_finds_a_straight_flush_before_a_straight() -> None:
    hand = pack_names(["5s", "6s", "7s", "8s", "9s", "5h", "Td"])
    assert arrange(hand, 0)[0].form == ("straightflush", 9, 5)


def test_a_wild_makes_a_triple_a_bomb() -> None:
    hand = pack_names(["9s", "9d", "9c", "2h", "4s", "6d"])
    assert arrange(hand, 0)[0].form == ("bomb", 9, 4)


@given(shuffles, levels, st.sampled_from(BOOKS), st.booleans())
def test_hints_are_legal(order, level, book, lead) -> None:
    hand = pack(order[:20])
    leads = forms_of(pack(order[20:40]), level, None, book)
    beat = None if lead else leads[len(leads) // 2]
    found = tips(hand, level, beat, book)
    legal = forms_of(hand, level, beat, book)
    assert {tip.form for tip in found} <= set(legal)
    assert bool(found) == bool(legal)
    for tip in found:
        assert holds(hand, tip.cards)
        assert tip.form in readings_of(tip.cards, tip.form.size, level, book)


def test_hints_do_not_break_a_bomb_for_a_single() -> None:
    hand = pack_names(["9s", "9h", "9c", "9d", "Js", "Qs", "3s"])
    found = tips(hand, 0, guandan.Form("single", 8, 1), PRESETS["spec"])
    assert found[0].form == ("single", 11, 1)


def test_only_the_seat_to_play_is_hinted_at_plays_and_every_seat_at_its_own_groups() -> None:
    state = guandan.deal(Options(), 4, Rng.named("hints"))
    assert [state.advice(seat) for seat in range(4)] == [None] * 4  # nothing is dealt yet
    state.play(NATURE, state.timers()[0].tick)
    for seat in range(4):
        advice = state.advice(seat)
        assert (advice.hints is not None) == (seat == state.turn)
        cards = [card for group in advice.groups for card in group]
        assert sorted(cards) == sorted(state.view(seat).hand)


def test_who_has_no_cards_left_is_not_advised(at_table) -> None:
    bench = at_table("3s", "4s 4c", "5s", "6s")
    bench.lay(S, "3s")
    assert bench.state.advice(S) is None
    assert [hint.cards for hint in bench.state.advice(E).hints] == [("4s",)]


def test_no_hint_is_said_where_nothing_beats_the_table(at_table) -> None:
    bench = at_table("BJ 3s", "4s 4c", "5s", "6s")
    bench.lay(S, "BJ")
    assert bench.state.advice(E).hints == ()


def test_the_card_counter_knows_public_plays_only(at_table) -> None:
    bench = at_table("3s 3c Ts BJ", "4s 4c", "5s", "6s")
    bench.lay(S, "3s 3c")
    view = bench.state.view(E)
    assert view.seen == {"3": 2}
    out = still_out(view)
    assert (out["3"], out["4"], out["5"], out["BJ"]) == (6, 6, 8, 2)


def test_a_play_is_laid_out_in_order(at_table) -> None:
    bench = at_table("9s 7h Td 8c Jd 2s", "4s", "5s", "6s", level="8")
    bench.lay(S, "Jd Td 9s 8c 7h")
    assert bench.state.view(None).table.cards == ("7h", "8c", "9s", "Td", "Jd")


def test_names_sort_a_hand_by_key() -> None:
    hand = pack_names(["BJ", "3s", "As", "5h", "5d", "2c"])
    assert names(hand, 3) == ("2c", "3s", "As", "5h", "5d", "BJ")


def test_options_of_a_preset_and_alone() -> None:
    assert book_of(Options()) == PRESETS["spec"]
    assert book_of(Options(preset="competition")) == PRESETS["competition"]
    alone = book_of(Options(preset="competition", flush_beats=7, a_limit=2, advance={"4": 0}))
    assert (alone.flush_beats, alone.a_limit, alone.advance) == (7, 2, (3, 2, 0))
    assert alone.anti_tribute == "auto"


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "house"},
        {"flushBeats": 3},
        {"turnSeconds": 0},
        {"aDropTo": "1"},
        {"advance": {"5": 1}},
        {"match": "weeks"},
    ],
)
def test_options_out_of_range_are_not_decoded(wrong) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Options)


def test_the_clock_is_an_option(at_table) -> None:
    bench = at_table("3s 3c Ts", "4s", "5s", "6s", turn_seconds=12)
    assert bench.state.timers()[0].due == 12_000


def test_a_tables_rules_can_be_read() -> None:
    words = " ".join(rules_in_words(Options(preset="competition", match="deals", shuffle=False)))
    assert "4 < 5 < straight flush < 6 < 7 < 8 < 9 < 10 < four kings" in words
    assert "8 deals" in words
    assert "not shuffled" in words
    words = " ".join(rules_in_words(Options(declare_pair=True, match="minutes")))
    assert "may refuse" in words
    assert "40 minutes" in words
    assert "compared by the pair" in words


def test_what_the_presets_change_can_be_read() -> None:
    assert {row[0] for row in preset_table()} == {
        "flush_beats",
        "anti_tribute",
        "anti_together",
        "a_consecutive",
        "a_fails",
    }


def test_four_seats_and_no_other_number() -> None:
    with pytest.raises(ValueError, match="four seats"):
        guandan.deal(Options(), 3, Rng.named(1))


def test_the_bench_prints_every_figure() -> None:
    """Reads how it is measured, not how fast this machine is."""
    figures = bench(hands=40, deals=4)
    assert set(figures) >= {
        f"{name}{end}"
        for name in ("identify", "lead_list", "follow_list", "wild_placements")
        for end in ("_us", "_p95_us")
    } | {"random_deals_per_s"}
    assert all(value > 0 for value in figures.values())
