"""ACTION: a player's move. It costs no task: it is read, counted and given to the house here, and
answered when the house says that it is durable.

`client_seq` comes back as a u32. It is the idempotency key of its seat: an accepted action sent
again with the same one is answered again and not played again, on whatever connection to whatever
worker, for its mark is in the table's log. But some clients count from 1 in every hand, or not at
all: once a player is told to act anew, what they send is new. A refused action may be tried again.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import TYPE_CHECKING, Any

import msgspec

from cutcard.kernel.game import Illegal
from cutcard.table.words import Ack, Nack, Refusal

from .chair import Chair
from .dialect import RESULTS
from .packet import Kind, pack
from .shapes import Action

if TYPE_CHECKING:
    from .caller import Caller

U32 = 0xFFFFFFFF
LONG = 1024  # bytes of an action that was one too many are read for its number, and no more
_read = msgspec.msgpack.Decoder(Action).decode
_loose = msgspec.msgpack.Decoder(dict[str, Any]).decode
_write = msgspec.msgpack.Encoder(order="deterministic").encode

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Act:
    """What one connection's player does at their table."""

    __slots__ = ("_caller",)

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def take(self, body: bytes) -> None:
        """An ACTION came."""
        caller = self._caller
        if caller.user is None:
            caller.error(401, "Log in first")
            return
        try:
            wish = _read(body)
        except UNREADABLE as reason:
            self._say(RESULTS["INVALID_REQUEST"], _seq_in(body), str(reason))
            return
        chair = caller.chair
        if chair is None or wish.game_id not in (None, chair.table):
            self._say(RESULTS["INVALID_PLAYER"], wish.client_seq, "You do not sit at this table")
            return
        self._play(chair, wish)

    def limited(self, body: bytes) -> None:
        """One too many came."""
        seq = _seq_in(body) if len(body) <= LONG else 0  # to read it would be their gain
        self._say(RESULTS["RATE_LIMITED"], seq, "Too many packets; slow down")

    def failed(self, body: bytes, message: str) -> None:
        """It cannot be asked of anybody now."""
        self._say(RESULTS["GAME_ERROR"], _seq_in(body), message)

    def _play(self, chair: Chair, wish: Action) -> None:
        caller, started = self._caller, self._caller.hall.loop.time()
        seq = None if wish.client_seq is None else wish.client_seq & U32
        key = caller.next_key()
        if seq is not None:
            mark = f"t{seq:x}.{blake2s(_write(wish.action), digest_size=8).hexdigest()}."
            if caller.desk.acted(chair.table, chair.seat, mark, chair.seq):
                caller.busy = True
                caller.desk.start(self._again(seq))
                return
            key = mark + key
        try:
            move = chair.packets.move(wish.action, chair.view)
        except Illegal as reason:
            self._say(chair.packets.result(reason.code), seq, reason.message)
            return

        def answered(word: Ack | Nack) -> None:
            tally = caller.hall.tally
            if isinstance(word, Nack):
                tally.refusals[word.code] += 1
                self._say(chair.packets.result(word.code), seq, word.message)
            else:
                tally.moves += 1
                tally.answer.add(caller.hall.loop.time() - started)
                self._say(0, seq)
            caller.work()

        caller.busy = True
        caller.ask(chair.table, move, answered, key)

    async def _again(self, seq: int) -> None:
        """It is in the log already; answered when that is durable."""
        try:
            await self._caller.hall.house.written()
        except Refusal as reason:
            self._say(RESULTS["GAME_ERROR"], seq, reason.message)
        else:
            self._say(0, seq)
        self._caller.work()

    def _say(self, result: int, seq: int | None, reason: str = "") -> None:
        said: dict[str, Any] = {"result": result, "client_seq": (seq or 0) & U32}
        if reason:
            said["reason"] = reason[:200]
        self._caller.answer(pack(Kind.ACTION_RESULT, said))

    async def come(self, chair: Chair) -> None:
        """Come into the game, if it lets one in now."""
        caller = self._caller
        assert chair.seat is not None
        move = chair.packets.coming(chair.view, chair.seat, await caller.balance())
        if move is not None:
            await caller.play(chair.table, move)


def _seq_in(body: bytes) -> int:
    """The client_seq of an action that cannot be read, where that much can."""
    try:
        found = _loose(body).get("client_seq", 0)
    except UNREADABLE:
        return 0
    return found if type(found) is int else 0
