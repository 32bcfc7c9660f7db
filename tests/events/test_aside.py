"""What takes long is done beside the play, and by one owner: Swiss rounds of many, and reading a
long log."""

from __future__ import annotations

import asyncio
import threading

from cutcard.arena.event import facts
from cutcard.arena.swiss import pair
from cutcard.events import matched
from cutcard.events.carried import Carried
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.words import Refusal

from .place import HOST, Place, place, terms
from .test_matches import ended, sound
from .test_matches import terms as match_terms


class Pairing:
    """Finds pairings, and says in which threads; it can be made to wait."""

    def __init__(self, monkeypatch):
        self.threads = []
        self.may = threading.Event()
        self.may.set()
        monkeypatch.setattr(matched, "pair", self)
        monkeypatch.setattr(matched, "AT_ONCE", 2)

    def __call__(self, players):
        self.threads.append(threading.get_ident())
        assert self.may.wait(60)
        return pair(players)


def test_T120_a_round_of_many_is_paired_in_a_thread_while_tables_play(tmp_path, monkeypatch):
    found = Pairing(monkeypatch)

    async def story():
        async with place(tmp_path / "a.db") as one:
            found.may.clear()
            meeting = await one.holder.make(HOST, match_terms("duel", "swiss"), bots=6)
            await one.until(lambda: found.threads)
            other = await one.holder.make(HOST, terms(), bots=3)
            await one.until(lambda: other.over)  # it does not wait for the pairing
            assert meeting.event.state.round == 0
            found.may.set()

            def over():
                sound(meeting)
                return meeting.over

            await one.until(over)
            ended(meeting, 6)
            assert len(found.threads) == 3
            assert threading.get_ident() not in found.threads

    asyncio.run(story())


def test_T104_a_process_that_dies_while_it_pairs(tmp_path, monkeypatch):
    found = Pairing(monkeypatch)

    async def story():
        path = tmp_path / "a.db"
        one = Place(SqliteStore(path))
        await one.start()
        found.may.clear()
        await one.holder.make(HOST, match_terms("duel", "swiss"), bots=6)
        await one.until(lambda: found.threads)
        await one.house.written()
        dead = one.holder.get(1)
        await one.die()
        one = Place(SqliteStore(path))
        await one.start()
        found.may.set()
        meeting = one.holder.get(1)
        await one.until(lambda: meeting.over)
        ended(meeting, 6)
        assert dead.event.state.round <= 1  # what it found is of no use to anybody
        await one.stop()

    asyncio.run(story())


def test_T103_a_pairing_for_an_event_that_was_read_again_is_dropped(tmp_path, monkeypatch):
    found = Pairing(monkeypatch)

    class Torn(SqliteStore):
        tear = False

        async def write(self, batch, rate=None):
            if self.tear:
                self.tear = False
                raise StoreError("The disk is full.")
            return await super().write(batch, rate)

    async def story():
        store = Torn(tmp_path / "a.db")
        one = Place(store)
        await one.start()
        found.may.clear()
        meeting = await one.holder.make(HOST, match_terms("duel", "swiss"), bots=6)
        await one.until(lambda: found.threads)
        await one.house.written()
        first = meeting.event
        store.tear = True
        one.holder.live[1]._take(first.withdraw("bot-e1-6", one.house.floor.wall()), None)
        await one.until(lambda: meeting.event is not first)
        found.may.set()
        await one.until(lambda: meeting.over)
        ended(meeting, 6)
        assert first.state.round == 0
        assert not any(entrant.gone for entrant in meeting.event.state.entrants.values())
        await one.stop()

    asyncio.run(story())


def test_T102_a_log_is_folded_in_a_thread(tmp_path, monkeypatch):
    """At a start and after a write that failed: a log of thousands of players takes seconds."""
    threads = []
    reading = Carried.reading

    def watched(self, kept):
        threads.append(threading.get_ident())
        return reading(self, kept)

    async def story():
        path = tmp_path / "a.db"
        one = Place(SqliteStore(path), delay=(5, 20))
        await one.start()
        await one.holder.make(HOST, terms(), bots=6)
        await one.until(lambda: one.holder.get(1).event.state.phase == "running")
        await one.house.written()
        await one.die()
        monkeypatch.setattr(Carried, "reading", watched)
        one = Place(SqliteStore(path), delay=(5, 20))
        await one.start()
        one.holder.lost({1}, set())
        await one.until(lambda: len(threads) == 2)
        assert threading.get_ident() not in threads
        carried = one.holder.get(1)
        await one.until(lambda: carried.over)
        await one.money()
        await one.stop()

    asyncio.run(story())


def test_T112_the_end_tells_the_best_places_and_how_many_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(facts, "TOLD", 2)
    told = []

    class Ears:
        def tell(self, event, to, fact):
            told.append(fact)

        def bring(self, user, table):
            pass

    async def story():
        async with place(tmp_path / "a.db") as one:
            one.holder.listener = Ears()
            carried = await one.holder.make(HOST, terms(), bots=5)
            await one.until(lambda: carried.over)
            await one.house.written()
            (end,) = [fact for fact in told if isinstance(fact, facts.Ended)]
            assert len(end.places) == 2
            assert end.places[0].place == 1
            assert end.entries == 5

    asyncio.run(story())


def test_an_address_that_asks_for_all_old_events_leaves_room_for_others(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            gone = await one.holder.make(HOST, terms(), bots=3)
            await one.until(lambda: gone.over and gone.row.event in one.holder.past)
            one.holder.past.clear()
            event, may = gone.row.event, asyncio.Event()
            read = one.store.event

            async def slowly(number):
                await may.wait()
                return await read(number)

            one.store.event = slowly
            asked = [
                asyncio.ensure_future(one.holder.find(event, "203.0.113.9")) for _ in range(40)
            ]
            await asyncio.sleep(0)
            other = asyncio.ensure_future(one.holder.find(event, "198.51.100.1"))
            await asyncio.sleep(0)
            may.set()
            found = await asyncio.gather(*asked, other, return_exceptions=True)
            refused = [one for one in found if isinstance(one, Refusal)]
            assert len(refused) == 36
            assert {no.code for no in refused} == {"RATE_LIMITED"}
            assert found[-1].row.event == event
            assert one.holder._reading == []

    asyncio.run(story())
