"""Where cards are, and how they get from one zone to another.

Deck: a list of ints, the last is the top: the card's number, with a bit where its owner or
everybody knows it. Hand: (id, card number, seen by the other). Graveyard and banished:
(id, card number, counters). A card gets a new id whenever it changes zones, so that an id never
tells where a hidden card has been (B39).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts
from . import vocabulary as v
from .defs import Def, Effect
from .inst import NO_COUNTERS, UNUSED, Inst
from .stack import fire

if TYPE_CHECKING:
    from .rules import Battle

OWNER_KNOWS = 1 << 12
ALL_KNOW = 1 << 13
CARD = OWNER_KNOWS - 1
HandCard = tuple[int, int, bool]
Buried = tuple[int, int, tuple[tuple[str, int], ...]]


def deck_defs(game: Battle, seat: int) -> list[Def]:
    defs = game.set.defs
    return [defs[card & CARD] for card in game.decks[seat]]


def shuffle(game: Battle, seat: int) -> None:
    """After this nobody knows where anything is."""
    deck = [card & CARD for card in game.decks[seat]]
    game.rng.shuffle(deck)
    game.decks[seat] = deck


def draw(game: Battle, seat: int) -> bool:
    """The top card into the hand; False: there is none."""
    deck = game.decks[seat]
    if not deck:
        return False
    card = deck.pop()
    game.did += 1
    number, known = card & CARD, bool(card & ALL_KNOW)
    new = game.new_id()
    game.hands[seat].append((new, number, known))
    game.tally[2][seat] += 1
    if game.told is not None:
        fact = facts.CardDrawn(seat, game.set.defs[number].id, new)
        game.told.append(Told(fact) if known else Told(fact, (seat,), facts.CardDrawn(seat)))
    fire(game, v.ON_DRAWN, None, seat, at=seat)
    return True


def take_from_hand(game: Battle, seat: int, place: int) -> Def:
    """A card leaves the hand into the open."""
    number = game.hands[seat].pop(place)[1]
    d = game.set.defs[number]
    if d.responds:
        game.answers[seat].remove(number)
    return d


def discard(game: Battle, seat: int, ids: Iterable[int]) -> None:
    names = []
    thrown = []
    for one in ids:
        place = next(i for i, card in enumerate(game.hands[seat]) if card[0] == one)
        d = take_from_hand(game, seat, place)
        thrown.append(d)
        names.append(d.id)
        bury(game, d, seat)
    if game.told is not None:
        game.told.append(Told(facts.CardsDiscarded(seat, tuple(names))))
    for d in thrown:
        game.played = d
        fire(game, v.ON_DISCARDED, None, seat, at=seat)
        game.played = None


def bury(game: Battle, d: Def, owner: int, counters: dict[str, int] = NO_COUNTERS) -> int:
    """Into the graveyard, under a new id; a token is simply gone (-1)."""
    if d.token:
        return -1
    new = game.new_id()
    game.graveyards[owner].append((new, d.index, tuple(sorted(counters.items()))))
    return new


def mill(game: Battle, seat: int) -> None:
    d = game.set.defs[game.decks[seat].pop() & CARD]
    game.did += 1
    if d.responds:
        game.answers[seat].remove(d.index)
    bury(game, d, seat)
    if game.told is not None:
        new = game.graveyards[seat][-1][0]
        game.told.append(Told(facts.CardMoved(d.id, new, "GRAVEYARD")))


def look(game: Battle, seat: int, count: int) -> None:
    """The owner sees the top cards, and does not forget them."""
    deck = game.decks[seat]
    for i in range(len(deck) - count, len(deck)):
        deck[i] |= OWNER_KNOWS


def hide(game: Battle, d: Def, owner: int, to: str) -> None:
    """A card everybody has seen goes into a hand or a deck."""
    if d.token:
        return
    if d.responds:
        game.answers[owner].append(d.index)
    if to == "HAND":
        game.hands[owner].append((game.new_id(), d.index, True))
    elif to == "DECK_TOP":
        game.decks[owner].append(d.index | OWNER_KNOWS | ALL_KNOW)
    else:
        game.decks[owner].insert(0, d.index | OWNER_KNOWS | ALL_KNOW)


def enter(
    game: Battle,
    d: Def,
    seat: int,
    host: Inst | None = None,
    counters: dict[str, int] = NO_COUNTERS,
    *,
    owner: int = -1,
    tapped: bool = False,
) -> Inst:
    """A card comes into play; its own and others' ENTER_FIELD follow."""
    inst = Inst(game.new_id(), d, seat, game.turn)
    inst.tapped = tapped or d.enters_tapped
    if owner >= 0:
        inst.owner = owner
    game.did += 1
    if counters:
        inst.counters = dict(counters)
    game.cards[inst.id] = inst
    _shows_up(game, inst)
    if game.aura_cards:
        game.wounded = True  # what it comes into may be too much for it
    if host is not None:
        attach(game, inst, host)
    fire(game, v.ON_ENTER, inst, seat, inst.id, inst.id)
    return inst


