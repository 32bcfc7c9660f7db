"""A game's moves as bytes and back: what a client may send, and what stands in a log.

A client's words become one of the game's moves here, once, or are refused; a tick never can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from cutcard.games import game as game_called
from cutcard.kernel.game import Carry, Game, Kind, Move, Options, Record, Tick
from cutcard.kernel.optional import traits_of

from .words import Refusal

_encode = msgspec.json.Encoder().encode

MOST_KNOWN = 256  # kinds of options remembered


def kinds(union: Kind) -> dict[str, type[Record]]:
    """The Records of a union (or the one) by their tags."""
    members = get_args(union) or (union,)
    return {str(kind.__struct_config__.tag): kind for kind in members}


class Vocabulary:
    """The words of one game."""

    __slots__ = (
        "_carry",
        "_json",
        "_kinds",
        "_known",
        "_logged",
        "_options",
        "cash",
        "game",
        "traits",
    )

    def __init__(self, game: Game) -> None:
        self.game = game
        self.traits = traits_of(game)
        self.cash = self.traits.cash  # whether it tells `cash` facts
        self._kinds = kinds(game.Move)
        self._json = {tag: msgspec.json.Decoder(kind) for tag, kind in self._kinds.items()}
        self._logged: msgspec.json.Decoder[Move | Tick] = msgspec.json.Decoder(
            game.Move | game.Tick
        )
        self._options = msgspec.json.Decoder(game.Options)
        self._carry: msgspec.json.Decoder[Carry | None] = msgspec.json.Decoder(game.Carry)
        self._known: dict[bytes, Options] = {}

    def move(self, tag: str, payload: bytes | Mapping[str, Any]) -> Move:
        """What a client sent; JSON where it is bytes. Refusal if it is none of the game's moves."""
        kind = self._kinds.get(tag)
        if kind is None:
            there = ", ".join(self._kinds)
            raise Refusal("INVALID_REQUEST", f"There is no such move here; there are: {there}")
        try:
            if isinstance(payload, bytes):
                return self._json[tag].decode(payload)
            return msgspec.convert(payload, kind)
        except (msgspec.MsgspecError, RecursionError, ValueError, TypeError) as error:
            raise Refusal("INVALID_REQUEST", f"The move cannot be read: {error}") from None

    def sorry(self, tag: str) -> str:
        """Why a move is refused that the rules failed at."""
        return self.traits.sorry or f"Failed to process {tag.replace('_', ' ')}"

    def teams(self, seats: int) -> list[int] | None:
        """The team of each seat; None where everybody plays alone."""
        return None if self.traits.teams is None else list(self.traits.teams(seats))

    def write(self, move: Move | Tick) -> bytes:
        """For the log. Refusal where something in it cannot be written: a broken text."""
        try:
            return _encode(move)
        except (ValueError, OverflowError, msgspec.MsgspecError) as error:
            raise Refusal("INVALID_REQUEST", f"The move cannot be read: {error}") from None

    def read(self, written: bytes) -> Move | Tick:
        """Out of the log."""
        return self._logged.decode(written)

    def options(self, chosen: Mapping[str, Any] | Options | None) -> Options:
        """What whoever opens a table chose. Refusal with a sentence if it may not be chosen."""
        if chosen is None or isinstance(chosen, Record):
            return chosen or self.game.Options()
        known = self.game.Options.__struct_encode_fields__
        for name in chosen:
            if name not in known:
                there = ", ".join(sorted(known))
                raise Refusal("INVALID_REQUEST", f"There is no option {name}; there are: {there}")
        try:
            return msgspec.convert(dict(chosen), self.game.Options)
        except (msgspec.MsgspecError, RecursionError, ValueError, TypeError) as error:
            raise Refusal("INVALID_REQUEST", f"These options cannot be played: {error}") from None

    def read_options(self, written: bytes) -> Options:
        """Out of a header. Tables with the same options share them: they are frozen."""
        options = self._known.get(written)
        if options is None:
            options = self._options.decode(written)
            if len(self._known) >= MOST_KNOWN:  # those of new tables are read again and again
                del self._known[next(iter(self._known))]
            self._known[written] = options
        return options

    def write_options(self, options: Options) -> bytes:
        return _encode(options)

    def read_carry(self, written: bytes | None) -> Carry | None:
        return None if written is None else self._carry.decode(written)

    def write_carry(self, carry: Carry | None) -> bytes | None:
        return None if carry is None else _encode(carry)


_made: dict[str, Vocabulary] = {}


def vocabulary(game: str) -> Vocabulary:
    """The words of the game of that name, made once."""
    if game not in _made:
        _made[game] = Vocabulary(game_called(game))
    return _made[game]


_tags: dict[type, str] = {}


def tag_of(record: Record) -> str:
    """The tag of a move, a tick or a fact."""
    kind = type(record)
    tag = _tags.get(kind)
    if tag is None:
        tag = _tags[kind] = str(kind.__struct_config__.tag)
    return tag
