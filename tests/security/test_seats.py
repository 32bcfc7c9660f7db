"""A seat belongs to whoever took it, whatever another says he is."""

import asyncio

import msgspec
import pytest

from cutcard.client import PacketClient, Refused
from cutcard.wire.tcp.ports import TcpSettings

HAND = {
    "mode": "HAND", "roundPauseMs": 0, "roundTimeoutMs": 600_000, "readyTimeoutMs": 600_000,
}  # fmt: skip


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def duel(ear, url: str):
    """A hand dealt to two, and one who has no business there."""
    ann, bo, eve = [await ear.dial(url, name=name) for name in ("Ann", "Bo", "Eve")]
    made = await ann.ask("CREATE_TABLE", {"game": "duel", "options": HAND})
    await bo.ask("JOIN_TABLE", {"table": made["table"]})
    match = made["info"]["match"]
    for one in (ann, bo):
        await one.ask("GAME_READY_REQUEST", match=match)
    await ann.until(lambda: any(m.type == "GAME_UPDATE" and m.seq >= 3 for m in ann.said))
    return ann, bo, eve, made["table"], match


def hands(one, kinds=("GAME_STATE", "GAME_UPDATE")) -> list:
    """Every hand a connection was shown."""
    found = []
    for message in one.said:
        if message.type in kinds:
            told = one.line.payload(message)
            for view in (told.get("view", {}), told.get("updates", {})):
                found += [p["hand"] for p in view.get("players", {}).values() if p and "hand" in p]
                found += [view["hand"]] if "hand" in view else []
            found += [f for f in told.get("notifications", ()) if f["type"] == "GAME_HAND"]
    return found


def test_nobody_takes_or_moves_anothers_seat(inside, ear):
    async def scene():
        async with inside() as server:
            ann, bo, eve, table, match = await duel(ear, server.url)
            for wish in ({"seat": 0}, {"seat": 1}, {}):
                said = await eve.ask("JOIN_TABLE", {"table": table, **wish})
                assert said["code"] in ("SEAT_TAKEN", "TABLE_FULL"), said
            play = {"cardIndex": 0, "roundNumber": 1}
            for kind, payload in (
                ("GAME_CARD_PLAY_REQUEST", {**play, "seat": 0}),
                ("GAME_CARD_PLAY_REQUEST", {**play, "userId": ann.id, "playerId": ann.id}),
                ("GAME_SURRENDER_REQUEST", {}),
                ("GAME_READY_REQUEST", {"seat": 0}),
                ("READY", {"table": table, "user": ann.id}),
                ("SIT_OUT", {"table": table}),
                ("CLAIM", {"table": table}),
                ("REMATCH_OFFER", {}),
                ("LEAVE", {"table": table, "user": ann.id, "concede": True}),
            ):
                said = await eve.ask(kind, payload, match=match)
                code = said.get("code")
                assert code in ("INVALID_PLAYER", "INVALID_GAME_STATE") or kind == "LEAVE", said
            assert (await eve.ask("KICK", {"table": table, "seat": 0}))["code"] == "FORBIDDEN"
            assert (await bo.ask("KICK", {"table": table, "seat": 0}))["code"] == "FORBIDDEN"
            roster = [user.id for user in server.house.roster(table)]
            assert roster == [ann.id, bo.id]
            assert not server.house.peek(table).over
            assert ann.closed is None
            assert bo.closed is None

    run(scene())


