"""A crowd of players for measuring a server: many tables, each with real sockets, each with one
move under way at a time. It knows no game: the server says what is legal, and chance chooses.

A move's time runs from its sending until every player at the table has its update.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

from msgspec import Raw, Struct

from .fair import Shuffler
from .line import ClientLine, Message, open_line

SHOWN = 2  # legal moves asked for at a time: a choice, and little to send
AT_ONCE = 50  # tables that sit down at the same time
RETRY = 0.05  # seconds before a refused table tries again


class Told(Struct):
    """What the crowd reads of an update or a state."""

    seq: int
    legal: list[Raw] = []
    table: int = 0
    seat: int | None = None


class Wish(Struct, frozen=True):
    """What kind of tables to fill."""

    url: str
    game: str
    seats: int
    options: dict[str, Any]
    packed: bool = False
    fair: bool = False  # give shares of what is shuffled
    period: float | None = None  # seconds between two moves of a table; None: as fast as it goes


class Crowd:
    """Tables under load, and what was measured."""

    def __init__(self, wish: Wish, tables: int) -> None:
        self.wish = wish
        self.parties = [Party(self) for _ in range(tables)]
        self.times: list[float] = []
        self.refused: Counter[str] = Counter()
        self.lost = 0
        self.rematches = 0
        self.seated = 0
        self.playing = False

    async def sit_down(self) -> None:
        """Connect everybody and fill every table."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(party: Party) -> None:
            async with gate:
                await party.sit_down()
            self.seated += 1

        await asyncio.gather(*(one(party) for party in self.parties))

    def start(self) -> None:
        """Let them play; paced tables begin spread over their period."""
        self.playing = True
        loop = asyncio.get_running_loop()
        for party in self.parties:
            if self.wish.period is None:
                party.fire()
            else:
                loop.call_later(random.random() * self.wish.period, party.due)  # noqa: S311 # spreads load

    def stop(self) -> None:
        """No further moves."""
        self.playing = False

    def leave(self) -> None:
        """Everybody hangs up."""
        for party in self.parties:
            for player in party.players:
                player.line.lost = _forget
                player.line.close()


