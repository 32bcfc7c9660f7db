"""Is a deal of Cutcard what it was promised to be? A judge in one file: Python 3.11 with its
standard library, and nothing of Cutcard. python verify.py FILE.cutcard [--key HEX]

docs/rules/fairness.md is the specification; F-numbers are its rows.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

Row = dict[str, Any]  # a line of the file
Point = tuple[int, int, int, int]
Field = bytes | str | int

TAG = b"cutcard/fair/1/"
MOST = 2**53 - 1  # the largest number in a file


# ---- F20 canonical bytes ---------------------------------------------------------------------
def pack(label: str, *fields: Field) -> bytes:
    """Length of the label, the label, then each field behind its 4-byte length. Injective."""
    name = TAG + label.encode("ascii")
    out = [bytes([len(name)]), name]
    for field in fields:
        if isinstance(field, int):
            raw = field.to_bytes(8, "big")
        else:
            raw = field.encode() if isinstance(field, str) else field
        out += [len(raw).to_bytes(4, "big"), raw]
    return b"".join(out)


def H(label: str, *fields: Field) -> bytes:  # noqa: N802 - as the book calls it
    return hashlib.sha256(pack(label, *fields)).digest()


def M(key: bytes, label: str, *fields: Field) -> bytes:  # noqa: N802 - as the book calls it
    return hmac.new(key, pack(label, *fields), hashlib.sha256).digest()


# ---- F60 chance ------------------------------------------------------------------------------
class Rng:
    """Block i is SHAKE-256(seed || i as 8 bytes), 272 bytes: 68 big-endian 32-bit words."""

    def __init__(self, seed: bytes) -> None:
        self.seed, self.block = seed, 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            raw = hashlib.shake_256(self.seed + self.block.to_bytes(8, "big")).digest(272)
            self.words = [int.from_bytes(raw[i : i + 4], "big") for i in range(0, 272, 4)]
            self.block += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        while True:
            x = self.word()
            if x < 2**32 - 2**32 % n:
                return x % n

    def shuffled(self, n: int) -> list[int]:
        xs = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            xs[i], xs[j] = xs[j], xs[i]
        return xs

    def take(self, count: int) -> bytes:
        return b"".join(self.word().to_bytes(4, "big") for _ in range((count + 3) // 4))[:count]


# ---- Ed25519 (RFC 8032), plain and slow; a server uses a library -----------------------------
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def _add(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(s: int, a: Point) -> Point:
    out = (0, 1, 1, 0)
    while s:
        out = _add(out, a) if s & 1 else out
        a, s = _add(a, a), s >> 1
    return out


def _point(raw: bytes) -> Point | None:
    y = int.from_bytes(raw, "little")
    odd, y = y >> 255, y & (2**255 - 1)
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if x * x % P == xx else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != xx or (x == 0 and odd):
        return None
    x = x if x & 1 == odd else P - x
    return x, y, 1, x * y % P


def _bytes(a: Point) -> bytes:
    z = pow(a[2], -1, P)
    return (a[1] * z % P | (a[0] * z % P & 1) << 255).to_bytes(32, "little")


_BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
assert _BASE is not None
BASE = _BASE


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def signed(key: bytes, message: bytes, sig: bytes) -> bool:
    a, s = _point(key), int.from_bytes(sig[32:], "little")
    if a is None or s >= L:
        return False
    minus = (P - a[0], a[1], 1, P - a[3])
    return (
        _bytes(_add(_times(s, BASE), _times(_number(sig[:32], key, message) % L, minus)))
        == sig[:32]
    )


# ---- F21 records, their chain, and what is derived from them ---------------------------------
RECORDS = ("offer", "lock", "deal", "end", "void")
SIGNED = ("lock", "void")  # what follows a lock opens what it fixed


def record(r: Row) -> bytes:
    """A record's canonical bytes, from its JSON object."""
    kind, x = r["t"], bytes.fromhex
    fields: list[Field] = [r["deal"], r["at"]]
    if kind == "offer":
        fields += [r["game"], r["mode"], r["cards"], x(r["commitment"]), *map(x, r["roots"])]
    elif kind == "lock":
        fields += [x(r["rules"]), len(r["seats"])]
        for s in r["seats"]:
            fields += [s["seat"], s["user"], s["kind"], x(s["pledge"])]
    elif kind == "deal":
        fields += [len(r["shares"])]
        for s in r["shares"]:
            fields += [s["seat"], x(s["share"])]
        fields += [x(r["opened"])]
    elif kind == "end":
        fields += [x(r["seed"]), x(r["log"]), x(r["result"])]
    else:
        fields += [r["reason"], x(r["seed"])]
    return pack(kind, *fields)


