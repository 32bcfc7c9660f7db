"""The protocol by its rows: who waits for whom, what is called off, who is barred, what a crash
leaves, and what no salt tells."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from cutcard.fair import Key, judge
from cutcard.fair.lines import Dealt, Lock, Offer, Void
from cutcard.fair.writing import read_record
from cutcard.kernel import fair
from cutcard.store.protocol import PLAYING, KeptTable, MatchRow, TableRow
from cutcard.table.fair import Conduct, Terms
from cutcard.table.staged import Staged
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal

from .sim import WAIT, WALL, Person, Sim
from .test_games import TABLES, table


def records(sim, kind):
    return [read_record(row.kind, row.line) for row in sim.fair if row.kind == kind.kind]


def locked_at(sim):
    """When the first lock was made, in the table's time."""
    return records(sim, Lock)[0].at - WALL


def test_f23_an_offer_stands_before_anybody_could_know_a_share():
    sim = table("duel")
    (offer,) = records(sim, Offer)
    assert offer.commitment == fair.commitment(sim.fair[0].secret).hex()
    assert [row.kind for row in sim.fair] == ["offer"]  # nobody has pledged: nothing is locked


def test_f24_all_have_pledged_and_shared_nobody_waits():
    sim = table("duel")
    begun = sim.now
    sim.deliver()
    assert sim.deals
    assert sim.now == begun


def test_f24_who_does_not_pledge_is_waited_for_once():
    sim = table("duel", ["honest", "mute"])
    begun = sim.now
    sim.deliver()
    assert [row.kind for row in sim.fair] == ["offer"]
    sim.step()
    assert sim.now == locked_at(sim) == begun + WAIT
    assert [bool(one.pledge) for one in records(sim, Lock)[0].seats] == [True, False]
    sim.play(1)
    honest, mute = sim.people
    assert sim.verdict(1, honest) == ("PROVED", "OWN")
    assert sim.verdict(1, mute) == ("UNCHECKED", "LEFT_OUT")


def test_f24_clients_that_know_nothing_play_at_once():
    sim = table("duel", ["plain", "plain"])
    assert sim.deals
    assert sim.deals[0][0].opened == WALL + 1000
    sim.play(1)
    assert sim.verdict(1) == ("UNCHECKED", "NO_SHARES")


@pytest.mark.parametrize("manner", ["withholds", "lies"])
def test_f24_f25_one_share_may_be_missing(manner):
    sim = table("duel", ["honest", manner])
    sim.deliver()
    assert not sim.deals
    begun = sim.now
    sim.step()
    assert sim.now == begun + WAIT
    sim.play(1)
    assert [bool(one.share) for one in records(sim, Dealt)[0].shares] == [True, False]
    found = judge(sim.file(1, sim.people[0]), sim.key.public.hex())
    assert (found.verdict, found.code, found.notes) == ("PROVED", "OWN", ("WITHHELD 1",))
    if manner == "lies":
        assert sim.people[1].refused == ["FAIR_WRONG"]


