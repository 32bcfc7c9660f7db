"""One connection's visit over TCP: packets become requests, in the order they came. Every packet
that can be told from the next is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import msgspec

from cutcard.lobby.fairplay import Whence
from cutcard.lobby.requests import Manners, Who, answer_to, user_of
from cutcard.table.words import Ack, Nack, Refusal, User

from ..codes import fault
from ..metered import Metered
from . import befriending, tabling, visiting  # noqa: F401 # their requests are registered
from .act import Act
from .asks import ASKS, Ask, number_of
from .chair import Chair
from .desk import Desk
from .listener import Listener
from .packet import ERROR, Kind, Packet, pack

log = logging.getLogger("cutcard.wire")

ANSWERS = {
    Kind.PING: Kind.PONG,
    Kind.ACTION: Kind.ACTION_RESULT,
    Kind.RESYNC: Kind.RESYNC_RESULT,
}
EMPTY = b"\x80"  # a map of nothing
NIL = b"\xc0"
OF_ANYBODY = (Who.NOBODY, Who.ANYONE)  # the tables and the scoreboard are no secret
Answered = Callable[[Ack | Nack], None]


class Caller(Listener):
    """A player's connection: it asks, and is answered."""

    key: str | None = None  # actions have theirs

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.manners = Manners(
            "tcp",
            "Log in first",
            again=True,
            enters=False,
            least_password=desk.least_password,
        )
        self.acts = Act(self)
        self._scope = token_hex(8)  # of its keys: another connection counts from 1 again
        self._asked = 0
        self._answers: dict[str, Answered] = {}
        self._task: asyncio.Task[None] | None = None

    # Requests

    def take(self, packet: Packet, allowed: bool) -> None:
        if not allowed:
            self._flooded(packet)
            return
        body = EMPTY if packet.body in (b"", NIL) else packet.body
        if packet.kind == Kind.ACTION:
            self.acts.take(body)
            return
        ask = ASKS.get(packet.kind)
        if ask is None:
            self.error(400, f"No request has type {packet.kind}")
        elif self.user is None and ask.request.who not in OF_ANYBODY:
            self.refuse(ask, "NOT_AUTHENTICATED", self.manners.log_in)
        else:
            self._run(ask, body)

    def _run(self, ask: Ask, body: bytes) -> None:
        self.owe(ask.request.cost - 1)
        try:
            payload = ask.read(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as reason:
            self.refuse(ask, "INVALID_REQUEST", str(reason))
            return
        self.busy = True
        self._task = self.hall.loop.create_task(self._answer(ask, payload))

    async def _answer(self, ask: Ask, payload: Any) -> None:
        try:
            said = await Metered(ask.run(self, payload), self.spent)
            packet = pack(ANSWERS.get(ask.kind, ask.kind), said)
        except Exception as reason:  # answered, logged where it is no refusal
            self._failed(ask, reason)
        else:
            self.answer(packet)
        self.speak()
        self.work()

    def _failed(self, ask: Ask, reason: Exception) -> None:
        why = fault(reason)
        if why.code == "GAME_ERROR" and not isinstance(reason, Refusal):
            log.error("TCP request %s failed; it was refused", ask.kind.name, exc_info=reason)
        self.refuse(ask, why.code, why.message)

    def refuse(self, ask: Ask, code: str, message: str) -> None:
        """Answer that it cannot be done: with the request's own number, or an ERROR."""
        self.hall.tally.refusals[code] += 1
        said = ask.failure(code, message)
        if said is None:
            self.error(number_of(code), message)
        else:
            self.answer(said)

    async def wants(self, name: str, wish: dict[str, Any]) -> Any:
        """The answer to a request of the list, from whoever it is to be asked of."""
        return await answer_to(self, name, wish)

    def error(self, code: int, message: str) -> None:
        self.answer(pack(ERROR, {"code": code, "message": message[:200]}))

    def _flooded(self, packet: Packet) -> None:
        self.hall.tally.refusals["RATE_LIMITED"] += 1
        if packet.kind == Kind.ACTION:
            self.acts.limited(packet.body)
        else:
            self.error(429, "Too many packets; slow down and send it again")
        self.flooded(len(packet.body))

    # Who it is

    def may_be(self, user: User) -> None:
        if self.chair is not None and user != self.user:
            raise Refusal("INVALID_GAME_STATE", "Leave the table before another logs in")

    def enter(self, user: User, token: str) -> str | None:
        before, self.token = self.token, token
        if self.user is not None:
            self.hall.lobby.presence.went(self.user, self.notice)
        self.user = user
        self.hall.lobby.presence.came(user, self.notice)
        if self.limited_host is not None:
            self.hall.lobby.fairplay.came(user.id, Whence(self.limited_host))
        return before

    def logged_out(self) -> None:
        """It is told by whoever ended the session."""

    async def balance(self) -> int:
        """What its user has at home."""
        return await self.hall.house.store.balance(user_of(self).id)

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self.user is not None:
            self.hall.lobby.presence.went(self.user, self.notice)
        self.hall.house.detach(self)
        if self.token is not None:
            self.desk.end_session(self.token)

    # Moves

    def next_key(self) -> str:
        """Of the next thing that is to happen once."""
        self._asked += 1
        return f"{self._scope}-{self._asked}"

    def ask(self, table: int, move: dict[str, Any], answered: Answered, key: str) -> None:
        """Make a move; `answered` is called with what the house says, when it is durable."""
        self._answers[key] = answered
        fields = dict(move)
        tag = str(fields.pop("type", ""))
        self.hall.house.ask(table, None, self, user_of(self), tag, fields, key)

    async def play(self, table: int, move: dict[str, Any]) -> None:
        """Make a move and wait for it; Refusal if it is refused."""
        done: asyncio.Future[Ack | Nack] = self.hall.loop.create_future()
        self.ask(
            table,
            move,
            lambda word: None if done.done() else done.set_result(word),
            self.next_key(),
        )
        word = await done
        if isinstance(word, Nack):
            raise Refusal(word.code, word.message)

    def answered(self, word: Ack | Nack) -> None:
        answered = self._answers.pop(word.key or "", None)
        if answered is not None:
            answered(word)

    def come(self, chair: Chair) -> None:
        self.desk.start(self.acts.come(chair))