def test_an_envelope_in_anothers_name_is_still_ones_own(inside, ear):
    async def scene():
        async with inside() as server:
            ann, _, eve, table, match = await duel(ear, server.url)
            for forged in ({"userId": ann.id}, {"userId": ann.id, "seat": 0, "token": ann.token}):
                body = {
                    "v": 1,
                    "type": "GAME_SURRENDER_REQUEST",
                    "matchId": match,
                    "correlationId": f"f{len(forged)}",
                    "payload": {},
                    **forged,
                }
                eve.line.transport.send(eve.line._kind, msgspec.json.encode(body))
                key = body["correlationId"]
                await eve.until(lambda k=key: eve._found(k) is not None)
                assert eve._found(key).error.code == "INVALID_PLAYER"
                assert eve._found(key).user_id == eve.id
            chat = {"table": table, "text": "I am Ann", "from": ann.id, "name": "Ann"}
            assert (await eve.ask("CHAT", chat))["code"] == "INVALID_PLAYER"

    run(scene())


def test_nobody_is_shown_anothers_view(inside, ear):
    """Not by asking for it, not as a spectator, not by its sequence numbers."""

    async def scene():
        async with inside() as server:
            ann, bo, eve, table, match = await duel(ear, server.url)
            assert hands(ann)
            for wish in ({}, {"lastSeq": 0}, {"seat": 0}, {"userId": ann.id, "lastSeq": 1}):
                said = await eve.ask("GAME_STATE_REQUEST", wish, match=match)
                assert said["code"] == "INVALID_PLAYER"
            assert hands(eve) == []
            watch = {"table": table, "seat": 0, "user": ann.id, "userId": ann.id}
            assert (await eve.ask("SPECTATE", watch))["table"] == table
            for wish in ({}, {"lastSeq": 0}, {"seat": 0}, {"lastSeq": 1, "seat": 1}):
                said = await eve.answer("GAME_STATE_REQUEST", wish, match=match)
                assert said.error is None
            await eve.ask("PING")
            states = [eve.line.payload(m) for m in eve.said if m.type == "GAME_STATE"]
            assert states
            assert all("seat" not in state for state in states)
            assert all("legal" not in state for state in states)
            assert hands(eve) == []
            before = hands(bo)
            for wish in ({"seat": 0}, {"lastSeq": 0, "seat": 0, "userId": ann.id}):
                await bo.answer("GAME_STATE_REQUEST", wish, match=match)
            await bo.ask("PING")
            own = {msgspec.json.encode(hand) for hand in before}
            assert {msgspec.json.encode(hand) for hand in hands(bo)} <= own
            assert not own & {msgspec.json.encode(hand) for hand in hands(ann)}

    run(scene())


def test_a_player_who_says_he_watches_sees_what_spectators_see(inside, ear):
    async def scene():
        async with inside() as server:
            ann, bo, _, table, match = await duel(ear, server.url)
            second = await ear.dial(server.url, token=ann.token)
            await second.ask("SPECTATE", {"table": table})
            await second.ask("PING")
            shown = [second.line.payload(m) for m in second.said if m.type == "GAME_STATE"]
            assert shown
            assert "seat" not in shown[-1]
            assert hands(second) == []
            said = await bo.ask("GAME_SURRENDER_REQUEST", match=match)
            assert "code" not in said

    run(scene())


def test_over_tcp_only_ones_own_table_is_told_and_moved(inside):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            where = ("127.0.0.1", server.tcp_port)
            ann, bo, eve = [
                await PacketClient.connect(*where, name, "a password", sign_up=True)
                for name in ("Ann", "Bo", "Eve")
            ]
            place = await ann.create("T", max_player=2, min_bet=10)
            await bo.join(place.table)
            with pytest.raises(Refused):
                await eve.join(place.table)
            for kind, wish in (
                (470, {"game_id": place.table}),
                (470, {"game_id": place.table, "seat": 0, "user_id": ann.user_id}),
                (450, {"game_id": place.table, "action": {"type": "fold"}, "client_seq": 1}),
                (700, {"table_id": place.table}),
            ):
                try:
                    said = await eve.request(kind, wish)
                except Refused as reason:
                    said = {"result": int(reason.code)}
                assert said.get("result", said.get("res")) in (403, 702), said
            assert None not in server.house.roster(place.table)
            for client in (ann, bo, eve):
                await client.close()

    run(scene())
