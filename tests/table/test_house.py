"""The house: opening, sitting, listening, bots, rematch, leaving, the end of the day.

Numbers such as A18 and B22 are those of rules/duel.md.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from hashlib import sha256

import pytest

from cutcard.store.protocol import ABANDONED, COMPLETED, PLAYING, WAITING
from cutcard.table.house import House, new_seed
from cutcard.table.words import Ack, Nack, Refusal, Snapshot, Update, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code
    return no.value.message


def add(e, table, ear, user, count=1, key=None, seq=None):
    e.house.ask(table, None, ear, user, "add", {"count": count}, key, seq)


async def duel_to_end(e, table, ears, rounds=3):
    """Both get ready and pick what is free; the last round ends it."""
    for ear, user in zip(ears, (ANN, BOB), strict=True):
        e.house.ask(table, None, ear, user, "ready", {}, "ready")
    for number in range(1, rounds + 1):
        for seat, (ear, user) in enumerate(zip(ears, (ANN, BOB), strict=True)):
            move = {"cardIndex": 2 * number + seat, "roundNumber": number}
            e.house.ask(table, None, ear, user, "card_play", move, f"r{number}")
        await e.rest()
        await e.turn(3000)


# Opening and sitting


def test_A12_a_created_game_is_saved_waiting_and_registered(evening):
    async def story(e):
        info = await e.house.open("duel", {"mode": "QUICK"}, host=ANN, name="Den")
        assert (info.table, info.match, info.status) == (1, "1-1", WAITING)
        saved = await e.store.load(1)
        assert saved.match.status == WAITING
        assert saved.table.name == "Den"
        assert e.house.info(1) == info
        assert [other.table for other in e.house.tables()] == [1]

    evening(story)


def test_A12_failure_is_Failed_to_create_game(evening):
    async def story(e):
        e.store.fails = 1
        message = await refused("GAME_ERROR", e.house.open("duel", {}, host=ANN))
        assert message == "Failed to create game"
        assert e.house.tables() == []
        assert (await e.house.open("duel", {}, host=ANN)).status == WAITING

    evening(story)


def test_what_cannot_be_opened_is_refused(evening):
    async def story(e):
        open_ = e.house.open
        assert "there are" in await refused("INVALID_REQUEST", open_("chess", {}, host=ANN))
        assert "not 3" in await refused("INVALID_REQUEST", open_("duel", {}, 3, host=ANN))
        await refused("INVALID_REQUEST", open_("duel", {"maxRounds": 99}, host=ANN))
        await refused("INVALID_REQUEST", open_("pile", {}, 2, host=ANN, bots={0: "nobody"}))
        await refused("INVALID_REQUEST", open_("pile", {}, 2, host=ANN, bots={7: "random"}))
        assert e.house.tables() == []

    evening(story)


def test_A13_an_unknown_game_is_not_found(evening, listener):
    async def story(e):
        with pytest.raises(Refusal, match="Game session not found: 99"):
            e.house.info(99)
        with pytest.raises(Refusal, match="Game session not found"):
            e.house.attach(99, listener(), ANN)
        await refused("GAME_NOT_FOUND", e.house.sit(99, ANN))

    evening(story)


def test_B18_a_move_at_an_unknown_game_is_answered_GAME_NOT_FOUND(evening, listener):
    async def story(e):
        ear = listener()
        e.house.ask(99, "99-1", ear, ANN, "add", {"count": 1}, "k")
        e.house.ask(98, None, ear, ANN, "add", {"count": 1})
        await e.rest()
        assert [word.code for word in ear.answers] == ["GAME_NOT_FOUND"] * 2
        assert ear.answer("k").message == "Game session not found: 99-1"

    evening(story)


def test_sitting_takes_the_seat_asked_for_or_the_first_free_one(evening, listener):
    async def story(e):
        await e.house.open("pile", {}, 3, host=ANN)
        assert await e.house.sit(1, ANN, 1) == 1
        assert await e.house.sit(1, ANN) == 1  # the one he has
        await refused("SEAT_TAKEN", e.house.sit(1, BOB, 1))
        await refused("INVALID_REQUEST", e.house.sit(1, BOB, 3))
        assert await e.house.sit(1, BOB) == 0
        assert e.house.info(1).status == WAITING
        assert await e.house.sit(1, CAT) == 2
        assert e.house.info(1).status == PLAYING
        await refused("TABLE_FULL", e.house.sit(1, User("dan", "Dan")))
        assert [user.id for user in e.house.roster(1)] == ["bob", "ann", "cat"]

    evening(story)


def test_before_the_deal_a_table_shows_an_empty_view_and_then_one_more_update(evening, listener):
    async def story(e):
        await e.house.open("pile", {}, 2, host=ANN)
        await e.house.sit(1, ANN)
        ear = listener("Ann")
        assert e.house.attach(1, ear, ANN) == 0
        await e.rest()
        (snapshot,) = ear.of(Snapshot)
        assert (snapshot.seq, snapshot.view, snapshot.seat) == (0, {}, 0)
        assert snapshot.info["status"] == WAITING
        e.house.ask(1, None, ear, ANN, "add", {"count": 1}, "early")
        await e.house.sit(1, BOB)
        await e.rest()
        assert ear.answer("early").code == "INVALID_GAME_STATE"
        assert [word.seq for word in ear.of(Update)] == [1, 2]
        assert "ROSTER" in ear.notices
        assert ear.view["begun"]

    evening(story)


# Playing


def test_A14_a_move_is_acknowledged_under_its_key(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, "1-1", ear, user, "ready", b"{}", "go")
        move = b'{"matchId": "1-1", "cardIndex": 4, "roundNumber": 1}'
        e.house.ask(table, "1-1", ann, ANN, "card_play", move, "c1", 3)
        e.house.ask(table, "1-1", bob, BOB, "card_play", b'{"cardIndex": "x"}', "bad")
        await e.rest()
        ack = ann.answer("c1")
        assert isinstance(ack, Ack)
        assert (ack.move, ack.match, ack.payload["cardIndex"]) == ("card_play", "1-1", 4)
        assert bob.answer("bad").code == "INVALID_REQUEST"

    evening(story)


def test_A23_who_has_no_seat_is_refused_INVALID_PLAYER(evening, listener):
    async def story(e):
        table, *_ = await e.table()
        ear = listener()
        add(e, table, ear, CAT, key="k")
        await e.rest()
        assert (ear.answer("k").code, ear.answer("k").message) == (
            "INVALID_PLAYER",
            "Player not in this game",
        )

    evening(story)


def test_A15_A16_the_reveal_follows_the_second_card_and_the_next_round_after_3_s(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        for ear, user, card in ((ann, ANN, 3), (bob, BOB, 4)):
            e.house.ask(table, None, ear, user, "card_play", {"cardIndex": card, "roundNumber": 1})
        await e.rest()
        assert ann.fact_types.count("GAME_ROUND_REVEAL") == 1
        assert bob.fact_types.count("GAME_ROUND_START") == 1
        await e.turn(2999)
        assert bob.fact_types.count("GAME_ROUND_START") == 1
        await e.turn(1)
        assert bob.fact_types.count("GAME_ROUND_START") == 2

    evening(story)


def test_B11_B12_B26_the_order_is_ack_reveal_end_then_the_rating(evening):
    async def story(e):
        table, ann, bob = await e.table("duel", {"maxRounds": 1})
        await duel_to_end(e, table, (ann, bob), 1)
        kinds = [type(word).__name__ for word in bob.words[-3:]]
        assert kinds == ["Ack", "Update", "Notice"]
        assert [fact["type"] for fact in bob.words[-2].facts][1:] == [
            "GAME_ROUND_REVEAL",
            "GAME_END",
        ]
        assert bob.words[-1].type == "RATING_CHANGE"
        assert ann.fact_types.count("GAME_ROUND_REVEAL") == 1  # scored once

    evening(story)


def test_A17_at_the_end_the_match_is_saved_COMPLETED_and_its_table_goes(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("duel")
        await duel_to_end(e, table, (ann, bob))
        row = await e.store.match(table, 1)
        end = ann.facts[-1]
        winner = end["winnerId"]
        assert row.status == COMPLETED
        assert row.winner == ("tie" if winner == "tie" else ("ann", "bob")[winner])
        assert row.completed > row.started
        assert row.reason == "COMPLETED"
        assert e.house.info(table).status == COMPLETED
        await e.turn(30_000)
        assert e.house.tables() == []
        assert "TABLE_CLOSED" in ann.notices
        assert await e.store.unfinished() == []

    evening(story)


def test_A22_a_game_is_started_once(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {}, "first")
        e.house.ask(table, None, ann, ANN, "ready", {}, "second")
        await e.rest()
        assert ann.answer("second").message == "Game already started"
        assert await e.house.sit(table, ANN) == 0  # sitting again starts nothing either
        assert e.house.info(table).match == "1-1"

    evening(story)


def test_A24_A45_two_plays_at_one_moment_both_count(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        await e.rest()

        async def pick(ear, user, card):
            move = {"cardIndex": card, "roundNumber": 1}
            e.house.ask(table, None, ear, user, "card_play", move, "pick", ear.seq)

        await asyncio.gather(pick(ann, ANN, 1), pick(bob, BOB, 2))
        await e.rest()
        assert isinstance(ann.answer("pick"), Ack)
        assert isinstance(bob.answer("pick"), Ack)
        assert ann.view["roundStatus"] == "ROUND_COMPLETE"
        assert ann.view == bob.view | {"players": ann.view["players"]}

    evening(story)


def test_B15_past_the_last_round_nothing_starts(evening):
    async def story(e):
        table, ann, bob = await e.table("duel", {"maxRounds": 2})
        await duel_to_end(e, table, (ann, bob), 2)
        await e.turn(20_000)
        assert ann.fact_types.count("GAME_ROUND_START") == 2
        assert ann.fact_types[-1] == "GAME_END"

    evening(story)


def test_B16_a_game_starts_when_both_are_ready(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        e.house.ask(table, None, ann, ANN, "ready", {})
        await e.rest()
        assert "GAME_START" not in ann.fact_types
        e.house.ask(table, None, bob, BOB, "ready", {})
        await e.rest()
        assert ann.fact_types[-2:] == ["GAME_START", "GAME_ROUND_START"]

    evening(story)


def test_the_same_key_gets_the_same_answer_after_a_crash(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 6, "deals": 40, "turnMs": 10**6})
        for n in range(60):
            ear, user = ((ann, ANN), (bob, BOB))[e.house._floor.places[1].table.deal.to_act[0]]
            add(e, table, ear, user, 3, f"k{n}")
        await e.rest()
        given = {word.key: word for word in (*ann.answers, *bob.answers)}
        assert len(given) == 60
        await e.crash()
        await e.restart()
        again = {}
        for who, user in ((ann, ANN), (bob, BOB)):
            ear = again[user.id] = listener()
            for word in who.answers:
                add(e, table, ear, user, 1, word.key)
        await e.rest()
        heard = {word.key: word for ear in again.values() for word in ear.answers}
        assert heard == given

    evening(story)


def test_a_key_is_still_answered_after_its_table_is_closed(evening, listener):
    async def story(e):
        table, ann, _ = await e.table("pile", {"target": 3})
        add(e, table, ann, ANN, 3, "last")
        await e.rest()
        await e.turn(30_000)
        assert e.house.tables() == []
        late = listener()
        add(e, table, late, ANN, 3, "last")
        add(e, table, late, BOB, 3, "last")
        await e.rest()
        assert ann.answer("last") in late.answers
        assert [word.code for word in late.of(Nack)] == ["GAME_NOT_FOUND"]

    evening(story)


def test_a_key_is_at_most_128_characters(evening):
    async def story(e):
        table, ann, _ = await e.table()
        add(e, table, ann, ANN, 1, "k" * 129)
        add(e, table, ann, ANN, 1, "k" * 128)
        await e.rest()
        assert [type(word) for word in ann.answers] == [Nack, Ack]

    evening(story)


# Listening


def test_spectators_hear_the_public_part_and_need_leave(evening, listener):
    async def story(e):
        table, ann, _bob = await e.table()
        one, two = listener(), listener()
        assert e.house.attach(table, one, None) is None
        assert e.house.attach(table, two, CAT) is None
        add(e, table, ann, ANN, 2)
        await e.rest()
        assert one.words[-1] is two.words[-1]  # one instance for all
        assert "secret" not in one.view
        assert "SECRET" not in one.fact_types
        assert e.house.info(table).spectators == 2
        add(e, table, one, CAT, 1, "mine")
        await e.rest()
        assert one.answer("mine").code == "INVALID_PLAYER"
        shut = await e.house.open("pile", {}, 2, host=ANN, watchable=False)
        with pytest.raises(Refusal) as no:
            e.house.attach(shut.table, one, CAT)
        assert no.value.code == "NOT_WATCHABLE"
        assert e.house.attach(shut.table, one, ANN) is None  # its host may

    evening(story)


def test_a_second_ear_on_the_seat_closes_the_first(evening, listener):
    async def story(e):
        table, ann, bob = await e.table()
        phone = listener("phone")
        e.house.attach(table, phone, ANN, ann.seq)
        add(e, table, phone, ANN, 2)
        await e.rest()
        assert ann.words[-1].type == "REPLACED"
        assert phone.view["pile"] == 2
        assert "PLAYER_DISCONNECTED" not in bob.notices
        e.house.detach(ann)  # the first's goodbye changes nothing
        await e.rest()
        assert "PLAYER_DISCONNECTED" not in bob.notices

    evening(story)


def test_going_and_coming_back_is_told_and_played_where_the_game_has_asides(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"turnMs": 5000})
        e.house.detach(bob)
        await e.rest()
        (gone,) = ann.notice("PLAYER_DISCONNECTED")
        assert gone.payload == {"seat": 1, "playerId": 1, "graceMs": 120_000}  # no clock is his
        assert ann.view["away"] == (1,)
        e.house.detach(ann)
        await e.rest()
        again = listener("Bob again")
        again.seq, again.view = bob.seq, bob.view
        e.house.attach(table, again, BOB, bob.seq)
        await e.rest()
        assert again.view["away"] == (0,)
        assert next(word.seq for word in again.of(Update)) == bob.seq + 1
        back = listener("Ann again")
        e.house.attach(table, back, ANN)
        await e.rest()
        assert again.notice("PLAYER_RECONNECTED")[-1].payload["playerId"] == 0

    evening(story)


def test_the_grace_of_who_is_gone_is_what_his_clock_has_left(evening):
    async def story(e):
        _table, ann, bob = await e.table("pile", {"turnMs": 5000})
        await e.turn(2000)
        e.house.detach(ann)
        await e.rest()
        assert bob.notice("PLAYER_DISCONNECTED")[0].payload["graceMs"] == 3000

    evening(story)


def test_who_comes_back_hears_the_updates_he_missed_or_a_snapshot(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 1000, "turnMs": 10})
        e.house.detach(bob)
        await e.turn(300)
        back = listener("back")
        back.seq, back.view = bob.seq, bob.view
        e.house.attach(table, back, BOB, bob.seq)
        await e.rest()
        assert not back.of(Snapshot)
        assert back.view == ann.view | {"secret": back.view["secret"]}
        assert back.of(Update)[0].clock is None
        e.house.detach(back)
        await e.turn(200)
        assert e.house.resync(table, ann, ann.seq - 5) == 5
        assert e.house.resync(table, ann, ann.seq) == 0
        assert e.house.resync(table, ann, None) == 0
        await e.rest()
        assert len(ann.of(Snapshot)) == 3
        with pytest.raises(Refusal):
            e.house.resync(table, back, 1)

    evening(story)


def test_an_ear_that_fails_disturbs_nobody(evening, listener, caplog):
    class Broken:
        def hear(self, word):
            raise RuntimeError("planted")

    async def story(e):
        table, ann, bob = await e.table()
        e.house.attach(table, Broken(), None)
        with caplog.at_level(logging.CRITICAL):
            add(e, table, ann, ANN, 2, "k")
            await e.rest()
        assert isinstance(ann.answer("k"), Ack)
        assert bob.view["pile"] == 2

    evening(story)


def test_legal_moves_come_with_updates_where_asked(evening, listener):
    async def story(e):
        table, _ann, bob = await e.table()
        ear = listener()
        e.house.attach(table, ear, ANN, None, legal=2)
        await e.rest()
        assert [move["count"] for move in ear.of(Snapshot)[0].legal] == [1, 2]
        add(e, table, ear, ANN)
        await e.rest()
        assert ear.of(Update)[-1].legal == []
        assert bob.of(Update)[-1].legal is None

    evening(story)


# Bots


def test_bots_fill_empty_seats_and_play_a_match_to_its_end(evening, listener):
    async def story(e):
        info = await e.house.open("duel", {"mode": "HAND"}, host=ANN)
        ear = listener()
        e.house.attach(info.table, ear, None)
        await e.house.fill(info.table, "random")
        for _ in range(4):
            await e.turn(3000)
        assert ear.fact_types[-1] == "GAME_END"
        assert all(player["bot"] for player in e.house.info(1).roster)
        assert "RATING_CHANGE" not in ear.notices  # bots are not rated
        assert (await e.store.match(1, 1)).status == COMPLETED

    evening(story)


def test_a_bot_thinks_before_it_moves(evening, listener):
    async def story(e):
        ann = listener("Ann")
        info = await e.house.open("pile", {"turnMs": 10**6}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        e.house.attach(info.table, ann, ANN)
        await e.rest()
        add(e, info.table, ann, ANN)
        await e.rest()
        assert ann.view["turn"] == 1
        await e.turn(399)
        assert ann.view["turn"] == 1
        await e.turn(201)
        assert ann.view["turn"] == 0

    evening(story, bot_delay=(400, 600))


def test_a_bot_remembers_after_a_crash(evening, monkeypatch):
    heard = []

    class Remembers:
        def __init__(self):
            self.facts = []
            heard.append(self)

        def hear(self, facts):
            self.facts += [type(fact).__name__ for fact in facts]

        def choose(self, view, legal, asides, world, rng):
            assert world(rng).view(1) is not None
            return legal[0]

    monkeypatch.setattr("cutcard.table.place.make_bot", lambda game, name: Remembers())

    async def story(e):
        info = await e.house.open("pile", {"turnMs": 10**6}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        await e.rest()
        assert heard[0].facts == ["Started", "Secret"]
        await e.crash()
        await e.restart()
        assert heard[1].facts == ["Started", "Secret"]

    evening(story)


def test_a_bot_that_fails_plays_the_first_legal_move(evening, monkeypatch, caplog):
    class Confused:
        def choose(self, view, legal, asides, world, rng):
            raise RuntimeError("planted")

    monkeypatch.setattr("cutcard.table.place.make_bot", lambda game, name: Confused())

    async def story(e):
        info = await e.house.open("pile", {}, 2, host=ANN, bots={0: "random", 1: "random"})
        with caplog.at_level(logging.CRITICAL):
            await e.rest()
        assert e.house.info(info.table).status == COMPLETED

    evening(story)


def test_A1_a_session_lives_from_waiting_to_its_end(evening):
    async def story(e):
        info = await e.house.open("duel", {"maxRounds": 1}, host=ANN)
        seen = [info.status]
        await e.house.sit(1, ANN)
        await e.house.sit(1, BOB)
        seen.append(e.house.info(1).status)
        e.house.leave(1, BOB, concede=True)  # before its start: abandoned by the rules
        await e.rest()
        seen.append(e.house.info(1).status)
        e.house.rematch(1, ANN)
        e.house.rematch(1, BOB)
        seen.append(e.house.info(1).status)
        await e.turn(60_000)
        assert seen == [WAITING, PLAYING, ABANDONED, PLAYING]
        await e.turn(30_000)
        assert e.house.tables() == []

    evening(story)


def test_B5_the_commitment_told_at_the_start_fits_the_seed_told_at_the_end(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        await duel_to_end(e, table, (ann, bob))
        facts = {fact["type"]: fact for fact in ann.facts}
        seed = bytes.fromhex(facts["GAME_END"]["seed"])
        assert facts["GAME_START"]["commitment"] == sha256(seed).hexdigest()
        assert ann.of(Snapshot)[0].info["commitment"] == sha256(seed).hexdigest()
        before = [word for word in ann.words if isinstance(word, Update)][:-1]
        assert seed.hex() not in repr(before)

    evening(story)


def test_B23_seeds_come_from_the_systems_own_chance_and_are_logged(evening):
    async def story(e):
        assert len({new_seed() for _ in range(100)}) == 100
        assert {len(new_seed())} == {32}
        table, *_ = await e.table("duel")
        header = (await e.store.deal(table, 1)).header
        assert (len(header.seed), header.commitment) == (32, sha256(header.seed).digest())

    evening(story)
    assert inspect.signature(House).parameters["seeds"].default is new_seed


# Leaving, rematch, clean-up


def test_leaving_before_the_match_frees_the_seat_and_the_last_one_closes_the_table(evening):
    async def story(e):
        await e.house.open("pile", {}, 3, host=ANN)
        await e.house.sit(1, ANN)
        await e.house.sit(1, BOB)
        e.house.leave(1, BOB)
        await e.rest()
        assert [player["id"] for player in e.house.info(1).roster] == ["ann"]
        assert [row.user for row in (await e.store.load(1)).seats] == ["ann", None]
        assert await e.house.sit(1, CAT) == 1
        e.house.leave(1, ANN)
        e.house.leave(1, CAT)
        await e.rest()
        assert e.house.tables() == []
        with pytest.raises(Refusal):
            e.house.leave(1, CAT)

    evening(story)


def test_B22_conceding_a_match_surrenders_it(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        e.house.leave(table, ANN, concede=True)
        await e.rest()
        end = bob.facts[-1]
        assert (end["type"], end["winnerId"], end["reason"]) == ("GAME_END", 1, "SURRENDER")

    evening(story)


def test_a_match_nobody_may_concede_is_left_only_alone(evening):
    async def story(e):
        table, _ann, _bob = await e.table("duel", {"allowSurrender": False})
        with pytest.raises(Refusal) as no:
            e.house.leave(table, ANN, concede=True)
        assert no.value.code == "CANNOT_LEAVE"
        info = await e.house.open("duel", {"allowSurrender": False}, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        e.house.leave(info.table, ANN, concede=True)
        await e.rest()
        assert (await e.store.match(info.table, 1)).status == ABANDONED

    evening(story)


def test_B22_a_rematch_within_30_s_is_a_new_match_at_the_same_table(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3})
        with pytest.raises(Refusal, match="not over"):
            e.house.rematch(table, ANN)
        add(e, table, ann, ANN, 3, "k")
        await e.rest()
        e.house.rematch(table, ANN)
        await e.turn(29_000)
        (offer,) = bob.notice("REMATCH_OFFERED")
        assert offer.payload == {"seat": 0, "playerId": 0, "inMs": 30_000}
        seq = ann.seq
        e.house.rematch(table, BOB, True)
        await e.rest()
        assert ann.seq == seq + 2  # one more update, and what is due at 0
        await e.turn(2_000)
        assert e.house.info(table).match == "1-2"
        assert [row.status for row in (await e.store.match(1, 1), await e.store.match(1, 2))] == [
            COMPLETED,
            PLAYING,
        ]
        add(e, table, ann, ANN, 3, "k")  # the same key, answered as before
        await e.rest()
        assert ann.answers[-1] == ann.answers[0]

    evening(story)


def test_B22_rematch_refused_declined_and_too_late(evening):
    async def story(e):
        table, ann, _ = await e.table("pile", {"target": 3, "allowRematch": False})
        add(e, table, ann, ANN, 3)
        await e.rest()
        with pytest.raises(Refusal) as no:
            e.house.rematch(table, ANN)
        assert no.value.code == "REMATCH_DISABLED"
        table, ann, _bob = await e.table("pile", {"target": 3})
        add(e, table, ann, ANN, 3)
        await e.rest()
        e.house.rematch(table, ANN)
        e.house.rematch(table, BOB, False)
        await e.rest()
        assert "REMATCH_DECLINED" in ann.notices
        e.house.leave(table, BOB)
        with pytest.raises(Refusal, match="has left"):
            e.house.rematch(table, ANN)
        await e.turn(30_000)
        with pytest.raises(Refusal) as gone:
            e.house.rematch(table, ANN)
        assert gone.value.code == "GAME_NOT_FOUND"

    evening(story)


def test_a_bot_agrees_to_every_rematch(evening, listener):
    async def story(e):
        info = await e.house.open("pile", {"target": 3}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        ear = listener()
        add(e, info.table, ear, ANN, 3)
        await e.rest()
        e.house.rematch(info.table, ANN)
        assert e.house.info(info.table).match == "1-2"

    evening(story)


def test_A18_B17_a_table_without_a_move_for_30_min_is_cleaned_up(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"turnMs": 10**9})
        await e.turn(29 * 60_000)
        add(e, table, ann, ANN, 1)
        await e.turn(29 * 60_000)
        assert len(e.house.tables()) == 1
        for _ in range(2):
            await e.turn(60_000)
        assert e.house.tables() == []
        assert (await e.store.match(table, 1)).status == ABANDONED
        assert (await e.store.match(table, 1)).completed is not None
        assert bob.notice("GAME_ABANDONED")[0].payload == {"reason": "No move for 30 minutes"}
        assert "RATING_CHANGE" not in bob.notices
        assert await e.store.unfinished() == []

    evening(story)


def test_B17_bots_and_clocks_alone_do_not_keep_a_table(evening):
    async def story(e):
        await e.house.open("pile", {"target": 1000, "deals": 10**6, "turnMs": 60_000}, 2, host=ANN)
        await e.house.sit(1, ANN)
        await e.house.sit(1, BOB)
        for _ in range(32):
            await e.turn(60_000)
        assert e.house.tables() == []

    evening(story)


def test_a_match_its_rules_abandon_is_saved_ABANDONED(evening):
    async def story(e):
        table, ann, _bob = await e.table("duel")
        await e.turn(60_000)  # nobody got ready
        assert (ann.fact_types[-1], ann.facts[-1]["reason"]) == ("GAME_ABANDONED", "NOT_READY")
        assert len(ann.facts[-1]["seed"]) == 64
        row = await e.store.match(table, 1)
        assert (row.status, row.winner) == (ABANDONED, None)
        assert "RATING_CHANGE" not in ann.notices

    evening(story)


# Ratings and statistics


def test_A43_B20_a_rated_match_of_two_people_changes_both_ratings(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3})
        add(e, table, ann, ANN, 3)
        await e.rest()
        (change,) = bob.notice("RATING_CHANGE")
        assert change.payload == {
            "winnerId": 0,
            "ratings": {
                "0": {"old": 1200, "new": 1210, "change": 10},
                "1": {"old": 1200, "new": 1190, "change": -10},
            },
        }
        standings = await e.store.standings("pile", ["ann", "bob"])
        assert (standings["ann"].rating, standings["ann"].games) == (1210.0, 1)
        e.house.rematch(table, ANN)
        e.house.rematch(table, BOB)
        add(e, table, ann, ANN, 3)
        await e.rest()
        assert ann.notice("RATING_CHANGE")[1].payload["ratings"]["0"]["old"] == 1210

    evening(story)


def test_matches_alone_against_bots_or_of_three_are_not_rated(evening):
    async def story(e):
        three, *ears = await e.table("pile", {"target": 3}, (ANN, BOB, CAT))
        add(e, three, ears[0], ANN, 3)
        alone, ann = await e.table("pile", {"target": 3}, (ANN,))
        add(e, alone, ann, ANN, 3)
        info = await e.house.open("pile", {"target": 3}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        add(e, info.table, ann, ANN, 3)
        await e.rest()
        assert await e.store.standings("pile", ["ann", "bob", "cat"]) == {}

    evening(story)


def test_A19_statistics_count_and_outlive_a_restart(evening):
    async def story(e):
        table, ann, _bob = await e.table("pile", {"target": 3})
        await e.turn(500)
        add(e, table, ann, ANN, 3)
        await e.rest()
        await e.table("pile", {"turnMs": 10**9})
        await e.house.open("pile", {}, 2, host=ANN)
        expected = {
            "activeGames": 1,
            "totalGamesCreated": 3,
            "averageGameDuration": 500.0,
            "gamesCompletedToday": 1,
        }
        assert e.house.stats() == expected
        await e.crash()
        await e.restart()
        assert e.house.stats() == expected
        e.clock.ms += 86_400_000
        assert e.house.stats()["gamesCompletedToday"] == 0

    evening(story)


# The end of the day


def test_B19_a_stopping_server_tells_loses_nothing_and_resumes_clocks_included(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"turnMs": 10_000})
        add(e, table, ann, ANN, 2, "k")
        await e.turn(4_000)
        await e.house.stop()
        assert ann.words[-1].type == "SERVER_SHUTDOWN"
        assert "inMs" in ann.words[-1].payload
        add(e, table, ann, ANN, 2, "late")
        assert ann.answer("late").code == "SERVER_SHUTTING_DOWN"
        await refused("SERVER_SHUTTING_DOWN", e.house.open("pile", {}, host=ANN))
        await e.store.close()
        e.clock.ms += 3_600_000  # down for an hour
        await e.restart()
        back = listener("back")
        back.seq, back.view = bob.seq, bob.view
        e.house.attach(table, back, BOB, bob.seq)
        await e.rest()
        await e.turn(5_900)
        assert back.view["turn"] == 1  # 9.9 of his 10 s are gone
        await e.turn(100)
        assert back.view["turn"] == 0

    evening(story)


def test_B19_A20_abandon_on_stop_ends_every_game_as_the_spec_says(evening):
    async def story(e):
        table, ann, _bob = await e.table("pile")
        await e.house.open("pile", {}, 2, host=CAT)
        began = asyncio.get_running_loop().time()
        await e.house.stop(abandon=True)
        assert asyncio.get_running_loop().time() - began < 10
        assert ann.notice("GAME_ABANDONED")[0].payload == {"reason": "Server shutdown"}
        row = await e.store.match(table, 1)
        assert (row.status, row.reason) == (ABANDONED, "Server shutdown")
        assert row.completed is not None
        assert "RATING_CHANGE" not in ann.notices
        assert await e.store.unfinished() == []
        await e.store.close()
        await e.restart()
        assert e.house.tables() == []

    evening(story)


def test_after_a_crash_every_table_goes_on_where_it_was(evening, listener):
    async def story(e):
        tables = [await e.table("duel", {"maxRounds": 5}) for _ in range(5)]
        for table, ann, bob in tables:
            for ear, user in ((ann, ANN), (bob, BOB)):
                e.house.ask(table, None, ear, user, "ready", {}, "go")
            move = {"cardIndex": table, "roundNumber": 1}
            e.house.ask(table, None, ann, ANN, "card_play", move, "c")
        await e.rest()
        await e.crash()
        e.clock.ms += 10**7
        await e.restart()
        assert [info.seq for info in e.house.tables()] == [ann.seq for _, ann, _ in tables]
        for table, ann, bob in tables:
            again = listener()
            again.seq, again.view = ann.seq, ann.view
            e.house.attach(table, again, ANN, ann.seq)
            move = {"cardIndex": 40, "roundNumber": 1}
            e.house.ask(table, None, bob, BOB, "card_play", move, "c")
            await e.rest()
            assert again.fact_types[-1] == "GAME_ROUND_REVEAL"
            assert again.words[0].view == ann.view

    evening(story)
