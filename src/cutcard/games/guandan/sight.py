"""What a viewer may know, built up from nothing, and kept until it changes.

After a move most of a view is what it was, and four fifths are the same for all five viewers. So a
deal that is looked at keeps what it showed, part by part, each with what it was made of: a part
is made again only where that is no longer the same. Nobody's hand is in the public parts; what
follows from a hand is kept for its seat alone. Advice is made when it is asked for, and kept for
as long as it holds. A copy of a deal starts with nothing kept.
"""

from __future__ import annotations

from collections.abc import Callable

from cutcard.kernel.cards import BIG_JOKER, NAMES, RANKS, SMALL_JOKER
from cutcard.kernel.game import Seat

from .deck import RANK_MASK, SUIT_BITS, names, size
from .hints import LIMIT, Tip, everything, flushes, grouped, in_words, tips
from .moves import Advice, Gift, Player, View
from .shapes import forms_of
from .state import BACK, DEAL, NONE, PAY, PLAY, REFUSED, SETTLE, TAKE, Deal
from .tribute import may_refuse, payable, returnable

PHASES = ("deal", "tribute", "take", "return", "play", "settle", "over")
_COUNTED = (*RANKS, "SJ", "BJ")
Words = tuple[str, ...]
_view: Callable[..., View] = View


class Sight:
    """What a deal shows. `stale`: something was played since it was looked at last."""

    __slots__ = (
        "advised",
        "all_tips",
        "counted",
        "gifts",
        "given",
        "of",
        "own",
        "players",
        "public",
        "seen",
        "stale",
        "views",
    )  # fmt: skip

    def __init__(self) -> None:
        self.stale = True
        self.views: dict[Seat | None, View] = {}
        self.public: tuple[object, ...] = ()  # a view's fields from `phase` to `result`
        self.players: dict[Seat, Player] = {}
        self.of: list[tuple[object, ...]] = [()] * 4  # what each player's record was made of
        self.counted = -1  # the cards played that `seen` counts
        self.seen: dict[str, int] | None = None
        self.given: list[tuple[int, int, int, int]] = []
        self.gifts: tuple[Gift, ...] = ()
        self.own: dict[Seat, _Own] = {}
        self.all_tips: tuple[tuple[object, ...], list[Tip]] | None = None  # of which play
        self.advised: dict[Seat, tuple[tuple[object, ...], Advice]] = {}  # with what it is about

    def view(self, deal: Deal, viewer: Seat | None) -> View:
        """The deal as that seat sees it, or a spectator."""
        if self.stale:
            self.views = {}
            self.public = self._public(deal)
            self.stale = False
        view = self.views.get(viewer)
        if view is None:
            view = self.views[viewer] = _view(*self.public, *self._own(deal, viewer))
        return view

    def advice(self, deal: Deal, seat: Seat) -> Advice | None:
        """What a friend would say who sees what the seat sees."""
        hand, level = deal.hands[seat], deal.level
        if deal.phase == DEAL or not hand:
            return None
        turn = deal.phase == PLAY and seat == deal.turn
        table, book = deal.table if turn else None, deal.book
        of = (hand, turn, table)
        kept = self.advised.get(seat)
        if kept is None or kept[0] != of:
            straight = in_words(flushes(hand, level, table, book), level, book)
            groups, found, more = grouped(hand, level), None, 0
            if turn:
                found = in_words(tips(hand, level, table, book)[:LIMIT], level, book)
                more = len(forms_of(hand, level, table, book)) - len(found)
            kept = self.advised[seat] = (of, Advice(groups, found, more, straight))
        return kept[1]

    def more_advice(self, deal: Deal, seat: Seat, page: int) -> Advice | None:
        """The hints of a later page: every legal form is on one of them."""
        hand, level, table, book = deal.hands[seat], deal.level, deal.table, deal.book
        if deal.phase != PLAY or seat != deal.turn:
            return None
        of = (hand, table)
        if self.all_tips is None or self.all_tips[0] != of:
            self.all_tips = (of, everything(hand, level, table, book))
        found = self.all_tips[1]
        first = LIMIT
        if table is None:  # the first page has what the hand is sorted into, and no more
            first = min(LIMIT, len(tips(hand, level, None, book)))
        start = first + (page - 1) * LIMIT
        here = found[start : start + LIMIT]
        if not here:
            return None
        left = len(found) - start - len(here)
        return Advice(hints=in_words(here, level, book), more=left)

    def _own(self, deal: Deal, viewer: Seat | None) -> tuple[object, ...]:
        if viewer is None:
            return ()
        own = self.own.get(viewer)
        if own is None:
            own = self.own[viewer] = _Own()
        return own.look(deal, viewer)

    def _public(self, deal: Deal) -> tuple[object, ...]:
        """The fields of a view that are the same for all, in their order."""
        carry, result, phase = deal.carry, deal.result, deal.phase
        trick_over = phase == PLAY and deal.table is None and deal.owner != NONE
        order = result.order if result is not None else tuple(deal.out)
        players = self._players(deal, order)
        if deal.gone != self.counted:
            self.counted, self.seen = deal.gone, _seen(deal.gone) or None
        if deal.gifts != self.given:
            self.given, self.gifts = deal.gifts[:], _gifts(deal)
        return (
            PHASES[phase],
            deal.deals(),
            RANKS[deal.level],
            deal.levels,
            (0, 0) if carry is None else carry.fails,
            players,
            deal.declarer if deal.declarer >= 0 else None,
            deal.book.declare_pair,
            deal.turn if deal.turn != NONE else None,
            players[deal.owner].last if deal.table is not None else None,
            deal.owner if trick_over else None,
            trick_over and deal.wind,
            order,
            carry.order if carry is not None else (),
            self.seen,
            self.gifts,
            deal.offers() if phase == TAKE else None,
            deal.shown or None,
            result,
        )

    def _players(self, deal: Deal, order: tuple[Seat, ...]) -> dict[Seat, Player]:
        over = deal.phase >= SETTLE
        players = self.players
        for seat in range(4):
            hand, last = deal.hands[seat], deal.lasts[seat]
            auto, away, passed = deal.auto[seat], deal.absent[seat], deal.passed[seat]
            chosen = deal.chosen[seat] != NONE
            place = order.index(seat) + 1 if seat in order else None
            ready = deal.ready[seat]
            of = (hand, place, auto, away, chosen, passed, last, over, ready)
            if of != self.of[seat]:
                if players is self.players:
                    players = dict(players)  # the one shown before stays as it was
                self.of[seat] = of
                shown = names(hand, deal.level) if over and hand else None
                laid = deal.laid(seat)
                players[seat] = Player(
                    size(hand), place, auto, away, chosen, passed, laid, shown, ready
                )
        self.players = players
        return players


