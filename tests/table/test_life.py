"""A table's life without a loop: requests and time in, effects out."""

from __future__ import annotations

import hashlib
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from cutcard.store.protocol import (
    ABANDONED,
    COMPLETED,
    PLAYING,
    WAITING,
    DealLog,
    KeptTable,
    MatchRow,
    SeatRow,
    TableRow,
)
from cutcard.table import patience
from cutcard.table.effects import (
    Append,
    Ask,
    Bar,
    Check,
    Close,
    Off,
    On,
    Open,
    Say,
    Stand,
    Tell,
    Write,
)
from cutcard.table.life import Life
from cutcard.table.vocabulary import tag_of, vocabulary
from cutcard.table.words import Notice, Refusal, Snapshot, User

WALL = 1_700_000_000_000
ANN, BOB, CAT, DAN = (User(name, name.title()) for name in ("ann", "bob", "cat", "dan"))
PEOPLE = [ANN, BOB, CAT]


def seeds():
    numbers = count()
    return lambda: hashlib.sha256(str(next(numbers)).encode()).digest()


class Ear:
    """Somebody's ear; the machine never calls it."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<{self.name}>"


class Disk:
    """What the effects of a life's rows amount to, kept as a store would."""

    def __init__(self):
        self.row, self.seats, self.matches, self.deals = None, {}, {}, []
        self.barred, self.closed = set(), False

    def fold(self, effects):
        for effect in effects:
            assert not self.closed or isinstance(effect, Say | Off | Bar), f"{effect} after the end"
            if isinstance(effect, Write):
                self.write(effect.row)
            elif isinstance(effect, Bar):
                self.barred.add(effect.user)
            elif isinstance(effect, Close):
                self.closed = True
            elif isinstance(effect, Open):
                self.deals.append((effect.header, [], {}))
            elif isinstance(effect, Append):
                assert effect.deal == self.deals[-1][0].deal
                self.deals[-1][1].append(effect.entry)
            elif isinstance(effect, Check):
                self.deals[-1][2][effect.n] = effect.digest

    def write(self, row):
        if isinstance(row, TableRow):
            assert self.row is None
            self.row = row
        elif isinstance(row, SeatRow):
            self.seats[row.seat] = row
        elif isinstance(row, MatchRow):
            self.matches[row.match] = row

    def kept(self):
        logs = [DealLog(head, list(log), dict(checks), None) for head, log, checks in self.deals]
        seats = [self.seats[seat] for seat in sorted(self.seats)]
        last = self.matches[max(self.matches)]
        return KeptTable(self.row, seats, last, logs, [], {}, frozenset(self.barred))


class Bench:
    """A life and its disk, with a clock to turn."""

    def __init__(self, game="pile", options=None, seats=2, host=ANN, **more):
        self.now = 1000
        words = vocabulary(game)
        written = words.write_options(words.options(options))
        private = more.get("private", False)
        row = TableRow(1, game, written, seats, "", host.id, private, more.get("watchable", True),
                       WALL, 0, "secret" if private else "")  # fmt: skip
        self.disk, self.said = Disk(), []
        self.life = Life.opened(row, seeds(), self.now, WALL)
        self.do("open", more.get("bots", {}), more.get("sit", ()))

    def do(self, request, *args):
        """A request; what comes of it is folded. A refusal must leave no effects."""
        before = picture(self.life)
        try:
            done = getattr(self.life, request)(self.now, WALL + self.now, *args)
        except Refusal:
            assert self.life.take() == []
            assert picture(self.life) == before, f"{request} was refused and changed something"
            raise
        self.fold(self.life.take())
        return done

    def ask(self, seat, tag, **fields):
        move = self.life.table.words.move(tag, fields)
        self.play(Ask(seat, move, tag))

    def play(self, ask):
        """A move, carried out as the house does it."""
        done = []
        for effect in self.life.ask(ask, self.now, WALL + self.now):
            self.life.follow(effect)
            done += [effect, *self.life.take()]
        self.fold(done)

    def turn(self, ms):
        self.now += ms
        self.do("advance")

    def attach(self, ear, user, *, last_seq=None, watch=False, link=None):
        return self.do("attach", ear, user, last_seq, 0, watch, link)

    def fold(self, effects):
        self.last = list(effects)
        self.disk.fold(effects)
        self.said += [e for e in effects if isinstance(e, Say)]

    def notices(self):
        return [say.word.type for say in self.said if isinstance(say.word, Notice)]


