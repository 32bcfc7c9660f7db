"""Every scenario of the spec, by its name (docs/rules/guandan.md)."""

from __future__ import annotations

from collections import Counter
from statistics import median
from time import perf_counter

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves, readings
from cutcard.games.guandan.book import PRESETS, bomb_strength
from cutcard.games.guandan.deck import kinds, names, whole_deck
from cutcard.games.guandan.levels import settle
from cutcard.games.guandan.options import Options, book_of
from cutcard.games.guandan.shapes import Form
from cutcard.kernel.cards import NAMES
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
SPEC = PRESETS["spec"]


def test_create_standard_deck() -> None:
    deck = [NAMES[kind] for kind in whole_deck()]
    assert len(deck) == 108
    assert Counter(deck)["BJ"] == Counter(deck)["SJ"] == 2
    plain = [card for card in deck if card not in ("BJ", "SJ")]
    assert set(Counter(card[0] for card in plain).values()) == {8}
    assert Counter(card[1] for card in plain) == {"s": 26, "h": 26, "c": 26, "d": 26}


def test_shuffle_deck_cryptographically() -> None:
    """Seeded by 256 bits through SHAKE-256 (kernel/rng.py); the same seed, the same deal."""
    one = guandan.deal(Options(), 4, Rng.named("fair"))
    assert guandan.deal(Options(), 4, Rng.named("fair")).hands == one.hands
    assert guandan.deal(Options(), 4, Rng.named("else")).hands != one.hands
    # Chi-square over which seat gets the ace of spades and the big jokers, 3 degrees of freedom.
    where = Counter()
    for seed in range(800):
        for seat, hand in enumerate(guandan.deal(Options(), 4, Rng.named(seed)).hands):
            where[seat] += (hand >> 4 * 51 & 3) + (hand >> 4 * 53 & 3)
    expected = sum(where.values()) / 4
    assert sum((count - expected) ** 2 / expected for count in where.values()) < 7.81  # p = 0.05


def test_deal_cards_to_4_players() -> None:
    state = guandan.deal(Options(), 4, Rng.named("deal"))
    assert [len(kinds(hand)) for hand in state.hands] == [27] * 4
    assert sorted(kind for hand in state.hands for kind in kinds(hand)) == sorted(whole_deck())
    for seat in range(4):
        assert state.view(seat).hand == names(state.hands[seat], state.level)
        assert all(player.hand is None for player in state.view(seat).players.values())
    assert state.view(None).hand is None


def test_identify_four_kings() -> None:
    for cards in ("BJ BJ SJ SJ", "SJ BJ SJ BJ"):
        assert readings(cards.split(), "2") == {("jokerbomb", 100, 4)}


def test_identify_8_plus_bomb() -> None:
    assert readings(["3S", "3H", "3C", "3D"] * 2, "2") == {("bomb", 3, 8)}
    assert bomb_strength(8, 3) == 803


def test_identify_straight_flush() -> None:
    assert readings(["7S", "8S", "9S", "TS", "JS"], "2") == {("straightflush", 11, 5)}
    assert SPEC.beats(Form("straightflush", 12, 5), Form("straightflush", 11, 5))


def test_identify_straight_with_A_as_1() -> None:
    assert readings(["AS", "2H", "3C", "4D", "5S"], "9") == {("straight", 5, 5)}
    assert all(SPEC.beats(Form("straight", top, 5), Form("straight", 5, 5)) for top in range(6, 15))


def test_identify_three_with_two_specify_big_small(at_table) -> None:
    """At level 3 the heart 3 is wild: the big pair or the small one can be the triple."""
    held = "3s 3h 3c As Ah"
    assert readings(held.upper().split(), "3") == {("fullhouse", 14, 5), ("fullhouse", 15, 5)}
    for key in (14, 15):
        bench = at_table(held + " 9s", "4s", "5s", "6s", level="3")
        bench.lay(S, held, "fullhouse", key)
        assert bench.state.table == ("fullhouse", key, 5)
        assert bench.state.view(None).table.key == key


def test_identify_three_with_two_by_the_declared_pair(at_table) -> None:
    """The spec's literal sentence, as an option: the pair is what is compared."""
    bench = at_table(
        "3s 3h 3c Ks Kh 9s", "4s 4h 4c Qs Qh 9h", "5s 5c 5d As Ad 8s", "6s", declare_pair=True
    )
    bench.lay(S, "3s 3h 3c Ks Kh")
    assert bench.state.table == ("fullhouse", 13, 5)
    assert bench.refused_cards(E, "4s 4h 4c Qs Qh").code == "TOO_LOW"
    bench.skip(E)
    bench.lay(N, "5s 5c 5d As Ad")
    assert bench.state.table == ("fullhouse", 14, 5)


