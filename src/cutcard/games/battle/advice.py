"""Why a card of one's hand cannot be played now, for whoever holds it and asks.

What may be played is in the view already; why the rest may not is asked for by people who learn,
so it is made only then. The reasons are those a refusal would name, in the order it looks for them
(A30): the time, the energy, what is aimed at, restrictions, and what else it costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Record, Seat

from . import legal, playing
from . import vocabulary as v
from .aiming import can_aim
from .defs import Def

if TYPE_CHECKING:
    from .rules import Battle

ASKED = ("MAIN", "RESPONSE", "BLOCKS")  # while these are decided, cards are played


class Barred(Record, frozen=True):
    """A card of the hand that cannot be played now: the code of the refusal and its sentence."""

    instance_id: int
    code: str
    message: str
    cost: int  # as it is now, with the least X
    response: bool = False  # it is played in answer to the other only


class Advice(Record, frozen=True):
    """What a friend would say of one's hand."""

    barred: tuple[Barred, ...] = ()


def advice(game: Battle, seat: Seat) -> Advice | None:
    """None: nobody asks this seat for cards now."""
    if seat not in game.asked or game.ask not in ASKED:
        return None
    free = {card for card, _, _ in legal.playable(game, seat)}
    defs = game.set.defs
    held = [(card, defs[number]) for card, number, _ in game.hands[seat] if card not in free]
    return Advice(tuple(_barred(game, seat, card, d) for card, d in held))


def _barred(game: Battle, seat: Seat, card: int, d: Def) -> Barred:
    price = playing.cost(game, seat, d, d.x_min)
    code, message = _why(game, seat, card, d, price)
    return Barred(card, code, message, price, d.kind == v.RESPONSE)


def _why(game: Battle, seat: Seat, card: int, d: Def, price: int) -> tuple[str, str]:
    if not playing.right_time(game, seat, d):
        return "WRONG_PHASE", f"{d.name} cannot be played now"
    if price > game.ce[seat]:
        return "INSUFFICIENT_CE", f"{d.name} costs {price} CE, you have {game.ce[seat]}"
    if d.targets and d.enter is None and not can_aim(game, d.targets, seat):
        return "INVALID_TARGET", f"There is nothing {d.name} could aim at"
    if why := playing.restricted(game, seat, d):
        return "RESTRICTION_VIOLATED", why
    if d.pay_hp and d.pay_hp >= game.hp[seat]:
        return "INSUFFICIENT_HP", f"It costs {d.pay_hp} HP, and you would not survive"
    if not legal.payable(game, seat, d, card):
        return "INVALID_COST", "What it costs besides energy is not there"
    return "WRONG_PHASE", f"{d.name} cannot be played now"
