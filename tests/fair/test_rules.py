"""F77: what `cutcard verify` finds by the game's own rules: a server that signs everything and yet
lets somebody play what they may not, draws what nobody asked for, tells another result, or deals
from another place than the one due."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from msgspec import structs

from cutcard.fair import Verdict, judge
from cutcard.fair.lines import End
from cutcard.fair.sentences import sentences
from cutcard.kernel import fair
from cutcard.table.auditing import _wrong
from cutcard.table.deal import replay
from cutcard.table.ruling import NO_RULES, by_rules
from cutcard.table.vocabulary import vocabulary

from .test_dishonest import OTHER, file_of, forged, honest
from .test_games import table


def ruled(text, sim):
    pin = sim.key.public.hex()
    found = judge(text, pin)
    by = by_rules(text, found)
    return (found.verdict, found.code), (by.verdict, by.code), by


def summed(sim, lines):
    """Lines signed whole, as the server would."""
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    digest = sha256(text)
    sig = sim.key.sign(fair.to_sign_file(digest.digest())).hex()
    return text + json.dumps({"t": "sum", "sha256": digest.hexdigest(), "sig": sig}).encode()


def relogged(sim, change):
    """The file of a server that changed the log, and hashed it anew into its end."""
    lines = [json.loads(line) for line in sim.file(1).splitlines()][:-1]
    moves = change([line for line in lines if line["t"] == "move"])
    dealt = next(line for line in lines if line["t"] == "deal")
    seed = next(line["seed"] for line in lines if line["t"] == "end")
    now = fair.log_begin(bytes.fromhex(seed), bytes.fromhex(dealt["head"]))
    for line in moves:
        now = fair.log_step(now, line["n"], line["at"], line["seat"], line["move"])

    def relinked(one):
        return structs.replace(one, log=now.hex()) if isinstance(one, End) else one

    records = [json.loads(row.line) for row in forged(sim, relinked)]
    kinds = ("offer", "lock", "deal", "end", "void", "move")
    rest = [line for line in lines[1:] if line["t"] not in kinds]
    return summed(sim, [lines[0], *records, *rest, *moves])


@pytest.mark.parametrize("name", ["duel", "memory", "guandan", "battle"])
def test_f77_an_honest_file_holds_by_the_rules(name):
    sim = table(name)
    sim.play(1)
    text = sim.file(1, sim.people[0])
    assert ruled(text, sim)[:2] == (("PROVED", "OWN"), ("PROVED", "OWN"))


def test_f77_a_move_that_the_game_does_not_allow():
    sim = honest()

    def twice(moves):
        mine = next(i for i, line in enumerate(moves) if line["seat"] >= 0)
        made = [*moves[: mine + 1], *moves[mine:]]
        return [{**line, "n": n} for n, line in enumerate(made)]

    blind, by, found = ruled(relogged(sim, twice), sim)
    assert blind == ("PROVED", "OTHERS")  # the signed log is whole: only the rules can tell
    assert by == ("FALSE", "MOVE")
    assert "took a move that the game does not allow" in sentences(found)[0]
    assert "Keep this file" in sentences(found)[0]


def test_f77_another_result_than_the_cards_gave():
    sim = honest()

    def change(one):
        return structs.replace(one, result=OTHER.hex()) if isinstance(one, End) else one

    text = file_of(sim, forged(sim, change), sim.people[0])
    assert ruled(text, sim)[:2] == (("PROVED", "OWN"), ("FALSE", "RESULT"))


def test_f77_a_draw_that_the_rules_did_not_ask_for():
    sim = honest()
    lines = [json.loads(line) for line in sim.file(1).splitlines()][:-1]
    seed = sim.deals[0][0].seed
    drawn = fair.Rng(seed)
    deck = list(lines[0]["decks"][0])
    drawn.shuffle(deck)
    last = max(i for i, line in enumerate(lines) if line["t"] == "draw")
    more = [line for line in lines if line["t"] == "draw"]
    for line in more[1:]:
        drawn.below(line["n"])
    lines.insert(last + 1, {"t": "draw", "op": "below", "n": 7, "got": drawn.below(7)})
    blind, by, _ = ruled(summed(sim, lines), sim)
    assert blind == ("PROVED", "OTHERS")
    assert by == ("FALSE", "DRAW")


def test_f77_a_game_that_is_not_here_is_said_and_not_claimed():
    sim = honest()
    lines = [json.loads(line) for line in sim.file(1).splitlines()]
    found = judge(sim.file(1), sim.key.public.hex())
    text = json.dumps({**lines[0], "version": 99}).encode()
    told = by_rules(text + b"\n" + sim.file(1).partition(b"\n")[2], found)
    assert told.notes[-1] == NO_RULES
    assert sentences(told)[-1].startswith("The moves were not checked")


@pytest.mark.parametrize("name", ["poker", "draw"])
def test_f45_f77_a_hand_dealt_from_other_places_than_those_due(name):
    """The chain's shares make another order than the one the hand in the log was dealt by."""
    sim = table(name)
    sim.play(1)
    proof = sim.proof(1)
    log = proof.log
    deal = replay(vocabulary("poker"), log.header, log.entries, log.checks)
    assert not _wrong(proof, deal)
    proof.stir = lambda: OTHER
    assert _wrong(proof, deal) == "PLACE"
    assert "another place than the one due" in sentences(Verdict("FALSE", "PLACE"))[0]
