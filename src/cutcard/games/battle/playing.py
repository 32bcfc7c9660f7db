"""Announcing a card or an ability: check everything, in the spec's order (A30), then pay, then do.

Resolution never charges (B24). A unit, equipment or FIELD card comes into play at once; a
TECHNIQUE, a RESPONSE and an ability wait on the stack, unless the ability is IMMEDIATE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cutcard.kernel.game import Told

from . import facts, zones
from . import vocabulary as v
from .aiming import legal_targets
from .defs import Ability, Def, Filter, TargetSpec
from .inst import Inst
from .moves import ActivateAbility, PlayCard
from .refusals import refuse
from .stack import DEEPEST, Entry, fire

if TYPE_CHECKING:
    from .rules import Battle

WINDOWS = ("RESPONSE", "BLOCKS")


class Paid(NamedTuple):
    """What a checked announcement will pay."""

    ce: int
    discard: tuple[int, ...] = ()
    sacrifice: tuple[int, ...] = ()
    hp: int = 0


def cost(game: Battle, seat: int, d: Def, x: int = 0) -> int:
    """B29: base, all changes, X, and only then the floor."""
    if not game.cost_cards and not game.cost_changes[seat] and not d.own_cost:
        return d.cost + x
    total, least = d.cost + x, 0
    for inst in game.cost_cards:
        if inst.sealed():
            continue
        for mod in inst.d.cost_mods:
            if mod.side != "ANY" and (inst.ctrl == seat) != (mod.side == "FRIENDLY"):
                continue
            if mod.filter is None or mod.filter.fits(d):
                total += mod.amount(game, _asking(game, d, inst.ctrl))
                least = max(least, mod.least)
    for mod in d.own_cost:
        total += mod.amount(game, _asking(game, d, seat))
        least = max(least, mod.least)
    for test, amount, _ in game.cost_changes[seat]:
        if test is None or test.fits(d):
            total += amount
    return max(total, min(least, d.cost + x), 0)


def _asking(game: Battle, d: Def, ctrl: int) -> Entry:
    return Entry(-1, d, ctrl)


def right_time(game: Battle, seat: int, d: Def) -> bool:
    """B18: every type has its time; RESPONSE cards and QUICK units that of the window's holder."""
    if game.ask in WINDOWS:
        return d.responds
    return game.ask == "MAIN" and d.kind != v.RESPONSE and game.phase in d.phases


def restricted(game: Battle, seat: int, d: Def) -> str:
    """Why a card may not be played just now, or nothing."""
    if d.once_per_turn and d.index in game.once[seat]:
        return f"Only one {d.name} a turn"
    if d.kind in (v.TECHNIQUE, v.RESPONSE):
        statuses = game.player_statuses[seat]
        if statuses and any(one[0] == "CURSED_SEAL" for one in statuses):
            return "You are sealed: no techniques and no responses"
        if len(game.stack) >= DEEPEST:
            return "The stack is full"
        return ""
    if d.max_in_play:
        held = sum(1 for c in game.cards.values() if c.d is d and c.ctrl == seat)
        if held >= d.max_in_play:
            return f"You may control only {d.max_in_play} {d.name}"
    return "" if zones.room(game, d, seat) else "There is no room on the field"


def check_targets(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle,
    specs: tuple[TargetSpec, ...],
    given: tuple[int, ...],
    seat: int,
    source: Inst | None,
    lenient: bool,
) -> tuple[int, ...]:
    """The targets, one for each the card names; -1 where one is left out (B31)."""
    if len(given) > len(specs):
        refuse("INVALID_TARGET", f"{len(given)} targets for {len(specs)}")
    chosen = []
    for i, spec in enumerate(specs):
        legal = legal_targets(game, spec, seat, source)
        one = given[i] if i < len(given) else -1
        if one < 0:
            if not spec.optional and not (lenient and not legal):
                refuse("INVALID_TARGET", "A target has to be chosen")
            chosen.append(-1)
        elif one not in legal or one in chosen:
            refuse("INVALID_TARGET", f"{zones.called(game, one)} cannot be aimed at")
        else:
            chosen.append(one)
    return tuple(chosen)


