"""Battle through the WebSocket of a real server, with real sockets: two people whose lines break
in the middle of a stack, a server that is killed there, and a game against a bot."""

from __future__ import annotations

import asyncio
import random

import pytest

from cutcard.client import Client

from ..command import QUICK_BOTS
from ..running import servers

PATIENCE = 120.0  # seconds for a whole game on a busy machine
RESPONDERS = {"decks": ["mystics", "beasts"], "timers": "off"}  # both decks hold responses


@pytest.fixture
def serve(tmp_path):
    """Starts servers whose bots answer at once."""
    with servers(tmp_path, QUICK_BOTS) as start:
        yield start


class Player:
    """One person at the table: a client and his place."""

    def __init__(self, client, place):
        self.client = client
        self.place = place

    @property
    def over(self):
        return self.place.view["status"] == "COMPLETED"

    @property
    def stack(self):
        return self.place.view.get("stack", [])

    def asked(self):
        """What this player is asked just now, if anything."""
        view = self.place.view
        mine = self.place.seat in view.get("toAct", [])
        return view["asked"]["kind"] if mine and not self.over else ""

    async def move(self, chance):
        """Any legal move. The first seat plays what it can; the second mostly keeps its energy for
        the other's turn, so that there are windows to respond in."""
        legal = self.place.legal
        if self.asked() == "MAIN":
            saves = self.place.seat == 1 and chance.random() < 0.7
            wanted = ("pass",) if saves else ("play_card", "activate_ability")
            legal = [one for one in legal if one["type"] in wanted] or legal
        move = chance.choice(legal)
        before = self.place.seq
        fields = {name: one for name, one in move.items() if name != "type"}
        await self.client.play(self.place, move["type"], fields)
        await self.client.until(self.place, before + 1)

    async def break_line(self):
        """The line breaks without a word; the client comes back by itself."""
        before = self.client.reconnects
        self.client._line.transport.disconnect()
        await self.back(before)

    async def back(self, before):
        """Connected once more than before, and known to the server."""
        while self.client.reconnects == before or not self.client._known.is_set():  # noqa: ASYNC110  # what is looked at has no event
            await asyncio.sleep(0.01)

    async def snapshot(self):
        """The whole view as the server has it now."""
        kept = self.place.view
        self.place.view = {}
        self.client._line.send("GAME_STATE_REQUEST", {}, match=self.place.match)
        while not self.place.view:
            await self.client.turn()
        return kept, self.place.view


async def sit_down(url, **options):
    ann = await Client.connect(url, name="Ann", legal=True)
    bo = await Client.connect(url, name="Bo", legal=True)
    first = await ann.create("battle", options={**RESPONDERS, **options})
    second = await bo.join(first.table)
    return Player(ann, first), Player(bo, second)


async def meet(one, two):
    """Both have come to the same place."""
    await one.client.until(one.place, two.place.seq)
    await two.client.until(two.place, one.place.seq)


async def play_out(one, two, chance, in_mid_stack, times=0, most=6):
    """A whole game; `in_mid_stack` happens where a window is open on a stack, up to `most` times.
    How often it has, with the `times` before."""
    while not one.over:
        await meet(one, two)
        mover = one if one.asked() else two
        if mover.asked() == "RESPONSE" and mover.stack and times < most:
            times += 1
            await in_mid_stack(mover, two if mover is one else one, times)
        if not one.over and mover.place.legal:
            await mover.move(chance)
        elif not one.over:
            await asyncio.sleep(0.005)
    await meet(one, two)
    return times


async def closed(*players):
    for player in players:
        await player.client.close()


def test_lines_that_break_in_mid_stack_lose_nothing(serve):
    """Whoever may respond, or whoever waits for the response, is cut off while the stack is not
    empty; he comes back to the same stack, window and question, and the game goes on to its end."""

    async def run():
        server = serve()
        chance, times = random.Random(5), 0

        async def broken(holder, other, times):
            stack, window = holder.stack, holder.place.view["timingWindow"]
            assert stack
            assert window["holder"] == holder.place.seat
            if times % 2:  # who is asked: he finds the same question
                legal = holder.place.legal
                await holder.break_line()
                kept, whole = await holder.snapshot()
                assert kept == whole
                assert holder.stack == stack
                assert holder.place.view["timingWindow"] == window
                assert holder.place.legal == legal
            else:  # who waits: what happened meanwhile is told when he is back
                task = asyncio.create_task(other.break_line())
                await holder.move(chance)
                await task
                await meet(holder, other)
                kept, whole = await other.snapshot()
                assert kept == whole

        async with asyncio.timeout(PATIENCE):
            while times < 3:  # chance deals, and some games have few windows
                before, (ann, bo) = times, await sit_down(server.url)
                times = await play_out(ann, bo, chance, broken, times)
                assert ann.client.reconnects + bo.client.reconnects == times - before
                assert ann.place.view["winCondition"] == bo.place.view["winCondition"]
                assert ann.place.seen == sorted(ann.place.seen)
                await closed(ann, bo)
        assert server.errors() == ""

    asyncio.run(run())


def test_a_server_killed_in_mid_stack_goes_on_from_there(serve):
    async def run():
        server = serve()
        chance, times = random.Random(11), 0

        async def killed(holder, other, times):
            stack, hp = holder.stack, [one["currentHp"] for one in _sides(holder)]
            before = holder.client.reconnects, other.client.reconnects
            server.kill()
            server.start()
            await holder.back(before[0])
            await other.back(before[1])
            await holder.snapshot()
            await other.snapshot()
            assert holder.stack == other.stack == stack
            assert [one["currentHp"] for one in _sides(holder)] == hp
            assert holder.asked() == "RESPONSE"

        async with asyncio.timeout(PATIENCE):
            while times < 2:  # chance deals, and some games have few windows
                ann, bo = await sit_down(server.url)
                times = await play_out(ann, bo, chance, killed, times, most=2)
                await closed(ann, bo)

    asyncio.run(run())


def _sides(player):
    return player.place.view["players"].values()


@pytest.mark.parametrize("bot", ["greedy", "planner", "rookie"])
def test_a_game_against_a_bot(serve, bot):
    async def run():
        server = serve()
        async with await Client.connect(server.url, name="Ann", legal=True) as ann:
            place = await ann.create("battle", options={"timers": "off"}, bots={"1": bot})
            me, chance = Player(ann, place), random.Random(3)
            async with asyncio.timeout(PATIENCE):
                while not me.over:
                    if me.asked() and place.legal:
                        await me.move(chance)
                    else:
                        await asyncio.wait_for(ann.turn(), 30)
            assert place.view["winCondition"]
            assert server.errors() == ""

    asyncio.run(run())
