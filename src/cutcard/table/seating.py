"""Who sits where: people and bots, written down and told; a full table begins to play."""

from __future__ import annotations

from cutcard.bots import bots_of
from cutcard.kernel import tags
from cutcard.kernel.game import Seat
from cutcard.kernel.optional import vacant
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import WAITING

from .floor import Floor
from .place import Mind, Place
from .revive import listen
from .words import Refusal, User


def free_seats(place: Place) -> list[Seat]:
    """Seats somebody may take: one held in this deal is given to nobody else before the next."""
    table = place.table
    now = table.deal_number + (0 if table.open_seating else 1)
    return [s for s in range(table.seats) if not table.roster[s] and table.held_since[s] <= now]


def free_seat(place: Place, wish: Seat | None) -> Seat:
    """The seat wished for, or the first that is free; Refusal if there is none."""
    free = free_seats(place)
    if wish is None:
        if not free:
            raise Refusal("TABLE_FULL", "Every seat at this table is taken")
        return free[0]
    if not 0 <= wish < place.table.seats:
        raise Refusal("INVALID_REQUEST", f"There is no seat {wish}")
    if wish not in free:
        raise Refusal("SEAT_TAKEN", f"Seat {wish} is taken")
    return wish


def may_enter(place: Place, user: User | None, link: str | None, seat: Seat | None) -> None:
    """Refusal to whom the host sent away, and to a private table whose link is not known: then it
    is as if it were not there. Its host and those who sit there need none."""
    if user is not None and user.id in place.barred:
        raise Refusal("KICKED", "The host has sent you away from this table")
    row = place.row
    if row.private and seat is None and (user is None or user.id != row.host) and link != row.link:
        raise Refusal("GAME_NOT_FOUND", f"Game session not found: {row.table}")


def seat_of(place: Place, user: User) -> Seat:
    """The seat a user has; Refusal if he has none."""
    seat = place.table.seat_of(user.id)
    if seat is None:
        raise Refusal("INVALID_PLAYER", "Player not in this game")
    return seat


def seat_user(floor: Floor, place: Place, seat: Seat, user: User) -> None:
    """Gives a free seat to somebody."""
    place.table.seat_user(seat, user)
    place.gone.pop(seat, None)  # it was another who went
    place.moved = floor.clock()
    floor.ledger.write().seats.append(place.seat_row(seat))
    floor.tell(place, "ROSTER", players=place.roster())
    if None not in place.table.roster and place.match.status == WAITING:
        floor.begin(place)
    floor.settle(place)  # a bot may be to act


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
    shown = _name_of_its_own(place, name.replace("_", " ").title())
    seat_user(floor, place, seat, User(f"bot-{place.row.table}-{seat}", shown, bot=True))


def _name_of_its_own(place: Place, name: str) -> str:
    """Steady, Steady 2, Steady 3: bots of one kind at one table."""
    taken = {user.name for user in place.table.roster if user is not None}
    numbered = (f"{name} {n}" for n in range(2, place.table.seats + 2))
    return name if name not in taken else next(other for other in numbered if other not in taken)


def leave(floor: Floor, place: Place, seat: Seat) -> None:
    """Open seating: out of the deal by its own move, and off the seat when the deal is over, or
    at once where the rules say that the seat has no part in it."""
    played = floor.aside(place, seat, tags.LEAVE)
    deal = place.table.deal
    free_now = None if deal is None else vacant(deal.state, seat)
    if played if free_now is None else not free_now:
        place.leaving.add(seat)
        floor.ledger.write().seats.append(place.seat_row(seat))
    else:
        free(floor, place, seat)


def free(floor: Floor, place: Place, seat: Seat) -> None:
    """A seat that is not in the deal is given back; the last to go closes a waiting table."""
    place.table.seat_user(seat, None)
    place.gone.pop(seat, None)
    floor.ledger.write().seats.append(place.seat_row(seat))
    floor.tell(place, "ROSTER", players=place.roster())
    if place.match.status == WAITING and not list(place.people()):
        floor.abandon(place, "Everybody left")
