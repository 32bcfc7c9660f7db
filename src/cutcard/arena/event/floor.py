"""The floor of an event: levels and breaks, hand-for-hand, who moves where, and who deals
(docs/rules/tournament.md T23-T32, T43-T62, T67-T72)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import count

from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng

from ..balance import At, Decision, House, break_due, decide, final_due, waits
from ..button import positions
from . import facts, log
from .desk import Desk
from .effects import Deal
from .fold import apply, fold
from .state import State, Table
from .terms import MINUTE, level_rows


def house(d: Desk) -> House:
    t, s = d.state.terms, d.state
    return House(t.table_size, t.seats_at_final(), t.single_big_blind, not s.closed)


def at(table: Table, busy: bool = False) -> At[int]:
    """A table as the balancing sees it. `busy`: its last hand is paid but not settled."""
    return At(table.number, table.players, table.small, table.big, table.running or busy)


def unsettled(d: Desk) -> set[int]:
    """Tables where somebody is asked for a rebuy, or whose busts wait for others' (T43)."""
    return {hand.table for hand in d.state.unsettled}


def waits_at(d: Desk, table: Table, seat: int) -> bool:
    """T41."""
    return waits(at(table), seat, d.state.terms.table_size)


# Levels


def levels(d: Desk) -> None:
    """T23-T27: a level ends, a break begins, a break ends. Only deals after this know of it."""
    s = d.state
    if s.paused:
        return
    if s.break_ends is not None:
        if d.at < s.break_ends:
            return
        begin_level(d, s.level + 1, s.break_ends)
    while not s.level_over:
        over_at = _over_at(d)
        if over_at is None or over_at > d.at:
            return
        if s.break_next() is None:
            begin_level(d, s.level + 1, over_at)
        else:
            d.note(log.LevelOver())
    if any(table.running for table in s.tables.values()):
        return  # T27: the break's minutes start when the last hand of all tables is over
    rest = s.break_next()
    assert rest is not None
    ends = d.at + int(rest.rest * MINUTE)
    d.note(log.BreakBegan(ends))
    d.say(facts.BreakBegan(ends))


def begin_level(d: Desk, level: int, since: int) -> None:
    d.note(log.LevelBegan(level, since))
    tell_level(d)


def tell_level(d: Desk) -> None:
    row, s = d.state.row(), d.state
    d.say(facts.LevelBegan(s.level, row.small_blind, row.big_blind, row.ante, s.level_ends()))


def _over_at(d: Desk) -> int | None:
    """When the level that is played was over; None: it is not, or goes on for ever (T26)."""
    s = d.state
    row = s.row()
    if s.last_level():
        return None
    if row.hands:
        return d.at if s.level_hands >= row.hands else None
    return s.level_ends()


# Hand-for-hand


def hand_for_hand(d: Desk) -> None:
    """T67, T71."""
    s = d.state
    paid = len(s.prizes)
    near = paid < s.left <= paid + s.terms.hand_for_hand_from
    on = s.closed and not s.dealt_out and near and len(s.tables) > 1
    if on != s.together:
        d.note(log.HandForHand(on))
        d.say(facts.HandForHand(on))


def everybody_waits(d: Desk) -> bool:
    """T68: in hand-for-hand nothing is decided or dealt while a hand is played."""
    return d.state.together and any(table.running for table in d.state.tables.values())


# Seats


def seats(d: Desk) -> set[int] | None:
    """T43: the final table, breaking, balancing; returns the tables that may not deal. None: that
    was enough for one request, and there is more: where thousands play, many tables break at the
    end of one hand."""
    s = d.state
    busy = unsettled(d)
    for broken in count():
        if broken and broken * s.terms.table_size > d.at_once:
            return None
        quick = _nothing_to_do(d)
        if quick is not None:
            return quick
        found = decide(
            [at(table, table.number in busy) for table in s.tables.values()],
            house(d),
            s.breaking,
            d.seed_of("final"),
            d.seed_of(f"break:{s.broken}"),
            most=d.at_once,
        )
        if found.final is not None:
            final_table(d, found)
        elif found.broken is not None:
            break_table(d, found)
        else:
            for move in found.moves:
                _move(
                    d,
                    move.player,
                    move.to,
                    move.to_seat,
                    "balance",
                    move.waits,
                    move.single_big_blind,
                )
            if found.more:
                return None
            return set(s.tables) if found.due == "final" else set(found.halt)
    raise AssertionError("it goes on until it returns")


def _nothing_to_do(d: Desk) -> set[int] | None:
    """The common case, without looking at every seat: the tables that halt, or None."""
    s = d.state
    counts = [len(table.players) for table in s.tables.values()]
    left, terms = sum(counts), house(d)
    if final_due(left, len(counts), terms) or break_due(left, len(counts), terms):
        return None
    if max(counts) - min(counts) >= 2:
        return None
    return {table.number for table in s.tables.values() if len(table.players) < 2}


