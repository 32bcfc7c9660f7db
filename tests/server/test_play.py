"""Playing through the server: order, codings, resync, spectators, rematch."""

import asyncio
import random

import pytest

from cutcard.client import Client, Refused
from cutcard.client.merge import merge


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 20))


async def out(players, *seats) -> None:
    """All of them play to the end."""
    await asyncio.gather(
        *(players.play_out(client, place, n) for n, (client, place) in enumerate(seats))
    )


@pytest.mark.through
def test_a_duel_from_ready_to_result_with_users_named(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            await out(players, ann, bo)
            view = ann[1].view
            assert view == bo[1].view
            assert view["status"] == "COMPLETED"
            assert len(view["rounds"]) == 3
            ids = {ann[0].user, bo[0].user}
            assert view["result"]["winnerId"] in ids | {"tie"}
            assert {one["winnerId"] for one in view["rounds"].values()} <= ids | {"tie"}
            assert [one["id"] for one in ann[1].players] == [ann[0].user, bo[0].user]

    run(scene())


def test_memory_is_played_the_same_way(inside, players):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, legal=True)
            bo = await Client.connect(server.url, legal=True, packed=True)
            place = await ann.create("memory", seats=2)
            other = await bo.join(place.table)
            rng = random.Random(3)
            async with asyncio.timeout(20):
                while place.seq < 6:
                    for client, seat in ((ann, place), (bo, other)):
                        if seat.legal:
                            await players.step(client, seat, rng)
                    await asyncio.sleep(0.01)
            assert place.seq >= 6

    run(scene())


