"""The parts of a card's Chinese text that do nothing by themselves, as `terms.py` has them."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
Names = dict[str, str]

KEYWORD = {
    "PIERCING": "穿刺",
    "EVASION": "闪避",
    "LIFELINK": "吸血",
    "INDESTRUCTIBLE": "不灭",
    "RUSH": "疾行",
    "GUARD": "守护",
    "VIGILANCE": "警戒",
    "OVERRUN": "践踏",
    "FIRST_STRIKE": "先攻",
    "BARRIER": "屏障",
    "DEADLY": "致命",
    "WARDED": "辟法",
    "ROOTED": "扎根",
    "ELUSIVE": "潜行",
    "QUICK": "迅捷",
    "SUNDER": "破甲",
}
STATUS = {"STUN": "眩晕", "POISON": "中毒", "CURSED_SEAL": "封印", "WEAKNESS": "虚弱"}
STAT = {"ATK": "攻击", "DEF": "防御", "HP": "生命", "DAMAGE_REDUCTION": "伤害减免"}
DURATION = {"PERMANENT": "", "UNTIL_END_OF_TURN": "本回合", "UNTIL_EOL": "在场期间"}
_TYPE = {
    "UNIT": "单位",
    "TECHNIQUE": "技法",
    "RESPONSE": "回应",
    "EQUIPMENT": "装备",
    "FIELD": "场地",
    "CARD": "牌",
    "PLAYER": "玩家",
}
_SIDE = {"FRIENDLY": "友方", "ENEMY": "敌方", "ANY": ""}
_WHOSE = {"FRIENDLY": "你", "ENEMY": "对手", "ANY": "任一玩家"}
_ZONE = {"GRAVEYARD": "墓地", "BANISHED": "放逐区", "HAND": "手牌", "DECK": "牌库"}
_SELF = {
    "ENTER_FIELD": "进场",
    "DESTROYED": "被消灭时",
    "LEAVE_FIELD": "离场",
    "DECLARE_ATTACK": "攻击时",
    "DECLARE_BLOCK": "阻挡时",
}
_WHEN = {
    "RECHARGE": "{whose}充能阶段",
    "DRAW": "{whose}抽牌阶段",
    "END": "{whose}结束阶段",
    "ENTER_FIELD": "每当{who}进场",
    "LEAVE_FIELD": "每当{who}离场",
    "DESTROYED": "每当{who}被消灭",
    "CARD_PLAYED": "每当{player}打出{card}",
    "CARD_DRAWN": "每当{player}抽一张牌",
    "DISCARDED": "每当{player}弃掉{card}",
    "DECLARE_ATTACK": "每当{who}攻击",
    "DECLARE_BLOCK": "每当{who}阻挡",
    "BLOCKED": "每当{who}被阻挡",
    "DEAL_DAMAGE": "每当{who}对{victim}造成伤害",
    "TAKE_DAMAGE": "每当{who}受到伤害",
    "HEALED": "每当{who}恢复生命",
    "EVADED": "每当{who}闪避",
    "STATUS_APPLIED": "每当{who}获得状态",
    "ATTACHED": "每当{who}装上装备",
    "ABILITY_ACTIVATED": "每当{who}的能力被使用",
}
_NAMED = {
    "SELF": "此牌",
    "CONTROLLER": "你",
    "OPPONENT": "对手",
    "HOST": "装备的单位",
    "PICKED": "它",
}
_BY = {
    "TAKE_DAMAGE": "伤害来源",
    "DEAL_DAMAGE": "伤害来源",
    "BLOCKED": "阻挡者",
    "DECLARE_BLOCK": "阻挡者",
    "DECLARE_ATTACK": "攻击者",
    "EVADED": "攻击者",
    "ATTACHED": "该装备",
}
_TO = {
    "DECLARE_ATTACK": "被攻击者",
    "DECLARE_BLOCK": "攻击者",
    "BLOCKED": "攻击者",
    "DEAL_DAMAGE": "受伤者",
    **dict.fromkeys(
        ("RECHARGE", "DRAW", "END", "CARD_PLAYED", "CARD_DRAWN", "DISCARDED"), "该玩家"
    ),
}
_EVENT = {"UNIT_DESTROYED": "被消灭的单位", "CARD_PLAYED": "打出的牌", "CARD_DRAWN": "抽到的牌"}


def filtered(noun: str, test: Data, names: Names) -> str:
    kinds = test.get("type")
    if kinds and noun in ("牌", "单位"):
        words = [_TYPE[kind] for kind in (kinds if isinstance(kinds, list) else [kinds])]
        noun = "或".join(words) + ("牌" if noun == "牌" else "")
    before = ""
    for end, word in (("min", "不低于"), ("max", "不高于")):
        if f"cost_{end}" in test:
            before += f"费用{word}{test[f'cost_{end}']}的"
        if f"atk_{end}" in test:
            before += f"攻击{word}{test[f'atk_{end}']}的"
    if "keyword" in test:
        before += f"具有{KEYWORD[test['keyword'].upper()]}的"
    if "status" in test:
        before += f"{names.get(test['status'], test['status'])}的"
    before += "横置的" if test.get("tapped") else ""
    before += "受伤的" if test.get("damaged") else ""
    before += "衍生" if test.get("token") else ""
    if "name" in test:
        noun = f"“{names.get(test['name'], test['name'])}”"
    return before + _tag(test, names) + noun


def _tag(test: Data, names: Names) -> str:
    tag = str(test.get("tag", ""))
    return names.get(f"TAG:{tag}", tag)


def target_text(target: Data, names: Names) -> str:
    """What a target is, in words."""
    side, test, kind = _SIDE[target["side"]], target.get("filter", {}), target["kind"]
    many = f"至多{target['up_to']}" if "up_to" in target else "一"
    match kind:
        case "ANY":
            if target["side"] == "ANY" and not test:
                return "任意目标" if many == "一" else f"{many}个目标"
            player = {"FRIENDLY": "你自己", "ENEMY": "对手"}.get(target["side"], "一名玩家")
            return f"{many}个{side}{filtered('单位', test, names)}或{player}"
        case "PLAYER":
            return {"FRIENDLY": "你自己", "ENEMY": "对手"}.get(target["side"], "一名玩家")
        case "CARD":
            return f"{_WHOSE[target['side']]}墓地的{many}张{filtered('牌', test, names)}"
        case "STACK_ITEM":
            what = filtered("牌", test, names) if test else "牌或能力"
            return f"堆叠上{many}个{side}{what}"
    return f"{many}个{side}{filtered(_TYPE[kind], test, names)}"


def group(data: Data, names: Names) -> str:
    test = data.get("filter", {})
    if data.get("zone") == "GRAVEYARD":
        return f"{_WHOSE[data['side']]}墓地的{filtered('牌', test, names)}"
    kind = _TYPE[data["random" if "random" in data else "all"]]
    return f"{_SIDE[data['side']]}{filtered(kind, test, names)}"


def select(data: Any, targets: list[Data], names: Names, event: str = "") -> str:
    if isinstance(data, dict):
        if "random" in data:
            return f"随机{data.get('n', 1)}个{group(data, names)}"
        return f"所有{'其他' if data.get('other') else ''}{group(data, names)}"
    if data.startswith("$"):
        return target_text(next(one for one in targets if one["id"] == data[1:]), names)
    if data == "EVENT_SOURCE":
        return _BY.get(event, "它")
    if data == "EVENT_TARGET":
        return _TO.get(event, "它")
    return _NAMED[data]


def counted(data: Data, names: Names) -> str:
    test = data.get("filter", {})
    if "event" in data:
        return f"本回合每有一个{_EVENT[data['event']]}"
    if "zone" in data:
        whose = _WHOSE[data.get("side", "ANY")]
        return f"{whose}{_ZONE[data['zone']]}每有一张{filtered('牌', test, names)}"
    side = _SIDE[data.get("side", "ANY")]
    return f"每有一个{side}{filtered(_TYPE[data['all']], test, names)}"


def amount(data: Any, targets: list[Data], names: Names, event: str = "") -> str:
    if isinstance(data, int | str):
        return {"EVENT_AMOUNT": "等量"}.get(str(data), str(data))
    if "stat" in data:
        return f"等同于{select(data['of'], targets, names, event)}{STAT[data['stat']]}的"
    limit = f"，最多{data['max']}" if "max" in data else ""
    more = f"，另加{data['plus']}" if data.get("plus") else ""
    if "counters" in data:
        name = names.get(f"COUNTER:{data['counters']}", data["counters"].capitalize())
        each = f"{select(data['of'], targets, names, event)}上每有一个{name}指示物"
    else:
        each = counted(data["count"], names)
    return f"{data.get('times', 1)}（{each}{more}{limit}）"


def change(data: Any, names: Names) -> str:
    if isinstance(data, dict):
        each = counted(data["count"], names)
        return f"{'减少' if data.get('times', 1) < 0 else '增加'}1（{each}）"
    return f"{'减少' if data < 0 else '增加'}{abs(data)}"


def condition(data: Data, names: Names) -> str:
    if "counter" in data:
        name = names.get(f"COUNTER:{data['counter']}", data["counter"].capitalize())
        return f"其上有{data['min']}个{name}指示物"
    who = "你" if data["of"] == "CONTROLLER" else "对手"
    ends = (("min", "至少"), ("max", "至多"))
    if "control" in data:
        noun = filtered(_TYPE[data["control"]["all"]], data["control"].get("filter", {}), names)
        return "且".join(f"{who}操控{word}{data[end]}个{noun}" for end, word in ends if end in data)
    nouns = {"hand": "张手牌", "hp": "点生命", "units": "个单位"}
    return "且".join(
        f"{who}有{word}{data[f'{what}_{end}']}{of}"
        for what, of in nouns.items()
        for end, word in ends
        if f"{what}_{end}" in data
    )


def trigger(ability: Data, names: Names) -> str:
    event, watch = ability["trigger"], ability["watch"]
    if watch == "SELF" and event in _SELF:
        return _SELF[event]
    test = ability.get("filter", {})
    unit = filtered("单位", test, names) if event != "DEAL_DAMAGE" else "单位"
    who = {
        "SELF": "此牌",
        "OTHER": f"另一个{unit}",
        "FRIENDLY": f"友方{unit}",
        "ENEMY": f"敌方{unit}",
        "HOST": "装备的单位",
        "CONTROLLER": "你一方",
        "OPPONENT": "对手一方",
    }.get(watch, f"一个{unit}")
    mine, other = watch in ("CONTROLLER", "FRIENDLY"), watch in ("OPPONENT", "ENEMY")
    player = "你" if mine else "对手" if other else "一名玩家"
    kinds = test.get("type", [])
    victims = [_TYPE[one] for one in (kinds if isinstance(kinds, list) else [kinds])]
    victim = "或".join(victims) or "任何目标"
    whose = "你的" if mine else "对手的" if other else "每个"
    card = f"一张{filtered('牌', test, names)}"
    return _WHEN[event].format(whose=whose, who=who, player=player, card=card, victim=victim)


def passive(ability: Data, names: Names) -> str:
    if "aura" in ability:
        aura = ability["aura"]
        to = aura["to"]
        if to == "SELF":
            return f"此牌具有{_given(aura, names)}。"
        other = "其他" if to.get("other") else ""
        side = {"FRIENDLY": "你的", "ENEMY": "敌方", "ANY": "所有"}[to["side"]]
        which = filtered("单位", to.get("filter", {}), names)
        return f"{side}{other}{which}具有{_given(aura, names)}。"
    mod = ability["cost_mod"]
    least = f"（最少{mod['min']}）" if mod.get("min") else ""
    if mod.get("self"):
        return f"此牌费用{change(mod['amount'], names)}{least}。"
    side = {"FRIENDLY": "你的", "ENEMY": "对手的", "ANY": "所有"}[mod["side"]]
    which = filtered("牌", mod.get("filter", {}), names)
    return f"{side}{which}费用{change(mod['amount'], names)}{least}。"


def _given(aura: Data, names: Names) -> str:
    if "keyword" in aura:
        return KEYWORD[aura["keyword"].upper()]
    if isinstance(aura["amount"], int):
        return f"{aura['amount']:+d}{STAT[aura['stat']]}"
    number = amount(aura["amount"], [], names)
    return f"{'' if number.startswith('-') else '+'}{number}{STAT[aura['stat']]}"
