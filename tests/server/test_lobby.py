"""The lobby through real sockets: accounts, links, kicks, matches found, friends, chat."""

from __future__ import annotations

import asyncio
import http.client
import json

import pytest

from cutcard.client import Client, Refused, open_line
from cutcard.lobby import host as host_module

PASSWORD = "correct horse"


class Asking:
    """A connection that says nothing by itself; an answer is the whole message."""

    async def dial(self, url):
        self.answers, self.code = {}, None
        self.line = await open_line(url, self.heard, self.lost)
        return self

    def heard(self, message):
        error = message.error and {"code": message.error.code, "message": message.error.message}
        payload = self.line.payload(message) if message.correlation_id else None
        told = {"type": message.type, "payload": payload, "error": error}
        self.answers[message.correlation_id] = told

    def lost(self, code):
        self.code = code

    async def ask(self, kind, payload):
        key = f"k{len(self.answers)}"
        self.line.send(kind, payload, key=key)
        async with asyncio.timeout(10):
            while key not in self.answers:  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.005)
        return self.answers[key]

    async def closed(self):
        """The code it was closed with."""
        async with asyncio.timeout(10):
            while self.code is None:  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.005)
        return self.code


@pytest.fixture
def line():
    return lambda url: Asking().dial(url)


def run(scene):
    asyncio.run(asyncio.wait_for(scene, 60))


async def people(server, *names, **more):
    """Guests of these names."""
    return [await Client.connect(server.url, name=name, **more) for name in names]


def said(client, kind):
    """What a client was told under this type."""
    return [payload for name, payload in client.notices if name == kind]


async def hears(client, kind, patience=10):
    """The next of these; it is taken away."""
    async with asyncio.timeout(patience):
        while True:
            for n, (name, payload) in enumerate(client.notices):
                if name == kind:
                    del client.notices[n]
                    return payload
            await client.turn()


async def refused(code, asking):
    with pytest.raises(Refused) as no:
        await asking
    assert no.value.code == code
    assert no.value.message
    return no.value


# Accounts


def test_a_guest_becomes_an_account_and_stays_who_he_is(inside):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Annie")
            place = await ann.create("duel")
            form = {"user": "Ann", "password": PASSWORD, "email": "ann@example.org"}
            told = await ann.request("SIGN_UP", form)
            assert (told["userId"], told["name"], told["guest"]) == (ann.user, "Ann", False)
            await refused("INVALID_REQUEST", ann.request("SIGN_UP", {**form, "user": "Ann2"}))
            again = await Client.connect(server.url, token=told["token"])
            assert again.user == ann.user
            mine = (await again.request("MY_TABLES", {}))["tables"]
            assert [one["table"] for one in mine] == [place.table]
            assert mine[0]["roster"][0]["name"] == "Ann"
            profile = (await again.request("PROFILE", {}))["profile"]
            assert (profile["email"], profile["balance"]) == ("ann@example.org", 10_000)
            bo = (await people(server, "Bo"))[0]
            seen = (await bo.request("PROFILE", {"user": "ANN"}))["profile"]
            assert seen["id"] == ann.user
            assert not {"email", "balance", "phone", "dob"} & set(seen)
            changed = await again.request("SET_PROFILE", {"country": "NZ"})
            assert changed["profile"]["country"] == "NZ"
            await refused("NO_SUCH_PLAYER", bo.request("PROFILE", {"user": "nobody"}))

    run(scene())