def picture(life):
    """What a refused request may not change."""
    return (
        [user and user.id for user in life.table.roster],
        list(life.table.held_since),
        dict(life.gone),
        set(life.agreed),
        set(life.left),
        set(life.leaving),
        life.barred,
        life.match,
        dict(life.present),
        life.closed,
        life.table.seq,
        life.moved,
    )


def test_a_full_table_begins_and_says_so_in_rows():
    b = Bench()
    assert b.disk.matches[1].status == WAITING
    assert b.do("sit", ANN, None, None) == 0
    assert b.disk.deals == []
    assert b.do("sit", BOB, None, None) == 1
    assert [b.disk.seats[n].user for n in (0, 1)] == ["ann", "bob"]
    assert b.disk.matches[1].status == PLAYING
    assert len(b.disk.deals) == 1
    assert b.life.wake_at() == b.now + 1000  # the turn's clock


def test_whoever_has_a_seat_keeps_it_and_nobody_takes_anothers():
    b = Bench(seats=3, sit=[ANN])
    assert b.do("sit", ANN, 2, None) == 0
    assert b.last == []
    with pytest.raises(Refusal, match="Seat 0 is taken"):
        b.do("sit", BOB, 0, None)
    with pytest.raises(Refusal, match="There is no seat 3"):
        b.do("sit", BOB, 3, None)
    b.do("fill", "random")
    with pytest.raises(Refusal, match="Every seat"):
        b.do("sit", CAT, None, None)


def test_nobody_is_seated_twice_when_a_table_opens():
    with pytest.raises(Refusal, match="two seats"):
        Bench(seats=3, sit=[ANN, ANN])


def test_who_is_gone_before_the_match_loses_the_seat_in_time():
    b = Bench(seats=3, sit=[ANN, BOB])
    ear = Ear("bob")
    b.attach(ear, BOB)
    b.do("detach", ear)
    assert b.life.wake_at() == b.now + patience.GRACE
    b.turn(patience.GRACE - 1)
    assert b.life.table.roster[1] == BOB
    b.turn(1)
    assert b.life.table.roster[1] is None
    assert b.disk.seats[1].user is None
    b.do("leave", ANN, False)
    assert b.disk.closed
    assert b.notices()[-2:] == ["GAME_ABANDONED", "TABLE_CLOSED"]


def test_who_comes_back_in_time_keeps_the_seat():
    b = Bench(seats=3, sit=[ANN])
    for _ in range(3):
        ear = Ear("ann")
        b.attach(ear, ANN)
        b.do("detach", ear)
        b.turn(patience.GRACE - 1)
    b.attach(Ear("ann"), ANN)
    b.turn(patience.GRACE)
    assert b.life.table.roster[0] == ANN
    assert b.life.gone == {}


def test_a_match_goes_on_without_who_is_away_and_may_be_claimed():
    b = Bench(options={"turnMs": 10**8}, sit=[ANN, BOB])
    ear = Ear("ann")
    b.attach(ear, ANN)
    b.do("leave", ANN, False)
    assert b.life.table.roster[0] == ANN
    assert b.life.gone == {0: b.now}
    assert Off(ear) in b.last
    with pytest.raises(Refusal, match="clock is running"):
        b.do("claim", BOB)
    b.do("leave", ANN, True)
    assert b.disk.matches[1].status == COMPLETED


def test_another_ear_replaces_the_first_and_a_snapshot_comes_before_all_else():
    b = Bench(sit=[ANN, BOB])
    first, second = Ear("first"), Ear("second")
    b.attach(first, ANN)
    b.attach(second, ANN)
    (off,) = [e for e in b.last if isinstance(e, Off)]
    assert (off.ear, off.word.type) == (first, "REPLACED")
    (say,) = [e for e in b.last if isinstance(e, Say)]
    assert (say.ears, type(say.word), say.word.seat) == ((second,), Snapshot, 0)
    assert On(second) in b.last
    b.ask(0, "add", count=1)
    assert {e.viewer for e in b.last if isinstance(e, Tell)} == {0}