def genesis(key: bytes, table: int, created: int) -> bytes:
    return H("table", key, table, created)


def link(head: bytes, table: int, index: int, r: Row) -> bytes:
    return H("link", head, table, index, record(r))


def sign_bytes(head: bytes) -> bytes:
    return pack("sign", head)


def commitment(seed: bytes) -> bytes:
    return H("commit", seed)


# `names` are the cards of a sealed deck, in order; none in an open game.
def rules_hash(game: str, version: int, options: str, carry: str, names: list[str]) -> bytes:
    return H("rules", game, version, options, carry, len(names), *names)


def pledge(offer_head: bytes, seat: int, user: str, share: bytes) -> bytes:
    return H("pledge", offer_head, seat, user, share)


# What the players add: the shares that count, by seat, bound to everything before them.
def stir(lock_head: bytes, shares: list[tuple[int, bytes]]) -> bytes:
    return H("stir", lock_head, len(shares), *(part for pair in sorted(shares) for part in pair))


# The seed of the deal's Rng in an open game.
def deal_key(seed: bytes, x: bytes) -> bytes:
    return M(seed, "key", x)


def log_start(seed: bytes, deal_head: bytes) -> bytes:
    return M(seed, "log", deal_head)


def log_step(before: bytes, n: int, at: int, seat: int, move: str) -> bytes:
    return H("step", before, n, at, seat + 1, move)


# ---- F40 sealed decks ------------------------------------------------------------------------
def deck_seed(seed: bytes, which: int) -> bytes:
    return M(seed, "deck", which)


def leaf(index: int, card: int, salt: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + bytes([index, card]) + salt).digest()


def root(leaves: list[bytes]) -> bytes:
    return hashlib.sha256(b"\x01" + b"".join(leaves)).digest()


class Sealed:
    """One committed deck: its hidden order, and for every place in it a salt and a leaf."""

    def __init__(self, secret: bytes, cards: int) -> None:
        self.order = Rng(M(secret, "order")).shuffled(cards)
        raw = hashlib.shake_256(M(secret, "salts")).digest(32 * cards)
        self.salts = [raw[i : i + 32] for i in range(0, 32 * cards, 32)]
        self.leaves = [
            leaf(i, c, s) for i, (c, s) in enumerate(zip(self.order, self.salts, strict=True))
        ]
        self.root = root(self.leaves)


def cut(x: bytes, cards: int) -> tuple[int, list[int]]:
    """Public: which of the two decks is played, and from which leaves its places are dealt."""
    rng = Rng(H("cut", x))
    return rng.below(2), rng.shuffled(cards)


# ---- F70 verification ------------------------------------------------------------------------
class Bad(Exception):
    """FALSE: the code says how."""


def _check(good: bool, code: str) -> None:
    if not good:
        raise Bad(code)


SHAPES: dict[str, dict[str, object]] = {  # a number: so many hex digits; (0, 64): one of these
    "head": {
        "cutcard": int,
        "game": str,
        "version": int,
        "table": int,
        "created": int,
        "deal": int,
        "index": int,
        "prev": 64,
        "key": 64,
        "options": str,
        "carry": str,
        "decks": list,
    },
    "offer": {
        "deal": int,
        "at": int,
        "game": str,
        "mode": str,
        "cards": int,
        "commitment": 64,
        "roots": list,
        "head": 64,
    },
    "lock": {"deal": int, "at": int, "rules": 64, "seats": list, "head": 64, "sig": 128},
    "deal": {"deal": int, "at": int, "shares": list, "opened": (0, 64), "head": 64},
    "end": {"deal": int, "at": int, "seed": (0, 64), "log": 64, "result": 64, "head": 64},
    "void": {"deal": int, "at": int, "reason": str, "seed": (0, 64), "head": 64, "sig": 128},
    "own": {"share": 64},
    "leaves": {"list": list},
    "draw": {"op": str},
    "card": {"card": str},
    "sum": {"sha256": 64, "sig": 128},
    "move": {"n": int, "at": int, "seat": int, "move": str},
}


def _hex(value: object, sizes: object) -> bool:
    sizes = sizes if isinstance(sizes, tuple) else (sizes,)
    return (
        isinstance(value, str) and len(value) in sizes and not set(value) - set("0123456789abcdef")
    )


