"""A71 to A79 of docs/rules/arena.md counted from the text of a hand alone, by one who knows nothing
of our tables: what everybody put in on each street, and who had folded when."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

NAMES = ("hands", "net", "vpip", "pfr", "chances", "threeBet", "threeBetChances", "bets")
NAMES += ("raises", "calls", "flops", "showdowns", "showdownsWon", "bbThousandths")


class Hand:
    """One hand of no-limit hold'em, read line by line."""

    def __init__(self, text: dict[str, Any]) -> None:
        self.stacks = list(text["starting_stacks"])
        self.start = list(text["starting_stacks"])
        self.count = len(self.stacks)
        self.into = [0] * self.count  # the whole hand, and of it
        self.live = [0] * self.count  # what others have to match
        self.street = [0] * self.count
        self.folded = [False] * self.count
        self.raises = 0  # before the flop
        self.raised_by: list[int] = []
        self.early = True
        self.found = [dict.fromkeys(NAMES, 0) for _ in self.stacks]
        for seat, ante in enumerate(text["antes"]):
            self.put(seat, ante, live=False)
        blinds = [abs(one) for one in text["blinds_or_straddles"]]
        if self.count == 2:
            blinds.reverse()  # heads-up the list is the other way round
        for seat, blind in enumerate(blinds):
            self.put(seat, blind)
        self.bet = max(blinds)
        self.big = Fraction(max(blinds))
        for line in text["actions"]:
            self.line(line.split("#")[0].split())
        self.close(text["finishing_stacks"])

    def put(self, seat: int, amount: Any, *, live: bool = True) -> None:
        amount = min(amount, self.stacks[seat])
        self.stacks[seat] -= amount
        self.into[seat] += amount
        if live:
            self.street[seat] += amount
            self.live[seat] += amount

    def line(self, words: list[str]) -> None:
        if words[:2] == ["d", "db"]:
            if self.early:
                for seat in range(self.count):
                    self.found[seat]["flops"] += not self.folded[seat]
            self.early, self.bet, self.street = False, 0, [0] * self.count
        elif re.fullmatch(r"p\d+", words[0]) and words[1] in ("f", "cc", "cbr"):
            self.decide(int(words[0][1:]) - 1, words[1], words[2:])

    def decide(self, seat: int, what: str, rest: list[str]) -> None:
        mine, due = self.found[seat], self.bet - self.street[seat]
        if self.early:
            mine["chances"] = 1
            able = self.stacks[seat] > due and any(  # somebody could call more
                self.stacks[x] + self.street[x] > self.bet and not self.folded[x]
                for x in range(self.count)
                if x != seat
            )
            if self.raises == 1 and seat not in self.raised_by and able:
                mine["threeBetChances"] = 1
        if what == "f":
            self.folded[seat] = True
        elif what == "cc":
            if self.early:
                mine["vpip"] |= due > 0
            else:
                mine["calls"] += due > 0
            self.put(seat, due)
        else:
            self.put(seat, type(self.bet)(float(rest[0])) - self.street[seat])
            if self.early:
                mine["vpip"] = mine["pfr"] = 1
                self.raises += 1
                self.raised_by.append(seat)
                mine["threeBet"] |= self.raises == 2
            else:
                mine["raises" if self.bet else "bets"] += 1
            self.bet = max(self.bet, self.street[seat])

    def close(self, finish: list[Any]) -> None:
        left = [seat for seat in range(self.count) if not self.folded[seat]]
        for seat, mine in enumerate(self.found):
            mine["hands"] = 1
            mine["net"] = finish[seat] - self.start[seat]
            share = Fraction(mine["net"]) / self.big * 1000
            mine["bbThousandths"] = round(share)  # of a Fraction: half to even
            if len(left) > 1 and seat in left:
                mine["showdowns"] = 1
                back = finish[seat] - (self.start[seat] - self.into[seat]) - self.alone(seat)
                mine["showdownsWon"] = int(back > 0)

    def alone(self, seat: int) -> Any:
        """What nobody else could win: their uncalled chips, and pots the others have folded."""
        total, below = 0, 0
        for level in sorted({*self.live}):
            able = [x for x in range(self.count) if self.live[x] >= level and not self.folded[x]]
            if able == [seat]:
                total += sum(min(one, level) - min(one, below) for one in self.live)
            below = level
        return total