def check_card(game: Battle, seat: int, move: PlayCard) -> tuple[int, Def, Paid, tuple[int, ...]]:
    """A30, in its order; nothing has changed when it refuses."""
    place = next(
        (i for i, card in enumerate(game.hands[seat]) if card[0] == move.card_instance_id), -1
    )
    if place < 0:
        if game.owned(seat, move.card_instance_id):
            refuse("CARD_NOT_IN_HAND", "That card is not in your hand")
        refuse("CARD_NOT_FOUND", "You have no such card")
    if move.card_instance_id in game.face_down:
        refuse("CARD_FACE_DOWN", "That card lies face down")
    d = game.set.defs[game.hands[seat][place][1]]
    if not right_time(game, seat, d):
        refuse("WRONG_PHASE", f"{d.name} cannot be played now")
    if move.x < 0 or (move.x and not d.x) or move.x > 99:
        refuse("INVALID_X", "X is a number of CE you can pay")
    if d.x and move.x < d.x_min:
        refuse("INVALID_X", f"X is at least {d.x_min}")
    price = cost(game, seat, d, move.x)
    if price > game.ce[seat]:
        if d.x and cost(game, seat, d, d.x_min) <= game.ce[seat]:
            refuse("INVALID_X", "You cannot pay so much")
        refuse("INSUFFICIENT_CE", f"{d.name} costs {price} CE, you have {game.ce[seat]}")
    lenient = d.enter is not None
    targets = check_targets(game, d.targets, move.target_ids, seat, None, lenient)
    _room_for_gear(game, d, targets)
    if why := restricted(game, seat, d):
        refuse("RESTRICTION_VIOLATED", why)
    own = move.card_instance_id
    return place, d, check_extra(game, seat, d, move.cost_ids, price, own), targets


def _room_for_gear(game: Battle, d: Def, targets: tuple[int, ...]) -> None:
    if d.kind == v.EQUIPMENT and len(game.cards[targets[0]].attached) >= game.options.equipment:
        refuse("INVALID_TARGET", "That unit can carry no more")


def check_extra(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle, seat: int, what: Def | Ability, given: tuple[int, ...], price: int, own: int
) -> Paid:
    """Costs besides CE: cards to discard, a unit to sacrifice, HP."""
    rest = list(given)
    thrown: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()
    if what.discard:
        thrown, rest = tuple(rest[: what.discard]), rest[what.discard :]
        held = [card[0] for card in game.hands[seat] if card[0] != own]
        if len(set(thrown)) < what.discard or not all(one in held for one in thrown):
            many = "another card" if what.discard == 1 else f"{what.discard} other cards"
            refuse("INVALID_COST", f"Name {many} of your hand to discard")
    if what.sacrifice is not None:
        if not rest or rest[0] not in offerings(game, seat, what.sacrifice):
            refuse("INVALID_COST", "Name a unit of yours to sacrifice")
        fallen = (rest.pop(0),)
    if rest:
        refuse("INVALID_COST", "That is more than it costs")
    if what.pay_hp >= game.hp[seat] > 0 and what.pay_hp:
        refuse("INSUFFICIENT_HP", f"It costs {what.pay_hp} HP, and you would not survive")
    return Paid(price, thrown, fallen, what.pay_hp)


def offerings(game: Battle, seat: int, test: Filter) -> list[int]:
    return [inst.id for inst in game.units(seat) if test.holds(game, inst)]


def pay(game: Battle, seat: int, paid: Paid) -> None:
    game.ce[seat] -= paid.ce
    if paid.hp:
        game.hp[seat] -= paid.hp
        game.wounded = True
    if paid.discard:
        zones.discard(game, seat, paid.discard)
    for one in paid.sacrifice:
        zones.leave(game, game.cards[one], "GRAVEYARD", destroyed=True)


def play_card(game: Battle, seat: int, move: PlayCard) -> None:
    place, d, paid, targets = check_card(game, seat, move)
    zones.take_from_hand(game, seat, place)
    pay(game, seat, paid)
    game.tally[1][seat] += 1
    if d.once_per_turn:
        game.once[seat].append(d.index)
    inst = None
    if d.kind in (v.TECHNIQUE, v.RESPONSE):
        entry = Entry(game.new_id(), d, seat)
        entry.targets, entry.x, entry.priority = targets, move.x, d.priority
        game.stack.append(entry)
        new = entry.id
    else:
        game.announced = targets
        host = game.cards.get(targets[0]) if d.kind == v.EQUIPMENT else None
        inst = zones.enter(game, d, seat, host)
        game.announced = None
        new = inst.id
    game.notes.append(("PLAY", seat, d.index, new, targets, move.x))
    if game.told is not None:
        aimed = tuple(one for one in targets if one >= 0)
        game.told.append(Told(facts.Result(paid.ce, new), (seat,)))
        game.told.append(Told(facts.CardPlayed(seat, d.id, new, paid.ce, aimed, move.x)))
    game.played = d
    fire(game, v.ON_PLAYED, inst, seat, new if inst is not None else -1, seat)
    game.played = None


