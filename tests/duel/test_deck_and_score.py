"""Part A of docs/rules/duel.md, A27 to A41: the deck, the options at work, the score."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games import duel
from cutcard.games.duel import moves, score
from cutcard.games.duel.deck import FACES, NUMBERS, Deck
from cutcard.games.duel.options import Options
from cutcard.kernel.rng import Rng

SURRENDER = moves.Surrender()


def test_A27_fifty_two_cards_with_their_names():
    assert len({face.id for face in FACES}) == 52
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for suit, symbol in enumerate("♣♦♥♠"):
        for i, rank in enumerate(ranks):
            face = FACES[suit * 13 + i]
            assert (face.rank, face.value, face.display_name) == (rank, i + 1, rank + symbol)
            assert face.suit == "CDHS"[suit]


def test_A28_shuffled_by_fisher_yates_from_the_deal_s_stream():
    rng, order = Rng.named("fisher"), list(range(52))
    for i in range(51, 0, -1):
        j = rng.below(i + 1)
        order[i], order[j] = order[j], order[i]
    assert Deck.shuffled(Rng.named("fisher")).order == order


def test_A29_the_deck_knows_its_cards():
    deck = Deck.shuffled(Rng.named("deck"))
    assert deck.card(3) == deck.order[3]
    assert deck.card(-1) is None
    assert deck.card(52) is None
    deck.mark_used(3)
    assert 3 not in deck.available()
    assert deck.remaining == 51
    with pytest.raises(ValueError, match="not in list"):
        deck.mark_used(3)
    deck.reset(Rng.named("again"))
    assert deck.remaining == 52
    assert sorted(deck.order) == list(range(52))


def test_A30_three_rounds_unless_told_otherwise(bench):
    assert Options().max_rounds == 3
    for count in (1, 5):
        b = bench(max_rounds=count).start()
        played = 0
        while b.duel.outcome() is None:
            b.round(*b.duel.deck.free[:2])
            played += 1
        assert played == count


def test_A31_the_round_timeout_is_an_option(bench):
    assert Options().round_timeout_ms == 30_000
    assert bench(round_timeout_ms=5_000).start().view.due == 5_000


def test_A32_the_game_timeout_is_an_option(bench):
    assert Options().game_timeout_ms == 1_800_000
    b = bench(game_timeout_ms=40_000).start()
    assert (b.duel.timers()[1].due, b.duel.timers()[1].tick) == (40_000, moves.GameExpire())
    b.play(0, 0)
    b.wait(40_000)
    assert (b.duel.reason, b.duel.outcome().rated) == ("GAME_TIMEOUT", False)


def test_A33_rematch_is_an_option():
    assert Options().allow_rematch is True
    assert msgspec.json.decode(b'{"allowRematch": false}', type=Options).allow_rematch is False


def test_A34_surrender_is_an_option(bench):
    b = bench().start()
    assert list(b.duel.asides(0)) == [SURRENDER]
    b.do(0, SURRENDER)
    assert b.duel.outcome().places == (2, 1)
    b = bench(allow_surrender=False).start()
    assert not b.duel.asides(0)
    assert b.refused(0, SURRENDER)[0] == "SURRENDER_DISABLED"


def test_A35_two_players_and_no_others():
    assert (Options().min_players_per_game, Options().max_players_per_game) == (2, 2)
    assert list(duel.seats) == [2]
    for field in ("minPlayersPerGame", "maxPlayersPerGame"):
        for count in (1, 3):
            with pytest.raises(msgspec.ValidationError, match="a Duel is for two"):
                msgspec.convert({field: count}, Options)


def test_A36_an_ace_counts_1_or_14():
    ace, king = NUMBERS["AS"], NUMBERS["KC"]
    assert (score.value(ace, False), score.value(ace, True)) == (1, 14)
    assert [score.value(card, True) for card in range(1, 13)] == list(range(2, 14))
    assert score.round_winner(ace, king, Options()) == 1
    assert score.round_winner(ace, king, Options(ace_high_value=True)) == 0


def test_A37_ties_are_an_option():
    five, other = NUMBERS["5C"], NUMBERS["5S"]
    assert score.round_winner(five, other, Options()) == score.TIE
    assert score.round_winner(five, other, Options(allow_ties=False)) == 1


def test_A38_points_of_a_round():
    assert score.round_points(0, Options()) == (1, 0)
    assert score.round_points(1, Options()) == (0, 1)
    assert score.round_points(score.TIE, Options()) == (0, 0)
    own = Options(win_round_points=3, tie_round_points=1, lose_round_points=-1)
    assert score.round_points(1, own) == (-1, 3)
    assert score.round_points(score.TIE, own) == (1, 1)


def test_A39_the_winner_s_points_are_multiplied():
    assert Options().game_win_multiplier == 1.5
    assert score.season_points([2, 1], 0, Options()) == {0: 3, 1: 1}


def test_A40_the_higher_value_wins_whatever_the_suit():
    for low in range(52):
        for high in range(52):
            if low % 13 < high % 13:
                assert score.round_winner(high, low, Options()) == 0
                assert score.round_winner(low, high, Options()) == 1


def test_A41_the_higher_total_wins_the_game():
    assert score.game_winner([2, 1]) == 0
    assert score.game_winner([0, 1]) == 1
