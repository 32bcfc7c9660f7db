"""What the operator does and how it shows: a sealed deal opened (F50), who did what when, and that
looking at hidden cards is on the trail."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.kernel import fair
from cutcard.store.opening import store_at

from .test_audit import played


@pytest.fixture
def kept(tmp_path):
    """The database of a table at which a deal of the game was played."""

    def make(name):
        where = str(tmp_path / "t.db")
        batch, _ = played(name)

        async def write():
            store = store_at(where)
            await store.open()
            await store.write(batch)
            await store.close()

        asyncio.run(write())
        return where, batch

    return make


def told(*args, **env):
    return CliRunner().invoke(main, list(args), env=env)


def lines(done):
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.output.splitlines()]


def test_f50_a_sealed_deal_stays_sealed_unless_the_operator_says_otherwise(kept):
    where, _ = kept("poker")
    done = told("fair", "reveal", "1", "1", "--why", "a complaint", "--db", where)
    assert done.exit_code == 1
    assert "set fair-reveal first" in done.output
    assert lines(told("moderate", "trail", "--db", where)) == []


def test_f50_a_sealed_deal_opened_is_on_the_trail_and_both_decks_follow(kept):
    where, batch = kept("poker")
    asked = ("fair", "reveal", "1", "1", "--why", "a complaint", "--db", where)
    [shown] = lines(told(*asked, CUTCARD_FAIR_REVEAL="yes"))
    offer = next(row for row in batch.fair if row.kind == "offer")
    assert shown["seed"] == offer.secret.hex()
    assert shown["holds"] is True
    assert fair.commitment(bytes.fromhex(shown["seed"])).hex() in offer.line.decode()
    assert sorted(shown["order"]) == list(range(52))
    [act] = lines(told("moderate", "trail", "--db", where))
    assert (act["what"], act["table"], act["whom"], act["why"]) == (
        "reveal", 1, "1", "a complaint",
    )  # fmt: skip
    last = lines(told("audit", "--table", "1", "--db", where))[-1]
    assert (last["by"], last["act"]) == ("the command line", "reveal")


def test_f50_an_open_deal_and_one_that_is_not_there_are_said(kept):
    where, _ = kept("duel")
    on = {"CUTCARD_FAIR_REVEAL": "yes"}
    done = told("fair", "reveal", "1", "1", "--why", "x", "--db", where, **on)
    assert "Everybody was told the seed" in done.output
    done = told("fair", "reveal", "1", "9", "--why", "x", "--db", where, **on)
    assert "no deal 9" in done.output
    assert lines(told("moderate", "trail", "--db", where)) == []


def test_who_did_what_when_by_table_and_by_player(kept):
    where, batch = kept("duel")
    every = lines(told("audit", "--table", "1", "--db", where))
    due = [entry for entry in batch.entries if entry[1] == 1]
    assert [(one["n"], one["seat"]) for one in every if one["deal"] == 1] == [
        (entry[2], entry[4]) for entry in due
    ]
    assert {one["player"] for one in every} == {"p0", "p1", None}
    assert [one["time"] for one in every] == sorted(one["time"] for one in every)


def test_a_player_nobody_knows_is_said(kept):
    where, _ = kept("duel")
    done = told("audit", "--player", "nobody", "--db", where)
    assert done.exit_code == 1
    assert "There is no player nobody" in done.output
    assert told("audit", "--db", where).exit_code == 2
