"""Every game through the same packets, and both protocols at one table."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from cutcard import games
from cutcard.client import Client, merge
from cutcard.dialect import About, Packets
from cutcard.kernel.rng import Rng
from cutcard.wire.tcp.dialect import Plain, packets_of, usual_game

OTHERS = [name for name in games.own_names() if name != "poker"]


def run(story):
    asyncio.run(asyncio.wait_for(story, 120))


def test_a_game_has_packets_of_its_own_or_travels_plainly():
    assert usual_game() == "poker"
    for name in games.own_names():
        packets: Packets = packets_of(name)
        assert packets.usual == (name == usual_game())
        assert isinstance(packets, Plain) == (name in OTHERS)


@pytest.mark.parametrize("name", OTHERS)
def test_no_view_has_a_field_that_a_state_has_besides(name):
    besides = Plain().state({}, About(1, 1))
    for options, seats in games.game(name).setups():
        deal = games.game(name).deal(options, seats, Rng.named("names"), None)
        assert not set(msgspec.to_builtins(deal.view(0), str_keys=True)) & set(besides)


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_games_travel_in_the_same_packets(serving, raw, name):
    """One player on TCP, the others on `/ws`; each plays what the server says is legal."""

    async def story():
        async with serving() as server:
            module = games.game(name)
            seats = next(n for _, n in module.setups() if n > 1)
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            wish = {"name": "Games", "game": name, "max_player": seats}
            said = await ann.ask(raw.CREATE, wish)
            assert said["res"] == 301, said
            table = said["table_id"]
            others = [
                await Client.connect(server.url, name=f"Ws {n}", legal=True)
                for n in range(1, seats)
            ]
            places = [await one.join(table) for one in others]
            await ann.settle(0.2)
            state = ann.state
            assert state["game_id"] == table
            assert state["my_seat"] == 0
            assert state["player_list"][0]["name"] == "Ann"
            assert len(state["player_list"]) == seats
            assert state["player_list"][0]["player_id"] == ann.user_id

            # What one may do is not told over TCP; the house knows it.
            house, scripted, moved = server.house, 0, 0
            for _ in range(60):
                deal = house.peek(table).deal
                if deal is None or deal.outcome is not None:
                    break
                seat = deal.to_act[0] if deal.to_act else None
                if seat is None:
                    await asyncio.sleep(0.05)
                    continue
                move = msgspec.to_builtins(deal.state.legal(seat)[0], str_keys=True)
                moved += 1
                if seat == 0:
                    wish = {"game_id": table, "action": move, "client_seq": moved}
                    seen = house.peek(table).seq  # what a clock did just now is told before
                    while max(ann.seq, ann.state["seq"]) < seen:
                        await ann.settle(0.02)
                    said = await ann.ask(raw.ACTION, wish)
                    assert said == {"result": 0, "client_seq": moved}, (move, said)
                    scripted += 1
                else:
                    fields = {k: v for k, v in move.items() if k != "type"}
                    await others[seat - 1].until(places[seat - 1], house.peek(table).seq)
                    await others[seat - 1].play(places[seat - 1], move["type"], fields)
            assert scripted >= 2
            await ann.settle(0.2)

            # Bundles are merge patches from state to state.
            bundles = [b for kind, b in ann.heard if kind == raw.BUNDLE]
            assert bundles
            assert all(list(b) == ["seq", "notifications", "updates"] for b in bundles)
            kept = None
            for kind, told in ann.heard:
                if kind == raw.BUNDLE and kept is not None and told["seq"] == kept["seq"] + 1:
                    kept = {**merge.merge(kept, told["updates"]), "seq": told["seq"]}
                elif kind == raw.STATE:
                    if kept is not None and kept["seq"] == told["seq"]:
                        views = [{k: v for k, v in s.items() if "_" not in k} for s in (kept, told)]
                        assert views[0] == views[1]
                    kept = told
            refused = await ann.ask(raw.ACTION, {"action": {"type": "no such move"}})
            assert refused["result"] == 400
            told = await ann.ask(raw.RESYNC, {"game_id": table})
            assert told["game_state"]["seq"] == told["seq"]
            assert await ann.ask(raw.LEAVE) == {"res": 701}
            for one in others:
                await one.close()

    run(story())


@pytest.mark.through
def test_poker_with_one_player_on_TCP_and_one_on_the_socket(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            table = await ann.create("Both", 6, 20)
            bo = await Client.connect(server.url, name="Bo")
            place = await bo.join(table)
            await bo.play(place, "sit", {"buyIn": 1000})
            await ann.until(raw.STATE, lambda s: s["betting_round"] == "preflop")
            other = next(p for p in ann.state["players"] if p and p["name"] == "Bo")
            assert other["cards"] == [-1, -1]
            for _ in range(12):
                await ann.settle(0.05)
                if ann.state["betting_round"] == "complete":
                    break
                if ann.state["active_seat"] == ann.me()["seat"]:
                    may = [one["type"] for one in ann.state["available_actions"]]
                    kind = "check" if "check" in may else "call"
                    wish = {"game_id": table, "action": {"type": kind}}
                    assert (await ann.ask(raw.ACTION, wish))["result"] == 0
                else:
                    may = [one["action"] for one in place.view["actions"]]
                    await bo.play(place, "check" if "check" in may else "call")
            assert ann.state["betting_round"] == "complete"
            assert place.view["phase"] == "showing"
            money = {p["name"]: p["money"] for p in ann.state["players"] if p}
            stacks = {s: p.get("stack", 0) for s, p in place.view["players"].items()}
            assert sorted(money.values()) == sorted(v for v in stacks.values() if v)
            assert sum(money.values()) == 2000
            await bo.close()

    run(story())
