"""An event played to its end in memory: bots on every seat, time told and not waited for.

The runner is what a server is to an event: it carries out effects, deals where it is told to,
reports how hands ended, and looks after every hand whether what the rule book promises holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from heapq import heappop, heappush

from msgspec import Struct, field

from cutcard.bots.drive import drive, due, soonest
from cutcard.bots.parts import part
from cutcard.kernel.bot import Bot
from cutcard.kernel.game import NATURE, Game, State
from cutcard.kernel.optional import Paid, Staging, staging_of
from cutcard.kernel.rng import Rng

from .button import Positions, positions
from .draws import seed_of
from .event import Book, Deal, Effect, Event, Say, Terms, Write
from .event.facts import RebuyAsked
from .event.floor import running
from .event.log import Moved
from .journal import Journal

DECISION = 4_000  # ms a bot takes, as told to the event
PAUSE = 6_000  # ms between two hands
RICH = 10**9  # what everybody's purse holds


class Tally(Struct):
    """What came of it."""

    hands: int = 0
    decisions: int = 0
    moves: dict[str, int] = field(default_factory=dict)
    ends_at: int = 0
    purses: dict[str, int] = field(default_factory=dict)  # won and lost, in play chips
    bank: int = 0
    most_apart: int = 0  # players that a table which dealt had fewer than the fullest (T51: 2)
    blinds_in_a_row: int = 0  # through balancing: never (T52)
    stacks: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # at, stack


def play_tamely(state: State, rng: Rng) -> int:
    """A deal to its end by chance, mostly by one of the first two moves offered: quick, and tamer
    than any move alike, so that an event takes a while. Returns how many decisions were made."""
    at = decisions = 0
    while state.outcome() is None:
        acting = state.to_act()
        timer = due(state, at) or (None if acting else soonest(state))
        if timer is not None:
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at)
            continue
        legal = state.legal(acting[0])
        few = 2 if len(legal) > 2 and rng.below(12) else len(legal)
        state.play(acting[0], legal[rng.below(few)], at)
        decisions += 1
    return decisions


class NoEvents(ValueError):
    """The game's deals cannot be set by an event."""


def staging(game: Game) -> Staging:
    """How an event sets the game's deals; refuses a game for matches only."""
    found = staging_of(part(game, "event"))
    if found is None:
        raise NoEvents(f"{game.name} is played in matches; an event with chips cannot deal it")
    return found


