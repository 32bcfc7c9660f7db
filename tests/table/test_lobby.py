"""What people may do around a match: private tables, kicks, leaving without conceding, claims."""

from __future__ import annotations

import pytest

from cutcard.store.protocol import ABANDONED, COMPLETED, PLAYING
from cutcard.table.words import Refusal, Snapshot, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")


def refused(code, call, *args, **more):
    with pytest.raises(Refusal) as no:
        call(*args, **more)
    assert no.value.code == code
    return no.value.message


async def not_let(code, waiting):
    with pytest.raises(Refusal) as no:
        await waiting
    assert no.value.code == code


def test_a_private_table_is_there_only_for_those_who_know_its_link(evening, listener):
    async def story(e):
        info = await e.house.open("pile", {}, 3, host=ANN, private=True)
        table = info.table
        await e.house.sit(table, ANN)
        link = e.house.link(table, ANN)
        assert len(link) >= 22  # 128 bits
        assert e.house.link(table, BOB) is None
        assert link not in repr(info)
        await not_let("GAME_NOT_FOUND", e.house.sit(table, BOB))
        await not_let("GAME_NOT_FOUND", e.house.sit(table, BOB, link=link[:-1]))
        missing = refused("GAME_NOT_FOUND", e.house.attach, table + 99, listener(), BOB)
        hidden = refused("GAME_NOT_FOUND", e.house.attach, table, listener(), BOB)
        assert hidden == missing.replace(str(table + 99), str(table))
        refused("GAME_NOT_FOUND", e.house.attach, table, listener(), None)
        assert e.house.find(link) == table
        assert await e.house.sit(table, BOB, link=link) == 1
        assert await e.house.sit(table, BOB) == 1  # who sits there needs no link
        e.house.attach(table, listener(), CAT, link=link)
        await e.crash()
        await e.restart()
        assert e.house.find(link) == table
        await not_let("GAME_NOT_FOUND", e.house.sit(table, CAT))
        e.house.leave(table, ANN)
        e.house.leave(table, BOB)
        await e.rest()
        refused("GAME_NOT_FOUND", e.house.find, link)
        refused("GAME_NOT_FOUND", e.house.find, "")

    evening(story)


def test_links_are_never_the_same(evening):
    async def story(e):
        links = set()
        for _ in range(20):
            info = await e.house.open("pile", {}, 2, host=ANN, private=True)
            links.add(e.house.link(info.table, ANN))
        assert len(links) == 20
        public = await e.house.open("pile", {}, 2, host=ANN)
        assert e.house.link(public.table, ANN) is None

    evening(story)


def test_the_host_sends_a_player_away_and_he_does_not_come_back(evening, listener):
    async def story(e):
        table = (await e.house.open("pile", {}, 3, host=ANN)).table
        await e.house.sit(table, ANN)
        await e.house.sit(table, BOB)
        bob = listener()
        e.house.attach(table, bob, BOB)
        await not_let("FORBIDDEN", e.house.kick(table, BOB, "ann"))
        await not_let("INVALID_REQUEST", e.house.kick(table, ANN, "ann"))
        await not_let("INVALID_PLAYER", e.house.kick(table, ANN, "cat"))
        await not_let("INVALID_PLAYER", e.house.kick(table, ANN, 7))
        await not_let("INVALID_PLAYER", e.house.kick(table, ANN, 2))
        await e.house.kick(table, ANN, "bob")
        await e.rest()
        assert bob.notices[-1] == "KICKED"
        assert [one["id"] for one in e.house.info(table).roster] == ["ann"]
        await not_let("KICKED", e.house.sit(table, BOB))
        refused("KICKED", e.house.attach, table, bob, BOB)
        refused("KICKED", e.house.attach, table, bob, BOB, watch=True)
        await e.crash()
        await e.restart()
        await not_let("KICKED", e.house.sit(table, BOB))
        assert await e.house.sit(table, CAT) == 1

    evening(story)


def test_the_host_sends_away_a_bot_and_a_spectator(evening, listener):
    async def story(e):
        table = (await e.house.open("pile", {}, 3, host=ANN, bots={2: "random"})).table
        await e.house.sit(table, ANN)
        await e.house.kick(table, ANN, 2)
        assert [one["id"] for one in e.house.info(table).roster] == ["ann"]
        ear = listener()
        e.house.attach(table, ear, CAT)
        await e.rest()
        await e.house.kick(table, ANN, "cat")
        await e.rest()
        assert ear.notices[-1] == "KICKED"
        refused("KICKED", e.house.attach, table, ear, CAT)
        heard = len(ear.words)
        await e.house.sit(table, BOB)
        await e.house.fill(table)
        await e.rest()
        assert len(ear.words) == heard
        assert e.house.info(table).status == PLAYING

    evening(story)


def test_nobody_is_sent_away_in_the_middle_of_a_match_that_has_no_leave(evening):
    async def story(e):
        table, _ann, _bob = await e.table("duel")
        await not_let("INVALID_GAME_STATE", e.house.kick(table, ANN, "bob"))
        assert len(e.house.info(table).roster) == 2
        club = (await e.house.open("club", {}, 3, host=ANN)).table
        await e.house.sit(club, ANN)
        await e.house.sit(club, BOB)
        await e.house.kick(club, ANN, "bob")  # open seating: he leaves as he would himself
        await e.rest()
        assert "bob" not in [one["id"] for one in e.house.info(club).roster]

    evening(story)


