"""PHH hands nobody has picked: those PokerKit plays and writes, as they are and as rooms write
them (unknown cards, cents, winnings with gaps, a rake), and the same hands spoilt."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from cutcard.games.poker import phh, replayed
from cutcard.games.poker.replayed import BROKEN, DIFFER, OK, UNSUPPORTED
from cutcard.games.poker.variants import VARIANTS

from .dealt import GAMES, scaled, written
from .split import halves_without_low


def judged(text: str) -> replayed.Verdict:
    """By the slow reader and by the quick one, which must agree."""
    found = []
    for context in (True, False):
        try:
            one = phh.record(phh.table(next(phh.sections(text)), context=context))
            found.append(replayed.judge(one))
        except phh.Malformed as error:
            found.append(replayed.Verdict(UNSUPPORTED, str(error)))
    assert found[0].kind == found[1].kind, text
    return found[0]


def play(code: str, hands: int, seed: str) -> Counter[str]:
    seen: Counter[str] = Counter()
    for k in range(hands):
        history = written(code, f"{code} {seed} {k}")
        if history is None:
            seen["PokerKit fails"] += 1
            continue
        text = history.dumps()
        verdict = judged(text)
        seen[verdict.kind] += 1
        if verdict.kind != OK:  # P45: PokerKit halves a pot in which nobody has a low
            assert VARIANTS[code].low, (verdict, text)
            one = next(phh.parse(text))
            played = replayed.replay(replace(one, finishing=None))
            assert halves_without_low(played, one.finishing or []), (verdict, text)
            seen["P45 low in another pot only"] += 1
            continue
        chance = random.Random(f"{code} {k}")
        for room in (in_cents, with_unknown_cards, cut_short):
            told = room(text, chance)
            assert judged(told).kind == OK, (room.__name__, judged(told), told)
        paid = replayed.replay(next(phh.parse(text)))
        with_winnings(history, paid.won, paid.returned[1], chance, seen)
    return seen


def with_winnings(
    history: Any, winnings: list[int], returned: int, chance: random.Random, seen: Counter[str]
) -> None:
    """As a room's text has it: chips won, raked, or not said for some."""
    history.finishing_stacks = None
    history.winnings = winnings
    assert judged(history.dumps()).kind == OK, history.dumps()
    history.winnings = [x - x // 20 for x in winnings]
    assert judged(history.dumps()).kind == OK, history.dumps()
    history.winnings = [0 if chance.random() < 0.5 else x for x in winnings]
    assert judged(history.dumps()).kind == OK, history.dumps()
    loser = [i for i, x in enumerate(winnings) if not x]
    if loser and sum(winnings):
        seen["spoilt"] += 1
        history.winnings = winnings[:]
        much = 2 * sum(winnings) + 1
        history.winnings[loser[0]] += much + (much == returned)  # rooms count that as won
        assert judged(history.dumps()).kind == BROKEN, history.dumps()


def in_cents(text: str, _: random.Random) -> str:
    """Every amount a hundredth of itself."""
    return scaled(text, 100)


def with_unknown_cards(text: str, chance: random.Random) -> str:
    """Hole cards nobody saw; what is shown at the end stays. Stud's open cards stay too."""
    if "bring_in" in text or " sd" in text:
        return text

    def hidden(found: re.Match[str]) -> str:
        cards = "?" * len(found[2]) if chance.random() < 0.8 else found[2]
        return f"d dh {found[1]} {cards}'"

    return re.sub(r"d dh (p\d) (\w+)'", hidden, text)


def cut_short(text: str, chance: random.Random) -> str:
    """A hand that stops early, with no end to compare; and fields of somebody's own."""
    lines = [line for line in text.splitlines() if not line.startswith("finishing")]
    for i, line in enumerate(lines):
        if line.startswith("actions"):
            actions = re.findall(r"'([^']*)'", line)
            kept = actions[: chance.randint(1, len(actions))]
            lines[i] = "actions = [" + ", ".join(f"'{a}'" for a in kept) + "]"
    return "\n".join([*lines, "time = 23:59:59", "_mood = {good = true}", "venue = 'Here'"])


@pytest.mark.parametrize("code", GAMES)
def test_hands_pokerkit_wrote(code: str) -> None:
    seen = play(code, 25, "few")
    assert seen[OK] >= 20, seen


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_hands_pokerkit_wrote_full_count(code: str) -> None:
    seen = play(code, 2000, "many")  # of all games more than 20,000
    assert seen[OK] >= 1900, seen
    assert seen["spoilt"] > 200, seen


SPOILERS = "0123456789-.?dhpcbrsmf'[]{}=,# \n\\\"é" + "AKQJT98hs"


def spoilt(text: str, chance: random.Random) -> str:
    """A few characters changed, dropped or doubled, or an action moved."""
    if chance.random() < 0.4:
        head, _, rest = text.partition("actions = [")
        actions, _, tail = rest.partition("]")
        words = actions.split(", ")
        i, j = chance.randrange(len(words)), chance.randrange(len(words))
        words[i], words[j] = words[j], words[i]
        if chance.random() < 0.5:
            del words[i]
        return f"{head}actions = [{', '.join(words)}]{tail}"
    for _ in range(chance.randint(1, 4)):
        i = chance.randrange(len(text))
        new = chance.choice((chance.choice(SPOILERS), "", text[i] * 2))
        text = text[:i] + new + text[i + 1 :]
    return text


def test_spoilt_hands_get_a_verdict_and_never_an_exception() -> None:
    chance = random.Random("spoilt")
    seen: Counter[str] = Counter()
    for k in range(400):
        history = written(chance.choice(list(GAMES)), f"spoilt {k}")
        if history is None:
            continue
        text = history.dumps()
        for _ in range(5):
            hand = spoilt(text, chance)
            for section in phh.sections(hand):
                try:
                    one = phh.record(phh.table(section, context=False))
                except phh.Malformed:
                    seen[UNSUPPORTED] += 1
                    continue
                seen[replayed.judge(one).kind] += 1
    assert min(seen[OK], seen[DIFFER], seen[UNSUPPORTED]) > 100, seen


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starting_stacks", "[1e400, 5]"),
        ("starting_stacks", "[-5, 100]"),
        ("starting_stacks", "[nan, 100]"),
        ("starting_stacks", "100"),
        ("starting_stacks", "['a', 'b']"),
        ("antes", "[inf, 0]"),
        ("antes", "3"),
        ("min_bet", "'two'"),
        ("min_bet", "0.0000000000001"),
        ("variant", "7"),
        ("actions", "[1, 2]"),
        ("actions", "'p1 f'"),
        ("actions", "['p2 cbr 1e999999999']"),
        ("actions", "['p2 cbr nan']"),
        ("actions", "['p2 cbr inf']"),
        ("actions", "['p2 cbr']"),
        ("actions", "['d dh']"),
        ("actions", "['p2 cbr -4']"),
    ],
)
def test_absurd_fields_are_refused(field: str, value: str) -> None:
    fields = {
        "variant": "'NT'",
        "antes": "[0, 0]",
        "blinds_or_straddles": "[1, 2]",
        "min_bet": "2",
        "starting_stacks": "[100, 100]",
        "actions": "['p2 f']",
    }
    fields[field] = value
    text = "\n".join(f"{key} = {x}" for key, x in fields.items())
    assert judged(text).kind in (UNSUPPORTED, DIFFER, BROKEN)


