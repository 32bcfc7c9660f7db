"""Every legal form is reached through hints, the best first, in pages; straight flushes at once."""

from __future__ import annotations

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.deck import pack_names
from cutcard.games.guandan.hints import LIMIT
from cutcard.games.guandan.options import Options
from cutcard.games.guandan.shapes import Form, readings_of
from cutcard.kernel.game import NATURE
from cutcard.kernel.optional import advice
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)


def pages(state, seat) -> list[moves.Advice]:
    """All pages there are."""
    found = [advice(state, seat)]
    while (more := advice(state, seat, len(found))) is not None:
        found.append(more)
    return found


def forms(found) -> list[Form]:
    return [Form(hint.form, hint.key, hint.size) for page in found for hint in page.hints]


@pytest.mark.parametrize("declare_pair", [False, True])
def test_every_legal_form_is_on_one_page_and_on_no_other(declare_pair: bool) -> None:
    options = Options(declare_pair=declare_pair)
    for number in range(6):
        state = guandan.deal(options, 4, Rng.named(f"pages {number}"))
        state.play(NATURE, state.timers()[0].tick)
        for _ in range(6):
            seat = state.turn
            found = pages(state, seat)
            listed = forms(found)
            legal = [Form(m.form, m.key, m.size) for m in state.legal(seat) if m != moves.Pass()]
            assert sorted(listed) == sorted(legal)
            assert all(len(page.hints) <= LIMIT for page in found)
            for n, page in enumerate(found):
                told = sum(len(one.hints) for one in found[: n + 1])
                assert page.more == len(legal) - told
            for page in found:
                for hint in page.hints:
                    held = pack_names(hint.cards)
                    read = readings_of(held, len(hint.cards), state.level, state.book)
                    assert (hint.form, hint.key, hint.size) in read
            state.play(seat, state.legal(seat)[0])


def test_the_best_come_first_and_bombs_last(at_table) -> None:
    bench = at_table("3s", "4s 4c 9s Kd 5s 5h 5c 5d 2h", "7s", "8s")
    bench.lay(S, "3s")
    shown = [hint.form for hint in bench.state.advice(E).hints]
    assert shown[0] == "single"
    assert shown.index("bomb") > max(i for i, form in enumerate(shown) if form == "single")


def test_who_is_not_to_play_has_no_further_page(at_table) -> None:
    bench = at_table("3s 4s 5s", "4s", "5s", "6s")
    assert advice(bench.state, E, 1) is None
    assert advice(bench.state, S, 9) is None


def test_straight_flushes_are_found_at_once(at_table) -> None:
    hand = "5s 6s 7s 8s 9s Ts 3c 4d Kc 9h 9d"
    bench = at_table("9c 9c 9s 3d", hand, "5h", "6d", level="2")
    assert [hint.key for hint in bench.state.advice(E).flushes] == [9, 10]  # not one's turn: all
    bench.lay(S, "9c 9c 9s")
    flushes = bench.state.advice(E).flushes
    assert [(hint.form, hint.key) for hint in flushes] == [
        ("straightflush", 9),
        ("straightflush", 10),
    ]
    assert set(flushes[0].cards) == {"5s", "6s", "7s", "8s", "9s"}


def test_a_straight_flush_that_does_not_beat_the_table_is_not_offered_in_ones_turn(
    at_table,
) -> None:
    bench = at_table("Th Jh Qh Kh Ah 3d", "5s 6s 7s 8s 9s 3c", "5h", "6d")
    bench.lay(S, "Th Jh Qh Kh Ah")
    assert bench.state.advice(E).flushes == ()


def test_a_flush_with_a_wild_says_what_it_stands_for(at_table) -> None:
    bench = at_table("3d", "5s 6s 7s 2h 9s", "5h", "6d")
    (flush,) = [hint for hint in bench.state.advice(E).flushes if hint.key == 9]
    assert flush.stands == ("8s",)