def test_the_mover_hears_ack_then_update_and_every_seq_is_told_to_everyone(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            watcher = await Client.connect(server.url)
            seen = await watcher.spectate(ann[1].table)
            heard = []
            real = ann[0]._heard
            ann[0]._line.heard = lambda m: (heard.append((m.type, m.seq)), real(m))
            await out(players, ann, bo)
            await asyncio.wait_for(watcher.until(seen, ann[1].seq), 5)
            for place in (ann[1], bo[1], seen):
                assert place.seen == list(range(place.seen[0], place.seq + 1))
            for kind, seq in heard:
                if kind.endswith("_ACK") and kind.startswith("GAME_"):
                    assert heard.index((kind, seq)) < heard.index(("GAME_UPDATE", seq))

    run(scene())


def test_json_and_messagepack_tell_the_same(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, packed=True)
            texts, packs = (
                await Client.connect(server.url),
                await Client.connect(server.url, packed=True),
            )
            one, two = await texts.spectate(ann[1].table), await packs.spectate(ann[1].table)
            told = ([], [])
            for client, log in zip((texts, packs), told, strict=True):
                line, real = client._line, client._heard
                line.heard = lambda m, line=line, log=log, real=real: (
                    log.append((m.type, m.match_id, m.seq, line.payload(m))),
                    real(m),
                )
            await out(players, ann, bo)
            await asyncio.wait_for(texts.until(one, ann[1].seq), 5)
            await asyncio.wait_for(packs.until(two, ann[1].seq), 5)
            assert told[0] == told[1]
            assert len(told[0]) >= 8
            assert (one.view, one.players) == (two.view, two.players)

    run(scene())


@pytest.mark.through
def test_a_seat_that_missed_updates_is_told_them_again(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, mode="HAND")
            client, place = ann
            await out(players, ann, bo)
            answers = []
            client._line.heard = answers.append
            for last in (0, 1, place.seq - 2):
                answers.clear()
                client._line.send(
                    "GAME_STATE_REQUEST", {"lastSeq": last}, key="r", match=place.match
                )
                await players.until(lambda: answers and answers[-1].seq == place.seq)
                assert (answers[0].type, answers[0].correlation_id) == ("GAME_STATE_ACK", "r")
                assert [m.seq for m in answers[1:]] == list(range(last + 1, place.seq + 1))
            for last in (place.seq, place.seq + 50, None):
                answers.clear()
                wish = {} if last is None else {"lastSeq": last}
                client._line.send("GAME_STATE_REQUEST", wish, key="r", match=place.match)
                await players.until(lambda: answers)
                assert (answers[0].type, answers[0].correlation_id) == ("GAME_STATE", "r")
                assert client._line.payload(answers[0])["view"] == place.view

    run(scene())


def test_patches_told_again_lead_to_the_same_view(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            client, place = ann
            start = (place.seq, dict(place.view))
            await out(players, ann, bo)
            answers = []
            client._line.heard = answers.append
            client._line.send(
                "GAME_STATE_REQUEST", {"lastSeq": start[0]}, key="r", match=place.match
            )
            await players.until(lambda: answers and answers[-1].seq == place.seq)
            view = start[1]
            for message in answers[1:]:
                view = merge(view, client._line.payload(message)["updates"])
            assert view == place.view

    run(scene())


def test_a_lost_connection_comes_back_to_its_seat_by_itself(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, mode="HAND")
            rng = random.Random(1)
            async with asyncio.timeout(30):
                while not players.over(ann[1]):
                    for client, place in (ann, bo):
                        if place.legal:
                            await players.step(client, place, rng)
                    ann[0]._line.transport.disconnect(graceful=False)
                    await asyncio.sleep(0.05)
            assert ann[0].reconnects >= 2
            assert {kind for kind, _ in bo[0].notices} >= {
                "PLAYER_DISCONNECTED",
                "PLAYER_RECONNECTED",
            }
            await asyncio.wait_for(bo[0].until(bo[1], ann[1].seq), 5)
            assert ann[1].view["rounds"] == bo[1].view["rounds"]

    run(scene())


@pytest.mark.through
def test_the_same_key_is_answered_alike_and_counts_once(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            first = await ann[0].play(ann[1], "ready", key="once")
            again = await ann[0].play(ann[1], "ready", key="once")
            assert first == again
            with pytest.raises(Refused, match="ALREADY_READY"):
                await ann[0].play(ann[1], "ready", key="twice")
            await bo[0].play(bo[1], "ready", key="once")
            assert ann[1].seq == bo[1].seq

    run(scene())


def test_a_stale_move_is_refused(inside, players):
    async def scene():
        async with inside() as server:
            (ann, one), (bo, two) = await players.duel(server.url)
            await ann.play(one, "ready")
            await bo.play(two, "ready")
            await ann.until(one, two.seq)
            card = {k: v for k, v in one.legal[0].items() if k != "type"}
            with pytest.raises(Refused, match="STALE"):
                await ann.request("GAME_CARD_PLAY_REQUEST", card, match=one.match, seq=0)
            await ann.request("GAME_CARD_PLAY_REQUEST", card, match=one.match)

    run(scene())


def test_the_specs_own_names_work_and_matchid_may_stand_in_the_payload(inside, players):
    async def scene():
        async with inside() as server:
            (ann, one), (bo, two) = await players.duel(server.url)
            await ann.request("MATCH_READY", {}, match=one.match)
            await bo.request("MATCH_READY", {"matchId": two.match})
            card = {"matchId": one.match, "cardIndex": 5, "roundNumber": 1}
            told = await ann.request("GAME_CARD_PLAY_REQUEST", card)
            assert (told["cardIndex"], told["waitingForOpponent"]) == (5, True)
            await bo.request("GAME_SURRENDER", {}, match=two.match)
            await ann.until(one, two.seq)
            assert one.view["result"]["winnerId"] == ann.user

    run(scene())


def test_spectators_get_nothing_hidden(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url, mode="HAND", maxRounds=5)
            watcher = await Client.connect(server.url, legal=True)
            seen = await watcher.spectate(ann[1].table)
            told = []
            line, real = watcher._line, watcher._heard
            line.heard = lambda m: (told.append(bytes(m.payload)), real(m))
            rng = random.Random(5)
            hands: set[str] = set()
            async with asyncio.timeout(30):
                while not players.over(ann[1]):
                    for client, place in (ann, bo):
                        mine = place.view.get("players", {}).get(str(place.seat), {})
                        hands |= {card["id"] for card in mine.get("hand", {}).values()}
                        if place.legal:
                            await players.step(client, place, rng)
                    shown = {
                        card["id"]
                        for one in ann[1].view.get("rounds", {}).values()
                        for card in one["cards"].values()
                    }
                    await asyncio.sleep(0.005)
                    await watcher.until(seen, max(ann[1].seq, bo[1].seq))
                    everything = b"".join(told)
                    for hidden in hands - shown:
                        assert f'"{hidden}"'.encode() not in everything
                    assert b'"hand"' not in everything
                    assert b'"legal"' not in everything
            assert len(hands) == 14

    run(scene())


def test_a_spectator_cannot_move_and_a_private_table_is_not_listed(inside, players):
    async def scene():
        async with inside() as server:
            (ann, one), _ = await players.duel(server.url)
            watcher = await Client.connect(server.url)
            await watcher.spectate(one.table)
            with pytest.raises(Refused, match="INVALID_PLAYER"):
                await watcher.request("GAME_READY_REQUEST", {}, match=one.match)
            hidden = await ann.create("duel", private=True, watchable=False)
            assert hidden.table not in [one["table"] for one in await watcher.tables()]
            with pytest.raises(Refused, match="GAME_NOT_FOUND"):
                await watcher.spectate(hidden.table)
            closed = await ann.create("duel", watchable=False)
            with pytest.raises(Refused, match="NOT_WATCHABLE"):
                await watcher.spectate(closed.table)
            with pytest.raises(Refused, match="INVALID_PLAYER"):
                await watcher.request("FILL", {"table": closed.table})
            with pytest.raises(Refused, match="GAME_NOT_FOUND"):
                await watcher.request("FILL", {"table": hidden.table})

    run(scene())


def test_bots_fill_the_empty_seats_when_asked(inside, players):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, legal=True)
            place = await ann.create("duel", options={"mode": "HAND", "roundPauseMs": 0})
            await ann.request("FILL", {"table": place.table})
            await players.play_out(ann, place)
            assert place.view["status"] == "COMPLETED"
            ready = await ann.create("duel", bots={"1": "random"})
            assert [one["bot"] for one in ready.players].count(True) == 1

    run(scene())


def test_a_bot_takes_the_one_seat_that_is_named(inside):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url)
            place = await ann.create("guandan")
            filled = await ann.request("FILL", {"table": place.table, "seat": 2})
            assert [one["seat"] for one in filled["info"]["roster"] if one["bot"]] == [2]
            for seat, code in ((2, "SEAT_TAKEN"), (9, "INVALID_REQUEST")):
                with pytest.raises(Refused, match=code):
                    await ann.request("FILL", {"table": place.table, "seat": seat})

    run(scene())


def test_a_rematch_when_both_want_it(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await players.duel(server.url)
            with pytest.raises(Refused, match="INVALID_GAME_STATE"):
                await ann[0].request("REMATCH_OFFER", {}, match=ann[1].match)
            await out(players, ann, bo)
            first = ann[1].match
            await ann[0].request("REMATCH_OFFER", {}, match=first)
            await bo[0].request("REMATCH_ACCEPT", {}, match=first)
            async with asyncio.timeout(10):
                while ann[1].match == first or not ann[1].legal:
                    await ann[0].turn()
            assert ann[1].match == f"{ann[1].table}-2"
            await out(players, ann, bo)
            assert ann[1].view["status"] == "COMPLETED"

    run(scene())


def test_leaving_before_the_start_frees_the_seat(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = [await Client.connect(server.url) for _ in range(3)]
            place = await ann.create("duel")
            await ann.request("LEAVE", {"table": place.table})
            again = await ann.create("duel")
            await bo.join(again.table)
            with pytest.raises(Refused, match="TABLE_FULL"):
                await cy.join(again.table)

    run(scene())
