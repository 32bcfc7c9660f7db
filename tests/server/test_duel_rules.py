"""The Duel checklist's items that speak of messages, over a real socket."""

import asyncio
import time

import pytest

from cutcard.client import Client, Refused
from cutcard.games.duel.rules import Duel


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 30))


def listen(client: Client) -> list[tuple[str, dict]]:
    """Everything this client is told from now on, each fact of an update by itself."""
    told: list[tuple[str, dict]] = []
    line, real = client._line, client._heard

    def heard(message) -> None:
        payload = line.payload(message)
        if message.type == "GAME_UPDATE":
            told.extend((fact["type"], fact) for fact in payload["notifications"])
        else:
            told.append((message.type, payload))
        real(message)

    line.heard = heard
    return told


def kinds(told) -> list[str]:
    return [kind for kind, _ in told]


async def ready(ann, bo) -> None:
    await ann[0].play(ann[1], "ready")
    await bo[0].play(bo[1], "ready")
    await ann[0].until(ann[1], bo[1].seq)


def card(place) -> dict:
    return {key: value for key, value in place.legal[0].items() if key != "type"}


def test_A14_a_card_play_is_acknowledged_with_what_it_came_with(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            await ready(ann, bo)
            answers = []
            client, place = ann
            client._line.heard = answers.append
            before = int(time.time() * 1000)
            client.post("GAME_CARD_PLAY_REQUEST", card(place), "mine", place.match, place.seq)
            await players.until(lambda: answers)
            ack = answers[0]
            assert ack.type == "GAME_CARD_PLAY_ACK"
            assert (ack.correlation_id, ack.user_id, ack.match_id) == (
                "mine",
                client.user,
                place.match,
            )
            assert before <= ack.timestamp <= int(time.time() * 1000)
            told = client._line.payload(ack)
            assert (told["cardIndex"], told["roundNumber"]) == (0, 1)
            assert told["waitingForOpponent"] is True
            assert set(told["card"]) == {"id", "rank", "suit", "value", "displayName"}

    run(scene())


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"cardIndex": 1},
        {"cardIndex": "1", "roundNumber": 1},
        {"cardIndex": 1.5, "roundNumber": 1},
        {"cardIndex": None, "roundNumber": 1},
        {"cardIndex": [1], "roundNumber": 1},
    ],
)
def test_A14_what_cannot_be_read_is_INVALID_REQUEST(inside, players, wrong):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            await ready(ann, bo)
            with pytest.raises(Refused, match="INVALID_REQUEST"):
                await ann[0].play(ann[1], "card_play", wrong)

    run(scene())


def test_A14_the_games_own_refusals_pass_through(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            with pytest.raises(Refused, match="INVALID_GAME_STATE: Game is not in progress"):
                await ann[0].play(ann[1], "card_play", {"cardIndex": 1, "roundNumber": 1})
            await ready(ann, bo)
            for fields, refusal in (
                ({"cardIndex": 1, "roundNumber": 2}, "INVALID_ROUND: Invalid round number"),
                ({"cardIndex": 52, "roundNumber": 1}, "INVALID_CARD: Invalid card index"),
                ({"cardIndex": -1, "roundNumber": 1}, "INVALID_CARD: Invalid card index"),
            ):
                with pytest.raises(Refused, match=refusal):
                    await ann[0].play(ann[1], "card_play", fields)
            await ann[0].play(ann[1], "card_play", {"cardIndex": 1, "roundNumber": 1})
            again = {"cardIndex": 2, "roundNumber": 1}
            with pytest.raises(Refused, match="ALREADY_MOVED: Player already moved this round"):
                await ann[0].play(ann[1], "card_play", again)
            stranger = await Client.connect(server.url)
            with pytest.raises(Refused, match="INVALID_PLAYER: Player not in this game"):
                await stranger.request("GAME_CARD_PLAY_REQUEST", again, match=ann[1].match)

    run(scene())


def test_A14_a_bug_in_the_rules_is_GAME_ERROR_and_the_game_goes_on(inside, players, monkeypatch):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            await ready(ann, bo)
            with monkeypatch.context() as broken:
                broken.setattr(Duel, "_card_play", lambda *_: 1 / 0)
                with pytest.raises(Refused, match="GAME_ERROR: Failed to process card play"):
                    await ann[0].play(ann[1], "card_play", card(ann[1]))
            await asyncio.gather(*(players.play_out(*one) for one in (ann, bo)))
            assert ann[1].view["status"] == "COMPLETED"

    run(scene())


def test_B12_ack_then_reveal_then_the_next_round(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, mode="HAND")
            await ready(ann, bo)
            await ann[0].play(ann[1], "card_play", card(ann[1]))
            await bo[0].until(bo[1], ann[1].seq)
            told = listen(bo[0])
            await bo[0].play(bo[1], "card_play", card(bo[1]))
            await players.until(lambda: "GAME_ROUND_START" in kinds(told))
            order = [kind for kind in kinds(told) if kind != "GAME_HAND"]
            assert order == [
                "GAME_CARD_PLAY_ACK",
                "GAME_CARD_PLAYED",
                "GAME_ROUND_REVEAL",
                "GAME_ROUND_START",
            ]

    run(scene())


def test_B16_both_ready_then_start_then_round_one(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            told = listen(ann[0])
            await ann[0].request("MATCH_READY", {}, match=ann[1].match)
            await players.until(lambda: "MATCH_READY" in kinds(told))
            assert "GAME_START" not in kinds(told)
            await bo[0].request("MATCH_READY", {}, match=bo[1].match)
            await players.until(lambda: "GAME_ROUND_START" in kinds(told))
            start, first = dict(told)["GAME_START"], dict(told)["GAME_ROUND_START"]
            assert kinds(told).index("GAME_START") < kinds(told).index("GAME_ROUND_START")
            assert {one["id"] for one in start["players"]} == {ann[0].user, bo[0].user}
            assert len(start["commitment"]) == 64
            assert start["rules"]["maxRounds"] == 3
            assert first["roundNumber"] == 1

    run(scene())


def test_B18_an_unknown_match_is_GAME_NOT_FOUND(inside):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url)
            for match in ("999-1", "0-1", "x", "9" * 40):
                with pytest.raises(Refused, match="GAME_NOT_FOUND"):
                    await ann.request("GAME_READY_REQUEST", {}, match=match)

    run(scene())


def test_B26_facts_come_inside_updates_and_the_rating_change_after_them(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, ranked=True)
            messages = []
            line, real = ann[0]._line, ann[0]._heard
            line.heard = lambda m: (messages.append(m), real(m))
            told = listen(bo[0])
            await asyncio.gather(*(players.play_out(*one) for one in (ann, bo)))
            await players.until(lambda: "RATING_CHANGE" in [m.type for m in messages])
            await players.until(lambda: "RATING_CHANGE" in kinds(told))
            own = {m.type for m in messages}
            assert not own & {"GAME_ROUND_REVEAL", "GAME_ROUND_START", "GAME_END"}
            assert kinds(told).index("GAME_END") < kinds(told).index("RATING_CHANGE")
            end, change = dict(told)["GAME_END"], dict(told)["RATING_CHANGE"]
            assert end["winnerId"] in (ann[0].user, bo[0].user, "tie")
            assert len(end["seed"]) == 64
            assert set(change["ratings"]) == {"0", "1"}
            assert sum(one["change"] for one in change["ratings"].values()) == 0

    run(scene())
