"""Cases nobody has seen, with answers of another program: written from the sentences of
docs/rules/tournament.md and arena.md, with nothing of `cutcard` in it and other ways to get there
(every pairing and every order of going out is gone through, roots are halved for).

    .venv/bin/python -m tests.arena.judge SEED COUNT > cases.json
    CUTCARD_ARENA_CASES=cases.json .venv/bin/pytest tests/arena/test_cases.py

The file is of the shape that `test_cases.py` takes. Poker's statistics are not in it: they want
recorded hands.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from .judge_matches import (
    arena,
    double_elimination,
    round_robin,
    single_elimination,
    standings,
    swiss,
)
from .judge_ratings import elo, glicko2, matchmaking, openskill
from .judge_seats import seating, seating_moves

Case = dict[str, Any]

TABLE = """2-3 10000
4-6 6500 3500
7-10 5000 3000 2000
11-18 4000 3000 2000 1000
19-27 3700 2500 1700 1200 900
28-36 3300 2200 1500 1200 1000 800
37-45 3000 2000 1450 1100 950 800 700
46-63 2900 1900 1350 1050 850 700 550 400 300
64-100 2700 1750 1250 950 750 600 450 350 300 300 300 300"""


def payouts(chance: random.Random) -> Case:
    """T75-T82."""
    names = ("buyIn", "fee", "rebuys", "rebuyPrice", "addOns", "addOnPrice")
    given: Case = {"entries": chance.choice((2, 3, 6, 7, 64, 100, 101, chance.randint(2, 700)))}
    given |= {name: chance.choice((0, chance.randint(1, 999))) for name in names}
    given["guarantee"] = chance.choice((0, 0, chance.randint(1, 300_000)))
    entries = given["entries"]
    if chance.random() < 0.4:
        cuts = sorted(chance.sample(range(1, 10_000), chance.randint(1, 30) - 1))
        weights = [b - a for a, b in zip([0, *cuts], [*cuts, 10_000], strict=True)]
        given["structure"] = sorted(weights, reverse=True)
        shares = [Fraction(one) for one in given["structure"]][:entries]
    elif entries > 100:
        shares = [
            Fraction(1, 2 * i + 1) for i in range(1, math.ceil(Fraction(15 * entries, 100)) + 1)
        ]
    else:
        rows = [line.split() for line in TABLE.splitlines()]
        row = next(one for one in rows if entries <= int(one[0].split("-")[1]))
        shares = [Fraction(one) for one in row[1:]]
    came = sum(
        given[a] * given[b]
        for a, b in (("entries", "buyIn"), ("rebuys", "rebuyPrice"), ("addOns", "addOnPrice"))
    )
    pool = max(came, given["guarantee"])
    prizes = [math.floor(pool * one / sum(shares)) for one in shares]
    prizes[0] += pool - sum(prizes)
    out: Case = {"pool": pool, "overlay": pool - came, "fees": entries * given["fee"]}
    out |= {"paid": len(prizes), "prizes": prizes, "tied": []}
    for _ in range(3):
        count = chance.randint(2, min(9, entries))
        place = chance.randint(1, entries - count + 1)
        purse = sum(
            prizes[i] if i < len(prizes) else 0 for i in range(place - 1, place - 1 + count)
        )
        each = [purse // count] * count
        for lucky in range(purse % count):
            each[lucky] += 1
        out["tied"].append({"place": place, "count": count, "each": each})
    return {"in": given, "out": out}


def _orders(stacks: list[int], left: list[int]) -> Iterator[tuple[list[int], Fraction]]:
    """Every order of places, and how likely it is."""
    if not left:
        yield [], Fraction(1)
    whole = sum(stacks[i] for i in left)
    for i in left:
        for rest, likely in _orders(stacks, [j for j in left if j != i]):
            yield [i, *rest], likely * Fraction(stacks[i], whole)


def _in_chips(values: list[Fraction], stacks: list[int], purse: int) -> list[int]:
    found = [math.floor(one) for one in values]
    turns = sorted(range(len(stacks)), key=lambda i: stacks[i], reverse=True)
    while sum(found) < purse:
        found[turns[0]] += 1
        turns.append(turns.pop(0))
    return found


def icm(chance: random.Random) -> Case:
    """T90-T92."""
    count = chance.randint(1, 6)
    stacks = [chance.choice((1, 1000, 1500, chance.randint(1, 99_999))) for _ in range(count)]
    prizes = sorted((chance.randint(0, 9999) for _ in range(chance.randint(1, 8))), reverse=True)
    counted = [*prizes, *[0] * count][:count]
    worth = [Fraction(0)] * count
    for order, likely in _orders(stacks, list(range(count))):
        for place, i in enumerate(order):
            worth[i] += likely * counted[place]
    rest = sum(counted) - count * counted[-1]
    by_chips = [counted[-1] + Fraction(rest * one, sum(stacks)) for one in stacks]
    purse = sum(counted)
    out: Case = {"exact": [str(one) for one in worth], "value": [float(one) for one in worth]}
    out["chips"] = _in_chips(worth, stacks, purse)
    out["chipCount"] = _in_chips(by_chips, stacks, purse)
    return {"in": {"stacks": stacks, "prizes": prizes}, "out": out}


def busts(chance: random.Random) -> Case:
    """T64-T70: a place is one more than how many did better; those who did as well share."""
    together = chance.random() < 0.5
    hands, number = [], 0
    for table in chance.sample(range(1, 30), chance.randint(1, 5)):
        gone = []
        for _ in range(chance.randint(0 if together else 1, 4)):
            number += 1
            gone.append({"player": f"p{number}", "stack": chance.choice((500, 500, 900, 4000))})
        hands.append({"table": table, "busts": gone})
    left = number + chance.randint(1, 20)

    def mark(when: int, stack: int) -> tuple[int, int]:
        """Less is better."""
        if together:
            above = {b["stack"] for b in hands[when]["busts"] if b["stack"] > stack}
            return len(above), 0
        return -when, -stack

    marks = {
        b["player"]: mark(when, b["stack"])
        for when, hand in enumerate(hands)
        for b in hand["busts"]
    }
    places = []
    for who, mine in marks.items():
        worse = sum(other > mine for other in marks.values())
        alike = sum(other == mine for other in marks.values())
        places.append({"player": who, "from": left - worse - alike + 1, "to": left - worse})
    mode = "handForHand" if together else "normal"
    return {"in": {"mode": mode, "left": left, "hands": hands}, "out": {"places": places}}


SETS: dict[str, Callable[[random.Random], Case]] = {
    "seatingMoves": seating_moves,
    "payouts": payouts,
    "icm": icm,
    "busts": busts,
    "seating": seating,
    "swiss": swiss,
    "standings": standings,
    "singleElimination": single_elimination,
    "doubleElimination": double_elimination,
    "roundRobin": round_robin,
    "arena": arena,
    "matchmaking": matchmaking,
    "elo": elo,
    "glicko2": glicko2,
    "openskill": openskill,
}


def cases(seed: int, count: int, names: Iterable[str] = SETS) -> dict[str, list[Case]]:
    """So many of each set."""
    found = {}
    for name in names:
        one = partial(SETS[name], random.Random(f"{name} {seed}"))
        found[name] = [{"id": f"{name}-{seed}.{n}", **one()} for n in range(count)]
    return found


if __name__ == "__main__":
    made = cases(int(sys.argv[1]), int(sys.argv[2]))
    json.dump({"version": 1, "sets": made}, sys.stdout)
