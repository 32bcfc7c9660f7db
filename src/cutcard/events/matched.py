"""One event of matches in a house (docs/rules/tournament.md T3, T117-T152): each match is a table
of its own, opened when all are ready, and its result is written with the table's end.

A match that everybody is ready for and that has no table is given one; so it does not matter where
a process dies: the next one looks at every match.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cutcard.arena.event.requests import Asked
from cutcard.arena.matches import Call, Effect, Judge, MatchEvent, Play, Ponder, Say, Write
from cutcard.arena.matches import words as entries
from cutcard.arena.matches.facts import PairAsked, Seated, call, told
from cutcard.arena.matches.state import CANCELLED, OVER, RUNNING, Match
from cutcard.arena.ratings import sought
from cutcard.arena.swiss import Swiss, pair
from cutcard.bots import bots_of
from cutcard.bots.parts import part
from cutcard.kernel.game import Illegal, Outcome, Record
from cutcard.kernel.judging import judging_of, match_options_of
from cutcard.kernel.optional import ladder_of
from cutcard.kernel.ranking import ranking_of
from cutcard.store.events import EventEntry, EventRow
from cutcard.store.protocol import TableRow
from cutcard.table.life import Life
from cutcard.table.matched import Matched
from cutcard.table.words import Refusal, User

from .carrying import Carrying

if TYPE_CHECKING:
    from .holder import Holder

log = logging.getLogger("cutcard.events")

AT_ONCE = 32  # players of a Swiss round that is paired on the loop: some 2 ms
TIME_IS_UP = "The round's time is over"
DECIDED = "The event has decided this match"

Answer = Callable[[MatchEvent, Asked, dict[str, Any]], list[Effect]]
ANSWERS: dict[str, Answer] = {
    "TOURNAMENT_UNREGISTER": lambda e, a, _: e.unregister(a.user, a.at),
    "TOURNAMENT_WITHDRAW": lambda e, a, _: e.withdraw(a.user, a.at),
    "TOURNAMENT_READY": lambda e, a, w: e.ready(a.user, w["match"], a.at),
    "TOURNAMENT_BACK": lambda e, a, _: e.back(a.user, a.at),
    "TOURNAMENT_CANCEL": lambda e, a, _: e.cancel(a.user, a.at, admin=a.admin),
}


class Meeting(Carrying):
    """An event of matches, and where they are played."""

    event: MatchEvent

    def __init__(self, holder: Holder, row: EventRow, kept: Sequence[EventEntry]) -> None:
        super().__init__(holder, row)
        self.judging: set[int] = set()  # matches whose time is up
        self.reading(kept)()

    def reading(self, kept: Sequence[EventEntry]) -> Callable[[], None]:
        event = MatchEvent(str(self.row.event), [entries.decode(one.what) for one in kept])
        event.at_once = AT_ONCE
        answered = {one.key for one in kept if one.key is not None}
        return lambda: self._read(event, answered)

    def _read(self, event: MatchEvent, answered: set[str]) -> None:
        self.event, self.answered = event, answered
        state = event.state
        self.people = {user for one in state.entrants.values() if not one.bot for user in one.users}
        terms = state.terms
        own = part(self.words.game, "event")
        self.options = self.words.options(match_options_of(own, terms.options))
        self.seats = terms.seats * terms.team
        self.bot = terms.bot or next(iter(bots_of(self.row.game)))
        game = self.words.game
        self.ladder = ladder_of(game, self.options, self.seats)
        ranking = ranking_of(part(game, "ranking"))
        mode = None if ranking is None else ranking.mode(self.options, self.seats)
        self.system = "elo" if mode is None else mode.system
        self.judging.clear()
        self.broken = False

    @property
    def over(self) -> bool:
        return self.event.state.phase in (OVER, CANCELLED)

    def bots(self) -> list[str]:
        return [user for one in self.event.state.entrants.values() if one.bot for user in one.users]

    # Asking

    async def asked(self, user: User, at: int, *, admin: bool, key: str) -> Asked:
        known = await self.floor.store.standings(self.ladder or self.row.game, [user.id])
        rating = sought(known.get(user.id), self.system)
        return Asked(user.id, at, admin=admin, key=key, rating=rating)

    def ask(self, name: str, asked: Asked, wish: dict[str, Any] | None = None) -> None:
        self.may_ask()
        key = f"{asked.user}:{asked.key}" if asked.key else None
        if key is not None and key in self.answered:
            return
        given = wish or {}
        if name == "TOURNAMENT_REGISTER":
            self._try(lambda: self._register(asked, given.get("partner")), key)
        elif name in ANSWERS:
            if name == "TOURNAMENT_WITHDRAW":
                self._concede(asked.user)
            self._try(lambda: ANSWERS[name](self.event, asked, given), key)
        else:
            raise Illegal("INVALID_REQUEST", f"{name} is not asked of an event of matches.")
        if key is not None:
            self.answered.add(key)

    def _register(self, asked: Asked, partner: User | None) -> list[Effect]:
        if self.event.state.terms.team == 1:
            if partner is not None:
                raise Illegal("INVALID_REQUEST", "Everybody enters this event alone.")
            return self.event.register((asked.user,), asked.rating, asked.at)
        if partner is None:
            raise Illegal("INVALID_REQUEST", "Pairs enter this event: name your partner.")
        effects = self.event.pair_up(asked.user, partner.id, asked.rating, asked.at)
        by, _, until = self.event.offers.get(partner.id, ("", 0.0, 0))
        if by == asked.user:
            who = self.holder.user(asked.user)
            ask = PairAsked(who.id, who.name, max(0, until - asked.at))
            self._tell(partner.id, ask)
        return effects

    def _concede(self, user: str) -> None:
        """Who withdraws in the middle of a match gives it up: it is lost, and rated so (A21)."""
        entry = self.event.state.entry_of(user)
        for match in self.event.state.open_matches():
            life = self._life(match)
            if entry in match.entries and life is not None and not life.broken:
                with suppress(Refusal):  # a game that nobody may leave is played to its end
                    self.floor.run(life, Life.leave, self.holder.user(user), True)

    def enter(self, user: User, payer: str | None = None) -> None:
        """Bots come in pairs where pairs do."""
        team = self.event.state.terms.team
        users = (user.id,) if team == 1 else (user.id, f"{user.id}-2")
        at = self.floor.wall()
        self._try(lambda: self.event.register(users, 0.0, at, bot=user.bot))

    def time(self) -> None:
        if not self.broken and not self.over:
            self._try(lambda: self.event.advance(self.floor.wall()))

    def restart(self) -> None:
        self._try(lambda: self.event.restart(self.floor.wall()))

    def _try(self, request: Callable[[], list[Effect]], key: str | None = None) -> None:
        """What was due before a refusal happens all the same."""
        try:
            effects = request()
        except Illegal:
            self._take(self.event.advance(self.floor.wall()), None)
            raise
        self._take(effects, key)

    # Effects

    def _take(self, effects: Sequence[Effect], key: str | None = None) -> None:
        number, state = self.row.event, self.event.state
        rows = self.floor.writer.write().events
        for effect in effects:
            if isinstance(effect, Write):
                one = effect.entry
                row = EventEntry(number, one.number, one.at, entries.encode(one), key)
                rows.entries.append(row)
                key = None
                self._wrote(one.what)
            elif isinstance(effect, Say):
                found = told(state, effect.what)
                if found is not None:
                    self._tell(*found)
            elif isinstance(effect, Call):
                self._tell(*call(state, effect, self.event.at))
            elif isinstance(effect, Play):
                self._dirty[effect.match] = None
            elif isinstance(effect, Judge):
                self.judging.add(effect.match)
                self._dirty[effect.match] = None
            elif isinstance(effect, Ponder):
                self.holder.aside(self._ponder(self.event, effect.players))
        self._arm()

    async def _ponder(self, event: MatchEvent, players: tuple[Swiss, ...]) -> None:
        """T120: a round of many is paired in a thread; the event itself is changed here alone, and
        by nothing that was found for one that has been read again meanwhile."""
        found = await asyncio.to_thread(pair, players)
        if self.event is event and not self.broken and not self.over:
            self._try(lambda: event.paired(players, found, self.floor.wall()))

    def _tell(self, to: str | tuple[str, ...] | None, fact: Record) -> None:
        self.floor.writer.write().events.told.append((self.row.event, to, fact))

    def _wrote(self, what: entries.What) -> None:
        if isinstance(what, entries.Entered):
            if not what.bot:
                self.people.update(what.users)
        elif isinstance(what, entries.Withdrew):
            state = self.event.state
            self.people.intersection_update(state.entry_by)
        elif isinstance(what, entries.Decided):
            self._dirty[what.match] = None
        elif isinstance(what, entries.Ended | entries.Cancelled):
            self.floor.writer.write().events.over.append(self.row.event)
            self._dirty.update(dict.fromkeys(self.tables))

    # Tables

    def take_up(self) -> None:
        self.ready = True
        self._dirty.update(dict.fromkeys((*self.event.state.unfinished, *self.tables)))
        self._arm()

    def _look(self, number: int) -> None:
        state = self.event.state
        match = state.matches[number]
        life = self._life(match)
        if life is not None and life.broken:
            return  # it is looked at when it is back
        if state.phase != RUNNING or not match.open():
            self.tables.pop(number, None)
            if life is not None and life.match.completed is None:
                self.floor.run(life, Matched.finish, DECIDED)
        elif len(match.ready) < len(match.entries):
            return
        elif life is None:
            self._open(match)
        elif life.match.completed is not None:  # its end was not heard
            outcome = Outcome(life.match.places or (1,) * self.seats, (), life.match.reason or "")
            self.match_over(life, outcome, abandoned=not life.match.places)
        elif number in self.judging:
            self._judge(match, life)

    def _life(self, match: Match) -> Matched | None:
        life = self.floor.lives.get(match.table)
        return life if isinstance(life, Matched) and life.row.event == self.row.event else None

    def _open(self, match: Match) -> None:
        """The table, its seats and the entry that says which it is are one batch."""
        floor, state = self.floor, self.event.state
        terms, now = state.terms, floor.wall()
        users = [self.holder.user(user) for user in self.event.seating(match)]
        ranked = self.ladder is not None and not terms.bots
        row = TableRow(
            self.holder.house.next_number(),
            self.row.game,
            self.words.write_options(self.options),
            self.seats,
            f"{terms.name} {match.name or match.number}",
            "",
            False,
            True,
            now,
            terms.spectator_delay_seconds,
            "",
            ranked,
            self.row.event,
        )
        life = Matched.opened(row, floor.seeds, floor.clock(), now, floor.shuffles.terms)
        assert isinstance(life, Matched)
        floor.add(life)
        self.tables[match.number] = row.table
        self._take(self.event.tabled(match.number, row.table, now))
        seats = [(user, self.bot if user.bot else None) for user in users]
        floor.run(life, Matched.set_up, seats)
        for seat, user in enumerate(users):
            if not user.bot:
                self._tell(user.id, Seated(match.number, match.game, seat, row.table, "match"))
                self.holder.bring(user.id, row.table)

    def _judge(self, match: Match, life: Matched) -> None:
        """T126: as it stands; where the game cannot say, it is a draw."""
        judge = judging_of(part(self.words.game, "event"))
        deal = life.table.deal
        marks = [0] * self.seats
        if judge is not None and deal is not None:
            marks = list(judge.stands(deal.state))
        ranked = sorted(marks, reverse=True)
        places = tuple(1 + ranked.index(mark) for mark in marks)
        self.judging.discard(match.number)
        self._result(match, places, decided=True)
        self.floor.run(life, Matched.finish, TIME_IS_UP)

    # What tables tell

    def found(self, life: Life) -> None:
        for match in self.event.state.open_matches():
            if match.table == life.row.table:
                self.tables[match.number] = life.row.table

    def mended(self, life: Life) -> None:
        self.found(life)
        self._dirty.update(dict.fromkeys(self.tables))
        self._arm()

    def match_over(self, life: Life, outcome: Outcome, abandoned: bool) -> None:
        """T103: the result is written with the match's end. One that was called off at its table
        is decided: it is not rated, and not played again (T126)."""
        if self.broken or self.over:
            return  # it is looked at later
        open_matches = self.event.state.open_matches()
        match = next((one for one in open_matches if one.table == life.row.table), None)
        if match is not None:
            self._result(match, outcome.places, decided=abandoned)

    def _result(self, match: Match, by_seat: Sequence[int], *, decided: bool) -> None:
        """By entrant: the best place of those who play for them."""
        users = self.event.seating(match)
        places = []
        for entry in match.entries:
            team = self.event.state.entrants[entry].users
            places.append(min(by_seat[users.index(user)] for user in team))
        at = self.floor.wall()
        self._try(lambda: self.event.result(match.number, places, at, decided=decided))
