"""A1-A58 of rules/battle.md. What belongs to the table (A2, A4, A13-A16, A54-A58) is shown
through the real House, with Battle on its tables."""

from __future__ import annotations

import asyncio
from time import perf_counter

import msgspec
import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, refusals, views
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.damage import deal as hit
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.rng import Rng
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.words import Ack, Nack, Refusal, Snapshot, Update, User

ANN, BOB = User("ann", "Ann"), User("bob", "Bob")
GIVEN = {"decks": ["beasts", "mystics"], "timers": "off"}


class Ear:
    """Keeps what it hears."""

    def __init__(self):
        self.words = []

    def hear(self, word):
        self.words.append(word)

    def of(self, kind):
        return [word for word in self.words if isinstance(word, kind)]


class Evening:
    """A House with Battle on some tables, every seat played at random."""

    def __init__(self, path):
        self.path = path

    async def __aenter__(self):
        self.store = SqliteStore(self.path)
        await self.store.open()
        self.house = House(self.store)
        await self.house.start()
        self.ears = {}
        self.count = 0
        self.took = {}
        return self

    async def __aexit__(self, *_):
        await self.house.stop()
        await self.store.close()

    async def open(self, options=None):
        info = await self.house.open("battle", options or GIVEN, 2, host=ANN)
        for seat, user in enumerate((ANN, BOB)):
            await self.house.sit(info.table, user, seat)
            ear = self.ears[info.table, seat] = Ear()
            self.house.attach(info.table, ear, user)
        for _ in range(500):  # the deal begins by a tick of its own
            if self.state(info.table).asked:
                break
            await asyncio.sleep(0.01)
        return info.table

    def state(self, table):
        return self.house.peek(table).deal.state

    def send(self, table, seat, move, key=None):
        fields = msgspec.to_builtins(move)
        tag = fields.pop("type")
        self.count += 1
        user = (ANN, BOB)[seat]
        ear = self.ears[table, seat]
        self.house.ask(table, None, ear, user, tag, fields, key or f"k{self.count}", None)

    async def step(self, table, rng):
        state = self.state(table)
        if state.outcome() is not None or not state.asked:
            return False
        seat = state.asked[0]
        legal = state.legal(seat)
        move = legal[rng.below(len(legal))]
        begun = perf_counter()
        self.send(table, seat, move)
        await self.house.written()
        took = perf_counter() - begun
        self.took.setdefault(type(move).__name__, []).append(took)
        return True


# I Principles


def test_A1_A6_the_rules_judge_every_move_and_no_client_decides_anything(table):
    t = table({"hand": ["unwrite"], "ce": 1}, {"field": ["ember_hound"]})
    for move in (moves.PlayCard(t.held("unwrite", 0), (t.id("ember_hound"),)), moves.Target((0,))):
        with pytest.raises(Illegal):
            t.do(move)
    t.expect(field="ember_hound", ce=(1, 10))


def test_A2_A55_clients_get_views_and_one_update_a_move(tmp_path):
    async def run():
        async with Evening(tmp_path / "a2.db") as evening:
            number = await evening.open()
            ear, rng = evening.ears[number, 0], Rng.named("a2")
            for _ in range(20):
                await evening.step(number, rng)
            assert isinstance(ear.words[0], Snapshot)
            seqs = [one.seq for one in ear.of(Update)]
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
            assert len(seqs) >= 20

    asyncio.run(run())


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


def test_A5_A57_A58_many_games_at_once_without_interference(tmp_path):
    """Forty tables here; a thousand in the slow test."""
    asyncio.run(_crowd(tmp_path / "a5.db", 40, 12))


@pytest.mark.slow
def test_A58_a_thousand_games_at_once(tmp_path):
    asyncio.run(_crowd(tmp_path / "a58.db", 1000, 8))


