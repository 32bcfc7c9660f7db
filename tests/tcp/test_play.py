"""Whole games by a client that knows only the protocol: three players, side pots, resync, leave."""

from __future__ import annotations

import asyncio
import itertools

import pytest

START = 10_000
BIG = 20
BUY_IN = 50 * BIG


async def turn(players, patience: float = 10.0):
    """The player to act, when all have been told the same."""
    async with asyncio.timeout(patience):
        while True:
            await asyncio.gather(*(player.settle() for player in players))
            states = [player.state for player in players]
            if together(players) and states[0]["active_seat"] >= 0:
                seat = states[0]["active_seat"]
                return next(p for p in players if p.me()["seat"] == seat)


def together(players) -> bool:
    """All have been told the same, and of the last action: an answer may come long before it."""
    (at, *others) = {(p.state["hand_id"], p.state["seq"]) for p in players}
    return not others and all(p.acted != at for p in players)


async def act(raw, player, kind: str, amount: int | None = None, seq: int = 0):
    action = {"type": kind} if amount is None else {"type": kind, "amount": amount}
    wish = {"game_id": player.state["game_id"], "action": action, "client_seq": seq}
    player.acted = (player.state["hand_id"], player.state["seq"])
    said = await player.ask(raw.ACTION, wish)
    assert said == {"result": 0, "client_seq": seq}, (said, player.state)


def choices(player) -> dict:
    return {one["type"]: one for one in player.state["available_actions"]}


async def play_hand(raw, players, choose) -> list:
    """One hand, each decision by `choose(player)`; the states everybody saw at its end."""
    hand = (await turn(players)).state["hand_id"]
    counter = 0
    while True:
        player = await turn(players) if counter == 0 else await turn_or_end(players, hand)
        if player is None:
            return [p.state for p in players]
        counter += 1
        await act(raw, player, *choose(player), seq=counter)


async def turn_or_end(players, hand: int):
    """The player to act; None: the hand lies open."""
    async with asyncio.timeout(10):
        while True:
            await asyncio.gather(*(player.settle() for player in players))
            states = [player.state for player in players]
            if not together(players):
                continue
            if states[0]["betting_round"] in ("showdown", "complete"):
                return None
            assert states[0]["hand_id"] == hand
            seat = states[0]["active_seat"]
            if seat >= 0:
                return next(p for p in players if p.me()["seat"] == seat)


def check_down(player):
    return ("check",) if "check" in choices(player) else ("call",)


def gaps(players) -> list[int]:
    """Between the stacks."""
    stacks = sorted(p.me()["money"] for p in players)
    return [b - a for a, b in itertools.pairwise(stacks)]


def dealt_in(state) -> int:
    """How many put something in: all who got cards and did not fold on the button."""
    return sum(1 for p in state["players"] if p and p["total_bet"])


def chips(state) -> int:
    """All chips at the table, as a state shows them."""
    held = sum(p["money"] + p["bet"] for p in state["players"] if p)
    return held + state["main_pot"] + sum(pot["amount"] for pot in state["side_pots"])


async def three(raw, port):
    """Three players at one table; the last makes no handshake, as an old client might."""
    ann, bo, cy = [await raw.Raw.dial(port, hello=name != "Cy", name=name) for name in _NAMES]
    table = await ann.create("Club", 6, BIG)
    for player in (bo, cy):
        state = await player.ask(raw.JOIN, {"tableId": table})
        assert list(state) == raw.STATE_KEYS
        player.state = state
    return table, [ann, bo, cy]


_NAMES = ("Ann", "Bo", "Cy")


