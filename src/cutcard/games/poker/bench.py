"""How fast poker is, beside its peers in the same run.

The peers live in a venv of their own (script/bench makes it), so all is measured in a process of
that venv; without it we are measured alone, and the figures name who is absent. Ours and theirs
take turns in short rounds, each by its own processor time; a rate is the median of its rounds
and a ratio the median of the rounds' ratios, so that a busy machine changes them little.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time

from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

from . import betting, evaluate
from .hand import BET, DONE, Hand
from .moves import Carry
from .opening import deal
from .options import Options
from .rules import Poker
from .stakes import Stakes
from .variants import VARIANTS, Variant

ROUNDS = 7
SECONDS = 0.4  # of each round
Rate = Callable[[], float]
Rates = dict[str, list[float]]


def bench() -> dict[str, float]:
    """Rates a second, ratios to the peers, and the cost of copies, states and validation."""
    python = Path(sys.prefix) / "peers" / "bin" / "python"
    if python.exists():
        command = [str(python), "-m", "cutcard.games.poker.bench"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)  # noqa: S603 - ourselves
        if done.returncode == 0:
            found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
            return found
        sys.stderr.write(f"{python} failed; measuring without the peers.\n")
    return figures()


def figures() -> dict[str, float]:
    """All that is measured, in this process."""
    found: dict[str, float] = {}
    absent: list[str] = []
    play = {"ours": hands, "ours_contract": contract_hands, **_peers(_PLAYERS, absent)}
    rates = _rounds(play)
    found |= {f"hands_per_s_{name}": round(median(xs)) for name, xs in rates.items()}
    for peer in _PLAYERS:
        found |= _ratio(rates, f"hands_x_{peer}", "ours", peer)
    for peer in _PLAYERS:
        found |= _ratio(rates, f"contract_hands_x_{peer}", "ours_contract", peer)
    calls = {"ours": one_call, **_peers(_EVALUATORS, absent)}
    if find_spec("numpy"):
        calls["ours_batch"] = in_batches
    rates = _rounds(calls)
    found |= {f"evaluations_per_s_{name}": round(median(xs)) for name, xs in rates.items()}
    for peer in _EVALUATORS:
        found |= _ratio(rates, f"one_call_x_{peer}", "ours", peer)
    found |= _ratio(rates, "batch_x_eval7_one_call", "ours_batch", "eval7")
    found["copy_us"] = copying()
    found["state_bytes"] = size_of(table(6))
    found["hand_bytes"] = size_of(table(6).hand)
    for seats in (2, 4, 6, 8, 10):
        found[f"validate_us_{seats}_seats"] = validating(seats)
    for peer in sorted(set(absent)):
        sys.stderr.write(f"{peer} is not installed here: no ratio to it.\n")
        found[f"not_installed_{peer}"] = 1
    return found


def _peers(found: dict[str, tuple[str, Callable[[], Rate]]], absent: list[str]) -> dict[str, Rate]:
    rates: dict[str, Rate] = {}
    for name, (module, make) in found.items():
        try:
            if find_spec(module) is None:
                raise ImportError(module)
            rates[name] = make()
        except (ImportError, OSError):
            absent.append(name)
    return rates


def _rounds(rates: dict[str, Rate]) -> Rates:
    """Each in turn, round after round, so that all see the same machine."""
    found: Rates = {name: [] for name in rates}
    for _ in range(ROUNDS):
        for name, rate in rates.items():
            found[name].append(rate())
    return found


def _ratio(rates: Rates, figure: str, ours: str, peer: str) -> dict[str, float]:
    if ours not in rates or peer not in rates:
        return {}
    return {figure: round(median(a / b for a, b in zip(rates[ours], rates[peer], strict=True)), 2)}


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a benchmark draws nothing secret


def _timed(some: Callable[[], int]) -> float:
    """How many a second of our own processor time, for a while: others' load does not count."""
    some()
    start = process_time()
    done = 0
    while (spent := process_time() - start) < SECONDS:
        done += some()
    return done / spent


