"""At the table through the real server: teams, quick phrases, further hints, the generic error."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import json

from cutcard.client import Client, Refused
from cutcard.games import guandan
from cutcard.games.guandan import rules

from ..running import inside

__all__ = ["inside"]
BOTS = {"1": "steady", "2": "steady", "3": "steady"}
PAGE = Path(guandan.__file__).parent / "page"


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 60))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_phrase_has_its_words(language: str) -> None:
    texts = json.decode((PAGE / f"{language}.json").read_bytes())
    assert all(texts[f"phrase.{name}"] for name in guandan.phrases)
    assert {key for key in texts if key.startswith("phrase.")} == {
        f"phrase.{name}" for name in guandan.phrases
    }


def test_a_phrase_is_said_by_its_name_and_an_unknown_one_is_refused(inside) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("guandan")
            await ann.request("PHRASE", {"table": place.table, "phrase": "nice"})
            (line,) = (await ann.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert (line["phrase"], line["text"]) == ("nice", "Well played!")
            await ann.request("CHAT", {"table": place.table, "text": "hm"})
            lines = (await ann.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert "phrase" not in lines[-1]
            with pytest.raises(Refused, match="there are: hello") as no:
                await ann.request("PHRASE", {"table": place.table, "phrase": "boo"})
            assert no.value.code == "INVALID_REQUEST"
            other = await ann.create("duel")
            with pytest.raises(Refused, match="this game has none"):
                await ann.request("PHRASE", {"table": other.table, "phrase": "nice"})

    run(scene())


def test_partners_are_marked_and_seats_are_chosen_before_the_start(inside) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("guandan")
            async with await Client.connect(server.url) as bea:
                await bea.join(place.table)
                told = await bea.request("TAKE_SEAT", {"table": place.table, "seat": 2})
                assert told["taken"]
                assert told["info"]["teams"] == [0, 1, 0, 1]
                assert {one["seat"] for one in told["info"]["roster"]} == {0, 2}
                with pytest.raises(Refused, match="no seat 7"):
                    await bea.request("TAKE_SEAT", {"table": place.table, "seat": 7})
                told = await bea.request("TAKE_SEAT", {"table": place.table, "seat": 0})
                assert not told["taken"]
                told = await ann.request("TAKE_SEAT", {"table": place.table, "seat": 2})
                assert told["taken"]

    run(scene())


def test_hints_go_on_page_after_page(inside) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("guandan", bots=BOTS)
            while place.view.get("phase") != "play" or place.view["turn"] != place.seat:
                await ann.turn()
            first = await ann.advice(place)
            assert "flushes" not in first or first["flushes"]
            pages, more = 0, first.get("more", 0)
            while more:
                pages += 1
                said = await ann.advice(place, pages)
                assert said["hints"]
                assert more - len(said["hints"]) == said.get("more", 0)
                more = said.get("more", 0)
            with pytest.raises(Refused):
                await ann.advice(place, pages + 1)

    run(scene())


def test_an_unexpected_fault_in_a_play_has_its_sentence_and_changes_nothing(
    inside, monkeypatch
) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("guandan", bots=BOTS)
            while place.view.get("phase") != "play" or place.view["turn"] != place.seat:
                await ann.turn()
            before = place.view["hand"]
            hints = (await ann.advice(place))["hints"]
            cards = (
                {name: hints[0][name] for name in ("cards", "form", "key", "size")} if hints else {}
            )
            play = ("card_play" if hints else "pass", cards)

            real = rules.State._move

            def fails(*args, **more):
                monkeypatch.setattr(rules.State, "_move", real)  # once: the log is played again
                raise RuntimeError("planted")

            monkeypatch.setattr(rules.State, "_move", fails)
            with pytest.raises(Refused, match="Your play was not made; please try again") as no:
                await ann.play(place, *play)
            assert no.value.code == "GAME_ERROR"
            assert place.view["hand"] == before
            await ann.play(place, *play)

    run(scene())
