"""Who sits where: people and bots, written down and told; a full table begins to play."""

from __future__ import annotations

from cutcard.bots import bots_of
from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import WAITING

from .floor import Floor
from .place import Mind, Place
from .revive import listen
from .words import Refusal, User


def free_seat(place: Place, wish: Seat | None) -> Seat:
    """The seat wished for, or the first that is free; Refusal if there is none."""
    roster = place.table.roster
    if wish is None:
        if None not in roster:
            raise Refusal("TABLE_FULL", "Every seat at this table is taken")
        return roster.index(None)
    if not 0 <= wish < len(roster):
        raise Refusal("INVALID_REQUEST", f"There is no seat {wish}")
    if roster[wish] is not None:
        raise Refusal("SEAT_TAKEN", f"Seat {wish} is taken")
    return wish


def seat_of(place: Place, user: User) -> Seat:
    """The seat a user has; Refusal if he has none."""
    seat = place.table.seat_of(user.id)
    if seat is None:
        raise Refusal("INVALID_PLAYER", "Player not in this game")
    return seat


def seat_user(floor: Floor, place: Place, seat: Seat, user: User) -> None:
    """Gives a free seat to somebody."""
    place.table.seat_user(seat, user)
    place.moved = floor.clock()
    floor.ledger.write().seats.append(place.seat_row(seat))
    floor.tell(place, "ROSTER", players=place.roster())
    if None not in place.table.roster and place.match.status == WAITING:
        floor.begin(place)


def check_bot(game: str, bot: str | None) -> None:
    """Refusal if the game has no bot of that name."""
    if bot is not None and bot not in (bots := bots_of(game)):
        raise Refusal("INVALID_REQUEST", f"No bot is called {bot}; there are: {', '.join(bots)}")


def seat_bot(floor: Floor, place: Place, seat: Seat, bot: str | None) -> None:
    """Gives a free seat to a bot; without a name, the game's usual opponent."""
    game = place.row.game
    name = bot or next(iter(bots_of(game)))
    mind = place.bots[seat] = Mind(game, name, Rng(floor.seeds()))
    listen(place.table, seat, mind)
    shown = name.replace("_", " ").title()
    seat_user(floor, place, seat, User(f"bot-{place.row.table}-{seat}", shown, bot=True))


def free(floor: Floor, place: Place, seat: Seat) -> None:
    """Before the match a seat can be given back; the last person to go closes the table."""
    place.table.seat_user(seat, None)
    place.gone.discard(seat)
    floor.ledger.write().seats.append(place.seat_row(seat))
    floor.tell(place, "ROSTER", players=place.roster())
    if not list(place.people()):
        floor.abandon(place, "Everybody left")
