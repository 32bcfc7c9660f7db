"""A PHH record written as PokerStars text: it is replayed, and what happens is said."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from .hand import BET, BRING, RUNS
from .phh import UNKNOWN, Record, amount_of, cards_of
from .replayed import LEFT, apply
from .scripted import SECOND, Scripted
from .stars_end import Ending, bracket
from .stars_head import date_of, roman
from .stars_names import NAMES
from .variants import FIXED

_STREETS = {3: "3rd STREET", 4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}
_DRAWS = ("", "FIRST DRAW", "SECOND DRAW", "THIRD DRAW")


class Writer:
    """One hand's text; `hero` is the place whose own cards the reader sees."""

    def __init__(self, one: Record, table: str, hero: int | None) -> None:
        self.one = one
        self.table = one.extras.get("table", table)
        self.hero = hero
        self.h = Scripted(one)
        n = len(one.stacks)
        self.names = one.players or [f"Player {i + 1}" for i in range(n)]
        self.seats: list[int] = list(one.extras.get("seats", range(1, n + 1)))
        self.symbol = one.extras.get("currency_symbol", "")
        self.held: list[list[int]] = [[] for _ in range(n)]  # stud: as dealt so far
        self.street = 0  # stud: cards of a whole hand; draws: which draw
        self.shown: dict[int, bool] = {}  # who showed (or mucked) at the end, in their order
        self.out: dict[int, int] = {}  # who folded, and on which street
        self.returned = False  # what nobody called
        self.big = 0 if n == 2 or one.blinds[0] >= one.blinds[1] else 1  # as who opens has it

    @property
    def runs(self) -> bool:
        """Whether the rest was dealt twice."""
        return self.h.runs > 1

    def money(self, x: int) -> str:
        whole = Decimal(x) / self.one.scale
        cents = self.symbol and whole % 1 and self.one.scale <= 100
        return f"{self.symbol}{whole:.2f}" if cents else f"{self.symbol}{whole:f}"

    def lines(self) -> Iterator[str]:
        one, h = self.one, self.h
        yield self._header()
        count = one.extras.get("seat_count", max(*self.seats, len(self.seats)))
        play = "" if self.symbol or "event" in one.extras else " (Play Money)"
        button = "" if h.variant.stud else f" Seat #{self.seats[-1]} is the button"
        yield f"Table '{self.table}' {count}-max{play}{button}"
        for seat, i in sorted((seat, i) for i, seat in enumerate(self.seats)):
            yield f"Seat {seat}: {self.names[i]} ({self.money(one.stacks[i])} in chips)"
        yield from self._forced()
        if not h.variant.stud:
            yield f"*** {'DEALING HANDS' if h.variant.draws else 'HOLE CARDS'} ***"
            if self.hero is not None and UNKNOWN not in h.hole[self.hero]:
                yield f"Dealt to {self.names[self.hero]} {bracket(h.hole[self.hero])}"
        yield from self._played()
        yield from Ending(self).lines()

    def _header(self) -> str:
        one, extras = self.one, self.one.extras
        fixed = self.h.variant.limit == FIXED
        low, high = (one.bet, one.big_bet) if fixed else (self._small(), one.bet)
        sizes = f"{self.money(low)}/{self.money(high)}"
        number, name, date = extras.get("hand", 1), NAMES[one.variant], date_of(extras)
        if "event" in extras:
            level = f"Level {roman(extras.get('level', 1))}"
            return f"PokerStars Hand #{number}: {extras['event']} {name} - {level} ({sizes}){date}"
        currency = f" {extras['currency']}" if self.symbol and "currency" in extras else ""
        return f"PokerStars Hand #{number}:  {name} ({sizes}{currency}){date}"

    def _small(self) -> int:
        """The small blind: as it was posted, or half the big one."""
        posted = self.one.blinds[1 if len(self.one.blinds) == 2 else 0]
        return posted if 0 < posted < self.one.bet else self.one.bet // 2

    # What is put in before the first card

    def _forced(self) -> Iterator[str]:
        one = self.one
        dead = [self._dead(i) for i in range(len(self.names))]
        for i, name in enumerate(self.names):
            if paid := min(one.antes[i] - dead[i], one.stacks[i]):
                yield f"{name}: posts the ante {self.money(paid)}{_all_in(paid, one.stacks[i])}"
        order = sorted(range(len(self.names)), key=lambda i: (self._turn(i), i))
        for i in order:
            yield from self._posts(i, dead[i])

    def _dead(self, i: int) -> int:
        """The part of an ante that is a missed small blind."""
        one = self.one
        late = one.blinds[i] < 0 or (one.blinds[i] == 0 and 0 < i < len(one.blinds) - 1)
        if not late or i == self.big or self.h.variant.stud:
            return 0
        return one.antes[i] - min(one.antes)

    def _turn(self, i: int) -> int:
        """Small blind, big blind, straddles, and who posts late."""
        blind = self.one.blinds[i]
        if blind <= 0:
            return 3
        return 1 if i == self.big else 0 if blind <= self.one.bet else 2

    def _posts(self, i: int, dead: int) -> Iterator[str]:
        one, name = self.one, self.names[i]
        left = max(0, one.stacks[i] - (one.antes[i] - dead))
        blind = abs(one.blinds[i])
        if dead and blind and dead + blind <= left:
            paid = dead + blind
            posted = [("small & big blinds", paid)]
        else:
            paid = min(dead, left)
            posted = [("small blind", paid), (self._blind_name(i), min(blind, left - paid))]
        for what, amount in posted:
            left -= amount
            owed = blind and not left and what == posted[-1][0]  # all-in for less, the ante say
            if amount or owed:
                yield f"{name}: posts {what} {self.money(amount)}{_all_in(0, left)}"

    def _blind_name(self, i: int) -> str:
        if self.h.variant.short:
            return "button blind"
        return ("small blind", "big blind", "straddle", "big blind")[self._turn(i)]

    # What happens

    def _played(self) -> Iterator[str]:
        h, one = self.h, self.one
        boards: list[list[int]] = [[], []]
        yield from self._uncalled()
        for action in _street_by_street(one.actions) if h.variant.stud else one.actions:
            said = action.partition("#")[0].split()
            if said[:2] == ["d", "db"]:
                yield self._board(boards, cards_of(said[2]), second=SECOND in action)
            elif said[:2] == ["d", "dh"]:
                yield from self._dealt(int(said[2][1:]) - 1, cards_of(said[3]))
            elif len(said) > 1:
                yield from self._did(int(said[0][1:]) - 1, said, action)
                yield from self._uncalled()
        if h.phase == RUNS:
            h.run(2)

    def _did(self, i: int, said: list[str], action: str) -> Iterator[str]:
        h, street = self.h, self.h.street
        if said[1] == "sd":
            yield from self._discarded(i, said[2:], action)
            return
        if said[1] != "sm":
            yield self._acted(i, said)
        apply(h, self.one, action)
        if said[1] == "sm":
            self.shown[i] = self.shown.get(i, False) or len(said) > 2
        elif said[1] == "f":
            self.out[i] = street
            if LEFT in action:
                yield f"{self.names[i]} leaves the table"

    def _uncalled(self) -> Iterator[str]:
        """What nobody called goes back as soon as nobody can."""
        h = self.h
        betting = h.phase in (BET, BRING) and h.actor >= 0
        if self.returned or betting or (h.able > 1 and h.live > 1):
            return
        self.returned = True
        second, most = sorted(h.total)[-2:]
        if most > second:
            who = self.names[h.total.index(most)]
            yield f"Uncalled bet ({self.money(most - second)}) returned to {who}"

    def _board(self, boards: list[list[int]], new: list[int], *, second: bool) -> str:
        if self.h.variant.stud:
            self.street = 7
            return f"*** RIVER *** {bracket(new)}"
        scripts = self.h.board_scripts
        common = len(scripts[0]) - self._second_count() if len(scripts) > 1 else 5
        if second and not boards[1]:
            boards[1] += boards[0][:common]
        board = boards[second]
        label = "SECOND " if second else "FIRST " if len(board) >= common else ""
        name = _street_name(len(board), len(new))
        before = f"{bracket(board)} " if board else ""
        board += new
        return f"*** {label}{name} *** {before}{bracket(new)}"

    def _second_count(self) -> int:
        dealt = (a for a in self.one.actions if a.startswith("d db") and SECOND in a)
        return sum(len(cards_of(a.split()[2])) for a in dealt)

    def _dealt(self, i: int, new: list[int]) -> Iterator[str]:
        """Stud: a street's cards, face up or one's own; draws: what one got for one's discards."""
        v = self.h.variant
        if v.draws:
            hole = self.h.hole[i]
            if i == self.hero and self.street and UNKNOWN not in hole:
                yield f"Dealt to {self.names[i]} {bracket(hole[: -len(new)])} {bracket(new)}"
        elif v.stud:
            had, held = len(self.held[i]), self.held[i] + new
            if len(held) > self.street:
                self.street = len(held)
                yield f"*** {_STREETS[self.street]} ***"
            self.held[i] = held
            seen = [k for k in range(len(held)) if v.ups[k] or i == self.hero]
            if UNKNOWN in (held[k] for k in seen) or not any(k >= had for k in seen):
                return
            before = bracket([held[k] for k in seen if k < had]) + " " if had else ""
            after = bracket([held[k] for k in seen if k >= had])
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
        own = f" {bracket(thrown)}" if i == self.hero and UNKNOWN not in thrown else ""
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

    def role(self, i: int) -> str:
        """What a seat's line in the summary says besides the name."""
        n, blind = len(self.names), self.one.blinds[i]
        if self.h.variant.stud:
            return ""
        found = " (button)" if i == n - 1 else ""
        if i == self.big and blind > 0 and not self.h.variant.short:
            return f"{found} (big blind)"
        small = blind > 0 and i == (1 if n == 2 else 0) and not self.h.variant.short
        return f"{found} (small blind)" if small else found


def _street_by_street(actions: list[str]) -> list[str]:
    """Stud: cards that were dealt to each at once, when all were all-in, card by card."""
    found: list[str] = []
    held: set[str] = set()
    later: list[tuple[int, str]] = []
    for action in [*actions, ""]:
        said = action.partition("#")[0].split()
        if said[:2] == ["d", "dh"]:
            cards = [said[3][k : k + 2] for k in range(0, len(said[3]), 2)]
            first = 0 if said[2] in held else 3
            if first:
                found.append(f"d dh {said[2]} {''.join(cards[:first])}")
            later += [(k, f"d dh {said[2]} {card}") for k, card in enumerate(cards[first:])]
            held.add(said[2])
            continue
        found += [dealt for _, dealt in sorted(later, key=lambda one: one[0])]
        later.clear()
        if action:
            found.append(action)
    return found


def _street_name(had: int, new: int) -> str:
    if had + new <= 3:
        return "FLOP"
    return "TURN" if had + new == 4 else "RIVER"


def _all_in(spent: int, left: int) -> str:
    return " and is all-in" if spent == left else ""
