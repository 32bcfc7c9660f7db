"""A hand of a file, judged: every action's actor and legality, and the chips at the end.

Files differ in custom where the notation leaves it open: what a short blind makes others pay,
whether a late post under the big blind is live, whether a pot-limit counts one player's ante, who
gets odd chips, whether an uncalled bet counts as won. A hand differs only if it does under each of
these readings. `winnings` taken from a room's text have gaps: a 0 there says nothing, and late
posts may be missing from the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from . import phh, showdown
from .hand import BET, BRING, DONE, DRAW, RUNS
from .phh import ENDLESS, UNKNOWN, Malformed, Record, Unsupported
from .scripted import Scripted, place
from .variants import FIXED, POT_LIMIT

MOST_RAKE, MOST_FEE = 10, 4  # one in so many: a rake; and a fixed fee of a small pot
LEFT = "# left"  # said of a fold out of turn, by a player who left the table
OK, FEE, DIFFER, BROKEN, UNSUPPORTED = KINDS = "ok", "fee", "differ", "broken", "unsupported"


class Verdict(NamedTuple):
    """What came of a hand, and why. `fee`: played as here, but the house took more than a rake
    of a tenth; `broken`: the file contradicts itself, its winners took more than its players put
    in; `differ`: it was played otherwise, or others won."""

    kind: str
    reason: str = ""


class _Differs(Exception):
    """The file and the engine part here."""

    def __init__(self, why: str, kind: str = DIFFER) -> None:
        super().__init__(why)
        self.kind = kind


def judge(one: Record) -> Verdict:
    """Replay a hand; never raises on what a file may hold."""
    verdict = _judge(one)
    if verdict.kind in (OK, UNSUPPORTED):
        return verdict
    found = [verdict]
    for other in _readings(one):
        found.append(_judge(other))
        if found[-1].kind == OK:
            return found[-1]
    found.sort(key=lambda other: (FEE, BROKEN, DIFFER, UNSUPPORTED).index(other.kind))
    return found[0] if found[0].kind in (FEE, BROKEN) else verdict


def _readings(one: Record) -> Iterator[Record]:
    """The same hand by other customs."""
    yield from _posted(one)
    for other in (one, *_posted(one)):
        yield replace(other, reopens=True)


def _posted(one: Record) -> Iterator[Record]:
    """By other customs about what is posted, where it has what they treat differently. They are
    a house's each for itself, so a hand may have been played by any of them together."""
    due = [max(abs(b), one.bring_in) for b in one.blinds]
    short = any(s < a + b for s, a, b in zip(one.stacks, one.antes, due, strict=True))
    prices = [one, replace(one, as_posted=True)] if short else [one]
    yield from prices[1:]
    if len(set(one.antes)) > 1:  # one player's ante, or a short one
        most = sorted(one.antes)[-2]
        for other in prices:
            yield replace(other, trim=not one.trim)
            yield replace(other, ante_counts=True)
            yield replace(other, trim=not one.trim, ante_counts=True)
            yield replace(other, antes=[min(a, most) for a in one.antes])
    late = [-b if -max(one.blinds) < b < 0 else 0 for b in one.blinds]
    if any(late):  # a missed small blind is dead money
        dead = replace(
            one,
            antes=[a + b for a, b in zip(one.antes, late, strict=True)],
            blinds=[0 if b else blind for b, blind in zip(late, one.blinds, strict=True)],
            trim=False,
        )
        yield dead
        yield from _posted(dead)


def _judge(one: Record) -> Verdict:
    try:
        _seats(one)
        h = Scripted(one)
        _no_card_twice(h)
        for number, action in enumerate(one.actions, 1):
            try:
                apply(h, one, action)
            except _Differs as error:
                return Verdict(DIFFER, f"action {number} ({action.strip()}): {error}")
        return _final(h, one)
    except (Unsupported, Malformed) as error:
        return Verdict(UNSUPPORTED, str(error))
    except _Differs as error:
        return Verdict(error.kind, str(error))


def replay(one: Record) -> Scripted:
    """The hand a record leads to, paid where its cards are known; ValueError where it differs."""
    one = reading(one, OK)
    h = Scripted(one)
    for action in one.actions:
        apply(h, one, action)
    settled(h)
    return h


def reading(one: Record, *kinds: str) -> Record:
    """The record by the custom it was played by; ValueError where its verdict is another."""
    verdict = judge(one)
    if verdict.kind not in kinds:
        raise ValueError(verdict.reason)
    return next(other for other in (one, *_readings(one)) if _judge(other).kind == verdict.kind)


def _seats(one: Record) -> None:
    most = one.kind().most
    if not 2 <= len(one.stacks) <= most:
        raise Unsupported(f"{one.variant} is played by 2 to {most}, not {len(one.stacks)}")


def _no_card_twice(h: Scripted) -> None:
    if len(set(h.known)) != len(h.known) and not h.variant.draws:
        raise _Differs("a card is dealt twice")
    if h.variant.short and any(c % 13 < 4 for c in h.known):
        raise _Differs("a short deck has no card under six")


