"""Users in the place of seats that stand for who holds them, and nothing else changed."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder
from cutcard.table.patch import change, merge, plain
from cutcard.wire.people import saying, with_people

IDS = ["ann", None, "cy"]


class Round(Record, frozen=True, tag="ROUND"):
    number: int
    winner_id: Holder | Literal["tie"] | None = None
    player_id: Seat = 0  # a number with a misleading name


class Told(Record, frozen=True, tag="TOLD"):
    by: Holder
    seat: Seat
    finished: tuple[Holder, ...]
    lent: dict[int, Holder]
    rounds: dict[int, Round]
    last: Round | None = None
    list_of_cards: tuple[int, ...] = ()


def test_only_what_is_marked_is_replaced():
    one, two = Round(1, 2, 2), Round(2, "tie")
    told = Told(0, 2, (2, 0, 1), {2: 2}, {1: one, 2: two}, one, (0, 1, 2))
    assert with_people(told, IDS) == {
        "type": "TOLD",
        "by": "ann",
        "seat": 2,
        "finished": ["cy", "ann", 1],
        "lent": {2: "cy"},
        "rounds": {
            1: {"type": "ROUND", "number": 1, "winnerId": "cy", "playerId": 2},
            2: {"type": "ROUND", "number": 2, "winnerId": "tie"},
        },
        "last": {"type": "ROUND", "number": 1, "winnerId": "cy", "playerId": 2},
        "listOfCards": [0, 1, 2],
    }
    assert told.by == 0, "what was given is shared with others and stays as it was"


def test_an_empty_seat_and_a_wrong_one_stay():
    assert with_people([Round(1, 1), Round(1, 9), Round(1, -1)], IDS) == [
        {"type": "ROUND", "number": 1, "winnerId": seat} for seat in (1, 9, -1)
    ]


def test_a_map_s_fields_are_left_alone_whatever_they_are_called():
    said = {"winnerId": 2, "playerId": 0, "nextPlayerId": 2}
    assert with_people(said, IDS) == said


seats = st.integers(-1, 4)
rounds = st.builds(Round, st.integers(0, 9), st.none() | seats | st.just("tie"), seats)
views = st.builds(
    Told,
    seats,
    seats,
    st.lists(seats, max_size=3).map(tuple),
    st.dictionaries(st.integers(0, 3), seats, max_size=3),
    st.dictionaries(st.integers(1, 4), rounds, max_size=3),
    st.none() | rounds,
    st.lists(st.integers(0, 5), max_size=3).map(tuple),
)


@given(views)
def test_without_users_it_is_what_msgspec_says(told):
    said = msgspec.json.encode(with_people(told, []))
    assert said == msgspec.json.encode(told)


@given(views, views)
def test_a_patch_leads_from_what_was_said_to_what_is(was, now):
    def said(view: Any) -> Any:
        return msgspec.json.decode(msgspec.json.encode(with_people(view, IDS)))

    for before in (was, None):
        patch = plain(change(before, now, saying(IDS)))
        assert merge({} if before is None else said(was), patch) == said(now)
