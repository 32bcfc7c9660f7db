"""The house: bots that sit, think and remember; a match from its seed to its end.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import inspect
import logging
from hashlib import sha256

from cutcard.store.protocol import ABANDONED, COMPLETED, PLAYING, WAITING
from cutcard.table.house import House, new_seed
from cutcard.table.words import Snapshot, Update

from .asking import ANN, BOB, add, duel_to_end


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

        def choose(self, seat, view, legal, asides, world, rng):
            assert world(rng).view(1) is not None
            return legal[0]

    monkeypatch.setattr("cutcard.table.mind.make_bot", lambda game, name: Remembers())

    async def story(e):
        info = await e.house.open("pile", {"turnMs": 10**6}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        await e.rest()
        assert heard[0].facts == ["Started", "Secret"]
        await e.crash()
        await e.restart()
        assert heard[1].facts == ["Started", "Secret"]

    evening(story)


def test_a_bot_that_minds_it_is_told_the_time_of_the_deal(evening, monkeypatch, listener):
    times = []

    class Punctual:
        def time(self, at, due):
            times.append((at, due))

        def choose(self, seat, view, legal, asides, world, rng):
            return legal[0]

    monkeypatch.setattr("cutcard.table.mind.make_bot", lambda game, name: Punctual())

    async def story(e):
        opened = await e.house.open(
            "memory", {"autoStart": True, "turnMs": 9_000}, 2, host=ANN, bots={1: "random"}
        )
        await e.house.sit(opened.table, ANN)
        ear = listener()
        e.house.attach(opened.table, ear, ANN)
        await e.rest()
        e.house.ask(opened.table, None, ear, ANN, "flip", {"cardId": ear.view["cards"]["0"]["id"]})
        await e.turn(9_000)  # ANN's turn is over, and it is the bot's
        await e.turn(10)
        assert times
        assert all(9_000 <= at <= due <= at + 9_000 for at, due in times)

    evening(story)


def test_a_bot_that_fails_plays_the_first_legal_move(evening, monkeypatch, caplog):
    class Confused:
        def choose(self, seat, view, legal, asides, world, rng):
            raise RuntimeError("planted")

    monkeypatch.setattr("cutcard.table.mind.make_bot", lambda game, name: Confused())

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


def test_B23_seeds_come_from_the_systems_own_chance_and_are_logged(evening, monkeypatch):
    monkeypatch.undo()  # not the deals that tests are dealt

    async def story(e):
        assert len({new_seed() for _ in range(100)}) == 100
        assert {len(new_seed())} == {32}
        table, *_ = await e.table("duel")
        header = (await e.store.deal(table, 1)).header
        assert (len(header.seed), header.commitment) == (32, sha256(header.seed).digest())

    evening(story)
    assert inspect.signature(House).parameters["seeds"].default is new_seed