async def _crowd(path, tables, rounds):
    async with Evening(path) as evening:
        numbers = [await evening.open() for _ in range(tables)]
        streams = {number: Rng.named(number) for number in numbers}
        for _ in range(rounds):
            for number in numbers:
                state = evening.state(number)
                if state.asked:
                    seat = state.asked[0]
                    legal = state.legal(seat)
                    evening.send(number, seat, legal[streams[number].below(len(legal))])
            await evening.house.written()
        for number in numbers:
            state = evening.state(number)
            assert state.started_at >= 0
            answers = [evening.ears[number, seat].of(Ack | Nack) for seat in (0, 1)]
            assert all(isinstance(one, Ack) for ear in answers for one in ear)
            assert sum(map(len, answers)) >= rounds - 1
        kept = [msgspec.json.encode(evening.state(n).view(None)) for n in numbers]
    again = Evening(path)
    async with again:  # recovery under load: all of them come back as they were
        assert [msgspec.json.encode(again.state(n).view(None)) for n in numbers] == kept


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


# III Persistence (the table's)


def test_A13_A14_A16_a_game_is_found_again_and_an_unknown_one_is_refused(tmp_path):
    async def run():
        async with Evening(tmp_path / "a13.db") as evening:
            number = await evening.open()
            rng = Rng.named("a13")
            for _ in range(30):
                await evening.step(number, rng)
            before = msgspec.json.encode(evening.state(number).view(0))
        async with Evening(tmp_path / "a13.db") as evening:
            assert msgspec.json.encode(evening.state(number).view(0)) == before
            with pytest.raises(Refusal, match="not found") as no:
                evening.house.info(number + 99)
            assert no.value.code == "GAME_NOT_FOUND"

    asyncio.run(run())


def test_A15_the_end_is_recorded(tmp_path):
    async def run():
        async with Evening(tmp_path / "a15.db") as evening:
            number = await evening.open()
            evening.send(number, 1, moves.Surrender())
            await evening.house.written()
            ended = [
                f
                for one in evening.ears[number, 0].of(Update)
                for f in one.facts
                if f["type"] == "GAME_END"
            ]
            assert ended[0]["winnerId"] == 0
            assert ended[0]["winCondition"] == "SURRENDER"
            assert evening.house.stats()["gamesCompletedToday"] == 1

    asyncio.run(run())


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


# V Playing cards


def test_A29_the_mover_hears_what_it_cost(table):
    t = table({"hand": ["lantern_squire"]})
    told: list[Told] = []
    t.game.play(0, moves.PlayCard(t.held("lantern_squire", 0)), 0, told)
    mine = next(one for one in told if one.to == (0,))
    assert (mine.fact.consumed_ce, mine.fact.instance_id) == (1, t.id("lantern_squire"))


def test_A30_checks_in_their_order(table):
    """Each card fails its own check and every later one as well."""
    t = table({"hand": ["mind_toll", "brace", "unwrite"], "field": ["ember_hound"], "ce": 0})
    t.game.once[0].append(t.game.set.by_id["mind_toll"].index)
    order = [
        (moves.PlayCard(999, (999,), 9), "CARD_NOT_FOUND"),
        (moves.PlayCard(t.id("ember_hound"), (999,)), "CARD_NOT_IN_HAND"),
        (moves.PlayCard(t.held("brace", 0), (999,)), "WRONG_PHASE"),
        (moves.PlayCard(t.held("unwrite", 0), (999,)), "INSUFFICIENT_CE"),
    ]
    assert [t.refused(move)[0] for move, _ in order] == [code for _, code in order]
    t.game.ce[0] = 9
    assert t.refused(moves.PlayCard(t.held("unwrite", 0), (999,)))[0] == "INVALID_TARGET"
    assert t.refused(moves.PlayCard(t.held("mind_toll", 0), (999,)))[0] == "INVALID_TARGET"
    assert t.refused(moves.PlayCard(t.held("mind_toll", 0)))[0] == "RESTRICTION_VIOLATED"
    t.game.face_down.append(t.held("brace", 0))
    assert t.refused(moves.PlayCard(t.held("brace", 0))) == ("CARD_FACE_DOWN", "INVALID_CARD")


def test_A30_an_opponents_card_is_as_unknown_as_none(table):
    t = table(p2={"hand": ["hush"], "field": ["ember_hound"]})
    for card in (t.held("hush", 1), t.id("ember_hound"), 4242):
        with pytest.raises(Illegal) as no:
            t.do(moves.PlayCard(card))
        assert (no.value.code, no.value.message) == ("CARD_NOT_FOUND", "You have no such card")


