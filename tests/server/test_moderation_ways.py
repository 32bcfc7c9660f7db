"""Every act of a moderator, end to end, by both ways an operator has besides the page: the command
line beside a running server, and the API. Who it is done to feels it, learns why, appeals, and is
let in again; and all of it is on the trail."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.client import Client, Refused
from cutcard.wire.codes import BANNED

from ..running import Asker

SECRET = "correct horse"
DAY = 86_400_000
FAR = {"X_Forwarded_For": "203.0.113.9"}
NEAR = {"X_Forwarded_For": "198.51.100.9"}


class ByCommand:
    """`cutcard moderate …` in the server's file, while it runs."""

    def __init__(self, server, moderator: Asker) -> None:
        self._db = server.where

    def __call__(self, *words: str) -> str:
        done = CliRunner().invoke(main, ["moderate", *words, "--db", self._db])
        assert done.exit_code == 0, done.output
        return done.output

    def _listed(self, *words: str) -> list[dict]:
        return [json.loads(line) for line in self(*words).splitlines()]

    def suspend(self, name: str, why: str) -> None:
        self("suspend", name, "--for", "1d", "--why", why)

    def ban(self, whom: str, why: str) -> None:
        self("ban", whom, "--why", why)

    def mute(self, name: str, why: str) -> None:
        self("mute", name, "--for", "12h", "--why", why)

    def name(self, name: str, why: str) -> None:
        self("name", name, "--why", why)

    def close(self, table: int, why: str) -> None:
        self("close", str(table), "--why", why)

    def lift(self, sanction: int) -> None:
        self("lift", str(sanction), "--why", "enough")

    def sanctions(self, name: str) -> list[dict]:
        return self._listed("sanctions", name)

    def net(self) -> int:
        return next(one["id"] for one in self._listed("sanctions") if one.get("net"))

    def reports(self) -> list[dict]:
        return self._listed("reports")

    def settle(self, report: int, verdict: str) -> None:
        self("settle", str(report), verdict)

    def appeals(self) -> list[dict]:
        return self._listed("appeals")

    def answer(self, appeal: int, text: str, *, grant: bool) -> None:
        self("answer", str(appeal), text, *(["--grant"] if grant else []))

    def trail(self) -> list[str]:
        return [one["what"] for one in self._listed("trail")]


class ByApi:
    """The same over HTTP, with a moderator's token."""

    def __init__(self, server, moderator: Asker) -> None:
        self._ask = moderator.ask
        self._last_net = 0

    def suspend(self, name: str, why: str) -> None:
        wish = {"user": name, "until": int(time.time() * 1000) + DAY, "why": why}
        self._ask("POST", "/api/admin/suspensions", wish, 201)

    def ban(self, whom: str, why: str) -> None:
        wish = {"net": whom} if "/" in whom else {"user": whom}
        told = self._ask("POST", "/api/admin/bans", {**wish, "why": why}, 201)
        self._last_net = told["sanction"]["id"]

    def mute(self, name: str, why: str) -> None:
        self._ask("POST", "/api/admin/mutes", {"user": name, "why": why}, 201)

    def name(self, name: str, why: str) -> None:
        self._ask("POST", "/api/admin/names", {"user": name, "why": why}, 201)

    def close(self, table: int, why: str) -> None:
        self._ask("POST", f"/api/admin/tables/{table}/close", {"why": why}, 200)

    def lift(self, sanction: int) -> None:
        self._ask("POST", f"/api/admin/sanctions/{sanction}/lift", {"why": "enough"}, 200)

    def sanctions(self, name: str) -> list[dict]:
        return self._ask("GET", f"/api/admin/users/{name}/sanctions", None, 200)["sanctions"]

    def net(self) -> int:
        return self._last_net

    def reports(self) -> list[dict]:
        return self._ask("GET", "/api/admin/reports", None, 200)["reports"]

    def settle(self, report: int, verdict: str) -> None:
        self._ask("POST", f"/api/admin/reports/{report}/settle", {"verdict": verdict}, 200)

    def appeals(self) -> list[dict]:
        return self._ask("GET", "/api/admin/appeals", None, 200)["appeals"]

    def answer(self, appeal: int, text: str, *, grant: bool) -> None:
        wish = {"answer": text, "grant": grant}
        self._ask("POST", f"/api/admin/appeals/{appeal}/answer", wish, 200)

    def trail(self) -> list[str]:
        return [one["what"] for one in self._ask("GET", "/api/admin/acts", None, 200)["acts"]]


@pytest.fixture(params=[ByCommand, ByApi], ids=["command", "api"])
def room(request, serve):
    """A server, and somebody who acts on it."""
    server = serve("--trusted-proxy", "127.0.0.1", "--sign-ups", "100000")
    nobody = Asker(server)
    mia = nobody.account("Mia")
    done = CliRunner().invoke(main, ["moderate", "appoint", "Mia", "--db", server.where])
    assert done.exit_code == 0, done.output
    return server, nobody, request.param(server, mia)


async def eventually(true, patience: float = 30.0):
    """Its answer, once it has one; the server reads the trail once a second."""
    async with asyncio.timeout(patience):
        while not (found := await asyncio.to_thread(true)):  # noqa: ASYNC110 # it has no event
            await asyncio.sleep(0.05)
    return found


