"""What is done to log-ins, sessions and guests from outside and from beside a running server; each
with its bound."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest

from cutcard.client import PacketClient
from cutcard.client.packets import LOGIN, SIGNUP
from cutcard.lobby.forms import SignUp
from cutcard.lobby.sessions import DAY
from cutcard.table.house import epoch_ms
from cutcard.wire.limits import Limits
from cutcard.wire.tcp.ports import TcpSettings

from ..command import MAIN
from ..tcp import raw

FORM = {"user": "Ann", "password": "correct horse"}
SOON = 5.0  # a second or so, on a machine that does other things too


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def account(db, *words: str) -> str:
    """`cutcard account …` beside the server."""

    def go():
        command = [sys.executable, "-c", MAIN, "account", *words, "--db", str(db)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)

    return (await asyncio.to_thread(go)).stdout


async def gone(server, *ears):
    """How long it took until all of these were closed, and nobody was left over TCP."""
    began = time.monotonic()
    for one in ears:
        await one.until(lambda one=one: one.closed is not None)
    async with asyncio.timeout(30):
        while server.desk.lines:  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.01)
    return time.monotonic() - began


def test_a_reset_by_the_command_line_ends_open_connections(inside, ear, tmp_path):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            thief = await ear.dial(server.url)
            await thief.ask("SIGN_UP", FORM)
            other = await ear.dial(server.url, name="Bo")
            packets = await PacketClient.connect("127.0.0.1", server.tcp_port, *FORM.values())
            told = await account(tmp_path / "inside.db", "reset", "Ann")
            assert await gone(server, thief) < SOON
            assert thief.closed == 4005
            assert other.closed is None
            fresh = {"user": "Ann", "password": told.rsplit(": ", 1)[1].strip()}
            again = await ear.dial(server.url)
            assert "token" in await again.ask("LOG_IN", fresh)
            await asyncio.sleep(1.5)  # word of the reset does not end what began after it
            assert again.closed is None
            await packets.close()

    run(scene())


def test_sessions_are_listed_and_ended_one_by_one(inside, ear, tmp_path):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            one, two, three = [await ear.dial(server.url) for _ in range(3)]
            await one.ask("SIGN_UP", FORM)
            for other in (two, three):
                await other.ask("LOG_IN", FORM)
            packets = await PacketClient.connect("127.0.0.1", server.tcp_port, *FORM.values())
            listed = (await one.ask("SESSIONS"))["sessions"]
            assert sorted(x["label"] for x in listed) == ["tcp", "ws", "ws", "ws"]
            assert [x["this"] for x in listed].count(True) == 1
            mine = {x["session"] for x in (await two.ask("SESSIONS"))["sessions"] if x["this"]}
            stranger = await ear.dial(server.url, name="Eve")
            (name,) = mine
            no = await stranger.ask("END_SESSION", {"session": name})
            assert no == {"code": "NO_SUCH_SESSION"}
            assert await one.ask("END_SESSION", {"session": name}) == {}
            await two.until(lambda: two.closed is not None)
            (over_tcp,) = [x["session"] for x in listed if x["label"] == "tcp"]
            assert await one.ask("END_SESSION", {"session": over_tcp}) == {}
            assert await gone(server) < SOON
            last = [x for x in (await three.ask("SESSIONS"))["sessions"] if x["this"]]
            shown = await account(tmp_path / "inside.db", "sessions", "Ann")
            assert last[0]["session"] in shown
            await account(tmp_path / "inside.db", "log-out", "Ann", last[0]["session"])
            await three.until(lambda: three.closed is not None, SOON)
            assert one.closed is None
            await packets.close()

    run(scene())


def test_a_storm_of_log_ins_leaves_the_owner_and_the_loop_alone(inside, ear):
    async def scene():
        limits = Limits(rate=1e5, burst=1e5, address_rate=1e5, limit_loopback=True)
        async with inside(limits) as server:
            owner = await ear.dial(server.url)
            told = await owner.ask("SIGN_UP", {**FORM, "remember": True})
            foes = [await ear.dial(server.url) for _ in range(8)]
            for n in range(100):
                for foe in foes:
                    foe.line.send("LOG_IN", {"user": "Ann", "password": f"g{n}"}, key=f"s{n}")
            again = await ear.dial(server.url)  # from the same address as the guessers
            refused = await again.answer("LOG_IN", FORM)
            assert refused.error.code == "RATE_LIMITED"
            assert refused.error.details["retryAfter"] >= 1
            known = {**FORM, "device": told["device"]}
            came = await again.ask("LOG_IN", {**known, "remember": True})
            assert "token" in came
            assert "device" not in came  # it is known already

    run(scene())


def test_http_says_when_to_come_back(inside, fetch):
    async def scene():
        async with inside(Limits(limit_loopback=True)) as server:
            wrong = {"user": "Nobody", "password": "guess"}
            for _ in range(9):
                answer, _ = await asyncio.to_thread(fetch, server, "POST", "/api/sessions", wrong)
            assert answer.status == 429
            assert int(answer.getheader("Retry-After")) >= 1

    run(scene())


@pytest.mark.parametrize(("least", "res"), [(8, 202), (4, 201)])
def test_shorter_passwords_over_tcp_are_the_servers_choice(inside, least, res):
    async def scene():
        async with inside(tcp=TcpSettings(port=0, least_password=least)) as server:
            one = await raw.Raw.dial(server.tcp_port)
            assert (await one.ask(SIGNUP, {"user": "Old", "pass": "kx7q"}))["res"] == res
            for worst in ("1234", "password", "letmein"):
                assert (await one.ask(SIGNUP, {"user": "Bad", "pass": worst}))["res"] == 202
            if res == 201:
                assert (await one.ask(LOGIN, {"user": "Old", "pass": "kx7q"}))["result"] == 0

    run(scene())


def test_guests_who_are_gone_are_forgotten_and_who_is_here_stays(inside, ear, tmp_path):
    async def scene():
        async with inside() as server:
            here = await ear.dial(server.url, name="Here")
            away = [(await server.accounts.guest(f"Away {n}"))[0] for n in range(50)]
            seated = (await server.accounts.guest("Seated"))[0]
            info = await server.house.open("duel", {}, 2, host=seated)
            await server.house.sit(info.table, seated)
            ann = await server.accounts.sign_up(SignUp(**FORM))
            await server.house.written()
            assert await server.upkeep.sweep() == (0, 0)
            long_ago = epoch_ms() - 8 * DAY
            await server.store._run(
                lambda: (
                    server.store._db.execute("UPDATE users SET created = ?1", (long_ago,))
                    and server.store._db.execute("UPDATE sessions SET last_seen = ?1", (long_ago,))
                )
            )
            assert await server.upkeep.sweep() == (50, 0)
            for one in away:
                assert await server.store.person(one.id) is None
            assert (await here.ask("PROFILE"))["profile"]["name"] == "Here"
            assert await server.store.person(seated.id) is not None
            assert (await server.store.person(ann.id)).name == "Ann"
            sums = await server.store.chip_sums()
            assert sums.users + sums.tables + sums.bank == 0
            assert (sums.torn, sums.differing) == (0, 0)

    run(scene())


def test_who_was_added_over_tcp_is_here_or_not_and_nobody_is_told_until_they_agree(inside, ear):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            bo = await ear.dial(server.url)
            await bo.ask("SIGN_UP", {"user": "Bo", "password": "correct horse"})
            ann = await ear.dial(server.url)
            await ann.ask("SIGN_UP", FORM)
            spy = await raw.Raw.dial(server.tcp_port)
            await spy.ask(LOGIN, {"user": "Ann", "pass": FORM["password"]})
            assert await spy.ask(910, {"username": "Bo"}) == {"res": 911}
            (seen,) = (await ann.ask("FRIENDS"))["friends"]
            assert (seen["name"], seen["online"]) == ("Bo", False)  # though Bo is here
            table = (await ann.ask("CREATE_TABLE", {"game": "duel"}))["table"]
            await ann.ask("INVITE_TO_TABLE", {"user": "Bo", "table": table})
            bo.line.close()
            await bo.until(lambda: bo.closed is not None)
            asked = await ann.ask("INVITE_TO_TABLE", {"user": "Bo", "table": table})
            assert asked == {}  # the same whether they are here or not
            bo = await ear.dial(server.url)
            await bo.ask("LOG_IN", {"user": "Bo", "password": "correct horse"})
            (invite,) = (await bo.ask("FRIEND_INVITES"))["invites"]
            assert invite["name"] == "Ann"
            await asyncio.sleep(0.1)
            assert [m for m in (*ann.said, *bo.said) if m.type == "PRESENCE"] == []
            await bo.ask("FRIEND_ACCEPT", {"invite": invite["invite"]})
            (seen,) = (await ann.ask("FRIENDS"))["friends"]
            assert seen["online"]
            bo.line.close()
            await ann.until(lambda: any(m.type == "PRESENCE" for m in ann.said))

    run(scene())
