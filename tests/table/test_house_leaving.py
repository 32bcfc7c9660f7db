"""The house: leaving, playing again, and tables nobody plays at.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import pytest

from cutcard.store.protocol import ABANDONED, COMPLETED, PLAYING
from cutcard.table.words import Refusal, User

from .asking import ANN, BOB, CAT, add

FOUR = (ANN, BOB, CAT, User("dan", "Dan"))


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
        assert offer.payload == {"seat": 0, "playerId": "ann", "inMs": 30_000}
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
        table, ann, bob = await e.table("memory", {"turnMs": 0})
        await e.turn(29 * 60_000)
        e.house.ask(table, None, ann, ANN, "start", {})
        await e.turn(29 * 60_000)
        assert len(e.house.tables()) == 1
        for _ in range(2):
            await e.turn(60_000)
        assert e.house.tables() == []
        assert (await e.store.match(table, 1)).status == ABANDONED
        assert (await e.store.match(table, 1)).completed is not None
        assert bob.notice("GAME_ABANDONED")[0].payload["reason"] == "No move for 30 minutes"
        assert "RATING_CHANGE" not in bob.notices
        assert await e.store.unfinished() == []

    evening(story)


def test_B17_a_clock_longer_than_the_sweep_is_honoured(evening):
    """A Duel with an hour for a round, and two days for the whole."""

    async def story(e):
        hour = 3_600_000
        options = {"roundTimeoutMs": hour, "gameTimeoutMs": 48 * hour, "readyTimeoutMs": hour}
        table, ann, bob = await e.table("duel", options)
        await e.turn(50 * 60_000)
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        for _ in range(59):
            await e.turn(60_000)
        assert ann.fact_types[-1] == "GAME_ROUND_START"
        await e.turn(60_000)  # the round's own end, not the table's
        assert "GAME_ROUND_REVEAL" in ann.fact_types
        assert "GAME_ABANDONED" not in ann.notices

    evening(story)


def test_B17_a_paused_game_is_not_swept_away_nor_claimed(evening):
    async def story(e):
        table, ann, bob = await e.table("memory", {"turnMs": 0})
        for tag in ("start", "pause"):
            e.house.ask(table, None, ann, ANN, tag, {})
        e.house.ask(table, None, bob, BOB, "pause", {})
        await e.rest()
        e.house.detach(ann)
        for _ in range(100):
            await e.turn(60_000)
        assert bob.view["status"] == "Paused"
        with pytest.raises(Refusal, match="paused"):
            e.house.claim(table, BOB)
        e.house.ask(table, None, bob, BOB, "resume", {})
        await e.rest()
        for _ in range(31):
            await e.turn(60_000)
        assert e.house.tables() == []  # nobody turned a card, and no clock ran

    evening(story)


def test_B17_a_running_clock_keeps_a_table_of_people_and_none_of_bots(evening):
    async def story(e):
        await e.house.open("pile", {"target": 1000, "deals": 10**6, "turnMs": 60_000}, 2, host=ANN)
        await e.house.sit(1, ANN)
        await e.house.sit(1, BOB)
        bots = {0: "random", 1: "random"}  # who think long: it is the clock that leads on
        await e.house.open("pile", {"target": 1000, "turnMs": 60_000}, 2, host=ANN, bots=bots)
        for _ in range(31):
            await e.turn(60_000)
        assert [info.table for info in e.house.tables()] == [1]

    evening(story, bot_delay=(10**8, 10**8))


def test_A15_a_won_solo_board_is_started_again_by_reset_while_the_table_stands(evening):
    async def story(e):
        table, ann = await e.table("memory", {"gridSize": [2, 2], "matchDelayMs": 1}, (ANN,))

        async def solve():
            e.house.ask(table, None, ann, ANN, "start", {})
            await e.rest()
            values = e.house.peek(table).deal.state.values
            for first, second in sorted(
                {tuple(i for i in range(4) if values[i] == v) for v in values}
            ):
                for cell in (first, second):
                    flip = {"cardId": ann.view["cards"][str(cell)]["id"]}
                    e.house.ask(table, None, ann, ANN, "flip", flip)
            await e.rest()
            assert ann.view["status"] == "Won"

        await e.turn(10)
        await solve()
        assert await e.store.bests_of("ann") == {"memory": {"2x2 moves": 2, "2x2 ms": 0}}
        before = ann.view["cards"]["0"]["id"]
        for _ in range(20):
            await e.turn(60_000)  # they look at it for 20 minutes
        e.house.ask(table, f"{table}-1", ann, ANN, "reset", {}, "again")
        await e.rest()
        assert ann.answer("again").match == f"{table}-2"
        assert (ann.view["status"], ann.view["moves"]) == ("NotStarted", 0)
        assert ann.view["cards"]["0"]["id"] != before
        e.house.ask(table, None, ann, ANN, "reset", {}, "again")  # a key is applied once
        await e.rest()
        assert e.house.info(table).match == f"{table}-2"
        await solve()
        e.house.detach(ann)
        for _ in range(3):
            await e.turn(30_000)
        assert e.house.tables() == []  # nobody looks at it any more

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


def test_a_match_that_goes_on_without_who_gave_up_ends_when_everybody_has(evening, listener):
    async def story(e):
        table, *_ = await e.table("guandan", users=FOUR)
        for user in FOUR[:3]:
            e.house.leave(table, user, concede=True)
        await e.rest()
        e.house.attach(table, listener(), ANN)  # is back: there is somebody again
        e.house.leave(table, FOUR[3], concede=True)
        await e.rest()
        assert (await e.store.match(table, 1)).status == PLAYING
        e.house.leave(table, ANN, concede=True)
        await e.rest()
        assert (await e.store.match(table, 1)).status == ABANDONED

    evening(story)


def test_giving_up_against_bots_alone_ends_the_match(evening):
    async def story(e):
        bots = {1: "steady", 2: "steady", 3: "steady"}
        info = await e.house.open("guandan", {}, host=ANN, bots=bots)
        await e.house.sit(info.table, ANN)
        e.house.leave(info.table, ANN, concede=True)
        await e.rest()
        assert (await e.store.match(info.table, 1)).status == ABANDONED

    evening(story)