def test_reject_invalid_card_type(at_table) -> None:
    bench = at_table("3s 5h 7c 9d", "4s", "5s", "6s")
    refusal = bench.refused_cards(S, "3s 5h 7c 9d")
    assert (refusal.code, refusal.message) == ("INVALID_COMBINATION", "Invalid card combination")


def test_determine_wildcard_for_current_rank() -> None:
    for level in "23456789TJQKA":
        other = "9" if level != "9" else "8"
        wild = [other + "S", level + "H"]
        assert readings(wild, level) == {("pair", "23456789TJQKA".index(other) + 2, 2)}
        assert not readings([other + "S", level + "D"], level)
        assert not readings(["BJ", level + "H"], level)


def test_use_wildcard_in_straight(at_table) -> None:
    bench = at_table("5s 6h 7h 8c 9d 2s", "4s", "5s", "6s", level="7")
    bench.lay(S, "5s 6h 7h 8c 9d")
    assert bench.state.table == ("straight", 9, 5)
    assert bench.state.view(None).table.stands == ("7h",)


def test_use_wildcard_in_bomb(at_table) -> None:
    bench = at_table("8s 8h 8c 3h 2s", "4s", "5s", "6s", level="3")
    facts = bench.lay(S, "8s 8h 8c 3h")
    assert facts[0].play.stands == ("8d",)
    assert facts[1] == moves.PlayRead("bomb", 8, 4, ("8s", "8h", "8c", "3h"), ("8d",))
    assert bench.told[1].to == (S,)  # which is the answer to the play


def test_wildcard_cannot_replace_jokers(at_table) -> None:
    bench = at_table("SJ BJ BJ 3h 2s", "4s", "5s", "6s", level="3")
    for cards in ("SJ BJ BJ 3h", "BJ 3h", "SJ 3h"):
        assert bench.refused_cards(S, cards).code == "INVALID_COMBINATION"


@pytest.mark.parametrize(
    "cards", ["3s", "3s 3h", "3s 3h 3c", "3s 4s 5s 6s 7h", "3s 3h 3c 9s 9h", "3s 3h 3c 3d"]
)
def test_first_play_of_round_any_card_type(at_table, cards) -> None:
    bench = at_table("3s 3h 3c 3d 4s 5s 6s 7h 9s 9h Ks", "4s", "5s", "6s")
    bench.lay(S, cards)
    assert bench.state.table in readings(cards.upper().split(), "2")
    assert bench.state.owner == S


def test_follow_with_same_type_and_higher_value(at_table) -> None:
    bench = at_table("3s 3h 9s", "5s 5h 9h", "6s", "7s")
    bench.lay(S, "3s 3h")
    bench.lay(E, "5s 5h")
    assert (bench.state.owner, bench.state.table) == (E, ("pair", 5, 2))


def test_reject_different_card_type(at_table) -> None:
    bench = at_table("3s 4s 5s 6s 7h 9s", "5s 5h 9h", "6s", "7s")
    bench.lay(S, "3s 4s 5s 6s 7h")
    refusal = bench.refused_cards(E, "5s 5h")
    assert (refusal.code, refusal.message) == ("WRONG_TYPE", "Must play same card type or bomb")


def test_too_low_has_words_of_its_own(at_table) -> None:
    bench = at_table("5s 5h 9s", "3s 3h 4s 4h 4c 4d", "6s", "7s 8s 8h 8c 8d")
    bench.lay(S, "5s 5h")
    refusal = bench.refused_cards(E, "3s 3h")
    assert (refusal.code, refusal.message) == ("TOO_LOW", "Must beat the current play")


def test_bomb_beats_any_normal_card_type(at_table) -> None:
    bench = at_table("5s 6h 7c 8d 9s Ks", "3s 3h 3c 3d Kh", "6s 7s", "7s 8s")
    bench.lay(S, "5s 6h 7c 8d 9s")
    bench.lay(E, "3s 3h 3c 3d")
    bench.skip(N, W, S)
    assert bench.state.to_act() == (E,)  # East won the round


def test_player_passes_when_cannot_beat(at_table) -> None:
    bench = at_table("As Ah Ks", "3s 3h 9s", "6s 7s", "7s 8s")
    bench.lay(S, "As Ah")
    assert bench.state.legal(E) == [moves.Pass()]
    bench.skip(E)
    assert bench.heard("PLAYER_PASSED") == [moves.PlayerPassed(E)]
    assert bench.state.view(None).players[E].passed
    assert bench.state.to_act() == (N,)