def test_log_in_change_the_password_log_out(inside, line):
    async def scene():
        async with inside() as server:
            first = await line(server.url)
            await first.ask("SIGN_UP", {"user": "Ann", "password": PASSWORD})
            second = await line(server.url)
            wrong = await second.ask("LOG_IN", {"user": "Ann", "password": "no"})
            nobody = await second.ask("LOG_IN", {"user": "Nobody", "password": "no"})
            assert wrong["error"] == nobody["error"]
            told = await second.ask("LOG_IN", {"user": "ann", "password": PASSWORD})
            assert told["payload"]["guest"] is False
            change = {"old": PASSWORD, "new": "battery staple"}
            assert (await second.ask("CHANGE_PASSWORD", change))["type"] == "CHANGE_PASSWORD_ACK"
            token = told["payload"]["token"]
            assert (await second.ask("LOG_OUT", {}))["type"] == "LOG_OUT_ACK"
            assert await second.closed() == 4005
            with pytest.raises(Refused, match="NOT_AUTHENTICATED"):
                await Client.connect(server.url, token=token)
            third = await line(server.url)
            old = await third.ask("LOG_IN", {"user": "Ann", "password": PASSWORD})
            assert old["error"]["code"] == "INVALID_CREDENTIALS"
            await third.ask("LOG_IN", {"user": "Ann", "password": "battery staple"})
            fourth = await line(server.url)
            await fourth.ask("LOG_IN", {"user": "Ann", "password": "battery staple"})
            assert (await third.ask("LOG_OUT", {"everywhere": True}))["type"] == "LOG_OUT_ACK"
            assert (await fourth.closed(), await third.closed()) == (4005, 4005)

    run(scene())


def test_the_leaderboard_of_a_game(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, _) = await players.duel(server.url)
            for one, its in ((ann, place), (bo, bo.places[place.table])):
                await one.play(its, "ready")
            await bo.request("LEAVE", {"table": place.table, "concede": True})
            await hears(ann, "RATING_CHANGE")
            rows = (await ann.request("LEADERBOARD", {"game": "duel"}))["rows"]
            assert [(row["rank"], row["userId"]) for row in rows] == [(1, ann.user), (2, bo.user)]
            assert set(rows[0]) == {"rank", "userId", "name", "rating", "games"}
            await refused("INVALID_REQUEST", ann.request("LEADERBOARD", {"game": "whist"}))

    run(scene())


# Tables