def test_A31_pay_enter_trigger_tell_and_look_for_a_winner(table):
    t = table({"hand": ["cinder_acolyte"]}, {"hp": 2}).play("cinder_acolyte", "p2")
    assert (t.game.condition, t.game.winner) == ("OPPONENT_HP_ZERO", 0)


def test_A32_cost_with_reductions_and_increases(table):
    t = table({"hand": ["read_the_ashes"], "field": ["ledger_sprite"]}).play("read_the_ashes")
    t.expect(ce=(7, 10))


# VI Combat and damage


def test_A33_attackers_are_untapped_own_and_strong(table):
    t = table(
        {"field": ["ember_hound", "storm_battery", "hollow_leech"]},
        {"field": ["spearwing_harrier"]},
    )
    t.unit("hollow_leech").tapped = True
    t.next()
    for name in ("storm_battery", "hollow_leech", "spearwing_harrier"):
        attack = moves.DeclareAttacks((moves.Attack(t.id(name)),))
        assert t.refused(attack) == ("INVALID_ATTACKER", "INVALID_CARD")
    t.do(moves.Pass()).expect(hp=(20, 20))


def test_A34_blocker_and_attacker_hurt_each_other(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["spearwing_harrier"]})
    t.attack(stop=True, hollow_leech="p2").block(spearwing_harrier="hollow_leech")
    t.expect(left={"hollow_leech": 1}, gone="spearwing_harrier")


def test_A35_A56_piercing_ignores_evasion(table):
    t = table({"field": ["spearwing_harrier"]}, {"field": ["mistveil_dancer"]})
    t.attack(spearwing_harrier="mistveil_dancer").expect(gone="mistveil_dancer")


def test_A36_evasion_once_a_turn(table):
    t = table({"field": ["lantern_squire", "hollow_leech"]}, {"field": ["mistveil_dancer"]})
    t.attack(lantern_squire="mistveil_dancer", hollow_leech="mistveil_dancer")
    assert len(t.facts("EVASION_TRIGGERED")) == 1
    t.expect(gone="mistveil_dancer")


def test_A37_at_least_one(table):
    t = table({"field": ["lantern_squire"]}, {"field": ["echoing_titan"]})
    t.attack(lantern_squire="echoing_titan").expect(left={"echoing_titan": 4})


def test_A38_damage_triggers(table):
    t = table({"field": ["rimecaller"]}, {"field": ["hollow_leech"]}).attack(
        rimecaller="hollow_leech"
    )
    assert t.has("hollow_leech", "CUSTOM:FROSTBITE")


def test_A39_no_hp_destroyed(table):
    t = table({"field": ["ember_hound"]}, {"field": ["ember_hound"]})
    foe = t.unit("ember_hound", 1)
    t.next().do(moves.DeclareAttacks((moves.Attack(t.unit("ember_hound", 0).id, "CARD", foe.id),)))
    t.do(moves.Pass()).expect(grave="ember_hound")


def test_A40_attackers_tap(table):
    table({"field": ["ember_hound"]}).attack(ember_hound="p2").expect(tapped="ember_hound")


def test_A41_kinds_of_damage(table):
    t = table({"hand": ["scorch_lance", "cinder_acolyte"], "field": ["ember_hound"]}, {"deck": []})
    t.play("scorch_lance", "p2").play("cinder_acolyte", "p2").attack(ember_hound="p2").end_turn()
    kinds = [one.damage_type for one in t.facts("DAMAGE_APPLIED")]
    assert kinds == ["EFFECT", "ABILITY", "COMBAT", "DECK_EMPTY"]


def test_A42_a_players_reduction(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["brace"]})
    t.play("scorch_lance", "p2", wait=True).play("brace").expect(hp=(20, 19))


def test_A43_lifelink(table):
    table({"field": ["hollow_leech"], "hp": 5}).attack(hollow_leech="p2").expect(hp=(7, 18))