def test_track_turn_order(at_table) -> None:
    bench = at_table("3s Ks", "4s Kh", "5s Kc", "6s Kd")
    for seat, card in ((S, "3s"), (E, "4s"), (N, "5s"), (W, "6s")):
        assert bench.state.view(None).turn == seat
        bench.lay(seat, card)
    assert bench.state.view(None).turn == S


def test_detect_round_end_all_others_passed(at_table) -> None:
    bench = at_table("3s Ks", "4s Kh", "5s Kc", "6s Kd")
    bench.lay(S, "3s")
    bench.skip(E, N, W)
    view = bench.state.view(None)
    assert (view.turn, view.table, view.winner) == (S, None, S)


def test_implement_wind_catching(at_table) -> None:
    bench = at_table("3s", "4s Kh", "5s 5c Kc", "6s Kd")
    bench.lay(S, "3s")
    bench.skip(E, N, W)
    assert bench.state.to_act() == (N,)
    bench.lay(N, "5s 5c")


def test_handle_30s_inactivity_timeout(at_table) -> None:
    bench = at_table("3s Ks", "4s Kh", "5s Kc", "6s Kd")
    bench.lay(S, "3s")
    assert bench.wait(30_000) == [moves.PlayerAutoPassed(E)]
    assert bench.state.to_act() == (N,)


