"""What a viewer sees of a Battle. A view is built up from nothing: what is hidden is never put in.

Hidden are: the other's hand (but for cards that were shown), both decks (but for places somebody
knows), a deck chosen before both have chosen, and what another seat is deciding about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat

from . import combat, expiry, legal, playing, views
from . import vocabulary as v
from .aiming import legal_targets
from .defs import Def, TargetSpec
from .inst import ABILITY, GRANT, LOSE, SILENCE, STAT, Inst, Mod, Status
from .zones import ALL_KNOW, CARD, OWNER_KNOWS, Buried

if TYPE_CHECKING:
    from .rules import Battle

KEYWORDS = tuple((1 << i, name) for i, name in enumerate(v.KEYWORDS))
_MODIFIER = {
    GRANT: "KEYWORD_GRANT",
    LOSE: "KEYWORD_LOSS",
    SILENCE: "SILENCE",
    ABILITY: "ABILITY_GRANT",
}


def view(game: Battle, viewer: Seat | None) -> views.View:
    inactive = bool(game.asked) and game.turn > 0 and game.asked != [game.active]
    phase = views.Phase(v.PHASES[game.phase], game.step, "INACTIVE" if inactive else "ACTIVE")
    status = "COMPLETED" if game.over else "IN_PROGRESS" if game.started_at >= 0 else "WAITING"
    ms = expiry.span(game) if game.asked else 0
    defs = game.set.defs
    return views.View(
        status,
        game.options.ruleset,
        game.turn,
        phase,
        game.active,
        {0: _player(game, 0, viewer), 1: _player(game, 1, viewer)},
        faces(game),
        tuple(entry.shown() for entry in game.stack),
        tuple(views.Fight(a, t, b if b >= 0 else None) for a, t, b in game.battle),
        tuple(views.Note(k, s, defs[d].id, n, ts, x) for k, s, d, n, ts, x in game.notes),
        tuple(f"{one.id}:{i}" for one in game.cards.values() for i in sorted(one.used)),
        _window(game, ms),
        tuple(game.asked),
        _asked(game, ms) if game.asked else None,
        _pending(game, viewer) if viewer in game.asked else None,
        tuple(game.set.decks) if game.ask == "DECK" else (),
        game.number,
        game.options.best_of,
        game.started_at if game.started_at >= 0 else None,
        game.ended_at if game.over else None,
        (game.winner if game.winner >= 0 else "draw") if game.over else None,
        game.condition or None,
        game.reason or None,
    )


def faces(game: Battle) -> tuple[views.Face, ...]:
    """What is printed on every card that may turn up; the whole set while decks are chosen."""
    if game.started_at < 0:
        return tuple(d.face for d in game.set.defs)
    if game.faces is None:
        names = {*game.mains[0], *game.mains[1]}
        game.faces = tuple(d.face for d in game.set.defs if d.token or d.id in names)
    return game.faces


def _window(game: Battle, ms: int) -> views.Window | None:
    if game.ask not in playing.WINDOWS:
        return None
    kind = "BLOCK" if game.ask == "BLOCKS" else "STACK" if game.stack else "MAIN_RESPONSE"
    return views.Window(kind, game.asked[0], game.since + ms if ms else None)


def _player(game: Battle, seat: Seat, viewer: Seat | None) -> views.Player:
    mine = seat == viewer
    hand = game.hands[seat]
    defs = game.set.defs
    settled = game.number > 1 and not game.chosen[seat]  # as it was in the game before
    open_list = game.started_at >= 0 or settled
    named = open_list or game.number > 1 or (mine and game.chosen[seat])
    knows = ALL_KNOW | OWNER_KNOWS if mine else ALL_KNOW
    deck = game.decks[seat]
    top = len(deck) - 1
    return views.Player(
        game.hp[seat],
        game.options.hp,
        game.ce[seat],
        game.max_ce[seat],
        len(deck),
        len(hand),
        {one.id: card(game, one) for one in game.cards.values() if one.ctrl == seat},
        _known(game, game.graveyards[seat]),
        _known(game, game.banished[seat]),
        tuple(views.Known(defs[n].id, i) for i, n, _ in hand) if mine else None,
        tuple(views.Known(defs[n].id, i) for i, n, seen in hand if seen),
        tuple(
            views.InDeck(top - i, defs[deck[i] & CARD].id if deck[i] & knows else None)
            for i in range(top, -1, -1)
            if deck[i] > CARD
        ),
        seat in game.asked,
        game.responded[seat],
        game.passes[seat],
        _statuses(game.player_statuses[seat]),
        game.reduction(seat),
        game.shields[seat],
        game.evaded[seat],
        game.failed[seat],
        _deck_list(game, game.mains[seat]) if open_list else None,
        _deck_list(game, game.sides[seat]) if open_list and game.options.best_of > 1 else None,
        (game.names[seat] or None) if named else None,
        game.chosen[seat] and game.started_at < 0,
        game.mulligans[seat] if game.mulligans[seat] >= 0 else None,
        game.wins[seat],
    )


def _deck_list(game: Battle, deck: dict[str, int]) -> tuple[views.InList, ...]:
    """Lists are never changed in place, only put aside for others; so each is made once."""
    for known, shown in game.lists:
        if known is deck:
            return shown
    shown = tuple(views.InList(name, deck[name]) for name in sorted(deck))
    game.lists = (*game.lists[-3:], (deck, shown))
    return shown


def _known(game: Battle, cards: list[Buried]) -> tuple[views.Known, ...]:
    defs = game.set.defs
    return tuple(views.Known(defs[n].id, i, dict(c) if c else None) for i, n, c in cards)


def _statuses(statuses: list[Status]) -> tuple[views.Status, ...]:
    return tuple(views.Status(name, turns, value) for name, value, turns in statuses)


def card(game: Battle, inst: Inst) -> views.InPlay:
    """A card in play, the same for everybody."""
    unit = inst.d.kind == v.UNIT
    keywords = inst.kw(game)
    return views.InPlay(
        inst.d.id,
        inst.id,
        inst.owner,
        "FIELD",
        "FACE_UP",
        inst.atk(game) if unit else None,
        inst.df(game) if unit else None,
        inst.left(game) if unit else None,
        inst.max_hp(game) if unit else None,
        inst.reduction(game),
        inst.tapped,
        unit and game.options.sickness and inst.came == game.turn and not keywords & v.RUSH,
        inst.evaded,
        inst.barrier and bool(keywords & v.BARRIER),
        inst.shield,
        tuple(name for bit, name in KEYWORDS if keywords & bit),
        inst.counters or None,
        tuple(inst.attached),
        inst.host if inst.host >= 0 else None,
        tuple(_modifier(mod) for mod in inst.mods),
        _statuses(inst.statuses),
        inst.used or None,
    )


def _modifier(mod: Mod) -> views.Modifier:
    kind, what, value, duration, source, _ = mod
    lasts = v.DURATIONS[duration]
    if kind == STAT:
        name = "STAT_BOOST" if value > 0 else "STAT_REDUCTION"
        return views.Modifier(name, lasts, source, v.STATS[what], value)
    word = next((name for bit, name in KEYWORDS if what & bit), None)
    return views.Modifier(_MODIFIER[kind], lasts, source, keyword=word)


# What is asked


def _asked(game: Battle, ms: int) -> views.Asked:
    """The question, as everybody may know it."""
    kind, count = game.ask, game.count
    seat = game.asked[0]
    due = game.since + ms if ms else None
    source = game.frame.d.id if game.frame is not None else None
    if kind == "ATTACKS":
        targets = tuple(combat.attackable(game, seat))
        aims = tuple(views.Aim(one.id, targets) for one in combat.attackers(game, seat))
        return views.Asked(kind, aims=aims, deadline=due)
    if kind == "BLOCKS":
        able = tuple(combat.blockable(game))
        mine = combat.blockers(game, seat) if able else []
        aims = tuple(views.Aim(one.id, able) for one in mine)
        return views.Asked(kind, aims=aims, abilities=_abilities(game, seat), deadline=due)
    if kind == "TARGET":
        entry = game.fired[0]
        assert entry.ability is not None
        found, optional = _aims(game, entry.ability.targets, seat, entry.source)
        return views.Asked(kind, targets=found, optional=optional, source=entry.d.id, deadline=due)
    if kind == "CHOOSE":
        assert game.asking is not None
        labels = tuple(label for label, _ in game.asking.options)
        return views.Asked(kind, 1, 1, labels=labels, source=source, deadline=due)
    if kind in ("DISCARD", "SCRY", "SEARCH"):
        return views.Asked(
            kind, count if kind == "DISCARD" else 0, count, source=source, deadline=due
        )
    usable = _abilities(game, seat) if kind in ("MAIN", "RESPONSE") else ()
    return views.Asked(kind, abilities=usable, deadline=due)


def _pending(game: Battle, viewer: Seat | None) -> views.Pending | None:
    """What only the one who decides may know."""
    assert viewer is not None
    kind = game.ask
    if kind in ("MAIN", "RESPONSE", "BLOCKS"):
        return views.Pending(_playable(game, viewer))
    if kind == "SCRY":
        deck, defs = game.decks[viewer], game.set.defs
        return views.Pending((), tuple(defs[deck[-1 - i] & CARD].id for i in range(game.count)))
    if kind == "SEARCH":
        return views.Pending((), tuple(legal.findable(game, viewer)))
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