def test_a_private_table_by_its_link(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            made = await ann.request("CREATE_TABLE", {"game": "duel", "private": True})
            table, link = made["table"], made["link"]
            assert len(link) >= 22
            for client in (bo, cy):
                assert table not in [one["table"] for one in await client.tables()]
                await refused("GAME_NOT_FOUND", client.request("JOIN_TABLE", {"table": table}))
                await refused("GAME_NOT_FOUND", client.request("SPECTATE", {"table": table}))
                await refused("GAME_NOT_FOUND", client.request("JOIN_TABLE", {"link": "x" + link}))
            await refused("INVALID_REQUEST", bo.request("JOIN_TABLE", {}))
            told = await bo.request("JOIN_TABLE", {"link": link})
            assert (told["table"], told["seat"], told["link"]) == (table, 1, link)
            watching = await cy.request("SPECTATE", {"link": link})
            assert "link" not in watching
            assert link not in json.dumps(cy.notices)

    run(scene())


def test_the_host_sends_somebody_away(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            place = await ann.create("memory", seats=3)
            await bo.join(place.table)
            await refused("FORBIDDEN", bo.request("KICK", {"table": place.table, "user": ann.user}))
            await refused("INVALID_REQUEST", ann.request("KICK", {"table": place.table}))
            await ann.request("KICK", {"table": place.table, "user": bo.user})
            assert await hears(bo, "KICKED") == {"table": place.table}
            await refused("KICKED", bo.request("JOIN_TABLE", {"table": place.table}))
            await refused("KICKED", bo.request("SPECTATE", {"table": place.table}))
            await cy.spectate(place.table)
            await ann.request("KICK", {"table": place.table, "user": cy.user})
            await hears(cy, "KICKED")
            await refused("KICKED", cy.request("SPECTATE", {"table": place.table}))

    run(scene())


def test_leaving_a_match_keeps_the_seat_and_conceding_ends_it(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, its) = await players.duel(server.url)
            assert (await ann.request("READY", {"table": place.table}))["move"] == "ready"
            await bo.request("READY", {"table": place.table})
            await refused("INVALID_GAME_STATE", bo.request("READY", {"table": place.table}))
            await refused("INVALID_GAME_STATE", bo.request("SIT_OUT", {"table": place.table}))
            await refused("INVALID_GAME_STATE", bo.request("CLAIM", {"table": place.table}))
            await ann.request("LEAVE", {"table": place.table})
            gone = await hears(bo, "PLAYER_DISCONNECTED")
            assert gone["playerId"] == ann.user
            assert not players.over(its)
            await ann.join(place.table)
            assert (await hears(bo, "PLAYER_RECONNECTED"))["playerId"] == ann.user
            await ann.request("LEAVE", {"table": place.table, "concede": True})
            await players.until(lambda: players.over(its))

    run(scene())


def test_sitting_out_is_the_games_own_move(inside):
    async def scene():
        async with inside() as server:
            ann = (await people(server, "Ann", legal=True))[0]
            place = await ann.create("guandan")
            await ann.request("FILL", {"table": place.table})
            while not place.asides:
                await ann.turn()
            assert (await ann.request("SIT_OUT", {"table": place.table}))["move"] == "auto"
            assert (await ann.request("SIT_IN", {"table": place.table}))["move"] == "back"

    run(scene())


def test_a_spectator_is_told_later_by_the_clock(inside, players):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann", legal=True)
            watcher = await Client.connect(server.url, name="Watcher")
            wish = {"options": players.slow_rounds, "bots": {"1": "random"}}
            place = await ann.create("duel", spectatorDelaySeconds=2, **wish)
            seen = await watcher.spectate(place.table)
            began = asyncio.get_running_loop().time()
            await ann.play(place, "ready")
            told = place.seq
            assert (seen.seq, seen.view) == (0, {})
            info = (await watcher.tables())[0]
            assert info["spectatorDelaySeconds"] == 2
            assert info.get("seq", 0) == 0
            await watcher.until(seen, told)
            assert asyncio.get_running_loop().time() - began >= 2
            assert seen.seat is None
            later = await Client.connect(server.url, name="Later", packed=True)
            again = await later.spectate(place.table)
            assert again.seq == told
            assert again.view == seen.view

    run(scene())


# Finding each other


def test_quick_match_brings_two_together_at_a_table(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            told = await ann.request("QUICK_MATCH", {"game": "duel"})
            assert (told["waiting"], told["rating"], told["others"]) == (True, 1200, 0)
            await refused("ALREADY_WAITING", ann.request("QUICK_MATCH", {"game": "duel"}))
            await cy.request("QUICK_MATCH", {"game": "duel", "options": {"maxRounds": 1}})
            await bo.request("QUICK_MATCH", {"game": "duel", "options": {}})
            found = [await hears(one, "MATCH_FOUND") for one in (ann, bo)]
            assert {one["seat"] for one in found} == {0, 1}
            table = found[0]["table"]
            assert found[1]["table"] == table
            await players.until(lambda: table in ann.places and table in bo.places)
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_CANCEL", {}))
            await cy.request("QUICK_MATCH_CANCEL", {})
            assert said(cy, "MATCH_FOUND") == []
            await refused("INVALID_REQUEST", cy.request("QUICK_MATCH", {"game": "whist"}))
            alone = {"game": "memory", "seats": 1}
            await refused("INVALID_REQUEST", cy.request("QUICK_MATCH", alone))
            await refused(
                "INVALID_REQUEST", cy.request("QUICK_MATCH", {"game": "duel", "seats": 9})
            )

    run(scene())


def test_who_is_gone_waits_no_more(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            await ann.request("QUICK_MATCH", {"game": "duel"})
            await ann.close()
            host = server.hall.lobby.host
            await players.until(lambda: len(host.quick) == 0)
            assert (await bo.request("QUICK_MATCH", {"game": "duel"}))["others"] == 0
            await asyncio.sleep(0.2)
            assert said(bo, "MATCH_FOUND") == []

    run(scene())


def test_bots_are_offered_to_who_waits_alone(inside, players, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.quick.BOTS_AFTER", 300)
    monkeypatch.setattr(host_module, "TELL_EVERY", 300)

    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_BOTS", {}))
            await ann.request("QUICK_MATCH", {"game": "duel"})
            assert await hears(ann, "QUICK_MATCH_BOTS_OFFERED") == {"game": "duel"}
            waiting = await hears(ann, "QUICK_MATCH_WAITING")
            assert waiting["waitedMs"] >= 300
            assert waiting["window"] > 100
            await ann.request("QUICK_MATCH_BOTS", {})
            found = await hears(ann, "MATCH_FOUND")
            assert [one["bot"] for one in found["info"]["roster"]] == [False, True]
            await players.until(lambda: found["table"] in ann.places)

    run(scene())


def test_quick_match_at_an_open_table_finds_a_free_seat(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            place = await ann.create("poker")
            told = await bo.request("QUICK_MATCH", {"game": "poker"})
            assert told == {"waiting": False}
            assert (await hears(bo, "MATCH_FOUND"))["table"] == place.table

    run(scene())


def test_a_challenge_is_accepted_declined_taken_back(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            wish = {"user": bo.user, "game": "duel", "options": {"maxRounds": 1}}
            made = await ann.request("CHALLENGE", wish)
            assert 59_000 < made["inMs"] <= 60_000
            asked = await hears(bo, "CHALLENGED")
            assert (asked["from"], asked["name"], asked["game"]) == (ann.user, "Ann", "duel")
            assert asked["options"]["maxRounds"] == 1
            await refused("ALREADY_SENT", ann.request("CHALLENGE", wish))
            await refused("NO_SUCH_CHALLENGE", cy.request("CHALLENGE_ACCEPT", {"challenge": 1}))
            told = await bo.request("CHALLENGE_ACCEPT", {"challenge": asked["challenge"]})
            accepted = await hears(ann, "CHALLENGE_ACCEPTED")
            assert (accepted["table"], accepted["seat"], told["seat"]) == (told["table"], 0, 1)
            await players.until(lambda: {told["table"]} == set(ann.places) == set(bo.places))
            assert told["table"] not in [one["table"] for one in await cy.tables()]
            again = await cy.request("CHALLENGE", {"user": bo.user, "game": "memory"})
            await bo.request("CHALLENGE_DECLINE", {"challenge": again["challenge"]})
            assert await hears(cy, "CHALLENGE_DECLINED") == {"challenge": again["challenge"]}
            third = await cy.request("CHALLENGE", {"user": bo.user, "game": "memory"})
            await cy.request("CHALLENGE_CANCEL", {"challenge": third["challenge"]})
            for one in (bo, cy):
                await hears(one, "CHALLENGE_CANCELLED")
            await refused("NO_SUCH_PLAYER", cy.request("CHALLENGE", {**wish, "user": "who"}))
            await refused("INVALID_REQUEST", cy.request("CHALLENGE", {**wish, "user": cy.user}))
            fourth = await cy.request("CHALLENGE", {"user": ann.user, "game": "memory"})
            await ann.close()
            assert (await hears(cy, "CHALLENGE_CANCELLED"))["challenge"] == fourth["challenge"]
            await refused("NOT_ONLINE", cy.request("CHALLENGE", {**wish, "user": ann.user}))

    run(scene())


def test_a_challenge_expires(inside, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.challenge.STANDS", 200)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            made = await ann.request("CHALLENGE", {"user": bo.user, "game": "duel"})
            for one in (ann, bo):
                assert (await hears(one, "CHALLENGE_EXPIRED"))["challenge"] == made["challenge"]

    run(scene())


# Friends


def test_friends_are_asked_seen_and_brought_to_a_table(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            invite = await ann.request("FRIEND_INVITE", {"user": bo.user})
            heard = await hears(bo, "FRIEND_INVITED")
            assert heard == {"invite": invite["invite"], "from": ann.user, "name": "Ann"}
            await refused("ALREADY_SENT", ann.request("FRIEND_INVITE", {"user": bo.user}))
            await refused("INVALID_REQUEST", ann.request("FRIEND_INVITE", {"user": ann.user}))
            await refused("NO_SUCH_INVITE", cy.request("FRIEND_ACCEPT", invite_of(invite)))
            (waiting,) = (await bo.request("FRIEND_INVITES", {}))["invites"]
            assert (waiting["invite"], waiting["name"]) == (invite["invite"], "Ann")
            await bo.request("FRIEND_ACCEPT", invite_of(invite))
            assert await hears(ann, "FRIEND_ACCEPTED") == {"userId": bo.user, "name": "Bo"}
            (friend,) = (await ann.request("FRIENDS", {}))["friends"]
            assert friend == {"userId": bo.user, "name": "Bo", "online": True}
            await refused("ALREADY_FRIENDS", bo.request("FRIEND_INVITE", {"user": ann.user}))

            hidden = await ann.create("duel", private=True)
            wish = {"user": bo.user, "table": hidden.table}
            await refused("NOT_FRIENDS", ann.request("INVITE_TO_TABLE", {**wish, "user": cy.user}))
            await refused(
                "INVALID_PLAYER", bo.request("INVITE_TO_TABLE", {**wish, "user": ann.user})
            )
            await ann.request("INVITE_TO_TABLE", wish)
            told = await hears(bo, "TABLE_INVITED")
            await bo.request("JOIN_TABLE", {"link": told["link"]})
            (friend,) = (await ann.request("FRIENDS", {}))["friends"]
            assert "table" not in friend  # a private one is nobody's business
            await refused("ALREADY_PLAYING", ann.request("INVITE_TO_TABLE", wish))

            await bo.close()
            assert await hears(ann, "PRESENCE") == {
                "userId": bo.user,
                "name": "Bo",
                "online": False,
            }
            back = await Client.connect(server.url, token=bo.token)
            assert (await hears(ann, "PRESENCE"))["online"] is True
            await back.request("FRIEND_REMOVE", {"user": ann.user})
            assert (await ann.request("FRIENDS", {}))["friends"] == []
            await refused("NOT_FRIENDS", back.request("FRIEND_REMOVE", {"user": ann.user}))

    run(scene())


def test_nobody_is_pestered(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            for _ in range(20):
                made = await ann.request("CHALLENGE", {"user": bo.user, "game": "duel"})
                await bo.request("CHALLENGE_DECLINE", {"challenge": made["challenge"]})
            wish = {"user": bo.user, "game": "duel"}
            await refused("RATE_LIMITED", ann.request("CHALLENGE", wish))
            await refused("RATE_LIMITED", ann.request("FRIEND_INVITE", {"user": bo.user}))

    run(scene())


def invite_of(told):
    return {"invite": told["invite"]}


def test_who_is_blocked_reaches_nobody_who_blocked_him(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("memory", seats=3)).table
            await bo.join(table)
            await ann.request("BLOCK", {"user": bo.user})
            shunned = await ann.request("SHUNNED", {})
            assert [one["name"] for one in shunned["blocked"]] == ["Bo"]
            before = len(ann.notices)
            await refused("BLOCKED", bo.request("FRIEND_INVITE", {"user": ann.user}))
            await refused("BLOCKED", bo.request("CHALLENGE", {"user": ann.user, "game": "duel"}))
            await refused("BLOCKED", ann.request("CHALLENGE", {"user": bo.user, "game": "duel"}))
            await bo.request("CHAT", {"table": table, "text": "do you hear me?"})
            await hears(bo, "CHAT")
            await ann.request("PING")
            assert len(ann.notices) == before
            assert (await ann.request("CHAT_HISTORY", {"table": table}))["lines"] == []
            for one in (ann, bo):
                await one.request("QUICK_MATCH", {"game": "duel"})
            await asyncio.sleep(1.2)
            assert said(ann, "MATCH_FOUND") == []
            await ann.request("UNBLOCK", {"user": bo.user})
            await bo.request("CHAT", {"table": table, "text": "and now?"})
            assert (await hears(ann, "CHAT"))["text"] == "and now?"
            await ann.request("MUTE", {"user": bo.user})
            await bo.request("CHAT", {"table": table, "text": "muted"})
            await hears(bo, "CHAT")
            await ann.request("PING")
            assert said(ann, "CHAT") == []
            await bo.request("FRIEND_INVITE", {"user": ann.user})  # a mute is no block
            await ann.request("UNMUTE", {"user": bo.user})

    run(scene())


# Chat


def test_spectators_never_reach_players_while_a_match_runs(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, _) = await players.duel(server.url)
            cy, dee = await people(server, "Cy", "Dee")
            for one in (cy, dee):
                await one.spectate(place.table)
            await cy.request("CHAT", {"table": place.table, "text": "he has the ace"})
            line = await hears(dee, "CHAT")
            assert (line["channel"], line["from"], line["name"]) == ("spectators", cy.user, "Cy")
            await cy.sign_up("Cyril", PASSWORD)  # the same person, whatever he is called
            await cy.request("CHAT_HISTORY", {"table": place.table})
            await ann.request("CHAT", {"table": place.table, "text": " good\nluck\x07 "})
            for one in (ann, bo, cy, dee):
                while (line := await hears(one, "CHAT"))["from"] != ann.user:
                    assert one in (cy, dee)
                assert (line["text"], line["channel"]) == ("good luck", "table")
            lines = (await bo.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert [line["text"] for line in lines] == ["good luck"]
            lines = (await dee.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert len(lines) == 2
            await bo.request("LEAVE", {"table": place.table, "concede": True})
            await players.until(lambda: players.over(place))
            await cy.request("CHAT", {"table": place.table, "text": "well played"})
            assert (await hears(ann, "CHAT"))["channel"] == "table"

    run(scene())


def test_chat_is_limited_and_only_for_those_who_are_there(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("duel")).table
            await refused("INVALID_PLAYER", bo.request("CHAT", {"table": table, "text": "hi"}))
            await refused("INVALID_PLAYER", bo.request("CHAT_HISTORY", {"table": table}))
            await refused("GAME_NOT_FOUND", bo.request("CHAT", {"table": 99, "text": "hi"}))
            await refused("INVALID_REQUEST", ann.request("CHAT", {"table": table, "text": "\x00"}))
            long = {"table": table, "text": "x" * 501}
            await refused("INVALID_REQUEST", ann.request("CHAT", long))
            for n in range(5):
                await ann.request("CHAT", {"table": table, "text": f"{n}"})
            await refused("RATE_LIMITED", ann.request("CHAT", {"table": table, "text": "more"}))

    run(scene())


def test_a_report_is_kept_with_what_was_said(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("memory", seats=3)).table
            await bo.join(table)
            await bo.request("CHAT", {"table": table, "text": "you are all fools"})
            wish = {"user": bo.user, "table": table, "reason": "rude"}
            told = await ann.request("REPORT", wish)
            (kept,) = await server.store.reports()
            assert (kept.id, kept.reporter, kept.reported) == (told["report"], ann.user, bo.user)
            assert json.loads(kept.said)[0]["text"] == "you are all fools"
            await refused("INVALID_REQUEST", ann.request("REPORT", {**wish, "user": ann.user}))
            for _ in range(4):
                await ann.request("REPORT", wish)
            await refused("RATE_LIMITED", ann.request("REPORT", wish))

    run(scene())


def test_late_spectators_hear_players_late_and_each_other_at_once(inside):
    async def scene():
        async with inside() as server:
            ann, cy, dee = await people(server, "Ann", "Cy", "Dee")
            wish = {"bots": {"1": "random"}, "spectatorDelaySeconds": 2}
            table = (await ann.create("duel", **wish)).table
            for one in (cy, dee):
                await one.spectate(table)
            began = asyncio.get_running_loop().time()
            await ann.request("CHAT", {"table": table, "text": "I bluff"})
            lines = (await cy.request("CHAT_HISTORY", {"table": table}))["lines"]
            assert lines == []
            await cy.request("CHAT", {"table": table, "text": "boring"})
            assert (await hears(dee, "CHAT"))["text"] == "boring"
            assert asyncio.get_running_loop().time() - began < 1.9
            assert (await hears(dee, "CHAT"))["text"] == "I bluff"
            assert asyncio.get_running_loop().time() - began >= 2
            assert [line["text"] for line in said(ann, "CHAT")] == ["I bluff"]

    run(scene())


def test_every_request_of_the_lobby_needs_a_name_first(inside, line):
    async def scene():
        async with inside() as server:
            one = await line(server.url)
            for kind in (
                "CHAT",
                "FRIENDS",
                "QUICK_MATCH",
                "CHALLENGE",
                "KICK",
                "MY_TABLES",
                "PROFILE",
            ):
                told = await one.ask(kind, {"table": 1, "text": "x", "user": "x", "game": "duel"})
                assert told["error"]["code"] == "NOT_AUTHENTICATED"

    run(scene())


# The client library


def test_the_client_signs_up_logs_in_and_finds_matches(inside, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.quick.BOTS_AFTER", 100)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Guest A", "Guest B")
            await ann.sign_up("Ann", PASSWORD, country="NZ")
            assert ann.name == "Ann"
            again = await Client.connect(server.url, name="ann", password=PASSWORD, legal=True)
            assert (again.user, again.legal) == (ann.user, True)
            await ann.close()
            mine, its = await asyncio.gather(again.quick_match("duel"), bo.quick_match("duel"))
            assert mine.table == its.table
            assert mine.legal
            await bo.say(its, "hello")
            assert (await again.notice("CHAT"))[1]["text"] == "hello"
            await again.leave(mine, concede=True)
            asked = asyncio.create_task(bo.challenge("Ann", "memory"))
            _, told = await again.notice("CHALLENGED")
            theirs = await again.accept(told["challenge"])
            place = await asked
            assert place.table == theirs.table
            asked = asyncio.create_task(bo.challenge("Ann", "memory"))
            _, told = await again.notice("CHALLENGED")
            await again.request("CHALLENGE_DECLINE", {"challenge": told["challenge"]})
            assert await asked is None
            alone = await bo.quick_match("duel", {"maxRounds": 2}, bots=True)
            assert [one["bot"] for one in alone.players] == [False, True]

    run(scene())


def test_a_private_table_is_watched_again_after_a_lost_connection(inside):
    async def scene():
        async with inside() as server:
            ann, cy = await people(server, "Ann", "Cy")
            place = await ann.create("duel", private=True)
            assert place.link
            seen = await cy.spectate(link=place.link)
            cy._line.close()
            async with asyncio.timeout(10):
                while not cy.reconnects:
                    await cy.turn()
            bo = (await people(server, "Bo"))[0]
            await bo.join(link=place.link)
            await cy.until(seen, 1)

    run(scene())


def test_no_way_around_the_delay_over_http(inside, players):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            cy = (await people(server, "Cy"))[0]
            wish = {"bots": {"1": "random"}, "options": players.slow_rounds}
            place = await ann.create("duel", spectatorDelaySeconds=2, **wish)
            await ann.play(place, "ready")
            await ann.leave(place, concede=True)
            await ann.request("PING")

            async def ask(path, token):
                return await asyncio.to_thread(fetched, server.port, path, token)

            deal = f"/api/deals/{place.table}/1"
            assert (await ask(deal, ann.token))[0] == 200
            assert (await ask(deal, cy.token))[0] != 200
            assert (await ask("/api/deals", cy.token))[1]["deals"] == []
            assert len((await ask("/api/deals", ann.token))[1]["deals"]) == 1
            listed = (await ask("/api/tables", cy.token))[1]["tables"][0]
            assert (listed["status"], listed.get("seq", 0)) == ("IN_PROGRESS", 0)
            await asyncio.sleep(2.2)
            assert (await ask(deal, cy.token))[0] == 200

    run(scene())


def fetched(port, path, token):
    """Status and body of a GET."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    link.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = link.getresponse()
    body = json.loads(answer.read())
    link.close()
    return answer.status, body
