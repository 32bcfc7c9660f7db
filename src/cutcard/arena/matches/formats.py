"""Who plays whom next, and who came where: a format each, as functions of the state alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from ..brackets import Side, bracket, double_elimination
from ..points import performance
from ..robin import robin_length, robin_round
from ..standings import Result, robin_standings, standings
from ..swiss import Pairing, Swiss, rounds_for
from .state import Entrant, Match, State

Called = tuple[str, tuple[int, ...]]  # a match's name, and its entrants, the first one first


# Swiss


def swiss_rounds(s: State) -> int:
    """T117."""
    return rounds_for(len(s.seeds), s.terms.rounds or None)


def swiss_players(s: State) -> tuple[Swiss, ...]:
    """Those of the next round, as its pairing sees them."""
    return tuple(
        Swiss(
            str(one.entry),
            s.seed(one.entry),
            one.score,
            frozenset(map(str, one.met)),
            one.byes > 0,
            one.first,
        )
        for one in s.playing()
    )


def swiss_round(s: State, found: Pairing) -> tuple[list[Called], int | None]:
    """T119-T123: a pairing as the matches of the round that has begun, and who has the bye."""
    called: list[Called] = [
        (f"{s.round}.{number}", (int(a), int(b)))
        for number, (a, b) in enumerate((two for two in found if two[1] is not None), 1)
        if b is not None
    ]
    bye = next((int(a) for a, b in found if b is None), None)
    return called, bye


def results(s: State) -> list[list[Result]]:
    """All results so far by round. In a Swiss event a round without an opponent, by a bye or by no
    show, is one against nobody (T128); in a round robin the bye is nothing (T141)."""
    swiss = s.terms.format == "swiss"
    rounds: dict[int, list[Result]] = {number: [] for number in range(1, s.round + 1)}
    for match in s.matches.values():
        if not match.how:
            continue
        one, other = map(str, match.entries)
        first, second = match.points
        if match.how == "no_show" and swiss:
            rounds[match.round] += [(one, None, first), (other, None, second)]
        elif first + second == 2:
            rounds[match.round].append((one, other, first))
    for number, entry in s.byes if swiss else ():
        rounds[number].append((str(entry), None, 2))
    return [rounds[number] for number in sorted(rounds)]


def swiss_order(s: State) -> list[list[int]]:
    """T127: the standings, one in each place."""
    return [[int(row.id)] for row in standings(results(s), [str(e) for e in s.seeds])]


# Round robin


def robin_matches(s: State, number: int) -> list[tuple[int | None, ...]]:
    """T138-T140: a round's matches by entry, from round 1 on; None is the bye. For tables of more
    than two (T151) the same circle is cut into tables."""
    count = len(s.seeds)
    if s.terms.seats == 2:
        pairs = robin_round(count, number - 1)
        return [tuple(None if x is None else s.seeds[x - 1] for x in two) for two in pairs]
    turned = (number - 1) % max(1, count - 1)
    order = [s.seeds[0], *s.seeds[1 + turned :], *s.seeds[1 : 1 + turned]]
    tables = [order[i : i + s.terms.seats] for i in range(0, count, s.terms.seats)]
    return [tuple(table) for table in tables if len(table) > 1]


def round_count(s: State) -> int:
    """How many rounds there will be, as far as that is known; an arena has none."""
    if not s.seeds or s.terms.format == "arena":
        return 0
    if s.terms.format == "swiss":
        return swiss_rounds(s)
    if s.terms.format == "round-robin":
        count = len(s.seeds)
        if s.terms.seats > 2:
            return s.terms.rounds or max(1, count - 1)
        return robin_length(count, double=s.terms.double)
    return bracket(len(s.seeds)).size.bit_length() - 1


def robin_order(s: State) -> list[list[int]]:
    """T141, T142: the standings; who withdrew before half of their matches counts for nobody."""
    if s.terms.seats > 2:
        ranked = sorted(s.entrants.values(), key=lambda one: (-one.score, s.seed(one.entry)))
        return [[one.entry] for one in ranked]
    rounds = results(s)
    struck = {str(entry) for entry in struck_out(s)}
    kept = [[one for one in played if struck.isdisjoint((one[0], one[1]))] for played in rounds]
    seeds = [str(entry) for entry in s.seeds if str(entry) not in struck]
    ranks = [[int(row.id)] for row in robin_standings(kept, seeds)]
    return ranks + [[int(entry)] for entry in sorted(struck, key=int)]


def struck_out(s: State) -> list[int]:
    """T142: withdrawn before half of their matches."""
    due = (len(s.seeds) - 1) * (2 if s.terms.double else 1)
    played = Counter(
        entry
        for match in s.matches.values()
        if match.how in ("played", "decided")
        for entry in match.entries
    )
    gone = (one.entry for one in s.entrants.values() if one.gone)
    return [entry for entry in gone if 2 * played[entry] < due]


# Elimination

Node = tuple[str, Side, Side]


def tree(s: State) -> tuple[Node, ...]:
    """Every match there may be, by name; a number is a seed."""
    return _tree(len(s.seeds), s.terms.format == "double-elimination", s.terms.third_place)


@lru_cache(32)
def _tree(players: int, double: bool, third_place: bool) -> tuple[Node, ...]:
    size = bracket(players).size
    if double:
        return tuple(double_elimination(size))
    whole = double_elimination(size)
    upper = [node for node in whole if node[0].startswith("W")]
    if third_place and size > 2:
        rounds = size.bit_length() - 1
        upper.append(("T1", f"-W{rounds - 1}.1", f"-W{rounds - 1}.2"))
    return tuple(upper)


class Bracket:
    """The tree with what is known of it: who has won what. None stands for nobody (T131)."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.nodes = tree(s)
        self.played = {match.name: match for match in s.matches.values()}
        self.won: dict[str, int | None] = {}
        self.lost: dict[str, int | None] = {}
        self.due: list[Called] = []
        for name, one, other in self.nodes:
            self._resolve(name, one, other)

    def _side(self, side: Side) -> tuple[bool, int | None]:
        """Whether it is known, and who it is."""
        if isinstance(side, int):
            return True, self.s.seeds[side - 1] if side <= len(self.s.seeds) else None
        known = self.lost if side.startswith("-") else self.won
        name = side.lstrip("-")
        return name in known, known.get(name)

    def _resolve(self, name: str, one: Side, other: Side) -> None:
        known, first = self._side(one)
        known_too, second = self._side(other)
        if not known or not known_too:
            return
        if name == "F2" and self._upper_won():
            return  # T136: the lower bracket's winner did not win the first final
        if first is None or second is None:
            self.won[name], self.lost[name] = first or second, None
            return
        match = self.played.get(name)
        if match is None:
            better, worse = sorted((first, second), key=self.s.seed)
            self.due.append((name, (better, worse)))  # T134
        elif match.how:
            self.won[name] = winner_of(self.s, match)
            self.lost[name] = next(e for e in match.entries if e != self.won[name])

    def _upper_won(self) -> bool:
        name, upper, _ = next(node for node in self.nodes if node[0] == "F1")
        return self.won[name] == self._side(upper)[1]

    def over(self) -> bool:
        last = self.nodes[-1][0]
        if last == "F2":
            return "F2" in self.won or ("F1" in self.won and self._upper_won())
        return all(name in self.won for name, _, _ in self.nodes)

    def order(self) -> list[list[int]]:
        """T133, T137: the winner, and then who went out in the same round, later rounds first."""
        names = [name for name, _, _ in self.nodes]
        final = "F2" if "F2" in self.won else "F1" if "F1" in names else names[0]
        if final.startswith("W"):
            final = max(
                (n for n in names if n.startswith("W")), key=lambda n: int(n[1:].split(".")[0])
            )
        found: list[list[int]] = [[e] for e in (self.won[final], self.lost[final]) if e is not None]
        seen = {entry for rank in found for entry in rank}
        if "T1" in self.won:
            for entry in (self.won["T1"], self.lost["T1"]):
                if entry is not None:
                    found.append([entry])
                    seen.add(entry)
        lower = any(name.startswith("L") for name in names)
        letter = "L" if lower else "W"
        for number in range(_last_round(names, letter), 0, -1):
            rank = [
                entry
                for name in names
                if name.startswith(f"{letter}{number}.") and (entry := self.lost.get(name))
            ]
            rank = [entry for entry in rank if entry not in seen]
            if rank:
                found.append(sorted(rank, key=self.s.seed))
                seen.update(rank)
        return found