class Player:
    """One socket at a table."""

    __slots__ = (
        "legal",
        "line",
        "overheard",
        "party",
        "place",
        "seat",
        "seq",
        "shuffler",
        "user",
        "waiting",
    )

    def __init__(self, party: Party, place: int) -> None:
        self.party = party
        self.place = place
        self.seq = -1
        self.seat: int | None = None
        self.user = ""
        self.shuffler: Shuffler | None = None
        self.legal: list[Raw] = []
        self.waiting: asyncio.Future[Message] | None = None
        self.overheard: Callable[[Message], None] = self.heard  # for who measures
        self.line: ClientLine

    def heard(self, message: Message) -> None:
        """Everything the server says to this socket."""
        kind = message.type
        party = self.party
        if kind in ("GAME_UPDATE", "GAME_STATE"):
            told: Told = self.line.payload(message, Told)
            self.seq = told.seq
            self.legal = told.legal
            if kind == "GAME_STATE":
                self.seat = told.seat
            party.match = message.match_id or party.match
            if self.place == 0 and b"GAME_END" in bytes(message.payload):
                self.line.send("REMATCH_OFFER", {}, key="offer", match=party.match)
            party.moved_on()
        elif kind == "FAIR_RECORDS":
            self._shuffle(message)
        elif message.correlation_id == party.key and party.key is not None:
            party.answered(message)
        elif kind == "REMATCH_OFFERED" and self.place != 0:
            self.line.send("REMATCH_ACCEPT", {}, key="accept", match=message.match_id)
        elif self.waiting is not None and message.correlation_id == "wait":
            self.waiting.set_result(message)
        elif message.error is not None and message.error.code != "INVALID_GAME_STATE":
            party.crowd.refused[message.error.code] += 1
        elif kind == "REMATCH_OFFER_ACK":
            party.crowd.rematches += 1

    def _shuffle(self, message: Message) -> None:
        """Its part in a fair deal."""
        told: dict[str, Any] = self.line.payload(message)
        if self.shuffler is None:
            self.shuffler = Shuffler(int((message.match_id or "0").partition("-")[0]))
        for kind, wish in self.shuffler.told(told, self.seat, self.user):
            self.line.send(kind, wish)

    def gone(self, code: int) -> None:
        """The server hung up on us."""
        self.party.crowd.lost += 1

    async def ask(self, kind: str, payload: dict[str, Any]) -> Message:
        """A request of the lobby, and its answer; a refusal ends the run with its sentence."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.line.send(kind, payload, key="wait")
        answer = await asyncio.wait_for(self.waiting, 60)
        self.waiting = None
        if answer.error is not None:
            raise ConnectionError(f"{kind}: {answer.error.message} ({answer.error.code})")
        return answer


class Party:
    """One table: its players, and the one move under way."""

    __slots__ = ("acked", "crowd", "due_at", "key", "match", "number", "players", "sent")

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.players = [Player(self, place) for place in range(crowd.wish.seats)]
        self.match = ""
        self.number = 0
        self.key: str | None = None
        self.acked = 0
        self.sent = 0.0
        self.due_at: float | None = None  # paced: not before

    async def sit_down(self) -> None:
        """Connect, open a table, join it."""
        wish = self.crowd.wish
        table = 0
        for player in self.players:
            player.line = await open_line(
                wish.url, player.overheard, player.gone, packed=wish.packed
            )
            hello = {"legal": SHOWN, **({"fair": True} if wish.fair else {})}
            known = await player.ask("AUTH", hello)
            player.user = player.line.payload(known)["userId"]
            if player.place == 0:
                opening = {"game": wish.game, "options": wish.options, "seats": wish.seats}
                answer = await player.ask("CREATE_TABLE", opening)
                table = player.line.payload(answer)["table"]
            else:
                await player.ask("JOIN_TABLE", {"table": table})

    def due(self) -> None:
        """A paced table's next move may be made."""
        self.due_at = None
        self.fire()

    def fire(self) -> None:
        """Send one legal move of somebody, if everybody is up to date and nobody has to wait."""
        if self.key is not None or self.due_at is not None or not self.crowd.playing:
            return
        players = self.players
        seq = players[0].seq
        able = []
        for player in players:
            if player.seq != seq:
                return
            if player.legal:
                able.append(player)
        if not able:
            return
        player = random.choice(able)  # noqa: S311 # any will do
        move = player.line.decode(random.choice(player.legal))  # noqa: S311 # likewise
        tag = move.pop("type")
        self.number += 1
        self.key = f"m{self.number}"
        self.acked = 0
        self.sent = perf_counter()
        player.line.send(
            f"GAME_{tag.upper()}_REQUEST", move, key=self.key, match=self.match, seq=player.seq
        )

    def answered(self, message: Message) -> None:
        """The mover's ACK or NACK."""
        if message.error is not None:
            self.crowd.refused[message.error.code] += 1
            self.key = None
            asyncio.get_running_loop().call_later(RETRY, self.fire)
            return
        self.acked = message.seq or 0
        self.moved_on()

    def moved_on(self) -> None:
        """Somebody heard something: is the move with everybody, may the next be made?"""
        if self.key is None:
            self.fire()
            return
        acked = self.acked
        if not acked:
            return
        for player in self.players:
            if player.seq < acked:
                return
        now = perf_counter()
        crowd = self.crowd
        crowd.times.append(now - self.sent)
        self.key = None
        period = crowd.wish.period
        if period is None:
            self.fire()
        else:
            self.due_at = now
            wait = max(0.0, period - (now - self.sent))
            asyncio.get_running_loop().call_later(wait, self.due)


def _forget(code: int) -> None:
    """We hung up ourselves."""
