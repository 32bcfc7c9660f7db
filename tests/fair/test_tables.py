"""F23–F38 at the tables: what a house offers, locks, deals and ends, without a socket."""

from __future__ import annotations

import asyncio

from click.testing import CliRunner
from msgspec import to_builtins

from cutcard.cli.main import main
from cutcard.client.fair import Shuffler
from cutcard.lobby.moderation import Moderation
from cutcard.store.opening import store_at
from cutcard.table.house import House
from cutcard.table.keys import Fairness
from cutcard.table.words import Notice, Snapshot, Update, User


class Player:
    """An ear that plays its part in a shuffle, as far as it is told to."""

    fair = True

    def __init__(self, house, user, *, pledges=True, shares=True):
        self.house, self.user = house, user
        self.pledges, self.shares = pledges, shares
        self.shuffler = None
        self.seat = None
        self.heard = []
        house.speaks_fair(user.id, True)

    def hear(self, word):
        self.heard.append(word)
        if isinstance(word, Snapshot):
            self.seat = word.seat
        elif isinstance(word, Notice) and word.type == "FAIR_RECORDS":
            self.shuffler = self.shuffler or Shuffler(word.table)
            for kind, wish in self.shuffler.told(
                to_builtins(word.payload), self.seat, self.user.id
            ):
                asyncio.get_running_loop().call_soon(self.send, kind, wish)

    def send(self, kind, wish):
        if kind == "FAIR_PLEDGE" and self.pledges:
            self.house.pledge(wish["table"], self.user, wish["deal"], wish["pledge"])
        elif kind == "FAIR_SHARE" and self.shares:
            share = bytes.fromhex(wish["share"])
            self.house.share(wish["table"], self.user, wish["deal"], share)

    @property
    def kinds(self):
        return [type(one).kind for one in self.shuffler.records]

    @property
    def dealt(self):
        return any(isinstance(word, Update) for word in self.heard)


class Room:
    """A house over a file, which can be opened again."""

    def __init__(self, path, wait=5000):
        self.path, self.wait = path, wait

    async def __aenter__(self):
        self.store = store_at(str(self.path))
        await self.store.open()
        self.house = House(self.store, bot_delay=(0, 1), fair=Fairness(None, self.wait))
        await self.house.start()
        return self.house

    async def __aexit__(self, *_):
        await self.house.stop()
        await self.store.close()


ANN, BEN = User("ann", "Ann"), User("ben", "Ben")


async def until(what, patience=5.0):
    for _ in range(int(patience / 0.01)):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


async def duel(house, **how):
    """A Duel of two whose clients know their part."""
    ann, ben = Player(house, ANN), Player(house, BEN, **how)
    info = await house.open("duel", None, 2, host=ANN, sit=[ANN])
    house.attach(info.table, ann, ANN)
    await house.sit(info.table, BEN)
    house.attach(info.table, ben, BEN)
    return info.table, ann, ben


def test_f23_f24_offer_pledge_lock_share_deal(tmp_path):
    async def story():
        async with Room(tmp_path / "t.db") as house:
            table, ann, ben = await duel(house)
            await until(lambda: ann.dealt and ben.dealt)
            rows = await house.store.fair_rows(table)
            assert [row.kind for row in rows] == ["offer", "lock", "deal"]
            deal = await house.store.deal(table, 1)
            assert rows[2].of_deal == 1
            assert rows[0].secret != deal.header.seed
            assert not ann.shuffler.wrong + ben.shuffler.wrong

    asyncio.run(story())


def test_f35_tables_of_a_database_that_was_put_back_never_go_on(tmp_path):
    """Their chains may be known further on to others: they are closed, and new ones opened."""
    copy = str(tmp_path / "copy.db")
    never_go_on(tmp_path / "t.db", ["backup", copy], ["restore", copy])


def test_f35_nor_do_those_of_a_postgresql_that_recovered_to_an_earlier_moment(database):
    never_go_on(database, ["db", "restored"])


def never_go_on(file, *commands):
    """What becomes of a table while these are run between two starts."""

    async def play():
        async with Room(file) as house:
            table, ann, ben = await duel(house)
            await until(lambda: ann.dealt and ben.dealt)
            return table

    async def look(table):
        async with Room(file) as house:
            there = table in house.numbers()
            await Moderation(house.store, house).start()
            await until(lambda: table not in house.numbers())
            again, ann, ben = await duel(house)
            await until(lambda: ann.dealt and ben.dealt)
            rows = await house.store.fair_rows(table)
            return there, again, [row.kind for row in rows]

    table = asyncio.run(play())
    for args in commands:
        done = CliRunner().invoke(main, [*args, "--db", str(file)])
        assert done.exit_code == 0, done.output
    there, again, kinds = asyncio.run(look(table))
    assert there
    assert again > table
    assert kinds == ["offer", "lock", "deal", "end"]

    async def later():  # what was opened since is not touched
        async with Room(file) as house:
            await Moderation(house.store, house).start()
            return list(house.numbers())

    assert asyncio.run(later()) == [again]
