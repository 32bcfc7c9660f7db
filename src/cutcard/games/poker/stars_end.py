"""How a hand's PokerStars text ends: the show down, who collected what from which pot, and the
summary with its seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cutcard.kernel.cards import name as card_name

from . import showdown, words
from .hand import DONE
from .phh import UNKNOWN
from .replayed import settled

if TYPE_CHECKING:
    from .stars_write import Writer

IDLE = " (didn't bet)"
_DRAWS = ("before the Draw", "after the 1st Draw", "after the 2nd Draw", "after the 3rd Draw")
_STUD = (*(f"on the {k} Street" for k in ("3rd", "4th", "5th", "6th")), "on the River")
_BOARD = ("before Flop", "on the Flop", "on the Turn", "on the River")


class Share:
    """What one player takes of one pot, on one board."""

    def __init__(self, place: int, pot: int, board: int, amount: int) -> None:
        self.place, self.pot, self.board, self.amount = place, pot, board, amount


class Ending:
    """The last part of a text; the hand has been played to its end."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.h = writer.h
        self.live = self.h.live
        self.paid = self.h.phase == DONE and settled(self.h)
        self.won = self._chips_won()
        self.shares = self._shares()

    def lines(self) -> Iterator[str]:
        if self.h.phase != DONE:
            yield "*** SUMMARY ***"
            return
        if self.live > 1:
            twice = len(self.h.boards) > 1
            yield f"*** {'FIRST ' if twice else ''}SHOW DOWN ***"
            yield from self._shown()
            yield from self._collected(0)
            if twice:
                yield "*** SECOND SHOW DOWN ***"
                yield from self._collected(1)
        else:
            yield from self._collected(0)
            yield from self._shown()
        yield "*** SUMMARY ***"
        yield from self._summary()

    # Who took what

    def _chips_won(self) -> list[int]:
        """Of the pots, after the rake: as the record has it, or else as they are divided here."""
        one, h = self.w.one, self.h
        if one.finishing is not None:
            return [f - (e - w) for f, e, w in zip(one.finishing, h.stacks, h.won, strict=True)]
        if not one.winnings or not any(one.winnings):
            return h.won[:]
        said, (who, back) = one.winnings, h.returned
        if self.paid and sum(said) > sum(h.won):  # what nobody called counts as won there
            said = [x - back * (i == who) for i, x in enumerate(said)]
        return [x or (w if sum(said) < sum(h.won) else 0) for x, w in zip(said, h.won, strict=True)]

    def _shares(self) -> list[Share]:
        """Each player's parts, less what the house took of them, the main pot first."""
        if not self.paid:
            return [Share(i, 0, 0, chips) for i, chips in enumerate(self.won) if chips > 0]
        found = [
            Share(i, award.pot, award.board, amount)
            for award in showdown.awards(self.h)
            for i, amount in award.shares
        ]
        for i, (ours, theirs) in enumerate(zip(self.h.won, self.won, strict=True)):
            rest = ours - theirs
            for share in found:
                if share.place == i and rest:
                    less = min(rest, share.amount)
                    share.amount -= less
                    rest -= less
        return [share for share in found if share.amount > 0]

    def _collected(self, board: int) -> Iterator[str]:
        last = max((share.pot for share in self.shares), default=0)
        for pot in range(last, -1, -1):
            name = "pot" if last == 0 else _pot_name(pot, last).lower()
            for share in self.shares:
                if (share.pot, share.board) == (pot, board):
                    who = self.w.names[share.place]
                    yield f"{who} collected {self.w.money(share.amount)} from {name}"

    # What was shown

    def cards(self, i: int) -> list[int]:
        """What a place showed; nothing: it mucked, or showed cards that nobody wrote down."""
        if i not in self.w.shown:
            return []
        return [card for card in self.h.hole[i] if card != UNKNOWN]

    def _shown(self) -> Iterator[str]:
        for i, shown in self.w.shown.items():
            cards = self.cards(i) if shown else []
            if cards:
                yield f"{self.w.names[i]}: shows {bracket(cards)}{self._text(i, ' ({})')}"
            elif self.live > 1:
                yield f"{self.w.names[i]}: mucks hand"
        if self.live == 1 and not self.w.shown:
            yield f"{self.w.names[self.h.folded.index(False)]}: doesn't show hand"

    def _text(self, i: int, into: str) -> str:
        """A hand in words; nothing where a card of it is unknown."""
        v, hole, board = self.h.variant, self.h.hole[i], self.h.boards[0]
        whole = len(board) == 5 if v.boards else len(hole) + len(board) == v.cards
        if not whole or UNKNOWN in hole or UNKNOWN in board:
            return ""
        text = words.of_cards(v.high, v.low, hole, board) or ""
        if v.low:
            high, _, low = text.partition("; low, ")
            text = f"HI: {high}" + (f"; LO: {low.replace('-', ',').upper()}" if low else "")
        elif text.startswith("Low, "):
            text = f"Lo: {text[5:].replace('-', ',')}"
        return into.format(text) if text else ""

    # The summary

    def _summary(self) -> Iterator[str]:
        w, h = self.w, self.h
        total = sum(h.won) if self.paid else sum(self.won)
        yield f"Total pot {w.money(total)}{self._pots()} | Rake {w.money(total - sum(self.won))}"
        if w.runs:
            yield "Hand was run twice"
        boards = [board for board in h.boards if board and UNKNOWN not in board]
        labels = ("FIRST ", "SECOND ") if len(boards) > 1 else ("",)
        for label, board in zip(labels, boards, strict=False):
            yield f"{label}Board {bracket(board)}"
        for seat, i in sorted((seat, i) for i, seat in enumerate(w.seats)):
            yield f"Seat {seat}: {w.names[i]}{w.role(i)} {self._fate(i)}"

    def _pots(self) -> str:
        if not self.paid:
            return ""
        sizes: dict[int, int] = {}
        for award in showdown.awards(self.h):
            sizes[award.pot] = sizes.get(award.pot, 0) + sum(x for _, x in award.shares)
        if len(sizes) == 1:
            return ""
        last = max(sizes)
        named = (f"{_pot_name(pot, last)} {self.w.money(x)}." for pot, x in sorted(sizes.items()))
        return " " + " ".join(named)

    def _fate(self, i: int) -> str:
        """What became of a player."""
        w, h = self.w, self.h
        won = f"({w.money(self.won[i])})"
        if i in w.out:
            street = w.out[i]
            when = _STUD if h.variant.stud else _DRAWS if h.variant.draws else _BOARD
            idle = not street and not h.total[i] and not h.variant.stud
            return f"folded {when[street]}{IDLE if idle else ''}"
        cards = self.cards(i) if w.shown.get(i) else []
        if cards:
            text = self._text(i, " with {}")
            return f"showed {bracket(cards)} and {f'won {won}' if self.won[i] else 'lost'}{text}"
        return f"collected {won}" if self.won[i] else "mucked"


def _pot_name(pot: int, last: int) -> str:
    return "Main pot" if pot == 0 else "Side pot" if last == 1 else f"Side pot-{pot}"


def bracket(cards: list[int]) -> str:
    return "[" + " ".join(card_name(card) for card in cards) + "]"
