"""The judge's matchmaking and ratings (A5-A9, A31-A53)."""

from __future__ import annotations

import math
import random
from typing import Any

Case = dict[str, Any]


def matchmaking(chance: random.Random) -> Case:
    """A5-A9: every two of the pool."""
    names = chance.sample([f"u{i}" for i in range(1, 100)], chance.randint(1, 12))
    tickets: list[Case] = []
    for who in names:
        waited = chance.choice((0, 19, 20, 21, 319, 320, 321, chance.randint(0, 400)))
        avoids = [other for other in names if other != who and chance.random() < 0.06]
        rating = chance.choice((1200, 1200, 1300, 1500, chance.randint(900, 2100)))
        tickets.append({"user": who, "rating": rating, "waited": waited, "avoids": avoids})
    free = chance.sample(tickets, len(tickets))
    while len(free) > 1 and chance.random() < 0.7:
        a, b = free.pop(), free.pop()
        a["last"], b["last"] = b["user"], a["user"] if chance.random() < 0.8 else "gone"

    def window(t: int) -> int:
        return 100 + 10 * t if t <= 20 else min(600, 300 + t - 20)

    def fit(a: Case, b: Case) -> bool:
        near = abs(a["rating"] - b["rating"]) <= min(window(a["waited"]), window(b["waited"]))
        return near and b["user"] not in a["avoids"] and a["user"] not in b["avoids"]

    found = []
    for a in tickets:
        for b in tickets:
            if a["user"] >= b["user"] or not fit(a, b):
                continue
            again = a.get("last") == b["user"] and b.get("last") == a["user"]
            if again and any(
                fit(one, c) for one in (a, b) for c in tickets if c is not a and c is not b
            ):
                continue
            gap, wait = abs(a["rating"] - b["rating"]), min(a["waited"], b["waited"])
            rank = (gap - 5 * wait, -(a["waited"] + b["waited"]), a["user"], b["user"])
            found.append((rank, [a["user"], b["user"]]))
    taken: list[list[str]] = []
    for _, two in sorted(found):
        if not any(who in one for one in taken for who in two):
            taken.append(two)
    out = {"windows": [window(one["waited"]) for one in tickets], "pairs": taken}
    return {"in": {"tickets": tickets}, "out": out}


def elo(chance: random.Random) -> Case:
    """A31-A34."""
    edges = (100, 101.5, 1199.99, 1200, 1799.5, 1800)
    one, other = (chance.choice((*edges, chance.uniform(100, 3500))) for _ in "ab")
    given: Case = {"a": one, "b": other, "result": chance.choice(("win", "loss", "draw"))}
    k = [40 if one < 1200 else 20 if one < 1800 else 10 for one in (given["a"], given["b"])]
    if chance.random() < 0.4:
        given["placement"], given["games"] = True, [chance.choice((0, 9, 10, 50)) for _ in "ab"]
        k = [2 * one if games < 10 else one for one, games in zip(k, given["games"], strict=True)]
    used = {"win": k[0], "loss": k[1], "draw": min(k)}[given["result"]]
    wanted = 1 / (1 + 10 ** ((given["b"] - given["a"]) / 400))
    gain = used * ({"win": 1, "loss": 0, "draw": 0.5}[given["result"]] - wanted)
    out = {"a": max(100, given["a"] + gain), "b": max(100, given["b"] - gain)}
    return {"in": given, "out": out | {"shown": [math.floor(out[x] + 0.5) for x in "ab"]}}


def glicko2(chance: random.Random) -> Case:
    """A41-A45; the new volatility is where step 5's function changes its sign, found by halving."""
    rating, rd, sigma = (
        chance.uniform(800, 2600),
        chance.uniform(30, 350),
        chance.uniform(0.03, 0.09),
    )
    days = chance.choice((0, 0, 1, 30, 5000))
    games = [
        [chance.uniform(800, 2600), chance.uniform(30, 350), chance.choice((0, 0.5, 1))]
        for _ in range(chance.randint(0, 6))
    ]
    given = {"rating": rating, "rd": rd, "volatility": sigma, "days": days, "games": games}
    scale = 173.7178
    phi = min(350 / scale, math.hypot(rd / scale, sigma * math.sqrt(days)))
    mu = (rating - 1500) / scale
    if games:
        seen = []
        for other, its_rd, score in games:
            g = 1 / math.sqrt(1 + 3 * (its_rd / scale) ** 2 / math.pi**2)
            e = 1 / (1 + math.exp(-g * (mu - (other - 1500) / scale)))
            seen.append((g, e, score))
        v = 1 / sum(g * g * e * (1 - e) for g, e, _ in seen)
        total = sum(g * (score - e) for g, e, score in seen)
        a = math.log(sigma**2)

        def f(x: float) -> float:
            d = phi**2 + v + math.exp(x)
            return math.exp(x) * ((v * total) ** 2 - d) / (2 * d * d) - (x - a) / 0.25

        low, high = a - 10, a + 10
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if f(middle) > 0 else (low, middle)
        sigma = math.exp(low / 2)
        phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
        mu += phi**2 * total
        phi = min(phi, 350 / scale)
    out = {"rating": 1500 + scale * mu, "rd": scale * phi, "volatility": sigma}
    return {"in": given, "out": out}


def openskill(chance: random.Random) -> Case:
    """A51-A53: the sums of Weng and Lin's fourth algorithm, rank by rank."""
    count = chance.randint(2, 6)
    teams = [
        [[chance.uniform(5, 45), chance.uniform(1, 9)] for _ in range(chance.randint(1, 3))]
        for _ in range(count)
    ]
    marks = [chance.randint(1, count) for _ in range(count)]
    places = [1 + sum(other < mine for other in marks) for mine in marks]
    beta, tau = 25 / 6, 25 / 300
    wide = [[(mu, sigma**2 + tau**2) for mu, sigma in team] for team in teams]
    spread = [sum(var for _, var in team) for team in wide]
    c = math.sqrt(sum(spread) + count * beta**2)
    strength = [math.exp(sum(mu for mu, _ in team) / c) for team in wide]
    found = []
    for i, team in enumerate(wide):
        omega = delta = 0.0
        for rank in sorted(set(places)):
            if rank > places[i]:
                break
            p = strength[i] / sum(
                s for s, place in zip(strength, places, strict=True) if place >= rank
            )
            omega += (1 / places.count(rank) if rank == places[i] else 0) - p
            delta += p * (1 - p)
        omega *= spread[i] / c
        delta *= spread[i] / c**2 * math.sqrt(spread[i]) / c
        shares = [(mu, var, var / spread[i]) for mu, var in team]
        found.append(
            [
                [mu + part * omega, math.sqrt(var * max(1 - part * delta, 0.0001))]
                for mu, var, part in shares
            ]
        )
    shown = [[math.floor(1200.5 + 40 * (mu - 3 * sigma)) for mu, sigma in team] for team in found]
    return {"in": {"teams": teams, "places": places}, "out": {"teams": found, "shown": shown}}