def apply(h: Scripted, one: Record, action: str) -> None:
    """Make one action of the file."""
    words = action.partition("#")[0].split()
    if not words or words[0] == "d":
        return  # dealt already, out of the script
    _run(h)
    i = place(words[0], h.n)
    verb = words[1] if len(words) > 1 else ""
    if verb == "sm":
        _show(h, i, words[2] if len(words) > 2 else "")
        return
    if verb in ("cc", "f") and (i != h.actor or h.phase == DRAW) and _looks_on(h, i):
        if verb == "f":
            h.drop_out(i)
        return
    if h.phase == DONE:
        raise _Differs("the betting is over")
    if verb == "f" and LEFT in action and not h.folded[i]:
        h.drop_out(i)
        return
    if i != h.actor:
        raise _Differs(f"it is p{h.actor + 1}'s turn")
    if verb == "sd":
        _discard(h, phh.cards_of(words[2]) if len(words) > 2 else [])
    elif h.phase == DRAW:
        raise _Differs("this is the draw")
    else:
        _bet(h, one, action)


def _bet(h: Scripted, one: Record, action: str) -> None:
    """What the player to act does about the bets."""
    words = action.partition("#")[0].split()
    verb = words[1] if len(words) > 1 else ""
    if verb == "f":
        if h.phase == BRING and h.actor == h.opener:
            raise _Differs("the bring-in cannot fold")
        h.fold()
    elif verb == "cc":
        if h.phase == BRING:
            raise _Differs("the bring-in is to be posted")
        h.call()
    elif verb == "pb":
        if h.phase != BRING:
            raise _Differs("no bring-in is due")
        h.bring_in()
    elif verb == "cbr" and len(words) > 2:
        _raise(h, one, phh.amount_of(words[2], one.scale))
    else:
        raise Malformed(f"{action!r} is no action")


def _looks_on(h: Scripted, i: int) -> bool:
    """P21: everybody else left is all-in. Some files still have one check, or fold."""
    return h.live > 1 and h.able == 1 and h.can[i] and h.bets[i] >= h.cur


def _run(h: Scripted) -> None:
    """The file deals two boards: so it was agreed."""
    if h.phase == RUNS:
        h.run(2)


def _raise(h: Scripted, one: Record, total: int) -> None:
    low, high = h.span()
    if h.variant.limit == FIXED:  # P30: a short all-in is completed, or raised by a whole bet
        fits = total in (low, high, h.cur + h.unit) and total <= h.bets[h.actor] + h.stacks[h.actor]
    else:
        fits = low <= total <= high
    if one.reopens and not (high and fits):
        high, fits = total, _opened(h, total)
    if h.cur < total < low and total == _reach(h):
        # Written only as deep as anyone can call; the rest of the raise comes back anyway (P19).
        total, fits = low, True
    if not high or not fits:
        may = f"{low / one.scale:g} to {high / one.scale:g}" if high else "no raise"
        raise _Differs(f"allowed is {may}")
    h.put(total)


def _opened(h: Scripted, total: int) -> bool:
    """Whether a raise is one where the short all-in before it counts as a raise."""
    top = h.bets[h.actor] + h.stacks[h.actor]
    low = min(h.cur + (h.unit if h.variant.limit == FIXED else h.step), top)
    most = {FIXED: low, POT_LIMIT: min(top, max(low, h.pot_raise()))}.get(h.variant.limit, top)
    return h.cur < low <= total <= most


def _reach(h: Scripted) -> int:
    """The most that another player could put in on this street."""
    return max(h.bets[j] + h.stacks[j] for j in range(h.n) if j != h.actor and not h.folded[j])


def _discard(h: Scripted, cards: list[int]) -> None:
    if h.phase != DRAW:
        raise _Differs("there is no draw now")
    left = h.hole[h.actor][:]
    thrown: list[int] = []
    for card in cards:
        found = card if card in left else UNKNOWN
        if found not in left:
            raise _Differs(f"{phh.words_of([card])} is not in the hand")
        left.remove(found)
        thrown.append(found)
    h.discard(thrown)


def _show(h: Scripted, i: int, word: str) -> None:
    if h.phase not in (DONE, BET) or h.actor >= 0:
        raise _Differs("no showdown yet")
    if h.folded[i]:
        raise _Differs("the hand was folded")
    if not word:
        h.mucked.add(i)
        return
    if word == "-":
        return
    shown = phh.cards_of(word)
    dealt = h.hole[i][: len(shown)]  # hands all-in are tabled before their last cards
    if len(shown) > len(h.hole[i]):
        raise _Differs(f"{len(shown)} cards shown of {len(h.hole[i])}")
    strange = [c for c in shown if c != UNKNOWN and c not in dealt]
    if len(strange) > dealt.count(UNKNOWN):
        raise _Differs("other cards are shown than were dealt")
    others = [c for j in range(h.n) if j != i for c in h.hole[j]] + h.boards[0]
    if any(c in others for c in strange):
        raise _Differs("a card is shown that another place holds")
    for card in strange:
        h.hole[i][h.hole[i].index(UNKNOWN)] = card


