"""A card as the rules use it: compiled once when its set is loaded, shared by every deal after.

Nothing here changes during a game. `run`, selectors, amounts and filters are plain functions
made from the card's data, so that playing a card looks nothing up by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import vocabulary as v
from .views import Face

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle
    from .stack import Entry

Select = Callable[["Battle", "Entry"], "list[int]"]  # ids: 0 and 1 are the players
Amount = Callable[["Battle", "Entry"], int]
Condition = Callable[["Battle", "int", "Inst | None", "Entry | None"], bool]  # whose, and of what
Run = Callable[["Battle", "Entry", "Effect"], None]


class Asker:
    """Whose question it is where nothing resolves: an aura's, or a condition's."""

    __slots__ = ("ctrl", "source")

    def __init__(self, ctrl: int, source: Inst | None) -> None:
        self.ctrl = ctrl
        self.source = source


class Part:
    """Something compiled, which no pickle can carry: it is named by its set and its number there,
    so a state can go to another process, where its set is loaded or already there."""

    __slots__ = ("home",)
    home: tuple[CardSet, int]

    def __reduce__(self) -> tuple[Callable[[CardSet, int], Part], tuple[CardSet, int]]:
        return _part, self.home


def _part(cards: CardSet, number: int) -> Part:
    return cards.parts[number]


class Filter(Part):
    """Which cards are meant. `fits` asks what is printed, `holds` also what has become of it."""

    __slots__ = ("fits", "live", "player")

    def __init__(
        self,
        fits: Callable[[Def], bool],
        live: Callable[[Battle, Inst], bool] | None,
        player: bool,
    ) -> None:
        self.fits = fits
        self.live = live
        self.player = player  # whether a player fits, too

    def holds(self, game: Battle, inst: Inst) -> bool:
        return self.fits(inst.d) and (self.live is None or self.live(game, inst))


class TargetSpec:
    """One target a card or ability asks for when it is announced."""

    __slots__ = (
        *("enemies", "filter", "friends", "graveyard", "kind", "name", "optional", "players"),
        *("stack", "wanted"),
    )

    def __init__(
        self,
        name: str,
        kind: str,
        side: str,
        optional: bool = False,
        filter: Filter | None = None,  # noqa: A002  # the field's name in a card file
    ) -> None:
        self.name = name
        self.kind = kind
        self.friends = side != "ENEMY"
        self.enemies = side != "FRIENDLY"
        self.optional = optional
        self.graveyard = kind == "CARD"
        self.players = kind in ("PLAYER", "ANY")
        self.stack = kind == "STACK_ITEM"
        in_play = {"ANY": v.UNIT, "UNIT": v.UNIT, "EQUIPMENT": v.EQUIPMENT, "FIELD": v.FIELD}
        self.wanted = in_play.get(kind, -1)  # which cards in play
        self.filter = filter


class Effect(Part):
    """One effect. Which attributes mean something depends on its name (vocabulary.EFFECTS)."""

    __slots__ = (
        *("ability", "amount", "by", "card", "condition", "counter", "duration", "effects"),
        *("filter", "flag", "keyword", "mode", "name", "optional", "options", "other"),
        *("otherwise", "run", "select", "side", "stat", "status", "tapped", "to", "value"),
        *("when", "yours"),
    )

    def __init__(self, name: str, run: Run) -> None:
        self.name = name
        self.run = run
        self.select: Select = lambda game, entry: []
        self.other: Select = self.select
        self.amount: Amount = lambda game, entry: 1
        self.ability: Ability | None = None
        self.by = "CONTROLLER"  # who chooses
        self.card = ""
        self.condition: Condition | None = None
        self.counter = ""
        self.duration = 0
        self.effects: tuple[Effect, ...] = ()
        self.otherwise: tuple[Effect, ...] = ()
        self.filter: Filter | None = None
        self.flag = False
        self.keyword = 0
        self.mode = ""
        self.optional = False
        self.options: tuple[
            tuple[str, str, tuple[Effect, ...]], ...
        ] = ()  # labels: English, Chinese
        self.side = "FRIENDLY"
        self.stat = 0
        self.status = ""
        self.tapped = False
        self.to = ""
        self.value = 0
        self.when = 0
        self.yours = False


class Aura:
    """What a card gives to others for as long as it is in play."""

    __slots__ = ("amount", "filter", "grows", "keyword", "other", "own", "side", "stat")

    def __init__(self) -> None:
        self.own = False  # to itself alone
        self.grows: Amount | None = None  # with what is counted; else `amount`
        self.side = "FRIENDLY"
        self.filter: Filter | None = None
        self.other = False
        self.stat = -1
        self.amount = 0
        self.keyword = 0


class CostMod:
    """What a card does to costs: those of others while it is in play, or its own anywhere."""

    __slots__ = ("amount", "filter", "least", "own", "side")

    def __init__(self) -> None:
        self.own = False
        self.side = "FRIENDLY"
        self.filter: Filter | None = None
        self.amount: Amount = lambda game, entry: 0
        self.least = 0


class Ability(Part):
    """PASSIVE, TRIGGERED or ACTIVATED; its place on its card is its number."""

    __slots__ = (
        *(
            "aura",
            "condition",
            "cost",
            "cost_mod",
            "discard",
            "effects",
            "filter",
            "index",
            "limit",
        ),
        *("name", "pay_hp", "phases", "priority", "repeatable", "sacrifice", "tap", "targets"),
        *("text", "timing", "trigger", "type", "watch", "x"),
    )

    def __init__(self, index: int, type: str) -> None:  # noqa: A002  # the field's name in a card file
        self.index = index
        self.type = type
        self.name = ""
        self.text = ""
        self.trigger = -1
        self.watch = "SELF"
        self.filter: Filter | None = None
        self.condition: Condition | None = None
        self.targets: tuple[TargetSpec, ...] = ()
        self.effects: tuple[Effect, ...] = ()
        self.timing = "IMMEDIATE"
        self.priority = 0
        self.limit = 0  # times a turn; 0: no limit
        self.repeatable = False
        self.cost = 0
        self.x = False
        self.tap = False
        self.pay_hp = 0
        self.discard = 0
        self.sacrifice: Filter | None = None
        self.phases: tuple[int, ...] = ()
        self.aura: Aura | None = None
        self.cost_mod: CostMod | None = None


class Def(Part):
    """A card's definition."""

    __slots__ = (
        *(
            "abilities",
            "activated",
            "atk",
            "auras",
            "cost",
            "cost_mods",
            "df",
            "discard",
            "effects",
        ),
        *(
            "enter",
            "enters_tapped",
            "extra",
            "grows",
            "equip_atk",
            "equip_df",
            "equip_hp",
            "equip_kw",
            "face",
            "hp",
            "id",
            "index",
        ),
        *(
            "kind",
            "kw",
            "legendary",
            "limited",
            "listens",
            "max_in_play",
            "name",
            "once_per_turn",
            "own_cost",
        ),
        *("pay_hp", "per_counter", "phases", "priority", "responds", "sacrifice", "tags"),
        *("targets", "text"),
        *("token", "triggers", "x", "x_min"),
    )

    def __init__(self, index: int, id: str, name: str, kind: int) -> None:  # noqa: A002  # likewise
        self.index = index
        self.id = id
        self.name = name
        self.kind = kind
        self.text = ""
        self.cost = 0
        self.x = False
        self.x_min = 0
        self.atk = self.df = self.hp = 0
        self.kw = 0
        self.enters_tapped = False
        self.per_counter: dict[str, tuple[int, int, int]] = {}  # ATK, DEF and HP of each
        self.grows = False  # some aura of it counts something
        self.tags: tuple[str, ...] = ()
        self.phases: tuple[int, ...] = ()
        self.targets: tuple[TargetSpec, ...] = ()  # announced with the card
        self.effects: tuple[Effect, ...] = ()
        self.abilities: tuple[Ability, ...] = ()
        self.triggers: dict[int, tuple[Ability, ...]] = {}
        self.listens = 0  # a bit for each trigger
        self.activated: tuple[Ability, ...] = ()
        self.auras: tuple[Aura, ...] = ()
        self.cost_mods: tuple[CostMod, ...] = ()
        self.own_cost: tuple[CostMod, ...] = ()
        self.enter: Ability | None = None  # its own ENTER_FIELD ability that wants targets
        self.equip_atk = self.equip_df = self.equip_hp = self.equip_kw = 0
        self.priority = 0
        self.once_per_turn = False
        self.max_in_play = 0
        self.limited = False  # by one of these two
        self.discard = 0
        self.pay_hp = 0
        self.sacrifice: Filter | None = None
        self.extra = False  # it costs something besides CE
        self.token = False
        self.legendary = False
        self.responds = False  # RESPONSE cards and QUICK units: playable in a window
        self.face: Face


