"""What is kept of a view is never stale and never another's: at every step it equals one made anew.

A copy keeps nothing of what its original showed, so its view is built from nothing.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.arrange import BOOK, arrange
from cutcard.games.guandan.book import BY_PAIR, PRESETS, Book
from cutcard.games.guandan.deck import from_low_to_high, names, pack, pack_names, size, whole_deck
from cutcard.games.guandan.hints import LIMIT, grouped, in_words, price, tips
from cutcard.games.guandan.lay import in_order, spoken, stands_for, usual
from cutcard.games.guandan.options import Options
from cutcard.games.guandan.shapes import Form, forms_of, readings_of
from cutcard.kernel.cards import NAMES
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

VIEWERS = (0, 1, 2, 3, None)
TABLES = [options for options, _ in guandan.setups()] + [
    Options(anti_tribute="auto", anti_together=True),
    Options(preset="competition", equal_tribute="choice", flush_beats=5),
]


def held_to(state: guandan.State, draw: random.Random) -> None:
    """Every viewer's view, in any order, twice: what a copy without anything kept shows."""
    order = [*VIEWERS, *VIEWERS]
    draw.shuffle(order)
    for viewer in order[: draw.randrange(1, len(order) + 1)]:
        anew = state.copy().view(viewer)
        shown = state.view(viewer)
        assert shown == anew
        assert json.encode(shown) == json.encode(anew)  # maps in the same order, too
        if viewer is not None:
            assert state.advice(viewer) == state.copy().advice(viewer)


def step(state: guandan.State, at: int, draw: random.Random) -> None:
    """A move, an aside, a refused move, or a time that has come."""
    timers, to_act = state.timers(), state.to_act()
    chance = draw.random()
    if not to_act or chance < 0.05:
        timer = min(timers, key=lambda one: one.due)
        state.play(NATURE, timer.tick, max(at, timer.due), [])
        return
    seat = draw.choice(to_act)
    if chance < 0.12:
        someone = draw.randrange(4)
        state.play(someone, draw.choice(state.asides(someone)), at, [])
    elif chance < 0.18:
        with pytest.raises(Illegal):
            state.play(seat, moves.Play(("2s",) * 9), at, [])
    else:
        legal = list(state.legal(seat))
        state.play(seat, legal[-1] if draw.random() < 0.2 else draw.choice(legal), at, [])


@pytest.mark.parametrize("options", TABLES, ids=range(len(TABLES)))
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_a_view_is_what_it_would_be_made_anew(options: Options, seed: int) -> None:
    draw = random.Random(seed)
    rng, carry, at = Rng.named(seed), None, 0
    for _ in range(3):  # tribute, its refusal and its return come up from the second deal on
        state = guandan.deal(options, 4, rng.fork(), carry)
        while state.outcome() is None:
            held_to(state, draw)
            if draw.random() < 0.05:
                viewer = draw.choice(VIEWERS)
                world = state.redeal(viewer, Rng.named(f"world {draw.random()}"))
                assert world.view(viewer) == state.view(viewer)
                held_to(world, draw)
                step(world, at + 1, draw)
                held_to(world, draw)
            if draw.random() < 0.05:
                state = state.copy()
            at += draw.randrange(500)
            step(state, at, draw)
        held_to(state, draw)
        digest(state, 4)
        held_to(state, draw)
        carry = state.next()
        if carry is None:
            break


def test_face_down_cards_and_returned_gifts_are_shown_at_once(after) -> None:
    bench = after((0, 2, 1, 3), "3s", "Ks", "3h", "As")
    views = [bench.state.view(viewer) for viewer in VIEWERS]
    assert views[1].choices
    bench.do(1, moves.Pay("Ks"))
    assert bench.state.view(1).chosen == "Ks"
    assert bench.state.view(1).choices is None
    assert bench.state.view(3) == bench.state.copy().view(3)
    bench.do(3, moves.Pay("As"))
    assert [gift.returned for gift in bench.state.view(None).gifts] == [None, None]
    for seat in (0, 2):
        bench.do(seat, moves.Return(bench.state.view(seat).choices[0]))
        assert bench.state.view(seat) == bench.state.copy().view(seat)
    assert all(gift.returned for gift in bench.state.view(None).gifts)


def test_what_did_not_change_is_the_same_object() -> None:
    state = guandan.deal(Options(), 4, Rng.named("shared"))
    state.play(NATURE, state.timers()[0].tick)
    before = {viewer: state.view(viewer) for viewer in VIEWERS}
    first = state.turn
    state.play(first, state.legal(first)[0], 1, [])
    after = {viewer: state.view(viewer) for viewer in VIEWERS}
    for viewer in VIEWERS:
        assert after[viewer].players is after[None].players
        assert after[viewer].seen is after[None].seen
        assert after[viewer].table is after[None].players[first].last
        assert state.view(viewer) is after[viewer]
        for other in range(4):
            same = after[viewer].players[other] is before[viewer].players[other]
            assert same is (other != first)
        if viewer is not None:
            assert (after[viewer].hand is before[viewer].hand) is (viewer != first)
    assert before[None].players[first].cards == 27  # what was shown stays as it was


