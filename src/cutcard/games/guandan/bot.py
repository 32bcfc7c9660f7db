"""Bots for Guandan. They see a view, never a state, and keep nothing between two choices.

Both play from the hints that a person at their seat is given. Eager always takes the first. Steady
leads its weak groups, keeps bombs for when an opponent is about to go out or it nearly is itself
(and from cheap singles and pairs but to go out),
lets its partner's good plays stand, and does not lead what an opponent with a card or two could go
out on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import Seat, StateOf
from cutcard.kernel.rng import Rng

from .arrange import BOOK, Group, arrange
from .book import BY_PAIR, Book
from .deck import pack_names
from .hints import LIMIT, Tip, follows, leads, price
from .lay import spoken
from .moves import Concede, Move, Pass, Play, Refuse, Return, Tick, View
from .shapes import SEQUENCES, Form

World = Callable[[Rng], StateOf[Move, Tick, View]]
Moves = Sequence[Move]
CHEAP = 9  # what a follow may cost while nobody is close to going out
NEAR, CLOSE = 10, 5  # cards with which an opponent is worth stopping
SMALL, QUEEN = ("single", "pair"), 12  # lower ones of these are no play for a bomb
HELP = 10  # up to which a partner's play may be overtaken


class Eager:
    """Plays the first hint, whoever lies ahead."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> Move:
        if view.conceding and Concede() in asides:
            return Concede()  # its partner would: it keeps nobody at the table
        return self.decide(view, legal)

    def decide(self, view: View, legal: Moves) -> Move:
        """What it plays."""
        if view.phase != "play":
            return _give(view, legal)
        tips = _tips(view, legal)
        return _play(view, tips[0]) if tips else legal[-1]


class Steady(Eager):
    """Plays for its team."""

    def decide(self, view: View, legal: Moves) -> Move:
        if view.phase != "play":
            return super().decide(view, legal)
        tips = _tips(view, legal)
        if not tips:
            return legal[-1]
        hand = _hand(view)
        out = [tip for tip in tips if tip.cards == hand]
        if out:
            return _play(view, out[0])
        tip = _lead(view, tips) if view.table is None else _follow(view, tips)
        return Pass() if tip is None else _play(view, tip)


def _hand(view: View) -> int:
    return pack_names(view.hand or ())


def _book(view: View) -> Book:
    """The rule book, as far as a view tells it: which bombs are the higher only weighs hints."""
    return BY_PAIR if view.declare_pair else BOOK


def _tips(view: View, legal: Moves) -> list[Tip]:
    """The plays a person would be hinted at; what beats the table is what is legal."""
    hand, level, book = _hand(view), RANKS.index(view.level), _book(view)
    if view.table is None:
        return leads(hand, level, book)[:LIMIT]
    forms = [Form(move.form, move.key, move.size) for move in legal if isinstance(move, Play)]
    return follows(hand, level, forms, book)[:LIMIT]


def _play(view: View, tip: Tip) -> Move:
    cards, _ = spoken(tip.cards, RANKS.index(view.level), tip.form, _book(view))
    return Play(cards, *tip.form)


def _is_bomb(tip: Tip) -> bool:
    return BOOK.tier(tip.form) > 0


def _groups(view: View) -> tuple[Group, ...]:
    return arrange(_hand(view), RANKS.index(view.level))


def _give(view: View, legal: Moves) -> Move:
    """抗贡 whenever it may be; else pay or return the card the hand misses least."""
    if isinstance(legal[-1], Refuse):
        return legal[-1]
    if not isinstance(legal[0], Return):
        return legal[0]
    groups, level = _groups(view), RANKS.index(view.level)
    single = Form("single", 2, 1)

    def loss(move: Move) -> int:
        assert isinstance(move, Return)
        return price(level, (single, pack_names([move.card])), groups, None)

    return min(legal, key=loss)


def _left(view: View) -> tuple[int, int]:
    """How many cards the partner has, and the opponent who has fewest (of those still in)."""
    assert view.turn is not None
    partner = view.players[(view.turn + 2) % 4].cards
    others = [view.players[(view.turn + step) % 4].cards for step in (1, 3)]
    return partner, min([cards for cards in others if cards], default=99)


def _lead(view: View, tips: Sequence[Tip]) -> Tip:
    partner, fewest = _left(view)
    plain = [tip for tip in tips if not _is_bomb(tip)]
    if not plain:
        return tips[0]
    if partner in (1, 2) and fewest > 1:
        low = [tip for tip in plain if tip.form.size == partner and tip.form.key <= HELP]
        if low:
            return low[0]  # something the partner can go out on
    safe = [tip for tip in plain if tip.form.size != fewest]
    if safe:
        return safe[0]
    return max(plain, key=lambda tip: tip.form.key)


def _follow(view: View, tips: Sequence[Tip]) -> Tip | None:
    table, turn = view.table, view.turn
    assert table is not None
    assert turn is not None
    beat = Form(table.form, table.key, table.size)
    cheapest = next((tip for tip in tips if not _is_bomb(tip)), None)
    partner, fewest = _left(view)
    if table.seat == (turn + 2) % 4:
        low = table.key - 4 if table.form in SEQUENCES else table.key
        if cheapest is None or low > HELP or partner <= CLOSE or BOOK.tier(beat):
            return None
        return cheapest if cheapest.cost < CHEAP and cheapest.form.key < 14 else None
    owner = view.players[table.seat].cards
    danger = min(owner or 99, fewest)
    worth = CHEAP + (12 if danger <= CLOSE else 5 if danger <= NEAR else 0)
    if cheapest is not None and cheapest.cost <= worth:
        return cheapest
    if not owner:
        return None
    cheap = table.form in SMALL and table.key < QUEEN and owner > CLOSE
    return _bomb(tips, _groups(view), danger, cheap=cheap)


def _bomb(
    tips: Sequence[Tip], groups: tuple[Group, ...], danger: int, *, cheap: bool
) -> Tip | None:
    """The lowest bomb, if an opponent must be stopped, bombs abound, or the hand is nearly out; on
    something cheap whose owner is not going out only if it then goes out itself."""
    bombs = [tip for tip in tips if _is_bomb(tip)]
    if not bombs:
        return None
    held = sum([BOOK.tier(group.form) > 0 for group in groups])
    weak = len(groups) - held
    if cheap:
        return bombs[0] if weak <= 1 else None
    if danger <= CLOSE or (danger <= NEAR and held >= 2) or weak <= held + 1:
        return bombs[0]
    return None


BOTS = {"steady": Steady, "eager": Eager}