class StatusDef:
    """A status: what it does to its bearer."""

    __slots__ = ("damage", "flags", "mods", "name", "stacking", "text")

    def __init__(self, name: str) -> None:
        self.name = name
        self.mods: tuple[tuple[int, int], ...] = ()  # (stat, amount)
        self.flags: tuple[str, ...] = ()
        self.damage = 0  # at its bearer's RECHARGE
        self.stacking = "REFRESH"
        self.text = ""


class CardSet:
    """A loaded set: cards by number and by id, its statuses and its ready decks."""

    __slots__ = (
        "__weakref__",
        "by_id",
        "cheapest",
        "decks",
        "defs",
        "id",
        "made",
        "name",
        "parts",
        "statuses",
        "text",
        "texts",
    )

    def __init__(self, id: str, name: str) -> None:  # noqa: A002  # the field's name in a card file
        self.id = id
        self.name = name
        self.defs: tuple[Def, ...] = ()
        self.by_id: dict[str, Def] = {}
        self.text = ""  # of its file, by which a pickle names it
        self.texts: frozenset[str] = frozenset()  # its maker's own words, whatever is shown of them
        self.parts: list[Part] = []
        self.made: frozenset[str] = frozenset()  # cards that effects bring into play
        self.cheapest: tuple[Def, ...] = ()  # what may be in a deck, the cheapest first
        self.statuses: dict[str, StatusDef] = {}
        self.decks: dict[str, dict[str, int]] = {}

    def number_parts(self) -> None:
        """Give everything that was compiled its number, in an order that follows from the file."""
        for d in self.defs:
            self._add(d)
            self._add_effects(d.effects)
            for ability in d.abilities:
                self._add_ability(ability)

    def _add(self, part: Part) -> None:
        part.home = (self, len(self.parts))
        self.parts.append(part)

    def _add_ability(self, ability: Ability) -> None:
        self._add(ability)
        self._add_effects(ability.effects)

    def _add_effects(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            self._add(effect)
            if effect.filter is not None:
                self._add(effect.filter)
            self._add_effects(effect.effects)
            self._add_effects(effect.otherwise)
            for _, _, inner in effect.options:
                self._add_effects(inner)
            if effect.ability is not None:
                self._add_ability(effect.ability)
