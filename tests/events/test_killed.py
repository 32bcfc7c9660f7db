"""Kill -9 in the middle of several events at once, of chips and of matches (T104): they go on, with
the same invariants, and nobody loses or gains a chip. On both stores; small ones run always."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress

import pytest

from cutcard.arena.event import decode
from cutcard.arena.event.audit import audit
from cutcard.client import Client
from cutcard.events.holder import CHIPS
from cutcard.lobby.chips import conserved
from cutcard.lobby.outcomes import count_event, recount_events
from cutcard.store.opening import store_at

from ..command import QUICK_BOTS
from ..running import servers
from .place import QUICK

BOTS = QUICK_BOTS.replace("(5, 25)", "(20, 60)")  # else small events are over too soon,
SLOW_BOTS = QUICK_BOTS.replace("(5, 25)", "(100, 300)")  # and large ones between two deaths
MUST = {"poker", "swiss"}  # under way whenever the process dies
STACK = 1000
PATIENCE = 900  # seconds: a bound for what hangs, not for what is slow
MEMORY = {"gridSize": [4, 4], "matchDelayMs": 1}
HEADS_UP = {**QUICK, "startStack": 400, "smallBlind": 50, "bigBlind": 100}


def levels(first, *, rest=None, of="minutes"):
    """So much of the first level, and of each of the others: once nobody is to die in it any more,
    an event is to end."""
    lasts = (first, *(rest or first,) * 3)
    steps = zip((10, 40, 160, 640), lasts, strict=True)
    return [{"smallBlind": b, "bigBlind": 2 * b, of: long} for b, long in steps]


def chips(minutes, rest=None, **more):
    terms = {"game": "poker", "options": QUICK, "tableSize": 4}
    terms["structure"] = levels(minutes, rest=rest)
    return {**terms, "startStack": STACK, "bots": True, "bot": "random", **more}


def matches(game, form, options, **more):
    terms = {"game": game, "format": form, "options": options, "maxPlayers": 64}
    return {**terms, "bots": True, **more}


SMALL = {
    "poker": (chips(0.1, rest=0.02), 12, {}),
    "swiss": (matches("duel", "swiss", {"roundPauseMs": 0}, rounds=4), 8, {}),
}
LARGE = {
    "poker": (chips(3), 30, {}),
    "six-max": (chips(0.2, tableSize=6, finalSize=6), 12, {}),
    "swiss": (matches("duel", "swiss", {"roundPauseMs": 1000}, rounds=33), 34, {}),
    "double": (matches("memory", "double-elimination", MEMORY, bot="elephant"), 8, {}),
    "heads-up": (matches("poker", "round-robin", HEADS_UP, bot="random"), 4, {}),
    "arena": (matches("duel", "arena", {"roundPauseMs": 0}), 8, {"lasts": 20}),
    "guandan": (matches("guandan", "swiss", {"deals": 1}, team=2), 4, {}),
}
BUY_IN = {
    **{"name": "For chips", "game": "poker", "format": "sit-and-go", "tableSize": 3},
    **{
        "startStack": 100,  # five big blinds: nobody is there, and each hand takes their clocks
        "buyIn": 100,
        "fee": 10,
        "structure": levels(2, rest=1, of="hands"),
        "options": {**QUICK, "actionTimeout": 1, "timeBank": 0},
    },
}


class Evening:
    """A server that is killed again and again, and the events that go on there."""

    def __init__(self, running, kinds, seed, db):
        self.running = running
        self.lead = 4 if kinds is SMALL else 10  # seconds in which all bots are in
        self.db = db
        self.kinds = kinds
        self.rng = random.Random(seed)
        self.made: dict[int, tuple[str, int]] = {}  # event → its kind, and how many are in it
        self.live: dict[str, int] = {}
        self.deaths = 0  # with events of chips and of matches under way
        self.seen: Counter[str] = Counter()  # kinds that were under way when the process died

    async def connect(self, name="Ann"):
        return await Client.connect(self.running.url, name=name)

    async def info(self, client, event):
        return await client.request("TOURNAMENT_INFO", {"event": event})

    async def make(self, client, kind):
        terms, bots, more = self.kinds[kind]
        wish = {"terms": {"name": kind, **terms}, "startsIn": self.lead, "bots": bots, **more}
        event = (await client.request("TOURNAMENT_CREATE", wish))["event"]
        self.made[event], self.live[kind] = (kind, bots), event

    async def all_running(self, client):
        """Of each kind there is one, and those of `MUST` are under way."""
        until = time.monotonic() + PATIENCE
        while True:
            waiting = 0
            for kind in self.kinds:
                event = self.live.get(kind)
                phase = None if event is None else (await self.phase(client, event))
                if phase in (None, "over"):
                    await self.make(client, kind)
                waiting += kind in MUST and phase != "running"
            if not waiting:
                return
            assert time.monotonic() < until, "it takes too long"
            await asyncio.sleep(0.1)

    async def phase(self, client, event):
        return sound(await self.info(client, event), *self.made[event])

    async def something_happens(self, client):
        """Each is somewhere else when the process dies: by the log of one that is under way."""
        live = self.live.values()
        phases = {event: await self.phase(client, event) for event in live}
        under_way = [one for one in live if phases[one] == "running"]
        event = self.rng.choice(under_way or list(live))
        seq = (await self.info(client, event))["seq"] + self.rng.randrange(1, 12)
        until = time.monotonic() + 3
        while time.monotonic() < until:
            if (await self.info(client, event))["seq"] >= seq:
                break
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.rng.random() * 0.05)

    async def die(self):
        client = await self.connect()
        await self.all_running(client)
        await self.something_happens(client)
        self.running.kill()
        with suppress(Exception):
            await client.close()
        under_way = await self.under_way()
        self.deaths += under_way.keys() >= MUST
        self.seen.update(under_way.keys())
        self.running.start()
        client = await self.connect()
        for kind, event in self.live.items():  # nothing of what was durable is lost
            await self.phase(client, event)
            assert (await self.info(client, event))["seq"] >= under_way.get(kind, 0)
        await client.close()

    async def under_way(self):
        """What the dead process has left in the store: kinds that are not over, and how long their
        logs are."""
        store = store_at(self.db, read_only=True)
        await store.open()
        try:
            live = await store.live_events()
        finally:
            await store.close()
        kept = {one.event.event: len(one.entries) for one in live}
        for one in live:  # as it lies there, in the middle of whatever it was
            promised(one)
        return {kind: kept[event] for kind, event in self.live.items() if event in kept}

    async def end(self, patience):
        client = await self.connect()
        until = time.monotonic() + patience
        for event in self.made:
            while await self.phase(client, event) != "over":
                assert time.monotonic() < until, (event, self.made[event])
                await asyncio.sleep(0.1)
        await client.close()


def sound(told, kind, count):
    """What holds of an event whenever one looks: its phase."""
    if "info" in told:
        info = told["info"]
        players = info["players"]
        assert len({one["playerId"] for one in players}) == len(players) == count
        if info["phase"] == "running":
            assert (
                sum(one.get("stack", 0) for one in players) == info["terms"]["startStack"] * count
            )
            places = [(one["table"], one["seat"]) for one in players if "table" in one]
            assert len(places) == len(set(places)) == info["left"]
        spans = [(one["place"], one["placeTo"]) for one in players if one.get("place")]
        whole = info["phase"] == "over"
    else:
        info = told["matchInfo"]
        busy = [entry for one in info["matches"] if not one.get("how") for entry in one["entries"]]
        assert len(busy) == len(set(busy)), f"somebody is in two matches of {kind}"
        spans = [(one["place"], one["placeTo"]) for one in info["entrants"] if one.get("place")]
        assert len(info["entrants"]) == count
        whole = info["phase"] == "over"
    if whole:
        assert len(spans) == count
        assert min(spans)[0] == 1
        for first, last in spans:
            assert spans.count((first, last)) == last - first + 1
    return info["phase"]


def promised(kept, *, over=False):
    """An event with chips, read entry by entry: after every hand of every process that wrote it the
    chips add up, tables are as full as they must be, and nobody has the big blind twice."""
    if kept.event.kind != CHIPS:
        return
    found = audit([decode(entry.what) for entry in kept.entries])
    assert found.ok, found.faults
    assert found.over or not over


async def enter_for_chips(evening):
    """Three who pay, and are never there: they are dealt in and post all the same (T95)."""
    people = [await evening.connect(name) for name in ("Bo", "Cy", "Di")]
    made = await people[0].request("TOURNAMENT_CREATE", {"terms": BUY_IN})
    for one in people:
        await one.request("TOURNAMENT_REGISTER", {"event": made["event"]})
    users = [one.user for one in people]
    for one in people:
        await one.close()
    evening.made[made["event"]] = ("for chips", 3)
    evening.live["for chips"] = made["event"]
    return users


async def counted_once(store, users, events):
    """A81: each event is counted once, whoever died in between; and again it is the same."""
    while left := await store.uncounted_events():  # what ended in the server's last second
        for event in left:
            assert await count_event(store, event) is not None
    assert len(await store.counted_events(0)) == events
    found = [(await store.event_sums(user))[0] for user in users]
    assert sorted((one.cost, one.prizes, one.wins) for one in found) == [
        *[(110, 0, 0)] * 2,
        (110, 300, 1),
    ]
    assert await recount_events(store, check=True) == []


def killed(tmp_path, kills, kinds, db=None, bots=BOTS):
    """Until so many deaths came in the middle of events of both kinds."""

    async def story(running):
        evening = Evening(running, kinds, kills, db or str(running.db))
        client = await evening.connect()
        await evening.all_running(client)
        await client.close()
        users = await enter_for_chips(evening)  # at the last moment: it is to be killed in, too
        for _ in range(3 * kills):
            if evening.deaths < kills:
                await evening.die()
        assert evening.deaths == kills
        assert evening.seen.keys() >= kinds.keys()  # each has been killed in, too
        told = f"{evening.deaths} deaths, {len(evening.made)} events; killed in: {evening.seen}"
        await evening.end(PATIENCE)
        print(told)  # noqa: T201 - what a slow run shows with -s
        assert not running.errors()
        assert running.stop() == 0
        store = store_at(db or str(running.db))
        await store.open()
        try:
            sums = await conserved(store)
            assert (sums.ok, sums.events) == (True, 0), sums.faults
            for event in evening.made:
                promised(await store.event(event), over=True)
            held = sorted([await store.balance(user) for user in users])
            assert held == [9890, 9890, 10190]
            await counted_once(store, users, len(evening.made))
        finally:
            await store.close()

    with servers(tmp_path, bots) as start:
        asyncio.run(story(start(*(("--db", db) if db else ()))))


def test_T104_a_server_killed_in_mid_event(tmp_path):
    killed(tmp_path, 2, SMALL)


def test_T104_a_server_killed_in_mid_event_on_postgres(tmp_path, database):
    killed(tmp_path, 2, SMALL, database)


@pytest.mark.slow
def test_T104_a_server_killed_twenty_times(tmp_path):
    killed(tmp_path, 20, LARGE, bots=SLOW_BOTS)


@pytest.mark.slow
def test_T104_a_server_killed_twenty_times_on_postgres(tmp_path, database):
    killed(tmp_path, 20, LARGE, database, SLOW_BOTS)
