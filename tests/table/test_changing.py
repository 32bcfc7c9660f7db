"""Seats that change hands: exchanged before a match, played by a bot for who is away, taken over by
a substitute, lost by the vote of the others."""

from __future__ import annotations

import json

import pytest

from cutcard.kernel.game import NATURE
from cutcard.store.protocol import COMPLETED, PLAYING
from cutcard.table import patience
from cutcard.table.words import Refusal, Snapshot, User

from .asking import ANN, BOB, CAT, refused

DAN, EVE = User("dan", "Dan"), User("eve", "Eve")
FOUR = (ANN, BOB, CAT, DAN)


def roster(e, table=1):
    return [one["id"] for one in sorted(e.house.info(table).roster, key=lambda one: one["seat"])]


def lives(e, table=1):
    return e.house._floor.lives[table]


async def to_next_deal(e, table=1, most=400):
    """Everybody's time passes, in steps, until another deal is there."""
    number = lives(e, table).table.deal_number
    for _ in range(most):
        await e.turn(1000)
        if lives(e, table).table.deal_number != number:
            return
    raise AssertionError("the deal does not end")


def tags_of_nature(e, table=1):
    log = lives(e, table).table.deal.log
    return [json.loads(entry.move)["type"] for entry in log if entry.seat == NATURE]


async def all_auto(e, users=FOUR, table=1):
    for user in users:
        e.house.gesture(table, user, "auto")
    await e.rest()


# 托管: a bot plays for a player


def test_a_player_who_lets_the_table_play_is_played_by_the_stand_in(evening):
    async def story(e):
        _, *ears = await e.table("guandan", users=FOUR)
        await all_auto(e)
        before = lives(e).table.seq
        for _ in range(8):
            await e.turn(500)
        state = lives(e).table.deal.state
        assert lives(e).table.seq > before + 6
        assert set(tags_of_nature(e)) == {"begin", "played_for"}  # no clock ran out
        assert state.auto == [True] * 4
        assert sorted(lives(e).stand_ins) == [0, 1, 2, 3]
        assert ears[0].fact_types.count("PLAYER_AUTO_PLAYED") > 0

    evening(story, bot_delay=(100, 200))


def test_the_seat_is_taken_back_at_any_time_and_its_clock_with_it(evening):
    async def story(e):
        await e.table("guandan", users=FOUR)
        turn = lives(e).table.deal.state.turn
        await all_auto(e, [FOUR[turn]])
        assert turn in lives(e).stand_ins
        e.house.gesture(1, FOUR[turn], "back")
        await e.rest()
        assert lives(e).stand_ins == {}
        seq = lives(e).table.seq
        await e.turn(20_000)
        assert lives(e).table.seq == seq  # nobody plays for them any more
        await e.turn(10_000)
        assert tags_of_nature(e)[-1] == "expire"

    evening(story, bot_delay=(100, 200))


def test_who_is_absent_misses_one_short_turn_and_is_played_for_until_they_are_back(
    evening, listener
):
    async def story(e):
        _, *ears = await e.table("guandan", users=FOUR)
        turn = lives(e).table.deal.state.turn
        e.house.detach(ears[turn])
        await e.turn(10_001)
        state = lives(e).table.deal.state
        assert state.auto[turn]
        others = [user for seat, user in enumerate(FOUR) if seat != turn]
        await all_auto(e, others)
        for _ in range(6):
            await e.turn(500)
        entries = [json.loads(entry.move) for entry in lives(e).table.deal.log]
        assert any(one.get("seat") == turn for one in entries if one["type"] == "played_for")
        again = listener("again")
        e.house.attach(1, again, FOUR[turn])
        await e.rest()
        assert not state.auto[turn]

    evening(story, bot_delay=(100, 200))


def test_a_stand_in_goes_on_after_a_crash(evening):
    async def story(e):
        await e.table("guandan", users=FOUR)
        await all_auto(e)
        await e.turn(500)
        await e.crash()
        await e.restart()
        seq = lives(e).table.seq
        for _ in range(6):
            await e.turn(500)
        assert lives(e).table.seq > seq + 4
        assert set(tags_of_nature(e)) == {"begin", "played_for"}

    evening(story, bot_delay=(100, 200))


# Substitutes


def test_a_substitute_takes_the_seat_of_who_left_from_the_next_deal_on(evening, listener):
    async def story(e):
        _, *ears = await e.table("guandan", {"match": "deals", "deals": 2}, FOUR)
        eve = listener("Eve")
        e.house.attach(1, eve, EVE, watch=True)
        await e.rest()
        with pytest.raises(Refusal, match="not without its player"):
            e.house.substitute(1, EVE, 1)
        e.house.leave(1, BOB)
        e.house.detach(ears[1])
        await e.rest()
        with pytest.raises(Refusal, match="have a seat"):
            e.house.substitute(1, ANN, 1)
        e.house.substitute(1, EVE, 1)
        await all_auto(e, (ANN, CAT, DAN))
        assert "SUBSTITUTE_WAITS" in ears[0].notices
        assert roster(e) == ["ann", "bob", "cat", "dan"]  # not before the next deal
        assert "hand" not in eve.view
        await to_next_deal(e)
        await e.turn(1)
        assert roster(e) == ["ann", "eve", "cat", "dan"]
        assert eve.of(Snapshot)[-1].seat == 1
        assert len(eve.view["hand"]) >= 26
        assert not lives(e).table.deal.state.auto[1]
        assert "SUBSTITUTED" in ears[0].notices
        # It is theirs that began it who are rated, also after a crash.
        await e.crash()
        await e.restart()
        assert roster(e) == ["ann", "eve", "cat", "dan"]
        assert [lives(e).beginner(seat) for seat in range(4)] == ["ann", "bob", "cat", "dan"]
        for _ in range(600):
            await e.turn(10_000)
            if lives(e).match.status != PLAYING:
                break
        row = await e.store.match(1, 1)
        assert row.status == COMPLETED
        assert set((row.winner or "").split(",")) <= {"ann", "bob", "cat", "dan", "tie"}

    evening(story, bot_delay=(100, 200), limit=120)