def _move(  # noqa: PLR0917 - what a move is
    d: Desk, entry: int, to: int, seat: int, reason: str, late: bool, single: bool = False
) -> None:
    source = d.state.players[entry].table
    d.note(log.Moved(entry, source, to, seat, reason, late, single))
    d.say(facts.Moved(d.user(entry), source, to, seat, reason))
    d.seated(entry, reason)


def break_table(d: Desk, found: Decision[int]) -> None:
    """T53-T56."""
    broken = found.broken
    assert broken is not None
    for place in broken.seats:
        _move(d, place.player, place.to, place.to_seat, "break", place.waits)
    d.note(log.TableBroken(broken.table))
    d.say(facts.TableBroken(broken.table))


def final_table(d: Desk, found: Decision[int]) -> None:
    """T58-T60."""
    s, final = d.state, found.final
    assert final is not None
    came = {entry: s.players[entry].table for entry in final.seats.values()}
    number = s.table_numbers + 1
    d.note(log.FinalTable(number, final.seats, final.button))
    d.say(facts.FinalTable(number))
    for seat, entry in final.seats.items():
        d.say(facts.Moved(d.user(entry), came[entry], number, seat, "final"))
        d.seated(entry, "final")


# Deals


def deals(d: Desk, halt: set[int]) -> None:
    """Every table that may deal does."""
    s = d.state
    waiting = unsettled(d)
    for number in sorted(s.tables):
        table = s.tables[number]
        if table.running or number in waiting:
            continue
        if number in halt:
            if number not in d.halted:
                d.halted.add(number)
                d.say(facts.Halted(number))
            continue
        d.halted.discard(number)
        _deal(d, table)
        if s.row().hands and s.level_hands >= s.row().hands:
            return  # T25: the next deal is of the next level, or after a break


def _deal(d: Desk, table: Table) -> None:
    colour_up(d, table)
    deal = deal_of(d.state, table)
    p = positions(deal.stage)
    number, hand = table.number, deal.hand
    d.note(log.Dealt(number, hand, p.dealt, p.button, p.small, p.big, d.state.together))
    d.effects.append(deal)


def deal_of(s: State, table: Table) -> Deal:
    """The hand that a table between hands deals next."""
    row, terms = s.row(), s.terms
    stacks = [0] * (terms.seats_at_final() if s.final else terms.table_size)
    for seat, entry in table.players.items():
        stacks[seat] = s.players[entry].stack
    stage = Stage(
        tuple(stacks),
        row.small_blind,
        row.big_blind,
        row.ante,
        table.hands,
        table.button,
        table.small,
        table.big,
        tuple(sorted(table.waits)),
        table.single,
        s.together,
    )
    users = {seat: s.players[entry].user for seat, entry in sorted(table.players.items())}
    return Deal(table.number, table.hands + 1, stage, users)


def running(
    entries: Sequence[log.Entry], tables: Container[int] | None = None
) -> list[tuple[int, Deal]]:
    """T104: the hands that were being played when the log ended, at all tables or at these, each
    as it was dealt and when: what a table without a log of its own needs to play it again."""
    last: dict[int, int] = {}
    for index, entry in enumerate(entries):
        if isinstance(entry.what, log.Dealt):
            last[entry.what.table] = index
        elif isinstance(entry.what, log.HandEnded):
            last.pop(entry.what.table, None)
    dealt = {index: number for number, index in last.items() if tables is None or number in tables}
    if not dealt:
        return []
    found = []
    state = fold(list(entries[:1]))
    for index, entry in enumerate(entries[: max(dealt) + 1]):
        if index in dealt:
            found.append((entry.at, deal_of(state, state.tables[dealt[index]])))
        if index:
            apply(state, entry)
    return found


def colour_up(d: Desk, table: Table) -> None:
    """T31, T32: before the first deal of a level with a larger smallest chip."""
    s = d.state
    rows = level_rows(s.terms.structure)[: s.level]
    chip = rows[-1].chip if rows else 0
    if not s.terms.colour_up or not chip or table.raced == s.level:
        return
    stacks = {seat: s.players[entry].stack for seat, entry in sorted(table.players.items())}
    rng = Rng(d.seed_of(f"race:{table.number}:{s.level}"))
    after = race(stacks, chip, rng)
    d.note(log.Raced(table.number, s.level, after))


def race(stacks: dict[int, int], chip: int, rng: Rng) -> dict[int, int]:
    """T31, T32: every stack a multiple of the chip; the odd amounts are raced for, one chip each
    at most, and nobody is raced out."""
    odd = {seat: stack % chip for seat, stack in sorted(stacks.items()) if stack % chip}
    total = sum(odd.values())
    drawn: dict[int, int] = {}
    for seat in odd:
        number = rng.below(total)
        while number in drawn.values():
            number = rng.below(total)
        drawn[seat] = number
    ranked = sorted(odd, key=lambda seat: (-odd[seat], -drawn[seat]))
    winners = ranked[: (total + chip // 2) // chip]
    after = {
        seat: stack - stack % chip + chip * (seat in winners) for seat, stack in stacks.items()
    }
    return {seat: stack or (chip if stacks[seat] else 0) for seat, stack in after.items()}
