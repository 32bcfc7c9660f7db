"""Every worked-out case of the arena's rule books through the pure functions of `cutcard.arena`.

`CUTCARD_ARENA_CASES` names another file of the same shape; the poker statistics are tried where
`CUTCARD_DATA` names a folder that has their hands. Each set names the rows it is of
(docs/rules/tournament.md T, docs/rules/arena.md A).
"""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cutcard import arena
from cutcard.games import game
from cutcard.games.poker import counts, phh

OURS = Path(__file__).parents[1] / "data" / "arena" / "cases.json"
FILE = Path(os.environ.get("CUTCARD_ARENA_CASES", OURS))
HANDS = Path(os.environ.get("CUTCARD_DATA", "/nowhere"))
SETS: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))["sets"]


def cases(name: str) -> Any:
    """A test a case of that set; none where the file has none, or their hands are not there."""
    found = SETS.get(name, [])
    if name == "pokerStatistics":
        found = [case for case in found if (HANDS / case["in"]["file"]).exists()]

    def mark(test: Any) -> Any:
        if not found:
            test.__test__ = False
            return test
        return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])(test)

    return mark


def seats(players: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): who for seat, who in players.items()}


def test_every_set_of_the_file_is_tried():
    tried = {
        *("seatingMoves", "payouts", "icm", "busts", "seating", "swiss", "standings", "arena"),
        *("singleElimination", "doubleElimination", "roundRobin", "matchmaking", "elo"),
        *("glicko2", "openskill", "pokerStatistics"),
    }
    assert set(SETS) <= tried


@cases("seatingMoves")
def test_T41_to_T59_seating_moves(case):
    given = case["in"]
    house = arena.House(
        given["seats"],
        given["finalSize"],
        given["singleBigBlind"],
        given["registrationOpen"],
    )
    floor = [
        arena.At(t["table"], seats(t["players"]), t["small"], t["big"], t["running"])
        for t in given["tables"]
    ]
    seed = bytes.fromhex(given["drawSeed"])
    found = arena.decide(floor, house, given["breakOrder"], seed, seed)
    final = found.final and {
        "seats": [{"player": who, "toSeat": seat} for who, seat in found.final.order],
        "button": found.final.button,
    }
    broken = found.broken and {
        "table": found.broken.table,
        "seats": [
            {"player": p.player, "to": p.to, "toSeat": p.to_seat, "waits": p.waits}
            for p in found.broken.seats
        ],
    }
    moves = [
        {
            "player": m.player,
            "from": m.source,
            "fromSeat": m.source_seat,
            "to": m.to,
            "toSeat": m.to_seat,
            "hands": m.hands,
            "singleBigBlind": m.single_big_blind,
            "waits": m.waits,
        }
        for m in found.moves
    ]
    out = {"due": found.due, "final": final, "break": broken, "moves": moves}
    assert {**out, "halt": list(found.halt)} == case["out"]


@cases("payouts")
def test_T75_to_T82_payouts(case):
    given, out = case["in"], case["out"]
    takings = arena.Takings(
        given["entries"],
        given["buyIn"],
        given["fee"],
        given["rebuys"],
        given["rebuyPrice"],
        given["addOns"],
        given["addOnPrice"],
        given["guarantee"],
    )
    found = arena.payout(takings, given.get("structure"))
    assert (found.pool, found.overlay, found.fees) == (out["pool"], out["overlay"], out["fees"])
    assert (found.paid, list(found.prizes)) == (out["paid"], out["prizes"])
    assert arena.places_paid(given["entries"], given.get("structure")) == found.paid
    for tie in out.get("tied", []):
        assert arena.tied(found.prizes, tie["place"], tie["count"]) == tie["each"]


@cases("icm")
def test_T90_to_T92_deals(case):
    stacks, prizes = case["in"]["stacks"], case["in"]["prizes"]
    worth = arena.icm(stacks, prizes)
    assert worth == [Fraction(text) for text in case["out"]["exact"]]
    assert [float(one) for one in worth] == pytest.approx(
        case["out"]["value"], abs=1e-9 * sum(prizes)
    )
    assert arena.deal("icm", stacks, prizes) == case["out"]["chips"]
    assert arena.deal("chips", stacks, prizes) == case["out"]["chipCount"]


@cases("busts")
def test_T64_to_T70_busts(case):
    given = case["in"]
    hands = [[(b["player"], b["stack"]) for b in hand["busts"]] for hand in given["hands"]]
    placed = arena.out_of_hands if given["mode"] == "normal" else arena.out_together
    found = [
        {"player": one.player, "from": one.place, "to": one.place_to}
        for one in placed(hands, given["left"])
    ]
    key = lambda one: (one["from"], one["player"])  # noqa: E731
    assert sorted(found, key=key) == sorted(case["out"]["places"], key=key)


@cases("seating")
def test_T33_to_T35_seating(case):
    given, out = case["in"], case["out"]
    seed = bytes.fromhex(given["seed"])
    drawn = arena.first_draw(seed, range(1, given["players"] + 1), given["seats"])
    found = [
        {"table": one.table, "seats": {str(s): who for s, who in one.seats.items()}}
        | {"button": one.button}
        for one in drawn
    ]
    assert found == out["tables"]
    assert arena.breaking_order(seed, [one.table for one in drawn]) == out["breakOrder"]


