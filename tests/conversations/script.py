"""How a conversation is held the first time: what people do, chosen by always the same chance.

Only recording needs this. Playing a recording again sends the bytes that were sent then.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import to_builtins

import cutcard

from .mouths import packet, readable
from .stage import Stage, Step

PASSWORD = "a word to log in"
PING, LOGIN, SIGNUP, CREATE, JOIN, TABLES, ACTION = 10, 100, 200, 300, 400, 500, 450
RESYNC, LEAVE, SCORES, FRIENDS = 470, 700, 800, 900
ADD, INVITE, ACCEPT, REJECT, INVITES, FRIENDS_LIST, TO_TABLE = 910, 920, 930, 940, 950, 960, 980


class Teller:
    """Holds a conversation over one dialect, and keeps it."""

    def __init__(self, stage: Stage, game: str, kind: str) -> None:
        self.stage = stage
        self.game = game
        self.kind = kind
        self.rng = random.Random(f"{game} {kind}")
        self.rules = cutcard.game(game)
        self.options, self.seats = next(one for one in self.rules.setups() if one[1] > 1)
        self.players = [f"P{seat}" for seat in range(self.seats)]
        self.steps: list[Step] = []
        self.kinds: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.last: dict[str, Any] = {}  # who: the answer to what was asked last
        self.sent: list[tuple[str, str]] = []  # moves, to be sent again
        self._keys = 0

    async def do(self, *do: str) -> list[tuple[str, Any]]:
        """One step; what was heard, decoded."""
        step = await self.stage.take(do)
        self.steps.append(step)
        return [(name, readable(self.kinds[name], frame)) for name, frame in step.heard]

    async def dial(self, name: str, kind: str | None = None) -> None:
        self.kinds[name] = kind or self.kind
        await self.do("dial", name, self.kinds[name])

    async def hang(self, name: str) -> None:
        if name in self.stage.people:
            await self.do("hang", name)

    async def wait(self, ms: int) -> None:
        await self.do("wait", str(ms))

    async def ask(
        self,
        name: str,
        kind: str,
        payload: Any = None,
        match: str | None = None,
        key: str | None = None,
        **more: Any,
    ) -> Any:
        """A request over `/ws`; the answer's payload."""
        self._keys += 1
        key = key or f"k{self._keys}"
        said = {"v": 1, "type": kind, "correlationId": key}
        said |= {} if match is None else {"matchId": match}
        said |= {"payload": payload or {}} | more
        packed = self.kinds[name] == "packed"
        frame = msgspec.msgpack.encode(said).hex() if packed else msgspec.json.encode(said).decode()
        if kind.startswith("GAME_"):
            self.sent.append((name, frame))
        heard = await self.do("send", name, frame)
        for who, told in heard:
            if who == name and isinstance(told, dict) and told.get("correlationId") == key:
                return told.get("payload") or told.get("error")
        return None

    async def packet(self, name: str, kind: int, payload: Any = None) -> Any:
        """A request over TCP; the first packet that came."""
        frame = packet(kind, payload).hex()
        if kind == ACTION:
            self.sent.append((name, frame))
        heard = await self.do("send", name, frame)
        return next((told[1] for who, told in heard if who == name and told != "(gone)"), None)

    # At a table

    def table(self, number: int) -> Any:
        """The table itself, or None where it is closed; only to choose what to do next."""
        return self.stage.house.peek(number) if number in self.stage.house.numbers() else None

    def to_act(self, number: int) -> list[int]:
        table = self.table(number)
        deal = None if table is None else table.deal
        if deal is None or not table.playing:
            return []
        names = [None if user is None else user.name for user in table.roster]
        return [seat for seat in sorted(deal.to_act) if names[seat] in self.stage.people]

    def offered(self, number: int, seat: int) -> list[dict[str, Any]]:
        moves = self.table(number).deal.state.legal(seat)
        return [to_builtins(move, str_keys=True) for move in moves]

    async def aside(self, number: int) -> None:
        """What may be done out of turn: buying in, sitting out, and the like."""
        table = self.table(number)
        if table.deal is None or not table.playing:
            return
        seat = self.rng.randrange(self.seats)
        offered = [*table.deal.state.asides(seat)]
        user = table.roster[seat]
        if offered and user is not None and user.name in self.stage.people:
            move = to_builtins(self.rng.choice(offered), str_keys=True)
            await self.play(number, seat, move)

    def wish(self, **more: Any) -> dict[str, Any]:
        options = to_builtins(self.options, str_keys=True)
        options = {name: value for name, value in options.items() if value is not None}
        return {"game": self.game, "options": options, "seats": self.seats, **more}

    async def play(self, number: int, seat: int, move: dict[str, Any], **more: Any) -> None:
        name = self.table(number).roster[seat].name
        if self.kinds[name] == "tcp":
            self._keys += 1
            wish = {"game_id": number, "action": move, "client_seq": self._keys}
            await self.packet(name, ACTION, wish)
            return
        fields = {word: value for word, value in move.items() if word != "type"}
        match = self.table(number).match_id
        await self.ask(name, f"GAME_{move['type'].upper()}_REQUEST", fields, match, **more)

    async def move(self, number: int) -> None:
        """Somebody who is to act does; where nobody is, time passes."""
        seats = self.to_act(number)
        if not seats:
            await self.wait(self.rng.choice([400, 1100, 2500]))
            return
        seat = self.rng.choice(seats)
        moves = self.offered(number, seat)
        kinds = sorted({move["type"] for move in moves})
        kind = self.rng.choice(kinds)
        if kind in ("fold", "pass", "surrender") and len(kinds) > 1:
            kind = self.rng.choice(kinds)  # twice as seldom: or nothing would happen
        those = [move for move in moves if move["type"] == kind]
        await self.play(number, seat, those[0] if "amount" in those[0] else self.rng.choice(those))

    async def wrong(self, number: int) -> None:
        """What is not theirs to do, or not now, or none at all, or seen too late."""
        table, rng = self.table(number), self.rng
        if table.deal is None:
            return
        seats = self.to_act(number)
        mover = rng.choice(seats) if seats else 0
        moves = self.offered(number, mover) if seats else []
        move = dict(rng.choice(moves)) if moves else {"type": "no_such_move"}
        seat, more = rng.randrange(self.seats), {}
        fields = [word for word in move if word != "type"]
        if fields and rng.random() < 0.6:
            value = move[word := rng.choice(fields)]
            wild = [None, -1, "zz", [], {}, 10**6]
            move[word] = value + 1000 if type(value) is int else rng.choice(wild)
        elif rng.random() < 0.5:
            seat, more = mover, {"seq": max(table.seq - rng.randrange(1, 6), 0)}
            more = {} if self.kind == "tcp" else more
        if table.roster[seat] is not None and table.roster[seat].name in self.stage.people:
            await self.play(number, seat, move, **more)

    async def again(self) -> None:
        """The same bytes once more: the same key."""
        name, frame = self.rng.choice(self.sent[-12:])
        if name in self.stage.people:
            await self.do("send", name, frame)
