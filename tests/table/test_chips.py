"""Play chips at real poker tables: bought, won, taken home; never made, lost or overdrawn."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cutcard.games import game
from cutcard.lobby.chips import conserved
from cutcard.store.people import BANK, Booking
from cutcard.table.effects import Ask, Reply
from cutcard.table.vocabulary import tag_of
from cutcard.table.words import Nack, Refusal, User

POKER = game("poker")
QUICK = {"startDelay": 1, "showDelay": 1, "timeBank": 0}
START = 10_000


async def person(e, name, chips=START):
    made = await e.store.create_user(name, True, name.encode(), chips=chips)
    return User(made.id, made.name, number=made.number)


async def whole(e):
    """The ledger adds up, the cashier knows what the store knows, tables hold what lies there."""
    sums = await conserved(e.store)
    assert sums.ok, sums
    cashier = e.house._floor.cashier
    for user, balance in cashier._balances.items():
        assert balance == await e.store.balance(user) >= 0
    for number, place in e.house._floor.lives.items():
        if place.table.words.cash and place.table.deal is not None and not place.broken:
            lies = sum(place.table.deal.state.stakes())
            raked = cashier.on_table(number) - lies
            assert raked == 0 if not place.table.options.rake else raked >= 0
    return sums


async def seat(e, listener, table, user):
    at = await e.house.sit(table, user)
    ear = listener(user.name)
    e.house.attach(table, ear, user)
    await e.rest()
    return at, ear


def ask(e, table, ear, user, tag, **fields):
    key = f"{tag}{len(ear.words)}"
    e.house.ask(table, None, ear, user, tag, fields, key)
    return key


async def bought_in(e, listener, table, user, amount):
    _, ear = await seat(e, listener, table, user)
    key = ask(e, table, ear, user, "sit", buyIn=amount)
    await e.rest()
    return ear, ear.answer(key)


def test_a_buy_in_comes_from_the_balance_and_goes_back_to_it(evening, listener):
    async def story(e):
        ann = await person(e, "ann")
        told = []
        e.house.told_balance(lambda user, notice: told.append((user, notice.type, notice.payload)))
        info = await e.house.open("poker", QUICK, 3, host=ann)
        _, answer = await bought_in(e, listener, info.table, ann, 150)
        assert answer.move == "sit"
        assert await e.store.balance(ann.id) == START - 150
        assert (await whole(e)).tables == 150
        e.house.leave(info.table, ann)
        await e.rest()
        await asyncio.sleep(0)
        assert await e.store.balance(ann.id) == START
        assert (await whole(e)).tables == 0
        assert told == [
            (ann.id, "BALANCE", {"balance": START - 150, "reason": "table_join"}),
            (ann.id, "BALANCE", {"balance": START, "reason": "table_leave"}),
        ]
        rows = await e.store.chip_rows(ann.id)
        assert [(row.amount, row.reason, row.table) for row in rows] == [
            (START, "grant", None),
            (-150, "buy_in", info.table),
            (150, "cash_out", info.table),
        ]

    evening(story)


def test_who_sits_nowhere_is_not_remembered_and_read_again_when_they_come(evening, listener):
    """The balances of everybody who ever came stayed in memory."""

    async def story(e):
        cashier = e.house._floor.cashier
        ann, bob = await person(e, "ann"), await person(e, "bob")
        info = await e.house.open("poker", QUICK, 3, host=ann)
        for who in (ann, bob):
            await bought_in(e, listener, info.table, who, 150)
        e.house.let_go_of_balances()
        e.house.let_go_of_balances()
        assert set(cashier._balances) >= {ann.id, bob.id}, "they sit"
        floor = e.house._floor
        floor.abandon(floor.lives[info.table], "over")
        e.house.let_go_of_balances()
        e.house.let_go_of_balances()
        assert ann.id in cashier._balances, "what is gathered about her is not written yet"
        await e.rest()
        assert not cashier._gathered
        e.house.let_go_of_balances([bob.id])  # who is in an event, say
        e.house.let_go_of_balances([bob.id])
        assert set(cashier._balances) == {bob.id}
        info = await e.house.open("poker", QUICK, 3, host=ann)
        _, answer = await bought_in(e, listener, info.table, ann, 120)
        assert answer.move == "sit"
        assert cashier.balance(ann.id) == await e.store.balance(ann.id) == START - 120
        await whole(e)

    evening(story)


def test_what_was_booked_while_the_store_was_asked_is_not_missed(evening, listener):
    """Somebody who is in no memory is paid by an event while what they have is being read."""

    async def story(e):
        cashier, store = e.house._floor.cashier, e.house._floor.store
        ann = await person(e, "ann")
        reads, asked = 0, store.balances

        async def slow(users):
            nonlocal reads
            reads += 1
            found = await asked(users)
            if reads == 1:  # read, and then it is another
                cashier._gather(ann.id, 70)
                cashier._settle([Booking(1, None, None, 0, ann.id, 70, "x", None)])
            return found

        cashier._store = SimpleNamespace(balances=slow)
        assert await cashier.learn(ann.id) == START
        assert reads == 2, "the first answer was of before"

    evening(story)


def test_who_cannot_pay_is_refused_and_nothing_changes(evening, listener):
    async def story(e):
        ann = await person(e, "ann", 100)
        info = await e.house.open("poker", QUICK, 3, host=ann)
        ear, answer = await bought_in(e, listener, info.table, ann, 101)
        assert isinstance(answer, Nack)
        assert answer.code == "NOT_ENOUGH_CHIPS"
        assert answer.details == {"price": 101, "balance": 100}
        table = e.house.peek(info.table)
        assert table.deal.state.stakes() == [0, 0, 0]
        assert table.deal.log == []
        assert ear.seq == table.seq
        again = ask(e, info.table, ear, ann, "sit", buyIn=100)
        await e.rest()
        assert ear.answer(again).seq == table.seq == ear.seq
        more = ask(e, info.table, ear, ann, "rebuy", amount=1)
        await e.rest()
        assert ear.answer(more).code == "NOT_ENOUGH_CHIPS"
        assert await e.store.balance(ann.id) == 0
        await whole(e)

    evening(story)


def test_one_balance_serves_all_tables_at_once(evening, listener):
    async def story(e):
        ann = await person(e, "ann", 300)
        tables = [(await e.house.open("poker", QUICK, 3, host=ann)).table for _ in range(3)]
        answers = []
        for table in tables:  # asked before any of it is written
            _, ear = await seat(e, listener, table, ann)
            answers.append((ear, ask(e, table, ear, ann, "sit", buyIn=150)))
        await e.rest()
        codes = [getattr(ear.answer(key), "code", "ok") for ear, key in answers]
        assert codes == ["ok", "ok", "NOT_ENOUGH_CHIPS"]
        assert await e.store.balance(ann.id) == 0
        await whole(e)

    evening(story)


def test_a_user_the_store_does_not_know_has_nothing(evening, listener, people):
    async def story(e):
        info = await e.house.open("poker", QUICK, 3, host=people[0])
        _, answer = await bought_in(e, listener, info.table, people[0], 100)
        assert answer.code == "NOT_ENOUGH_CHIPS"

    evening(story)


def test_bots_play_with_the_banks_chips(evening, listener):
    async def story(e):
        ann = await person(e, "ann")
        bots = {1: "steady", 2: "steady"}
        info = await e.house.open("poker", QUICK, 3, host=ann, bots=bots)
        for _ in range(20):
            await e.turn(1000)
        assert e.house.peek(info.table).deal_number > 1  # hands were played
        sums = await whole(e)
        assert sums.tables >= 200
        assert sums.accounts == START
        assert sums.bank == -START - sums.tables
        assert {row.account for row in await e.store.chip_rows()} == {
            BANK,
            ann.id,
            f"table:{info.table}",
        }

    evening(story)


@pytest.mark.parametrize("how", ["abandoned", "stopped"])
def test_a_closing_table_pays_back_the_bets_of_its_hand(evening, listener, how):
    async def story(e):
        users = [await person(e, name) for name in ("ann", "bob")]
        info = await e.house.open("poker", QUICK, 2, host=users[0])
        for user in users:
            await bought_in(e, listener, info.table, user, 200)
        await e.turn(10)
        state = e.house.peek(info.table).deal.state
        assert state.hand is not None
        assert sum(state.hand.stacks) < 400  # the blinds are out
        place = e.house._floor.lives[info.table]
        if how == "abandoned":
            e.house._floor.abandon(place, "test")
            await e.rest()
        else:
            await e.house.stop(abandon=True)
        assert [await e.store.balance(user.id) for user in users] == [START, START]
        sums = await conserved(e.store)
        assert sums.ok, sums
        assert (sums.tables, sums.bank) == (0, -2 * START)

    evening(story)


def test_what_was_raked_goes_to_the_bank_when_the_table_closes(evening, listener):
    async def story(e):
        ann = await person(e, "ann")
        options = {**QUICK, "rake": 100, "rakeCap": 50, "noFlopNoDrop": False}
        info = await e.house.open("poker", options, 2, host=ann, bots={0: "steady", 1: "steady"})
        cashier, raked = e.house._floor.cashier, 0
        for _ in range(300):
            await e.turn(1000)
            lies = sum(e.house.peek(info.table).deal.state.stakes())
            assert cashier.on_table(info.table) - lies >= raked
            raked = cashier.on_table(info.table) - lies
            if raked:
                break
        assert raked > 0
        e.house._floor.abandon(e.house._floor.lives[info.table], "test")
        await e.rest()
        assert (await whole(e)).tables == 0
        assert [row.amount for row in await e.store.chip_rows(BANK) if row.reason == "rake"] == [
            raked
        ]

    evening(story)


def test_who_left_in_mid_hand_is_paid_after_a_crash_too(evening, listener):
    async def story(e):
        users = [await person(e, name) for name in ("ann", "bob", "cat")]
        info = await e.house.open("poker", QUICK, 3, host=users[0])
        for user in users:
            await bought_in(e, listener, info.table, user, 200)
        await e.turn(10)
        state = e.house.peek(info.table).deal.state
        actor = state.to_act()[0]
        leaver = users[(actor + 1) % 3]
        e.house.leave(info.table, leaver)
        await e.rest()
        assert await e.store.balance(leaver.id) == START - 200  # the hand goes on
        await e.crash()
        await e.restart()
        for _ in range(40):
            await e.turn(40_000)
            if await e.store.balance(leaver.id) > START - 200:
                break
        assert START - 10 <= await e.store.balance(leaver.id) < START  # less a blind at most
        await whole(e)

    evening(story)


def test_a_log_that_no_longer_plays_gives_back_what_was_put_in(evening, listener, monkeypatch):
    async def story(e):
        users = [await person(e, name) for name in ("ann", "bob")]
        info = await e.house.open("poker", QUICK, 2, host=users[0])
        for user in users:
            await bought_in(e, listener, info.table, user, 200)
        await e.turn(10)
        await e.crash()
        with monkeypatch.context() as patch:
            patch.setattr(POKER, "version", POKER.version + 1)
            await e.restart()
        await e.rest()
        assert await e.store.unfinished() == []
        assert [await e.store.balance(user.id) for user in users] == [START, START]
        await whole(e)

    evening(story)


def test_a_booking_that_could_not_be_written_did_not_happen(evening, listener):
    async def story(e):
        ann = await person(e, "ann", 300)
        info = await e.house.open("poker", QUICK, 3, host=ann)
        _, ear = await seat(e, listener, info.table, ann)
        e.store.fails = 1
        key = ask(e, info.table, ear, ann, "sit", buyIn=200)
        await e.rest()
        assert ear.answer(key).code == "GAME_ERROR"
        await e.turn(1000)
        assert await e.store.balance(ann.id) == 300
        await whole(e)
        again = ask(e, info.table, ear, ann, "sit", buyIn=200)
        await e.rest()
        assert not isinstance(ear.answer(again), Nack)
        assert await e.store.balance(ann.id) == 100
        await whole(e)

    evening(story)


def test_games_without_cash_cost_nothing(evening):
    async def story(e):
        await e.table("pile")
        await e.turn(1000)
        assert await e.store.chip_rows() == []
        assert e.house._floor.cashier._balances == {}

    evening(story)


class Night:
    """People who come, buy, play and go at poker tables, while the process dies now and then and
    the disk fails now and then."""

    def __init__(self, e, rng):
        self.e, self.rng = e, rng
        self.stats = Counter()

    async def begin(self):
        chips = (START, 350, 120, 45, 0)
        self.users = [await person(self.e, f"p{n}", some) for n, some in enumerate(chips)]
        self.total = sum(chips)
        for n in range(2):
            options = {**QUICK, "rake": 50 * n, "rakeCap": 3, "noFlopNoDrop": False}
            bots = {0: "random"} if n else {}
            host = self.users[0]
            await self.e.house.open("poker", options, 4, host=host, bots=bots)

    async def step(self):
        e, rng = self.e, self.rng
        places = list(e.house._floor.lives.values())
        what = rng.choices(
            ("come", "play", "go", "time", "crash", "fail", "close", "rest"),
            (15, 90, 5, 20, 3, 3, 1, 15),
        )[0]
        if what == "crash":
            await e.crash()
            await e.restart()
        elif what == "fail":
            e.store.fails = 1
        elif what == "rest":
            e.store.fails = 0
            await e.rest()
            if not any(place.broken for place in e.house._floor.lives.values()):
                await self.look()
        elif what == "time":
            e.clock.ms += rng.choice((1, 500, 40_000))
            e.house.beat()
        elif places:
            await self.at_table(what, rng.choice(places))
        self.stats[what] += 1

    async def at_table(self, what, place):
        e, user = self.e, self.rng.choice(self.users)
        number = place.row.table
        try:
            if what == "come":
                e.house._floor.sound(number)
                work = asyncio.ensure_future(e.house.sit(number, user))
                await asyncio.wait([work], timeout=0.05)
                if work.done():
                    work.result()
            elif what == "go":
                e.house.leave(number, user)
            elif what == "close" and not place.broken:
                e.house._floor.abandon(place, "test")
                host = self.users[0]
                await e.house.open("poker", QUICK, 4, host=host)
            elif what == "play":
                self.play(place)
        except Refusal as no:
            self.stats[no.code] += 1

    def play(self, place):
        deal, rng = place.table.deal, self.rng
        if deal is None or place.broken:
            return
        legal = rng.random() < 0.8
        choices = [
            (at, move)
            for at, user in enumerate(place.table.roster)
            if user is not None and not user.bot
            for move in (deal.state.legal(at) if legal else deal.state.asides(at))
            if tag_of(move) not in ("leave", "sit_out", "fold")
        ]
        if choices:
            at, move = rng.choice(choices)
            if tag_of(move) == "sit":
                move = type(move)(rng.choice((40, 100, 200)))
            elif tag_of(move) == "rebuy":
                move = type(move)(rng.randint(1, move.amount))
            self.stats[tag_of(move)] += 1
            for effect in self.e.house._floor.ask(place, Ask(at, move, tag_of(move)), None):
                if isinstance(effect, Reply) and isinstance(effect.word, Nack):
                    self.stats[effect.word.code] += 1

    async def look(self):
        sums = await whole(self.e)
        bots = sum(row.amount for row in await self.e.store.chip_rows(BANK))
        assert sums.accounts + sums.tables + bots == 0

    async def end(self):
        e = self.e
        e.store.fails = 0
        for _ in range(3):
            await e.turn(500)
        for place in list(e.house._floor.lives.values()):
            e.house._floor.abandon(place, "test")
        await e.rest()
        sums = await conserved(e.store)
        assert sums.ok, sums
        assert sums.tables == 0
        assert sums.accounts + sums.bank == 0


@settings(max_examples=20, deadline=None, suppress_health_check=[*HealthCheck])
@given(seed=st.integers(0, 2**32))
def test_chips_are_conserved_through_crashes_and_failing_disks(tmp_path_factory, seed):
    _night(tmp_path_factory.mktemp("night"), seed, steps=120)


@pytest.mark.slow
def test_chips_are_conserved_through_many_nights(tmp_path_factory):
    stats = Counter()
    for seed in range(100):
        stats += _night(tmp_path_factory.mktemp("night"), seed, steps=300)
    assert stats["crash"] > 400
    for seen in ("sit", "rebuy", "go", "fail", "close", "call", "NOT_ENOUGH_CHIPS"):
        assert stats[seen] > 20, (seen, stats)


def _night(folder, seed, steps):
    from tests.table.conftest import Evening  # noqa: PLC0415 # loaded by path, not as a package

    async def story():
        async with Evening(folder / "house.db") as e:
            night = Night(e, random.Random(seed))
            await night.begin()
            for _ in range(steps):
                await night.step()
            await night.end()
            return night.stats

    return asyncio.run(story())