def test_who_sits_down_on_a_seat_is_not_heard_by_who_held_it():
    b = Bench(seats=3, sit=[ANN, BOB])
    ear = Ear("bob")
    b.attach(ear, BOB)
    b.do("leave", BOB, False)
    b.do("sit", CAT, 1, None)
    assert ear not in b.life.present
    assert any(isinstance(e, Off) and e.ear is ear for e in b.last)


def test_who_was_sent_away_is_told_barred_and_stays_out():
    b = Bench(seats=3, sit=[ANN, BOB])
    ear = Ear("bob")
    b.attach(ear, BOB)
    for who, why in ((ANN.id, "yourself"), (2, "Nobody sits"), (9, "no seat"), ("eve", "not at")):
        with pytest.raises(Refusal, match=why):
            b.do("kick", ANN, who)
    with pytest.raises(Refusal, match="Only who opened"):
        b.do("kick", BOB, 0)
    heard = b.do("kick", ANN, BOB.id)
    assert heard == [(ear, 1, BOB, 0)]
    assert b.disk.barred == {"bob"}
    assert [(e.ears, e.word.type) for e in b.last if isinstance(e, Say)][-1] == ((ear,), "KICKED")
    for request in (("sit", BOB, None, None), ("attach", ear, BOB, None, 0, True, None)):
        with pytest.raises(Refusal, match="sent you away"):
            b.do(*request)


def test_a_private_table_is_entered_by_its_link():
    b = Bench(seats=3, private=True)
    with pytest.raises(Refusal, match="not found"):
        b.do("sit", BOB, None, None)
    with pytest.raises(Refusal, match="not found"):
        b.attach(Ear("eve"), None)
    assert b.do("sit", ANN, None, None) == 0
    assert b.do("sit", BOB, None, "secret") == 1
    b.attach(Ear("eve"), None, link="secret")


def test_an_unwatchable_table_is_watched_by_its_host_alone():
    b = Bench(seats=3, watchable=False)
    b.attach(Ear("ann"), ANN)
    with pytest.raises(Refusal, match="no spectators"):
        b.attach(Ear("bob"), BOB)


def test_a_rematch_begins_when_all_agree_and_not_when_somebody_left():
    b = Bench(options={"target": 3, "turnMs": 10**6}, sit=[ANN, BOB])
    with pytest.raises(Refusal, match="not over"):
        b.do("rematch", ANN, True)
    b.ask(0, "add", count=3)
    assert b.disk.matches[1].status == COMPLETED
    assert b.life.wake_at() == b.now + patience.REMATCH
    b.do("rematch", ANN, True)
    b.do("rematch", BOB, False)
    assert b.life.agreed == set()
    b.do("rematch", ANN, True)
    b.do("rematch", BOB, True)
    assert (b.disk.matches[2].status, b.life.table.match_id) == (PLAYING, "1-2")
    b.turn(patience.REMATCH)
    assert not b.life.closed
    b.ask(0, "surrender")
    b.do("leave", ANN, False)
    with pytest.raises(Refusal, match="has left"):
        b.do("rematch", BOB, True)
    b.turn(patience.REMATCH)
    assert b.disk.closed
    assert b.life.wake_at() is None


def test_a_table_nobody_plays_at_is_cleaned_up():
    b = Bench(seats=3, sit=[ANN])
    b.turn(patience.IDLE - 1)
    assert not b.life.closed
    b.turn(1)
    assert b.disk.closed
    assert (b.disk.matches[1].status, b.disk.matches[1].reason) == (
        ABANDONED,
        "No move for 30 minutes",
    )


def test_a_clock_stands_where_it_stood_when_the_server_stopped():
    b = Bench(options={"turnMs": 5000}, sit=[ANN, BOB])
    b.now += 700
    b.do("stop")
    assert b.last == [Stand(1, 700)]


