"""Seats shown as users are marked by their type."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder, holders, holds_numbers


class Inner(Record):
    player_id: Holder


class Outer(Record):
    seat: Seat
    winner_id: Holder | Literal["tie"]
    second: Holder | None = None
    order: tuple[Holder, ...] = ()
    pair: tuple[Holder, Holder] | None = None
    teams: dict[str, list[Holder]] | None = None
    scores: dict[Seat, int] | None = None
    inner: Inner | None = None


def test_marked_fields_are_told_through_unions_lists_and_maps() -> None:
    assert holders(Outer) == {"winner_id", "second", "order", "pair", "teams"}
    assert holders(Inner) == {"player_id"}


def test_a_marked_field_is_written_and_read_as_the_seat_it_is() -> None:
    one = Outer(0, 1, teams={"a": [0, 1]})
    raw = msgspec.json.encode(one)
    assert raw == b'{"seat":0,"winnerId":1,"teams":{"a":[0,1]}}'
    assert msgspec.json.decode(raw, type=Outer) == one
    assert msgspec.json.decode(b'{"seat":0,"winnerId":"tie"}', type=Outer).winner_id == "tie"


def test_a_field_of_seats_and_other_numbers_is_refused() -> None:
    class Mixed(Record):
        both: tuple[Holder, int]

    class Keyed(Record):
        by_seat: dict[Holder, int]

    for kind in (Mixed, Keyed):
        with pytest.raises(TypeError):
            holders(kind)


def test_bare_numbers_are_told() -> None:
    assert holds_numbers(int | None)
    assert holds_numbers(dict[str, tuple[int, ...]])
    assert not holds_numbers(Holder | Literal["tie"])
    assert not holds_numbers(str)
