"""How a card's data becomes its text: one walk over it, in the words of a language.

`words.py` and `words_zh.py` are a `Tongue` each: the phrases around what is said, and a sentence
for every effect. What is asked in which order, what is left out and what was named before is
decided here, once for all languages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

Data = dict[str, Any]
Names = dict[str, str]  # ids of cards, statuses and counters: what they are called


class Phrases(NamedTuple):
    """What stands around and between the parts of a text; `{}` is what it is about."""

    gap: str  # between sentences
    stop: str  # behind one
    comma: str  # between keywords, and between costs
    then: str  # between effects
    together: str  # between effects within another
    colon: str
    tapped: str
    phases: str
    either: str  # between phases
    costs: str
    equip: str
    counted: str
    once: str
    most: str
    free: str
    given: str
    quick: str
    slow: str


class Deed(NamedTuple):
    """An effect, and what its sentence is made of."""

    tongue: Tongue
    e: Data
    who: str
    n: str  # the amount, 1 where there is none
    targets: list[Data]
    names: Names
    said: set[str]  # targets that were named before
    event: str  # what triggered it

    @property
    def card(self) -> str:
        return self.names.get(self.e["card"], str(self.e["card"]))

    @property
    def keyword(self) -> str:
        return self.tongue.keyword(self.e["keyword"].upper())

    @property
    def counter(self) -> str:
        return self.tongue.counter(self.e["counter"], self.names)

    @property
    def lasts(self) -> str:
        lasts = self.e.get("duration")
        return self.tongue.duration(lasts) if isinstance(lasts, str) else ""

    def select(self, data: Any) -> str:
        return self.tongue.select(data, self.targets, self.names, self.event)

    def inner(self, effects: list[Data]) -> str:
        said = (
            self.tongue.effect(one, self.targets, self.names, self.said, self.event)
            for one in effects
        )
        return self.tongue.phrases.together.join(said)


class Tongue(ABC):
    """A language that cards can be told in."""

    phrases: Phrases
    phase: Mapping[str, str]
    plain: Mapping[str, str]  # effects whose sentence is a pattern of their Deed
    deeds: Mapping[str, Callable[[Any], str]]  # and all others
    deed: type[Deed] = Deed

    def card_text(self, card: Data, names: Names) -> str:
        """The whole text of a card."""
        p = self.phrases
        parts = []
        if card.get("keywords"):
            parts.append(p.comma.join(self.keywords(card["keywords"])) + p.stop)
        if card.get("enters_tapped"):
            parts.append(p.tapped)
        if card.get("phases"):
            parts.append(p.phases.format(p.either.join(self.phase[one] for one in card["phases"])))
        if extra := self.further(card, names):
            parts.append(p.costs.format(extra))
        if any(card.get("equip", {}).values()):
            parts.append(p.equip.format(self.stats(card["equip"])))
        if "effects" in card:
            parts.append(self.sentences(card["effects"], card.get("targets", []), names))
        parts += [self.ability_text(one, names) for one in card.get("abilities", [])]
        for name, stats in card.get("per_counter", {}).items():
            parts.append(p.counted.format(self.counter(name, names), self.stats(stats)))
        limits = card.get("restrictions", {})
        if limits.get("once_per_turn"):
            parts.append(p.once)
        if limits.get("max_in_play"):
            parts.append(p.most.format(limits["max_in_play"]))
        return p.gap.join(parts)

    def ability_text(self, ability: Data, names: Names) -> str:
        """One ability, as its own sentence."""
        if ability["type"] == "PASSIVE":
            return self.passive(ability, names)
        p = self.phrases
        event = ability.get("trigger", "")
        does = self.sentences(ability["effects"], ability.get("targets", []), names, event)
        given = p.given.format(self.condition(ability["if"], names)) if "if" in ability else ""
        limit = ability.get("max_per_turn")
        if ability["type"] == "TRIGGERED":
            times = self.times(limit) if limit else ""
            slow = p.slow if ability.get("timing") == "STACK" else ""
            return f"{self.trigger(ability, names)}{given}{times}{p.colon}{does}{slow}"
        costs = [self.energy(ability["cost"])] if ability.get("cost") else []
        costs += [self.energy("X")] if ability.get("x") else []
        costs += [extra] if (extra := self.further(ability, names)) else []
        often = self.often(limit) if limit or not ability.get("repeatable") else ""
        quick = p.quick if ability.get("timing") == "RESPONSE" else ""
        head = p.comma.join(costs) or p.free
        return f"{head[0].upper()}{head[1:]}{often}{quick}{given}{p.colon}{does}"

    def further(self, what: Data, names: Names) -> str:
        """What is to be paid besides CE."""
        costs = [
            self.cost(one, what[one], names)
            for one in ("tap", "discard", "pay_hp")
            if what.get(one)
        ]
        if "sacrifice" in what:
            costs.append(self.cost("sacrifice", what["sacrifice"], names))
        return self.phrases.comma.join(costs)

    def sentences(
        self, effects: list[Data], targets: list[Data], names: Names, event: str = ""
    ) -> str:
        said: set[str] = set()
        text = self.phrases.then.join(
            self.effect(one, targets, names, said, event) for one in effects
        )
        may = any(one.get("optional") for one in targets)
        return self.sentence(text, may=may) + self.phrases.stop

    def effect(self, e: Data, targets: list[Data], names: Names, said: set[str], event: str) -> str:
        """One effect, as a part of a sentence."""
        who = self.select(e["target"], targets, names, event) if "target" in e else ""
        if "target" in e and str(e["target"]).startswith("$"):
            if e["target"] in said:
                who = self.again(who)
            said.add(e["target"])
        n = self.amount(e["amount"], targets, names, event) if "amount" in e else "1"
        deed = self.deed(self, e, who, n, targets, names, said, event)
        plain = self.plain.get(e["do"])
        return self.deeds[e["do"]](deed) if plain is None else plain.format(d=deed)

    def keywords(self, words: Iterable[str]) -> list[str]:
        return [self.keyword(word.upper()) for word in words]

    # The words of a language

    @abstractmethod
    def keyword(self, word: str) -> str: ...

    @abstractmethod
    def counter(self, name: str, names: Names) -> str: ...

    @abstractmethod
    def duration(self, lasts: str) -> str: ...

    @abstractmethod
    def select(self, data: Any, targets: list[Data], names: Names, event: str) -> str: ...

    @abstractmethod
    def again(self, who: str) -> str:
        """In the place of what was named before."""

    @abstractmethod
    def amount(self, data: Any, targets: list[Data], names: Names, event: str) -> str: ...

    @abstractmethod
    def condition(self, data: Data, names: Names) -> str: ...

    @abstractmethod
    def passive(self, ability: Data, names: Names) -> str: ...

    @abstractmethod
    def trigger(self, ability: Data, names: Names) -> str: ...

    @abstractmethod
    def stats(self, given: Data) -> str:
        """ATK, DEF and HP more, and keywords, in one."""

    @abstractmethod
    def energy(self, n: int | str) -> str:
        """So much CE, as a cost."""

    @abstractmethod
    def cost(self, kind: str, n: Any, names: Names) -> str:
        """A cost besides CE: `tap`, `discard`, `pay_hp`, `sacrifice`."""

    @abstractmethod
    def times(self, limit: int) -> str:
        """How often a trigger goes off in a turn."""

    @abstractmethod
    def often(self, limit: int | None) -> str:
        """How often an ability may be used in a turn; None is once."""

    @abstractmethod
    def sentence(self, text: str, *, may: bool) -> str:
        """All effects of one thing, begun as a sentence is."""
