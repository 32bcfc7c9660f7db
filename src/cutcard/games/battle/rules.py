"""The rules of Battle on the contract of `kernel/game.py`: one deal from the decks to GAME_END.

`play` is the only judge; it refuses before it changes anything. The turn is in `turn.py`, combat
in `combat.py`, announcing in `playing.py`, answers in `choices.py`, what is seen in `sight.py`.
Reads no clock, no chance but the deal's. Numbers such as A30 and B19 are docs/rules/battle.md's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from . import choices, expiry, facts, legal, moves, opening, redeal, sight, turn, zones
from . import vocabulary as v
from .advice import Advice
from .advice import advice as advised
from .defs import CardSet, Def, Effect, Filter
from .inst import Inst, Status
from .options import Options, Rules, rules_of
from .stack import Entry, top
from .steps import BEGIN
from .views import Face, InList, View
from .zones import Buried, HandCard

SURRENDER = (moves.Surrender(),)
BEGINS = moves.Begin()
EXPIRES = (moves.Expire(0), moves.Expire(1))
TICKS = (moves.Begin, moves.Expire)
Note = tuple[str, int, int, int, tuple[int, ...], int]
TOGETHER = ("MULLIGAN", "DECK", "SIDEBOARD")  # both decide at once, on one clock
MADE_AGAIN = ("faces", "lists", "shown")
CostChange = tuple[Filter | None, int, int]


class Battle:
    """One deal of Battle in progress."""

    remade = ("shown",)  # work kept for later, which a copy begins without

    __slots__ = (
        *("active", "announced", "answers", "armour", "ask", "asked", "asking", "attacks"),
        *("aura_cards", "banished", "battle", "budget", "cards", "ce", "chosen", "condition"),
        *("cost_cards", "cost_changes", "count", "decks", "ended_at", "evaded", "face_down"),
        *("failed", "faces", "fired", "first", "frame", "graveyards", "hands", "hp", "ids"),
        *("listening", "lists", "mains", "max_ce", "missed", "mulligans", "names", "notes", "now"),
        *("number", "once", "options", "over", "passes", "phase", "played", "player_statuses"),
        *("reason", "responded", "rng", "set", "shields", "sides", "since", "slept", "stack"),
        *("started_at", "step", "tally", "told", "turn", "version", "winner", "wins"),
        *("block_passed", "chain", "clean", "delayed", "did", "gone", "growing", "pool", "ran"),
        *("blows", "last", "seen", "shown", "wounded"),
    )

    def __init__(self, options: Rules, cards: CardSet, rng: Rng) -> None:  # noqa: PLR0915  # one list, read from top to bottom
        self.options = options
        self.set = cards
        self.rng = rng
        # Before the first turn
        self.ask = ""  # what is asked: a kind of question, or nothing
        self.asked: list[Seat] = []
        self.asking: Effect | None = None  # the effect that asks
        self.count = 0  # how many
        self.names = ["", ""]
        self.mains: list[dict[str, int]] = [{}, {}]
        self.sides: list[dict[str, int]] = [{}, {}]
        self.chosen = [False, False]
        self.mulligans = [-1, -1]
        self.first = -1
        self.wins = [0, 0]
        self.number = 1
        self.faces: tuple[Face, ...] | None = None  # what views show of cards, made once
        self.lists: tuple[tuple[dict[str, int], tuple[InList, ...]], ...] = ()  # and of decks
        self.shown: sight.Shown | None = None  # and all else that may be shown again
        # Players
        self.hp = [options.hp, options.hp]
        self.ce = [0, 0]
        self.max_ce = [0, 0]
        self.decks: list[list[int]] = [[], []]
        self.hands: list[list[HandCard]] = [[], []]
        self.graveyards: list[list[Buried]] = [[], []]
        self.banished: list[list[Buried]] = [[], []]
        self.answers: list[list[int]] = [[], []]  # hand and deck: cards that can respond
        self.player_statuses: list[list[Status]] = [[], []]
        self.armour: list[list[tuple[int, int]]] = [[], []]  # amount, duration
        self.shields = [0, 0]
        self.cost_changes: list[list[CostChange]] = [[], []]
        self.once: list[list[int]] = [[], []]  # cards limited to one a turn that were played
        self.evaded = [False, False]
        self.failed = [0, 0]  # draws from an empty deck
        self.passes = [0, 0]
        self.responded = [False, False]
        self.missed = [0, 0]  # own turns in a row that the clock played
        self.face_down: list[int] = []  # hand cards their owner may not see; no rule makes any yet
        # The field
        self.cards: dict[int, Inst] = {}  # in play, in the order they came
        self.aura_cards: list[Inst] = []
        self.growing = False  # some aura in play counts something
        self.cost_cards: list[Inst] = []
        self.gone: dict[int, Inst] = {}  # what has left play this turn, as it was
        self.listening = 0  # a bit for each trigger that something in play waits for
        self.version = 0  # counts changes that may touch everybody's stats: those of auras
        self.clean = -1  # the version at which nobody was found dead
        self.wounded = False  # somebody was hurt or changed since
        self.ids = 2
        # The turn
        self.turn = 0
        self.active: Seat = 0
        self.phase = v.RECHARGE
        self.step = BEGIN
        self.stack: list[Entry] = []
        self.fired: list[Entry] = []  # triggered, not yet on the stack
        self.frame: Entry | None = None  # what is resolving
        self.pool: tuple[int, ...] = ()  # what somebody picks from
        self.delayed: list[tuple[int, Entry]] = []  # when (vocabulary.DELAYS), and what
        self.block_passed = [False, False]  # who has let the window after blocks go
        self.attacks: list[tuple[int, int, int]] = []
        self.battle: list[tuple[int, int, int]] = []  # this turn's, to be shown
        self.tally = [[0, 0], [0, 0], [0, 0]]  # this turn: units destroyed, cards played, drawn
        self.notes: list[Note] = []
        self.ran = self.did = 0  # effects and facts of this move (`budget.py`)
        self.chain = 0  # resolutions since somebody last chose something
        self.seen: dict[tuple[int, int, object], int] = {}  # and the situations they were in
        self.announced: tuple[int, ...] | None = None
        self.played: Def | None = None  # the card an event is about, where it is not in play
        # Time and end
        self.now = 0
        self.since = 0
        self.budget = options.times.turn
        self.slept = 0  # this turn: 1, only the clock decided for its player; 2, they did
        self.told: list[Told] | None = None
        self.started_at = -1
        self.ended_at = -1
        self.blows = [("", 0), ("", 0)]  # what brought a player's HP to nothing, and how hard
        self.over = False
        self.winner: Seat = -1
        self.condition = ""
        self.reason = ""
        self.last: tuple[Seat, str] | None = None  # how the game before ended, in a match

    # What may be done

    def to_act(self) -> Sequence[Seat]:
        return tuple(self.asked)

    def legal(self, seat: Seat) -> Sequence[moves.Move]:
        return legal.moves_of(self, seat) if seat in self.asked else ()

    def asides(self, seat: Seat) -> Sequence[moves.Move]:
        return () if self.over or seat not in (0, 1) else SURRENDER

    def timers(self) -> Sequence[Timer]:
        if self.over:
            return ()
        if not self.asked:
            return (Timer(0, BEGINS),)  # decks were given: deal
        span = expiry.span(self)
        if not span:
            return ()
        return [Timer(self.since + span, EXPIRES[seat], seat) for seat in self.asked]

    def play(
        self,
        seat: Seat,
        move: moves.Move | moves.Tick,
        at: int = 0,
        told: list[Told] | None = None,
    ) -> None:
        if self.over:
            raise Illegal("GAME_OVER", "The game is over")
        kind = type(move)
        surrenders = kind is moves.Surrender and seat in (0, 1)
        ticks = kind in TICKS
        if ticks:
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the table's clock can do that")
            if not expiry.due(self, cast(moves.Tick, move), at):
                raise Illegal("TOO_EARLY", "That time has not come")
        elif not surrenders and seat not in self.asked:
            raise Illegal("NOT_YOUR_TURN", "It is not your turn to decide")
        notes, self.notes = self.notes, []
        before, self.now, self.told = self.now, at, told
        turn_then, active, since = self.turn, self.active, self.since
        self.ran = self.did = 0
        try:
            if surrenders:
                self.finish(1 - seat, "SURRENDER")
            elif ticks:
                expiry.tick(self, cast(moves.Tick, move))
            else:  # the only one that refuses, before it changes
                passes = kind is moves.Pass and self.ask == "RESPONSE" and self.stack
                choices.answer(self, seat, cast(moves.Move, move))
                if not passes:  # to let something resolve is to choose nothing
                    self.chain, self.seen = 0, {}
                if seat == active and turn_then and turn_then == self.turn:
                    self.budget -= at - since  # what they took counts against their turn (B35)
                    self.slept = 2
            turn.run(self)
        except Illegal:
            self.notes, self.now = notes, before
            raise
        except Exception:
            self.shown = None  # it is torn, and shows it
            raise
        finally:
            self.told = None
        if self.shown is not None:
            self.shown.views.clear()
        if self.ask not in TOGETHER:
            self.since = at

    # What the other files use

    def new_id(self) -> int:
        self.ids += 1
        if self.growing:
            self.version += 1  # whatever changes zones gets an id, and may be counted
        return self.ids

    def touch(self, inst: Inst) -> None:
        """Its stats may have changed; if others have theirs from it, so may theirs."""
        inst.ver = -1
        self.wounded = True
        if inst.d.auras or self.growing:
            self.shine()

    def shine(self) -> None:
        """An aura came, went or changed: everybody's stats are counted anew when asked for."""
        self.version += 1
        self.did += 4 * len(self.aura_cards)

    def units(self, seat: Seat) -> list[Inst]:
        return [one for one in self.cards.values() if one.ctrl == seat and one.d.kind == v.UNIT]

    def unit_count(self, seat: Seat) -> int:
        count = 0
        for one in self.cards.values():
            if one.ctrl == seat and one.d.kind == v.UNIT:
                count += 1
        return count

    def listen(self) -> None:
        """Look again what anything in play waits for."""
        bits = 0
        for inst in self.cards.values():
            bits |= inst.listens()
        self.listening = bits

    def top(self) -> Entry:
        return self.stack[top(self.stack)]

    def leave_main(self) -> None:
        turn.leave_main(self)

    def reduction(self, seat: Seat) -> int:
        """damageReduction of a player: flat, 0 unless something changed it."""
        return max(0, sum(amount for amount, _ in self.armour[seat]))

    def count_zone(self, zone: str, seat: Seat, test: Filter | None) -> int:
        if zone == "hand":
            return len(self.hands[seat])
        if zone == "deck":
            return len(self.decks[seat])
        cards = self.graveyards[seat] if zone == "graveyard" else self.banished[seat]
        if test is None:
            return len(cards)
        return sum(1 for one in cards if test.fits(self.set.defs[one[1]]))

    def owned(self, seat: Seat, card: int) -> bool:
        """Whether an id is a card of the seat that everybody sees."""
        inst = self.cards.get(card)
        if inst is not None:
            return inst.owner == seat
        return any(one[0] == card for one in (*self.graveyards[seat], *self.banished[seat]))

    def ask_for(self, kind: str, seat: Seat, effect: Effect | None = None, count: int = 0) -> None:
        self.ask, self.asked, self.asking, self.count = kind, [seat], effect, count

    def begin_turn(self) -> None:
        self.step = BEGIN
        self.budget = self.options.times.turn
        self.slept = 0
        self.chain, self.seen, self.gone = 0, {}, {}
        self.tally = [[0, 0], [0, 0], [0, 0]]
        self.once = [[], []]
        self.attacks = []
        self.battle = []
        self.passes = [0, 0]
        self.responded = [False, False]

    def finish(self, winner: Seat, condition: str, reason: str = "") -> None:
        """It is over. A draw has no winner."""
        self.over = True
        self.ask, self.asked, self.asking = "", [], None
        self.winner, self.condition, self.reason = winner, condition, reason
        self.ended_at = self.now
        if winner >= 0:
            self.wins[winner] += 1
        if self.told is not None:
            who: Seat | Literal["draw"] = winner if winner >= 0 else "draw"
            self.told.append(Told(facts.GameEnd(who, condition, self.turn, reason or None)))

    # What is seen, and how it ends

    def view(self, seat: Seat | None) -> View:
        return sight.view(self, seat)

    def advice(self, seat: Seat) -> Advice | None:
        return advised(self, seat)

    def outcome(self) -> Outcome | None:
        """Of a match its last game tells: whoever won more games won it, and equal is a draw."""
        if not self.over:
            return None
        mine, other = scores = (max(self.hp[0], 0), max(self.hp[1], 0))
        if self.number > 1 and self.next() is None:
            mine, other = scores = (self.wins[0], self.wins[1])
        elif self.winner >= 0:
            mine, other = (1, 0) if self.winner == 0 else (0, 1)
        else:
            other = mine
        places = (1, 1) if mine == other else (1, 2) if mine > other else (2, 1)
        return Outcome(places, scores, self.condition)

    def next(self) -> moves.Carry | None:
        """The next game of a best of three, until somebody has won two."""
        best = self.options.best_of
        undealt = self.started_at < 0 and self.number == 1  # given up before there were decks
        if undealt or max(self.wins) > best // 2 or self.number >= best:
            return None
        return moves.Carry(
            (self.wins[0], self.wins[1]),
            self.number + 1,
            (self.names[0], self.names[1]),
            (self.mains[0], self.mains[1]),
            (self.sides[0], self.sides[1]),
            1 - self.winner if self.winner >= 0 else 1 - self.first,
            (self.winner, self.condition),
        )

    # Other worlds

    def __getstate__(self) -> dict[str, Any]:
        """What is kept of views is made again where the state goes to."""
        return {name: getattr(self, name) for name in self.__slots__ if name not in MADE_AGAIN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.faces, self.lists, self.shown = None, (), None
        for name, value in state.items():
            setattr(self, name, value)

    def copy(self) -> Battle:
        return redeal.copy(self)

    def all_cards(self) -> list[tuple[Seat, int]]:
        """Whose and which cards lie in hands and decks; all others lie open."""
        held = [(seat, card[1]) for seat in (0, 1) for card in self.hands[seat]]
        return held + [(seat, card & zones.CARD) for seat in (0, 1) for card in self.decks[seat]]

    def redeal(self, seat: Seat | None, rng: Rng) -> Battle:
        return redeal.redeal(self, seat, rng)


def deal(options: Options, seats: int, rng: Rng, carry: moves.Carry | None = None) -> Battle:
    """A deal that waits for decks, for sideboards in a match going on, or for nothing at all."""
    if seats != 2:
        raise ValueError(f"Battle is for two, not {seats}")
    game = Battle(rules_of(options), options.cards, rng)
    if carry is not None:
        game.wins = list(carry.wins)
        game.number = carry.game
        game.names = list(carry.names)
        game.mains, game.sides = list(carry.mains), list(carry.sides)
        game.first, game.last = carry.first, carry.last
        game.ask, game.asked = "SIDEBOARD", [0, 1]
    elif options.decks is None:
        game.ask, game.asked = "DECK", [0, 1]
    else:
        for seat, name in enumerate(options.decks):
            game.names[seat], game.mains[seat] = name, game.set.decks[name]
            game.sides[seat] = opening.spare(game.set, game.mains[seat])
    return game
