"""Bots for Duel. They see a view, never a state, and keep nothing between two choices.

In QUICK every place is as good as any other. In HAND, with r rounds to come, only the best r
cards matter: a plan with a worse card is never better. Playing those r in random order makes
every pairing equally likely whatever the opponent does, so it cannot be outguessed, and against
an opponent who does the same nothing is better. Steady plays so. Reader mixes the same cards but
leans to where they do more, as far as the opponent's cards so far give away an order of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from cutcard.kernel.game import Seat, State
from cutcard.kernel.rng import Rng

from .deck import NUMBERS, TOTAL
from .moves import CardPlay, Move, View
from .options import SPARE

GUESSES = 48  # opponent's hands imagined for one choice
SLIP = 0.1  # how often somebody with a habit leaves it
PRIOR = (0.6, 0.2, 0.2)  # habits: any order, highest first, lowest first
KEENNESS = 10.0  # how strongly a better chance draws; 0 would be Steady


class Steady:
    """Plays the cards worth playing in an order nobody can guess."""

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: Callable[[Rng], State],
        rng: Rng,
    ) -> Move:
        if len(legal) == 1 or view.mode == "QUICK":
            return legal[rng.below(len(legal))]
        cards = worth_playing(view, [move for move in legal if isinstance(move, CardPlay)])
        return CardPlay(self.pick(view, cards, rng), view.round_number)

    def pick(self, view: View, cards: list[int], rng: Rng) -> int:
        return cards[rng.below(len(cards))]


class Reader(Steady):
    """Steady, but looks at what the opponent has played and expects more of the same."""

    def pick(self, view: View, cards: list[int], rng: Rng) -> int:
        if len(cards) == 1:
            return cards[0]
        hopes = expectations(view, cards, rng)
        top = max(hopes)
        weights = [exp(KEENNESS * (hope - top)) for hope in hopes]
        mark = rng.below(1 << 32) / (1 << 32) * sum(weights)
        for card, weight in zip(cards, weights, strict=True):
            mark -= weight
            if mark < 0:
                return card
        return cards[-1]


BOTS: dict[str, Callable[[], Any]] = {"reader": Reader, "steady": Steady}


def worth_playing(view: View, plays: list[CardPlay]) -> list[int]:
    """The best cards, lowest first: one for each round to come."""
    left = view.max_rounds - view.round_number + 1
    return sorted((play.card_index for play in plays), key=_strength(view))[-left:]


def expectations(view: View, cards: list[int], rng: Rng) -> list[float]:
    """For each card, the rounds still to be won if it is played now and the rest in any order."""
    strength = _strength(view)
    mine = next(seat for seat, player in view.players.items() if player.hand is not None)
    shown = [
        [NUMBERS[view.rounds[number].cards[seat].id] for number in sorted(view.rounds)]
        for seat in (mine, 1 - mine)
    ]
    known = {*(view.players[mine].hand or ()), *shown[0], *shown[1]}
    pool = [card for card in range(TOTAL) if card not in known]
    left = len(cards)
    hopes = [0.0] * left
    total = 0.0
    for _ in range(GUESSES):
        hand = _draw(pool, left + SPARE, rng)
        mixed, high, low = _habits(hand, shown[1], view.max_rounds, strength)
        best = sorted(hand, key=strength)[-left:]
        wins = [[_win(a, b, view) for b in best] for a in cards]
        rows = [sum(row) for row in wins]
        columns = [sum(column) for column in zip(*wins, strict=True)]
        whole = sum(rows)
        total += mixed + high + low
        for i in range(left):
            hopes[i] += mixed * whole / left
            for weight, j in ((high, left - 1), (low, 0)):
                rest = whole - rows[i] - columns[j] + wins[i][j]
                hopes[i] += weight * (wins[i][j] + rest / (left - 1))
    return [hope / total for hope in hopes]


def _habits(
    hand: list[int], shown: list[int], rounds: int, strength: Callable[[int], int]
) -> tuple[float, float, float]:
    """How likely each habit, holding this hand now, would have played what was shown."""
    mixed, high, low = PRIOR
    for number, card in enumerate(shown):
        held = sorted((*hand, *shown[number:]), key=strength)
        best = held[number - rounds :]
        slip = SLIP / len(held)
        mixed *= (1 - SLIP) / len(best) * (card in best) + slip
        high *= (1 - SLIP) * (card == best[-1]) + slip
        low *= (1 - SLIP) * (card == best[0]) + slip
    return mixed, high, low


def _strength(view: View) -> Callable[[int], int]:
    """Cards by value, then by suit."""
    ace = 13 if view.ace_high_value else 0
    return lambda card: (card % 13 or ace) * 4 + card // 13


def _win(card: int, other: int, view: View) -> float:
    strength = _strength(view)
    lead = strength(card) - strength(other)
    if view.allow_ties and card % 13 == other % 13:
        return 0.5
    return 1.0 if lead > 0 else 0.0


def _draw(pool: list[int], count: int, rng: Rng) -> list[int]:
    """Some of the pool, each as likely as any other; the pool is left in another order."""
    for i in range(count):
        j = i + rng.below(len(pool) - i)
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:count]
