"""Bots that play sensibly: by their share of the pot against hands they cannot see, the price they
are asked, their place at the table, and (Sharp) by what a bet says. They see their view and redealt
worlds, never the deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from cutcard.kernel.cards import parse
from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from . import evaluate, moves, preflop
from .facts import View
from .hand import Hand
from .rules import Poker
from .variants import VARIANTS, Variant

DRAWS = 24  # ways the unseen cards may lie that are looked at
_WHEEL = (12, 0, 1, 2, 16)  # the lowest straight
WORLDS = 12  # where only the rules can redeal: some of the others' cards lie open
World = Callable[[Rng], Poker]
Moves = Sequence[moves.Move]


class Steady:
    """Raises strong hands, calls at a fair price, bluffs now and then."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> moves.Move:
        first = legal[0]
        if isinstance(first, moves.Sit | moves.SitIn):
            return first
        if isinstance(first, moves.RunTwice):
            return moves.RunTwice(True)
        if isinstance(first, moves.Show):
            return moves.Muck()
        if view.phase == "drawing":
            return _discard(view, seat)
        return self._bets(view, seat, legal, _share(view, seat, world, rng), rng)

    def _bets(self, view: View, seat: int, legal: Moves, share: float, rng: Rng) -> moves.Move:
        return _bet(view, seat, legal, share, rng)


class Sharp(Steady):
    """Steady's eye for a hand, and a bet tells it something: who bets has more than any two
    cards, the more the larger the bet. It folds what a bet beats, and raises what beats a bet."""

    FEAR = 0.15  # how much less its share is worth against a bet of the whole pot
    STRONG = 0.62  # the share, between two, from which on it bets and raises

    def _bets(self, view: View, seat: int, legal: Moves, share: float, rng: Rng) -> moves.Move:
        if not isinstance(legal[0], moves.Fold):  # a bring-in is due: Steady knows
            return super()._bets(view, seat, legal, share, rng)
        me = view.players[seat]
        owed = min(view.current_bet - me.bet, me.stack)
        rivals = _rivals(view, seat)
        strong = self.STRONG * 2 / (rivals + 1)  # with more against it, less is much
        raises = [m for m in legal if isinstance(m, moves.Bet | moves.Raise | moves.AllIn)]
        sized = [m for m in raises if not isinstance(m, moves.AllIn)]
        passive = next(m for m in legal if isinstance(m, moves.Check | moves.Call))
        first = view.street == VARIANTS[view.variant].streets[0].name
        if owed and not (first and view.current_bet <= view.big_blind):
            fear = self.FEAR * min(1.0, 0.4 + owed / max(1, view.pot))
            real = share - fear
            if raises and real > strong + 0.12:
                return sized[-1] if sized else raises[-1]
            return passive if real > owed / (view.pot + owed) + 0.02 else moves.Fold()
        if sized and share > strong - (0.06 if first else 0.0):
            return sized[-1]
        if sized and not owed and rng.below(100) < 8:
            return sized[0]  # a bluff now and then
        if owed and share < 0.72 / (rivals + 1):
            return moves.Fold()
        return passive


class Caller:
    """Never folds, never raises: good company for a first try."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> moves.Move:
        for wanted in (moves.Check, moves.Call, moves.BringIn, moves.Muck):
            for move in legal:
                if isinstance(move, wanted):
                    return move
        return legal[0]


BOTS = {"sharp": Sharp, "steady": Steady, "caller": Caller}


def _rivals(view: View, seat: int) -> int:
    """How many others have cards."""
    return sum(1 for s, p in view.players.items() if s != seat and p.state in ("ACTIVE", "ALL_IN"))


def _bet(view: View, seat: int, legal: Moves, share: float, rng: Rng) -> moves.Move:
    fair = 1 / (_rivals(view, seat) + 1)
    late = view.order.index(seat) / max(1, len(view.order) - 1)
    edge = share - fair + 0.05 * late
    raises = [m for m in legal if isinstance(m, moves.Bet | moves.Raise | moves.AllIn)]
    passive = next(
        (m for m in legal if isinstance(m, moves.Check | moves.Call | moves.BringIn)), legal[0]
    )
    bluff = rng.below(100) < 4 + 4 * late
    if raises and (edge > 0.12 or bluff):
        return _size(raises, edge, rng)
    if not isinstance(passive, moves.Call):
        return passive
    player = view.players[seat]
    price = min(view.current_bet - player.bet, player.stack)
    odds = price / max(1, view.pot + price)
    committed = price >= player.stack
    margin = 0.06 if committed else 0.02 - 0.03 * late
    return passive if share > odds + margin else moves.Fold()


def _size(raises: Moves, edge: float, rng: Rng) -> moves.Move:
    """The minimum, the pot or all-in, by how good it is."""
    sized = [m for m in raises if not isinstance(m, moves.AllIn)]
    if not sized:
        return raises[0]
    if edge > 0.45 and len(raises) > len(sized) and rng.below(3) == 0:
        return moves.AllIn()
    return sized[-1] if edge > 0.2 and rng.below(4) else sized[0]


def _share(view: View, seat: int, world: World, rng: Rng) -> float:
    """The average share of the pot if everybody who has cards stays in: looked up where a table
    has it, else over cards drawn anew."""
    variant = VARIANTS[view.variant]
    if variant.stud:
        return _stud(seat, world, rng)
    if variant.draws:
        return _redrawn(seat, world, rng)
    hole = [parse(name) for name in view.players[seat].cards or ()]
    boards = [[parse(name) for name in board] for board in view.boards]
    if not any(boards) and preflop.known(variant):
        return preflop.share(hole, _rivals(view, seat))
    seen = {*hole, *(card for board in boards for card in board)}
    unseen = [card for card in variant.deck if card not in seen]
    counts = [variant.cards] * _rivals(view, seat)
    return _drawn(variant, hole, boards[0] if boards else [], counts, unseen, rng)


def _stud(seat: int, world: World, rng: Rng) -> float:
    """Some of the others' cards lie open: only the rules can redeal the rest."""
    total = 0.0
    for _ in range(WORLDS):
        state = world(rng)
        assert state.hand is not None
        total += _won(state.hand, state.place_of[seat])
    return total / WORLDS