def _shows_up(game: Battle, inst: Inst) -> None:
    """What a card is, is there for all: its auras, its cost changes, what it waits for."""
    if inst.d.auras:
        game.aura_cards.append(inst)
        game.growing = game.growing or inst.d.grows
        game.shine()
    if inst.d.cost_mods:
        game.cost_cards.append(inst)
    game.listening |= inst.d.listens


def _goes_dark(game: Battle, inst: Inst) -> None:
    if inst.d.auras:
        game.aura_cards.remove(inst)
        game.growing = any(one.d.grows for one in game.aura_cards)
        game.shine()
    elif game.growing:
        game.shine()
    if inst.d.cost_mods:
        game.cost_cards.remove(inst)


def transform(game: Battle, inst: Inst, d: Def) -> None:
    """It is another card from now on, as if that had come: what had become of it is gone, its
    equipment stays. Out of play it is what it was."""
    if game.told is not None:
        game.told.append(Told(facts.CardTransformed(inst.d.id, inst.id, d.id)))
    game.did += 1
    _goes_dark(game, inst)
    inst.d = d
    inst.mods, inst.statuses, inst.counters, inst.used = [], [], NO_COUNTERS, UNUSED
    inst.damage, inst.doomed, inst.broken, inst.shield = 0, False, (), 0
    _shows_up(game, inst)
    game.touch(inst)
    game.listen()


def attach(game: Battle, gear: Inst, host: Inst) -> None:
    """Equipment on a unit; what it wore too many is refused before (three at most)."""
    if gear.host == host.id or len(host.attached) >= game.options.equipment:
        return
    old = game.cards.get(gear.host)
    if old is not None:
        unequip(game, old, gear)
    gear.host = host.id
    gear.worn = game.ids
    host.attached.append(gear.id)
    game.touch(host)
    fire(game, v.ON_ATTACHED, host, host.ctrl, gear.id, host.id)


def unequip(game: Battle, host: Inst, gear: Inst) -> None:
    """Losing a bonus to HP never kills by itself."""
    left = host.left(game)
    host.attached.remove(gear.id)
    game.touch(host)
    clip(game, host, left)


def clip(game: Battle, inst: Inst, before: int) -> None:
    """Some bonus ended: the maximum fell, and what was above it is lost, but never all."""
    if before > 0 and inst.left(game) < 1 and inst.max_hp(game) > 0:
        inst.damage = inst.max_hp(game) - 1


def leave(game: Battle, inst: Inst, to: str, destroyed: bool = False) -> None:
    """A card leaves play for its owner's zone; its last stats stay with it."""
    if inst.gone:
        return
    leave_together(game, [inst], to, destroyed)


def leave_together(game: Battle, some: list[Inst], to: str, destroyed: bool = False) -> None:
    """What happens to many happens at once: they have all left before anything triggers."""
    for inst in some:
        remove(game, inst)
    for inst in some:
        place(game, inst, to, destroyed)
    for inst in some:
        announce(game, inst, destroyed)


