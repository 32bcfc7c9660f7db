"""Every kind of `cutcard attack` against a server in this process, at full speed from a process of
its own: whatever it sends, no piece of work holds the loop for longer than the bound, and somebody
who plays beside it is neither closed nor refused."""

import asyncio
import sys

import pytest

from cutcard.client import Client
from cutcard.client.adversary import ATTACKS
from cutcard.client.honest import Owner, Players, asks
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import Proxies

from .slices import BOUND, measured

LIMITS = Limits(limit_loopback=True)
SECONDS = 1.0
KINDS = [one for one in ATTACKS if one != "nothing"]


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_held_up_by_it(inside, kind):
    async def scene():
        async with inside(LIMITS, proxies=Proxies.named(["127.0.0.1"])) as server:
            await server._warming
            honest = await Client.connect(server.url, name="Honest")
            players = Players(server.url, "duel", 2, {"roundPauseMs": 0})
            await players.sit_down()
            owner = await Owner.made(server.url) if kind == "logins" else None
            named = [] if owner is None else [owner.name]
            tries = []
            for _ in range(2):  # what holds the loop does so every time
                foe = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "cutcard.client.adversary", "127.0.0.1"),
                    *(str(server.port), kind, str(SECONDS), *named),
                    stdout=asyncio.subprocess.PIPE,
                )
                going = lambda: foe.returncode is None  # noqa: E731, B023 # of this turn
                with measured() as seen:
                    if not tries:
                        players.start()
                    waits, closed = await asks(honest, going)
                    sent, _ = await foe.communicate()
                tries.append(seen)
                assert waits, "somebody was answered"
                assert not closed, "who asked was closed"
                assert int(sent) > 0
            moves, sent_away = players.end()
            assert moves, "somebody played"
            assert not sent_away, "who played was closed or refused"
            assert min(one.worst for one in tries) <= BOUND, [str(one) for one in tries]
            await honest.close()

    asyncio.run(asyncio.wait_for(scene(), 120))
