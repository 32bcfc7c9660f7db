"""Who goes away, and who may send whom away; and whether they play again.

To leave is not to concede: in a match the seat stays its holder's, he is away, and his clock runs
on; unless the game has a `leave` of its own. Where no clock runs against somebody who is gone,
an opponent may claim the match after GRACE_MS. Who is gone as long before the match loses his
seat, and where people come and go at any time, who is gone for SEAT_MS.
"""

from __future__ import annotations

from functools import partial

from cutcard.kernel import tags
from cutcard.kernel.game import Seat
from cutcard.kernel.optional import allows_rematch
from cutcard.store.protocol import PLAYING, WAITING, MatchRow

from .floor import REMATCH_MS, Floor
from .place import Place
from .seating import free
from .seating import leave as leave_deal
from .words import Ear, Notice, Refusal

GRACE_MS = 120_000
SEAT_MS = 600_000


def leave(floor: Floor, place: Place, seat: Seat, concede: bool) -> bool:
    """Goes away: frees the seat before the match, declines a rematch after it. In the match True:
    he is away and keeps his seat, unless he concedes or the game lets him leave."""
    place.moved = floor.clock()
    if place.match.status == WAITING:
        free(floor, place, seat)
    elif place.table.over:
        _leave_the_end(floor, place, seat)
    elif place.table.open_seating:
        leave_deal(floor, place, seat)
    elif not concede:
        return not floor.aside(place, seat, tags.LEAVE)
    elif not floor.aside(place, seat, tags.LEAVE, tags.SURRENDER):
        if len(list(place.people())) > 1:
            raise Refusal("CANNOT_LEAVE", "Nobody may leave this match before its end")
        floor.abandon(place, "Left")
    return False


def _leave_the_end(floor: Floor, place: Place, seat: Seat) -> None:
    place.left.add(seat)
    floor.tell(place, "REMATCH_DECLINED", seat=seat, playerId=seat)
    if place.left >= {seat for seat, _ in place.people()} and place.balcony is None:
        floor.close(place)


def away(floor: Floor, place: Place, seat: Seat) -> None:
    """A seat's holder no longer listens. The others are told for how long to be patient."""
    place.gone[seat] = floor.clock()
    wait_for(floor, place, seat)
    if place.match.status == PLAYING:
        grace = _clock_of(floor, place, seat)
        patience = GRACE_MS if grace is None else grace
        floor.tell(place, "PLAYER_DISCONNECTED", seat=seat, playerId=seat, graceMs=patience)
        floor.aside(place, seat, tags.AWAY)


def wait_for(floor: Floor, place: Place, seat: Seat) -> None:
    """Keeps the seat of somebody who is gone, for a while."""
    since = place.gone[seat]
    if place.match.status == WAITING or place.table.open_seating:
        patience = GRACE_MS if place.match.status == WAITING else SEAT_MS
        floor.alarm.at(since + patience, partial(_give_back, floor, place, seat, since))


def _give_back(floor: Floor, place: Place, seat: Seat, since: int) -> None:
    """He did not come back: others may have the seat."""
    if floor.places.get(place.row.table) is not place or place.gone.get(seat) != since:
        return
    if place.broken:
        floor.alarm.at(floor.clock() + 1000, partial(_give_back, floor, place, seat, since))
    elif place.match.status == WAITING:
        free(floor, place, seat)
    elif place.table.open_seating and not place.table.over and seat not in place.leaving:
        leave_deal(floor, place, seat)


def claim(floor: Floor, place: Place, claimant: Seat) -> None:
    """Somebody does not come back: he concedes, or else the match is called off."""
    table = place.table
    if table.deal is None or not table.playing:
        raise Refusal("INVALID_GAME_STATE", "No match is under way here")
    waited_for = [seat for seat in table.deal.to_act if seat in place.gone and seat != claimant]
    if not waited_for:
        raise Refusal("INVALID_GAME_STATE", "The match waits for nobody who is gone")
    for seat in waited_for:
        left = place.gone[seat] + GRACE_MS - floor.clock()
        if _clock_of(floor, place, seat) is not None:
            raise Refusal("INVALID_GAME_STATE", "His clock is running; it will decide")
        if left > 0:
            raise Refusal("INVALID_GAME_STATE", f"Wait another {-(-left // 1000)} s for him")
    for seat in waited_for:
        if table.playing and not floor.aside(place, seat, tags.LEAVE, tags.SURRENDER):
            floor.abandon(place, "Player did not come back")
            return


def _clock_of(floor: Floor, place: Place, seat: Seat) -> int | None:
    """The ms until a clock ends that runs against this seat; None: there is none."""
    deal = place.table.deal
    dues = [timer.due for timer in deal.timers if timer.seat in (seat, None)] if deal else []
    return max(0, place.table.zero + min(dues) - floor.clock()) if dues else None


def kick(floor: Floor, place: Place, seat: Seat) -> None:
    """The host wants somebody off his seat: freely before a match and after it, in it only where
    the game lets people leave."""
    user, table = place.table.roster[seat], place.table
    if user is None:
        raise Refusal("INVALID_PLAYER", f"Nobody sits on seat {seat}")
    if place.match.status == WAITING:
        place.bots.pop(seat, None)
        table.hearing.discard(seat)
        free(floor, place, seat)
    elif table.over:
        _leave_the_end(floor, place, seat)
    elif table.open_seating and not user.bot:
        leave_deal(floor, place, seat)
    elif user.bot or not floor.aside(place, seat, tags.LEAVE):
        raise Refusal("INVALID_GAME_STATE", "Nobody is sent away in the middle of a match")


def send_away(floor: Floor, place: Place, ears: tuple[Ear, ...]) -> None:
    """Tells those whom the host sent away; they listen no more by then."""
    number = place.row.table
    floor.ledger.say(None, ears, Notice("KICKED", number, place.table.match_id, {"table": number}))


def rematch(floor: Floor, place: Place, seat: Seat, accept: bool) -> None:
    """Offers or accepts another match; it starts when all agree."""
    table = place.table
    if not table.over:
        raise Refusal("INVALID_GAME_STATE", "The match is not over")
    if not allows_rematch(table.options):
        raise Refusal("REMATCH_DISABLED", "This table plays no rematch")
    if place.left:
        raise Refusal("INVALID_GAME_STATE", "Somebody has left the table")
    if not accept:
        place.agreed.clear()
        floor.tell(place, "REMATCH_DECLINED", seat=seat, playerId=seat)
        return
    place.agreed.add(seat)
    if place.agreed < {seat for seat, _ in place.people()}:
        left = max(0, (place.match.completed or 0) + REMATCH_MS - floor.wall())
        floor.tell(place, "REMATCH_OFFERED", seat=seat, playerId=seat, inMs=left)
        return
    table.next_match(table.match + 1)
    place.moved = floor.clock()
    place.match = MatchRow(table.number, table.match, WAITING, floor.wall())
    floor.stats.created += 1
    floor.begin(place)
