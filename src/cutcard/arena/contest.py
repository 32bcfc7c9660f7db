"""A whole event of matches played in memory with bots, match after match, as `running.py` plays one
with chips. The same seed gives the same event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from msgspec import Struct, convert

from cutcard.bots.bot import bots_of
from cutcard.bots.drive import drive
from cutcard.bots.parts import part
from cutcard.kernel import tags
from cutcard.kernel.game import Game, Options, State
from cutcard.kernel.judging import match_options_of
from cutcard.kernel.rng import Rng

from .draws import seed_of
from .matches import Effect, Judge, MatchEvent, Play, Terms
from .matches.state import Match

MOST_DEALS = 1000  # of a match: one that takes longer never ends
RATINGS = 400  # points from the best to the last of those who enter


class Figures(Struct):
    """What there was of it."""

    matches: int = 0
    deals: int = 0
    decisions: int = 0
    ends_at: int = 0


class Contest:
    """Carries an event of matches."""

    def __init__(
        self, game: Game, terms: Terms, options: Options, seed: bytes, bot: str | None = None
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        known = bots_of(game)
        self.make_bot = known[bot] if bot is not None else known["random"]
        self.event = MatchEvent.open("event", terms, 0)
        self.figures = Figures()
        self.running: list[tuple[int, int, tuple[int, ...]]] = []  # when it ends, match, places

    def run(self, players: int, progress: Callable[[int], None] | None = None) -> Figures:
        """Everybody enters, then match after match to the end."""
        terms = self.event.state.terms
        at = terms.opens_at
        for number in range(1, players + 1):
            names = [f"player {number}", f"partner {number}"][: terms.team]
            rating = 1200 + RATINGS * (players - number) / players
            self._carry(self.event.register(tuple(names), rating, at, bot=True), at)
        while self.event.state.phase in ("registering", "running"):
            at = self._next(at)
            if progress is not None:
                progress(self.figures.matches)
        self.figures.ends_at = at
        return self.figures

    def _next(self, at: int) -> int:
        due = self.event.due()
        if self.running and (due is None or self.running[0][0] <= due):
            at, number, places = heappop(self.running)
            if self.event.state.matches[number].open():
                self._carry(self.event.result(number, places, at), at)
        elif due is not None:
            at = max(at, due)
            self._carry(self.event.advance(at), at)
        else:
            raise RuntimeError("the event waits for nobody and nothing")
        return at

    def _carry(self, effects: Sequence[Effect], at: int) -> None:
        for effect in effects:
            if isinstance(effect, Play):
                self._play(self.event.state.matches[effect.match], effect, at)
            elif isinstance(effect, Judge):  # T126: nobody stands better than another here
                match = self.event.state.matches[effect.match]
                places = (1,) * len(match.entries)
                self._carry(self.event.result(effect.match, places, at, decided=True), at)

    def _play(self, match: Match, play: Play, at: int) -> None:
        """The match, deal after deal; it ends when its deals' clocks say so."""
        label = f"match:{match.number}:{match.game}"
        rng, seats = Rng(seed_of(self.seed, label)), len(play.users)
        chance = Rng(seed_of(self.seed, f"bots:{label}"))
        bots = {seat: self.make_bot() for seat in range(seats)}
        carry, took = None, 0
        for _ in range(MOST_DEALS):
            state = self.game.deal(self.options, seats, rng.fork(), carry)
            take_seats(state, seats)
            last = 0
            for done in drive(state, bots, chance):
                self.figures.decisions += 1
                last = done.at
            took += last
            self.figures.deals += 1
            carry = state.next()
            if carry is None:
                break
        else:
            raise RuntimeError(f"{label} does not end")
        outcome = state.outcome()
        assert outcome is not None
        self.figures.matches += 1
        users = play.users
        places = tuple(
            min(outcome.places[users.index(user)] for user in self.event.state.entrants[one].users)
            for one in match.entries
        )
        heappush(self.running, (at + 1000 + took, match.number, places))


def take_seats(state: State, seats: int) -> None:
    """Where people come and go, those who were given a match's seats sit down in them (T3, T95)."""
    for seat in range(seats):
        for move in (*state.legal(seat), *state.asides(seat)):
            if move.__struct_config__.tag == tags.SIT:
                state.play(seat, move, 0)
                break


def options_of(game: Game, terms: Terms) -> Options:
    """The options of the event's matches; msgspec's own error or ValueError where they are none."""
    found: Options = convert(match_options_of(part(game, "event"), terms.options), game.Options)
    return found
