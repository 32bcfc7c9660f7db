"""Faults that no row names: a server that lies in other ways than F96 lists, signed and linked as a
true file is, and a client that forges a file of its own. Three judges say the same of each, and
none of them that it is proved."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from msgspec import structs

from cutcard.fair import judge
from cutcard.fair.lines import Dealt, End, Lock, Offer, Seated, Shared
from cutcard.fair.sentences import sentences
from cutcard.fair.signing import Key
from cutcard.fair.verify import verify as second_judge
from cutcard.kernel import fair

from .test_dishonest import OTHER, file_of, forged, honest
from .test_games import table
from .test_third_judge import third


def same(one):
    return one


def of_lock(change):
    return lambda one: (
        structs.replace(one, seats=change(one.seats)) if isinstance(one, Lock) else one
    )


def of_deal(change):
    def made(one):
        return structs.replace(one, shares=change(one.shares)) if isinstance(one, Dealt) else one

    return made


def of_line(kind, change):
    def made(line):
        return {**line, **change(line)} if line["t"] == kind else line

    return made


def _swapped(sim):
    """Two cards change their places, salts and all."""
    cards = [line for line in lines_of(sim) if line["t"] == "card"]
    first, second = cards[:2]
    there = {first["place"]: second, second["place"]: first}

    def made(line):
        if line["t"] != "card" or line["place"] not in there:
            return line
        other = there[line["place"]]
        return {**line, "card": other["card"], "salt": other["salt"]}

    return made


def lines_of(sim):
    return [json.loads(line) for line in sim.file(1, sim.people[0]).splitlines()]


def _ghost(shares):
    return [*shares, Shared(9, OTHER.hex())]


def _sealed_anew(one):
    """A deck that holds one card twice; the shares throw it open, or the other."""
    if isinstance(one, Offer):
        return structs.replace(one, roots=[fair.root([OTHER] * one.cards).hex()] * 2)
    return one


def _played_is_opened(sim):
    """It throws open the deck that is played, so that all can look into every hand."""
    proof = sim.proof(1)
    played, _ = fair.cut(proof.stir(), 52)
    secret = fair.deck_secret(proof.seed, played).hex()
    return lambda one: structs.replace(one, opened=secret) if isinstance(one, Dealt) else one


FAULTS = {  # name: the game, what it does to records, what to lines; the code
    "counts a share of nobody": ("duel", lambda _: of_deal(_ghost), None, "SHARE"),
    "keeps silent of a pledge whose share it will not count": (
        "duel", lambda _: of_deal(lambda shares: shares[:1]), None, "SHARE"),
    "deals though all shares are missing": (
        "guandan", lambda _: of_deal(
            lambda shares: [structs.replace(one, share="") for one in shares]), None, "MISSING"),
    "gives a seat to another after the pledge": (
        "duel", lambda _: of_lock(
            lambda seats: [structs.replace(seats[0], user="shill"), *seats[1:]]), None, "PLEDGE"),
    "locks my seat with its own pledge and share": (
        "duel", lambda _: _taken_over, None, "OWN_SHARE"),
    "opens the deck that is played": ("poker", _played_is_opened, None, "CUT"),
    "promises a deck with one card alone": ("poker", lambda _: _sealed_anew, None, "PLEDGE"),
    "swaps two cards with their salts": ("poker", lambda _: same, _swapped, "PROOF"),
    "names a card of another deck": (
        "short", lambda _: same, lambda _: of_line("card", lambda _: {"card": "2c"}), "FORMAT"),
    "calls the deck by other names": (
        "poker", lambda _: same, lambda _: of_line(
            "head", lambda line: {"decks": [line["decks"][0][::-1]]}), "RULES"),
    "plays by another version of the rules": (
        "duel", lambda _: same, lambda _: of_line(
            "head", lambda line: {"version": line["version"] + 1}), "RULES"),
    "draws from a stream of its own": (
        "battle", lambda _: same, lambda _: of_line(
            "draw", lambda line: {"got": line["got"] + 1} if "got" in line else {}), "DRAW"),
    "lets the clock run back": (
        "duel", lambda _: lambda one: (
            structs.replace(one, at=1) if isinstance(one, Dealt) else one), None, "ORDER"),
    "moves a move to another seat": (
        "duel", lambda _: same, lambda _: of_line(
            "move", lambda line: {"seat": 1 - line["seat"]} if line["seat"] >= 0 else {}), "LOG"),
    "ends a deal with the log of another": (
        "duel", lambda _: lambda one: (
            structs.replace(one, log=OTHER.hex()) if isinstance(one, End) else one), None, "LOG"),
}  # fmt: skip


def _taken_over(one):
    """Pledge and share of my seat are the server's own, and fit each other."""
    if isinstance(one, Offer):
        _taken_over.offer = one
    if isinstance(one, Lock) and one.deal == 1:
        mine = one.seats[0]
        # the head of the first offer does not change: nothing before it did
        pledge = fair.pledge(bytes.fromhex(_taken_over.offer.head), 0, mine.user, OTHER)
        return structs.replace(
            one, seats=[Seated(0, mine.user, "player", pledge.hex()), *one.seats[1:]]
        )
    if isinstance(one, Dealt) and one.deal == 1:
        return structs.replace(one, shares=[Shared(0, OTHER.hex()), *one.shares[1:]])
    return one


