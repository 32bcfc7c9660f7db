"""An event of matches as a machine without I/O: Swiss, round robin, single and double elimination
and arena (docs/rules/tournament.md T3, T117-T152). Requests and time in, effects out; every change
is an entry of the log, and the state a fold over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cutcard.kernel.game import Illegal

from ..points import table_points
from ..swiss import Pairing, Swiss
from . import formats, words
from .course import ELIMINATION, READY, Course
from .state import REGISTERING, RUNNING, Match, State
from .words import Effect, Terms

MOST_DRAWS = 2  # T132: so often a draw is played again


class MatchEvent(Course):
    """One such event."""

    @classmethod
    def open(cls, name: str, terms: Terms, at: int) -> MatchEvent:
        words.check_terms(terms)
        opening = words.Entry(1, at, words.Opened(terms))
        return cls(name, [words.decode(words.encode(opening))])  # just as a store gives it back

    @contextmanager
    def _asked(self, at: int) -> Iterator[State]:
        self.at = max(self.at, at)
        self._due_now()
        yield self.state
        self._go_on()

    def due(self) -> int | None:
        """When something happens by itself."""
        s = self.state
        if s.phase == REGISTERING:
            return s.starts()
        if s.phase != RUNNING:
            return None
        times = [m.ready_by for m in s.open_matches() if len(m.ready) < len(m.entries)]
        times += [m.until for m in s.open_matches() if m.number not in self.judged]
        if s.terms.format == "arena" and self.at < s.ends_at:
            times.append(min(s.ends_at, max(self.next_pass, self.at + 1)))
        if s.terms.format == "swiss" and not s.unfinished and not self.pondered:
            return self.at  # whoever was asked for the round is gone with it: it is asked for again
        return min(times, default=None)

    # Coming and going

    def register(
        self, users: tuple[str, ...], rating: float, at: int, *, bot: bool = False
    ) -> list[Effect]:
        """T5, T6, T118: an entrant; of a pair both have agreed (see `pair_up`)."""
        with self._asked(at):
            self._enter(users, rating, bot=bot)
        return self._done()

    def _enter(self, users: tuple[str, ...], rating: float, *, bot: bool = False) -> None:
        s = self.state
        if bot and not s.terms.bots:
            raise Illegal("INVALID_REQUEST", "Bots are not admitted to this event.")
        self._may_enter(users)
        self._note(words.Entered(s.numbered + 1, users, float(rating), bot))

    def _may_enter(self, users: tuple[str, ...]) -> None:
        s = self.state
        if s.phase not in (REGISTERING, RUNNING):
            raise Illegal("EVENT_OVER", "The event is over.")
        if len(set(users)) != s.terms.team:
            raise Illegal("INVALID_REQUEST", f"An entrant is {s.terms.team} of you here.")
        if any(s.entry_of(user) is not None for user in users):
            raise Illegal("ALREADY_REGISTERED", "You are in already.")
        if self.at < s.terms.opens_at:
            raise Illegal("NOT_OPEN_YET", "Registration has not opened yet.")
        late = s.terms.format in ("swiss", "arena") and s.phase == RUNNING
        if s.phase != REGISTERING and not (late and self.may_come_late()):
            raise Illegal("ENTRY_CLOSED", "Entries are closed.")
        if len(s.entrants) >= s.terms.max_players:
            raise Illegal("EVENT_FULL", "All entries are sold.")

    def _forget_offers(self, user: str) -> None:
        """One offer a player stands, and none past its time."""
        for partner, (by, _, until) in list(self.offers.items()):
            if by == user or until < self.at:
                del self.offers[partner]

    def may_come_late(self) -> bool:
        """T118: into a Swiss event before its last round, into an arena before its end."""
        s = self.state
        if s.terms.format == "arena":
            return self.at < s.ends_at
        return s.round < formats.swiss_rounds(s)

    def pair_up(self, user: str, partner: str, rating: float, at: int) -> list[Effect]:
        """T148: a pair registers together: both name each other within 60 s; ratings add up."""
        with self._asked(at) as s:
            if s.terms.team != 2 or user == partner:
                raise Illegal("INVALID_REQUEST", "Pairs of two different players enter this event.")
            by, other, until = self.offers.get(user, ("", 0.0, 0))
            if by == partner and self.at <= until:
                self._enter((partner, user), rating + other)
                self.offers.pop(user, None)
            else:
                self._may_enter((user, partner))
                self._forget_offers(user)
                self.offers[partner] = (user, rating, self.at + READY)
        return self._done()

    def unregister(self, user: str, at: int) -> list[Effect]:
        """T7."""
        with self._asked(at) as s:
            entry = self._entry(user)
            if s.phase != REGISTERING:
                raise Illegal("EVENT_RUNNING", "It has begun; you may withdraw.")
            self._note(words.Withdrew(entry))
        return self._done()

    def withdraw(self, user: str, at: int) -> list[Effect]:
        """T125, T142: no longer paired; a match that is called is lost. One that is played goes on
        to its end at its table: nobody escapes a loss by it."""
        with self._asked(at) as s:
            entry = self._entry(user)
            if s.phase != RUNNING:
                raise Illegal("NOT_OPEN_YET", "It has not begun; you may unregister.")
            self._quit(entry)
        return self._done()

    def _quit(self, entry: int) -> None:
        self._note(words.Quit(entry))
        for match in self.state.open_matches():
            if entry in match.entries and not match.table:
                points = tuple(0 if e == entry else 2 for e in match.entries)
                self._note(words.Decided(match.number, points, "no_show"))

    def _entry(self, user: str) -> int:
        entry = self.state.entry_of(user)
        if entry is None:
            raise Illegal("NOT_REGISTERED", "You are not in this event.")
        return entry

    # Matches

    def ready(self, user: str, match: int, at: int) -> list[Effect]:
        """T124, T150: of a pair one is enough. When all are ready the table opens."""
        with self._asked(at):
            entry = self._entry(user)
            found = self._match(match, entry)
            if entry not in found.ready:
                self._note(words.Ready(match, entry))
                if len(found.ready) == len(found.entries):
                    self._play(found)
        return self._done()

    def tabled(self, match: int, table: int, at: int) -> list[Effect]:
        """A table was opened for it."""
        self.at = max(self.at, at)
        self._match(match)
        self._note(words.Tabled(match, table))
        return self._done()

    def back(self, user: str, at: int) -> list[Effect]:
        """T147."""
        with self._asked(at) as s:
            entry = self._entry(user)
            if s.entrants[entry].away:
                self._note(words.Back(entry))
        return self._done()

    def _match(self, number: int, entry: int | None = None) -> Match:
        found = self.state.matches.get(number)
        if found is None or not found.open() or (entry is not None and entry not in found.entries):
            raise Illegal("INVALID_REQUEST", "That match is not being played, or not yours.")
        return found

    def result(
        self, match: int, places: Sequence[int], at: int, *, decided: bool = False
    ) -> list[Effect]:
        """A match's end: the entrants' places, in the order in which the match names them.
        `decided`: as it stood when its time was up (T126)."""
        with self._asked(at) as s:
            found = self._match(match)
            if len(places) != len(found.entries):
                raise Illegal("INVALID_REQUEST", "Every entrant of the match has a place.")
            points = self._points(places)
            how = "decided" if decided else "played"
            if s.terms.format == "arena" and self.at >= s.ends_at:
                how = "late"
            drawn = s.terms.seats == 2 and points[0] == points[1]
            again = drawn and s.terms.format in ELIMINATION and not decided
            if again and found.game <= MOST_DRAWS:
                self._note(words.Again(match))
                self._play(found)
            else:
                self._note(words.Decided(match, points, how))
        return self._done()

    def _points(self, places: Sequence[int]) -> tuple[int, ...]:
        if self.state.terms.seats > 2:
            return tuple(table_points(places))
        first, second = places
        return (1, 1) if first == second else (2, 0) if first < second else (0, 2)

    # Time

    def advance(self, at: int) -> list[Effect]:
        with self._asked(at):
            pass
        return self._done()

    def paired(self, players: tuple[Swiss, ...], found: Pairing, at: int) -> list[Effect]:
        """The answer to `Ponder`."""
        self.pondered, self.found = False, (players, found)
        return self.advance(at)

    def restart(self, at: int) -> list[Effect]:
        """T104: asked once after the log was read again. Who was called is called again, and what
        is played goes on at its table."""
        self.at = max(self.at, at)
        if self.state.phase in (REGISTERING, RUNNING):
            self._note(words.Restarted())
        for match in self.state.open_matches():
            missing = [entry for entry in match.entries if entry not in match.ready]
            users = tuple(user for entry in missing for user in self.state.entrants[entry].users)
            if users:
                self.effects.append(words.Call(match.number, users, match.ready_by))
        return self._done()

    def cancel(self, user: str, at: int, *, admin: bool = False) -> list[Effect]:
        """T105."""
        with self._asked(at) as s:
            if s.phase not in (REGISTERING, RUNNING):
                raise Illegal("EVENT_OVER", "The event is over.")
            if not admin and not (user == s.terms.host and s.phase == REGISTERING):
                raise Illegal("FORBIDDEN", "The host cancels before the start, an admin later.")
            self._note(words.Cancelled("cancelled"))
        return self._done()

    def _due_now(self) -> None:
        s = self.state
        if s.phase == REGISTERING and self.at >= s.starts():
            if len(s.entrants) < s.terms.min_players:
                self._note(words.Cancelled("too few players"))
                return
            ranked = sorted(s.entrants.values(), key=lambda one: (-one.rating, one.entry))
            self._note(words.Started(tuple(one.entry for one in ranked)))
        if s.phase == RUNNING:
            for match in s.open_matches():
                self._late(match)
            self._go_on()

    def _late(self, match: Match) -> None:
        s = self.state
        missing = [entry for entry in match.entries if entry not in match.ready]
        if missing and self.at >= match.ready_by:
            points = tuple(0 if entry in missing else 2 for entry in match.entries)
            self._note(words.Decided(match.number, points, "no_show"))
            for entry in missing:
                if s.terms.format == "arena":
                    self._note(words.Away(entry))
                elif s.entrants[entry].no_shows >= 2 and not s.entrants[entry].gone:
                    self._quit(entry)  # T124
        elif not missing and self.at >= match.until and match.number not in self.judged:
            self.judged.add(match.number)
            self.effects.append(words.Judge(match.number))
