"""Rows of docs/rules/fairness.md that no other file here carries: who may cheat and what shows
(F13–F19), chance itself (F51, F60–F65), what it costs (F84–F90), and where it is (F91–F94)."""

from __future__ import annotations

import ast
import inspect
import json
import logging
import timeit
from collections import Counter
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

import cutcard
from cutcard.fair import Key, judge
from cutcard.fair.sentences import sentences
from cutcard.fair.writing import Chain, decks
from cutcard.games import battle, duel, memory
from cutcard.games.memory.board import card_ids
from cutcard.kernel import fair
from cutcard.kernel.rng import Rng
from cutcard.table import house
from cutcard.table.deal import replay
from cutcard.table.fair import Fair
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, User

from .sim import WAIT
from .test_games import table

SEED, X = sha256(b"seed").digest(), sha256(b"x").digest()
SOURCE = Path(cutcard.__file__).parent


def test_f13_who_leaves_before_sharing_delays_nobody_longer_than_the_wait():
    sim = table("guandan", ["honest", "honest", "honest", "withholds"])
    sim.deliver()
    began = sim.now
    sim.go(sim.people[3])
    while not any(row.kind == "deal" for row in sim.fair):
        sim.step()
    assert sim.now - began <= 2 * WAIT
    sim.play(1)
    assert sim.verdict(1, sim.people[0]) == ("PROVED", "OWN")


def test_f25_a_deal_called_off_before_its_time_was_up_is_nobodys_fault():
    """A table closed between lock and shares: who had no time to share did not withhold."""
    sim = table("duel", ["withholds", "withholds"])
    sim.deliver()
    assert [row.kind for row in sim.fair] == ["offer", "lock"]
    sim.fold(sim.life.table.closing(sim.now, sim.now))
    assert [row.kind for row in sim.fair] == ["offer", "lock", "void"]
    assert not sim.terms.conduct._withheld


def test_f14_a_share_pledged_for_one_seat_user_or_offer_fits_no_other():
    head, other, share = SEED, X, sha256(b"share").digest()
    mine = fair.pledge(head, 0, "ann", share)
    assert mine not in (
        fair.pledge(head, 1, "ann", share),
        fair.pledge(head, 0, "ben", share),
        fair.pledge(other, 0, "ann", share),
    )
    sim = table("duel", ["honest", "mute"])
    sim.deliver()
    sim.send("pledge", sim.people[1].user, 1, mine.hex())  # copied: it is of another offer
    assert [row.kind for row in sim.fair][:2] == ["offer", "lock"]
    with pytest.raises(Refusal) as no:
        sim.send("share", sim.people[1].user, 1, share)
    assert no.value.code == "FAIR_WRONG"


def test_f15_who_knows_all_shares_knows_the_public_order_alone():
    """The same shares with another seed: the same places, and another deck at them."""
    other = sha256(b"another").digest()
    assert fair.cut(X, 52) == fair.cut(X, 52)
    assert fair.dealt_order(SEED, X, 52) != fair.dealt_order(other, X, 52)
    assert fair.deal_seed(SEED, X) != fair.deal_seed(other, X)


def test_f16_an_accusation_without_the_servers_signature_is_no_proof():
    sim = table("duel")
    sim.play(1)
    lines = [json.loads(line) for line in sim.file(1).splitlines()]
    for line in lines:
        if line["t"] == "card" and line["place"] == 0:
            line["card"] = "999"
    pin = sim.key.public.hex()
    forged = judge(b"\n".join(json.dumps(line).encode() for line in lines), pin)
    assert (forged.verdict, forged.code) == ("FALSE", "SUM")
    assert "not what the server signed" in sentences(forged)[0]
    bare = judge(b"\n".join(json.dumps(line).encode() for line in lines[:-1]), pin)
    assert bare.code == "CARD"
    assert sentences(bare)[0].startswith("FALSE, if this file is what you were sent")


