"""The rules of Duel: one deal from MATCH_READY to GAME_END.

`play` is the only judge; it refuses before it changes anything. What anybody may see is in
`sight.py`; what a viewer was never told is drawn anew in `redeal.py`. Reads no clock: time is
`at`, chance is the deal's Rng. Numbers such as A23 and B10 are those of docs/rules/duel.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.game import NATURE, Illegal, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from . import ending, moves, redeal, sight
from .deck import FACES, TOTAL, Deck
from .ending import ABANDONED, COMPLETED, PAUSED, PICKING, WAITING
from .options import MOST_ROUNDS, SPARE, Options
from .score import TIE, Past, game_winner, round_points, round_winner

READY = moves.Ready()
SURRENDER = moves.Surrender()
READY_EXPIRE = moves.ReadyExpire()
ROUND_EXPIRE = moves.RoundExpire()
NEXT_ROUND = moves.NextRound()
GAME_EXPIRE = moves.GameExpire()
PLAYS = [
    [moves.CardPlay(index, number) for index in range(TOTAL)]
    for number in range(max(MOST_ROUNDS.values()) + 1)
]
# Whom a Duel waits for, by whether it waits for the first and whether for the second.
LATE: tuple[tuple[tuple[Seat, ...], ...], ...] = (((), (1,)), ((0,), (0, 1)))


class Duel:
    """One deal of Duel in progress."""

    remade = ("shown",)  # work kept for later, which a copy begins without

    __slots__ = (
        "auto",
        "carry",
        "deck",
        "due",
        "ended_at",
        "hands",
        "missed",
        "options",
        "past",
        "phase",
        "picks",
        "private",
        "ready",
        "reason",
        "rng",
        "round",
        "round_at",
        "scores",
        "shown",
        "spent",
        "started_at",
        "told_rounds",
        "winner",
    )

    def __init__(
        self, options: Options, rng: Rng, deck: Deck, carry: moves.Carry | None = None
    ) -> None:
        self.options = options
        self.rng = rng
        self.deck = deck
        self.carry = carry  # None: the first game
        self.private = options.mode == "HAND"
        self.hands: list[list[int]] = [[], []]  # HAND: each in ascending order
        self.phase = WAITING
        self.ready = [carry is not None] * 2  # who is in a series stays ready for its next game
        self.due = options.ready_timeout_ms if carry is None else options.round_pause_ms
        self.started_at = -1
        self.round = 0
        self.round_at = 0
        self.picks = [-1, -1]  # card index by seat, -1 before it is locked
        self.auto: list[Seat] = []  # for whom the server played in this round
        self.missed = [0, 0]  # rounds in a row
        self.scores = [0, 0]
        self.past: list[Past] = []
        self.spent = 0  # ms in the rounds of the past
        self.told_rounds: dict[int, moves.Round] = {}  # the past as it is told and shown
        self.shown: sight.Shown | None = None  # what views have shown besides
        self.winner = TIE
        self.reason = ""
        self.ended_at = 0

    # What may be done

    def to_act(self) -> Sequence[Seat]:
        if self.phase == PICKING:
            first, second = self.picks
            return LATE[first < 0][second < 0]
        if self.phase == WAITING:
            first_ready, second_ready = self.ready
            return LATE[not first_ready][not second_ready]
        return ()

    def legal(self, seat: Seat) -> Sequence[moves.Move]:
        if self.phase == PICKING and self.picks[seat] < 0:
            plays = PLAYS[self.round]
            return list(map(plays.__getitem__, self.choices(seat)))
        if self.phase == WAITING and not self.ready[seat]:
            return [READY]
        return ()

    def choices(self, seat: Seat) -> list[int]:
        """The card indices a seat may lock in this round."""
        return self.hands[seat] if self.private else self.deck.free

    def asides(self, seat: Seat) -> Sequence[moves.Move]:
        return (SURRENDER,) if self.phase < COMPLETED and self.options.allow_surrender else ()

    def timers(self) -> Sequence[Timer]:
        if self.phase >= COMPLETED:
            return ()
        if self.phase == WAITING:
            return [Timer(self.due, READY_EXPIRE if self.carry is None else NEXT_ROUND)]
        cap = Timer(self.game_due, GAME_EXPIRE)
        if self.phase == PAUSED:
            return [Timer(self.due, NEXT_ROUND), cap]
        late = self.to_act()
        return [Timer(self.due, ROUND_EXPIRE, late[0] if len(late) == 1 else None), cap]

    @property
    def _waits_for_ready(self) -> bool:
        return self.phase == WAITING and self.carry is None

    @property
    def game_due(self) -> int:
        """When the whole game ends, however far it is."""
        return self.started_at + self.options.game_timeout_ms

    def game_timed_out(self, at: int) -> bool:
        return self.started_at >= 0 and at > self.game_due

    def round_timed_out(self, at: int) -> bool:
        return self.phase == PICKING and at > self.due

    @property
    def round_complete(self) -> bool:
        return self.picks[0] >= 0 and self.picks[1] >= 0

    @property
    def revealed(self) -> bool:
        """Whether the cards locked in this round have been turned up."""
        return len(self.past) == self.round

    @property
    def game_complete(self) -> bool:
        """Every round revealed, or decided before (B1): not merely the last one begun."""
        return len(self.past) >= self.options.max_rounds or self.phase == COMPLETED

    # What is done

    def play(
        self,
        seat: Seat,
        move: moves.Move | moves.Tick,
        at: int = 0,
        told: list[Told] | None = None,
    ) -> None:
        if self.shown is not None:
            self.shown.views.clear()
        if isinstance(move, moves.CardPlay):
            self._card_play(seat, move, at, told)
        elif self.phase >= COMPLETED:
            raise Illegal("GAME_OVER", "The game is over")
        elif isinstance(move, moves.Ready):
            self._get_ready(seat, at, told)
        elif isinstance(move, moves.Surrender):
            self._surrender(seat, at, told)
        elif seat != NATURE:
            raise Illegal("NOT_YOURS", "Only the table's clock can do that")
        else:
            self._tick(move, at, told)

    def _card_play(
        self, seat: Seat, move: moves.CardPlay, at: int, told: list[Told] | None
    ) -> None:
        index = move.card_index
        if self.phase != PICKING:
            raise Illegal("INVALID_GAME_STATE", "Game is not in progress")
        if move.round_number != self.round:
            raise Illegal("INVALID_ROUND", "Invalid round number")
        if at > self.due:
            raise Illegal("ROUND_TIMEOUT", "The round's time is over")
        if seat not in (0, 1):
            raise Illegal("INVALID_PLAYER", "Player not in this game")
        if self.picks[seat] >= 0:
            raise Illegal("ALREADY_MOVED", "Player already moved this round")
        if not 0 <= index < TOTAL:
            raise Illegal("INVALID_CARD", "Invalid card index")
        if index not in self.choices(seat):
            if self.private:
                raise Illegal("CARD_NOT_FOUND", "Card not found")
            raise Illegal("CARD_ALREADY_USED", "Card already used in this game")
        self.missed[seat] = 0
        self._lock(seat, index, told)
        if self.picks[1 - seat] >= 0:
            self._reveal(at, told)

    def _get_ready(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        if self.phase != WAITING:
            raise Illegal("INVALID_GAME_STATE", "Game already started")
        if seat not in (0, 1):
            raise Illegal("INVALID_PLAYER", "Player not in this game")
        if self.ready[seat]:
            raise Illegal("ALREADY_READY", "Player is ready already")
        self.ready[seat] = True
        both = self.ready[1 - seat]
        if told is not None:
            fact = moves.MatchReady(seat, waiting_for_opponent=not both)
            told.append(Told(fact, (seat,), fact))
        if both:
            self._start(at, told)

    def _start(self, at: int, told: list[Told] | None) -> None:
        self.started_at = at
        if told is not None:
            told.append(Told(moves.GameStart(self.options.mode, self.options.max_rounds)))
        self._start_round(at, told)

    def _surrender(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        if seat not in (0, 1):
            raise Illegal("INVALID_PLAYER", "Player not in this game")
        if not self.options.allow_surrender:
            raise Illegal("SURRENDER_DISABLED", "This game is played to its end")
        if self.phase == WAITING and self.carry is None:
            self._abandon("DECLINED", at, told)
        else:
            self._end(1 - seat, "SURRENDER", at, told)

    def _tick(self, tick: moves.Tick, at: int, told: list[Told] | None) -> None:
        phase, due = self.phase, self.due
        if isinstance(tick, moves.NextRound) and phase == PAUSED and at >= due:
            self._start_round(at, told)
        elif isinstance(tick, moves.NextRound) and phase == WAITING and self.carry and at >= due:
            self._start(at, told)
        elif isinstance(tick, moves.RoundExpire) and phase == PICKING and at >= due:
            self._expire(at, told)
        elif isinstance(tick, moves.ReadyExpire) and self._waits_for_ready and at >= due:
            self._abandon("NOT_READY", at, told)
        elif isinstance(tick, moves.GameExpire) and phase != WAITING and at >= self.game_due:
            self._abandon("GAME_TIMEOUT", at, told)
        else:
            raise Illegal("INVALID_GAME_STATE", "That time has not come")

    def _start_round(self, at: int, told: list[Told] | None) -> None:
        self.phase = PICKING
        self.round += 1
        self.round_at = at
        self.due = at + self.options.round_timeout_ms
        self.picks = [-1, -1]
        self.auto = []
        if told is None:
            return
        places = None if self.private else self.deck.places()
        told.append(
            Told(moves.RoundStart(self.round, self.due, sight.by_seat(self.scores), places))
        )
        if self.private:
            for seat in (0, 1):
                cards = moves.HandCards(self.round, tuple(self.hands[seat]))
                told.append(Told(cards, (seat,)))

    def _lock(self, seat: Seat, index: int, told: list[Told] | None, *, auto: bool = False) -> None:
        self.picks[seat] = index
        if self.private:
            self.hands[seat].remove(index)
        else:
            self.deck.mark_used(index)
        if told is not None:
            waiting = self.picks[1 - seat] < 0
            card = FACES[self.card_at(index)]
            mine = moves.CardPlayed(self.round, index, card, waiting, auto)
            public = None if self.private else index
            told.append(Told(mine, (seat,), moves.OpponentReady(self.round, seat, public, auto)))

    def card_at(self, index: int) -> int:
        """The card that a card index stands for: itself in HAND, what lies there in QUICK."""
        return index if self.private else self.deck.order[index]

    def _expire(self, at: int, told: list[Told] | None) -> None:
        """B10: a first miss is played for, the second in a row forfeits."""
        late = self.to_act()
        for seat in late:
            self.missed[seat] += 1
        out = [seat for seat in late if self.missed[seat] >= 2]
        if len(out) == 2:
            self._abandon("TIMEOUT", at, told)
        elif out:
            self._end(1 - out[0], "TIMEOUT", at, told)
        else:
            for seat in late:
                choices = self.choices(seat)
                self.auto.append(seat)
                self._lock(seat, choices[self.rng.below(len(choices))], told, auto=True)
            self._reveal(at, told)

    def _reveal(self, at: int, told: list[Told] | None) -> None:
        first, second = self.card_at(self.picks[0]), self.card_at(self.picks[1])
        winner = round_winner(first, second, self.options)
        points = round_points(winner, self.options)
        self.scores[0] += points[0]
        self.scores[1] += points[1]
        self.spent += at - self.round_at
        self.past.append(Past(self.round_at, at, (first, second), winner, points, tuple(self.auto)))
        if told is not None:
            told.append(Told(sight.reveal(self)))
        if self.game_complete:
            self._end(game_winner(self.scores), "COMPLETED", at, told)
        elif self.options.round_pause_ms:
            self.phase = PAUSED
            self.due = at + self.options.round_pause_ms
        else:
            self._start_round(at, told)

    def _end(self, winner: int, reason: str, at: int, told: list[Told] | None) -> None:
        self.phase = COMPLETED
        self.winner = winner
        self.reason = reason
        self.ended_at = at
        if told is not None:
            told.append(Told(sight.game_end(self)))

    def _abandon(self, reason: str, at: int, told: list[Told] | None) -> None:
        self.phase = ABANDONED
        self.reason = reason
        self.ended_at = at
        if told is not None:
            told.append(Told(moves.GameAbandoned(reason)))

    # What is seen, and how it ends

    view = sight.view

    outcome = ending.outcome
    next = ending.next_game

    # Other worlds

    def copy(self) -> Duel:
        twin = Duel(self.options, self.rng.copy(), self.deck.copy(), self.carry)
        twin.hands = [self.hands[0][:], self.hands[1][:]]
        twin.phase = self.phase
        twin.ready = self.ready[:]
        twin.due = self.due
        twin.started_at = self.started_at
        twin.round = self.round
        twin.round_at = self.round_at
        twin.picks = self.picks[:]
        twin.auto = self.auto[:]
        twin.missed = self.missed[:]
        twin.scores = self.scores[:]
        twin.past = self.past[:]
        twin.spent = self.spent
        twin.told_rounds = self.told_rounds  # never changed, only replaced
        twin.winner = self.winner
        twin.reason = self.reason
        twin.ended_at = self.ended_at
        return twin

    def all_cards(self) -> list[int]:
        """Every card: in the deck, in the hands, locked and played."""
        if not self.private:
            return self.deck.order[:]
        held = [card for hand in self.hands for card in hand]
        locked = [] if self.revealed else [card for card in self.picks if card >= 0]
        played = [card for past in self.past for card in past.cards]
        return held + locked + played + [self.deck.order[place] for place in self.deck.free]

    def redeal(self, seat: Seat | None, rng: Rng) -> Duel:
        world = self.copy()
        world.rng = rng.fork()
        if self.private:
            redeal.hands(world, seat, rng)
        else:
            redeal.deck(world, seat, rng)
        return world


def deal(options: Options, seats: int, rng: Rng, carry: moves.Carry | None = None) -> Duel:
    """Shuffle and, in HAND, deal; then wait for both to be ready, or in a series for a moment."""
    if seats != 2:
        raise ValueError(f"a Duel is for two, not {seats}")
    duel = Duel(options, rng, Deck.shuffled(rng), carry)
    if duel.private:
        count = options.max_rounds + SPARE
        duel.hands = [sorted(duel.deck.take(count)) for _ in range(2)]
    return duel
