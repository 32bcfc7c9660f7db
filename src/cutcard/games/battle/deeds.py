"""What the rarer effects do (`effects.py` has the common ones): change what a card is, make one in
a hand, look through hands and decks, let somebody pick, and leave something for later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts, zones
from . import vocabulary as v
from .defs import Effect, Run
from .inst import SET
from .stack import Entry

if TYPE_CHECKING:
    from .rules import Battle

END_OF_TURN = v.DELAYS.index("END_OF_TURN")


def transform(game: Battle, entry: Entry, e: Effect) -> None:
    d = game.set.by_id[e.card]
    for one in e.select(game, entry):
        inst = game.cards.get(one)
        if inst is not None and inst.d.kind == v.UNIT:
            zones.transform(game, inst, d)


def set_stat(game: Battle, entry: Entry, e: Effect) -> None:
    amount = max(0, e.amount(game, entry))
    for one in e.select(game, entry):
        inst = game.cards.get(one)
        if inst is not None:
            inst.mods.append((SET, e.stat, amount, e.duration, entry.d.id, None))
            game.touch(inst)


def create(game: Battle, entry: Entry, e: Effect) -> None:
    """A token in a hand, which everybody has seen come there."""
    d = game.set.by_id[e.card]
    for seat in e.select(game, entry):
        for _ in range(e.amount(game, entry)):
            game.did += 1
            new = game.new_id()
            game.hands[seat].append((new, d.index, True))
            if d.responds:
                game.answers[seat].append(d.index)
            if game.told is not None:
                game.told.append(Told(facts.CardCreated(seat, d.id, new)))


def reveal(game: Battle, entry: Entry, e: Effect) -> None:
    for seat in e.select(game, entry):
        hand = game.hands[seat]
        game.hands[seat] = [(one, number, True) for one, number, _ in hand]
        if game.told is not None:
            names = tuple(game.set.defs[number].id for _, number, _ in hand)
            game.told.append(Told(facts.HandRevealed(seat, names)))


def search(game: Battle, entry: Entry, e: Effect) -> None:
    """Asked whenever hand and deck together hold such a card, which everybody can know: else
    not being asked would tell that the deck has none, so that the hand has."""
    for seat in e.select(game, entry):
        pool = (*zones.deck_defs(game, seat), *(game.set.defs[c[1]] for c in game.hands[seat]))
        if any(e.filter is None or e.filter.fits(d) for d in pool):
            game.ask_for("SEARCH", seat, e, e.amount(game, entry))


def scry(game: Battle, entry: Entry, e: Effect) -> None:
    for seat in e.select(game, entry):
        count = min(e.amount(game, entry), len(game.decks[seat]))
        if count > 0:
            zones.look(game, seat, count)
            game.ask_for("SCRY", seat, e, count)


def pick(game: Battle, entry: Entry, e: Effect) -> None:
    """Somebody picks out of what is there; where there is no choice, nobody is asked."""
    pool = [one for one in e.select(game, entry) if one > 1]
    count = min(e.amount(game, entry), len(pool))
    if not pool:
        return
    if count == len(pool) and not e.optional:
        picked(game, entry, e, tuple(pool))
        return
    game.pool = tuple(pool)
    game.ask_for("TARGET", entry.ctrl if e.by == "CONTROLLER" else 1 - entry.ctrl, e, count)


def picked(game: Battle, entry: Entry, e: Effect, ids: tuple[int, ...]) -> None:
    entry.picked = ids
    if ids:
        entry.work.append((e.effects, 0))


def delay(game: Battle, entry: Entry, e: Effect) -> None:
    later = Entry(game.new_id(), entry.d, entry.ctrl)
    later.ability, later.source, later.targets = entry.ability, entry.source, entry.targets
    later.x, later.by, later.at, later.amount = entry.x, entry.by, entry.at, entry.amount
    later.picked, later.later, later.passed = entry.picked, e.effects, True
    game.delayed.append((e.when, later))


def due(game: Battle, recharge: bool) -> None:
    """What was left for this moment: the end of the turn, or the Recharge of who is to move."""
    waiting, game.delayed = game.delayed, []
    for when, entry in waiting:
        mine = entry.ctrl == game.active
        if (when == END_OF_TURN) if not recharge else v.DELAYS[when] == _RECHARGE[mine]:
            game.fired.append(entry)
        else:
            game.delayed.append((when, entry))


_RECHARGE = ("THEIR_RECHARGE", "MY_RECHARGE")
DEEDS: dict[str, Run] = {
    "TRANSFORM": transform,
    "SET_STAT": set_stat,
    "CREATE": create,
    "REVEAL": reveal,
    "SEARCH": search,
    "SCRY": scry,
    "PICK": pick,
    "DELAY": delay,
}
