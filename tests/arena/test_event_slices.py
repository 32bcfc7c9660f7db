"""T43 where thousands play: many tables break, or many move, at the end of one hand. It is done in
pieces, nobody deals in between, and what comes of it is the same."""

from __future__ import annotations

import pytest

from cutcard.arena.event import Deal, Event, encode
from cutcard.arena.event import log as entries

from .hall import SEED, Hall, writes


def crowd(at_once=None):
    """Nine tables of four; of eight all but one are out, while the table that breaks first still
    plays its hand: when that is over, tables break one after the other."""
    hall = Hall(36, table_size=4)
    if at_once is not None:
        hall.event.desk.at_once = at_once
    first = hall.state.breaking[0]
    for table in [number for number in hall.state.tables if number != first]:
        users = hall.at_table(table)
        hall.beat(table, *users[1:], by=users[0])
    return hall, first


def settle(hall):
    """Time comes at once for as long as it is asked for."""
    pieces = []
    while hall.event.due() == hall.at:
        pieces.append(hall.carry(hall.event.advance(hall.at)))
    return pieces


def broken(effects):
    return sum(isinstance(what, entries.TableBroken) for what in writes(effects))


def test_T43_T53_tables_break_in_pieces_and_nobody_deals_in_between():
    whole, first = crowd()
    effects = whole.end(first)
    assert broken(effects) >= 3
    assert whole.event.due() != whole.at

    hall, first = crowd(at_once=1)
    pieces = [hall.end(first), *settle(hall)]
    assert len(pieces) >= broken(effects) / 2  # a request looks before and after
    for piece in pieces[:-1]:
        assert broken(piece) <= 2
        assert not any(isinstance(effect, Deal) for effect in piece)
    assert list(map(encode, hall.event.log)) == list(map(encode, whole.event.log))


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_T44_T50_moves_come_in_pieces_and_are_the_same(at_once):
    logs = []
    for most in (None, at_once):
        hall = Hall(36, table_size=9)
        if most is not None:
            hall.event.desk.at_once = most
        users = hall.at_table(1)
        hall.beat(1, *users[1:7], by=users[0])
        for table in (2, 3, 4):
            effects = [*hall.end(table), *(one for piece in settle(hall) for one in piece)]
            moved = [what for what in writes(effects) if isinstance(what, entries.Moved)]
            assert table != 2 or len(moved) == 1
        logs.append(list(map(encode, hall.event.log)))
    assert logs[0] == logs[1]


def test_T104_what_was_not_settled_is_settled_when_time_comes():
    hall, first = crowd(at_once=1)
    hall.end(first)
    assert hall.event.due() == hall.at
    again = Event("e", SEED, hall.event.log)
    effects = again.advance(hall.at)
    settle(hall)
    assert broken(effects) >= 1
    assert list(map(encode, again.log)) == list(map(encode, hall.event.log))
