"""The parts of a card's text that do nothing by themselves: nouns, numbers, conditions, spans, and
when an ability goes off."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

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
    "PICKED": "it",
}
# Whom an event is by, and whom it happens to, as people would say it
_BY = {
    "TAKE_DAMAGE": "whatever dealt it",
    "BLOCKED": "the blocker",
    "DECLARE_BLOCK": "the blocker",
    "DECLARE_ATTACK": "the attacker",
    "EVADED": "the attacker",
    "DEAL_DAMAGE": "whatever dealt it",
    "ATTACHED": "that equipment",
}
_TO = {
    "DECLARE_ATTACK": "what it attacks",
    "DECLARE_BLOCK": "the attacker",
    "BLOCKED": "the attacker",
    "DEAL_DAMAGE": "whatever it hit",
    "RECHARGE": "that player",
    "DRAW": "that player",
    "END": "that player",
    "CARD_PLAYED": "that player",
    "CARD_DRAWN": "that player",
    "DISCARDED": "that player",
}
_SIDE = {"FRIENDLY": "friendly ", "ENEMY": "enemy ", "ANY": ""}


def keyword(word: str) -> str:
    return word.replace("_", " ").capitalize()


def status(word: str) -> str:
    return keyword(word.removeprefix("CUSTOM:"))


def change(amount: Any) -> str:
    if isinstance(amount, dict):
        less = amount.get("times", 1) < 0
        return f"1 {'less' if less else 'more'} for each {counted(amount['count'])}"
    return f"{abs(amount)} {'less' if amount < 0 else 'more'}"


def target_text(target: Data) -> str:
    """What a target is, in words."""
    side = _SIDE[target["side"]]
    test = target.get("filter", {})
    if "up_to" in target:
        many = target_text({key: one for key, one in target.items() if key != "up_to"})
        return f"up to {target['up_to']} {plural(many)}"
    match target["kind"]:
        case "ANY":
            player = {"FRIENDLY": "yourself", "ENEMY": "your opponent"}.get(
                target["side"], "player"
            )
            if player == "player" and not test:
                return "any target"
            return f"{article(side + filtered('unit', test))} or {player}"
        case "PLAYER":
            return {"FRIENDLY": "yourself", "ENEMY": "your opponent"}.get(
                target["side"], "a player"
            )
        case "CARD":
            owner = {"FRIENDLY": "your", "ENEMY": "your opponent's"}.get(target["side"], "any")
            return f"{article(filtered('card', test))} in {owner} graveyard"
        case "STACK_ITEM":
            what = filtered("card", test)
            return f"{article(side + what)} {'' if test else 'or ability '}on the stack"
    return article(side + filtered(target["kind"].lower(), test))


def plural(words: str) -> str:
    """`a tapped enemy unit of cost 3` as `tapped enemy units of cost 3`."""
    bare = words.partition(" ")[2] if words.split(" ", maxsplit=1)[0] in ("a", "an") else words
    for noun in ("unit", "card", "field", "Technique", "Response"):
        if f" {noun}" in f" {bare}":
            return f" {bare}".replace(f" {noun}", f" {noun}s", 1).strip()
    return bare


def article(words: str) -> str:
    vowel = words[:1].lower() in "aeiou" and not words.lower().startswith("unit")
    return f"{'an' if vowel else 'a'} {words}"


def filtered(noun: str, test: Data) -> str:
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


def condition(data: Data) -> str:
    if "counter" in data:
        return f"it has {data['min']} {data['counter'].capitalize()} counters"
    if "control" in data:
        mine = data["of"] == "CONTROLLER"
        noun = plural(filtered(data["control"]["all"].lower(), data["control"].get("filter", {})))
        return f"{'you control' if mine else 'your opponent controls'} {_bounds(data)} {noun}"
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


def _bounds(data: Data) -> str:
    if "min" in data and "max" in data:
        return f"{data['min']} to {data['max']}"
    return f"{data['min']} or more" if "min" in data else f"{data['max']} or fewer"


def counted(data: Data) -> str:
    test = data.get("filter", {})
    if "event" in data:
        return {
            "UNIT_DESTROYED": "unit destroyed this turn",
            "CARD_PLAYED": "card played this turn",
            "CARD_DRAWN": "card drawn this turn",
        }[data["event"]]
    if "zone" in data:
        whose = {"FRIENDLY": "your", "ENEMY": "your opponent's"}.get(data.get("side", ""), "any")
        return f"{filtered('card', test)} in {whose} {data['zone'].lower()}"
    return _SIDE[data.get("side", "ANY")] + filtered(data["all"].lower(), test)


def equal(data: Any, targets: list[Data], event: str = "") -> str:
    """An amount that is another card's stat, after its noun; else nothing."""
    if not isinstance(data, dict) or "stat" not in data:
        return ""
    of = "this unit" if data["of"] == "SELF" else select(data["of"], targets, event)
    return f" equal to {of}'s {data['stat']}"


