"""A deal of Guandan: tribute, turns, tricks, 接风, finishing order. The only judge is `play`.

Reads no clock and no chance but the deal's; a refusal changes nothing. Hands are integers
(`deck.py`), so a copy is cheap and nothing is shared. What is chosen for tribute lies face down
until all have chosen; everything else that happens is public at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.cards import NAMES
from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from . import tribute
from .deck import BIT_OF, kinds, pack, whole_deck
from .gifts import begin, choose, pay
from .judge import read
from .moves import (
    Advice,
    Begin,
    Carry,
    Choice,
    Expire,
    GoOn,
    Move,
    Pass,
    Pay,
    Play,
    PlayedFor,
    PlayerAuto,
    PlayerAutoPassed,
    PlayerAutoPlayed,
    Ready,
    Refuse,
    Return,
    Take,
    Tick,
    View,
)
from .options import Options
from .redeal import redealt
from .shapes import Form, forms_of
from .sight import Sight
from .state import BACK, DEAL, OVER, PAY, PLAY, REFUSED, SETTLE, TAKE, Deal
from .stead import ASIDES, come_back, offered, step_aside
from .tricks import go_on, lay_down, let_stand, say_ready

MISSED = 2  # turns missed in a row before the table plays a seat
PASS, READY, GO_ON = Pass(), Ready(), GoOn()
BEGINS = (Timer(0, Begin()),)
EXPIRES = tuple(Expire(seat) for seat in range(4))


class _Plays(dict[Form, Play]):
    """The move of each form, made when first met."""

    def __missing__(self, form: Form) -> Play:
        made = self[form] = Play((), form.type, form.key, form.size)
        return made


PLAYS = _Plays()


class State(Deal):
    """One deal in progress."""

    __slots__ = ()

    def to_act(self) -> Sequence[Seat]:
        return self.waiting()

    def told_hidden(self) -> int | None:
        """The cards that were played; tributes stand, so that what can be taken back is a pass."""
        return self.gone if self.phase == PLAY else None

    def legal(self, seat: Seat) -> Sequence[Choice]:
        if self.phase == PLAY:
            if seat != self.turn:
                return ()
            forms = forms_of(self.hands[seat], self.level, self.table, self.book)
            moves: list[Choice] = [PLAYS[form] for form in forms]
            if self.table is not None:
                moves.append(PASS)
            return moves
        if seat not in self.waiting():
            return ()
        if self.phase == PAY:
            moves = [Pay(NAMES[kind]) for kind in self.payable(seat)]
            return [*moves, Refuse()] if self.may_refuse(seat) else moves
        if self.phase == SETTLE:
            return (READY,)
        if self.phase == BACK:
            return [Return(NAMES[kind]) for kind in self.returnable(seat)]
        return [Take(payer) for payer in self.payers]

    def asides(self, seat: Seat) -> Sequence[Move]:
        if self.phase == OVER or not 0 <= seat < 4:
            return ()
        begun = self.phase not in (DEAL, SETTLE)
        return offered(self.auto[seat], self.absent[seat], begun, self.conceding[seat])

    def timers(self) -> Sequence[Timer]:
        if self.phase == PLAY:
            return (Timer(self.dues[self.turn], EXPIRES[self.turn], self.turn),)
        if self.phase == DEAL:
            return BEGINS
        if self.phase == SETTLE:
            return (Timer(self.began + self.book.pause_seconds * 1000, GO_ON),)
        return tuple([Timer(self.dues[seat], EXPIRES[seat], seat) for seat in self.waiting()])

    def payable(self, seat: Seat) -> list[int]:
        """The kinds a payer may pay."""
        return tribute.payable(self.hands[seat], self.level)

    def returnable(self, seat: Seat) -> list[int]:
        """The kinds a receiver may return."""
        return tribute.returnable(self.hands[seat], self.level, self.book)

    def may_refuse(self, seat: Seat) -> bool:
        """Whether a payer may say 抗贡."""
        return self.book.anti_tribute == "optional" and tribute.may_refuse(self.hands[seat])

    # The judge

    def play(
        self, seat: Seat, move: Move | Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        if self._sight is not None:
            self._sight.stale = True
        if isinstance(move, (Begin, Expire, PlayedFor, GoOn)):
            self._tick(seat, move, at, told)
            return
        if self.phase == OVER:
            raise Illegal("GAME_OVER", "This deal is over")
        if isinstance(move, ASIDES):
            step_aside(self, seat, move, at, told)
            return
        if seat not in self.waiting():
            raise Illegal("NOT_YOUR_TURN", "Not your turn")
        self._move(seat, move, at, told, own=True)
        self.missed[seat] = 0
        if (self.auto[seat] or self.absent[seat]) and self.phase != OVER:
            come_back(self, seat, at, told)

    def _move(
        self, seat: Seat, move: Choice, at: int, told: list[Told] | None, *, own: bool
    ) -> None:
        if self.phase == PLAY and isinstance(move, Play):
            play = read(move, self.hands[seat], self.level, self.table, self.book)
            lay_down(self, seat, play, at, told, own=own)
        elif self.phase == PLAY and isinstance(move, Pass):
            if self.table is None:
                raise Illegal("MUST_LEAD", "The leader must play")
            let_stand(self, seat, at, told, own=own)
        elif self.phase == PAY and isinstance(move, Pay):
            choose(self, seat, self._one_of(move.card, self.payable(seat)), at, told)
        elif self.phase == PAY and isinstance(move, Refuse):
            if not self.may_refuse(seat):
                raise Illegal("CANNOT_REFUSE", "Only both big jokers refuse tribute")
            choose(self, seat, REFUSED, at, told)
        elif self.phase == BACK and isinstance(move, Return):
            choose(self, seat, self._one_of(move.card, self.returnable(seat)), at, told)
        elif self.phase == TAKE and isinstance(move, Take):
            if move.payer not in self.payers:
                raise Illegal("NOT_A_PAYER", "Take the card of one of the two payers")
            other = self.payers[0] if move.payer == self.payers[1] else self.payers[1]
            pay(self, [move.payer, other], at, told)
        elif self.phase == SETTLE and isinstance(move, Ready):
            say_ready(self, seat, at, told)
        else:
            raise Illegal("WRONG_PHASE", "This cannot be done now")

    def _one_of(self, card: str, allowed: list[int]) -> int:
        bit = BIT_OF.get(card)
        if bit is None:
            raise Illegal("UNKNOWN_CARD", f"There is no card called '{card}'")
        kind = (bit.bit_length() - 1) >> 2
        if kind in allowed:
            return kind
        if self.phase == PAY:
            raise Illegal("INVALID_TRIBUTE", "Pay your highest card; heart level cards stay")
        most = NAMES[self.book.return_max - 2][0].replace("T", "10")
        raise Illegal("INVALID_RETURN", f"Return a card of {most} or less that is no level card")

    # Time

    def _tick(self, seat: Seat, tick: Tick, at: int, told: list[Told] | None) -> None:
        if seat != NATURE:
            raise Illegal("NOT_YOURS", "Only time plays this")
        if isinstance(tick, Begin):
            if self.phase != DEAL:
                raise Illegal("TOO_LATE", "The deal has begun")
            begin(self, at, told)
            return
        if isinstance(tick, GoOn):
            if self.phase != SETTLE:
                raise Illegal("TOO_LATE", "There is no pause now")
            go_on(self, at, told)
            return
        late = tick.seat
        if late not in self.waiting() or self.phase == SETTLE:
            raise Illegal("TOO_LATE", "This seat has moved")
        if isinstance(tick, PlayedFor):
            self._play_for(late, tick.move, at, told)
            return
        move = self._default(late)
        self._tell_auto(late, move, told)
        if not self.auto[late]:
            self.missed[late] += 1
            if self.missed[late] >= MISSED or self.absent[late]:
                self.auto[late] = True
                if told is not None:
                    told.append(Told(PlayerAuto(late, True)))
        self._move(late, move, at, told, own=False)

    def _play_for(self, seat: Seat, move: Choice, at: int, told: list[Told] | None) -> None:
        """托管: what was chosen for a seat; it is taken back as long as this has not come."""
        if not self.auto[seat]:
            raise Illegal("TOO_LATE", "This seat plays for itself")
        words: list[Told] | None = None if told is None else []
        self._move(seat, move, at, words, own=False)
        if told is not None and words is not None:
            self._tell_auto(seat, move, told)
            told += words

    @staticmethod
    def _tell_auto(seat: Seat, move: Choice, told: list[Told] | None) -> None:
        if told is not None:
            passes = isinstance(move, Pass)
            told.append(Told(PlayerAutoPassed(seat) if passes else PlayerAutoPlayed(seat)))

    def delegated(self) -> Sequence[Seat]:
        """The seats that the table plays."""
        return [seat for seat in range(4) if self.auto[seat]] if any(self.auto) else ()

    def in_place(self, seat: Seat, move: Choice) -> Tick:
        """How what was chosen for a seat is played."""
        return PlayedFor(seat, move)

    def _default(self, seat: Seat) -> Choice:
        """What the table plays for a seat: refuse or pay, return the lowest, pass, lead low."""
        if self.phase == PLAY:
            return PASS if self.table is not None else self.legal(seat)[0]
        moves = self.legal(seat)
        return moves[-1] if isinstance(moves[-1], Refuse) else moves[0]

    # What it looks like, how it ends

    def view(self, seat: Seat | None) -> View:
        sight = self._sight
        if sight is None:
            sight = self._sight = Sight()
        return sight.view(self, seat)

    def advice(self, seat: Seat) -> Advice | None:
        """The hand in groups, and hints for the seat to play; None before the deal is begun, and
        for who has no cards left."""
        sight = self._sight
        if sight is None:
            sight = self._sight = Sight()
        return sight.advice(self, seat)

    def more_advice(self, seat: Seat, page: int) -> Advice | None:
        """Hints for the seat to play beyond the first few; all that is legal is on some page."""
        sight = self._sight
        if sight is None:
            sight = self._sight = Sight()
        return sight.more_advice(self, seat, page)

    def all_cards(self) -> list[int]:
        """Every card by its kind, held or played."""
        return [kind for cards in (*self.hands, self.gone) for kind in kinds(cards)]

    def redeal(self, seat: Seat | None, rng: Rng) -> State:
        return redealt(self, seat, rng)

    def outcome(self) -> Outcome | None:
        result = self.result
        if result is None or self.phase != OVER:
            return None
        scores = tuple([result.advance * (seat % 2 == result.team) for seat in range(4)])
        if result.match_over and result.boards:
            won = [sum(max(0, sign * board) for board in result.boards) for sign in (1, -1)]
            scores = tuple([won[seat % 2] for seat in range(4)])
        if not result.match_over:
            places = tuple([1 + (seat % 2 != result.team) for seat in range(4)])
            return Outcome(places, scores, "deal", rated=False)
        winner = result.winner
        places = tuple([1 + (winner is not None and seat % 2 != winner) for seat in range(4)])
        reason = "a_passed" if result.passed else self.options.match
        return Outcome(places, scores, reason if result.conceded is None else "conceded")

    def next(self) -> Carry | None:
        result = self.result
        if result is None or result.match_over:
            return None
        pile: tuple[int, ...] = ()
        if not shuffled(self.options):
            pile = (*self.pile, *[kind for hand in self.hands for kind in kinds(hand)])
        return Carry(
            result.levels,
            result.order,
            result.fails,
            self.deals(),
            self.elapsed(self.began),
            tuple([seat for seat in range(4) if self.auto[seat]]),
            tuple([seat for seat in range(4) if self.absent[seat]]),
            pile,
            result.boards,
        )


def shuffled(options: Options) -> bool:
    """Whether every deal's cards are shuffled: those of a match of boards always are."""
    return options.shuffle or options.match == "boards"


def deal(options: Options, seats: int, rng: Rng, carry: Carry | None = None) -> State:
    """Shuffle, or gather the last deal's cards as they lie, and give 27 to each of four."""
    if seats != 4:
        raise ValueError(f"Guandan has four seats, not {seats}")
    cards = list(carry.pile) if carry is not None and not shuffled(options) else []
    if len(cards) == 108:
        cut = rng.below(108)
        cards = cards[cut:] + cards[:cut]
        packets = [cards[i : i + 9] for i in range(0, 108, 9)]
        rng.shuffle(packets)
        cards = [card for packet in packets for card in packet]
    else:
        cards = whole_deck()
        rng.shuffle(cards)
    return State(options, rng, carry, [pack(cards[i : i + 27]) for i in range(0, 108, 27)])
