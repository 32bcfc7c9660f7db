"""A1-A58 of docs/rules/battle.md: what is the table's (A2, A5, A13-A16, A53-A58), shown through
the real House with Battle on its tables."""

from __future__ import annotations

import asyncio
from statistics import median

import msgspec
import pytest

from cutcard.games.battle import moves
from cutcard.kernel.rng import Rng
from cutcard.table.words import Ack, Nack, Refusal, Snapshot, Update

from .evening import ANN, BOB, Ear, Evening


def test_A2_A55_clients_get_views_and_one_update_a_move(tmp_path):
    async def run():
        async with Evening(tmp_path / "a2.db") as evening:
            number = await evening.open()
            ear, rng = evening.ears[number, 0], Rng.named("a2")
            for _ in range(20):
                await evening.step(number, rng)
            assert isinstance(ear.words[0], Snapshot)
            seqs = [one.seq for one in ear.of(Update)]
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
            assert len(seqs) >= 20

    asyncio.run(run())


def test_A5_A57_A58_many_games_at_once_without_interference(tmp_path):
    """Forty tables here; a thousand in the slow test."""
    asyncio.run(_crowd(tmp_path / "a5.db", 40, 12))


@pytest.mark.slow
def test_A58_a_thousand_games_at_once(tmp_path):
    asyncio.run(_crowd(tmp_path / "a58.db", 1000, 8))


async def _crowd(path, tables, rounds):
    async with Evening(path) as evening:
        numbers = [await evening.open() for _ in range(tables)]
        streams = {number: Rng.named(number) for number in numbers}
        for _ in range(rounds):
            for number in numbers:
                state = evening.state(number)
                if state.asked:
                    seat = state.asked[0]
                    legal = state.legal(seat)
                    evening.send(number, seat, legal[streams[number].below(len(legal))])
            await evening.house.written()
        for number in numbers:
            state = evening.state(number)
            assert state.started_at >= 0
            answers = [evening.ears[number, seat].of(Ack | Nack) for seat in (0, 1)]
            assert all(isinstance(one, Ack) for ear in answers for one in ear)
            assert sum(map(len, answers)) >= rounds - 1
        kept = [msgspec.json.encode(evening.state(n).view(None)) for n in numbers]
    again = Evening(path)
    async with again:  # recovery under load: all of them come back as they were
        assert [msgspec.json.encode(again.state(n).view(None)) for n in numbers] == kept


# III Persistence (the table's)


def test_A13_A14_A16_a_game_is_found_again_and_an_unknown_one_is_refused(tmp_path):
    async def run():
        async with Evening(tmp_path / "a13.db") as evening:
            number = await evening.open()
            rng = Rng.named("a13")
            for _ in range(30):
                await evening.step(number, rng)
            before = msgspec.json.encode(evening.state(number).view(0))
        async with Evening(tmp_path / "a13.db") as evening:
            assert msgspec.json.encode(evening.state(number).view(0)) == before
            with pytest.raises(Refusal, match="not found") as no:
                evening.house.info(number + 99)
            assert no.value.code == "GAME_NOT_FOUND"

    asyncio.run(run())


def test_A15_the_end_is_recorded(tmp_path):
    async def run():
        async with Evening(tmp_path / "a15.db") as evening:
            number = await evening.open()
            evening.send(number, 1, moves.Surrender())
            await evening.house.written()
            ended = [
                f
                for one in evening.ears[number, 0].of(Update)
                for f in one.facts
                if f["type"] == "GAME_END"
            ]
            assert ended[0]["winnerId"] == 0
            assert ended[0]["winCondition"] == "SURRENDER"
            assert evening.house.stats()["gamesCompletedToday"] == 1

    asyncio.run(run())


def test_A53_NETWORK_ERROR_a_broken_line_loses_nothing(tmp_path):
    """A player whose line breaks in the middle of a stack comes back to the same question; a
    move sent twice counts once."""

    async def run():
        async with Evening(tmp_path / "net.db") as evening:
            number = await evening.open()
            rng = Rng.named("net2")
            state = evening.state(number)
            while state.ask != "RESPONSE" or not state.stack:
                assert await evening.step(number, rng)
                state = evening.state(number)
            seat = state.asked[0]
            old = evening.ears[number, seat]
            evening.house.detach(old)
            ear = evening.ears[number, seat] = Ear()
            evening.house.attach(number, ear, (ANN, BOB)[seat])
            await evening.house.written()
            shown = ear.of(Snapshot)[0].view
            assert shown["asked"]["kind"] == state.ask
            assert len(shown.get("stack", ())) == len(state.stack)
            evening.send(number, seat, moves.Pass(), "once")
            await evening.house.written()
            seq = ear.of(Ack)[0].seq
            evening.send(number, seat, moves.Pass(), "once")
            await evening.house.written()
            assert [one.seq for one in ear.of(Ack)] == [seq, seq]

    asyncio.run(run())


def test_A53_refusals_are_answered_with_code_and_category(tmp_path):
    async def run():
        async with Evening(tmp_path / "nack.db") as evening:
            number = await evening.open()
            evening.send(number, 0, moves.Mulligan((4242,)))
            await evening.house.written()
            (nack,) = evening.ears[number, 0].of(Nack)
            assert (nack.code, nack.category) == ("CARD_NOT_IN_HAND", "INVALID_CARD")

    asyncio.run(run())


# X Performance


def test_A54_every_action_within_the_specs_maximum(tmp_path):
    """Through the House and its database: play 200 ms, ability 300, combat 400, turn 200. The
    time is that of this process, its store's thread included, and the median counts."""

    async def run():
        async with Evening(tmp_path / "a54.db") as evening:
            most = {"PlayCard": 0.2, "ActivateAbility": 0.3, "DeclareAttacks": 0.4, "Pass": 0.2}
            rng = Rng.named("a54")
            for _ in range(10):
                if all(evening.took.get(name) for name in most):
                    break
                number = await evening.open()
                while await evening.step(number, rng):
                    pass
            for name, limit in most.items():
                assert median(evening.took[name]) < limit, (name, sorted(evening.took[name])[-3:])

    asyncio.run(run())


def test_A57_a_full_turn_through_the_house(tmp_path):
    async def run():
        async with Evening(tmp_path / "a57.db") as evening:
            number = await evening.open()
            rng = Rng.named("a57")
            while evening.state(number).turn < 3 and await evening.step(number, rng):
                pass
            facts = [f["type"] for one in evening.ears[number, 0].of(Update) for f in one.facts]
            assert facts.count("PHASE_STARTED") >= 12
            assert "CARD_DRAWN" in facts

    asyncio.run(run())
