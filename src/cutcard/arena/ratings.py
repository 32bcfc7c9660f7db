"""Ratings as the store books them: standings and a match in, each one's before and after out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from cutcard.store.protocol import Rated, Standing

from . import elo, glicko, openskill
from .book import DAY, INACTIVE, PROVISIONAL_MATCHES, PROVISIONAL_RD, PROVISIONAL_SIGMA
from .glicko import Glicko
from .openskill import Skill

ELO, GLICKO, OPENSKILL = "elo", "glicko2", "openskill"
SYSTEMS = (ELO, GLICKO, OPENSKILL)


def start(system: str) -> Standing:
    """What somebody has who was never rated."""
    if system == GLICKO:
        return Standing(glicko.RATING, 0, glicko.RD, glicko.VOLATILITY, system=system)
    return _of_skill(Skill()) if system == OPENSKILL else Standing(elo.START, 0, system=system)


def rate(
    standings: Sequence[Standing | None], match: Rated, *, placement: bool = False
) -> list[tuple[Standing, Standing]]:
    """The change a rated match makes, by the system it names; a rating of another system is begun
    anew. With `placement` (A34 of docs/rules/arena.md, off) Elo's K is doubled in somebody's first
    matches."""
    before = [
        one if one is not None and one.system == match.system else start(match.system)
        for one in standings
    ]
    if match.system == OPENSKILL:
        after = _by_openskill(before, match)
    elif match.system == GLICKO:
        after = _by_glicko(before, match)
    else:
        after = _by_elo(before, match.places, placement)
    return [(old, _booked(old, new, match.at)) for old, new in zip(before, after, strict=True)]


def provisional(standing: Standing) -> bool:
    """A25: shown with a question mark, not on boards."""
    wide = {GLICKO: PROVISIONAL_RD, OPENSKILL: PROVISIONAL_SIGMA}.get(standing.system)
    return standing.games < PROVISIONAL_MATCHES or (wide is not None and standing.spread > wide)


def inactive(standing: Standing, now: int) -> bool:
    """A26."""
    return now - standing.last > INACTIVE


def sought(standing: Standing | None, system: str) -> float:
    """A4: the rating with which somebody looks for others. By openskill that is the mean alone; who
    was never rated begins where the system begins."""
    held = start(system) if standing is None else standing
    if system == OPENSKILL:
        return 1200 + 40 * (_skill(held if held.spread else start(system)).mu - openskill.MU)
    return held.rating


def _booked(old: Standing, new: Standing, at: int) -> Standing:
    reached = old.reached if old.games and old.shown == new.shown else at
    return structs.replace(new, games=old.games + 1, last=at, reached=reached, system=old.system)


def _by_elo(before: Sequence[Standing], places: Sequence[int], placement: bool) -> list[Standing]:
    first, second = places
    winner = None if first == second else 0 if first < second else 1
    games = [standing.games for standing in before] if placement else None
    change = elo.rate([standing.rating for standing in before], winner, games)
    return [Standing(change.ratings[seat].new, 0) for seat in (0, 1)]


def _by_glicko(before: Sequence[Standing], match: Rated) -> list[Standing]:
    """A43, A44: each after the whole days since their last rated match."""
    first, second = match.places
    score = 0.5 if first == second else float(first < second)
    one, other = (Glicko(held.rating, held.spread, held.volatility) for held in before)
    mine, theirs = (max(0, match.at - held.last) // DAY if held.games else 0 for held in before)
    after = glicko.rate_two(one, other, score, (mine, theirs))
    return [Standing(new.rating, 0, new.rd, new.volatility) for new in after]


def _by_openskill(before: Sequence[Standing], match: Rated) -> list[Standing]:
    """A51 to A54: everybody, or teams as one. What is kept is the rating as it is shown, and the
    deviation."""
    teams = match.teams or tuple(range(len(match.users)))
    skills = [_skill(standing) for standing in before]
    members = {team: [n for n, one in enumerate(teams) if one == team] for team in sorted({*teams})}
    after = openskill.rate(
        [[skills[n] for n in some] for some in members.values()],
        [match.places[some[0]] for some in members.values()],
    )
    new = {n: skill for some, rated in zip(members.values(), after, strict=True)
           for n, skill in zip(some, rated, strict=True)}  # fmt: skip
    return [_of_skill(new[n]) for n in range(len(before))]


def _skill(standing: Standing) -> Skill:
    return Skill((standing.rating - 1200) / 40 + 3 * standing.spread, standing.spread)


def _of_skill(skill: Skill) -> Standing:
    """A53, not rounded."""
    return Standing(1200 + 40 * (skill.mu - 3 * skill.sigma), 0, skill.sigma, system=OPENSKILL)
