"""T33-T62 of docs/rules/tournament.md: seats, the button, balancing, breaking, the final table.
The worked-out cases of T41-T59 are in test_cases.py; here they happen in events."""

from __future__ import annotations

import pytest
from tests.arena.hall import LEVELS, SEED, START, Hall

from cutcard.arena import At, House, breaking_order, decide, first_draw, seed_of
from cutcard.arena.balance import halting, waits, worst_seat
from cutcard.arena.button import positions
from cutcard.arena.event import Terms, facts, log
from cutcard.arena.running import Runner
from cutcard.games import game
from cutcard.games.poker import event as staging
from cutcard.kernel.game import NATURE
from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng


def dealt(stacks, **more):
    """A hand of a table that an event has set, the blinds posted."""
    options = staging.options(more.pop("options", {}), 1000)
    stage = Stage(tuple(stacks), 10, 20, **more)
    state = game("poker").deal(options, len(stacks), Rng.named("T"), staging.carry(options, stage))
    state.play(NATURE, state.timers()[0].tick, state.timers()[0].due)
    return state


@pytest.mark.parametrize("players", [2, 9, 10, 47, 180])
def test_T33_tables_enough_and_sizes_that_differ_by_one(players):
    drawn = first_draw(SEED, range(1, players + 1), 9)
    assert len(drawn) == -(-players // 9)
    sizes = [len(one.seats) for one in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(e for one in drawn for e in one.seats.values()) == list(range(1, players + 1))


def test_T34_the_first_draw_is_the_event_s():
    hall = Hall(20)
    drawn = first_draw(SEED, range(1, 21), 9)
    assert {n: dict(sorted(t.players.items())) for n, t in hall.state.tables.items()} == {
        one.table: one.seats for one in drawn
    }
    assert {n: deal.stage.button for n, deal in hall.deals.items()} == {
        one.table: one.button for one in drawn
    }
    state = dealt((100,) * 4, button=2)
    assert (state.button, state.small, state.big) == (2, 3, 0)


def test_T35_the_breaking_order_is_published_at_the_start():
    hall = Hall(30)
    order = breaking_order(SEED, [1, 2, 3, 4])
    assert list(hall.facts(facts.Started)[0].breaking) == order == hall.state.breaking


def test_T37_the_dead_button():
    state = dealt((100, 0, 100, 100, 100), button=0, small=1, big=2)
    assert (state.button, state.small, state.big) == (1, 2, 3)  # an empty seat has the button
    state = dealt((100, 100, 0, 100, 100), button=0, small=1, big=2)
    assert (state.button, state.small, state.big) == (1, 2, 3)  # a dead small blind
    assert state.hand.bets.count(10) == 0


def test_T38_three_to_two_nobody_has_the_big_blind_twice():
    state = dealt((100, 100, 0), button=0, small=1, big=2)
    assert (state.button, state.small, state.big) == (1, 1, 0)


def balanced():
    """Ten and ten, three of the first go out, and the second gives one: the hall, the move, and
    where the second table's blinds and the seat of who went were."""
    hall = Hall(20, table_size=10)
    users = hall.at_table(1)
    hall.beat(1, *users[1:4], by=users[0])
    last = positions(hall.deals[2].stage)
    where = {entry: seat for seat, entry in hall.state.tables[2].players.items()}
    hall.end(2)
    (moved,) = hall.written(log.Moved)
    return hall, moved, last, where[moved.entry]


def after(seat, taken, size=10):
    """The next taken seat clockwise."""
    return next(
        (seat + step) % size for step in range(1, size + 1) if (seat + step) % size in taken
    )


def test_T39_a_seat_left_by_a_move_is_like_one_of_who_is_out():
    hall, moved, last, left = balanced()
    taken = hall.state.tables[2].players
    assert left == after(last.big, {*taken, left})  # who was due the big blind (T46)
    stage = hall.deals[2].stage
    assert stage.stacks[left] == 0
    now = positions(stage)
    assert (now.button, now.small) == (last.small, last.big)
    assert now.big == after(left, taken)  # it goes to the next player
    hall.end(2)
    assert positions(hall.deals[2].stage).small == now.big
    assert moved.source == 2


def test_T40_who_comes_to_a_seat_has_its_rights_and_duties_and_owes_nothing():
    hall, moved, _, _ = balanced()
    seat, table = moved.seat, hall.state.tables[1]
    assert table.players[seat] == moved.entry
    assert hall.deals[1].stage.stacks[seat] == 1000
    posted = []
    for _ in range(len(table.players)):
        now = positions(hall.deals[1].stage)
        posted.append((now.button, now.small, now.big))
        hall.end(1)
    bigs = [big for _, _, big in posted]
    assert bigs.count(seat) == 1  # once a round, as everybody
    when = bigs.index(seat)
    assert sorted(bigs[:when]) == sorted(set(bigs[:when]))
    assert all(small != seat and button != seat for button, small, _ in posted[:when])
    assert posted[when + 1][1] == seat  # then the small blind, then the button
    assert posted[when + 2][0] == seat
    state = dealt((100, 100, 100, 100, 100), button=4, small=0, big=1)
    assert state.owes == [0] * 5


def test_T41_between_the_blinds_one_waits_a_hand():
    at = At(1, {0: "a", 1: "b", 4: "d", 6: "e"}, small=1, big=4)
    assert [waits(at, seat, 8) for seat in range(8)] == [seat in (2, 3) for seat in range(8)]
    state = dealt((100,) * 5, button=0, small=1, big=4, waits=(2,))
    assert 2 not in state.order
    assert state.hand.n == 4
    state = dealt((100, 0, 100), button=0, small=1, big=0, waits=(2,))
    assert sorted(state.order) == [0, 2]  # two have to play


def test_T41_the_event_marks_who_waits_and_for_one_hand():
    found = 0
    for hands in range(1, 6):
        hall = Hall(5, late_levels=3, table_size=10)
        for _ in range(hands):
            hall.end(1)
        for late in range(4):
            hall.enter(f"late{late}")
        hall.end(1)
        table, stage = hall.state.tables[1], hall.deals[1].stage
        for seat in stage.waits:
            assert 0 < (seat - stage.small) % 10 < (stage.big - stage.small) % 10
            assert seat not in table.dealt
            found += 1
        hall.end(1)
        assert hall.deals[1].stage.waits == ()
    assert found


def test_T42_a_running_hand_the_seat_is_theirs_at_once():
    hall = Hall(4, late_levels=3)
    hall.enter("late")
    table = hall.state.tables[1]
    assert table.players[hall.player("late").seat] == 5
    assert hall.player("late").seat not in table.dealt
    hall.end(1)
    assert hall.player("late").seat in hall.state.tables[1].dealt + hall.state.tables[1].waits


def test_T43_decided_after_busts_are_out_and_before_the_table_deals_again():
    hall = Hall(30, table_size=10)
    hall.end(1)
    users = hall.in_hand(2)
    hall.beat(2, *users[1:3], by=users[0])
    effects = hall.beat(1, hall.in_hand(1)[1])
    kinds = [type(e.entry.what).__name__ for e in effects if type(e).__name__ == "Write"]
    assert kinds[0] == "HandEnded"
    assert kinds[1:] == ["Out", "Dealt"]
    effects = hall.end(3)
    kinds = [type(e.entry.what).__name__ for e in effects if type(e).__name__ == "Write"]
    assert kinds == ["HandEnded", "Moved", "Dealt"]


def test_T44_T45_T46_T50_the_fullest_gives_who_is_due_the_big_blind():
    one = At(1, {s: f"a{s}" for s in range(8)}, small=1, big=2)
    two = At(2, {s: f"b{s}" for s in (0, 1, 2, 3, 4, 6)}, small=0, big=1)
    three = At(3, {s: f"c{s}" for s in (0, 2, 3, 4, 5, 6)}, small=3, big=4)
    house = House(9, 9)
    found = decide([one, two, three], house, [1, 2, 3], SEED, SEED)
    # tables 2 and 3 are equally empty: at table 3 the big blind comes sooner
    assert [(m.player, m.source, m.to, m.to_seat, m.hands) for m in found.moves] == [
        ("a3", 1, 3, 7, 3)
    ]
    level = At(1, {s: f"a{s}" for s in range(7)}, small=1, big=2)
    assert decide([level, two, three], house, [1, 2, 3], SEED, SEED).moves == ()
    busy = At(1, one.players, 1, 2, running=True)
    assert decide([busy, two, three], house, [1, 2, 3], SEED, SEED).moves == ()


def test_T47_T49_the_worst_seat():
    house = House(6, 6)
    free = At(1, {0: "a", 3: "b", 4: "c"}, small=4, big=0)
    assert worst_seat(free, house, True) == (1, 1, False)
    behind = At(1, {0: "a", 1: "b", 4: "c"}, small=4, big=0)
    assert worst_seat(behind, house, True) == (2, 2, False)
    own = At(1, {1: "b", 4: "c"}, small=4, big=0)
    assert worst_seat(own, house, True) == (1, 0, True)
    assert worst_seat(own, House(6, 6, False), True) == (2, 2, False)
    assert worst_seat(own, house, False) == (2, 2, False)
    fresh = At(1, {1: "b"})
    assert worst_seat(fresh, house, True) == (1, 0, False)


def test_T51_a_table_halts():
    tables = [At(1, {s: s for s in range(7)}), At(2, {s: s for s in range(4)}), At(3, {0: 0})]
    assert halting(tables) == (2, 3)
    assert halting([At(1, {s: s for s in range(7)}), At(2, {s: s for s in range(5)})]) == ()
    hall = Hall(20, table_size=10)
    users = hall.at_table(1)
    hall.beat(1, *users[1:4], by=users[0])  # 7 and 10, the other plays on
    assert list(hall.deals) == [2]
    assert hall.facts(facts.Halted)[-1].table == 1
    hall.end(2)  # gives one; then 8 and 9
    assert sorted(hall.deals) == [1, 2]


def test_T52_nothing_is_owed_and_by_balancing_nobody_posts_twice(full):
    assert full.tally.blinds_in_a_row == 0
    assert full.tally.moves["balance"] > 0
    assert full.tally.most_apart <= 2


def test_T53_T54_T55_T56_a_table_breaks_when_the_others_hold_everybody():
    hall = Hall(28)
    first = hall.state.breaking[0]
    other = next(n for n in hall.state.tables if n != first)
    hall.beat(other, hall.at_table(other)[1])
    assert first in hall.state.tables  # it is in a hand: as soon as it is between hands
    leaving = hall.at_table(first)
    hall.end(first)
    assert first not in hall.state.tables
    assert hall.written(log.TableBroken)[0].table == first
    moved = [m for m in hall.written(log.Moved) if m.reason == "break"]
    assert sorted(hall.state.players[m.entry].user for m in moved) == sorted(leaving)
    sizes = [len(t.players) for t in hall.state.tables.values()]
    assert max(sizes) - min(sizes) <= 1
    assert hall.state.broken == 1


def test_T53_while_registration_is_open_there_is_room():
    house_open, closed = House(9, 9, True, True), House(9, 9, True, False)
    tables = [At(n, {s: (n, s) for s in range(6)}, 0, 1) for n in (1, 2, 3)]  # 18 left
    assert decide(tables, closed, [3, 1, 2], SEED, SEED).due == "break"
    assert decide(tables, house_open, [3, 1, 2], SEED, SEED).due is None


def test_T57_in_stud_the_button_moves_on_and_says_who_goes():
    state = dealt((500,) * 5, button=0, small=1, big=2, options={"variant": "F7S"})
    assert (state.button, state.small, state.big) == (1, 2, 3)
    report = _ended(state)
    assert report.big == 3
    fuller = At(1, {seat: f"a{seat}" for seat in range(5)}, report.small, report.big)
    other = At(2, {seat: f"b{seat}" for seat in range(3)}, 0, 1, running=True)
    (move,) = decide([fuller, other], House(5, 2), [1, 2], SEED, SEED).moves
    assert (move.player, move.source_seat) == ("a4", 4)  # the first after the last big blind


def _ended(state):
    while state.outcome() is None:
        acting = state.to_act()
        if acting:
            state.play(acting[0], state.legal(acting[0])[0], 10**6)
        else:
            timer = state.timers()[0]
            state.play(NATURE, timer.tick, max(timer.due, 10**6))
    return staging.paid(state)


def test_T58_T59_T60_the_final_table():
    hall = Hall(10)
    assert len(hall.state.tables) == 2
    hall.beat(1, hall.at_table(1)[1])  # nine left
    assert 1 not in hall.deals  # no table deals again
    before = [
        table.players[seat] for _, table in sorted(hall.state.tables.items())
        for seat in sorted(table.players)
    ]  # fmt: skip
    hall.end(2)
    final = hall.written(log.FinalTable)[0]
    assert final.table == 3  # a new table
    assert list(hall.state.tables) == [3]
    stage = hall.deals[3].stage
    assert (stage.small, stage.big, stage.button) == (-1, -1, final.button)
    rng = Rng(seed_of(SEED, "final"))
    chairs = list(range(9))
    rng.shuffle(chairs)
    assert final.seats == dict(zip(chairs, before, strict=True))
    assert final.button == sorted(final.seats)[rng.below(9)]
    assert hall.facts(facts.FinalTable)[0].table == 3


def test_T61_a_move_is_one_entry_told_to_both():
    hall = Hall(20, table_size=10)
    users = hall.at_table(1)
    hall.beat(1, *users[1:4], by=users[0])
    before = len(hall.event.log)
    hall.end(2)
    moves = [e for e in hall.event.log[before:] if isinstance(e.what, log.Moved)]
    assert len(moves) == 1
    told = hall.facts(facts.Moved)[0]
    assert (told.source, told.to, told.reason) == (2, 1, "balance")
    alone = [(f, u) for f, u in hall.said if isinstance(f, facts.Seated) and f.reason == "balance"]
    assert [u for _, u in alone] == [told.player_id]


def test_T62_nobody_refuses_to_move():
    """They are asked nothing: the end of the hand is all it takes, and they sit there."""
    hall, moved, _, _ = balanced()
    user = hall.state.players[moved.entry].user
    assert (hall.player(user).table, hall.player(user).seat) == (1, moved.seat)
    assert user in hall.deals[1].users.values()
    assert [f.reason for f, u in hall.said if u == user] == ["start", "balance"]


@pytest.fixture(scope="module")
def full():
    """A whole event of bots at real tables."""
    poker = game("poker")
    poker.warm()
    terms = Terms("e", "poker", LEVELS, starts_at=START, start_stack=600, table_size=6, buy_in=10)
    runner = Runner(poker, terms, SEED)
    runner.run(60)
    assert runner.event.state.phase == "over"
    return runner
