"""PokerStars text hand histories of the flop games: read into PHH records, and written from one.

A record made for one viewer (history.py) has only the cards he saw, so its text has no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from cutcard.kernel.cards import name as card_name

from . import words
from .hand import BET, DONE, RUNS
from .phh import UNKNOWN, Malformed, Record, Unsupported, amount_of, cards_of
from .replayed import SECOND, Scripted, apply, settled
from .variants import FIXED

_GAMES = {
    "Hold'em No Limit": "NT",
    "Hold'em Pot Limit": "PT",
    "Hold'em Limit": "FT",
    "Omaha Pot Limit": "PO",
    "Omaha Hi/Lo Pot Limit": "PO/8",
    "Omaha Hi/Lo Limit": "FO/8",
}
_NAMES = {code: text for text, code in _GAMES.items()}
_MONEY = r"[$€£]?([0-9][0-9,.]*)"
_HEAD = re.compile(
    r"PokerStars .*?Hand #(?P<id>\d+):.*?"
    r"(?P<game>(?:Hold'em|Omaha(?: Hi/Lo)?) (?:No Limit|Pot Limit|Limit))"
    rf".*?\((?:Level \w+ )?{_MONEY}/{_MONEY}"
)
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_MONEY} in chips.*?\)(?P<rest>.*)")
_POST = re.compile(
    rf"posts (the ante|small & big blinds|small blind|big blind|straddle|button blind) {_MONEY}"
)
_RAISE = re.compile(rf"raises {_MONEY} to {_MONEY}")
_BET = re.compile(rf"bets {_MONEY}")
_CARDS = re.compile(r"\[([^\]]+)\]")
_COLLECTED = re.compile(rf"^(.+) collected {_MONEY} from ")
_STREET = re.compile(r"\*\*\* (?:(FIRST|SECOND) )?(FLOP|TURN|RIVER|HOLE CARDS|SHOW DOWN|SUMMARY)")


def hands(text: str) -> list[str]:
    """A text's hands, one by one."""
    parts = re.split(r"(?m)^(?=PokerStars )", text.replace("\ufeff", ""))
    return [part for part in parts if part.strip()]


def read_one(text: str) -> Record:
    """One hand's text as a record; Malformed or Unsupported where it cannot be read."""
    return _Reader(text).record()


def read(text: str) -> Iterator[Record]:
    """Every hand of a text."""
    for part in hands(text):
        yield read_one(part)