@cases("swiss")
def test_T119_to_T123_swiss(case):
    players = [
        arena.Swiss(p["id"], p["seed"], p["score"], frozenset(p["met"]), p["bye"], p["first"])
        for p in case["in"]["players"]
    ]
    least = case["out"]["least"]
    wanted = arena.Cost(
        least["secondByes"],
        least["rematches"],
        least["byeAbove"],
        least["scoreGaps"],
        least["distance"],
    )
    found = arena.pair(players)
    assert arena.cost_of(players, found) == wanted
    example = [tuple(two) for two in case["out"]["example"]]
    assert arena.cost_of(players, example) == wanted
    firsts = {frozenset(two): two[0] for two in example}
    for two in found:
        assert firsts.get(frozenset(two), two[0]) == two[0]
    assert sorted(who for two in found for who in two if who) == sorted(p.id for p in players)


@cases("standings")
def test_T127_to_T129_standings(case):
    rounds = [[tuple(result) for result in results] for results in case["in"]["rounds"]]
    found = [
        {
            "id": row.id,
            "score": row.score,
            "buchholz": row.buchholz,
            "sonnebornBerger": row.sonneborn_berger,
            "wins": row.wins,
            "seed": row.seed,
        }
        for row in arena.standings(rounds, case["in"]["seeds"])
    ]
    assert found == case["out"]["standings"]


@cases("singleElimination")
def test_T130_T131_single_elimination(case):
    found = arena.bracket(case["in"]["players"])
    out = case["out"]
    assert (found.size, found.rounds, found.byes) == (out["size"], out["rounds"], out["byes"])
    assert [list(two) for two in found.first] == out["first"]


@cases("doubleElimination")
def test_T135_T136_double_elimination(case):
    found = [list(match) for match in arena.double_elimination(case["in"]["size"])]
    assert found == case["out"]["matches"]


@cases("roundRobin")
def test_T138_T139_round_robin(case):
    found = arena.round_robin(case["in"]["players"])
    assert [[list(two) for two in pairs] for pairs in found] == case["out"]["rounds"]


@cases("arena")
def test_T143_arena_points(case):
    found = arena.arena_points(case["in"]["results"])
    out = case["out"]
    assert (list(found.points), found.total) == (out["points"], out["total"])
    assert found.on_fire == out["onFire"]


@cases("matchmaking")
def test_A5_to_A9_matchmaking(case):
    tickets = [
        arena.Ticket((t["user"],), t["rating"], t["waited"], frozenset(t["avoids"]), t.get("last"))
        for t in case["in"]["tickets"]
    ]
    assert [arena.window(ticket.waited) for ticket in tickets] == case["out"]["windows"]
    found = [[one.users[0], other.users[0]] for one, other in arena.pairs(tickets)]
    assert found == case["out"]["pairs"]


@cases("elo")
def test_A31_to_A34_elo(case):
    given, out = case["in"], case["out"]
    winner = {"win": 0, "loss": 1, "draw": None}[given["result"]]
    games = given.get("games") if given.get("placement") else None
    found = arena.elo.rate((given["a"], given["b"]), winner, games)
    assert [found.ratings[s].new for s in (0, 1)] == pytest.approx([out["a"], out["b"]], abs=1e-9)
    assert [found.shown().ratings[s].new for s in (0, 1)] == out["shown"]


@cases("glicko2")
def test_A41_to_A45_glicko(case):
    given, out = case["in"], case["out"]
    player = arena.Glicko(given["rating"], given["rd"], given["volatility"])
    games = [(rating, rd, score) for rating, rd, score in given["games"]]
    found = arena.glicko.rate(player, games, given["days"])
    wanted = (out["rating"], out["rd"], out["volatility"])
    assert (found.rating, found.rd, found.volatility) == pytest.approx(wanted, abs=1e-6)


@cases("openskill")
def test_A51_to_A53_openskill(case):
    teams = [[arena.Skill(mu, sigma) for mu, sigma in team] for team in case["in"]["teams"]]
    found = arena.openskill.rate(teams, case["in"]["places"])
    for team, wanted in zip(found, case["out"]["teams"], strict=True):
        for one, two in zip(team, wanted, strict=True):
            assert (one.mu, one.sigma) == pytest.approx(tuple(two), abs=1e-9)
    shown = [[arena.openskill.shown(one) for one in team] for team in found]
    assert shown == case["out"]["shown"]


def hands_of(case: dict[str, Any]) -> list[phh.Record]:
    text = (HANDS / case["in"]["file"]).read_text(encoding="utf-8")
    first, last, without = case["in"]["first"], case["in"]["last"], case["in"]["without"]
    numbered = enumerate(phh.sections(text), 1)
    chosen = [lines for n, lines in numbered if first <= n <= last and n not in without]
    return [phh.record(phh.table(lines)) for lines in chosen]


@cases("pokerStatistics")
def test_A71_to_A79_poker_statistics(case):
    found: dict[str, dict[str, int]] = {}
    hands = hands_of(case)
    for one in hands:
        assert one.players is not None
        for who, counted in zip(one.players, counts.of_record(one), strict=True):
            found[who] = arena.added(found.get(who, {}), counted)
    assert len(hands) == case["out"]["hands"]
    names = ("hands", "net", "vpip", "pfr", "chances", "threeBet", "threeBetChances", "bets")
    names += ("raises", "calls", "flops", "showdowns", "showdownsWon", "bbThousandths")
    assert {
        who: {name: counted.get(name, 0) for name in names} for who, counted in found.items()
    } == case["out"]["players"]


def test_the_statistics_are_asked_of_the_game():
    assert arena.counting(game("poker")) is not None