def _last_round(names: Iterable[str], letter: str) -> int:
    return max((int(n[1:].split(".")[0]) for n in names if n.startswith(letter)), default=0)


def winner_of(s: State, match: Match) -> int:
    """Who goes on; where points are equal the better seed (T132)."""
    if match.winner:
        return match.winner
    best = max(match.points)
    ahead = [e for e, p in zip(match.entries, match.points, strict=True) if p == best]
    return min(ahead, key=s.seed)


# Arena


def arena_pairs(s: State) -> tuple[list[Called], list[int]]:
    """T144: those who wait, by points then rating, neighbours first; who was passed by last time
    goes first now. Returns the matches and who is passed by."""
    busy = {entry for match in s.open_matches() for entry in match.entries}
    waiting = [one for one in s.playing() if one.entry not in busy and not one.away]
    ranked = sorted(waiting, key=lambda one: (-one.score, -one.rating, one.entry))
    size = s.terms.seats
    if size > 2:
        return _tables(ranked, size)
    called: list[Called] = []
    free = [True] * len(ranked)
    passed: list[int] = []
    alone = len(ranked) == 2
    for place in sorted(range(len(ranked)), key=lambda place: not ranked[place].skipped):
        if not free[place]:
            continue
        free[place], one = False, ranked[place]
        other = _nearest(ranked, free, place, 0 if alone else one.last)
        if other is None:
            passed.append(one.entry)
        else:
            free[other] = False
            called.append(("", _sides(one, ranked[other])))
    return called, passed


