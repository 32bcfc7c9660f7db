"""Ratings as the store books them: standings and a match in, each one's before and after out."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.store.protocol import Rated, Standing

from . import elo, openskill
from .openskill import Skill


def rate(
    standings: Sequence[Standing | None], match: Rated, *, placement: bool = False
) -> list[tuple[Standing, Standing]]:
    """The change a rated match makes, by the system it names. With `placement` (A34 of
    docs/rules/arena.md, off) Elo's K is doubled in somebody's first matches."""
    if match.system == "openskill":
        return _by_openskill(standings, match)
    return _by_elo(standings, match.places, placement)


def sought(standing: Standing | None, system: str) -> float:
    """A4: the rating with which somebody looks for others. By openskill that is the mean alone; who
    was never rated begins where what is kept begins."""
    if system == "openskill":
        return 1200 + 40 * (_skill(standing).mu - 25)
    return elo.START if standing is None else standing.rating


def _by_elo(
    standings: Sequence[Standing | None], places: Sequence[int], placement: bool
) -> list[tuple[Standing, Standing]]:
    """Of two; whoever was never rated starts at elo.START."""
    before = [standing or Standing(elo.START, 0) for standing in standings]
    first, second = places
    winner = None if first == second else 0 if first < second else 1
    games = [standing.games for standing in before] if placement else None
    change = elo.rate([standing.rating for standing in before], winner, games)
    return [
        (old, Standing(change.ratings[seat].new, old.games + 1)) for seat, old in enumerate(before)
    ]


def _by_openskill(
    standings: Sequence[Standing | None], match: Rated
) -> list[tuple[Standing, Standing]]:
    """A51 to A54: everybody, or teams as one. What is kept is the rating as it is shown, and the
    deviation; a rating of another system, which has none, is begun anew."""
    teams = match.teams or tuple(range(len(match.users)))
    skills = [_skill(standing) for standing in standings]
    members = {team: [n for n, one in enumerate(teams) if one == team] for team in sorted({*teams})}
    after = openskill.rate(
        [[skills[n] for n in some] for some in members.values()],
        [match.places[some[0]] for some in members.values()],
    )
    new = {n: skill for some, rated in zip(members.values(), after, strict=True)
           for n, skill in zip(some, rated, strict=True)}  # fmt: skip
    changes = []
    for n, standing in enumerate(standings):
        games = standing.games if standing is not None and standing.spread else 0
        changes.append((_standing(skills[n], games), _standing(new[n], games + 1)))
    return changes


def _skill(standing: Standing | None) -> Skill:
    if standing is None or not standing.spread:
        return Skill()
    return Skill((standing.rating - 1200) / 40 + 3 * standing.spread, standing.spread)


def _standing(skill: Skill, games: int) -> Standing:
    """A53, not rounded."""
    return Standing(1200 + 40 * (skill.mu - 3 * skill.sigma), games, skill.sigma)