def remove(game: Battle, inst: Inst) -> None:
    """Out of play, with its last stats; nothing is told or triggered yet."""
    inst.kw(game)
    inst.gone = True
    game.did += 1
    game.gone[inst.id] = inst
    del game.cards[inst.id]
    if inst.attached:
        game.wounded = True  # equipment without a bearer
    _goes_dark(game, inst)
    host = game.cards.get(inst.host)
    if host is not None and inst.id in host.attached:
        unequip(game, host, inst)


def place(game: Battle, inst: Inst, to: str, destroyed: bool) -> None:
    card = inst.card
    if to == "GRAVEYARD":
        inst.buried = bury(game, card, inst.owner, inst.counters)
    elif to == "BANISHED":
        if not card.token:
            counters = tuple(sorted(inst.counters.items()))
            inst.buried = game.new_id()
            game.banished[inst.owner].append((inst.buried, card.index, counters))
    else:
        hide(game, card, inst.owner, to)
    inst.doomed = destroyed
    if destroyed and inst.d.kind == v.UNIT:
        game.tally[0][inst.ctrl] += 1
    if game.told is not None:
        game.told.append(Told(facts.CardMoved(card.id, inst.id, to, destroyed)))


def announce(game: Battle, inst: Inst, destroyed: bool) -> None:
    fire(game, v.ON_LEAVE, inst, inst.ctrl, inst.id, inst.id)
    if destroyed:
        fire(game, v.ON_DESTROYED, inst, inst.ctrl, inst.id, inst.id)


def from_graveyard(game: Battle, target: int, e: Effect, seat: int) -> None:
    """A card of a graveyard goes where the effect of that seat says."""
    to = e.to
    for owner in (0, 1):
        for i, (one, number, counters) in enumerate(game.graveyards[owner]):
            if one != target:
                continue
            d = game.set.defs[number]
            if to == "FIELD":
                whose = seat if e.yours else owner
                if d.kind == v.EQUIPMENT or not room(game, d, whose):
                    return  # equipment needs a bearer
                del game.graveyards[owner][i]
                enter(game, d, whose, counters=dict(counters), owner=owner, tapped=e.tapped)
                return
            del game.graveyards[owner][i]
            if game.growing:
                game.shine()
            if to == "BANISHED":
                game.banished[owner].append((game.new_id(), number, counters))
            elif to == "GRAVEYARD":
                game.graveyards[owner].append((game.new_id(), number, counters))
            else:
                hide(game, d, owner, to)
            if game.told is not None:
                game.told.append(Told(facts.CardMoved(d.id, target, to)))
            return


def called(game: Battle, one: int) -> str:
    """The name of what lies open for all, to begin a sentence with; else nothing is told."""
    if one in (0, 1):
        return "That player"
    inst = game.cards.get(one)
    if inst is not None:
        return inst.d.name
    for card, number, _ in (*game.graveyards[0], *game.graveyards[1]):
        if card == one:
            return game.set.defs[number].name
    return "That"


def room(game: Battle, d: Def, seat: int) -> bool:
    """Whether a unit or FIELD card still has a place (B46: 7 and 3)."""
    if d.kind == v.UNIT:
        return game.unit_count(seat) < game.options.field_units
    if d.kind == v.FIELD:
        held = sum(1 for c in game.cards.values() if c.ctrl == seat and c.d.kind == v.FIELD)
        return held < game.options.field_cards
    return d.kind == v.EQUIPMENT


def take_over(game: Battle, inst: Inst, seat: int) -> None:
    """Another controller: its equipment comes along, and it is new here."""
    if inst.ctrl == seat:
        return
    if inst.d.kind == v.UNIT and not room(game, inst.d, seat):
        leave(game, inst, "GRAVEYARD")  # nobody has an eighth
        return
    inst.ctrl = seat
    inst.came = game.turn
    for one in inst.attached:
        game.cards[one].ctrl = seat
        game.touch(game.cards[one])
    game.touch(inst)
