"""The formulas of a fair deal (docs/rules/fairness.md; F-numbers are its rows), pure.

The server offers (commits to a seed), players pledge (commit to shares), the server locks (signs
all of it), players share, and only then do cards exist. Of an open deal everything follows from
the seed and the shares. A sealed one is two hidden decks, each a list of salted hashes: the shares
choose which is thrown open for all to check, and in which public order the other is dealt.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import sha256, shake_256
from struct import Struct as Layout
from typing import Final

from .rng import Rng

TAG: Final = b"cutcard/fair/1/"
MOST: Final = 2**53 - 1  # the largest number that is ever packed, or stands in a file
SALT: Final = 32
BLOCK: Final = 64  # bytes of SHA-256
_INNER, _OUTER = (bytes(one ^ mask for one in range(256)) for mask in (0x36, 0x5C))
_size, _number, _step = Layout(">I").pack, Layout(">IQ").pack, Layout(">IQIQIQI").pack
_link = Layout(">I32sIQIQI").pack  # a hash, two numbers, and how long what follows is
_bound = Layout(">I32sIQI").pack  # a hash, a number, and how long what follows is
_seated, _shared = Layout(">IQI").pack, Layout(">IQI32s").pack

Field = bytes | str | int


def pack(label: str, *fields: Field) -> bytes:
    """F20: the label behind its length, then each field behind its own. No two inputs are packed
    alike, and none of one label is one of another."""
    out = [_head(label)]
    for field in fields:
        if type(field) is bytes:
            out += (_size(len(field)), field)
        elif isinstance(field, int):
            out.append(_number(8, field))
        else:
            raw = field.encode() if isinstance(field, str) else field
            out += (_size(len(raw)), raw)
    return b"".join(out)


@cache
def _head(label: str) -> bytes:
    name = TAG + label.encode("ascii")
    return bytes([len(name)]) + name


def digest(label: str, *fields: Field) -> bytes:
    """F20: H."""
    return sha256(pack(label, *fields)).digest()


def keyed(key: bytes, label: str, *fields: Field) -> bytes:
    """F20: M, which nobody can make or check who does not have the key: HMAC as RFC 2104 writes it,
    since the library looks its hash up by name each time, and a sealed deal has seven of them."""
    return keyed_bytes(key, pack(label, *fields))


def keyed_bytes(key: bytes, packed: bytes) -> bytes:
    """M, of what is packed already."""
    if len(key) > BLOCK:
        return hmac.digest(key, packed, "sha256")
    whole = key.ljust(BLOCK, b"\0")
    inner = sha256(whole.translate(_INNER) + packed).digest()
    return sha256(whole.translate(_OUTER) + inner).digest()


# The chain of a table's records


def first_head(key: bytes, table: int, created: int) -> bytes:
    """F21: the head of a new table, whose records are signed with this public key."""
    return digest("table", key, table, created)


def next_head(head: bytes, table: int, index: int, record: bytes) -> bytes:
    """F21: the head after a record, which covers all before it. (Packed in one go, as what follows
    is: there are four for each deal, and a share of every seat.)"""
    numbers = _link(32, head, 8, table, 8, index, len(record))
    return sha256(b"".join((_head("link"), numbers, record))).digest()


def to_sign(head: bytes) -> bytes:
    """F30: what is signed of a lock and a void."""
    return pack("sign", head)


def to_sign_file(sum_of_lines: bytes) -> bytes:
    """F71: what is signed of a whole file."""
    return pack("file", sum_of_lines)


def to_sign_key(public: bytes, since: int) -> bytes:
    """F32: what a key signs of the one that follows it."""
    return pack("key", public, since)


def one_field(raw: bytes) -> bytes:
    """A field behind its length."""
    return _size(len(raw)) + raw


def seated_fields(seats: Iterable[tuple[int, str, str, str]]) -> bytes:
    """As `pack` has them: the seat, the user, the kind and the pledge (in hex) of each row of a
    lock; a table of six has two dozen fields in it."""
    out: list[bytes] = []
    for seat, user, kind, pledged in seats:
        raw, hashed = user.encode(), bytes.fromhex(pledged)
        out += (_seated(8, seat, len(raw)), raw, _kind(kind), _size(len(hashed)), hashed)
    return b"".join(out)


def shared_fields(shares: Iterable[tuple[int, str]]) -> bytes:
    """Likewise the seat and the share (in hex) of each row of a deal."""
    out: list[bytes] = []
    for seat, share in shares:
        if share:
            out.append(_shared(8, seat, 32, bytes.fromhex(share)))
        else:
            out += (_number(8, seat), _size(0))
    return b"".join(out)


@cache
def _kind(kind: str) -> bytes:
    return one_field(kind.encode())


# What binds the server, and what binds the players


def commitment(seed: bytes) -> bytes:
    """F22: without a number, so that a seed used twice shows."""
    return digest("commit", seed)


def rules_bound(
    game: str, version: int, options: str, carry: str, names: Sequence[str] = ()
) -> bytes:
    """F22: what is played; `names` are the cards of a sealed deck in order, none of an open one."""
    head = pack("rules", game, version, options, carry, len(names))
    return sha256(head + _listed(tuple(names))).digest()


@lru_cache(64)  # a variant's deck is the same in every hand
def _listed(names: tuple[str, ...]) -> bytes:
    return b"".join(one_field(name.encode()) for name in names)


def result_bound(outcome: str) -> bytes:
    """F22: how it ended, as the outcome's JSON."""
    return digest("result", outcome)


