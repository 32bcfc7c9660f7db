"""The spec's scenarios, end to end: through the table's rules, with views, facts and packets."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.poker import Carry, Move, Options, deal, moves, packets, screen
from cutcard.games.poker.packets import About, Person
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

from ..tcp.raw import PLAYER_KEYS, STATE_KEYS

SEATS = 3
PEOPLE = {s: Person(100 + s, f"P{s}") for s in range(SEATS)}


class Player:
    """A TCP client: applies what it is told strictly by seq, and resyncs on a gap."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seq = 0
        self.state: dict = {}
        self.view: dict | None = None
        self.resyncs = 0
        self.heard: list[str] = []


class Table:
    """A deal with its clients, as a server would drive it."""

    def __init__(self, options: Options, carry: Carry | None = None, seats: int = SEATS) -> None:
        self.rules = deal(options, seats, Rng.named("scenario"), carry)
        self.seats = seats
        self.seq = 0
        self.at = 0
        self.players = [Player(s) for s in range(seats)]
        self.lost: set[int] = set()  # clients that miss the next bundle
        for player in self.players:
            self._resync(player)

    def about(self, player: Player) -> About:
        dues = {t.seat: t.due for t in self.rules.timers() if t.seat is not None}
        return About(7, self.seq, player.seat, PEOPLE, dues)

    def _view(self, player: Player) -> dict:
        return msgspec.json.decode(msgspec.json.encode(self.rules.view(player.seat)))

    def _resync(self, player: Player) -> None:
        player.view = self._view(player)
        player.state = packets.game_state(player.view, self.about(player))
        player.seq = self.seq
        player.resyncs += 1

    def play(self, seat: int, move, at: int | None = None) -> None:
        self.at = self.at if at is None else at
        told: list = []
        self.rules.play(seat, move, self.at, told)
        self.seq += 1
        for player in self.players:
            if player.seat in self.lost:
                self.lost.discard(player.seat)
                continue
            if player.seq + 1 != self.seq:  # a gap
                self._resync(player)
                continue
            view = self._view(player)
            about = self.about(player)
            facts = [msgspec.to_builtins(f) for f in heard(told, player.seat)]
            player.heard += [n["type"] for n in packets.notifications(facts, about)]
            packets.updates(player.view, view, about)
            player.view, player.seq = view, self.seq
            player.state = packets.game_state(view, about)

    def tick(self) -> None:
        timer = min(self.rules.timers(), key=lambda timer: timer.due)
        self.play(NATURE, timer.tick, max(self.at, timer.due))

    def act(self, move) -> None:
        self.play(self.rules.to_act()[0], move)

    def total(self) -> int:
        view = self.rules.view(None)
        return sum(p.stack for p in view.players.values()) + view.pot


@pytest.fixture
def started():
    carry = Carry((100,) * 3, (0,) * 3, hands=1, button=0, small=1, big=2)
    t = Table(Options(), carry)
    t.tick()
    return t


def test_normal_hand(started):
    t = started
    me = t.players[1]
    assert me.state["betting_round"] == "preflop"
    assert me.state["active_seat"] == 1
    assert [a["type"] for a in me.state["available_actions"]] == ["fold", "call", "raise", "all_in"]
    assert t.players[0].state["available_actions"] == []
    assert all(c >= 0 for c in me.state["players"][1]["cards"])
    assert me.state["players"][2]["cards"] == [-1, -1]
    t.act(moves.Call())
    t.act(moves.Call())
    t.act(moves.Check())
    for street in ("flop", "turn", "river"):
        assert me.state["betting_round"] == street
        t.act(moves.Bet(4))
        t.act(moves.Call())
        t.act(moves.Fold() if street == "river" else moves.Call())
        assert t.total() == 300
    assert len(me.state["community_cards"]) == 5
    assert me.state["winner_seat"] >= 0
    assert "HAND_ENDED" in me.heard
    assert me.heard.count("PLAYER_BET") == 3
    while t.rules.outcome() is None:
        t.tick()
    assert me.state["betting_round"] == "complete"
    assert sum(t.rules.next().stacks) == 300


