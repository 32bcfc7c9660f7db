"""The compiled way to say an update or an ACK: it says what the plain way says, byte by byte."""

from __future__ import annotations

import enum
import os
import re
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutcard
from cutcard.kernel.game import Record
from cutcard.kernel.hear import heard
from cutcard.kernel.holder import Holder
from cutcard.table.patch import merge, plain
from cutcard.table.words import Ack, Clock, Due, Update
from cutcard.wire import speech, swift
from cutcard.wire.envelope import JSON

IDS = ["ann", None, 'b"o\\b']
MOVES = 120

if swift.update is None:
    why = "CUTCARD_PURE is set" if os.environ.get("CUTCARD_PURE") else "it was not built"
    pytest.skip(f"no compiled part here: {why}", allow_module_level=True)


class Suit(enum.Enum):
    SPADES = "S"


class Leaf(Record, frozen=True, tag="leaf"):
    text: str = ""
    number: int = 0
    winner_id: Holder | str | None = None
    opened: bool = False


class View(Record, frozen=True):
    title: str
    leaves: dict[int, Leaf]
    named: dict[str, Any]
    items: tuple[Any, ...] = ()
    leaf: Leaf | None = None
    player_id: Holder | None = None
    any: Any = None
    held: tuple[Holder, ...] = ()
    by: dict[str, Holder] | None = None


def said(say, *args) -> bytes:
    """The frame, as it is said at no time in particular."""
    return re.sub(rb'"timestamp":\d+', b'"timestamp":0', say(*args))


def body(frame: bytes) -> Any:
    """What is in a frame, whose head must tell its length."""
    short = frame[1]
    assert frame[0] == 0x81
    head = {126: 4, 127: 10}.get(short, 2)
    size = int.from_bytes(frame[2:head], "big") if head > 2 else short
    assert size == len(frame) - head
    assert head == (2 if size < 126 else 4 if size < 65536 else 10)
    return msgspec.json.decode(frame[head:])


def both(word: Update | Ack, ids=IDS) -> Any:
    """The word in both ways, which must be one and the same; decoded."""
    say, more = (speech.update, ()) if isinstance(word, Update) else (speech.ack, ("ann",))
    word.encoded, word.holders = None, ids
    quick = said(say, JSON, word, *more)
    was, word.encoded = (swift.update, swift.ack), None
    swift.update = swift.ack = None
    try:
        plainly = say(JSON, word, *more)
    finally:
        swift.update, swift.ack = was
    assert quick == re.sub(rb'"timestamp":\d+', b'"timestamp":0', plainly)
    word.encoded = None
    return body(say(JSON, word, *more))


def update(was, now, told=(), **more) -> Update:
    clock = Clock(5, [Due(7, 1), Due(9)], 3)
    return Update(4, "4-1", 17, list(told), was, now, clock, **more)


@pytest.mark.parametrize("name", cutcard.game_names())
def test_every_game_is_said_alike(name):
    game = cutcard.game(name)
    for number, (options, seats) in enumerate(game.setups()[:3]):
        rng = cutcard.Rng(bytes([number]) * 32)
        state = game.deal(options, seats, rng.fork())
        viewers = [*range(seats), None]
        shown = dict.fromkeys(viewers)
        clients: dict[Any, Any] = {viewer: {} for viewer in viewers}
        for at in range(MOVES):
            told: list[Any] = []
            if at:
                acting = state.to_act()
                if acting:
                    seat = acting[rng.below(len(acting))]
                    legal = state.legal(seat)
                    state.play(seat, legal[rng.below(len(legal))], at, told)
                elif state.timers():
                    timer = min(state.timers(), key=lambda one: one.due)
                    state.play(-1, timer.tick, max(at, timer.due), told)
            for viewer in viewers:
                view = state.view(viewer)
                word = update(shown[viewer], view, heard(told, viewer))
                payload = both(word, [None] * 10)["payload"]
                clients[viewer] = merge(clients[viewer], payload["updates"])
                assert clients[viewer] == msgspec.json.decode(msgspec.json.encode(plain(view)))
                shown[viewer] = view
            for one in told:
                both(Ack(4, "4-1", "k", "play", 17, one.fact))
            if state.outcome() is not None:
                break


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
numbers = st.one_of(st.integers(0, 3), st.integers(), st.just(2**80), st.just(-(2**63)))
leaves = st.builds(
    Leaf, texts, numbers, st.one_of(st.none(), st.integers(-1, 4), st.just("tie")), st.booleans()
)
odd = st.one_of(st.floats(allow_nan=False), st.just(Suit.SPADES), st.binary(max_size=4))