def test_f17_a_spectator_gives_no_share_and_may_check_everything():
    sim = table("duel")
    sim.deliver()
    with pytest.raises(Refusal) as no:
        sim.send("pledge", User("eve", "Eve"), 1, "0" * 64)
    assert no.value.code == "INVALID_PLAYER"
    sim.play(1)
    assert sim.verdict(1) == ("PROVED", "OTHERS")


def test_f19_another_key_changes_no_file_that_is_held():
    sim = table("duel")
    sim.play(1)
    text, thief = sim.file(1, sim.people[0]), Key(sha256(b"thief").digest())
    pin = sim.key.public.hex()
    assert judge(text, pin).verdict == "PROVED"
    assert judge(text, thief.public.hex()).code == "KEY"
    resigned = text.replace(pin.encode(), thief.public.hex().encode())
    assert judge(resigned, pin).code == "KEY"


def test_f51_leaves_are_one_flat_list_for_all_viewers():
    sim = table("poker")
    sim.play(1)
    found = set()
    for one in (*sim.people, None):
        lines = [json.loads(line) for line in sim.file(1, one).splitlines()]
        found.add(tuple(next(line["list"] for line in lines if line["t"] == "leaves")))
    [leaves] = found
    assert len(leaves) == 52
    assert fair.root([bytes.fromhex(leaf) for leaf in leaves]).hex() in sim.fair[0].line.decode()


def test_f62_bots_that_think_draw_nothing_of_the_deals():
    """The deal as it was played with bots, and again from its log without: the same chance."""
    sim = table("guandan", ["honest"] * 3, bots=["random"])
    sim.play(1)
    for header, log, _ in sim.deals[:1]:
        first, second = (replay(vocabulary("guandan"), header, log) for _ in range(2))
        assert first.state.rng.block == second.state.rng.block
        assert first.state.rng.words == second.state.rng.words
        assert first.state.rng.seed == header.seed
        assert first.state.copy().rng is not first.state.rng


def test_f63_memorys_ids_leave_the_secret_stream_with_its_next_version():
    """The book asks for it then (F92: versions do not rise for it): who raises it meets this."""
    state = memory.deal(memory.Options(), 1, Rng(SEED))
    secret, own = Rng(SEED), Rng(fair.card_ids_seed(SEED))
    secret.shuffle(list(range(len(state.board.ids))))
    drawn = secret if memory.version == 2 else own
    assert state.board.ids == card_ids(drawn, len(state.board.ids))


def test_f63_what_memory_shows_of_its_stream_is_the_last_of_it():
    """Until then its ids come from the deal's own stream, so nothing hidden may follow them there:
    whoever worked the words out of the ids would know of no card that is still to come."""
    sim = table("memory")
    sim.play(1)
    header, log, _ = sim.deals[0]
    words = vocabulary("memory")
    before, after = (replay(words, header, entries).state.rng for entries in ((), log))
    assert len(log) > 1
    assert (before.block, before.words) == (after.block, after.words)
    assert isinstance(before, Rng)
    assert before.seed == header.seed


def test_f63_chance_by_seat_comes_with_the_next_version_of_those_games():
    """A forced card and a mulligan draw from the deal's own stream, in the order of the log, which
    is how a file shows them (F75): another stream is another version. Who raises one meets this."""
    assert {"duel": duel.version, "battle": battle.version} == {"duel": 2, "battle": 4}
    for game in ("duel", "battle"):
        sim = table(game)
        sim.play(1)
        header, log, _ = sim.deals[0]
        assert replay(vocabulary(game), header, log).state.rng.seed == header.seed


def test_f63_a_stream_of_public_values_is_not_the_secret_one():
    """What everybody sees of it tells nothing of the deal's own words, nor the other way round."""
    ids, deal = Rng(fair.card_ids_seed(SEED)), Rng(SEED)
    assert fair.card_ids_seed(SEED) == fair.keyed(SEED, "ids")
    assert ids.take(64) != deal.take(64)


