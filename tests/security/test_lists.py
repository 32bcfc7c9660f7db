"""Lists stay small, whatever is put on them; and nobody is closed for being sent much at once."""

import asyncio
import json

from cutcard.client import open_line
from cutcard.games.battle.sets import STARTER, pack
from cutcard.wire.limits import Limits

from .slices import BOUND, measured

FREE = Limits(rate=1e6, burst=1e6, tables=1000)
ANSWER = 64 * 1024


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 300))


def test_a_list_of_tables_with_card_sets_is_in_pages_under_64_kb(inside, ear):
    wish = {
        "game": "battle",
        "options": {"cardSet": pack(STARTER.read_bytes())},
        "name": "牌" * 64,
        "sit": False,
    }

    async def scene():
        async with inside(FREE) as server:
            eve = await ear.dial(server.url, name="Eve")
            numbers = set()
            for n in range(130):
                some = wish if n % 2 else {"game": "duel", "name": "\U0001f0a1" * 64}
                numbers.add((await eve.ask("CREATE_TABLE", some))["table"])
            found, page = [], 0
            with measured() as seen:
                while page is not None:
                    message = await eve.answer("LIST_TABLES", {"page": page})
                    assert len(bytes(message.payload)) <= ANSWER
                    told = eve.line.payload(message)
                    found += told["tables"]
                    page = told.get("next")
            assert seen.worst <= BOUND, seen
            assert {one["table"] for one in found} == numbers
            assert len(found) == len(numbers)
            assert not any("options" in one or "seq" in one for one in found)
            free = (await eve.ask("LIST_TABLES", {"game": "duel", "free": True}))["tables"]
            assert {one["game"] for one in free} == {"duel"}
            assert (await eve.ask("LIST_TABLES", {"page": 99})) == {"tables": []}
            mine = await eve.answer("MY_TABLES")
            assert len(bytes(mine.payload)) <= ANSWER
            made = server.hall.lobby.board._pages[None, False]
            await eve.ask("LIST_TABLES")
            assert server.hall.lobby.board._pages[None, False] is made, "made once for all"

    run(scene())


def test_who_watches_the_tables_is_told_what_changes_and_not_who_stopped(inside, ear):
    async def scene():
        async with inside(FREE) as server:
            ann = await ear.dial(server.url, name="Ann")
            bo = await ear.dial(server.url, name="Bo")
            for one in (ann, bo):
                assert await one.ask("WATCH_TABLES", {"game": "duel"}) == {}
            await bo.ask("WATCH_TABLES", {"stop": True})
            cy = await ear.dial(server.url, name="Cy")
            secret = (await cy.ask("CREATE_TABLE", {"game": "duel", "private": True}))["table"]
            other = (await cy.ask("CREATE_TABLE", {"game": "memory", "sit": False}))["table"]
            made = (await cy.ask("CREATE_TABLE", {"game": "duel"}))["table"]

            def heard(one):
                told = [one.line.payload(m) for m in one.said if m.type == "TABLES_CHANGED"]
                return [line for said in told for line in said["tables"]], [
                    number for said in told for number in said["gone"]
                ]

            await ann.until(lambda: any(line["table"] == made for line in heard(ann)[0]))
            await cy.ask("LEAVE", {"table": made})
            await cy.ask("LEAVE", {"table": secret})
            await ann.until(lambda: made in heard(ann)[1] or not heard(ann)[0][-1]["roster"], 90)
            lines, gone = heard(ann)
            assert {line["table"] for line in lines} == {made}
            assert not {secret, other} & {*gone}
            assert heard(bo) == ([], [])

    run(scene())


def test_who_reads_is_not_closed_however_much_is_written_at_once(inside, ear):
    """Far more than the queue in one turn; who does not read for seconds is closed."""

    async def scene():
        limits = Limits(rate=1e6, burst=1e6, queue=16 * 1024, behind=1.0)
        async with inside(limits) as server:
            eve = await ear.dial(server.url, name="Eve")
            heard = asyncio.Event()
            keys = []

            def listen(message) -> None:
                keys.append(message.correlation_id)
                if message.correlation_id == "last":
                    heard.set()

            line = await open_line(server.url, listen, lambda code: heard.set())
            line.send("AUTH", {"name": "Fay"}, key="auth")
            for _ in range(3000):
                line.send("PROFILE", {}, key="x" * 100)
            line.send("PING", {}, key="last")
            await asyncio.wait_for(heard.wait(), 60)
            assert keys[-1] == "last"
            assert line.open
            assert json.dumps(await eve.ask("PING")) == "{}"
            assert server.hall.tally.closed["slow"] == 0

    run(scene())
