"""B1-B47 of docs/rules/battle.md: each contradiction of the spec, settled. Here: what is seen,
what is kept, and what it is called."""

from __future__ import annotations

import asyncio

import msgspec

from cutcard.games.battle import views
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.sets import starter
from cutcard.kernel.rng import Rng
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House

from .evening import ANN, BOB, Ear


def test_B39_views_hold_no_hidden_id_or_name(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["mind_toll", "hush"], "deck": ["plague_ledger"] * 5})
    t.game.mains = [{"lantern_squire": 40}, {"lantern_squire": 40}]
    t.game.faces = None
    raw = msgspec.json.encode(t.game.view(0)).decode()
    assert "mind_toll" not in raw
    assert "plague_ledger" not in raw
    for card in t.game.hands[1]:
        assert f'"instanceId":{card[0]}' not in raw
    assert t.game.view(0).players[1].hand_count == 2
    assert [one.card_id for one in t.game.view(1).players[1].hand] == ["mind_toll", "hush"]


def test_B39_ids_change_with_the_zone(table):
    t = table({"hand": ["lantern_squire", "undertow"]})
    held = t.held("lantern_squire", 0)
    t.play("lantern_squire")
    in_play = t.id("lantern_squire")
    t.play("undertow", "lantern_squire")
    assert len({held, in_play, t.held("lantern_squire", 0)}) == 3


async def half_a_game(store, steps):
    house = House(store)
    await house.start()
    options = {"decks": ["beasts", "soldiers"], "timers": "off"}
    info = await house.open("battle", options, 2, host=ANN)
    await house.sit(info.table, ANN, 0)
    await house.sit(info.table, BOB, 1)
    await asyncio.sleep(0.05)
    ears = [Ear(), Ear()]
    for ear, user in zip(ears, (ANN, BOB), strict=True):
        house.attach(info.table, ear, user)
    rng = Rng.named("house")
    for n in range(steps):
        state = house.peek(info.table).deal.state
        if not state.asked:
            await asyncio.sleep(0.05)
            continue
        seat = state.asked[0]
        legal = state.legal(seat)
        move = msgspec.to_builtins(legal[rng.below(len(legal))])
        tag = move.pop("type")
        user = (ANN, BOB)[seat]
        house.ask(info.table, None, ears[seat], user, tag, move, f"k{n}", None)
        await house.written()
    return house, info.table, ears


def test_B40_B41_a_game_in_progress_survives(tmp_path):
    """Through the House: every move is written before it is told, so a new process replays it."""

    async def run():
        store = SqliteStore(tmp_path / "battle.db")
        await store.open()
        house, table, ears = await half_a_game(store, 60)
        before = house.peek(table).deal.state
        views_ = [before.view(seat) for seat in (0, 1, None)]
        await house.stop()
        await store.close()
        store = SqliteStore(tmp_path / "battle.db")
        await store.open()
        again = House(store)
        await again.start()
        after = again.peek(table).deal.state
        assert [after.view(seat) for seat in (0, 1, None)] == views_
        assert after.rng.position == before.rng.position
        await again.stop()
        await store.close()
        assert any(type(word).__name__ == "Ack" for word in ears[0].words + ears[1].words)

    asyncio.run(run())


def test_B42_no_sets_and_no_dates_leave_the_game(table):
    t = table({"field": ["oath_stones", "lantern_squire+war_horn"], "hand": ["unwrite"]})
    back = msgspec.json.decode(msgspec.json.encode(t.game.view(0)), type=views.View)
    assert back == t.game.view(0)


def test_B47_our_own_names_the_specs_wire_words():
    text = msgspec.json.encode([d.face for d in starter().defs]).decode().lower()
    assert not any(word in text for word in ("jujutsu", "kaisen", "gojo", "sukuna"))
    assert "CURSED_SEAL" in v.STATUSES
    assert "current_cursed_energy" in views.Player.__struct_fields__