# Activated abilities


def check_ability(
    game: Battle, seat: int, move: ActivateAbility
) -> tuple[Inst, Ability, Paid, tuple[int, ...]]:
    inst = game.cards.get(move.card_instance_id)
    if inst is None:
        if game.owned(seat, move.card_instance_id):
            refuse("CARD_NOT_ON_FIELD", "That card is not in play")
        refuse("CARD_NOT_FOUND", "You have no such card")
    if inst.ctrl != seat:
        refuse("CARD_NOT_FOUND", "You have no such card")
    ability = next((one for one in inst.activated() if one.index == move.ability_id), None)
    if ability is None:
        refuse("ABILITY_NOT_FOUND", f"{inst.d.name} has no such ability")
    if not ability_time(game, ability):
        refuse("WRONG_PHASE", "That ability cannot be used now")
    if why := held_back(game, inst, ability):
        refuse("RESTRICTION_VIOLATED", why)
    if ability.tap and inst.tapped:
        refuse("CARD_TAPPED", f"{inst.d.name} is tapped")
    used = inst.used.get(ability.index, 0)
    if used and not ability.repeatable:
        refuse("ALREADY_ACTIVATED", "Once a turn")
    if ability.repeatable and ability.limit and used >= ability.limit:
        refuse("ABILITY_LIMIT_EXCEEDED", f"{ability.limit} times a turn")
    if move.x < 0 or move.x > 99 or (move.x and not ability.x):
        refuse("INVALID_X", "X is a number of CE you can pay")
    price = ability.cost + move.x
    if price > game.ce[seat]:
        refuse("INSUFFICIENT_CE", f"It costs {price} CE, you have {game.ce[seat]}")
    targets = check_targets(game, ability.targets, move.target_ids, seat, inst, lenient=False)
    return inst, ability, check_extra(game, seat, ability, move.cost_ids, price, -1), targets


def ability_time(game: Battle, ability: Ability) -> bool:
    if game.ask in WINDOWS:
        return ability.timing == "RESPONSE"
    return game.ask == "MAIN" and game.phase in ability.phases


def held_back(game: Battle, inst: Inst, ability: Ability) -> str:
    if inst.off(ability):
        return f"{inst.d.name} is {'sealed' if inst.cursed() else 'silenced'}"
    if inst.statuses and inst.held(game, "NO_ACTIVATE"):
        return f"{inst.d.name} is stunned"
    new = game.options.sickness and inst.came == game.turn and inst.d.kind == v.UNIT
    if ability.tap and new and not inst.kw(game) & v.RUSH:
        return f"{inst.d.name} has just come"
    if ability.condition is not None and not ability.condition(game, inst.ctrl, inst, None):
        return "Its condition is not met"
    if len(game.stack) >= DEEPEST:
        return "The stack is full"
    return ""


def activate(game: Battle, seat: int, move: ActivateAbility) -> None:
    inst, ability, paid, targets = check_ability(game, seat, move)
    inst.used = {**inst.used, ability.index: inst.used.get(ability.index, 0) + 1}
    if ability.tap:
        inst.tapped = True
    entry = Entry(game.new_id(), inst.d, seat)
    entry.ability, entry.source = ability, inst
    entry.targets, entry.x, entry.priority = targets, move.x, ability.priority
    entry.passed = ability.timing == "IMMEDIATE"
    game.stack.append(entry)
    pay(game, seat, paid)
    game.notes.append(("ABILITY", seat, inst.d.index, ability.index, targets, move.x))
    if game.told is not None:
        aimed = tuple(one for one in targets if one >= 0)
        game.told.append(Told(facts.Result(paid.ce, inst.id), (seat,)))
        fact = facts.AbilityActivated(seat, inst.d.id, inst.id, ability.index, paid.ce, aimed)
        game.told.append(Told(fact))
    fire(game, v.ON_ACTIVATED, inst, seat, inst.id, inst.id)