def test_open_seating_frees_a_seat_when_the_deal_is_over():
    b = Bench("club", seats=4, sit=[ANN, BOB, CAT])
    for seat in (0, 1, 2):
        b.ask(seat, "sit")
    b.turn(100)
    assert b.life.table.deal.state.playing == [0, 1, 2]
    b.do("leave", BOB, False)
    assert (b.life.leaving, b.disk.seats[1].user) == ({1}, None)
    assert b.do("sit", BOB, None, None) == 1  # comes back before it is over
    assert (b.life.leaving, b.disk.seats[1].user) == (set(), "bob")
    b.ask(1, "sit")
    b.do("leave", BOB, False)
    assert b.life.table.roster[1] == BOB
    with pytest.raises(Refusal, match="Seat 1 is taken"):
        b.do("sit", DAN, 1, None)
    for seat in (0, 1, 2, 0, 1):
        b.ask(seat, "add")
    assert (b.life.table.deal_number, b.life.table.roster[1]) == (2, None)
    assert b.do("sit", DAN, 1, None) == 1


opened = precondition(lambda self: not self.b.life.closed)


class Lives(RuleBasedStateMachine):
    """Anybody asks for anything at any time."""

    @initialize(
        kind=st.sampled_from(["pile", "pile", "chain", "club", "duel"]),
        bots=st.sampled_from([0, 0, 0, 1]),
        private=st.sampled_from([False, False, True]),
        watchable=st.sampled_from([True, True, False]),
    )
    def begin(self, kind, bots, private, watchable):
        game = {"chain": "pile"}.get(kind, kind)
        options = {"pile": {"target": 6}, "chain": {"target": 3, "deals": 3, "turnMs": 10**7}}
        seats = 2 if game == "duel" else 3
        self.b = Bench(game, options.get(kind), seats, bots=dict.fromkeys(range(bots), "random"),
                       private=private, watchable=watchable)  # fmt: skip
        self.ears, self.barred, self.numbers = {}, set(), count()

    @precondition(lambda self: self.b.life.closed)
    @rule(kind=st.sampled_from(["pile", "club", "duel"]))
    def another(self, kind):
        """The table is over; people go to the next."""
        self.begin(kind, 0, False, True)

    def attempt(self, *request):
        if self.b.life.closed:  # what came before in the same step closed it
            return None
        try:
            return self.b.do(*request)
        except Refusal:
            return None

    users = st.sampled_from(PEOPLE)

    @opened
    @rule(
        user=users,
        wish=st.sampled_from([None, None, 0, 1, 2, 3]),
        link=st.sampled_from([True, True, False]),
    )
    def sit(self, user, wish, link):
        seat = self.attempt("sit", user, wish, "secret" if link else None)
        if seat is not None:
            assert user.id not in self.barred
            assert self.b.life.table.roster[seat] == user

    @opened
    @rule(bot=st.sampled_from([None, *["nobody"] * 5]))
    def fill(self, bot):
        self.attempt("fill", bot)

    @opened
    @rule()
    def all_sit(self):
        for user in PEOPLE:
            self.attempt("sit", user, None, "secret")

    @opened
    @rule()
    def all_listen(self):
        for user in PEOPLE:
            self.attach(user, False, False, None)

    @opened
    @rule(user=users, concede=st.booleans())
    def leave(self, user, concede):
        self.attempt("leave", user, concede)

    @opened
    @rule(
        host=st.sampled_from([ANN, ANN, ANN, BOB]),
        who=st.one_of(st.integers(0, 3), users.map(lambda user: user.id)),
    )
    def kick(self, host, who):
        roster = self.b.life.table.roster
        holder = roster[who] if isinstance(who, int) and who < len(roster) else None
        if self.attempt("kick", host, who) is not None and not (holder and holder.bot):
            self.barred.add(who if isinstance(who, str) else holder.id)

    @opened
    @rule(user=users)
    def claim(self, user):
        self.attempt("claim", user)

    @opened
    @rule(user=users, accept=st.booleans())
    def rematch(self, user, accept):
        self.attempt("rematch", user, accept)

    @opened
    @rule(accept=st.just(True))
    def all_agree(self, accept):
        for _, user in list(self.b.life.people()):
            self.attempt("rematch", user, accept)

    @opened
    @rule(
        user=st.one_of(st.none(), users),
        new=st.booleans(),
        watch=st.booleans(),
        last=st.one_of(st.none(), st.integers(0, 9)),
    )
    def attach(self, user, new, watch, last):
        there = [ear for ear, who in self.ears.items() if who == user]
        ear = Ear(f"{user and user.id}{next(self.numbers)}") if new or not there else there[0]
        self.ears[ear] = user
        self.attempt("attach", ear, user, last, 0, watch, "secret")

    @precondition(lambda self: self.ears and not self.b.life.closed)
    @rule(data=st.data())
    def detach(self, data):
        ear = data.draw(st.sampled_from(sorted(self.ears, key=lambda one: one.name)))
        self.attempt("detach", ear)

    @opened
    @rule(data=st.data())
    def move(self, data):
        life = self.b.life
        deal = life.table.deal
        if deal is None:
            return
        seats = range(life.table.seats)
        moves = [(s, m) for s in seats for m in (*deal.state.legal(s), *deal.state.asides(s))]
        if moves:
            seat, move = data.draw(st.sampled_from(moves))
            self.b.play(Ask(seat, move, tag_of(move)))

    @opened
    @rule(ms=st.sampled_from([1, 1, 1000, 1000, patience.REMATCH, patience.GRACE, patience.SEAT]))
    def time(self, ms):
        self.b.turn(ms)
        wake = self.b.life.wake_at()
        assert wake is None or wake > self.b.now, "a time that is over is waited for"

    @opened
    @rule()
    def wait(self):
        """Until the next time, whatever it is for."""
        self.b.turn(max(0, self.b.life.wake_at() - self.b.now))

    @opened
    @rule()
    def restart(self):
        """Another process takes the table up from what was written."""
        old = self.b.life
        life = Life.revived(self.b.disk.kept(), seeds(), self.b.now, WALL + self.b.now)
        assert life.take() == []
        assert life.match == old.match
        assert life.table.seq == old.table.seq
        self.b.life = life
        self.ears.clear()
        assert set(life.gone) == {seat for seat, _ in life.people()}

    @opened
    @rule()
    def read_again(self):
        """A write failed: the table is read from its log while people listen."""
        life = self.b.life
        life.broken = True
        life.take_up(self.b.disk.kept(), self.b.now, WALL + self.b.now)
        self.b.fold(life.take())

    # What always holds

    @invariant()
    def one_seat_each(self):
        roster = [user.id for user in self.b.life.table.roster if user is not None]
        assert len(roster) == len(set(roster))

    @invariant()
    def rows_are_the_state(self):
        life, disk = self.b.life, self.b.disk
        assert disk.matches[life.table.match] == life.match
        assert disk.barred == life.barred == self.barred
        assert disk.closed == life.closed
        for seat in range(life.table.seats):
            row = life.seat_row(seat)
            kept = disk.seats.get(seat, SeatRow(1, seat, None, "", None, 0))
            assert structs.replace(kept, since=0) == structs.replace(row, since=0)
        assert len(disk.deals) == life.table.deal_number

    @invariant()
    def only_holders_are_waited_for(self):
        life = self.b.life
        held = {seat for seat, _ in life.people()}
        assert set(life.gone) <= held
        assert life.agreed <= held
        assert life.left <= held | set(life.bots)
        assert life.leaving <= held
        assert not life.leaving or life.table.open_seating
        assert set(life.bots) == {
            seat for seat, user in enumerate(life.table.roster) if user is not None and user.bot
        }

    @invariant()
    def who_is_gone_does_not_listen(self):
        life = self.b.life
        assert not set(life.gone) & set(life.ears)
        for seat, ears in life.ears.items():
            assert seat is None or len(ears) == 1
            for ear in ears:
                assert life.present[ear] == seat
                holder = None if seat is None else life.table.roster[seat]
                assert holder is None or holder == life.users[ear]
        watches = life.table.watches
        assert set(life.ears) == {seat for seat in watches if watches[seat].idle is None}
        assert sum(map(len, life.ears.values())) == len(life.present) == len(life.users)

    @invariant()
    def a_match_is_what_its_status_says(self):
        life = self.b.life
        if life.match.status == PLAYING:
            assert life.table.playing
        elif life.match.status == WAITING:
            assert not life.table.playing
            assert None in life.table.roster
        elif not life.closed:
            assert life.table.over
            assert life.stays is not None

    @invariant()
    def a_time_is_set_until_the_end(self):
        life = self.b.life
        assert (life.wake_at() is None) == life.closed


def test_whatever_is_asked_for_in_whatever_order():
    Lives.TestCase.settings = settings(
        max_examples=100,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    case = Lives.TestCase()
    case.runTest()
