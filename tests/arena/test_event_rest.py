"""T95-T116 of docs/rules/tournament.md: absent players, what never changes, what survives, what is
told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs
from tests.arena.hall import MINUTE, RICH, SEED, START, Hall, terms

from cutcard.arena.event import (
    Broke,
    Event,
    Row,
    Write,
    check_terms,
    decode,
    encode,
    facts,
    info,
    requests,
)
from cutcard.arena.event.fold import apply, fold
from cutcard.games import game
from cutcard.games.poker import event as staging
from cutcard.games.poker import moves
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.optional import Paid, Stage
from cutcard.kernel.rng import Rng


def dealt(stacks, told=None, **more):
    options = staging.options({}, 1000)
    stage = Stage(tuple(stacks), 10, 20, **{"button": 0, **more})
    state = game("poker").deal(options, len(stacks), Rng.named("T"), staging.carry(options, stage))
    state.play(NATURE, state.timers()[0].tick, state.timers()[0].due, told)
    return state


def clock(state):
    return next(timer for timer in state.timers() if timer.seat is not None)


def test_T95_everyone_with_chips_is_dealt_in_and_posts_whether_they_came_or_not():
    state = dealt((500, 0, 500, 500))
    assert sorted(state.order) == [0, 2, 3]
    hall = Hall(4)
    assert sorted(hall.deals[1].users.values()) == ["p1", "p2", "p3", "p4"]


def test_T96_first_out_of_time_then_away_and_a_second_each():
    state = dealt((500, 500, 500))
    seat = state.to_act()[0]
    first = clock(state)
    assert first.due - state.since == 30_000 + 30_000  # the clock and the time bank
    state.play(NATURE, first.tick, first.due)
    assert state.away[seat]
    assert state.hand.folded[state.place_of[seat]]
    again = dealt((500, 500, 500))
    again.away[again.to_act()[0]] = True
    again._start_clock(again.hand, 5000)
    assert clock(again).due == 6000


def test_T97_any_move_and_they_are_back():
    state = dealt((500, 500, 500))
    seat = state.to_act()[0]
    state.play(seat, moves.Away(), 3000)
    assert state.away[seat]
    state.play(seat, moves.Call(), 3500)
    assert not state.away[seat]
    other = state.to_act()[0]
    state.play(other, moves.Away(), 3600)
    assert any(type(m) is moves.Back for m in state.asides(other))  # what SIT_IN plays
    state.play(other, moves.Back(), 3700)
    assert not state.away[other]


def test_T98_everybody_away_and_the_big_blind_wins():
    state = dealt((500, 500, 500))
    big = state.big
    while state.outcome() is None:
        timer = min(state.timers(), key=lambda one: one.due)
        state.play(NATURE, timer.tick, timer.due)
    report = staging.paid(state)
    assert report.after[big] == 510


def test_T99_leaving_means_away_and_nobody_cashes_out():
    told = []
    state = dealt((500, 500, 500))
    seat = state.to_act()[0]
    state.play(seat, moves.Leave(), 3000, told)
    assert state.away[seat]
    assert not state.leaving
    assert state.to_act() == (seat,)  # their hand is played on
    assert not any(type(one.fact).__name__ == "Cash" for one in told)
    state.play(seat, moves.Leave(), 3001, told)
    assert state.stacks[seat] == 500


def test_T100_chips_that_do_not_add_up_stop_the_event():
    hall = Hall(3)
    stage = hall.deals[1].stage
    after = list(stage.stacks)
    after[next(s for s, x in enumerate(after) if x)] += 1
    report = Paid(stage.stacks, tuple(after), (0, 1, 2), 0, 1, 2, {})
    with pytest.raises(Broke, match="other chips"):
        hall.event.hand_ended(1, report, hall.at)


def test_T100_after_every_entry_of_the_log(whole):
    state = None
    for number in range(1, len(whole.event.log) + 1):
        entry = whole.event.log[number - 1]
        if state is None:
            state = fold(whole.event.log[:1])
            continue
        apply(state, entry)
        if state.phase in ("running", "over"):
            assert state.chips() == state.owed_chips(), entry


def test_T101_money_adds_up_and_the_account_is_empty(whole):
    assert whole.state.account == 0
    assert sum(book.amount for book in whole.books) == 0
    assert {book.why for book in whole.books} >= {"entry", "rebuy", "prize", "bounty", "fees"}


def test_T102_the_same_log_gives_the_same_state_and_digest(whole):
    entries = [decode(encode(entry)) for entry in whole.event.log]
    assert Event("e", SEED, entries).state.digest() == whole.state.digest()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)


def test_T103_after_every_transaction_everybody_sits_at_just_one_table(whole):
    cut = 1
    for step in whole.steps:
        cut += sum(isinstance(effect, Write) for effect in step)
        state = fold(whole.event.log[:cut])
        seated = [entry for table in state.tables.values() for entry in table.players.values()]
        if state.phase == "running":
            assert sorted(seated) == sorted(state.live.values())
    assert cut == len(whole.event.log)


def test_T103_a_refusal_writes_nothing():
    hall = Hall(3)
    before, digest = len(hall.event.log), hall.state.digest()
    for ask in (
        lambda: hall.event.register("x", RICH, hall.at),
        lambda: hall.event.rebuy("p1", RICH, hall.at),
        lambda: hall.event.hand_ended(9, Paid((), (), (), 0, 0, 0, {}), hall.at),
    ):
        with pytest.raises(Illegal):
            ask()
    assert (len(hall.event.log), hall.state.digest()) == (before, digest)


@pytest.fixture(scope="module")
def whole():
    """An event with everything: late entries, re-entries, rebuys, bounties, two tables to one."""
    hall = Hall(
        14, table_size=6, late_levels=2, re_entries=2, rebuys=1, rebuy_levels=1, rebuy_stack=500,
        rebuy_price=5, buy_in=100, fee=10, bounty=9, progressive=True, guarantee=3000,
    )  # fmt: skip
    rng = Rng.named("whole")
    hall.enter("late")
    for _ in range(400):
        if hall.state.phase != "running":
            break
        if hall.state.asked:
            user = hall.state.players[min(hall.state.asked)].user
            if rng.below(2):
                hall.carry(hall.event.rebuy(user, RICH, hall.at))
            else:
                hall.carry(hall.event.no_rebuy(user, hall.at))
            continue
        if not hall.deals:
            hall.wait(MINUTE)
            continue
        table = sorted(hall.deals)[rng.below(len(hall.deals))]
        users = hall.in_hand(table)
        hall.wait(20_000)
        if table not in hall.deals:
            continue
        hall.beat(table, users[-1], by=users[0]) if rng.below(2) else hall.end(table)
    assert hall.state.phase == "over"
    return hall


def restarted(hall, down):
    """The same event as a new process reads it, after so long."""
    event = Event("e", SEED, [decode(encode(entry)) for entry in hall.event.log])
    event.restart(hall.at + down)
    return event


def test_T104_clocks_have_what_they_had_left():
    hall = Hall(4)
    hall.wait(4 * MINUTE)
    hall.end(1)
    event = restarted(hall, 60 * MINUTE)
    now = hall.at + 60 * MINUTE
    assert event.state.clock(now) == 4 * MINUTE
    assert event.due() == now + 6 * MINUTE
    assert event.state.tables[1].running  # the table goes on from its own log
    assert event.state.grace_until == now + MINUTE
    rows = (Row(10, 20, minutes=5), Row(rest=3), Row(20, 40, minutes=5))
    resting = Hall(4, structure=rows)
    resting.wait(5 * MINUTE)
    resting.end(1)
    event = restarted(resting, 7 * MINUTE)
    assert event.due() == resting.at + 10 * MINUTE


def test_T104_a_start_that_was_due_happens_a_minute_after():
    hall = Hall()
    hall.enter("a")
    hall.enter("b")
    event = restarted(hall, 2 * START)
    now = hall.at + 2 * START
    event.advance(now + MINUTE - 1)
    assert event.state.phase == "registering"
    event.advance(now + MINUTE)
    assert event.state.phase == "running"
    soon = restarted(hall, 5)
    assert soon.due() == START


@pytest.mark.parametrize("number", range(20))
def test_T104_killed_anywhere_it_ends_the_same(number):
    """The log cut at any transaction, read again, and played on to the end: chips and money add
    up, and nobody has two places."""
    rng = Rng.named(f"kill/{number}")
    hall = Hall(9, table_size=5, buy_in=50, bounty=5)
    for _ in range(rng.below(12)):
        if hall.state.phase == "running":
            table = sorted(hall.deals)[rng.below(len(hall.deals))]
            users = hall.in_hand(table)
            hall.beat(table, users[-1], by=users[0]) if rng.below(2) else hall.end(table)
    hall.event = restarted(hall, MINUTE)
    hall.at += MINUTE
    while hall.state.phase == "running":
        for table in sorted(hall.deals):
            users = hall.in_hand(table)
            hall.beat(table, users[-1], by=users[0])
    assert sorted(p.place for p in hall.state.players.values()) == list(range(1, 10))
    assert sum(book.amount for book in hall.books) == 0


def test_T106_paused_hands_are_played_to_their_end_and_none_is_dealt():
    hall = Hall(12)
    with pytest.raises(Illegal):
        hall.event.pause(hall.at, admin=False)
    hall.carry(hall.event.pause(hall.at, admin=True))
    for table in list(hall.deals):
        hall.end(table)
    assert hall.deals == {}
    hall.wait(100 * MINUTE)
    assert (hall.deals, hall.state.level) == ({}, 1)
    hall.carry(hall.event.resume(hall.at, admin=True))
    assert sorted(hall.deals) == [1, 2]
    assert hall.facts(facts.Paused)
    assert hall.facts(facts.Resumed)


def test_T107_what_everybody_may_know():
    hall = Hall(12, buy_in=10)
    hall.wait(MINUTE)
    hall.beat(1, hall.at_table(1)[0])
    shown = info.info(hall.event, hall.at)
    assert (shown.entries, shown.left, shown.level, shown.average) == (12, 11, 1, 1090)
    assert shown.level_left == 9 * MINUTE
    assert shown.next_blinds.big_blind == 40
    assert (shown.pool, shown.prizes) == (120, tuple(hall.state.prizes))
    assert shown.commitment == hall.state.commitment
    assert list(shown.breaking) == hall.state.breaking
    assert shown.blinds.big_blind == 20
    out = [p for p in shown.players if p.place]
    assert [(p.place, p.table) for p in out] == [(12, None)]
    assert all(p.stack for p in shown.players if p.table)


def test_T108_never_told():
    hall = Hall(3)
    shown = str(info.info(hall.event, hall.at))
    assert SEED.hex() not in shown
    assert info.info(hall.event, hall.at).seed is None
    assert not any(SEED.hex() in str(fact) for fact, _ in hall.said)
    users = hall.at_table(1)
    hall.beat(1, *users[1:], by=users[0])
    assert info.info(hall.event, hall.at).seed == SEED.hex()


def test_T108_nobody_can_tell_who_declined_a_deal():
    told = []
    for number in (1, 2):
        hall = Hall(3, buy_in=100)
        users = hall.at_table(1)
        hall.carry(hall.event.propose(users[0], "chips", 0, hall.at))
        hall.end(1)
        hall.carry(hall.event.decline(users[number], hall.at))
        assert facts.DealEnded(False) in [fact for fact, _ in hall.said]
        told.append((hall.said, info.info(hall.event, hall.at)))
    assert told[0] == told[1]


def test_T109_a_table_s_stacks_are_as_late_as_the_spectator_s_view():
    hall = Hall(4)
    user, other = hall.at_table(1)[:2]
    hall.wait(MINUTE)
    stacks = list(hall.deals[1].stage.stacks)
    stacks[hall.player(user).seat] += 500
    stacks[hall.player(other).seat] -= 500
    hall.end(1, stacks)
    now = {p.player_id: p.stack for p in info.info(hall.event, hall.at).players}
    trailing = info.Trailing(hall.event, 30_000)
    then = trailing.stacks(hall.event, hall.at)
    late = {p.player_id: p.stack for p in info.info(hall.event, hall.at, then).players}
    assert (now[user], late[user]) == (1500, 1000)
    then = trailing.stacks(hall.event, hall.at + 30_000)
    after = info.info(hall.event, hall.at + 30_000, then).players
    assert {p.player_id: p.stack for p in after}[user] == 1500


def test_T107_a_page_of_the_players_who_is_in_first_by_chips():
    hall = Hall(4)
    users = hall.at_table(1)
    hall.beat(1, users[1], by=users[0])
    whole = info.info(hall.event, hall.at, page=range(10)).players
    assert (whole[0].player_id, whole[0].stack) == (users[0], 2000)
    assert (whole[-1].player_id, whole[-1].place) == (users[1], 4)
    assert info.info(hall.event, hall.at, page=range(1, 3)).players == whole[1:3]


def test_T110_the_player_hears_where_they_sit():
    hall = Hall(12)
    told = {user: fact for fact, user in hall.said if isinstance(fact, facts.Seated)}
    assert sorted(told) == sorted(f"p{n}" for n in range(1, 13))
    assert all(
        (hall.player(user).table, hall.player(user).seat) == (fact.table, fact.seat)
        for user, fact in told.items()
    )
    assert {fact.reason for fact in told.values()} == {"start"}


def test_T111_requests_by_their_names_and_a_key_counts_once():
    names = "LIST INFO CREATE REGISTER UNREGISTER RE_ENTER REBUY ADD_ON WATCH UNWATCH"
    names += " DEAL_PROPOSE DEAL_ACCEPT DEAL_DECLINE CANCEL PAUSE RESUME"
    assert sorted(requests.NAMES) == sorted(f"TOURNAMENT_{name}" for name in names.split())
    clerk = requests.Clerk(Event.open("e", Hall().state.terms, SEED, 0))
    asked = requests.Asked("a", 1, RICH, key="k")
    assert clerk.ask("TOURNAMENT_REGISTER", asked)
    assert clerk.ask("TOURNAMENT_REGISTER", asked) == []
    again = requests.Asked("a", 1, RICH, key="k2")
    for _ in range(2):
        with pytest.raises(Illegal, match="already"):
            clerk.ask("TOURNAMENT_REGISTER", again)
    assert clerk.event.state.entries == 1
    with pytest.raises(Illegal):
        clerk.ask("TOURNAMENT_LIST", asked)


def test_T112_facts_by_the_rule_book_s_names_with_the_fields_it_says():
    text = (Path(__file__).parents[2] / "docs" / "rules" / "tournament.md").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| 112 "))
    book = dict(re.findall(r"(TOURNAMENT_[A-Z_]+)(?: \{([^}]*)\})?", row))
    kinds = {
        kind.__struct_config__.tag: kind
        for kind in vars(facts).values()
        if isinstance(kind, type) and hasattr(kind, "__struct_config__")
    }
    assert len(book) == 17
    for name, fields in book.items():
        said = [one.split(":")[0].strip() for one in fields.split(", ")] if fields else []
        if name == "TOURNAMENT_MOVED":
            said = said[: said.index("reason") + 1]  # what follows are its reasons
        found = {one.encode_name: one.required for one in structs.fields(kinds[name])}
        assert {one.rstrip("?") for one in said} <= found.keys(), name
        must = {one for one in said if not one.endswith("?")}
        assert must <= {one for one, required in found.items() if required}, name


def test_T113_an_event_has_its_own_numbers():
    hall = Hall(4)
    seen = info.info(hall.event, hall.at).seq
    hall.end(1)
    missed = info.missed(hall.event.log, seen)
    assert [entry.number for entry in missed] == list(range(seen + 1, len(hall.event.log) + 1))
    assert info.missed(hall.event.log, 0) is None
    assert info.missed(hall.event.log, 10**6) is None


def late(**more):
    """Under way, and people may still come."""
    return Hall(4, late_levels=2, **more)


def over():
    hall = Hall(2)
    hall.beat(1, hall.at_table(1)[0])
    return hall


def offered():
    """Two are left, and a deal is on the table."""
    hall = Hall(2, buy_in=10)
    hall.carry(hall.event.propose("p1", "chips", 0, hall.at))
    hall.end(1)
    return hall


def again(hall):
    gone = hall.at_table(1)[0]
    hall.beat(1, gone)
    hall.event.re_enter(gone, RICH, hall.at)


REFUSED = {
    "ENTRY_CLOSED": lambda: Hall(4).enter("x"),
    "NOT_OPEN_YET": lambda: Hall(opens_at=50).enter("x"),
    "ALREADY_REGISTERED": lambda: late().enter("p1"),
    "NOT_REGISTERED": lambda: late().event.re_enter("x", RICH, START),
    "EVENT_FULL": lambda: Hall(2, max_entries=2, late_levels=2).enter("x"),
    "EVENT_RUNNING": lambda: Hall(4).event.unregister("p1", START),
    "EVENT_OVER": lambda: over().enter("x"),
    "ENTRY_LIMIT": lambda: again(late()),
    "STILL_IN": lambda: late(re_entries=1).event.re_enter("p1", RICH, START),
    "REBUY_NOT_ALLOWED": lambda: late().event.rebuy("p1", RICH, START),
    "ADD_ON_NOT_ALLOWED": lambda: late().event.add_on("p1", RICH, START),
    "NO_DEAL_NOW": lambda: Hall(18).event.propose("p1", "chips", 0, START),
    "DEAL_CHANGED": lambda: offered().event.accept("p2", 9, START),
    "BAD_STRUCTURE": lambda: check_terms(terms(structure=())),
    "BAD_PAYOUT": lambda: check_terms(terms(payout=(1, 2))),
    "FORBIDDEN": lambda: Hall(4).event.pause(START, admin=False),
    "NOT_ENOUGH_CHIPS": lambda: Hall(buy_in=10).enter("x", 9),
    "INVALID_REQUEST": lambda: check_terms(terms(bots=True, buy_in=1)),
}


@pytest.mark.parametrize("code", REFUSED)
def test_T114_refusals_by_their_names(code):
    """EVENT_NOT_FOUND and INVALID_PLAYER are the server's to say: tests/events."""
    with pytest.raises(Illegal) as no:
        REFUSED[code]()
    assert no.value.code == code
    assert no.value.message.endswith(".")


def test_T114_every_refusal_is_tried():
    assert {*REFUSED, "EVENT_NOT_FOUND", "INVALID_PLAYER"} == set(requests.REFUSALS)