def _int(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _shaped(line: object) -> bool:
    if not isinstance(line, dict) or not isinstance(line.get("t"), str) or line["t"] not in SHAPES:
        return False
    for name, kind in SHAPES[line["t"]].items():
        value = line.get(name)
        if kind is int and not _int(value, -1 if name == "seat" else 0, MOST):
            return False
        if (kind in (str, list) and type(value) is not kind) or (
            not isinstance(kind, type) and not _hex(value, kind)
        ):
            return False
    if line["t"] == "offer":
        few = {"open": 0, "sealed": 2}.get(line["mode"])
        return (
            len(line["roots"]) == few
            and all(_hex(r, 64) for r in line["roots"])
            and (2 <= line["cards"] <= 256 if few else line["cards"] == 0)
        )
    if line["t"] in ("lock", "deal"):
        rows, what = (line["seats"], "pledge") if line["t"] == "lock" else (line["shares"], "share")
        if not all(
            isinstance(r, dict) and _int(r.get("seat"), 0, 255) and _hex(r.get(what), (0, 64))
            for r in rows
        ):
            return False
        if what == "pledge" and not all(
            type(r.get("user")) is str and r.get("kind") in ("player", "bot") for r in rows
        ):
            return False
        return all(a["seat"] < b["seat"] for a, b in pairwise(rows))
    if line["t"] == "head":
        return (
            all(isinstance(d, list) and all(type(c) is str for c in d) for d in line["decks"])
            and line["cutcard"] == 1
            and (line.get("viewer") is None or _int(line["viewer"], 0, 255))
        )
    return True


def _once(pairs: list[tuple[str, Any]]) -> Row:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def read(text: bytes) -> list[Row]:
    try:
        rows = [row for row in text.decode().split("\n") if row]
        lines = [json.loads(row, parse_constant=int, object_pairs_hook=_once) for row in rows]
        # half a surrogate pair is no text, and 1e999 no number
        json.dumps(lines, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise Bad("FORMAT") from None
    _check(bool(lines) and all(map(_shaped, lines)), "FORMAT")
    kinds = [one["t"] for one in lines]
    _check(
        kinds.count("head") == 1
        and kinds[0] == "head"
        and kinds.count("own") <= 1
        and kinds.count("leaves") <= 1,
        "FORMAT",
    )
    _check(kinds.count("sum") == 0 or (kinds.count("sum") == 1 and kinds[-1] == "sum"), "FORMAT")
    return lines


def _chain(head: Row, lines: list[Row]) -> dict[int, dict[str, Row]]:
    """F72: every link and signature, the order and the numbers. Records by deal and kind."""
    key, now, last, n = bytes.fromhex(head["key"]), bytes.fromhex(head["prev"]), 0, head["deal"]
    records = [one for one in lines if one["t"] in RECORDS]
    _check(head["index"] > 0 or now == genesis(key, head["table"], head["created"]), "CHAIN")
    for index, r in enumerate(records, head["index"]):
        now = link(now, head["table"], index, r)
        _check(now.hex() == r["head"], "CHAIN")
    for r in (one for one in records if one["t"] in SIGNED):
        _check(
            signed(key, sign_bytes(bytes.fromhex(r["head"])), bytes.fromhex(r["sig"])), "SIGNATURE"
        )
    deals: dict[int, dict[str, Row]] = {}
    newest, commitments = 0 if head["index"] == 0 else None, set()
    for r in records:
        kind, deal = r["t"], r["deal"]
        mine, before = deals.get(deal, {}), deals.get(deal - 1)
        _check(r["at"] >= last and not (n and {"end", "void"} & set(deals.get(n, ()))), "ORDER")
        last = r["at"]
        if kind == "offer":
            _check(deal == (newest + 1 if newest is not None else n or deal), "NUMBER")
            _check(before is None or bool({"deal", "end", "void"} & set(before)), "ORDER")
            _check(r["commitment"] not in commitments, "REUSED")
            commitments.add(r["commitment"])
            newest = deal
        elif deal not in deals:  # the end of a deal that began before this file
            _check(newest is not None and head["index"] > 0 and deal == newest - 1, "NUMBER")
            _check(kind in ("end", "void") and "lock" not in deals[deal + 1], "ORDER")
        else:
            _check(kind not in mine and not {"end", "void"} & set(mine), "ORDER")
            _check(
                {"lock": "offer", "deal": "lock", "end": "deal", "void": "offer"}[kind] in mine,
                "ORDER",
            )
            _check(kind != "lock" or before is None or bool({"end", "void"} & set(before)), "ORDER")
        deals.setdefault(deal, {})[kind] = r
        offer = deals[deal].get("offer")
        if kind in ("end", "void") and offer and (r["seed"] or offer["mode"] == "open"):
            _check(commitment(bytes.fromhex(r["seed"])).hex() == offer["commitment"], "SEED")
    return deals


def _shares(mine: dict[str, Row], notes: list[str]) -> list[tuple[int, bytes]]:
    """F73: the shares that count; each was pledged before any was told."""
    at, shares = bytes.fromhex(mine["offer"]["head"]), mine["deal"]["shares"]
    pledged = {s["seat"]: s for s in mine["lock"]["seats"] if s["pledge"]}
    _check(all(s["kind"] == "player" for s in pledged.values()), "SHARE")
    _check([s["seat"] for s in shares] == sorted(pledged), "SHARE")
    counted = [(s["seat"], bytes.fromhex(s["share"])) for s in shares if s["share"]]
    for seat, share in counted:
        _check(
            pledge(at, seat, pledged[seat]["user"], share).hex() == pledged[seat]["pledge"],
            "PLEDGE",
        )
    missing = len(shares) - len(counted)
    _check(missing <= max(1, len(pledged) // 4), "MISSING")
    notes += [f"WITHHELD {missing}"] * (missing > 0)
    return counted


def _standing(
    head: Row, mine: dict[str, Row], own: str | None, counted: list[tuple[int, bytes]]
) -> str:
    """F74: what the viewer's own share came to."""
    seat = head.get("viewer")
    if own is None or seat is None:
        return "OTHERS"
    row = next((s for s in mine["lock"]["seats"] if s["seat"] == seat), {"pledge": "", "user": ""})
    made = pledge(bytes.fromhex(mine["offer"]["head"]), seat, row["user"], bytes.fromhex(own)).hex()
    _check(row["pledge"] in ("", made), "OWN_SHARE")
    return "OWN" if (seat, bytes.fromhex(own)) in counted else "LEFT_OUT"


def _open(head: Row, lines: list[Row], mine: dict[str, Row], x: bytes) -> None:
    """F75: draws, cards and log of a deal that may be shown."""
    seed = bytes.fromhex(mine["end"]["seed"])
    rng = Rng(deal_key(seed, x))
    drawn: list[Any] = []
    for d in (one for one in lines if one["t"] == "draw"):
        if d["op"] == "shuffle" and "deck" in d:
            _check(_int(d["deck"], 0, len(head["decks"]) - 1), "FORMAT")
            deck = head["decks"][d["deck"]]
            drawn.append([deck[i] for i in rng.shuffled(len(deck))])
            continue
        _check(_int(d.get("n"), 1, 65536) and d["op"] in ("shuffle", "below", "take"), "FORMAT")
        made: dict[str, Callable[[int], Any]] = {"shuffle": rng.shuffled, "below": rng.below}
        made["take"] = lambda k: rng.take(k).hex()
        drawn.append(made[d["op"]](d["n"]))
        _check(drawn[-1] == d.get("got"), "DRAW")
    for c in (one for one in lines if one["t"] == "card"):
        _check(
            _int(c.get("draw"), 0, len(drawn) - 1) and isinstance(drawn[c["draw"]], list), "FORMAT"
        )
        _check(_int(c.get("place"), 0, len(drawn[c["draw"]]) - 1), "FORMAT")
        _check(drawn[c["draw"]][c["place"]] == c["card"], "CARD")
    at = log_start(seed, bytes.fromhex(mine["deal"]["head"]))
    for n, m in enumerate(one for one in lines if one["t"] == "move"):
        _check(m["n"] == n, "LOG")
        at = log_step(at, n, m["at"], m["seat"], m["move"])
    _check(at.hex() == mine["end"]["log"], "LOG")


def _sealed(head: Row, lines: list[Row], mine: dict[str, Row], x: bytes, notes: list[str]) -> None:
    """F76: the other deck was a whole deck; each card told is the leaf its place points to."""
    roots, cards, names = mine["offer"]["roots"], mine["offer"]["cards"], head["decks"][0]
    played, places = cut(x, cards)
    _check(len(names) == len(set(names)) == cards and len(mine["deal"]["opened"]) == 64, "FORMAT")
    _check(
        Sealed(bytes.fromhex(mine["deal"]["opened"]), cards).root.hex() == roots[1 - played], "CUT"
    )
    leaves: Any = next((one["list"] for one in lines if one["t"] == "leaves"), None)
    if leaves is not None:
        _check(len(leaves) == cards and all(_hex(one, 64) for one in leaves), "FORMAT")
        _check(root([bytes.fromhex(one) for one in leaves]).hex() == roots[played], "PROOF")
    told: dict[int, str] = {}
    for c in (one for one in lines if one["t"] == "card"):
        _check(c["card"] in names, "FORMAT")
        if c.get("from") == "reshuffle":
            continue
        place: Any = c.get("place")
        _check(_int(place, 0, cards - 1) and place not in told, "FORMAT")
        _check(c["card"] not in told.values(), "TWICE")
        told[place] = c["card"]
        if "salt" in c:
            _check(_hex(c["salt"], 64) and leaves is not None, "FORMAT")
            made = leaf(places[place], names.index(c["card"]), bytes.fromhex(c["salt"]))
            _check(made.hex() == leaves[places[place]], "PROOF")
    other = sum(one["t"] == "card" and one.get("from") == "reshuffle" for one in lines)
    bare = sum(one["t"] == "card" and "salt" not in one for one in lines) - other
    notes += [f"RESHUFFLED {other}"] * (other > 0) + [f"UNPROVED {bare}"] * (bare > 0)
    seed = mine.get("end", mine.get("void", {})).get("seed")
    if seed:  # an operator may tell all, later
        told_roots = [Sealed(deck_seed(bytes.fromhex(seed), j), cards).root.hex() for j in (0, 1)]
        _check(told_roots == roots, "SEED")


def _summed(text: bytes, head: Row, last: Row) -> None:
    """F71: the server's signature under the whole file; what a client added is no part of it."""
    rows = [row for row in text.split(b"\n") if row][:-1]
    body = b"".join(row + b"\n" for row in rows if json.loads(row)["t"] != "own")
    _check(hashlib.sha256(body).hexdigest() == last["sha256"], "SUM")
    message = pack("file", bytes.fromhex(last["sha256"]))
    _check(signed(bytes.fromhex(head["key"]), message, bytes.fromhex(last["sig"])), "SUM")


def verify(text: bytes, pin: str | None = None) -> tuple[str, str, list[str]]:
    """F70: (PROVED | UNCHECKED | FALSE, code, notes). The first step that fails gives the code."""
    notes = ["UNPINNED"] * (pin is None)
    try:
        lines = read(text)
        head = lines[0]
        _check(pin in (None, head["key"]), "KEY")
        if lines[-1]["t"] == "sum":
            _summed(text, head, lines[-1])
        deals = _chain(head, lines)
        if head["deal"] == 0:  # a whole table's chain
            for one in deals.values():
                _ = "deal" in one and "offer" in one and _shares(one, notes)
            return (
                "PROVED",
                "CHAIN",
                [
                    *notes,
                    f"DEALS {len(deals)}",
                    f"VOIDS {sum('void' in one for one in deals.values())}",
                ],
            )
        mine = deals.get(head["deal"], {})
        _check("offer" in mine and mine["offer"]["game"] == head["game"], "RULES")
        if "deal" in mine:
            sealed = mine["offer"]["mode"] == "sealed"
            _check(not sealed or len(head["decks"]) == 1, "FORMAT")
            names = head["decks"][0] if sealed else []
            made = rules_hash(head["game"], head["version"], head["options"], head["carry"], names)
            _check(made.hex() == mine["lock"]["rules"], "RULES")
            counted = _shares(mine, notes)
            standing = _standing(
                head,
                mine,
                next((one["share"] for one in lines if one["t"] == "own"), None),
                counted,
            )
            x = stir(bytes.fromhex(mine["lock"]["head"]), counted)
            if sealed:
                _sealed(head, lines, mine, x, notes)
            elif "end" in mine:
                _open(head, lines, mine, x)
        if "end" not in mine:
            return "UNCHECKED", "VOID" if "void" in mine else "NOT_ENDED", notes
        if not counted or standing == "LEFT_OUT":
            return "UNCHECKED", standing if counted else "NO_SHARES", notes
        kinds = [one["t"] for one in lines if one["t"] != "card" or not sealed or "salt" in one]
        if "card" not in kinds or ("leaves" if sealed else "draw") not in kinds:
            notes.append("UNPROVED")  # a file that shows no card proves none
        if any(note.startswith(("RESHUFFLED", "UNPROVED")) for note in notes):
            return "UNCHECKED", "UNPROVED", notes
        return "PROVED", standing, notes
    except Bad as why:
        return "FALSE", str(why), notes


if __name__ == "__main__":
    pinned = sys.argv[sys.argv.index("--key") + 1] if "--key" in sys.argv else None
    verdict, code, remarks = verify(Path(sys.argv[1]).read_bytes(), pinned)
    sys.stdout.write(" ".join([verdict, code, *remarks]) + "\n")
    sys.exit({"PROVED": 0, "UNCHECKED": 3, "FALSE": 1}[verdict])
