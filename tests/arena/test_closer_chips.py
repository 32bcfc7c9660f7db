"""Rows of docs/rules/tournament.md about events with chips, each held to what its sentence says by
a few lines written from the sentence alone."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

import pytest
from tests.arena.hall import MINUTE, SEED, Hall, writes

from cutcard.arena import Takings, payout
from cutcard.arena.event import Row, facts, info, log
from cutcard.arena.event.rated import result
from cutcard.games import game
from cutcard.games.poker import event as staging
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng

REBUYS = {"rebuys": 1, "rebuy_levels": 2, "rebuy_price": 50, "rebuy_stack": 800, "buy_in": 100}


def test_T13_who_cannot_pay_is_out_in_the_hand_that_was_lost():
    hall = Hall(8, table_size=4, **REBUYS)
    poor, later = hall.at_table(1)[0], hall.at_table(2)[0]
    hall.beat(1, poor)
    with pytest.raises(Illegal) as no:
        hall.event.rebuy(poor, 49, hall.at)
    assert no.value.code == "NOT_ENOUGH_CHIPS"
    assert poor in hall.state.live  # asked still: somebody may lend it to them
    hall.beat(2, later)
    hall.carry(hall.event.no_rebuy(later, hall.at))
    hall.wait(10_000)
    assert (hall.player(poor).place, hall.player(later).place) == (8, 7)  # by hands, not answers
    assert hall.state.rebuys == 0


def play_out(hall):
    while hall.state.phase == "running":
        table = min(hall.deals)
        users = list(hall.deals[table].users.values())
        hall.beat(table, users[-1], by=users[0])


def test_T20_an_event_that_bots_may_enter_is_not_rated_and_another_is():
    rated, open_to_bots, with_bot = Hall(3), Hall(3, bots=True), Hall(bots=True)
    with_bot.enter("a")
    with_bot.enter("robot", bot=True)
    with_bot.wait(MINUTE * 20)
    for hall in (rated, open_to_bots, with_bot):
        assert result(hall.state, 1) is None  # nothing is, before it is over
        play_out(hall)
        assert hall.state.phase == "over"
    found = result(rated.state, 1)
    assert found.system == "openskill"
    assert found.places == (1, 2, 3)
    assert result(open_to_bots.state, 1) is None
    assert result(with_bot.state, 1) is None


def posted(variant, seats, **more):
    options = staging.options({"variant": variant}, 1000)
    stage = Stage((500,) * seats, 10, 20, ante=5, button=0, **more)
    state = game("poker").deal(options, seats, Rng.named("T21"), staging.carry(options, stage))
    state.play(NATURE, state.timers()[0].tick, state.timers()[0].due)
    hand = state.hand
    return [500 - stack - bet for stack, bet in zip(hand.stacks, hand.bets, strict=True)]


def test_T21_the_ante_is_the_big_blinds_and_in_stud_each_ones():
    assert sorted(posted("NT", 4)) == [0, 0, 0, 5]
    assert posted("F7S", 4) == [5] * 4


def raced(stacks, chip, label):
    """T31, T32 from the sentences: stacks after the race."""
    rng = Rng(sha256(SEED + label.encode("ascii")).digest())
    odd = {seat: stack % chip for seat, stack in sorted(stacks.items()) if stack % chip}
    total, drawn = sum(odd.values()), {}
    for seat in odd:
        number = rng.below(total)
        while number in drawn.values():
            number = rng.below(total)
        drawn[seat] = number
    chips = (total + chip // 2) // chip
    ranks = sorted(odd, key=lambda seat: (odd[seat], drawn[seat]), reverse=True)
    after = {seat: stack - stack % chip for seat, stack in stacks.items()}
    for seat in ranks[:chips]:
        after[seat] += chip
    return {seat: stack or chip for seat, stack in after.items()}


@pytest.mark.parametrize("apart", [[7, 7, 7], [250, -60, 30], [-980, 3, 3], [1, 1, 1]])
def test_T31_T32_an_event_colours_up_by_its_own_seed_table_and_level(apart):
    rows = (Row(10, 20, minutes=5), Row(50, 100, minutes=5, chip=100))
    hall = Hall(8, structure=rows, colour_up=True, table_size=4)
    for table in (1, 2):
        stacks = list(hall.deals[table].stage.stacks)
        seats = [seat for seat, stack in enumerate(stacks) if stack]
        for seat, more in zip(seats, apart, strict=False):
            stacks[seat] += more
            stacks[seats[3]] -= more
        hall.end(table, stacks)
    hall.wait(5 * MINUTE)
    for table in (1, 2):
        before = {s: x for s, x in enumerate(hall.deals[table].stage.stacks) if x}
        hall.end(table)
        after = {s: x for s, x in enumerate(hall.deals[table].stage.stacks) if x}
        assert after == raced(before, 100, f"race:{table}:2")
    assert hall.state.chips() == 8000 + hall.state.raced


def test_T68_in_hand_for_hand_moves_are_decided_once_when_every_table_is_between_hands():
    hall = Hall(18, table_size=9, buy_in=100, final_size=2, hand_for_hand_from=14)
    assert hall.state.together
    assert all(table.together for table in hall.state.tables.values())
    users = hall.at_table(1)
    effects = hall.beat(1, *users[1:4], by=users[0])  # six and nine: unbalanced by three
    assert not any(isinstance(what, log.Moved | log.Out | log.Dealt) for what in writes(effects))
    effects = hall.end(2)
    kinds = [type(what).__name__ for what in writes(effects)]
    assert kinds.count("Moved") == 1
    assert kinds.index("Out") < kinds.index("Moved") < kinds.index("Dealt")
    assert kinds.count("Dealt") == 2  # and both deal at the same moment
    assert sorted(len(table.players) for table in hall.state.tables.values()) == [7, 8]


@pytest.mark.parametrize("price", [1, 7, 99_999_999_999, 10**12])
@pytest.mark.parametrize("entries", [2, 9, 63, 101, 777, 5000])
def test_T78_T79_prizes_are_the_exact_fractions_rounded_down_and_the_first_has_the_rest(
    entries, price
):
    found = payout(Takings(entries, price))
    paid, pool = len(found.prizes), entries * price
    assert sum(found.prizes) == pool
    if entries > 100:
        assert paid == -(-entries * 15 // 100)
        weights = [Fraction(1, 2 * place + 1) for place in range(1, paid + 1)]
        exact = [pool * weight / sum(weights) for weight in weights]
        assert list(found.prizes[1:]) == [value.__floor__() for value in exact[1:]]
    assert list(found.prizes) == sorted(found.prizes, reverse=True)


def test_T107_all_that_everybody_may_know_is_told():
    hall = Hall(
        20, buy_in=100, table_size=5, final_size=2, hand_for_hand_from=15, options={"variant": "NT"}
    )
    gone = hall.in_hand(1)[1]
    for table in sorted(hall.deals):
        hall.beat(table, gone) if table == 1 else hall.end(table)
    shown = info.info(hall.event, hall.at)
    given, told = hall.state.terms, shown.terms
    assert (told.name, told.game, told.options) == ("test", "poker", {"variant": "NT"})
    assert told.structure == given.structure
    assert shown.hand_for_hand
    assert shown.prizes == (740, 500, 340, 240, 180)
    players = {one.player_id: one for one in shown.players}
    assert len(players) == 20
    for player in hall.state.players.values():
        one = players[player.user]
        if player.user == gone:
            assert (one.table, one.seat, one.place, one.prize) == (None, None, 20, 0)
        else:
            assert (one.table, one.seat, one.stack) == (player.table, player.seat, player.stack)
    assert shown.average == 20_000 // 19
    play_out(hall)
    last = info.info(hall.event, hall.at).players
    assert sorted(one.prize for one in last if one.prize) == [180, 240, 340, 500, 740]
    spans = {(one.place, one.place_to) for one in last}  # two went out in one synchronised hand
    assert sorted(n for low, high in spans for n in range(low, high + 1)) == list(range(1, 21))


def test_T112_what_is_told_once_is_told_once_and_in_order():
    hall = Hall(10, buy_in=100)
    play_out(hall)
    order = [type(fact) for fact, user in hall.said if user is None]
    assert order[0] is facts.Started
    assert order[-1] is facts.Ended
    for kind in (facts.Started, facts.Ended, facts.EntryClosed, facts.FinalTable):
        assert order.count(kind) == 1
    outs = [fact for fact, _ in hall.said if isinstance(fact, facts.Out)]
    assert [fact.place for fact in outs] == list(range(10, 0, -1))
