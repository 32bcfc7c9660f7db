"""How fast Battle is: random games and moves a second without views, a copy, a view, and the
peers beside it where they can be imported (gym-locm, fireplace)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from statistics import median
from time import perf_counter, process_time

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from .options import Options
from .rules import Battle, deal

GAMES = 400
NAMES = ("beasts", "constructs", "mystics", "soldiers")


def bench() -> dict[str, float]:
    """CPU time, so that what else runs on the machine does not count."""
    games, moves = random_games(GAMES)
    figures = {
        "random games/s, no views": games,
        "random moves/s, no views": moves,
        "copy, µs (median over a game)": copies(),
        "view of one seat, µs": views(),
        "move with facts and both views, µs (median)": shown(),
    }
    for name, peer in (("gym_locm", _locm), ("fireplace", _fireplace)):
        if find_spec(name) is not None:
            figures[f"{name} random games/s"] = peer()
    return figures


def random_games(count: int) -> tuple[float, float]:
    """Ready decks against each other, every pairing alike; games and moves a second."""
    moves = 0
    begun = process_time()
    for number in range(count):
        pair = (NAMES[number % 4], NAMES[number // 4 % 4])
        game = deal(Options(decks=pair), 2, Rng.named(f"bench {number}"))
        moves += play_out(game, Rng.named(number))
    took = process_time() - begun
    return count / took, moves / took


def play_out(game: Battle, rng: Rng, look: Callable[[Battle], None] | None = None) -> int:
    moves = 0
    while not game.over:
        if not game.asked:
            game.play(NATURE, game.timers()[0].tick, 0)
            continue
        seat = game.asked[0]
        legal = game.legal(seat)
        game.play(seat, legal[rng.below(len(legal))], 0)
        moves += 1
        if look is not None:
            look(game)
    return moves


def _along(work: Callable[[Battle], object]) -> float:
    """The median time of some work after each move of some games, in µs."""
    times: list[float] = []

    def timed(game: Battle) -> None:
        begun = perf_counter()
        work(game)
        times.append(perf_counter() - begun)

    for number in range(10):
        game = deal(Options(decks=("mystics", "soldiers")), 2, Rng.named(f"along {number}"))
        play_out(game, Rng.named(number), timed)
    return median(times) * 1e6


def copies() -> float:
    return _along(lambda game: game.copy())


def views() -> float:
    return _along(lambda game: game.view(0))


def shown() -> float:
    times: list[float] = []
    rng = Rng.named("shown")
    for number in range(10):
        game = deal(Options(decks=("beasts", "mystics")), 2, Rng.named(f"shown {number}"))
        game.play(NATURE, game.timers()[0].tick, 0)
        while not game.over:
            seat = game.asked[0]
            legal = game.legal(seat)
            times.append(_timed(partial(_show, game, seat, legal[rng.below(len(legal))])))
    return median(times) * 1e6


def _show(game: Battle, seat: int, move: object) -> None:
    told: list[Told] = []
    game.play(seat, move, 0, told)  # type: ignore[arg-type]  # one of its own legal moves
    game.view(0)
    game.view(1)


def _timed(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _locm() -> float:
    from gym_locm.agents import RandomBattleAgent, RandomDraftAgent  # type: ignore[import-not-found]  # noqa: PLC0415  # only where it is installed
    from gym_locm.engine import Phase, State  # type: ignore[import-not-found]  # noqa: PLC0415  # likewise

    begun = process_time()
    games = 60
    for number in range(games):
        state = State(seed=number)
        draft, fight = RandomDraftAgent(), RandomBattleAgent()
        while state.winner is None:
            agent = draft if state.phase == Phase.DECK_BUILDING else fight
            state.act(agent.act(state))
    return games / (process_time() - begun)


def _fireplace() -> float:
    from fireplace import cards  # type: ignore[import-not-found]  # noqa: PLC0415  # only where it is installed
    from fireplace.utils import play_full_game  # type: ignore[import-not-found]  # noqa: PLC0415  # likewise

    cards.db.initialize()
    begun = process_time()
    for _ in range(3):
        play_full_game()
    return 3 / (process_time() - begun)
