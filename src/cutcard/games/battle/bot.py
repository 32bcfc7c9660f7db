"""Bots for Battle: Rookie (stronger than random), Greedy (stronger than Rookie), Planner.

They see a view, what is legal, and worlds redealt from what their seat knows; never the state.
Nothing is kept between two choices, and all chance is the rng they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from . import moves
from .evaluate import best_attacks, best_blocks, settle, strike_back, value
from .rules import Battle
from .views import Face, View

World = Callable[[Rng], Battle]
Moves = Sequence[moves.Move]
LOOKS = 24  # moves Greedy compares
BRANCHES = 5  # moves Planner plays on to the end of its turn
LONGEST = 16  # own moves in one imagined turn
WORLDS = 2  # imagined worlds in which it does so


class Rookie:
    """Spends its CE on the dearest card, attacks when it looks safe, blocks when it survives."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> moves.Move:
        asked = view.asked.kind if view.asked is not None else ""
        if asked in ("MAIN", "RESPONSE"):
            return self.spend(view, legal, rng)
        if asked == "ATTACKS":
            return self.attack(view, legal)
        if asked == "BLOCKS":
            return self.block(view, legal, rng)
        if asked == "MULLIGAN":
            return self.keep(view, legal)
        return legal[rng.below(len(legal))]

    def spend(self, view: View, legal: Moves, rng: Rng) -> moves.Move:
        faces = {face.card_id: face for face in view.cards}
        hand = {
            one.instance_id: faces[one.card_id]
            for player in view.players.values()
            for one in player.hand or ()
        }
        plays = [move for move in legal if isinstance(move, moves.PlayCard)]
        plays = [move for move in plays if _sensible(hand[move.card_instance_id], move, view)]
        uses = [move for move in legal if isinstance(move, moves.ActivateAbility)]
        if not plays:
            return uses[rng.below(len(uses))] if uses and rng.below(2) else legal[-1]
        dearest = max(hand[move.card_instance_id].cost for move in plays)
        best = [move for move in plays if hand[move.card_instance_id].cost == dearest]
        return best[rng.below(len(best))]

    def attack(self, view: View, legal: Moves) -> moves.Move:
        """Everybody who survives the strongest blocker, or is worth the risk."""
        mine, other = _sides(view)
        field = view.players[mine].field
        foes = [one for one in view.players[other].field.values() if one.atk is not None]
        walls = [one for one in foes if not one.tapped]
        aims = view.asked.aims if view.asked is not None else ()
        going = [one for one in aims if not walls or _bold(field[one.instance_id], walls)]
        if len(aims) > 2 * len(walls):
            going = list(aims)  # most of them cannot be blocked
        if not going:
            return moves.Pass()
        return moves.DeclareAttacks(
            tuple(_attack(one.instance_id, one.targets[0]) for one in going)
        )

    def block(self, view: View, legal: Moves, rng: Rng) -> moves.Move:
        units = {**view.players[0].field, **view.players[1].field}
        good = []
        for move in legal:
            if isinstance(move, moves.DeclareBlocks) and len(move.blocks) == 1:
                one = move.blocks[0]
                blocker, attacker = units[one.blocker_id], units[one.attacker_id]
                lives = (blocker.current_hp or 0) + (blocker.defence or 0) > (attacker.atk or 0)
                kills = (blocker.atk or 0) >= (attacker.current_hp or 0) + (attacker.defence or 0)
                if lives or kills:
                    good.append((lives + 2 * kills, rng.below(100), move))
        return max(good, key=lambda one: one[:2])[2] if good else legal[-1]

    def keep(self, view: View, legal: Moves) -> moves.Move:
        """Throw back what cannot be played for long."""
        mine, _ = _sides(view)
        costs = {face.card_id: face.cost for face in view.cards}
        hand = view.players[mine].hand or ()
        return moves.Mulligan(tuple(one.instance_id for one in hand if costs[one.card_id] > 4))


def _attack(one: int, target: int) -> moves.Attack:
    return moves.Attack(one) if target in (0, 1) else moves.Attack(one, "CARD", target)


def _sides(view: View) -> tuple[int, int]:
    mine = next(seat for seat, player in view.players.items() if player.hand is not None)
    return mine, 1 - mine


