"""Random legal play in bulk: no facts, no views, one digest a deal."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Carry, Game, Move, Options, Seat, State, Tick
from cutcard.kernel.rng import Rng

from .drive import due, soonest

Entry = tuple[int, Seat, Move | Tick]  # at, seat, move
Start = tuple[Options, int, bytes, Carry | None]  # options, seats, seed, carry
Keep = Callable[[Start, list[Entry]], None]


class Tally(Struct):
    """What a simulation did; the digest is over the digests of all its deals in order."""

    deals: int
    moves: int
    digest: str


def play_out(state: State, rng: Rng, log: list[Entry] | None = None) -> int:
    """Play a deal at random from `legal` to its end; returns how many moves the seats made."""
    at = moves = 0
    while state.outcome() is None:
        acting = state.to_act()
        timer = due(state, at) or (None if acting else soonest(state))
        if timer is not None:
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at)
            if log is not None:
                log.append((at, NATURE, timer.tick))
            continue
        seat = acting[0] if len(acting) == 1 else acting[rng.below(len(acting))]
        legal = state.legal(seat)
        move = legal[rng.below(len(legal))]
        state.play(seat, move, at)
        if log is not None:
            log.append((at, seat, move))
        moves += 1
    return moves


def simulate(
    rules: Game,
    options: Options,
    seats: int,
    seed: str,
    deals: int,
    *,
    progress: Callable[[int], None] | None = None,
    keep: Keep | None = None,
) -> Tally:
    """Play so many deals, each carrying on from the one before where the game says so.

    `keep(start, entries)` is given each deal: (options, seats, seed, carry), and its log.
    """
    chance = Rng.named(f"sim/{rules.name}/{seed}")
    choices = chance.fork()
    seen = sha256()
    moves = 0
    carry = None
    for number in range(deals):
        deal_seed = chance.take(32)
        state = rules.deal(options, seats, Rng(deal_seed), carry)
        log: list[Entry] | None = None if keep is None else []
        moves += play_out(state, choices, log)
        if keep is not None and log is not None:
            keep((options, seats, deal_seed, carry), log)
        seen.update(digest(state, seats))
        carry = state.next()
        if progress is not None and number % 64 == 63:
            progress(64)
    return Tally(deals, moves, seen.hexdigest())