def test_f64_seeds_come_from_the_system_alone():
    tree = ast.parse(inspect.getsource(house))
    makers = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    maker = next(node for node in makers if "token_bytes" in ast.dump(node))
    assert "token_bytes" in ast.unparse(maker.body[-1])
    for path in (SOURCE / "table").glob("*.py"):
        assert "import random" not in path.read_text(), path


def chi_squared(shuffles):
    """Positions by cards, and adjacent pairs, of shuffles of 52."""
    rng, places, pairs = Rng(SEED), Counter(), Counter()
    for _ in range(shuffles):
        deck = list(range(52))
        rng.shuffle(deck)
        places.update(enumerate(deck))
        pairs.update(pairwise(deck))
    due, close = shuffles / 52, shuffles * 51 / (52 * 51)
    position = sum((places[p, c] - due) ** 2 for p in range(52) for c in range(52)) / due
    next_to = sum((pairs[a, b] - close) ** 2 for a in range(52) for b in range(52) if a != b)
    return position, next_to / close


def test_f65_shuffles_are_even():
    position, next_to = chi_squared(3000)
    assert 2379 < position < 2830  # 2,601 degrees, 99.9 % on either side
    assert 2429 < next_to < 2885  # 2,651


@pytest.mark.slow
def test_f65_a_million_shuffles_are_even():
    position, next_to = chi_squared(1_000_000)
    assert 2379 < position < 2830
    assert 2429 < next_to < 2885


def test_f84_to_f90_what_it_costs_is_measured_by_part():
    """The figures of the book are a machine's; here only that no part is dearer by its kind."""
    key, chain = Key(SEED), Chain(Key(SEED), 1, 0)
    head = chain.head
    parts = {
        "F84 sign": lambda: key.sign(fair.to_sign(head)),
        "F85 log step": lambda: fair.log_step(head, 1, 2, 3, '{"type":"play"}'),
        "F86 sealed deck": lambda: fair.SealedDeck(SEED, 52),
        "F87 stir": lambda: fair.stir(head, [(seat, X) for seat in range(6)]),
        "F87 cut": lambda: fair.cut(X, 52),
        "F88 open offer": lambda: fair.commitment(SEED),
        "F89 both decks": lambda: decks(SEED, 52),
    }
    cost = {
        name: min(timeit.repeat(work, number=20, repeat=3)) / 20 for name, work in parts.items()
    }
    for name, seconds in cost.items():
        logging.getLogger("cutcard").info("%s: %.1f µs", name, seconds * 1e6)
    assert cost["F85 log step"] < cost["F86 sealed deck"] < cost["F89 both decks"]
    assert cost["F88 open offer"] < cost["F89 both decks"]  # F90: an open deal costs least


def test_f91_the_formulas_and_the_machine_do_no_io():
    for path in (SOURCE / "kernel" / "fair.py", SOURCE / "table" / "fair.py"):
        names = {
            (node.module or "").split(".")[0]
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom)
        }
        assert not names & {"asyncio", "time", "os", "socket", "pathlib", "secrets"}
    assert Fair.__slots__


def test_f92_the_row_of_an_open_deal_keeps_the_seed_that_it_replays_from():
    sim = table("duel")
    sim.play(1)
    offer = next(row for row in sim.fair if row.kind == "offer")
    header = sim.deals[0][0]
    assert header.seed == fair.deal_seed(offer.secret, sim.proof(1).stir())
    assert header.seed != offer.secret


def test_f94_poker_takes_its_deck_whole_from_the_promised_ones():
    sim = table("short")
    sim.play(1)
    proof = sim.proof(1)
    state = replay(vocabulary("poker"), proof.log.header, proof.log.entries).state
    order = fair.dealt_order(proof.seed, proof.stir(), 36)
    names = state.deck_names()
    seen = state.seen_cards(0)
    assert len(names) == 36
    assert seen
    assert all(names[order[place]] == name for place, name, late in seen if not late)
