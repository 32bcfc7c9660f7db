"""Shares of what is shuffled: docs/rules/fairness.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .asking import Asker, Who, user_of
from .registry import HTTP, WS, Nothing, TableNumber, at_table, request

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
REFUSED = ("INVALID_PLAYER", "FAIR_OFF", "FAIR_LATE")


class FairKey(Struct, omit_defaults=True):
    """A key that signs deals, since when (epoch ms), and what the key before it signed of that."""

    key: str
    since: int
    sig: str = ""


class FairKeys(Struct):
    """The last is the one that tables opened now are signed with."""

    keys: list[FairKey]


class Pledge(Struct):
    table: TableNumber
    deal: TableNumber
    pledge: Hex


class Share(Struct):
    table: TableNumber
    deal: TableNumber
    share: Hex


@request("FAIR_PLEDGE", WS, refuses=(*REFUSED, "FAIR_BARRED"), table=at_table)
def pledge(asker: Asker, wish: Pledge) -> None:
    """Bind your share of the deal the table has offered: the `pledge` of 32 bytes you drew. It is
    not answered unless it is refused: the lock lists it. Sending it again is harmless."""
    asker.hall.house.pledge(wish.table, user_of(asker), wish.deal, wish.pledge)


@request("FAIR_SHARE", WS, refuses=(*REFUSED, "FAIR_WRONG"), table=at_table)
def share(asker: Asker, wish: Share) -> None:
    """Tell the share you pledged, after the lock and never before it. It is not answered unless it
    is refused: the deal's record lists it. Sending it again is harmless."""
    asker.hall.house.share(wish.table, user_of(asker), wish.deal, bytes.fromhex(wish.share))


@request("FAIR_KEYS", HTTP, who=Who.ANYONE)
def fair_keys(asker: Asker, wish: Nothing) -> FairKeys:
    """The keys by which this server signs its deals, oldest first; each is signed by the one before
    it, over `pack("key", key, since)` of docs/rules/fairness.md. A table keeps the key it was
    opened with."""
    told = asker.hall.house.fair_keys()
    return FairKeys([FairKey(key.hex(), since, sig.hex()) for key, since, sig in told])
