"""Leaks planted into a running server, each found by what looks for it: the test can fail."""

from __future__ import annotations

import asyncio
from typing import Any
from zlib import crc32

import pytest
from msgspec import structs

from cutcard import game
from cutcard.games.duel.rules import Duel
from cutcard.kernel.game import Told
from cutcard.table.late import Balcony
from cutcard.table.life import Life
from cutcard.table.table import Table
from cutcard.table.watching import Watches
from cutcard.wire import speech

from .night import Plan
from .pair import Pair
from .truth import Leak

HAND = game("duel").Options(mode="HAND")


def play(
    folder: Any, monkeypatch: Any, kinds: tuple[str, ...], steps: int = 40, **more: Any
) -> None:
    plan = Plan("duel", HAND, 2, kinds, salt="planted", steps=steps, **more)
    pair = Pair(plan, folder, monkeypatch)
    truth = asyncio.run(asyncio.wait_for(pair.run(), 300))
    truth.shadow([0, 1, None], 1)


def test_without_a_leak_nothing_is_found(tmp_path, monkeypatch):
    play(tmp_path, monkeypatch, ("json", "tcp"))


def test_a_view_that_shows_anothers_hand(tmp_path, monkeypatch):
    view = Duel.view
    monkeypatch.setattr(Duel, "view", lambda state, seat: view(state, 0 if seat is None else seat))
    with pytest.raises(Leak, match="hidden"):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


def test_a_fact_told_to_all(tmp_path, monkeypatch):
    played = Duel.play

    def play_aloud(state: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        facts: list[Told] = []
        played(state, seat, move, at, facts)
        if told is not None:
            told += [structs.replace(one, to=None, rest=None) for one in facts]

    monkeypatch.setattr(Duel, "play", play_aloud)
    with pytest.raises(Leak, match="a fact tells viewer"):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


@pytest.mark.parametrize("kinds", [("json", "packed"), ("tcp", "json")])
def test_an_update_of_another_seat(tmp_path, monkeypatch, kinds):
    update = Table._update

    def mixed(table: Table, deal: Any, told: Any, views: Any, out: list[Any]) -> None:
        made: list[Any] = []
        update(table, deal, told, views, made)
        other = {one.viewer: one.word for one in made}.get(1)
        for one in made:
            if one.viewer == 0 and other is not None:  # with his own moves, lest those give it away
                mine = one.word
                one.word = structs.replace(other, legal=mine.legal, asides=mine.asides)
            out.append(one)

    monkeypatch.setattr(Table, "_update", mixed)
    with pytest.raises(Leak, match="S0"):
        play(tmp_path, monkeypatch, kinds, twin=False)


def test_a_snapshot_of_another_seat(tmp_path, monkeypatch):
    monkeypatch.setattr(Table, "seen", _seat_0s(Table.seen))
    with pytest.raises(Leak, match="saw another view"):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


def test_what_another_seat_has_missed(tmp_path, monkeypatch):
    lately = Watches.lately

    def seat_1s(watches: Watches, number: int, viewer: int | None, last_seq: int) -> Any:
        return lately(watches, number, 1, last_seq)

    monkeypatch.setattr(Watches, "lately", seat_1s)
    with pytest.raises(Leak):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


def _seat_0s(view: Any) -> Any:
    return lambda table, viewer: view(table, 0)


def test_a_refusal_that_says_too_much(tmp_path, monkeypatch):
    nack = Table._nack

    def chatty(table: Table, ask: Any, why: Any) -> Any:
        said = nack(table, ask, why)
        assert table.deal is not None
        said.message += f" ({table.deal.state.view(0)}{table.deal.state.view(1)})"
        return said

    monkeypatch.setattr(Table, "_nack", chatty)
    with pytest.raises(Leak, match=r"refusal tells|can tell what is hidden"):
        play(tmp_path, monkeypatch, ("json", "packed"))


def test_an_ACK_with_more_than_the_movers_own_fact(tmp_path, monkeypatch):
    ack = speech.ack

    def richer(codec: Any, word: Any, user: str) -> bytes:
        return ack(codec, structs.replace(word, fact={"hint": 7}), user)

    monkeypatch.setattr(speech, "ack", richer)
    with pytest.raises(Leak, match="an ACK tells"):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


def test_a_list_of_tables_with_a_hint(tmp_path, monkeypatch):
    """Only the world beside it can tell: the list looks like any other."""
    info = Life.info

    def hinting(life: Life) -> Any:
        told, deal = info(life), life.table.deal
        deck = [] if deal is None else deal.state.deck
        return structs.replace(told, name=f"Table {crc32(repr(deck).encode())}")

    monkeypatch.setattr(Life, "info", hinting)
    with pytest.raises(Leak, match="can tell what is hidden"):
        play(tmp_path, monkeypatch, ("json", "packed"))


def test_a_seed_in_an_info(tmp_path, monkeypatch):
    about = Life._about

    def seeded(life: Life, header: Any, status: str, *, over: bool) -> Any:
        told = about(life, header, status, over=over)
        return told if header is None else {**told, "seed": header.seed.hex()}

    monkeypatch.setattr(Life, "_about", seeded)
    with pytest.raises(Leak, match="seed"):
        play(tmp_path, monkeypatch, ("json", "packed"), twin=False)


def test_a_spectator_told_before_his_time(tmp_path, monkeypatch):
    later = Balcony.later

    def sooner(balcony: Balcony, word: Any, may: Any = None) -> None:
        balcony.delay //= 2
        later(balcony, word, may)
        balcony.delay *= 2

    monkeypatch.setattr(Balcony, "later", sooner)
    with pytest.raises(Leak, match="too early"):
        play(tmp_path, monkeypatch, ("json", "packed"), delay=2, twin=False)