def nested(leaf: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists and maps of such leaves, some of whose names are a player's."""
    names = st.sampled_from(["winnerId", "a", "lastPlayerId", "x"])
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)
        ),
        max_leaves=8,
    )


seen = nested(st.one_of(texts, numbers, st.booleans(), leaves, odd))  # views hold no null
values = nested(st.one_of(texts, numbers, st.booleans(), leaves, odd, st.none()))
views = st.builds(
    View,
    texts,
    st.dictionaries(st.integers(0, 3), leaves, max_size=3),
    st.dictionaries(st.sampled_from(["a", "b", "winnerId"]), seen, max_size=3),
    st.lists(seen, max_size=3).map(tuple),
    st.one_of(st.none(), leaves),
    st.one_of(st.none(), st.integers(-2, 5)),
    st.one_of(st.none(), seen),
)


@given(st.one_of(st.none(), views), views, st.lists(leaves, max_size=3))
def test_any_two_views_are_said_alike(was, now, told):
    both(update(was, now, told))


@given(values)
def test_any_fact_is_said_alike(value):
    both(update(None, View("t", {}, {}), [value, {"winnerId": value, "nested": [value]}]))


@given(st.one_of(leaves, st.none(), st.dictionaries(texts, numbers, max_size=3)))
def test_any_ack_is_said_alike(fact):
    both(Ack(4, "4-1", "key", "card_play", 17, fact))
    both(Ack(4, "4-1", None, "card_play", 17, fact))


def test_a_seat_becomes_who_sits_there_and_nothing_else_does():
    now = View(
        "t", {0: Leaf(winner_id=2)}, {"lastPlayerId": 0}, player_id=1, held=(2, 0), by={"a": 2}
    )
    told = [Leaf(winner_id="tie"), {"winnerId": 0, "ids": [0]}]
    payload = both(update(None, now, told))["payload"]
    assert payload["updates"]["leaves"] == {"0": {"type": "leaf", "winnerId": 'b"o\\b'}}
    assert payload["updates"]["named"] == {"lastPlayerId": 0}
    assert payload["updates"]["playerId"] == 1  # nobody sits there
    assert payload["updates"]["held"] == ['b"o\\b', "ann"]
    assert payload["updates"]["by"] == {"a": 'b"o\\b'}
    assert payload["notifications"] == [{"type": "leaf", "winnerId": "tie"}, told[1]]
    later = View("t", now.leaves, now.named, player_id=2, held=(2,), by={"a": 2, "b": 0})
    assert both(update(now, later))["payload"]["updates"] == {
        "playerId": 'b"o\\b',
        "held": ['b"o\\b'],
        "by": {"b": "ann"},
    }


def test_what_is_gone_is_null_and_what_is_the_same_is_not_said():
    was = View("t", {0: Leaf("a"), 1: Leaf("b")}, {"a": 1}, leaf=Leaf("x"), player_id=3)
    now = View("t", {1: Leaf("b", 2)}, {"a": 1})
    updates = both(update(was, now))["payload"]["updates"]
    assert updates == {"leaves": {"0": None, "1": {"number": 2}}, "leaf": None, "playerId": None}
    assert both(update(now, now))["payload"]["updates"] == {}


def test_what_a_seat_may_do_is_said_where_it_is_wanted():
    word = update(None, View("t", {}, {}), legal=[{"type": "play", "card": 3}], asides=[])
    payload = both(word)["payload"]
    assert (payload["legal"], payload["asides"]) == ([{"type": "play", "card": 3}], [])
    assert payload["clock"] == {"now": 5, "timers": [{"due": 7, "seat": 1}, {"due": 9}], "zero": 3}


