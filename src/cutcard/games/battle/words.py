"""A card's text out of its data. A card file may leave its texts out; where it has them, they say
what is generated here (a test holds the starter set to it)."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
Names = dict[str, str]

_WHEN = {
    "RECHARGE": "At {whose} Recharge",
    "DRAW": "At {whose} Draw phase",
    "END": "At {whose} End phase",
    "ENTER_FIELD": "Whenever {who} enters the field",
    "LEAVE_FIELD": "Whenever {who} leaves the field",
    "DESTROYED": "Whenever {who} is destroyed",
    "CARD_PLAYED": "Whenever {player} {plays} {card}",
    "CARD_DRAWN": "Whenever {player} {draws} a card",
    "DISCARDED": "Whenever {player} {discards} {card}",
    "DECLARE_ATTACK": "Whenever {who} attacks",
    "DECLARE_BLOCK": "Whenever {who} blocks",
    "BLOCKED": "Whenever {who} is blocked",
    "DEAL_DAMAGE": "Whenever {who} damages {victim}",
    "TAKE_DAMAGE": "Whenever {who} is damaged",
    "HEALED": "Whenever {who} is healed",
    "EVADED": "Whenever {who} evades",
    "STATUS_APPLIED": "Whenever {who} gets a status",
    "ATTACHED": "Whenever {who} is equipped",
    "ABILITY_ACTIVATED": "Whenever an ability of {who} is activated",
}
_SELF = {
    "ENTER_FIELD": "Enter",
    "DESTROYED": "Destroyed",
    "LEAVE_FIELD": "Leave",
    "DECLARE_ATTACK": "Attack",
    "DECLARE_BLOCK": "Block",
}
_NAMED = {
    "SELF": "this",
    "CONTROLLER": "you",
    "OPPONENT": "your opponent",
    "HOST": "the equipped unit",
    "EVENT_SOURCE": "the source",
    "EVENT_TARGET": "that target",
}
_SIDE = {"FRIENDLY": "friendly ", "ENEMY": "enemy ", "ANY": ""}
_ZONE = {
    "HAND": "to its owner's hand",
    "DECK_TOP": "on top of its owner's deck",
    "DECK_BOTTOM": "under its owner's deck",
    "GRAVEYARD": "to its owner's graveyard",
    "FIELD": "to the field",
}


def keyword(word: str) -> str:
    return word.replace("_", " ").capitalize()


def status(word: str) -> str:
    return keyword(word.removeprefix("CUSTOM:"))


def card_text(card: Data, names: Names) -> str:
    """The whole text of a card."""
    parts = []
    if card.get("keywords"):
        parts.append(", ".join(keyword(word.upper()) for word in card["keywords"]) + ".")
    if card.get("phases"):
        parts.append(" or ".join(card["phases"]) + " only.")
    extra = _extra(card)
    if extra:
        parts.append(f"Also costs: {extra}.")
    if "equip" in card:
        parts.append(_equip(card["equip"]))
    if "effects" in card:
        parts.append(_sentences(card["effects"], card.get("targets", []), names))
    parts += [ability_text(one, names) for one in card.get("abilities", [])]
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
        costs.append("discard a card")
    if what.get("pay_hp"):
        costs.append(f"{what['pay_hp']} HP")
    if "sacrifice" in what:
        costs.append(f"sacrifice {_a(_filtered('unit', what['sacrifice']))}")
    return ", ".join(costs)


def ability_text(ability: Data, names: Names) -> str:
    """One ability, as its own sentence."""
    if ability["type"] == "PASSIVE":
        return _passive(ability)
    does = _sentences(ability["effects"], ability.get("targets", []), names)
    if ability["type"] == "TRIGGERED":
        limit = ability.get("max_per_turn")
        times = f" ({_times(limit)} a turn)" if limit else ""
        when = _trigger(ability)
        given = f", if {_condition(ability['if'])}" if "if" in ability else ""
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
    given = f", if {_condition(ability['if'])}" if "if" in ability else ""
    quick = ", also in response" if ability.get("timing") == "RESPONSE" else ""
    head = ", ".join(costs) or "Free"
    return f"{head[0].upper()}{head[1:]}{often}{quick}{given}: {does}"


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def _trigger(ability: Data) -> str:
    trigger, watch = ability["trigger"], ability["watch"]
    if watch == "SELF" and trigger in _SELF:
        return _SELF[trigger]
    unit = _filtered("unit", ability.get("filter", {})) if trigger != "DEAL_DAMAGE" else "unit"
    whose = {"CONTROLLER": "your", "OPPONENT": "your opponent's"}.get(watch, "each")
    who = {
        "SELF": "this",
        "OTHER": f"another {unit}",
        "FRIENDLY": f"a friendly {unit}",
        "ENEMY": f"an enemy {unit}",
        "HOST": "the equipped unit",
        "CONTROLLER": "your side",
        "OPPONENT": "the enemy side",
    }.get(watch, _a(unit))
    mine, other = watch in ("CONTROLLER", "FRIENDLY"), watch in ("OPPONENT", "ENEMY")
    player = "you" if mine else "your opponent" if other else "a player"
    s = "" if mine else "s"
    victim = {"UNIT": "a unit", "PLAYER": "a player"}.get(
        ability.get("filter", {}).get("type", ""), "anything"
    )
    return _WHEN[trigger].format(
        whose=whose,
        who=who,
        player=player,
        plays=f"play{s}",
        draws=f"draw{s}",
        discards=f"discard{s}",
        card=_a(_filtered("card", ability.get("filter", {}))),
        victim=victim,
    )


def _passive(ability: Data) -> str:
    if "aura" in ability:
        aura = ability["aura"]
        to = aura["to"]
        whose = {"FRIENDLY": "Your ", "ENEMY": "Enemy ", "ANY": "All "}[to["side"]]
        other = "other " if to.get("other") else ""
        what = _filtered("units", to.get("filter", {}))
        gives = (
            keyword(aura["keyword"].upper())
            if "keyword" in aura
            else f"{aura['amount']:+d} {aura['stat']}"
        )
        return f"{whose}{other}{what} have {gives}."
    mod = ability["cost_mod"]
    least = f" (at least {mod['min']})" if mod.get("min") else ""
    if mod.get("self"):
        return f"Costs {_change(mod['amount'])}{least}."
    whose = {"FRIENDLY": "Your ", "ENEMY": "Enemy ", "ANY": "All "}[mod["side"]]
    return (
        f"{whose}{_filtered('cards', mod.get('filter', {}))} cost {_change(mod['amount'])}{least}."
    )


def _change(amount: Any) -> str:
    if isinstance(amount, dict):
        less = amount.get("times", 1) < 0
        return f"1 {'less' if less else 'more'} for each {_counted(amount['count'])}"
    return f"{abs(amount)} {'less' if amount < 0 else 'more'}"


def target_text(target: Data) -> str:
    """What a target is, in words."""
    side = _SIDE[target["side"]]
    test = target.get("filter", {})
    match target["kind"]:
        case "ANY":
            whose = {
                "FRIENDLY": "a friendly unit or yourself",
                "ENEMY": "an enemy unit or your opponent",
            }
            return whose.get(target["side"], "any target")
        case "PLAYER":
            return {"FRIENDLY": "yourself", "ENEMY": "your opponent"}.get(
                target["side"], "a player"
            )
        case "CARD":
            owner = {"FRIENDLY": "your", "ENEMY": "your opponent's"}.get(target["side"], "any")
            return f"{_a(_filtered('card', test))} in {owner} graveyard"
        case "STACK_ITEM":
            return f"{_a(side + 'card or ability on the stack')}"
    return _a(side + _filtered(target["kind"].lower(), test))


def _a(words: str) -> str:
    vowel = words[:1].lower() in "aeiou" and not words.lower().startswith("unit")
    return f"{'an' if vowel else 'a'} {words}"


def _filtered(noun: str, test: Data) -> str:
    kinds = test.get("type")
    s = "s" if noun.endswith("s") else ""
    if noun.rstrip("s") in ("card", "unit") and kinds:
        words = [kind.capitalize() for kind in (kinds if isinstance(kinds, list) else [kinds])]
        noun = " or ".join(f"{word}{s}" if word != "Equipment" else word for word in words)
        if words == ["Unit"]:
            noun = f"unit{s}"
    before = "".join(
        f"{word} "
        for word in (
            "tapped" if test.get("tapped") else "",
            "damaged" if test.get("damaged") else "",
            "token" if test.get("token") else "",
            test.get("tag", "").capitalize(),
        )
        if word
    )
    after = ""
    if "cost_max" in test:
        after += f" of cost {test['cost_max']} or less"
    if "cost_min" in test:
        after += f" of cost {test['cost_min']} or more"
    if "atk_max" in test:
        after += f" with ATK {test['atk_max']} or less"
    if "atk_min" in test:
        after += f" with ATK {test['atk_min']} or more"
    if "keyword" in test:
        after += f" with {keyword(test['keyword'].upper())}"
    if "status" in test:
        after += f" with {status(test['status'])}"
    return f"{before}{noun}{after}"


def _condition(data: Data) -> str:
    if "counter" in data:
        return f"it has {data['min']} {data['counter'].capitalize()} counters"
    you = data["of"] == "CONTROLLER"
    who, have = ("you", "have") if you else ("your opponent", "has")
    parts = []
    for name, n in data.items():
        if name == "of":
            continue
        what, _, end = name.partition("_")
        noun = {"hand": "cards in hand", "hp": "HP", "units": "units"}[what]
        parts.append(f"{who} {have} {n} or {'more' if end == 'min' else 'fewer'} {noun}")
    return " and ".join(parts)


def _counted(data: Data) -> str:
    test = data.get("filter", {})
    if "event" in data:
        return {
            "UNIT_DESTROYED": "unit destroyed this turn",
            "CARD_PLAYED": "card played this turn",
            "CARD_DRAWN": "card drawn this turn",
        }[data["event"]]
    if "zone" in data:
        whose = {"FRIENDLY": "your", "ENEMY": "your opponent's"}.get(data.get("side", ""), "any")
        return f"{_filtered('card', test)} in {whose} {data['zone'].lower()}"
    return _SIDE[data.get("side", "ANY")] + _filtered(data["all"].lower(), test)


def _equal(data: Any, targets: list[Data]) -> str:
    """An amount that is another card's stat, after its noun; else nothing."""
    if not isinstance(data, dict) or "stat" not in data:
        return ""
    of = "this unit" if data["of"] == "SELF" else _select(data["of"], targets)
    return f" equal to {of}'s {data['stat']}"