class _Reader:
    """One hand's text."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        head = _HEAD.search(self.lines[0])
        if head is None:
            raise Unsupported(f"no flop game of PokerStars: {self.lines[0][:60]!r}")
        if head["game"] not in _GAMES:
            raise Unsupported(f"{head['game']} is not played here")
        self.code = _GAMES[head["game"]]
        self.number = int(head["id"])
        self.small, self.big = _decimal(head.group(3)), _decimal(head.group(4))
        self.posts: dict[str, list[tuple[str, Decimal]]] = {}
        self.won: dict[str, Decimal] = {}
        self.hole: dict[str, str] = {}

    def record(self) -> Record:
        names, stacks = self._seats()
        self._posts(names)
        names = [name for name in names if self._dealt_in(name)]
        place = {name: i for i, name in enumerate(names)}
        actions = self._actions(place)
        scale = 10 ** max(0, *(_places(x) for x in (*stacks.values(), self.small, self.big)))
        scale = max(scale, *(10 ** _places(x) for x in self.won.values()), 1)

        def whole(x: Decimal) -> int:
            return int(x * scale)

        antes, blinds = self._forced(names)
        deal = [
            f"d dh p{i + 1} {self.hole.get(name, self._unknown())}" for name, i in place.items()
        ]
        fixed = self.code in ("FT", "FO/8")
        return Record(
            variant=self.code,
            antes=[whole(x) for x in antes],
            blinds=[whole(x) for x in blinds],
            stacks=[whole(stacks[name]) for name in names],
            actions=deal + actions,
            bet=whole(self.small if fixed else self.big),
            big_bet=whole(self.big),
            trim=len(set(antes)) <= 1,
            scale=scale,
            winnings=[whole(self.won.get(name, Decimal(0))) for name in names],
            players=names,
            extras={"hand": self.number},
        )

    def _unknown(self) -> str:
        return "????" if self.code[1:2] == "T" else "????????"

    def _seats(self) -> tuple[list[str], dict[str, Decimal]]:
        """Names clockwise from the button's left, and their stacks."""
        button = next((int(m[1]) for line in self.lines if (m := _BUTTON.search(line))), None)
        if button is None:
            raise Malformed("nobody has the button")
        seats: list[tuple[int, str, Decimal]] = []
        for line in self.lines:
            if line.startswith("*** "):
                break
            found = _SEAT.match(line)
            if found and "sitting out" not in found["rest"]:
                seats.append((int(found[1]), found[2], _decimal(found[3])))
        seats.sort(key=lambda seat: (seat[0] - button - 1) % 1000)
        return [name for _, name, _ in seats], {name: stack for _, name, stack in seats}

    def _posts(self, names: list[str]) -> None:
        for line in self.lines:
            if line.startswith("*** HOLE"):
                return
            name, _, did = line.rpartition(": ")
            found = _POST.search(did)
            if found and name in names:
                self.posts.setdefault(name, []).append((found[1], _decimal(found[2])))

    def _dealt_in(self, name: str) -> bool:
        """Whoever neither posts nor acts nor is dealt to is not in the hand."""
        start = f"{name}: "
        return any(
            line.startswith((start, f"Dealt to {name} ")) and "sits out" not in line
            for line in self.lines
        )

    def _forced(self, names: list[str]) -> tuple[list[Decimal], list[Decimal]]:
        antes, blinds = [Decimal(0)] * len(names), [Decimal(0)] * len(names)
        had_big = False
        for i, name in enumerate(names):
            for what, amount in self.posts.get(name, ()):
                if what == "the ante":
                    antes[i] += amount
                elif what == "small & big blinds":
                    antes[i] += self.small
                    blinds[i] = -(amount - self.small)
                elif what == "big blind":
                    late = had_big and len(names) > 2
                    blinds[i] = -amount if late else amount
                    had_big = True
                else:
                    blinds[i] = amount
        return antes, [
            max(b, self.big) if b == max(blinds) and 0 < b < self.big else b for b in blinds
        ]

    def _actions(self, place: dict[str, int]) -> list[str]:
        found: list[str] = []
        for line in self.lines:
            street = _STREET.match(line)
            if street:
                if street[2] == "SUMMARY":
                    break
                if street[2] in ("FLOP", "TURN", "RIVER"):
                    dealt = _CARDS.findall(line)[-1].replace(" ", "")
                    found.append(f"d db {dealt}{f' {SECOND}' if street[1] == 'SECOND' else ''}")
                continue
            if line.startswith("Dealt to "):
                name, _, rest = line[9:].rpartition(" [")
                self.hole[name] = rest.rstrip("]").replace(" ", "")
                continue
            collected = _COLLECTED.match(line)
            if collected and collected[1] in place:
                self.won[collected[1]] = self.won.get(collected[1], Decimal(0)) + _decimal(
                    collected[2]
                )
                continue
            name, _, did = line.rpartition(": ")
            if name in place and not _POST.search(did):
                action = _verb(did)
                if action:
                    found.append(f"p{place[name] + 1} {action}")
        return found


def _verb(did: str) -> str:
    """What a player did, as PHH says it."""
    if raised := _RAISE.match(did):
        return f"cbr {_decimal(raised[2])}"
    if bet := _BET.match(did):
        return f"cbr {_decimal(bet[1])}"
    if did.startswith(("calls", "checks")):
        return "cc"
    if did.startswith("folds"):
        return "f"
    if did.startswith("shows ["):
        shown: str = _CARDS.findall(did)[0]
        return "sm " + shown.replace(" ", "")
    return "sm" if did.startswith(("mucks", "doesn't show")) else ""


def _decimal(word: str) -> Decimal:
    return Decimal(word.replace(",", "").rstrip("."))


def _places(x: Decimal) -> int:
    return max(0, -int(x.normalize().as_tuple().exponent))


def write(one: Record, *, table: str = "Cutcard", hero: int | None = None) -> str:
    """A record as PokerStars text; `hero` is the place whose cards are dealt face up to the
    reader."""
    kind = one.kind()
    if kind.code not in _NAMES:
        raise Unsupported(f"PokerStars text is written for the flop games, not {kind.code}")
    return "\n".join(_Writer(one, table, hero).lines()) + "\n"


