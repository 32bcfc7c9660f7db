"""T75-T94 of docs/rules/tournament.md: pools, prizes, bounties, deals. The worked-out cases of
T75-T82 and T90-T92 are in test_cases.py; here they are paid."""

from __future__ import annotations

import pytest
from tests.arena.hall import MINUTE, Hall, terms

from cutcard.arena import Takings, check_structure, deal, payout, places_paid, tied
from cutcard.arena.event import BANK, Row, check_terms, facts, log
from cutcard.games import game
from cutcard.games.poker import evaluate
from cutcard.games.poker import event as staging
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng


def play_out(hall):
    """The lowest seat wins every hand from the highest."""
    while hall.state.phase == "running":
        table = min(hall.deals)
        users = list(hall.deals[table].users.values())
        hall.beat(table, users[-1], by=users[0])


def paid_to(hall, why):
    return sum(-b.amount for b in hall.books if b.why == why)


def test_T75_T79_the_pool_and_whole_chips():
    assert payout(Takings(9, 100)).prizes == (450, 270, 180)
    assert payout(Takings(10, 7)).prizes == (35, 21, 14)
    assert payout(Takings(5, 55)).prizes == (179, 96)
    hall = Hall(5, buy_in=55, fee=5, bounty=3)
    assert (hall.state.pool, hall.state.prizes) == (275, [179, 96])
    play_out(hall)
    assert paid_to(hall, "prize") == 275
    assert sum(b.amount for b in hall.books) == 0
    assert [(b.user, b.amount) for b in hall.books if b.why == "fees"] == [(BANK, -25)]


def test_T76_the_bank_pays_what_is_missing_when_registration_closes():
    hall = Hall(4, buy_in=10, guarantee=100)
    assert [(b.user, b.amount) for b in hall.books if b.why == "overlay"] == [(BANK, 60)]
    assert hall.state.prizes == [65, 35]
    assert hall.facts(facts.EntryClosed)[0].pool == 100


@pytest.mark.parametrize(
    ("entries", "paid"), [(3, 1), (4, 2), (45, 7), (100, 12), (101, 16), (5000, 750)]
)
def test_T77_places_paid(entries, paid):
    assert places_paid(entries) == paid


def test_T78_over_a_hundred_entries_place_i_weighs_1_over_2i_plus_1():
    found = payout(Takings(200, 1000)).prizes
    assert found[0] > found[1] > found[29]
    assert abs(found[1] / found[29] - 61 / 5) < 0.01
    assert sum(found) == 200_000


@pytest.mark.parametrize("bad", [(), (5000, 4000), (4000, 6000), (10000, 0), (100,) * 101])
def test_T80_a_structure_of_one_s_own(bad):
    with pytest.raises(Illegal) as no:
        check_structure(bad)
    assert no.value.code == "BAD_PAYOUT"
    with pytest.raises(Illegal):
        check_terms(terms(payout=bad))
    assert payout(Takings(2, 100), (5000, 3000, 2000)).prizes == (125, 75)
    assert Hall(4, buy_in=10, payout=(10000,)).state.prizes == [40]


def test_T81_prizes_are_fixed_when_registration_closes():
    hall = Hall(4, buy_in=10, late_levels=1)
    assert hall.state.prizes == []
    hall.enter("late")
    hall.wait(10 * MINUTE)
    assert hall.state.closed
    told = hall.facts(facts.EntryClosed)
    assert [(f.entries, f.pool, f.prizes) for f in told] == [(5, 50, (33, 17))]


def test_T82_ties_share():
    prizes = payout(Takings(64, 100)).prizes
    assert tied(prizes, 8, 2) == [208, 208]
    for price, parts in ((55, (48, 48)), (57, (50, 49))):  # the odd chip by lower entry number
        hall = Hall(5, buy_in=price)
        users = hall.at_table(1)
        hall.beat(1, users[3], by=users[0])
        hall.beat(1, users[4], by=users[0])
        hall.beat(1, users[1], users[2], by=users[0])
        low, high = sorted(users[1:3], key=hall.entry)
        assert (hall.player(low).prize, hall.player(high).prize) == parts


