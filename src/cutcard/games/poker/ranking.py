"""What poker is rated as (docs/rules/arena.md): a match of two for all their chips, by Elo. Events
are rated by whoever holds them, by places; cash tables never."""

from __future__ import annotations

from msgspec.structs import replace

from cutcard.kernel.ranking import Mode

from .options import Options

HEADS_UP = {"startStack": 1500, "bigBlind": 20, "levelHands": 10}
_USUAL = Options(start_stack=1500, big_blind=20, level_hands=10)


def mode(options: Options, seats: int) -> Mode | None:
    """Heads-up, from equal stacks to the last chip."""
    return Mode("heads-up", "elo") if options.start_stack and seats == 2 else None


def ladder(options: Options, seats: int) -> str | None:
    """A3: rated by the usual match alone, `HEADS_UP`: deeper, faster or with other cards it is
    another game. How long a hand lies open is nobody's advantage."""
    usual = replace(
        _USUAL,
        start_delay=options.start_delay,
        show_delay=options.show_delay,
        result_delay=options.result_delay,
    )
    return "heads-up" if seats == 2 and options == usual else None
