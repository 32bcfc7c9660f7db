"""What each viewer may know, worked out anew from the log in the store, and what he was sent held
against it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json, structs

from cutcard.check.worlds import Near
from cutcard.dialect import About, Person
from cutcard.kernel.game import NATURE, Illegal, State, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import DealRow, Entry
from cutcard.table.vocabulary import Vocabulary, vocabulary
from cutcard.wire.tcp.dialect import Plain, packets_of

from .taps import Heard, Tap

ENVELOPE = {
    "v", "type", "timestamp", "correlationId", "userId", "matchId", "seq", "payload", "error",
}  # fmt: skip
STATE = {"seq", "table", "view", "players", "info", "seat", "clock", "legal", "asides"}
INFO = {
    "game", "options", "seats", "name", "status", "deal", "commitment", "seed", "teams", "phrases",
}  # fmt: skip
UPDATE = {"seq", "notifications", "updates", "clock", "legal", "asides"}
ROSTER = {"seat", "id", "name", "bot", "here", "wish"}
PLAYERS = ("playerId", "winnerId", "PlayerId", "WinnerId")
LINE = {"table", "from", "name", "text", "at", "channel", "phrase"}
NOTICES = {
    "SYSTEM_WELCOME": {"version", "guests", "maxFrame"},
    "ROSTER": {"players"},
    "PLAYER_DISCONNECTED": {"seat", "playerId", "graceMs"},
    "PLAYER_RECONNECTED": {"seat", "playerId"},
    "CHAT": LINE,
    "BALANCE": {"balance", "reason"},
    "RATING_CHANGE": {"winnerId", "ratings"},
    "ACHIEVEMENT": {"id", "tier", "table", "event"},
    "RENAMED": {"userId", "name", "guest"},
    "TABLE_CLOSED": set(),
    "GAME_ABANDONED": {"reason", "seed"},
}
HOUSE = {  # refusals that are not the rules'
    "GAME_NOT_FOUND", "INVALID_PLAYER", "INVALID_REQUEST", "STALE", "NOT_ENOUGH_CHIPS",
}  # fmt: skip
SERVED = {10, 11, 100, 200, 300, 400, 451, 460, 471, 500, 600, 700, 800, 900, 970}


def plain(value: Any) -> Any:
    """As whoever reads JSON has it: lists, and text for keys."""
    return json.decode(json.encode(value))


class Leak(AssertionError):
    """Something was sent that the viewer may not know, or that nothing explains."""


class Moment(Struct):
    """The deal after one update."""

    header: DealRow
    state: State
    told: list[Told]
    entry: Entry | None


def patch(old: Any, new: dict[str, Any]) -> dict[str, Any]:
    """RFC 7386 from one view to the next, made here on purpose by other code than the server's."""
    old = old if isinstance(old, dict) else {}
    made: dict[str, Any] = {name: None for name in old if name not in new}
    for name, value in new.items():
        if name not in old:
            made[name] = value
        elif old[name] != value:
            both = isinstance(value, dict) and isinstance(old[name], dict)
            made[name] = patch(old[name], value) if both else value
    return made


def seated(value: Any, ids: dict[Any, int]) -> Any:
    """Seats where the wire named their holders."""
    if isinstance(value, dict):
        return {
            key: ids.get(item, item)
            if isinstance(item, str) and key.lower().endswith(("playerid", "winnerid"))
            else seated(item, ids)
            for key, item in value.items()
        }
    return [seated(item, ids) for item in value] if isinstance(value, list) else value


def number_of(seat: int, about: About) -> int:
    """Who sits there; an empty seat beyond the last taken one stays as it is."""
    return about.player_id(seat) if 0 <= seat <= max(about.people, default=-1) else seat


