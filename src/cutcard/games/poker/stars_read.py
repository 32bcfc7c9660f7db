"""PokerStars text read into a PHH record. Cards the text does not show stay unknown."""

from __future__ import annotations

import re
from decimal import Decimal

from .phh import Malformed, Record
from .replayed import LEFT
from .scripted import SECOND
from .stars_head import MONEY, Head, decimal
from .stars_names import game_in
from .variants import FIXED

_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({MONEY} in chips.*?\)")
_POST = re.compile(
    rf"posts (the ante|small & big blinds|small blind|big blind|straddle|button blind) {MONEY}"
    r"(?P<all> and is all-in)?"
)
_RAISE = re.compile(rf"(?:raises|completes) {MONEY} to {MONEY}")
_BET = re.compile(rf"bets {MONEY}")
_CALL = re.compile(rf"calls {MONEY}")
_BRING_IN = re.compile(rf"brings in for {MONEY}(?P<all> and is all-in)?")
_DISCARD = re.compile(r"discards (\d) cards?")
_CARDS = re.compile(r"\[([^\]]+)\]")
_COLLECTED = re.compile(rf"^(.+) collected {MONEY} from ")
_LEAVES = re.compile(r"^(.+) leaves the table")
_STREET = re.compile(
    r"\*\*\* (?:(FIRST|SECOND|THIRD) )?"
    r"(FLOP|TURN|RIVER|HOLE CARDS|DEALING HANDS|DRAW|\d\w\w STREET|SHOW DOWN|SUMMARY)"
)
_AMOUNT = re.compile(r"(?:[$€£(]| )([0-9][0-9,]*\.[0-9]+)\b")


