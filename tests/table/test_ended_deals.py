"""A deal that is over is shown before the next begins, to who comes just then too; and its seed is
told to nobody before it is over."""

from __future__ import annotations

import pytest

from cutcard import game
from cutcard.kernel.rng import Rng
from cutcard.table.effects import Ask, Open, Reply, Tell
from cutcard.table.mind import Mind
from cutcard.table.table import Table
from cutcard.table.vocabulary import tag_of, vocabulary
from cutcard.table.words import Nack, User

STEPS = 4_000


def nights(name, options, seats, make_seeds, deals):
    """Bots at a table: after every step its effects, and what somebody sees who comes just now."""
    words = vocabulary(name)
    table = Table(1, words, words.options(options), seats, make_seeds(name))
    minds = [Mind(name, None, Rng.named(seat)) for seat in range(seats)]
    for seat, mind in enumerate(minds):
        table.seat_user(seat, User(f"bot{seat}", f"Bot {seat}", bot=True))
        mind.listen(table, seat)
    table.watch(None)
    now = 1_000
    yield table.open(now, now), table
    for _ in range(STEPS):
        if table.over or table.deal_number > deals:
            return
        acting = table.deal.to_act
        if acting:
            now += 1
            move = minds[acting[0]].choose(table.deal.state, acting[0])
            effects = table.ask(Ask(acting[0], move, tag_of(move)), now, now)
            assert not [e for e in effects if type(e) is Reply and type(e.word) is Nack]
        else:
            now = max(now, table.wake_at())
            effects = table.advance(now, now)
        for effect in effects:
            if hasattr(effect, "facts") and hasattr(effect, "seat"):
                minds[effect.seat].hear(effect.facts)
        yield effects, table
    raise AssertionError("no deal came to its end")


def told(effects):
    return [fact for e in effects if type(e) is Tell for fact in e.word.facts]


def of_duel(view):
    series = view.get("series", {})
    return "lastWinnerId" in series and "lastScores" in series


def of_guandan(view):
    result = view.get("result")
    return bool(result) and view["phase"] == "settle" and {"order", "levels", "was"} <= set(result)


def of_poker(view):
    return bool(view.get("lastHand")) or bool(view.get("awards"))


def of_memory(view):
    return view["status"] == "Won" and view["reason"] == "COMPLETED" and "stars" in view


def of_battle(view):
    last = view.get("lastGame", {})
    return "winnerId" in last and bool(last.get("winCondition"))


KINDS = {
    "duel": ({"bestOf": 3}, 2, of_duel),
    "guandan": ({}, 4, of_guandan),
    "poker": ({}, 3, of_poker),
    "memory": ({"gridSize": [2, 2]}, 1, of_memory),
    "battle": ({"bestOf": 3}, 2, of_battle),
}


@pytest.mark.parametrize("name", KINDS)
def test_who_comes_in_the_middle_sees_how_the_last_deal_ended(name, make_seeds) -> None:
    """Point 20: a snapshot taken before the next deal's first move shows the ended one."""
    options, seats, shows = KINDS[name]
    ended, seen, last = 0, 0, False
    for effects, table in nights(name, options, seats, make_seeds, deals=2):
        opened = [e for e in effects if type(e) is Open]
        shown = shows(table.view(None))
        if (opened and table.deal_number > 1) or table.over:
            ended += 1
            seen += last or shown
        last = shown
    assert ended >= 1
    assert seen == ended


@pytest.mark.parametrize("name", ["duel", "guandan", "memory", "battle"])
def test_a_seed_is_told_when_its_deal_is_over_and_not_before(name, make_seeds) -> None:
    options, seats, _ = KINDS[name]
    assert game(name).shows_seed
    seeds, ends = {}, 0
    for effects, table in nights(name, options, seats, make_seeds, deals=2):
        over = [e for e in effects if type(e) is Open] or table.over
        for fact in told(effects):
            if "seed" in fact:
                seeds[fact["seed"]] = fact["type"]
                assert over, f"{fact['type']} told the seed of a deal that goes on"
        ends += bool(over) and (table.over or table.deal_number > 1)
    assert len(seeds) == ends >= 1
