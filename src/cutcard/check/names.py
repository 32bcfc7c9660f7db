"""Names the contract knows, and those that are nearly one of them.

A flag, method, tag or field that is misspelt would be silently without effect: so it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from types import FunctionType, ModuleType
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from cutcard.bots import bots_of
from cutcard.kernel import bot, optional, tags
from cutcard.kernel.game import Fact, Game, Kind, Record, State
from cutcard.kernel.holder import holders, holds_numbers
from cutcard.kernel.optional import Traits, traits_of

from .fault import Broken

SHORT = 5  # a shorter word is near to too many others


def near(word: str, known: Iterable[str], least: int = SHORT) -> str | None:
    """The known word that this one, which is none of them, was probably meant to be: the same
    but for capitals and underscores, or one letter away."""
    names = list(known)
    if word in names:
        return None
    for name in names:
        if _squashed(name) == _squashed(word):
            return name
    return next((name for name in names if len(name) >= least and _one_away(word, name)), None)


def _squashed(word: str) -> str:
    return word.replace("_", "").replace("-", "").casefold()


def _one_away(word: str, name: str) -> bool:
    """Whether one letter is missing, too many, another, or has changed places with the next."""
    ratio = SequenceMatcher(None, word, name, autojunk=False).ratio()
    if ratio <= 0.8 or abs(len(word) - len(name)) > 1:
        return ratio > 0.9 and len(name) > 8
    head = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if head is None:
        return True
    rest, other = word[head:], name[head:]
    swapped = rest[:2] == other[1::-1] and rest[2:] == other[2:]
    return swapped or other[1:] == rest[1:] or other[1:] == rest or other == rest[1:]


def _refuse(what: str, meant: str) -> Broken:
    text = f"{what} has no effect; did you mean `{meant}`? If not, name it less like that."
    return Broken("names", text)


def module(rules: Game) -> None:
    """The module's flags are flags, and none is misspelt; its moves, options and bots neither."""
    known = Traits.__struct_fields__
    for name, value in vars(rules).items():
        if isinstance(value, ModuleType):
            continue  # a file of the game's that happens to be called so
        kind, fits = _trait(name)
        if name in known:
            if not fits(value):
                raise Broken("names", f"The game's `{name}` is {value!r}; it is {kind}.")
        elif isinstance(value, (bool, str, tuple)) or _own(value, rules):
            flags = [flag for flag in known if _trait(flag)[1](value)]
            meant = near(name, flags, 4)
            if meant is not None:
                raise _refuse(f"The game's `{name}`", meant)
    stands_in, there = traits_of(rules).stand_in, bots_of(rules)
    if stands_in and stands_in not in there:
        text = f"The game's `stand_in` is {stands_in!r}; its bots are {', '.join(there)}."
        raise Broken("names", text)
    for move in _members(rules.Move):
        _tag(move, tags.MOVES, "The move")
        record(move)
    for option in rules.Options.__struct_fields__:
        if meant := near(option, optional.OPTIONS):
            raise _refuse(f"The option `{option}`", meant)
    for called, make in bots_of(rules).items():
        _bot(called, make())


def _trait(name: str) -> tuple[str, Callable[[Any], bool]]:
    """What a flag of a game must be: in words, and whether something is that."""
    default = getattr(Traits(), name, False)
    if default is None:
        return "a function", callable
    if isinstance(default, bool):
        return "True or False", lambda value: isinstance(value, bool)
    kind = "a text" if isinstance(default, str) else "a tuple"
    return kind, lambda value: isinstance(value, type(default))


def _own(value: Any, rules: Game) -> bool:
    """Whether a function was written in the module itself."""
    if not isinstance(value, FunctionType) or not isinstance(rules, ModuleType):
        return False
    return value.__module__ == rules.__name__


def _members(kind: Kind | Any) -> tuple[type[Record], ...]:
    return get_args(kind) or (kind,)


def _bot(called: str, made: bot.Bot) -> None:
    for name in dir(made):
        if name[0] != "_" and (meant := near(name, bot.OPTIONAL, 4)):
            raise _refuse(f"`{name}` of the bot {called}", meant)


def state(one: State, traits: Traits) -> None:
    """A state's methods are not nearly those it may have; a game for chips has `stakes`, one with
    a stand-in can be played for."""
    there = [name for name in dir(type(one)) if name[0] != "_"]
    for name in there:
        meant = near(name, optional.STATE)
        if meant is not None and meant not in there and not _slot(one, name):
            raise _refuse(f"`{name}` of {type(one).__name__}", meant)
    if traits.stand_in and not isinstance(one, optional.Delegating):
        text = "The game names a `stand_in`, but its states have no `delegated()` and `in_place()`."
        raise Broken("names", f"{text} They say for whom it plays, and how.")
    if traits.cash and not isinstance(one, optional.Staking):
        text = "The game says `cash = True`, but its states have no `stakes()`."
        raise Broken("names", f"{text} It says what each seat takes home if the table closes.")


def _slot(one: State, name: str) -> bool:
    """A slot is the state's own data, whatever it is called."""
    return any(name in vars(kind).get("__slots__", ()) for kind in type(one).__mro__)


def fact(one: Fact, cash: bool) -> None:
    """A fact's tag is not nearly one with a meaning; `cash` says who and how much."""
    kind = type(one)
    _tag(kind, tags.FACTS, "The fact")
    record(kind)
    if kind.__struct_config__.tag == tags.CASH:
        if not cash:
            text = "A fact is tagged `cash`, but nothing is booked: say `cash = True`."
            raise Broken("names", text)
        if not {"seat", "amount"} <= set(kind.__struct_fields__):
            raise Broken("names", f"{kind.__name__} is tagged `cash` and needs seat and amount.")


def _tag(kind: type[Record], known: tuple[str, ...], what: str) -> None:
    tag = str(kind.__struct_config__.tag)
    if meant := near(tag, known):
        raise _refuse(f"{what} {kind.__name__}'s tag `{tag}`", meant)


def record(kind: type[Struct], seen: set[type] | None = None) -> None:
    """Seats that are shown as users are marked so, in this Record and in those it holds."""
    seen = set() if seen is None else seen
    if kind in seen:
        return
    seen.add(kind)
    try:
        marked = holders(kind)
    except TypeError as no:
        raise Broken("names", f"{kind.__name__}: {no}.") from no
    for field in fields(kind):
        if field.name not in marked and _names_a_user(field.name) and holds_numbers(field.type):
            text = f"`{field.name}` of {kind.__name__} goes out as a plain number"
            text += "; did you mean `Holder` (kernel/holder.py), which goes out as the user's id?"
            raise Broken("names", f"{text} If it is no seat, call it something else.")
        for inner in _structs(field.type):
            record(inner, seen)


def _names_a_user(name: str) -> bool:
    return name.endswith(("player_id", "winner_id"))


def _structs(kind: Any) -> Iterable[type[Struct]]:
    """The Structs a type is made of."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    for inner in get_args(kind):
        yield from _structs(inner)
