"""What a viewer sees: what everybody does, and their own cards, discards and vote.

What is public is made once a move, from nothing, and shared between viewers; a viewer's own part
is laid over it. Each is compared with what was shown before, and what is the same stays the same
object, for then nobody has to look for changes in it. A dump of everything is here too, for
debugging only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from cutcard.kernel.cards import NAMES, names

from . import asides, ending, evaluate, levels, players, pots, showdown
from .facts import ActionView, PlayerView, PotView, View
from .hand import BET, BRING, DONE, DRAW, RUNS, Hand
from .moves import AwardView, Cards
from .players import Held
from .variants import FIXED

if TYPE_CHECKING:
    from .rules import Poker

_PLAY = 1  # of rules.py's phases
_PHASES = ("waiting", "betting", "showing", "over")
_HAND_PHASES = {BET: "betting", BRING: "bring_in", DRAW: "drawing", RUNS: "run_twice"}
_LIMITS = ("no-limit", "pot-limit", "limit")


class Own(NamedTuple):
    """A viewer's own part as it was laid over the public one: what it was made of, and of what it
    is made again."""

    seats: dict[int, PlayerView]  # as everybody sees them
    seat: PlayerView
    held: Held
    thrown: tuple[str, ...] | None
    mine: PlayerView
    all_seats: dict[int, PlayerView]  # as the viewer sees them


class Seen:
    """What is seen at one moment of a deal. Until one of them moves, a state and its copy share
    it: it never changes but to hold more views of that moment, and what it keeps to make others
    from says itself what it was made of."""

    __slots__ = ("hand", "held", "own", "public", "views")

    def __init__(
        self, public: View, hand: Hand | None, held: dict[int, Held], own: dict[int, Own]
    ) -> None:
        self.public = public
        self.hand = hand  # in play
        self.held = held  # by seat: of those whose cards somebody has looked at
        self.own = own  # by viewer
        self.views: dict[int, View] = {}  # those made so far


def view(t: Poker, viewer: int | None) -> View:
    """What a viewer may know now."""
    seen = t.seen
    if seen is None or t.moved:
        t.seen = seen = look(t, seen)
        t.moved = False
    if viewer is None:
        return seen.public
    found = seen.views.get(viewer)
    if found is None:
        found = seen.views[viewer] = _own_view(t, viewer, seen)
    return found


def look(t: Poker, was: Seen | None) -> Seen:
    """This moment; `was`: an earlier one, for what is the same in both."""
    h = t.hand
    boards = () if h is None else tuple([tuple([NAMES[c] for c in one]) for one in h.boards])
    known: dict[int, Held] = {} if was is None else was.held
    shown: dict[int, Held] = {}
    if h is not None and t.shown:
        for seat in t.shown:
            shown[seat] = players.held(h, t.place_of[seat], boards, known.get(seat))
        known = {**known, **shown}
    seats = players.everybody(t, shown)
    playing = h if t.phase == _PLAY else None
    if was is None:
        now = _in_play(t, boards, dict(enumerate(seats)))
        return Seen(View(**_setting(t), **now), playing, known, {})
    public = was.public
    now = _in_play(t, boards, _kept_seats(public.players, seats))
    if playing is None or playing is not was.hand:
        now |= _setting(t)
    fresh = {name: value for name, value in now.items() if getattr(public, name) != value}
    return Seen(replace(public, **fresh), playing, known, was.own)


def _kept_seats(were: dict[int, PlayerView], are: list[PlayerView]) -> dict[int, PlayerView]:
    """The seats as they are, with the very objects that they were where they are equal."""
    found = {s: was if was == now else now for (s, was), now in zip(were.items(), are, strict=True)}
    return were if found == were else found


def _own_view(t: Poker, viewer: int, seen: Seen) -> View:
    """What is public, and the viewer's own cards, discards and vote."""
    h, place, public = t.hand, t.place_of[viewer], seen.public
    if h is None or place < 0:
        return public
    held = seen.held[viewer] = players.held(h, place, public.boards, seen.held.get(viewer))
    thrown = players.thrown(h, place) if h.muck else None
    seats, was = public.players, seen.own.get(viewer)
    seat = seats[viewer]
    if was is None or was.seat is not seat or was.held is not held or was.thrown != thrown:
        mine = replace(seat, cards=held.cards, thrown=thrown, hand=held.hand, hands=held.hands)
    else:
        mine = was.mine
    if was is None or was.seats is not seats or was.mine is not mine:
        was = Own(seats, seat, held, thrown, mine, {**seats, viewer: mine})
        seen.own[viewer] = was
    vote = t.votes[viewer]
    return replace(public, players=was.all_seats, my_vote=None if vote < 0 else vote == 1)