def test_all_players_fold(started):
    t = started
    t.act(moves.Raise(6))
    t.act(moves.Fold())
    t.act(moves.Fold())
    state = t.players[0].state
    assert state["winner_seat"] == 1
    assert state["amount_won"] == 5
    assert state["winner_hand_rank"] == -1
    assert state["community_cards"] == []
    assert t.total() == 300


def test_one_player_all_in(started):
    t = started
    t.act(moves.AllIn())
    assert t.players[0].heard[-1] == "PLAYER_ALLIN"
    t.act(moves.Call())
    t.act(moves.Fold())
    assert t.rules.outcome() is not None
    names = t.players[0].heard
    assert names[-5:] == ["FLOP_DEALT", "TURN_DEALT", "RIVER_DEALT", "SHOWDOWN", "HAND_ENDED"]
    assert all(c >= 0 for c in t.players[0].state["players"][1]["cards"])  # tabled
    assert t.total() == 300


def test_multiple_all_ins_side_pots():
    carry = Carry((30, 60, 100), (0,) * 3, hands=1, button=0, small=1, big=2)
    t = Table(Options(), carry)
    t.tick()
    for _ in range(3):
        t.act(moves.AllIn() if t.rules.hand.span()[1] else moves.Call())
    view = t.rules.view(None)
    assert t.rules.outcome() is not None
    amounts: dict[int, int] = {}
    for award in view.awards:
        amounts[award.pot] = amounts.get(award.pot, 0) + award.amount
    assert amounts == {0: 90, 1: 60}
    assert view.returned is None  # he who has most only called
    assert t.total() == 190


def test_player_disconnect(started):
    t = started
    t.play(1, moves.Away())
    t.tick()  # his time runs out: he has to call, so he folds
    assert t.rules.hand.folded[t.rules.place_of[1]]
    assert t.players[0].heard[-1] == "PLAYER_FOLD"
    t.act(moves.Call())
    t.play(1, moves.Back())
    assert not t.rules.away[1]
    t.act(moves.Check())
    assert t.rules.view(1).players[1].cards is not None  # he still sees what he held
    assert t.total() == 300


def test_invalid_actions(started):
    t = started
    before = msgspec.json.encode([t.rules.view(s) for s in (0, 1, 2, None)])
    bad = [
        (0, moves.Call(), "NOT_YOUR_TURN", 403),
        (1, moves.Check(), "CANNOT_CHECK", 409),
        (1, moves.Bet(10), "CANNOT_BET", 409),
        (1, moves.Raise(3), "INVALID_AMOUNT", 422),
        (1, moves.Raise(1000), "INVALID_AMOUNT", 422),
        (1, moves.BringIn(), "WRONG_PHASE", 409),
        (1, moves.Discard(("Ah",)), "WRONG_PHASE", 409),
        (1, moves.Show(), "WRONG_PHASE", 409),
        (1, moves.RunTwice(True), "WRONG_PHASE", 409),
        (1, moves.Straddle(True), "NOT_ALLOWED", 409),
        (1, moves.Sit(100), "ALREADY_SEATED", 409),
        (1, moves.Rebuy(10_000), "INVALID_AMOUNT", 422),
        (1, moves.Back(), "NOT_ALLOWED", 409),
        (1, moves.SitIn(), "NOT_ALLOWED", 409),
        (1, moves.Choose("PO"), "NOT_YOUR_TURN", 403),
        (1, t.rules.timers()[0].tick, "NOT_YOURS", 403),
        (7, moves.Fold(), "INVALID_PLAYER", 403),
        (NATURE, moves.Fold(), "INVALID_PLAYER", 403),
        (NATURE, moves.Begin(), "TOO_LATE", 409),
    ]
    for seat, move, code, number in bad:
        told: list = []
        with pytest.raises(Illegal) as error:
            t.rules.play(seat, move, 3000, told)
        assert error.value.code == code, move
        assert packets.result(code) == number
        assert error.value.message.endswith(".")
        assert not told
    assert msgspec.json.encode([t.rules.view(s) for s in (0, 1, 2, None)]) == before


