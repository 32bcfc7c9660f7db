"""How fast Battle is: random games and moves a second without views, a copy, a view; the peers
beside it in the same run, in their own venv (what is absent is said, and why); and the spec's
table (A54) through a real server, p99 of each kind of move."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median, quantiles
from subprocess import run
from time import perf_counter, process_time
from typing import Any

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from .options import Options
from .rules import Battle, deal

GAMES = 80
ROUNDS = 5
NAMES = ("beasts", "constructs", "mystics", "soldiers")


def bench() -> dict[str, float]:
    """CPU time, and the best of several rounds: what else runs on the machine only ever slows."""
    rounds = [random_games(GAMES) for _ in range(ROUNDS)]
    figures = {
        "random games/s, no views": max(games for games, _ in rounds),
        "random moves/s, no views": max(moves for _, moves in rounds),
        "copy, µs (median over a game)": copies(),
        "view of one seat, µs": views(),
        "move with facts and both views, µs (median)": shown(),
    }
    for name, script in PEERS.items():
        rate = peer(name, script)
        if rate is not None:
            figures[f"{name} random games/s"] = rate
    return figures | asyncio.run(served())


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


# The peers, each in the venv that script/bench makes for them

PEERS = {
    "gym_locm": """
from time import process_time
from gym_locm.agents import RandomBattleAgent, RandomDraftAgent
from gym_locm.engine import Phase, State
begun, games = process_time(), 60
for number in range(games):
    state = State(seed=number, version="1.2")
    draft, fight = RandomDraftAgent(), RandomBattleAgent()
    while state.winner is None:
        state.act((fight if state.phase == Phase.BATTLE else draft).act(state))
print(games / (process_time() - begun))
""",
    "fireplace": """
from time import process_time
from fireplace import cards
from fireplace.utils import play_full_game
cards.db.initialize()
begun = process_time()
for _ in range(3):
    play_full_game()
print(3 / (process_time() - begun))
""",
}


def peer(name: str, script: str) -> float | None:
    """A peer's random games a second; None, and a sentence why, where it cannot be had."""
    python = Path(sys.prefix) / "peers" / "bin" / "python"
    if not python.exists():
        sys.stderr.write(f"{name} is not measured: script/bench has made no venv for peers.\n")
        return None
    done = run([str(python), "-c", script], check=False, capture_output=True, text=True)  # noqa: S603  # our own script
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        sys.stderr.write(f"{name} is not measured: it does not run here ({why}).\n")
        return None
    return float(done.stdout.split()[-1])


# The spec's table through a server: from the socket that sends to both players having it

TABLES = 8
SECONDS = 25.0
PAUSE = 0.06  # seconds between two moves of a table
KINDS = {
    "play_card": "play a card",
    "activate_ability": "resolve an ability",
    "declare_attacks": "combat",
    "declare_blocks": "combat",
}
TURN, BROADCAST = "turn transition", "broadcast"
Times = dict[str, list[float]]


async def served() -> dict[str, float]:
    """p99 in ms of what players do at several tables of one server, each move durable. Needs
    the repository's `bench` beside it; the client is above the games, so it is asked by name."""
    times: Times = {}
    with import_module("bench.server").server() as (url, _):
        tables = [_table(url, number, times) for number in range(TABLES)]
        await asyncio.gather(*tables)
    head = f"through the server, {TABLES} tables, p99 ms: "
    return {f"{head}{kind} ({len(found)})": _p99(found) for kind, found in sorted(times.items())}


def _p99(times: list[float]) -> float:
    return (quantiles(times, n=100)[98] if len(times) > 1 else times[0]) * 1000


async def _table(url: str, number: int, times: Times) -> None:
    client = import_module("cutcard.client").Client
    chance = Random(number)  # noqa: S311  # a benchmark draws nothing secret
    until = perf_counter() + SECONDS
    options = {"decks": [NAMES[number % 4], NAMES[number // 2 % 4]], "timers": "off"}
    async with (
        await client.connect(url, legal=True) as one,
        await client.connect(url, legal=True) as two,
    ):
        while perf_counter() < until:
            mine = await one.create("battle", options=options)
            sides = [(one, mine), (two, await two.join(mine.table))]
            while perf_counter() < until and mine.view["status"] != "COMPLETED":
                await _move(sides, chance, times)
                await asyncio.sleep(PAUSE * (0.5 + chance.random()))


async def _move(sides: list[tuple[Any, Any]], chance: Random, times: Times) -> None:
    """One move of whoever is asked; each kind of move they have is as likely."""
    turns = [(client, place) for client, place in sides if place.legal]
    if not turns:
        return
    client, place = turns[0]
    kinds = sorted({move["type"] for move in place.legal})
    kind = kinds[chance.randrange(len(kinds))]
    move = chance.choice([one for one in place.legal if one["type"] == kind])
    before, turn = place.seq, place.view["currentTurn"]
    begun = perf_counter()
    fields = {name: one for name, one in move.items() if name != "type"}
    arrivals = [_arrived(who, where, before) for who, where in sides]
    _, *heard = await asyncio.gather(client.play(place, kind, fields), *arrivals)
    turned = place.view["currentTurn"] != turn
    name = TURN if turned and kind == "pass" else KINDS.get(kind)
    if name is not None:
        times.setdefault(name, []).append(max(heard) - begun)
    times.setdefault(BROADCAST, []).append(max(heard) - min(heard))


async def _arrived(client: Any, place: Any, before: int) -> float:
    while place.seq <= before:
        await client.turn()
    return perf_counter()
