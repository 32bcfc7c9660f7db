"""A client that shows a hand's result on "complete" and on nothing else misses none."""

from __future__ import annotations

import asyncio
import random

import pytest

from cutcard.games import game
from cutcard.games.poker.facts import HandEnded
from cutcard.games.poker.packet_state import winner
from cutcard.games.poker.variants import VARIANTS
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng
from cutcard.table.patch import plain
from cutcard.table.vocabulary import tag_of

WORDS = {"fold", "check", "call", "bet", "raise", "all_in"}
HASTE = {"startDelay": 0, "resultDelay": 0, "showDelay": 1}
CALM = {"startDelay": 0, "resultDelay": 60, "showDelay": 40}


class Shows:
    """What one client put on its screen, and what 460 told it meanwhile."""

    def __init__(self, raw, player) -> None:
        self.raw, self.player = raw, player
        self.results: dict[int, dict] = {}
        self.told: dict[int, dict] = {}
        self._now = {"folded": set(), "showdown": False}
        self.hand = 0

    def hear(self, kind: int, said) -> None:
        if kind == self.raw.STATE and said["betting_round"] == "complete":
            if said["winner_seat"] >= 0:
                self.results[said["hand_id"]] = said
        elif kind == self.raw.BUNDLE:
            for one in said["updates"]:
                if one["type"] == "HAND_STARTED":
                    self.hand = one["hand_id"]
                    self._now = {"folded": set(), "showdown": False}
            for one in said["notifications"]:
                self._note(one)

    def _note(self, one) -> None:
        if one["type"] == "PLAYER_FOLD":
            self._now["folded"].add(one["player_id"])
        elif one["type"] == "SHOWDOWN":
            self._now["showdown"] = True
        elif one["type"] == "HAND_ENDED" and self.hand:
            winner = {"winner": one["winner_id"], "amount": one["amount"]}
            self.told[self.hand] = {**self._now, **winner, "folded": set(self._now["folded"])}


def choose(player, chance) -> dict:
    """Any move the state offers, folds and all-ins among them."""
    may = {one["type"]: one for one in player.state["available_actions"]}
    assert set(may) <= WORDS, may
    die = chance.random()
    if die < 0.2 and "fold" in may:
        return {"type": "fold"}
    if die < 0.27 and "all_in" in may:
        return {"type": "all_in"}
    for word in ("bet", "raise"):
        if die < 0.4 and word in may:
            return {"type": word, "amount": may[word]["min_amount"]}
    return {"type": "check" if "check" in may else "call" if "call" in may else "fold"}


async def asked(screen: Shows, kind: int, payload):
    """The answer; what was under way before it is heard."""
    raw, player = screen.raw, screen.player
    player.send(raw.packet(kind, payload))
    while True:
        got, said = await player.next()
        if got == (raw.RESULT if kind == raw.ACTION else kind):
            return said
        screen.hear(got, said)


async def play(raw, players, screens, hands: int) -> None:
    """At random, until so many hands have ended; whoever has lost all comes in again."""
    chance, table = random.Random(hands), players[0].state["game_id"]
    async with asyncio.timeout(50):
        while len(screens[0].told) < hands:
            for player, screen in zip(players, screens, strict=True):
                await player.settle()
                for kind, said in player.heard:
                    screen.hear(kind, said)
                player.heard.clear()
                state = player.state
                mine = [p for p in state["players"] if p and p["player_id"] == player.user_id]
                if state["betting_round"] == "complete" and not (mine and mine[0]["money"]):
                    joined = await asked(screen, raw.JOIN, {"tableId": table})
                    screen.hear(raw.STATE, joined)
                    screen.hand = 0  # what happens while JOIN is answered is not told beside it
                elif mine and state["active_seat"] == mine[0]["seat"]:
                    wish = {"game_id": table, "action": choose(player, chance)}
                    await asked(screen, raw.ACTION, wish)