def test_sequence_gaps(started):
    t = started
    me = t.players[2]
    resyncs = me.resyncs
    t.lost.add(2)  # this bundle never arrives
    t.act(moves.Raise(6))
    assert me.seq == t.seq - 1
    t.act(moves.Call())  # the next one shows the gap
    assert me.resyncs == resyncs + 1
    assert me.seq == t.seq
    assert me.state["current_bet"] == 6
    other = packets.game_state(t._view(me), t.about(me))
    assert me.state == other


def test_the_game_state_has_the_protocols_keys_in_order(started):
    state = started.players[0].state
    assert list(state) == STATE_KEYS
    assert len(state["players"]) == 9
    assert state["players"][8] is None
    assert list(state["players"][0]) == PLAYER_KEYS
    assert [p["is_dealer"] for p in state["players"][:3]] == [False, True, False]
    assert packets.card("As") == 1 * 13 + 12
    assert packets.card("2c") == 4 * 13


def test_updates_name_what_changed(started):
    t = started
    me = t.players[0]
    before = me.view
    t.act(moves.Raise(6))
    found = packets.updates(before, me.view, t.about(me))
    kinds = {update["type"]: update for update in found}
    assert kinds["BET_TOTAL"] == {"type": "BET_TOTAL", "player_id": 101, "amount": 6}
    assert kinds["PLAYER_MONEY"]["money"] == 94
    assert kinds["ACTIVE_PLAYER"]["seat"] == 2
    assert kinds["PLAYER_TIMER"]["timer"] > 0
    assert "AVAILABLE_ACTIONS" not in kinds
    first = {update["type"] for update in packets.updates(None, me.view, t.about(me))}
    assert {"HAND_STARTED", "BETTING_ROUND", "BUTTON_SEAT", "PLAYER_STATE"} <= first


def test_tcp_actions_become_moves():
    for action, move in (
        ({"type": "fold"}, moves.Fold()),
        ({"type": "call", "amount": 5}, moves.Call()),
        ({"type": "raise", "amount": 60}, moves.Raise(60)),
        ({"type": "all_in", "amount": 0}, moves.AllIn()),
    ):
        assert msgspec.convert(packets.move(action, {}), Move) == move
    for amount in (None, -1, "60", 1.5, True, 10**13):
        with pytest.raises(Illegal) as error:
            packets.move({"type": "raise", "amount": amount}, {})
        assert packets.result(error.value.code) == 422


def test_the_terminal_table_says_everything(started):
    t = started
    names = ["Al", "Bo", "Cy"]
    lines = []
    for move in (moves.Raise(6), moves.Call(), moves.Call()):
        seat = t.rules.to_act()[0]
        assert screen.describe(move, t.rules.view(seat))
        told: list = []
        t.rules.play(seat, move, 3000, told)
        lines += [screen.say(fact, names) for fact in heard(told, None)]
    assert lines[0] == "Bo raises to 6."
    assert "Cy calls 6." in lines
    text = screen.show(t.rules.view(0), 0, names)
    assert "Al (you)" in text
    assert "board: " in text
    assert "pot 18" in text
    assert text.count("??") == 4


def test_a_hand_is_replayed_street_by_street(started):
    t = started
    names = ["Al", "Bo", "Cy"]

    class Scene:
        def __init__(self, facts, view):
            self.facts, self.view = facts, view

    scenes = [Scene([], t.rules.view(None))]
    for _ in range(200):
        if t.rules.outcome() is not None:
            break
        told: list = []
        seats = t.rules.to_act()
        t.rules.play(seats[0], t.rules.legal(seats[0])[1], 3000, told)
        scenes.append(Scene(heard(told, None), t.rules.view(None)))
    lines = list(screen.replay(scenes, names))
    headings = [line.split("***")[1].strip() for line in lines if line.startswith("***")]
    assert headings == ["PREFLOP", "FLOP", "TURN", "RIVER", "END"]
    assert lines.index("  Bo calls 2.") < next(i for i, x in enumerate(lines) if "FLOP" in x[:8])