@pytest.mark.parametrize("own_process", [False, True])
def test_three_players_play_to_showdown_with_side_pots_resync_and_leave(
    raw, serving, process, own_process, monkeypatch
):
    async def story(port):
        table, players = await three(raw, port)
        assert [p.balance for p in players] == [START] * 3
        for player in players:
            joined = [s for kind, s in player.heard if kind == raw.BALANCE]
            if not joined:
                joined = [await player.until(raw.BALANCE)]
            assert joined == [{"balance": START - BUY_IN, "reason": "table_join"}]

        # The first hand is between the two who were there first. The third comes in when the
        # button has passed him.
        while dealt_in((await play_hand(raw, players, check_down))[0]) < 3:
            pass

        # Stacks are made unequal: one opens for a fifth of his stack, one calls.
        def uneven(player):
            may = choices(player)
            if player.name == "Cy" and "call" in may:
                return ("fold",)
            if player.name == "Ann" and "raise" in may and player.state["current_bet"] == BIG:
                return ("raise", 200)
            return check_down(player)

        while min(gaps(players)) < 2 * BIG:
            folded = (await play_hand(raw, players, uneven))[0]
            assert dealt_in(folded) >= 2
            assert chips(folded) == 3 * BUY_IN

        # The shortest is all-in before the flop; the others go on betting beside him.
        seen_pots = []

        def squeeze(player):
            state, may = player.state, choices(player)
            if state["side_pots"]:
                seen_pots.append((state["main_pot"], state["side_pots"]))
            behind = sorted(p["money"] + p["bet"] for p in state["players"] if p)
            mine = player.me()["money"] + player.me()["bet"]
            if state["betting_round"] == "preflop" and mine == behind[0]:
                return ("all_in",) if "all_in" in may else ("call",)
            if state["betting_round"] == "flop" and "bet" in may:
                return ("bet", BIG)
            return check_down(player)

        ends = await play_hand(raw, players, squeeze)
        assert seen_pots
        for main, side in seen_pots:
            assert main > 0
            assert all(list(pot) == ["amount", "eligible_players"] for pot in side)
            assert all(len(pot["eligible_players"]) >= 2 for pot in side)
        shown = ends[0]
        assert shown["betting_round"] == "complete"
        assert shown["winner_hand_rank"] in range(10)
        assert len(shown["community_cards"]) == 5
        assert all(13 <= card <= 64 for card in shown["community_cards"])
        assert chips(shown) == 3 * BUY_IN

        # Resync gives what the last state said.
        ann = players[0]
        await ann.settle()
        told = await ann.ask(raw.RESYNC, {"game_id": table})
        assert list(told) == ["result", "game_state", "seq"]
        assert told["result"] == 0
        assert told["game_state"]["seq"] == told["seq"]
        assert list(told["game_state"]) == raw.STATE_KEYS

        # Everybody leaves, and the balances add up.
        for player in players:
            await player.settle()
            player.heard.clear()
            assert await player.ask(raw.LEAVE, {"table_id": table}) == {"res": 701}
        balances = [await last_balance(raw, player) for player in players]
        assert sum(balances) == 3 * START
        for player, balance in zip(players, balances, strict=True):
            again = await player.ask(raw.LOGIN, {"user": player.name, "pass": raw.PASSWORD})
            assert again["balance"] == balance
        board = await ann.ask(raw.SCORES)
        assert [list(line) for line in board] == [["rank", "id", "balance"]] * 3
        assert sorted(line["balance"] for line in board) == sorted(balances)
        async with asyncio.timeout(10):  # who left is listed until the hand is put away
            listed = [3]
            while listed != [0]:
                listed = [t["currentPlayer"] for t in (await ann.ask(raw.TABLES))["tables"]]
        for player in players:
            player.close()

    async def inside():
        async with serving() as server:
            await story(server.tcp_port)

    if own_process:
        monkeypatch.setattr(raw.Raw, "lull", 0.05)
        asyncio.run(story(process("--tcp-port", "0")["tcp"]))
    else:
        asyncio.run(inside())


async def last_balance(raw, player) -> int:
    """What 970 said after leaving; a hand left early is paid when it is over."""
    await player.settle(0.2)
    told = [said for kind, said in player.heard if kind == raw.BALANCE]
    if not told:
        told = [await player.until(raw.BALANCE)]
    assert told[-1]["reason"] == "table_leave"
    assert list(told[-1]) == ["balance", "reason"]
    return told[-1]["balance"]