def test_determine_final_rankings(at_table) -> None:
    bench = at_table("3s", "4s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.lay(E, "4s")
    bench.lay(N, "7s")
    bench.lay(W, "9s")
    bench.skip(N)
    bench.lay(W, "Ts")
    assert bench.state.result.order == (S, E, W, N)
    assert [bench.state.view(None).players[s].place for s in (S, E, W, N)] == [1, 2, 3, 4]


def test_calculate_tribute_for_double_down(after) -> None:
    bench = after((S, N, E, W), "3s", "As", "3h", "Kh")
    assert set(bench.state.to_act()) == {E, W}
    bench.do(E, moves.Pay("As"))
    bench.do(W, moves.Pay("Kh"))
    for seat in (S, N):
        assert all(move.card[0] in "2345689T" for move in bench.state.legal(seat))


def test_detect_counter_tribute_with_2_big_jokers(after) -> None:
    bench = after((S, E, N, W), "", "", "", "BJ BJ")
    assert moves.Refuse() in bench.state.legal(W)
    bench.do(W, moves.Refuse())
    assert bench.state.to_act() == (S,)


def advanced(order, levels=("5", "4"), **options) -> tuple[str, str]:
    return settle(order, levels, (0, 0), book_of(Options(**options)), own=0, ends=False).levels


def test_calculate_rank_advancement_double_down_3() -> None:
    assert advanced((S, N, E, W)) == ("8", "4")


def test_calculate_rank_advancement_single_down_2() -> None:
    assert advanced((S, E, N, W)) == ("7", "4")


def test_calculate_rank_advancement_no_last_1() -> None:
    """The headings give 3, 2, 1; the last scenario's body (+1 for 1st and 3rd) is an option."""
    assert advanced((S, E, W, N)) == ("6", "4")
    assert advanced((S, E, N, W), advance={"3": 1}) == ("6", "4")


def test_special_A_rank_rules() -> None:
    result = settle((S, E, W, N), ("A", "4"), (0, 0), SPEC, own=0, ends=False)
    assert not result.passed
    assert result.levels == ("A", "4")


def test_A_rank_failure_penalty() -> None:
    result = settle((S, E, W, N), ("A", "4"), (2, 0), SPEC, own=0, ends=False)
    assert result.levels == ("2", "4")


def test_compare_same_basic_type() -> None:
    assert SPEC.beats(Form("pair", 7, 2), Form("pair", 5, 2))


def test_compare_bombs_by_count_first() -> None:
    assert SPEC.beats(Form("bomb", 3, 5), Form("bomb", 14, 4))
    assert not SPEC.beats(Form("bomb", 14, 4), Form("bomb", 3, 5))


def test_compare_bombs_by_rank_when_same_count() -> None:
    assert SPEC.beats(Form("bomb", 9, 4), Form("bomb", 5, 4))


def test_four_kings_beats_all() -> None:
    kings = Form("jokerbomb", 100, 4)
    for book in PRESETS.values():
        for size in range(4, 11):
            assert book.beats(kings, Form("bomb", 15, size))
            assert not book.beats(Form("bomb", 15, size), kings)
        assert book.beats(kings, Form("straightflush", 14, 5))


def test_bomb_hierarchy() -> None:
    ladder = [
        Form("bomb", 15, 4),
        Form("bomb", 3, 5),
        Form("bomb", 3, 7),
        Form("straightflush", 5, 5),
        Form("bomb", 3, 8),
    ]
    for i, low in enumerate(ladder):
        for high in ladder[i + 1 :]:
            assert SPEC.beats(high, low)
            assert not SPEC.beats(low, high)


def test_card_validation_latency(at_table) -> None:
    """Under 50 ms; on the median here, for machines are noisy: the bench has the p95."""
    times = []
    for seed in range(100):
        state = guandan.deal(Options(), 4, Rng.named(seed))
        state.play(NATURE, state.timers()[0].tick)
        move = state.legal(state.turn)[-1]
        start = perf_counter()
        state.play(state.turn, move)
        times.append(perf_counter() - start)
    assert median(times) < 0.05


def test_state_update_latency() -> None:
    """Under 100 ms, facts and all five views included; on the median here, too."""
    times = []
    for seed in range(60):
        state = guandan.deal(Options(), 4, Rng.named(seed))
        state.play(NATURE, state.timers()[0].tick)
        move = state.legal(state.turn)[0]
        start = perf_counter()
        state.play(state.turn, move, 0, [])
        for viewer in (*range(4), None):
            state.view(viewer)
        times.append(perf_counter() - start)
    assert median(times) < 0.1


def test_handle_concurrent_plays(at_table) -> None:
    bench = at_table("3s Ks", "4s Kh", "5s Kc", "6s Kd")
    bench.lay(S, "3s")
    assert bench.refused_cards(S, "Ks").message == "Not your turn"


def test_recover_from_validation_failure(at_table) -> None:
    """What the game refuses changes nothing; the table answers GAME_ERROR for faults."""
    bench = at_table("3s Ks", "4s Kh", "5s Kc", "6s Kd")
    for cards in (("3s", "3s", "3s"), ("ZZ",), ("3s",) * 10, ("Ah",)):
        assert bench.refused(S, moves.Play(cards)).code in {"NOT_YOUR_CARDS", "UNKNOWN_CARD"}
    for move in (moves.Play(), moves.Play((), "pair", 3, 2), moves.Play((), "bomb", 3, 40)):
        assert bench.refused(S, move).code in {"INVALID_COMBINATION", "NOT_YOUR_CARDS"}
    bench.lay(S, "3s")


def test_unit_test_all_card_types() -> None:
    """One of each of the thirteen; `test_types.py` holds at least five tests for every one."""
    alike = ["6S", "6H", "6C", "6D"] * 2
    thirteen = {
        "single": ["9C"],
        "pair": ["9C", "9D"],
        "triple": ["9C", "9D", "9S"],
        "fullhouse": ["9C", "9D", "9S", "4S", "4D"],
        "straight": ["6C", "7D", "8S", "9S", "TD"],
        "tube": ["6C", "6D", "7S", "7D", "8S", "8C"],
        "plate": ["6C", "6D", "6S", "7S", "7D", "7C"],
        "bomb 4": alike[:4],
        "bomb 5": alike[:5],
        "bomb 6-7": alike[:6],
        "bomb 8+": alike,
        "straightflush": ["6C", "7C", "8C", "9C", "TC"],
        "jokerbomb": ["SJ", "SJ", "BJ", "BJ"],
    }
    assert len(thirteen) == 13
    for name, cards in thirteen.items():
        [form] = readings(cards, "2")
        assert (form.type, form.size) == (name.split()[0], len(cards))


def test_integration_test_full_game() -> None:
    """A whole match by random play: every state checked in `test_matches.py`, here its end."""
    carry, deals = None, 0
    rng = Rng.named("full game")
    while True:
        state = guandan.deal(Options(), 4, Rng.named(f"full game {deals}"), carry)
        while state.outcome() is None:
            for seat in state.to_act()[:1]:
                moves_now = state.legal(seat)
                state.play(seat, moves_now[rng.below(len(moves_now))])
                break
            else:
                state.play(NATURE, state.timers()[0].tick)
        assert sorted(state.result.order) == [0, 1, 2, 3]
        carry, deals = state.next(), deals + 1
        if carry is None:
            break
    assert state.result.passed
    assert state.outcome().reason == "a_passed"
    assert deals > 4
