"""The envelope of `/ws` in its two codings: JSON in text frames, MessagePack in binary ones.

Untrusted bytes become a typed `Request` here, once, or a `Refused`; nothing further in looks at
bytes. What is encoded here is a whole WebSocket frame, so that several go out in one write and
one frame can be shared by everybody who is told the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from .depth import may_be_deep_packed, too_deep, too_deep_json

VERSION = 1
TEXT = 1  # the opcode of a text frame
MAX_FRAME = 16 * 1024  # bytes of one message, fragments together
MSGPACK = "cutcard.msgpack"  # the subprotocol that asks for binary frames
TEXTUAL = "cutcard.json"  # and the one for who brings along a first message, of those in text
FIRST = "cutcard.first."  # what is offered besides: that message, in base64url

Word = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]


class ErrorBody(Struct, omit_defaults=True):
    """Why something was refused: a stable code, and a sentence for people."""

    code: str
    message: str
    category: str | None = None
    details: Any = None


class Request(Struct, rename="camel"):
    """What a client sends. Fields it need not send are left out; unknown ones are ignored."""

    type: Word
    v: int = VERSION
    correlation_id: Key | None = None
    match_id: Key | None = None
    seq: Count | None = None
    payload: Raw | dict[str, Any] = msgspec.field(default_factory=dict)


class _JsonRequest(Request):
    payload: Raw = Raw(b"{}")


class _PackedRequest(Request):
    payload: dict[str, Any] = msgspec.field(default_factory=dict)


class Envelope(Struct, rename="camel", omit_defaults=True):
    """What the server sends; absent fields are left out."""

    v: int
    type: str
    correlation_id: str | None = None
    timestamp: int | None = None
    user_id: str | None = None
    match_id: str | None = None
    seq: int | None = None
    payload: Any = None
    error: ErrorBody | None = None


class Refused(Exception):
    """A frame that is no request; what could still be read of it says whom to answer."""

    def __init__(self, message: str, kind: str | None = None, key: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.key = key


def frame(opcode: int, body: bytes) -> bytes:
    """One whole, unmasked WebSocket frame: what a server sends."""
    size = len(body)
    if size < 126:
        return bytes((0x80 | opcode, size)) + body
    if size < 65536:
        return bytes((0x80 | opcode, 126, size >> 8, size & 255)) + body
    return bytes((0x80 | opcode, 127)) + size.to_bytes(8, "big") + body


class Codec:
    """One of the two codings. There are two instances, `JSON` and `PACKED`."""

    __slots__ = ("_decode", "_encode", "_loose", "name", "opcode")

    def __init__(
        self,
        name: str,
        opcode: int,
        decode: Callable[[bytes], Request],
        loose: Callable[[bytes], Any],
        encode: Callable[[Any], bytes],
    ) -> None:
        self.name = name
        self.opcode = opcode
        self._decode = decode
        self._loose = loose
        self._encode = encode

    def read(self, body: bytes) -> Request:
        """The request in these bytes; `Refused` when there is none."""
        try:
            if self.opcode == TEXT and too_deep_json(body):
                raise RecursionError
            request = self._decode(body)
            if self.opcode != TEXT and may_be_deep_packed(body) and too_deep(request.payload):
                raise RecursionError
            return request
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as reason:
            raise self._refusal(body, reason) from None

    def _refusal(self, body: bytes, reason: Exception) -> Refused:
        """Answer to the type and key that were meant, where the bytes still show them."""
        if isinstance(reason, RecursionError):
            return Refused("The message is nested too deeply")
        try:
            found = self._loose(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Refused(f"The message cannot be read: {reason}")
        if not isinstance(found, dict):
            return Refused("A message is an object with a type")
        kind, key = found.get("type"), found.get("correlationId")
        return Refused(
            str(reason),
            kind if isinstance(kind, str) and 0 < len(kind) <= 64 else None,
            key if isinstance(key, str) and 0 < len(key) <= 64 else None,
        )

    def payload(self, request: Request, shape: type[Any]) -> Any:
        """The payload as this Struct; msgspec.ValidationError says what is wrong with it."""
        found = request.payload
        if isinstance(found, dict):
            return msgspec.convert(found, shape)
        return msgspec.json.decode(found, type=shape)

    def body(self, message: Any) -> bytes:
        """The bytes of a message, without the frame."""
        return self._encode(message)

    def frame(self, message: Any) -> bytes:
        """The whole frame of a message."""
        return frame(self.opcode, self._encode(message))


JSON = Codec(
    "json",
    TEXT,
    msgspec.json.Decoder(_JsonRequest).decode,
    msgspec.json.Decoder().decode,
    msgspec.json.Encoder().encode,
)
PACKED = Codec(
    "msgpack",
    2,
    msgspec.msgpack.Decoder(_PackedRequest).decode,
    msgspec.msgpack.Decoder().decode,
    msgspec.msgpack.Encoder().encode,
)
