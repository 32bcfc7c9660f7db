"""B1-B47 of docs/rules/battle.md: each contradiction of the spec, settled. Here: turns, costs,
clocks and ends."""

from __future__ import annotations

import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, opening, playing
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.sets import starter
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


def test_B13_cards_untap_in_their_own_recharge(table):
    t = table({"field": ["ember_hound"]}).attack(ember_hound="p2").expect(tapped="ember_hound")
    t.end_turn().expect(tapped="ember_hound").end_turn()
    assert not t.unit("ember_hound").tapped


def test_B14_ce_grows_by_one_a_turn_up_to_ten(play):
    game = battle.deal(battle.Options(decks=("beasts", "beasts"), timers="off"), 2, Rng.named("ce"))
    seen = {}

    def look(state):
        if state.ask == "MAIN" and state.phase == v.MAIN_A and state.turn not in seen:
            seen[state.turn] = state.max_ce[state.active]

    play(game, Rng.named("ce"), look)
    assert all(most == min(10, (turn + 1) // 2) for turn, most in seen.items())


def test_B15_end_of_turn_ends_boosts_on_both_sides(table):
    t = table({"hand": ["rally_drum"], "field": ["ember_hound"]}, {"field": ["lantern_squire"]})
    t.play("rally_drum")
    enemy = t.unit("lantern_squire")
    enemy.mods.append((0, v.ATK, 5, v.THIS_TURN, "x", None))
    t.game.version += 1
    t.expect(atk={"ember_hound": 4, "lantern_squire": 6}).end_turn()
    t.expect(atk={"ember_hound": 3, "lantern_squire": 1})


def test_B16_boosts_end_with_the_life_of_a_card_and_counters_survive(table):
    t = table(
        {"hand": ["steady_hand", "unwrite", "second_dawn"], "field": ["gearwright"], "ce": 20}
    )
    unit = t.unit("gearwright")
    unit.counters = {"GEAR": 2}
    t.play("steady_hand", "gearwright").expect(atk={"gearwright": unit.d.atk + 1})
    t.play("unwrite", "gearwright")
    assert t.game.graveyards[0][-2][2] == (("GEAR", 2),)
    t.play("second_dawn", "gearwright").expect(atk={"gearwright": unit.d.atk})
    assert t.unit("gearwright").counters == {"GEAR": 2}


def test_B17_poison_bites_at_recharge_and_statuses_run_out_at_end(table):
    t = table({"hand": ["plague_ledger"]}, {"field": ["thornback_behemoth"]}).play("plague_ledger")
    for left in (4, 3, 2):
        t.end_turn().expect(left={"thornback_behemoth": left})
        t.end_turn()
    assert not t.has("thornback_behemoth", "POISON")


def test_B18_every_type_has_its_time(table):
    t = table({"hand": ["brace", "dusk_harvest", "rally_drum"]}, {"hand": ["ember_hound", "brace"]})
    for name in ("brace", "dusk_harvest"):
        assert t.refused(moves.PlayCard(t.held(name, 0))) == ("WRONG_PHASE", "WRONG_PHASE")
    t.do(moves.Pass()).expect(ask="RESPONSE")
    window = t.game.view(None).timing_window
    assert (window.kind, window.holder) == ("MAIN_RESPONSE", 1)
    assert t.refused(moves.PlayCard(t.held("ember_hound", 1)))[0] == "WRONG_PHASE"
    assert t.refused(moves.PlayCard(t.held("brace", 0)), 0)[0] == "NOT_YOUR_TURN"
    t.play("brace")


def test_B27_both_defeated_is_a_draw_and_turn_sixty_counts_hp(table):
    t = table({"hand": ["emberfall"], "hp": 1}, {"hp": 1})
    t.game.hp = [0, 0]
    t.game.wounded = True
    t.do(moves.Pass())
    assert (t.game.condition, t.game.reason) == ("DRAW", "BOTH_DEFEATED")
    for hp, condition in (((9, 8), "TURN_LIMIT"), ((8, 8), "DRAW")):
        t = table({"hp": hp[0]}, {"hp": hp[1]})
        t.game.turn = 60
        t.end_turn()
        assert (t.game.condition, t.game.over) == (condition, True)
        assert t.game.view(0).winner_id == (0 if hp[0] > hp[1] else "draw")


def test_B28_an_empty_deck_costs_two_and_the_third_time_the_game(table):
    t = table(p2={"deck": []})
    t.end_turn().expect(hp=(20, 18))
    assert [one.count for one in t.facts("PLAYER_DECK_EMPTY")] == [1]
    t.end_turn().end_turn().expect(hp=(20, 16)).end_turn().end_turn()
    assert (t.game.condition, t.game.winner) == ("DECK_EMPTY", 0)
    table({"deck": [], "hand": ["read_the_ashes"]}).play("read_the_ashes").expect(hp=(20, 20))


def test_B29_costs_add_up_before_the_floor(table):
    t = table(
        {"field": ["ledger_sprite"], "hand": ["second_wind"]}, {"field": ["toll_collector"] * 2}
    )
    d = t.game.set.by_id["second_wind"]
    assert playing.cost(t.game, 0, d) == 2  # 1 - 1 + 1 + 1
    t.game.cost_changes[0].append((None, -9, v.THIS_TURN))
    assert playing.cost(t.game, 0, d) == 1  # the sprite's floor
    t.game.cost_cards.clear()
    assert playing.cost(t.game, 0, d) == 0


def test_B30_x_is_paid_and_checked(table):
    t = table({"hand": ["emberfall", "hush"], "ce": 5}, {"field": ["ember_hound"]})
    card = t.held("emberfall", 0)
    for x in (-1, 0, 3):
        assert t.refused(moves.PlayCard(card, (), x)) == ("INVALID_X", "INSUFFICIENT_RESOURCES")
    other = moves.PlayCard(t.held("hush", 0), (t.id("ember_hound"),), 1)
    assert t.refused(other)[0] == "INVALID_X"
    t.play("emberfall", x=2).expect(ce=(0, 10), gone="ember_hound")


def test_B31_needed_targets_must_be_there(table):
    t = table({"hand": ["unwrite", "vault_devourer", "cinder_acolyte"], "ce": 20})
    assert t.refused(moves.PlayCard(t.held("unwrite", 0))) == ("INVALID_TARGET",) * 2
    assert not [m for m in t.game.legal(0) if m == moves.PlayCard(t.held("unwrite", 0))]
    assert t.refused(moves.PlayCard(t.held("cinder_acolyte", 0)))[0] == "INVALID_TARGET"
    t.play("vault_devourer").expect(field="vault_devourer")  # nothing to destroy, so nothing


def test_B32_techniques_go_to_the_graveyard_and_equipment_falls_with_its_bearer(table):
    t = table({"hand": ["read_the_ashes", "unwrite"], "field": ["lantern_squire+war_horn"]})
    t.play("read_the_ashes").expect(grave="read_the_ashes")
    t.play("unwrite", "lantern_squire").expect(
        grave=["lantern_squire", "war_horn"], gone="war_horn"
    )


def test_B33_codes_carry_the_specs_category(table):
    t = table({"hand": ["unwrite"], "ce": 2}, {"field": ["ember_hound"]})
    refused = t.refused(moves.PlayCard(t.held("unwrite", 0), (t.id("ember_hound"),)))
    assert refused == ("INSUFFICIENT_CE", "INSUFFICIENT_RESOURCES")
    assert t.refused(moves.PlayCard(999)) == ("CARD_NOT_FOUND", "INVALID_CARD")


def test_B35_clocks_pass_and_three_slept_turns_lose():
    game = battle.deal(
        battle.Options(decks=("beasts", "beasts"), timers="spec"), 2, Rng.named("b35")
    )
    game.play(NATURE, moves.Begin(), 0)
    assert {timer.due for timer in game.timers()} == {20_000}
    game.play(0, moves.Mulligan())
    game.play(1, moves.Mulligan())
    assert game.timers()[0].due == 10_000  # an action, within a turn of 20 s
    at = 0
    while game.outcome() is None:
        timer = min(game.timers(), key=lambda one: one.due)
        at = max(at, timer.due)
        game.play(NATURE, timer.tick, at)
    assert game.outcome().reason == "TIMEOUT"
    assert game.turn == 5  # the first player's third turn
    relaxed = battle.Options(timers="relaxed").times
    assert (relaxed.turn, relaxed.action, relaxed.response) == (120_000, 60_000, 10_000)
    assert battle.Options(timers="spec", turn_ms=0).times.turn == 0


def test_B35_a_turns_budget_is_shared_by_its_decisions(table):
    t = table({"hand": ["second_wind"] * 3, "hp": 5}, timers="spec")
    for at in (8_000, 16_000):
        t.at = at
        t.play("second_wind", "p1")
    assert t.game.timers()[0].due == 20_000  # 4 s of the 20 are left, not 10 more


@pytest.mark.parametrize("seat", [0, 1])
def test_B36_either_may_surrender_at_any_time(table, seat):
    t = table({"hand": ["unwrite"], "field": ["ember_hound"]}, {"hand": ["null_sigil"]})
    t.play("unwrite", "ember_hound", wait=True).do(moves.Surrender(), seat)
    assert (t.game.condition, t.game.winner) == ("SURRENDER", 1 - seat)


def test_B37_end_counts_the_turn_and_passes_it_on(table):
    t = table()
    t.end_turn()
    shown = t.game.view(None)
    assert (shown.current_turn, shown.current_player_index) == (10, 1)


def test_B38_the_engine_waits_for_nobody(table):
    """What it waits for is data: asked again after a copy, it answers the same."""
    t = table({"hand": ["mind_toll"]}, {"hand": ["hush", "brace"]}).play("mind_toll")
    twin = t.game.copy()
    twin.play(1, moves.Discard((t.held("hush", 1),)))
    t.expect(ask="DISCARD", hands=(0, 2))


def test_B46_opening_hands_mulligan_and_field_size(table):
    game = battle.deal(
        battle.Options(decks=("beasts", "beasts"), timers="off"), 2, Rng.named("b46")
    )
    game.play(NATURE, moves.Begin())
    first = game.first
    assert [len(game.hands[first]), len(game.hands[1 - first])] == [5, 6]
    ids = tuple(card[0] for card in game.hands[first][:2])
    kept = game.hands[first][2:]
    game.play(first, moves.Mulligan(ids))
    assert game.hands[first][:3] == kept
    assert len(game.hands[first]) == 5
    assert game.view(None).players[first].mulligan == 2
    game.play(1 - first, moves.Mulligan())
    assert (game.turn, len(game.hands[first])) == (1, 5)  # no first draw
    while game.turn == 1:
        game.play(game.asked[0], moves.Pass())
    second = 1 - first  # their sixth card came in the place of their first draw
    assert (len(game.hands[second]), game.ce[second], game.max_ce[second]) == (6, 2, 1)
    while game.turn < 4:
        game.play(game.asked[0], moves.Pass())
    assert (game.ce[second], game.max_ce[second]) == (3, 2)
    while game.turn < 6:
        game.play(game.asked[0], moves.Pass())
    assert (game.ce[second], game.max_ce[second]) == (3, 3)
    t = table({"field": ["lantern_squire"] * 7, "hand": ["lantern_squire", "tempered_glaive"]})
    assert t.refused(moves.PlayCard(t.held("lantern_squire", 0)))[0] == "RESTRICTION_VIOLATED"
    t = table({"field": ["oath_stones"] * 3, "hand": ["ashen_ground"]})
    assert t.refused(moves.PlayCard(t.held("ashen_ground", 0)))[0] == "RESTRICTION_VIOLATED"
    t = table({"field": ["lantern_squire+war_horn+war_horn+war_horn"], "hand": ["war_horn"]})
    aimed = moves.PlayCard(t.held("war_horn", 0), (t.id("lantern_squire"),))
    assert t.refused(aimed)[0] == "INVALID_TARGET"
    assert sum(opening.spare(starter(), starter().decks["beasts"]).values()) == 10