def pledge(offer_head: bytes, seat: int, user: str, share: bytes) -> bytes:
    """F22: fits one share of one user at one seat of one offer."""
    raw = user.encode()
    numbers = _bound(32, offer_head, 8, seat, len(raw))
    return sha256(b"".join((_head("pledge"), numbers, raw, _size(len(share)), share))).digest()


def stir(lock_head: bytes, shares: Iterable[tuple[int, bytes]]) -> bytes:
    """F37: what the players add: the shares that count, by seat, bound to everything before."""
    counted = sorted(shares)
    return digest("stir", lock_head, len(counted), *(part for pair in counted for part in pair))


def deal_seed(seed: bytes, x: bytes) -> bytes:
    """F37: the seed of an open deal's Rng."""
    return keyed(seed, "key", x)


def log_begin(seed: bytes, deal_head: bytes) -> bytes:
    """F33: keyed, because a sealed game's log has private moves that could be guessed."""
    return keyed(seed, "log", deal_head)


def log_step(before: bytes, n: int, at: int, seat: int, move: str) -> bytes:
    """F33: after one more entry; `seat` is -1 where time moved. F85: packed in one go, for there
    is one for each move."""
    raw = move.encode()
    numbers = _step(8, n, 8, at, 8, seat + 1, len(raw))
    return sha256(b"".join((_head("step"), _size(len(before)), before, numbers, raw))).digest()


def log_sums(
    begun: bytes, entries: Iterable[tuple[int, int, int, bytes, bytes]]
) -> tuple[bytes, list[bytes]]:
    """The log's hash after all of these (number, time, seat, move, key), and each as `log_fields`
    has it: a deal that is over wants both, and its moves are packed once for them."""
    now, head = begun, _head("step") + _size(len(begun))
    rows: list[bytes] = []
    for n, at, seat, move, key in entries:
        packed = _step(8, n, 8, at, 8, seat + 1, len(move)) + move
        now = sha256(head + now + packed).digest()
        rows.append(packed + _size(len(key)) + key)
    return now, rows


def log_fields(n: int, at: int, seat: int, move: bytes, key: bytes) -> bytes:
    """An entry as `pack` has its five fields, in one go as well."""
    numbers = _step(8, n, 8, at, 8, seat + 1, len(move))
    return b"".join((numbers, move, _size(len(key)), key))


# Sealed decks


def deck_secret(seed: bytes, which: int) -> bytes:
    """F40: what makes the first deck (0) or the second (1)."""
    return keyed(seed, "deck", which)


def leaf(index: int, card: int, salt: bytes) -> bytes:
    """F40: a card at a leaf, told by nobody who does not have its salt."""
    return sha256(b"\x00" + bytes((index, card)) + salt).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """F40: all leaves in one hash."""
    return sha256(b"\x01" + b"".join(leaves)).digest()


def shuffled(rng: Rng, count: int) -> list[int]:
    """The numbers below `count`, in an order drawn."""
    order = list(range(count))
    rng.shuffle(order)
    return order


class SealedDeck:
    """F40: one committed deck: its hidden order, and at each leaf a salt and a hash."""

    __slots__ = ("leaves", "order", "root", "salts")

    def __init__(self, secret: bytes, cards: int) -> None:
        self.order = shuffled(Rng(keyed(secret, "order")), cards)
        raw = shake_256(keyed(secret, "salts")).digest(SALT * cards)
        self.salts = [raw[at : at + SALT] for at in range(0, SALT * cards, SALT)]
        self.leaves = [
            leaf(i, *one) for i, one in enumerate(zip(self.order, self.salts, strict=True))
        ]
        self.root = root(self.leaves)


def cut(x: bytes, cards: int) -> tuple[int, list[int]]:
    """F42, public: which deck is played, and from which of its leaves each place is dealt."""
    played, places = _cut(x, cards)
    return played, list(places)


def cut_deck(x: bytes, cards: int) -> int:
    """Only the first."""
    return _cut(x, cards)[0]


@lru_cache(8)  # asked for the record of a deal, then for its cards
def _cut(x: bytes, cards: int) -> tuple[int, tuple[int, ...]]:
    rng = Rng(digest("cut", x))
    return rng.below(2), tuple(shuffled(rng, cards))


def first_button(x: bytes, players: int) -> int:
    """F46, public."""
    return Rng(digest("button", x)).below(players)


def reshuffled(seed: bytes, x: bytes, count: int, cards: int) -> list[int]:
    """F47, secret: the order of the count-th reshuffle of discards, counted from 1."""
    return shuffled(Rng(keyed(seed, "again", x, count)), cards)


def card_ids_seed(key: bytes) -> bytes:
    """F63: public values of a secret stream come from a stream of their own."""
    return keyed(key, "ids")


def sealed_seed(base: bytes, number: int) -> bytes:
    """F41: the seed of an offer of a sealed game, whose deal is opened before it is offered: one
    for each number of the chain, out of the deal's own."""
    return keyed(base, "offer", number)


def dealt_order(seed: bytes, x: bytes, cards: int) -> list[int]:
    """F42: the deck that is played, place by place as it is dealt."""
    played, places = cut(x, cards)
    order = shuffled(Rng(keyed(deck_secret(seed, played), "order")), cards)
    return [order[leaf_of] for leaf_of in places]
