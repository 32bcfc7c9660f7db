"""F39: both tables of a duplicate match. Who sits at the first shuffles for both; the second
carries that lock and those shares, and nothing is proved before a deal is over at both."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from cutcard.client.fair import Shuffler
from cutcard.fair import judge
from cutcard.fair.verify import verify as second_judge
from cutcard.kernel import fair
from cutcard.table.house import House
from cutcard.table.keys import Fairness
from cutcard.table.proof import proof_of
from cutcard.table.words import User

from ..table.conftest import Breakable, Evening
from .test_tables import ANN, BEN, Player
from .test_third_judge import third

BOARDS = {"match": "boards", "deals": 2, "pauseSeconds": 0, "turnSeconds": 5}
CAT = User("cat", "Cat")


class Proved(Evening):
    """An evening at which deals are proved."""

    async def restart(self):
        self.store = Breakable(self.path)
        await self.store.open()
        self.house = House(
            self.store,
            clock=self.clock,
            wall=lambda: 1_700_000_000_000 + self.clock.ms,
            bot_delay=(0, 0),
            fair=Fairness(None, 1000),
        )
        await self.house.start()

    async def turn(self, ms):
        """Clients answer what they are told before time goes on."""
        await super().turn(ms)
        for _ in range(4):
            await asyncio.sleep(0)
            await self.rest()

    async def until(self, holds, steps=400):
        for _ in range(steps):
            if holds():
                return
            await self.turn(1_000)
        raise AssertionError("it never came to that")

    def table(self, number):
        return self.house._floor.lives[number].table

    async def kinds(self, number):
        return [row.kind for row in await self.store.fair_rows(number)]


async def seated(e, **how):
    """Ann at the first table, Ben at the second, and bots: nobody else plays."""
    infos = await e.house.open_twice("guandan", BOARDS, host=CAT, sit=False)
    pair = tuple(info.table for info in infos)
    ears = []
    for number, user in zip(pair, (ANN, BEN), strict=True):
        await e.house.sit(number, user, 0, e.house.link(number, CAT))
        ears.append(Player(e.house, user, **how))
        e.house.attach(number, ears[-1], user)
    for number in pair:
        await e.house.fill(number, "eager")
    await e.rest()
    return pair, *ears


def evening(tmp_path, story):
    async def whole():
        async with Proved(tmp_path / "house.db") as e:
            await asyncio.wait_for(story(e), 60)

    asyncio.run(whole())


async def files_of(e, pair, ann, deal):
    """What Ann has of a deal that is over at both, and what the second table's players get."""
    key = e.house.signing_key(1_700_000_000_000 + e.clock.ms)
    proof, carried = [await proof_of(e.store, number, deal) for number in pair]
    mine = ann.shuffler.file(proof.made(0, key), proof.number)
    return [(text, ann.shuffler.key) for text in (mine, carried.made(0, key))]


def test_f39_the_second_table_carries_the_firsts_lock_and_shares(tmp_path):
    async def story(e):
        pair, ann, ben = await seated(e)
        first, second = pair
        await e.until(lambda: e.table(second).deal is not None)
        for deal in (1, 2):
            dealt = [e.table(number).deal.header for number in pair]
            assert [one.deal for one in dealt] == [deal, deal]
            assert dealt[0].seed == dealt[1].seed
            await e.until(lambda: any(e.table(n).deal.outcome is not None for n in pair))
            if any(e.table(n).deal.outcome is None for n in pair):
                assert (await proof_of(e.store, second, deal)).ended is None
            await e.until(lambda d=deal: e.table(second).over or e.table(second).deal_number > d)
            await e.until(lambda: not e.table(first).unproved)
            await e.rest()
            proof = await proof_of(e.store, first, deal)
            assert fair.deal_seed(proof.seed, proof.stir()) == dealt[0].seed
            files = await files_of(e, pair, ann, deal)
            for (file, pin), code in zip(files, ("OWN", "OTHERS"), strict=True):
                found = judge(file, pin)
                assert (found.verdict, found.code) == ("PROVED", code)
                assert second_judge(file, pin)[:2] == ("PROVED", code)
        assert ben.shuffler is None, "nobody asks the second table for shares"
        assert not ann.shuffler.wrong
        kinds = await e.kinds(first)
        assert [kinds.count(kind) for kind in ("lock", "deal", "end")] == [2, 2, 2]
        assert await e.kinds(second) == []

    evening(tmp_path, story)


