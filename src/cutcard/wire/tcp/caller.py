"""One connection's visit over TCP: packets become requests, in the order they came, and what its
table says becomes packets. Every packet that can be told from the next is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import msgspec

from cutcard.kernel.game import Illegal
from cutcard.table.words import Ack, Nack, Notice, Refusal, Snapshot, Update, User, Word

from ..codes import fault
from . import befriending, tabling, visiting  # noqa: F401 # their requests are registered
from .act import Act
from .asks import ASKS, Ask, number_of
from .chair import Chair
from .desk import Desk
from .dialect import Plain, packets_of
from .line import Line
from .packet import ERROR, Kind, Packet, TooLong, pack

log = logging.getLogger("cutcard.wire")

ANSWERS = {
    Kind.PING: Kind.PONG,
    Kind.ACTION: Kind.ACTION_RESULT,
    Kind.RESYNC: Kind.RESYNC_RESULT,
}
EMPTY = b"\x80"  # a map of nothing
NIL = b"\xc0"
Answered = Callable[[Ack | Nack], None]


class Caller(Line):
    """A player's connection: an Ear of the house."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.token: str | None = None
        self.chair: Chair | None = None
        self.links: dict[int, str | None] = {}  # of private tables it was invited to
        self.acts = Act(self)
        self._scope = token_hex(6)  # of its keys: another connection counts from 1 again
        self._asked = 0
        self._answers: dict[str, Answered] = {}
        self._refused = 0  # in a row, for sending too much
        self._task: asyncio.Task[None] | None = None

    # Requests

    def take(self, packet: Packet, allowed: bool) -> None:
        if not allowed:
            self._flooded(packet)
            return
        self._refused = 0
        body = EMPTY if packet.body in (b"", NIL) else packet.body
        if packet.kind == Kind.ACTION:
            self.acts.take(body)
            return
        ask = ASKS.get(packet.kind)
        if ask is None:
            self.error(400, f"No request has type {packet.kind}")
        elif self.user is None and not ask.before_login:
            self.refuse(ask, "NOT_AUTHENTICATED", "Log in first")
        else:
            self._run(ask, body)

    def _run(self, ask: Ask, body: bytes) -> None:
        try:
            wish = ask.read(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as reason:
            self.refuse(ask, "INVALID_REQUEST", str(reason))
            return
        self.busy = True
        self._task = self.desk.loop.create_task(self._answer(ask, wish))

    async def _answer(self, ask: Ask, wish: Any) -> None:
        try:
            said = await ask.run(self, wish)
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
            log.error("packet %s failed", ask.kind.name, exc_info=reason)
        self.refuse(ask, why.code, why.message)

    def refuse(self, ask: Ask, code: str, message: str) -> None:
        """Answer that it cannot be done: with the request's own number, or an ERROR."""
        self.desk.hall.tally.refusals[code] += 1
        said = ask.failure(code, message)
        if said is None:
            self.error(number_of(code), message)
        else:
            self.answer(said)

    def error(self, code: int, message: str) -> None:
        self.answer(pack(ERROR, {"code": code, "message": message[:200]}))

    def _flooded(self, packet: Packet) -> None:
        self._refused += 1
        self.desk.hall.tally.refusals["RATE_LIMITED"] += 1
        if packet.kind == Kind.ACTION:
            self.acts.limited(packet.body)
        else:
            self.error(429, "Too many packets; slow down and send it again")
        if self._refused > self.desk.hall.limits.refusals:
            self.hang_up("flood")

    # Who it is

    def must(self) -> User:
        """Who this is; only logins and sign-ups are taken from nobody."""
        if self.user is None:
            raise Refusal("NOT_AUTHENTICATED", "Log in first")
        return self.user

    def is_now(self, user: User, token: str) -> str | None:
        """It has logged in; the token of the session it had before is returned."""
        before, self.token = self.token, token
        if self.user is not None:
            self.desk.hall.lobby.presence.went(self.user, self.notice)
        self.user = user
        self.desk.hall.lobby.presence.came(user, self.notice)
        return before

    @property
    def limited_host(self) -> str | None:
        """Where it comes from; None where addresses are not limited."""
        return None if self.address is None else self.host

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self.user is not None:
            self.desk.hall.lobby.presence.went(self.user, self.notice)
        self.desk.hall.house.detach(self)
        if self.token is not None:
            self.desk.end_session(self.token)

    # At the table

    def ask(self, table: int, move: dict[str, Any], answered: Answered) -> None:
        """Make a move; `answered` is called with what the house says, when it is durable."""
        self._asked += 1
        key = f"{self._scope}-{self._asked}"
        self._answers[key] = answered
        fields = dict(move)
        tag = str(fields.pop("type", ""))
        self.desk.hall.house.ask(table, None, self, self.must(), tag, fields, key)

    async def play(self, table: int, move: dict[str, Any]) -> None:
        """Make a move and wait for it; Refusal if it is refused."""
        done: asyncio.Future[Ack | Nack] = self.desk.loop.create_future()
        self.ask(table, move, lambda word: None if done.done() else done.set_result(word))
        word = await done
        if isinstance(word, Nack):
            raise Refusal(word.code, word.message)

    async def attach(self, table: int) -> Chair:
        """Listen from the seat one has; what happens meanwhile is in the chair, not told."""
        house = self.desk.hall.house
        packets = packets_of(house.info(table).game)
        self.chair = chair = Chair(table, packets)
        house.attach(table, self, self.must())
        await house.written()
        return chair

    def speak(self) -> None:
        """The answer is out: from now on the table's changes are told."""
        if self.chair is not None and self.chair.quiet:
            self.chair.quiet = False
            self._changed(self.chair)

    def rise(self) -> None:
        """At no table any more."""
        if self.chair is not None:
            self.desk.hall.house.detach(self, self.chair.table)
            self.chair = None

    # What the house says

    def hear(self, word: Word) -> None:
        if isinstance(word, Ack | Nack):
            answered = self._answers.pop(word.key or "", None)
            if answered is not None:
                answered(word)
        elif isinstance(word, Notice):
            self.notice(word)
        elif self.chair is not None and word.table == self.chair.table:
            self._happened(self.chair, word)

    def _happened(self, chair: Chair, word: Update | Snapshot) -> None:
        chair.seated(self.desk.roster(chair.table))
        if isinstance(word, Snapshot):
            chair.look(word)
        elif chair.quiet or not self.greeted:
            chair.pass_over(word)
        else:
            self._tell(Kind.UPDATE_BUNDLE, chair.bundle(word))
        self._changed(chair)
        if chair.eager:
            self._come(chair)

    def _come(self, chair: Chair) -> None:
        """The player wanted in while the game could not let him."""
        assert chair.seat is not None
        with suppress(Illegal):  # still not
            chair.packets.coming(chair.view, chair.seat, 0)
            chair.eager = False
            self.desk.start(self.acts.come(chair))

    def notice(self, word: Notice) -> None:
        """What is no part of a match."""
        chair = self.chair
        if word.type == "BALANCE":
            self.told_balance(word.payload["balance"], word.payload["reason"])
        elif word.type == "TABLE_INVITED":
            said = {
                "from_user": word.payload["name"],
                "table_id": word.payload["table"],
                "table_name": word.payload["tableName"],
            }
            self.links[word.payload["table"]] = word.payload.get("link")
            self._tell(Kind.INVITED_TO_TABLE, said)
        elif chair is None or word.table != chair.table:
            return
        elif word.type == "REPLACED":
            self.chair = None
            self.hang_up("replaced", 409, "Another connection of yours took the seat")
        elif word.type == "KICKED":
            self.chair = None
            self._tell(ERROR, {"code": 403, "message": "The host has sent you away"})
        elif word.type == "TABLE_CLOSED":
            self.chair = None
        elif word.type == "ROSTER":
            chair.seated(self.desk.roster(chair.table))
            if isinstance(chair.packets, Plain):
                self._changed(chair)

    def told_balance(self, balance: int, reason: str) -> None:
        """What he has at home by now."""
        self._tell(Kind.BALANCE, {"balance": balance, "reason": reason})

    def _changed(self, chair: Chair) -> None:
        """GAME_STATE is due; changes of one moment are told as one, the last."""
        chair.changed = not chair.quiet
        if chair.changed:
            self.speak_soon()

    def last_word(self) -> bytes:
        chair = self.chair
        if chair is None or not chair.changed:
            return b""
        chair.changed = False
        return self._packed(Kind.GAME_STATE, chair.state())

    def _tell(self, kind: Kind, payload: Any) -> None:
        self.tell(self._packed(kind, payload))

    def _packed(self, kind: Kind, payload: Any) -> bytes:
        try:
            return pack(kind, payload)
        except TooLong:
            log.exception("table %s cannot be told over TCP", self.chair and self.chair.table)
            return b""
