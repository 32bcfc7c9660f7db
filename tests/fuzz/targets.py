"""What is fuzzed: everything that reads bytes of strangers. A target takes bytes and may refuse
them in its own way; anything else that it raises is a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec
from msgspec import Struct

from cutcard import games
from cutcard.fair import lines as fair
from cutcard.games.battle import sets
from cutcard.games.poker import phh, replayed, stars
from cutcard.replay import log as replay
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal
from cutcard.wire.codes import fault
from cutcard.wire.envelope import JSON, PACKED, Codec, Refused
from cutcard.wire.requests import REQUESTS, meaning
from cutcard.wire.tcp import caller
from cutcard.wire.tcp.asks import ASKS
from cutcard.wire.tcp.packet import Broken, Cutter, Packet, pack

from . import judged

HERE = Path(__file__).parent
MEMORY = "/dev/shm"  # a file that is written a million times is written there
GOLDEN = sorted(Path(games.__file__).parent.glob("*/golden/*.jsonl"))
assert caller  # with it every packet's request is registered


class Target(Struct, frozen=True):
    """Something that reads bytes."""

    seeds: Callable[[], list[bytes]]
    try_: Callable[[bytes], Any]


def _request(codec: Codec, body: bytes) -> None:
    """A message as a visit reads it: the envelope, then the wish or the move."""
    try:
        request = codec.read(body)
    except Refused:
        return
    _, ask, tag = meaning(request.type)
    try:
        if ask is not None:
            codec.payload(request, ask.request.shape)
        elif tag is not None:
            fields = request.payload
            for name in games.game_names():
                with suppress(Refusal):
                    vocabulary(name).move(
                        tag, fields if isinstance(fields, dict) else bytes(fields)
                    )
    except Exception as reason:
        if fault(reason).code == "GAME_ERROR":
            raise


def _messages(encode: Callable[[Any], bytes]) -> list[bytes]:
    made = []
    for name, ask in REQUESTS.items():
        schema = msgspec.json.schema(ask.request.shape)["$defs"].get(ask.request.shape.__name__, {})
        payload = {
            key: 1 if kind.get("type") == "integer" else "ann"
            for key, kind in schema.get("properties", {}).items()
        }
        made.append(encode({"v": 1, "type": name, "correlationId": "k", "payload": payload}))
    move = {"matchId": "1-1", "handIndex": 1, "amount": 40, "cards": [1, 2], "card": "AS"}
    kinds = ("GAME_CARD_PLAY_REQUEST", "GAME_RAISE_REQUEST", "GAME_PLAY_REQUEST")
    told = {"v": 1, "seq": 3, "matchId": "1-1", "payload": move}
    return [*made, *(encode({**told, "type": kind}) for kind in kinds)]


def _packets(body: bytes) -> None:
    """As they come: in two pieces, cut into packets, each read as its request."""
    cutter = Cutter()
    half = len(body) // 2
    with suppress(Broken):
        for part in (body[:half], body[half:]):
            cutter.feed(part)
            while (one := cutter.cut()) is not None:
                ask = ASKS.get(one.kind) if isinstance(one, Packet) else None
                if ask is not None and isinstance(one, Packet):
                    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                        ask.read(one.body)


def _packet_seeds() -> list[bytes]:
    wish = {"user": "ann", "pass": "secret", "table_id": 1, "tableId": 1, "amount": 5}
    return [pack(kind, wish) for kind in ASKS] + [b"\x00\x02\x00\x01" + pack(100, wish)]


def _card_set(body: bytes) -> None:
    made, problems = sets.read(body)
    assert (made is None) == bool(problems)


def _card_sets() -> list[bytes]:
    whole = msgspec.json.decode((Path(sets.__file__).parent / "data" / "starter.json").read_bytes())
    cards = whole["cards"]
    names = list(cards) if isinstance(cards, dict) else range(len(cards))
    made = []
    for start in range(0, len(names), 12):
        some = [cards[name] for name in list(names)[start : start + 3]]
        part = dict(zip(list(names)[start : start + 3], some, strict=True))
        made.append(
            msgspec.json.encode(
                {**whole, "decks": {}, "cards": part if isinstance(cards, dict) else some}
            )
        )
    return [*made, sets.pack(made[0]).encode()]


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace")


def _phh(body: bytes) -> None:
    """As `cutcard phh check` does it."""
    with suppress(phh.Malformed, phh.Unsupported):
        for one in phh.parse(_text(body)):
            replayed.judge(one)


def _stars(body: bytes) -> None:
    """As `cutcard phh import` does it."""
    for text in stars.hands(_text(body)):
        with suppress(phh.Malformed, phh.Unsupported):
            phh.write(stars.read_one(text), 1)


def _hands() -> list[bytes]:
    text = (HERE.parent / "data" / "poker" / "hands.phhs").read_text("utf-8")
    return ["\n".join(lines).encode() for lines in phh.sections(text)][:40]


def _star_hands() -> list[bytes]:
    return [stars.write(one).encode() for body in _hands() for one in phh.parse(body.decode())]


@cache
def _scratch() -> Path:
    where = MEMORY if Path(MEMORY).is_dir() else None
    file = NamedTemporaryFile(prefix="cutcard-fuzz-", suffix=".jsonl", dir=where)  # noqa: SIM115
    _open.append(file)
    return Path(file.name)


_open: list[Any] = []  # it is removed with the process


def _replay(body: bytes) -> None:
    _scratch().write_bytes(body)
    with suppress(replay.Unreadable):
        replay.read(_scratch())


def _deals() -> list[bytes]:
    return [b"\n".join(path.read_bytes().splitlines()[:6]) for path in GOLDEN]


def _fair(body: bytes) -> None:
    with suppress(fair.Bad):
        fair.read(body)


def _fair_files() -> list[bytes]:
    found = [path.read_bytes() for path in sorted(HERE.parent.glob("**/*.cutcard"))[:20]]
    head = b'{"t":"head","format":1,"server":"x","key":"00","game":"duel","table":1}'
    return [*found, head, head + b'\n{"t":"own","seat":0}\n{"t":"leaves","list":["00"]}']


TARGETS = {
    "json": Target(lambda: _messages(msgspec.json.encode), lambda body: _request(JSON, body)),
    "msgpack": Target(lambda: _messages(msgspec.msgpack.encode), lambda b: _request(PACKED, b)),
    "packets": Target(_packet_seeds, _packets),
    "card sets": Target(_card_sets, _card_set),
    "phh": Target(_hands, _phh),
    "stars": Target(_star_hands, _stars),
    "replays": Target(_deals, _replay),
    "fair files": Target(_fair_files, _fair),
    "judges": Target(judged.files, judged.alike),
}


def words() -> Iterator[bytes]:
    """Pieces that readers stumble over."""
    yield from (b"null", b"-1", b"1e999", b"[]", b"{}", b'""', b"\\ud800", b"\xff", b"\x00", b"\n")
    yield from (b"9" * 30, b"0." + b"0" * 30 + b"1", b"[" * 2000, b'{"a":' * 500, b"\xc1", b"\xdf")
    yield from ("é".encode(), "\u202e".encode(), b"p1 cbr 1", b"d dh p1 AsAs", b" = ", b"'", b'"')
