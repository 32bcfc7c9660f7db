"""Moderation on a running server: what a moderator does takes effect at once, the one it is done to
is told why and how to appeal, and all of it is on the trail."""

from __future__ import annotations

import asyncio
import time

import pytest

from cutcard.client import Client, Refused
from cutcard.lobby.forms import SignUp
from cutcard.lobby.moderation import Moderation
from cutcard.store.people import ADMIN, MODERATOR
from cutcard.table.words import Refusal
from cutcard.wire.codes import BANNED

SECRET = "correct horse"


def story(inside, tale, **settings):
    async def whole():
        async with inside(**settings) as server:
            await server.accounts.create(SignUp("Mia", SECRET), MODERATOR)
            await server.accounts.create(SignUp("Ada", SECRET), ADMIN)
            mia = await log_in(server, "Mia")
            try:
                await tale(server, mia)
            finally:
                await mia.close()

    asyncio.run(asyncio.wait_for(whole(), 100))


async def log_in(server, name):
    _, token = await server.accounts.log_in(name, SECRET)
    return await Client.connect(server.url, token=token)


async def refused(asked, code):
    with pytest.raises(Refused) as no:
        await asked
    assert no.value.code == code, no.value
    return no.value.details


async def until(true):
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.02)


def soon(days: float = 1.0) -> int:
    return int((time.time() + days * 86400) * 1000)


def test_a_ban_ends_connections_at_once_says_why_and_is_appealed(inside):
    async def tale(server, mia):
        ann = await Client.connect(server.url, name="Ann")
        until_then = soon()
        told = await mia.request(
            "MOD_SUSPEND", {"user": ann.user, "until": until_then, "why": "insults"}
        )
        await until(lambda: ann.ended is not None)
        assert ann.ended == BANNED
        why = await refused(Client.connect(server.url, token=ann.token), "BANNED")
        assert why == {
            "kind": "suspend",
            "why": "insults",
            "until": until_then,
            "appeal": told["sanction"]["code"],
        }
        assert mia.user not in str(why)  # who did it is not said
        code = why["appeal"]
        sent = await server.hall.lobby.moderation.appeal(code, "It was my brother")
        with pytest.raises(Refusal, match="waits already"):
            await server.hall.lobby.moderation.appeal(code, "And another")
        (waiting,) = (await mia.request("MOD_APPEALS", {}))["appeals"]
        assert (waiting["id"], waiting["text"]) == (sent, "It was my brother")
        await mia.request("MOD_ANSWER", {"appeal": sent, "answer": "No"})
        why = await refused(Client.connect(server.url, token=ann.token), "BANNED")
        assert why["answer"] == "No"
        again = await server.hall.lobby.moderation.appeal(code, "Please")
        await mia.request("MOD_ANSWER", {"appeal": again, "answer": "Well then", "grant": True})
        back = await Client.connect(server.url, token=ann.token)  # the session was kept
        assert back.user == ann.user
        await back.close()
        acts = (await mia.request("MOD_TRAIL", {}))["acts"]
        assert [one["what"] for one in acts] == ["suspend", "answer", "answer", "lift"]
        assert {one["by"] for one in acts} == {mia.user}
        assert (acts[0]["whom"], acts[0]["why"]) == (ann.user, "insults")

    story(inside, tale)


def test_a_range_keeps_out_whoever_comes_from_there_but_the_house(inside):
    async def tale(server, mia):
        ann = await Client.connect(server.url, name="Ann")
        await refused(mia.request("MOD_BAN", {"net": "127.0.0.0/8", "why": "x"}), "INVALID_REQUEST")
        await refused(mia.request("MOD_BAN", {"net": "0.0.0.0/0", "why": "x"}), "INVALID_REQUEST")
        await refused(mia.request("MOD_BAN", {"why": "x"}), "INVALID_REQUEST")
        beside = Moderation(server.store)  # as the command line: another process of the same store
        laid = await beside.ban(None, None, "127.0.0.1", None, "a flood")
        assert laid.net == "127.0.0.1/32"
        await until(lambda: ann.ended is not None)  # within a second or two
        assert ann.ended == BANNED
        assert mia.ended is None
        why = await refused(Client.connect(server.url, name="Bo"), "BANNED")
        assert (why["kind"], why["why"], "until" in why) == ("ban", "a flood", False)
        await beside.lift(None, laid.id, "over")
        asked = getattr(server, "gateway", server)  # each worker looks for itself
        await until(lambda: asked.hall.lobby.bars.ban_on(None, "127.0.0.1") is None)
        await (await Client.connect(server.url, name="Bo")).close()

    story(inside, tale)


