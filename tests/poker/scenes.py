"""Hands of Poker laid by hand, for the page. After `lay()` a server's first hands of a tournament
begin in the scene that the option `levelHands` numbers; all else is the real server.

Cards go by seat, and the first seat is the visitor's. A line is played from whoever is to act:
f fold, c check or call, r20 bet or raise to 20, a all-in, - draw nothing, = all check or call up to
the last street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cutcard.games import poker
from cutcard.games.poker import Carry, Options, Poker, moves, opening
from cutcard.games.poker.variants import VARIANTS
from cutcard.kernel.cards import parse_many
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


@dataclass(frozen=True)
class Scene:
    """Stacks and cards by seat and what was played so far."""

    stacks: Sequence[int]
    holes: Sequence[str]
    line: str
    board: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        return len(self.stacks)


BLINDS = {"startStack": 1000, "smallBlind": 10, "bigBlind": 20, "actionTimeout": 600}
SIX = (1480, 300, 1040, 620, 2200, 1710)
RICH = (40_000,) * 6
HOLES = ("AsKs", "QhQd", "9c9d", "AcJc", "7h8h", "KdTd")
FLOP = "Qs7s2h"
STUD = {"variant": "F7S/8", "smallBlind": 10, "bigBlind": 20, "ante": 5, "bringIn": 5}
STUDS = ("AsKd2s7hQs9s4s", "3h4d5c6hJcTdKs", "8h8dAdQh2cTs9d")
EIGHT = ("As2sKhQd", "Ac3c9d9h", "JhJdTh8c")
BOMB = {"bombEvery": 1, "bombAnte": 40, "doubleBoard": True}
TWICE = {"startStack": 0, "allowRunItTwice": True}
NINE = ("AsAh", "QhQd", "9c9d", "AcJc", "7h8h", "KdTd", "5c5d", "6s4s", "JhTh", "3c2c")

SCENES: dict[int, Scene] = {
    # Three are all in for different amounts; a bet lies before the visitor, beside two pots.
    9001: Scene(SIX, HOLES, "c c f c a c a c c c a c", FLOP),
    # A flush of the visitor's, on the river, before a bet.
    9002: Scene(SIX, HOLES, "c c f c c c = r60 f c", "Qs7s2hTs3d"),
    # All in on the flop: the hands lie open, and whether to deal twice is asked meanwhile.
    9003: Scene((1000, 1000), ("AsKs", "QhQd"), "c c a a", FLOP, options=TWICE),
    # High and low, three in, on the river.
    9004: Scene(SIX, EIGHT, "f f f c c c = r60 c", "4h5h8sJc9s", options={"variant": "PO/8"}),
    # Seven cards each, four of them up.
    9005: Scene((1480, 900, 1040, 2000, 1300, 700), STUDS, "=", options=STUD),
    # As many as fit around a table.
    9006: Scene((1500,) * 9, NINE, "=", FLOP),
    9007: Scene((1500,) * 10, NINE, "=", FLOP),
    # Two boards.
    9008: Scene(SIX, HOLES, "=", options=BOMB),
    # Six cards of one's own.
    9009: Scene(SIX, ("AsKsQhJdTc9c",), "=", FLOP, options={"variant": "PO6"}),
    # A draw.
    9010: Scene(SIX, ("AsAhKd9c4s",), "c c c c c c - - - - -", options={"variant": "N5D"}),
    # Beaten whatever comes, before the other's bet on the river.
    9011: Scene((1000, 1000), ("7c2d", "AsAh"), "= c r60", "Ad9h8sKcQd"),
    # Whoever is there has bet as many figures as there are room for.
    9012: Scene(RICH, HOLES, "c c c c c c r12500 c c c c", FLOP),
}


def _deck(scene: Scene, order: Sequence[int], code: str) -> list[int]:
    """That deals each seat its cards and then the board; everything else as it lies."""
    variant = VARIANTS[code]
    hands = [parse_many(hole) for hole in scene.holes]
    board = parse_many(scene.board)
    used = {*board, *(card for hand in hands for card in hand)}
    rest = [card for card in variant.deck if card not in used]
    Rng.named("scene").shuffle(rest)
    deck: list[int] = []

    def give(seat: int, first: int, count: int) -> None:
        cards = hands[seat][first : first + count] if seat < len(hands) else []
        deck.extend(cards + [rest.pop() for _ in range(count - len(cards))])

    dealt = 0
    for street in variant.streets:
        if dealt and street.hole:
            deck.append(rest.pop())  # burnt
        for seat in order if street.hole else ():
            give(seat, dealt, street.hole)
        dealt += street.hole
        if street.board:
            deck.append(rest.pop())
            deck += board[: street.board] or [rest.pop() for _ in range(street.board)]
            board = board[street.board :]
    return deck + rest


def _word(table: Poker, word: str) -> moves.Move:
    hand = table.hand
    assert hand is not None
    seat, most = table.order[hand.actor], max(hand.bets)
    if any(isinstance(one, moves.BringIn) for one in table.legal(seat)):
        return moves.BringIn()
    free = hand.bets[hand.actor] == most
    plain: dict[str, moves.Move] = {
        "f": moves.Fold(),
        "c": moves.Check() if free else moves.Call(),
        "a": moves.AllIn(),
        "-": moves.Discard(),
    }
    if word in plain:
        return plain[word]
    amount = int(word[1:])
    return moves.Raise(amount) if most else moves.Bet(amount)


def _play(table: Poker, word: str) -> None:
    hand = table.hand
    assert hand is not None
    if word == "=":
        while hand.street < len(table.variant.streets) - 1:
            _play(table, "c")
        return
    (seat,) = table.to_act()
    table.play(seat, _word(table, word))


def lead(options: Options, scene: Scene, rng: Any) -> Poker:
    """The table where the scene has come to."""
    n = scene.seats
    banks = (options.time_bank * 1000,) * n
    carry = Carry(tuple(scene.stacks), banks, 4, n - 1, 0, 1)
    trial = _begun(opening.deal(options, n, rng.copy(), carry))
    table = opening.deal(options, n, rng, carry)
    table.deck = _deck(scene, trial.order, table.variant.code)
    _begun(table)
    for word in scene.line.split():
        _play(table, word)
    while 0 not in table.to_act():  # whoever is before the visitor
        _play(table, "c")
    return table


def _begun(table: Poker) -> Poker:
    (timer,) = table.timers()
    table.play(NATURE, timer.tick, timer.due)
    return table


def opened(number: int, **more: Any) -> tuple[dict[str, Any], int]:
    """The options of a scene's table, and its seats."""
    scene = SCENES[number]
    return {**BLINDS, **scene.options, "levelHands": number, **more}, scene.seats


def lay() -> None:
    """From now on this process deals scenes."""
    real = poker.deal

    def deal(options: Options, seats: int, rng: Rng, carry: Carry | None = None) -> Poker:
        scene = SCENES.get(options.level_hands) if carry is None else None
        return real(options, seats, rng, carry) if scene is None else lead(options, scene, rng)

    poker.deal = deal
