"""Random hands of every variant, at tables that go on: straddles, late posts, leavers, rakes, bomb
pots, run twice. And what two records of the same hand must have in common."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from cutcard.games.poker import Options, deal, history, moves, phh, replayed, stars
from cutcard.games.poker.variants import FIXED, VARIANTS
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

NAMES = ("Al", "Al: the 1st", "Bo (BB)", "Cÿ", "D collected", "Ed", "F. [x]", "Gi", "Hu", "Io")


def options(code: str, chance: random.Random) -> tuple[Options, int]:
    """A table of that variant, with house rules drawn at random."""
    variant = VARIANTS[code]
    seats = chance.randint(2, min(variant.most, 6))
    plain = not variant.stud and not variant.short
    some: dict[str, Any] = {
        "variant": code,
        "small_blind": 2,
        "big_blind": 4,
        "min_buy_in": 8,
        "buy_in": chance.choice((12, 40, 200)),
        "start_delay": 0,
        "allow_straddle": plain and chance.random() < 0.4,
        "straddle_by": chance.choice(("under_the_gun", "button")),
        "table_all_in": chance.random() < 0.8,
    }
    if chance.random() < 0.3:
        some |= {"ante": 1, "ante_by": chance.choice(("each", "button", "big_blind"))}
    if variant.boards and chance.random() < 0.3:
        some |= {"allow_run_it_twice": True}
    if variant.boards and variant.limit != FIXED and chance.random() < 0.15:
        some |= {"bomb_every": 2, "double_board": chance.random() < 0.5}
    if chance.random() < 0.3:
        some |= {"rake": 50, "rake_cap": 3}
    return Options(**some), seats


def records(code: str, seed: str) -> Iterator[tuple[phh.Record, Any]]:
    """The hands of one table, each with its end."""
    chance = random.Random(f"{code} {seed}")
    chosen, seats = options(code, chance)
    carry, rng = None, Rng.named(f"{code} {seed}")
    for _ in range(6):
        start = deal(chosen, seats, rng.fork(), carry)
        log, end = _played(start, seats, chance)
        one = history.record(start, log, everything=True, players=NAMES[:seats])
        if one is not None:
            one.extras |= {"year": 2026, "month": 11, "day": chance.randint(1, 28)}
            yield one, end
        carry = end.next()
        if carry is None or end.outcome() is None:
            return


def _played(start: Any, seats: int, chance: random.Random) -> tuple[list[Any], Any]:
    """A deal at random until it is over, or nobody is left to deal to."""
    t, log, at = start.copy(), [], 0
    for _ in range(400):
        if t.outcome() is not None:
            break
        timers = sorted(t.timers(), key=lambda timer: timer.due)
        to_act, who = list(t.to_act()), chance.randrange(seats)
        asides = t.asides(who)
        if asides and (chance.random() < 0.06 or not (to_act or timers)):
            ons = [m for m in asides if isinstance(m, moves.Straddle) and m.on]
            entry = (at, who, chance.choice(ons or list(asides)))
        elif to_act and chance.random() > 0.02:
            seat = chance.choice(to_act)
            legal = list(t.legal(seat))
            if len(legal) > 1 and chance.random() < 0.5:  # folds are dull
                legal = legal[1:]
            entry = (at, seat, chance.choice(legal))
        elif timers:
            at = max(at, timers[0].due)
            entry = (at, NATURE, timers[0].tick)
        else:
            continue
        t.play(entry[1], entry[2], entry[0])
        log.append(entry)
    return log, t


def same_hand(one: phh.Record, hero: int | None) -> str:
    """Out as text and in again: everything the text's reader can know must be as it was."""
    text = stars.write(one, hero=hero)
    (back,) = stars.read(text)
    verdict = replayed.judge(back)
    assert verdict.kind == "ok", (verdict, text)
    assert (back.variant, back.bet, back.big_bet, back.scale) == (
        *(one.variant, one.bet, one.big_bet),
        one.scale,
    ), text
    assert _by_name(back, back.extras["seats"]) == _by_name(one, one.extras["seats"]), text
    for key in ("hand", "seat_count", "year", "month", "day"):
        assert back.extras[key] == one.extras[key], key
    ours, theirs = replayed.replay(one), replayed.replay(back)
    assert _by_name(back, theirs.stacks) == _by_name(one, ours.stacks), text
    assert _by_name(back, back.winnings) == _by_name(one, _won(one, ours)), text
    assert _forced(back) == _forced(one), text
    _same_actions(one, back, ours, text)
    return text


def _by_name(one: phh.Record, values: Any) -> dict[str, Any]:
    return dict(zip(one.players or (), values, strict=True))


def _won(one: phh.Record, h: Any) -> list[int]:
    assert one.finishing is not None
    return [f - (e - w) for f, e, w in zip(one.finishing, h.stacks, h.won, strict=True)]


def _forced(one: phh.Record) -> dict[str, Any]:
    """What each was made to put in, as far as they could."""
    antes = [min(a, s) for a, s in zip(one.antes, one.stacks, strict=True)]
    left = [s - a for s, a in zip(one.stacks, antes, strict=True)]
    blinds = [min(b, x) if b > 0 else max(b, -x) for b, x in zip(one.blinds, left, strict=True)]
    return _by_name(one, zip(one.stacks, antes, blinds, strict=True))


def _same_actions(one: phh.Record, back: phh.Record, h: Any, text: str) -> None:
    """In their order; hands are shown at the end. Cards the reader did not see are unknown."""
    told, read = _named(one), _named(back)
    did = [[a for a in some if a[1] not in ("sm", "dh")] for some in (told, read)]
    assert len(did[0]) == len(did[1]), text
    for was, now in zip(*did, strict=True):
        assert now[:2] == was[:2], text
        assert _unseen_or_same(was[2], now[2]), text
    for who in one.players or ():
        dealt, heard = [
            "".join(a[2] for a in some if a[:2] == (who, "dh")) for some in (told, read)
        ]
        assert len(dealt) == len(heard), text
        assert _unseen_or_same(dealt, heard), text
    shown = {a[0] for a in told if a[1] == "sm" and a[2]}
    assert {a[0] for a in read if a[1] == "sm" and a[2]} == shown, text
    for who, what, cards in read:
        if what == "sm" and cards:
            hole = h.hole[(one.players or []).index(who)]
            assert sorted(phh.cards_of(cards)) == sorted(hole), text


def _unseen_or_same(was: str, now: str) -> bool:
    pairs = [(was[i : i + 2], now[i : i + 2]) for i in range(0, len(was), 2)]
    return len(was) == len(now) and all(b in ("??", a) for a, b in pairs)


def _named(one: phh.Record) -> list[tuple[str, str, str]]:
    """Who did what; `cbr` with its amount as a number."""
    players, found = one.players or [], []
    for action in one.actions:
        words = action.partition("#")[0].split()
        left = " left" if replayed.LEFT in action else ""
        if words[:2] == ["d", "db"]:
            found.append(("", "db2" if "# board 2" in action else "db", words[2]))
            continue
        if words[0] == "d":
            words = [words[2], "dh", words[3]]
        who = players[int(words[0][1:]) - 1]
        rest = words[2] if len(words) > 2 else ""
        if words[1] == "cbr":
            rest = f"{Decimal(rest).normalize():f}"
        elif re.fullmatch(r"f", words[1]):
            rest = left
        found.append((who, words[1], rest))
    return found
