"""The engine's one loop: it goes on until somebody must choose or the game is over.

What is left to do is always data (a frame, fired triggers, the stack, the step of the turn), so a
deal can be copied in the middle of anything. A turn: RECHARGE, DRAW, MAIN_A, window, BATTLE,
MAIN_B, window, END (A18-A25).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import combat, deeds, facts, stack, steps, zones
from . import vocabulary as v
from .aiming import legal_targets
from .budget import spent
from .damage import deal
from .legal import can_respond
from .stack import Entry, fire, fizzle

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle

LONGEST_CHAIN = 256  # resolutions without anybody choosing
DECK_EMPTY_DAMAGE = 2
DECK_EMPTY_LOSS = 3


def run(game: Battle) -> None:
    """Go on until a choice is needed (`game.ask`) or it is over."""
    while not game.ask and not game.over:
        if game.frame is not None:
            _work(game, game.frame)
        elif (game.wounded or game.clean != game.version) and check(game):
            continue
        elif game.fired:
            stack.place(game)
        elif game.stack:
            place = stack.top(game.stack)
            entry = game.stack[place]
            if not entry.passed:
                if can_respond(game, 1 - entry.ctrl):
                    game.ask_for("RESPONSE", 1 - entry.ctrl)
                    return
                entry.passed = True
            game.chain += 1
            if game.chain > LONGEST_CHAIN or (game.chain > 3 and _loops(game, entry)):
                game.finish(-1, "DRAW", "INFINITE_LOOP")
                return
            del game.stack[place]
            _begin(game, entry)
        else:
            STEPS[game.step](game)


def _loops(game: Battle, entry: Entry) -> bool:
    """B26: the same ability of the same card for the third time in the same situation."""
    if entry.source is None or entry.ability is None:
        return False
    situation = (
        *(*game.hp, *game.ce, *map(len, game.decks), *map(len, game.hands), len(game.stack)),
        *(
            (
                c.d.index,
                c.ctrl,
                c.damage,
                c.tapped,
                len(c.mods),
                tuple(c.statuses),
                tuple(c.counters.items()),
            )
            for c in game.cards.values()
        ),
    )
    key = (entry.source.id, entry.ability.index, situation)
    game.seen[key] = game.seen.get(key, 0) + 1
    return game.seen[key] >= 3


# Resolving


def _begin(game: Battle, entry: Entry) -> None:
    """B23: targets are looked at again; if every one has become illegal, it fizzles."""
    specs = entry.d.targets if entry.ability is None else entry.ability.targets
    if specs and entry.targets is not None and entry.later is None:
        aimed = [one for one in entry.targets if one >= 0]
        kept = tuple(
            one if one >= 0 and one in legal_targets(game, spec, entry.ctrl, entry.source) else -1
            for one, spec in zip(entry.targets, specs, strict=True)
        )
        if aimed and max(kept) < 0:
            fizzle(game, entry, "ILLEGAL_TARGETS")
            return
        entry.targets = kept
    entry.work = [(entry.effects(), 0)]
    game.frame = entry


def _work(game: Battle, entry: Entry) -> None:
    work = entry.work
    while work:
        effects, place = work[-1]
        if place == len(effects):
            work.pop()
            continue
        work[-1] = (effects, place + 1)
        game.ran += 1
        if spent(game):
            _end(game, entry)
            return
        effects[place].run(game, entry, effects[place])
        if game.ask:
            return
    game.frame = None
    if entry.spell:
        zones.bury(game, entry.d, entry.ctrl)  # B32
    if game.told is not None:
        names = tuple(effect.name for effect in entry.effects())
        index = None if entry.ability is None else entry.ability.index
        game.told.append(Told(facts.AbilityResolved(entry.d.id, names, index)))


def _end(game: Battle, entry: Entry) -> None:
    """This move has done all that a move may do: the effect ends where it is, and says so."""
    entry.work.clear()
    game.frame = None
    fizzle(game, entry, "BUDGET")


# State-based checks


def check(game: Battle) -> bool:
    """The dead, the doomed and equipment without a bearer; whether anything changed. Only worth
    calling where somebody was hurt or changed."""
    hp = game.hp
    if hp[0] <= 0 or hp[1] <= 0:
        _defeat(game)
        return True
    dead: list[Inst] = []
    orphans: list[Inst] = []
    bare = not game.aura_cards
    for inst in game.cards.values():
        kind = inst.d.kind
        if kind == v.UNIT:
            changed = inst.damage or inst.mods or inst.doomed or inst.attached or inst.statuses
            if bare and not changed:
                continue  # as it came; no printed HP is 0
            if inst.dying(game):
                dead.append(inst)
            inst.doomed = False
        elif kind == v.EQUIPMENT and inst.host not in game.cards:
            orphans.append(inst)
    game.clean, game.wounded = game.version, False
    for inst in orphans:
        zones.leave(game, inst, "GRAVEYARD")
    zones.leave_together(game, dead, "GRAVEYARD", destroyed=True)
    return bool(dead or orphans)


def _defeat(game: Battle) -> None:
    """B27: look at both before anybody has won."""
    if game.hp[0] <= 0 and game.hp[1] <= 0:
        game.finish(-1, "DRAW", "BOTH_DEFEATED")
    else:
        game.finish(0 if game.hp[1] <= 0 else 1, "OPPONENT_HP_ZERO")


# The steps of a turn


def _phase(game: Battle, phase: int) -> None:
    game.phase = phase
    if game.told is not None:
        game.told.append(Told(facts.PhaseStarted(game.turn, game.active, v.PHASES[phase])))


def _main(game: Battle) -> None:
    game.ask_for("MAIN", game.active)


def _attacks(game: Battle) -> None:
    if combat.attackers(game, game.active):
        game.ask_for("ATTACKS", game.active)
    else:
        _main_b(game)


def _ending(game: Battle) -> None:
    game.step = steps.CLEANUP
    fire(game, v.ON_END, None, game.active, at=game.active)
    deeds.due(game, recharge=False)


def _recharge(game: Battle) -> None:
    """A18; B13 untaps; B14 one CE more each turn, up to 10; POISON bites (B17)."""
    seat = game.active
    _phase(game, v.RECHARGE)
    game.step = steps.DRAWING
    game.max_ce[seat] = min(game.options.max_ce, game.max_ce[seat] + 1)
    game.ce[seat] = game.max_ce[seat]
    if seat != game.first and game.turn // 2 <= len(game.options.second_ce):
        game.ce[seat] += game.options.second_ce[game.turn // 2 - 1]
    for inst in list(game.cards.values()):
        if inst.ctrl != seat:
            continue
        if inst.tapped and not inst.held(game, "NO_UNTAP"):
            inst.tapped = False
        for name, value, _ in inst.statuses:
            bite = value if name == "POISON" else 0
            if name.startswith("CUSTOM:"):
                bite = game.set.statuses[name].damage
            if bite:
                deal(game, None, name, inst.id, bite, "EFFECT")
    for name, value, _ in list(game.player_statuses[seat]):
        if name == "POISON":
            deal(game, None, name, seat, value, "EFFECT")
    fire(game, v.ON_RECHARGE, None, seat, at=seat)
    deeds.due(game, recharge=True)


def _draw(game: Battle) -> None:
    """A19, B28: no card costs 2 HP, and the third time the game."""
    seat = game.active
    _phase(game, v.DRAW)
    game.step = steps.MAIN
    if game.turn > game.options.draws_from and not zones.draw(game, seat):
        game.failed[seat] += 1
        if game.told is not None:
            game.told.append(Told(facts.PlayerDeckEmpty(seat, game.failed[seat])))
        deal(game, None, "DECK_EMPTY", seat, DECK_EMPTY_DAMAGE, "DECK_EMPTY")
        if game.failed[seat] >= DECK_EMPTY_LOSS and game.hp[seat] > 0:
            game.finish(1 - seat, "DECK_EMPTY")
            return
    fire(game, v.ON_DRAW, None, seat, at=seat)
    _phase(game, v.MAIN_A)


def _after_main(game: Battle) -> None:
    """B19: the active player has passed; the other may respond, and then it is their turn again."""
    if not game.responded[1 - game.active] and can_respond(game, 1 - game.active):
        game.ask_for("RESPONSE", 1 - game.active)
        return
    leave_main(game)


def leave_main(game: Battle) -> None:
    game.responded = [False, False]
    game.passes = [0, 0]
    if game.phase == v.MAIN_A:
        _phase(game, v.BATTLE)
        game.step = steps.ATTACKING
    else:
        _phase(game, v.END)
        game.step = steps.ENDING


def _blocking(game: Battle) -> None:
    """Ask the defender, unless there is nobody to stop or nothing they could do."""
    game.attacks = [one for one in game.attacks if combat.stands(game, one)]
    if not game.attacks:
        game.step = steps.BATTLE_OVER
        return
    seat = 1 - game.active
    if (combat.blockers(game, seat) and combat.blockable(game)) or can_respond(game, seat):
        game.ask_for("BLOCKS", seat)
    else:
        game.step = steps.FIRST_HITS


def _blocked(game: Battle) -> None:
    """Whoever attacked may respond to the blocks, then the other; who does, begins it anew."""
    for seat in (game.active, 1 - game.active):
        if not game.block_passed[seat] and can_respond(game, seat):
            game.ask_for("RESPONSE", seat)
            return
    game.step = steps.FIRST_HITS


def _main_b(game: Battle) -> None:
    game.attacks = []
    _phase(game, v.MAIN_B)
    game.step = steps.MAIN


def _cleanup(game: Battle) -> None:
    """A25: what lasts until the end of turn ends on both sides (B15), and hands shrink to ten."""
    seat = game.active
    game.step = steps.NEXT
    changed = [inst for inst in game.cards.values() if inst.mods or inst.statuses or inst.home >= 0]
    before = [inst.left(game) for inst in changed]
    for inst in game.cards.values():
        inst.evaded = False
        inst.shield = 0
        inst.linked = 0
        if inst.used:
            inst.used = {}
    for inst in changed:
        inst.mods = [mod for mod in inst.mods if mod[3] != v.THIS_TURN]
        if inst.ctrl == seat:
            inst.statuses = [(n, x, t - 1) for n, x, t in inst.statuses if t > 1]
        if inst.home >= 0:
            home, inst.home = inst.home, -1
            zones.take_over(game, inst, home)
    if changed:
        for inst in changed:
            if not inst.gone:
                game.touch(inst)
        game.listen()
    for inst, left in zip(changed, before, strict=True):
        if not inst.gone:
            zones.clip(game, inst, left)
    game.player_statuses[seat] = [(n, x, t - 1) for n, x, t in game.player_statuses[seat] if t > 1]
    for who in (0, 1):
        game.shields[who] = 0
        game.armour[who] = [one for one in game.armour[who] if one[1] != v.THIS_TURN]
        game.cost_changes[who] = [one for one in game.cost_changes[who] if one[2] != v.THIS_TURN]
    game.evaded = [False, False]
    over = len(game.hands[seat]) - game.options.hand_limit
    if over > 0:
        game.ask_for("DISCARD", seat, None, over)


def _next(game: Battle) -> None:
    """B37: count the turn and pass it on."""
    seat = game.active
    if game.slept == 1:
        game.missed[seat] += 1
        if game.missed[seat] >= 3:
            game.finish(1 - seat, "TIMEOUT")
            return
    else:
        game.missed[seat] = 0
    if game.turn >= game.options.turn_limit:
        if game.hp[0] == game.hp[1]:
            game.finish(-1, "DRAW", "TURN_LIMIT")
        else:
            game.finish(0 if game.hp[0] > game.hp[1] else 1, "TURN_LIMIT")
        return
    game.turn += 1
    game.active = 1 - seat
    game.begin_turn()


STEPS: tuple[Callable[[Battle], None], ...] = (  # by their numbers in `steps.py`
    *(_recharge, _draw, _main, _after_main),
    *(_attacks, _blocking, combat.hits, combat.hits, _main_b),
    *(_ending, _cleanup, _next, _blocked),
)
