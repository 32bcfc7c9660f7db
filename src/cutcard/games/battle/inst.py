"""A card in play: what has become of it, and its stats as they are now.

Stats are counted only when somebody asks and something has changed since (the game's `version`).
Layers: base, equipment, modifiers, auras, statuses; nothing falls below 0. A card that has left
play keeps its last stats: that is the last-known information its triggers use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from . import vocabulary as v
from .defs import Ability, Asker, Def

if TYPE_CHECKING:
    from .rules import Battle
    from .stack import Entry

# A modifier: (kind, stat or keyword bits, value, duration, source card id, granted ability)
STAT, GRANT, LOSE, SILENCE, ABILITY, SET = range(6)
Mod = tuple[int, int, int, int, str, Ability | None]
Status = tuple[str, int, int]  # name, value, turns left
Matter = tuple[Any, ...]  # all that something shown is made of, in the order it is shown in
NO_COUNTERS: dict[str, int] = {}  # never changed: whoever gets counters gets a map of its own
UNUSED: dict[int, int] = {}  # likewise


class Inst:
    """One card in play."""

    __slots__ = (
        *("_atk", "_df", "_hp", "_kw", "_red", "attached", "broken", "buried", "came", "counters"),
        *("ctrl", "d", "damage", "doomed", "evaded", "gone", "home", "host", "id", "linked"),
        *("card", "mods", "owner", "shield", "statuses", "tapped", "used", "ver", "worn"),
    )

    def __init__(self, id: int, d: Def, owner: int, came: int) -> None:  # noqa: A002  # what it is
        self.id = id
        self.d = d
        self.card = d  # what it is as a card, whatever it was turned into
        self.owner = owner
        self.ctrl = owner
        self.home = -1  # to whom it goes back at the end of turn
        self.came = came  # the turn it came under its controller
        self.tapped = False
        self.damage = 0
        self.doomed = False  # hit by something deadly
        self.evaded = False
        self.broken: tuple[int, ...] = ()  # what gave the barriers that are broken
        self.shield = 0
        self.linked = 0  # healed by lifelink this turn
        self.gone = False
        self.buried = -1  # once it is gone: what it is called in a graveyard or banished
        self.host = -1
        self.worn = 0  # the last id given when it was put on its bearer
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
        """The same card again. Bots imagine hundreds of games a move, so nothing is set twice."""
        twin = Inst.__new__(Inst)
        twin.id = self.id
        twin.d = self.d
        twin.card = self.card
        twin.owner = self.owner
        twin.ctrl = self.ctrl
        twin.home = self.home
        twin.came = self.came
        twin.tapped = self.tapped
        twin.damage = self.damage
        twin.doomed = self.doomed
        twin.evaded = self.evaded
        twin.broken = self.broken
        twin.shield = self.shield
        twin.linked = self.linked
        twin.gone = self.gone
        twin.buried = self.buried
        twin.host = self.host
        twin.worn = self.worn
        twin.attached = self.attached[:]
        twin.mods = self.mods[:]
        twin.statuses = self.statuses[:]
        twin.counters = self.counters.copy() if self.counters else NO_COUNTERS
        twin.used = self.used.copy() if self.used else UNUSED
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
        counted = d.per_counter and self.counters
        if not (self.mods or self.statuses or self.attached or game.aura_cards or counted):
            self._atk, self._df, self._hp, self._red, self._kw = d.atk, d.df, d.hp, 0, d.kw
            return
        stats = [d.atk, d.df, d.hp, 0]  # by their numbers in the vocabulary
        place, since = self.silence()
        if counted:
            self._numbered(stats)
        worn = self._worn(game, stats, since)
        kw, lost = self._modified(worn if place >= 0 else d.kw | worn, place, stats)
        if game.aura_cards and d.kind == v.UNIT:
            for other in game.aura_cards:
                if not other.sealed():
                    given = self._shone_on(game, other, stats)
                    if other.id > since:
                        kw |= given & ~lost
        if self.statuses:
            self._suffered(game, stats)
        atk, df, hp, red = stats
        self._atk = max(0, atk)
        self._df = max(0, df)
        self._hp = max(0, hp)
        self._red = max(0, red)
        self._kw = 0 if self.cursed() else kw

    def _numbered(self, stats: list[int]) -> None:
        """What each of its counters gives it."""
        for name, (atk, df, hp) in self.d.per_counter.items():
            count = self.counters.get(name, 0)
            stats[v.ATK] += count * atk
            stats[v.DEF] += count * df
            stats[v.HP] += count * hp

    def _worn(self, game: Battle, stats: list[int], since: int) -> int:
        """Equipment; the keywords it gives, if it was put on after the silence."""
        kw = 0
        for one in self.attached:
            inst = game.cards[one]
            gear = inst.d
            stats[v.ATK] += gear.equip_atk
            stats[v.DEF] += gear.equip_df
            stats[v.HP] += gear.equip_hp
            if inst.worn >= since:
                kw |= gear.equip_kw
        return kw

    def _modified(self, kw: int, silence: int, stats: list[int]) -> tuple[int, int]:
        """Modifiers, in the order they came; the keywords then, and those that stay lost."""
        lost = 0
        for i, (kind, what, value, _, _, _) in enumerate(self.mods):
            if kind == STAT:
                stats[what] += value
            elif kind == SET:
                stats[what] = value
            elif kind == GRANT and i > silence:
                kw |= what
                lost &= ~what
            elif kind == LOSE:
                kw &= ~what
                lost |= what
        return kw, lost

    def _shone_on(self, game: Battle, other: Inst, stats: list[int]) -> int:
        """The auras of another, or its own; the keywords they give."""
        kw = 0
        for aura in other.d.auras:
            if (aura.other and other is self) or (aura.own and other is not self):
                continue
            if aura.side != "ANY" and (other.ctrl == self.ctrl) != (aura.side == "FRIENDLY"):
                continue
            if aura.filter is not None and not aura.filter.fits(self.d):
                continue
            if aura.keyword:
                kw |= aura.keyword
            elif aura.grows is None:
                stats[aura.stat] += aura.amount
            else:
                stats[aura.stat] += aura.grows(game, cast("Entry", Asker(other.ctrl, other)))
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

    def dying(self, game: Battle) -> bool:
        """Whether it will be found dead when everything of this moment is done."""
        if not self.doomed and self.damage < self.max_hp(game):
            return False
        return self.d.kind == v.UNIT and not self.kw(game) & v.INDESTRUCTIBLE

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
            bool(self._kw & v.BARRIER) and self.barrier(game),
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

    def cursed(self) -> bool:
        """CURSED_SEAL: keywords and abilities are off, whenever they came."""
        return bool(self.statuses) and self.has("CURSED_SEAL")

    def silence(self) -> tuple[int, int]:
        """The place of the last silence among the modifiers, and the last id given before it:
        what came later still works. (-1, -1): it is not silenced."""
        for i in range(len(self.mods) - 1, -1, -1):
            if self.mods[i][0] == SILENCE:
                return i, self.mods[i][2]
        return -1, -1

    def sealed(self) -> bool:
        """What is printed on it is off: CURSED_SEAL or silence."""
        if not self.statuses and not self.mods:
            return False
        return self.cursed() or any(mod[0] == SILENCE for mod in self.mods)

    def barriers(self, game: Battle) -> tuple[int, ...]:
        """Whatever gives it BARRIER now: itself, equipment, modifiers, auras."""
        found = [self.id] if self.d.kw & v.BARRIER else []
        found += [one for one in self.attached if game.cards[one].d.equip_kw & v.BARRIER]
        found += [mod[2] for mod in self.mods if mod[0] == GRANT and mod[1] & v.BARRIER]
        found += [
            other.id
            for other in game.aura_cards
            if self._shone_on(game, other, [0] * 4) & v.BARRIER
        ]
        return tuple(found)

    def barrier(self, game: Battle) -> bool:
        """Whether a barrier still stands; asked only of who has the keyword."""
        return any(one not in self.broken for one in self.barriers(game))

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
        """Those that listen for a trigger and are not off, granted ones last."""
        own = self.d.triggers.get(trigger, ())
        if not self.mods and not self.statuses:
            return own
        if self.cursed():
            return ()
        place, _ = self.silence()
        granted = [mod[5] for mod in self.mods[place + 1 :] if mod[5] is not None]
        heard = tuple(one for one in granted if one.trigger == trigger)
        return heard if place >= 0 else (*own, *heard)

    def activated(self) -> tuple[Ability, ...]:
        """Those that may be used if nothing forbids it, those that are off among them."""
        own = self.d.activated
        for mod in self.mods:
            granted = mod[5]
            if granted is not None and granted.type == "ACTIVATED":
                own = (*own, granted)
        return own

    def off(self, ability: Ability) -> bool:
        """Whether a seal or a silence has put an ability of it to rest."""
        if not self.mods and not self.statuses:
            return False
        place, _ = self.silence()
        return self.cursed() or (
            place >= 0 and all(mod[5] is not ability for mod in self.mods[place + 1 :])
        )

    def listens(self) -> int:
        """A bit for each trigger it or something granted to it listens for."""
        bits = self.d.listens
        if not self.mods:
            return bits
        for mod in self.mods:
            if mod[5] is not None and mod[5].trigger >= 0:
                bits |= 1 << mod[5].trigger
        return bits
