"""Any order of messages, copies, stale numbers and clocks: the table's promises hold."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.games import game
from cutcard.kernel.digest import digest
from cutcard.store.protocol import DealLog
from cutcard.table.deal import replay
from cutcard.table.effects import Append, Ask, Check, Open, Recall, Reply, Tell
from cutcard.table.patch import merge
from cutcard.table.table import Table
from cutcard.table.vocabulary import Vocabulary, tag_of
from cutcard.table.words import Ack, User

WALL = 1_700_000_000_000
VIEWERS = (0, 1, None)

messages = st.lists(
    st.tuples(
        st.integers(0, 1),  # seat
        st.integers(0, 3),  # which of its legal moves; 3: an aside
        st.sampled_from(["new", "again", "none"]),  # its key
        st.integers(-1, 3),  # how far behind its seq is; -1: none
        st.sampled_from([0, 0, 1, 499, 500, 1000]),  # ms since the last one
    ),
    max_size=40,
)


@settings(max_examples=60)
@given(messages, st.integers(3, 12), st.integers(1, 3))
def test_promises_hold_in_any_order(orders, target, deals):
    run(orders, "pile", {"target": target, "deals": deals, "turnMs": 500})


@settings(max_examples=40)
@given(messages, st.sampled_from(["QUICK", "HAND"]))
def test_promises_hold_in_any_order_of_a_duel(orders, mode):
    run(orders, "duel", {"mode": mode, "roundTimeoutMs": 1000, "roundPauseMs": 500})


def run(orders, name, options):
    words = Vocabulary(game(name))
    seeds = iter(range(1000))
    table = Table(1, words, words.options(options), 2, lambda: next(seeds).to_bytes(32, "big"))
    clients = {viewer: {} for viewer in VIEWERS}
    for seat in (0, 1):
        table.seat_user(seat, User(f"u{seat}", "U"))
    for viewer in VIEWERS:
        table.watch(viewer)
    seqs = dict.fromkeys(VIEWERS, 0)
    answers, disk = {}, []

    def hear(effects, asker=None):
        for effect in effects:
            if isinstance(effect, Open):
                disk.append((effect.header, [], {}))
            elif isinstance(effect, Append):
                assert effect.entry.n == len(disk[-1][1])
                disk[-1][1].append(effect.entry)
            elif isinstance(effect, Check):
                disk[-1][2][effect.n] = effect.digest
            if isinstance(effect, Tell | Reply):
                header, log, _ = disk[-1]
                assert effect.word.seq <= header.first + len(log), "said before it was written"
            if isinstance(effect, Tell):
                assert effect.word.seq == seqs[effect.viewer] + 1, "a seq is missing"
                seqs[effect.viewer] = effect.word.seq
                clients[effect.viewer] = merge(clients[effect.viewer], effect.word.patch)
            elif isinstance(effect, Reply) and effect.word.key is not None:
                known = answers.setdefault((asker, effect.word.key), effect.word)
                assert msgspec.json.encode(known) == msgspec.json.encode(effect.word)
        for viewer in VIEWERS:
            assert msgspec.json.encode(clients[viewer], order="sorted") == msgspec.json.encode(
                table.view(viewer), order="sorted"
            )

    now = 0
    hear(table.open(now, WALL))
    last = {0: None, 1: None}
    for number, (seat, which, kind, behind, passed) in enumerate(orders):
        now += passed
        state = table.deal.state
        moves = list(state.asides(seat) if which == 3 else state.legal(seat))
        if kind == "again" and last[seat] is not None:
            ask = last[seat]
        elif moves:
            move = moves[which % len(moves)]
            key = None if kind == "none" else f"k{number}"
            seq = None if behind < 0 else max(0, table.seq - behind)
            ask = Ask(seat, move, tag_of(move), key, seq)
            last[seat] = ask if key else last[seat]
        else:
            hear(table.advance(now, WALL + now))
            continue
        effects = table.ask(ask, now, WALL + now)
        replies = [effect for effect in effects if isinstance(effect, Reply)]
        assert len(replies) == 1 or isinstance(effects[0], Recall), "an ask is answered once"
        before = (ask.seat, ask.key) in answers
        hear(effects, ask.seat)
        if before:
            assert len(effects) == 1, "what was answered before changes nothing"
        at = [entry.at for entry in table.deal.log]
        assert at == sorted(at)
        if (
            table.deal.due is not None
            and replies
            and isinstance(replies[0].word, Ack)
            and not before
        ):
            assert table.deal.due > now - table.zero, "a timer that was due was passed over"
    for header, log, checks in disk:
        replay(words, header, log, checks)
    again = Table(1, words, table.options, 2, table.seeds)
    again.resume([DealLog(h, log, checks, None) for h, log, checks in disk], [])
    assert digest(again.deal.state, 2) == digest(table.deal.state, 2)
    assert again.deal.since == table.deal.since
