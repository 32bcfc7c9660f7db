"""The suite itself: repeatable by seed, the same in one process and in two, and its lists."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from cutcard.check import check, find, lists
from cutcard.check.pure import watched
from cutcard.check.shape import apart, leaves
from cutcard.check.worlds import Near, Twisted
from cutcard.games import UnknownGame, own_names
from cutcard.kernel.game import Illegal, Outcome, Record, Timer, Told
from cutcard.kernel.rng import Rng

COUNCIL = Path(__file__).parent / "council"

WILD = """
from council import *
from council import Council, deal as clean
class Wild(Council):
    __slots__ = ()
    {method}
def deal(opt, n, rng, carry=None):
    state = clean(opt, n, rng, carry)
    state.__class__ = Wild
    return state
from council import setups, shows_seed
"""


@pytest.fixture
def wild(tmp_path: Path, council: ModuleType) -> Callable[[str], str]:
    """A game in a file of its own that is Council but for one method."""

    def write(method: str) -> str:
        place = tmp_path / f"wild{abs(hash(method))}.py"
        place.write_text(WILD.format(method=method))
        return str(place)

    return write


def test_a_fault_is_found_again_by_its_seed(plant: Any, council: ModuleType) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        raise KeyError("lost")

    game = plant(begin=begin)
    fault = check(game, cases=60).faults[0]
    again = check(game, seed=fault.seed)
    assert again.cases == 1
    assert again.faults == [fault]


def test_another_seed_tries_other_deals(plant: Any) -> None:
    one, two = (check(plant(), cases=8, seed=seed).found.tried for seed in ("1", "2"))
    assert one != two
    assert check(plant(), cases=8, seed="1").found.tried == one


def test_two_processes_find_what_one_finds() -> None:
    one = check(str(COUNCIL), cases=80, processes=1)
    two = check(str(COUNCIL), cases=80, processes=2)
    assert one.found.tried == two.found.tried
    assert one.found.spots == two.found.spots
    assert one.lists == two.lists


def test_a_run_stops_when_its_time_is_up(plant: Any) -> None:
    report = check(plant(), cases=100_000, seconds=0.5)
    assert report.cases < 100_000
    assert "time was up" in report.notes[0]


def test_an_order_taken_from_a_set_is_found_by_another_hash_seed(
    wild: Callable[[str], str],
) -> None:
    method = """def asides(self, seat):
        found = {str(move): move for move in Council.asides(self, seat)}
        names = {"left", "right", "middle", "above", "below"}
        return list(found.values()) * (1 + list(names).index("left"))"""
    report = check(wild(method), cases=8)
    assert [fault.kind for fault in report.faults] == ["hashseed"]


def test_a_forbidden_import_is_found_where_it_stands(wild: Callable[[str], str]) -> None:
    report = check(wild("import random, datetime"), cases=2)
    said = [fault.message for fault in report.found.faults if fault.kind == "pure"]
    assert len(said) == 2
    assert "random" in said[0]
    assert "line 6" in said[0]


def test_a_game_knows_no_other_part(wild: Callable[[str], str]) -> None:
    report = check(wild("from cutcard.games import game"), cases=2)
    assert "cutcard.kernel only" in report.faults[0].message


def test_the_watch_takes_itself_away() -> None:
    before = (random.random, time.time, os.urandom)
    with pytest.raises(Exception, match=r"time\.time"), watched():
        time.time()
    assert (random.random, time.time, os.urandom) == before
    random.random()


def test_games_are_found_by_name_module_and_folder(council: ModuleType) -> None:
    assert find(str(COUNCIL)) is council
    assert find("council.rules") is find(f"{COUNCIL}/rules.py"), "as a module, now that it is found"
    for where, words in (("no/such/place", "no game"), ("a.b.c", "no module"), ("x", "no game")):
        with pytest.raises(UnknownGame, match=words):
            find(where)


def test_a_folder_called_like_another_module_is_not_mistaken_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "json"
    folder.mkdir()
    (folder / "__init__.py").write_text("name = 'json'")
    with pytest.raises(UnknownGame, match="rename"):
        find(str(folder))


class Take(Record, frozen=True, tag="take"):
    count: int


class Heap(Record, frozen=True):
    left: int
    turn: int


class Nim:
    """Seats in turn take one or two; who takes the last wins. Nothing is hidden."""

    def __init__(self, left: int, turn: int, rng: Rng) -> None:
        self.left, self.turn, self.rng = left, turn, rng

    def to_act(self) -> list[int]:
        return [self.turn] if self.left else []

    def legal(self, seat: int) -> list[Take]:
        return [Take(n) for n in (1, 2) if n <= self.left and seat == self.turn]

    def asides(self, seat: int) -> list[Take]:
        return []

    def timers(self) -> list[Timer]:
        return []

    def play(self, seat: int, move: Take, at: int = 0, told: list[Told] | None = None) -> None:
        if not self.left:
            raise Illegal("GAME_OVER", "The heap is gone.")
        if move not in self.legal(seat):
            raise Illegal("NOT_YOUR_TURN", "Not so many, or not you.")
        self.left, self.turn = self.left - move.count, 1 - self.turn

    def view(self, seat: int | None) -> Heap:
        return Heap(self.left, self.turn)

    def outcome(self) -> Outcome | None:
        places = (1, 2) if self.turn else (2, 1)
        return None if self.left else Outcome(places, (0, 0), "TAKEN")

    def next(self) -> None:
        return None

    def copy(self) -> Nim:
        return Nim(self.left, self.turn, self.rng.copy())

    def redeal(self, seat: int | None, rng: Rng) -> Nim:
        return Nim(self.left, self.turn, rng.fork())


def nim(heap: Callable[[Rng], int], **names: Any) -> Any:
    def deal(options: Any, seats: int, rng: Rng, carry: Any = None) -> Nim:
        return Nim(heap(rng), 0, rng)

    return SimpleNamespace(
        **{"name": "nim", "version": 1, "seats": range(2, 3), "shows_seed": True},
        **{"Options": Heap, "Move": Take, "Tick": type(None), "Carry": type(None)},
        setups=lambda: [(Heap(0, 0), 2)],
        deal=deal,
        **names,
    )


def test_a_game_without_chance_and_secrets_has_nothing_to_part() -> None:
    report = check(nim(lambda rng: 9), cases=64)
    assert report.ok, [str(fault) for fault in report.faults]


def test_a_game_that_draws_but_hides_nothing_says_so() -> None:
    report = check(nim(lambda rng: 5 + rng.below(9)), cases=64)
    assert [fault.kind for fault in report.faults] == ["lazy"]
    assert "hides = False" in report.faults[0].message
    assert check(nim(lambda rng: 5 + rng.below(9), hides=False), cases=64).ok


def test_lists_are_recorded_and_a_change_is_a_fault(tmp_path: Path, plant: Any) -> None:
    folder = tmp_path / "listed"
    folder.mkdir()
    body = "from council import *\nfrom council import setups, shows_seed\n"
    (folder / "__init__.py").write_text(body)
    first = check(str(folder), cases=120, record=True)
    assert first.ok, [str(fault) for fault in first.faults]
    place = folder / "golden" / "leak.json"
    stored = json.decode(place.read_bytes(), type=lists.Lists)
    assert stored == first.lists
    assert "seat players.*.vote" in stored.private
    assert "VOTED" in stored.facts
    assert check(str(folder), cases=120).ok
    stored.private.remove("seat players.*.vote")
    stored.private.append("seat players.*.purse")
    stored.fixed["seat players.*.seat"] = "a seat is no secret"
    place.write_bytes(json.encode(stored))
    said = [fault.message for fault in check(str(folder), cases=120).found.faults]
    assert any("players.*.vote" in text and "not checked in" in text for text in said)
    assert any("players.*.purse" in text and "any more" in text for text in said)
    fewer = [fault.message for fault in check(str(folder), cases=100).found.faults]
    assert not any("any more" in text for text in fewer), "fewer cases may see less"
    check(str(folder), cases=120, record=True)
    assert lists.recorded(find(str(folder))).fixed == {"seat players.*.seat": "a seat is no secret"}


def test_a_private_place_that_cannot_vary_is_allowed_by_hand(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    (folder / "golden").mkdir(parents=True)
    body = """from council import *