@pytest.mark.browser
def test_f39_the_third_judge_says_the_same(tmp_path):
    kept = []

    async def story(e):
        pair, ann, _ = await seated(e)
        await e.until(lambda: e.table(pair[1]).deal_number > 1)
        await e.rest()
        kept.extend(await files_of(e, pair, ann, 1))

    with ThreadPoolExecutor(1) as pool:  # in this thread Playwright's loop may be running
        pool.submit(evening, tmp_path, story).result()
    assert [one[:2] for one in third(kept)] == [("PROVED", "OWN"), ("PROVED", "OTHERS")]


@pytest.mark.parametrize("when", ["lock", "deal", "one is over"])
def test_f39_after_a_crash_both_have_the_same_cards_still(tmp_path, when):
    async def story(e):
        (first, second), ann, _ = await seated(e, shares=when != "lock")
        if when == "lock":
            assert await e.kinds(first) == ["offer", "lock"]
            assert e.table(second).deal is None
        else:
            await e.until(lambda: e.table(second).deal is not None)
        if when == "one is over":
            await e.until(lambda: any(e.table(n).deal.outcome is not None for n in (first, second)))
        await e.crash()
        await e.restart()
        known, ann = ann.shuffler, Player(e.house, ANN)
        ann.shuffler = known
        ben = Player(e.house, BEN)
        for number, ear in ((first, ann), (second, ben)):
            e.house.attach(number, ear, ear.user)
        await e.rest()
        await e.until(lambda: e.table(second).deal is not None)
        await e.until(lambda: e.table(second).over)
        await e.until(lambda: not e.table(first).unproved)
        await e.rest()
        for deal in (1, 2):
            seeds = {(await e.store.deal(n, deal)).header.seed for n in (first, second)}
            assert len(seeds) == 1
            carried = await proof_of(e.store, second, deal)
            file = carried.made(0, e.house.signing_key(1_700_000_000_000 + e.clock.ms))
            assert (judge(file).verdict, judge(file).code) == ("PROVED", "OTHERS")
        assert not known.wrong

    evening(tmp_path, story)


def test_f39_without_a_person_at_the_first_table_nothing_is_proved(tmp_path):
    async def story(e):
        infos = await e.house.open_twice("guandan", BOARDS, host=CAT, sit=False)
        first, second = (info.table for info in infos)
        await e.house.sit(second, BEN, 0, e.house.link(second, CAT))
        for number in (first, second):
            await e.house.fill(number, "eager")
        await e.until(lambda: e.table(second).deal is not None)
        assert e.table(first).deal.header.seed == e.table(second).deal.header.seed
        assert await e.kinds(first) == []
        assert await proof_of(e.store, second, 1) is None

    evening(tmp_path, story)


def test_f39_a_client_that_forgot_its_share_accuses_nobody():
    """Told a lock with a pledge of its own that it does not know any more (F26), it says nothing:
    another process of its user's pledged it."""
    from .sim import Sim  # noqa: PLC0415 # only here

    sim = Sim("duel", manners=("honest", "withholds"))
    sim.deliver()
    assert sim.fair[-1].kind == "lock"
    one = sim.people[1]
    one.shuffler, one.here = Shuffler(1), False
    sim.come(one)
    sim.deliver()
    assert not one.shuffler.wrong
    assert not one.shuffler.shares