def test_who_comes_back_before_the_next_deal_keeps_the_seat(evening, listener):
    async def story(e):
        _, *ears = await e.table("guandan", {"match": "deals", "deals": 3}, FOUR)
        eve = listener("Eve")
        e.house.attach(1, eve, EVE, watch=True)
        e.house.detach(ears[1])
        await e.rest()
        with pytest.raises(Refusal, match="Wait another 120 s"):
            e.house.substitute(1, EVE, 1)
        lives(e).gone[1] -= patience.GRACE
        e.house.substitute(1, EVE, 1)
        with pytest.raises(Refusal, match="have a seat"):
            e.house.substitute(1, EVE, 1)
        back = listener("back")
        e.house.attach(1, back, BOB)
        await all_auto(e)
        await to_next_deal(e)
        await e.turn(1)
        assert roster(e)[1] == "bob"
        assert "SUBSTITUTE_GONE" in eve.notices
        with pytest.raises(Refusal, match="not waiting"):
            e.house.substitute(1, EVE, None)

    evening(story, bot_delay=(100, 200), limit=120)


def test_a_game_that_does_not_say_so_has_no_substitutes(evening, listener):
    async def story(e):
        _, _, bob = await e.table("duel")
        e.house.attach(1, listener(), EVE, watch=True)
        e.house.detach(bob)
        await e.rest()
        with pytest.raises(Refusal, match="nobody takes another's seat"):
            e.house.substitute(1, EVE, 1)

    evening(story)


# The others' vote


def test_nobody_is_kicked_from_a_match_but_by_the_vote_of_the_other_three(evening):
    async def story(e):
        _, *ears = await e.table("guandan", users=FOUR)
        await refused("INVALID_GAME_STATE", e.house.kick(1, ANN, "bob"))
        assert not await e.house.vote(1, ANN, 1)
        assert not await e.house.vote(1, CAT, 1)
        assert not await e.house.vote(1, CAT, 1, agree=False)  # changed their mind
        assert not await e.house.vote(1, DAN, 1)
        await e.rest()
        told = ears[0].notice("KICK_VOTE")[-1].payload
        assert (told["votes"], told["needed"]) == (["ann", "dan"], 3)
        assert "KICKED" not in ears[1].notices
        assert await e.house.vote(1, CAT, 1)
        await e.rest()
        assert ears[1].notices[-1] == "KICKED"
        state = lives(e).table.deal.state
        assert state.auto[1]
        assert 1 in lives(e).quit  # a substitute may come at once
        with pytest.raises(Refusal, match="sent you away"):
            await e.house.sit(1, BOB)

    evening(story, bot_delay=(10_000, 10_000))


def test_votes_that_cannot_be_cast_change_nothing(evening):
    async def story(e):
        await e.table("guandan", users=FOUR)
        await refused("INVALID_REQUEST", e.house.vote(1, ANN, 0))
        await refused("INVALID_PLAYER", e.house.vote(1, ANN, 9))
        await refused("INVALID_PLAYER", e.house.vote(1, EVE, 1))
        assert lives(e).votes == {}
        await e.table("duel")
        await refused("INVALID_GAME_STATE", e.house.vote(2, ANN, 1))  # one alone

    evening(story)


# Before a match


def test_people_choose_whom_to_sit_with_before_the_match(evening, listener):
    async def story(e):
        await e.house.open("guandan", {}, 4, host=ANN, bots={3: "steady"})
        ears = [listener(user.name) for user in (ANN, BOB)]
        for user, ear in zip((ANN, BOB), ears, strict=True):
            await e.house.sit(1, user)
            e.house.attach(1, ear, user)
        await e.rest()
        assert roster(e) == ["ann", "bob", "bot-1-3"]
        assert await e.house.take_seat(1, BOB, 2)  # free: across from Ann
        assert not await e.house.take_seat(1, ANN, 2)  # Bob's: a wish
        await e.rest()
        assert ears[1].notice("SEAT_WISHED")[-1].payload == {
            "seat": 0,
            "playerId": "ann",
            "wish": 2,
        }
        assert await e.house.take_seat(1, BOB, 0)  # and Bob wants Ann's: they swap
        assert await e.house.take_seat(1, ANN, 3)  # a bot makes way
        await e.rest()
        seats = {one["seat"]: one["id"] for one in e.house.info(1).roster}
        assert seats == {0: "bob", 2: "bot-1-3", 3: "ann"}
        assert [ear.of(Snapshot)[-1].seat for ear in ears] == [3, 0]
        assert all(one["here"] for one in e.house.info(1).roster)
        await e.crash()
        await e.restart()
        assert {one["seat"]: one["id"] for one in e.house.info(1).roster} == seats
        await e.house.sit(1, CAT)
        await e.rest()
        await refused("INVALID_GAME_STATE", e.house.take_seat(1, ANN, 0))

    evening(story, bot_delay=(10_000, 10_000))
