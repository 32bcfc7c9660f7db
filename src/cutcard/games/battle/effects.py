"""What each effect does, by its name. An effect that has to ask somebody says so in `game.ask`
and is finished by the answer (`choices.py`); all others are done when they return.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts, zones
from . import vocabulary as v
from .budget import MOST_DRAWN, MOST_REPEATS
from .damage import deal, heal
from .deeds import DEEDS
from .defs import Effect, Run
from .inst import ABILITY, GRANT, LOSE, SILENCE, STAT, Inst
from .stack import fire, fizzle

if TYPE_CHECKING:
    from .rules import Battle
    from .stack import Entry

MOST_CE = 20  # held at once, however much is gained


def _cards(game: Battle, entry: Entry, e: Effect) -> list[Inst]:
    """The selected cards that are in play."""
    return [game.cards[one] for one in e.select(game, entry) if one in game.cards]


def _type(entry: Entry) -> str:
    return "EFFECT" if entry.ability is None else "ABILITY"


def damage(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for target in e.select(game, entry):
        deal(game, entry.source, entry.d.id, target, amount, _type(entry))


def healing(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for target in e.select(game, entry):
        heal(game, target, amount)


def draw(game: Battle, entry: Entry, e: Effect) -> None:
    """B28: drawing by an effect from an empty deck costs nothing."""
    amount = e.amount(game, entry)
    for seat in e.select(game, entry):
        for _ in range(min(amount, MOST_DRAWN)):
            if not zones.draw(game, seat):
                break


def modify_stat(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    if not amount:
        return
    for target in e.select(game, entry):
        inst = game.cards.get(target)
        if inst is not None:
            inst.mods.append((STAT, e.stat, amount, e.duration, entry.d.id, None))
            game.touch(inst)
        elif target in (0, 1) and e.stat == v.REDUCTION:
            game.armour[target].append((amount, e.duration))


def destroy(game: Battle, entry: Entry, e: Effect) -> None:
    """All at once: none of them sees the field without the others."""
    mortal = [one for one in _cards(game, entry, e) if not one.kw(game) & v.INDESTRUCTIBLE]
    zones.leave_together(game, mortal, "GRAVEYARD", destroyed=True)


def grant_keyword(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        new = game.new_id() if e.keyword == v.BARRIER else 0  # a barrier of its own
        inst.mods.append((GRANT, e.keyword, new, e.duration, entry.d.id, None))
        game.touch(inst)


def remove_keyword(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        inst.mods.append((LOSE, e.keyword, 0, e.duration, entry.d.id, None))
        game.touch(inst)


def silence(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        inst.mods.append((SILENCE, 0, game.new_id(), e.duration, entry.d.id, None))
        game.touch(inst)


def grant_ability(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        inst.mods.append((ABILITY, 0, 0, e.duration, entry.d.id, e.ability))
        game.touch(inst)
        game.listen()


def apply_status(game: Battle, entry: Entry, e: Effect) -> None:
    for target in e.select(game, entry):
        inst = game.cards.get(target)
        if inst is not None and inst.d.kind == v.UNIT:
            add_status(game, inst.statuses, e, inst.id, inst, inst.ctrl)
        elif target in (0, 1) and not e.status.startswith("CUSTOM:"):
            add_status(game, game.player_statuses[target], e, target, None, target)


def add_status(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle,
    bearing: list[tuple[str, int, int]],
    e: Effect,
    target: int,
    inst: Inst | None,
    ctrl: int,
) -> None:
    """POISON adds its value up and lasts anew; others last anew, unless they say otherwise."""
    own = game.set.statuses.get(e.status)
    stacking = "ADD" if e.status == "POISON" else own.stacking if own else "REFRESH"
    for i, (name, value, turns) in enumerate(bearing):
        if name == e.status:
            if stacking == "IGNORE":
                return
            strength = value + e.value if stacking == "ADD" else max(value, e.value)
            bearing[i] = (name, strength, max(turns, e.duration))
            break
    else:
        bearing.append((e.status, e.value, e.duration))
    if inst is not None:
        game.touch(inst)
    if game.told is not None:
        game.told.append(Told(facts.StatusApplied(target, e.status, e.duration, e.value)))
    fire(game, v.ON_STATUS, inst, ctrl, at=target, amount=e.value)


def clear_status(game: Battle, entry: Entry, e: Effect) -> None:
    for target in e.select(game, entry):
        inst = game.cards.get(target)
        if inst is None and target not in (0, 1):
            continue
        bearing = game.player_statuses[target] if inst is None else inst.statuses
        bearing[:] = [one for one in bearing if e.status not in ("ALL", one[0])]
        if inst is not None:
            game.touch(inst)


def summon(game: Battle, entry: Entry, e: Effect) -> None:
    seat = entry.ctrl if e.side == "FRIENDLY" else 1 - entry.ctrl
    d = game.set.by_id[e.card]
    for _ in range(min(e.amount(game, entry), game.options.field_units)):
        if game.unit_count(seat) >= game.options.field_units:
            break
        zones.enter(game, d, seat, tapped=e.tapped)


def move(game: Battle, entry: Entry, e: Effect) -> None:
    """All at once; what has just left play is looked for where it went."""
    leaving: list[Inst] = []
    for target in e.select(game, entry):
        inst = game.cards.get(target)
        if inst is not None:
            if e.to != "FIELD":
                leaving.append(inst)
        elif target in game.gone:
            zones.from_graveyard(game, game.gone[target].buried, e, entry.ctrl)
        elif target > 1:
            zones.from_graveyard(game, target, e, entry.ctrl)
    zones.leave_together(game, leaving, e.to)


def discard(game: Battle, entry: Entry, e: Effect) -> None:
    for seat in e.select(game, entry):
        hand = game.hands[seat]
        amount = min(e.amount(game, entry), len(hand))
        if amount <= 0:
            continue
        if e.mode == "RANDOM":
            picked = [hand[game.rng.below(len(hand))][0] for _ in range(1)]
            while len(picked) < amount:
                one = hand[game.rng.below(len(hand))][0]
                if one not in picked:
                    picked.append(one)
            zones.discard(game, seat, picked)
        elif amount == len(hand):
            zones.discard(game, seat, [card[0] for card in hand])
        else:
            game.ask_for("DISCARD", seat, e, amount)


def modify_ce(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for seat in e.select(game, entry):
        if e.flag:
            game.max_ce[seat] = max(0, min(game.options.max_ce, game.max_ce[seat] + amount))
        game.ce[seat] = max(0, min(MOST_CE, game.ce[seat] + amount))


def modify_cost(game: Battle, entry: Entry, e: Effect) -> None:
    for seat in e.select(game, entry):
        game.cost_changes[seat].append((e.filter, e.amount(game, entry), e.duration))


def tap(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        inst.tapped = True


def untap(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        inst.tapped = False


def attach(game: Battle, entry: Entry, e: Effect) -> None:
    for host in _cards(game, entry, e):
        for one in e.other(game, entry):
            gear = game.cards.get(one)
            if gear is not None and gear.d.kind == v.EQUIPMENT and host.d.kind == v.UNIT:
                zones.attach(game, gear, host)


def add_counter(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for inst in _cards(game, entry, e):
        _count(game, inst, e.counter, inst.counters.get(e.counter, 0) + amount)


def _count(game: Battle, inst: Inst, name: str, count: int) -> None:
    """So many counters; a unit that gets stats from them never dies of losing some."""
    left = inst.left(game)
    inst.counters = {one: n for one, n in inst.counters.items() if one != name}
    if count > 0:
        inst.counters[name] = min(99, count)
    game.touch(inst)
    zones.clip(game, inst, left)


def remove_counter(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for inst in _cards(game, entry, e):
        _count(game, inst, e.counter, inst.counters.get(e.counter, 0) - amount)


def negate(game: Battle, entry: Entry, e: Effect) -> None:
    for target in e.select(game, entry):
        for i, other in enumerate(game.stack):
            if other.id == target:
                del game.stack[i]
                fizzle(game, other, "NEGATED")
                break


def prevent_damage(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for target in e.select(game, entry):
        inst = game.cards.get(target)
        if inst is not None:
            inst.shield += amount
        elif target in (0, 1):
            game.shields[target] += amount


def choose(game: Battle, entry: Entry, e: Effect) -> None:
    game.ask_for("CHOOSE", entry.ctrl if e.by == "CONTROLLER" else 1 - entry.ctrl, e, 1)


def branch(game: Battle, entry: Entry, e: Effect) -> None:
    assert e.condition is not None
    holds = e.condition(game, entry.ctrl, entry.source, entry)
    entry.work.append((e.effects if holds else e.otherwise, 0))


def repeat(game: Battle, entry: Entry, e: Effect) -> None:
    times = max(0, min(MOST_REPEATS, e.amount(game, entry)))
    entry.work.extend([(e.effects, 0)] * times)


def mill(game: Battle, entry: Entry, e: Effect) -> None:
    amount = e.amount(game, entry)
    for seat in e.select(game, entry):
        for _ in range(min(amount, len(game.decks[seat]))):
            zones.mill(game, seat)


def gain_control(game: Battle, entry: Entry, e: Effect) -> None:
    for inst in _cards(game, entry, e):
        if inst.d.kind == v.UNIT and game.unit_count(entry.ctrl) < game.options.field_units:
            if e.duration == v.THIS_TURN and inst.ctrl != entry.ctrl:
                inst.home = inst.ctrl
            zones.take_over(game, inst, entry.ctrl)


def fight(game: Battle, entry: Entry, e: Effect) -> None:
    """Both strike with what they had at that moment."""
    others = [game.cards[one] for one in e.other(game, entry) if one in game.cards]
    for one in _cards(game, entry, e):
        for two in others:
            first, second = one.atk(game), two.atk(game)
            deal(game, one, one.d.id, two.id, first, "ABILITY")
            deal(game, two, two.d.id, one.id, second, "ABILITY")


RUN: dict[str, Run] = {
    **DEEDS,
    "DAMAGE": damage,
    "HEAL": healing,
    "DRAW": draw,
    "MODIFY_STAT": modify_stat,
    "DESTROY": destroy,
    "GRANT_KEYWORD": grant_keyword,
    "REMOVE_KEYWORD": remove_keyword,
    "APPLY_STATUS": apply_status,
    "CLEAR_STATUS": clear_status,
    "SUMMON": summon,
    "MOVE": move,
    "DISCARD": discard,
    "MODIFY_CE": modify_ce,
    "MODIFY_COST": modify_cost,
    "TAP": tap,
    "UNTAP": untap,
    "ATTACH": attach,
    "ADD_COUNTER": add_counter,
    "REMOVE_COUNTER": remove_counter,
    "NEGATE": negate,
    "PREVENT_DAMAGE": prevent_damage,
    "CHOOSE": choose,
    "IF": branch,
    "REPEAT": repeat,
    "MILL": mill,
    "GAIN_CONTROL": gain_control,
    "FIGHT": fight,
    "SILENCE": silence,
    "GRANT_ABILITY": grant_ability,
}
