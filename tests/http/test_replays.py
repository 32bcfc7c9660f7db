"""Replays: everybody is told what he may know of a deal, and no card more."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from types import SimpleNamespace

import pytest
from msgspec import structs, to_builtins

from cutcard.client import Client
from cutcard.client.fair import Shuffler
from cutcard.kernel.cards import names
from cutcard.kernel.digest import digest
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import COMPLETED, PastTable, SeatRow
from cutcard.store.sqlite import SqliteStore
from cutcard.table.deal import Deal
from cutcard.table.house import House
from cutcard.table.keys import Fairness
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Notice, Refusal, Snapshot, User
from cutcard.wire.http.replays import Which, list_deals
from cutcard.wire.http.retold import may_look, retell, seat_in

FAST = {"startDelay": 1, "showDelay": 1}
FAR = 2**50  # a time at which no spectator waits any more


@pytest.fixture(scope="module")
def duel(start, asker, players):
    """A server with a duel that is over, its players, and one that is under way."""
    server = start()
    nobody = asker(server)

    async def scene():
        (first, place), (second, other) = await players.duel(server.url, mode="HAND", maxRounds=5)
        await asyncio.gather(players.play_out(first, place, 1), players.play_out(second, other, 2))
        again = await first.create("duel", options={**players.slow_rounds, "mode": "HAND"})
        await second.join(again.table)
        for client, at in ((first, again), (second, second.places[again.table])):
            await client.play(at, "ready", {})
        while not again.legal or again.legal[0]["type"] != "card_play":
            await asyncio.wait_for(first.turn(), 10)
        move = dict(again.legal[0])
        await first.play(again, move.pop("type"), move)
        return place.table, again.table, (first.token, second.token), move

    over, running, tokens, move = asyncio.run(asyncio.wait_for(scene(), 60))
    return nobody, over, running, [asker(server, token) for token in tokens], move


def test_a_finished_match_whose_seed_is_shown_is_told_whole_and_can_be_proved(duel):
    nobody, over, *_ = duel
    told = nobody.ask("GET", f"/api/deals/{over}/1", status=200)
    assert (told["whole"], told["finished"], told["status"]) == (True, True, COMPLETED)
    seed = bytes.fromhex(told["seed"])
    assert sha256(seed).hexdigest() == told["commitment"]
    words = vocabulary("duel")
    state = words.game.deal(
        words.read_options(json.dumps(told["options"]).encode()),
        told["seats"],
        Rng(seed),
    )
    for step in told["steps"]:
        move = words.read(json.dumps(step["move"]).encode())
        state.play(step["seat"], move, step["at"])
        if "digest" in step:
            assert digest(state, told["seats"]).hex() == step["digest"]
    assert "digest" in told["steps"][-1]
    assert state.outcome() is not None
    assert {player["name"] for player in told["players"]} == {"Ann", "Bo"}


def test_a_deal_under_way_is_told_to_its_seats_alone_and_each_its_own_side(duel):
    nobody, _, running, (first, second), move = duel
    where = f"/api/deals/{running}/1"
    assert nobody.refused("GET", where, status=409) == "INVALID_GAME_STATE"
    assert nobody.guest().refused("GET", where, status=409) == "INVALID_GAME_STATE"
    mine, his = first.ask("GET", where, status=200), second.ask("GET", where, status=200)
    for told in (mine, his):
        assert not told["whole"]
        assert not {"seed", "carry"} & told.keys()
        assert "digest" not in json.dumps(told)
    assert move.items() <= mine["steps"][-1]["move"].items()
    assert "move" not in his["steps"][-1]
    assert "seat" not in his["steps"][-1]


def test_deals_are_listed_newest_first_and_paged(duel):
    nobody, over, running, *_ = duel
    deals = nobody.ask("GET", "/api/deals?game=duel", status=200)["deals"]
    assert [(one["table"], one["over"]) for one in deals] == [(running, False), (over, True)]
    assert nobody.ask("GET", "/api/deals?game=poker", status=200)["deals"] == []
    page = nobody.ask("GET", f"/api/deals?limit=1&before={deals[0]['opened']}", status=200)["deals"]
    assert [one["table"] for one in page] == [over]
    for missing in (f"{over}/2", "999/1"):
        assert nobody.refused("GET", f"/api/deals/{missing}", status=404) == "GAME_NOT_FOUND"
    for wrong in ("x/1", f"{over}/0", f"{over}/-1"):
        assert nobody.refused("GET", f"/api/deals/{wrong}", status=400) == "INVALID_REQUEST"


def test_deals_of_a_private_table_are_known_to_those_inside_alone(nobody, server, players):
    async def scene():
        client = await Client.connect(server.url, name="Pia", legal=True)
        place = await client.create("duel", private=True, bots={"1": "random"})
        return client.token, place.table

    token, table = asyncio.run(asyncio.wait_for(scene(), 20))
    pia, other = type(nobody)(server, token), nobody.guest()
    assert pia.ask("GET", f"/api/deals?table={table}", status=200)["deals"]
    pia.ask("GET", f"/api/deals/{table}/1", status=200)
    for who in (other, nobody):
        assert who.ask("GET", f"/api/deals?table={table}", status=200)["deals"] == []
        assert who.refused("GET", f"/api/deals/{table}/1", status=404) == "GAME_NOT_FOUND"


async def _bots_play(path, game: str, seats: int, deals: int, options=None):
    """A house of bots until so many deals are over; the store with all they played."""
    store = SqliteStore(path)
    await store.open()
    house = House(store, bot_delay=(0, 0))
    await house.start()
    bots = dict.fromkeys(range(seats), "random")
    info = await house.open(game, options, seats, host=User("host", "Host"), bots=bots)
    async with asyncio.timeout(60):
        while house.info(info.table).status == "IN_PROGRESS":
            if house.peek(info.table).deal_number > deals:
                break
            await asyncio.sleep(0.01)
    await house.written()
    await house.stop()
    return store, info.table


def test_no_replay_of_a_poker_hand_shows_a_card_that_was_not_shown(tmp_path):
    """Random bots fold, muck and show; folded and mucked cards stay unknown for ever."""

    async def scene():

        store, number = await _bots_play(tmp_path / "p.db", "poker", 4, 12, FAST)
        table = await store.past_table(number)
        assert table is not None
        hidden = told_of = 0
        for deal in range(1, 13):
            log = await store.deal(number, deal)
            match = await store.match(number, log.header.match)
            played = Deal(vocabulary("poker"), log.header)
            for _ in played.again(vocabulary("poker"), log.entries):
                pass
            for seat in (*range(4), None):
                told = json.dumps(to_builtins(retell(table, match, log, seat, FAR)))
                secret = _secret(played.state, seat)
                hidden += len(secret)
                told_of += 1
                for card in secret:
                    assert f'"{card}"' not in told, (deal, seat, card)
                assert log.header.seed.hex() not in told
        await store.close()
        return hidden, told_of

    hidden, told_of = asyncio.run(scene())
    assert told_of == 60
    assert hidden > 50, "the hands were not all shown"


def _secret(state, seat) -> list[str]:
    """The cards of a finished hand that a viewer was never shown."""
    hand = state.hand
    if hand is None:
        return []
    secret = []
    for place, owner in enumerate(state.order):
        if owner != seat and owner not in state.shown:
            secret += names(hand.hole[place])
    return secret


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("duel", 2, {"maxRounds": 2, "roundPauseMs": 0}), ("guandan", 4, None)],
)
def test_a_finished_deal_is_told_whole_only_when_its_match_is_over(tmp_path, game, seats, options):
    async def scene():
        store, number = await _bots_play(tmp_path / "g.db", game, seats, 1, options)
        table = await store.past_table(number)
        log = await store.deal(number, 1)
        match = await store.match(number, log.header.match)
        told = retell(table, match, log, None, FAR) if match.completed else None
        running = structs.replace(match, status="IN_PROGRESS", completed=None)
        part = retell(table, running, log, None, FAR)
        await store.close()
        return told, part

    told, part = asyncio.run(scene())
    if told is not None:
        assert told.whole
        assert told.seed
    assert not part.whole
    assert part.seed is None
    assert all(step.move is None and step.digest is None for step in part.steps)


def test_spectators_wait_for_a_delayed_tables_deals(tmp_path):
    async def scene():
        store, number = await _bots_play(tmp_path / "d.db", "poker", 2, 1, FAST)
        table = await store.past_table(number)
        late = structs.replace(table, delay=300)
        log = await store.deal(number, 1)
        match = await store.match(number, 1)
        ended = log.header.opened + log.entries[-1].at
        await store.close()
        return late, match, log, ended

    late, match, log, ended = asyncio.run(scene())
    with pytest.raises(Refusal, match="not over"):
        retell(late, match, log, None, ended + 299_000)
    assert retell(late, match, log, None, ended + 300_000).finished
    assert retell(late, match, log, 0, ended).finished, "who sat there knows already"


def test_who_left_a_seat_and_who_came_later_see_no_more_than_a_spectator():
    rows = [SeatRow(1, 0, "ann", "Ann", None, 5), SeatRow(1, 1, None, "", None, 9)]
    table = PastTable("host", False, False, 0, rows)
    ann = User("ann", "Ann")
    assert seat_in(table, 4, ann) is None
    assert seat_in(table, 5, ann) == 0
    assert seat_in(table, 5, User("left", "Left")) is None
    may_look(table, None, ann)
    may_look(table, None, User("host", "Host"))
    with pytest.raises(Refusal, match="spectators"):
        may_look(table, None, User("left", "Left"))
    with pytest.raises(Refusal, match="spectators"):
        may_look(table, None, None)


def test_states_before_and_after_each_action_are_made_for_admins_only(duel):
    nobody, over, running, *_ = duel
    boss = nobody.guest()
    where = f"/api/deals/{over}/1/states"
    assert nobody.refused("GET", where, status=401)
    assert boss.refused("GET", where, status=403) == "FORBIDDEN"
    with closing(sqlite3.connect(nobody.server.db)) as db, db:
        db.execute("UPDATE users SET role = 'admin' WHERE id = ?", (boss.id,))
    steps = boss.ask("GET", where, status=200)["steps"]
    assert [step["actionIndex"] for step in steps] == list(range(len(steps)))
    assert all(a["stateAfter"] == b["stateBefore"] for a, b in pairwise(steps))
    assert steps[-1]["stateAfter"]["outcome"] is not None
    assert len(boss.ask("GET", f"/api/deals/{running}/1/states", status=200)["steps"]) >= 3
    assert boss.refused("GET", "/api/deals/999/1/states", status=404) == "GAME_NOT_FOUND"


class Withholder:
    """One at a table who gives shares until they are told not to."""

    fair = True

    def __init__(self, house, user):
        self.house, self.user = house, user
        self.shuffler, self.seat, self.shares = None, None, True
        house.speaks_fair(user.id, True)

    def hear(self, word):
        if isinstance(word, Snapshot):
            self.seat = word.seat
        elif isinstance(word, Notice) and word.type == "FAIR_RECORDS":
            self.shuffler = self.shuffler or Shuffler(word.table)
            told = to_builtins(word.payload)
            for kind, wish in self.shuffler.told(told, self.seat, self.user.id):
                asyncio.get_running_loop().call_soon(self.send, kind, wish)

    def send(self, kind, wish):
        if kind == "FAIR_PLEDGE":
            self.house.pledge(wish["table"], self.user, wish["deal"], wish["pledge"])
        elif self.shares:
            share = bytes.fromhex(wish["share"])
            self.house.share(wish["table"], self.user, wish["deal"], share)


async def dealt_and_over(house, table, one):
    """Plays the seat's moves until the first deal is over; the bot plays its own."""
    life, n = house._floor.lives[table], 0
    async with asyncio.timeout(60):
        while (deal := life.table.deal) is None or deal.outcome is None:
            moves = deal.state.legal(one.seat) if deal is not None else ()
            if moves and one.seat in deal.to_act:
                n, written = n + 1, json.loads(life.table.words.write(moves[-1]))
                tag = written.pop("type")
                fields = json.dumps(written).encode()
                match = life.table.match_id
                house.ask(table, match, one, one.user, tag, fields, f"k{n}", None)
            one.shares = deal is None  # those of the first deal are in when there is one
            await asyncio.sleep(0.005)
    await house._floor.writer.durable()


