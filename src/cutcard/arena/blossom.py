"""The perfect matching of least cost in a complete graph, by Edmonds' blossoms.

The primal-dual method with dense tables: as many phases as there are pairs, each of quadratic
work. Vertices count from 1 inside; what is above the number of vertices is a blossom, that is an
odd cycle taken for one vertex. `s` is a vertex's part in the search: 0 outer, 1 inner, -1 neither.
Costs are whole numbers, and so are all duals (they are kept doubled).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Edge = tuple[int, int]  # the real vertices at its ends


def least_pairs(count: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Everybody of `range(count)` in pairs so that the costs add up to the least there is."""
    if count % 2:
        raise ValueError(f"{count} cannot be paired")
    if not count:
        return []
    return _Search(count, cost).pairs()


class _Search:
    def __init__(self, count: int, cost: Callable[[int, int], int]) -> None:
        self.n = n = count
        self.top = n  # the last number in use
        size = n + n // 2 + 2
        table = [[0] * (n + 1) for _ in range(n + 1)]
        most = 0
        for u in range(count):
            for v in range(u + 1, count):
                table[u + 1][v + 1] = table[v + 1][u + 1] = c = cost(u, v)
                most = max(most, c)
        whole = (most + 1) * (n // 2 + 1)  # so large that more pairs always win
        self.w = [[2 * (whole - c) for c in row] for row in table]
        self.edge: list[list[Edge | None]] = [[None] * size for _ in range(size)]
        for u in range(1, n + 1):
            for v in range(1, n + 1):
                if u != v:
                    self.edge[u][v] = (u, v)
        self.dual = [whole if 1 <= x <= n else 0 for x in range(size)]
        self.match = [0] * size
        self.slack = [0] * size
        self.root = [x if x <= n else 0 for x in range(size)]  # the outermost blossom of a vertex
        self.parent = [0] * size
        self.within = [[0] * (n + 1) for _ in range(size)]  # which part of a blossom holds a vertex
        for x in range(1, n + 1):
            self.within[x][x] = x
        self.s = [-1] * size
        self.seen = [0] * size
        self.stamp = 0
        self.flower: list[list[int]] = [[] for _ in range(size)]
        self.queue: deque[int] = deque()

    def pairs(self) -> list[tuple[int, int]]:
        while self._phase():
            pass
        return [(u - 1, v - 1) for u in range(1, self.n + 1) if u < (v := self.match[u])]

    def _delta(self, edge: Edge | None) -> int:
        assert edge is not None
        u, v = edge
        return self.dual[u] + self.dual[v] - self.w[u][v]

    def _update_slack(self, u: int, x: int) -> None:
        was = self.slack[x]
        if not was or self._delta(self.edge[u][x]) < self._delta(self.edge[was][x]):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.edge[u][x] and self.root[u] != x and self.s[self.root[u]] == 0:
                self._update_slack(u, x)

    def _push(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for part in self.flower[x]:
                self._push(part)

    def _set_root(self, x: int, b: int) -> None:
        self.root[x] = b
        if x > self.n:
            for part in self.flower[x]:
                self._set_root(part, b)

    def _even_way(self, b: int, part: int) -> int:
        """How far a part is from the base the even way round; the cycle is turned for it."""
        flower = self.flower[b]
        at = flower.index(part)
        if at % 2 == 0:
            return at
        flower[1:] = flower[:0:-1]
        return len(flower) - at

    def _set_match(self, u: int, v: int) -> None:
        edge = self.edge[u][v]
        assert edge is not None
        self.match[u] = edge[1]
        if u <= self.n:
            return
        part = self.within[u][edge[0]]
        at = self._even_way(u, part)
        flower = self.flower[u]
        for i in range(at):
            self._set_match(flower[i], flower[i ^ 1])
        self._set_match(part, v)
        self.flower[u] = flower[at:] + flower[:at]

    def _augment(self, u: int, v: int) -> None:
        while True:
            other = self.root[self.match[u]]
            self._set_match(u, v)
            if not other:
                return
            above = self.root[self.parent[other]]
            self._set_match(other, above)
            u, v = above, other

    def _meeting(self, u: int, v: int) -> int:
        """Where the ways of two outer vertices to their roots meet; 0: nowhere."""
        self.stamp += 1
        while u or v:
            if u:
                if self.seen[u] == self.stamp:
                    return u
                self.seen[u] = self.stamp
                u = self.root[self.match[u]]
                if u:
                    u = self.root[self.parent[u]]
            u, v = v, u
        return 0

    def _way_up(self, x: int, base: int) -> list[int]:
        found = []
        while x != base:
            inner = self.root[self.match[x]]
            found += [x, inner]
            self._push(inner)
            x = self.root[self.parent[inner]]
        return found

    def _add_blossom(self, u: int, base: int, v: int) -> None:
        b = self.n + 1
        while b <= self.top and self.root[b]:
            b += 1
        self.top = max(self.top, b)
        self.dual[b] = 0
        self.s[b] = 0
        self.match[b] = self.match[base]
        self.flower[b] = [base, *self._way_up(u, base)[::-1], *self._way_up(v, base)]
        self._set_root(b, b)
        for x in range(1, self.top + 1):
            self.edge[b][x] = self.edge[x][b] = None
        self.within[b] = [0] * (self.n + 1)
        for part in self.flower[b]:
            for x in range(1, self.top + 1):
                near, far = self.edge[part][x], self.edge[b][x]
                if near and (far is None or self._delta(near) < self._delta(far)):
                    self.edge[b][x], self.edge[x][b] = near, self.edge[x][part]
            for x in range(1, self.n + 1):
                if self.within[part][x]:
                    self.within[b][x] = part
        self._set_slack(b)

    def _expand(self, b: int) -> None:
        for part in self.flower[b]:
            self._set_root(part, part)
        edge = self.edge[b][self.parent[b]]
        assert edge is not None
        entry = self.within[b][edge[0]]
        at = self._even_way(b, entry)
        flower = self.flower[b]
        for i in range(0, at, 2):
            inner, outer = flower[i], flower[i + 1]
            link = self.edge[outer][inner]
            assert link is not None
            self.parent[inner] = link[0]
            self.s[inner], self.s[outer] = 1, 0
            self.slack[inner] = 0
            self._set_slack(outer)
            self._push(outer)
        self.s[entry] = 1
        self.parent[entry] = self.parent[b]
        for part in flower[at + 1 :]:
            self.s[part] = -1
            self._set_slack(part)
        self.root[b] = 0

    def _found(self, edge: Edge | None) -> bool:
        """An edge without slack: the search grows, a blossom is made, or pairs are found."""
        assert edge is not None
        u, v = self.root[edge[0]], self.root[edge[1]]
        if self.s[v] == -1:
            self.parent[v] = edge[0]
            self.s[v] = 1
            mate = self.root[self.match[v]]
            self.slack[v] = self.slack[mate] = 0
            self.s[mate] = 0
            self._push(mate)
        elif self.s[v] == 0:
            base = self._meeting(u, v)
            if not base:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._add_blossom(u, base, v)
        return False

    def _phase(self) -> bool:
        """Look for one more pair; False: everybody has one."""
        self.s = [-1] * len(self.s)
        self.slack = [0] * len(self.slack)
        self.queue.clear()
        for x in range(1, self.top + 1):
            if self.root[x] == x and not self.match[x]:
                self.parent[x] = 0
                self.s[x] = 0
                self._push(x)
        if not self.queue:
            return False
        while True:
            if self._search():
                return True
            self._adjust()
            self.queue.clear()
            if self._tight():
                return True
            for b in range(self.n + 1, self.top + 1):
                if self.root[b] == b and self.s[b] == 1 and self.dual[b] == 0:
                    self._expand(b)

    def _search(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self.s[self.root[u]] == 1:
                continue
            for v in range(1, self.n + 1):
                if self.root[u] == self.root[v]:
                    continue
                if self.dual[u] + self.dual[v] == self.w[u][v]:
                    if self._found((u, v)):
                        return True
                else:
                    self._update_slack(u, self.root[v])
        return False

    def _tight(self) -> bool:
        for x in range(1, self.top + 1):
            u = self.slack[x]
            if self.root[x] != x or not u or self.root[u] == x:
                continue
            if not self._delta(self.edge[u][x]) and self._found(self.edge[u][x]):
                return True
        return False

    def _adjust(self) -> None:
        """Move the duals by the most that keeps every slack at 0 or above."""
        steps = []
        for x in range(1, self.top + 1):
            if self.root[x] != x:
                continue
            if x > self.n and self.s[x] == 1:
                steps.append(self.dual[x] // 2)
            if self.slack[x] and self.s[x] != 1:
                delta = self._delta(self.edge[self.slack[x]][x])
                steps.append(delta if self.s[x] == -1 else delta // 2)
        step = min(steps)
        for u in range(1, self.n + 1):
            part = self.s[self.root[u]]
            if part >= 0:
                self.dual[u] += step if part else -step
        for b in range(self.n + 1, self.top + 1):
            if self.root[b] == b and self.s[b] >= 0:
                self.dual[b] += -2 * step if self.s[b] else 2 * step
