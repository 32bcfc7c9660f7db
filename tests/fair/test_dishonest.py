"""A server that cheats, as docs/rules/fairness.md lists it (F5–F12, F96): caught with the code of
the book where it can be, and nothing claimed where it cannot."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from msgspec import structs

from cutcard.fair import judge
from cutcard.fair.lines import Dealt, Lock, Offer, Seated
from cutcard.fair.sentences import NEVER, sentences
from cutcard.fair.verify import verify as second_judge
from cutcard.fair.writing import Chain, read_record, written
from cutcard.kernel import fair
from cutcard.table.proof import Proof, chain_file

from .test_games import TABLES, table

OTHER = sha256(b"another").digest()


def honest(name="duel", deals=1):
    sim = table(name)
    sim.play(deals)
    return sim


def forged(sim, change, number=1):
    """The deal's file by a server that changes its records, links and signs them anew."""
    of_kind = {row.kind: row for row in sim.fair if row.deal == number}
    rows = sim.fair[: of_kind["end"].n + 1]
    chain = Chain(sim.key, 1, sim.row.created)
    made = []
    for row in rows:
        record = change(read_record(row.kind, row.line))
        for one in record if isinstance(record, list) else [record]:
            if one is None:
                continue
            linked = chain._signed(one) if hasattr(one, "sig") else chain._add(one)
            made.append(
                structs.replace(
                    row, n=chain.n - 1, deal=one.deal, kind=one.kind, line=written(linked)
                )
            )
    return made


def file_of(sim, rows, one, number=1, lines=lambda line: line):
    """What the server sends somebody, signed whole."""
    proof = sim.proof(number)
    cheat = Proof.__new__(Proof)
    cheat.log, cheat.created, cheat.number = proof.log, proof.created, number
    cheat.rows, cheat.before, cheat.names = rows, None, proof.names
    cheat.records = [read_record(row.kind, row.line) for row in rows]
    text = cheat.unsigned(one.seat, sim.key.public)
    shown = [lines(json.loads(line)) for line in text.splitlines()]
    text = b"".join(json.dumps(line).encode() + b"\n" for line in shown if line is not None)
    digest = sha256(text)
    sig = sim.key.sign(fair.to_sign_file(digest.digest())).hex()
    last = json.dumps({"t": "sum", "sha256": digest.hexdigest(), "sig": sig}).encode() + b"\n"
    return one.shuffler.file(text + last, number)


def caught(sim, rows, number=1, lines=lambda line: line):
    """The code in both judges."""
    text = file_of(sim, rows, sim.people[0], number, lines)
    pin = sim.key.public.hex()
    found, other = judge(text, pin), second_judge(text, pin)
    assert (found.verdict, found.code) == other[:2]
    return found.verdict, found.code


def test_an_honest_server_is_proved_by_the_same_way():
    sim = honest()
    assert caught(sim, forged(sim, lambda one: one)) == ("PROVED", "OWN")


def test_f5_f96_a_seed_re_rolled_after_the_shares():
    """It draws seeds until it likes the cards: the promise no longer fits what it shows."""
    sim = honest()

    def change(one):
        return structs.replace(one, seed=OTHER.hex()) if one.kind == "end" else one

    assert caught(sim, forged(sim, change)) == ("FALSE", "SEED")


def test_f5_a_promise_changed_after_the_lock_no_longer_fits_the_pledges():
    """It makes a new offer to fit a better seed: the pledges bind the head of the one they saw."""
    sim = honest()

    def change(one):
        if isinstance(one, Offer) and one.deal == 1:
            return structs.replace(one, commitment=fair.commitment(OTHER).hex())
        return structs.replace(one, seed=OTHER.hex()) if one.kind == "end" else one

    assert caught(sim, forged(sim, change)) == ("FALSE", "PLEDGE")


def test_f7_a_share_of_its_own_found_by_trying():
    """A shill's share other than the one pledged."""
    sim = honest()

    def change(one):
        if not isinstance(one, Dealt):
            return one
        shares = [*one.shares[:1], structs.replace(one.shares[1], share=OTHER.hex())]
        return structs.replace(one, shares=shares)

    assert caught(sim, forged(sim, change)) == ("FALSE", "PLEDGE")


def test_f27_f96_a_bot_of_the_server_with_a_share():
    sim = honest()

    def change(one):
        if not isinstance(one, Lock):
            return one
        return structs.replace(one, seats=[one.seats[0], structs.replace(one.seats[1], kind="bot")])

    assert caught(sim, forged(sim, change)) == ("FALSE", "SHARE")


def test_f8_a_share_left_out_shows_and_is_not_called_false():
    """The server says that it did not come: its owner sees LEFT_OUT, the others WITHHELD."""
    sim = table("duel", ["withholds", "honest"])
    sim.play(1)
    mine, other = sim.people
    assert sim.verdict(1, mine) == ("UNCHECKED", "LEFT_OUT")
    found = judge(sim.file(1, other), sim.key.public.hex())
    assert (found.verdict, found.notes) == ("PROVED", ("WITHHELD 1",))


