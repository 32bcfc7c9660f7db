"""A bot on a seat."""

from __future__ import annotations

from cutcard.bots import Bot, make_bot, tell
from cutcard.kernel.bot import remembers, tell_time, thinks_long
from cutcard.kernel.game import Fact, Move, Seat, State
from cutcard.kernel.rng import Rng

from .table import Table


class Mind:
    """A bot on a seat. It sees views and redealt worlds; it never holds the table's state."""

    __slots__ = ("_bot", "deep", "name", "rng", "stands_in", "thinking")

    def __init__(self, game: str, name: str | None, rng: Rng, *, stands_in: bool = False) -> None:
        self._bot: Bot = make_bot(game, name)
        self.name = name
        self.rng = rng
        self.stands_in = stands_in  # it plays for a player, whose seat it is
        self.thinking = False
        self.deep = thinks_long(self._bot)  # it thinks long: never on the loop

    @property
    def remembers(self) -> bool:
        return remembers(self._bot)

    def hear(self, facts: list[Fact]) -> None:
        tell(self._bot, facts)

    def listen(self, table: Table, seat: Seat) -> None:
        """One that remembers hears what its seat was told so far in this deal, and from now on."""
        if self.remembers:
            for facts in table.facts_again(seat):
                self.hear(facts)
            table.hearing.add(seat)

    def choose(self, state: State, seat: Seat, at: int = 0) -> Move:
        """What the bot plays on its seat at that time; for a player it decides only what the deal
        waits for."""
        tell_time(self._bot, state, seat, at)
        return self._bot.choose(
            seat,
            state.view(seat),
            state.legal(seat),
            () if self.stands_in else state.asides(seat),
            lambda rng: state.redeal(seat, rng),
            self.rng,
        )