from council import Council, deal as clean, setups, shows_seed
from msgspec.structs import replace
class Own(Council):
    __slots__ = ()
    def player(self, seat, own):
        shown = Council.player(self, seat, own)
        return replace(shown, points=shown.points + 100 * own)
def deal(opt, n, rng, carry=None):
    state = clean(opt, n, rng, carry)
    state.__class__ = Own
    return state
"""
    (folder / "__init__.py").write_text(body)
    assert [f.kind for f in check(str(folder), cases=120).faults] == ["lazy"]
    fixed = {f"{who} players.*.points": "shown with a bonus" for who in ("seat", "spectator")}
    shown = check(str(folder), cases=120, record=True).lists
    assert shown is not None
    shown.fixed = fixed
    (folder / "golden" / "leak.json").write_bytes(json.encode(shown))
    assert check(str(folder), cases=120).ok


def test_a_place_that_varies_late_only_is_not_lazy_in_a_short_run(
    plant: Callable[..., Any], c: Any
) -> None:
    """Everybody sees points of their own that others do not: before the vote a fixed number more,
    which no redeal can change, from then on so much as their cards. The spots of a few cases are
    early ones."""

    def player(self: Any, seat: int, own: bool) -> Any:
        shown = c.player(self, seat, own)
        bonus = 100 + (sum(self.hands[seat]) if self.phase == "vote" else 0)
        return replace(shown, points=shown.points + bonus * own)

    assert check(plant(player=player), cases=4).faults == []


def test_paths_leave_out_seats_and_places() -> None:
    view = {"players": {"0": {"hand": [1, 2]}, "1": {}}, "bet": 3, "board": []}
    assert set(leaves(view)) == {"players.*.hand.*", "bet"}
    other = {"players": {"0": {}, "1": {"hand": [4]}}, "bet": 3, "board": []}
    assert set(apart(view, other)) == {"players.*.hand.*"}
    assert set(apart({"a": [1, 2]}, {"a": [1, 3]})) == {"a.*"}
    assert set(apart({"a": []}, {"a": [1]})) == set(), "an empty list holds nothing"
    assert set(apart({"a": 1}, {"a": {"b": 1}})) == {"a"}


def test_near_makes_one_swap_and_twisted_one_more() -> None:
    cards = list(range(20))
    Near(bytes(32)).shuffle(cards)
    assert sum(i != card for i, card in enumerate(cards)) == 2
    plain, twisted = list(range(20)), list(range(20))
    Rng(bytes(32)).shuffle(plain)
    stream = Twisted(bytes(32), Rng.named("twist"))
    twin = stream.copy()
    stream.shuffle(twisted)
    assert sum(a != b for a, b in zip(plain, twisted, strict=True)) == 2
    again = list(range(20))
    twin.shuffle(again)
    assert again == twisted
    assert stream.position == twin.position


@pytest.mark.parametrize("name", own_names())
def test_every_game_here_keeps_the_contract(name: str) -> None:
    report = check(name, cases=250, seed="tests", seconds=8)
    assert report.ok, [str(fault) for fault in report.faults]
    assert report.cases >= 16, "even a slow game gets some way in its time"


@pytest.mark.slow
@pytest.mark.parametrize("name", own_names())
def test_every_game_here_keeps_the_contract_in_10_000_cases(name: str) -> None:
    report = check(name, cases=10_000, processes=2)
    assert report.ok, [str(fault) for fault in report.faults]
    assert report.cases == 10_000