_SIX = Stakes(VARIANTS["NT"], [1, 2, 0, 0, 0, 0], bet=2)


def hands() -> float:
    """Six-handed no-limit hands of random legal play, 100 big blinds, shuffle included."""
    chance = _chance(6)
    draw = chance.random

    def some() -> int:
        for _ in range(200):
            deck = list(range(52))
            for i in range(20):  # as many as a hand can use
                j = i + int(draw() * (52 - i))
                deck[i], deck[j] = deck[j], deck[i]
            h = Hand(_SIX, [200] * 6, deck)
            while h.phase != DONE:
                low, high = h.span()
                if h.cur > h.bets[h.actor]:
                    die = int(draw() * (3 if high else 2))
                else:
                    die = 1 + int(draw() * 2) if high else 1
                if die == 0:
                    h.fold()
                elif die == 1:
                    h.call()
                else:
                    h.put(low + int(draw() * (high - low + 1)))
        return 200

    return _timed(some)


def contract_hands() -> float:
    """The same through the contract: deal (all 52 shuffled by SHAKE-256), legal, play."""
    chance = _chance(7)
    options = Options(start_stack=200, small_blind=1, big_blind=2, start_delay=0)
    seated = Carry((200,) * 6, (30_000,) * 6)
    seeds = iter(range(10**9))

    def some() -> int:
        for _ in range(20):
            t = deal(options, 6, Rng(next(seeds).to_bytes(32, "big")), seated)
            while t.outcome() is None:
                seats = t.to_act()
                if seats:
                    legal = t.legal(seats[0])
                    t.play(seats[0], legal[int(chance.random() * len(legal))])
                else:
                    t.play(NATURE, t.timers()[0].tick)
        return 20

    return _timed(some)


@cache
def _sevens(count: int) -> list[list[int]]:
    chance = _chance(8)
    return [chance.sample(range(52), 7) for _ in range(count)]


def one_call() -> float:
    """Seven-card hands, one call each."""
    rows = _sevens(100_000)  # more than a cache remembers
    high7 = evaluate.high7

    def some() -> int:
        for row in rows:
            high7(row)
        return len(rows)

    return _timed(some)


def in_batches() -> float:
    """Seven-card hands in numpy arrays of 100,000."""
    numpy = import_module("numpy")
    batch = import_module("cutcard.games.poker.batch")
    rows = numpy.array(_sevens(100_000), dtype=numpy.uint8)
    batch.values("high", rows)
    return _timed(lambda: len(batch.values("high", rows)))


def table(seats: int) -> Poker:
    """A hand in the middle: the flop is dealt and somebody has bet."""
    carry = Carry((200,) * seats, (30_000,) * seats, hands=1, button=0, small=1, big=2 % seats)
    t = deal(Options(), seats, Rng.named("bench"), carry)
    t.play(NATURE, t.timers()[0].tick, 3000)
    while t.hand is not None and t.hand.street == 0:
        t.play(t.to_act()[0], t.legal(t.to_act()[0])[1], 3000)
    t.play(t.to_act()[0], t.legal(t.to_act()[0])[2], 3000)
    return t


def copying() -> float:
    """A copy of a six-handed table, in microseconds."""
    t = table(6)

    def some() -> int:
        for _ in range(500):
            t.copy()
        return 500

    return round(1e6 / max(_timed(some) for _ in range(3)), 2)


def validating(seats: int) -> float:
    """Judging a raise and a call, in microseconds for one."""
    hand = table(seats).hand
    assert hand is not None
    assert hand.phase == BET
    found = betting.legal(hand)[1:3]

    def some() -> int:
        for _ in range(500):
            for move in found:
                betting.judge(hand, move)  # type: ignore[arg-type]  # legal lists betting moves
        return 500 * len(found)

    return round(1e6 / max(_timed(some) for _ in range(2)), 3)


