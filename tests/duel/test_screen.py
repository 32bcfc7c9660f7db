"""Duel in a terminal: plain words, nothing hidden in them."""

from __future__ import annotations

from cutcard.games.duel import moves
from cutcard.games.duel.deck import NUMBERS
from cutcard.games.duel.screen import describe, say, show

NAMES = ["Ann", "Bob"]


def test_a_QUICK_game_on_the_screen(bench):
    b = bench(max_rounds=2).stack("KS", "2H")
    b.do(0, moves.Ready())
    assert show(b.duel.view(0), 0, NAMES) == (
        "Duel (quick), 2 rounds\n  Ann (you): 0 · ready\n  Bob: 0 · not ready yet"
    )
    b.do(1, moves.Ready())
    b.play(0, 0)
    assert show(b.duel.view(1), 1, NAMES) == (
        "Duel (quick), round 1 of 2\n"
        "  Ann: 0 · card locked\n"
        "  Bob (you): 0 · choosing\n"
        "  face down: 1-51"
    )
    b.play(1, 1)
    assert show(b.duel.view(None), None, NAMES) == (
        "Duel (quick), round 1 of 2\n"
        "  Ann: 1 · K♠\n"
        "  Bob: 0 · 2♥\n"
        "  round 1: Ann K♠, Bob 2♥ · Ann takes it"
    )
    b.do(1, moves.Surrender())
    assert show(b.view, None, NAMES).endswith("Ann wins: the other surrendered.")


def test_a_HAND_shows_to_its_owner_only(bench):
    b = bench(mode="HAND").hold("2C 3C TC JH KS", "4D 5D 6D 7D 8D").start()
    assert "your hand: 2♣  3♣  10♣  J♥  K♠" in show(b.duel.view(0), 0, NAMES)
    assert "your hand" not in show(b.view, None, NAMES)
    b.play(0, NUMBERS["KS"])
    assert "K♠" not in show(b.duel.view(1), 1, NAMES)
    assert "Ann (you): 0 · K♠" in show(b.duel.view(0), 0, NAMES)


def test_every_fact_in_words(bench):
    b = bench(max_rounds=1).stack("KS", "2H").start()
    b.round(0, 1)
    assert [say(fact, NAMES) for fact in b.heard(0)] == [
        "Ann is ready.",
        "Bob is ready.",
        "The game starts: quick, 1 round.",
        "Round 1.",
        "You played K♠.",
        "Bob has locked card number 1.",
        "Round 1: Ann K♠, Bob 2♥. Ann takes it.",
        "Ann wins: all rounds played.",
    ]
    hand = bench(mode="HAND").start()
    said = {say(fact, NAMES) for fact in hand.heard(0, moves.HandCards)}
    assert said == {""}
    hand.play(0, hand.duel.hands[0][0])
    assert say(hand.heard(1)[-1], NAMES) == "Ann has locked a card."
    hand.wait(30_000)
    assert any(say(fact, NAMES).endswith("for you.") for fact in hand.heard(1))


def test_every_end_in_words(bench):
    b = bench(max_rounds=1).stack("5C", "5D").start()
    b.round(0, 1)
    assert say(b.told[-1].fact, NAMES) == "The game is a tie."
    assert show(b.view, None, NAMES).endswith("· tie\n  The game is a tie.")
    late = bench().start()
    late.wait(63_000)
    assert say(late.told[-1].fact, NAMES) == (
        "The game was abandoned: both missed two rounds in a row."
    )
    absent = bench()
    absent.wait(60_000)
    assert show(absent.view, None, NAMES).endswith("somebody did not get ready in time.")


def test_moves_in_words(bench):
    b = bench()
    assert describe(moves.Ready(), b.view) == "ready"
    assert describe(moves.Surrender(), b.view) == "decline"
    b.start()
    assert describe(moves.CardPlay(7, 1), b.view) == "card number 7"
    assert describe(moves.Surrender(), b.view) == "surrender"
    hand = bench(mode="HAND").start()
    assert describe(moves.CardPlay(NUMBERS["QH"], 1), hand.view) == "Q♥"
