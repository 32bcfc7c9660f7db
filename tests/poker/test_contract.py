"""The contract: the conformance suite, recall, copies, refusals, the bot, golden playthroughs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.bots.bot import Random, bots_of
from cutcard.check.suite import check
from cutcard.games import game, poker
from cutcard.games.poker import Carry, Options, deal, setups
from cutcard.games.poker.bot import Caller, Steady
from cutcard.kernel.cards import names
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng
from cutcard.replay import golden

FILES = sorted((Path(poker.__file__).parent / "golden").glob("*.jsonl"))


def test_the_suite_passes():
    report = check("poker", cases=96, processes=1)
    assert report.ok, [fault.message for fault in report.faults]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_playthroughs_play_out_the_same(path):
    assert golden.check(path).outcome() is not None


def test_there_is_a_golden_playthrough_of_every_kind():
    assert len(FILES) >= 8


def test_seats_are_limited_by_the_variant():
    for variant, most in (("F7S", 8), ("N2L1D", 6), ("NT", 10), ("8-game", 6)):
        deal(Options(variant=variant), most, Rng.named(1))
        if most < 10:
            with pytest.raises(ValueError, match="is played by"):
                deal(Options(variant=variant), most + 1, Rng.named(1))


def step(t, rng, at):
    seats = list(t.to_act())
    if seats:
        seat = seats[rng.below(len(seats))]
        legal = t.legal(seat)
        t.play(seat, legal[rng.below(len(legal))], at)
        return at
    timer = t.timers()[0]
    t.play(NATURE, timer.tick, max(at, timer.due))
    return max(at, timer.due)


@pytest.mark.parametrize("setup", range(len(setups())))
def test_perfect_recall(setup):
    """What a player was shown once stays in his view to the end of the hand."""
    options, seats = setups()[setup]
    for k in range(6):
        rng = Rng.named(f"recall {setup} {k}")
        t = deal(options, seats, rng.fork())
        at = 0
        known = [set() for _ in range(seats)]
        while t.outcome() is None:
            at = step(t, rng, at)
            for seat in range(seats):
                view = t.view(seat)
                seen = {c for p in view.players.values() for c in (p.cards or ()) + (p.up or ())}
                seen |= {c for board in view.boards for c in board}
                seen |= set(view.players[seat].thrown or ())
                lost = known[seat] - seen
                # Own discards may be dealt again once the deck was shuffled anew.
                assert not lost or (t.hand is not None and t.hand.variant.draws), lost
                known[seat] |= seen


def test_a_copy_plays_on_alike_and_shares_nothing():
    for setup, (options, seats) in enumerate(setups()):
        rng = Rng.named(f"copy {setup}")
        t = deal(options, seats, rng.fork())
        at = 0
        for _ in range(12):
            if t.outcome() is None:
                at = step(t, rng, at)
        before = digest(t, seats)
        twin = t.copy()
        one, two = Rng.named("same"), Rng.named("same")
        ends = []
        for state, chance in ((twin, one), (t, two)):
            if state is t:
                assert digest(t, seats) == before
            now = at
            while state.outcome() is None:
                now = step(state, chance, now)
            ends.append(digest(state, seats))
        assert ends[0] == ends[1]


def test_redeal_keeps_what_the_viewer_knows_and_draws_the_rest_anew():
    carry = Carry((100,) * 4, (0,) * 4, hands=1, button=0, small=1, big=2)
    t = deal(Options(), 4, Rng.named("redeal"), carry)
    t.play(NATURE, t.timers()[0].tick, 3000)
    for _ in range(4):
        t.play(t.to_act()[0], t.legal(t.to_act()[0])[1], 3000)
    mine = t.hand.hole[t.place_of[1]]
    others = set()
    for k in range(60):
        world = t.redeal(1, Rng.named(k))
        assert world.hand.hole[t.place_of[1]] == mine
        assert world.hand.boards == t.hand.boards
        cards = [c for hole in world.hand.hole for c in hole] + world.hand.boards[0]
        cards += world.hand.deck[world.hand.pos :]
        assert len(set(cards)) == len(cards)
        others.add(tuple(names(world.hand.hole[t.place_of[2]])))
    assert len(others) > 50


def chosen(t, seat, bot, rng):
    """A bot's choice, from its view and redealt worlds."""
    return bot.choose(
        seat,
        t.view(seat),
        t.legal(seat),
        t.asides(seat),
        lambda chance: t.redeal(seat, chance),
        rng,
    )


def test_bots_are_found_and_play_every_setup():
    assert next(iter(bots_of("poker"))) == "sharp"
    for setup, (options, seats) in enumerate(setups()):
        rng = Rng.named(f"bots {setup}")
        t = deal(options, seats, rng.fork())
        at = 0
        for _ in range(400):
            if t.outcome() is not None:
                break
            if t.to_act():
                seat = t.to_act()[0]
                bot = Steady() if seat % 2 == 0 else Caller()
                move = chosen(t, seat, bot, rng)
                t.play(seat, move, at)
            else:
                at = step(t, rng, at)
        assert t.outcome() is not None


def test_the_bot_beats_random_play():
    won = 0
    rng = Rng.named("match")
    bots = (Steady(), Random())
    for _ in range(40):
        seated = Carry((200, 200), (0, 0))
        t = deal(Options(variant="FT", start_stack=200), 2, rng.fork(), seated)
        t.play(NATURE, t.timers()[0].tick, 3000)
        while t.outcome() is None:
            seat = t.to_act()[0]
            t.play(seat, chosen(t, seat, bots[seat], rng), 3000)
        won += t.outcome().scores[0]
    assert won > 0


def test_the_game_is_registered():
    found = game("poker")
    assert found.name == "poker"
    assert not found.shows_seed


def test_who_won_stays_as_told_when_hidden_hands_are_drawn_anew():
    """A mucked hand of another world might have won: the hand is paid all the same."""
    options = Options(variant="N2L1D", start_stack=60, small_blind=2, big_blind=4)
    hidden = 0
    for k in range(40):
        rng = Rng.named(f"paid {k}")
        t = deal(options, 3, rng.fork())
        at = 0
        while t.outcome() is None:
            at = step(t, rng, at)
        told = t.view(None)
        hidden += any(not p.showed for p in told.players.values())
        for again in range(5):
            world = t.redeal(None, Rng.named(again))
            assert world.view(None) == told
            assert world.next() == t.next()
    assert hidden > 10