class _Writer:
    """Replays the record and says what happens."""

    def __init__(self, one: Record, table: str, hero: int | None) -> None:
        self.one = one
        self.table = table
        self.hero = hero
        self.h = Scripted(one)
        n = len(one.stacks)
        self.names = one.players or [f"Player {i + 1}" for i in range(n)]
        self.seats: list[int] = list(one.extras.get("seats", range(1, n + 1)))

    def money(self, x: int) -> str:
        whole = Decimal(x) / self.one.scale
        return f"{whole:f}"

    def lines(self) -> Iterator[str]:
        one, h = self.one, self.h
        small = (
            one.bet
            if h.variant.limit == FIXED
            else min((abs(b) for b in one.blinds if b), default=0)
        )
        big = one.big_bet if h.variant.limit == FIXED else one.bet
        number = one.extras.get("hand", 1)
        sizes = f"({self.money(small)}/{self.money(big)})"
        yield f"PokerStars Hand #{number}:  {_NAMES[one.variant]} {sizes}"
        count = one.extras.get("seat_count", len(self.seats))
        yield f"Table '{self.table}' {count}-max Seat #{self.seats[-1]} is the button"
        for seat, i in sorted((seat, i) for i, seat in enumerate(self.seats)):
            yield f"Seat {seat}: {self.names[i]} ({self.money(one.stacks[i])} in chips)"
        yield from self._forced()
        yield "*** HOLE CARDS ***"
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
                paid = self.money(min(abs(one.blinds[i]), one.stacks[i]))
                small = 0 < one.blinds[i] < min(most, one.bet)
                yield f"{name}: posts {'small' if small else 'big'} blind {paid}"

    def _played(self) -> Iterator[str]:
        h, one = self.h, self.one
        seen: list[int] = []
        second: list[int] = []
        for action in one.actions:
            words_in = action.partition("#")[0].split()
            if words_in[:2] == ["d", "db"]:
                new = cards_of(words_in[2])
                board = second if SECOND in action else seen
                if SECOND in action and not second:
                    board.extend(seen[: 5 - self._second_count()])
                yield _street_line(board, new, second=SECOND in action)
                board += new
            elif len(words_in) < 2 or words_in[0] == "d":
                continue
            elif words_in[1] == "sm":
                yield self._shown(int(words_in[0][1:]) - 1, words_in[2:])
                apply(h, one, action)
            else:
                yield self._acted(words_in)
                apply(h, one, action)
        if h.phase == RUNS:
            h.run(2)

    def _second_count(self) -> int:
        return sum(
            len(cards_of(a.split()[2]))
            for a in self.one.actions
            if a.startswith("d db") and SECOND in a
        )

    def _acted(self, words_in: list[str]) -> str:
        h, one = self.h, self.one
        i = int(words_in[0][1:]) - 1
        name, verb = self.names[i], words_in[1]
        if verb == "f":
            return f"{name}: folds"
        left = h.stacks[i]
        if verb == "cc":
            owed = h.to_call() if h.phase == BET and h.actor == i else 0
            if not owed:
                return f"{name}: checks"
            return f"{name}: calls {self.money(owed)}{_all_in(owed, left)}"
        total = amount_of(words_in[2], one.scale)
        tail = _all_in(total - h.bets[i], left)
        if h.cur:
            return f"{name}: raises {self.money(total - h.cur)} to {self.money(total)}{tail}"
        return f"{name}: bets {self.money(total)}{tail}"

    def _shown(self, i: int, cards: list[str]) -> str:
        if not cards or "?" in cards[0]:
            return f"{self.names[i]}: mucks hand"
        shown = self.h.hole[i] if cards[0] == "-" else cards_of(cards[0])
        v = self.h.variant
        board = self.h.boards[0]
        known = UNKNOWN not in shown and UNKNOWN not in board and len(board) == 5
        text = words.of_cards(v.high, v.low, shown, board) if known else None
        return f"{self.names[i]}: shows {_bracket(shown)}{f' ({text})' if text else ''}"

    def _ended(self) -> Iterator[str]:
        h, one = self.h, self.one
        paid = h.phase == DONE and settled(h)
        if paid:
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


def _street_line(board: list[int], new: list[int], *, second: bool) -> str:
    name = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(board)]
    which = "SECOND " if second else ""
    before = f"{_bracket(board)} " if board else ""
    return f"*** {which}{name} *** {before}{_bracket(new)}"
