"""A finite choice of what leads on: all single plays, and a sample of attacks, blocks and swaps.

`play` accepts more than is listed here (any set of attackers, for one); random play, simulations
and bots draw from this. Order is fixed: hand and field order, passing last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import combat, moves, playing, zones
from . import vocabulary as v
from .aiming import can_aim, ways
from .defs import Ability, Def
from .inst import Inst

if TYPE_CHECKING:
    from .rules import Battle

PASS = moves.Pass()
WAYS = 8  # ways to aim one card that are listed
AIMS = 24  # targets or blocks that are listed
DUELS = 2  # attacks of one unit on another that are listed


def playable(game: Battle, seat: int) -> Iterator[tuple[int, Def, int]]:
    """Cards of the hand that may be played now: id, card, cost (with the least X)."""
    for card, d, price in affordable(game, seat):
        if d.targets and d.enter is None and not can_aim(game, d.targets, seat):
            continue
        yield card, d, price


def affordable(game: Battle, seat: int) -> list[tuple[int, Def, int]]:
    """Cards of the hand whose time it is and that can be paid; targets are not looked at."""
    found = []
    defs, ce, phase = game.set.defs, game.ce[seat], game.phase
    window = game.ask in playing.WINDOWS
    plain = not game.cost_cards and not game.cost_changes[seat]  # costs are as printed
    room: bool | None = None
    for card, number, _ in game.hands[seat]:
        d = defs[number]
        if not d.responds if window else (d.kind == v.RESPONSE or phase not in d.phases):
            continue
        if plain and not d.own_cost:
            price = d.cost + d.x_min
        else:
            price = playing.cost(game, seat, d, d.x_min)
        if price > ce:
            continue
        if d.kind == v.UNIT and not d.limited:
            if room is None:
                room = zones.room(game, d, seat)  # the same for every unit
            if not room:
                continue
        elif playing.restricted(game, seat, d):
            continue
        if not d.extra or payable(game, seat, d, card):
            found.append((card, d, price))
    return found


def payable(game: Battle, seat: int, what: Def | Ability, own: int) -> bool:
    """Whether the costs besides CE can be paid."""
    if what.discard and sum(card[0] != own for card in game.hands[seat]) < what.discard:
        return False
    if what.sacrifice is not None and not playing.offerings(game, seat, what.sacrifice):
        return False
    return not what.pay_hp or what.pay_hp < game.hp[seat]


def can_activate(game: Battle, inst: Inst, ability: Ability) -> bool:
    """Whether an ability could be used by what is in play; its time is not looked at."""
    used = inst.used.get(ability.index, 0)
    if used and (not ability.repeatable or (ability.limit and used >= ability.limit)):
        return False
    if (ability.tap and inst.tapped) or ability.cost > game.ce[inst.ctrl]:
        return False
    if playing.held_back(game, inst, ability) or not payable(game, inst.ctrl, ability, -1):
        return False
    return not ability.targets or can_aim(game, ability.targets, inst.ctrl)


def can_respond(game: Battle, seat: int) -> bool:
    """Whether a window is worth opening, by what everybody knows: the seat has a card, and of
    the cards its hand and deck hold together one that can respond, be paid and be aimed. What
    is really in the hand never counts, so being asked or not tells nothing."""
    ce = game.ce[seat]
    if game.hands[seat]:
        plain = not game.cost_cards and not game.cost_changes[seat]
        last = -1
        for number in game.answers[seat]:
            if number == last:
                continue
            last = number
            d = game.set.defs[number]
            if plain and not d.own_cost:
                price = d.cost + d.x_min
            else:
                price = playing.cost(game, seat, d, d.x_min)
            if price > ce or playing.restricted(game, seat, d):
                continue
            if d.enter is not None or not d.targets or can_aim(game, d.targets, seat):
                return True
    for inst in game.cards.values():
        if inst.ctrl == seat and (inst.d.activated or inst.mods):
            for ability in inst.activated():
                if ability.timing == "RESPONSE" and can_activate(game, inst, ability):
                    return True
    return False


def usable(game: Battle, seat: int) -> list[tuple[Inst, Ability]]:
    """Activated abilities that may be used now."""
    return [
        (inst, ability)
        for inst in game.cards.values()
        if inst.ctrl == seat and (inst.d.activated or inst.mods)
        for ability in inst.activated()
        if playing.ability_time(game, ability) and can_activate(game, inst, ability)
    ]


def moves_of(game: Battle, seat: int) -> list[moves.Move]:
    kind = game.ask
    if kind in ("MAIN", "RESPONSE"):
        found = _plays(game, seat)
        found.append(PASS)
        return found
    match kind:
        case "ATTACKS":
            return [*_attacks(game, seat), PASS]
        case "BLOCKS":
            return [*_plays(game, seat), *_blocks(game, seat), PASS]
        case "TARGET":
            return _targets(game)
        case "CHOOSE":
            assert game.asking is not None
            return [moves.Choose(i) for i in range(len(game.asking.options))]
        case "DISCARD":
            return _discards(game, seat)
        case "SCRY":
            every = tuple(range(game.count))
            some = [moves.Scry((i,)) for i in every if game.count > 1]
            return [moves.Scry(), moves.Scry(every), *some]
        case "SEARCH":
            names = dict.fromkeys(findable(game, seat))
            return [*(moves.Search(name) for name in names), moves.Search()]
        case "MULLIGAN":
            ids = tuple(card[0] for card in game.hands[seat])
            return [moves.Mulligan(), moves.Mulligan(ids), *(moves.Mulligan((i,)) for i in ids)]
        case "DECK":
            return [moves.ChooseDeck(name) for name in game.set.decks]
    return _swaps(game, seat)


def _plays(game: Battle, seat: int) -> list[moves.Move]:
    found: list[moves.Move] = []
    for card, d, _ in affordable(game, seat):
        costs = _cost_ids(game, seat, d, card) if d.extra else ()
        for x in _xs(game, seat, d) if d.x else (0,):
            if not d.targets:
                found.append(moves.PlayCard(card, (), x, costs))
                continue
            aims = ways(game, d.targets, seat, None, d.enter is not None, WAYS)
            if d.kind == v.EQUIPMENT:
                most = game.options.equipment
                aims = [one for one in aims if len(game.cards[one[0]].attached) < most]
            found += [moves.PlayCard(card, one, x, costs) for one in aims]
    for inst, ability in usable(game, seat):
        costs = _cost_ids(game, seat, ability, -1)
        xs = range(game.ce[seat] - ability.cost + 1) if ability.x else (0,)
        aims = ways(game, ability.targets, seat, inst, False, WAYS) if ability.targets else [()]
        for x in xs:
            found += [moves.ActivateAbility(inst.id, ability.index, one, x, costs) for one in aims]
    return found


def _xs(game: Battle, seat: int, d: Def) -> list[int]:
    return [x for x in range(d.x_min, 21) if playing.cost(game, seat, d, x) <= game.ce[seat]]


def _cost_ids(game: Battle, seat: int, what: Def | Ability, own: int) -> tuple[int, ...]:
    """The cheapest way to pay what is not CE: the first other cards, the weakest unit."""
    ids: tuple[int, ...] = ()
    if what.discard:
        others = [card[0] for card in game.hands[seat] if card[0] != own]
        ids = tuple(others[: what.discard])
    if what.sacrifice is not None:
        offered = playing.offerings(game, seat, what.sacrifice)
        ids = (*ids, min(offered, key=lambda one: (game.cards[one].d.cost, one)))
    return ids


def _aim(one: int, target: int) -> moves.Attack:
    if target in (0, 1):
        return moves.Attack(one)
    return moves.Attack(one, "CARD", target)


def _attacks(game: Battle, seat: int) -> list[moves.Move]:
    mine = [inst.id for inst in combat.attackers(game, seat)]
    targets = combat.attackable(game, seat)
    line = [_aim(one, targets[0]) for one in mine]
    found: list[moves.Move] = [moves.DeclareAttacks(tuple(line[i:])) for i in range(len(line))]
    others = targets[1:]
    count = len(mine) * len(others)  # every unit against every other target; some of them
    for i in range(0, count, count // DUELS + 1):
        one, target = mine[i // len(others)], others[i % len(others)]
        found.append(moves.DeclareAttacks((_aim(one, target),)))
    return found


def _blocks(game: Battle, seat: int) -> list[moves.Move]:
    mine = [inst.id for inst in combat.blockers(game, seat)]
    able = combat.blockable(game)
    pairs = [moves.Block(one, foe) for foe in able for one in mine]
    found: list[moves.Move] = [
        moves.DeclareBlocks((pair,)) for pair in pairs[:: len(pairs) // AIMS + 1]
    ]
    if len(mine) > 1 and len(able) > 1:
        line = tuple(moves.Block(one, foe) for one, foe in zip(mine, able, strict=False))
        found.append(moves.DeclareBlocks(line))
    return found


def _targets(game: Battle) -> list[moves.Move]:
    if game.frame is not None:
        return _picks(game)
    entry = game.fired[0]
    assert entry.ability is not None
    aims = ways(game, entry.ability.targets, entry.ctrl, entry.source, True, AIMS)
    return [moves.Target(one) for one in aims]


def _picks(game: Battle) -> list[moves.Move]:
    """Some ways to pick so many of the pool: each with those after it, and where one may, none."""
    assert game.asking is not None
    pool, count = game.pool, game.count
    twice, starts = pool + pool, range(min(len(pool), AIMS))
    found: list[moves.Move] = [*(moves.Target(twice[i : i + count]) for i in starts)]
    return [*found, moves.Target()] if game.asking.optional else found


def _discards(game: Battle, seat: int) -> list[moves.Move]:
    ids = [card[0] for card in game.hands[seat]]
    count = game.count
    return [moves.Discard(tuple(ids[i : i + count])) for i in range(len(ids) - count + 1)]


def findable(game: Battle, seat: int) -> list[str]:
    """What a search may take from the deck, by name, each copy: whoever looks through a deck
    sees them all, and so learns which copies they hold or have lost."""
    assert game.asking is not None
    return sorted(d.id for d in zones.deck_defs(game, seat) if fits_search(game, seat, d))


def fits_search(game: Battle, seat: int, d: Def) -> bool:
    """Whether a card is what is searched for; to the field, also whether it has a place there."""
    e = game.asking
    assert e is not None
    if e.to == "FIELD" and (d.kind == v.EQUIPMENT or not zones.room(game, d, seat)):
        return False
    return e.filter is None or e.filter.fits(d)


def _swaps(game: Battle, seat: int) -> list[moves.Move]:
    """Keep the deck, or swap its dearest card for one of the sideboard."""
    main, side = game.mains[seat], game.sides[seat]
    dear = max(main, key=lambda name: (game.set.by_id[name].cost, name))
    most = {d.id: 1 if d.legendary else 3 for d in game.set.defs}
    fits = [name for name in sorted(side) if main.get(name, 0) < most[name]]
    return [moves.Sideboard(), *(moves.Sideboard((dear,), (name,)) for name in fits[:3])]
