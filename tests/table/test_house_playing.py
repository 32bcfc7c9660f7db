"""The house: moves, their answers, and keys sent again.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import asyncio

from cutcard.store.protocol import COMPLETED
from cutcard.table.words import Ack, Nack

from .asking import ANN, BOB, CAT, add, duel_to_end


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
        table, ann, bob = await e.table("duel", ranked=True)
        await duel_to_end(e, table, (ann, bob))
        kinds = [type(word).__name__ for word in bob.words[-3:]]
        assert kinds == ["Ack", "Update", "Notice"]
        assert [fact["type"] for fact in bob.words[-2].facts][1:] == [
            "GAME_ROUND_REVEAL",
            "GAME_END",
        ]
        assert bob.words[-1].type == "RATING_CHANGE"
        assert ann.fact_types.count("GAME_ROUND_REVEAL") == 3  # each scored once

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
            ear, user = ((ann, ANN), (bob, BOB))[e.house._floor.lives[1].table.deal.to_act[0]]
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
