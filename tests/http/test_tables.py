"""Games, tables, statistics and leaderboards over HTTP."""

from __future__ import annotations

import asyncio
import http.client
import re

import pytest

from cutcard.client import Client


def test_a_table_is_opened_shown_and_joined(nobody):
    ann, bo = nobody.guest(), nobody.guest()
    told = ann.ask("POST", "/api/tables", {"game": "duel", "name": "Ours"}, 201)
    where = f"/api/tables/{told['table']}"
    assert nobody.ask("GET", where, status=200)["info"]["name"] == "Ours"
    assert "seat" not in nobody.ask("GET", where, status=200)
    assert ann.ask("GET", where, status=200)["seat"] == 0
    assert bo.ask("POST", f"{where}/join", {}, 200)["seat"] == 1
    assert nobody.guest().refused("POST", f"{where}/join", {}, status=409) == "TABLE_FULL"
    listed = nobody.ask("GET", "/api/tables?game=duel", status=200)["tables"]
    assert told["table"] in [one["table"] for one in listed]


def test_a_private_table_is_shown_to_nobody_else(nobody):
    ann, bo = nobody.guest(), nobody.guest()
    told = ann.ask("POST", "/api/tables", {"game": "duel", "private": True}, 201)
    where = f"/api/tables/{told['table']}"
    ann.ask("GET", where, status=200)
    for other in (bo, nobody):
        assert other.refused("GET", where, status=404) == "GAME_NOT_FOUND"
    listed = nobody.ask("GET", "/api/tables", status=200)["tables"]
    assert told["table"] not in [one["table"] for one in listed]


def test_a_table_joined_over_http_by_its_link_alone(nobody):
    ann, bo = nobody.guest(), nobody.guest()
    told = ann.ask("POST", "/api/tables", {"game": "duel", "private": True}, 201)
    where = f"/api/tables/{told['table']}/join"
    assert bo.refused("POST", where, {}, status=404) == "GAME_NOT_FOUND"
    assert bo.refused("POST", where, {"link": "guessed"}, status=404) == "GAME_NOT_FOUND"
    assert bo.ask("POST", where, {"link": told["link"]}, 200)["seat"] == 1


def test_the_games_that_are_there_bring_their_options(nobody):
    told = nobody.ask("GET", "/api/games", status=200)["games"]
    assert {"duel", "memory", "poker", "guandan", "battle"} <= {one["name"] for one in told}
    assert all(one["options"] and one["seats"] and one["bots"] for one in told)


def test_a_rated_match_is_in_profiles_and_statistics_and_on_no_board_yet(start, asker, players):
    server = start()
    nobody = asker(server)
    for wrong in ("chess", "%00"):
        nobody.ask("GET", f"/api/games/{wrong}/leaderboard", status=400)
    before = nobody.ask("GET", "/api/stats", status=200)
    assert before == {
        "activeGames": 0,
        "totalGamesCreated": 0,
        "averageGameDuration": 0.0,
        "gamesCompletedToday": 0,
    }

    async def scene():
        first, second = [
            await Client.connect(server.url, name=name, legal=True) for name in ("Ann", "Bo")
        ]
        place = await first.create("duel", ranked=True)
        other = await second.join(place.table)
        ids = [first.user, second.user]
        await asyncio.gather(players.play_out(first, place, 1), players.play_out(second, other, 2))
        await first.close()
        await second.close()
        return ids

    ids = asyncio.run(asyncio.wait_for(scene(), 30))
    for one in ids:
        profile = nobody.ask("GET", f"/api/users/{one}", status=200)
        assert profile["standings"]["duel/QUICK"]["provisional"]
    board = nobody.ask("GET", "/api/games/duel/leaderboard?limit=5&from=1", status=200)
    assert board == {"game": "duel", "mode": "QUICK", "players": []}  # A61: ten matches
    wrong = "/api/games/duel/leaderboard?from=10001"
    assert nobody.refused("GET", wrong, status=400) == "INVALID_REQUEST"
    wrong = "/api/games/duel/leaderboard?friends=true"
    assert nobody.refused("GET", wrong, status=401) == "NOT_AUTHENTICATED"
    assert nobody.ask("GET", "/api/stats", status=200)["gamesCompletedToday"] == 1


@pytest.mark.parametrize("limit", ["0", "101", "x", "null", "-1", ""])
def test_a_limit_that_is_none_is_refused(nobody, limit):
    for where in ("/api/games/duel/leaderboard", "/api/deals"):
        assert nobody.refused("GET", f"{where}?limit={limit}", status=400) == "INVALID_REQUEST"


def test_every_answer_has_a_correlation_id_and_a_method_not_there_says_which_are(nobody):
    nobody.ask("GET", "/health", status=200, X_Correlation_Id="mine-1")
    assert nobody.last.getheader("X-Correlation-Id") == "mine-1"
    nobody.ask("GET", "/health", status=200, X_Correlation_Id="no spaces here")
    assert re.fullmatch("[0-9a-f]{16}", nobody.last.getheader("X-Correlation-Id"))
    assert nobody.refused("PUT", "/api/tables", {}, status=405) == "METHOD_NOT_ALLOWED"
    assert nobody.last.getheader("Allow") == "GET, HEAD, POST"


def test_another_sites_page_may_change_nothing(nobody):
    one = nobody.guest()
    evil = {"Origin": "https://evil.example"}
    for method, path in (
        ("POST", "/api/tables"),
        ("PATCH", "/api/me"),
        ("DELETE", "/api/sessions"),
    ):
        assert one.refused(method, path, {}, status=403, **evil) == "ORIGIN"
    one.ask("GET", "/api/me", status=200)


def test_a_token_of_http_is_one_on_the_socket_too(nobody, server):
    one = nobody.account("Socket_1")

    async def scene():
        client = await Client.connect(server.url, token=one.token)
        try:
            return client.user
        finally:
            await client.close()

    assert asyncio.run(asyncio.wait_for(scene(), 10)) == one.id


def test_where_one_sits_is_listed_and_who_has_most_chips(nobody):
    one = nobody.guest()
    table = one.ask("POST", "/api/tables", {"game": "duel", "private": True}, 201)["table"]
    assert [row["table"] for row in one.ask("GET", "/api/me/tables", status=200)["tables"]] == [
        table
    ]
    rich = nobody.ask("GET", "/api/leaderboards/chips?limit=3", status=200)["players"]
    assert [row["place"] for row in rich] == [1, 2, 3]
    assert rich[0]["balance"] >= rich[2]["balance"]


def test_a_probe_may_ask_with_head(server):
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for path, status in (("/health", 200), ("/ready", 200), ("/api/me", 401)):
        link.request("HEAD", path)
        answer = link.getresponse()
        assert (answer.status, answer.read()) == (status, b"")
    link.close()
