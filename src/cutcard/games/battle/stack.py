"""What waits to resolve: entries, the triggers that make them, and in what order they come.

Highest priority first, newest among equals (B21). An entry that others may respond to resolves
once the other player has passed on it, or cannot respond by anything public. Triggers of one
moment are placed the active player's first, so the other's resolve first (A50).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts
from . import vocabulary as v
from .aiming import legal_targets
from .budget import WAITING
from .defs import Ability, Def, Effect
from .inst import Inst
from .views import StackItem

if TYPE_CHECKING:
    from .rules import Battle

DEEPEST = 64  # entries; more is a loop


class Entry:
    """A card or ability that waits, or is just resolving."""

    __slots__ = (
        *("ability", "amount", "at", "by", "ctrl", "d", "id", "passed", "picked", "priority"),
        *("later", "source", "targets", "work", "x"),
    )

    def __init__(self, id: int, d: Def, ctrl: int) -> None:  # noqa: A002  # what it is
        self.id = id
        self.d = d
        self.ctrl = ctrl
        self.ability: Ability | None = None  # None: the card's own effects
        self.source: Inst | None = None  # the card in play whose ability it is
        self.targets: tuple[int, ...] | None = None  # None: not chosen yet
        self.x = 0
        self.by = -1  # EVENT_SOURCE
        self.at = -1  # EVENT_TARGET
        self.amount = 0  # of the event
        self.priority = 0
        self.passed = False  # nobody is asked any more before it resolves
        self.work: list[tuple[tuple[Effect, ...], int]] = []  # what is left to do while resolving
        self.picked: tuple[int, ...] = ()  # what was picked last (PICK)
        self.later: tuple[Effect, ...] | None = None  # a delayed effect's, in the place of all

    def chosen(self, place: int) -> tuple[int, ...]:
        """The target of that place that is still legal, if any."""
        targets = self.targets or ()
        if place >= len(targets) or targets[place] < 0:
            return ()
        return (targets[place],)

    def effects(self) -> tuple[Effect, ...]:
        if self.later is not None:
            return self.later
        return self.d.effects if self.ability is None else self.ability.effects

    @property
    def spell(self) -> bool:
        """Whether it is the card itself, which goes to the graveyard after."""
        return self.ability is None and self.later is None

    def copy(self, cards: dict[int, Inst]) -> Entry:
        twin = Entry(self.id, self.d, self.ctrl)
        twin.ability = self.ability
        source = self.source
        twin.source = source if source is None or source.gone else cards.get(source.id, source)
        twin.targets = self.targets
        twin.x = self.x
        twin.by = self.by
        twin.at = self.at
        twin.amount = self.amount
        twin.priority = self.priority
        twin.passed = self.passed
        twin.work = self.work[:]
        twin.picked = self.picked
        twin.later = self.later
        return twin

    def shown(self) -> StackItem:
        return StackItem(
            self.id,
            self.d.id,
            self.ctrl,
            self.priority,
            None if self.source is None else self.source.id,
            None if self.ability is None else self.ability.index,
            tuple(one for one in self.targets or () if one >= 0),
            self.x,
        )


def top(stack: list[Entry]) -> int:
    """The place of the entry that resolves next."""
    best = len(stack) - 1
    for i in range(best - 1, -1, -1):
        if stack[i].priority > stack[best].priority:
            best = i
    return best


def fire(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle,
    trigger: int,
    subject: Inst | None,
    player: int,
    by: int = -1,
    at: int = -1,
    amount: int = 0,
) -> None:
    """Something happened: queue the abilities that were waiting for it."""
    if not game.listening & (1 << trigger):
        return
    bit = 1 << trigger
    if subject is not None and subject.gone and subject.listens() & bit:
        _ask(game, subject, trigger, subject, player, by, at, amount)
    hearing = [  # what resolves may change the field (B43)
        inst
        for inst in game.cards.values()
        if inst.d.listens & bit or (inst.mods and inst.listens() & bit)
    ]
    if len(hearing) > 1:  # the active player's first
        hearing.sort(key=lambda inst: inst.ctrl != game.active)
    game.did += len(hearing)
    for inst in hearing:
        _ask(game, inst, trigger, subject, player, by, at, amount)


def _ask(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle,
    inst: Inst,
    trigger: int,
    subject: Inst | None,
    player: int,
    by: int,
    at: int,
    amount: int,
) -> None:
    for ability in inst.abilities(trigger):
        if not _watched(ability.watch, inst, subject, player):
            continue
        if ability.filter is not None and not _fits(game, ability, trigger, subject, at):
            continue
        if ability.condition is not None and not ability.condition(game, inst.ctrl, inst, None):
            continue
        if ability.limit:
            if inst.used.get(ability.index, 0) >= ability.limit:
                continue
            inst.used = {**inst.used, ability.index: inst.used.get(ability.index, 0) + 1}
        if len(game.fired) >= WAITING:
            return
        game.did += 1
        entry = Entry(game.new_id(), inst.d, inst.ctrl)
        entry.ability = ability
        entry.source = inst
        entry.by, entry.at, entry.amount = by, at, amount
        entry.priority = ability.priority
        entry.passed = ability.timing == "IMMEDIATE"
        if trigger == v.ON_ENTER and inst.d.enter is ability and game.announced is not None:
            entry.targets = game.announced
        game.fired.append(entry)


def _watched(watch: str, inst: Inst, subject: Inst | None, player: int) -> bool:
    match watch:
        case "SELF":
            return subject is inst
        case "OTHER":
            return subject is not None and subject is not inst
        case "FRIENDLY" | "CONTROLLER":
            return player == inst.ctrl
        case "ENEMY" | "OPPONENT":
            return player != inst.ctrl
        case "HOST":
            return subject is not None and subject.id == inst.host
    return True


def _fits(game: Battle, ability: Ability, trigger: int, subject: Inst | None, at: int) -> bool:
    """A filter asks about whom it happened to; of damage dealt, about whom it was dealt to."""
    test = ability.filter
    assert test is not None
    if trigger == v.ON_DEAL:
        if at in (0, 1):
            return test.player
        subject = game.cards.get(at)
    if subject is None:
        return game.played is not None and test.fits(game.played)
    return test.holds(game, subject)


def place(game: Battle) -> None:
    """Put what was triggered on the stack; stops where a target has to be chosen first. What one
    moment triggered is placed together, the active player's first (A50)."""
    if len(game.fired) > 1:
        game.fired.sort(key=lambda entry: entry.ctrl != game.active)
    while game.fired:
        entry = game.fired[0]
        ability = entry.ability
        if ability is not None and ability.targets and entry.targets is None:
            if not aim(game, entry, ability):
                return
            if entry.targets is None:  # nothing it could aim at
                game.fired.pop(0)
                continue
        game.fired.pop(0)
        if len(game.stack) >= DEEPEST:
            game.finish(-1, "DRAW", "INFINITE_LOOP")
            return
        game.stack.append(entry)
        if game.told is not None and not entry.passed:
            game.told.append(Told(facts.AbilityTriggered(entry.shown())))


def aim(game: Battle, entry: Entry, ability: Ability) -> bool:
    """Find the targets of a trigger; False: its controller is asked."""
    specs = ability.targets
    options = [legal_targets(game, spec, entry.ctrl, entry.source) for spec in specs]
    if any(not one and not spec.optional for one, spec in zip(options, specs, strict=True)):
        return True  # B31: nothing to aim at, so it does nothing
    if not any(options):
        entry.targets = (-1,) * len(specs)
        return True
    if len(specs) == 1 and len(options[0]) == 1 and not specs[0].optional:
        entry.targets = (options[0][0],)
        return True
    game.ask_for("TARGET", entry.ctrl)
    return False


def fizzle(game: Battle, entry: Entry, reason: str) -> None:
    """It does nothing, or no more."""
    if entry.spell and not entry.d.token:
        new = (game.new_id(), entry.d.index, ())
        game.graveyards[entry.ctrl].append(new)
    if game.told is not None:
        game.told.append(Told(facts.Fizzled(entry.d.id, reason)))
