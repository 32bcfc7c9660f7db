"""The judge's events of matches: Swiss, brackets, round robin, arena (T119-T143)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

Case = dict[str, Any]


def _pairings(ids: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not ids:
        yield []
        return
    one, *rest = ids
    for other in rest:
        for more in _pairings([x for x in rest if x != other]):
            yield [(one, other), *more]


def swiss(chance: random.Random) -> Case:
    """T119-T123: all pairings are gone through."""
    count, round_ = chance.randint(2, 9), chance.randint(1, 8)
    names = [f"p{i}" for i in range(1, count + 1)]
    met: dict[str, set[str]] = {who: set() for who in names}
    for _ in range(chance.randint(0, count * round_ // 3)):
        a, b = chance.sample(names, 2)
        met[a].add(b)
        met[b].add(a)
    top = 2 * chance.randint(0, round_)
    players = [
        {"id": who, "seed": seed, "score": chance.randint(0, top), "met": sorted(met[who])}
        | {"bye": chance.random() < 0.5, "first": chance.randint(0, 3)}
        for seed, who in enumerate(names, 1)
    ]
    players.sort(key=lambda one: (-one["score"], one["seed"]))
    sitting = [*range(count), *([] if count % 2 == 0 else [count])]  # `count` is the bye

    def cost(pairing: list[tuple[int, int]]) -> list[int]:
        found = [0] * 5
        for i, j in pairing:
            a = players[i]
            if j == count:
                found[0] += a["bye"]
                found[2] += a["score"] - min(one["score"] for one in players)
                found[4] += count - 1 - i
                continue
            b = players[j]
            found[1] += b["id"] in a["met"]
            found[3] += (a["score"] - b["score"]) ** 2
            if a["score"] == b["score"]:
                group = sum(one["score"] == a["score"] for one in players)
                found[4] += abs(j - i - group // 2)
            else:
                found[4] += j - i - 1
        return found

    best = min(_pairings(sitting), key=cost)
    example: list[list[str | None]] = []
    for i, j in best:
        if j == count:
            example.append([players[i]["id"], None])
            continue
        two = sorted((players[i], players[j]), key=lambda one: (one["first"], one["seed"]))
        example.append([one["id"] for one in two])
    names_of = ("secondByes", "rematches", "byeAbove", "scoreGaps", "distance")
    least = dict(zip(names_of, cost(best), strict=True))
    given = {"round": round_, "players": players}
    return {"in": given, "out": {"least": least, "example": example}}


def standings(chance: random.Random) -> Case:
    """T127-T129."""
    seeds = [f"p{i}" for i in range(1, chance.randint(2, 11) + 1)]
    rounds = []
    for _ in range(chance.randint(1, 6)):
        order = chance.sample(seeds, len(seeds))
        results: list[list[Any]] = []
        while order:
            a = order.pop()
            b = order.pop() if order and chance.random() < 0.9 else None
            points = chance.choice((0, 1, 2)) if b else chance.choice((2, 2, 0))
            results.append([a, b, points])
        rounds.append(results)
    flat = [one for results in rounds for one in results]
    flat += [[b, a, 2 - points] for a, b, points in flat if b]
    score = {who: sum(p for a, _, p in flat if a == who) for who in seeds}
    rows = []
    for seed, who in enumerate(seeds, 1):
        mine = [(b or who, b, points) for a, b, points in flat if a == who]
        row = {"id": who, "score": score[who], "buchholz": sum(score[b] for b, _, _ in mine)}
        row["sonnebornBerger"] = sum(points * score[b] for b, _, points in mine)
        row["wins"] = sum(bool(met) and points == 2 for _, met, points in mine)
        rows.append(row | {"seed": seed})
    order = ("score", "buchholz", "sonnebornBerger", "wins")
    rows.sort(key=lambda row: tuple(-row[name] for name in order))
    return {"in": {"rounds": rounds, "seeds": seeds}, "out": {"standings": rows}}


def _opponents(size: int) -> list[int]:
    """Who of the first round stands where: the better half spread out, each beside their
    opponent."""
    if size == 1:
        return [1]
    return [one for seed in _opponents(size // 2) for one in (seed, size + 1 - seed)]


def single_elimination(chance: random.Random) -> Case:
    """T130, T131."""
    players = chance.randint(1, 300)
    rounds = math.ceil(math.log2(players))
    size = 2**rounds
    order = [one if one <= players else None for one in _opponents(size)]
    first = [order[i : i + 2] for i in range(0, size, 2)] if size > 1 else []
    out = {"size": size, "rounds": rounds, "byes": size - players, "first": first}
    return {"in": {"players": players}, "out": out}


def double_elimination(chance: random.Random) -> Case:
    """T135, T136."""
    rounds = chance.randint(1, 8)
    size = 2**rounds
    order = _opponents(size)
    upper: list[list[Any]] = [[f"W1.{i + 1}", *order[2 * i : 2 * i + 2]] for i in range(size // 2)]
    for r in range(2, rounds + 1):
        upper += [
            [f"W{r}.{i}", f"W{r - 1}.{2 * i - 1}", f"W{r - 1}.{2 * i}"]
            for i in range(1, size // 2**r + 1)
        ]
    lower: list[list[Any]] = []
    depth, last = 0, [f"-W1.{i}" for i in range(1, size // 2 + 1)]

    def play(pairs: list[tuple[str, str]]) -> list[str]:
        nonlocal depth
        depth += 1
        names = [f"L{depth}.{i}" for i in range(1, len(pairs) + 1)]
        lower.extend([name, *two] for name, two in zip(names, pairs, strict=True))
        return names

    for r in range(2, rounds + 1):
        last = play([(last[i], last[i + 1]) for i in range(0, len(last), 2)])
        fallen = [f"-W{r}.{i}" for i in range(1, size // 2**r + 1)]
        last = play(list(zip(last, reversed(fallen) if r % 2 == 0 else fallen, strict=True)))
    final = [["F1", f"W{rounds}.1", last[0]], ["F2", "F1", "-F1"]]
    return {"in": {"size": size}, "out": {"matches": [*upper, *lower, *final]}}


def round_robin(chance: random.Random) -> Case:
    """T138, T139, as the row turns its list."""
    players = chance.randint(2, 40)
    m = players + players % 2
    ring, rounds = [m, *range(1, m)], []
    for r in range(m - 1):
        pairs = []
        for i in range(m // 2):
            two = [ring[i], ring[m - 1 - i]]
            if i % 2 == 1 or (i == 0 and r % 2 == 1):
                two.reverse()
            pairs.append([one if one <= players else None for one in two])
        rounds.append(pairs)
        ring = [ring[0], *ring[2:], ring[1]]
    return {"in": {"players": players}, "out": {"rounds": rounds}}


def arena(chance: random.Random) -> Case:
    """T143."""
    results = "".join(chance.choices("WDL", (5, 1, 2), k=chance.randint(0, 20)))
    points, row = [], 0
    for one in results:
        worth = {"W": 2, "D": 1, "L": 0}[one]
        points.append(2 * worth if row >= 2 else worth)
        row = row + 1 if one == "W" else 0
    out = {"points": points, "total": sum(points), "onFire": row >= 2}
    return {"in": {"results": results}, "out": out}
