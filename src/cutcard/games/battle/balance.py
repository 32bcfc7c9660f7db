"""Is the starter set fair? Greedy against Greedy with equal decks drawn from the whole set, or the
ready decks against each other.

For each card: how often the player who drew it won, with its 95 % interval. For each pair of ready
decks: how often the first won; every deal is played twice, the decks changing seats. For each deck
against itself: how often whoever began won. Pure: the same seed gives the same figures. `cutcard
battle balance` prints them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations_with_replacement
from math import sqrt
from typing import NamedTuple

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

SPAN = 20  # games a process is given at once
LEAST = 0.4  # what every ready deck wins against every other, at least
FIRST = 0.47, 0.53  # what whoever begins wins, decks being equal


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
        return rate, margin(rate, count)


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
    """One ready deck against another, or against itself; spans of games add up."""

    one: str
    two: str
    games: int = 0
    won: float = 0.0  # by `one`; a draw is half
    first: float = 0.0  # by whoever went first
    turns: int = 0

    def add(self, other: Pair) -> None:
        self.games += other.games
        self.won += other.won
        self.first += other.first
        self.turns += other.turns

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def mirror(self) -> bool:
        return self.one == self.two


def pair(one: str, two: str, games: range, seed: str = "balance") -> Pair:
    """These games of the pair, two to a deal: the same chance, both ways round."""
    figures = Pair(one, two)
    bot = Greedy()
    for number in games:
        seat = number % 2
        options = Options(timers="off", decks=(two, one) if seat else (one, two))
        # Against itself a deck would play the same game again from the other side.
        deal_number = number if one == two else number // 2
        rng = Rng.named(f"{seed}/{one}/{two}/{deal_number}")
        game, chance = deal(options, 2, rng.fork()), rng.fork()
        game.play(NATURE, game.timers()[0].tick, 0)
        while not game.over:
            who = game.asked[0]
            legal, world = game.legal(who), partial(game.redeal, who)
            if len(legal) == 1:
                move = legal[0]
            else:
                move = bot.choose(who, game.view(who), legal, (), world, chance)
            game.play(who, move, 0)
        figures.games += 1
        figures.turns += game.turn
        figures.won += 0.5 if game.winner < 0 else game.winner == seat
        figures.first += 0.5 if game.winner < 0 else game.winner == game.first
    return figures


class Job(NamedTuple):
    """Some games of a pair, for one process."""

    one: str
    two: str
    games: range
    seed: str


def jobs(names: Sequence[str], games: int, seed: str) -> list[Job]:
    """Every deck against every other so many games, and against itself half as many, in spans
    that several processes can share. The figures are the same for any number of them."""
    return [
        Job(one, two, range(begin, min(begin + SPAN, count)), seed)
        for one, two in combinations_with_replacement(names, 2)
        for count in (games // 2 if one == two else games,)
        for begin in range(0, count, SPAN)
    ]


def run(job: Job) -> Pair:
    return pair(*job)


class Verdict(Struct, frozen=True):
    """What all pairs together say of a set's decks."""

    least: float  # the worst that a deck does against another; the best is as far above a half
    mirrored: int  # games of decks against themselves
    first: float  # won by whoever began those
    first_of_all: float  # won by whoever began any

    @property
    def fair(self) -> bool:
        return self.least >= LEAST and FIRST[0] <= self.first <= FIRST[1]


def verdict(pairs: Sequence[Pair]) -> Verdict:
    mirrors = [one for one in pairs if one.mirror]
    others = [min(one.share, 1 - one.share) for one in pairs if not one.mirror]
    mirrored, games = sum(one.games for one in mirrors), sum(one.games for one in pairs)
    first = sum(one.first for one in mirrors) / mirrored
    return Verdict(min(others), mirrored, first, sum(one.first for one in pairs) / games)


def margin(share: float, games: int) -> float:
    """Half of the 95 % interval of a share."""
    return 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)


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