class _Own:
    """What only the owner of a hand may see."""

    __slots__ = ("fields", "hand", "names", "of")

    def __init__(self) -> None:
        self.of: tuple[object, ...] = ()  # what `fields` was made of
        self.fields: tuple[object, ...] = ()  # a view's fields from `hand` to `conceding`
        self.hand = -1  # of which the names are
        self.names: Words = ()

    def look(self, deal: Deal, seat: Seat) -> tuple[object, ...]:
        hand, phase = deal.hands[seat], deal.phase
        mates = (deal.conceding[seat], deal.conceding[(seat + 2) % 4])
        of = (hand, phase, deal.chosen[seat], mates)
        if of != self.of:
            self.of, self.fields = of, self._fields(deal, seat, hand)
        return self.fields

    def _fields(self, deal: Deal, seat: Seat, hand: int) -> tuple[object, ...]:
        level, phase, chosen = deal.level, deal.phase, deal.chosen[seat]
        if hand != self.hand:
            self.hand, self.names = hand, names(hand, level)
        choices: Words | None = None
        refuse, lies = False, None
        if chosen != NONE:
            lies = "refuse" if chosen == REFUSED else NAMES[chosen]
        elif phase == PAY and seat in deal.payers:
            choices = tuple([NAMES[kind] for kind in payable(hand, level)])
            refuse = deal.book.anti_tribute == "optional" and may_refuse(hand)
        elif phase == BACK and seat in deal.waiting():
            choices = tuple([NAMES[kind] for kind in returnable(hand, level, deal.book)])
        conceding = tuple([mate for mate in (seat, (seat + 2) % 4) if deal.conceding[mate]])
        return (self.names, choices, refuse, lies, conceding)


def _gifts(deal: Deal) -> tuple[Gift, ...]:
    return tuple(
        [
            Gift(giver, taker, NAMES[kind], NAMES[back] if back != NONE else None)
            for giver, taker, kind, back in deal.gifts
        ]
    )


def _seen(gone: int) -> dict[str, int]:
    """Played cards by rank: the public half of a card counter."""
    ranks = sum([gone >> SUIT_BITS * suit & RANK_MASK for suit in range(4)])
    counts = [ranks >> 4 * rank & 15 for rank in range(13)]
    counts += [gone >> 4 * SMALL_JOKER & 3, gone >> 4 * BIG_JOKER & 3]
    return {name: count for name, count in zip(_COUNTED, counts, strict=True) if count}
