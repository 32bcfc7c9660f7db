"""Achievements of poker that only a shown hand earns (A86, A89 of docs/rules/arena.md): won with at
a showdown, cards laid open."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from cutcard.arena.achievements import of_game
from cutcard.arena.counters import count
from cutcard.games import poker
from cutcard.games.poker import evaluate, moves, shown
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


def river(number):
    """Everybody sees the river; the second to act there folds to a bet, the others show."""
    options = poker.Options(start_delay=0)
    state = poker.deal(options, 3, Rng(number.to_bytes(32, "big")), None)
    start, log, at, bet, folds = state.copy(), [], 0, False, None

    def play(seat, move):
        state.play(seat, move, at)
        log.append((at, seat, move))

    for seat in range(3):
        play(seat, moves.Sit(100))
    while state.outcome() is None:
        h, chosen = state.hand, None
        for seat in state.to_act():
            legal = {type(move): move for move in state.legal(seat)}
            wanted = (moves.Check, moves.Call, moves.Show)
            if h is not None and h.street == 3 and not bet and moves.Bet in legal:
                wanted, bet = (moves.Bet,), True
            elif h is not None and h.street == 3 and bet and folds is None and moves.Fold in legal:
                wanted, folds = (moves.Fold,), seat
            chosen = next(((seat, legal[one]) for one in wanted if one in legal), None)
            if chosen:
                break
        if chosen:
            play(*chosen)
        else:
            timer = min(state.timers(), key=lambda one: one.due)
            at = max(at, timer.due)
            play(NATURE, timer.tick)
    return start, log, state, folds


def test_A86_A89_a_big_fold_is_a_hand_that_loses_to_every_hand_shown():
    seen = Counter()
    for number in range(60):
        start, log, state, folds = river(number)
        h, board = state.hand, state.hand.boards[0]
        worth = {
            seat: max(evaluate.high(five) for five in combinations((*h.hole[place], *board), 5))
            for seat, place in enumerate(state.place_of)
        }
        lost = all(worth[seat] > worth[folds] for seat in state.shown)
        counted = count(poker, start, log)
        assert [mine.get("foldedBetter", 0) for mine in counted] == [
            int(seat == folds and bool(state.shown) and lost) for seat in range(3)
        ]
        seen[lost] += 1
    assert min(seen[True], seen[False]) > 5
    (row,) = (one for one in of_game(poker) if one.counter == "foldedBetter")
    assert row.private


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
