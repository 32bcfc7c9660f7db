"""A card's text out of its data. A card file may leave its texts out; where it has them, they say
what is generated here (a test holds the starter set to it)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .terms import (
    Data,
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

Names = dict[str, str]

_LATER = {
    "END_OF_TURN": "at the end of this turn",
    "MY_RECHARGE": "at your next Recharge",
    "THEIR_RECHARGE": "at your opponent's next Recharge",
}
_PHASE = {"MAIN_A": "First main phase", "MAIN_B": "Second main phase"}
_ZONE = {
    "HAND": "to its owner's hand",
    "DECK_TOP": "on top of its owner's deck",
    "DECK_BOTTOM": "under its owner's deck",
    "GRAVEYARD": "to its owner's graveyard",
}


def card_text(card: Data, names: Names) -> str:
    """The whole text of a card."""
    parts = []
    if card.get("keywords"):
        parts.append(", ".join(keyword(word.upper()) for word in card["keywords"]) + ".")
    if card.get("enters_tapped"):
        parts.append("Enters tapped.")
    if card.get("phases"):
        parts.append(" or ".join(_PHASE[one] for one in card["phases"]) + " only.")
    extra = _extra(card)
    if extra:
        parts.append(f"Also costs: {extra}.")
    if any(card.get("equip", {}).values()):
        parts.append(_equip(card["equip"]))
    if "effects" in card:
        parts.append(_sentences(card["effects"], card.get("targets", []), names))
    parts += [ability_text(one, names) for one in card.get("abilities", [])]
    for name, stats in card.get("per_counter", {}).items():
        each = _and([f"+{n} {stat.upper()}" for stat, n in stats.items() if n])
        parts.append(f"It has {each} for each {name.capitalize()} counter on it.")
    limits = card.get("restrictions", {})
    if limits.get("once_per_turn"):
        parts.append("Play only one a turn.")
    if limits.get("max_in_play"):
        parts.append(f"You may control only {limits['max_in_play']}.")
    return " ".join(parts)


def _equip(equip: Data) -> str:
    stats = [f"{equip[s]:+d} {s.upper()}" for s in ("atk", "def", "hp") if equip.get(s)]
    words = [keyword(word.upper()) for word in equip.get("keywords", [])]
    return f"Equipped unit has {_and(stats + words)}."


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def _extra(what: Data) -> str:
    costs = []
    if what.get("tap"):
        costs.append("tap")
    if what.get("discard"):
        many = what["discard"]
        costs.append("discard a card" if many == 1 else f"discard {many} cards")
    if what.get("pay_hp"):
        costs.append(f"{what['pay_hp']} HP")
    if "sacrifice" in what:
        costs.append(f"sacrifice {article(filtered('unit', what['sacrifice']))}")
    return ", ".join(costs)


def ability_text(ability: Data, names: Names) -> str:
    """One ability, as its own sentence."""
    if ability["type"] == "PASSIVE":
        return passive(ability)
    event = ability.get("trigger", "")
    does = _sentences(ability["effects"], ability.get("targets", []), names, event)
    if ability["type"] == "TRIGGERED":
        limit = ability.get("max_per_turn")
        times = f" ({_times(limit)} a turn)" if limit else ""
        when = trigger(ability)
        given = f", if {condition(ability['if'])}" if "if" in ability else ""
        slow = " Can be responded to." if ability.get("timing") == "STACK" else ""
        return f"{when}{given}{times}: {does}{slow}"
    costs = [f"{ability['cost']} CE"] if ability.get("cost") else []
    if ability.get("x"):
        costs.append("X CE")
    if _extra(ability):
        costs.append(_extra(ability))
    limit = ability.get("max_per_turn")
    often = (
        f", {_times(limit)} a turn"
        if limit
        else ""
        if ability.get("repeatable")
        else ", once a turn"
    )
    given = f", if {condition(ability['if'])}" if "if" in ability else ""
    quick = ", also in response" if ability.get("timing") == "RESPONSE" else ""
    head = ", ".join(costs) or "Free"
    return f"{head[0].upper()}{head[1:]}{often}{quick}{given}: {does}"


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def _sentences(effects: list[Data], targets: list[Data], names: Names, event: str = "") -> str:
    said: set[str] = set()
    text = "; ".join(_effect(effect, targets, names, said, event) for effect in effects)
    if any(one.get("optional") for one in targets):
        return f"You may {text}."
    return f"{text[0].upper()}{text[1:]}."


class Deed(NamedTuple):
    """An effect, and what most of its sentences are made of."""

    e: Data
    who: str
    n: str  # the amount, 1 where there is none
    equal: str  # the amount, where it is another card's stat
    targets: list[Data]
    names: Names
    said: set[str]  # targets that were named before
    event: str  # what triggered it

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
    def lasts(self) -> str:
        lasts = self.e.get("duration")
        return duration(lasts) if isinstance(lasts, str) else ""

    @property
    def card(self) -> str:
        return self.names.get(self.e["card"], str(self.e["card"]))

    @property
    def tapped(self) -> str:
        return " tapped" if self.e.get("tapped") else ""

    @property
    def keyword(self) -> str:
        return keyword(self.e["keyword"].upper())

    @property
    def counter(self) -> str:
        return str(self.e["counter"].capitalize())

    @property
    def gains(self) -> bool:
        """The amount is not below nothing, as far as can be said beforehand."""
        return isinstance(self.e["amount"], dict | str) or self.e["amount"] >= 0

    def inner(self, effects: list[Data]) -> str:
        return " and ".join(
            _effect(one, self.targets, self.names, self.said, self.event) for one in effects
        )


def _effect(e: Data, targets: list[Data], names: Names, said: set[str], event: str) -> str:
    """One effect, as a part of a sentence."""
    who = select(e["target"], targets, event) if "target" in e else ""
    if "target" in e and str(e["target"]).startswith("$"):
        if e["target"] in said:
            who = "them" if who.startswith("up to") else "it"
        said.add(e["target"])
    same = equal(e.get("amount"), targets, event)
    n = amount(e["amount"]) if "amount" in e and not same else "1"
    deed = Deed(e, who, n, same, targets, names, said, event)
    plain = PLAIN.get(e["do"])
    return DEEDS[e["do"]](deed) if plain is None else plain.format(d=deed)


def _damage(d: Deed) -> str:
    return f"deal {'' if d.equal else d.n + ' '}damage{d.equal} to {d.who}"


def _modify_stat(d: Deed) -> str:
    stat = "damage reduction" if d.e["stat"] == "DAMAGE_REDUCTION" else d.e["stat"]
    return f"{d.who} get{d.s} {'+' if d.gains else ''}{d.n} {stat}{d.lasts}"


def _apply_status(d: Deed) -> str:
    value = f" {d.e['value']}" if "value" in d.e else ""
    turns = d.e.get("duration")
    span = f"{turns} turn{'s' if turns != 1 else ''}"
    return f"inflict {status(d.e['status'])}{value} ({span}) on {d.who}"


def _clear_status(d: Deed) -> str:
    what = "all statuses" if d.e["status"] == "ALL" else status(d.e["status"])
    return f"remove {what} from {d.who}"


def _summon(d: Deed) -> str:
    side = " for your opponent" if d.e.get("side") == "ENEMY" else ""
    return f"summon {d.n} {d.card}{side}{d.tapped}"


def _move(d: Deed) -> str:
    to = d.e["to"]
    if to == "BANISHED":
        return f"banish {d.who}"
    if to == "FIELD":
        yours = " under your control" if d.e.get("yours") else ""
        return f"return {d.who} to the field{d.tapped}{yours}"
    return f"return {d.who} {_ZONE[to]}"


def _discard(d: Deed) -> str:
    how = " at random" if d.e.get("mode") == "RANDOM" else ""
    return f"{d.doer}discard{d.s} {d.cards}{how}"


def _modify_ce(d: Deed) -> str:
    most = " and raise the maximum" if d.e.get("max") else ""
    return f"{d.doer}{'gain' if d.gains else 'lose'}{d.s} {d.n.lstrip('-')} CE{most}"


def _modify_cost(d: Deed) -> str:
    whose = "your" if d.you else "your opponent's"
    which = filtered("cards", d.e.get("filter", {}))
    return f"{whose} {which} cost {change(d.e['amount'])}{d.lasts}"


def _attach(d: Deed) -> str:
    return f"attach {select(d.e.get('equipment', 'SELF'), d.targets, d.event)} to {d.who}"


def _choose(d: Deed) -> str:
    labels = [one["label"] for one in d.e["options"]]
    who = "your opponent chooses one: " if d.e.get("by") == "OPPONENT" else "choose one: "
    return who + ", or ".join(f"{one[0].lower()}{one[1:]}" for one in labels)


def _if(d: Deed) -> str:
    then, other = d.inner(d.e["then"]), d.inner(d.e.get("else", []))
    test = d.e["condition"]
    dies = select(test["dies"], d.targets, d.event) if "dies" in test else ""
    given = f"{'it' if test['dies'] in d.said else dies} dies" if dies else condition(test)
    return f"if {given}, {then}" + (f", else {other}" if other else "")


def _repeat(d: Deed) -> str:
    return f"{d.n} times: {d.inner(d.e['effects'])}"


def _search(d: Deed) -> str:
    many, to = d.e.get("amount", 1), d.e.get("to", "HAND")
    it = "them" if many > 1 else "it"
    seen = f", reveal {it}" if d.e.get("reveal") else ""
    where = {"DECK_TOP": "on top of it", "FIELD": f"onto the field{d.tapped}"}.get(to, "into hand")
    one = filtered("card", d.e["filter"])
    what = f"up to {many} {plural(one)}" if many > 1 else article(one)
    return f"search {d.deck} for {what}{seen}, put {it} {where}, shuffle"


def _set_stat(d: Deed) -> str:
    return f"{d.who}'s {d.e['stat']} becomes {d.n}{d.lasts}"


def _create(d: Deed) -> str:
    return f"put {d.n} {d.card} into {'your hand' if d.you else 'their hand'}"


def _pick(d: Deed) -> str:
    other = d.e.get("by") == "OPPONENT"
    may, many = d.e.get("optional"), d.e.get("amount", 1)
    one = group(d.e["target"]) if isinstance(d.e["target"], dict) else d.who
    what = f"{many} {plural(one)}" if many > 1 else article(one)
    chooses = f"may choose {what}" if may else f"choose{'s' if other else ''} {what}"
    who = "your opponent " if other else "you " if may else ""
    return f"{who}{chooses}: {d.inner(d.e['effects'])}"


def _delay(d: Deed) -> str:
    return f"{_LATER[d.e['when']]}, {d.inner(d.e['effects'])}"


def _fight(d: Deed) -> str:
    return f"{d.who} and {select(d.e['other'], d.targets, d.event)} hit each other"


def _grant_ability(d: Deed) -> str:
    return f"{d.who} gains “{ability_text(d.e['ability'], d.names).rstrip('.')}”{d.lasts}"


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
DEEDS: dict[str, Callable[[Deed], str]] = {
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
