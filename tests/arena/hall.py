"""An event in a test: players p1 … pn, hands that end as the test says, and all that was told."""

from __future__ import annotations

from typing import Any

from cutcard.arena.button import positions
from cutcard.arena.event import (
    Book,
    Deal,
    Effect,
    Event,
    Row,
    Say,
    Terms,
    Ticket,
    Write,
    decode,
    encode,
)
from cutcard.arena.event.fold import fold
from cutcard.kernel.optional import Paid, Stage

SEED = bytes(range(32))
MINUTE = 60_000
LEVELS = tuple(Row(b, 2 * b, minutes=10) for b in (10, 20, 40, 80, 160))
RICH = 10**9
START = 1_000_000


def terms(**more: Any) -> Terms:
    given: dict[str, Any] = {"structure": LEVELS, "starts_at": START, "start_stack": 1000}
    if more.get("format") == "sit-and-go":
        del given["starts_at"]
    return Terms("test", "poker", **{**given, **more})


class Hall:
    def __init__(self, players: int = 0, **more: Any) -> None:
        self.event = Event.open("e", terms(**more), SEED, 0)
        self.at = 1
        self.deals: dict[int, Deal] = {}
        self.said: list[tuple[Any, str | None]] = []
        self.books: list[Book] = []
        self.tickets: list[Ticket] = []
        self.steps: list[list[Effect]] = []
        for number in range(1, players + 1):
            self.enter(f"p{number}")
        if players and self.state.terms.format == "scheduled":
            self.wait_until(START)

    @property
    def state(self):
        return self.event.state

    def carry(self, effects: list[Effect]) -> list[Effect]:
        self.steps.append(effects)
        for effect in effects:
            if isinstance(effect, Deal):
                assert effect.table not in self.deals
                self.deals[effect.table] = effect
            elif isinstance(effect, Say):
                self.said.append((effect.fact, effect.user))
            elif isinstance(effect, Book):
                self.books.append(effect)
            elif isinstance(effect, Ticket):
                self.tickets.append(effect)
        self.check()
        return effects

    def check(self) -> None:
        """T100, T102, T103: chips add up, the log alone gives this state, and everybody who is in
        sits at just one table."""
        s = self.state
        if s.phase in ("running", "over"):
            assert s.chips() == s.owed_chips()
        again = fold([decode(encode(entry)) for entry in self.event.log])
        assert again.digest() == s.digest()
        if s.phase == "running":
            seated = [entry for table in s.tables.values() for entry in table.players.values()]
            assert sorted(seated) == sorted(s.live.values())
            for number, table in s.tables.items():
                for seat, entry in table.players.items():
                    assert (s.players[entry].table, s.players[entry].seat) == (number, seat)
        if s.phase in ("over", "cancelled"):
            assert s.account == 0

    def enter(self, user: str, funds: int = RICH, **more: Any) -> list[Effect]:
        return self.carry(self.event.register(user, funds, self.at, **more))

    def wait_until(self, at: int) -> None:
        """Time passes, and what is due on the way happens."""
        while (due := self.event.due()) is not None and due <= at:
            self.at = max(self.at, due)
            self.carry(self.event.advance(self.at))
        self.at = max(self.at, at)
        self.carry(self.event.advance(self.at))

    def wait(self, ms: int) -> None:
        self.wait_until(self.at + ms)

    def entry(self, user: str) -> int:
        return max(p.entry for p in self.state.players.values() if p.user == user)

    def player(self, user: str):
        return self.state.players[self.entry(user)]

    def at_table(self, number: int) -> list[str]:
        table = self.state.tables[number]
        return [self.state.players[table.players[seat]].user for seat in sorted(table.players)]

    def in_hand(self, number: int) -> list[str]:
        """Who is dealt in at that table now."""
        deal = self.deals[number]
        return [user for seat, user in deal.users.items() if seat not in deal.stage.waits]

    def beat(self, table: int, *losers: str, by: str | None = None) -> list[Effect]:
        """The hand at that table ends: the losers' chips go to `by`."""
        seats = {user: seat for seat, user in self.deals[table].users.items()}
        stage = self.deals[table].stage
        able = [u for u, s in seats.items() if u not in losers and s not in stage.waits]
        winner = by or able[0]
        after = list(stage.stacks)
        for user in losers:
            after[seats[winner]] += after[seats[user]]
            after[seats[user]] = 0
        return self.end(table, after, {seats[u]: (seats[winner],) for u in losers})

    def end(
        self,
        table: int,
        after: list[int] | None = None,
        beaten: dict[int, tuple[int, ...]] | None = None,
    ) -> list[Effect]:
        deal = self.deals.pop(table)
        return self.carry(
            self.event.hand_ended(table, paid(deal.stage, after, beaten or {}), self.at)
        )

    def facts(self, kind: type) -> list[Any]:
        return [fact for fact, _ in self.said if isinstance(fact, kind)]

    def written(self, kind: type) -> list[Any]:
        return [entry.what for entry in self.event.log if isinstance(entry.what, kind)]


def paid(stage: Stage, after: list[int] | None, beaten: dict[int, tuple[int, ...]]) -> Paid:
    """A hand in which blinds and button went as poker's do (dead button)."""
    known = positions(stage)
    return Paid(
        stage.stacks,
        tuple(after or stage.stacks),
        known.dealt,
        known.button,
        known.small,
        known.big,
        beaten,
    )


def writes(effects: list[Effect]) -> list[Any]:
    return [effect.entry.what for effect in effects if isinstance(effect, Write)]
