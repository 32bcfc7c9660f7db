"""How an event of matches goes on by itself (docs/rules/tournament.md T117-T147): rounds, brackets
and an arena's passes, each match called when its time has come. Every change is an entry of the
log; `event.py` is what can be asked."""

from __future__ import annotations

from collections.abc import Sequence

from .. import swiss
from ..swiss import Pairing, Swiss
from . import formats, words
from .state import RUNNING, Match, State, apply, fold
from .words import Effect

READY = 60_000  # T124, T148
READY_ARENA = 15_000  # T147
ARENA_EVERY = 3_000  # T144
ELIMINATION = ("single-elimination", "double-elimination")


class Course:
    """An event of matches between requests."""

    def __init__(self, name: str, entries: Sequence[words.Entry]) -> None:
        self.name = name
        self.log = list(entries)
        self.state: State = fold(self.log)
        self.at = self.state.at
        self.effects: list[Effect] = []
        self.offers: dict[str, tuple[str, float, int]] = {}  # partner: by whom, rating, until
        self.next_pass = 0
        self.judged: set[int] = set()  # matches whose time is up and whose verdict is asked for
        self.looked = 0  # how long the log was when the bracket was last looked at
        self.at_once = swiss.MOST  # players of a Swiss round that is paired here, without asking
        self.pondered = False  # a round is being paired elsewhere
        self.found: tuple[tuple[Swiss, ...], Pairing] | None = None  # and has been, for these

    def _note(self, what: words.What) -> None:
        entry = words.Entry(len(self.log) + 1, self.at, what)
        self.log.append(entry)
        apply(self.state, entry)
        self.effects += [words.Write(entry), words.Say(what)]

    def _done(self) -> list[Effect]:
        found, self.effects = self.effects, []
        return found

    def _go_on(self) -> None:
        s = self.state
        if s.phase != RUNNING:
            return
        if s.terms.format in ELIMINATION:
            self._bracket()
        elif s.terms.format == "arena":
            self._arena()
        else:
            self._rounds()

    def _call(self, called: formats.Called) -> None:
        s = self.state
        name, entries = called
        patience = READY_ARENA if s.terms.format == "arena" else READY
        number = len(s.matches) + 1
        until = self.at + s.terms.round_minutes * 60_000
        self._note(words.Paired(number, name, entries, self.at + patience, until))
        gone = [entry for entry in entries if s.entrants[entry].gone]
        if gone:  # T142, and in brackets: who has withdrawn loses what is left
            points = tuple(0 if entry in gone else 2 for entry in entries)
            self._note(words.Decided(number, points, "no_show"))
            return
        asked = [entry for entry in entries if not s.entrants[entry].bot]
        for entry in entries:
            if entry not in asked:
                self._note(words.Ready(number, entry))
        if not asked:
            self._play(s.matches[number])
            return
        users = tuple(user for entry in asked for user in s.entrants[entry].users)
        self.effects.append(words.Call(number, users, self.at + patience))

    def _rounds(self) -> None:
        """Swiss and round robin: a round starts when all results of the last are in (T126)."""
        s = self.state
        while not s.open_matches() and s.phase == RUNNING:
            is_swiss = s.terms.format == "swiss"
            if s.round >= formats.round_count(s) or len(s.playing()) < 2:
                self._end(formats.swiss_order(s) if is_swiss else formats.robin_order(s))
                return
            pairing = self._pairing() if is_swiss else []
            if pairing is None:
                return
            self._note(words.RoundBegan(s.round + 1))
            for called in self._swiss(pairing) if is_swiss else self._robin():
                self._call(called)

    def _pairing(self) -> Pairing | None:
        """T120: the next Swiss round's; None: it is being looked for. One that was found for others
        than those who are in now is of no use: somebody has come or withdrawn meanwhile."""
        if self.pondered:
            return None
        players = formats.swiss_players(self.state)
        if len(players) <= self.at_once:
            return swiss.pair(players)
        (known, pairing), self.found = self.found or ((), []), None
        if known == players:
            return pairing
        self.pondered = True
        self.effects.append(words.Ponder(players))
        return None

    def _swiss(self, pairing: Pairing) -> list[formats.Called]:
        called, bye = formats.swiss_round(self.state, pairing)
        if bye is not None:
            self._note(words.Bye(bye))
        return called

    def _robin(self) -> list[formats.Called]:
        s = self.state
        called: list[formats.Called] = []
        for number, two in enumerate(formats.robin_matches(s, s.round), 1):
            real = tuple(entry for entry in two if entry is not None)
            if len(real) > 1 and not all(s.entrants[entry].gone for entry in real):
                called.append((f"{s.round}.{number}", real))
            elif len(real) == 1 and s.terms.seats == 2:
                self._note(words.Bye(real[0]))
        return called

    def _bracket(self) -> None:
        """Every match whose sides are known is called; winners of walkovers at once."""
        while len(self.log) > self.looked:  # nothing has changed since where it is not
            self.looked = len(self.log)
            tree = formats.Bracket(self.state)
            if tree.over():
                self._end(tree.order())
                return
            if not tree.due:
                return
            for called in tree.due:
                self._call(called)

    def _arena(self) -> None:
        s = self.state
        if self.at >= s.ends_at:
            if not s.open_matches():
                self._end(formats.arena_order(s))
            return
        if self.at < self.next_pass:
            return
        self.next_pass = self.at + ARENA_EVERY
        called, passed = formats.arena_pairs(s)
        for one in called:
            self._call(one)
        for entry in passed if called else ():
            if not s.entrants[entry].skipped:
                self._note(words.Bye(entry))

    def _end(self, order: list[list[int]]) -> None:
        places: dict[int, tuple[int, int]] = {}
        for rank in order:
            place = len(places) + 1
            for entry in rank:
                places[entry] = (place, place + len(rank) - 1)
        self._note(words.Ended(places))

    def _play(self, match: Match) -> None:
        """T134, T148: who is first sits first, in even games the other; a pair's players sit
        across from each other."""
        self.effects.append(words.Play(match.number, match.game, self.seating(match)))

    def seating(self, match: Match) -> tuple[str, ...]:
        """Users by seat, in the game of the match that is due."""
        order = match.entries if match.game % 2 else match.entries[::-1]
        teams = [self.state.entrants[entry].users for entry in order]
        return tuple(team[seat] for seat in range(self.state.terms.team) for team in teams)
