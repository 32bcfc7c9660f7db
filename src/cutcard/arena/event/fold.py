"""How each entry of the log changes an event: the fold, and the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import log
from .clocks import go, restart, stand
from .state import CANCELLED, OVER, RUNNING, Hand, Offer, Player, State, Table

Apply = Callable[[State, Any, int], None]
APPLY: dict[type, Apply] = {}


def _of(kind: type) -> Callable[[Apply], Apply]:
    def keep(apply: Apply) -> Apply:
        APPLY[kind] = apply
        return apply

    return keep


def opened(what: log.Opened, at: int) -> State:
    """The first entry makes the state."""
    return State(what.terms, what.commitment, at=at)


def apply(state: State, entry: log.Entry) -> None:
    """One entry more."""
    APPLY[type(entry.what)](state, entry.what, entry.at)
    state.at = entry.at


def fold(entries: list[log.Entry]) -> State:
    """T102: the state of a log."""
    first = entries[0]
    assert isinstance(first.what, log.Opened), "a log begins with its opening"
    state = opened(first.what, first.at)
    for entry in entries[1:]:
        apply(state, entry)
    return state


@_of(log.Entered)
def _entered(s: State, w: log.Entered, at: int) -> None:
    s.players[w.entry] = player = Player(w.entry, w.user, w.bot, bounty=s.terms.bounty)
    player.stack = s.terms.start_stack
    player.playing = True
    s.live[w.user] = w.entry
    s.numbered = w.entry
    s.entries += 1
    s.left += 1
    s.account += s.cost()


@_of(log.Withdrew)
def _withdrew(s: State, w: log.Withdrew, at: int) -> None:
    player = s.players.pop(w.entry)
    del s.live[player.user]
    s.entries -= 1
    s.left -= 1
    s.account -= s.cost()


@_of(log.Started)
def _started(s: State, w: log.Started, at: int) -> None:
    s.phase = RUNNING
    s.breaking = list(w.breaking)
    s.since = at
    for drawn in w.tables:
        table = s.tables[drawn.table] = Table(drawn.table, button=drawn.button)
        for seat, entry in drawn.seats.items():
            _sit(s, entry, table, seat)
    s.table_numbers = len(w.tables)


def _sit(s: State, entry: int, table: Table, seat: int) -> None:
    table.players[seat] = entry
    player = s.players[entry]
    player.table, player.seat = table.number, seat


def _rise(s: State, player: Player) -> None:
    """They no longer sit where they sat."""
    if player.table:
        table = s.tables[player.table]
        del table.players[player.seat]
        if player.seat in table.waits:
            table.waits.remove(player.seat)
        if table.single == player.seat:
            table.single = -1
    player.table, player.seat = 0, -1


@_of(log.TableOpened)
def _table_opened(s: State, w: log.TableOpened, at: int) -> None:
    s.tables[w.table] = Table(w.table)
    s.table_numbers = w.table
    s.breaking.insert(0, w.table)


@_of(log.Seated)
def _seated(s: State, w: log.Seated, at: int) -> None:
    table = s.tables[w.table]
    _sit(s, w.entry, table, w.seat)
    if w.waits:
        table.waits.append(w.seat)


@_of(log.Dealt)
def _dealt(s: State, w: log.Dealt, at: int) -> None:
    table = s.tables[w.table]
    table.running, table.together, table.hands = True, w.together, w.hand
    table.dealt, table.waits, table.single = list(w.seats), [], -1
    table.button, table.small, table.big = w.button, w.small, w.big
    s.level_hands += 1


@_of(log.HandEnded)
def _hand_ended(s: State, w: log.HandEnded, at: int) -> None:
    table = s.tables[w.table]
    table.running, table.dealt = False, []
    table.button, table.small, table.big = w.button, w.small, w.big
    busts = []
    for seat, stack in w.stacks.items():
        player = s.players[table.players[seat]]
        if not stack and not player.coming:
            busts.append((player.entry, player.stack))
        player.stack, player.coming = stack + player.coming, 0
    beaten = {
        table.players[seat]: [table.players[other] for other in others]
        for seat, others in w.beaten.items()
    }
    if busts:
        s.unsettled.append(Hand(w.table, table.together, busts, beaten))


@_of(log.Asked)
def _asked(s: State, w: log.Asked, at: int) -> None:
    s.asked[w.entry] = w.until


@_of(log.Declined)
def _declined(s: State, w: log.Declined, at: int) -> None:
    s.asked.pop(w.entry, None)
    s.answered.append(w.entry)


@_of(log.Rebought)
def _rebought(s: State, w: log.Rebought, at: int) -> None:
    player = s.players[w.entry]
    s.rebuys += 1
    s.account += s.terms.rebuy_price
    player.rebuys += 1
    if player.seat in s.tables[player.table].dealt:
        player.coming += s.terms.rebuy_stack
    else:
        player.stack += s.terms.rebuy_stack
    s.asked.pop(w.entry, None)
    for hand in s.unsettled:
        hand.busts = [bust for bust in hand.busts if bust[0] != w.entry]
    s.unsettled = [hand for hand in s.unsettled if hand.busts]


@_of(log.AddedOn)
def _added_on(s: State, w: log.AddedOn, at: int) -> None:
    player = s.players[w.entry]
    player.added_on = True
    player.stack += s.terms.add_on_stack
    s.add_ons += 1
    s.account += s.terms.add_on_price


@_of(log.Out)
def _out(s: State, w: log.Out, at: int) -> None:
    player = s.players[w.entry]
    player.place, player.place_to, player.prize = w.place, w.place_to, player.prize + w.prize
    s.account -= w.prize
    s.carried -= w.carried
    s.orphans += player.bounty - sum(one.cash + one.own for one in w.bounties)
    for one in w.bounties:
        winner = s.players[one.entry]
        winner.bounties += one.cash
        winner.bounty += one.own
        if one.entry != w.entry:
            winner.knockouts += 1
        s.account -= one.cash
    player.bounty = 0
    if w.place != 1 or w.place_to != 1:
        _rise(s, player)
    if s.live.get(player.user) == w.entry:
        del s.live[player.user]
    last = s.gone[-1] if s.gone else []
    shares = bool(last) and s.players[last[0]].place_to == w.place_to
    if shares and len(last) <= w.place_to - w.place:
        last.append(w.entry)
    else:
        s.gone.append([w.entry])
    if w.entry in s.barred:
        s.barred.remove(w.entry)
    player.playing = player.stack > 0
    s.left -= 1
    if player.entry in s.answered:
        s.answered.remove(player.entry)
    for hand in s.unsettled:
        hand.busts = [bust for bust in hand.busts if bust[0] != w.entry]
    s.unsettled = [hand for hand in s.unsettled if hand.busts]


@_of(log.Moved)
def _moved(s: State, w: log.Moved, at: int) -> None:
    player = s.players[w.entry]
    _rise(s, player)
    table = s.tables[w.to]
    _sit(s, w.entry, table, w.seat)
    if w.waits:
        table.waits.append(w.seat)
    if w.single:
        table.single = w.seat


@_of(log.TableBroken)
def _table_broken(s: State, w: log.TableBroken, at: int) -> None:
    del s.tables[w.table]
    s.breaking.remove(w.table)
    s.broken += 1


@_of(log.FinalTable)
def _final_table(s: State, w: log.FinalTable, at: int) -> None:
    s.tables = {w.table: Table(w.table, button=w.button)}
    s.table_numbers = w.table
    s.breaking = [w.table]
    s.final = True
    for seat, entry in w.seats.items():
        _sit(s, entry, s.tables[w.table], seat)


@_of(log.LevelBegan)
def _level_began(s: State, w: log.LevelBegan, at: int) -> None:
    s.level, s.level_hands, s.level_over = w.level, 0, False
    s.ran, s.break_ends = 0, None
    s.since = None if s.paused else w.since


@_of(log.LevelOver)
def _level_over(s: State, w: log.LevelOver, at: int) -> None:
    s.level_over = True


@_of(log.BreakBegan)
def _break_began(s: State, w: log.BreakBegan, at: int) -> None:
    s.ran, s.since = s.clock(at), None
    s.break_ends = w.ends_at


@_of(log.EntryClosed)
def _entry_closed(s: State, w: log.EntryClosed, at: int) -> None:
    s.closed = True
    s.pool, s.overlay, s.prizes = w.pool, w.overlay, list(w.prizes)
    _place(s)
    s.account += w.overlay
    s.fees = s.entries * s.terms.fee
    s.account -= s.fees


def _place(s: State) -> None:
    """T66: places count down from how many came. While others may still enter they are not known;
    who entered again has one place, that of their last entry."""
    last = {player.user: player.entry for player in s.players.values()}
    total = len(last)
    for group in s.gone:
        final = [entry for entry in group if last[s.players[entry].user] == entry]
        for entry in group:
            player = s.players[entry]
            inside = entry in final
            player.place = total - len(final) + 1 if inside else 0
            player.place_to = total if inside else 0
        total -= len(final)


@_of(log.HandForHand)
def _hand_for_hand(s: State, w: log.HandForHand, at: int) -> None:
    s.together = w.on


@_of(log.Raced)
def _raced(s: State, w: log.Raced, at: int) -> None:
    table = s.tables[w.table]
    table.raced = w.level
    for seat, stack in w.stacks.items():
        player = s.players[table.players[seat]]
        s.raced += stack - player.stack
        player.stack = stack


@_of(log.DealProposed)
def _deal_proposed(s: State, w: log.DealProposed, at: int) -> None:
    s.offer = Offer(w.entry, w.method, w.leave)
    s.players[w.entry].proposed_at = at


@_of(log.DealOffered)
def _deal_offered(s: State, w: log.DealOffered, at: int) -> None:
    assert s.offer is not None
    s.versions = s.offer.version = w.version
    s.offer.amounts, s.offer.until = dict(w.amounts), w.until
    s.offer.agreed = [s.offer.by]
    stand(s, at)


@_of(log.DealAccepted)
def _deal_accepted(s: State, w: log.DealAccepted, at: int) -> None:
    assert s.offer is not None
    s.offer.agreed.append(w.entry)


@_of(log.DealEnded)
def _deal_ended(s: State, w: log.DealEnded, at: int) -> None:
    offer = s.offer
    assert offer is not None
    s.offer = None
    if w.agreed:
        for entry, amount in offer.amounts.items():
            s.players[entry].prize += amount
            s.account -= amount
        s.prizes = [offer.leave]
        s.dealt_out = True
    go(s, at)


@_of(log.Removed)
def _removed(s: State, w: log.Removed, at: int) -> None:
    player = s.players[w.entry]
    s.removed += player.stack + player.coming
    player.stack = player.coming = 0
    s.carried += s.prizes[s.left - 1] if s.closed and s.left <= len(s.prizes) else 0
    s.orphans += player.bounty
    player.bounty = 0


@_of(log.Barred)
def _barred(s: State, w: log.Barred, at: int) -> None:
    s.barred.append(w.entry)


@_of(log.Paused)
def _paused(s: State, w: log.Paused, at: int) -> None:
    stand(s, at)
    s.paused = True


@_of(log.Resumed)
def _resumed(s: State, w: log.Resumed, at: int) -> None:
    s.paused = False
    if s.phase == RUNNING:
        go(s, at)


@_of(log.Restarted)
def _restarted(s: State, w: log.Restarted, at: int) -> None:
    restart(s, at)


@_of(log.Cancelled)
def _cancelled(s: State, w: log.Cancelled, at: int) -> None:
    s.phase, s.reason, s.since = CANCELLED, w.reason, None
    s.account -= sum(w.refunds.values())
    for entry, amount in w.refunds.items():
        s.players[entry].prize += amount if s.closed else 0
    s.live.clear()


@_of(log.Ended)
def _ended(s: State, w: log.Ended, at: int) -> None:
    s.phase, s.seed, s.since = OVER, w.seed, None
    s.live.clear()
