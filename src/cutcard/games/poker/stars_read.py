"""PokerStars text read into a PHH record. Cards the text does not show stay unknown."""

from __future__ import annotations

import re
from decimal import Decimal

from .phh import Malformed, Record, Unsupported
from .scripted import SECOND
from .variants import FIXED, VARIANTS

GAMES = {
    "Hold'em No Limit": "NT",
    "Hold'em Pot Limit": "PT",
    "Hold'em Limit": "FT",
    "Omaha Pot Limit": "PO",
    "Omaha Hi/Lo Pot Limit": "PO/8",
    "Omaha Hi/Lo Limit": "FO/8",
    "7 Card Stud Limit": "F7S",
    "7 Card Stud Hi/Lo Limit": "F7S/8",
    "Razz Limit": "FR",
    "Single Draw 2-7 Lowball No Limit": "N2L1D",
    "Triple Draw 2-7 Lowball Limit": "F2L3D",
    "Badugi Limit": "FB",
}
NAMES = {code: text for text, code in GAMES.items()}

_MONEY = r"[$€£]?([0-9][0-9,.]*)"
_HEAD = re.compile(
    r"PokerStars .*?Hand #(?P<id>\d+):.*?"
    r"(?P<game>(?:Hold'em|Omaha(?: Hi/Lo)?|7 Card Stud(?: Hi/Lo)?|Razz|Badugi"
    r"|(?:Single|Triple) Draw 2-7 Lowball) (?:No Limit|Pot Limit|Limit))"
    rf".*?(?:\((?:Level \w+ )?|, ){_MONEY}/{_MONEY}"
)
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_MONEY} in chips.*?\)(?P<rest>.*)")
_POST = re.compile(
    rf"posts (the ante|small & big blinds|small blind|big blind|straddle|button blind) {_MONEY}"
)
_RAISE = re.compile(rf"(?:raises|completes) {_MONEY} to {_MONEY}")
_BET = re.compile(rf"bets {_MONEY}")
_BRING_IN = re.compile(rf"brings in for {_MONEY}")
_DISCARD = re.compile(r"discards (\d) cards?")
_CARDS = re.compile(r"\[([^\]]+)\]")
_COLLECTED = re.compile(rf"^(.+) collected {_MONEY} from ")
_STREET = re.compile(
    r"\*\*\* (?:(FIRST|SECOND|THIRD) )?"
    r"(FLOP|TURN|RIVER|HOLE CARDS|DEALING HANDS|DRAW|\d\w\w STREET|SHOW DOWN|SUMMARY)"
)