class Reader:
    """One hand's text."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        self.variant = game_in(self.lines[0])
        self.head = Head(self.lines)
        fixed = self.variant.limit == FIXED
        self.blind = self.head.small if fixed else self.head.big  # the big one
        self.posts: list[tuple[str, str, Decimal, bool]] = []  # who, what, how much, all of it
        self.won: dict[str, Decimal] = {}
        self.bring_in = Decimal(0)
        self.short = False  # the bring-in was not posted in full
        self.place: dict[str, int] = {}
        self.live: list[str] = []
        self.actions: list[str] = []
        self.coming: dict[str, str] = {}  # cards of a street, told line by line
        self.drawn: dict[str, int] = {}  # where in `actions` a player's new cards go

    def record(self) -> Record:
        seats, stacks = self._seats()
        names = sorted(seats, key=len, reverse=True)  # one may begin like another
        told = [(line, self._speaker(line, names)) for line in self.lines]
        self._posts(told)
        names = [name for name in seats if self._dealt_in(name, told)]
        if len(names) < 2:
            raise Malformed("fewer than two players are dealt in")
        self.place = {name: i for i, name in enumerate(names)}
        self.live = names[:]
        self.coming = dict.fromkeys(names, "??" * self.variant.streets[0].hole)
        for line, who in told:
            named = who or _whose(line) in self.place  # a name may look like a street
            street = None if named else _STREET.match(line)
            if street and street[2] == "SUMMARY":
                break
            if street:
                self._street(line, street)
            else:
                self._line(line, who)
        self._deal()
        return self._made(names, stacks, [seats[name] for name in names])

    def _made(self, names: list[str], stacks: dict[str, Decimal], seats: list[int]) -> Record:
        scale = 10 ** max(_places(x) for x in self._amounts(stacks))

        def whole(x: Decimal) -> int:
            return int(x * scale)

        antes, blinds = self._forced(names, stacks)
        fixed = self.variant.limit == FIXED
        return Record(
            variant=self.variant.code,
            antes=[whole(x) for x in antes],
            blinds=[whole(x) for x in blinds],
            stacks=[whole(stacks[name]) for name in names],
            actions=self.actions,
            bet=whole(self.blind),
            big_bet=whole(self.head.big if fixed else self.blind),
            bring_in=whole(self.bring_in or self.blind / 4) if self.variant.stud else 0,
            trim=len(set(antes)) <= 1,
            scale=scale,
            winnings=[whole(self.won.get(name, Decimal(0))) for name in names],
            players=names,
            extras={"venue": "PokerStars", **self.head.extras, "seats": seats},
        )

    def _amounts(self, stacks: dict[str, Decimal]) -> list[Decimal]:
        """Every amount of the hand: the finest says what its chips are."""
        told = [decimal(x) for line in self.lines[1:] for x in _AMOUNT.findall(line)]
        quarter = [self.blind / 4] if self.variant.stud and not self.bring_in else []
        return [*stacks.values(), self.head.small, self.head.big, *told, *quarter]

    def _seats(self) -> tuple[dict[str, int], dict[str, Decimal]]:
        """Seats by name, clockwise from the button's left (stud: from the first), and stacks."""
        button = next((int(m[1]) for line in self.lines if (m := _BUTTON.search(line))), None)
        if button is None and not self.variant.stud:
            raise Malformed("nobody has the button")
        seats: list[tuple[int, str, Decimal]] = []
        for line in self.lines:
            if line.startswith("*** "):
                break
            if found := _SEAT.match(line):
                seats.append((int(found[1]), found[2], decimal(found[3])))
        seats.sort(key=lambda seat: (seat[0] - (button or 0) - 1) % 1000)
        return {name: number for number, name, _ in seats}, {
            name: stack for _, name, stack in seats
        }

    @staticmethod
    def _speaker(line: str, names: list[str]) -> str:
        """Who does what a line says; what follows may hold colons as well (`HI: two pair`), and
        so may the name of who `collected` or `leaves`. A name may hold any of the text's own words:
        of two that a line can begin with, the longer one is meant."""
        said = next((name for name in names if line.startswith(f"{name}: ")), "")
        others = [f"Dealt to {name}" for name in names if line.startswith(f"Dealt to {name} [")]
        others += [other] if (other := _whose(line)) in names else []
        return "" if max(map(len, others), default=0) > len(said) else said

    def _posts(self, told: list[tuple[str, str]]) -> None:
        for line, who in told:
            if line.startswith("*** ") and not who:
                return
            found = _POST.match(line[len(who) + 2 :]) if who else None
            if found:
                self.posts.append((who, found[1], decimal(found[2]), found["all"] is not None))

    @staticmethod
    def _dealt_in(name: str, told: list[tuple[str, str]]) -> bool:
        """Whoever neither posts nor acts nor is dealt to is not in the hand. In a tournament
        those who sit out post, and fold."""
        return any(
            who == name and not line[len(name) + 2 :].startswith(("sits out", "is sitting out"))
            for line, who in told
        ) or any(line.startswith(f"Dealt to {name} ") for line, _ in told)

    def _forced(
        self, names: list[str], stacks: dict[str, Decimal]
    ) -> tuple[list[Decimal], list[Decimal]]:
        """Antes and blinds by place. A late post is live and negative, as PHH has it; a small
        blind out of its place is dead, like an ante."""
        n = len(names)
        antes, blinds = [Decimal(0)] * n, [Decimal(0)] * n
        usual = max((x for _, what, x, _ in self.posts if what == "the ante"), default=Decimal(0))
        had_big = False
        for name, what, amount, all_in in self.posts:
            i = self.place.get(name, -1)
            if i < 0:
                continue
            if what == "the ante":
                antes[i] += usual if all_in and amount == stacks[name] else amount
            elif what == "small & big blinds":
                big = min(self.blind, amount)
                antes[i] += amount - big
                blinds[i] = -big
            elif what == "big blind" and had_big and n > 2:
                blinds[i] = -amount
            elif what in ("big blind", "button blind"):
                blinds[i] = max(amount, self.blind) if all_in else amount  # its price stands
                had_big = True
            elif what == "small blind" and n > 2 and i > 0:
                antes[i] += amount
            else:
                blinds[i] = amount
        if not had_big and any(what != "the ante" for _, what, _, _ in self.posts):
            self._unposted(names, stacks, antes, blinds)
        return antes, blinds

    def _unposted(
        self,
        names: list[str],
        stacks: dict[str, Decimal],
        antes: list[Decimal],
        blinds: list[Decimal],
    ) -> None:
        """Whoever is all-in for the ante posts no big blind, but its price stands."""
        big = 1 if len(names) > 2 and blinds[0] > 0 else 0
        if antes[big] and stacks[names[big]] <= antes[big]:
            blinds[big] = self.blind

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

    def _line(self, line: str, who: str) -> None:
        if who in self.place:
            self._acted(who, line[len(who) + 2 :])
        elif (collected := _COLLECTED.match(line)) and collected[1] in self.place:
            name = collected[1]
            self.won[name] = self.won.get(name, Decimal(0)) + decimal(collected[2])
        elif (leaves := _LEAVES.match(line)) and leaves[1] in self.place:
            self._left(leaves[1])
        elif line.startswith("Dealt to "):
            self._dealt(line[9:])

    def _acted(self, name: str, did: str) -> None:
        action = "" if _POST.match(did) else self._verb(name, did)
        if not action:
            return
        self._deal()
        me = f"p{self.place[name] + 1}"
        self.actions.append(f"{me} {action}")
        if found := _DISCARD.match(did):
            self.drawn[name] = len(self.actions)
            self.actions.append(f"d dh {me} {'??' * int(found[1])}")

    def _left(self, name: str) -> None:
        """Who leaves right after they folded may have folded out of turn."""
        fold = f"p{self.place.get(name, -1) + 1} f"
        if self.actions and self.actions[-1] == fold:
            self.actions[-1] = f"{fold} {LEFT}"

    def _dealt(self, rest: str) -> None:
        """`NAME [cards]`, or `NAME [had] [new]`."""
        named = [name for name in self.place if rest.startswith(f"{name} [")]
        name = max(named, key=len, default="")
        cards = [some.replace(" ", "") for some in _CARDS.findall(rest[len(name) :])]
        if not name or not cards:
            return
        if name in self.drawn:
            self.actions[self.drawn.pop(name)] = f"d dh p{self.place[name] + 1} {cards[-1]}"
        elif name in self.coming:
            hidden = len(self.coming[name]) - len(cards[-1])
            self.coming[name] = "?" * hidden + cards[-1]  # stud: two lie face down

    def _verb(self, name: str, did: str) -> str:
        """What a player did, as PHH says it."""
        if raised := _RAISE.match(did):
            return f"cbr {decimal(raised[2])}"
        if bet := _BET.match(did):
            return f"cbr {decimal(bet[1])}"
        if brought := _BRING_IN.match(did):
            self.bring_in = decimal(brought[1])
            self.short = brought["all"] is not None
            return "pb"
        if did.startswith(("calls", "checks")):
            self._price(did)
            return "cc"
        if did.startswith("folds"):
            if name not in self.live:
                raise Malformed(f"{name} folds twice")
            self.live.remove(name)
            return "f"
        if found := _DISCARD.match(did):
            told = _CARDS.findall(did)
            return "sd " + (told[0].replace(" ", "") if told else "??" * int(found[1]))
        if did.startswith("stands pat"):
            return "sd"
        if did.startswith("shows ["):
            cards = _CARDS.findall(did)
            if not cards:
                raise Malformed(f"{name} shows no cards")
            shown: str = cards[0]
            return "sm " + shown.replace(" ", "")
        return "sm" if did.startswith("mucks") else ""

    def _price(self, did: str) -> None:
        """What a bring-in all-in for less costs the first to call is the whole of it."""
        called = _CALL.match(did)
        if self.short and called and not any(" cbr " in action for action in self.actions):
            self.bring_in = max(self.bring_in, decimal(called[1]))
        self.short = False


def _whose(line: str) -> str:
    """Who collects or leaves, where a line says so."""
    found = _COLLECTED.match(line) or _LEAVES.match(line)
    return found[1] if found else ""


def _places(x: Decimal) -> int:
    return max(0, -int(x.normalize().as_tuple().exponent))
