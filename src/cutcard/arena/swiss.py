"""Swiss pairing: the pairing of least cost there is (docs/rules/tournament.md T117-T123)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .blossom import least_pairs
from .misdeal import need

MOST = 256
MOST_POINTS = 2 * MOST  # half points: what somebody can have who won every round
_PARTS = (1 << 20, 1 << 28, 1 << 12, 1 << 10)  # above the most that each later part can come to


class Swiss(Struct, frozen=True):
    """A player as the pairing sees them; scores in half points."""

    id: str
    seed: int
    score: int = 0
    met: frozenset[str] = frozenset()
    bye: bool = False  # had one before
    first: int = 0  # how often


class Cost(Struct, frozen=True, order=True):
    """What a pairing costs, part by part; less is better (T120)."""

    second_byes: int = 0
    rematches: int = 0
    bye_above: int = 0
    score_gaps: int = 0
    distance: int = 0


Pairing = list[tuple[str, str | None]]  # who is first; None: the other has the bye


def rounds_for(players: int, wanted: int | None = None) -> int:
    """T117: how many rounds, at most one fewer than players."""
    need(players >= 2, f"nobody plays a round among {players}")
    need(wanted is None or wanted >= 1, f"an event has a round or more, not {wanted}")
    usual = max(1, (players - 1).bit_length())
    return min(usual if wanted is None else wanted, players - 1)


def in_order(players: Sequence[Swiss]) -> list[Swiss]:
    """T119: score, then seed."""
    return sorted(players, key=lambda one: (-one.score, one.seed))


def pair(players: Sequence[Swiss]) -> Pairing:
    """T120-T123: everybody's opponent, at the least cost; who is first is named first."""
    ranked = in_order(players)
    count = len(ranked)
    need(count <= MOST, f"a round is paired among {MOST} at most, not {count}")
    need(len({one.id for one in ranked}) == count, "somebody is there twice")
    known = _Known(ranked)
    found = least_pairs(count + count % 2, known.packed)
    pairs = [(i, j if j < count else None) for i, j in sorted(found)]
    return [(ranked[i].id, None) if j is None else _sides(ranked[i], ranked[j]) for i, j in pairs]


def cost_of(players: Sequence[Swiss], pairing: Pairing) -> Cost:
    """What a pairing costs, whoever made it."""
    ranked = in_order(players)
    known = _Known(ranked)
    place = {one.id: index for index, one in enumerate(ranked)}
    paired = sorted(who for two in pairing for who in two if who is not None)
    need(paired == sorted(place), "such a pairing leaves somebody out, or has a stranger")
    parts = [
        known.parts(*sorted((place[a], len(ranked) if b is None else place[b]))) for a, b in pairing
    ]
    return Cost(*(sum(column) for column in zip(*parts, strict=True)))


def _sides(one: Swiss, other: Swiss) -> tuple[str, str]:
    """T123: who was first less often; then the better seed."""
    first = min((one, other), key=lambda who: (who.first, who.seed))
    return (one.id, other.id) if first is one else (other.id, one.id)


class _Known:
    """What a pair costs, by places in the order; the place behind the last is the bye."""

    def __init__(self, ranked: Sequence[Swiss]) -> None:
        self.ranked = ranked
        self.lowest = ranked[-1].score if ranked else 0
        for one in (*ranked[:1], *ranked[-1:]):
            least = f"a score is 0 to {MOST_POINTS} half points, not {one.score}"
            need(0 <= one.score <= MOST_POINTS, least)
        self.groups: dict[int, int] = {}
        for one in ranked:
            self.groups[one.score] = self.groups.get(one.score, 0) + 1

    def parts(self, i: int, j: int) -> tuple[int, int, int, int, int]:
        one = self.ranked[i]
        if j == len(self.ranked):
            return int(one.bye), 0, one.score - self.lowest, 0, len(self.ranked) - 1 - i
        other = self.ranked[j]
        again = int(other.id in one.met or one.id in other.met)
        if one.score == other.score:
            return 0, again, 0, 0, abs(j - i - self.groups[one.score] // 2)
        return 0, again, 0, (one.score - other.score) ** 2, j - i - 1

    def packed(self, i: int, j: int) -> int:
        """The parts as one number that compares as they do, sums included."""
        byes, again, above, gaps, distance = self.parts(i, j)
        found = byes
        for part, most in zip((again, above, gaps, distance), _PARTS[::-1], strict=True):
            found = found * most + part
        return found
