"""Tokens that are forged, expired, reused or foreign; and connections whose session has ended."""

import asyncio

import pytest

from cutcard.client import PacketClient, Refused
from cutcard.lobby.sessions import ACCOUNT_MS, GUEST_MS
from cutcard.table.house import epoch_ms
from cutcard.wire.tcp.ports import TcpSettings

FORM = {"user": "Ann", "password": "correct horse"}


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def refused(ear, url: str, token: str) -> str:
    """The code a new connection with this token is refused with."""
    one = await ear.dial(url)
    said = await one.ask("AUTH", {"token": token})
    assert (await one.ask("LIST_TABLES"))["code"] == "NOT_AUTHENTICATED"
    one.line.close()
    return said["code"]


def test_a_forged_token_is_nobodys(inside, ear):
    async def scene():
        async with inside() as server:
            real = await ear.dial(server.url, name="Gus")
            other = "A" if real.token[0] != "A" else "B"
            for forged in (
                other + real.token[1:],
                real.token + "A",
                real.token[:-1],
                real.token.swapcase(),
                real.id,
                "' OR 1=1 --",
                "",
                "x" * 4000,
            ):
                assert await refused(ear, server.url, forged) == "NOT_AUTHENTICATED"

    run(scene())


def test_a_token_is_worth_nothing_once_it_expired(inside, ear):
    async def scene():
        async with inside() as server:
            guest = await ear.dial(server.url, name="Gus")
            account = await ear.dial(server.url, name="Bo")
            token = (await account.ask("SIGN_UP", FORM))["token"]
            sessions = server.accounts._sessions
            sessions._wall = lambda: epoch_ms() + ACCOUNT_MS + 1
            assert await refused(ear, server.url, token) == "NOT_AUTHENTICATED"
            assert (await ear.dial(server.url, token=guest.token)).id == guest.id
            sessions._wall = lambda: epoch_ms() + ACCOUNT_MS + 2 * GUEST_MS
            assert await refused(ear, server.url, guest.token) == "NOT_AUTHENTICATED"

    run(scene())


def test_a_token_of_another_server_is_nobodys(inside, serve, ear, fetch):
    async def scene(other):
        async with inside() as server:
            stranger = await ear.dial(server.url, name="Ann")
            assert await refused(ear, other.url, stranger.token) == "NOT_AUTHENTICATED"
            return stranger.token

    other = serve()
    token = run(scene(other))
    answer, _ = fetch(other, "GET", "/api/me", Authorization=f"Bearer {token}")
    assert answer.status == 401


@pytest.mark.parametrize("way", ["ws", "http"])
def test_after_log_out_a_token_is_worth_nothing_and_its_other_connections_end(
    serve, ear, fetch, way
):
    async def scene(server):
        one = await ear.dial(server.url)
        token = (await one.ask("SIGN_UP", FORM))["token"]
        two = await ear.dial(server.url, token=token)
        elsewhere = await ear.dial(server.url)
        kept = (await elsewhere.ask("LOG_IN", FORM))["token"]
        if way == "ws":
            await one.answer("LOG_OUT")
        else:
            done = await asyncio.to_thread(
                fetch, server, "DELETE", "/api/sessions/this", Authorization=f"Bearer {token}"
            )
            assert done[0].status == 200
        await two.until(lambda: two.closed is not None)
        await one.until(lambda: one.closed is not None)
        assert (one.closed, two.closed) == (4005, 4005)
        assert await refused(ear, server.url, token) == "NOT_AUTHENTICATED"
        assert (await elsewhere.ask("PROFILE"))["profile"]["name"] == "Ann"
        assert (await ear.dial(server.url, token=kept)).id == elsewhere_id(elsewhere)

    def elsewhere_id(one):
        return next(m.user_id for m in reversed(one.said) if m.user_id)

    run(scene(serve()))


@pytest.mark.parametrize("way", ["ws", "http"])
def test_a_new_password_ends_the_connections_of_all_other_sessions(serve, ear, fetch, way):
    async def scene(server):
        one = await ear.dial(server.url)
        token = (await one.ask("SIGN_UP", FORM))["token"]
        thief = await ear.dial(server.url)
        assert "token" in await thief.ask("LOG_IN", FORM)
        change = {"old": FORM["password"], "new": "another horse"}
        if way == "ws":
            assert await one.ask("CHANGE_PASSWORD", change) == {}
        else:
            done = await asyncio.to_thread(
                fetch, server, "POST", "/api/me/password", change, Authorization=f"Bearer {token}"
            )
            assert done[0].status == 200
        await thief.until(lambda: thief.closed is not None)
        assert thief.closed == 4005
        assert (await one.ask("PROFILE"))["profile"]["name"] == "Ann"
        again = await ear.dial(server.url)
        assert (await again.ask("LOG_IN", FORM))["code"] == "INVALID_CREDENTIALS"

    run(scene(serve()))


def test_logged_out_everywhere_means_every_connection(inside, ear):
    async def scene():
        async with inside() as server:
            one = await ear.dial(server.url)
            await one.ask("SIGN_UP", FORM)
            others = [await ear.dial(server.url) for _ in range(2)]
            for other in others:
                await other.ask("LOG_IN", FORM)
            await one.answer("LOG_OUT", {"everywhere": True})
            for any_one in (one, *others):
                await any_one.until(lambda e=any_one: e.closed is not None)
                assert any_one.closed == 4005

    run(scene())


def test_a_new_password_ends_connections_over_tcp_too(inside, ear):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            one = await ear.dial(server.url)
            await one.ask("SIGN_UP", FORM)
            where = ("127.0.0.1", server.tcp_port)
            thief = await PacketClient.connect(*where, FORM["user"], FORM["password"])
            change = {"old": FORM["password"], "new": "another horse"}
            assert await one.ask("CHANGE_PASSWORD", change) == {}
            async with asyncio.timeout(30):
                while server.desk.lines:  # noqa: ASYNC110 # what is looked at has no event
                    await asyncio.sleep(0.01)
            with pytest.raises(Refused):  # nor does anybody come back with the old one
                await PacketClient.connect(*where, FORM["user"], FORM["password"])
            await thief.close()
            assert (await one.ask("PROFILE"))["profile"]["name"] == "Ann"

    run(scene())