def _tables(ranked: list[Entrant], size: int) -> tuple[list[Called], list[int]]:
    """T151: tables of neighbours; the last wait, but nobody who did so the last time."""
    by_turn = sorted(range(len(ranked)), key=lambda place: (ranked[place].skipped, -place))
    passed = [ranked[place].entry for place in by_turn[: len(ranked) % size]]
    seated = [one.entry for one in ranked if one.entry not in passed]
    return [("", tuple(seated[i : i + size])) for i in range(0, len(seated), size)], passed


def _nearest(ranked: list[Entrant], free: list[bool], place: int, last: int) -> int | None:
    """The nearest who is free and was not the last opponent; of two as near who was passed by,
    then the higher."""
    for apart in range(1, len(ranked)):
        near = [p for p in (place - apart, place + apart) if 0 <= p < len(ranked) and free[p]]
        fits = [p for p in near if ranked[p].entry != last]
        if fits:
            return min(fits, key=lambda p: not ranked[p].skipped)
    return None


def _sides(one: Entrant, other: Entrant) -> tuple[int, int]:
    first, second = sorted((one, other), key=lambda who: (who.first, -who.rating, who.entry))
    return first.entry, second.entry


def arena_order(s: State) -> list[list[int]]:
    """T146: points, performance, fewer matches, the entry number."""

    def rank(one: Entrant) -> tuple[object, ...]:
        return (-one.score, -performance(one.beaten), len(one.beaten), one.entry)

    return [[one.entry] for one in sorted(s.entrants.values(), key=rank)]