def lied(name):
    """The file the first player has of a server that does so; its key."""
    game, records, lines, _ = FAULTS[name]
    sim = honest(game)
    rows = forged(sim, records(sim))
    shown = same if lines is None else lines(sim)
    return file_of(sim, rows, sim.people[0], 1, shown), sim.key.public.hex()


def forged_by_a_client(sim):
    """What somebody may make of a true file to accuse its server, or to praise it."""
    text, pin = sim.file(1, sim.people[0]), sim.key.public.hex()
    lines = text.splitlines()
    mine = Key(sha256(b"mine").digest())
    body = b"".join(line + b"\n" for line in lines[:-1] if b'"t":"own"' not in line)
    digest = sha256(body)
    summed = json.dumps(
        {"t": "sum", "sha256": digest.hexdigest(),
         "sig": mine.sign(fair.to_sign_file(digest.digest())).hex()}
    ).encode()  # fmt: skip
    other = json.dumps({"t": "own", "share": OTHER.hex()}).encode()
    return {
        "own": (b"\n".join([lines[0], other, *lines[2:]]) + b"\n", pin),
        "own twice": (b"\n".join([lines[0], other, *lines[1:]]) + b"\n", pin),
        "signed by me": (body + summed + b"\n", pin),
        "behind the sum": (text + other + b"\n", pin),
        "two sums": (text + lines[-1] + b"\n", pin),
        "a second head": (lines[0] + b"\n" + text, pin),
        "my key": (text.replace(pin.encode(), mine.public.hex().encode()), pin),
        "another pin": (text, mine.public.hex()),
    }


CLIENTS = {
    "own": "OWN_SHARE", "own twice": "FORMAT", "signed by me": "SUM", "behind the sum": "FORMAT",
    "two sums": "FORMAT", "a second head": "FORMAT", "my key": "KEY", "another pin": "KEY",
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_f6_f10_f96_a_lie_that_no_row_names_is_false(name):
    text, pin = lied(name)
    found = judge(text, pin)
    assert (found.verdict, found.code) == ("FALSE", FAULTS[name][-1])
    assert second_judge(text, pin)[:2] == ("FALSE", FAULTS[name][-1])
    assert "Keep this file." in sentences(found)[0] or FAULTS[name][-1] == "FORMAT"


@pytest.mark.parametrize("game", ["duel", "poker"])
def test_f16_what_a_client_forges_is_false_and_blames_nobody_for_what_it_added_itself(game):
    files = forged_by_a_client(honest(game))
    found = {name: judge(text, pin) for name, (text, pin) in files.items()}
    assert {name: one.code for name, one in found.items()} == CLIENTS
    assert {one.verdict for one in found.values()} == {"FALSE"}
    for name, (text, pin) in files.items():
        assert second_judge(text, pin)[:2] == ("FALSE", CLIENTS[name])
    said = {name: sentences(one)[0] for name, one in found.items()}
    assert said.pop("own").startswith("FALSE, if the share in this file is the one you gave: the s")
    assert all(one.startswith("FALSE: this is not what the server signed") for one in said.values())


@pytest.mark.browser
def test_the_third_judge_says_the_same_of_all_these():
    files = [lied(name) for name in FAULTS]
    for game in ("duel", "poker"):
        files += forged_by_a_client(honest(game)).values()
    due = [second_judge(*one) for one in files]
    assert third(files) == [(verdict, code, notes) for verdict, code, notes in due]


@pytest.mark.browser
@pytest.mark.parametrize("number", ["1.5", "1.0", "2e3"])
def test_f70_a_fraction_in_a_field_that_nobody_knows_is_read_alike(number):
    """In a field that is known it is no whole number; in others it may be what it likes, and a
    true file of a game that tells fractions is not false to one of three judges."""
    sim = table("poker")
    sim.play(1)
    text, pin = sim.file(1), sim.key.public.hex()
    head, _, rest = text.partition(b"\n")
    rest = rest[: rest.rindex(b'{"t":"sum"')]
    files = [
        (b'%s,"more":%s}\n%s' % (head[:-1], number.encode(), rest), pin),
        (b"%s\n%s" % (head.replace(b'"deal":1', b'"deal":%s' % number.encode()), rest), pin),
    ]
    said = [judge(*one) for one in files]
    assert [one.code for one in said][1] == "FORMAT"
    assert said[0].verdict != "FALSE"
    assert [second_judge(*one)[1] for one in files] == [one.code for one in said]
    assert [code for _, code, _ in third(files)] == [one.code for one in said]