def test_T83_paid_in_the_entry_that_puts_them_out():
    hall = Hall(4, buy_in=100)
    users = hall.at_table(1)
    hall.beat(1, users[3], by=users[0])
    hall.beat(1, users[2], by=users[0])
    assert paid_to(hall, "prize") == 0
    effects = hall.beat(1, users[1], by=users[0])
    outs = [
        e.entry.what for e in effects if hasattr(e, "entry") and isinstance(e.entry.what, log.Out)
    ]
    assert [(o.place, o.prize) for o in outs] == [(2, 140), (1, 260)]
    assert paid_to(hall, "prize") == 400


def test_T84_a_satellite():
    hall = Hall(6, buy_in=100, tickets=2, ticket_to="main")
    users = hall.at_table(1)
    for user in users[:1:-1]:
        hall.beat(1, user, by=users[0])
    assert hall.state.phase == "over"
    assert sorted(t.user for t in hall.tickets) == sorted(users[:2])
    assert {t.event for t in hall.tickets} == {"main"}
    assert {(hall.player(u).place, hall.player(u).place_to) for u in users[:2]} == {(1, 2)}
    assert hall.player(users[2]).prize == 600  # what is left of the pool goes to the next out
    with pytest.raises(Illegal, match="names the event"):
        check_terms(terms(tickets=1))


def out_to_the_last(hall, *losers):
    users = hall.at_table(1)
    for some in losers:
        hall.beat(1, *some, by=users[0])


def test_T84_the_pool_pays_for_the_tickets_and_the_rest_goes_to_the_next_out():
    hall = Hall(6, buy_in=100, tickets=2, ticket_to="main", ticket_price=220)
    users = hall.at_table(1)
    assert hall.state.prizes == [220, 220, 160]
    out_to_the_last(hall, *[(user,) for user in users[:1:-1]])
    assert hall.state.phase == "over"
    assert {(t.user, t.event, t.price) for t in hall.tickets} == {
        (user, "main", 220) for user in users[:2]
    }
    assert paid_to(hall, "prize") == 160  # to the next out; the tickets' price goes with them
    assert [hall.player(user).prize for user in users[:3]] == [220, 220, 160]
    short = Hall(3, buy_in=10, tickets=2, ticket_to="main", ticket_price=220)
    assert (short.state.overlay, short.state.prizes) == (410, [220, 220])  # the bank's (T76)


def test_T82_T84_who_ties_beyond_the_last_ticket_is_paid_in_chips():
    hall = Hall(4, buy_in=100, tickets=2, ticket_to="main", ticket_price=150)
    users = hall.at_table(1)
    out_to_the_last(hall, users[3:], users[1:3])  # second to third: one ticket, and 100 chips
    assert hall.state.phase == "over"
    assert [ticket.user for ticket in hall.tickets] == users[:1]
    assert [hall.player(user).prize for user in users[:3]] == [150, 125, 125]


def test_T105_of_a_satellite_that_is_cancelled_all_is_shared():
    hall = Hall(4, buy_in=100, tickets=2, ticket_to="main", ticket_price=150)
    hall.carry(hall.event.cancel("boss", hall.at, admin=True))
    assert -sum(book.amount for book in hall.books if book.why == "refund") == 400


def test_T8_T84_with_no_more_than_have_tickets_it_does_not_begin():
    hall = Hall(2, buy_in=100, tickets=2, ticket_to="main")
    assert hall.state.phase == "cancelled"
    with pytest.raises(Illegal, match="seats more than it has tickets"):
        check_terms(terms(format="sit-and-go", table_size=2, tickets=2, ticket_to="9"))


def test_T85_a_bounty_is_who_put_them_out_s_and_in_a_rebuy_event_only_then():
    hall = Hall(3, bounty=50, rebuys=1, rebuy_levels=2, rebuy_stack=500)
    loser, winner, last = hall.at_table(1)
    hall.beat(1, loser, by=winner)
    hall.carry(hall.event.rebuy(loser, 0, hall.at))
    assert paid_to(hall, "bounty") == 0
    hall.beat(1, loser, by=winner)
    assert hall.facts(facts.Bounty)[0] == facts.Bounty(winner, loser, 50, 0)
    hall.beat(1, last, by=winner)
    hall.carry(hall.event.no_rebuy(last, hall.at))
    assert hall.state.phase == "over"
    assert hall.state.players[hall.entry(winner)].bounties == 150  # the first keeps their own
    assert hall.state.players[hall.entry(winner)].knockouts == 2


