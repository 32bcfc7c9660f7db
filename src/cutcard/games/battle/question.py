"""The question that is open: as everybody may know it, and as only whoever decides does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat

from . import combat, legal, playing, views
from . import vocabulary as v
from .aiming import legal_targets
from .defs import Def, TargetSpec
from .inst import Inst
from .zones import CARD

if TYPE_CHECKING:
    from .rules import Battle

Due = int | None  # when time is up


def asked(game: Battle, due: Due) -> views.Asked:
    """The question, as everybody may know it."""
    return ASKED[game.ask](game, game.asked[0], due)


def _attacks(game: Battle, seat: Seat, due: Due) -> views.Asked:
    targets = tuple(combat.attackable(game, seat))
    aims = tuple(views.Aim(one.id, targets) for one in combat.attackers(game, seat))
    return views.Asked("ATTACKS", aims=aims, deadline=due)


def _blocks(game: Battle, seat: Seat, due: Due) -> views.Asked:
    able = tuple(combat.blockable(game))
    mine = combat.blockers(game, seat) if able else []
    aims = tuple(views.Aim(one.id, able) for one in mine)
    return views.Asked("BLOCKS", aims=aims, abilities=_abilities(game, seat), deadline=due)


def _target(game: Battle, seat: Seat, due: Due) -> views.Asked:
    if game.frame is not None:  # somebody picks (PICK)
        assert game.asking is not None
        pools, may = (game.pool,) * game.count, (game.asking.optional,) * game.count
        source = game.frame.d.id
        return views.Asked("TARGET", targets=pools, optional=may, source=source, deadline=due)
    entry = game.fired[0]
    assert entry.ability is not None
    found, optional = _aims(game, entry.ability.targets, seat, entry.source)
    source = entry.d.id
    return views.Asked("TARGET", targets=found, optional=optional, source=source, deadline=due)


def _choose(game: Battle, seat: Seat, due: Due) -> views.Asked:
    assert game.asking is not None
    labels = tuple(label for label, _, _ in game.asking.options)
    chinese = tuple(label for _, label, _ in game.asking.options)
    source = _source(game)
    return views.Asked("CHOOSE", 1, 1, labels=labels, zh=chinese, source=source, deadline=due)


def _cards(game: Battle, seat: Seat, due: Due) -> views.Asked:
    """So many cards: to throw away exactly, of a deck at most."""
    least = game.count if game.ask == "DISCARD" else 0
    return views.Asked(game.ask, least, game.count, source=_source(game), deadline=due)


def _play(game: Battle, seat: Seat, due: Due) -> views.Asked:
    early = game.ask == "MAIN" and game.phase == v.MAIN_A
    ready = len(combat.attackers(game, seat)) if early else 0
    return views.Asked(game.ask, abilities=_abilities(game, seat), deadline=due, ready=ready)


def _opening(game: Battle, seat: Seat, due: Due) -> views.Asked:
    return views.Asked(game.ask, deadline=due)


ASKED: dict[str, Callable[[Battle, Seat, Due], views.Asked]] = {
    "MAIN": _play,
    "RESPONSE": _play,
    "ATTACKS": _attacks,
    "BLOCKS": _blocks,
    "TARGET": _target,
    "CHOOSE": _choose,
    "DISCARD": _cards,
    "SCRY": _cards,
    "SEARCH": _cards,
    "MULLIGAN": _opening,
    "DECK": _opening,
    "SIDEBOARD": _opening,
}


def _source(game: Battle) -> str | None:
    """The card that asks."""
    return game.frame.d.id if game.frame is not None else None


def pending(game: Battle, seat: Seat) -> views.Pending | None:
    """What only the one who decides may know."""
    kind = game.ask
    if kind in ("MAIN", "RESPONSE", "BLOCKS"):
        return views.Pending(_playable(game, seat))
    if kind == "SCRY":
        deck, defs = game.decks[seat], game.set.defs
        return views.Pending((), tuple(defs[deck[-1 - i] & CARD].id for i in range(game.count)))
    if kind == "SEARCH":
        return views.Pending((), tuple(legal.findable(game, seat)))
    return None


def _aims(
    game: Battle, specs: tuple[TargetSpec, ...], seat: Seat, source: Inst | None
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    found = tuple(tuple(legal_targets(game, spec, seat, source)) for spec in specs)
    return found, tuple(spec.optional for spec in specs)


def _playable(game: Battle, seat: Seat) -> tuple[views.Playable, ...]:
    """Cards of the hand that may be played now."""
    found = []
    for one, d, price in legal.playable(game, seat):
        targets, optional = _aims(game, d.targets, seat, None)
        least, most = _x(game, seat, d)
        victims = playing.offerings(game, seat, d.sacrifice) if d.sacrifice is not None else ()
        found.append(
            views.Playable(
                one, price, None, targets, optional, least, most, d.discard, tuple(victims)
            )
        )
    return tuple(found)


def _abilities(game: Battle, seat: Seat) -> tuple[views.Playable, ...]:
    """Abilities in play that may be used now; all of this is public."""
    found = []
    for inst, ability in legal.usable(game, seat):
        targets, optional = _aims(game, ability.targets, seat, inst)
        least, most = (0, game.ce[seat] - ability.cost) if ability.x else (None, None)
        test = ability.sacrifice
        victims = playing.offerings(game, seat, test) if test is not None else ()
        found.append(
            views.Playable(
                inst.id,
                ability.cost,
                ability.index,
                targets,
                optional,
                least,
                most,
                ability.discard,
                tuple(victims),
            )
        )
    return tuple(found)


def _x(game: Battle, seat: Seat, d: Def) -> tuple[int | None, int | None]:
    if not d.x:
        return None, None
    most = d.x_min
    while most < 20 and playing.cost(game, seat, d, most + 1) <= game.ce[seat]:
        most += 1
    return d.x_min, most
