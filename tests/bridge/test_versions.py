"""Two versions side by side (row S21), while one is rolled out over the other: a table goes to a
worker that has its game as it was dealt, and to nobody else while such a one is there."""

from __future__ import annotations

import random

import pytest

from cutcard.client import Client
from cutcard.store import postgres_build
from cutcard.store.postgres_build import build, fits, reads, wanted
from cutcard.wire.bridge.frames import Kind
from cutcard.wire.bridge.moves import can_read

from .crew import kill, run, until, worker
from .test_moves import one_move
from .test_tables import seated

NEXT = "duel:99"


def of_next_version() -> str:
    """A version in which Duel has other rules."""
    return f"99.0 {' '.join(NEXT if one.startswith('duel:') else one for one in reads(build()))}"


@pytest.fixture
def as_build(monkeypatch):
    """The workers that start from now on are of that build."""
    return lambda text: monkeypatch.setattr(
        "cutcard.store.postgres_shift.build", lambda: text or postgres_build.build()
    )


def test_s21_a_build_says_which_games_it_plays_and_how_they_are_dealt():
    assert fits(build(), [wanted("duel", None)])
    assert not fits(build(), [wanted("duel", 99), wanted("chess", None)])
    assert fits(of_next_version(), [wanted("duel", 99)])
    assert not fits("1.0", [wanted("duel", None)])  # it did not say


def test_s21_a_leaving_worker_gives_to_those_who_can_play_it_and_only_to_those(database, as_build):
    async def scene():
        first = await worker(database)
        as_build(of_next_version())
        later = await worker(database)
        ann = await Client.connect(first.url, name="Ann", legal=True)
        place = await ann.create("duel", bots={"1": "random"})
        waits = await ann.create("duel")  # nobody was dealt anything there
        lives = first.house.floor.lives
        await until(lambda: lives[place.table].table.deal is not None)
        assert not can_read(of_next_version(), lives[place.table])
        assert can_read(of_next_version(), lives[waits.table])
        assert await first.bridge.moves.leave() == 1
        assert set(lives) == {place.table}
        as_build(None)
        second = await worker(database)  # of the same version
        assert await first.bridge.moves.leave() == 0
        assert place.table in second.house.numbers()
        assert set(later.house.numbers()) == {waits.table}
        await one_move(ann, place, random.Random(3))
        await ann.close()
        for one in (first, second, later):
            await one.stop()

    run(scene())


def test_s21_who_cannot_play_it_claims_nothing_of_a_killed_worker_while_another_can(
    database, as_build
):
    """It was claimed by whoever came first, and abandoned: its log was another version's."""

    async def scene():
        first = await worker(database)
        second = await worker(database)
        as_build(of_next_version())
        later = await worker(database)
        (ann, place), (bo, _) = await seated(first, second)
        await until(lambda: place.seq > 0)
        later.store.hung_up(first.bridge.address)  # it looks before the others do
        await kill(first)
        await until(lambda: place.table in second.house.numbers())
        assert place.table not in later.house.numbers()
        await bo.close()
        await ann.close()
        later.store.hung_up(second.bridge.address)
        await kill(second)  # nobody else is left: it is this one's to close, or to go on with
        await until(lambda: place.table in later.house.numbers())
        await later.stop()

    run(scene())


def test_s21_a_message_of_a_later_versions_kind_is_left_out_and_the_link_stays(database):
    """The link was closed with an error, made again, and closed again."""

    async def scene():
        first, second = await worker(database), await worker(database)
        link = await first.bridge.dial(second.bridge.address)
        assert 200 not in set(Kind)
        link.send(200, 7, b"something new")
        (ann, place), (bo, _) = await seated(first, second)
        await one_move(ann, place, random.Random(1))
        assert link.up
        assert not link.over
        assert await first.bridge.dial(second.bridge.address) is link
        for one in (ann, bo):
            await one.close()
        for one in (second, first):
            await one.stop()

    run(scene())