def settled(h: Scripted) -> bool:
    """Pay the pots; False: a card needed is unknown, or the file ends before the hand."""
    _run(h)
    if h.phase != DONE:
        return False
    showing = [i for i in range(h.n) if not h.folded[i] and i not in h.mucked]
    for i in h.mucked:
        if showing:
            h.folded[i] = True
            h.live -= 1
    if h.live > 1:
        needed = [c for i in range(h.n) if not h.folded[i] for c in h.hole[i]]
        if UNKNOWN in needed or any(UNKNOWN in board for board in h.boards):
            return False
    showdown.settle(h)
    return True


def _final(h: Scripted, one: Record) -> Verdict:
    _run(h)
    fewer = zip(h.boards, h.board_scripts, strict=False)
    if any(h.hole_script) or any(len(board) < len(script) for board, script in fewer):
        raise _Differs("the file deals more cards than the hand has")
    if h.phase != DONE:
        if one.finishing is not None and one.finishing != h.stacks:
            raise _Differs("the stacks differ where the file ends")
        return Verdict(OK)
    if not settled(h):
        return Verdict(OK)
    if one.finishing is not None and ENDLESS not in one.stacks:
        _compare(
            h,
            [f - s + t for f, s, t in zip(one.finishing, one.stacks, _paid(h, one), strict=True)],
            one,
        )
    elif one.winnings is not None:
        said = one.winnings
        if sum(said) < sum(h.won):  # 0 for a winner: the room's text did not say
            said = [x or won for x, won in zip(said, h.won, strict=True)]
        _compare(h, said, one)
    return Verdict(OK)


def _paid(h: Scripted, one: Record) -> list[int]:
    """What each has put in and not got back."""
    return [s - (end - won) for s, end, won in zip(one.stacks, h.stacks, h.won, strict=True)]


def _compare(h: Scripted, said: list[int], one: Record) -> None:
    """Chips won as the file has them. A room may have taken its rake from the winners, may count
    a blind or bet that nobody called as won, and may give odd chips to somebody else."""
    for theirs in _tellings(h, said, one):
        short = [a - b for a, b in zip(h.won, theirs, strict=True)]
        if not any(short) or _raked(h.won, short) or _odd_chips(h, short):
            return
        if one.finishing is None and _posts_left_out(h, short):
            return
    raise _unlike(h, said, one)


def _unlike(h: Scripted, said: list[int], one: Record) -> _Differs:
    """Which kind of difference it is."""
    scale, total = one.scale, sum(h.won)
    text = ", ".join(
        f"p{i + 1} {b / scale:g} (here {a / scale:g})"
        for i, (a, b) in enumerate(zip(h.won, said, strict=True))
        if a != b
    )
    for theirs in _tellings(h, said, one):
        short = [a - b for a, b in zip(h.won, theirs, strict=True)]
        if _taken(h.won, short, MOST_FEE):
            fee = f"{sum(short) / scale:g} of {total / scale:g}, {sum(short) / total:.1%}"
            return _Differs(f"the house took {fee}: {text}", FEE)
    told = said if one.winnings is None or one.finishing is not None else one.winnings
    sums = [sum(theirs) for theirs in _tellings(h, told, one) if min(theirs) >= 0 and any(theirs)]
    if sums and min(sums) > total:
        why = f"{min(sums) / scale:g} were won of a pot of {total / scale:g}"
        return _Differs(f"the file contradicts itself, {why}: {text}", BROKEN)
    return _Differs(f"chips won differ: {text}")


def _tellings(h: Scripted, said: list[int], one: Record) -> Iterator[list[int]]:
    """What each may have won by what is said: stacks say it; a room's winnings may have what
    nobody called in them."""
    yield said
    if one.finishing is None or ENDLESS in one.stacks:
        who, back = h.returned
        yield [x - back * (i == who) for i, x in enumerate(said)]


def _odd_chips(h: Scripted, short: list[int]) -> bool:
    """Whether only odd chips went elsewhere: P43 gives them out one by one, others do not."""
    return sum(short) == 0 and all(
        abs(x) < h.n and (not x or won) for x, won in zip(short, h.won, strict=True)
    )


def _posts_left_out(h: Scripted, short: list[int]) -> bool:
    """Whether the winners got some blinds more: where hole cards are unknown the file was made
    from a room's text, and late and dead posts were often not carried over."""
    if not any(UNKNOWN in hole for hole in h.hole):
        return False
    posts = (h.n - 2) * sum(sorted(h.stakes.blinds)[-2:])
    return -posts <= sum(short) and all(
        x == 0 or (won and -posts <= x <= won // 10 + 1)
        for x, won in zip(short, h.won, strict=True)
    )


def _raked(ours: list[int], short: list[int]) -> bool:
    """Whether what is missing can be a rake: at most a tenth of the pot, from its winners only."""
    return _taken(ours, short, MOST_RAKE)


def _taken(ours: list[int], short: list[int], part: int) -> bool:
    """Whether what is missing can have been taken: one in so many, from the winners only."""
    return 0 < sum(short) <= sum(ours) // part and all(
        (x == 0 and a == 0) or (a > 0 and -1 <= x <= a // part + 1)
        for a, x in zip(ours, short, strict=True)
    )