def test_A44_indestructible_is_hurt_and_stays(table):
    t = table({"hand": ["scorch_lance", "scorch_lance"]}, {"field": ["immortal_cairn"]})
    t.play("scorch_lance", "immortal_cairn").expect(left={"immortal_cairn": 0})
    t.play("scorch_lance", "immortal_cairn").expect(
        left={"immortal_cairn": 0}, field="immortal_cairn"
    )


def test_A45_damage_is_told_with_what_was_left_of_it(table):
    t = table()
    t.game.armour[1].append((2, v.THIS_TURN))
    t.game.told = told = []
    hit(t.game, None, "POISON", 1, 3, "EFFECT")
    assert (told[0].fact.amount, told[0].fact.reduced_damage) == (3, 1)


# VII Abilities and stack


def test_A46_three_types_of_ability():
    kinds = {one.type for d in battle.Options().cards.defs for one in d.abilities}
    assert kinds == {"PASSIVE", "TRIGGERED", "ACTIVATED"}
    timings = {one.timing for d in battle.Options().cards.defs for one in d.abilities}
    assert timings == {"IMMEDIATE", "STACK", "RESPONSE"}


def test_A47_ability_refusals(table):
    t = table(
        {"field": ["hexwright_duelist", "storm_battery", "oath_stones"], "ce": 1},
        {"field": ["ember_hound"]},
    )
    foe = (t.id("ember_hound"),)
    card = t.id("hexwright_duelist")
    use = moves.ActivateAbility
    assert t.refused(use(card, 0, foe))[0] == "INSUFFICIENT_CE"
    assert t.refused(use(card, 7, foe)) == ("ABILITY_NOT_FOUND", "INVALID_CARD")
    assert t.refused(use(4242))[0] == "CARD_NOT_FOUND"
    assert t.refused(use(t.id("ember_hound")))[0] == "CARD_NOT_FOUND"
    assert t.refused(use(t.id("oath_stones"), 1))[0] == "RESTRICTION_VIOLATED"
    t.unit("storm_battery").tapped = True
    assert t.refused(use(t.id("storm_battery")))[0] == "CARD_TAPPED"


def test_A48_the_specs_five_effects(table):
    t = table(
        {
            "hand": ["scorch_lance", "second_wind", "read_the_ashes", "steady_hand", "unwrite"],
            "field": ["lantern_squire"],
            "hp": 5,
            "ce": 20,
        },
        {"field": ["ember_hound"]},
    )
    t.play("scorch_lance", "p2").play("second_wind", "p1").play("read_the_ashes")
    t.play("steady_hand", "lantern_squire").play("unwrite", "ember_hound")
    t.expect(hp=(9, 17), hands=(2, 0), atk={"lantern_squire": 2}, gone="ember_hound")


def test_A49_last_in_first_out_and_new_entries_resolve_too(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["turn_aside"], "field": ["ember_hound"]})
    t.play("scorch_lance", "ember_hound", wait=True).play("turn_aside", "ember_hound")
    assert [one.card_id for one in t.facts("ABILITY_RESOLVED")] == ["turn_aside", "scorch_lance"]
    t.expect(field="ember_hound")


def test_A50_simultaneous_triggers_resolve_the_others_first(table):
    t = table(
        {"field": ["gallows_crow", "ember_hound"], "hand": ["unwrite"]}, {"field": ["gallows_crow"]}
    )
    t.play("unwrite", "ember_hound")
    order = [one.card_id for one in t.facts("ABILITY_RESOLVED")]
    assert order == ["unwrite", "gallows_crow", "gallows_crow"]
    t.expect(atk={"gallows_crow": 2, "gallows_crow#2": 2})


# VIII End


def test_A52_ways_to_win(table):
    ends = set()
    t = table({"field": ["ember_hound"]}, {"hp": 3}).attack(ember_hound="p2")
    ends.add(t.game.outcome().reason)
    t = table(p2={"deck": []})
    for _ in range(5):
        t.end_turn()
    ends.add(t.game.outcome().reason)
    ends.add(table().do(moves.Surrender(), 1).game.outcome().reason)
    t = table(timers="spec")
    t.game.missed[0] = 2
    while not t.game.over and t.game.turn == 9:
        t.at = max(t.at, t.game.timers()[0].due)
        t.do(t.game.timers()[0].tick, NATURE)
    ends.add(t.game.outcome().reason)
    assert ends == {"OPPONENT_HP_ZERO", "DECK_EMPTY", "SURRENDER", "TIMEOUT"}


