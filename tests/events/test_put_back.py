"""F35, T105: a database that was put back from a copy cancels the events that ran in it, for what
they dealt may be known further on to others; those that had not begun go on."""

from __future__ import annotations

import asyncio

from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.client import Client
from cutcard.lobby.chips import conserved

from ..running import Players, here
from .test_people import TERMS


def test_F35_T105_events_that_ran_in_a_copy_are_cancelled_and_paid_back(tmp_path):
    file, copy = tmp_path / "e.db", tmp_path / "copy.db"

    async def play():
        async with here(file) as server:
            people = [await Client.connect(server.url, name=name) for name in ("Ann", "Bo", "Cy")]
            events = []
            for starts in (1, 600):
                wish = {"terms": TERMS, "startsIn": starts}
                made = await people[0].request("TOURNAMENT_CREATE", wish)
                events.append(made["event"])
                for one in people:
                    await one.request("TOURNAMENT_REGISTER", {"event": made["event"]})
            holder = server.hall.lobby.gallery.holder
            await Players.until(lambda: holder.live[events[0]].event.state.phase == "running", 30)
            for one in people:
                await one.close()
            return events, [one.user for one in people]

    async def look(events, users):
        async with here(file) as server:
            holder = server.hall.lobby.gallery.holder
            phases = [(await holder.find(event)).event.state.phase for event in events]
            sums = await conserved(server.store)
            return phases, sums.ok, sum([await server.store.balance(user) for user in users])

    events, users = asyncio.run(asyncio.wait_for(play(), 60))
    for args in (["backup", str(copy)], ["restore", str(copy)]):
        done = CliRunner().invoke(main, [*args, "--db", str(file)])
        assert done.exit_code == 0, done.output
    for _ in range(2):  # and what goes on since is not touched
        phases, sound, chips = asyncio.run(asyncio.wait_for(look(events, users), 60))
        assert phases == ["cancelled", "registering"]
        assert sound
        assert chips == 30_000 - 3 * 110 - 3 * 10, "paid back but for its fee; one is to come"
