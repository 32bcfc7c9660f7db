"""The judge's seats: first draws, and what is done between hands (T33-T35, T41-T59). Tables are
lists of chairs here, and chance is read from its description in ARCHITECTURE.md."""

from __future__ import annotations

import random
from hashlib import sha256, shake_256
from typing import Any

Case = dict[str, Any]
Chairs = list[str | None]


class Stream:
    """ARCHITECTURE.md, "Chance"."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.words: list[int] = []
        self.block = 0

    def below(self, n: int) -> int:
        while True:
            if not self.words:
                block = shake_256(self.seed + self.block.to_bytes(8, "big")).digest(272)
                self.words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 272, 4)]
                self.block += 1
            word = self.words.pop(0)
            if word < 2**32 // n * n:
                return word % n

    def shuffled(self, items: list[Any]) -> list[Any]:
        items = list(items)
        for place in reversed(range(1, len(items))):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]
        return items


def seating(chance: random.Random) -> Case:
    """T33-T35."""
    seed, players, size = chance.randbytes(32), chance.randint(2, 80), chance.randint(2, 10)
    stream = Stream(sha256(seed + b"seating").digest())
    order = stream.shuffled(list(range(1, players + 1)))
    count = (players + size - 1) // size
    tables = []
    for table in range(1, count + 1):
        here = [who for k, who in enumerate(order) if 1 + k % count == table]
        chairs = stream.shuffled(list(range(size)))
        seats = sorted(zip(chairs, here, strict=False))
        button = seats[stream.below(len(here))][0]
        tables.append({"table": table, "seats": {str(s): who for s, who in seats}})
        tables[-1]["button"] = button
    breaking = Stream(sha256(seed + b"breaking").digest()).shuffled(list(range(1, count + 1)))
    given = {"seed": seed.hex(), "players": players, "seats": size}
    return {"in": given, "out": {"tables": tables, "breakOrder": breaking}}


class Board:
    """A table: its chairs, the last blinds, and whether a hand is under way."""

    def __init__(self, number: int, chairs: Chairs, small: int, big: int, running: bool) -> None:
        self.number, self.chairs, self.running = number, chairs, running
        self.small, self.big = small, big
        self.gave_single = False

    @property
    def count(self) -> int:
        return sum(one is not None for one in self.chairs)

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        size = len(self.chairs)
        return [(seat + step) % size for step in range(1, size)]

    def waits(self, seat: int) -> bool:
        """T41: strictly between the last small and the last big blind."""
        if self.big < 0:
            return False
        road = self.after(self.small)
        return seat in road and road.index(seat) < road.index(self.big)

    def worst(self, may_be_single: bool) -> tuple[int, int, bool]:
        """T47, T49, T50: hands, seat, whether it is a single big blind."""
        if self.big < 0:
            return 1, self.chairs.index(None), False
        free = []
        for steps, seat in enumerate(self.after(self.big)):
            if self.chairs[seat] is None:
                passed = sum(self.chairs[s] is not None for s in self.after(self.big)[:steps])
                free.append((1 + passed, seat))
        single = may_be_single and not self.gave_single and not self.running and self.count >= 2
        if (not free or free[0][0] > 1) and single and self.chairs[self.big] is None:
            return 1, self.big, True
        return (*free[0], False)


def _moves(boards: list[Board], single: bool) -> list[Case]:
    moves = []
    while True:
        full, least = max(b.count for b in boards), min(b.count for b in boards)
        givers = [b for b in boards if b.count == full and not b.running and b.big >= 0]
        if full - least < 2 or not givers:
            return moves
        giver = givers[0]
        road = [*giver.after(giver.big), giver.big]
        source = next(seat for seat in road if giver.chairs[seat] is not None)
        takers = [(b.worst(single), b.number, b) for b in boards if b.count == least]
        takers.sort(key=lambda one: (one[0][0], one[1]))
        (hands, seat, alone), _, taker = takers[0]
        waits = taker.waits(seat) and not alone
        player = giver.chairs[source]
        giver.chairs[source], taker.chairs[seat] = None, player
        taker.gave_single |= alone
        move = {"player": player, "from": giver.number, "fromSeat": source, "to": taker.number}
        move |= {"toSeat": seat, "hands": hands, "singleBigBlind": alone, "waits": waits}
        moves.append(move)


def _broken(boards: list[Board], board: Board, seed: bytes) -> Case:
    others = [one for one in boards if one is not board]
    extra = {one.number: 0 for one in others}
    for _ in range(board.count):
        fewest = min(others, key=lambda one: (one.count + extra[one.number], one.number))
        extra[fewest.number] += 1
    stream, cards = Stream(seed), []
    for one in others:
        free = stream.shuffled([s for s, who in enumerate(one.chairs) if who is None])
        cards += [(one, seat) for seat in free[: extra[one.number]]]
    cards = stream.shuffled(cards)
    players = [who for who in board.chairs if who is not None]
    seats = [
        {"player": who, "to": one.number, "toSeat": seat, "waits": one.waits(seat)}
        for who, (one, seat) in zip(players, cards, strict=True)
    ]
    return {"table": board.number, "seats": seats}


def _final(boards: list[Board], size: int, seed: bytes) -> Case:
    stream = Stream(seed)
    chairs = stream.shuffled(list(range(size)))
    players = [who for one in boards for who in one.chairs if who is not None]
    seats = [{"player": who, "toSeat": s} for who, s in zip(players, chairs, strict=False)]
    taken = sorted(chairs[: len(players)])
    return {"seats": seats, "button": taken[stream.below(len(taken))]}


def _halt(boards: list[Board]) -> list[int]:
    full = max(one.count for one in boards)
    return [b.number for b in boards if not b.running and (b.count < 2 or b.count <= full - 3)]


def decided(given: Case) -> Case:
    """T43: first the final table, then breaking, then balancing."""
    boards = []
    for one in sorted(given["tables"], key=lambda one: one["table"]):
        chairs: Chairs = [one["players"].get(str(s)) for s in range(given["seats"])]
        boards.append(Board(one["table"], chairs, one["small"], one["big"], one["running"]))
    seed, late = bytes.fromhex(given["drawSeed"]), given["registrationOpen"]
    left, fewer = sum(one.count for one in boards), len(boards) - 1
    out: Case = {"due": None, "final": None, "break": None, "moves": [], "halt": []}
    if fewer and left <= given["finalSize"] and not late:
        out["due"] = "final"
        if any(one.running for one in boards):
            return out | {"halt": [one.number for one in boards if not one.running]}
        return out | {"final": _final(boards, given["finalSize"], seed)}
    if fewer and left <= fewer * (given["seats"] - late):
        out["due"] = "break"
        there = {one.number: one for one in boards}
        first = next(there[n] for n in given["breakOrder"] if n in there)
        if first.running:
            return out | {"halt": _halt(boards)}
        return out | {"break": _broken(boards, first, seed)}
    out["moves"] = _moves(boards, given["singleBigBlind"])
    return out | {"halt": _halt(boards)}


def seating_moves(chance: random.Random) -> Case:
    """T41-T59: a floor after some evening; where it breaks or ends less often than it moves."""
    size = chance.randint(2, 10)
    numbers = sorted(chance.sample(range(1, 15), chance.randint(1, 6)))
    crowded = chance.random() < 0.7  # so that no table breaks
    tables, who = [], 0
    for number in numbers:
        most = size if not crowded else chance.choice((size, size, size, max(1, size - 3)))
        here = chance.randint(1, size) if not crowded else most
        seats = sorted(chance.sample(range(size), here))
        players = {}
        for seat in seats:
            who += 1
            players[str(seat)] = f"p{who}"
        small, big = chance.sample(range(size), 2)
        if chance.random() < 0.12:
            small = big = -1
        running = big >= 0 and chance.random() < 0.4
        one = {"table": number, "players": players, "small": small, "big": big}
        tables.append(one | {"running": running})
    given: Case = {"seats": size, "finalSize": max(2, size - chance.choice((0, 0, 0, 1)))}
    given |= {"singleBigBlind": chance.random() < 0.8, "registrationOpen": chance.random() < 0.3}
    breaking = chance.sample(numbers, len(numbers))
    given |= {"breakOrder": breaking, "drawSeed": chance.randbytes(32).hex(), "tables": tables}
    return {"in": given, "out": decided(given)}
