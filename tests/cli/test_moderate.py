"""`cutcard moderate`: every act out of the database, each on the trail, refusals as sentences."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import json

from cutcard.lobby.accounts import Accounts
from cutcard.lobby.forms import SignUp
from cutcard.lobby.moderation import Moderation
from cutcard.store.social import Report
from cutcard.store.sqlite import SqliteStore


@pytest.fixture
def db(tmp_path):
    return str(tmp_path / "cards.db")


@pytest.fixture
def moderate(run, db):
    def call(*words, code=0):
        result = run("moderate", *words, "--db", db)
        assert result.exit_code == code, result.output
        return result.output

    return call


def on(db, story):
    async def whole():
        store = SqliteStore(db)
        await store.open()
        people = Accounts(store)
        try:
            return await story(people, store)
        finally:
            people.close()
            await store.close()

    return asyncio.run(whole())


def lines(text: str) -> list[dict]:
    return [json.decode(line) for line in text.splitlines()]


def test_every_act_is_done_and_on_the_trail(moderate, db):
    async def made(people, store):
        for name in ("Ann", "Bob"):
            await people.create(SignUp(name, "correct horse"))
        bob = await people.find("Bob")
        await store.add_report(Report(0, 5, bob.id, bob.id, 3, "rude", '[{"text":"fool"}]'))

    on(db, made)
    assert "Sanction 1: suspend of" in moderate("suspend", "Ann", "--for", "7d", "--why", "rude")
    assert "2: ban of 2001:db8::/48, until 2035-01-31 00:00 UTC." in moderate(
        "ban", "2001:db8::/48", "--until", "2035-01-31", "--why", "a flood"
    )
    assert "Sanction 3: mute of" in moderate("mute", "Bob", "--why", "spam")
    moderate("lift", "3", "--why", "enough")
    moderate("close", "7", "--why", "dead")
    assert "Bob is Player " in moderate("name", "Bob", "--why", "taken")
    (waiting,) = lines(moderate("reports"))
    assert waiting["said"] == [{"text": "fool"}]
    moderate("settle", "1", "muted him")
    assert moderate("reports") == ""

    async def appealed(_, store):
        (first, *_) = await store.sanctions(0)
        await Moderation(store).appeal(first.code, "Please")

    on(db, appealed)
    assert [one["text"] for one in lines(moderate("appeals"))] == ["Please"]
    moderate("answer", "1", "Very well", "--grant")
    moderate("appoint", "Ann")
    moderate("words")
    told = lines(moderate("trail"))
    assert [one["what"] for one in told] == [
        "suspend", "ban", "mute", "lift", "close", "name", "settle", "answer", "lift", "role",
        "words",
    ]  # fmt: skip
    assert {one["by"] for one in told} == {""}
    assert [one["kind"] for one in lines(moderate("sanctions"))] == ["ban", "name"]
    assert [one["kind"] for one in lines(moderate("sanctions", "Ann"))] == ["suspend"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("suspend", "Ann", "--why", "x"), "say --for or --until"),
        (("suspend", "Nobody", "--for", "1d", "--why", "x"), "There is no such player"),
        (("ban", "0.0.0.0/0", "--why", "x"), "too wide"),
        (("ban", "Ann", "--for", "soon", "--why", "x"), "say 30m, 12h, 7d or 4w"),
        (("mute", "Ann", "--until", "2001-01-01", "--why", "x"), "ends in the future"),
        (("lift", "9", "--why", "x"), "No sanction 9 stands"),
        (("settle", "9", "x"), "No report 9 waits"),
        (("answer", "9", "x"), "No appeal 9 waits"),
        (("words", "nowhere.txt"), "No such file"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(run, moderate, db, words, said):
    async def made(people, _):
        await people.create(SignUp("Ann", "correct horse"))

    on(db, made)
    result = run("moderate", *words, "--db", db)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert moderate("trail") == ""
