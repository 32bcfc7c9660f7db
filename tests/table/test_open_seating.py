"""Games whose rules wait for players themselves: sit down and leave while the table plays on."""

from __future__ import annotations

import pytest

from cutcard.store.protocol import PLAYING
from cutcard.table.words import Ack, Refusal, Snapshot, User

ANN, BOB, CAT, DAN = (User(name, name.title()) for name in ("ann", "bob", "cat", "dan"))


async def come(e, listener, user, seat=None):
    """Sits down, listens, and says so to the game."""
    got = await e.house.sit(1, user, seat)
    ear = listener(user.name)
    assert e.house.attach(1, ear, user) == got
    e.house.ask(1, None, ear, user, "sit", {}, f"sit-{user.id}")
    await e.rest()
    return ear


async def play_deal(e, ears):
    """Whoever is to act adds, until the next deal."""
    deal = e.house.peek(1).deal_number
    while e.house.peek(1).deal_number == deal:
        (seat,) = e.house.peek(1).deal.to_act
        user = e.house.roster(1)[seat]
        e.house.ask(1, None, ears[user.id], user, "add", {})
        await e.rest()


def test_the_first_deal_opens_with_the_table_and_people_come_in_by_the_games_own_move(
    evening, listener
):
    async def story(e):
        info = await e.house.open("club", {}, 3, host=ANN)
        assert (info.status, info.seq, info.roster) == (PLAYING, 1, [])
        ann = await come(e, listener, ANN)
        bob = await come(e, listener, BOB, 2)
        assert isinstance(ann.answer("sit-ann"), Ack)
        assert ann.view["members"] == (0, 2)
        assert ann.facts[-1] == {"type": "PLAYER_JOINED", "playerId": 2}
        await e.turn(100)
        assert bob.view["playing"] == (0, 2)
        cat = await come(e, listener, CAT)  # in mid-deal: dealt in from the next on
        assert cat.view["playing"] == (0, 2)
        await play_deal(e, {"ann": ann, "bob": bob})
        await e.turn(100)
        assert cat.view["playing"] == (0, 1, 2)
        with pytest.raises(Refusal) as no:
            await e.house.sit(1, DAN)
        assert no.value.code == "TABLE_FULL"

    evening(story)


def test_a_seat_held_in_this_deal_is_given_to_nobody_else_before_the_next(evening, listener):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        ears = {user.id: await come(e, listener, user) for user in (ANN, BOB, CAT)}
        await e.turn(100)
        e.house.leave(1, CAT)
        await e.rest()
        assert e.house.roster(1)[2] == CAT  # his name stands until the deal is over
        with pytest.raises(Refusal) as no:
            await e.house.sit(1, DAN, 2)
        assert no.value.code == "SEAT_TAKEN"
        ears["cat"].view = None
        while e.house.peek(1).deal_number == 1:
            (seat,) = e.house.peek(1).deal.to_act
            if seat == 2:  # these rules let him finish
                e.house.ask(1, None, ears["cat"], CAT, "add", {})
            else:
                user = e.house.roster(1)[seat]
                e.house.ask(1, None, ears[user.id], user, "add", {})
            await e.rest()
        assert e.house.roster(1)[2] is None
        dan = await come(e, listener, DAN)
        assert e.house.roster(1)[2] == DAN
        assert ears["cat"].words[-1].type == "REPLACED"
        assert dan.of(Snapshot)[0].seat == 2

    evening(story)


def test_who_left_is_gone_after_a_crash_too_and_his_seat_stays_shut_for_the_deal(evening, listener):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        for user in (ANN, BOB, CAT):
            await come(e, listener, user)
        await e.turn(100)
        e.house.leave(1, CAT)
        await e.rest()
        await e.crash()
        await e.restart()
        assert e.house.roster(1) == [ANN, BOB, None]
        with pytest.raises(Refusal):
            await e.house.sit(1, DAN)
        with pytest.raises(Refusal):
            e.house.leave(1, CAT)

    evening(story)


def test_who_comes_back_before_the_deal_is_over_keeps_his_seat(evening, listener):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        ears = {user.id: await come(e, listener, user) for user in (ANN, BOB, CAT)}
        await e.turn(100)
        e.house.leave(1, CAT)
        assert await e.house.sit(1, CAT) == 2
        await play_deal(e, ears)
        assert e.house.roster(1)[2] == CAT
        await e.crash()
        await e.restart()
        assert e.house.roster(1)[2] == CAT

    evening(story)


def test_who_never_came_in_is_off_his_seat_at_once(evening, listener):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        await e.house.sit(1, ANN)
        e.house.leave(1, ANN)
        await e.rest()
        assert e.house.roster(1) == [None] * 3
        assert await e.house.sit(1, BOB) == 0

    evening(story)


def test_a_key_of_the_deal_one_sat_down_in_is_answered_again(evening, listener):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        ann = await come(e, listener, ANN)
        await come(e, listener, BOB)
        await e.crash()
        await e.restart()
        again = listener()
        e.house.ask(1, None, again, ANN, "sit", {}, "sit-ann")
        await e.rest()
        assert again.answers == [ann.answer("sit-ann")]

    evening(story)


def test_filled_in_bots_sit_down_because_it_is_their_only_move(evening):
    async def story(e):
        await e.house.open("club", {}, 4, host=ANN)
        await e.house.fill(1, "random")
        await e.rest()
        assert [user.name for user in e.house.roster(1)] == [
            "Random",
            "Random 2",
            "Random 3",
            "Random 4",
        ]
        await e.turn(100)
        assert e.house.peek(1).deal_number > 1

    evening(story)


def test_a_table_nobody_sits_at_is_cleaned_up(evening):
    async def story(e):
        await e.house.open("club", {}, 3, host=ANN)
        for _ in range(31):
            await e.turn(60_000)
        assert e.house.tables() == []

    evening(story)
