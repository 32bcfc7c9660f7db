"""One connection's visit: its frames become requests in the order they came, what its tables say
becomes frames. Every well-formed message is answered.

A move costs no task: it is decoded, counted and given to the house here, and answered when the
house says that it is durable. What takes its time (sitting down, opening a table) keeps the
requests behind it waiting, so that nobody's requests overtake each other; and who has had a slice
of the loop waits until the others had their turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable
from time import thread_time
from typing import Any

import msgspec

from cutcard.lobby.fairplay import Whence
from cutcard.lobby.requests import Who, perform
from cutcard.table.alarm import SLICE
from cutcard.table.words import Ack, Nack, Refusal, Snapshot, Update, User, Word

from . import speech
from .codes import BANNED, LOGGED_OUT, REPLACED, fault
from .envelope import MAX_FRAME, VERSION, Codec, Envelope, ErrorBody, Refused, Request
from .hall import Hall
from .logs import about
from .metered import Metered
from .requests import MANNERS, REQUESTS, Ask, OfMatch, meaning, move_tag, payload, place, table_of
from .socket import Socket

LONG = 1024  # bytes of a message that are read for its price; each further as many cost another

log = logging.getLogger("cutcard.wire")


class Visit(Socket):
    """A player's, or a spectator's, connection: an Ear of the house."""

    manners = MANNERS

    def __init__(self, hall: Hall, codec: Codec) -> None:
        super().__init__(hall, codec)
        self.agent = ""  # what its program calls itself
        self.fair = False  # whether this client gives shares of what is shuffled
        self.legal = 0  # how many legal moves this client wants to be shown
        self.resyncs: dict[int, str | None] = {}  # table: key of a request its words will answer
        self.key: str | None = None  # of the request that is being run
        self._leaving = False  # its session has ended; it hangs up after the answer
        self._busy: asyncio.Task[None] | asyncio.Handle | None = None
        self._waiting: deque[Request] | None = None
        self._worked = 0.0  # seconds since others last had their turn

    def begin(self) -> None:
        guests = self.hall.accounts.guests
        welcome: dict[str, Any] = {"version": VERSION, "guests": guests, "maxFrame": MAX_FRAME}
        key = self.hall.house.fair_key
        if key is not None:
            welcome["fair"] = key.hex()
        self.tell("SYSTEM_WELCOME", None, welcome)

    def warn(self, in_ms: int) -> None:
        self.tell("SERVER_SHUTDOWN", None, {"inMs": in_ms})

    def turn_out(self, why: Refusal) -> None:
        self.refuse(None, None, why.code, why.message, why.details)
        self.close(BANNED)

    def end(self) -> None:
        if self._busy is not None:
            self._busy.cancel()
        if self.hall.probe is not None and self.hall.probe[0] is self:
            self.hall.probe = None
        self.hall.house.detach(self)
        if self.user is not None:
            if self.fair:
                self.hall.house.speaks_fair(self.user.id, False)
            self.hall.lobby.presence.went(self.user, self.hear)
            self.hall.lobby.went(self.user, self)

    # -- requests

    def receive(self, body: bytes, allowed: bool) -> None:
        if len(body) > LONG:
            if not allowed:  # to read it only to say whose key is refused would be their gain
                self._flooded(None, None, len(body))
                return
            self.owe(len(body) / LONG)
        try:
            request = self.codec.read(body)
        except Refused as reason:
            self._mistaken(reason.kind, reason.key, reason.message, allowed)
            return
        if not allowed:
            self._flooded(request.type, request.correlation_id)
            return
        if self._busy is None:
            self._work(request)
        elif self._waiting is None or len(self._waiting) < self.hall.limits.waiting:
            self._waiting = self._waiting or deque()
            self._waiting.append(request)
        else:
            self._flooded(request.type, request.correlation_id)

    def mistaken(self, message: str, allowed: bool) -> None:
        self._mistaken(None, None, message, allowed)

    def _mistaken(self, kind: str | None, key: str | None, message: str, allowed: bool) -> None:
        if not allowed:
            self._flooded(kind, key)
            return
        self.refuse(kind, key, "INVALID_REQUEST", message)

    def _flooded(self, kind: str | None, key: str | None, size: int = 0) -> None:
        self.refuse(kind, key, "RATE_LIMITED", "Too many messages; slow down and send it again")
        self.flooded(size)

    def _work(self, request: Request) -> None:
        """Do what is asked; what it takes is paid for, and after a slice the others come first."""
        began = thread_time()
        self._take(request)
        took = thread_time() - began
        self.spent(took)
        self._worked += took
        if self._worked > SLICE and self._busy is None:
            self._busy = self.hall.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Take the requests that waited; who owes for the last ones is refused the next."""
        self._busy, self._worked = None, 0.0
        while self._waiting and self._busy is None and not self.over:
            request = self._waiting.popleft()
            if self.solvent():
                self._work(request)
            else:
                self._flooded(request.type, request.correlation_id)

    def _take(self, request: Request) -> None:
        """Give a move to the house, or do what else was asked."""
        kind, ask, tag = meaning(request.type)
        key = request.correlation_id
        if request.v != VERSION:
            self.refuse(kind, key, "UNSUPPORTED_VERSION", f"This server speaks version {VERSION}")
        elif ask is None and tag is None:
            self.refuse(None, key, "UNKNOWN_TYPE", f"No request is called {kind[:64]}")
        elif self.user is None and (ask is None or ask.request.who is not Who.NOBODY):
            self.refuse(kind, key, "NOT_AUTHENTICATED", MANNERS.log_in)
        elif ask is not None:
            self._ask(ask, request)
        else:
            assert tag is not None
            assert self.user is not None
            hall = self.hall
            if hall.probe is None and key is not None:
                hall.probe = (self, key, self.heard)
            try:
                match = request.match_id or self.codec.payload(request, OfMatch).match_id
                table = table_of(match)
                fields = request.payload
                hall.house.ask(
                    table,
                    match,
                    self,
                    self.user,
                    tag,
                    fields if isinstance(fields, dict) else bytes(fields),
                    key,
                    request.seq,
                )
            except Exception as reason:  # answered, logged where it is no refusal
                self.failed(kind, key, reason)

    def _ask(self, ask: Ask, request: Request) -> None:
        key, one = request.correlation_id, ask.request
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%s", one.name, extra=self._about(key))
        if one.cost > 1:
            self.owe(one.cost - 1)
        self.key = key
        try:
            wish = self.codec.payload(request, one.shape)
            if request.match_id is not None and isinstance(wish, OfMatch):
                wish.match_id = request.match_id
            answer = perform(self, one, wish)
        except Exception as reason:  # answered, logged where it is no refusal
            self.failed(one.name, key, reason)
            return
        if answer is not None and isinstance(answer, Awaitable):  # an ABC takes its time to say
            self._busy = self.hall.loop.create_task(self._finish(ask, key, answer))
        else:
            self._answer(ask, key, answer)

    def _answer(self, ask: Ask, key: str | None, answer: msgspec.Struct | None) -> None:
        """Send an answer, where it is not the table that answers."""
        if answer is not None:
            self.tell(ask.answer, key, payload(answer), *place(answer))
        if self._leaving:
            self.close(LOGGED_OUT)

    async def _finish(self, ask: Ask, key: str | None, answer: Awaitable[Any]) -> None:
        """Wait for what takes its time, then go on with the requests behind it."""
        try:
            self._answer(ask, key, await Metered(answer, self._paid))
        except Exception as reason:  # answered, logged where it is no refusal
            self.failed(ask.request.name, key, reason)
        if self._worked > SLICE:  # the others come first
            self._busy = self.hall.loop.call_soon(self._go_on)
        else:
            self._go_on()

    def _paid(self, seconds: float) -> None:
        """What took its time took so much of ours."""
        self.spent(seconds)
        self._worked += seconds

    # -- who it is

    def may_be(self, user: User) -> None:
        """It is nobody's yet, or a guest's who becomes an account."""

    def enter(self, user: User, token: str) -> None:
        """It has said who it is; or a guest has become an account."""
        presence = self.hall.lobby.presence
        if self.user is not None:
            presence.rename(user)
        elif not self.over:
            presence.came(user, self.hear)
        self.user, self.token = user, token
        if self.limited_host is not None:
            self.hall.lobby.fairplay.came(user.id, Whence(self.limited_host, self.agent))

    def show_legal(self, many: int) -> None:
        self.legal = many

    def speak_fair(self) -> None:
        if not self.fair and self.user is not None and not self.over:
            self.fair = True
            self.hall.house.speaks_fair(self.user.id, True)

    def logged_out(self) -> None:
        self._leaving = True

    # -- at the tables

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        """Be told from now on what happens there; the state comes first."""
        if not self.over:
            house = self.hall.house
            house.attach(table, self, self.user, legal=self.legal, watch=watch, link=link)

    def look(self, table: int, last_seq: int | None) -> None:
        """Be told what was missed; a seat's owner who comes back is attached by it."""
        house, user, key = self.hall.house, self.user, self.key
        self.resyncs.pop(table, None)
        try:
            if house.resync(table, self, last_seq, self.legal):
                self.tell("GAME_STATE_ACK", key, {})
            else:
                self.resyncs[table] = key
        except Refusal as reason:
            if reason.code != "INVALID_PLAYER" or user not in house.roster(table):
                raise  # there is nothing to come back to
            self.resyncs[table] = key
            house.attach(table, self, user, last_seq, legal=self.legal)

    def detach(self, table: int) -> None:
        """Hear no more of it."""
        self.hall.house.detach(self, table)

    # -- answers

    def _about(self, key: str | None) -> dict[str, Any]:
        """Whom a line of the log is about."""
        return about(user=None if self.user is None else self.user.id, correlation=key)

    def failed(self, kind: str, key: str | None, reason: Exception) -> None:
        """Answer what went wrong; only a bug of ours is logged."""
        why = fault(reason)
        if why.code == "GAME_ERROR" and not isinstance(reason, Refusal):
            log.error(
                "request %s failed; it was refused", kind, exc_info=reason, extra=self._about(key)
            )
        self.refuse(kind, key, why.code, why.message, why.details)

    def refuse(
        self, kind: str | None, key: str | None, code: str, message: str, details: Any = None
    ) -> None:
        """Answer with a refusal: the request's NACK, or ERROR where there is none to name."""
        self.hall.tally.refusals[code] += 1
        if kind is not None and (kind in REQUESTS or move_tag(kind) is not None):
            name = speech.answer_type(kind, "NACK")
        else:
            name = "ERROR"
        why = ErrorBody(code, message[:500], None, details)
        user = self.user.id if self.user is not None else None
        said = Envelope(VERSION, name, key, speech.now_ms(), user, None, None, None, why)
        self.send(self.codec.frame(said))

    def tell(
        self,
        kind: str,
        key: str | None,
        payload: Any,
        match: str | None = None,
        seq: int | None = None,
    ) -> None:
        """Send a message of the wire's own."""
        user = self.user.id if self.user is not None else None
        said = Envelope(VERSION, kind, key, speech.now_ms(), user, match, seq, payload)
        frame = self.codec.frame(said)
        self.weighed(len(frame))
        self.send(frame)

    def prepare(self, word: Word) -> bool:
        """Put a word into bytes, which wait until it may be heard."""
        if type(word) is Update:
            speech.update(self.codec, word)
        elif type(word) is Ack and self.user is not None:
            speech.ack(self.codec, word, self.user.id)
        else:
            return False
        return True

    def hear(self, word: Word) -> None:
        """What the house tells us, said in this visit's coding."""
        hall, codec = self.hall, self.codec
        if type(word) is Update:
            if self.resyncs and word.table in self.resyncs:
                self.tell("GAME_STATE_ACK", self.resyncs.pop(word.table), {})
            kept = word.encoded
            frame = None if kept is None else kept.get(codec)
            self.send(speech.update(codec, word) if frame is None else frame)
            return
        user = self.user.id if self.user is not None else ""
        if type(word) is Ack:
            hall.tally.moves += 1
            if hall.probe is not None:
                self._timed(word.key)
            self.send(speech.ack(codec, word, user))
        elif type(word) is Nack:
            hall.tally.refusals[word.code] += 1
            if hall.probe is not None:
                self._timed(word.key)
            self.send(speech.nack(codec, word, user))
        elif type(word) is Snapshot:
            key = self.resyncs.pop(word.table, None)
            frame = speech.state(codec, word, user, key)
            self.weighed(len(frame))
            self.send(frame)
        elif word.type != "SERVER_SHUTDOWN":  # the hall has told it to everybody
            self.send(speech.notice(codec, word))
            if word.type == "REPLACED":
                self.close(REPLACED)
            elif word.type == "LOGGED_OUT":  # after what is being answered
                hall.loop.call_soon(self.close, LOGGED_OUT)

    def _timed(self, key: str | None) -> None:
        """A move's way from its frame to its durable answer, where it is the one being timed."""
        probe = self.hall.probe
        if probe is not None and probe[0] is self and probe[1] == key:
            self.hall.tally.answer.add(self.hall.loop.time() - probe[2])
            self.hall.probe = None