def test_f24_too_many_missing_call_the_deal_off_and_another_is_offered():
    sim = table("guandan", ["honest", "withholds", "withholds", "honest"])
    sim.play(1)
    first = records(sim, Void)[0]
    assert (first.deal, first.reason) == (1, "MISSING")
    assert first.seed == sim.fair[0].secret.hex()  # F21: an open game's seed is shown
    numbers = [row.deal for row in sim.fair if row.kind == "offer"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert sim.deals[0][0].deal == 1  # the table's own count knows of no void
    assert sim.verdict(sim.ended()[0], sim.people[0]) == ("PROVED", "OWN")


def test_f25_who_withheld_twice_pledges_no_more():
    sim = table("guandan", ["honest", "withholds", "honest", "honest"])
    sim.play(3)
    assert "FAIR_BARRED" in sim.people[1].refused
    last = records(sim, Lock)[-1]
    assert [bool(one.pledge) for one in last.seats] == [True, False, True, True]
    before = sim.now
    sim.play(4)
    assert sim.now - before < 10 * WAIT  # and nobody waits for them


def test_f25_f35_a_share_that_comes_late_or_twice_changes_nothing():
    sim = table("duel")
    sim.deliver()
    one = sim.people[0]
    mine = one.shuffler.shares[1].share
    rows = len(sim.fair)
    with pytest.raises(Refusal) as no:
        sim.send("share", one.user, 1, mine)
    assert no.value.code == "FAIR_LATE"
    with pytest.raises(Refusal) as no:
        sim.send("pledge", one.user, 1, mine.hex())
    assert no.value.code == "FAIR_LATE"
    assert len(sim.fair) == rows


def test_f24_a_house_that_slept_itself_waits_as_much_longer_once():
    """A share that came in time may lie unread behind the moment that was slept past."""
    for shares in (True, False):
        sim = table("duel", ["honest", "withholds"])
        sim.deliver()
        assert [row.kind for row in sim.fair] == ["offer", "lock"]
        locked, late = sim.now, sim.people[1]
        sim.now = locked + WAIT + 400
        sim.do("advance")
        assert len(sim.fair) == 2, "it did not wait"
        assert sim.life.table.wake_at() == sim.now + 400
        if shares:
            sim.send("share", late.user, 1, late.shuffler.shares[1].share)
        else:
            sim.now += 460
            sim.do("advance")
        assert sim.fair[2].kind == "deal"
        assert records(sim, Dealt)[0].shares[1].share == (
            late.shuffler.shares[1].share.hex() if shares else ""
        )


def test_f24_who_has_sat_down_and_was_not_told_of_the_offer_is_waited_for():
    """On a busy machine the seat is theirs long before they hear of the table; but whoever never
    comes holds up one deal only."""
    for comes in (True, False):
        sim = table("duel", ["honest"])
        sim.deliver()
        late = Person("late")
        sim.people.append(late)
        sim.do("sit", late.user, None, None)
        for _ in range(2):
            sim.now += WAIT
            sim.do("advance")
            assert [row.kind for row in sim.fair] == ["offer"], "locked before they were told"
            assert sim.life.table.wake_at() == sim.now + WAIT
        if comes:
            sim.come(late)
            sim.deliver()
            assert all(one.pledge for one in records(sim, Lock)[0].seats)
        else:
            sim.now += WAIT
            sim.do("advance")
            assert [one.pledge != "" for one in records(sim, Lock)[0].seats] == [True, False]
            assert sim.life.table.fair.unseen == {"late"}


def test_f26_a_client_that_forgot_its_share_is_not_locked_with_the_pledge_of_the_one_before():
    """Another process with the same token pledges anew: what stands in the lock is its own, so that
    no honest server is accused."""
    sim = table("duel", ["honest"])
    sim.deliver()
    old = sim.people[0]
    sim.people[0] = twin = Person("p0")
    sim.come(twin)
    other = Person("other")
    sim.people.append(other)
    sim.do("sit", other.user, None, None)
    sim.come(other)
    sim.deliver()
    mine, forgotten = twin.shuffler.shares[1].share, old.shuffler.shares[1].share
    assert mine != forgotten
    assert not twin.shuffler.wrong
    assert [one.share for one in records(sim, Dealt)[0].shares if one.seat == 0] == [mine.hex()]


def test_f27_bots_of_the_server_have_no_share():
    sim = table("duel", ["honest"], bots=["steady"])
    sim.deliver()
    seats = records(sim, Lock)[0].seats
    assert [(one.kind, bool(one.pledge)) for one in seats] == [("player", True), ("bot", False)]


def test_f38_a_table_that_closes_ends_its_deal_and_calls_the_next_one_off():
    sim = table("guandan")
    sim.play(1)
    while len(sim.deals) < 2:
        sim.step()
    made = [row.kind for row in sim.fair]
    assert made == ["offer", "lock", "deal", "end", "offer", "lock", "deal", "offer"]
    sim.do("abandon", "Tired")
    assert [row.kind for row in sim.fair[8:]] == ["end", "void"]
    assert records(sim, Void)[0].reason == "CLOSED"
    assert sim.verdict(2, sim.people[0]) == ("PROVED", "OWN")


def test_f38_a_table_without_a_person_makes_no_offers():
    sim = Sim("duel", TABLES["duel"][0], 2, [], ["steady", "steady"])
    assert sim.deals
    assert not sim.fair


@pytest.mark.parametrize("name", ["duel", "guandan", "poker"])
@pytest.mark.parametrize("seed", range(3))
def test_f35_killed_at_every_step_never_a_second_lock_or_seed(name, seed):
    """`Sim.fold` refuses a second record of a kind for one number."""
    sim = table(name, seed=seed)
    dice, seen = random.Random(seed), set()
    for _ in range(3000):
        at = (len(sim.fair), sim.life.table.fair.step, bool(sim.inbox))
        if at not in seen and dice.random() < 0.8:
            seen.add(at)
            sim.crash()
        if sim.inbox and dice.random() < 0.5:
            sim.inbox, rest = sim.inbox[:1], sim.inbox[1:]
            sim.deliver()
            sim.inbox += rest
        else:
            sim.step()
        if len(sim.ended()) >= 2:
            break
    else:
        raise AssertionError("the table did not go on")
    locks = [row.deal for row in sim.fair if row.kind == "lock"]
    assert len(locks) == len(set(locks))
    for number in sim.ended():
        for one in sim.people:
            assert sim.verdict(number, one)[0] != "FALSE"
            assert not one.shuffler.wrong


def test_f35_after_a_lock_the_same_lock_is_told_and_the_same_shares_make_the_deal():
    sim = table("duel", ["honest", "withholds"])
    sim.deliver()
    lock = sim.fair[-1]
    assert lock.kind == "lock"
    sim.crash()
    sim.people[1].manner = "honest"
    sim.deliver()
    assert [row.kind for row in sim.fair[:3]] == ["offer", "lock", "deal"]
    sim.play(1)
    assert sim.verdict(1, sim.people[1]) == ("PROVED", "OWN")


def test_f93_who_comes_or_leaves_between_lock_and_cards():
    sim = table("poker")
    while not sim.life.table.holding:
        sim.step()
    roster = [one.seat for one in records(sim, Lock)[-1].seats]
    sim.do("leave", sim.people[0].user, False)
    assert sim.life.later == [sim.people[0].seat]  # dealt in first
    sim.deliver()
    while sim.life.table.holding:
        sim.step()
    assert sorted(sim.life.table.deal.state.order) == roster
    assert not sim.life.later


def test_f41_a_variant_has_its_own_deck():
    sim = table("short")
    sim.play(1)
    assert {one.cards for one in records(sim, Offer)} == {36}


def pair(seed):
    """Two sealed deals whose shares and told cards are alike, and whose hidden ones are not."""
    dice = random.Random(seed)
    x = sha256(b"%d" % seed).digest()
    _, places = fair.cut(x, 52)
    one, two = (fair.SealedDeck(sha256(b"%d/%d" % (seed, k)).digest(), 52) for k in (0, 1))
    told = sorted(dice.sample(range(52), dice.randrange(2, 20)))
    order = one.order[:]
    hidden = [places[p] for p in range(52) if p not in told]
    values = [order[leaf] for leaf in hidden]
    dice.shuffle(values)
    for leaf, card in zip(hidden, values, strict=True):
        order[leaf] = card
    salts = two.salts[:]
    for p in told:
        salts[places[p]] = one.salts[places[p]]
    leaves = [fair.leaf(i, order[i], salts[i]) for i in range(52)]
    return one, leaves, {places[p] for p in told}


def check_f49(pairs):
    for seed in range(pairs):
        one, leaves, told = pair(seed)
        same = {i for i in range(52) if one.leaves[i] == leaves[i]}
        assert same == told
        assert {len(leaf) for leaf in leaves} == {32}


def test_f49_what_nobody_saw_leaves_no_trace():
    check_f49(100)


@pytest.mark.slow
def test_f49_over_ten_thousand_pairs():
    check_f49(10_000)


def test_f49_files_hold_no_salt_of_a_card_that_was_not_told():
    sim = table("poker")
    sim.play(3)
    for number in sim.ended():
        for one in sim.people:
            text = sim.file(number, one).decode()
            proof = sim.proof(number)
            seed = next(r.secret for r in sim.fair if r.deal == number and r.secret)
            played, _ = fair.cut(proof.stir(), 52)
            deck = fair.SealedDeck(fair.deck_secret(seed, played), 52)
            header, _, _ = sim.deals[[r for r in sim.fair if r.deal == number][2].of_deal - 1]
            told = text.count('"salt"')
            hidden = [salt for salt in deck.salts if salt.hex() not in text]
            assert len(hidden) == 52 - told
            assert seed.hex() not in text
            assert header.seed.hex() not in text


def test_f93_a_table_of_an_event_deals_when_its_event_says_so_after_a_restart_too():
    words = vocabulary("poker")
    options = words.write_options(words.options({"startStack": 60}))
    row = TableRow(1, "poker", options, 3, "", "", False, True, WALL)
    match = MatchRow(1, 1, PLAYING, WALL, WALL)
    kept = KeptTable(row, [], match, [], [])
    for terms in (None, Terms(Key(bytes(32)), WAIT, Conduct())):
        life = Staged.revived(kept, lambda: bytes(32), 1000, WALL, terms)
        life.advance(1000, WALL)
        assert life.take() == []
        assert life.table.deal is None


def test_f39_a_board_everybody_knows_is_not_offered():
    sim = Sim("memory", {"daily": True}, 1, ["honest"])
    assert sim.deals
    assert not sim.fair
