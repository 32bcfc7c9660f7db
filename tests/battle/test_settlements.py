"""B1-B47 of rules/battle.md: each contradiction of the spec as it was settled."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, opening, playing, sets, turn, views, zones
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.damage import deal as hit
from cutcard.games.battle.sets import load, starter
from cutcard.games.battle.stack import Entry
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.words import User


def stun(t, name):
    t.unit(name).statuses.append(("STUN", 0, 1))
    t.game.version += 1


def test_B1_an_evaded_hit_deals_nothing_at_all(table):
    t = table({"field": ["rimecaller"]}, {"field": ["mistveil_dancer"]})
    t.attack(rimecaller="mistveil_dancer").expect(left={"mistveil_dancer": 1})
    assert len(t.facts("EVASION_TRIGGERED")) == 1
    assert not t.has("mistveil_dancer", "CUSTOM:FROSTBITE")  # no DEAL_DAMAGE either
    t = table({"field": ["lantern_squire"]}, {"field": ["granite_warden"]})
    t.attack(lantern_squire="granite_warden").expect(left={"granite_warden": 3})  # 1 less 2 is 1


def test_B2_piercing_neither_triggers_nor_uses_up_evasion(table):
    t = table({"field": ["spearwing_harrier"]}, {"field": ["mistveil_dancer"]})
    dancer = t.unit("mistveil_dancer")
    t.attack(spearwing_harrier="mistveil_dancer")
    assert not dancer.evaded
    assert not t.facts("EVASION_TRIGGERED")


def test_B3_evasion_is_a_cards_own_and_comes_back_on_both_fields(table):
    t = table({"field": ["lantern_squire"]}, {"field": ["mistveil_dancer"] * 2})
    t.attack(lantern_squire="mistveil_dancer")
    assert [one.evaded for one in t.game.units(1)] == [True, False]
    assert t.game.view(None).players[1].evasion_used
    t.end_turn()
    assert not any(one.evaded for one in t.game.units(1))
    assert not t.game.view(None).players[1].evasion_used


def test_B4_a_block_takes_the_attack_on_itself(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["lantern_squire"]})
    t.attack(stop=True, hollow_leech="p2").block(lantern_squire="hollow_leech")
    t.expect(hp=(20, 20), left={"hollow_leech": 3, "lantern_squire": 1})


def test_B5_who_is_attacked_hits_back_only_by_blocking_himself(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["ember_hound"]})
    t.attack(hollow_leech="ember_hound").expect(left={"hollow_leech": 4}, gone="ember_hound")
    t = table({"field": ["hollow_leech"]}, {"field": ["ember_hound"]})
    t.attack(stop=True, hollow_leech="ember_hound").block(ember_hound="hollow_leech")
    t.expect(left={"hollow_leech": 1}, gone="ember_hound")


def test_B6_damage_to_the_player_goes_to_the_attackers_opponent(table):
    table({"field": ["ember_hound"]}).attack(ember_hound="p2").expect(hp=(20, 17))


def test_B7_all_hits_come_at_once(table):
    t = table({"field": ["ember_hound"]}, {"field": ["ember_hound"]})
    mine, theirs = t.unit("ember_hound", 0).id, t.unit("ember_hound", 1).id
    t.next().do(moves.DeclareAttacks((moves.Attack(mine),)))
    t.do(moves.DeclareBlocks((moves.Block(theirs, mine),)))
    assert not t.game.units(0)
    assert not t.game.units(1)


def test_B8_reduction_counts_once(table):
    t = table({"field": ["ember_hound"]}, {"hand": ["brace"]})
    t.do(moves.Pass()).play("brace").next()
    t.attack(ember_hound="p2").expect(hp=(20, 19))  # 3 less 2, not less 4


def test_B9_floors(table):
    t = table()
    t.game.armour[1].append((50, v.THIS_TURN))
    assert hit(t.game, None, "x", 1, 3, "COMBAT") == 1
    assert hit(t.game, None, "x", 1, 3, "ABILITY") == 0
    assert hit(t.game, None, "x", 1, 3, "EFFECT") == 0
    assert hit(t.game, None, "x", 1, 2, "DECK_EMPTY") == 2


def test_B10_indestructible_stays_at_zero_and_dies_when_it_loses_the_word(table):
    t = table({"hand": ["emberfall", "undertow", "unwrite"]}, {"field": ["immortal_cairn"]})
    t.play("emberfall", x=4).expect(left={"immortal_cairn": 0}, field="immortal_cairn")
    cairn = t.unit("immortal_cairn")
    cairn.statuses.append(("CURSED_SEAL", 0, 2))
    t.game.version += 1
    t.do(moves.Pass()).expect(gone="immortal_cairn", grave="immortal_cairn")
    assert sum(1 for c in t.game.graveyards[1]) == 1  # dead once
    t = table({"hand": ["undertow"]}, {"field": ["immortal_cairn"]})
    t.play("undertow", "immortal_cairn").expect(hand2="immortal_cairn")


def test_B11_def_is_armour_against_combat_hp_is_life(table):
    t = table({"field": ["ember_hound"], "hand": ["scorch_lance"]}, {"field": ["granite_warden"]})
    t.attack(ember_hound="granite_warden").expect(left={"granite_warden": 3})
    t.play("scorch_lance", "granite_warden").expect(gone="granite_warden")  # 3 of 3, no DEF


def test_B12_lifelink_heals_three_a_turn_for_each_card(table):
    t = table({"field": ["hollow_leech+tempered_glaive"], "hp": 10})
    t.attack(hollow_leech="p2").expect(hp=(13, 16))
    t.unit("hollow_leech").tapped = False
    assert t.unit("hollow_leech").linked == 3
    hit(t.game, t.unit("hollow_leech"), "hollow_leech", 1, 4, "COMBAT")
    t.expect(hp=(13, 12))
    t = table({"field": ["hollow_leech"], "hp": 19}).attack(hollow_leech="p2").expect(hp=(20, 18))


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


@pytest.mark.parametrize("phase", ["MAIN_A", "MAIN_B"])
def test_B19_after_a_response_the_same_main_phase_goes_on(table, phase):
    t = table(p2={"hand": ["brace", "brace"]}, phase=phase)
    t.do(moves.Pass()).play("brace").expect(ask="MAIN")
    assert t.game.view(0).current_phase.name == phase
    t.do(moves.Pass()).expect(ask="RESPONSE").do(moves.Pass())
    assert t.game.view(0).current_phase.name != phase


def test_B20_the_stack_holds_entries(table):
    t = table({"hand": ["unwrite"], "field": ["ember_hound"]}, {"hand": ["null_sigil"]})
    t.play("unwrite", "ember_hound", wait=True)
    (item,) = t.game.view(None).stack
    assert (item.card_id, item.controller, item.targets) == ("unwrite", 0, (t.id("ember_hound"),))


def test_B21_highest_priority_first_newest_among_equals(table):
    t = table()
    d = t.game.set.by_id["scorch_lance"]
    entries = [Entry(t.game.new_id(), d, 0) for _ in range(4)]
    for entry, priority in zip(entries, (0, 5, 5, 1), strict=True):
        entry.priority = priority
    t.game.stack = entries[:]
    order = []
    while t.game.stack:
        one = t.game.top()
        order.append(entries.index(one))
        t.game.stack.remove(one)
    assert order == [2, 1, 3, 0]


def test_B22_entries_are_numbered_not_timed(table):
    t = table({"hand": ["read_the_ashes"]}, {"hand": ["null_sigil"] * 2})
    t.play("read_the_ashes", wait=True).play("null_sigil", "read_the_ashes", wait=True)
    ids = [item.entry_id for item in t.game.view(None).stack]
    assert ids == sorted(ids)


def test_B23_targets_are_checked_again_and_all_illegal_fizzles(table):
    """One of two targets gone: the rest is done as far as it can be; all gone: it fizzles."""
    foes = {"hand": ["sudden_brambles"], "field": ["ember_hound"]}
    t = table({"hand": ["lend_strength"], "field": ["token_scrapling"]}, foes)
    t.play("lend_strength", "token_scrapling", "ember_hound", wait=True)
    t.play("sudden_brambles", "token_scrapling").expect(left={"ember_hound": 2})
    assert not t.facts("EFFECT_FIZZLED")
    t = table({"hand": ["steady_hand"], "field": ["token_scrapling"]}, foes)
    t.play("steady_hand", "token_scrapling", wait=True).play("sudden_brambles", "token_scrapling")
    assert [one.reason for one in t.facts("EFFECT_FIZZLED")] == ["ILLEGAL_TARGETS"]
    t.expect(grave="steady_hand")


def test_B24_paid_on_announcing_never_on_resolving(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["null_sigil"], "field": ["ember_hound"]})
    t.play("unwrite", "ember_hound", wait=True).expect(ce=(5, 10))
    t.do(moves.Pass()).expect(ce=(5, 10), grave="ember_hound")


def test_B25_limits_count_for_each_card_apart(table):
    t = table(
        {"field": ["hexwright_duelist", "hexwright_duelist"]}, {"field": ["thornback_behemoth"]}
    )
    one, two = (unit.id for unit in t.game.units(0))
    foe = (t.id("thornback_behemoth"),)
    t.do(moves.ActivateAbility(one, 0, foe))
    assert t.refused(moves.ActivateAbility(one, 0, foe)) == ("ALREADY_ACTIVATED",) * 2
    t.do(moves.ActivateAbility(two, 0, foe)).expect(ce=(6, 10))


LOOPS = {
    "format": "tcg-cards/1",
    "set": {"id": "loops", "name": "Loops"},
    "cards": [
        *(
            {
                "id": f"plain_{i}",
                "name": f"Plain {i}",
                "type": "UNIT",
                "cost": 1,
                "atk": 1,
                "def": 0,
                "hp": 1,
            }
            for i in range(14)
        ),
        {
            "id": "echo",
            "name": "Echo",
            "type": "UNIT",
            "cost": 1,
            "atk": 1,
            "def": 0,
            "hp": 9,
            "abilities": [
                {
                    "type": "TRIGGERED",
                    "trigger": "HEALED",
                    "watch": "ANY",
                    "effects": [
                        {"do": "DAMAGE", "target": "SELF", "amount": 1},
                        {"do": "HEAL", "target": "SELF", "amount": 1},
                    ],
                }
            ],
        },
        {
            "id": "start",
            "name": "Start",
            "type": "TECHNIQUE",
            "cost": 0,
            "effects": [{"do": "HEAL", "target": "CONTROLLER", "amount": 1}],
        },
        {
            "id": "growing",
            "name": "Growing",
            "type": "UNIT",
            "cost": 1,
            "atk": 1,
            "def": 0,
            "hp": 9,
            "abilities": [
                {
                    "type": "TRIGGERED",
                    "trigger": "HEALED",
                    "watch": "ANY",
                    "effects": [
                        {
                            "do": "MODIFY_STAT",
                            "target": "SELF",
                            "stat": "ATK",
                            "amount": 1,
                            "duration": "PERMANENT",
                        },
                        {"do": "DAMAGE", "target": "SELF", "amount": 1},
                        {"do": "HEAL", "target": "SELF", "amount": 1},
                    ],
                }
            ],
        },
    ],
}


@pytest.mark.parametrize("name", ["echo", "growing"])
def test_A51_B26_endless_chains_are_a_draw(table, name):
    """The same situation three times, or 256 resolutions that nobody chose."""
    text = msgspec.json.encode(LOOPS).decode()
    t = table(
        {"field": [name], "hand": ["start"], "deck": ["plain_0"], "hp": 10},
        {"deck": ["plain_0"]},
        card_set=text,
        decks=("every_card", "every_card"),
    )
    t.play("start")
    assert t.game.outcome().reason == "DRAW"
    assert t.game.outcome().places == (1, 1)
    assert t.game.view(0).reason == "INFINITE_LOOP"


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


def test_B34_a_wrong_declaration_is_refused_as_a_whole(table):
    t = table({"field": ["ember_hound", "lantern_squire"]}, {"field": ["hollow_leech"]}).next()
    hound, squire, leech = (t.id(n) for n in ("ember_hound", "lantern_squire", "hollow_leech"))
    good = moves.Attack(hound)
    for bad, code in (
        (moves.Attack(hound), "INVALID_ATTACKER"),  # twice
        (moves.Attack(leech), "INVALID_ATTACKER"),
        (moves.Attack(999), "INVALID_ATTACKER"),
        (moves.Attack(squire, "CARD", hound), "INVALID_TARGET"),
        (moves.Attack(squire, "CARD"), "INVALID_TARGET"),
        (moves.Attack(squire, "CARD", 1), "INVALID_TARGET"),
    ):
        assert t.refused(moves.DeclareAttacks((good, bad)))[0] == code
    stun(t, "lantern_squire")
    attack = moves.DeclareAttacks((moves.Attack(squire),))
    assert t.refused(attack) == ("INVALID_ATTACKER", "INVALID_CARD")
    assert not t.unit("ember_hound").tapped


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


def test_B39_views_hold_no_hidden_id_or_name(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["mind_toll", "hush"], "deck": ["plague_ledger"] * 5})
    t.game.mains = [{"lantern_squire": 40}, {"lantern_squire": 40}]
    t.game.faces = None
    raw = msgspec.json.encode(t.game.view(0)).decode()
    assert "mind_toll" not in raw
    assert "plague_ledger" not in raw
    for card in t.game.hands[1]:
        assert f'"instanceId":{card[0]}' not in raw
    assert t.game.view(0).players[1].hand_count == 2
    assert [one.card_id for one in t.game.view(1).players[1].hand] == ["mind_toll", "hush"]


def test_B39_ids_change_with_the_zone(table):
    t = table({"hand": ["lantern_squire", "undertow"]})
    held = t.held("lantern_squire", 0)
    t.play("lantern_squire")
    in_play = t.id("lantern_squire")
    t.play("undertow", "lantern_squire")
    assert len({held, in_play, t.held("lantern_squire", 0)}) == 3


class Ear:
    def __init__(self):
        self.words = []

    def hear(self, word):
        self.words.append(word)


async def half_a_game(store, steps):
    house = House(store)
    await house.start()
    ann, bob = User("ann", "Ann"), User("bob", "Bob")
    options = {"decks": ["beasts", "soldiers"], "timers": "off"}
    info = await house.open("battle", options, 2, host=ann)
    await house.sit(info.table, ann, 0)
    await house.sit(info.table, bob, 1)
    await asyncio.sleep(0.05)
    ears = [Ear(), Ear()]
    for ear, user in zip(ears, (ann, bob), strict=True):
        house.attach(info.table, ear, user)
    rng = Rng.named("house")
    for n in range(steps):
        state = house.peek(info.table).deal.state
        if not state.asked:
            await asyncio.sleep(0.05)
            continue
        seat = state.asked[0]
        legal = state.legal(seat)
        move = msgspec.to_builtins(legal[rng.below(len(legal))])
        tag = move.pop("type")
        user = (ann, bob)[seat]
        house.ask(info.table, None, ears[seat], user, tag, move, f"k{n}", None)
        await house.written()
    return house, info.table, ears


def test_B40_B41_a_game_in_progress_survives(tmp_path):
    """Through the House: every move is written before it is told, so a new process replays it."""

    async def run():
        store = SqliteStore(tmp_path / "battle.db")
        await store.open()
        house, table, ears = await half_a_game(store, 60)
        before = house.peek(table).deal.state
        views_ = [before.view(seat) for seat in (0, 1, None)]
        await house.stop()
        await store.close()
        store = SqliteStore(tmp_path / "battle.db")
        await store.open()
        again = House(store)
        await again.start()
        after = again.peek(table).deal.state
        assert [after.view(seat) for seat in (0, 1, None)] == views_
        assert after.rng.position == before.rng.position
        await again.stop()
        await store.close()
        assert any(type(word).__name__ == "Ack" for word in ears[0].words + ears[1].words)

    asyncio.run(run())


def test_B42_no_sets_and_no_dates_leave_the_game(table):
    t = table({"field": ["oath_stones", "lantern_squire+war_horn"], "hand": ["unwrite"]})
    back = msgspec.json.decode(msgspec.json.encode(t.game.view(0)), type=views.View)
    assert back == t.game.view(0)


def test_B43_effects_on_many_see_all_of_them(table):
    t = table(
        {"hand": ["emberfall"]}, {"field": ["grave_tinker", "token_scrapling", "grave_tinker"]}
    )
    t.play("emberfall", x=3)
    assert [one.d.id for one in t.game.units(1)] == ["token_scrapling"] * 4


@pytest.mark.parametrize(("ruleset", "able"), [("core", True), ("standard", False)])
def test_B44_summoning_sickness_is_standard(table, ruleset, able):
    t = table({"hand": ["lantern_squire"]}, ruleset=ruleset).play("lantern_squire").next()
    assert (t.game.ask == "ATTACKS") == able


def test_B45_keywords_are_read_in_either_case():
    data = {**LOOPS, "cards": [{**card} for card in LOOPS["cards"]]}
    data["cards"][0]["keywords"] = ["Piercing"]
    made = load(msgspec.json.encode(data).decode())
    assert made.defs[0].kw == v.PIERCING
    assert made.defs[0].face.keywords == ("PIERCING",)


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
    second = 1 - first  # his sixth card came in the place of his first draw
    assert (len(game.hands[second]), game.ce[second], game.max_ce[second]) == (6, 1, 1)
    while game.turn < 4:
        game.play(game.asked[0], moves.Pass())
    assert (game.ce[second], game.max_ce[second]) == (3, 2)
    t = table({"field": ["lantern_squire"] * 7, "hand": ["lantern_squire", "tempered_glaive"]})
    assert t.refused(moves.PlayCard(t.held("lantern_squire", 0)))[0] == "RESTRICTION_VIOLATED"
    t = table({"field": ["oath_stones"] * 3, "hand": ["ashen_ground"]})
    assert t.refused(moves.PlayCard(t.held("ashen_ground", 0)))[0] == "RESTRICTION_VIOLATED"
    t = table({"field": ["lantern_squire+war_horn+war_horn+war_horn"], "hand": ["war_horn"]})
    aimed = moves.PlayCard(t.held("war_horn", 0), (t.id("lantern_squire"),))
    assert t.refused(aimed)[0] == "INVALID_TARGET"
    assert sum(opening.spare(starter(), starter().decks["beasts"]).values()) == 10


def test_B47_our_own_names_the_specs_wire_words():
    text = msgspec.json.encode([d.face for d in starter().defs]).decode().lower()
    assert not any(word in text for word in ("jujutsu", "kaisen", "gojo", "sukuna"))
    assert "CURSED_SEAL" in v.STATUSES
    assert "current_cursed_energy" in views.Player.__struct_fields__


def own_set(*cards):
    """The starter set with some cards more, as a host might bring it."""
    data = msgspec.json.decode(sets.STARTER.read_bytes())
    data["cards"] += cards
    return msgspec.json.encode(data).decode()


def test_B11_auras_follow_whoever_controls_their_source(table):
    """A unit that comes under an aura too heavy for it dies at once; an aura on equipment changes
    sides with its bearer."""
    blight = {
        "id": "blight",
        "name": "Blight",
        "type": "FIELD",
        "cost": 1,
        "abilities": [
            {
                "type": "PASSIVE",
                "aura": {"to": {"all": "UNIT", "side": "ENEMY"}, "stat": "HP", "amount": -1},
            }
        ],
    }
    banner = {
        "id": "banner",
        "name": "Banner",
        "type": "EQUIPMENT",
        "cost": 1,
        "attach": {"kind": "UNIT", "side": "FRIENDLY"},
        "equip": {"hp": 1},
        "abilities": [
            {
                "type": "PASSIVE",
                "aura": {"to": {"all": "UNIT", "side": "FRIENDLY"}, "stat": "ATK", "amount": 1},
            }
        ],
    }
    game = table(card_set=own_set(blight, banner)).game
    made = game.set
    zones.enter(game, made.by_id["blight"], 1)
    squire = zones.enter(game, made.by_id["glass_vanguard"], 0)  # 2/0/1
    assert turn.check(game)
    assert squire.gone
    mine = zones.enter(game, made.by_id["lantern_squire"], 1)
    theirs = zones.enter(game, made.by_id["hollow_leech"], 0)
    zones.enter(game, made.by_id["banner"], 1, mine)
    assert (mine.atk(game), theirs.atk(game)) == (2, 2)
    zones.take_over(game, mine, 0)
    assert (mine.atk(game), theirs.atk(game)) == (2, 3)
