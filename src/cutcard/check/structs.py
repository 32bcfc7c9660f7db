"""Structs survive JSON and MessagePack: what is encoded and decoded is equal, both ways."""

from __future__ import annotations

import re
from typing import Any

from msgspec import MsgspecError, Struct, json, msgpack

from cutcard.kernel.game import Carry, Fact, Game, Move, Options, Tick, View
from cutcard.kernel.optional import traits_of

from . import names
from .fault import Broken
from .shape import wrong

_SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*$")
REMEMBERED = 4096


class Trips:
    """Round trips of one game's Structs; what went round once is not sent again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: set[bytes] = set()
        self.tags: set[str] = set()
        self.kinds: set[type] = set()
        self.cash = traits_of(game).cash

    def move(self, move: Move, step: int) -> None:
        self._named(move, step)
        self._round(move, self.game.Move, "move", step)

    def tick(self, tick: Tick, step: int) -> None:
        self._named(tick, step)
        self._round(tick, self.game.Tick, "tick", step)

    def fact(self, fact: Fact, step: int) -> None:
        self._frozen(fact, "fact", step)
        if not isinstance(type(fact).__struct_config__.tag, str):
            text = f"{type(fact).__name__} has no tag; facts are named by their tag on the wire."
            raise Broken("struct", text, step)
        if type(fact) not in self.kinds:
            self.kinds.add(type(fact))
            names.fact(fact, self.cash)
        self._clean(fact, "fact", step)
        self._round(fact, type(fact), "fact", step)

    def view(self, view: View, step: int, what: str = "view") -> None:
        """A view, or what else is shown."""
        self._frozen(view, what, step)
        if type(view) not in self.kinds:
            self.kinds.add(type(view))
            names.record(type(view))
        self._clean(view, what, step)
        self._round(view, type(view), what, step)

    def options(self, options: Options) -> None:
        self._frozen(options, "options", -1)
        self._round(options, self.game.Options, "options", -1)

    def carry(self, carry: Carry) -> Carry | None:
        """The carry as the store gives it back."""
        self._frozen(carry, "carry", -1)
        self._round(carry, self.game.Carry, "carry", -1)
        back: Carry | None = json.decode(json.encode(carry), type=self.game.Carry)
        return back

    def _clean(self, value: Any, what: str, step: int) -> None:
        if text := wrong(value):
            raise Broken("shape", f"In the {what} {type(value).__name__}, {text}.", step)

    def _frozen(self, value: Any, what: str, step: int) -> None:
        if not isinstance(value, Struct) or not value.__struct_config__.frozen:
            text = f"The {what} {type(value).__name__} is no frozen Struct; derive it from Record."
            raise Broken("struct", text, step)

    def _named(self, move: Move, step: int) -> None:
        self._frozen(move, "move", step)
        tag = type(move).__struct_config__.tag
        if tag in self.tags:
            return
        if not isinstance(tag, str) or not _SNAKE.match(tag):
            text = f"{type(move).__name__} needs a snake_case tag, such as tag='card_play'."
            raise Broken("struct", text, step)
        self.tags.add(tag)

    def _round(self, value: Any, kind: Any, what: str, step: int) -> None:
        for codec in (json, msgpack):
            raw = codec.encode(value)
            if raw in self.seen:
                continue
            try:
                back = codec.decode(raw, type=kind)
            except MsgspecError as no:
                text = f"The {what} {raw!r} cannot be decoded again: {no}"
                raise Broken("struct", text, step) from no
            if back != value or codec.encode(back) != raw:
                text = f"The {what} {value!r} comes back as {back!r}; give its fields exact types."
                raise Broken("struct", text, step)
            if len(self.seen) > REMEMBERED:
                self.seen.clear()
            self.seen.add(raw)