def test_to_leave_is_not_to_concede(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        await e.rest()
        e.house.leave(table, ANN)
        await e.rest()
        assert e.house.info(table).status == PLAYING
        (gone,) = bob.notice("PLAYER_DISCONNECTED")
        assert gone.payload["playerId"] == "ann"
        heard = len(ann.words)
        e.house.leave(table, ANN)  # again: nothing more happens
        await e.rest()
        assert len(bob.notice("PLAYER_DISCONNECTED")) == 1
        assert len(ann.words) == heard
        assert await e.house.sit(table, ANN) == 0
        again = listener()
        assert e.house.attach(table, again, ANN) == 0
        await e.rest()
        assert bob.notice("PLAYER_RECONNECTED")
        assert again.of(Snapshot)[0].seat == 0
        e.house.leave(table, ANN, concede=True)
        await e.rest()
        assert e.house.info(table).status == COMPLETED
        assert bob.facts[-1]["reason"] == "SURRENDER"

    evening(story)


def test_who_does_not_come_back_loses_what_is_claimed_after_two_minutes(evening):
    async def story(e):
        table, ann, bob = await e.table("memory", {"gridSize": [2, 2]})
        seat = e.house.peek(table).deal.to_act[0]
        gone, there = ((ann, ANN), (bob, BOB)) if seat == 0 else ((bob, BOB), (ann, ANN))
        refused("INVALID_GAME_STATE", e.house.claim, table, there[1])
        e.house.detach(gone[0])
        await e.rest()
        assert there[0].notice("PLAYER_DISCONNECTED")[0].payload["graceMs"] == 120_000
        assert "Wait another 120 s" in refused("INVALID_GAME_STATE", e.house.claim, table, there[1])
        await e.turn(120_000)
        refused("INVALID_GAME_STATE", e.house.claim, table, gone[1])
        refused("INVALID_PLAYER", e.house.claim, table, CAT)
        e.house.claim(table, there[1])
        await e.rest()
        assert e.house.info(table).status in (COMPLETED, ABANDONED)
        refused("INVALID_GAME_STATE", e.house.claim, table, there[1])

    evening(story)


def test_where_a_clock_runs_it_decides_and_not_a_claim(evening):
    async def story(e):
        table, ann, _bob = await e.table("pile", {"turnMs": 500_000})
        e.house.detach(ann)
        await e.turn(200_000)
        assert "clock" in refused("INVALID_GAME_STATE", e.house.claim, table, BOB)

    evening(story)


def test_ready_and_sitting_out_are_the_games_own_moves(evening):
    async def story(e):
        table, _ann, bob = await e.table("duel")
        seq = bob.seq
        assert e.house.gesture(table, ANN, "ready", "start") == "ready"
        await e.rest()
        assert bob.seq == seq + 1
        refused("INVALID_GAME_STATE", e.house.gesture, table, ANN, "ready", "start")
        refused("INVALID_GAME_STATE", e.house.gesture, table, ANN, "sit_out", "auto")
        refused("INVALID_PLAYER", e.house.gesture, table, CAT, "ready")

    evening(story)


def test_a_player_who_only_watches_is_away_from_his_seat(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("duel")
        assert e.house.attach(table, ann, ANN, watch=True) is None
        await e.rest()
        assert bob.notice("PLAYER_DISCONNECTED")[0].payload["playerId"] == "ann"
        assert ann.of(Snapshot)[-1].seat is None
        assert e.house.attach(table, ann, ANN) == 0
        await e.rest()
        assert bob.notice("PLAYER_RECONNECTED")
        assert User("ann", "Other") == ANN
        assert (User("ann", "Other") != ANN) is False

    evening(story)


def test_a_seat_is_kept_two_minutes_for_who_is_gone_before_the_match(evening, listener):
    async def story(e):
        table = (await e.house.open("pile", {}, 3, host=ANN)).table
        ears = {}
        for user in (ANN, BOB, CAT)[:2]:
            await e.house.sit(table, user)
            ears[user] = listener()
            e.house.attach(table, ears[user], user)
        e.house.detach(ears[BOB])
        await e.turn(119_000)
        back = listener()
        e.house.attach(table, back, BOB)
        await e.turn(10_000)
        assert len(e.house.info(table).roster) == 2  # he came back in time
        e.house.detach(back)
        await e.turn(60_000)
        await e.crash()
        await e.restart()
        await e.turn(119_999)
        assert len(e.house.info(table).roster) == 2
        ear = listener()
        e.house.attach(table, ear, ANN)
        await e.turn(1)
        assert [one["id"] for one in e.house.info(table).roster] == ["ann"]
        assert ear.notices[-1] == "ROSTER"
        await e.house.sit(table, CAT)
        cat = listener()
        e.house.attach(table, cat, CAT)
        await e.rest()
        came_back = [word.payload["seat"] for word in ear.notice("PLAYER_RECONNECTED")]
        assert came_back == [0]  # on seat 1 it is another who sits there now

    evening(story)


def test_where_people_come_and_go_a_seat_is_kept_ten_minutes(evening, listener):
    async def story(e):
        club = (await e.house.open("club", {}, 3, host=ANN)).table
        ears = {}
        for user in (ANN, BOB):
            await e.house.sit(club, user)
            ears[user] = listener()
            e.house.attach(club, ears[user], user)
        await e.rest()
        e.house.detach(ears[BOB])
        await e.turn(599_000)
        assert BOB in e.house.roster(club)
        await e.turn(1_000)
        assert BOB not in e.house.roster(club) or 1 in e.house._floor.lives[club].leaving

    evening(story)
