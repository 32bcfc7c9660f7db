"""HTTP beside the socket: health, the lobby for programs, metrics, the page."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from cutcard import game_names
from cutcard.client import Client
from cutcard.fair import verify


def test_health_ready_games_and_stats(shared, fetch):
    server = shared
    assert fetch(server, "GET", "/health")[0].status == 200
    assert json.loads(fetch(server, "GET", "/ready")[1]) == {"status": "ready"}
    answer, body = fetch(server, "GET", "/api/games")
    assert answer.headers["Content-Type"].startswith("application/json")
    cards = {one["name"]: one for one in json.loads(body)["games"]}
    assert set(cards) == set(game_names())
    assert cards["duel"]["seats"] == [2]
    assert "random" in cards["duel"]["bots"]
    assert "maxRounds" in json.dumps(cards["duel"]["options"])
    stats = json.loads(fetch(server, "GET", "/api/stats")[1])
    assert set(stats) >= {
        "activeGames",
        "totalGamesCreated",
        "averageGameDuration",
        "gamesCompletedToday",
    }


def test_a_table_is_opened_and_joined_over_http_and_played_on_the_socket(serve, fetch, players):
    server = serve()
    people = []
    for name in ("Ann", "Bo"):
        answer, body = fetch(server, "POST", "/api/guests", {"name": name})
        assert answer.status == 201
        people.append(json.loads(body))
    ann, bo = ({"Authorization": f"Bearer {one['token']}"} for one in people)
    wish = {"game": "duel", "options": players.slow_rounds, "name": "Ours"}
    answer, body = fetch(server, "POST", "/api/tables", wish, **ann)
    told = json.loads(body)
    assert (answer.status, told["seat"], told["info"]["name"]) == (201, 0, "Ours")
    listed = json.loads(fetch(server, "GET", "/api/tables?game=duel")[1])["tables"]
    assert [one["table"] for one in listed] == [told["table"]]
    assert json.loads(fetch(server, "GET", "/api/tables?game=memory")[1])["tables"] == []
    answer, body = fetch(server, "POST", f"/api/tables/{told['table']}/join", {}, **bo)
    assert (answer.status, json.loads(body)["seat"]) == (200, 1)

    async def scene():
        clients = [
            await Client.connect(server.url, token=one["token"], legal=True) for one in people
        ]
        places = [await client.join(told["table"]) for client in clients]
        await asyncio.gather(*map(players.play_out, clients, places))
        return places[0].view

    assert asyncio.run(asyncio.wait_for(scene(), 30))["status"] == "COMPLETED"
    text = fetch(server.owner, "GET", "/metrics")[1].decode()  # each process has its own figures
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["cutcard_moves_total"]) == 8
    assert "cutcard_connections" in values
    assert float(values['cutcard_house{what="tables"}']) == 1
    # opened, joined, both ready, three rounds: what comes at one moment is one commit
    assert 6 <= float(values["cutcard_commits_total"]) <= 16
    assert 1 <= float(values["cutcard_move_seconds_count"]) <= 8
    assert 'cutcard_loop_lag_seconds_recent{quantile="0.99"}' in values
    stats = json.loads(fetch(server, "GET", "/api/stats")[1])
    assert stats["gamesCompletedToday"] == 1


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", None, 404, "NOT_FOUND"),
        ("DELETE", "/api/tables", None, 405, "METHOD_NOT_ALLOWED"),
        ("POST", "/api/tables", {"game": "duel"}, 401, "NOT_AUTHENTICATED"),
        ("POST", "/api/tables/7/join", {}, 401, "NOT_AUTHENTICATED"),
        ("POST", "/api/guests", {"name": 5}, 400, "INVALID_REQUEST"),
        ("POST", "/api/guests", {"name": "x" * 33}, 400, "INVALID_REQUEST"),
        ("POST", "/api/guests", {"name": "x" * 20_000}, 413, "REQUEST_ENTITY_TOO_LARGE"),
    ],
)
def test_a_refusal_is_typed(shared, fetch, method, path, body, status, code):
    answer, told = fetch(shared, method, path, body)
    assert answer.status == status
    error = json.loads(told)["error"]
    assert (error["code"], bool(error["message"])) == (code, True)


def test_refusals_with_a_token(shared, fetch):
    server = shared
    token = json.loads(fetch(server, "POST", "/api/guests", {})[1])["token"]
    mine = {"Authorization": f"Bearer {token}"}
    for path, body, status, code in (
        ("/api/tables", {"game": "chess"}, 400, "INVALID_REQUEST"),
        ("/api/tables", {"game": "duel", "options": {"maxRounds": 0}}, 400, "INVALID_REQUEST"),
        ("/api/tables", [], 400, "INVALID_REQUEST"),
        ("/api/tables/7/join", {}, 404, "GAME_NOT_FOUND"),
    ):
        answer, told = fetch(server, "POST", path, body, **mine)
        assert (answer.status, json.loads(told)["error"]["code"]) == (status, code)
    answer, _ = fetch(server, "POST", "/api/guests", {}, Origin="https://evil.example")
    assert answer.status == 403


def test_the_page_is_served_with_types_policy_and_etag(shared, fetch):
    server = shared
    first, body = fetch(server, "GET", "/")
    assert first.status == 200
    assert first.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = first.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert first.headers["X-Content-Type-Options"] == "nosniff"
    for path in ("/table/12", "/table/12/watch"):
        assert fetch(server, "GET", path)[1] == body
    same, nothing = fetch(server, "GET", "/", If_None_Match=first.headers["ETag"])
    assert (same.status, nothing) == (304, b"")
    other, _ = fetch(server, "GET", "/", If_None_Match='"something else"')
    assert other.status == 200
    script, _ = fetch(server, "GET", "/web/dom.js")
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "/web/../__init__.py",
        "/web/%2e%2e/__init__.py",
        "/web/..%2f..%2fpyproject.toml",
        "/web/%2e%2e%2fcli%2fmain.py",
        "/web/__init__.py",
        "/web/.hidden.js",
        "/web//etc/passwd.txt",
        "/web/..%5c..%5cx.js",
        "/web/x%00.js",
        "/web/",
        "/web/nothing.js",
        "/games/duel/../rules.py",
        "/games/duel/%2e%2e/golden/a.json",
        "/games/../kernel/x.js",
        "/games/%2e%2e/table.js",
        "/games/nobody/table.js",
    ],
)
def test_nothing_but_the_pages_files_is_served(shared, fetch, path):
    answer, _ = fetch(shared, "GET", path)
    assert answer.status == 404


def test_f83_the_one_file_verifier_is_served_as_text(shared, fetch):
    answer, told = fetch(shared, "GET", "/verify.py")
    assert answer.status == 200
    assert answer.headers.get("Content-Type") == "text/plain; charset=utf-8"
    assert told == Path(verify.__file__).read_bytes()
    answer, _ = fetch(shared, "GET", "/web/__init__.py")
    assert answer.status == 404


def test_the_page_names_a_version_whose_files_are_kept_for_good(shared, fetch):
    answer, page = fetch(shared, "GET", "/")
    assert answer.headers["Cache-Control"] == "no-cache"
    [code] = re.findall(rb'src="(/v/\w+/room\.js)"', page)
    answer, told = fetch(shared, "GET", code.decode())
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert b"export const modules" in told
    other = code.decode().replace("/v/", "/v/0")
    assert fetch(shared, "GET", other)[0].status == 404
    assert fetch(shared, "GET", code.decode().replace("room.js", "../x.js"))[0].status == 404