def _amount(data: Any) -> str:
    if isinstance(data, int | str):
        return {"EVENT_AMOUNT": "as much"}.get(str(data), str(data))
    times = data.get("times", 1)
    limit = f" (at most {data['max']})" if "max" in data else ""
    return f"{times} for each {_counted(data['count'])}{limit}"


def _select(data: Any, targets: list[Data]) -> str:
    if isinstance(data, dict):
        drawn = "random" in data
        noun = data["random" if drawn else "all"].lower()
        inner = _SIDE[data["side"]] + _filtered(noun, data.get("filter", {}))
        count = data.get("n", 1)
        if drawn:
            return f"{count} random {inner}s" if count > 1 else f"a random {inner}"
        return f"every {'other ' if data.get('other') else ''}{inner}"
    if data.startswith("$"):
        spec = next(one for one in targets if one["id"] == data[1:])
        return target_text(spec)
    return _NAMED[data]


def _duration(word: str) -> str:
    return {"UNTIL_END_OF_TURN": " this turn", "UNTIL_EOL": " while it is in play"}.get(word, "")


def _sentences(effects: list[Data], targets: list[Data], names: Names) -> str:
    said: set[str] = set()
    text = "; ".join(_effect(effect, targets, names, said) for effect in effects)
    if any(one.get("optional") for one in targets):
        return f"You may {text}."
    return f"{text[0].upper()}{text[1:]}."


