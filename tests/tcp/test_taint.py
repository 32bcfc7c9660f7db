"""No byte sent to a seat over TCP carries a card it may not know: whole hands at random, with
reconnects, resyncs, errors and people who leave and come."""

from __future__ import annotations

import asyncio
import random

import pytest

from cutcard.games.poker.packets import card
from cutcard.table.words import Notice, Snapshot, Update


class Public:
    """A spectator inside the house: what everybody was shown, by hand and seat."""

    def __init__(self) -> None:
        self.shown: dict[tuple[int, int], set[int]] = {}
        self.hand = 0

    def hear(self, word) -> None:
        if isinstance(word, Snapshot):
            self.hand = word.view["hand"]
        elif isinstance(word, Update):
            self.hand = word.patch.get("hand", self.hand)
            for fact in word.facts:
                if fact["type"] in ("PLAYER_SHOW", "PLAYER_CARDS") and fact.get("cards"):
                    cards = {card(name) for name in fact["cards"]}
                    self.shown.setdefault((self.hand, fact["playerId"]), set()).update(cards)
        else:
            assert isinstance(word, Notice)


def hidden_cards(viewer, kind, said, raw):
    """(hand, seat, card) of every card of another that a packet shows."""
    if kind == raw.RESYNCED:
        kind, said = raw.STATE, said["game_state"]
    if kind in (raw.STATE, raw.JOIN) and "players" in said:
        for player in said["players"]:
            if player and player["player_id"] != viewer.user_id:
                for one in player["cards"]:
                    if one >= 0:
                        yield said["hand_id"], player["seat"], one
    elif kind == raw.BUNDLE:
        for update in said["updates"]:
            if update["type"] == "PLAYER_CARDS" and update["player_id"] != viewer.user_id:
                yield from ((None, update["player_id"], one) for one in update["cards"])


async def ask(raw, player, kind, payload=None):
    """The answer, whatever the clock made come before it; all of it is looked at."""
    player.send(raw.packet(kind, payload))
    answer = {raw.ACTION: raw.RESULT, raw.RESYNC: raw.RESYNCED}.get(kind, kind)
    said = await player.until(answer)
    player.heard.append((answer, said))
    return said


SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20)]


@pytest.mark.parametrize("seed", [0, *SLOW])
def test_nobody_is_sent_a_card_he_may_not_know(serving, raw, seed):
    rng = random.Random(seed)

    async def story():
        async with serving() as server:
            port = server.tcp_port
            players = [await raw.Raw.dial(port, name=name) for name in ("Ann", "Bo", "Cy")]
            fast = {"resultDelay": 1, "showDelay": 1}
            wish = {"name": "T", "max_player": 3, "min_bet": 20, "options": fast}
            table = (await players[0].ask(raw.CREATE, wish))["table_id"]
            public = Public()
            server.house.attach(table, public, None)
            join = {"tableId": table}
            for player in players[1:]:
                await ask(raw, player, raw.JOIN, join)
            gone = []
            for _ in range(150):
                n = rng.randrange(3)
                player, dice = players[n], rng.random()
                if dice < 0.04:
                    player.close()
                    gone.append(player)
                    players[n] = await raw.Raw.dial(port, name=player.name)
                    await ask(raw, players[n], raw.JOIN, join)
                elif dice < 0.08:
                    await ask(raw, player, raw.LEAVE)
                    await ask(raw, player, raw.JOIN, join)
                elif dice < 0.14:
                    await ask(raw, player, raw.RESYNC, {"game_id": table})
                else:
                    kind = rng.choice(["call", "check", "check", "call", "fold", "all_in", "sit"])
                    action = {"type": kind, **({"buyIn": 400} if kind == "sit" else {})}
                    await ask(raw, player, raw.ACTION, {"game_id": table, "action": action})
                await asyncio.sleep(0.003)
            for player in players:
                await player.settle(0.1)
            log = [(player, *one) for player in (*gone, *players) for one in player.heard]
            known = {cards for shown in public.shown.values() for cards in shown}
            seen = 0
            for viewer, kind, said in log:
                for hand, seat, one in hidden_cards(viewer, kind, said, raw):
                    seen += 1
                    assert one in (known if hand is None else public.shown.get((hand, seat), ()))
            assert seen  # somebody showed something: the test looked at it
            assert public.hand > 5

    asyncio.run(asyncio.wait_for(story(), 90))
