"""What Battle counts for its players' statistics (docs/rules/arena.md A85), by seat, of a game that
is over. Matches and who won them are counted for every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.game import Seat, Told

from . import facts
from . import vocabulary as v
from .inst import Inst
from .rules import Battle

PLAYERS = (0, 1)  # as targets
FOUGHT = ("OPPONENT_HP_ZERO", "DECK_EMPTY", "TURN_LIMIT")  # else the other gave up or was gone


def of_deal(start: Battle, log: Iterable[tuple[int, Seat, Any]]) -> list[dict[str, int]]:
    """Out of the game's start and its log."""
    game = start.copy()
    count = Count(game)
    for at, seat, move in log:
        there, turn = dict(game.cards), (game.turn, game.active)
        game.play(seat, move, at, count.told)
        count.read({**there, **game.cards, **game.gone}, turn)
    return count.over(start)


class Count:
    """Reads what is told of a game."""

    def __init__(self, game: Battle) -> None:
        self.game = game
        self.told: list[Told] = []
        self.counted: list[dict[str, int]] = [{}, {}]
        self.turns: set[tuple[int, Seat]] = set()
        self.hurt: dict[tuple[int, Seat], int] = {}  # by turn, and who did it

    def add(self, seat: Seat, name: str, more: int = 1) -> None:
        self.counted[seat][name] = self.counted[seat].get(name, 0) + more

    def read(self, units: dict[int, Inst], turn: tuple[int, Seat]) -> None:
        """What a move brought about; `units` as they are and were."""
        number, active = turn
        if number:
            self.turns.add(turn)
        for one in self.told:
            match one.fact:
                case facts.DamageApplied(target=target, reduced_damage=dealt) if target in PLAYERS:
                    other = 1 - target
                    self.add(other, "damage", dealt)
                    self.hurt[number, other] = self.hurt.get((number, other), 0) + dealt
                case facts.Healed(target=target, amount=amount) if target in PLAYERS:
                    self.add(target, "healed", amount)
                case facts.CardMoved(instance_id=which, destroyed=True):
                    unit = units.get(which)
                    if unit is not None and unit.d.kind == v.UNIT:
                        self.add(1 - unit.ctrl, "unitsDestroyed")
                case facts.CardPlayed(player_id=seat):
                    self.add(seat, "cardsPlayed")
                    if seat != active:
                        self.add(seat, "responses")
                case _:
                    pass
        self.told.clear()

    def over(self, start: Battle) -> list[dict[str, int]]:
        """The end: who won it, how, and with what."""
        game = self.game
        for seat in PLAYERS:
            mine = self.counted[seat]
            mine["turns"] = sum(active == seat for _, active in self.turns)
            most = [dealt for (_, who), dealt in self.hurt.items() if who == seat]
            mine["mostDamageTurn"] = max(most, default=0)
            if game.names[seat]:
                self.add(seat, f"byDeck[{game.names[seat]}]")
            if game.winner == seat:
                self._won(seat, start)
        return self.counted

    def _won(self, seat: Seat, start: Battle) -> None:
        game = self.game
        if game.first >= 0:
            self.add(seat, "wonFirst" if game.first == seat else "wonSecond")
        if game.condition == "DECK_EMPTY":
            self.add(seat, "byEmptyDeck")
        if game.hp[seat] >= start.hp[seat] and game.condition in FOUGHT:
            self.add(seat, "flawless")
        if game.names[seat] in game.set.decks:
            self.add(seat, f"wonWith[{game.names[seat]}]")