def beaten_by(state, report, seat):
    """T86 from the sentence alone, of a hand in which everybody is all-in: the highest pot is of
    those who put in as much as they did, their uncalled chips aside; its best hands win it."""
    second = sorted(report.before)[-2]
    put_in = [min(stack, second) for stack in report.before]
    able = [other for other in report.dealt if put_in[other] >= put_in[seat]]
    hand = state.hand
    worth = {
        other: evaluate.high((*hand.hole[state.order.index(other)], *hand.boards[0]))
        for other in able
    }
    best = max(worth.values())
    return tuple(other for other in state.order if worth.get(other) == best)  # P43's order


def test_T86_who_won_the_last_pot_they_could_win():
    options = staging.options({}, 1000)
    poker = game("poker")
    seen = side = shared = 0
    for number in range(200):
        stage = Stage((100, 300, 600, 900), 10, 20, button=0)
        state = poker.deal(options, 4, Rng.named(f"T86/{number}"), staging.carry(options, stage))
        at = state.timers()[0].due
        state.play(NATURE, state.timers()[0].tick, at)
        while state.outcome() is None:
            if acting := state.to_act():
                legal = state.legal(acting[0])
                calls = [m for m in legal if type(m).__name__ in ("AllIn", "Call", "Muck")]
                state.play(acting[0], (calls or list(legal))[-1 if calls else 0], at)
            else:
                at = max(at, state.timers()[0].due)
                state.play(NATURE, state.timers()[0].tick, at)
        report = staging.paid(state)
        assert sum(report.before) == sum(report.after) == 1900
        for seat, winners in report.beaten.items():
            assert report.after[seat] == 0
            assert winners == beaten_by(state, report, seat)
            side += report.after[0] > 100 and 0 not in winners
            shared += len(winners) > 1
            seen += 1
        assert set(report.beaten) == {s for s in report.dealt if not report.after[s]}
    assert seen > 100
    assert side  # the shortest won the main pot, and put nobody else out
    assert shared


def test_T86_several_winners_share_odd_chips_to_the_first():
    hall = Hall(4, bounty=25)
    users = hall.at_table(1)
    seats = [hall.player(u).seat for u in users]
    stacks = list(hall.deals[1].stage.stacks)
    stacks[seats[0]], stacks[seats[1]], stacks[seats[2]] = 0, 1500, 1500
    hall.end(1, stacks, {seats[0]: (seats[2], seats[1])})
    told = hall.facts(facts.Bounty)
    assert [(f.player_id, f.amount) for f in told] == [(users[2], 13), (users[1], 12)]


def test_T87_progressive():
    hall = Hall(3, bounty=25, progressive=True)
    a, b, c = hall.at_table(1)
    hall.beat(1, a, by=b)
    assert hall.facts(facts.Bounty)[0] == facts.Bounty(b, a, 13, 12)
    assert hall.player(b).bounty == 37
    hall.beat(1, b, by=c)
    assert hall.facts(facts.Bounty)[1] == facts.Bounty(c, b, 19, 18)
    assert hall.state.phase == "over"
    assert paid_to(hall, "bounty") == 75  # entries × bounty
    assert hall.player(c).bounties == 19 + 18 + 25


def test_T88_tied_winners_of_a_progressive_one_share_both_halves():
    hall = Hall(4, bounty=25, progressive=True)
    users = hall.at_table(1)
    seats = [hall.player(u).seat for u in users]
    stacks = list(hall.deals[1].stage.stacks)
    stacks[seats[0]], stacks[seats[1]], stacks[seats[2]] = 0, 1500, 1500
    hall.end(1, stacks, {seats[0]: (seats[1], seats[2])})
    told = hall.facts(facts.Bounty)
    assert [(f.amount, f.own) for f in told] == [(7, 6), (6, 6)]


def three_left(**more):
    hall = Hall(7, buy_in=100, **more)
    users = hall.at_table(1)
    for user in users[:2:-1]:
        hall.beat(1, user, by=users[0])
    assert hall.state.left == 3
    assert hall.state.prizes == [350, 210, 140]
    return hall, users[:3]