class Reader:
    """One hand's text."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        head = _HEAD.search(self.lines[0])
        if head is None:
            raise Unsupported(f"no game of PokerStars that is played here: {self.lines[0][:60]!r}")
        if head["game"] not in GAMES:
            raise Unsupported(f"{head['game']} is not played here")
        self.variant = VARIANTS[GAMES[head["game"]]]
        self.number = int(head["id"])
        self.small, self.big = _decimal(head.group(3)), _decimal(head.group(4))
        self.posts: dict[str, list[tuple[str, Decimal]]] = {}
        self.won: dict[str, Decimal] = {}
        self.bring_in = Decimal(0)
        self.place: dict[str, int] = {}
        self.live: list[str] = []
        self.actions: list[str] = []
        self.coming: dict[str, str] = {}  # cards of a street, told line by line
        self.drawn: dict[str, int] = {}  # where in `actions` a player's new cards go

    def record(self) -> Record:
        names, stacks = self._seats()
        self._posts(names)
        names = [name for name in names if self._dealt_in(name)]
        self.place = {name: i for i, name in enumerate(names)}
        self.live = names[:]
        self.coming = dict.fromkeys(names, "??" * self.variant.streets[0].hole)
        for line in self.lines:
            street = _STREET.match(line)
            if street and street[2] == "SUMMARY":
                break
            if street:
                self._street(line, street)
            else:
                self._line(line)
        self._deal()
        return self._made(names, stacks)

    def _made(self, names: list[str], stacks: dict[str, Decimal]) -> Record:
        amounts = (*stacks.values(), *self.won.values(), self.small, self.big, self.bring_in)
        scale = 10 ** max(_places(x) for x in amounts)

        def whole(x: Decimal) -> int:
            return int(x * scale)

        antes, blinds = self._forced(names)
        fixed = self.variant.limit == FIXED
        return Record(
            variant=self.variant.code,
            antes=[whole(x) for x in antes],
            blinds=[whole(x) for x in blinds],
            stacks=[whole(stacks[name]) for name in names],
            actions=self.actions,
            bet=whole(self.small if fixed else self.big),
            big_bet=whole(self.big),
            bring_in=whole(self.bring_in or self.small / 4) if self.variant.stud else 0,
            trim=len(set(antes)) <= 1,
            scale=scale,
            winnings=[whole(self.won.get(name, Decimal(0))) for name in names],
            players=names,
            extras={"hand": self.number},
        )

    def _seats(self) -> tuple[list[str], dict[str, Decimal]]:
        """Names clockwise from the button's left (stud: from the first seat), and their stacks."""
        button = next((int(m[1]) for line in self.lines if (m := _BUTTON.search(line))), None)
        if button is None and not self.variant.stud:
            raise Malformed("nobody has the button")
        seats: list[tuple[int, str, Decimal]] = []
        for line in self.lines:
            if line.startswith("*** "):
                break
            found = _SEAT.match(line)
            if found and "sitting out" not in found["rest"]:
                seats.append((int(found[1]), found[2], _decimal(found[3])))
        seats.sort(key=lambda seat: (seat[0] - (button or 0) - 1) % 1000)
        return [name for _, name, _ in seats], {name: stack for _, name, stack in seats}

    def _posts(self, names: list[str]) -> None:
        for line in self.lines:
            if line.startswith("*** "):
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
        most = self.small if self.variant.limit == FIXED else self.big
        return antes, [max(b, most) if b == max(blinds) and 0 < b < most else b for b in blinds]

    # Line by line

    def _street(self, line: str, street: re.Match[str]) -> None:
        board = _CARDS.findall(line)
        if self.variant.stud:
            if street[2] in ("4th STREET", "5th STREET", "6th STREET", "RIVER"):
                self._deal()
                if board:  # the deck ran short: one card for all
                    self.actions.append("d db " + board[-1].replace(" ", ""))
                else:
                    self.coming = dict.fromkeys(self.live, "??")
        elif board:
            self._deal()
            second = f" {SECOND}" if street[1] == "SECOND" else ""
            self.actions.append(f"d db {board[-1].replace(' ', '')}{second}")

    def _deal(self) -> None:
        """The street's cards, as far as they were told."""
        self.actions += [f"d dh p{self.place[n] + 1} {c}" for n, c in self.coming.items()]
        self.coming = {}

    def _line(self, line: str) -> None:
        if line.startswith("Dealt to "):
            self._dealt(line[9:])
            return
        collected = _COLLECTED.match(line)
        if collected and collected[1] in self.place:
            name = collected[1]
            self.won[name] = self.won.get(name, Decimal(0)) + _decimal(collected[2])
            return
        name, _, did = line.rpartition(": ")
        if name in self.place and not _POST.search(did):
            action = self._verb(name, did)
            if action:
                self._deal()
                self.actions.append(f"p{self.place[name] + 1} {action}")
                if found := _DISCARD.match(did):
                    self.drawn[name] = len(self.actions)
                    self.actions.append(f"d dh p{self.place[name] + 1} {'??' * int(found[1])}")

    def _dealt(self, rest: str) -> None:
        """`NAME [cards]`, or `NAME [had] [new]`."""
        name = rest.partition(" [")[0]
        cards = [some.replace(" ", "") for some in _CARDS.findall(rest)]
        if name not in self.place or not cards:
            return
        if name in self.drawn:
            self.actions[self.drawn.pop(name)] = f"d dh p{self.place[name] + 1} {cards[-1]}"
        elif name in self.coming:
            hidden = len(self.coming[name]) - len(cards[-1])
            self.coming[name] = "?" * hidden + cards[-1]  # stud: two lie face down

    def _verb(self, name: str, did: str) -> str:
        """What a player did, as PHH says it."""
        if raised := _RAISE.match(did):
            return f"cbr {_decimal(raised[2])}"
        if bet := _BET.match(did):
            return f"cbr {_decimal(bet[1])}"
        if brought := _BRING_IN.match(did):
            self.bring_in = _decimal(brought[1])
            return "pb"
        if did.startswith(("calls", "checks")):
            return "cc"
        if did.startswith("folds"):
            self.live.remove(name)
            return "f"
        if found := _DISCARD.match(did):
            told = _CARDS.findall(did)
            return "sd " + (told[0].replace(" ", "") if told else "??" * int(found[1]))
        if did.startswith("stands pat"):
            return "sd"
        if did.startswith("shows ["):
            shown: str = _CARDS.findall(did)[0]
            return "sm " + shown.replace(" ", "")
        return "sm" if did.startswith(("mucks", "doesn't show")) else ""


def _decimal(word: str) -> Decimal:
    return Decimal(word.replace(",", "").rstrip("."))


def _places(x: Decimal) -> int:
    return max(0, -int(x.normalize().as_tuple().exponent))
