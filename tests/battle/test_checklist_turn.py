"""A1-A28 of docs/rules/battle.md: principles, state, and a turn. What belongs to the table is in
test_checklist_house.py."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, views
from cutcard.games.battle import vocabulary as v
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

# I Principles


def test_A1_A6_the_rules_judge_every_move_and_no_client_decides_anything(table):
    t = table({"hand": ["unwrite"], "ce": 1}, {"field": ["ember_hound"]})
    for move in (moves.PlayCard(t.held("unwrite", 0), (t.id("ember_hound"),)), moves.Target((0,))):
        with pytest.raises(Illegal):
            t.do(move)
    t.expect(field="ember_hound", ce=(1, 10))


def test_A3_same_seed_and_moves_same_game(play):
    ends = []
    for _ in range(2):
        game = battle.deal(battle.Options(decks=("mystics", "soldiers")), 2, Rng.named("a3"))
        play(game, Rng.named("moves"))
        ends.append(digest(game, 2))
    assert ends[0] == ends[1]


def test_A4_a_refused_action_changes_nothing(table):
    t = table({"field": ["ember_hound", "storm_battery"]}).next()
    hound, rooted = t.id("ember_hound"), t.id("storm_battery")
    t.refused(moves.DeclareAttacks((moves.Attack(hound), moves.Attack(rooted))))
    assert not t.unit("ember_hound").tapped


# II State


def test_A7_the_view_has_the_games_fields(table):
    shown = table({"hand": ["unwrite"]}).game.view(0)
    fields = set(views.View.__struct_fields__)
    assert {"status", "current_turn", "current_phase", "current_player_index", "stack"} <= fields
    assert {"active_abilities", "timing_window", "winner_id", "win_condition"} <= fields
    assert (shown.status, shown.current_turn) == ("IN_PROGRESS", 9)
    fresh = battle.deal(battle.Options(), 2, Rng.named(7))
    assert fresh.view(0).status == "WAITING"


def test_A8_A10_players_and_cards(table):
    t = table({"field": ["oath_stones", "lantern_squire+war_horn"], "hand": ["hush"]})
    mine = t.game.view(0).players[0]
    assert (mine.current_hp, mine.max_hp, mine.current_cursed_energy) == (20, 20, 10)
    assert mine.is_priority
    assert mine.damage_reduction == 0
    horn = mine.field[t.id("war_horn")]
    squire = mine.field[t.id("lantern_squire")]
    assert (squire.owner_id, squire.location, squire.position) == (0, "FIELD", "FACE_UP")
    assert squire.attachments == (horn.instance_id,)
    assert horn.host == squire.instance_id


def test_A9_phases_in_their_order(table):
    t = table({"field": ["ember_hound"]})
    t.attack(ember_hound="p2").end_turn()
    seen = [one.phase for one in t.facts("PHASE_STARTED")]
    assert seen == ["BATTLE", "MAIN_B", "END", "RECHARGE", "DRAW", "MAIN_A"]
    assert t.game.view(0).current_phase.priority == "ACTIVE"


def test_A11_modifiers_are_shown(table):
    t = table({"hand": ["steady_hand", "rally_drum"], "field": ["lantern_squire"]})
    t.play("steady_hand", "lantern_squire").play("rally_drum")
    kinds = [
        (m.modifier, m.duration)
        for m in t.game.view(1).players[0].field[t.id("lantern_squire")].modifiers
    ]
    assert ("STAT_BOOST", "PERMANENT") in kinds
    assert ("KEYWORD_GRANT", "UNTIL_END_OF_TURN") in kinds


def test_A12_statuses_are_shown(table):
    t = table({"hand": ["plague_ledger"]}, {"field": ["ember_hound"]}).play("plague_ledger")
    (status,) = t.game.view(0).players[1].field[t.id("ember_hound")].status_effects
    assert (status.status, status.value, status.duration) == ("POISON", 1, 3)


# IV Turn


def test_A17_both_start_with_twenty_hp_and_no_ce():
    game = battle.deal(battle.Options(decks=("beasts", "beasts")), 2, Rng.named("a17"))
    assert (game.hp, game.ce) == ([20, 20], [0, 0])


def test_A18_recharge_fills_ce_and_triggers(table):
    t = table(p2={"field": ["wellspring_shrine"], "ce": 2}).end_turn()
    t.expect(ce=(10, 4))


def test_A19_draw_one_or_lose_two(table):
    table(p2={"deck": ["hush"]}).end_turn().expect(hand2="hush")
    table(p2={"deck": []}).end_turn().expect(hp=(20, 18))


def test_A20_main_a_plays_activates_and_passes(table):
    t = table({"hand": ["lantern_squire"], "field": ["storm_battery"]})
    t.play("lantern_squire").activate("storm_battery").next()
    assert t.game.phase != v.MAIN_A


def test_A21_A24_the_inactive_player_may_respond_after_each_main_phase(table):
    t = table(p2={"hand": ["brace", "brace"]}, timers="spec")
    t.do(moves.Pass()).expect(ask="RESPONSE")
    assert t.game.timers()[0].due - t.at == 3_000
    t.do(moves.Pass())
    assert t.game.phase == v.MAIN_B  # nobody could attack
    t.do(moves.Pass()).expect(ask="RESPONSE").do(moves.Pass())
    assert t.game.turn == 10


def test_A22_battle_attacks_blocks_damage(table):
    t = table({"field": ["ember_hound"]}, {"field": ["granite_warden"]}, timers="spec").next()
    assert t.game.timers()[0].due - t.at == 5_000
    t.attack(stop=True, ember_hound="granite_warden").expect(ask="BLOCKS")
    t.block(granite_warden="ember_hound")
    t.expect(left={"granite_warden": 3, "ember_hound": 1})


def test_A23_main_b_is_for_its_own_cards_and_never_for_attacks(table):
    t = table({"hand": ["dusk_harvest"], "field": ["ember_hound"]}, phase="MAIN_B")
    assert t.refused(moves.DeclareAttacks(()))[0] == "WRONG_PHASE"
    t.play("dusk_harvest")


def test_A25_end_clears_counts_and_shrinks_the_hand(table):
    t = table({"hand": ["hush"] * 12, "field": ["sporecaller"]}, {"field": ["ember_hound"]})
    t.next()
    t.do(moves.Pass())
    while t.game.ask != "DISCARD":
        t.do(moves.Pass())
    assert (t.game.count, t.has("ember_hound", "POISON")) == (2, True)
    ids = tuple(card[0] for card in t.game.hands[0])
    for bad in (ids[:1], ids[:3], (ids[0], ids[0]), (1, 2)):
        assert t.refused(moves.Discard(bad)) == ("INVALID_DISCARD", "INVALID_CARD")
    t.do(moves.Discard(ids[:2])).expect(grave="hush")
    assert t.game.turn == 10


def test_A26_unresponsive_players_are_passed_for(table):
    t = table(timers="spec")
    t.at = 10_000
    t.do(moves.Expire(0), NATURE)
    (fact,) = t.facts("PLAYER_AUTO_PASSED")
    assert (fact.player_id, fact.asked) == (0, "MAIN")
    assert t.game.phase == v.MAIN_B


def test_A27_events(table):
    t = table(
        {"hand": ["unwrite", "cinder_acolyte"], "field": ["ironroot_smith"]},
        {"field": ["ember_hound"], "hp": 1},
    )
    t.play("unwrite", "ember_hound").activate("ironroot_smith", "ironroot_smith")
    (played,) = t.facts("CARD_PLAYED")
    assert (played.card_id, played.player_id, played.cost) == ("unwrite", 0, 5)
    assert t.facts("ABILITY_ACTIVATED")[0].card_id == "ironroot_smith"
    assert [one.effect for one in t.facts("ABILITY_RESOLVED")] == [("DESTROY",), ("MODIFY_STAT",)]
    t.play("cinder_acolyte", "p2")
    (hurt,) = t.facts("DAMAGE_APPLIED")
    assert (hurt.target, hurt.amount, hurt.reduced_damage, hurt.source) == (
        1,
        2,
        2,
        "cinder_acolyte",
    )
    (dead,) = t.facts("PLAYER_DEFEATED")
    assert (dead.player_id, dead.damage) == (1, 2)


def test_A28_actions_have_the_specs_fields():
    attack = b'{"attackerId":7,"targetType":"CARD","targetCardId":9}'
    raw = b'{"type":"declare_attacks","attacks":[' + attack + b"]}"
    assert msgspec.json.decode(raw, type=battle.Move).attacks[0] == moves.Attack(7, "CARD", 9)
    raw = b'{"type":"declare_blocks","blocks":[{"blockerId":9,"attackerId":7}]}'
    assert msgspec.json.decode(raw, type=battle.Move).blocks == (moves.Block(9, 7),)
    raw = b'{"type":"play_card","cardInstanceId":5,"targetIds":[9],"x":2}'
    assert msgspec.json.decode(raw, type=battle.Move) == moves.PlayCard(5, (9,), 2)
