"""What a person reads at the terminal is what lies on the table (issue 13, 19): found by playing
every game against its bots."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import Result

from cutcard.games import battle, poker
from cutcard.games.battle import facts, moves, screen
from cutcard.games.poker import screen as poker_screen
from cutcard.games.poker.moves import Sit
from cutcard.kernel.rng import Rng

Run = Callable[..., Result]


def test_in_stud_every_card_that_lies_face_down_is_shown_as_one() -> None:
    state = poker.deal(poker.Options(variant="F7S"), 3, Rng.named("stud"))
    for seat in range(3):
        state.play(seat, Sit(200), 0)
    while not state.view(0).players[1].up:
        timer = min(state.timers(), key=lambda one: one.due)
        state.play(-1, timer.tick, timer.due)
    text = poker_screen.show(state.view(0), 0, ["Al", "Bo", "Cy"])
    rows = re.findall(r"(?:Bo|Cy).*\[(.*)\]", text)
    assert len(rows) == 2
    assert all(re.fullmatch(r"\?\? \?\? \w+[♠♥♦♣]", row) for row in rows), rows


def test_the_score_is_told_without_the_rules_own_word_for_the_end(run: Run) -> None:
    done = run("play", "poker", "--seats", "2", "--seed", "t", typed="1\n2\n3\n2\nq\n")
    assert re.search(r"Score: You -?\d+, .* -?\d+\.$", done.output, re.MULTILINE)
    assert "(hand)" not in done.output


def test_who_lost_at_memory_does_not_read_won(run: Run) -> None:
    typed = "1\n" + "".join(f"{n}\n" for n in range(4, 20)) * 12
    done = run("play", "memory", "--seats", "2", "--bot", "master", "--seed", "t", typed=typed)
    assert "Master wins." in done.output
    assert "Over   moves" in done.output
    assert not re.search(r"^Won ", done.output, re.MULTILINE)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (facts.MulliganTaken(0, 0), "Ann keeps the opening hand."),
        (facts.MulliganTaken(0, 2), "Ann swaps 2 of the opening hand."),
        (facts.PhaseStarted(3, 1, "RECHARGE"), "Bob begins turn 3."),
        (facts.PhaseStarted(3, 1, "DRAW"), ""),
        (facts.Healed(1, 2), "Bob heals 2."),
        (facts.Healed(77, 2), ""),
        (facts.CardChosen(0, "Draw a card"), "Ann chooses: Draw a card."),
        (facts.Searched(0, "ember_hound"), "Ann searches the deck for Ember Hound."),
        (facts.Searched(1), "Bob searches the deck."),
        (facts.Scried(0, 2, 1), "Ann looks at the top of the deck: 1 of 2 go under it."),
    ],
)
def test_what_happens_in_battle_is_said(fact: facts.Record, said: str) -> None:
    assert screen.say(fact, ["Ann", "Bob"]) == said


def test_before_the_first_turn_there_is_no_turn_0_and_a_target_is_you_or_the_other() -> None:
    state = battle.deal(battle.Options(decks=("beasts", "mystics")), 2, Rng.named("t"))
    head = screen.show(state.view(0), 0, ["Ann", "Bob"]).splitlines()[0]
    assert head == "Battle (standard), before the first turn"
    for seat, words in ((0, "aim at yourself, the opponent"), (1, "aim at the opponent, yourself")):
        assert screen.describe(moves.Target((0, 1)), state.view(seat)) == words
    assert "player 1" in screen.describe(moves.Target((0,)), state.view(None))
