"""A card's text out of its data. A card file may leave its texts out; where it has them, they say
what is generated here (a test holds the starter set to it)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .telling import Data, Deed, Names, Phrases, Tongue
from .terms import (
    amount,
    article,
    change,
    condition,
    duration,
    equal,
    filtered,
    group,
    keyword,
    passive,
    plural,
    select,
    status,
    trigger,
)

_LATER = {
    "END_OF_TURN": "at the end of this turn",
    "MY_RECHARGE": "at your next Recharge",
    "THEIR_RECHARGE": "at your opponent's next Recharge",
}
_ZONE = {
    "HAND": "to its owner's hand",
    "DECK_TOP": "on top of its owner's deck",
    "DECK_BOTTOM": "under its owner's deck",
    "GRAVEYARD": "to its owner's graveyard",
}


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


class EnglishDeed(Deed):
    """An effect, with what English needs to say of it."""

    __slots__ = ()

    @property
    def you(self) -> bool:
        return self.who == "you"

    @property
    def s(self) -> str:
        """Of the verb."""
        return "" if self.you else "s"

    @property
    def doer(self) -> str:
        """Before a verb; whoever is told to do it themselves is not named."""
        return "" if self.you else f"{self.who} "

    @property
    def many(self) -> str:
        """Of the noun."""
        return "s" if self.n != "1" else ""

    @property
    def cards(self) -> str:
        if " for each " in self.n:
            return self.n.replace(" for", " card for", 1)
        return f"{self.n} card{self.many}"

    @property
    def deck(self) -> str:
        return "your deck" if self.you else "their deck"

    @property
    def hand(self) -> str:
        return "your hand" if self.you else "their hand"

    @property
    def tapped(self) -> str:
        return " tapped" if self.e.get("tapped") else ""

    @property
    def gains(self) -> bool:
        """The amount is not below nothing, as far as can be said beforehand."""
        return isinstance(self.e["amount"], dict | str) or self.e["amount"] >= 0


def _damage(d: EnglishDeed) -> str:
    same = equal(d.e["amount"], d.targets, d.event)
    return f"deal damage{same} to {d.who}" if same else f"deal {d.n} damage to {d.who}"


def _modify_stat(d: EnglishDeed) -> str:
    stat = "damage reduction" if d.e["stat"] == "DAMAGE_REDUCTION" else d.e["stat"]
    return f"{d.who} get{d.s} {'+' if d.gains else ''}{d.n} {stat}{d.lasts}"


def _apply_status(d: EnglishDeed) -> str:
    value = f" {d.e['value']}" if "value" in d.e else ""
    turns = d.e.get("duration")
    span = f"{turns} turn{'s' if turns != 1 else ''}"
    return f"inflict {status(d.e['status'])}{value} ({span}) on {d.who}"


def _clear_status(d: EnglishDeed) -> str:
    what = "all statuses" if d.e["status"] == "ALL" else status(d.e["status"])
    return f"remove {what} from {d.who}"


def _summon(d: EnglishDeed) -> str:
    side = " for your opponent" if d.e.get("side") == "ENEMY" else ""
    return f"summon {d.n} {d.card}{side}{d.tapped}"


def _move(d: EnglishDeed) -> str:
    to = d.e["to"]
    if to == "BANISHED":
        return f"banish {d.who}"
    if to == "FIELD":
        yours = " under your control" if d.e.get("yours") else ""
        return f"return {d.who} to the field{d.tapped}{yours}"
    return f"return {d.who} {_ZONE[to]}"


def _discard(d: EnglishDeed) -> str:
    how = " at random" if d.e.get("mode") == "RANDOM" else ""
    return f"{d.doer}discard{d.s} {d.cards}{how}"


def _modify_ce(d: EnglishDeed) -> str:
    most = " and raise the maximum" if d.e.get("max") else ""
    return f"{d.doer}{'gain' if d.gains else 'lose'}{d.s} {d.n.lstrip('-')} CE{most}"


def _modify_cost(d: EnglishDeed) -> str:
    whose = "your" if d.you else "your opponent's"
    which = filtered("cards", d.e.get("filter", {}))
    return f"{whose} {which} cost {change(d.e['amount'])}{d.lasts}"


def _attach(d: EnglishDeed) -> str:
    return f"attach {d.select(d.e.get('equipment', 'SELF'))} to {d.who}"


def _choose(d: EnglishDeed) -> str:
    labels = [one["label"] for one in d.e["options"]]
    who = "your opponent chooses one: " if d.e.get("by") == "OPPONENT" else "choose one: "
    return who + ", or ".join(f"{one[0].lower()}{one[1:]}" for one in labels)


def _if(d: EnglishDeed) -> str:
    then, other = d.inner(d.e["then"]), d.inner(d.e.get("else", []))
    test = d.e["condition"]
    dies = d.select(test["dies"]) if "dies" in test else ""
    given = f"{'it' if test['dies'] in d.said else dies} dies" if dies else condition(test)
    return f"if {given}, {then}" + (f", else {other}" if other else "")


def _repeat(d: EnglishDeed) -> str:
    return f"{d.n} times: {d.inner(d.e['effects'])}"


def _search(d: EnglishDeed) -> str:
    many, to = d.e.get("amount", 1), d.e.get("to", "HAND")
    it = "them" if many > 1 else "it"
    seen = f", reveal {it}" if d.e.get("reveal") else ""
    where = {"DECK_TOP": "on top of it", "FIELD": f"onto the field{d.tapped}"}.get(to, "into hand")
    one = filtered("card", d.e["filter"])
    what = f"up to {many} {plural(one)}" if many > 1 else article(one)
    return f"search {d.deck} for {what}{seen}, put {it} {where}, shuffle"


def _set_stat(d: EnglishDeed) -> str:
    return f"{d.who}'s {d.e['stat']} becomes {d.n}{d.lasts}"


def _create(d: EnglishDeed) -> str:
    return f"put {d.n} {d.card} into {'your hand' if d.you else 'their hand'}"


def _pick(d: EnglishDeed) -> str:
    other = d.e.get("by") == "OPPONENT"
    may, many = d.e.get("optional"), d.e.get("amount", 1)
    one = group(d.e["target"]) if isinstance(d.e["target"], dict) else d.who
    what = f"{many} {plural(one)}" if many > 1 else article(one)
    chooses = f"may choose {what}" if may else f"choose{'s' if other else ''} {what}"
    who = "your opponent " if other else "you " if may else ""
    return f"{who}{chooses}: {d.inner(d.e['effects'])}"


def _delay(d: EnglishDeed) -> str:
    return f"{_LATER[d.e['when']]}, {d.inner(d.e['effects'])}"


def _fight(d: EnglishDeed) -> str:
    return f"{d.who} and {d.select(d.e['other'])} hit each other"


def _grant_ability(d: EnglishDeed) -> str:
    return f"{d.who} gains “{d.tongue.ability_text(d.e['ability'], d.names).rstrip('.')}”{d.lasts}"


PLAIN = {
    "HEAL": "restore {d.n} HP to {d.who}",
    "DRAW": "{d.doer}draw{d.s} {d.cards}",
    "DESTROY": "destroy {d.who}",
    "GRANT_KEYWORD": "{d.who} gains {d.keyword}{d.lasts}",
    "REMOVE_KEYWORD": "{d.who} loses {d.keyword}{d.lasts}",
    "TAP": "tap {d.who}",
    "UNTAP": "untap {d.who}",
    "ADD_COUNTER": "put {d.n} {d.counter} counter{d.many} on {d.who}",
    "REMOVE_COUNTER": "remove {d.n} {d.counter} counter{d.many} from {d.who}",
    "NEGATE": "negate {d.who}",
    "PREVENT_DAMAGE": "prevent the next {d.n} damage to {d.who} this turn",
    "SCRY": "look at the top {d.n} card{d.many} of {d.deck}, put any under it",
    "MILL": "put the top {d.n} card{d.many} of {d.deck} into the graveyard",
    "GAIN_CONTROL": "take control of {d.who}{d.lasts}",
    "SILENCE": "silence {d.who}{d.lasts}",
    "TRANSFORM": "turn {d.who} into {d.card}",
    "REVEAL": "{d.doer}reveal{d.s} {d.hand}",
}
DEEDS: dict[str, Callable[[EnglishDeed], str]] = {
    "DAMAGE": _damage,
    "MODIFY_STAT": _modify_stat,
    "APPLY_STATUS": _apply_status,
    "CLEAR_STATUS": _clear_status,
    "SUMMON": _summon,
    "MOVE": _move,
    "DISCARD": _discard,
    "MODIFY_CE": _modify_ce,
    "MODIFY_COST": _modify_cost,
    "ATTACH": _attach,
    "CHOOSE": _choose,
    "IF": _if,
    "REPEAT": _repeat,
    "SEARCH": _search,
    "FIGHT": _fight,
    "GRANT_ABILITY": _grant_ability,
    "SET_STAT": _set_stat,
    "CREATE": _create,
    "PICK": _pick,
    "DELAY": _delay,
}
PHASE = {"MAIN_A": "First main phase", "MAIN_B": "Second main phase"}


class English(Tongue):
    """Cards told in English."""

    phrases = Phrases(
        gap=" ",
        stop=".",
        comma=", ",
        then="; ",
        together=" and ",
        colon=": ",
        tapped="Enters tapped.",
        phases="{} only.",
        either=" or ",
        costs="Also costs: {}.",
        equip="Equipped unit has {}.",
        counted="It has {1} for each {0} counter on it.",
        once="Play only one a turn.",
        most="You may control only {}.",
        free="Free",
        given=", if {}",
        quick=", also in response",
        slow=" Can be responded to.",
    )
    phase = PHASE
    plain = PLAIN
    deeds = DEEDS
    deed = EnglishDeed

    def keyword(self, word: str) -> str:
        return keyword(word)

    def counter(self, name: str, names: Names) -> str:
        return name.capitalize()

    def duration(self, lasts: str) -> str:
        return duration(lasts)

    def select(self, data: Any, targets: list[Data], names: Names, event: str) -> str:
        return select(data, targets, event)

    def again(self, who: str) -> str:
        return "them" if who.startswith("up to") else "it"

    def amount(self, data: Any, targets: list[Data], names: Names, event: str) -> str:
        # Where it is another card's stat, the sentence says what it is equal to.
        return "1" if equal(data, targets, event) else amount(data)

    def condition(self, data: Data, names: Names) -> str:
        return condition(data)

    def passive(self, ability: Data, names: Names) -> str:
        return passive(ability)

    def trigger(self, ability: Data, names: Names) -> str:
        return trigger(ability)

    def stats(self, given: Data) -> str:
        stats = [f"{given[s]:+d} {s.upper()}" for s in ("atk", "def", "hp") if given.get(s)]
        return _and(stats + self.keywords(given.get("keywords", ())))

    def energy(self, n: int | str) -> str:
        return f"{n} CE"

    def cost(self, kind: str, n: Any, names: Names) -> str:
        if kind == "discard":
            return "discard a card" if n == 1 else f"discard {n} cards"
        if kind == "sacrifice":
            return f"sacrifice {article(filtered('unit', n))}"
        return "tap" if kind == "tap" else f"{n} HP"

    def times(self, limit: int) -> str:
        return f" ({_times(limit)} a turn)"

    def often(self, limit: int | None) -> str:
        return f", {_times(limit or 1)} a turn"

    def sentence(self, text: str, *, may: bool) -> str:
        return f"You may {text}" if may else f"{text[0].upper()}{text[1:]}"


ENGLISH = English()
card_text, ability_text = ENGLISH.card_text, ENGLISH.ability_text
