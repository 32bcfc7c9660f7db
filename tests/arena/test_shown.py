"""Achievements of poker that only a shown hand earns (A86, A89 of docs/rules/arena.md): won with at
a showdown, cards laid open."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.arena.counters import count
from cutcard.games import poker
from cutcard.games.poker import moves, shown
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

NAMES = {"shownFullHouse", "shownQuads", "shownRoyal"}
OPEN = (moves.AllIn, moves.Call, moves.Check, moves.Show)


def played(number, wanted=OPEN, seats=3):
    """Everybody all-in before the flop, or whatever is wanted first: start, log, state."""
    options = poker.Options(start_delay=0)
    state = poker.deal(options, seats, Rng(number.to_bytes(32, "big")), None)
    start, log, at = state.copy(), [], 0

    def play(seat, move):
        state.play(seat, move, at)
        log.append((at, seat, move))

    for seat in range(seats):
        play(seat, moves.Sit(100))
    while state.outcome() is None:
        legal = [(seat, move) for seat in state.to_act() for move in state.legal(seat)]
        chosen = [(s, m) for kind in wanted for s, m in legal if type(m) is kind]
        if chosen:
            play(*chosen[0])
        else:
            timer = min(state.timers(), key=lambda one: one.due)
            at = max(at, timer.due)
            play(NATURE, timer.tick)
    return start, log, state


def made(hole, board):
    """The same from the rule: the hand is a pair and three, or four, of ranks of the best five."""
    ranks = Counter(card % 13 for card in (*hole, *board))
    if 4 in ranks.values():
        return "shownQuads"
    threes = [rank for rank, n in ranks.items() if n == 3]
    if threes and (len(threes) > 1 or 2 in ranks.values()):
        return "shownFullHouse"
    return ""


def test_A86_a_full_house_or_four_of_a_kind_that_won_shown_is_counted():
    seen: Counter[str] = Counter()
    for number in range(250):
        start, log, state = played(number)
        h = state.hand
        for seat, mine in enumerate(count(poker, start, log)):
            place = state.place_of[seat]
            got = NAMES & mine.keys()
            won = mine.get("showdownsWon") and seat in state.shown
            wanted = made(h.hole[place], h.boards[0]) if won else ""
            if "shownRoyal" not in got:
                assert got == ({wanted} if wanted else set()), (number, seat)
            seen.update(got)
    assert seen["shownFullHouse"] > 3


def test_A89_who_folded_or_mucked_has_shown_nothing():
    for number in range(40):
        start, log, state = played(number, (moves.Fold, moves.Check, moves.Muck))
        assert not state.shown
        assert not any(NAMES & mine.keys() for mine in count(poker, start, log))


@pytest.mark.parametrize(
    ("five", "name"),
    [
        ((8, 9, 10, 11, 12), "shownRoyal"),
        ((7, 8, 9, 10, 11), ""),  # a straight flush to the king
        ((8, 9, 10, 11, 25), ""),  # the ace of another suit
        ((0, 13, 26, 39, 5), "shownQuads"),
        ((0, 13, 26, 5, 18), "shownFullHouse"),
        ((0, 13, 26, 5, 19), ""),
    ],
)
def test_A86_what_five_cards_are(five, name):
    assert shown._name(five) == name
