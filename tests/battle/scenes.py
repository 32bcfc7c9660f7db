"""Tables of Battle laid by hand, for the page. After `lay()` a server's Battles begin in the scene
that the option `turnLimit` numbers; all else is the real server."""

from __future__ import annotations

from typing import Any

from cutcard.games import battle
from cutcard.games.battle import steps

from .conftest import Scene

FULL_FIELD = ["pack_matriarch", "ember_hound", "bramble_boar+war_horn", "granite_warden"]
FULL_FIELD += ["marsh_adder", "thornback_behemoth", "lantern_squire"]
LANDS = ["wellspring_shrine", "oath_stones", "ashen_ground"]
HAND = ["spearwing_harrier", "scorch_lance", "marsh_adder", "vault_devourer", "turn_aside"]
HAND += ["rally_drum", "bonebreaker_ram", "steady_hand", "lend_strength", "echoing_titan"]
OTHER = ["toll_collector", "ward_captain", "quickblade_duelist+tempered_glaive", "shrine_thief"]
OTHER += ["hexwright_duelist", "immortal_cairn", "gatekeeper_monk"]


def full() -> Scene:
    """Seven units, three fields and ten cards: as much as there can be."""
    mine = {"field": FULL_FIELD + LANDS, "hand": HAND, "ce": 7, "hp": 11}
    mine["grave"] = ["scorch_lance", "gallows_crow"]
    return Scene(mine, {"field": OTHER + LANDS, "hand": HAND[:6], "ce": 4, "hp": 13})


def attacks() -> Scene:
    mine = {"field": ["ember_hound", "bramble_boar+war_horn", "pack_matriarch"], "hand": HAND[:5]}
    return Scene(
        mine, {"field": ["lantern_squire", "gearwright"], "hand": HAND[:2], "hp": 9}
    ).next()


def blocks() -> Scene:
    """The first seat is attacked: it is the other's turn, who holds nothing to go on with after
    it, so that what it came to stays to be seen."""
    mine = {"field": ["bramble_boar", "bonebreaker_ram", "marsh_adder"], "hand": HAND[:4], "hp": 8}
    other = {"field": ["toll_collector", "quickblade_duelist+tempered_glaive", "ironroot_smith"]}
    t = turned(Scene(mine, {**other, "hand": [], "hp": 12}))
    t.next()
    names = ("toll_collector", "quickblade_duelist", "ironroot_smith")
    return t.attack(stop=True, **dict.fromkeys(names, "p1"))


def respond() -> Scene:
    """The first seat is to answer a card that aims at a unit of theirs."""
    mine = {"field": ["bramble_boar", "pack_matriarch"], "hand": ["turn_aside", "null_sigil"]}
    t = turned(Scene(mine, {"field": ["gearwright"], "hand": ["scorch_lance"]}))
    return t.play("scorch_lance", "bramble_boar", wait=True)


def turned(t: Scene) -> Scene:
    t.game.active, t.game.turn = 1, 12
    t.game.begin_turn()
    t.game.step = steps.MAIN
    t.game.ask_for("MAIN", 1)
    return t


def last() -> Scene:
    """One attack from the end."""
    return Scene({"field": ["ember_hound"], "hand": HAND[:2]}, {"hp": 2}).next()


def search() -> Scene:
    """A card is to be taken out of a deck of many beasts."""
    deck = ["ember_hound", "pack_matriarch", "bramble_boar", "marsh_adder", "gallows_crow"]
    deck += ["thornback_behemoth", "spearwing_harrier", "growing_cub", "hollow_leech"]
    t = Scene({"hand": ["call_of_the_pack"], "deck": deck}, {"hand": HAND[:2]})
    return t.play("call_of_the_pack")


def ways() -> Scene:
    """A card that does one of three things."""
    return Scene({"hand": ["fork_in_the_road"]}, {"field": ["gearwright"], "hand": []})


SCENES = {101: full, 102: attacks, 103: blocks, 104: respond, 105: last, 106: search, 107: ways}


def lay() -> None:
    """From now on this process deals scenes."""
    real = battle.deal

    def deal(options: Any, seats: int, rng: Any, carry: Any = None) -> battle.Battle:
        scene = SCENES.get(options.turn_limit)
        if scene is None:
            return real(options, seats, rng, carry)
        game = scene().game
        every = {d.id: 1 for d in game.set.defs if not d.token}
        game.mains = [every, every]  # views show what is printed on the cards of decks
        return game

    battle.deal = deal