def _redrawn(seat: int, world: World, rng: Rng) -> float:
    """The cards this seat threw away are known to its world, not to its view."""
    state = world(rng)
    h, place = state.hand, state.place_of[seat]
    assert h is not None
    rivals = [i for i in range(h.n) if i != place]
    unseen = h.deck[h.pos :] + [card for i in rivals for card in h.hole[i]]
    counts = [len(h.hole[i]) for i in rivals if not h.folded[i]]
    return _drawn(h.variant, h.hole[place], [], counts, unseen, rng)


def _drawn(
    variant: Variant,
    hole: list[int],
    board: list[int],
    counts: list[int],
    unseen: list[int],
    rng: Rng,
) -> float:
    """What this seat cannot see is dealt again and again: to rivals with so many cards each, and
    to the board."""
    missing = 5 - len(board) if variant.boards else 0
    need = sum(counts) + missing
    total, at = 0.0, len(unseen)
    for _ in range(DRAWS):
        if at + need > len(unseen):  # one shuffle serves for as many draws as it has cards for
            rng.shuffle(unseen)
            at = 0
        hands = [hole]
        for count in counts:
            hands.append(unseen[at : at + count])
            at += count
        full = board + unseen[at : at + missing]
        at += missing
        total += _split(variant, hands, 0, full)
    return total / DRAWS


def _won(h: Hand, place: int) -> float:
    """One world of stud: the missing cards come off its deck."""
    deck = h.deck[h.pos :]
    at = 0
    live = [i for i in range(h.n) if not h.folded[i]]
    hands: list[list[int]] = []
    for i in live:
        missing = 7 - len(h.hole[i])
        hands.append(h.hole[i] + deck[at : at + missing])
        at += missing
    return _split(h.variant, hands, live.index(place), h.boards[0])


def _split(variant: Variant, hands: list[list[int]], mine: int, board: list[int]) -> float:
    """What one hand of these gets of a pot."""
    if any(len(hole) + len(board) < 5 for hole in hands) and variant.high != "badugi":
        return 1 / len(hands)
    share = _part([evaluate.WORTH[variant.high](hole, board) for hole in hands], mine)
    if variant.low:
        lows = [evaluate.WORTH[variant.low](hole, board) for hole in hands]
        if any(lows):
            return (share + _part(lows, mine)) / 2
    return share


def _part(worths: list[int], mine: int) -> float:
    best = max(worths)
    return 1 / worths.count(best) if worths[mine] == best else 0.0


def _discard(view: View, seat: int) -> moves.Move:
    names = view.players[seat].cards or ()
    keep = _kept(VARIANTS[view.variant], [parse(name) for name in names])
    return moves.Discard(tuple(name for name in names if parse(name) not in keep))


def _kept_high(cards: list[int]) -> set[int]:
    """A hand from a straight up whole; else pairs, four of a suit, or the two highest cards."""
    if evaluate.high(cards) >= evaluate.high(_WHEEL):
        return set(cards)
    ranks, suits = [c % 13 for c in cards], [c // 13 for c in cards]
    same = {c for c in cards if ranks.count(c % 13) > 1}
    suited = {c for c in cards if suits.count(c // 13) == 4}
    return same or suited or set(sorted(cards, key=lambda c: c % 13)[-2:])


def _kept(variant: Variant, cards: list[int]) -> set[int]:
    """Badugi keeps its best cards; 2-7 keeps the low ones that pair nothing; five-card draw what is
    made, or nearly."""
    if variant.high == "high":
        return _kept_high(cards)
    if variant.high == "badugi":
        best: tuple[int, ...] = ()
        for size in range(1, 5):
            for some in combinations(cards, size):
                apart = len({c % 13 for c in some}) == len({c // 13 for c in some}) == size
                low = max((c % 13 + 1) % 13 for c in some) <= 8
                if apart and low and evaluate.badugi(some) > (evaluate.badugi(best) if best else 0):
                    best = some
        return set(best)
    kept: dict[int, int] = {}
    for card in sorted(cards, key=lambda c: c % 13):
        if card % 13 <= 7:  # nine and under
            kept.setdefault(card % 13, card)
    full = set(kept.values())
    if len(full) == 5 and evaluate.low27(cards) < evaluate.low27([0, 14, 28, 42, 8]):
        full.discard(max(full, key=lambda c: c % 13))  # a straight or a flush: break it
    return full