def test_who_is_muted_says_nothing_and_a_name_is_taken_away(inside, bridged):
    async def tale(server, mia):
        ann = await Client.connect(server.url, name="Nasty")
        place = await ann.create("duel")
        await ann.request("CHAT", {"table": place.table, "text": "hello"})
        await mia.request("MOD_MUTE", {"user": ann.user, "why": "spam", "until": soon()})
        if bridged:  # the table's worker reads the trail when it is told of the act
            await asyncio.sleep(1.0)
        why = await refused(ann.request("CHAT", {"table": place.table, "text": "hello"}), "MUTED")
        assert why["why"] == "spam"
        told = await mia.request("MOD_TAKE_NAME", {"user": ann.user, "why": "rude"})
        assert told["name"].startswith("Player ")
        assert told["name"] in [one.name for one in server.house.roster(place.table) if one]
        disguised = {"name": "N\u0430sty"}  # with a Cyrillic letter
        why = await refused(ann.request("SET_NAME", disguised), "INVALID_REQUEST")
        assert why["why"] == "rude"
        assert (await ann.request("SET_NAME", {"name": "Nicer"}))["name"] == "Nicer"
        found = await mia.request("MOD_RECORD", {"user": ann.user})
        assert [one["kind"] for one in found["sanctions"]] == ["name", "mute"]
        await mia.request("MOD_LIFT", {"sanction": found["sanctions"][1]["id"], "why": "enough"})
        if bridged:
            await asyncio.sleep(1.0)
        await ann.request("CHAT", {"table": place.table, "text": "thanks"})
        await mia.request("MOD_CLOSE_TABLE", {"table": place.table, "why": "over"})
        assert place.table not in server.house.numbers()
        await refused(mia.request("MOD_CLOSE_TABLE", {"table": 99, "why": "x"}), "GAME_NOT_FOUND")
        await ann.close()

    story(inside, tale)


def test_moderators_act_on_players_alone_and_admins_on_both(inside):
    async def tale(server, mia):
        for name in ("Ada", "Mia"):
            code = "FORBIDDEN" if name == "Ada" else "INVALID_REQUEST"
            await refused(mia.request("MOD_MUTE", {"user": name, "why": "x"}), code)
        ada = await log_in(server, "Ada")
        await ada.request("MOD_MUTE", {"user": "Mia", "why": "x"})
        ann = await Client.connect(server.url, name="Ann")
        profile = await ann.request("PROFILE", {"user": mia.user})
        assert "moderator" not in str(profile)  # nobody learns who of the house somebody is
        for one in (ada, ann):
            await one.close()

    story(inside, tale)


def test_a_report_has_the_chat_and_the_log_beside_it_once_the_deal_is_over(inside, players):
    async def tale(server, mia):
        (ann, place), (bo, other) = await players.duel(server.url)
        await ann.request("CHAT", {"table": place.table, "text": "you fool"})
        await bo.request("CHAT", {"table": place.table, "text": "stop it"})
        wish = {"user": ann.user, "reason": "rude", "table": place.table}
        number = (await bo.request("REPORT", wish))["report"]
        case = await mia.request("MOD_REPORT", {"report": number})
        assert [line["text"] for line in case["chat"]] == ["you fool", "stop it"]
        assert [line["text"] for line in case["said"]] == ["you fool"]
        assert "log" not in case  # it is under way: nobody is shown hidden cards
        await asyncio.gather(players.play_out(ann, place), players.play_out(bo, other, 1))
        await server.house.written()
        case = await mia.request("MOD_REPORT", {"report": number})
        assert (case["log"]["deal"], case["log"]["game"]) == (1, "duel")
        assert len(case["log"]["moves"]) > 2
        await mia.request("MOD_SETTLE", {"report": number, "verdict": "warned"})
        assert (await mia.request("REPORTS", {}))["reports"] == []
        (done,) = (await mia.request("REPORTS", {"all": True}))["reports"]
        assert done["verdict"] == "warned"
        await refused(mia.request("MOD_SETTLE", {"report": number, "verdict": "x"}), "NOT_FOUND")
        for one in (ann, bo):
            await one.close()

    story(inside, tale)


def test_unwanted_words_are_refused_in_chat_names_and_tables_by_a_list_that_changes(
    inside, tmp_path
):
    words = tmp_path / "words.txt"
    words.write_text("frog\n坏话\n")

    async def tale(server, mia):
        ann = await Client.connect(server.url, name="Ann")
        place = await ann.create("duel", name="Ponds")
        for text in ("You Fr0g!", "f r o g", "ｆｒｏｇ", "说坏 话的人", "frооg"):
            wish = {"table": place.table, "text": text}
            await refused(ann.request("CHAT", wish), "UNWANTED_WORD")
        await ann.request("CHAT", {"table": place.table, "text": "frogs are fine"})
        await refused(ann.request("SET_NAME", {"name": "FROG"}), "UNWANTED_WORD")
        await refused(ann.create("duel", name="frog pond"), "UNWANTED_WORD")
        words.write_text("toad")
        server.reopen()  # SIGHUP
        await ann.request("CHAT", {"table": place.table, "text": "frog"})
        await refused(ann.request("CHAT", {"table": place.table, "text": "toad"}), "UNWANTED_WORD")
        words.write_text("newt")
        await Moderation(server.store).reload_words(None)  # the command line
        await until(lambda: server.words.unwanted("newt"))
        words.write_text("x" * 40)
        server.reopen()
        assert server.words.unwanted("newt")  # a list that cannot be read changes nothing
        await ann.close()

    story(inside, tale, words=words)


def test_how_the_house_does_is_told_to_moderators_alone(inside, bridged):
    """People, tables and the machine by name; nothing by route, and nothing to a player."""

    async def tale(server, mia):
        ann = await Client.connect(server.url, name="Ann")
        await ann.create("duel")
        await refused(ann.request("MOD_FIGURES", {}), "FORBIDDEN")
        told = await mia.request("MOD_FIGURES", {})
        figures = told["figures"]
        here = 0 if bridged else 1  # each process tells of its own
        assert (figures["online"], figures["house:tables"]) == (2, here)
        assert figures["process_resident_memory_bytes"] > 0
        assert figures["refusals_total:FORBIDDEN"] == 1
        assert not [name for name in figures if name.startswith("http_requests")]
        assert abs(told["at"] - soon()) < 7 * 24 * 3_600_000
        await ann.close()

    story(inside, tale)