@pytest.mark.parametrize("size", [1, 100, 3_800, 4_096, 40_000, 65_300, 70_000, 300_000])
def test_frames_of_every_size(size):
    text = both(update(None, View("x" * size, {}, {})))["payload"]["updates"]["title"]
    assert text == "x" * size


def test_numbers_of_every_size():
    ends = [10**n for n in range(20)] + [2**n for n in (15, 30, 31, 60, 63, 64)]
    every = [sign * (end + by) for end in ends for by in (-1, 0, 1) for sign in (1, -1)]
    now = View("t", {}, {}, tuple(every))
    assert both(update(None, now))["payload"]["updates"]["items"] == every


def test_keys_that_are_neither_text_nor_numbers_go_the_slow_way():
    was, now = View("t", {}, {Suit.SPADES: 1, "a": 1}), View("t", {}, {Suit.SPADES: 2, "a": 1})
    with pytest.raises(TypeError):  # as msgspec has it
        msgspec.json.encode({(1, 2): 3})
    assert both(update(None, now))["payload"]["updates"]["named"] == {"S": 2, "a": 1}
    frame = speech.update(JSON, update(was, now))
    assert b"named" in frame


def test_what_cannot_be_said_raises_and_leaves_nothing_behind():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value, error in (
        ("\ud800", UnicodeEncodeError),
        (deep, RecursionError),
        (object(), TypeError),
    ):
        with pytest.raises(error):
            speech.update(JSON, update(None, View("t", {}, {}, any=value)))
    word = update(None, View("t", {}, {}, player_id=0), holders=7)
    with pytest.raises(TypeError):  # users are a list, or nothing is said
        speech.update(JSON, word)
    with pytest.raises(TypeError, match="takes 11 arguments"):
        swift.update(1, 2)
    with pytest.raises(TypeError, match="takes 8 arguments"):
        swift.ack(1)


@given(st.lists(st.tuples(views, views), min_size=2, max_size=4), st.lists(leaves, max_size=3))
def test_what_viewers_of_a_move_share_is_said_as_if_they_did_not(pairs, told):
    """Every second viewer has parts of the one before, as the same objects."""
    shared: list[Any] = []
    for at, (before, after) in enumerate(pairs):
        was, now = before, after
        if at % 2:
            other = pairs[at - 1]
            was = msgspec.structs.replace(before, leaves=other[0].leaves, leaf=other[0].leaf)
            now = msgspec.structs.replace(after, leaves=other[1].leaves, leaf=other[1].leaf)
        alone, together = update(was, now, told), update(was, now, told)
        alone.holders = together.holders = IDS
        together.shared = shared
        assert said(speech.update, JSON, together) == said(speech.update, JSON, alone)
        again = update(was, now, told, shared=shared, holders=IDS)
        assert said(speech.update, JSON, again) == said(speech.update, JSON, alone)


def test_a_frame_that_failed_leaves_nothing_for_others_to_copy():
    shared: list[Any] = []
    leaf, bad = Leaf("x" * 50), View("t", {0: Leaf("y")}, {}, any=object())
    with pytest.raises(TypeError):
        speech.update(JSON, update(None, bad, [leaf], shared=shared))
    good = View("t", bad.leaves, {})
    for _ in range(12):  # more than it remembers
        one = said(speech.update, JSON, update(None, good, [leaf], shared=shared))
        assert one == said(speech.update, JSON, update(None, good, [leaf]))


def test_it_keeps_nothing_of_what_it_says():
    view, fact, key = View("t", {0: Leaf("leaf")}, {}), Leaf("told", 5), "a key of some length"
    things = (view, view.leaves, view.leaves[0], fact, key, IDS)
    before = [sys.getrefcount(thing) for thing in things]
    for _ in range(1000):
        word = update(None, view, [fact])
        speech.update(JSON, word)
        speech.ack(JSON, Ack(4, "4-1", key, "play", 17, fact), "ann")
    del word
    assert [sys.getrefcount(thing) for thing in things] == before