class Truth:
    """One table's deals played again."""

    def __init__(self, game: str, logs: list[Any], people: dict[str, int], epoch: int) -> None:
        self.words: Vocabulary = vocabulary(game)
        self.game = game
        self.people = people  # user id: seat
        self.epoch = epoch  # the wall's time when the house's clock stood at 0
        self.moments: dict[int, Moment] = {}
        self.counts = {"updates": 0, "states": 0, "acks": 0, "nacks": 0, "worlds": 0, "steps": 0}
        self._views: dict[tuple[int, int | None], Any] = {}
        for log in logs:
            self._play(log)

    def _play(self, log: Any) -> None:
        header, words = log.header, self.words
        options, carry = words.read_options(header.options), words.read_carry(header.carry)
        state = words.game.deal(options, header.seats, Rng(header.seed), carry)
        self.moments[header.first] = Moment(header, state.copy(), [], None)
        for entry in log.entries:
            told: list[Told] = []
            state.play(entry.seat, words.read(entry.move), entry.at, told)
            seq = header.first + 1 + entry.n
            self.moments[seq] = Moment(header, state.copy(), told, entry)

    # What a viewer may know

    def view(self, seq: int, viewer: int | None) -> Any:
        if (seq, viewer) not in self._views:
            there = self.moments.get(seq)
            self._views[seq, viewer] = {} if there is None else plain(there.state.view(viewer))
        return self._views[seq, viewer]

    def facts(self, seq: int, viewer: int | None) -> list[Any]:
        there = self.moments[seq]
        return [self._said(fact, there) for fact in heard(there.told, viewer)]

    def _said(self, fact: Any, there: Moment) -> dict[str, Any]:
        """A fact with what the table adds, which is public; a seed only when the deal is over."""
        said: dict[str, Any] = plain(fact)
        if "due" in said:  # on the deal's clock; the table says it in epoch ms too
            said["deadline"] = there.header.opened + said["due"]
        if said["type"] == "GAME_START":
            said["commitment"] = there.header.commitment.hex()
        over = there.state.outcome() is not None and self.words.game.shows_seed
        if over and said["type"] in ("GAME_END", "DEAL_END", "GAME_ABANDONED"):
            said["seed"] = there.header.seed.hex()
        return said

    def clock(self, seq: int) -> dict[str, Any]:
        there = self.moments[seq]
        over = there.state.outcome() is not None
        timers = () if over else there.state.timers()
        zero = there.header.opened
        due = [
            {"due": zero + one.due} | ({} if one.seat is None else {"seat": one.seat})
            for one in timers
        ]
        return {"timers": due, "zero": zero}

    def choices(self, seq: int, seat: int) -> dict[str, Any]:
        state = self.moments[seq].state
        return {
            "legal": plain(list(state.legal(seat))),
            "asides": plain(list(state.asides(seat))),
        }

    @staticmethod
    def must(true: bool, why: str, *about: Any) -> None:
        if not true:
            raise Leak(f"{why}: {' | '.join(str(one)[:1500] for one in about)}")

    # What he was sent

    def check(self, tap: Tap) -> None:
        """Every message of a connection is explained by what its viewer may know."""
        for one in tap.heard:
            if tap.kind == "tcp":
                self._packet(tap, one)
            else:
                self._message(tap, one)

    def _message(self, tap: Tap, one: Heard) -> None:
        said = one.said
        kind, payload = said["type"], seated(said.get("payload", {}), self.people)
        self.must(said.keys() <= ENVELOPE, "an envelope holds more", said)
        self.must(said.get("userId") in (None, tap.user), "named as another", said)
        if kind == "GAME_UPDATE":
            self._update(tap, payload, said)
        elif kind == "GAME_STATE":
            self._state(tap, payload)
        elif one.asked is not None and kind.endswith("_ACK"):
            self._ack(tap, said, payload)
        elif one.asked is not None:
            self._nack(tap, one)
        elif said.get("correlationId") is None:
            self.must(kind in NOTICES, "nothing explains it", said)
            self.must(payload.keys() <= NOTICES[kind], "a notice holds more", said)
            if kind == "ROSTER":
                self.must(all(p.keys() <= ROSTER for p in payload["players"]), "more", payload)

    def _update(self, tap: Tap, payload: dict[str, Any], said: dict[str, Any]) -> None:
        seq = payload["seq"]
        self.must(payload.keys() <= UPDATE, "an update holds more", payload)
        self.must(said["seq"] == seq and seq in self.moments, "no such update", said)
        facts = self.facts(seq, tap.seat)
        notes = payload["notifications"]
        for fact in notes:
            if fact["type"] == "GAME_START":
                fact.pop("players")
                fact.pop("rules")
        self.must(notes == facts, f"{tap.name} was told other facts at {seq}", notes, facts)
        change = patch(self.view(seq - 1, tap.seat), self.view(seq, tap.seat))
        self.must(
            payload["updates"] == change,
            f"{tap.name} was told other changes at {seq}",
            payload["updates"],
            change,
        )
        self._besides(tap, seq, payload)
        self.counts["updates"] += 1

    def _besides(self, tap: Tap, seq: int, payload: dict[str, Any]) -> None:
        """The clock and the viewer's own choices, where they are told."""
        clock = payload.get("clock")
        if clock is not None:
            told = {name: value for name, value in clock.items() if name != "now"}
            self.must(told == self.clock(seq), "another clock", clock, self.clock(seq))
        for name in ("legal", "asides"):
            if name in payload:
                self.must(tap.seat is not None, "a spectator was told moves", payload)
                right = self.choices(seq, tap.seat or 0)[name]
                self.must(payload[name] == right, f"other moves at {seq}", payload[name], right)

    def _state(self, tap: Tap, payload: dict[str, Any]) -> None:
        seq = payload["seq"]
        self.must(payload.keys() <= STATE, "a state holds more", payload)
        self.must(payload.get("seat") == tap.seat, f"not {tap.name}'s seat", payload)
        view = self.view(seq, tap.seat)
        self.must(
            payload["view"] == view, f"{tap.name} saw another view at {seq}", payload["view"], view
        )
        info = payload["info"]
        self.must(info.keys() <= INFO, "an info holds more", info)
        if "seed" in info:
            over = self.moments[seq].state.outcome() is not None and self.words.game.shows_seed
            self.must(over, "a seed before the end", info)
        self.must(all(p.keys() <= ROSTER for p in payload["players"]), "more", payload)
        if seq:
            self._besides(tap, seq, payload)
        self.counts["states"] += 1

    def _ack(self, tap: Tap, said: dict[str, Any], payload: dict[str, Any]) -> None:
        there = self.moments.get(said["seq"])
        key = said["correlationId"]
        self.must(
            there is not None and there.entry is not None and there.entry.key == key,
            "acknowledged with another's seq",
            said,
        )
        assert there is not None
        own = [one.fact for one in there.told if one.to == (tap.seat,)]
        right: dict[str, Any] = plain(own[0]) if own else {}
        right.pop("type", None)
        self.must(payload == right, f"an ACK tells {tap.name} more", payload, right)
        self.counts["acks"] += 1

    def _nack(self, tap: Tap, one: Heard) -> None:
        error, (tag, fields) = one.said["error"], one.asked
        self.counts["nacks"] += 1
        self.must("payload" not in one.said, "a NACK with a payload", one.said)
        if error["code"] in HOUSE:
            self.must(
                "details" not in error or error["code"] == "NOT_ENOUGH_CHIPS", "details", error
            )
            return
        assert tap.seat is not None
        for world in self.worlds(one.said["seq"], tap.seat, one.at, real=True):
            right = self._refusal(world, tap.seat, tag, fields, one.at, one.said["seq"])
            self.must(error == right, f"a refusal tells {tap.name} more", error, right)

    def _refusal(
        self, world: State, seat: int, tag: str, fields: Any, now: int, seq: int
    ) -> dict[str, Any] | None:
        at = max(self.epoch + now - self.moments[seq].header.opened, 0)
        try:
            world.play(seat, self.words.move(tag, fields), at)
        except Illegal as no:
            found = {
                "code": no.code, "message": no.message, "category": no.category,
                "details": None if no.details is None else plain(dict(no.details)),
            }  # fmt: skip
            return {name: value for name, value in found.items() if value is not None}
        return None

    def worlds(self, seq: int, viewer: int | None, salt: int, *, real: bool = False) -> list[State]:
        """Deals that differ from the real one only in what the viewer was never told."""
        state = self.moments[seq].state
        name = f"{seq}/{viewer}/{salt}".encode()
        made = [state.redeal(viewer, kind(Rng.named(str(name)).take(32))) for kind in (Rng, Near)]
        self.counts["worlds"] += len(made)
        return [state.copy(), *made] if real else made

    # Packets

    def _packet(self, tap: Tap, one: Heard) -> None:
        kind, said = one.said
        self.must(kind in SERVED, "a packet nobody asked for", one.said)
        if kind == 460:
            seq = said["seq"]
            talk, about = packets_of(self.game), self._about(tap, seq)
            facts = [
                self._started(fact, said["notifications"]) for fact in self.facts(seq, tap.seat)
            ]
            before = self._named(self.view(seq - 1, tap.seat), about) or None
            after = self._named(self.view(seq, tap.seat), about)
            right = {
                "seq": seq,
                "notifications": talk.notifications(self._named(facts, about), about),
                "updates": talk.updates(before, after, about),
            }
            self.must(said == right, f"{tap.name} was told more at {seq}", said, right)
            self.counts["updates"] += 1
        elif kind in (400, 600, 471):
            state = said["game_state"] if kind == 471 else said
            self.must(kind != 471 or said.keys() == {"result", "game_state", "seq"}, "more", said)
            if "seq" in state:
                self._packet_state(tap, state)
        elif kind == 451:
            self.must(said.keys() <= {"result", "client_seq", "reason"}, "a 451 holds more", said)
            if said["result"]:
                self.counts["nacks"] += 1
                self._packet_refusal(tap, one)

    @staticmethod
    def _started(fact: dict[str, Any], told: list[dict[str, Any]]) -> dict[str, Any]:
        """GAME_START also names the players and the options: both are public."""
        if fact["type"] != "GAME_START":
            return fact
        added = [{k: one[k] for k in ("players", "rules") if k in one} for one in told]
        return {**fact, **next(filter(None, added), {})}

    def _packet_state(self, tap: Tap, state: dict[str, Any]) -> None:
        seq = state["seq"]
        about = self._about(tap, seq)
        told = state.get("player_list", state.get("players"))
        if isinstance(told, list):  # some may not have come yet
            there = {one["seat"] for one in told if one and one["player_id"] != -1}
            people = {seat: one for seat, one in about.people.items() if seat in there}
            about = structs.replace(about, people=people)
        view = self._named(self.view(seq, tap.seat), about)
        right = packets_of(self.game).state(view, about)
        self.must(state == right, f"{tap.name} saw another state at {seq}", state, right)
        self.counts["states"] += 1

    def _packet_refusal(self, tap: Tap, one: Heard) -> None:
        """Its words are one world's like another's."""
        said, asked = one.said[1], one.asked
        assert asked is not None
        assert tap.seat is not None
        reasons = set()
        for seq in range(max(self.moments) + 1):
            there = self.moments.get(seq)
            if there is None or self.epoch + one.at < there.header.opened:
                continue
            try:
                no = self._refusal(there.state.copy(), tap.seat, *asked, one.at, seq)
            except Exception:  # the words refuse it: nothing of the deal was looked at
                return
            if no is not None and no["message"][:200] == said["reason"]:
                reasons.add(seq)
        if not reasons:
            return  # the house's own: the twin world compares it
        seq = max(reasons)
        for world in self.worlds(seq, tap.seat, one.at):
            no = self._refusal(world, tap.seat, *asked, one.at, seq)
            same = no is not None and no["message"][:200] == said["reason"]
            self.must(same, "a refusal tells more", said, no)

    def _named(self, told: Any, about: About) -> Any:
        """With the protocol's numbers in the place of seats, by what fields are called: games
        mark by a type what is to be replaced, and this does not believe them."""
        if not isinstance(packets_of(self.game), Plain):
            return told
        if isinstance(told, dict):
            return {
                name: number_of(value, about)
                if type(value) is int and str(name).endswith(PLAYERS)
                else self._named(value, about)
                for name, value in told.items()
            }
        return [self._named(one, about) for one in told] if isinstance(told, list) else told

    def _about(self, tap: Tap, seq: int) -> About:
        timers = self.clock(seq)["timers"] if seq else []
        deadlines = {one["seat"]: one["due"] for one in timers if "seat" in one}
        return About(self.table_people[0], seq, tap.seat, self.table_people[1], deadlines)

    table_people: tuple[int, dict[int, Person]]

    # Shadow worlds

    def shadow(self, viewers: list[int | None], stride: int) -> None:
        """In worlds redealt for a viewer he is shown the same, and told the same for as long as he
        is shown the same."""
        for n, seq in enumerate(sorted(self.moments)):
            for viewer in viewers if stride == 1 else viewers[n % len(viewers) :][:1]:
                for world in self.worlds(seq, viewer, 0):
                    shown = plain(world.view(viewer))
                    view = self.view(seq, viewer)
                    self.must(shown == view, f"viewer {viewer} sees what is hidden", view, shown)
                    self._follow(world, seq + 1, viewer)

    def _follow(self, world: State, seq: int, viewer: int | None) -> None:
        """One step on."""
        there = self.moments.get(seq)
        if there is None or there.entry is None:
            return
        entry, told = there.entry, []
        move = self.words.read(entry.move)
        if entry.seat == NATURE:  # a world's own timer of the same place
            real = [timer.tick for timer in self.moments[seq - 1].state.timers()]
            own = [timer.tick for timer in world.timers()]
            if move not in real or len(own) <= real.index(move):
                return
            move = own[real.index(move)]
        try:
            world.play(entry.seat, move, entry.at, told)
        except Illegal as no:
            mine = entry.seat == viewer
            self.must(not mine, f"{no.code} for what seat {viewer} did at {seq}", entry)
            return
        if plain(world.view(viewer)) != self.view(seq, viewer):
            return
        one, two = plain(heard(told, viewer)), plain(heard(there.told, viewer))
        self.must(one == two, f"a fact tells viewer {viewer} more at {seq}", two, one)
        self.counts["steps"] += 1