def _effect(e: Data, targets: list[Data], names: Names, said: set[str]) -> str:  # noqa: PLR0915  # a line for each effect
    who = _select(e["target"], targets) if "target" in e else ""
    if "target" in e and str(e["target"]).startswith("$"):
        if e["target"] in said:
            who = "it"
        said.add(e["target"])
    you = who == "you"
    equal = _equal(e.get("amount"), targets)
    n = _amount(e["amount"]) if "amount" in e and not equal else "1"
    many = "s" if n != "1" else ""
    cards = f"{n} card{many}" if " for each " not in n else n.replace(" for", " card for", 1)
    lasts = _duration(e.get("duration", "")) if isinstance(e.get("duration"), str) else ""
    turns = e.get("duration")
    deck = "your deck" if you else "their deck"
    match e["do"]:
        case "DAMAGE":
            return f"deal {'' if equal else n + ' '}damage{equal} to {who}"
        case "HEAL":
            return f"restore {n} HP to {who}"
        case "DRAW":
            return f"{'' if you else who + ' '}draw{'' if you else 's'} {cards}"
        case "MODIFY_STAT":
            sign = "+" if isinstance(e["amount"], dict | str) or e["amount"] >= 0 else ""
            stat = "damage reduction" if e["stat"] == "DAMAGE_REDUCTION" else e["stat"]
            return f"{who} get{'' if you else 's'} {sign}{n} {stat}{lasts}"
        case "DESTROY":
            return f"destroy {who}"
        case "GRANT_KEYWORD":
            return f"{who} gains {keyword(e['keyword'].upper())}{lasts}"
        case "REMOVE_KEYWORD":
            return f"{who} loses {keyword(e['keyword'].upper())}{lasts}"
        case "APPLY_STATUS":
            value = f" {e['value']}" if "value" in e else ""
            span = f"{turns} turn{'s' if turns != 1 else ''}"
            return f"inflict {status(e['status'])}{value} ({span}) on {who}"
        case "CLEAR_STATUS":
            what = "all statuses" if e["status"] == "ALL" else status(e["status"])
            return f"remove {what} from {who}"
        case "SUMMON":
            side = " for your opponent" if e.get("side") == "ENEMY" else ""
            return f"summon {n} {names.get(e['card'], e['card'])}{side}"
        case "MOVE":
            return f"banish {who}" if e["to"] == "BANISHED" else f"return {who} {_ZONE[e['to']]}"
        case "DISCARD":
            how = " at random" if e.get("mode") == "RANDOM" else ""
            return f"{'' if you else who + ' '}discard{'' if you else 's'} {cards}{how}"
        case "MODIFY_CE":
            gain = "gain" if isinstance(e["amount"], dict | str) or e["amount"] >= 0 else "lose"
            most = " and raise the maximum" if e.get("max") else ""
            return f"{'' if you else who + ' '}{gain}{'' if you else 's'} {n.lstrip('-')} CE{most}"
        case "MODIFY_COST":
            whose = "your" if you else "your opponent's"
            which = _filtered("cards", e.get("filter", {}))
            return f"{whose} {which} cost {_change(e['amount'])}{lasts}"
        case "TAP":
            return f"tap {who}"
        case "UNTAP":
            return f"untap {who}"
        case "ATTACH":
            return f"attach {_select(e.get('equipment', 'SELF'), targets)} to {who}"
        case "ADD_COUNTER":
            return f"put {n} {e['counter'].capitalize()} counter{many} on {who}"
        case "REMOVE_COUNTER":
            return f"remove {n} {e['counter'].capitalize()} counter{many} from {who}"
        case "NEGATE":
            return f"negate {who}"
        case "PREVENT_DAMAGE":
            return f"prevent the next {n} damage to {who} this turn"
        case "CHOOSE":
            return "choose one: " + ", or ".join(
                f"{one['label'][0].lower()}{one['label'][1:]}" for one in e["options"]
            )
        case "IF":
            then = " and ".join(_effect(one, targets, names, said) for one in e["then"])
            other = " and ".join(_effect(one, targets, names, said) for one in e.get("else", []))
            return f"if {_condition(e['condition'])}, {then}" + (f", else {other}" if other else "")
        case "REPEAT":
            inner = " and ".join(_effect(one, targets, names, said) for one in e["effects"])
            return f"{n} times: {inner}"
        case "SEARCH":
            seen = ", reveal it" if e.get("reveal") else ""
            where = "on top of it" if e.get("to") == "DECK_TOP" else "into hand"
            what = _a(_filtered("card", e["filter"]))
            return f"search {deck} for {what}{seen}, put it {where}, shuffle"
        case "SCRY":
            return f"look at the top {n} card{many} of {deck}, put any under it"
        case "MILL":
            return f"put the top {n} card{many} of {deck} into the graveyard"
        case "GAIN_CONTROL":
            return f"take control of {who}{lasts}"
        case "FIGHT":
            return f"{who} and {_select(e['other'], targets)} hit each other"
        case "SILENCE":
            return f"silence {who}{lasts}"
    return f"{who} gains “{ability_text(e['ability'], names).rstrip('.')}”{lasts}"  # GRANT_ABILITY
