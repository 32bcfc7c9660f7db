"""What a viewer sees of a Battle. A view is built up from nothing: what is hidden is never put in.

Hidden are: the other's hand (but for cards that were shown), both decks (but for places somebody
knows), a deck chosen before both have chosen, and what another seat is deciding about.

Everybody sees what a spectator sees, which is built once a move, and a player's view is that with
their own in it. Of all that, what did not change is the very Record that was shown before. It
is made of nothing but its matter, a tuple that is kept beside it, and is shown again only where
the matter is equal: so it cannot be out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from cutcard.kernel.game import Seat

from . import expiry, playing, question, views
from . import vocabulary as v
from .decks import USUAL, to_code
from .defs import CardSet, Def
from .forecast import outlooks
from .inst import ABILITY, GRANT, LOSE, SET, SILENCE, STAT, Matter, Mod, Status
from .steps import BLOCKED
from .zones import ALL_KNOW, CARD, OWNER_KNOWS

if TYPE_CHECKING:
    from .rules import Battle
    from .stack import Entry

KEYWORDS = tuple((1 << i, name) for i, name in enumerate(v.KEYWORDS))
_MODIFIER = {
    GRANT: "KEYWORD_GRANT",
    LOSE: "KEYWORD_LOSS",
    SILENCE: "SILENCE",
    ABILITY: "ABILITY_GRANT",
}
T = TypeVar("T")
Cards = tuple[T, ...]
Defs = tuple[Def, ...]
Make = Callable[[Defs, Matter], Cards[T]]


class Shown:
    """What views have shown of a deal. It belongs to that deal alone: a copy and another world
    begin without, and make their own only if somebody looks at them."""

    __slots__ = ("cards", "fields", "views", "zones")

    def __init__(self) -> None:
        self.views: dict[Seat | None, views.View] = {}  # of this moment; the rules end it
        self.cards: dict[int, tuple[Matter, views.InPlay]] = {}
        self.fields: list[dict[int, views.InPlay]] = [{}, {}]
        self.zones: dict[tuple[str, Seat], tuple[Matter, Cards[Any]]] = {}

    def zone(self, name: str, seat: Seat, matter: Matter, make: Make[T], defs: Defs) -> Cards[T]:
        """Cards of a zone as they are now: what is made of the matter, and of nothing else."""
        if not matter:
            return ()
        kept = self.zones.get((name, seat))
        if kept is None or kept[0] != matter:
            self.zones[name, seat] = kept = (matter, make(defs, matter))
        cards: Cards[T] = kept[1]
        return cards

    def lay(self, game: Battle) -> None:
        """The cards in play as they are now."""
        was, now = self.cards, {}
        sides: tuple[list[views.InPlay], list[views.InPlay]] = ([], [])
        for one, inst in game.cards.items():
            matter = inst.matter(game)
            kept = was.get(one)
            if kept is None or kept[0] != matter:
                kept = (matter, _card(matter))
            now[one] = kept
            sides[inst.ctrl].append(kept[1])
        self.cards = now
        for seat, cards in enumerate(sides):
            known = self.fields[seat]
            if len(known) != len(cards) or not all(map(is_, known.values(), cards)):
                self.fields[seat] = {card.instance_id: card for card in cards}


def view(game: Battle, viewer: Seat | None) -> views.View:
    shown = game.shown
    if shown is None:
        shown = game.shown = Shown()
    seen = shown.views.get(viewer)
    if seen is None:
        public = shown.views.get(None)
        if public is None:
            shown.views[None] = public = _public(game, shown)
        seen = public if viewer is None else _own(game, shown, public, viewer)
        shown.views[viewer] = seen
    return seen


def _public(game: Battle, shown: Shown) -> views.View:
    """What a spectator sees, and so everybody."""
    shown.lay(game)
    inactive = bool(game.asked) and game.turn > 0 and game.asked != [game.active]
    phase = views.Phase(v.PHASES[game.phase], game.step, "INACTIVE" if inactive else "ACTIVE")
    ms = expiry.span(game) if game.asked else 0
    due = game.since + ms if ms else None
    defs = game.set.defs
    return views.View(
        "COMPLETED" if game.over else "IN_PROGRESS" if game.started_at >= 0 else "WAITING",
        game.options.ruleset,
        game.turn,
        phase,
        game.active,
        {0: _player(game, shown, 0), 1: _player(game, shown, 1)},
        faces(game),
        tuple([entry.shown() for entry in game.stack]),
        tuple([views.Fight(a, t, b if b >= 0 else None) for a, t, b in game.battle]),
        tuple([views.Note(k, s, defs[d].id, n, ts, x) for k, s, d, n, ts, x in game.notes]),
        tuple(
            [f"{one.id}:{i}" for one in game.cards.values() if one.used for i in sorted(one.used)]
        ),
        _window(game, due),
        tuple(game.asked),
        question.asked(game, due) if game.asked else None,
        None,
        tuple(game.set.decks) if game.ask == "DECK" else (),
        game.number,
        game.options.best_of,
        game.started_at if game.started_at >= 0 else None,
        game.ended_at if game.over else None,
        (game.winner if game.winner >= 0 else "draw") if game.over else None,
        game.condition or None,
        game.reason or None,
        tuple([_delayed(when, entry) for when, entry in game.delayed]),
        _last(game),
        outlooks(game),
        _blow(game),
        _deck_rules(game.set) if game.ask == "DECK" else None,
    )


def _blow(game: Battle) -> views.Blow | None:
    """What ended it, where it was damage."""
    if game.condition != "OPPONENT_HP_ZERO":
        return None
    return views.Blow(*game.blows[1 - game.winner])


def _deck_rules(cards: CardSet) -> views.DeckRules:
    codes = {name: to_code(cards, deck) for name, deck in cards.decks.items()}
    single = tuple(d.id for d in cards.defs if d.legendary)
    return views.DeckRules(USUAL.smallest, USUAL.largest, USUAL.copies, codes, single)


def _last(game: Battle) -> views.Last | None:
    if game.last is None:
        return None
    winner, condition = game.last
    return views.Last(winner if winner >= 0 else "draw", condition)


def _delayed(when: int, entry: Entry) -> views.Delayed:
    aimed = tuple(one for one in entry.targets or () if one >= 0)
    return views.Delayed(entry.d.id, entry.ctrl, v.DELAYS[when], aimed + entry.picked)


def _own(game: Battle, shown: Shown, public: views.View, seat: Seat) -> views.View:
    """With what only that player sees: a hand, what they know of their deck and which one they
    have chosen, and what they are deciding about."""
    hand = shown.zone("hand", seat, tuple(game.hands[seat]), _hand, game.set.defs)
    player = public.players[seat]
    known = _known_deck(game, shown, seat, OWNER_KNOWS) if player.known_deck else ()
    player = replace(player, hand=hand, known_deck=known)
    if player.deck_name is None and game.chosen[seat]:
        player = replace(player, deck_name=game.names[seat] or None)
    players = {0: public.players[0], 1: public.players[1], seat: player}
    pending = question.pending(game, seat) if seat in game.asked else None
    return replace(public, players=players, pending=pending)


def faces(game: Battle) -> tuple[views.Face, ...]:
    """What is printed on every card that may turn up; the whole set while decks are chosen."""
    if game.started_at < 0:
        return tuple(d.face for d in game.set.defs)
    if game.faces is None:
        names = {*game.mains[0], *game.mains[1]}
        game.faces = tuple(
            d.face for d in game.set.defs if d.token or d.id in names or d.id in game.set.made
        )
    return game.faces


def _window(game: Battle, due: int | None) -> views.Window | None:
    if game.ask not in playing.WINDOWS:
        return None
    calm = "AFTER_BLOCKS" if game.step == BLOCKED else "MAIN_RESPONSE"
    kind = "BLOCK" if game.ask == "BLOCKS" else "STACK" if game.stack else calm
    return views.Window(kind, game.asked[0], due)


def _player(game: Battle, shown: Shown, seat: Seat) -> views.Player:
    """What is public of a player."""
    hand, defs = game.hands[seat], game.set.defs
    settled = game.number > 1 and not game.chosen[seat]  # as it was in the game before
    open_list = game.started_at >= 0 or settled
    named = open_list or game.number > 1
    seen = tuple([card for card in hand if card[2]])
    return views.Player(
        game.hp[seat],
        game.options.hp,
        game.ce[seat],
        game.max_ce[seat],
        len(game.decks[seat]),
        len(hand),
        shown.fields[seat],
        shown.zone("graveyard", seat, tuple(game.graveyards[seat]), _buried, defs),
        shown.zone("banished", seat, tuple(game.banished[seat]), _buried, defs),
        None,
        shown.zone("shown", seat, seen, _hand, defs),
        _known_deck(game, shown, seat, ALL_KNOW),
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


def _hand(defs: Defs, matter: Matter) -> tuple[views.Known, ...]:
    return tuple([views.Known(defs[n].id, i) for i, n, _ in matter])


def _buried(defs: Defs, matter: Matter) -> tuple[views.Known, ...]:
    return tuple([views.Known(defs[n].id, i, dict(c) if c else None) for i, n, c in matter])


def _known_deck(game: Battle, shown: Shown, seat: Seat, knows: int) -> tuple[views.InDeck, ...]:
    """The places of a deck that somebody knows, the top first; what lies there only to those
    who do. What all know, its owner does."""
    deck = game.decks[seat]
    if not deck or max(deck) <= CARD:
        return ()
    name = "owner's deck" if knows == OWNER_KNOWS else "deck"
    top = len(deck) - 1
    bits = knows | ALL_KNOW
    places = [
        (top - i, deck[i] & CARD if deck[i] & bits else -1)
        for i in range(top, -1, -1)
        if deck[i] > CARD
    ]
    return shown.zone(name, seat, tuple(places), _places, game.set.defs)


def _places(defs: Defs, matter: Matter) -> tuple[views.InDeck, ...]:
    return tuple([views.InDeck(place, defs[n].id if n >= 0 else None) for place, n in matter])


def _statuses(statuses: Iterable[Status]) -> tuple[views.Status, ...]:
    return tuple([views.Status(name, turns, value) for name, value, turns in statuses])


def _card(matter: Matter) -> views.InPlay:
    """A card in play, the same for everybody, of what `Inst.matter` says of it."""
    d, number, owner, atk, df, hp, damage, reduction, *rest = matter
    tapped, sick, evaded, barrier, shield, keywords, *rest = rest
    counters, attached, host, mods, statuses, used = rest
    unit = d.kind == v.UNIT
    return views.InPlay(
        d.id,
        number,
        owner,
        "FIELD",
        "FACE_UP",
        atk if unit else None,
        df if unit else None,
        hp - damage if unit else None,
        hp if unit else None,
        reduction,
        tapped,
        sick,
        evaded,
        barrier,
        shield,
        tuple([name for bit, name in KEYWORDS if keywords & bit]),
        dict(counters) or None,
        attached,
        host if host >= 0 else None,
        tuple([_modifier(mod) for mod in mods]),
        _statuses(statuses),
        dict(used) or None,
    )


def _modifier(mod: Mod) -> views.Modifier:
    kind, what, value, duration, source, _ = mod
    lasts = v.DURATIONS[duration]
    if kind == STAT:
        name = "STAT_BOOST" if value > 0 else "STAT_REDUCTION"
        return views.Modifier(name, lasts, source, v.STATS[what], value)
    if kind == SET:
        return views.Modifier("STAT_SET", lasts, source, v.STATS[what], value)
    word = next((name for bit, name in KEYWORDS if what & bit), None)
    return views.Modifier(_MODIFIER[kind], lasts, source, keyword=word)
