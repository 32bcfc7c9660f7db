"""Merge patches: what a client merges is what the server shows."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.kernel.game import Record
from cutcard.table.patch import change, diff, full, merge, plain

names = st.sampled_from(["a", "b", "c", "players", "0", "1"])
leaves = st.one_of(
    st.booleans(), st.integers(2, 99), st.text(max_size=3), st.lists(st.integers(2, 9), max_size=3)
)
views = st.dictionaries(
    names,
    st.recursive(leaves, lambda inner: st.dictionaries(names, inner, max_size=4), max_leaves=12),
    max_size=5,
)


@given(views, views)
def test_merging_the_patch_gives_the_new_view(old, new):
    before = msgspec.json.encode(old)
    assert merge(old, diff(old, new)) == new
    assert msgspec.json.encode(old) == before  # neither is changed


@given(views)
def test_nothing_changed_is_an_empty_patch(view):
    assert diff(view, view) == {}


@given(views, views)
def test_a_patch_survives_the_wire(old, new):
    patch = msgspec.json.decode(msgspec.json.encode(diff(old, new)))
    assert merge(old, patch) == new


@given(st.lists(views, min_size=2, max_size=6))
def test_a_client_that_hears_every_patch_stands_where_the_server_stands(shown):
    client = {}
    for old, new in zip([{}, *shown], shown, strict=False):
        client = merge(client, diff(old, new))
        assert client == new


@pytest.mark.parametrize(
    ("old", "patch", "new"),
    [
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1, "b": 2}, {"a": None}, {"b": 2}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": None}}, {"a": {"b": 1}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": [1]}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({}, {"a": {"b": {"c": None}}}, {"a": {"b": {}}}),
        ({"a": 1}, [1], [1]),
    ],
)
def test_merge_as_rfc_7386_says(old, patch, new):
    assert merge(old, patch) == new


def test_options_are_shown_with_their_defaults(pile):
    assert plain(pile.Options(target=5)) == {"target": 5}
    assert full(pile.Options(target=5)) == {
        "target": 5,
        "deals": 1,
        "turnMs": 1000,
        "stuck": "",
        "allowRematch": True,
    }


class Part(Record, frozen=True):
    kind: str
    count: int = 0
    inner: dict[int, int] | None = None


class Other(Record, frozen=True, tag="other"):
    count: int


class Whole(Record, frozen=True, tag="whole"):
    phase: str
    parts: dict[int, Part | Other]
    cards: tuple[int, ...] = ()
    part: Part | Other | None = None
    due_at: int | None = None


parts = st.one_of(
    st.builds(
        Part,
        st.sampled_from("ab"),
        st.integers(0, 2),
        st.none() | st.dictionaries(st.integers(0, 2), st.integers(0, 2), max_size=2),
    ),
    st.builds(Other, st.integers(0, 2)),
)
wholes = st.builds(
    Whole,
    st.sampled_from("xy"),
    st.dictionaries(st.integers(0, 2), parts, max_size=3),
    st.lists(st.integers(0, 2), max_size=2).map(tuple),
    st.none() | parts,
    st.none() | st.integers(0, 900),
)


@given(wholes, wholes)
def test_records_compared_give_the_same_patch_as_their_builtins(old, new):
    assert plain(change(old, new)) == diff(plain(old), plain(new))
    assert merge(plain(old), plain(change(old, new))) == plain(new)
    assert plain(change(None, new)) == plain(new)
    assert change(new, new) == {}