def _bold(unit: Any, walls: list[Any]) -> bool:
    worst = max(wall.atk or 0 for wall in walls)
    strong = all((unit.atk or 0) >= (wall.current_hp or 0) + (wall.defence or 0) for wall in walls)
    return bool((unit.current_hp or 0) + (unit.defence or 0) > worst or strong)


def _sensible(face: Face, move: moves.PlayCard, view: View) -> bool:
    """A beginner knows on whose side a card belongs: harm to the other, help to itself."""
    if not move.target_ids:
        return True
    _, other = _sides(view)
    text = face.text.lower()
    harm = any(
        word in text for word in ("deal ", "destroy", "banish", "silence", "tap ", "inflict")
    )
    target = move.target_ids[-1]
    if target < 0:
        return False
    foes = {other, *view.players[other].field}
    return face.card_type == "EQUIPMENT" or (target in foes) == harm or (target > 1 and not harm)


class Greedy:
    """Looks one move ahead in a world that fits what it knows, and takes the best."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> moves.Move:
        if len(legal) == 1:
            return legal[0]
        game = world(rng)
        if game.ask == "MULLIGAN":
            return Rookie().keep(view, legal)
        if game.ask in ("DECK", "SIDEBOARD"):
            return legal[rng.below(len(legal))] if game.ask == "DECK" else legal[0]
        return self.best(game, seat, legal)

    def best(self, game: Battle, seat: int, legal: Moves) -> moves.Move:
        if game.ask == "ATTACKS":
            return best_attacks(game, seat)
        return ranked(game, seat, legal)[0][1]


def ranked(game: Battle, seat: int, legal: Moves) -> list[tuple[float, moves.Move]]:
    """Moves with what each is worth one move later, best first."""
    step = len(legal) // LOOKS + 1
    found = []
    for i, move in enumerate((*legal[:-1][::step], legal[-1])):
        twin = game.copy()
        twin.play(seat, move, twin.now)
        settle(twin, seat)
        found.append((value(twin, seat), -i, move))
    found.sort(key=lambda one: (one[0], one[1]), reverse=True)
    return [(worth, move) for worth, _, move in found]


class Planner(Greedy):
    """Plays its best few moves on to the end of its turn and through the other's attack, in
    several worlds, before it decides. Blocks are put together one by one."""

    deep = True

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> moves.Move:
        asked = view.asked.kind if view.asked is not None else ""
        if len(legal) == 1 or asked not in ("MAIN", "ATTACKS", "BLOCKS"):
            return super().choose(seat, view, legal, asides, world, rng)
        worlds = [world(rng) for _ in range(WORLDS)]
        if asked == "BLOCKS":
            return best_blocks(worlds[0], seat, ranked(worlds[0], seat, legal)[0][1])
        tries = self.tries(worlds[0], seat, legal)
        if len(tries) == 1:
            return tries[0]
        sums = [sum(self.play_on(one, seat, move) for one in worlds) for move in tries]
        return tries[sums.index(max(sums))]

    def tries(self, game: Battle, seat: int, legal: Moves) -> list[moves.Move]:
        """What is worth a longer look: the best one move later, and doing nothing."""
        found = [move for _, move in ranked(game, seat, legal)[:BRANCHES]]
        if game.ask == "ATTACKS":
            found.insert(0, best_attacks(game, seat))
        found.append(legal[-1])
        return list(dict.fromkeys(found))

    def play_on(self, game: Battle, seat: int, move: moves.Move) -> float:
        """What the turn is worth if it begins with this move and goes on greedily."""
        twin = game.copy()
        turn = twin.turn
        twin.play(seat, move, twin.now)
        for _ in range(LONGEST):
            settle(twin, seat)
            if twin.over or twin.turn != turn or seat not in twin.asked:
                break
            legal = twin.legal(seat)
            one = legal[0] if len(legal) == 1 else self.best(twin, seat, legal)
            twin.play(seat, one, twin.now)
        strike_back(twin, 1 - seat)
        return value(twin, seat)


BOTS: dict[str, Callable[[], Any]] = {
    "greedy": Greedy,
    "planner": Planner,
    "rookie": Rookie,
}


def hint(view: View, legal: Moves, world: World, rng: Rng) -> list[moves.Move]:
    """Greedy's three best moves, for somebody who asks."""
    game = world(rng)
    return [move for _, move in ranked(game, _sides(view)[0], legal)[:3]]
