"""A fault: which rule of the contract a game broke, where, and what its author can do."""

from __future__ import annotations

from msgspec import Struct

KINDS: dict[str, str] = {
    "game": "the game's module lacks a name of the contract, or a setup does not fit it",
    "names": "a flag, method, tag or field is nearly, or wrongly, one that has a meaning",
    "crash": "the rules raised something other than Illegal",
    "pure": "the rules import a clock, chance or I/O, or another part of the project",
    "chance": "the rules drew from chance that is not the deal's Rng, or read a clock",
    "replay": "the same seed and moves did not give the same deal again",
    "hashseed": "the deal depends on the order of a set or on hash()",
    "struct": "a move, tick, fact, view, options or carry does not survive JSON and MessagePack",
    "shape": "a view or fact holds a null or a set",
    "legal": "legal, asides or to_act do not say what play accepts",
    "refusal": "a refused move changed something",
    "tick": "a seat may send what only NATURE plays",
    "timer": "a timer leads nowhere",
    "alive": "nobody is to act, no timer runs, and the deal is not over",
    "endless": "random legal play does not come to an end",
    "over": "a deal that is over still takes moves, or its outcome does not fit",
    "chain": "the next deal cannot be dealt from what this one carries over",
    "copy": "a copy is not independent, or plays on otherwise than its original",
    "redeal": "redeal changed the state, is not drawn from its rng, or cannot be played on",
    "stream": "a redealt state keeps the deal's own stream: it knows the future",
    "leak": "a viewer learns something that their view does not show",
    "advice": "asking for advice changed something, or gave another answer the second time",
    "lazy": "redeal leaves as it is what the viewer was never told",
    "vacuous": "a kind of fact was never compared, so nothing is known about it",
    "lists": "what is private or compared is not what the checked-in lists say",
}


class Fault(Struct, frozen=True):
    """One broken rule. `cutcard check GAME --seed SEED` tries the same case again."""

    kind: str  # a key of KINDS
    game: str
    setup: str
    seed: str  # "run/case"; only "run" for what belongs to no case
    step: int  # entries played before; -1 for what belongs to no step
    message: str

    def __str__(self) -> str:
        where = f"case {self.seed}" + (f", step {self.step}" if self.step >= 0 else "")
        table = f", {self.setup}" if self.setup else ""
        return f"{self.game}: {self.kind}: {self.message} ({where}{table})"


class Broken(Exception):
    """A rule was found broken; whoever runs the case makes a Fault of it."""

    def __init__(self, kind: str, message: str, step: int = -1) -> None:
        super().__init__(message)
        assert kind in KINDS, kind
        self.kind = kind
        self.message = message
        self.step = step