def in_turn(scene):
    asyncio.run(asyncio.wait_for(scene(), 150))


@pytest.mark.parametrize("act", ["suspend", "ban"])
def test_who_is_kept_out_learns_why_appeals_and_is_let_in_again(room, act):
    server, nobody, does = room
    nobody.account("Ann")

    async def scene():
        token = nobody.ask("POST", "/api/sessions", {"user": "Ann", "password": SECRET}, 201)
        ann = await Client.connect(server.url, token=token["token"])
        await asyncio.to_thread(getattr(does, act), "Ann", "insults")
        await eventually(lambda: ann.ended is not None)
        assert ann.ended == BANNED
        with pytest.raises(Refused) as no:
            await Client.connect(server.url, token=token["token"])
        why = no.value.details
        assert (no.value.code, why["kind"], why["why"]) == ("BANNED", act, "insults")
        assert ("until" in why) == (act == "suspend")
        wish = {"code": why["appeal"], "text": "It was my brother"}
        sent = nobody.ask("POST", "/api/appeals", wish, 201)["appeal"]
        (waiting,) = await asyncio.to_thread(does.appeals)
        assert (waiting["id"], waiting["text"]) == (sent, "It was my brother")
        await asyncio.to_thread(does.answer, sent, "Very well", grant=True)
        assert await asyncio.to_thread(does.appeals) == []

        async def comes() -> bool:
            try:
                await (await Client.connect(server.url, token=token["token"])).close()
            except Refused:
                return False
            return True

        async with asyncio.timeout(30):
            while not await comes():  # noqa: ASYNC110 # likewise
                await asyncio.sleep(0.1)
        assert {act, "answer", "lift"} <= set(await asyncio.to_thread(does.trail))

    in_turn(scene)


def test_a_range_of_addresses_is_kept_out_and_nobody_else(room):
    _, nobody, does = room

    async def scene():
        nobody.ask("POST", "/api/guests", {}, 201, **FAR)
        await asyncio.to_thread(does.ban, "203.0.113.0/24", "a flood")
        ask = nobody.ask
        told = await eventually(
            lambda: ask("POST", "/api/guests", {}, None, **FAR).get("error"),
        )
        assert (told["code"], told["details"]["why"]) == ("BANNED", "a flood")
        ask("POST", "/api/guests", {}, 201, **NEAR)
        await asyncio.to_thread(does.lift, await asyncio.to_thread(does.net))
        await eventually(lambda: "token" in ask("POST", "/api/guests", {}, None, **FAR))

    in_turn(scene)


def test_who_is_muted_plays_and_says_nothing_and_a_name_is_taken_away(room):
    server, nobody, does = room
    told = nobody.account("Nasty")

    async def scene():
        ann = await Client.connect(server.url, token=told.token)
        place = await ann.create("duel")
        line = {"table": place.table, "text": "hello"}

        async def says() -> str:
            try:
                await ann.request("CHAT", line)
            except Refused as no:
                return no.code
            return ""

        async def until(code: str) -> None:
            async with asyncio.timeout(30):
                while await says() != code:  # noqa: ASYNC110 # likewise
                    await asyncio.sleep(0.6)  # a line has its price

        assert await says() == ""
        await asyncio.to_thread(does.mute, "Nasty", "spam")
        await until("MUTED")
        assert ann.ended is None
        (mute,) = await asyncio.to_thread(does.sanctions, "Nasty")
        await asyncio.to_thread(does.lift, mute["id"])
        await until("")
        await asyncio.to_thread(does.name, "Nasty", "rude")
        await eventually(lambda: any(kind == "RENAMED" for kind, _ in ann.notices))
        await asyncio.sleep(1.5)  # each worker looks once a second what was done elsewhere
        with pytest.raises(Refused, match="name"):
            await ann.request("SET_NAME", {"name": "Nasty"})
        assert (await ann.request("SET_NAME", {"name": "Nicer"}))["name"] == "Nicer"
        await ann.close()

    in_turn(scene)


def test_a_table_is_closed_and_a_report_is_settled(room):
    server, _, does = room

    async def scene():
        ann = await Client.connect(server.url, name="Ann")
        bo = await Client.connect(server.url, name="Bo")
        place = await ann.create("duel")
        await bo.join(place.table)
        await bo.request("CHAT", {"table": place.table, "text": "you fool"})
        report = {"user": bo.user, "reason": "rude", "table": place.table}
        await ann.request("REPORT", report)
        (waiting,) = await asyncio.to_thread(does.reports)
        assert waiting["reason"] == "rude"
        assert "you fool" in json.dumps(waiting)
        await asyncio.to_thread(does.settle, waiting["id"], "told off")
        assert await asyncio.to_thread(does.reports) == []
        await asyncio.to_thread(does.close, place.table, "dead")
        await eventually(lambda: any(kind == "TABLE_CLOSED" for kind, _ in ann.notices))
        assert {"settle", "close"} <= set(await asyncio.to_thread(does.trail))
        for one in (ann, bo):
            await one.close()

    in_turn(scene)
