"""Spectators with a delay: nothing newer ever reaches them, and all of it does in the end."""

from __future__ import annotations

import random

import pytest

from cutcard.store.protocol import COMPLETED, PLAYING
from cutcard.table.deal import replay
from cutcard.table.patch import plain
from cutcard.table.words import Notice, Refusal, Snapshot, Update, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")
EPOCH = 1_700_000_000_000  # of the evening's clock
DELAY = 30


class Timed:
    """An ear that knows when it heard what."""

    def __init__(self, e):
        self.e = e
        self.heard = []

    def hear(self, word):
        self.heard.append((self.e.clock.ms, word))

    def of(self, kind):
        return [(at, word) for at, word in self.heard if isinstance(word, kind)]


async def opened(e, game="duel", options=None, **more):
    """A table with a delay, its two players listening."""
    options = options or {
        "maxRounds": 9,
        "roundPauseMs": 0,
        "roundTimeoutMs": 600_000,
        "readyTimeoutMs": 600_000,
    }
    table = (await e.house.open(game, options, host=ANN, delay=DELAY, **more)).table
    ears = []
    for user in (ANN, BOB):
        await e.house.sit(table, user)
        ears.append(Timed(e))
        e.house.attach(table, ears[-1], user)
    await e.rest()
    return table, *ears


async def move(e, table, ears, rng):
    """One random legal move of whoever is to act; False when the match is over."""
    held = e.house.peek(table)
    if held.over or not held.deal.to_act:
        return False
    seat = rng.choice(list(held.deal.to_act))
    chosen = plain(rng.choice(list(held.deal.state.legal(seat))))
    user = (ANN, BOB)[seat]
    e.house.ask(table, None, ears[seat], user, chosen.pop("type"), chosen)
    await e.rest()
    return True


@pytest.mark.parametrize("seed", range(10))
def test_a_spectator_is_told_everything_so_much_later_and_nothing_before(evening, seed):
    async def story(e):
        rng = random.Random(seed)
        table, ann, bob = await opened(e)
        ears, watcher, later = (ann, bob), Timed(e), None
        e.house.attach(table, watcher, CAT)
        told = {}  # seq → when a player knew it
        for step in range(400):
            if not await move(e, table, ears, rng):
                break
            for at, word in ann.of(Update) + ann.of(Snapshot):
                told.setdefault(word.seq, at)
            if step == 10:
                later = Timed(e)
                e.house.attach(table, later, None)
            await e.turn(rng.choice([0, 10, 3_000, 12_000]))
            newest = max(
                (seq for seq, at in told.items() if at <= e.clock.ms - DELAY * 1000), default=0
            )
            for ear in (watcher, later):
                for at, word in ear.heard if ear is not None else ():
                    if isinstance(word, Update | Snapshot) and word.seq:
                        assert at - told[word.seq] >= DELAY * 1000
                        assert word.clock is None or word.clock.now <= EPOCH + at - DELAY * 1000
            assert e.house.info(table).seq <= newest
        await e.turn(DELAY * 1000)
        seqs = [word.seq for _, word in watcher.of(Update)]
        assert seqs == list(range(1, e.house.peek(table).seq + 1))
        assert {word.seat for _, word in watcher.of(Snapshot)} == {None}

    evening(story)


@pytest.mark.parametrize("seed", range(10))
def test_who_comes_is_shown_the_state_of_the_log_that_long_ago(evening, seed):
    async def story(e):
        rng = random.Random(seed)
        table, *ears = await opened(e)
        for _ in range(30):
            await e.turn(rng.choice([0, 2_000, 9_000]))
            if not await move(e, table, ears, rng):
                break
            ear = Timed(e)
            e.house.attach(table, ear, CAT)
            await e.rest()
            (_, shown), *_ = ear.of(Snapshot)
            held = e.house.peek(table)
            old = [one for one in held.deal.log if held.zero + one.at <= e.clock.ms - DELAY * 1000]
            if held.zero > e.clock.ms - DELAY * 1000:
                assert (shown.seq, shown.view) == (0, {})
            else:
                then = replay(held.words, held.deal.header, old)
                assert (shown.seq, shown.view) == (then.seq, plain(then.state.view(None)))
            e.house.detach(ear)

    evening(story)


