"""An event of matches in a test: players with falling ratings, and matches that end as it says."""

from __future__ import annotations

from cutcard.arena.matches import Call, Judge, MatchEvent, Play, Terms, decode, encode
from cutcard.arena.matches.state import fold

START = 1000


class Club:
    """Players a, b, c … with falling ratings, who are ready when called."""

    def __init__(self, players=0, ready=True, **more):
        given = {"format": "swiss", "max_players": 256, "starts_at": START, **more}
        self.event = MatchEvent.open("e", Terms("e", "some", **given), 0)
        self.at, self.ready = 1, ready
        self.playing: dict[int, Play] = {}
        self.calls: dict[int, Call] = {}
        self.judges: list[int] = []
        for number in range(players):
            self.enter(f"u{number}", 2000 - 10 * number)
        if players:
            self.wait_until(START)

    @property
    def state(self):
        return self.event.state

    def carry(self, effects):
        again = fold([decode(encode(entry)) for entry in self.event.log])
        assert again.digest() == self.state.digest()
        for effect in effects:
            if isinstance(effect, Play):
                self.playing[effect.match] = effect
            elif isinstance(effect, Judge):
                self.judges.append(effect.match)
            elif isinstance(effect, Call):
                self.calls[effect.match] = effect
        if self.ready:
            while self.calls:
                number, call = self.calls.popitem()
                for entry in self.state.matches[number].entries:
                    user = self.state.entrants[entry].users[0]
                    if self.state.matches[number].open():
                        self.carry(self.event.ready(user, number, self.at))
                assert call.users
        return effects

    def enter(self, user, rating=1200.0):
        return self.carry(self.event.register((user,), rating, self.at))

    def wait_until(self, at):
        while (due := self.event.due()) is not None and due <= at:
            self.at = max(self.at, due)
            self.carry(self.event.advance(self.at))
        self.at = max(self.at, at)
        self.carry(self.event.advance(self.at))

    def wait(self, ms):
        self.wait_until(self.at + ms)

    def result(self, match, *places, **more):
        self.playing.pop(match, None)
        return self.carry(self.event.result(match, places, self.at, **more))

    def better_wins(self):
        """Every match is won by the better seed, to the end."""
        for _ in range(10_000):
            self.playing = {n: p for n, p in self.playing.items() if self.state.matches[n].open()}
            if self.state.phase != "running" or not self.playing:
                break
            match = self.state.matches[min(self.playing)]
            one, other = map(self.state.seed, match.entries)
            self.result(match.number, *((1, 2) if one < other else (2, 1)))

    def places(self):
        return {
            self.state.entrants[entry].users[0]: place for entry, place in self.state.places.items()
        }

    def met(self, number):
        return [
            tuple(sorted(self.state.entrants[e].users[0] for e in m.entries))
            for m in self.state.matches.values()
            if m.round == number
        ]


def arena(players, **more):
    return Club(players, format="arena", ends_at=START + 600_000, **more)