@pytest.mark.parametrize("pace", [HASTE, CALM], ids=["haste", "calm"])
def test_who_shows_a_result_only_on_complete_sees_every_hands_winner_fold_and_showdown(
    serving, raw, pace
):
    async def story():
        async with serving(gap=0.02) as server:
            players = [await raw.Raw.dial(server.tcp_port, name=n) for n in ("Ann", "Bo", "Cy")]
            wish = {"name": "T", "max_player": 3, "min_bet": 20, "options": pace}
            table = (await players[0].ask(raw.CREATE, wish))["table_id"]
            for player in players[1:]:
                player.state = await player.ask(raw.JOIN, {"tableId": table})
            await players[0].settle()
            screens = [Shows(raw, player) for player in players]
            await play(raw, players, screens, 25)
            for screen in screens:
                judge(screen)

    asyncio.run(story())


def judge(screen: Shows) -> None:
    told = dict(sorted(screen.told.items())[:-1])  # the last may yet lie there
    assert len(told) > 8
    folds = showdowns = 0
    for hand, was in told.items():
        shown = screen.results[hand]
        players = {p["player_id"]: p for p in shown["players"] if p}
        seats = {p["seat"]: p for p in players.values()}
        assert seats[shown["winner_seat"]]["player_id"] == was["winner"], hand
        assert shown["amount_won"] == was["amount"]
        for who in was["folded"]:
            assert players[who]["state"] == "folded", (hand, players[who])
        in_it = [p for p in players.values() if p["state"] in ("active", "all_in")]
        assert shown["winner_seat"] in [p["seat"] for p in in_it]
        if was["showdown"]:
            showdowns += 1
            assert shown["winner_hand_rank"] >= 0
            assert len(shown["community_cards"]) == 5
            assert -1 not in seats[shown["winner_seat"]]["cards"]
            assert len(in_it) > 1
        else:
            folds += 1
            assert len(in_it) == 1
    assert folds > 0
    assert showdowns > 0


@pytest.mark.parametrize("code", ["F7S", "N2L1D"])
def test_stud_and_draws_are_played_in_the_protocols_six_words(serving, raw, code):
    async def story():
        async with serving() as server:
            players = [await raw.Raw.dial(server.tcp_port, name=n) for n in ("Ann", "Bo", "Cy")]
            options = {"variant": code, **HASTE}
            wish = {"name": "T", "max_player": 3, "min_bet": 20, "options": options}
            table = (await players[0].ask(raw.CREATE, wish))["table_id"]
            for player in players[1:]:
                player.state = await player.ask(raw.JOIN, {"tableId": table})
                for one in player.state["available_actions"]:  # packet 400's
                    assert one["type"] in WORDS
            await players[0].settle()
            screens = [Shows(raw, player) for player in players]
            await play(raw, players, screens, 6)
            assert set(list(screens[0].told)[:-1]) <= set(screens[0].results)

    assert code in VARIANTS
    asyncio.run(story())


def play_down(rules, options, seed: int):
    """A hand nobody bets or folds in: its last state, and whom HAND_ENDED names of how many who
    won as much."""
    state, at = rules.deal(options, 4, Rng(seed.to_bytes(32, "big")), None), 0
    while True:
        told = []
        acting, timers = state.to_act(), state.timers()
        if acting and not (timers and not state.hand):
            moves = {tag_of(move): move for move in state.legal(acting[0])}
            usual = moves.get("check") or moves.get("call") or next(iter(moves.values()))
            state.play(acting[0], usual, at, told)
        else:
            timer = min(timers, key=lambda one: one.due)
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at, told)
        for one in told:
            if type(one.fact) is HandEnded:
                most = max(state.hand.won)
                return state, one.fact.winner_id, state.hand.won.count(most)


def test_of_who_split_a_pot_the_state_names_the_one_that_hand_ended_names():
    rules = game("poker")
    options, _ = rules.setups()[0]
    splits = 0
    for seed in range(400):
        state, named, equal = play_down(rules, options, seed)
        splits += equal > 1
        assert winner(plain(state.view(None)))[0] == named
    assert splits > 10