def test_advice_is_made_when_asked_for_and_kept_while_it_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    def counted(hand: int, level: int) -> tuple[tuple[str, ...], ...]:
        made.append(hand)
        return grouped(hand, level)

    monkeypatch.setattr("cutcard.games.guandan.sight.grouped", counted)
    state = guandan.deal(Options(), 4, Rng.named("asked"))
    state.play(NATURE, state.timers()[0].tick)
    first = state.turn
    for viewer in VIEWERS:
        state.view(viewer)
    digest(state, 4)
    assert not made
    kept = {seat: state.advice(seat) for seat in range(4)}
    assert [state.advice(seat) for seat in range(4)] == list(kept.values())
    assert len(made) == 4
    state.play(first, state.legal(first)[0], 1, [])
    second = state.turn
    for seat in range(4):
        same = state.advice(seat) is kept[seat]
        assert same is (seat not in (first, second))
    assert state.advice(first).hints is None
    assert state.advice(second).hints is not None


def test_a_view_that_was_shown_is_never_changed() -> None:
    draw = random.Random(5)
    shown: list[tuple[moves.View, bytes]] = []
    carry = moves.Carry(("2", "5"), (0, 2, 1, 3))  # two owe tribute
    state = guandan.deal(Options(preset="competition"), 4, Rng.named("kept"), carry)
    while state.outcome() is None:
        for viewer in VIEWERS:
            view = state.view(viewer)
            shown.append((view, json.encode(view)))
        step(state, 0, draw)
    for view, said in shown:
        assert json.encode(view) == said


def test_nothing_of_a_hand_is_in_what_others_see() -> None:
    state = guandan.deal(Options(), 4, Rng.named("others"))
    state.play(NATURE, state.timers()[0].tick)
    for viewer in (0, 1, 2, 3):  # the owners have looked first
        state.view(viewer)
    for viewer in VIEWERS:
        for other in (0, 1, 2, 3):
            if other == viewer:
                continue
            theirs, own = state.view(viewer), state.view(other)
            assert theirs.hand is not own.hand
            assert theirs.players[other].hand is None


cards = st.lists(st.sampled_from(range(108)), min_size=1, max_size=27, unique=True).map(
    lambda chosen: pack([whole_deck()[at] for at in chosen])
)
levels = st.integers(0, 12)


@settings(max_examples=300)
@given(hand=cards, level=levels)
def test_names_come_low_to_high(hand: int, level: int) -> None:
    assert list(names(hand, level)) == [NAMES[kind] for kind in from_low_to_high(hand, level)]


@settings(max_examples=300)
@given(hand=cards, level=levels)
def test_groups_are_what_their_cards_are_read_as(hand: int, level: int) -> None:
    groups = arrange(hand, level)
    assert sum(group.cards for group in groups) == hand
    for form, held in groups:
        found = readings_of(held, size(held), level, BOOK)
        assert form == max(found, key=BOOK.strength)
        laid = in_order(held, level, form, stands_for(held, level, form, BOOK))
        assert spoken(held, level, form, BOOK)[0] == tuple([NAMES[kind] for kind in laid])


@settings(max_examples=200)
@given(hand=cards, level=levels, book=st.sampled_from([BOOK, BY_PAIR]))
def test_a_play_is_said_as_one_lays_it_out(hand: int, level: int, book: Book) -> None:
    for form in forms_of(hand, level, None, book):
        held = usual(hand, level, form, book)
        assert held is not None
        stands = stands_for(held, level, form, book)
        laid = in_order(held, level, form, stands)
        shown = tuple([NAMES[kind] for kind in laid]), tuple([NAMES[kind] for kind in stands])
        assert spoken(held, level, form, book) == shown


def test_a_pair_of_jokers_that_is_compared_lies_first() -> None:
    cards = pack_names(["Js", "Jh", "Jh", "BJ", "BJ"])
    shown, _ = spoken(cards, 2, Form("fullhouse", 17, 5), BY_PAIR)
    assert shown == ("BJ", "BJ", "Js", "Jh", "Jh")


@settings(max_examples=200)
@given(hand=cards, other=cards, level=levels, name=st.sampled_from(sorted(PRESETS)))
def test_every_hint_costs_what_it_is_priced_at(
    hand: int, other: int, level: int, name: str
) -> None:
    book = PRESETS[name]
    for beat in (None, *forms_of(other, level, None, book)[::7]):
        found = tips(hand, level, beat, book)
        groups = arrange(hand, level)
        for cost, form, held in found:
            assert cost == price(level, (form, held), groups, beat, book)
        assert len(in_words(found[:LIMIT], level, book)) == min(LIMIT, len(found))
        if beat is not None:
            assert {tip.form for tip in found} == set(forms_of(hand, level, beat, book))