def test_the_end_of_a_match_is_known_to_nobody_outside_before_its_time(evening):
    async def story(e):
        table, ann, _bob = await opened(e)
        watcher = Timed(e)
        e.house.attach(table, watcher, CAT)
        await e.turn(1_000)
        e.house.leave(table, ANN, concede=True)
        e.house.leave(table, BOB)
        await e.rest()
        told = [fact["type"] for _, update in ann.of(Update) for fact in update.facts]
        assert "GAME_ABANDONED" in told or "GAME_END" in told
        await e.turn(DELAY * 1000 - 1_001)
        assert e.house.info(table).status == PLAYING
        assert e.house.info(table).seq == 0
        assert watcher.of(Update) == []
        await e.turn(1_001 + 1_000)
        told = [fact["type"] for _, update in watcher.of(Update) for fact in update.facts]
        assert "GAME_ABANDONED" in told or "GAME_END" in told
        assert e.house.info(table).status != PLAYING
        await e.turn(60_000)
        assert e.house.tables() == []
        await e.turn(DELAY * 1000)
        assert watcher.of(Notice)[-1][1].type == "TABLE_CLOSED"

    evening(story)


def test_a_refusal_tells_a_spectator_no_newer_seq(evening):
    async def story(e):
        table, ann, bob = await opened(e)
        rng = random.Random(1)
        for _ in range(4):
            await move(e, table, (ann, bob), rng)
        watcher = Timed(e)
        e.house.attach(table, watcher, CAT)
        e.house.ask(table, None, watcher, CAT, "ready", {}, "k")
        await e.rest()
        (_, nack) = watcher.heard[-1]
        assert (nack.code, nack.seq) == ("INVALID_PLAYER", 0)

    evening(story)


def test_resync_reconnect_and_sitting_down_from_the_balcony(evening):
    async def story(e):
        table = (await e.house.open("duel", {}, host=ANN, delay=DELAY)).table
        await e.house.sit(table, ANN)
        watcher = Timed(e)
        e.house.attach(table, watcher, BOB)
        await e.rest()
        assert e.house.info(table).spectators == 1
        assert e.house.resync(table, watcher, 0) == 0
        await e.rest()
        assert len(watcher.of(Snapshot)) == 2
        await e.house.sit(table, BOB)
        assert e.house.attach(table, watcher, BOB) == 1
        await e.rest()
        assert e.house.info(table).spectators == 0
        assert watcher.heard[-1][1].seat == 1  # a player sees the present
        e.house.detach(watcher)
        with pytest.raises(Refusal):
            e.house.resync(table, watcher, None)
        gone = Timed(e)
        e.house.attach(table, gone, CAT)
        e.house.detach(gone)
        await e.turn(DELAY * 2000)
        assert gone.heard == []

    evening(story)


def test_after_a_crash_the_delay_begins_anew(evening):
    async def story(e):
        table, ann, bob = await opened(e)
        rng = random.Random(3)
        for _ in range(6):
            await move(e, table, (ann, bob), rng)
            await e.turn(20_000)
        await e.crash()
        await e.restart()
        await e.rest()
        watcher = Timed(e)
        e.house.attach(table, watcher, CAT)
        await e.turn(DELAY * 1000 - 1)
        assert [word.seq for _, word in watcher.of(Snapshot)] == [0]
        await e.turn(1)
        assert [word.seq for _, word in watcher.of(Snapshot)] == [0, e.house.peek(table).seq]

    evening(story)


def test_a_rematch_is_a_match_of_its_own_here_too(evening):
    async def story(e):
        table, ann, _bob = await opened(e, "pile", {"target": 3})
        e.house.ask(table, None, ann, ANN, "add", {"count": 3})
        await e.rest()
        assert e.house.info(table).match == f"{table}-1"
        e.house.rematch(table, ANN)
        e.house.rematch(table, BOB)
        await e.rest()
        assert e.house.peek(table).match_id == f"{table}-2"
        assert e.house.info(table).match == f"{table}-1"
        await e.turn(DELAY * 1000)
        watcher = Timed(e)
        e.house.attach(table, watcher, CAT)
        await e.rest()
        (_, shown), *_ = watcher.of(Snapshot)
        assert (shown.match, shown.info["deal"]) == (f"{table}-2", 2)
        assert shown.info["status"] == PLAYING != COMPLETED

    evening(story)


def test_a_delay_is_at_most_ten_minutes(evening):
    async def story(e):
        for wrong in (-1, 601):
            with pytest.raises(Refusal, match="0 to 600"):
                await e.house.open("duel", {}, host=ANN, delay=wrong)

    evening(story)
