"""Companies of clients at real tables: honest ones, and such as are mute, withhold, lie, hang up,
crash or go. What each seat alone received of every deal is kept, with the verdict the rule book has
for it and why, and judged when the server is gone."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter, deque
from contextlib import suppress

from msgspec import Struct

from cutcard.client import Client, Lost, Refused
from cutcard.fair import judge
from cutcard.fair.verify import verify as second_judge

from ..running import Asker

OPTIONS = {
    "duel": ({"maxRounds": 1, "roundPauseMs": 0}, 2),
    "memory": ({"gridSize": [2, 2], "autoStart": True}, 2),
    "guandan": ({"match": "deals", "deals": 20, "pauseSeconds": 0}, 4),
    "battle": ({"decks": ["beasts", "mystics"], "turnLimit": 4, "bestOf": 3}, 2),
    "poker": ({"startStack": 2000, "smallBlind": 2, "bigBlind": 4, "startDelay": 0}, 3),
}
SHOWN = {"guandan": 2, "poker": 2}  # legal moves asked for: a choice, and little to send
SHORT = ("duel", "memory")  # one deal is a match
LONG = 25  # deals of one table, then its players have other manners
LOOK = 0.5  # seconds between two looks at a match in which nothing happens,
QUIET = 24  # looks after which it is over: on a busy machine they come late, as all does
CALLS = 5  # at a server that does not answer in time
MANNERS = ("honest", "mute", "withholds", "lies", "hangs up", "crashes", "goes")
UNSEEN = ("mute", "withholds", "lies")  # their shares never come
ENDED = ("COMPLETED", "ABANDONED", "FINISHED")


class Odd(Client):
    """A client with a manner of its own, which knows what it did."""

    manner = "honest"

    def __init__(self, *args, **how):
        super().__init__(*args, **how)
        self.sent = []  # of its part in the shuffle
        self.refused = {}  # of it, by table and deal: the code
        self.away = set()  # tables at which it was off the line for a while

    def _send(self, asked):
        for kind, wish in asked:
            if (kind, self.manner) in (("FAIR_SHARE", "withholds"), ("FAIR_PLEDGE", "mute")):
                continue
            lie = {"share": "00" * 32} if (kind, self.manner) == ("FAIR_SHARE", "lies") else {}
            self.sent.append(kind)
            if self._line is not None and self._line.open:
                key = f"fair {wish['table']} {wish['deal']}"
                self._line.send(kind, {**wish, **lie}, key=key)

    def _heard(self, message):
        key = message.correlation_id or ""
        if message.error is not None and key.startswith("fair "):
            _, table, deal = key.split()
            self.refused[int(table), int(deal)] = message.error.code
        super()._heard(message)

    def hang_up(self):
        self.away |= set(self.places)
        if self._line is not None:
            self._line.close()

    async def crash(self):
        """Another process with the same token: it has forgotten every share."""
        self.away |= set(self.places)
        places = list(self.places.values())
        await self.close()
        twin = await connected(self.url, token=self.token, legal=self.legal)
        twin.manner, twin.away, twin.refused = self.manner, self.away, self.refused
        twin.sent = self.sent
        for place in places:
            twin.places[place.table] = place
            twin._asking.ask(place.table)
        return twin


async def connected(url, **how):
    """A client of ours; a busy machine may keep it waiting at the door for longer than it waits."""
    for _ in range(CALLS):
        with suppress(TimeoutError):
            return await Odd.connect(url, **how)
    raise AssertionError(f"nobody opens at {url}")


class Bars:
    """F25, worked out from what the chain tells: who withheld twice in their last 20 deals pledges
    none of the next 20."""

    def __init__(self):
        self.lately = {}  # by user: of each deal they pledged whether they withheld
        self.left = {}  # deals for which somebody is barred
        self.unsure = set()  # of a deal called off nobody tells whose shares were missing

    def read(self, records):
        """The barred of each lock of a table: (deal, user)."""
        barred, lock = set(), None
        for one in records:
            if one.kind == "lock":
                lock = one
                barred |= {(one.deal, row.user) for row in one.seats if row.user in self.left}
            elif one.kind == "void" and one.reason == "MISSING":
                self.unsure |= {row.user for row in lock.seats if row.pledge}
            elif one.kind == "deal":
                came = {row.seat for row in one.shares if row.share}
                for row in lock.seats:
                    self._judge(row.user, bool(row.pledge), row.seat not in came)
        return barred

    def _judge(self, user, pledged, withheld):
        if pledged:
            lately = self.lately.setdefault(user, deque(maxlen=20))
            lately.append(withheld)
            if sum(lately) >= 2:
                del self.lately[user]
                self.left[user] = 20
        elif user in self.left:
            self.left[user] -= 1
            if not self.left[user]:
                del self.left[user]


class Kept(Struct):
    """A deal as one seat has it."""

    manner: str
    file: bytes  # packed: a thousand deals are many megabytes
    key: str
    due: tuple[str, str]  # the verdict it must have
    why: str  # it is no better one


class Company:
    """Some clients at one table after another."""

    def __init__(self, server, game, dice, *, odd):
        self.server, self.game, self.dice, self.odd = server, game, dice, odd
        self.kept: list[Kept] = []
        self.bars, self.barred = Bars(), set()
        self.faults: list[str] = []
        self.voids = Counter()
        self.refusals = Counter()  # moves that were not taken: which, and why
        self.crashes: list[asyncio.Task[None]] = []
        self.ended = 0

    async def play(self, more):
        """As long as more deals are wanted."""
        seats = OPTIONS[self.game][1]
        players = [await self._new() for _ in range(seats)]
        while more():
            for i in range(1, seats):  # the first is always honest, and stays on the line
                if self.odd and self.dice.random() < 0.2:  # somebody goes, somebody comes
                    await players[i].close()
                    players[i] = await self._new()
                players[i].manner = self.dice.choice(MANNERS) if self.odd else "honest"
            if not await self._table(players, more):
                # who walks out of a match may withhold after all: they are not met again
                for one in players:
                    await one.close()
                players = [await self._new() for _ in range(seats)]
        for one in players:
            await one.close()

    async def _new(self):
        return await connected(self.server.url, legal=SHOWN.get(self.game, True))

    async def _table(self, players, more):
        """Whether the match came to its end."""
        options, seats = OPTIONS[self.game]
        place = await players[0].create(self.game, options=options, seats=seats)
        table = place.table
        await asyncio.gather(*(one.join(table) for one in players[1:]))
        asking = [asyncio.create_task(self._moves(players, i, table)) for i in range(seats)]
        try:
            await self._over(players[0], table, more)
        finally:
            for task in asking:
                task.cancel()
        for ended in await asyncio.gather(*asking, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, Lost):
                self.faults.append(f"table {table}: somebody stopped playing, {ended!r}")
        await asyncio.gather(*self.crashes)
        self.crashes.clear()
        await self._keep(players, table)
        over = self.game in SHORT and place.view.get("status") in ENDED
        for one in players:  # nobody has more than twenty tables open
            if place := one.places.get(table):
                with suppress(Refused, Lost, TimeoutError):
                    await asyncio.wait_for(one.leave(place, concede=True), 5)
                one.places.pop(table, None)
            one.shufflers.pop(table, None)
        return over

    async def _moves(self, players, i, table):
        """Random legal moves, and what this client's manner asks for besides."""
        while True:
            client = players[i]
            place = client.places.get(table)
            if place is None:
                return
            if not place.legal:
                await client.turn()
                continue
            move, seq = dict(self.dice.choice(place.legal)), place.seq
            tag, tried = move.pop("type"), True
            try:
                await client.play(place, tag, move)
            except (Refused, Lost) as no:
                self.refusals[tag, str(no)] += 1
                tried = False
            while place.seq == seq and place.legal:
                # who was refused for what is past by now, and is told nothing new, tries again:
                # they may be the one whom all the others wait for
                with suppress(TimeoutError):
                    await asyncio.wait_for(client.turn(), LOOK)
                if not tried:
                    break
            if self.dice.random() < 0.1:
                if client.manner == "hangs up":
                    client.hang_up()
                elif client.manner == "crashes":
                    dying = asyncio.create_task(self._crash(players, i))
                    self.crashes.append(dying)  # also where the table is over before it is back
                    await asyncio.shield(dying)
                elif client.manner == "goes":
                    with suppress(Refused, Lost):
                        await client.leave(place, concede=True)
                    client.away.add(table)
                    return

    async def _crash(self, players, i):
        players[i] = await players[i].crash()

    async def _over(self, first, table, more):
        """Until the match is, or enough deals are."""
        place, before, seen, looks = first.places[table], 0, None, 0
        while True:
            shuffler = first.shufflers.get(table)
            records = shuffler.records if shuffler else []
            ended = sum(one.kind == "end" for one in records)
            self.ended, before = self.ended + ended - before, ended
            enough = ended and (ended >= LONG or self.game in SHORT or not more())
            if enough or (ended and place.view.get("status") in ENDED):
                return
            now = (place.seq, len(records))
            seen, looks = now, looks if now == seen else 0
            if looks > QUIET:
                if not ended and len(place.players) == OPTIONS[self.game][1]:  # else one went
                    about = (place.players, place.clock, place.info.get("status"), place.view)
                    about = (*about, dict(self.refusals))
                    self.faults.append(f"table {table}: nothing happens, {now}, {about}")
                return
            try:
                await asyncio.wait_for(first.turn(), LOOK)
            except TimeoutError:
                looks += 1

    async def _keep(self, players, table):
        """What each has of each deal that was dealt."""
        records = players[0].shufflers[table].records
        dealt = sum(one.kind == "deal" for one in records)
        self.barred = self.bars.read(records)
        self.voids.update(one.reason for one in records if one.kind == "void")
        for one in players:
            asker, shuffler = Asker(self.server, one.token, 300), one.shufflers.get(table)
            if shuffler is None:
                continue
            self.faults += [f"{one.manner} at {table}: {why}" for why in self._wrong(one, table)]
            for number in range(1, dealt + 1):
                path = f"/api/deals/{table}/{number}/proof"
                text = await asyncio.to_thread(asker.ask, "GET", path)
                if isinstance(text, dict):
                    if text["error"]["code"] != "INVALID_GAME_STATE":  # it is not over
                        self.faults.append(f"{one.manner} at {table}/{number}: {text}")
                    continue
                head = json.loads(text.partition("\n")[0])
                file = shuffler.file(text.encode(), head["deal"])
                due, why = self._due(one, table, head, file)
                key = shuffler.key
                self.kept.append(Kept(one.manner, zlib.compress(file, 1), key, due, why))

    def _wrong(self, one, table):
        """What a client found wrong with an honest server: nothing, but that one which crashed has
        forgotten what it had pledged (F26), if the server locked that before it pledged anew."""
        late = {f"deal {deal} was" for at, deal in one.refused if at == table}
        wrong = one.shufflers[table].wrong
        return [
            why
            for why in wrong
            if one.manner != "crashes" or not any(why.startswith(start) for start in late)
        ]

    def _due(self, one, table, head, file):
        """What the book says of a deal with these shares; and why it is not proved, or not OWN."""
        lines = [json.loads(row) for row in file.splitlines()]
        deal = next(x for x in lines if x["t"] == "deal" and x["deal"] == head["deal"])
        shares = {x["seat"]: x["share"] for x in deal["shares"] if x["share"]}
        own = next((x["share"] for x in lines if x["t"] == "own"), None)
        if not any(x["t"] == "end" and x["deal"] == head["deal"] for x in lines):
            return ("UNCHECKED", "NOT_ENDED"), "not over"
        lock = next(x for x in lines if x["t"] == "lock" and x["deal"] == head["deal"])
        seen = any("salt" in x or "draw" in x for x in lines if x["t"] == "card")
        if not seen and any(row["user"] == one.user for row in lock["seats"]):
            self.faults.append(f"{one.manner} at {table}/{head['deal']}: dealt in, and no card")
        if own is not None and shares.get(head["viewer"]) == own:
            return ("PROVED", "OWN"), ""
        code = one.refused.get((table, head["deal"]))
        if one.manner in UNSEEN:
            why = "its manner"
        elif (head["deal"], one.user) in self.barred:
            why = "barred"
        elif one.user in self.bars.unsure and code in (None, "FAIR_BARRED"):
            why = "perhaps barred"
        elif table in one.away:
            why = "away"
        elif code == "FAIR_LATE":
            why = "late"
        else:
            why = "?"
            held = [(x.kind, x.deal, x.at % 10**6) for x in one.shufflers[table].records]
            fault = f"{one.manner} at {table}/{head['deal']}: no share counts, {code}"
            self.faults.append(f"{fault}; sent {one.sent[-4:]}, holds {held}")
        if not shares:
            return ("UNCHECKED", "NO_SHARES"), why
        if own is not None:
            return ("UNCHECKED", "LEFT_OUT"), why
        return (("PROVED", "OTHERS") if seen else ("UNCHECKED", "UNPROVED")), why


def judged(companies):
    """Every file in both judges: the verdicts by manner, and what is not as it must be."""
    found, faults = Counter(), [fault for company in companies for fault in company.faults]
    for kept in (one for company in companies for one in company.kept):
        file = zlib.decompress(kept.file)
        verdict, other = judge(file, kept.key), second_judge(file, kept.key)
        given = (verdict.verdict, verdict.code)
        if given != tuple(other[:2]) or given != kept.due:
            faults.append(f"{kept.manner}: {verdict}, {other}, due {kept.due}")
        found[kept.manner, *given, kept.why] += 1
    return found, faults


async def play_together(server, game, dice, deals, *, odd, companies=1):
    """So many companies at a time, until so many deals are over."""
    every = [Company(server, game, dice, odd=odd) for _ in range(companies)]
    await asyncio.gather(*(one.play(lambda: sum(c.ended for c in every) < deals) for one in every))
    return every
