"""A card in play: what has become of it, and its stats as they are now.

Stats are counted only when somebody asks and something has changed since (the game's `version`).
Layers: base, equipment, modifiers, auras, statuses; nothing falls below 0. A card that has left
play keeps its last stats: that is the last-known information its triggers use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import vocabulary as v
from .defs import Ability, Def

if TYPE_CHECKING:
    from .rules import Battle

# A modifier: (kind, stat or keyword bits, value, duration, source card id, granted ability)
STAT, GRANT, LOSE, SILENCE, ABILITY = range(5)
Mod = tuple[int, int, int, int, str, Ability | None]
Status = tuple[str, int, int]  # name, value, turns left
Matter = tuple[Any, ...]  # all that something shown is made of, in the order it is shown in
NO_COUNTERS: dict[str, int] = {}  # never changed: whoever gets counters gets a map of its own
UNUSED: dict[int, int] = {}  # likewise


class Inst:
    """One card in play."""

    __slots__ = (
        *("_atk", "_df", "_hp", "_kw", "_red", "attached", "barrier", "came", "counters", "ctrl"),
        *("d", "damage", "doomed", "evaded", "gone", "home", "host", "id", "linked", "mods"),
        *("owner", "shield", "statuses", "tapped", "used", "ver"),
    )

    def __init__(self, id: int, d: Def, owner: int, came: int) -> None:  # noqa: A002  # what it is
        self.id = id
        self.d = d
        self.owner = owner
        self.ctrl = owner
        self.home = -1  # to whom it goes back at the end of turn
        self.came = came  # the turn it came under its controller
        self.tapped = False
        self.damage = 0
        self.doomed = False  # hit by something deadly
        self.evaded = False
        self.barrier = bool(d.kw & v.BARRIER)
        self.shield = 0
        self.linked = 0  # healed by lifelink this turn
        self.gone = False
        self.host = -1
        self.attached: list[int] = []
        self.mods: list[Mod] = []
        self.statuses: list[Status] = []
        self.counters: dict[str, int] = NO_COUNTERS
        self.used: dict[int, int] = UNUSED  # ability: times this turn
        self.ver = -1
        self._atk = d.atk
        self._df = d.df
        self._hp = d.hp
        self._red = 0
        self._kw = d.kw

    def copy(self) -> Inst:
        twin = Inst(self.id, self.d, self.owner, self.came)
        twin.ctrl = self.ctrl
        twin.home = self.home
        twin.tapped = self.tapped
        twin.damage = self.damage
        twin.doomed = self.doomed
        twin.evaded = self.evaded
        twin.barrier = self.barrier
        twin.shield = self.shield
        twin.linked = self.linked
        twin.host = self.host
        if self.attached:
            twin.attached = self.attached[:]
        if self.mods:
            twin.mods = self.mods[:]
        if self.statuses:
            twin.statuses = self.statuses[:]
        if self.counters:
            twin.counters = self.counters.copy()
        if self.used:
            twin.used = self.used.copy()
        twin.ver = self.ver
        twin._atk = self._atk
        twin._df = self._df
        twin._hp = self._hp
        twin._red = self._red
        twin._kw = self._kw
        return twin

    # Stats

    def count(self, game: Battle) -> None:
        """Add the layers up."""
        d = self.d
        self.ver = game.version
        if not (self.mods or self.statuses or self.attached or game.aura_cards):
            self._atk, self._df, self._hp, self._red, self._kw = d.atk, d.df, d.hp, 0, d.kw
            return
        stats = [d.atk, d.df, d.hp, 0]  # by their numbers in the vocabulary
        sealed, worn = self.sealed(), self._worn(game, stats)
        kw, lost = self._modified(0 if sealed else d.kw | worn, sealed, stats)
        if game.aura_cards and d.kind == v.UNIT:
            for other in game.aura_cards:
                if not other.sealed():
                    kw |= self._shone_on(other, stats)
        if self.statuses:
            self._suffered(game, stats)
        atk, df, hp, red = stats
        self._atk = max(0, atk)
        self._df = max(0, df)
        self._hp = max(0, hp)
        self._red = max(0, red)
        self._kw = kw & ~lost

    def _worn(self, game: Battle, stats: list[int]) -> int:
        """Equipment; the keywords it gives."""
        kw = 0
        for one in self.attached:
            gear = game.cards[one].d
            stats[v.ATK] += gear.equip_atk
            stats[v.DEF] += gear.equip_df
            stats[v.HP] += gear.equip_hp
            kw |= gear.equip_kw
        return kw

    def _modified(self, kw: int, sealed: bool, stats: list[int]) -> tuple[int, int]:
        """Modifiers; the keywords with those granted, and those lost."""
        lost = 0
        for kind, what, value, _, _, _ in self.mods:
            if kind == STAT:
                stats[what] += value
            elif kind == GRANT and not sealed:
                kw |= what
            elif kind == LOSE:
                lost |= what
        return kw, lost

    def _shone_on(self, other: Inst, stats: list[int]) -> int:
        """The auras of another, or its own; the keywords they give."""
        kw = 0
        for aura in other.d.auras:
            if aura.other and other is self:
                continue
            if aura.side != "ANY" and (other.ctrl == self.ctrl) != (aura.side == "FRIENDLY"):
                continue
            if aura.filter is not None and not aura.filter.fits(self.d):
                continue
            if aura.keyword:
                kw |= aura.keyword
            else:
                stats[aura.stat] += aura.amount
        return kw

    def _suffered(self, game: Battle, stats: list[int]) -> None:
        """Statuses."""
        for name, value, _ in self.statuses:
            if name == "WEAKNESS":
                stats[v.ATK] -= value
            elif name.startswith("CUSTOM:"):
                for stat, amount in game.set.statuses[name].mods:
                    stats[stat] += amount

    def atk(self, game: Battle) -> int:
        if self.ver != game.version and not self.gone:
            self.count(game)
        return self._atk

    def df(self, game: Battle) -> int:
        if self.ver != game.version and not self.gone:
            self.count(game)
        return self._df

    def max_hp(self, game: Battle) -> int:
        if self.ver != game.version and not self.gone:
            self.count(game)
        return self._hp

    def reduction(self, game: Battle) -> int:
        if self.ver != game.version and not self.gone:
            self.count(game)
        return self._red

    def kw(self, game: Battle) -> int:
        if self.ver != game.version and not self.gone:
            self.count(game)
        return self._kw

    def left(self, game: Battle) -> int:
        """Hit points left."""
        return self.max_hp(game) - self.damage

    def matter(self, game: Battle) -> Matter:
        """All that is to be seen of it, as `sight.py` takes it."""
        if self.ver != game.version and not self.gone:
            self.count(game)
        new = self.came == game.turn and game.options.sickness and self.d.kind == v.UNIT
        return (
            self.d,
            self.id,
            self.owner,
            self._atk,
            self._df,
            self._hp,
            self.damage,
            self._red,
            self.tapped,
            new and not self._kw & v.RUSH,
            self.evaded,
            self.barrier,
            self.shield,
            self._kw,
            tuple(self.counters.items()) if self.counters else (),
            tuple(self.attached) if self.attached else (),
            self.host,
            tuple(self.mods) if self.mods else (),
            tuple(self.statuses) if self.statuses else (),
            tuple(self.used.items()) if self.used else (),
        )

    # Conditions

    def sealed(self) -> bool:
        """Keywords and abilities are off: CURSED_SEAL or silence."""
        if not self.statuses and not self.mods:
            return False
        for name, _, _ in self.statuses:
            if name == "CURSED_SEAL":
                return True
        return any(mod[0] == SILENCE for mod in self.mods)

    def has(self, status: str) -> bool:
        return any(one[0] == status for one in self.statuses)

    def held(self, game: Battle, flag: str) -> bool:
        """Whether a status forbids it something; a stunned unit does nothing at all."""
        for name, _, _ in self.statuses:
            if name == "STUN":
                if flag != "NO_UNTAP":
                    return True
            elif name.startswith("CUSTOM:") and flag in game.set.statuses[name].flags:
                return True
        return False

    def abilities(self, trigger: int) -> tuple[Ability, ...]:
        """Those that listen for a trigger, granted ones last."""
        own = self.d.triggers.get(trigger, ())
        for mod in self.mods:
            granted = mod[5]
            if granted is not None and granted.trigger == trigger:
                own = (*own, granted)
        return own

    def activated(self) -> tuple[Ability, ...]:
        own = self.d.activated
        for mod in self.mods:
            granted = mod[5]
            if granted is not None and granted.type == "ACTIVATED":
                own = (*own, granted)
        return own

    def listens(self) -> int:
        """A bit for each trigger it or something granted to it listens for."""
        bits = self.d.listens
        if not self.mods:
            return bits
        for mod in self.mods:
            if mod[5] is not None and mod[5].trigger >= 0:
                bits |= 1 << mod[5].trigger
        return bits
