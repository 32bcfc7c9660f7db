"""Limits hold by every way to a table, and for an address whoever it calls itself: guests cost
nothing, so what each of them may have is no bound by itself."""

import asyncio
from contextlib import suppress

from cutcard.lobby.tables import CreateTable
from cutcard.table.words import Refusal


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


def test_quick_matches_with_bots_count_however_many_connections_ask(inside, ear):
    """They were counted as nobody's: one guest had as many tables with bots as they liked."""

    async def scene():
        async with inside() as server:
            first = await ear.dial(server.url, name="Eve")
            eves = [first, *[await ear.dial(server.url, token=first.token) for _ in range(3)]]
            for _ in range(25):
                asked = [one.ask("QUICK_MATCH", {"game": "memory", "seats": 2}) for one in eves]
                await asyncio.gather(*asked)
                await asyncio.gather(*(one.ask("QUICK_MATCH_BOTS") for one in eves))
            assert len(server.house.numbers()) == 20
            assert await first.ask("QUICK_MATCH", {"game": "memory"}) == {"code": "RATE_LIMITED"}
            assert await first.ask("CREATE_TABLE", {"game": "duel"}) == {"code": "RATE_LIMITED"}

    run(scene())


def test_challenges_count(inside, ear):
    async def scene():
        async with inside() as server:
            eve, bo = [await ear.dial(server.url, name=name) for name in ("Eve", "Bo")]
            for _ in range(19):
                await eve.ask("CREATE_TABLE", {"game": "duel", "sit": False})
            codes = []
            for _ in range(3):
                wish = {"user": bo.id, "game": "duel"}
                told = await eve.ask("CHALLENGE", wish)
                codes.append(told.get("code"))
                if "code" not in told:
                    await bo.ask("CHALLENGE_ACCEPT", {"challenge": told["challenge"]})
            assert codes == [None, "RATE_LIMITED", "RATE_LIMITED"]

    run(scene())


def test_an_address_has_ten_times_what_a_guest_has_whoever_it_calls_itself(inside):
    async def scene():
        async with inside() as server:
            lobby, wish = server.hall.lobby, CreateTable("duel", sit=False)
            made = 0
            for number in range(15):
                eve, _ = await server.accounts.guest(f"Eve {number}")
                asked = [lobby.create(eve, wish, "203.0.113.9") for _ in range(20)]
                said = await asyncio.gather(*asked, return_exceptions=True)
                made += sum(not isinstance(one, Refusal) for one in said)
            assert made == len(server.house.numbers()) == 200
            await lobby.create(eve, wish, "198.51.100.1")  # another address may

    run(scene())


def test_an_address_complains_so_often_whoever_it_calls_itself(inside):
    """Five of each guest, and there was no end to guests: moderators saw nothing else."""

    async def scene():
        async with inside() as server:
            lobby, made = server.hall.lobby, 0
            bo, _ = await server.accounts.guest("Bo")
            for number in range(10):
                eve, _ = await server.accounts.guest(f"Eve {number}")
                for _ in range(4):
                    with suppress(Refusal):
                        await lobby.report(eve, bo.id, None, "rude", "203.0.113.9")
                        made += 1
            assert 20 <= made <= 22
            await lobby.report(bo, eve.id, None, "rude", "198.51.100.1")

    run(scene())


def test_an_address_makes_so_many_events_and_bots_in_them_count(inside):
    """One guest had 20 events of 50 bots each, and there was no end to guests."""

    async def scene():
        async with inside() as server:
            lobby = server.hall.lobby
            for bots, most in ((0, 20), (50, 4)):
                address, made = f"203.0.113.{bots}", 0
                for _ in range(100):
                    with suppress(Refusal):
                        lobby.may_make_event(address, bots)
                        made += 1
                assert most - 1 <= made <= most
            for _ in range(100):
                lobby.may_make_event(None, 50)  # where addresses are not limited

    run(scene())


def test_a_connection_watches_so_many_tables_and_no_more(inside, ear):
    """Every move of everybody was sent to who watched every table, on every connection."""

    async def scene():
        async with inside() as server:
            for number in range(4):
                ann, _ = await server.accounts.guest(f"Ann {number}")
                for _ in range(20):
                    await server.hall.lobby.create(ann, CreateTable("duel"))
            eve = await ear.dial(server.url, name="Eve")
            tables = sorted(server.house.numbers())
            said = [await eve.ask("SPECTATE", {"table": number}) for number in tables]
            assert [one.get("code") for one in said] == [None] * 64 + ["RATE_LIMITED"] * 16
            assert "code" not in await eve.ask("SPECTATE", {"table": tables[0]}), "again, the same"
            await eve.ask("LEAVE", {"table": tables[0]})
            assert "code" not in await eve.ask("SPECTATE", {"table": tables[-1]})

    run(scene())


def test_who_enters_and_leaves_an_event_again_and_again_is_stopped(inside, ear):
    """Each time was a row of the event's log, for ever, and told to all who were in it."""

    async def scene():
        async with inside() as server:
            ann, eve = [await ear.dial(server.url, name=name) for name in ("Ann", "Eve")]
            terms = {"name": "Cup", "game": "poker", "tableSize": 3, "startStack": 500}
            terms |= {"buyIn": 0, "fee": 0}
            terms["structure"] = [{"smallBlind": 50, "bigBlind": 100, "minutes": 60}]
            told = await ann.ask("TOURNAMENT_CREATE", {"terms": terms, "startsIn": 3600})
            assert "event" in told, told
            wish, codes = {"event": told["event"]}, []
            for _ in range(40):
                codes += [
                    (await eve.ask(kind, wish)).get("code")
                    for kind in ("TOURNAMENT_REGISTER", "TOURNAMENT_UNREGISTER")
                ]
            assert codes[:20] == [None] * 20
            assert codes.count("RATE_LIMITED") > 40
            log = server.hall.lobby.gallery.holder.live[told["event"]].event.log
            assert len(log) < 40
            assert "code" not in await ann.ask("TOURNAMENT_REGISTER", wish), "others may"

    run(scene())
