"""A process that dies at any moment, clients that send everything up to three times.

The table runs against a disk that keeps only what was committed. A crash comes before the commit
of a message's effects, or after it with only some of the words said. Whoever was answered finds
his move in the log exactly once; whoever was not finds it wholly there or not at all; clients
resume by sequence number and stand where the table stands.
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from cutcard.games import game
from cutcard.kernel.digest import digest
from cutcard.store.protocol import DealLog, DealRow, Entry
from cutcard.table.deal import replay
from cutcard.table.effects import Append, Ask, Check, Open, Recall, Reply, Tell
from cutcard.table.patch import merge
from cutcard.table.retell import ack_again
from cutcard.table.table import Table
from cutcard.table.vocabulary import Vocabulary, tag_of
from cutcard.table.words import Ack, User

WALL = 1_700_000_000_000
KINDS = [
    ("pile", {"target": 60}, 2),
    ("pile", {"target": 6, "deals": 12, "turnMs": 300}, 3),
    ("duel", {"maxRounds": 5}, 2),
    ("duel", {"mode": "HAND", "maxRounds": 8}, 2),
    ("memory", {}, 1),
    ("memory", {"gridSize": [4, 4]}, 3),
]


class Disk:
    """What was committed, as bytes."""

    def __init__(self):
        self.deals = []

    def commit(self, effects):
        for effect in effects:
            if isinstance(effect, Open):
                raw = msgspec.msgpack.encode(effect.header)
                self.deals.append((msgspec.msgpack.decode(raw, type=DealRow), [], {}))
            elif isinstance(effect, Append):
                header, entries, _ = self.deals[-1]
                assert effect.deal == header.deal
                assert effect.entry.n == len(entries)
                raw = msgspec.msgpack.encode(effect.entry)
                entries.append(msgspec.msgpack.decode(raw, type=Entry))
            elif isinstance(effect, Check):
                self.deals[-1][2][effect.n] = effect.digest

    def logs(self):
        return [
            DealLog(header, list(log), dict(checks), None) for header, log, checks in self.deals
        ]


class Client:
    """A seat's (or spectator's) other end: merges updates by seq, resyncs after a crash."""

    def __init__(self, viewer):
        self.viewer = viewer
        self.seq, self.view = 0, {}

    def hear(self, update):
        if update.seq > self.seq:
            assert update.seq == self.seq + 1
            self.seq, self.view = update.seq, merge(self.view, update.patch)

    def resume(self, table):
        missed = table.missed(self.viewer, self.seq)
        if missed is None:
            self.seq, self.view = table.seq, table.view(self.viewer)
        for update in missed or ():
            self.hear(update)


class Session:
    """One table, its disk and its clients."""

    def __init__(self, kind, salt, make_seeds, crash=0.08):
        name, options, self.seats = kind
        self.rng = random.Random(f"{name}{salt}")  # what the clients do
        self.fate = random.Random(f"{name}{salt}fate")  # when the process dies
        self.words = Vocabulary(game(name))
        self.options = self.words.options(options)
        self.seeds = make_seeds(f"{name}{salt}")
        self.crash = crash
        self.disk, self.stats = Disk(), Counter()
        self.now = 0
        self.table = self.new_table()
        self.clients = {v: Client(v) for v in (*range(self.seats), None)}
        self.answered = {}
        self.sent = []
        for viewer in self.clients:
            self.table.watch(viewer)
        self.out(self.table.open(0, WALL))

    def new_table(self):
        table = Table(1, self.words, self.options, self.seats, self.seeds)
        for seat in range(self.seats):
            table.roster[seat] = User(f"u{seat}", f"U{seat}")
        return table

    def out(self, effects):
        """Commit, then say the words; a crash stops it at any boundary."""
        words = [effect for effect in effects if isinstance(effect, Reply | Tell)]
        if self.fate.random() < self.crash:
            self.stats["crashes"] += 1
            if self.fate.random() < 0.5:
                self.stats["lost before the commit"] += 1
            else:
                self.disk.commit(effects)
                said = self.fate.randrange(len(words) + 1)
                self.stats["cut off in the telling"] += said < len(words)
                self.say(words[:said])
            self.restart()
            return
        self.disk.commit(effects)
        self.say(words)
        for client in self.clients.values():
            assert client.seq == self.table.seq
            assert same(client.view, self.table.view(client.viewer))

    def say(self, words):
        for effect in words:
            if isinstance(effect, Tell):
                self.clients[effect.viewer].hear(effect.word)
            else:
                self.note(effect.word)

    def note(self, word):
        if isinstance(word, Ack):
            self.stats["acks"] += 1
            before = self.answered.setdefault(word.key, word)
            assert same(before, word), "the same key was answered otherwise"
        else:
            self.stats[f"refused {word.code}"] += 1

    def restart(self):
        """Another process reads the disk."""
        was = digest(self.table.deal.state, self.seats), self.table.seq
        durable = self.table.deal is not None and self.disk.deals
        self.table = self.new_table()
        logs = self.disk.logs()
        held = 1 + self.now % 3
        earlier = [
            (log.header.deal, entry.seat, entry.key)
            for log in logs[:-held]
            for entry in log.entries
            if entry.key is not None
        ]
        self.table.resume(logs[-held:], earlier)
        self.table.resume_clock(None, self.now, WALL + self.now)
        if self.table.seq == was[1] and durable:
            assert digest(self.table.deal.state, self.seats) == was[0]
        for client in self.clients.values():
            assert client.seq <= self.table.seq, "told what was never written"
            client.resume(self.table)
            assert client.seq == self.table.seq
            assert same(client.view, self.table.view(client.viewer))
            self.table.watch(client.viewer)
        if not self.disk.deals:
            self.out(self.table.open(self.now, WALL + self.now))

    def step(self, number):
        rng, deal = self.rng, self.table.deal
        ask = None
        if self.sent and rng.random() < 0.4:
            ask = rng.choice(self.sent)
            self.stats["sent again"] += 1
        elif deal is not None:
            seat = rng.choice(list(deal.to_act) or list(range(self.seats)))
            moves = list(deal.state.legal(seat))
            if not moves or rng.random() < 0.02:
                moves = list(deal.state.asides(seat))
            if moves:
                move = rng.choice(moves)
                seen = self.clients[seat].seq
                seq = rng.choice((seen, seen, seen, None, max(0, seen - 2)))
                ask = Ask(seat, move, tag_of(move), f"k{number}", seq)
                self.sent = [*self.sent, ask][-6:]
        self.now += rng.choice(
            (0, 1, 1, 1, 50, 50, 200, 2000) if rng.random() < 0.95 else (31_000,)
        )
        if ask is None:
            self.out(self.table.advance(self.now, WALL + self.now))
            return
        effects = self.table.ask(ask, self.now, WALL + self.now)
        if effects and isinstance(effects[0], Recall):
            self.note(self.recall(ask))
        else:
            self.out(effects)

    def recall(self, ask):
        """What the house does: find the key in the store, make its answer again."""
        self.stats["recalled"] += 1
        for header, log, _ in self.disk.deals:
            for entry in log:
                if (entry.seat, entry.key) == (ask.seat, ask.key):
                    return ack_again(self.words, (header, log), entry.n, self.table.holders())
        raise AssertionError("a key was taken for seen that never was")

    def run(self, steps):
        for number in range(steps):
            if self.table.over:
                break
            self.step(number)
        found = Counter()
        for header, log, checks in self.disk.deals:
            replay(self.words, header, log, checks)
            for entry in log:
                if entry.key is not None:
                    found[entry.key] += 1
                    answer = self.answered.get(entry.key)
                    assert answer is None or answer.seq == header.first + 1 + entry.n
        assert all(times == 1 for times in found.values()), "applied twice"
        assert all(key in found for key in self.answered), "acknowledged and lost"
        self.stats["moves"] += len(found)
        return self.stats


def same(one, other):
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def crashes(kind, make_seeds, enough, steps=200):
    """Sessions until so many crashes were seen."""
    stats = Counter()
    while stats["crashes"] < enough:
        stats["sessions"] += 1
        stats += Session(kind, stats["sessions"], make_seeds).run(steps)
    return stats


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[2]}")
def test_what_was_acknowledged_outlives_a_crash_exactly_once(kind, make_seeds):
    stats = crashes(kind, make_seeds, 60)
    for seen in ("lost before the commit", "cut off in the telling", "sent again", "acks"):
        assert stats[seen] > 10, f"{seen}: {stats}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[2]}")
def test_2411_crashes_and_more(kind, make_seeds):
    assert crashes(kind, make_seeds, 2411)["acks"] > 2411


def test_the_disk_catches_a_table_that_tells_before_it_writes(make_seeds):
    """The check can fail: a client that heard what was never written is found out."""
    session = Session(KINDS[0], "early", make_seeds, crash=0)
    ask = Ask(0, game("pile").Add(1), "add", "k")
    session.say([e for e in session.table.ask(ask, 1, WALL + 1) if isinstance(e, Reply | Tell)])
    with pytest.raises(AssertionError, match="never written"):
        session.restart()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[2]}")
def test_a_second_run_through_serialization_stays_the_same(kind, make_seeds):
    """After every message the table is thrown away and read from its log, and goes on alike."""
    straight = Session(kind, "twin", make_seeds, crash=0)
    folded = Session(kind, "twin", make_seeds, crash=0)
    for number in range(80):
        if straight.table.over:
            break
        straight.step(number)
        folded.step(number)
        before = folded.table
        folded.restart()
        folded.table.zero = before.zero  # the clock did not stand still here,
        folded.table.answers._nacks = before.answers._nacks  # and refusals are in no log
        assert straight.table.deal.since == folded.table.deal.since
        a, b = (s.table.deal.state for s in (straight, folded))
        assert digest(a, straight.seats) == digest(b, folded.seats)
        for viewer, client in straight.clients.items():
            assert same(client.view, folded.clients[viewer].view)
    assert straight.table.seq == folded.table.seq > 5
