"""A connection that listens: what its table and its friends say becomes packets."""

from __future__ import annotations

import logging
from abc import abstractmethod
from contextlib import suppress
from typing import Any

from cutcard.kernel.game import Illegal
from cutcard.table.words import Ack, Nack, Notice, Refusal, Snapshot, Update, Word

from .chair import Chair
from .desk import Desk
from .dialect import Plain, packets_of
from .line import TcpLine
from .packet import ERROR, Kind, TooLong, pack

LINKS = 32  # invitations to private tables that a connection remembers

log = logging.getLogger("cutcard.wire")


class Listener(TcpLine):
    """An Ear of the house; a Caller also asks."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.chair: Chair | None = None
        self.links: dict[int, str | None] = {}  # of private tables it was invited to lately

    # What a Caller does

    @abstractmethod
    def answered(self, word: Ack | Nack) -> None:
        """The house says what became of a move."""

    @abstractmethod
    def come(self, chair: Chair) -> None:
        """The game lets its player in now."""

    # At the table

    def must_be_free(self) -> None:
        """Refuses who sits at a table; one table a connection."""
        if self.chair is not None:
            raise Refusal("INVALID_GAME_STATE", "You sit at a table; leave it first")

    async def take_chair(self, table: int, *, eager: bool = False) -> Chair:
        """Listen from the seat one has; what happens meanwhile is in the chair, not told. `eager`:
        its player waits there to be let in."""
        house = self.hall.house
        chair = Chair(table, packets_of(house.info(table).game))
        chair.eager = eager
        house.attach(table, self, self.user)
        self.chair = chair
        await house.written()
        return chair

    async def look(self, table: int, last_seq: int | None) -> Chair:
        """The table as it stands, from the seat one has there."""
        house, chair = self.hall.house, self.chair
        if chair is None or chair.table != table:
            self.must_be_free()
            if self.user not in house.roster(table):
                raise Refusal("INVALID_PLAYER", "You do not sit at this table")
            chair = await self.take_chair(table)
        else:
            chair.quiet = True
            house.resync(table, self, None)
            await house.written()
        chair.quiet = False  # the answer says it all
        return chair

    def show_legal(self, many: int) -> None:
        """A state has what its player may do, and no list of it."""

    def speak_fair(self) -> None:
        """TCP clients give no share (F95)."""

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        """A seat is listened from by a chair, which is taken with the answer."""

    def detach(self, table: int) -> None:
        if self.chair is not None and self.chair.table == table:
            self.rise()

    def speak(self) -> None:
        """The answer is out: from now on the table's changes are told."""
        if self.chair is not None and self.chair.quiet:
            self.chair.quiet = False
            self._changed(self.chair)

    def rise(self) -> None:
        """At no table any more."""
        if self.chair is not None:
            self.hall.house.detach(self, self.chair.table)
            self.chair = None

    # What the house says

    def hear(self, word: Word) -> None:
        if isinstance(word, Ack | Nack):
            self.answered(word)
        elif isinstance(word, Notice):
            self.notice(word)
        elif self.chair is None:
            return
        elif isinstance(word, Snapshot) and word.seat is None:
            self.rise()  # an event has no seat for them any more
        elif word.table == self.chair.table:
            self._happened(self.chair, word)
        elif isinstance(word, Snapshot):
            self._follow(self.chair, word)

    def _follow(self, old: Chair, word: Snapshot) -> None:
        """T116: an event has moved its player; the new table's state comes after the old one's
        last."""
        if old.changed:
            self._tell(Kind.GAME_STATE, old.state())
        self.chair = Chair(word.table, old.packets)
        self.chair.quiet = False
        self._happened(self.chair, word)

    def _happened(self, chair: Chair, word: Update | Snapshot) -> None:
        if chair.changed and isinstance(word, Update) and chair.result_passes(word):
            self._tell(Kind.GAME_STATE, chair.state())  # many show a result on nothing else
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
        """The player wanted in while the game could not let them."""
        assert chair.seat is not None
        with suppress(Illegal):  # still not
            chair.packets.coming(chair.view, chair.seat, 0)
            self.wait_in(chair, False)
            self.come(chair)

    def wait_in(self, chair: Chair, eager: bool) -> None:
        """Its player is let in as soon as the game allows it, or no longer waits for that."""
        chair.eager = eager

    def _keep(self, table: int, link: str | None) -> None:
        """The way to a private table; of more than some the oldest is forgotten."""
        self.links.pop(table, None)
        if link is not None:
            self.links[table] = link
            if len(self.links) > LINKS:
                del self.links[next(iter(self.links))]

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
            self._keep(word.payload["table"], word.payload.get("link"))
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
        """What the player has at home by now."""
        said = self._packed(Kind.BALANCE, {"balance": balance, "reason": reason})
        if self.busy and self.desk.balance_first:
            self.tell_first(said)
        else:
            self.tell(said)

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
            log.exception("packet %s is too long for TCP; it is not sent", kind.name)
            return b""
