"""A Battle in the middle of a turn, in a few words: `table(p1={"field": [...], "hand": [...]})`.

It is p1's MAIN_A of turn 9, everybody has 20 HP and as much CE as asked for (10 by default);
units on the field have been there since before. Cards are named by their ids; "p1" and "p2" are
the players. Windows nobody was told to use are passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, steps, zones
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.inst import Inst
from cutcard.games.battle.stack import fire
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

PLAYERS = {"p1": 0, "p2": 1}


class Scene:
    """One Battle, and what was told in it."""

    def __init__(
        self,
        p1: Mapping[str, Any] | None = None,
        p2: Mapping[str, Any] | None = None,
        phase: str = "MAIN_A",
        seed: str = "scene",
        **options: Any,
    ) -> None:
        settings = {"decks": ("sampler", "sampler"), "timers": "off", **options}
        game = battle.deal(battle.Options(**settings), 2, Rng.named(seed))
        game.play(NATURE, moves.Begin(), 0)
        self.game = game
        self.at = 0
        self.told: list[Told] = []
        self.seat = 0
        for seat, side in enumerate((p1 or {}, p2 or {})):
            self.lay(seat, side)
        game.turn, game.active = 9, 0
        game.begin_turn()
        game.phase, game.step = v.PHASES.index(phase), steps.MAIN
        game.mulligans = [0, 0]
        game.listen()
        game.fired.clear()
        game.ask_for("MAIN", 0)

    def lay(self, seat: int, side: Mapping[str, Any]) -> None:
        game, cards = self.game, self.game.set.by_id
        deck = [cards[name].index for name in side.get("deck", ["lantern_squire"] * 10)]
        game.decks[seat] = deck[::-1]  # the first named is the top
        game.hands[seat] = [
            (game.new_id(), cards[name].index, False) for name in side.get("hand", ())
        ]
        game.graveyards[seat] = [
            (game.new_id(), cards[name].index, ()) for name in side.get("grave", ())
        ]
        for name in side.get("field", ()):
            unit, *gear = name.split("+")
            host = self.put(unit, seat)
            for one in gear:
                zones.attach(game, self.put(one, seat), host)
        game.hp[seat] = side.get("hp", 20)
        game.ce[seat] = game.max_ce[seat] = side.get("ce", 10)
        held = [c[1] for c in game.hands[seat]] + deck
        game.answers[seat] = sorted(n for n in held if game.set.defs[n].responds)

    def put(self, name: str, seat: int) -> Inst:
        game = self.game
        inst = Inst(game.new_id(), game.set.by_id[name], seat, 1)
        game.cards[inst.id] = inst
        if inst.d.auras:
            game.aura_cards.append(inst)
        if inst.d.cost_mods:
            game.cost_cards.append(inst)
        game.version += 1
        return inst

    # Finding things

    def unit(self, name: str, seat: int | None = None) -> Inst:
        """A card in play: by its id, with #2 for the second such."""
        plain, _, nth = name.partition("#")
        found = [
            one
            for one in self.game.cards.values()
            if one.d.id == plain and seat in (None, one.ctrl)
        ]
        assert found, f"{name} is not in play"
        return found[int(nth or 1) - 1]

    def id(self, name: str | int | None) -> int:
        if name is None:
            return -1
        if isinstance(name, int):
            return name
        if name in PLAYERS:
            return PLAYERS[name]
        plain = name.partition("#")[0]
        if any(one.d.id == plain for one in self.game.cards.values()):
            return self.unit(name).id
        for entry in self.game.stack:
            if entry.d.id == plain:
                return entry.id
        for grave in self.game.graveyards:
            for one, number, _ in grave:
                if self.game.set.defs[number].id == plain:
                    return one
        raise AssertionError(f"{name} is nowhere to be aimed at")

    def held(self, name: str, seat: int) -> int:
        for one, number, _ in self.game.hands[seat]:
            if self.game.set.defs[number].id == name:
                return one
        raise AssertionError(f"{name} is not in the hand of p{seat + 1}")

    # Doing things

    def do(self, move: Any, seat: int | None = None) -> Scene:
        told: list[Told] = []
        who = self.game.asked[0] if seat is None else seat
        self.game.play(who, move, self.at, told)
        self.told += told
        return self

    def quiet(self) -> Scene:
        """Pass every window that stands open over the stack."""
        while self.game.ask == "RESPONSE" and self.game.stack:
            self.do(moves.Pass())
        return self

    def play(
        self,
        name: str,
        *targets: str | int | None,
        x: int = 0,
        by: int | None = None,
        cost: Sequence[str] = (),
        wait: bool = False,
    ) -> Scene:
        """Play a card; `wait` leaves it on the stack."""
        seat = self.game.asked[0] if by is None else by
        hand = {self.game.set.defs[c[1]].id: c[0] for c in self.game.hands[seat]}
        paid = tuple(hand[one] if one in hand else self.id(one) for one in cost)
        aimed = tuple(self.id(one) for one in targets)
        self.do(moves.PlayCard(self.held(name, seat), aimed, x, paid), seat)
        return self if wait else self.quiet()

    def activate(
        self, name: str, *targets: str, number: int = 0, wait: bool = False, x: int = 0
    ) -> Scene:
        seat = self.game.asked[0]
        card = self.unit(name, seat).id
        aimed = tuple(self.id(one) for one in targets)
        self.do(moves.ActivateAbility(card, number, aimed, x), seat)
        return self if wait else self.quiet()

    def next(self) -> Scene:
        """Pass, and pass the window after it."""
        self.do(moves.Pass())
        while self.game.ask == "RESPONSE":
            self.do(moves.Pass())
        return self

    def attack(self, stop: bool = False, **pairs: str) -> Scene:
        """To BATTLE, and attack: attack(ember_hound="p2"); without blocks unless `stop`."""
        if self.game.ask == "MAIN":
            self.next()
        attacks = []
        for name, target in pairs.items():
            one, at = self.unit(name, self.game.active).id, self.id(target)
            attacks.append(moves.Attack(one) if at in (0, 1) else moves.Attack(one, "CARD", at))
        self.do(moves.DeclareAttacks(tuple(attacks)))
        self.quiet()
        if not stop and self.game.ask == "BLOCKS":
            self.do(moves.Pass())
        return self

    def block(self, **pairs: str) -> Scene:
        """block(granite_warden="ember_hound")"""
        blocks = tuple(
            moves.Block(self.unit(name, 1 - self.game.active).id, self.id(foe))
            for name, foe in pairs.items()
        )
        self.do(moves.DeclareBlocks(blocks))
        return self.quiet()

    def end_turn(self) -> Scene:
        """Pass until it is the other's MAIN_A, or the game is over."""
        turn = self.game.turn
        while self.game.turn == turn and not self.game.over:
            if self.game.ask == "DISCARD":
                ids = tuple(card[0] for card in self.game.hands[self.game.asked[0]])
                self.do(moves.Discard(ids[: self.game.count]))
            else:
                self.do(moves.Pass())
        return self

    def refused(self, move: Any, seat: int | None = None) -> tuple[str, str | None]:
        """Code and category of a refusal, which changed nothing."""
        before = self.game.view(0), self.game.view(1), self.game.rng.position
        with pytest.raises(Illegal) as no:
            self.do(move, seat)
        assert before == (self.game.view(0), self.game.view(1), self.game.rng.position)
        assert no.value.message
        return no.value.code, no.value.category

    # Looking at things

    def expect(self, **wanted: Any) -> Scene:
        """hp=(20, 17), grave="…", hand="…", field="…", gone="…", atk={…}, left={…}, ce=…"""
        game = self.game
        names = [d.id for d in game.set.defs]
        zones_ = {
            "grave": [names[c[1]] for seat in (0, 1) for c in game.graveyards[seat]],
            "hand": [names[c[1]] for c in game.hands[0]],
            "hand2": [names[c[1]] for c in game.hands[1]],
            "banished": [names[c[1]] for seat in (0, 1) for c in game.banished[seat]],
            "field": [one.d.id for one in game.cards.values()],
        }
        for what, value in wanted.items():
            if what in zones_:
                for name in [value] if isinstance(value, str) else value:
                    assert name in zones_[what], (what, name, zones_[what])
            elif what == "gone":
                for name in [value] if isinstance(value, str) else value:
                    assert name not in zones_["field"], name
            elif what in ("atk", "df", "left", "max_hp"):
                got = {name: getattr(self.unit(name), what)(game) for name in value}
                assert got == value, what
            elif what in ("hp", "ce", "hands"):
                have = [len(h) for h in game.hands] if what == "hands" else getattr(game, what)
                assert tuple(have) == tuple(value), (what, have)
            elif what == "ask":
                assert game.ask == value
            elif what == "tapped":
                for name in [value] if isinstance(value, str) else value:
                    assert self.unit(name).tapped, name
            else:
                raise AssertionError(f"expect knows no {what}")
        return self

    def has(self, name: str, word: str) -> bool:
        """Whether a unit has a keyword or a status."""
        inst = self.unit(name)
        if word in v.BIT:
            return bool(inst.kw(self.game) & v.BIT[word])
        return inst.has(word)

    def facts(self, tag: str, viewer: int | None = 0) -> list[Any]:
        return [f for f in heard(self.told, viewer) if type(f).__struct_config__.tag == tag]

    def fire(self, trigger: int, player: int) -> None:
        fire(self.game, trigger, None, player, at=player)


@pytest.fixture
def table() -> Callable[..., Scene]:
    return Scene


def play_out(game: battle.Battle, rng: Rng, look: Callable[[Any], None] | None = None) -> int:
    """Random legal play to the end; `look` sees the state after every move."""
    steps_ = 0
    while game.outcome() is None:
        acting = game.to_act()
        if acting:
            seat = acting[rng.below(len(acting))]
            legal = game.legal(seat)
            game.play(seat, legal[rng.below(len(legal))], 0)
        else:
            game.play(NATURE, game.timers()[0].tick, 0)
        steps_ += 1
        if look is not None:
            look(game)
    return steps_


@pytest.fixture
def play() -> Callable[..., int]:
    return play_out