ROOM = """variant = 'NT'
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = {blinds}
min_bet = 10
starting_stacks = [714, 1015, 1000, 1244, 3324]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'd dh p5 ????',
  'p3 cc', 'p4 f', 'p5 f', 'p1 f', 'p2 cc', 'd db JhQsKc', 'p2 cbr 20', 'p3 f']
finishing_stacks = {ends}
"""


def test_P4_a_late_post_under_the_big_blind_is_live_or_dead_as_the_chips_say() -> None:
    live = ROOM.format(blinds="[5, 10, -5, 0, 0]", ends="[709, 1030, 990, 1244, 3324]")
    dead = ROOM.format(blinds="[5, 10, -5, 0, 0]", ends="[709, 1034, 985, 1244, 3324]")
    assert judged(live).kind == OK
    assert judged(dead).kind == OK  # raked by one
    assert judged(dead.replace("985", "980")).kind == DIFFER


SHORT = """variant = 'FB'
ante_trimming_status = false
antes = [2, 2, 2]
blinds_or_straddles = [{small}, 8, 0]
small_bet = 8
big_bet = 16
starting_stacks = {stacks}
actions = ['d dh p1 8h3c9cKh', 'd dh p2 2sKcKs9s', 'd dh p3 3h3dQc8c', {bets}, {draws}]
"""


def test_a_big_blind_all_in_for_the_ante_opens_left_of_it_or_of_the_button() -> None:
    draws = "'p1 sd', 'p2 sd', 'p1 sd', 'p2 sd', 'p1 sd', 'p2 sd'"
    for bets in ("'p1 cbr 5', 'p3 f'", "'p3 f', 'p1 cc'"):
        text = SHORT.format(small=0, stacks="[7, 1, 318]", bets=bets, draws=draws)
        assert judged(text).kind == OK, judged(text)


def test_P21_who_has_nobody_to_bet_against_may_be_said_to_check_before_a_draw() -> None:
    draws = "'p2 sd', 'p3 sd', 'p2 sd', 'p3 sd', 'p2 sd', 'p3 sd'"
    text = SHORT.format(
        small=4, stacks="[50, 50, 10]", bets="'p3 cc', 'p1 f', 'p2 cc'", draws=draws
    )
    assert judged(text).kind == OK, judged(text)


def test_a_dead_small_blind_opens_left_of_the_big_blind() -> None:
    text = ROOM.format(blinds="[0, 10, 0, 0, 0]", ends="[714, 1025, 990, 1244, 3324]")
    assert judged(text).kind == OK
