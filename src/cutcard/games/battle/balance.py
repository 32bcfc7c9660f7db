"""Is the starter set fair? Greedy against Greedy with equal decks drawn from the whole set, or the
ready decks against each other.

For each card: how often the player who drew it won, with its 95 % interval. For each pair of ready
decks: how often the first won; every deal is played twice, the decks changing seats. Pure: the same
seed gives the same figures. `cutcard battle balance` prints them.
"""

from __future__ import annotations

from functools import partial
from math import sqrt

from msgspec import Struct, field

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from .bot import Greedy
from .decks import SIZE, to_code
from .defs import CardSet
from .facts import CardDrawn
from .moves import ChooseDeck
from .options import Options
from .rules import Battle, deal
from .sets import starter


class Figures(Struct):
    """What a run of games has shown; figures of several runs add up."""

    games: int = 0
    first: int = 0  # won by whoever went first
    draws: int = 0
    turns: int = 0
    drawn: dict[str, int] = field(default_factory=dict)
    won: dict[str, float] = field(default_factory=dict)

    def add(self, other: Figures) -> None:
        self.games += other.games
        self.first += other.first
        self.draws += other.draws
        self.turns += other.turns
        for name, count in other.drawn.items():
            self.drawn[name] = self.drawn.get(name, 0) + count
            self.won[name] = self.won.get(name, 0.0) + other.won[name]

    def rate(self, name: str) -> tuple[float, float]:
        """Win rate of whoever drew the card, and half of its 95 % interval."""
        count = self.drawn[name]
        rate = self.won[name] / count
        return rate, 1.96 * sqrt(max(rate * (1 - rate), 1e-9) / count)


def random_deck(cards: CardSet, rng: Rng) -> dict[str, int]:
    """Forty cards of the whole set, no more copies than are allowed."""
    pool = [d for d in cards.defs if not d.token for _ in range(1 if d.legendary else 3)]
    rng.shuffle(pool)
    deck: dict[str, int] = {}
    for d in pool[:SIZE]:
        deck[d.id] = deck.get(d.id, 0) + 1
    return deck


def one_game(cards: CardSet, rng: Rng, figures: Figures) -> None:
    """Both play the same random deck."""
    code = to_code(cards, random_deck(cards, rng))
    game = deal(Options(timers="off"), 2, rng.fork())
    drawn: list[set[str]] = [set(), set()]
    for seat in (0, 1):
        _play(game, seat, ChooseDeck(code=code), drawn)
    bot, chance = Greedy(), rng.fork()
    while not game.over:
        seat = game.asked[0]
        legal = game.legal(seat)
        move = bot.choose(seat, game.view(seat), legal, (), partial(game.redeal, seat), chance)
        _play(game, seat, move, drawn)
    figures.games += 1
    figures.turns += game.turn
    figures.first += game.winner == game.first
    figures.draws += game.winner < 0
    for seat in (0, 1):
        share = 0.5 if game.winner < 0 else float(game.winner == seat)
        for name in drawn[seat]:
            figures.drawn[name] = figures.drawn.get(name, 0) + 1
            figures.won[name] = figures.won.get(name, 0.0) + share


class Pair(Struct):
    """One ready deck against another."""

    one: str
    two: str
    games: int = 0
    won: float = 0.0  # by `one`; a draw is half
    first: float = 0.0  # by whoever went first
    turns: int = 0


def pair(one: str, two: str, games: int, seed: str = "balance") -> Pair:
    """So many games, a deal at a time: the same chance, both ways round."""
    figures = Pair(one, two)
    bot = Greedy()
    for number in range(games):
        seat = number % 2
        options = Options(timers="off", decks=(two, one) if seat else (one, two))
        rng = Rng.named(f"{seed}/{one}/{two}/{number // 2}")
        game, chance = deal(options, 2, rng.fork()), rng.fork()
        game.play(NATURE, game.timers()[0].tick, 0)
        while not game.over:
            who = game.asked[0]
            legal, world = game.legal(who), partial(game.redeal, who)
            game.play(who, bot.choose(who, game.view(who), legal, (), world, chance), 0)
        figures.games += 1
        figures.turns += game.turn
        figures.won += 0.5 if game.winner < 0 else game.winner == seat
        figures.first += 0.5 if game.winner < 0 else game.winner == game.first
    return figures


def _play(game: Battle, seat: int, move: object, drawn: list[set[str]]) -> None:
    told: list[Told] = []
    game.play(seat, move, 0, told)  # type: ignore[arg-type]  # a move of a bot
    for one in told:
        if isinstance(one.fact, CardDrawn) and one.fact.card_id is not None:
            drawn[one.fact.player_id].add(one.fact.card_id)


def measure(games: int, seed: str = "balance") -> Figures:
    """So many games; the figures follow from the seed alone."""
    figures = Figures()
    rng = Rng.named(seed)
    cards = starter()
    for _ in range(games):
        one_game(cards, rng, figures)
    return figures
