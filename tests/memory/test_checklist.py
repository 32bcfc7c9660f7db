"""Part A of docs/rules/memory.md: the spec's requirements, a test or more for each number."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cutcard.games import memory
from cutcard.games.memory.moves import CardFlipped, CardsCovered, Flip, Options, Pause, Reset, Start
from cutcard.kernel.rng import Rng

GRIDS = [(r, c) for r in range(2, 9) for c in range(2, 9) if r * c % 2 == 0]


@pytest.mark.parametrize("grid", GRIDS)
def test_A1_grid_makes_rows_times_columns_cards(sit, grid):
    assert list(sit(grid_size=grid).view.cards) == list(range(grid[0] * grid[1]))


@pytest.mark.parametrize("grid", GRIDS)
def test_A2_each_value_exactly_twice(sit, grid):
    values = Counter(sit(grid_size=grid).deal.values)
    assert values == dict.fromkeys(range(grid[0] * grid[1] // 2), 2)


def test_A3_ids_are_unique_and_formed_like_uuid4(sit):
    ids = [card.id for card in sit(grid_size=(8, 8)).view.cards.values()]
    form = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    assert len(set(ids)) == 64
    assert all(form.fullmatch(one) for one in ids)


def test_A3_ids_are_drawn_after_the_shuffle():
    rng, twin = Rng.named("ids"), Rng.named("ids")
    deal = memory.deal(Options(), 1, rng)
    twin.shuffle(list(range(16)))
    raw = twin.take(16)
    assert deal.board.ids[0].replace("-", "")[:12] == raw.hex()[:12]
    twin.take(16 * 15)
    assert rng.position == twin.position


def test_A4_all_covered(sit):
    assert set(sit().states()) == {"Covered"}


def test_A5_random_shuffle_reaches_every_order_alike():
    deals = 3000
    orders = Counter(
        tuple(memory.deal(Options(grid_size=(2, 2)), 1, Rng.named(f"A5 {i}")).values)
        for i in range(deals)
    )
    assert len(orders) == 6
    chi_square = sum((n - deals / 6) ** 2 / (deals / 6) for n in orders.values())
    assert chi_square < 20.5  # 5 degrees of freedom, one in a thousand


def test_A6_moves_start_at_0(sit):
    assert sit().view.moves == 0


def test_A7_timer_starts_at_0_and_stands(sit):
    game = sit()
    game.wait(5000)
    assert game.seconds == 0


def test_A8_status_not_started(sit):
    assert sit().view.status == "NotStarted"


@pytest.mark.parametrize("status", ["NotStarted", "Paused"])
def test_A9_flip_does_nothing_unless_playing(sit, status):
    game = sit()
    if status == "Paused":
        game.start().play(Pause())
    assert game.view.status == status
    assert game.refuses(Flip(game.deal.board.ids[0])) == "NOT_PLAYING"


def test_A9_flip_does_nothing_when_won(sit):
    game = sit(grid_size=(2, 2)).start()
    game.solve()
    assert game.refuses(Flip(game.deal.board.ids[0])) == "GAME_OVER"


def test_A10_flip_of_a_flipped_or_solved_card_does_nothing(sit):
    game = sit().start()
    a, b = game.pair()
    game.flip(a)
    assert game.refuses(Flip(game.deal.board.ids[a])) == "ALREADY_FACE_UP"
    game.flip(b)
    assert game.refuses(Flip(game.deal.board.ids[a])) == "ALREADY_FACE_UP"


def test_A11_flip_turns_the_card_and_adds_it_to_the_flipped(sit):
    game = sit().start()
    facts = game.flip(3)
    assert game.view.cards[3].state == "Flipped"
    assert game.deal.up == [3]
    assert facts == [CardFlipped(0, game.deal.board.ids[3], 3, game.deal.values[3])]


def test_A12_two_flips_are_one_move(sit):
    game = sit().start()
    game.flip(*game.miss())
    assert game.view.moves == 1


def test_A13_a_match_is_solved_and_the_list_cleared(sit):
    game = sit().start()
    a, b = game.pair()
    game.flip(a, b)
    assert [game.view.cards[cell].state for cell in (a, b)] == ["Solved", "Solved"]
    assert game.deal.up == []
    assert game.view.status == "Playing"


def test_A13_all_solved_is_won(sit):
    game = sit().start()
    game.solve()
    assert game.view.status == "Won"
    assert game.deal.outcome().reason == "COMPLETED"


def test_A14_a_mismatch_is_covered_after_the_delay(sit):
    game = sit(match_delay_ms=700).start()
    a, b = game.miss()
    game.flip(a, b)
    game.wait(699)
    assert [game.view.cards[cell].state for cell in (a, b)] == ["Flipped", "Flipped"]
    game.wait(1)
    assert set(game.states()) == {"Covered"}
    assert game.deal.up == []
    assert game.facts[-1] == CardsCovered((a, b))


def test_A15_reset_stops_the_timer_and_deals_again(sit):
    game = sit().start()
    game.flip(*game.pair())
    game.wait(1500)
    game.play(Reset())
    assert game.view.running_since is None
    assert not game.deal.timers()
    again = memory.deal(game.deal.options, 1, Rng.named("again"), game.deal.next())
    view = again.view(0)
    assert (view.status, view.moves, view.elapsed_ms) == ("NotStarted", 0, 0)
    assert {card.state for card in view.cards.values()} == {"Covered"}


@pytest.mark.parametrize("status", ["NotStarted", "Paused"])
def test_A16_start_from_not_started_or_paused(sit, status):
    game = sit()
    if status == "Paused":
        game.start().play(Pause())
    game.start()
    assert game.view.status == "Playing"
    game.wait(1000)
    assert game.seconds == 1


def test_A16_start_does_nothing_while_playing(sit):
    game = sit().start()
    game.wait(600)
    assert game.refuses(Start()) == "ALREADY_STARTED"
    game.wait(400)
    assert game.seconds == 1


def test_A17_stop_pauses_and_stops_ticking(sit):
    game = sit().start()
    game.wait(2500)
    game.play(Pause())
    game.wait(60_000)
    assert (game.view.status, game.seconds) == ("Paused", 2)


def test_A17_stop_does_nothing_unless_playing(sit):
    assert sit().refuses(Pause()) == "NOT_PLAYING"
    game = sit().start()
    game.play(Pause())
    assert game.refuses(Pause()) == "NOT_PLAYING"


def test_A18_at_most_two_are_flipped(sit):
    game = sit().start()
    game.flip(*game.miss())
    for cell in game.cells():
        assert game.refuses(Flip(game.deal.board.ids[cell])) == "INPUT_LOCKED"
    assert game.states().count("Flipped") == 2


def test_A19_no_flip_of_flipped_or_solved(sit):
    game = sit().start()
    game.flip(*game.pair())
    miss = game.miss()
    game.flip(*miss)
    for cell, face in enumerate(game.deal.faces):
        if face:
            assert game.refuses(Flip(game.deal.board.ids[cell])) == "ALREADY_FACE_UP"


@pytest.mark.parametrize("grid", [(3, 3), (5, 5), (7, 7), (3, 5)])
def test_A20_an_odd_number_of_cards_is_refused(grid):
    with pytest.raises(ValueError, match="do not form pairs"):
        Options(grid_size=grid)


@pytest.mark.parametrize("delay", [0, -1, 1.5, True, "1000"])
def test_A21_match_delay_is_a_positive_integer(delay):
    with pytest.raises(ValueError, match="matchDelayMs is a whole number"):
        Options(match_delay_ms=delay)


def test_A22_init_makes_covered_pairs(sit):
    game = sit(grid_size=(4, 5))
    assert len(game.view.cards) == 20
    assert set(game.states()) == {"Covered"}
    assert set(Counter(game.deal.values).values()) == {2}


def test_A23_flip_changes_covered_to_flipped(sit):
    game = sit().start()
    game.flip(0)
    assert game.states() == ["Flipped"] + ["Covered"] * 15


def test_A24_matched_cards_stay_visible(sit):
    game = sit().start()
    a, b = game.pair()
    game.flip(a, b)
    game.wait(60_000)
    assert [game.view.cards[c].value for c in (a, b)] == [game.deal.values[a]] * 2


def test_A25_mismatch_is_back_after_the_delay(sit):
    game = sit().start()
    game.flip(*game.miss())
    game.wait(1000)
    assert set(game.states()) == {"Covered"}
    assert all(card.value is None for card in game.view.cards.values())


def test_A26_moves_count_on_the_second_card_only(sit):
    game = sit().start()
    counts = []
    for two in (game.pair, game.miss):
        for cell in two():
            game.flip(cell)
            counts.append(game.view.moves)
    assert counts == [0, 1, 1, 2]


def test_A27_timer_adds_one_each_second(sit):
    game = sit().start()
    shown = []
    for _ in range(5):
        game.wait(999)
        shown.append(game.seconds)
        game.wait(1)
        shown.append(game.seconds)
    assert shown == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def test_A28_won_when_all_are_solved_and_not_before(sit):
    game = sit().start()
    game.solve(7)
    assert game.view.status == "Playing"
    game.solve()
    assert game.view.status == "Won"


def test_A29_scenario_initial_2x2(sit):
    game = sit(grid_size=(2, 2))
    assert game.states() == ["Covered"] * 4
    assert (game.view.moves, game.seconds, game.view.status) == (0, 0, "NotStarted")


def test_A30_scenario_successful_match(sit):
    game = sit().start()
    a, b = game.pair()
    game.flip(a)
    game.flip(b)
    assert game.view.moves == 1
    assert game.view.cards[a].state == game.view.cards[b].state == "Solved"


def test_A31_scenario_unsuccessful_match(sit):
    game = sit().start()
    x, y = game.miss()
    game.flip(x)
    game.flip(y)
    assert game.view.moves == 1
    game.wait(game.deal.options.match_delay_ms)
    assert game.view.cards[x].state == game.view.cards[y].state == "Covered"


def test_A32_scenario_flipping_a_solved_card(sit):
    game = sit().start()
    solved, _ = game.pair()
    game.solve(1)
    assert game.refuses(Flip(game.deal.board.ids[solved])) == "ALREADY_FACE_UP"
    assert game.view.cards[solved].state == "Solved"
    assert game.view.moves == 1


def test_A33_scenario_win_on_the_last_pair(sit):
    game = sit(grid_size=(2, 3)).start()
    game.solve(2)
    game.flip(*game.pair())
    assert game.view.status == "Won"


def test_A34_scenario_timer_start_and_stop(sit):
    game = sit().start()
    assert game.view.status == "Playing"
    game.wait(1000)
    assert game.seconds == 1
    game.play(Pause())
    assert game.view.status == "Paused"
    game.wait(10_000)
    assert game.seconds == 1
