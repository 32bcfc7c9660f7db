"""What a viewer sees, built up from nothing: his own cards, cards shown or face up, and all that
lies on the table. Also a dump of everything, for debugging only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.cards import names

from . import asides, ending, pots, showdown, words
from .facts import ActionView, PlayerView, PotView, View
from .hand import BRING, DONE, DRAW, RUNS, Hand
from .moves import AwardView
from .variants import FIXED

if TYPE_CHECKING:
    from .rules import Poker

_WAIT, _PLAY, _SHOW, _OVER = range(4)  # rules.py's phases
_LIMITS = ("no-limit", "pot-limit", "limit")
_OWES = (None, "big", "both", "small")


def phase_name(t: Poker) -> str:
    h = t.hand
    if t.phase == _PLAY and h is not None:
        names_of = {BRING: "bring_in", DRAW: "drawing", RUNS: "run_twice"}
        return names_of.get(h.phase, "betting")
    return {_WAIT: "waiting", _SHOW: "showing", _OVER: "over"}[t.phase]


def view(t: Poker, viewer: int | None) -> View:
    h = t.hand
    level = t.level()
    least, most, _ = asides.limits(t)
    done = h is not None and h.phase == DONE
    vote = -1 if viewer is None else t.votes[viewer]
    chooses = asides.chooses(t)
    return View(
        phase=phase_name(t),
        hand=t.hands + 1,
        variant=t.variant.code,
        limit=_LIMITS[t.variant.limit],
        street="" if h is None else h.variant.streets[h.street].name,
        players={s: _player(t, s, viewer) for s in range(t.n)},
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        min_buy_in=least,
        max_buy_in=most,
        button=t.button,
        small_seat=t.small,
        big_seat=t.big,
        to_act=tuple(t.to_act()),
        boards=() if h is None else tuple(tuple(names(board)) for board in h.boards),
        pots=() if h is None or done else tuple(_pots(t, h)),
        pot=0 if h is None or done else h.pot(),
        current_bet=0 if h is None or done else h.cur,
        min_raise=_min_raise(h),
        order=tuple(t.order),
        actions=_actions(h) if t.phase == _PLAY and h is not None and h.actor >= 0 else None,
        voted=tuple(s for s in range(t.n) if t.votes[s] >= 0),
        my_vote=None if vote < 0 else vote == 1,
        runs=h.runs or None if h is not None else None,
        awards=awards(t, h) if done and h is not None else None,
        returned={t.order[h.returned[0]]: h.returned[1]}
        if h is not None and h.returned[1]
        else None,
        rake=0 if h is None else h.rake,
        bomb=h is not None and h.stakes.bomb,
        choice=t.choice if t.options.variant == "dealer" else None,
        chooses=chooses if chooses >= 0 else None,
        choosable=tuple(asides.choosable(t)) if chooses >= 0 else None,
        tournament=t.tournament,
        past=ending.past(t),
        last_hand=t.last_hand,
    )


def state_name(t: Poker, seat: int) -> str:
    """The spec's names."""
    h, place = t.hand, t.place_of[seat]
    if t.phase == _PLAY and h is not None and place >= 0:
        if h.folded[place]:
            return "FOLDED"
        return "ACTIVE" if h.stacks[place] else "ALL_IN"
    if asides.empty(t, seat):
        return "EMPTY"
    return "SITTING_OUT" if t.out[seat] else "WAITING"


def _player(t: Poker, seat: int, viewer: int | None) -> PlayerView:
    h, place = t.hand, t.place_of[seat]
    dealt = h is not None and place >= 0
    sees = dealt and (seat == viewer or seat in t.shown)
    hole = h.hole[place] if h is not None and dealt else []
    up = h.up(place) if h is not None and dealt and h.variant.ups else []
    paying = t.phase == _PLAY and dealt and h is not None
    return PlayerView(
        state=state_name(t, seat),
        stack=h.stacks[place] if paying and h is not None else t.stacks[seat],
        bet=h.bets[place] if paying and h is not None else 0,
        total=h.total[place] if h is not None and dealt else 0,
        ante=h.antes[place] if h is not None and dealt and h.antes else 0,
        bank=t.banks[seat],
        count=len(hole),
        cards=tuple(names(hole)) if sees else None,
        up=tuple(names(up)) or None,
        thrown=_thrown(h, place) if dealt and seat == viewer else None,
        drew=t.drew[seat] or None,
        hand=in_words(h, place) if sees else None,
        hands=by_board(h, place) if sees and h is not None and len(h.boards) > 1 else None,
        won=h.won[place] if h is not None and dealt and h.phase == DONE and h.won[place] else None,
        bought=t.bought[seat],
        owes=_OWES[t.owes[seat]],
        waits=t.waits[seat],
        straddles=t.straddles[seat],
        away=t.away[seat],
        out=t.out[seat],
        leaving=seat in t.leaving,
        last=t.last[seat] or None,
        place=t.places[seat] or None,
        showed=seat in t.shown,
        mucked=seat in t.mucked,
    )


