"""A card's text in Chinese, out of its data, as `words.py` makes it in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .telling import Data, Deed, Names, Phrases, Tongue
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


class ChineseDeed(Deed):
    """An effect, with what Chinese needs to say of it."""

    __slots__ = ()

    @property
    def tapped(self) -> str:
        return "（横置）" if self.e.get("tapped") else ""

    @property
    def stat(self) -> str:
        return STAT[self.e["stat"]]

    @property
    def status(self) -> str:
        return self.names.get(self.e["status"], str(self.e["status"]))


def _signed(d: ChineseDeed) -> str:
    return d.n if d.n.startswith("-") else f"+{d.n}"


def _apply_status(d: ChineseDeed) -> str:
    value = f" {d.e['value']}" if "value" in d.e else ""
    return f"使{d.who}{d.status}{value}（{d.e['duration']}回合）"


def _clear_status(d: ChineseDeed) -> str:
    what = "所有状态" if d.e["status"] == "ALL" else d.status
    return f"移除{d.who}的{what}"


def _summon(d: ChineseDeed) -> str:
    side = "为对手" if d.e.get("side") == "ENEMY" else ""
    return f"{side}召唤{d.n}个{d.card}{d.tapped}"


def _move(d: ChineseDeed) -> str:
    if d.e["to"] != "FIELD":
        return f"将{d.who}{_ZONE[d.e['to']]}"
    yours = "由你操控" if d.e.get("yours") else ""
    return f"将{d.who}放进战场{d.tapped}{yours}"


def _discard(d: ChineseDeed) -> str:
    return f"{d.who}{'随机' if d.e.get('mode') == 'RANDOM' else ''}弃{d.n}张牌"


def _modify_ce(d: ChineseDeed) -> str:
    verb = "失去" if d.n.startswith("-") else "获得"
    return f"{d.who}{verb}{d.n.lstrip('-')}点咒力{'，上限随之改变' if d.e.get('max') else ''}"


def _modify_cost(d: ChineseDeed) -> str:
    which = filtered("牌", d.e.get("filter", {}), d.names)
    return f"{d.lasts}{d.who}的{which}费用{change(d.e['amount'], d.names)}"


def _choose(d: ChineseDeed) -> str:
    labels = [one.get("zh") or one["label"] for one in d.e["options"]]
    who = "对手选择一项" if d.e.get("by") == "OPPONENT" else "选择一项"
    return f"{who}：{'，或'.join(labels)}"


def _if(d: ChineseDeed) -> str:
    test = d.e["condition"]
    if "dies" in test:
        given = f"{'它' if test['dies'] in d.said else d.select(test['dies'])}死亡"
    else:
        given = condition(test, d.names)
    then, other = d.inner(d.e["then"]), d.inner(d.e.get("else", []))
    return f"若{given}，{then}" + (f"，否则{other}" if other else "")


def _search(d: ChineseDeed) -> str:
    many, to = d.e.get("amount", 1), d.e.get("to", "HAND")
    where = {"HAND": "加入手牌", "DECK_TOP": "放到牌库顶", "FIELD": f"放进战场{d.tapped}"}[to]
    what = f"{'至多' if many > 1 else ''}{many}张{filtered('牌', d.e['filter'], d.names)}"
    seen = "展示并" if d.e.get("reveal") else ""
    return f"从{d.who}的牌库找{what}，{seen}{where}，然后洗牌"


def _pick(d: ChineseDeed) -> str:
    who = "对手" if d.e.get("by") == "OPPONENT" else "你"
    may, many = ("可以" if d.e.get("optional") else ""), d.e.get("amount", 1)
    one = group(d.e["target"], d.names) if isinstance(d.e["target"], dict) else d.who
    return f"{who}{may}选{many}个{one}：{d.inner(d.e['effects'])}"


def _grant_ability(d: ChineseDeed) -> str:
    return f"{d.who}{d.lasts}获得“{d.tongue.ability_text(d.e['ability'], d.names).rstrip('。')}”"


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
DEEDS: dict[str, Callable[[ChineseDeed], str]] = {
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
PHASE = {"MAIN_A": "第一主阶段", "MAIN_B": "第二主阶段"}


class Chinese(Tongue):
    """Cards told in Chinese."""

    phrases = Phrases(
        gap="",
        stop="。",
        comma="，",
        then="；",
        together="并",
        colon="：",
        tapped="横置进场。",
        phases="仅限{}。",
        either="或",
        costs="额外费用：{}。",
        equip="装备的单位具有{}。",
        counted="其上每有一个{}指示物，便具有{}。",
        once="每回合只能打出一张。",
        most="你最多操控{}张。",
        free="免费",
        given="，若{}",
        quick="，也可作回应",
        slow="可以回应。",
    )
    phase = PHASE
    plain = PLAIN
    deeds = DEEDS
    deed = ChineseDeed

    def keyword(self, word: str) -> str:
        return KEYWORD[word]

    def counter(self, name: str, names: Names) -> str:
        return names.get(f"COUNTER:{name}", name.capitalize())

    def duration(self, lasts: str) -> str:
        return DURATION[lasts]

    def select(self, data: Any, targets: list[Data], names: Names, event: str) -> str:
        return select(data, targets, names, event)

    def again(self, who: str) -> str:
        return "它们" if who.startswith("至多") else "它"

    def amount(self, data: Any, targets: list[Data], names: Names, event: str) -> str:
        return amount(data, targets, names, event)

    def condition(self, data: Data, names: Names) -> str:
        return condition(data, names)

    def passive(self, ability: Data, names: Names) -> str:
        return passive(ability, names)

    def trigger(self, ability: Data, names: Names) -> str:
        return trigger(ability, names)

    def stats(self, given: Data) -> str:
        stats = [f"{given[s]:+d}{STAT[s.upper()]}" for s in ("atk", "def", "hp") if given.get(s)]
        return "、".join(stats + self.keywords(given.get("keywords", ())))

    def energy(self, n: int | str) -> str:
        return f"{n}咒力"

    def cost(self, kind: str, n: Any, names: Names) -> str:
        if kind == "discard":
            return f"弃{n}张牌"
        if kind == "sacrifice":
            return f"牺牲一个{filtered('单位', n, names)}"
        return "横置" if kind == "tap" else f"{n}点生命"

    def times(self, limit: int) -> str:
        return f"（每回合{limit}次）"

    def often(self, limit: int | None) -> str:
        return f"，每回合{limit or '一'}次"

    def sentence(self, text: str, *, may: bool) -> str:
        text = text.replace("等量点", "等量的").replace("的点", "的")  # 等同于…的点伤害
        return f"你可以{text}" if may else text


CHINESE = Chinese()
card_text, ability_text = CHINESE.card_text, CHINESE.ability_text
__all__ = ["ability_text", "card_text", "target_text"]
