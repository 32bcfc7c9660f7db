"""Rows of docs/rules/fairness.md about what is told, when and to whom: one round trip (28), records
before words (34), fixed seeds (36), even orders (43), sizes (44), draws (48), how often (79)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from hashlib import sha256

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.fair import Verdict
from cutcard.fair.lines import Dealt, Lock
from cutcard.fair.sentences import Rate, rate_of, sentences
from cutcard.kernel import fair
from cutcard.kernel.cards import names
from cutcard.store.sqlite import SqliteStore
from cutcard.table.deal import replay
from cutcard.table.effects import Announce, Append, Keep
from cutcard.table.house import House
from cutcard.table.vocabulary import vocabulary

from .sim import Sim
from .test_games import TABLES, table
from .test_protocol import records
from .test_tables import ANN, until

DRAW = {"variant": "N2L1D", "startStack": 60, "smallBlind": 2, "bigBlind": 4}


def test_f28_f29_a_deal_takes_one_round_trip_and_no_time_of_its_own():
    """The first takes two, offer and pledge, lock and share; later offers ride ahead of their deal,
    and where everybody answers no clock of the table is waited for."""
    options = {"match": "deals", "deals": 3, "pauseSeconds": 0}
    sim = Sim("guandan", options, 4, ["honest"] * 4)
    sim.play(3)
    locks, dealt = records(sim, Lock), records(sim, Dealt)
    assert [a.at for a in locks[:3]] == [b.at for b in dealt[:3]], "no time between lock and deal"
    kinds = [(row.kind, row.deal) for row in sim.fair]
    # F23: a match may be one deal, so the second is offered when it is known to come
    assert kinds.index(("offer", 2)) == kinds.index(("end", 1)) + 1
    assert kinds.index(("offer", 3)) == kinds.index(("deal", 2)) + 1, "pledged while deal 2 runs"


def test_f34_a_record_is_written_before_it_is_told():
    class Watched(Sim):
        def fold(self, effects):
            effects = list(effects)
            for effect in effects:
                if isinstance(effect, Keep):
                    kept.append(effect.row.n)
                elif isinstance(effect, Announce):
                    told = range(effect.n, effect.n + len(effect.records))
                    assert set(told) <= set(kept), "told before it was written"
                    announced.extend(told)
                elif isinstance(effect, Append):
                    moves.append(len(kept))
            super().fold(effects)

    kept, announced, moves = [], [], []
    options, seats = TABLES["duel"]
    sim = Watched("duel", options, seats, ["honest"] * seats)
    sim.play(2)
    assert sorted(set(announced)) == list(range(len(kept)))
    assert moves[0] >= 3, "no move before offer, lock and deal"


def test_f36_a_server_with_fixed_seeds_has_no_key_and_makes_no_offer(tmp_path):
    async def story():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        house = House(store, seeds=lambda: bytes(32))
        await house.start()
        info = await house.open("duel", None, 2, host=ANN, sit=[ANN], bots={1: "random"})
        await until(lambda: house.peek(info.table).deal_number > 0)
        await house.written()
        rows, keys = await store.fair_rows(info.table), house.fair_keys()
        await house.stop()
        known = await store.fair_keys()
        await store.close()
        return rows, keys, known

    assert asyncio.run(story()) == ([], [], [])


def test_f43_the_order_is_even_whichever_side_is_honest():
    """A hidden deck that is always the same comes out in even orders where one share is chance;
    shares that are always the same, where the hidden deck is."""
    cards, rounds = 6, 3000
    same, fixed = fair.SealedDeck(bytes(32), cards), sha256(b"x").digest()
    by_share, by_deck = Counter(), Counter()
    for n in range(rounds):
        chance = sha256(b"%d" % n).digest()
        _, places = fair.cut(chance, cards)
        by_share[same.order[places[0]]] += 1
        deck = fair.SealedDeck(chance, cards)
        _, places = fair.cut(fixed, cards)
        by_deck[deck.order[places[0]]] += 1
    for found in (by_share, by_deck):
        chi = sum((found[card] - rounds / cards) ** 2 for card in range(cards)) / (rounds / cards)
        assert chi < 20.52  # 99.9 % with 5 degrees


def test_f44_sizes_depend_on_the_deck_and_on_how_many_cards_were_seen_alone():
    """Of two viewers who saw equally many cards the leaves are the same text and the card lines
    equally long, but for the place's digits."""
    sim = table("poker", seed=3)
    sim.play(4)
    for number in sim.ended():
        sizes = {}
        for one in sim.people:
            lines = [json.loads(row) for row in sim.file(number, one).decode().splitlines()]
            leaves = [line for line in lines if line["t"] == "leaves"]
            cards = [line for line in lines if line["t"] == "card"]
            assert [len(line["list"]) for line in leaves] == [52]
            sizes.setdefault(len(cards), set()).add(json.dumps(leaves))
            assert {len(line["salt"]) for line in cards} == {64}
            assert all(set(line) == {"t", "card", "place", "salt"} for line in cards)
        assert len(set().union(*sizes.values())) == 1, "one list for all viewers"


