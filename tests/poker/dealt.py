"""Hands from outside: those PokerKit plays at random and writes as PHH, made when they are asked
for, and the files of hands that are here, ours and whoever's CUTCARD_DATA names."""

from __future__ import annotations

import os
import random
import re
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pokerkit as pk

from cutcard.games.poker import phh, replayed, stars
from cutcard.games.poker.cli import SUFFIXES
from cutcard.games.poker.variants import FIXED, VARIANTS

AUTOMATIONS = tuple(pk.Automation)
BET = 8
OWN = Path(__file__).parent.parent / "data" / "poker"


class FixedOmaha8(pk.FixedLimitPokerMixin, pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """PokerKit 0.7.7 declares its limit Omaha hi-lo pot-limit; here it is what its name says."""


GAMES: dict[str, Any] = {**pk.HandHistory.game_types, "FO/8": FixedOmaha8}


def collections() -> list[Path]:
    """Every file of hands: those of tests/data, and those under CUTCARD_DATA where it is set."""
    places = [OWN]
    if os.environ.get("CUTCARD_DATA"):
        places.append(Path(os.environ["CUTCARD_DATA"]).resolve(strict=True))
    return [
        path for place in places for path in sorted(place.rglob("*")) if path.suffix in SUFFIXES
    ]


def forced(code: str, n: int, chance: random.Random) -> tuple[list[int], list[int]]:
    """Antes and blinds: straddles, late posts, a dead small blind, a big-blind ante."""
    variant = VARIANTS[code]
    antes = [2] * n if variant.stud or variant.short or chance.random() < 0.3 else [0] * n
    blinds = [4, BET] + [0] * (n - 2)
    if variant.short:
        blinds = [0] * n
        blinds[0 if n == 2 else -1] = BET
        return antes, blinds
    die = chance.random()
    if n > 2 and die < 0.1:
        blinds[2] = 2 * BET
    elif n > 3 and die < 0.2:
        blinds[3] = -BET
    elif n > 2 and die < 0.3:
        blinds[0] = 0
    elif die < 0.4:
        antes = [0] * n
        antes[1] = BET
    return antes, blinds


def act(state: Any, fixed: bool, chance: random.Random) -> None:
    """A legal move; nobody folds where checking is free."""
    if state.stand_patter_or_discarder_index is not None:
        held = state.hole_cards[state.stand_patter_or_discarder_index]
        state.stand_pat_or_discard(chance.sample(list(held), chance.randint(0, 3)))
        return
    if state.can_post_bring_in() and chance.random() < 0.8:
        state.post_bring_in()
        return
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    die = chance.random()
    if low is not None and die < 0.3:
        between = low if fixed else chance.randint(low, high)
        state.complete_bet_or_raise_to(chance.choice((low, low if fixed else high, between)))
    elif die < 0.45 and state.can_fold() and state.checking_or_calling_amount:
        state.fold()
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(low)


def written(code: str, seed: str, *, plain: bool = False) -> Any | None:
    """A hand PokerKit played at random, as its own history; None where PokerKit itself fails.
    A plain one has the two blinds, no antes, and full stacks."""
    chance = random.Random(seed)
    variant = VARIANTS[code]
    n = chance.randint(2, 6)
    stacks = [
        chance.choice((chance.randint(1, 40), chance.randint(1, 400), chance.randint(100, 2000)))
        for _ in range(n)
    ]
    antes, blinds = forced(code, n, chance)
    if plain:
        antes, blinds = [0] * n, [4, BET] + [0] * (n - 2)
        stacks = [chance.randint(200, 2000) for _ in range(n)]
    trim = chance.random() < 0.5 and len(set(antes)) == 1
    fixed = variant.limit == FIXED
    sizes = (BET, 2 * BET) if fixed else (BET,)
    opening: tuple[Any, ...] = (3, *sizes) if variant.stud else (blinds, *sizes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = GAMES[code](AUTOMATIONS, trim, antes, *opening, mode=pk.Mode.CASH_GAME)
        random.seed(seed)  # PokerKit shuffles with the global chance
        try:
            state = game(stacks, n)
            while state.status:
                act(state, fixed, chance)
            history = pk.HandHistory.from_game_state(
                pk.HandHistory.game_types[code](
                    AUTOMATIONS, trim, antes, *opening, mode=pk.Mode.CASH_GAME
                ),
                state,
            )
        except (AssertionError, ValueError):
            return None
    history.ante_trimming_status = trim
    history.finishing_stacks = list(state.stacks)
    return history


def scaled(text: str, parts: int) -> str:
    """The same hand with every amount divided."""

    def part(found: re.Match[str]) -> str:
        return f"{Decimal(found[0]) / parts:f}"

    lines = []
    for line in text.splitlines():
        key, _, value = line.partition(" = ")
        if key == "actions":
            lines.append(re.sub(r"(?<=cbr )\d+", part, line))
        elif key in ("variant", "ante_trimming_status"):
            lines.append(line)
        else:
            lines.append(f"{key} = " + re.sub(r"-?\d+", part, value))
    return "\n".join(lines)


def there_and_back(one: phh.Record, hero: int) -> None:
    """A hand goes out as PokerStars text and comes back the same, but for cards nobody saw."""
    text = stars.write(one, hero=hero)
    (back,) = stars.read(text)
    assert replayed.judge(back) == ("ok", ""), text
    for shows in (False, True):  # hands are shown at the end of a text
        told, read = [
            [a for a in some.actions if "dh" not in a and (" sm" in a) == shows]
            for some in (one, back)
        ]
        assert (sorted(read) if shows else read) == (sorted(told) if shows else told), text