# IX Errors


def test_A53_every_code_has_the_specs_category():
    spec = {
        "INVALID_CARD",
        "INSUFFICIENT_RESOURCES",
        "INVALID_TARGET",
        "WRONG_PHASE",
        "ALREADY_ACTIVATED",
    }
    assert set(refusals.CATEGORY.values()) == spec


def test_A53_TIMEOUT_passes_for_the_player(table):
    t = table({"hand": ["mind_toll"]}, {"hand": ["hush", "brace"]}, timers="spec").play("mind_toll")
    t.at = t.game.timers()[0].due
    t.do(moves.Expire(1), NATURE).expect(grave="hush", hands=(0, 1))  # the oldest card


def test_A53_NETWORK_ERROR_a_broken_line_loses_nothing(tmp_path):
    """A player whose line breaks in the middle of a stack comes back to the same question; a
    move sent twice counts once."""

    async def run():
        async with Evening(tmp_path / "net.db") as evening:
            number = await evening.open()
            rng = Rng.named("net")
            state = evening.state(number)
            while state.ask != "RESPONSE" or not state.stack:
                assert await evening.step(number, rng)
                state = evening.state(number)
            seat = state.asked[0]
            old = evening.ears[number, seat]
            evening.house.detach(old)
            ear = evening.ears[number, seat] = Ear()
            evening.house.attach(number, ear, (ANN, BOB)[seat])
            await evening.house.written()
            shown = ear.of(Snapshot)[0].view
            assert shown["asked"]["kind"] == state.ask
            assert len(shown.get("stack", ())) == len(state.stack)
            evening.send(number, seat, moves.Pass(), "once")
            await evening.house.written()
            seq = ear.of(Ack)[0].seq
            evening.send(number, seat, moves.Pass(), "once")
            await evening.house.written()
            assert [one.seq for one in ear.of(Ack)] == [seq, seq]

    asyncio.run(run())


def test_A53_refusals_are_answered_with_code_and_category(tmp_path):
    async def run():
        async with Evening(tmp_path / "nack.db") as evening:
            number = await evening.open()
            evening.send(number, 0, moves.Mulligan((4242,)))
            await evening.house.written()
            (nack,) = evening.ears[number, 0].of(Nack)
            assert (nack.code, nack.category) == ("CARD_NOT_IN_HAND", "INVALID_CARD")

    asyncio.run(run())


# X Performance


def test_A54_every_action_within_the_specs_maximum(tmp_path):
    """Through the House and its database: play 200 ms, ability 300, combat 400, turn 200."""

    async def run():
        async with Evening(tmp_path / "a54.db") as evening:
            number = await evening.open()
            rng = Rng.named("a54")
            for _ in range(250):
                if not await evening.step(number, rng):
                    break
            most = {"PlayCard": 0.2, "ActivateAbility": 0.3, "DeclareAttacks": 0.4, "Pass": 0.2}
            for name, limit in most.items():
                times = sorted(evening.took.get(name, [0.0]))
                assert times[len(times) // 2] < limit, (name, times[-3:])

    asyncio.run(run())


# XI Tests


def test_A56_insufficient_ce(table):
    t = table({"hand": ["unwrite"], "ce": 2}, {"field": ["ember_hound"]})
    assert (
        t.refused(moves.PlayCard(t.held("unwrite", 0), (t.id("ember_hound"),)))[0]
        == "INSUFFICIENT_CE"
    )


def test_A57_a_full_turn_through_the_house(tmp_path):
    async def run():
        async with Evening(tmp_path / "a57.db") as evening:
            number = await evening.open()
            rng = Rng.named("a57")
            while evening.state(number).turn < 3 and await evening.step(number, rng):
                pass
            facts = [f["type"] for one in evening.ears[number, 0].of(Update) for f in one.facts]
            assert facts.count("PHASE_STARTED") >= 12
            assert "CARD_DRAWN" in facts

    asyncio.run(run())
