"""Every kind of `cutcard attack` against a server in this process: whatever it sends, no piece of
work holds the loop for longer than the bound, and who asks and plays beside it is neither closed
nor refused. An attack lasts until the loop has worked for so long, and what is bound is CPU time of
the loop's own thread: a busy machine makes this slower and nothing else."""

import asyncio

import pytest

from cutcard.client.adversary import ATTACKS, GUESSED, OVER_TCP, attack
from cutcard.client.honest import Owner, Players, asker, asks, packet_asker
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import Proxies
from cutcard.wire.tcp.ports import TcpSettings

from .slices import BOUND, measured

LIMITS = Limits(limit_loopback=True)
ENOUGH = 0.4  # seconds of CPU time that the loop works under each attack,
LONGEST = 10.0  # and seconds after which those are enough that cannot make it work as much
TRIES = 3  # what holds the loop does so every time; a neighbour on the same core does not
KINDS = [one for one in ATTACKS if one != "nothing"]


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_held_up_by_it(inside, kind):
    async def scene():
        proxies, tcp = Proxies.named(["127.0.0.1"]), TcpSettings(port=0)
        async with inside(LIMITS, proxies=proxies, tcp=tcp) as server:
            await server._warming
            if kind in OVER_TCP:
                account = ("Reader", "read by candlelight")
                ask = await packet_asker("127.0.0.1", server.tcp_port, account)
            else:
                ask = await asker(server.url)
            players = Players(server.url, "duel", 2, {"roundPauseMs": 0})
            await players.sit_down()
            whom = (await Owner.made(server.url)).name if kind in GUESSED else "Ann"
            players.start()
            tries = []
            while len(tries) < TRIES and all(one.worst > BOUND for one in tries):
                with measured() as seen:
                    where = ("127.0.0.1", server.port, kind, LONGEST, whom)
                    done = {"enough": lambda: seen.total > ENOUGH, "tcp_port": server.tcp_port}
                    work = attack(*where, **done)
                    foe = asyncio.create_task(asyncio.to_thread(asyncio.run, work))
                    waits, _, closed = await asks(ask, lambda: not foe.done())  # noqa: B023
                    sent = await foe
                tries.append(seen)
                assert sent > 0
                assert waits, "somebody was answered"
                assert not closed, "who asked was closed"
            moves, sent_away = players.end()
            assert moves, "somebody played"
            assert not sent_away, "who played was closed or refused"
            assert min(one.worst for one in tries) <= BOUND, [str(one) for one in tries]

    asyncio.run(asyncio.wait_for(scene(), 120))
