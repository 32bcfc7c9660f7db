"""A deal that is over can be walked through, and had as text: what each viewer saw."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner
from msgspec import json as fast

from cutcard.cli.main import main
from cutcard.client import Client
from cutcard.client.merge import merge
from cutcard.table.deal import Deal
from cutcard.table.patch import plain
from cutcard.table.vocabulary import vocabulary
from cutcard.wire.http.walk import PAGE, Walk, Walks, walk
from cutcard.wire.people import with_people

from .test_replays import FAST, _bots_play, _secret

QUICK = {"mode": "HAND", "maxRounds": 5}


@pytest.fixture(scope="module")
def scene(start, asker, players):
    """A duel that is over at a private table, whose second player has left it since."""
    server = start()

    async def play():
        first = await Client.connect(server.url, name="Ann", legal=True)
        second = await Client.connect(server.url, name="Bo", legal=True)
        options = {**QUICK, "roundPauseMs": 0}
        place = await first.create("duel", options=options, private=True)
        await second.join(link=place.link)
        other = second.places[place.table]
        for client, at in ((first, place), (second, other)):
            await client.play(at, "ready", {})
        await asyncio.gather(players.play_out(first, place, 1), players.play_out(second, other, 2))
        await second.leave(other)
        return place.table, (first.token, second.token)

    table, tokens = asyncio.run(asyncio.wait_for(play(), 60))
    return asker(server), table, [asker(server, token) for token in tokens]


def walked(who, where, limit=500):
    """All pages, and the view after each entry."""
    told = who.ask("GET", f"{where}?limit={limit}", status=200)
    views, steps, page = [told["view"]], [], told
    while True:
        for step in page["steps"]:
            steps.append(step)
            views.append(merge(views[-1], step["patch"]))
        if "next" not in page:
            return told, views, steps
        page = who.ask("GET", f"{where}?limit={limit}&from={page['next']}", status=200)
        assert page["view"] == views[-1], "a page begins where the last one ended"


def test_every_step_leads_to_what_the_viewer_saw_and_pages_join(scene):
    _, table, (ann, _) = scene
    where = f"/api/deals/{table}/1/views"
    told, views, steps = walked(ann, where)
    assert [step["n"] for step in steps] == list(range(told["entries"]))
    assert (told["seat"], told["whole"], told["proof"]) == (0, True, True)
    assert {one["name"] for one in told["players"]} == {"Ann", "Bo"}
    whole = ann.ask("GET", f"/api/deals/{table}/1", status=200)
    assert views[-1] == whole["view"]
    assert walked(ann, where, limit=3)[1] == views
    at = told["entries"] // 2
    assert ann.ask("GET", f"{where}?from={at}&limit=1", status=200)["view"] == views[at]


def test_who_left_sees_their_own_side_and_a_stranger_no_private_table(scene):
    nobody, table, (ann, bo) = scene
    where = f"/api/deals/{table}/1"
    for path in (f"{where}/views", f"{where}/text", f"{where}/proof"):
        assert bo.ask("GET", path, status=200)
        for who in (nobody, nobody.guest()):
            assert who.refused("GET", path, status=404) == "GAME_NOT_FOUND"
    told = bo.ask("GET", f"{where}/views", status=200)
    assert told["seat"] == 1
    assert ann.ask("GET", f"{where}/views?seat=1", status=200)["view"] == told["view"]
    assert json.loads(bo.ask("GET", f"{where}/proof").partition("\n")[0])["viewer"] == 1


def test_what_cannot_be_asked_is_refused_with_a_sentence(scene):
    _, table, (ann, _) = scene
    where = f"/api/deals/{table}/1"
    entries = ann.ask("GET", f"{where}/views", status=200)["entries"]
    assert ann.ask("GET", f"{where}/views?from={entries}", status=200)["steps"] == []
    for wrong in (f"from={entries + 1}", "limit=501", "limit=0", "seat=2", "from=-1"):
        assert ann.refused("GET", f"{where}/views?{wrong}", status=400) == "INVALID_REQUEST"
    assert ann.refused("GET", f"{where}/text?form=phh", status=400) == "INVALID_REQUEST"
    assert "Ann" in ann.ask("GET", f"{where}/text", status=200)


def test_a_player_gets_their_own_file_on_the_command_line(scene, tmp_path):
    """What the page and the API give, for who has left too; a stranger is told why not."""
    nobody, table, (_, bo) = scene
    asked = ["replay", f"{table}/1", "--url", f"http://127.0.0.1:{nobody.server.port}"]
    kept = tmp_path / "mine.cutcard"
    token = {"CUTCARD_TOKEN": bo.token}
    told = CliRunner().invoke(main, [*asked, "--cutcard", str(kept)], env=token)
    assert told.exit_code == 0, told.output
    assert json.loads(kept.read_text().partition("\n")[0])["viewer"] == 1
    assert CliRunner().invoke(main, ["verify", str(kept)]).exit_code in (0, 3)
    walked_by = CliRunner().invoke(main, [*asked, "--quiet"], env=token)
    assert walked_by.exit_code == 0, walked_by.output
    stranger = CliRunner().invoke(main, asked)
    assert stranger.exit_code == 1
    assert "There is no such deal (GAME_NOT_FOUND)" in stranger.output
    wrong = CliRunner().invoke(main, ["replay", "1/1", "--url", "file:///etc/passwd"])
    assert wrong.exit_code == 2


def test_no_walk_of_a_poker_hand_has_a_card_that_was_not_shown(tmp_path):
    """Each viewer's views are those of the table, and what they never saw is in none of them."""

    async def play():
        store, number = await _bots_play(tmp_path / "p.db", "poker", 4, 6, FAST)
        logs = [await store.deal(number, deal) for deal in range(1, 7)]
        await store.close()
        return logs

    words, hidden = vocabulary("poker"), 0
    for log in asyncio.run(play()):
        played = Deal(words, log.header)
        for seat in (*range(4), None):
            made = walk(log, seat, (None,) * 4, whole=False)
            assert made.over
            assert made.forms[:2] == ["log", "phh"]
            played, view = Deal(words, log.header), made.first
            for step, _ in zip(made.steps, played.again(words, log.entries), strict=True):
                view = merge(view, fast.decode(step)["patch"])
                assert view == plain(with_people(played.state.view(seat), (None,) * 4))
            secret = _secret(played.state, seat)
            hidden += len(secret)
            told = b"".join(made.steps).decode()
            assert not [card for card in secret if f'"{card}"' in told]
    assert hidden > 20


def test_pages_and_what_is_kept_are_bounded_by_bytes():
    big = [b'{"patch":{"a":"' + b"x" * (PAGE // 3) + b'"}}'] * 5
    made = Walk({}, big, ["log"], True, sum(map(len, big)))
    assert len(made.page(0, 500)) == 2
    assert len(Walk({}, [b"x" * (PAGE + 1)] * 2, [], True, 1).page(0, 500)) == 1
    kept = Walks(100)
    for n in range(10):
        kept.put(n, Walk({}, [], [], True, 25))
    assert [n for n in range(10) if kept.get(n)] == [6, 7, 8, 9]
    assert kept.size == 100
    kept.put("big", Walk({}, [], [], True, 26))
    assert kept.get("big") is None