def size_of(thing: object, seen: set[int] | None = None) -> int:
    """Bytes of a state with all that is its own: what options and stakes hold is shared."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, Options | Stakes | Variant | str | bool | None):
        return 0
    if thing == () or (isinstance(thing, int) and -5 <= thing <= 256):  # Python keeps these once
        return 0
    seen.add(id(thing))
    total = sys.getsizeof(thing)
    if isinstance(thing, list | tuple):
        return total + sum(size_of(x, seen) for x in thing)
    for slot in getattr(type(thing), "__slots__", ()):
        total += size_of(getattr(thing, slot, None), seen)
    return total


# The peers, each as its users would: their own random play, their own call.


def _pokerkit_hands() -> Rate:
    pk = import_module("pokerkit")
    automations = tuple(pk.Automation)
    game = pk.NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    chance = _chance(9)

    def some() -> int:
        state = game(200, 6)
        while state.status:
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            owed = state.checking_or_calling_amount
            choices = (["fold"] if owed else []) + ["call"] + (["raise"] if low else [])
            choice = chance.choice(choices)
            if choice == "fold":
                state.fold()
            elif choice == "call":
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(chance.randint(low, high))
        return 1

    return lambda: _timed(some)


def _rlcard_hands() -> Rate:
    rlcard = import_module("rlcard")
    env = rlcard.make("no-limit-holdem", config={"game_num_players": 6})
    chance = _chance(10)

    def some() -> int:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
        return 1

    return lambda: _timed(some)


def _open_spiel_hands() -> Rate:
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=1 2 0 0 0 0,"
        "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        "stack=200 200 200 200 200 200,bettingAbstraction=fcpa)"
    )
    chance = _chance(11)

    def some() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        return 1

    return lambda: _timed(some)


def _names(rows: list[list[int]]) -> list[list[str]]:
    return [["23456789TJQKA"[c % 13] + "cdhs"[c // 13] for c in row] for row in rows]


def _pokerkit_calls() -> Rate:
    pk = import_module("pokerkit")
    rows = [
        (tuple(pk.Card.parse("".join(row[:2]))), tuple(pk.Card.parse("".join(row[2:]))))
        for row in _names(_sevens(200))
    ]

    def some() -> int:
        for hole, board in rows:
            pk.StandardHighHand.from_game(hole, board)
        return len(rows)

    return lambda: _timed(some)


def _eval7_calls() -> Rate:
    eval7 = import_module("eval7")
    rows = [[eval7.Card(name) for name in row] for row in _names(_sevens(100_000))]
    call = eval7.evaluate

    def some() -> int:
        for row in rows:
            call(row)
        return len(rows)

    return lambda: _timed(some)


def _phevaluator_calls() -> Rate:
    phevaluator = import_module("phevaluator")
    rows = _names(_sevens(2000))
    call = phevaluator.evaluate_cards

    def some() -> int:
        for row in rows:
            call(*row)
        return len(rows)

    return lambda: _timed(some)


def _treys_calls() -> Rate:
    treys = import_module("treys")
    rows = [[treys.Card.new(name) for name in row] for row in _names(_sevens(1000))]
    call = treys.Evaluator().evaluate

    def some() -> int:
        for row in rows:
            call(row[:2], row[2:])
        return len(rows)

    return lambda: _timed(some)


_PLAYERS: dict[str, tuple[str, Callable[[], Rate]]] = {
    "pokerkit": ("pokerkit", _pokerkit_hands),
    "rlcard": ("rlcard", _rlcard_hands),
    "open_spiel": ("pyspiel", _open_spiel_hands),
}
_EVALUATORS: dict[str, tuple[str, Callable[[], Rate]]] = {
    "pokerkit": ("pokerkit", _pokerkit_calls),
    "eval7": ("eval7", _eval7_calls),
    "phevaluator": ("phevaluator", _phevaluator_calls),
    "treys": ("treys", _treys_calls),
}


if __name__ == "__main__":
    print(json.dumps(figures()))  # noqa: T201 - read by bench()
