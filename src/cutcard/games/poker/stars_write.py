"""A PHH record written as PokerStars text: it is replayed, and what happens is said."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from cutcard.kernel.cards import name as card_name

from . import words
from .hand import BET, DONE, RUNS
from .phh import UNKNOWN, Record, amount_of, cards_of
from .replayed import apply, settled
from .scripted import SECOND, Scripted
from .stars_read import NAMES
from .variants import FIXED

_STREETS = {3: "3rd STREET", 4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}
_DRAWS = ("", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW")


class Writer:
    """One hand's text; `hero` is the place whose own cards the reader sees."""

    def __init__(self, one: Record, table: str, hero: int | None) -> None:
        self.one = one
        self.table = table
        self.hero = hero
        self.h = Scripted(one)
        n = len(one.stacks)
        self.names = one.players or [f"Player {i + 1}" for i in range(n)]
        self.seats: list[int] = list(one.extras.get("seats", range(1, n + 1)))
        self.held: list[list[int]] = [[] for _ in range(n)]  # stud: as dealt so far
        self.street = 0  # stud: cards of a whole hand; draws: which draw

    def money(self, x: int) -> str:
        whole = Decimal(x) / self.one.scale
        return f"{whole:f}"

    def lines(self) -> Iterator[str]:
        one, h = self.one, self.h
        fixed = h.variant.limit == FIXED
        small = one.bet if fixed else min((abs(b) for b in one.blinds if b), default=0)
        big = one.big_bet if fixed else one.bet
        number = one.extras.get("hand", 1)
        sizes = f"({self.money(small)}/{self.money(big)})"
        yield f"PokerStars Hand #{number}:  {NAMES[one.variant]} {sizes}"
        count = one.extras.get("seat_count", len(self.seats))
        button = "" if h.variant.stud else f" Seat #{self.seats[-1]} is the button"
        yield f"Table '{self.table}' {count}-max{button}"
        for seat, i in sorted((seat, i) for i, seat in enumerate(self.seats)):
            yield f"Seat {seat}: {self.names[i]} ({self.money(one.stacks[i])} in chips)"
        yield from self._forced()
        if not h.variant.stud:
            yield f"*** {'DEALING HANDS' if h.variant.draws else 'HOLE CARDS'} ***"
            if self.hero is not None and UNKNOWN not in h.hole[self.hero]:
                yield f"Dealt to {self.names[self.hero]} {_bracket(h.hole[self.hero])}"
        yield from self._played()
        yield from self._ended()

    def _forced(self) -> Iterator[str]:
        one = self.one
        for i, name in enumerate(self.names):
            if one.antes[i]:
                yield f"{name}: posts the ante {self.money(min(one.antes[i], one.stacks[i]))}"
        most = max(one.blinds)
        for i, name in enumerate(self.names):
            if one.blinds[i]:
                left = max(0, one.stacks[i] - one.antes[i])
                small = 0 < one.blinds[i] < min(most, one.bet)
                paid = self.money(min(abs(one.blinds[i]), left))
                yield f"{name}: posts {'small' if small else 'big'} blind {paid}"

    def _played(self) -> Iterator[str]:
        h, one = self.h, self.one
        boards: list[list[int]] = [[], []]
        for action in one.actions:
            said = action.partition("#")[0].split()
            if said[:2] == ["d", "db"]:
                second = SECOND in action
                if second and not boards[1]:
                    boards[1] += boards[0][: 5 - self._second_count()]
                yield self._board(boards[second], cards_of(said[2]), second=second)
            elif said[:2] == ["d", "dh"]:
                yield from self._dealt(int(said[2][1:]) - 1, cards_of(said[3]))
            elif len(said) > 1 and said[1] == "sd":
                yield from self._discarded(int(said[0][1:]) - 1, said[2:], action)
            elif len(said) > 1:
                i = int(said[0][1:]) - 1
                yield self._shown(i, said[2:]) if said[1] == "sm" else self._acted(i, said)
                apply(h, one, action)
        if h.phase == RUNS:
            h.run(2)

    def _board(self, board: list[int], new: list[int], *, second: bool) -> str:
        if self.h.variant.stud:
            self.street = 7
            return f"*** RIVER *** {_bracket(new)}"
        name = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(board)]
        before = f"{_bracket(board)} " if board else ""
        board += new
        return f"*** {'SECOND ' if second else ''}{name} *** {before}{_bracket(new)}"

    def _second_count(self) -> int:
        return sum(
            len(cards_of(a.split()[2]))
            for a in self.one.actions
            if a.startswith("d db") and SECOND in a
        )

    def _dealt(self, i: int, new: list[int]) -> Iterator[str]:
        """Stud: a street's cards, face up or one's own; draws: what one got for one's discards."""
        v = self.h.variant
        if v.draws:
            hole = self.h.hole[i]
            if i == self.hero and self.street and UNKNOWN not in hole:
                yield f"Dealt to {self.names[i]} {_bracket(hole[: -len(new)])} {_bracket(new)}"
        elif v.stud:
            had, held = len(self.held[i]), self.held[i] + new
            if len(held) > self.street:
                self.street = len(held)
                yield f"*** {_STREETS[self.street]} ***"
            self.held[i] = held
            seen = [k for k in range(len(held)) if v.ups[k] or i == self.hero]
            if UNKNOWN in (held[k] for k in seen) or not any(k >= had for k in seen):
                return
            before = _bracket([held[k] for k in seen if k < had]) + " " if had else ""
            after = _bracket([held[k] for k in seen if k >= had])
            yield f"Dealt to {self.names[i]} {before}{after}"

    def _discarded(self, i: int, told: list[str], action: str) -> Iterator[str]:
        h = self.h
        if h.street != self.street:
            self.street = h.street
            if len(h.variant.streets) > 2:
                yield f"*** {_DRAWS[h.street]} ***"
        thrown = cards_of(told[0]) if told else []
        apply(h, self.one, action)
        if not thrown:
            yield f"{self.names[i]}: stands pat"
            return
        own = f" {_bracket(thrown)}" if i == self.hero and UNKNOWN not in thrown else ""
        cards = "card" if len(thrown) == 1 else "cards"
        yield f"{self.names[i]}: discards {len(thrown)} {cards}{own}"

    def _acted(self, i: int, said: list[str]) -> str:
        h, one = self.h, self.one
        name, verb = self.names[i], said[1]
        if verb == "f":
            return f"{name}: folds"
        left = h.stacks[i]
        if verb == "pb":
            paid = min(h.stakes.bring_in, left)
            return f"{name}: brings in for {self.money(paid)}{_all_in(paid, left)}"
        if verb == "cc":
            owed = h.to_call() if h.phase == BET and h.actor == i else 0
            if not owed:
                return f"{name}: checks"
            return f"{name}: calls {self.money(owed)}{_all_in(owed, left)}"
        total = amount_of(said[2], one.scale)
        tail = _all_in(total - h.bets[i], left)
        if h.cur:
            return f"{name}: raises {self.money(total - h.cur)} to {self.money(total)}{tail}"
        return f"{name}: bets {self.money(total)}{tail}"

    def _shown(self, i: int, cards: list[str]) -> str:
        if not cards or "?" in cards[0]:
            return f"{self.names[i]}: mucks hand"
        shown = self.h.hole[i] if cards[0] == "-" else cards_of(cards[0])
        v, board = self.h.variant, self.h.boards[0]
        whole = len(board) == 5 if v.boards else len(shown) == v.cards
        known = UNKNOWN not in shown and UNKNOWN not in board and whole
        text = words.of_cards(v.high, v.low, shown, board) if known else None
        return f"{self.names[i]}: shows {_bracket(shown)}{f' ({text})' if text else ''}"

    def _ended(self) -> Iterator[str]:
        h, one = self.h, self.one
        if h.phase == DONE and settled(h):
            who, back = h.returned
            if back:
                yield f"Uncalled bet ({self.money(back)}) returned to {self.names[who]}"
            won = h.won
            if one.finishing is not None:
                won = [f - (e - w) for f, e, w in zip(one.finishing, h.stacks, h.won, strict=True)]
            for i, chips in enumerate(won):
                if chips > 0:
                    yield f"{self.names[i]} collected {self.money(chips)} from pot"
            rake = sum(h.won) - sum(won)
            yield "*** SUMMARY ***"
            yield f"Total pot {self.money(sum(h.won))} | Rake {self.money(rake)}"
        else:
            yield "*** SUMMARY ***"
        if h.boards[0] and UNKNOWN not in h.boards[0]:
            yield f"Board {_bracket(h.boards[0])}"


def _all_in(spent: int, left: int) -> str:
    return " and is all-in" if spent == left else ""


def _bracket(cards: list[int]) -> str:
    return "[" + " ".join(card_name(card) for card in cards) + "]"