def test_the_newest_deal_is_over_while_its_match_goes_on(tmp_path):
    """No row tells it yet: the next deal waits for a share, and the match has no end. The list says
    it all the same, and of that next deal nothing before it is dealt."""
    ann, seen = User("ann", "Ann"), []

    async def story():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        house = House(store, bot_delay=(0, 1), fair=Fairness(None, 600_000))
        await house.start()
        try:
            one = Withholder(house, ann)
            options = {"decks": ["beasts", "mystics"], "turnLimit": 4, "bestOf": 3}
            info = await house.open("battle", options, 2, host=ann, bots={1: "random"}, sit=[ann])
            house.attach(info.table, one, ann)
            hall = SimpleNamespace(house=house)
            asker = SimpleNamespace(user=ann, hall=hall, owe=lambda more: None)
            life = house._floor.lives[info.table]
            while life.table.deal is None:  # noqa: ASYNC110 # no event tells it
                await asyncio.sleep(0.005)
            await house.written()  # a list is of what is on the disk
            seen.append((await list_deals(asker, Which(table=info.table))).deals)
            await dealt_and_over(house, info.table, one)
            assert not life.table.over
            rows = (await store.past_deals("ann", table=info.table, limit=9)).lines
            assert [row.over for row in rows] == [False], "no row tells it"
            seen.append((await list_deals(asker, Which(table=info.table))).deals)
        finally:
            await house.stop()
            await store.close()

    asyncio.run(asyncio.wait_for(story(), 120))
    before, after = ([(one.deal, one.over, one.status) for one in deals] for deals in seen)
    assert [(deal, over) for deal, over, _ in before] == [(1, False)]
    assert [(deal, over) for deal, over, _ in after] == [(1, True)]
    assert {status for *_, status in (*before, *after)} == {"IN_PROGRESS"}
