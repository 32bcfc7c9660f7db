"""Club: a game with open seating, for the table's own tests. Who sits down is dealt in when a
deal begins; in turn everyone adds one, and whoever makes five takes the deal."""

from __future__ import annotations

from cutcard.kernel.game import NATURE, Illegal, Outcome, Record, Timer, Told

name = "club"
version = 1
seats = range(2, 5)
shows_seed = False
open_seating = True


class Options(Record, frozen=True):
    pass


class Carry(Record, frozen=True):
    members: tuple[int, ...]


class Sit(Record, frozen=True, tag="sit"):
    pass


class Leave(Record, frozen=True, tag="leave"):
    pass


class Add(Record, frozen=True, tag="add"):
    pass


class Begin(Record, frozen=True, tag="begin"):
    pass


Move = Sit | Leave | Add
Tick = Begin


class Sat(Record, frozen=True, tag="PLAYER_JOINED"):
    player_id: int


class View(Record, frozen=True, tag="club"):
    members: tuple[int, ...]
    playing: tuple[int, ...]
    pile: int
    card: int | None = None  # the seat's own, while it plays


class Club:
    def __init__(self, count, rng, members):
        self.count, self.rng = count, rng
        self.members = list(members)
        self.playing = []
        self.cards = []
        self.pile = 0
        self.since = 0
        self.winner = None

    def to_act(self):
        if self.winner is not None:
            return []
        if self.playing:
            return [self.playing[self.pile % len(self.playing)]]
        return [seat for seat in range(self.count) if seat not in self.members]

    def legal(self, seat):
        if seat not in self.to_act():
            return []
        return [Add()] if self.playing else [Sit()]

    def asides(self, seat):
        if self.winner is not None:
            return []
        return [Leave()] if seat in self.members else [Sit()] if self.playing else []

    def timers(self):
        ready = self.winner is None and not self.playing and len(self.members) >= 2
        return [Timer(self.since + 100, Begin())] if ready else []

    def play(self, seat, move, at=0, told=None):
        if isinstance(move, Begin):
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the clock does that")
            self.playing = sorted(self.members)
            self.cards = [self.rng.below(100) for _ in range(self.count)]
        elif isinstance(move, Sit):
            if seat in self.members:
                raise Illegal("ALREADY_SEATED", "You sit already")
            self.members.append(seat)
            self.since = at
            if told is not None:
                told.append(Told(Sat(seat)))
        elif isinstance(move, Leave):
            if seat not in self.members:
                raise Illegal("NOT_SEATED", "You do not sit")
            self.members.remove(seat)
            if self.playing and len(set(self.playing) & set(self.members)) < 2:
                self.winner = next(s for s in self.playing if s != seat)
        else:
            if seat not in self.to_act():
                raise Illegal("NOT_YOUR_TURN", "Wait")
            self.pile += 1
            if self.pile == 5:
                self.winner = seat

    def view(self, seat):
        own = self.cards[seat] if seat is not None and seat in self.playing else None
        return View(tuple(sorted(self.members)), tuple(self.playing), self.pile, own)

    def outcome(self):
        if self.winner is None:
            return None
        return Outcome((1,) * self.count, (0,) * self.count, "DEAL", rated=False)

    def next(self):
        return Carry(tuple(sorted(self.members)))

    def copy(self):
        twin = Club(self.count, self.rng.copy(), self.members)
        twin.playing, twin.cards = self.playing[:], self.cards[:]
        twin.pile, twin.since, twin.winner = self.pile, self.since, self.winner
        return twin

    def redeal(self, seat, rng):
        world = self.copy()
        world.rng = rng.fork()
        world.cards = [c if s == seat else rng.below(100) for s, c in enumerate(world.cards)]
        return world


def deal(options, count, rng, carry=None):
    return Club(count, rng, () if carry is None else carry.members)


def setups():
    return [(Options(), 3)]