def shown_to_others(sim):
    """Card lines of hands that others showed, by deal and viewer."""
    for number in sim.ended():
        state = _state(sim, number)
        for one in (one for one in sim.people if one.seat in state.order):
            rows = sim.file(number, one).decode().splitlines()
            cards = [line for line in map(json.loads, rows) if line["t"] == "card"]
            others = {
                name for seat in state.shown if seat != one.seat for name in _hole(state, seat)
            }
            yield number, one, [line for line in cards if line["card"] in others], others


def _state(sim, number):
    of_deal = next(r.of_deal for r in sim.fair if r.deal == number and r.kind == "deal")
    log = sim.proof(number).log
    assert log.header.deal == of_deal
    return replay(vocabulary("poker"), log.header, log.entries).state


def _hole(state, seat):
    return names(state.hand.hole[state.place_of[seat]])


@pytest.mark.parametrize("proofs", ["all", "own"])
def test_f48_a_hand_shown_after_draws_is_proved_to_all_or_to_its_holder_alone(proofs):
    """With `own` neither salt nor place of it is told to others: both would tell its draw."""
    sim = Sim("poker", {**DRAW, "drawProofs": proofs}, 3, ["honest"] * 3, (), 1)
    sim.play(4)
    looked = 0
    for number, one, lines, others in shown_to_others(sim):
        verdict = sim.verdict(number, one)  # both judges alike
        assert {line["card"] for line in lines} == others
        if proofs == "all" or not others:
            assert verdict == ("PROVED", "OWN")
            assert all("salt" in line for line in lines)
            continue
        looked += 1
        assert verdict == ("UNCHECKED", "UNPROVED")
        assert all(set(line) == {"t", "card", "from"} for line in lines)
    assert looked or proofs == "all"


def test_f79_left_out_says_in_how_many_of_how_many_deals(tmp_path):
    left, own = Verdict("UNCHECKED", "LEFT_OUT"), Verdict("PROVED", "OWN")
    other = [Verdict("PROVED", "OTHERS"), Verdict("FALSE", "SUM"), Verdict("UNCHECKED", "VOID")]
    assert rate_of([left, own, own, left, *other]) == Rate(2, 4)
    assert sentences(left, Rate(2, 4))[0].endswith("it happened in 2 of 4 deals.")
    assert sentences(left)[0].endswith("it happened in 1 of 1 deals.")

    sim = table("duel", ["honest", "mute"])
    sim.play(2)
    files = []
    for number in sim.ended()[:2]:
        files.append(tmp_path / f"{number}.cutcard")
        files[-1].write_bytes(sim.file(number, sim.people[1]))
    told = CliRunner().invoke(main, ["verify", *map(str, files)])
    assert told.exit_code == 3, told.output
    assert told.output.count("it happened in 2 of 2 deals.") == 2