def phase_name(t: Poker) -> str:
    h = t.hand
    return _HAND_PHASES[h.phase] if t.phase == _PLAY and h is not None else _PHASES[t.phase]


def _in_play(t: Poker, boards: players.Boards, seats: dict[int, PlayerView]) -> dict[str, Any]:
    """What a move may change while a hand is played, made from nothing."""
    h = t.hand
    live = None if h is None or h.phase == DONE else h
    return {
        "phase": phase_name(t),
        "street": "" if h is None else h.variant.streets[h.street].name,
        "players": seats,
        "to_act": tuple(t.to_act()),
        "boards": boards,
        "pots": () if live is None else _pots(t, live),
        "pot": 0 if live is None else live.pot(),
        "current_bet": 0 if live is None else live.cur,
        "min_raise": 0 if live is None else _min_raise(live),
        "actions": _actions(h) if t.phase == _PLAY and h is not None and h.actor >= 0 else None,
        "voted": tuple([s for s, vote in enumerate(t.votes) if vote >= 0]),
        "runs": h.runs or None if h is not None else None,
    }


def _setting(t: Poker) -> dict[str, Any]:
    """What stands from the first card of a hand to its last bet, made from nothing."""
    h = t.hand
    level = t.blinds()
    least, most, _ = asides.limits(t)
    chooses = asides.chooses(t)
    return {
        "hand": t.hands + 1,
        "variant": t.variant.code,
        "limit": _LIMITS[t.variant.limit],
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "ante": level.ante,
        "min_buy_in": least,
        "max_buy_in": most,
        "button": t.button,
        "small_seat": t.small,
        "big_seat": t.big,
        "order": tuple(t.order),
        "awards": awards(t, h) if h is not None and h.phase == DONE else None,
        "returned": {t.order[h.returned[0]]: h.returned[1]}
        if h is not None and h.returned[1]
        else None,
        "rake": 0 if h is None else h.rake,
        "bomb": h is not None and h.stakes.bomb,
        "choice": t.choice if t.options.variant == "dealer" else None,
        "chooses": chooses if chooses >= 0 else None,
        "choosable": tuple(asides.choosable(t)) if chooses >= 0 else None,
        "tournament": t.tournament,
        **(_course(t) if t.tournament and t.event is None else {}),
        "past": ending.past(t),
        "last_hand": t.last_hand,
    }


def _course(t: Poker) -> dict[str, Any]:
    """Of a tournament: whether it waits for players, and its level."""
    starter = levels.starter(t)
    rising = len(t.steps) > 1
    return {
        "entry": t.entry != levels.CLOSED,
        "starts": starter if starter >= 0 else None,
        "level": t.level + 1 if rising else None,
        "level_hands": levels.hands_left(t),
        "level_ends": levels.ends(t),
    }


def _pots(t: Poker, h: Hand) -> tuple[PotView, ...]:
    """What lies gathered in the middle, each pot with the seats that may win it."""
    gathered = pots.of_hand(h, with_bets=False)
    return tuple(
        [PotView(p.amount, tuple(sorted([t.order[i] for i in p.eligible]))) for p in gathered]
    )


def _min_raise(h: Hand) -> int:
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
        AwardView(
            t.order[place],
            amount,
            award.pot,
            award.board,
            award.low,
            _winning(h, place, award) if h.live > 1 and t.order[place] in t.shown else None,
        )
        for award in showdown.awards(h)
        for place, amount in award.shares
        if amount
    )


def _winning(h: Hand, place: int, award: showdown.Award) -> Cards:
    """The cards that won a share."""
    kind = h.variant.low if award.low else h.variant.high
    board = tuple(h.boards[award.board])
    return tuple(NAMES[c] for c in evaluate.best_cards(kind, tuple(h.hole[place]), board))


def dump(t: Poker) -> str:
    """Everything, hidden cards too: for a debugger or a log, never for a player."""
    h = t.hand
    level = t.blinds()
    head = (
        f"Poker {t.variant.code} hand {t.hands + 1}, {phase_name(t)}, blinds "
        f"{level.small_blind}/{level.big_blind}, button {t.button}, to act {list(t.to_act())}"
    )
    if h is None:
        return f"{head}\n  stacks {t.stacks}"
    states = players.states(t)
    boards = " | ".join(" ".join(names(board)) for board in h.boards)
    lines = [head, f"  {h.variant.streets[h.street].name}: board [{boards}] pot {h.pot()}"]
    for i, seat in enumerate(t.order):
        mark = "*" if i == h.actor else " "
        cards = " ".join(names(h.hole[i]))
        lines.append(
            f" {mark}seat {seat} {states[seat]:8} {cards:14} stack {h.stacks[i]} "
            f"bet {h.bets[i]} total {h.total[i]} won {h.won[i]}"
        )
    return "\n".join(lines)
