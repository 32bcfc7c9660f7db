"""One hand of any variant, from the forced bets to the last chip: the judge of money.

It knows places (see stakes.py), not seats or users; reads no clock, tells nobody anything and
deals from the deck it was given. The reopen rule in one line: a player may raise if they have not
acted on this street, or if the bet has grown by a full raise since they last acted (P16, P17).
`fold`, `call` and `raise_to` are the hot loop of every simulation: lists of ints, no objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import posting, showdown, streets
from .dealing import Cards
from .stakes import Stakes
from .variants import FIXED

if TYPE_CHECKING:
    from cutcard.kernel.rng import Rng

BET, BRING, DRAW, RUNS, DONE = range(5)
NONE = (0, 0)


class Hand(Cards):
    """A hand in progress. All lists go by place."""

    __slots__ = (
        "able",
        "acted",
        "actor",
        "aggressor",
        "anted",
        "antes",
        "awards",
        "bets",
        "can",
        "closed",
        "count",
        "cur",
        "dead",
        "full",
        "limit",
        "nominal",
        "opener",
        "phase",
        "rake",
        "returned",
        "runs",
        "stacks",
        "stakes",
        "step",
        "street",
        "total",
        "unit",
        "won",
    )

    def __init__(  # noqa: PLR0915 - a hand has this many parts, and a call for each would cost
        self,
        stakes: Stakes,
        stacks: list[int],
        deck: list[int],
        rng: Rng | None = None,
    ) -> None:
        n = len(stacks)
        self.stakes = stakes
        self.variant = stakes.variant
        self.limit = stakes.limit
        self.n = n
        self.stacks = stacks  # kept and changed
        self.bets = [0] * n  # on this street
        self.total = [0] * n  # on all streets, antes aside
        self.antes = stakes.antes and [0] * n
        self.dead = 0  # money in the pot that is nobody's bet,
        self.anted = 0  # and how much of it is antes
        self.folded = [False] * n
        self.can = [True] * n  # not folded, and chips behind
        self.live = n
        self.able = n  # how many can act
        self.acted = [-1] * n  # the bet when a place last acted on this street
        self.cur = 0  # the bet to match
        self.nominal = False  # the bet is a blind that nobody could post in full
        self.step = stakes.step  # the last full raise
        self.unit = stakes.bet  # a fixed limit's bet on this street,
        self.full = 0  # its last full bet
        self.count = 0  # and how many there were
        self.aggressor = -1
        self.deck = deck
        self.pos = 0
        self.boards = [[] for _ in range(stakes.boards)]
        self.hole = []
        self.muck = []
        self.street = 0
        self.runs = 0  # boards agreed on, once asked
        self.closed = False  # no more betting or drawing: hands are tabled
        self.won: list[int] = [0] * n
        self.awards: list[showdown.Award] | None = None  # showdown.awards, once asked for
        self.returned = (-1, 0)  # the uncalled part of a bet, and whose it was
        self.rake = 0
        self.rng = rng
        self.actor = -1
        self.opener = -1  # who must bring it in
        self.phase = BET
        if self.antes or stakes.dead:
            posting.antes_and_dead(self)
        bets = self.bets
        for i, due in stakes.posts:
            blind = due
            if due >= stacks[i]:
                blind = stacks[i]
                if self.can[i]:
                    self.can[i] = False
                    self.able -= 1
            stacks[i] -= blind
            bets[i] = blind
            self.total[i] = blind
        if stakes.ante_last:
            posting.antes_after_blinds(self)
        self.deal_hole(stakes.hole)
        if stakes.door:
            self.deal_board(stakes.door)
        if stakes.price:
            self.cur = self.full = stakes.price
            self.count = 1
            self.nominal = max(bets) < stakes.price
            self._turn(stakes.first)
        else:
            streets.open_without_blinds(self)

    # What the one to act may do

    def to_call(self) -> int:
        """What a call would put in."""
        a = self.actor
        owed = self.cur - self.bets[a]
        stack = self.stacks[a]
        return owed if owed < stack else stack  # noqa: FURB136 - hot: no call

    def span(self) -> tuple[int, int]:
        """The lowest and the highest total to bet or raise to; (0, 0): it is not allowed.

        A fixed limit allows these two and nothing between them.
        """
        a = self.actor
        bets, stacks, can = self.bets, self.stacks, self.can
        top = stacks[a] + bets[a]
        cur = self.cur
        if top <= cur:
            return NONE
        acted = self.acted[a]
        if self.limit == FIXED:
            if acted >= 0 and 2 * (cur - acted) < self.unit:  # P30: half a bet reopens
                return NONE
        elif acted >= 0 and cur - acted < self.step:
            return NONE
        for j in range(self.n):
            if can[j] and j != a and bets[j] + stacks[j] > cur:
                break
        else:
            return NONE  # P20: nobody else could put in more
        if self.limit == FIXED:
            return self._fixed_span(top)
        low = cur + self.step
        if low >= top:
            return top, top
        if self.limit:  # pot-limit
            high = self.pot_raise()
            if high < top:
                return low, max(low, high)
        return low, top

    def _fixed_span(self, top: int) -> tuple[int, int]:
        stakes = self.stakes
        if stakes.cap is not None and self.count >= stakes.cap and self.n > 2:
            return NONE
        low = high = self.full + self.unit
        if (
            self.street == 1
            and stakes.open_pair
            and self.unit < stakes.big_bet
            and streets.open_pair(self)
        ):
            high = self.full + stakes.big_bet
        return min(low, top), min(high, top)

    def pot_raise(self) -> int:
        """A call and a raise by the size of the pot then (P24), as a total."""
        pot = sum(self.total) + self.dead + (sum(self.antes) if self.antes else 0)
        if self.street == 0 and not self.stakes.ante_counts:  # P25: a missed blind does count
            pot -= self.anted + (sum(self.antes) if self.antes else 0)
        return 2 * self.cur - self.bets[self.actor] + pot

    # What the one to act does

    def fold(self) -> None:
        a = self.actor
        self.folded[a] = True
        self.live -= 1
        if self.can[a]:
            self.can[a] = False
            self.able -= 1
        if self.live == 1:
            self.finish()
        elif self.phase == BRING:
            self.actor = streets.after(self, a)
            if self.able == 1:
                self.phase = BET
                self._turn(self.actor)
        else:
            a += 1
            self._turn(a if a < self.n else 0)

    def drop_out(self, i: int) -> None:
        """Fold a place whose turn it need not be: its player has left."""
        if i == self.actor and self.phase in (BET, BRING):
            self.fold()
            return
        self.folded[i] = True
        self.live -= 1
        if self.can[i]:
            self.can[i] = False
            self.able -= 1
        if self.live == 1:
            self.finish()
        elif i == self.actor:
            streets.next_drawer(self, i + 1)
        elif self.phase == BET or (self.phase == BRING and self.able == 1):
            self.phase = BET
            self._turn(self.actor)

    def call(self) -> None:
        """Call, for less where the stack is short (P22), or check."""
        a = self.actor
        owed = self.cur - self.bets[a]
        if owed:
            stack = self.stacks[a]
            if owed >= stack:
                owed = stack
                self.can[a] = False
                self.able -= 1
            self.stacks[a] = stack - owed
            self.bets[a] += owed
            self.total[a] += owed
        self.acted[a] = self.cur
        a += 1
        self._turn(a if a < self.n else 0)

    def raise_to(self, total: int) -> None:
        """Bet or raise to a total within `span`."""
        low, high = self.span()
        if not low <= total <= high or not high:
            raise ValueError(f"a bet or raise to {total} is not within {low} to {high}")
        self.put(total)

    def put(self, total: int) -> None:
        """Bet or raise to a total already judged."""
        a = self.actor
        more = total - self.bets[a]
        left = self.stacks[a] - more
        self.stacks[a] = left
        if not left:
            self.can[a] = False
            self.able -= 1
        self.bets[a] = total
        self.total[a] += more
        if self.limit == FIXED:
            self._fixed_put(total)
        elif total - self.cur > self.step:  # P15, P18: a short all-in leaves the step as it is
            self.step = total - self.cur
        self.cur = total
        self.nominal = False
        self.acted[a] = total
        self.aggressor = a
        self.phase = BET
        a += 1
        self._turn(a if a < self.n else 0)

    def _fixed_put(self, total: int) -> None:
        grown = total - self.full
        if grown > self.unit:
            self.unit = self.stakes.big_bet  # P28: the open pair was bet at the big bet
        if 2 * grown >= self.unit:  # P30: half a bet is a bet; less may be completed
            if not self.full:  # P32: a bring-in was none, so who posted or called it may raise
                self.acted = [min(0, level) for level in self.acted]
            self.count += 1
            self.full = total

    def bring_in(self) -> None:
        """Post the bring-in; what is not posted of it is owed by the others all the same."""
        a = self.actor
        paid = min(self.stakes.bring_in, self.stacks[a])
        self.stacks[a] -= paid
        self.bets[a] = paid
        self.total[a] += paid
        if not self.stacks[a]:
            self.can[a] = False
            self.able -= 1
        self.cur = self.acted[a] = self.stakes.bring_in
        self.nominal = paid < self.cur
        self.phase = BET
        a += 1
        self._turn(a if a < self.n else 0)

    def discard(self, cards: list[int]) -> None:
        """Throw cards away and take as many; none: stand pat."""
        streets.change(self, self.actor, cards)
        streets.next_drawer(self, self.actor + 1)

    def run(self, boards: int) -> None:
        """Deal the rest once, or on that many boards (P51)."""
        self.runs = boards
        self.phase = BET
        if boards > 1:
            self.boards += [self.boards[0][:] for _ in range(boards - 1)]
        streets.go_on(self)

    # How it goes on

    def open_from(self, i: int) -> None:
        self.phase = BET
        self._turn(i)

    def _turn(self, i: int) -> None:
        """Find who acts next, from place i on; nobody: the street is over."""
        n = self.n
        bets, acted, can = self.bets, self.acted, self.can
        if self.nominal:
            self._nominal_turn(i)
            return
        cur = self.cur
        if self.able > 1:
            last = i
            while True:
                if can[i] and (acted[i] < 0 or bets[i] < cur):
                    self.actor = i
                    return
                i += 1
                if i == n:
                    i = 0
                if i == last:
                    break
        elif self.able:
            i = can.index(True)
            if bets[i] < cur:  # P21: they have the bet to match, and no more
                self.actor = i
                return
        streets.street_over(self)

    def _nominal_turn(self, i: int) -> None:
        """Nobody could post the whole blind. Its price stands while another can match it (P5);
        where nobody can, the price is the most that another has in (P6)."""
        for _ in range(self.n):
            if self.can[i]:
                reach = [
                    self.bets[j] + self.stacks[j]
                    for j in range(self.n)
                    if j != i and not self.folded[j]
                ]
                self.cur = min(self.cur, max(reach))
                if self.bets[i] < self.cur or (self.acted[i] < 0 and self.able > 1):
                    self.actor = i
                    return
            i = i + 1 if i + 1 < self.n else 0
        streets.street_over(self)

    def finish(self) -> None:
        """The betting is over: give back what was not called and pay the pots."""
        self.phase = DONE
        self.actor = -1
        showdown.settle(self)

    # Looking on

    def first_showing(self) -> int:
        """Who shows first where nobody bet."""
        return streets.best_showing(self) if self.variant.stud else 0

    def pot(self) -> int:
        """All chips in the middle, this street's bets included."""
        return sum(self.total) + self.dead + (sum(self.antes) if self.antes else 0)

    def copy(self, rng: Rng | None = None) -> Hand:
        """A hand that plays on alike, drawing from `rng`."""
        twin = object.__new__(type(self))
        for slot in _KEPT:
            setattr(twin, slot, getattr(self, slot))
        for slot in _LISTS:
            setattr(twin, slot, getattr(self, slot)[:])
        twin.boards = [board[:] for board in self.boards]
        twin.hole = [cards[:] for cards in self.hole]
        twin.rng = rng
        return twin


_LISTS = ("stacks", "bets", "total", "antes", "folded", "can", "acted", "muck", "won")
_KEPT = tuple(
    s for s in (*Cards.__slots__, *Hand.__slots__) if s not in (*_LISTS, "boards", "hole", "rng")
)