def amount(data: Any) -> str:
    if isinstance(data, int | str):
        return {"EVENT_AMOUNT": "as much"}.get(str(data), str(data))
    times = data.get("times", 1)
    more = f" plus {data['plus']}" if data.get("plus") else ""
    limit = f" (at most {data['max']})" if "max" in data else ""
    if "counters" in data:
        bearer = "this" if data["of"] == "SELF" else "it"
        return f"{times} for each {data['counters'].capitalize()} counter on {bearer}{more}{limit}"
    return f"{times} for each {counted(data['count'])}{more}{limit}"


def group(data: Data) -> str:
    """What a group is made of, one of them."""
    noun = data["random" if "random" in data else "all"].lower()
    test = data.get("filter", {})
    if data.get("zone") == "GRAVEYARD":
        whose = {"FRIENDLY": "your", "ENEMY": "your opponent's"}.get(data["side"], "any")
        return f"{filtered('card', test)} in {whose} graveyard"
    return _SIDE[data["side"]] + filtered(noun, test)


def select(data: Any, targets: list[Data], event: str = "") -> str:
    if isinstance(data, dict):
        drawn = "random" in data
        inner = group(data)
        count = data.get("n", 1)
        if drawn:
            return f"{count} random {plural(inner)}" if count > 1 else f"a random {inner}"
        return f"every {'other ' if data.get('other') else ''}{inner}"
    if data.startswith("$"):
        spec = next(one for one in targets if one["id"] == data[1:])
        return target_text(spec)
    if data == "EVENT_SOURCE":
        return _BY.get(event, "it")
    if data == "EVENT_TARGET":
        return _TO.get(event, "it")
    return _NAMED[data]


def duration(word: str) -> str:
    return {"UNTIL_END_OF_TURN": " this turn", "UNTIL_EOL": " while it is in play"}.get(word, "")


def trigger(ability: Data) -> str:
    event, watch = ability["trigger"], ability["watch"]
    if watch == "SELF" and event in _SELF:
        return _SELF[event]
    unit = filtered("unit", ability.get("filter", {})) if event != "DEAL_DAMAGE" else "unit"
    whose = {"CONTROLLER": "your", "OPPONENT": "your opponent's"}.get(watch, "each")
    who = {
        "SELF": "this",
        "OTHER": f"another {unit}",
        "FRIENDLY": f"a friendly {unit}",
        "ENEMY": f"an enemy {unit}",
        "HOST": "the equipped unit",
        "CONTROLLER": "your side",
        "OPPONENT": "the enemy side",
    }.get(watch, article(unit))
    mine, other = watch in ("CONTROLLER", "FRIENDLY"), watch in ("OPPONENT", "ENEMY")
    player = "you" if mine else "your opponent" if other else "a player"
    s = "" if mine else "s"
    kinds = ability.get("filter", {}).get("type", [])
    victims = [article(one.lower()) for one in (kinds if isinstance(kinds, list) else [kinds])]
    return _WHEN[event].format(
        whose=whose,
        who=who,
        player=player,
        plays=f"play{s}",
        draws=f"draw{s}",
        discards=f"discard{s}",
        card=article(filtered("card", ability.get("filter", {}))),
        victim=" or ".join(victims) or "anything",
    )


def passive(ability: Data) -> str:
    if "aura" in ability:
        aura = ability["aura"]
        to = aura["to"]
        if to == "SELF":
            return f"This has {_given(aura)}."
        whose = {"FRIENDLY": "Your ", "ENEMY": "Enemy ", "ANY": "All "}[to["side"]]
        other = "other " if to.get("other") else ""
        what = filtered("units", to.get("filter", {}))
        return f"{whose}{other}{what} have {_given(aura)}."
    mod = ability["cost_mod"]
    least = f" (at least {mod['min']})" if mod.get("min") else ""
    if mod.get("self"):
        return f"Costs {change(mod['amount'])}{least}."
    whose = {"FRIENDLY": "Your ", "ENEMY": "Enemy ", "ANY": "All "}[mod["side"]]
    return f"{whose}{filtered('cards', mod.get('filter', {}))} cost {change(mod['amount'])}{least}."


def _given(aura: Data) -> str:
    if "keyword" in aura:
        return keyword(aura["keyword"].upper())
    stat = "damage reduction" if aura["stat"] == "DAMAGE_REDUCTION" else aura["stat"]
    if isinstance(aura["amount"], int):
        return f"{aura['amount']:+d} {stat}"
    times, _, each = amount(aura["amount"]).partition(" ")
    return f"{'' if times.startswith('-') else '+'}{times} {stat} {each}"
