"""Point 20, over all five games: whoever comes in when a deal is just over, or when the next one is
dealt and nobody has moved yet, reads out of the view alone how it ended: the same as the rules say
(`outcome`) and as those were told who had been there."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.table.effects import Open

from .test_ended_deals import nights, told


def duel(view, outcome, heard):
    """Who won and by how much, in a series of the game before."""
    series = view.get("series")
    (end,) = (fact for fact in heard if fact["type"] == "GAME_END")
    if view["status"] not in ("COMPLETED", "ABANDONED"):
        won, scores = series["lastWinnerId"], series["lastScores"]
        assert won == end["winnerId"]
    elif series is None:
        won, scores = (
            view["result"]["winnerId"],
            {s: p["score"] for s, p in view["players"].items()},
        )
        assert won == end["winnerId"]
    else:  # the last game ends the series
        assert view["result"]["winnerId"] == end["winnerId"]
        scores = series["wins"]
        low, high = sorted(scores.values())
        won = "tie" if low == high else next(int(s) for s, n in scores.items() if n == high)
    assert tuple(scores.values()) == outcome.scores
    return {won} - {"tie"} or {0, 1}


def memory(view, outcome, heard):
    """Pairs of all, and why it is over."""
    assert view["reason"] == outcome.reason
    pairs = [one["pairs"] for one in seats_of(view)]
    assert tuple(pairs) == outcome.scores
    if view["mode"] == "coop":
        return set(range(len(pairs)))
    return {seat for seat, found in enumerate(pairs) if found == max(pairs)}


def guandan(view, outcome, heard):
    """Places, the team that goes up, levels from and to."""
    result = view["result"]
    (end,) = (fact for fact in heard if fact["type"] == "GAME_END")
    assert result["order"] == end["result"]["order"]
    assert {"was", "levels", "team", "advance"} <= set(result)
    first = result["order"][0]
    return {first, (first + 2) % 4}


def poker(view, outcome, heard):
    """Who got how much of which pot, what was not called, the cards that were shown."""
    last = view.get("lastHand") or view
    got: Counter[int] = Counter()
    for one in last["awards"]:
        got[one["playerId"]] += one["amount"]
    paid: Counter[int] = Counter()
    for fact in heard:
        if fact["type"] == "POT_WON":
            paid[fact["playerId"]] += fact["amount"]
    assert got == paid
    if "lastHand" in view:
        shown = {f["playerId"]: sorted(f["cards"]) for f in heard if f["type"] == "PLAYER_SHOW"}
        seen = {int(seat): cards for seat, cards in last.get("cards", {}).items()}
        assert {seat: sorted(cards) for seat, cards in seen.items()} == shown
    best = [seat for seat, place in enumerate(outcome.places) if place == 1]
    assert set(best) <= set(got)
    return set(best)


def battle(view, outcome, heard):
    """Who won, and by what."""
    last = view.get("lastGame") or view
    (end,) = (fact for fact in heard if fact["type"] == "GAME_END")
    assert (last["winnerId"], last["winCondition"]) == (end["winnerId"], end["winCondition"])
    return {last["winnerId"]} - {"draw"} or {0, 1}


def seats_of(view):
    return [view["players"][seat] for seat in sorted(view["players"], key=int)]


KINDS = [
    ("duel", {}, 2, duel),
    ("duel", {"bestOf": 5, "mode": "HAND"}, 2, duel),
    ("memory", {"gridSize": [2, 4]}, 3, memory),
    ("memory", {"mode": "coop"}, 2, memory),
    ("memory", {"mode": "race", "gridSize": [2, 4]}, 2, memory),
    ("guandan", {}, 4, guandan),
    ("guandan", {"match": "deals", "deals": 2}, 4, guandan),
    ("guandan", {"match": "boards", "deals": 2}, 4, guandan),
    ("poker", {}, 4, poker),
    ("poker", {"variant": "F7S/8"}, 5, poker),
    ("poker", {"variant": "P2L1D"}, 3, poker),
    ("poker", {"variant": "PO/8", "bombEvery": 1, "bombAnte": 4, "doubleBoard": True}, 4, poker),
    ("poker", {"startStack": 20}, 3, poker),
    ("battle", {"decks": ["beasts", "titans"]}, 2, battle),
    ("battle", {"bestOf": 3}, 2, battle),
]


@pytest.mark.parametrize(("name", "options", "seats", "read"), KINDS)
def test_20_a_view_alone_says_how_the_deal_ended(name, options, seats, read, make_seeds):
    heard, state, views, ended = [], None, [], 0
    for effects, table in nights(name, options, seats, make_seeds, deals=6):
        opened = any(type(e) is Open for e in effects)
        before, state = state, table.deal.state
        heard += told(effects)
        now = [table.view(viewer) for viewer in (None, *range(seats))]
        if before is not None and ((opened and state is not before) or table.over):
            outcome = (before if opened and state is not before else state).outcome()
            # where the rules wait before the next deal it is the last view before that; else the
            # first of the next
            shows = [one for one in (now, views) if readable(name, one)]
            assert shows, "nothing says how it ended"
            for view in shows[0]:
                best = read(view, outcome, heard)
                assert best == {s for s, place in enumerate(outcome.places) if place == 1}
            ended, heard = ended + 1, []
        views = now
    assert ended >= 1


def readable(name, views):
    """Whether the views speak of a deal that is over."""
    view = views[0]
    if name == "duel":
        return view["status"] in ("COMPLETED", "ABANDONED") or "lastWinnerId" in view.get(
            "series", {}
        )
    if name == "memory":
        return "reason" in view
    if name == "guandan":
        return "result" in view
    if name == "poker":
        return "lastHand" in view or bool(view.get("awards"))
    return "winnerId" in view or "lastGame" in view
