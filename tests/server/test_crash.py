"""Killed with -9 again and again, a server loses nothing it acknowledged and repeats nothing."""

import asyncio
import random
from collections import Counter
from itertools import pairwise
from secrets import token_hex

import pytest

from cutcard.client import Client

KILLS = 5
ROUNDS = 12


class Seat:
    """A player who sends every move one to three times, and writes down every answer."""

    def __init__(self, client: Client, place, seed: int) -> None:
        self.client = client
        self.place = place
        self.rng = random.Random(seed)
        self.acked: dict[str, tuple[int, str]] = {}
        self.sent = 0

    async def play(self, over, killed: asyncio.Event) -> None:
        """The last round is played only after the last kill: every table has to go on then."""
        while not over(self.place):
            if not self.place.legal:
                await self.client.turn()
                continue
            if self.place.view["roundNumber"] == ROUNDS:
                await killed.wait()
            await asyncio.sleep(self.rng.random() * 0.8)
            if not self.place.legal:
                continue
            move = dict(self.rng.choice(self.place.legal))
            tag, key, seq = move.pop("type"), token_hex(8), self.place.seq
            kind = f"GAME_{tag.upper()}_REQUEST"
            for _ in range(self.rng.randrange(3)):
                self.client.post(kind, move, key, self.place.match, seq)
                self.sent += 1
            self.sent += 1
            await self.client.play(self.place, tag, move, key)
            self.acked[key] = (self.place.table, tag)
            while self.place.seq <= seq:
                await self.client.turn()


async def sit_down(url: str, tables: int, options: dict) -> list[Seat]:
    seats: list[Seat] = []
    for number in range(tables):
        first = await Client.connect(url, legal=True, packed=number % 2 == 0)
        second = await Client.connect(url, legal=True)
        place = await first.create("duel", options=options)
        seats.append(Seat(first, place, 2 * number))
        seats.append(Seat(second, await second.join(place.table), 2 * number + 1))
    return seats


async def scene(server, tables: int, players) -> list[Seat]:
    options = {**players.slow_rounds, "mode": "HAND", "maxRounds": ROUNDS}
    seats = await sit_down(server.url, tables, options)
    killed = asyncio.Event()
    playing = [asyncio.create_task(seat.play(players.over, killed)) for seat in seats]
    before: list[int] = []
    for kill in range(KILLS):
        await asyncio.sleep(0.6)
        before = [seat.place.seq for seat in seats]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await players.until(lambda n=kill: all(seat.client.reconnects > n for seat in seats))
    killed.set()
    done, late = await asyncio.wait(playing, timeout=120)
    for task in done:
        task.result()
    assert not late, f"{len(late)} players are still at it"
    assert all(seat.place.seq > was for seat, was in zip(seats, before, strict=True))
    for seat in seats:
        await seat.client.close()
    return seats


def check(server, seats: list[Seat], tables: int) -> None:
    rows = server.rows("select table_number, seat, key from entries where key is not null")
    written = Counter((table, key) for table, _, key in rows)
    assert set(written.values()) == {1}, "a move was written twice"
    acknowledged = {(table, key) for seat in seats for key, (table, _) in seat.acked.items()}
    assert acknowledged == set(written), "acknowledged and written are not the same moves"
    assert len({seat.place.table for seat in seats}) == tables
    for seat in seats:
        assert seat.client.reconnects >= KILLS
        assert seat.place.view["status"] == "COMPLETED"
        assert len(seat.acked) == ROUNDS + 1, "ready and one card a round"
        seen = seat.place.seen
        assert all(b - a in (0, 1) or a == 0 for a, b in pairwise(seen)), seen
    for one, two in zip(seats[::2], seats[1::2], strict=True):
        assert one.place.seq == two.place.seq
        assert one.place.view["rounds"] == two.place.view["rounds"]
    assert sum(seat.sent for seat in seats) > 1.5 * len(acknowledged)
    assert server.errors() == ""


def test_100_tables_survive_five_kills_with_every_acknowledged_move_exactly_once(
    serve, players, free_port
):
    server = serve(port=free_port)
    seats = asyncio.run(scene(server, 100, players))
    assert server.stop() == 0
    check(server, seats, 100)


@pytest.mark.slow
def test_the_same_with_400_tables(serve, players, free_port):
    server = serve(port=free_port)
    seats = asyncio.run(scene(server, 400, players))
    assert server.stop() == 0
    check(server, seats, 400)
