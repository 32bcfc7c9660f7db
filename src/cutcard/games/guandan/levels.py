"""Levels: who advances, the rules at A, and when a match is over. Pure arithmetic on the result.

Only the team of the first advances, never past A; the next deal is played at its level. The match
is won by a team that plays a deal at its own A and takes first with the partner not last.
"""

from __future__ import annotations

from cutcard.kernel.cards import RANKS

from .book import Book
from .moves import Carry, Settled
from .options import Options
from .tribute import payers_of

TOP = "A"


def settle(
    order: tuple[int, ...],
    levels: tuple[str, str],
    fails: tuple[int, int],
    book: Book,
    *,
    own: int,
    ends: bool,
) -> Settled:
    """What a finishing order does.

    `own` is the team whose level the deal was played at, or -1; `ends` says that the match has
    had its deals or minutes.
    """
    team = order[0] % 2
    place = order.index((order[0] + 2) % 4) + 1
    step = book.advance[place - 2]
    up = list(levels)
    up[team] = RANKS[min(12, RANKS.index(levels[team]) + step)]
    at_a = own if own >= 0 and levels[own] == TOP else -1
    passed = at_a == team and place < 4
    count = list(fails)
    failed = dropped = None
    if at_a >= 0 and not passed:
        if book.a_fails == "unpassed" or at_a == team:  # the first, but their partner last
            failed = at_a
            count[at_a] += 1
            if count[at_a] >= book.a_limit:
                dropped = at_a
                count[at_a] = 0
                up[at_a] = book.a_drop_to
        elif book.a_consecutive:
            count[at_a] = 0
    after = (up[0], up[1])
    over, payers = passed or ends, payers_of(order)
    return Settled(
        order=order,
        team=team,
        advance=step,
        levels=after,
        fails=(count[0], count[1]),
        passed=passed,
        failed=failed,
        dropped=dropped,
        match_over=over,
        winner=team if passed else leader_by_level(after) if ends else None,
        was=levels,
        payers=() if over else payers,
        takers=() if over else order[: len(payers)],
    )


def settle_board(
    order: tuple[int, ...], before: tuple[int, ...], book: Book, *, ends: bool
) -> Settled:
    """What a finishing order is worth where each deal is a board by itself: the levels that its
    winners would go up, added for the team of seats 0 and 2 and taken from it otherwise."""
    team = order[0] % 2
    step = book.advance[order.index((order[0] + 2) % 4) - 1]
    boards = (*before, step if team == 0 else -step)
    total = sum(boards)
    winner = None if total == 0 else int(total < 0)
    return Settled(
        order=order,
        team=team,
        advance=step,
        levels=(board_level(len(boards) + 1 - ends),) * 2,
        fails=(0, 0),
        match_over=ends,
        winner=winner if ends else None,
        was=(board_level(len(boards)),) * 2,
        boards=boards,
    )


def board_level(number: int) -> str:
    """The level of the first board is 2, of the next 3, and after A it is 2 again."""
    return RANKS[(number - 1) % 13]


def match_over(options: Options, played: int, elapsed: int) -> bool:
    """Whether the match ends after this many deals and ms, A passed or not."""
    if options.match in {"deals", "boards"}:
        return played >= options.deals
    return options.match == "minutes" and elapsed >= options.minutes * 60_000


def leader_by_level(levels: tuple[str, str]) -> int | None:
    """The team with the higher level; None: a draw."""
    ours, theirs = (RANKS.index(level) for level in levels)
    return None if ours == theirs else int(theirs > ours)


def level_to_play(carry: Carry | None) -> tuple[str, int]:
    """The next deal's level and the team it belongs to: that of the last first; -1 at the start."""
    if carry is None:
        return RANKS[0], -1
    team = carry.order[0] % 2
    return carry.levels[team], team
