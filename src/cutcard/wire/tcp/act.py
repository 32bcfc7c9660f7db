"""ACTION: a player's move. It costs no task: it is read, counted and given to the house here, and
answered when the house says that it is durable.

`client_seq` comes back as a u32. Within a connection it is the idempotency key: an accepted action
sent again with the same one is answered again and not played again. But some clients count from 1
in every hand, or not at all: once a player is told to act anew, what they send is new.
A refused action may be tried again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from cutcard.kernel.game import Illegal
from cutcard.table.words import Ack, Nack

from .chair import Chair
from .dialect import RESULTS
from .packet import Kind, pack
from .shapes import Action

if TYPE_CHECKING:
    from .caller import Caller

KEPT = 64  # accepted actions remembered
U32 = 0xFFFFFFFF
_read = msgspec.msgpack.Decoder(Action).decode
_loose = msgspec.msgpack.Decoder(dict[str, Any]).decode
_write = msgspec.msgpack.Encoder(order="deterministic").encode

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


Sent = tuple[int, int, bytes]
"""An action: its table, its client_seq and what it is."""


class Act:
    """What one connection's player does at their table."""

    __slots__ = ("_caller", "_done")

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._done: OrderedDict[Sent, int] = OrderedDict()  # and the seq each made

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
        self._say(RESULTS["RATE_LIMITED"], _seq_in(body), "Too many packets; slow down")

    def _play(self, chair: Chair, wish: Action) -> None:
        caller, started = self._caller, self._caller.hall.loop.time()
        seq = None if wish.client_seq is None else wish.client_seq & U32
        this = None if seq is None else (chair.table, seq, _write(wish.action))
        made = None if this is None else self._done.get(this)
        if made is not None and not self._to_act_anew(chair, made):
            self._say(0, seq)
            return
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
                if this is not None:
                    self._remember(this, word.seq)
                self._say(0, seq)
            caller.work()

        caller.busy = True
        caller.ask(chair.table, move, answered)

    def _to_act_anew(self, chair: Chair, made: int) -> bool:
        """Whether the player has been told to act since they made that update."""
        since = self._caller.desk.to_act_since(chair.table, chair.seat)
        return since is not None and made <= since <= chair.seq

    def _remember(self, this: Sent, made: int) -> None:
        self._done[this] = made
        if len(self._done) > KEPT:
            self._done.popitem(last=False)

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
