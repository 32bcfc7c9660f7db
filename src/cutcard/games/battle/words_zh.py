"""A card's text in Chinese, out of its data, as `words.py` makes it in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .terms_zh import (
    DURATION,
    KEYWORD,
    STAT,
    amount,
    change,
    condition,
    filtered,
    group,
    passive,
    select,
    target_text,
    trigger,
)

Data = dict[str, Any]
Names = dict[str, str]  # ids of cards and statuses: what they are called in Chinese

_PHASE = {"MAIN_A": "第一主阶段", "MAIN_B": "第二主阶段"}
_ZONE = {
    "HAND": "移回其拥有者手牌",
    "DECK_TOP": "放到其拥有者牌库顶",
    "DECK_BOTTOM": "放到其拥有者牌库底",
    "GRAVEYARD": "置入其拥有者墓地",
    "BANISHED": "放逐",
}
_LATER = {
    "END_OF_TURN": "本回合结束时",
    "MY_RECHARGE": "你的下个充能阶段",
    "THEIR_RECHARGE": "对手的下个充能阶段",
}


def card_text(card: Data, names: Names) -> str:
    """The whole text of a card."""
    parts = []
    if card.get("keywords"):
        parts.append("，".join(KEYWORD[word.upper()] for word in card["keywords"]) + "。")
    if card.get("enters_tapped"):
        parts.append("横置进场。")
    if card.get("phases"):
        parts.append(f"仅限{'或'.join(_PHASE[one] for one in card['phases'])}。")
    if extra := _extra(card, names):
        parts.append(f"额外费用：{extra}。")
    if any(card.get("equip", {}).values()):
        parts.append(f"装备的单位具有{_stats(card['equip'])}。")
    if "effects" in card:
        parts.append(_sentences(card["effects"], card.get("targets", []), names))
    parts += [ability_text(one, names) for one in card.get("abilities", [])]
    for name, stats in card.get("per_counter", {}).items():
        parts.append(f"其上每有一个{counter(name, names)}指示物，便具有{_stats(stats)}。")
    limits = card.get("restrictions", {})
    if limits.get("once_per_turn"):
        parts.append("每回合只能打出一张。")
    if limits.get("max_in_play"):
        parts.append(f"你最多操控{limits['max_in_play']}张。")
    return "".join(parts)


def counter(name: str, names: Names) -> str:
    return names.get(f"COUNTER:{name}", name.capitalize())


def _stats(equip: Data) -> str:
    stats = [f"{equip[s]:+d}{STAT[s.upper()]}" for s in ("atk", "def", "hp") if equip.get(s)]
    return "、".join(stats + [KEYWORD[word.upper()] for word in equip.get("keywords", [])])


def _extra(what: Data, names: Names) -> str:
    costs = []
    if what.get("tap"):
        costs.append("横置")
    if what.get("discard"):
        costs.append(f"弃{what['discard']}张牌")
    if what.get("pay_hp"):
        costs.append(f"{what['pay_hp']}点生命")
    if "sacrifice" in what:
        costs.append(f"牺牲一个{filtered('单位', what['sacrifice'], names)}")
    return "，".join(costs)


def ability_text(ability: Data, names: Names) -> str:
    """One ability, as its own sentence."""
    if ability["type"] == "PASSIVE":
        return passive(ability, names)
    event = ability.get("trigger", "")
    does = _sentences(ability["effects"], ability.get("targets", []), names, event)
    limit = ability.get("max_per_turn")
    given = f"，若{condition(ability['if'], names)}" if "if" in ability else ""
    if ability["type"] == "TRIGGERED":
        times = f"（每回合{limit}次）" if limit else ""
        slow = "可以回应。" if ability.get("timing") == "STACK" else ""
        return f"{trigger(ability, names)}{given}{times}：{does}{slow}"
    costs = [f"{ability['cost']}咒力"] if ability.get("cost") else []
    costs += ["X咒力"] if ability.get("x") else []
    costs += [_extra(ability, names)] if _extra(ability, names) else []
    often = f"，每回合{limit}次" if limit else "" if ability.get("repeatable") else "，每回合一次"
    quick = "，也可作回应" if ability.get("timing") == "RESPONSE" else ""
    return f"{'，'.join(costs) or '免费'}{often}{quick}{given}：{does}"


def _sentences(effects: list[Data], targets: list[Data], names: Names, event: str = "") -> str:
    said: set[str] = set()
    text = "；".join(_effect(effect, targets, names, said, event) for effect in effects)
    text = text.replace("等量点", "等量的").replace("的点", "的")  # 等同于…的点伤害
    may = any(one.get("optional") for one in targets)
    return f"{'你可以' if may else ''}{text}。"


class Deed(NamedTuple):
    """An effect, and what most of its sentences are made of."""

    e: Data
    who: str
    n: str  # the amount, 1 where there is none
    targets: list[Data]
    names: Names
    said: set[str]
    event: str

    @property
    def lasts(self) -> str:
        lasts = self.e.get("duration")
        return DURATION[lasts] if isinstance(lasts, str) else ""

    @property
    def keyword(self) -> str:
        return KEYWORD[self.e["keyword"].upper()]

    @property
    def counter(self) -> str:
        return counter(self.e["counter"], self.names)

    @property
    def card(self) -> str:
        return self.names.get(self.e["card"], str(self.e["card"]))

    @property
    def tapped(self) -> str:
        return "（横置）" if self.e.get("tapped") else ""

    @property
    def stat(self) -> str:
        return STAT[self.e["stat"]]

    @property
    def status(self) -> str:
        return self.names.get(self.e["status"], str(self.e["status"]))

    def inner(self, effects: list[Data]) -> str:
        return "并".join(
            _effect(one, self.targets, self.names, self.said, self.event) for one in effects
        )

    def select(self, data: Any) -> str:
        return select(data, self.targets, self.names, self.event)


def _effect(e: Data, targets: list[Data], names: Names, said: set[str], event: str) -> str:
    who = select(e["target"], targets, names, event) if "target" in e else ""
    if "target" in e and str(e["target"]).startswith("$"):
        if e["target"] in said:
            who = "它们" if who.startswith("至多") else "它"
        said.add(e["target"])
    n = amount(e["amount"], targets, names, event) if "amount" in e else "1"
    deed = Deed(e, who, n, targets, names, said, event)
    plain = PLAIN.get(e["do"])
    return DEEDS[e["do"]](deed) if plain is None else plain.format(d=deed)


def _signed(d: Deed) -> str:
    return d.n if d.n.startswith("-") else f"+{d.n}"


def _apply_status(d: Deed) -> str:
    value = f" {d.e['value']}" if "value" in d.e else ""
    return f"使{d.who}{d.status}{value}（{d.e['duration']}回合）"


def _clear_status(d: Deed) -> str:
    what = "所有状态" if d.e["status"] == "ALL" else d.status
    return f"移除{d.who}的{what}"


def _summon(d: Deed) -> str:
    side = "为对手" if d.e.get("side") == "ENEMY" else ""
    return f"{side}召唤{d.n}个{d.card}{d.tapped}"


def _move(d: Deed) -> str:
    if d.e["to"] != "FIELD":
        return f"将{d.who}{_ZONE[d.e['to']]}"
    yours = "由你操控" if d.e.get("yours") else ""
    return f"将{d.who}放进战场{d.tapped}{yours}"


def _discard(d: Deed) -> str:
    return f"{d.who}{'随机' if d.e.get('mode') == 'RANDOM' else ''}弃{d.n}张牌"


def _modify_ce(d: Deed) -> str:
    verb = "失去" if d.n.startswith("-") else "获得"
    return f"{d.who}{verb}{d.n.lstrip('-')}点咒力{'，上限随之改变' if d.e.get('max') else ''}"


def _modify_cost(d: Deed) -> str:
    which = filtered("牌", d.e.get("filter", {}), d.names)
    return f"{d.lasts}{d.who}的{which}费用{change(d.e['amount'], d.names)}"


def _choose(d: Deed) -> str:
    labels = [one.get("zh") or one["label"] for one in d.e["options"]]
    who = "对手选择一项" if d.e.get("by") == "OPPONENT" else "选择一项"
    return f"{who}：{'，或'.join(labels)}"


def _if(d: Deed) -> str:
    test = d.e["condition"]
    if "dies" in test:
        given = f"{'它' if test['dies'] in d.said else d.select(test['dies'])}死亡"
    else:
        given = condition(test, d.names)
    then, other = d.inner(d.e["then"]), d.inner(d.e.get("else", []))
    return f"若{given}，{then}" + (f"，否则{other}" if other else "")


def _search(d: Deed) -> str:
    many, to = d.e.get("amount", 1), d.e.get("to", "HAND")
    where = {"HAND": "加入手牌", "DECK_TOP": "放到牌库顶", "FIELD": f"放进战场{d.tapped}"}[to]
    what = f"{'至多' if many > 1 else ''}{many}张{filtered('牌', d.e['filter'], d.names)}"
    seen = "展示并" if d.e.get("reveal") else ""
    return f"从{d.who}的牌库找{what}，{seen}{where}，然后洗牌"


def _pick(d: Deed) -> str:
    who = "对手" if d.e.get("by") == "OPPONENT" else "你"
    may, many = ("可以" if d.e.get("optional") else ""), d.e.get("amount", 1)
    one = group(d.e["target"], d.names) if isinstance(d.e["target"], dict) else d.who
    return f"{who}{may}选{many}个{one}：{d.inner(d.e['effects'])}"


def _grant_ability(d: Deed) -> str:
    return f"{d.who}{d.lasts}获得“{ability_text(d.e['ability'], d.names).rstrip('。')}”"


PLAIN = {
    "DAMAGE": "对{d.who}造成{d.n}点伤害",
    "HEAL": "为{d.who}恢复{d.n}点生命",
    "DRAW": "{d.who}抽{d.n}张牌",
    "DESTROY": "消灭{d.who}",
    "GRANT_KEYWORD": "{d.who}{d.lasts}获得{d.keyword}",
    "REMOVE_KEYWORD": "{d.who}{d.lasts}失去{d.keyword}",
    "TAP": "横置{d.who}",
    "UNTAP": "重置{d.who}",
    "ADD_COUNTER": "在{d.who}上放{d.n}个{d.counter}指示物",
    "REMOVE_COUNTER": "从{d.who}上移除{d.n}个{d.counter}指示物",
    "NEGATE": "无效{d.who}",
    "PREVENT_DAMAGE": "本回合防止{d.who}将受到的下{d.n}点伤害",
    "SCRY": "看{d.who}牌库顶的{d.n}张牌，将其中任意张放到牌库底",
    "MILL": "将{d.who}牌库顶的{d.n}张牌置入墓地",
    "GAIN_CONTROL": "{d.lasts}获得{d.who}的操控权",
    "SILENCE": "{d.lasts}沉默{d.who}",
    "TRANSFORM": "将{d.who}变为{d.card}",
    "REVEAL": "{d.who}展示手牌",
    "SET_STAT": "{d.who}{d.lasts}的{d.stat}变为{d.n}",
    "CREATE": "将{d.n}张{d.card}加入{d.who}的手牌",
}
DEEDS: dict[str, Callable[[Deed], str]] = {
    "MODIFY_STAT": lambda d: f"{d.who}{d.lasts}{_signed(d)}{d.stat}",
    "APPLY_STATUS": _apply_status,
    "CLEAR_STATUS": _clear_status,
    "SUMMON": _summon,
    "MOVE": _move,
    "DISCARD": _discard,
    "MODIFY_CE": _modify_ce,
    "MODIFY_COST": _modify_cost,
    "ATTACH": lambda d: f"将{d.select(d.e.get('equipment', 'SELF'))}装备到{d.who}",
    "CHOOSE": _choose,
    "IF": _if,
    "REPEAT": lambda d: f"重复{d.n}次：{d.inner(d.e['effects'])}",
    "SEARCH": _search,
    "FIGHT": lambda d: f"{d.who}与{d.select(d.e['other'])}互相攻击",
    "GRANT_ABILITY": _grant_ability,
    "PICK": _pick,
    "DELAY": lambda d: f"{_LATER[d.e['when']]}，{d.inner(d.e['effects'])}",
}
__all__ = ["ability_text", "card_text", "target_text"]
