"""Two friends as partners, through real sockets: asked, agreed, looking for a match on one ticket
(docs/rules/arena.md A1, A12; docs/rules/guandan.md)."""

from __future__ import annotations

from cutcard.client import Client

from .company import hears, people, refused, run, said

GUANDAN = {"game": "guandan"}


async def partners(one, other):
    """They are a party; its number."""
    party = (await one.request("PARTY_INVITE", {"user": other.user}))["party"]
    asked = await hears(other, "PARTY_INVITED")
    assert (asked["party"], asked["from"], asked["name"]) == (party, one.user, one.name)
    await other.request("PARTY_ACCEPT", {"party": party})
    for us, them in ((one, other), (other, one)):
        made = await hears(us, "PARTY_MADE")
        assert made == {"party": party, "userId": them.user, "name": them.name}
    return party


def test_two_parties_meet_and_partners_sit_across_from_each_other(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy, di = everybody = await people(server, "Ann", "Bo", "Cy", "Di")
            for two in ((ann, bo), (cy, di)):
                await partners(*two)
                told = await two[0].request("QUICK_MATCH", {**GUANDAN, "party": True})
                assert (told["waiting"], told["ranked"]) == (True, True)
                waits = await hears(two[1], "QUICK_MATCH_WAITING")
                assert waits["game"] == "guandan"
                await refused("ALREADY_WAITING", two[1].request("QUICK_MATCH", GUANDAN))
            for one in everybody:
                match = (await hears(one, "MATCH_FOUND"))["match"]
                await one.request("QUICK_MATCH_READY", {"match": match})
            opened = {one.name: await hears(one, "MATCH_OPENED") for one in everybody}
            assert len({told["table"] for told in opened.values()}) == 1
            for us, them in (("Ann", "Bo"), ("Cy", "Di")):
                assert abs(opened[us]["seat"] - opened[them]["seat"]) == 2
            assert opened["Ann"]["info"]["ranked"]

    run(scene())


def test_both_leave_the_queue_if_one_goes(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            pool = server.hall.lobby.matchmaker.pool
            wish = {**GUANDAN, "party": True}
            party = await partners(ann, bo)
            await ann.request("QUICK_MATCH", wish)
            await bo.request("QUICK_MATCH_CANCEL", {})
            assert await hears(ann, "QUICK_MATCH_ENDED") == {"game": "guandan", "by": bo.user}
            assert len(pool) == 0
            await bo.request("QUICK_MATCH", wish)  # they are partners still
            assert len(pool) == 2
            await ann.request("PARTY_LEAVE", {"party": party})
            for one in (ann, bo):
                assert await hears(one, "PARTY_ENDED") == {"party": party, "by": ann.user}
            await hears(bo, "QUICK_MATCH_ENDED")
            assert len(pool) == 0
            await refused("NO_SUCH_PARTY", bo.request("QUICK_MATCH", wish))
            await refused("NO_SUCH_PARTY", bo.request("PARTY_LEAVE", {"party": party}))
            await partners(bo, ann)
            await bo.request("QUICK_MATCH", wish)
            await ann.close()
            await hears(bo, "QUICK_MATCH_ENDED")
            await hears(bo, "PARTY_ENDED")
            assert len(pool) == 0

    run(scene())


def test_a_party_is_of_two_who_agreed_and_for_games_of_partners(inside, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.parties.STANDS", 60_000)

    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            await refused("NO_SUCH_PLAYER", ann.request("PARTY_INVITE", {"user": "nobody"}))
            await refused("INVALID_REQUEST", ann.request("PARTY_INVITE", {"user": ann.user}))
            party = (await ann.request("PARTY_INVITE", {"user": bo.user}))["party"]
            await refused("NO_SUCH_PARTY", cy.request("PARTY_ACCEPT", {"party": party}))
            await refused("NO_SUCH_PARTY", ann.request("PARTY_ACCEPT", {"party": party}))
            await refused("NO_SUCH_PARTY", ann.request("QUICK_MATCH", {**GUANDAN, "party": True}))
            await hears(bo, "PARTY_INVITED")
            await bo.request("PARTY_LEAVE", {"party": party})  # declined
            assert await hears(ann, "PARTY_ENDED") == {"party": party, "by": bo.user}
            await partners(ann, bo)
            await refused("ALREADY_PAIRED", ann.request("PARTY_INVITE", {"user": cy.user}))
            asked = (await cy.request("PARTY_INVITE", {"user": bo.user}))["party"]
            await refused("ALREADY_PAIRED", bo.request("PARTY_ACCEPT", {"party": asked}))
            duel = {"game": "duel", "party": True}
            await refused("INVALID_REQUEST", ann.request("QUICK_MATCH", duel))
            await cy.request("BLOCK", {"user": ann.user})
            await refused("BLOCKED", ann.request("PARTY_INVITE", {"user": cy.user}))
            monkeypatch.setattr("cutcard.lobby.parties.STANDS", 100)
            (di,) = await people(server, "Di")
            late = (await cy.request("PARTY_INVITE", {"user": di.user}))["party"]
            assert await hears(di, "PARTY_ENDED") == {"party": late}
            await cy.close()
            await refused("NOT_ONLINE", di.request("PARTY_INVITE", {"user": cy.user}))

    run(scene())


def test_partners_who_take_bots_sit_across_from_each_other(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            await partners(ann, bo)
            await ann.request("QUICK_MATCH", {**GUANDAN, "party": True})
            await bo.request("QUICK_MATCH_BOTS", {})
            told = [await hears(one, "MATCH_OPENED") for one in (ann, bo)]
            assert [one["seat"] for one in told] == [0, 2]
            roster = told[0]["info"]["roster"]
            assert [one["bot"] for one in roster] == [False, True, False, True]
            assert "ranked" not in told[0]["info"]
            assert said(ann, "QUICK_MATCH_ENDED") == []

    run(scene())


def test_a_search_from_another_connection_ends_with_it_and_no_sooner(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            other = await Client.connect(server.url, name="Ann", token=ann.token)
            pool = server.hall.lobby.matchmaker.pool
            await ann.request("QUICK_MATCH", GUANDAN)
            await other.close()
            await bo.request("PING")
            assert len(pool) == 1
            await ann.close()
            await players.until(lambda: len(pool) == 0)

    run(scene())