def test_T89_all_must_agree_to_the_same_version_within_a_minute():
    hall, (a, b, c) = three_left()
    hall.carry(hall.event.propose(a, "icm", 0, hall.at))
    assert hall.state.offer.version == 0  # its hand is played first
    hall.end(1)
    assert hall.deals == {}  # the event pauses
    offer = hall.facts(facts.DealProposed)[0]
    assert offer.in_ms == MINUTE
    assert sum(offer.amounts.values()) == 700
    with pytest.raises(Illegal) as no:
        hall.event.accept(b, 7, hall.at)
    assert no.value.code == "DEAL_CHANGED"
    hall.carry(hall.event.accept(b, offer.version, hall.at))
    hall.wait(MINUTE)
    assert hall.facts(facts.DealEnded) == [facts.DealEnded(False)]
    assert 1 in hall.deals
    with pytest.raises(Illegal) as no:
        hall.event.propose(a, "icm", 0, hall.at)
    assert no.value.code == "NO_DEAL_NOW"  # one proposal in ten minutes each
    hall.carry(hall.event.propose(b, "chips", 0, hall.at))
    hall.end(1)
    hall.carry(hall.event.decline(c, hall.at))
    assert hall.facts(facts.DealEnded)[-1] == facts.DealEnded(False)
    early = Hall(18, buy_in=10)
    with pytest.raises(Illegal) as no:
        early.event.propose("p1", "icm", 0, early.at)
    assert no.value.code == "NO_DEAL_NOW"


@pytest.mark.parametrize("method", ["chips", "icm"])
def test_T90_T91_T92_T94_a_deal_is_paid_at_once_and_it_is_over(method):
    hall, users = three_left()
    stacks = [hall.player(u).stack for u in sorted(users, key=hall.entry)]
    wanted = deal(method, stacks, [350, 210, 140])
    hall.carry(hall.event.propose(users[0], method, 0, hall.at))
    hall.end(1)
    version = hall.state.offer.version
    for user in users[1:]:
        hall.carry(hall.event.accept(user, version, hall.at))
    assert hall.state.phase == "over"
    assert [hall.player(u).prize for u in sorted(users, key=hall.entry)] == wanted
    assert paid_to(hall, "prize") == 700
    assert hall.player(users[0]).place == 1  # by stacks, equal ones shared
    assert {(hall.player(u).place, hall.player(u).place_to) for u in users[1:]} == {(2, 3)}


def test_T93_T94_something_left_to_play_for():
    hall, users = three_left()
    with pytest.raises(Illegal):
        hall.event.propose(users[0], "icm", 141, hall.at)
    hall.carry(hall.event.propose(users[0], "icm", 100, hall.at))
    hall.end(1)
    version = hall.state.offer.version
    assert sum(hall.state.offer.amounts.values()) == 600
    for user in users[1:]:
        hall.carry(hall.event.accept(user, version, hall.at))
    assert hall.state.phase == "running"
    assert paid_to(hall, "prize") == 600
    hall.beat(1, users[1], by=users[2])
    hall.beat(1, users[0], by=users[2])
    assert hall.state.phase == "over"
    assert paid_to(hall, "prize") == 700
    assert hall.player(users[2]).place == 1


def test_T105_cancelled_after_prizes_are_fixed_those_left_share_by_chips():
    hall, users = three_left(bounty=5)
    hall.carry(hall.event.cancel("admin", hall.at, admin=True))
    assert hall.state.phase == "cancelled"
    stacks = [hall.player(u).stack for u in sorted(users, key=hall.entry)]
    refunds = hall.written(log.Cancelled)[0].refunds
    shares = deal("chips", stacks, [350, 210, 140])
    assert [refunds[hall.entry(u)] - 5 for u in sorted(users, key=hall.entry)] == shares
    assert sum(b.amount for b in hall.books) == 0


def test_T105_before_that_all_is_refunded():
    rows = (Row(10, 20, minutes=5), Row(20, 40, minutes=5))
    hall = Hall(5, structure=rows, late_levels=1, buy_in=100, fee=9, bounty=10, host="boss")
    with pytest.raises(Illegal) as no:
        hall.event.cancel("boss", hall.at)
    assert no.value.code == "FORBIDDEN"
    loser, winner = hall.at_table(1)[:2]
    hall.beat(1, loser, by=winner)
    hall.carry(hall.event.cancel("admin", hall.at, admin=True))
    assert sum(b.amount for b in hall.books) == 0
    given = {u: sum(-b.amount for b in hall.books if b.user == u) for u in (loser, winner)}
    assert given == {loser: -10, winner: 10}  # the bounty was won
    before = Hall(buy_in=5, host="boss")
    before.enter("a")
    before.carry(before.event.cancel("boss", before.at))
    assert before.books[-1].amount == -5
