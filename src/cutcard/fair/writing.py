"""The records of a table's chain, made one after the other (F21, F30): a head over all before it,
and a signature where the server binds itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import json, structs

from cutcard.kernel import fair

from .lines import Dealt, End, Lock, Offer, Record, Seated, Shared, Void
from .roots import both
from .signing import Key

R = TypeVar("R", bound=Record)
KINDS: dict[str, type[Record]] = {one.kind: one for one in (Offer, Lock, Dealt, End, Void)}
_NO_SIG = "0" * 128
_NO_HEAD = "0" * 64


class Chain:
    """Where a table's chain stands; each method makes its next record."""

    __slots__ = ("head", "key", "n", "table")

    def __init__(self, key: Key, table: int, created: int) -> None:
        self.key = key
        self.table = table
        self.head = fair.first_head(key.public, table, created)
        self.n = 0  # of the next record

    def resume(self, n: int, head: str) -> None:
        """Goes on behind record n."""
        self.n, self.head = n + 1, bytes.fromhex(head)

    def offer(self, deal: int, at: int, game: str, seed: bytes, cards: int) -> Offer:
        """With cards: of a sealed deck of so many."""
        roots = [one.hex() for one in both(seed, cards)] if cards else []
        mode, promise = "sealed" if cards else "open", fair.commitment(seed).hex()
        return self._add(
            Offer(deal, at, _NO_HEAD, game=game, mode=mode, cards=cards, commitment=promise,
                  roots=roots)
        )  # fmt: skip

    def lock(self, deal: int, at: int, rules: bytes, seats: Sequence[Seated]) -> Lock:
        bare = Lock(deal, at, _NO_HEAD, rules=rules.hex(), seats=list(seats), sig=_NO_SIG)
        return self._signed(bare)

    def dealt(self, deal: int, at: int, shares: Sequence[Shared], opened: bytes) -> Dealt:
        return self._add(Dealt(deal, at, _NO_HEAD, shares=list(shares), opened=opened.hex()))

    def end(self, deal: int, at: int, seed: bytes, log: bytes, outcome: str) -> End:
        result = fair.result_bound(outcome).hex()
        return self._add(End(deal, at, _NO_HEAD, seed=seed.hex(), log=log.hex(), result=result))

    def void(self, deal: int, at: int, reason: str, seed: bytes) -> Void:
        bare = Void(deal, at, _NO_HEAD, reason=reason, seed=seed.hex(), sig=_NO_SIG)
        return self._signed(bare)

    def _add(self, bare: R) -> R:
        self._go_on(bare)
        return structs.replace(bare, head=self.head.hex())

    def _signed(self, bare: R) -> R:
        self._go_on(bare)
        sig = self.key.sign(fair.to_sign(self.head)).hex()
        return structs.replace(bare, head=self.head.hex(), sig=sig)

    def _go_on(self, bare: Record) -> None:
        self.head = fair.next_head(self.head, self.table, self.n, bare.packed())
        self.n += 1


def decks(seed: bytes, cards: int) -> tuple[fair.SealedDeck, fair.SealedDeck]:
    """F40: both decks of a sealed deal."""
    first, second = (fair.SealedDeck(fair.deck_secret(seed, j), cards) for j in (0, 1))
    return first, second


def written(record: Record) -> bytes:
    """A record as a line of a file."""
    return json.encode(record)


def read_record(kind: str, line: bytes) -> Record:
    """A record out of its line."""
    return json.decode(line, type=KINDS[kind])