class Runner:
    """Carries an event and its tables."""

    def __init__(
        self,
        game: Game,
        terms: Terms,
        seed: bytes,
        make_bot: Callable[[], Bot] | None = None,
        *,
        plots: bool = False,
        journal: Journal | None = None,
    ) -> None:
        self.game = game
        self.staging = staging(game)
        self.options = self.staging.options(terms.options, terms.start_stack)
        most = self.staging.most_seats(self.options)
        if max(terms.table_size, terms.seats_at_final()) > most:
            raise ValueError(f"a table of this game seats {most} at most")
        self.seed = seed
        self.make_bot = make_bot
        self.plots = plots
        self.journal = journal
        kept = journal.entries if journal is not None else []
        if kept:
            self.event = Event("event", seed, kept)
            if self.event.state.commitment != sha256(seed).hexdigest():
                raise ValueError("that log is of another seed")
        else:
            self.event = Event.open("event", terms, seed, 0)
            if journal is not None:
                journal.append(self.event.log)
        self.tally = Tally()
        self.running: list[tuple[int, int, int]] = []  # when a hand ends, table, hand
        self.paid: dict[int, Paid] = {}
        self.users: dict[int, Mapping[int, str]] = {}
        self.big: dict[str, int] = {}  # hands since a player's last big blind
        self.moved: set[str] = set()  # since their last hand,
        self.broken: set[str] = set()  # and by a table's breaking: then the draw decides (T52)

    def run(self, players: int, progress: Callable[[int], None] | None = None) -> Tally:
        """Everybody enters, then hand after hand to the end; `progress` hears how many went out."""
        at = self._enter(players)
        told = players
        while self.event.state.phase in ("registering", "running"):
            at = self._next(at)
            if progress is not None and self.event.state.left < told:
                progress(told - self.event.state.left)
                told = self.event.state.left
        self.tally.ends_at = at
        return self.tally

    def _enter(self, players: int) -> int:
        """All who are not in yet; of an event that was under way, its hands again (T104)."""
        state = self.event.state
        at = max(state.terms.opens_at, state.at)
        known = {player.user for player in state.players.values()}
        if len(self.event.log) > 1:
            self._carry(self.event.restart(at), at)
            for dealt_at, deal in running(self.event.log):
                self._deal(deal, dealt_at)
            for entry in sorted(state.asked):
                self._answer(state.players[entry].user, at)
        for number in range(1, players + 1):
            user = f"player {number}"
            if user not in known and self.event.state.phase == "registering":
                self._carry(self.event.register(user, RICH, at), at)
        return at

    def _next(self, at: int) -> int:
        """The next thing that happens, a hand's end or a time; returns when."""
        due = self.event.due()
        if self.running and (due is None or self.running[0][0] <= due):
            at, table, _ = heappop(self.running)
            self._look(table, at)
            self._carry(self.event.hand_ended(table, self.paid.pop(table), at), at)
        elif due is not None:
            at = max(at, due)
            self._carry(self.event.advance(at), at)
        else:
            raise RuntimeError("the event waits for nobody and nothing")
        return at

    def _carry(self, effects: list[Effect], at: int) -> None:
        asked: list[str] = []
        if self.journal is not None:
            rows = [effect.entry for effect in effects if isinstance(effect, Write)]
            if rows:
                self.journal.append(rows)
        for effect in effects:
            if isinstance(effect, Deal):
                self._deal(effect, at)
            elif isinstance(effect, Say):
                if isinstance(effect.fact, RebuyAsked) and effect.user is not None:
                    asked.append(effect.user)
            elif isinstance(effect, Write):
                self._wrote(effect.entry.what)
            elif isinstance(effect, Book):
                if effect.user:
                    purse = self.tally.purses.get(effect.user, 0)
                    self.tally.purses[effect.user] = purse - effect.amount
                else:
                    self.tally.bank -= effect.amount

        for user in asked:
            self._answer(user, at)

    def _answer(self, user: str, at: int) -> None:
        """Every other one who is broke buys again."""
        state = self.event.state
        times = state.players[state.live[user]].rebuys
        if Rng(seed_of(self.seed, f"rebuy:{user}:{times}")).below(2):
            self._carry(self.event.rebuy(user, RICH, at), at)
        else:
            self._carry(self.event.no_rebuy(user, at), at)

    def _wrote(self, what: object) -> None:
        if isinstance(what, Moved):
            reasons = self.tally.moves
            reasons[what.reason] = reasons.get(what.reason, 0) + 1
            user = self.event.state.players[what.entry].user
            if what.reason == "break":
                self.broken.add(user)
            self.moved.add(user)

    def _deal(self, deal: Deal, at: int) -> None:
        carry = self.staging.carry(self.options, deal.stage)
        rng = Rng(seed_of(self.seed, f"deal:{deal.table}:{deal.hand}"))
        seats = len(deal.stage.stacks)
        most = max(len(one.players) for one in self.event.state.tables.values())
        self.tally.most_apart = max(self.tally.most_apart, most - len(deal.users))
        state = self.game.deal(self.options, seats, rng, carry)
        decisions = self._play(state, seats, seed_of(self.seed, f"bots:{deal.table}:{deal.hand}"))
        self.tally.hands += 1
        self.tally.decisions += decisions
        paid = self.paid[deal.table] = self.staging.paid(state)
        if positions(deal.stage) != Positions(paid.dealt, paid.button, paid.small, paid.big):
            raise RuntimeError(f"the game has its blinds elsewhere than the event: {deal}, {paid}")
        self.users[deal.table] = deal.users
        heappush(self.running, (at + PAUSE + DECISION * decisions, deal.table, deal.hand))

    def _play(self, state: State, seats: int, seed: bytes) -> int:
        """A hand to its end; returns how many decisions were made."""
        if self.make_bot is None:
            return play_tamely(state, Rng(seed))
        bots = {seat: self.make_bot() for seat in range(seats)}
        return sum(1 for _ in drive(state, bots, Rng(seed)))

    def _look(self, table: int, at: int) -> None:
        """T52: nobody posts the big blind in two hands running because they were balanced."""
        paid, users = self.paid[table], self.users[table]
        for seat in paid.dealt:
            user = users[seat]
            posts = seat == paid.big
            again = posts and self.big.get(user) == 0
            if again and user in self.moved and user not in self.broken:
                self.tally.blinds_in_a_row += 1
            self.big[user] = 0 if posts else self.big.get(user, 99) + 1
            self.moved.discard(user)
            self.broken.discard(user)
            if self.plots:
                self.tally.stacks.setdefault(user, []).append((at, paid.after[seat]))
