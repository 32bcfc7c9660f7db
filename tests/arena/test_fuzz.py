"""Anything asked of an event at any time, by chance: what is refused changes nothing, chips and
money always add up, the log alone gives the state, and it comes to an end."""

from __future__ import annotations

import pytest
from tests.arena.hall import MINUTE, RICH, SEED, Hall

from cutcard.arena.event import Event, Row, decode, encode
from cutcard.kernel.game import Illegal
from cutcard.kernel.rng import Rng

ROWS = (
    *(Row(10, 20, minutes=3), Row(20, 40, minutes=3), Row(rest=2)),
    *(Row(40, 80, 80, minutes=3, chip=25), Row(80, 160, 160, minutes=3, chip=100)),
)


def terms(rng: Rng) -> dict:
    """Terms of all kinds."""
    late = rng.below(3)
    rebuys = (0, 1, -1)[rng.below(3)]
    return {
        "structure": ROWS,
        "table_size": 3 + rng.below(6),
        "final_size": (0, 3, 9)[rng.below(3)],
        "late_levels": late,
        "re_entries": rng.below(3) if late else 0,
        "rebuys": rebuys,
        "rebuy_levels": 2 if rebuys else 0,
        "rebuy_stack": 700 if rebuys else 0,
        "rebuy_price": 30,
        "add_on_stack": 900 if rebuys and rng.below(2) else 0,
        "add_on_price": 40,
        "buy_in": 100,
        "fee": 7,
        "bounty": (0, 15)[rng.below(2)],
        "guarantee": (0, 5000)[rng.below(2)],
        "hand_for_hand_from": 1 + rng.below(4),
        "single_big_blind": bool(rng.below(2)),
        "colour_up": bool(rng.below(2)),
        "tickets": 0 if rng.below(5) else 2,
        "ticket_to": "main",
    }


def somebody(hall: Hall, rng: Rng) -> str:
    users = sorted({player.user for player in hall.state.players.values()})
    return users[rng.below(len(users))]


def hand(hall: Hall, rng: Rng) -> None:
    """A hand ends somewhere: chips go about by chance."""
    table = sorted(hall.deals)[rng.below(len(hall.deals))]
    deal = hall.deals[table]
    from_table = hall.state.tables[table].dealt
    after = list(deal.stage.stacks)
    beaten = {}
    winner = from_table[rng.below(len(from_table))]
    for seat in from_table:
        if seat == winner:
            continue
        if rng.below(3) == 0:
            part = after[seat] // 3 if rng.below(5) else after[seat]
            after[winner] += part
            after[seat] -= part
            if not after[seat]:
                beaten[seat] = (winner,)
    hall.end(table, after, beaten)


def ask(hall: Hall, rng: Rng) -> None:
    event, at, user = hall.event, hall.at, somebody(hall, rng)
    asks = [
        lambda: event.register(f"new{rng.below(6)}", RICH, at),
        lambda: event.re_enter(user, RICH, at),
        lambda: event.unregister(user, at),
        lambda: event.rebuy(user, RICH * rng.below(2), at),
        lambda: event.no_rebuy(user, at),
        lambda: event.add_on(user, RICH, at),
        lambda: event.propose(user, ("icm", "chips")[rng.below(2)], rng.below(60), at),
        lambda: event.accept(user, hall.state.versions, at),
        lambda: event.accept(user, hall.state.versions, at),
        lambda: event.decline(user, at),
        lambda: event.pause(at, admin=True),
        lambda: event.resume(at, admin=True),
        lambda: event.disqualify(user, at, admin=not rng.below(6)),
        lambda: event.cancel(user, at, admin=not rng.below(60)),
    ]
    before = len(event.log)
    try:
        effects = asks[rng.below(len(asks))]()
    except Illegal:
        # what was due by then has happened all the same, and is told now
        hall.carry(event.advance(at))
        assert before <= len(event.log)
        return
    hall.carry(effects)


def play(number: int) -> Hall:
    rng = Rng.named(f"fuzz/{number}")
    given = terms(rng)
    if given["tickets"] == 0:
        del given["ticket_to"]
    hall = Hall(4 + rng.below(16), **given)
    for _ in range(600):
        if hall.state.phase != "running":
            break
        what = rng.below(10)
        if what < 6 and hall.deals:
            hand(hall, rng)
        elif what < 8:
            ask(hall, rng)
        elif what == 8:
            hall.wait(rng.below(40_000))
        else:
            entries = [decode(encode(entry)) for entry in hall.event.log]
            hall.event = Event("e", SEED, entries)
            hall.carry(hall.event.restart(hall.at))
        hall.at += rng.below(3000)
    finish(hall, rng)
    return hall


def finish(hall: Hall, rng: Rng) -> None:
    """Nobody asks for anything any more."""
    for _ in range(3000):
        if hall.state.phase != "running":
            return
        if hall.state.paused:
            hall.carry(hall.event.resume(hall.at, admin=True))
        elif hall.deals:
            hand(hall, rng)
        else:
            hall.wait(MINUTE)
    raise AssertionError("it does not end")


def examine(hall: Hall) -> None:
    assert hall.state.phase in ("over", "cancelled")
    assert sum(book.amount for book in hall.books) == 0
    if hall.state.phase == "over":
        placed = [player for player in hall.state.players.values() if player.place]
        assert len({player.user for player in placed}) == len(placed)
        assert len(placed) == len({player.user for player in hall.state.players.values()})


@pytest.mark.parametrize("number", range(12))
def test_T100_T101_T102_anything_at_any_time(number):
    examine(play(number))


@pytest.mark.slow
def test_T100_T101_T102_anything_at_any_time_often():
    for number in range(100, 400):
        examine(play(number))