def _thrown(h: Hand | None, place: int) -> tuple[str, ...] | None:
    assert h is not None
    return tuple(names(card for owner, card in h.muck if owner == place)) or None


def in_words(h: Hand | None, place: int) -> str | None:
    """What a place's cards make, for those who see them."""
    assert h is not None
    return words.of_cards(h.variant.high, h.variant.low, h.hole[place], h.boards[0])


def by_board(h: Hand, place: int) -> tuple[str, ...]:
    """The same on each board."""
    v, hole = h.variant, h.hole[place]
    found = (words.of_cards(v.high, v.low, hole, board) for board in h.boards)
    return tuple(text for text in found if text)


def _pots(t: Poker, h: Hand) -> list[PotView]:
    gathered = pots.of_hand(h, with_bets=False)
    return [PotView(p.amount, tuple(sorted(t.order[i] for i in p.eligible))) for p in gathered]


def _min_raise(h: Hand | None) -> int:
    if h is None or h.phase == DONE:
        return 0
    return h.unit if h.variant.limit == FIXED else h.step


def _actions(h: Hand) -> tuple[ActionView, ...]:
    """The ranges, for a slider; known to all, since they follow from what lies on the table."""
    if h.phase == DRAW:
        return (ActionView("discard", 0, len(h.hole[h.actor]), 1),)
    low, high = h.span()
    found: list[ActionView] = []
    owed = h.to_call()
    if h.phase == BRING:
        due = min(h.stakes.bring_in, h.stacks[h.actor])
        found.append(ActionView("bring_in", due, due))
    elif owed:
        found.append(ActionView("call", owed, owed))
    else:
        found.append(ActionView("check"))
    if h.phase != BRING or h.actor != h.opener:
        found.insert(0, ActionView("fold"))
    if high:
        step = max(1, high - low) if h.variant.limit == FIXED else 1
        word = "raise" if h.cur or h.phase == BRING else "bet"
        found.append(ActionView(word, low, high, step))
    top = h.stacks[h.actor] + h.bets[h.actor]
    if high == top or (not high and h.stacks[h.actor] <= h.cur - h.bets[h.actor]):
        found.append(ActionView("all_in", top, top))
    return tuple(found)


def awards(t: Poker, h: Hand) -> tuple[AwardView, ...]:
    return tuple(
        AwardView(t.order[place], amount, award.pot, award.board, award.low)
        for award in showdown.awards(h)
        for place, amount in award.shares
        if amount
    )


def dump(t: Poker) -> str:
    """Everything, hidden cards too: for a debugger or a log, never for a player."""
    h = t.hand
    level = t.level()
    head = (
        f"Poker {t.variant.code} hand {t.hands + 1}, {phase_name(t)}, blinds "
        f"{level.small_blind}/{level.big_blind}, button {t.button}, to act {list(t.to_act())}"
    )
    if h is None:
        return f"{head}\n  stacks {t.stacks}"
    boards = " | ".join(" ".join(names(board)) for board in h.boards)
    lines = [head, f"  {h.variant.streets[h.street].name}: board [{boards}] pot {h.pot()}"]
    for i, seat in enumerate(t.order):
        mark = "*" if i == h.actor else " "
        cards = " ".join(names(h.hole[i]))
        lines.append(
            f" {mark}seat {seat} {state_name(t, seat):8} {cards:14} stack {h.stacks[i]} "
            f"bet {h.bets[i]} total {h.total[i]} won {h.won[i]}"
        )
    return "\n".join(lines)
