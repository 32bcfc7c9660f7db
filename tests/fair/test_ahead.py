"""F23: the next deal is promised as soon as the cards of this one are out, in poker too; so its
lock rides on the words that end this one, and nobody is waited for who has pledged meanwhile."""

from __future__ import annotations

import pytest

from cutcard.fair.lines import Lock, Offer
from cutcard.kernel import fair
from cutcard.store.protocol import TableRow
from cutcard.table.effects import Announce
from cutcard.table.life import Life
from cutcard.table.vocabulary import vocabulary

from .sim import Sim
from .test_protocol import records

QUICK = {"startStack": 200, "smallBlind": 2, "bigBlind": 4, "startDelay": 0, "showDelay": 1}


def poker(**options):
    return Sim("poker", {**QUICK, **options}, 3, ("honest",) * 3)


def until(sim, kind, count):
    """Plays until so many records of a kind are there, and no further."""
    for _ in range(2000):
        if sum(row.kind == kind for row in sim.fair) >= count:
            return
        sim.step()
    raise AssertionError(f"no {kind}")


def verdicts(sim):
    """Of all who were dealt in."""
    dealt = {(lock.deal, row.user) for lock in records(sim, Lock) for row in lock.seats}
    return {
        sim.verdict(number, one)
        for number in sim.ended()
        for one in sim.people
        if (number, one.user.id) in dealt
    }


def kinds(sim):
    return [row.kind for row in sim.fair]


def test_f23_the_next_hand_is_promised_with_the_cards_of_this_one():
    sim = poker()
    until(sim, "deal", 1)
    assert kinds(sim) == ["offer", "lock", "deal", "offer"]
    sim.deliver()
    assert len(sim.life.table.fair.pledges) == 3  # while the hand is played
    until(sim, "end", 1)
    assert kinds(sim)[4:6] == ["end", "lock"]
    end, lock = sim.fair[4:6]
    assert f'"at":{records(sim, Lock)[1].at}'.encode() in end.line  # at the same moment
    assert b'"pledge":""' not in lock.line


def test_f23_the_next_deal_has_the_seed_that_was_promised_and_replays_from_it():
    sim = poker()
    sim.play(3)
    promised = {row.deal: row.secret for row in sim.fair if row.kind == "offer"}
    headers = [header.seed for header, _, _ in sim.deals]
    assert headers[1:3] == [promised[2], promised[3]]
    assert promised[1] == fair.sealed_seed(headers[0], 1)  # its deal was opened before
    assert verdicts(sim) == {("PROVED", "OWN")}


def test_f23_an_end_is_told_with_the_deal_it_ends():
    """`of` names the table's own deal: the page finds its cards by it."""
    sim, told = poker(), []
    fold = sim.fold

    def see(effects):
        effects = list(effects)
        told.extend(one for one in effects if type(one) is Announce)
        fold(effects)

    sim.fold = see
    sim.play(3)
    ends = [(one.of, record.deal) for one in told for record in one.records if record.kind == "end"]
    assert ends == [(1, 1), (2, 2), (3, 3)]


def test_f23_who_is_still_asked_to_wait_hears_of_the_end_at_once():
    sim = poker(startDelay=5000)
    until(sim, "end", 1)
    assert kinds(sim)[-1] == "end"
    assert sim.life.table.fair.untold == []


def test_f35_a_pledge_that_was_lost_behind_an_end_is_sent_again():
    """The offer is not the last record then: the deal before it has ended since."""
    sim = poker(startDelay=5000)
    until(sim, "end", 1)
    sim.crash()
    sim.play(3)
    assert verdicts(sim) == {("PROVED", "OWN")}


def test_f35_a_hand_whose_offer_was_made_before_a_crash_is_dealt_from_it():
    sim = poker()
    until(sim, "deal", 1)
    promised = sim.fair[-1].secret
    sim.crash()
    until(sim, "deal", 2)
    assert sim.deals[1][0].seed == promised
    assert [one.deal for one in records(sim, Offer)][:2] == [1, 2]


def test_f41_a_dealer_who_chooses_is_waited_for():
    sim = Sim("poker", {**QUICK, "variant": "dealer"}, 3, ("honest",) * 3)
    until(sim, "deal", 1)
    assert kinds(sim)[-1] == "deal"  # which game comes next is not known


def test_f38_a_table_that_closes_in_a_hand_calls_the_promised_one_off():
    sim = poker()
    until(sim, "deal", 1)
    sim.do("abandon", "closed")
    assert kinds(sim)[-2:] == ["end", "void"]
    assert b'"reason":"CLOSED"' in sim.fair[-1].line


@pytest.mark.parametrize("bots", [(), ("random",)])
def test_f23_seeds_of_hands_are_never_used_twice(bots):
    sim = Sim("poker", QUICK, 3, ("honest",) * (3 - len(bots)), bots)
    sim.play(4)
    seeds = [row.secret for row in sim.fair if row.kind == "offer"]
    assert len(set(seeds)) == len(seeds)


def ended_duel():
    """A match of one deal is over, and nobody has said yet whether they play again."""
    sim = Sim("duel", {"maxRounds": 3})
    until(sim, "end", 1)
    sim.deliver()
    return sim


def test_f23_another_match_is_offered_with_the_end_of_the_last_and_locked_as_soon_as_all_agree():
    sim = ended_duel()
    assert kinds(sim) == ["offer", "lock", "deal", "end", "offer"]
    assert records(sim, Offer)[1].at == int(sim.fair[3].line.partition(b'"at":')[2].split(b",")[0])
    assert len(sim.life.table.fair.pledges) == 2  # before anybody waits for them
    begun = sim.now
    for one in sim.people:
        sim.do("rematch", one.user, True)
    assert kinds(sim)[5:] == ["lock"]
    sim.deliver()
    assert (sim.now, len(sim.deals)) == (begun, 2)
    sim.play(2)
    assert verdicts(sim) == {("PROVED", "OWN")}


def test_f23_who_comes_between_two_matches_is_told_of_the_deal_just_over():
    sim = ended_duel()
    late = sim.people[1]
    sim.go(late)
    sim.come(late)
    told = sim.inbox[-1][1]["records"]
    assert [one["t"] for one in told] == ["offer", "lock", "deal", "end", "offer"]
    sim.crash()  # and so it is after a restart
    sim.play(2)
    assert verdicts(sim) == {("PROVED", "OWN")}


def test_f38_a_match_that_nobody_plays_again_calls_its_offer_off():
    sim = ended_duel()
    for one in sim.people:
        sim.do("leave", one.user, False)
    assert sim.closed
    assert kinds(sim)[4:] == ["offer", "void"]


@pytest.mark.parametrize("event", [0, 1])
def test_f23_an_events_table_is_offered_no_match_that_the_event_does_not_ask_for(event):
    words = vocabulary("duel")
    row = TableRow(1, "duel", words.write_options(words.options(None)), 2, "", "a", False, True, 0,
                   event=event)  # fmt: skip
    life = Life.opened(row, Sim("duel").seeds, 0, 0, Sim("duel").terms)
    assert life.table.fair.again is (event == 0)