def test_f6_f96_other_rules_than_were_locked():
    sim = honest()

    def lines(line):
        return {**line, "options": '{"maxRounds":9}'} if line["t"] == "head" else line

    assert caught(sim, forged(sim, lambda one: one), lines=lines) == ("FALSE", "RULES")


def test_f6_f96_a_card_swapped_in_an_open_deal():
    sim = honest()

    def lines(line):
        if line["t"] == "card" and line["place"] == 0:
            return {**line, "card": str(int(line["card"]) + 1)}
        return line

    assert caught(sim, forged(sim, lambda one: one), lines=lines) == ("FALSE", "CARD")


def test_f10_f96_an_undealt_card_swapped_in_a_sealed_deal():
    sim = honest("poker")
    seen = []

    def lines(line):
        if line["t"] == "card" and not seen:
            seen.append(line)
            return {**line, "card": "2c" if line["card"] != "2c" else "2d"}
        return line

    verdict = caught(sim, forged(sim, lambda one: one), lines=lines)
    assert verdict in (("FALSE", "PROOF"), ("FALSE", "TWICE"))


def test_f10_f96_a_deck_opened_that_was_not_promised():
    sim = honest("poker")

    def change(one):
        return structs.replace(one, opened=OTHER.hex()) if isinstance(one, Dealt) else one

    assert caught(sim, forged(sim, change)) == ("FALSE", "CUT")


def test_f9_f96_a_deal_dropped_from_the_chain():
    sim = honest("guandan", 2)

    def change(one):
        return None if one.deal == 1 else one

    rows = forged(sim, change, 2)
    found = judge(chain_file(sim.row.created, rows, sim.key.public), sim.key.public.hex())
    assert (found.verdict, found.code) == ("FALSE", "NUMBER")


def test_f12_f96_a_second_lock_of_one_number():
    sim = honest()

    def change(one):
        return [one, one] if isinstance(one, Lock) else one

    assert caught(sim, forged(sim, change)) == ("FALSE", "ORDER")


def test_f12_two_chains_for_two_players():
    """Who was told one lock gives no share to another of that number, and keeps both."""
    sim = table("duel")
    one = sim.people[0]
    sim.deliver()
    locks = [row for row in sim.fair if row.kind == "lock"]
    lock = read_record("lock", locks[0].line)
    fork = structs.replace(lock, at=lock.at + 1)
    chain = Chain(sim.key, 1, sim.row.created)
    chain.resume(0, read_record("offer", sim.fair[0].line).head)
    fork = chain._signed(fork)
    told = {"n": locks[0].n, "records": [json.loads(written(fork))]}
    assert one.shuffler.told(told, one.seat, one.user.id) == []
    assert one.shuffler.wrong == [f"record {locks[0].n} was told in two ways"]


def test_f26_no_share_is_told_to_a_lock_that_is_not_signed_or_has_another_pledge():
    sim = table("duel")
    one = sim.people[0]
    asked = one.shuffler.told(json.loads(json.dumps(sim.inbox[0][1])), one.seat, one.user.id)
    assert [kind for kind, _ in asked] == ["FAIR_PLEDGE"]
    chain = Chain(sim.key, 1, sim.row.created)
    chain.resume(0, read_record("offer", sim.fair[0].line).head)
    seats = [Seated(one.seat, one.user.id, "player", OTHER.hex())]
    lock = chain.lock(1, sim.fair[0].n + 10**13, OTHER, seats)
    told = {"n": 1, "records": [json.loads(written(lock))]}
    assert one.shuffler.told(told, one.seat, one.user.id) == []
    assert one.shuffler.wrong == ["deal 1 was locked with another pledge than mine"]


def test_f11_f52_what_cannot_be_proved_is_not_claimed():
    """A server that looks at the cards and tells a friend leaves no trace; the verdict says so."""
    sim = honest("poker")
    found = judge(sim.file(1, sim.people[0]), sim.key.public.hex())
    assert found.verdict == "PROVED"
    assert NEVER in sentences(found)


@pytest.mark.parametrize("name", ["duel", "poker"])
def test_f97_every_byte_changed_is_never_proved(name):
    sim = honest(name)
    text = sim.file(1)
    pin = sim.key.public.hex()
    for at in range(0, len(text), 97):
        broken = text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :]
        assert judge(broken, pin).verdict != "PROVED", at


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_f97_every_byte_of_a_file_of_each_game_changed_is_never_proved(name):
    sim = honest(name)
    text, pin = sim.file(1), sim.key.public.hex()
    assert judge(text, pin).verdict != "FALSE"
    for at in range(len(text)):
        broken = text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :]
        assert judge(broken, pin).verdict != "PROVED", at
