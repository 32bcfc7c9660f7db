"""Undo by consent: an entry of the log, refused once something hidden was told since; what is
played again, proved and judged stays true, and a crash changes nothing. Guandan lets a pass be
taken back: no card is told by it."""

from __future__ import annotations

import asyncio
import json
import random
import time

import pytest

from cutcard.client import Client, Refused
from cutcard.fair import judge
from cutcard.kernel.game import NATURE
from cutcard.store.protocol import Entry
from cutcard.table.deal import replay
from cutcard.table.ruling import by_rules
from cutcard.table.undo import MOST, Returns, Undo, standing, undo_entry, undo_of
from cutcard.table.vocabulary import tag_of, vocabulary
from cutcard.table.words import Refusal

from ..running import Asker, Players
from .test_games import table
from .test_third_judge import third

OPTIONS = {"match": "deals", "deals": 1, "pauseSeconds": 0}


def others(sim, seat):
    return [one for one in sim.people if one.seat != seat]


def of(sim, seat):
    return next(one for one in sim.people if one.seat == seat)


def views(sim):
    state = sim.life.table.deal.state
    return [state.view(seat) for seat in (None, 0, 1, 2, 3)]


@pytest.fixture
def sim():
    made = table("guandan")
    while made.life.table.deal is None:
        made.step()
    return made


def passed(sim):
    """Who passed, and the views before it."""
    table_ = sim.life.table
    while True:
        deal = table_.deal
        for seat in deal.to_act:
            ways = {tag_of(move): move for move in deal.state.legal(seat)}
            if "pass" in ways:
                before = views(sim)
                sim.now += 1
                sim.ask(seat, ways["pass"])
                return seat, before
        sim.step()


def undo(sim, seat):
    sim.do("undo_ask", of(sim, seat).user)
    for one in others(sim, seat):
        sim.do("undo_answer", one.user, True)


def test_all_agree_and_the_deal_is_as_it_was(sim):
    seat, before = passed(sim)
    count = len(sim.life.table.deal.log)
    sim.do("undo_ask", of(sim, seat).user)
    first, second, third_ = others(sim, seat)
    sim.do("undo_answer", first.user, True)
    sim.do("undo_answer", second.user, True)
    assert views(sim) != before  # one has not agreed yet
    sim.do("undo_answer", third_.user, True)
    assert views(sim) == before
    log = sim.life.table.deal.log
    assert len(log) == count + 1  # nothing that was written was taken away
    assert (log[-1].seat, undo_of(log[-1]).by) == (NATURE, seat)
    assert [one.n for one in standing(log)] == list(range(count - 1))
    assert sim.deals[-1][1] == log  # and it is written


def test_one_who_does_not_agree_is_enough(sim):
    seat, before = passed(sim)
    sim.do("undo_ask", of(sim, seat).user)
    first, second, _ = others(sim, seat)
    sim.do("undo_answer", first.user, True)
    sim.do("undo_answer", second.user, False)
    with pytest.raises(Refusal, match="Nobody asks"):
        sim.do("undo_answer", first.user, True)
    assert views(sim) != before


def test_it_is_refused_once_something_hidden_was_told_since(sim):
    """A card that was played is known: neither it nor what came before it is taken back."""
    seat, _ = passed(sim)
    count = len(sim.life.table.deal.log)
    while not any(
        b'"type":"card_play"' in one.move for one in sim.life.table.deal.log[count:]
    ):  # somebody plays
        sim.step()
    with pytest.raises(Refusal) as no:
        sim.do("undo_ask", of(sim, seat).user)
    assert no.value.code == "UNDO_LATE"


def test_four_who_agree_with_themselves_make_no_endless_log(sim):
    """A pass taken back and passed again, for ever: each round is written, and each next one had
    the whole deal played again."""
    seat, before = passed(sim)
    for _ in range(MOST):
        undo(sim, seat)
        assert views(sim) == before
        ways = {tag_of(move): move for move in sim.life.table.deal.state.legal(seat)}
        sim.ask(seat, ways["pass"])
    count = len(sim.life.table.deal.log)
    with pytest.raises(Refusal, match="already") as no:
        sim.do("undo_ask", of(sim, seat).user)
    assert no.value.code == "UNDO_LATE"
    assert len(sim.life.table.deal.log) == count
    assert views(sim) != before


def test_what_was_taken_back_often_is_played_again_in_the_time_it_is_long():
    """A log of strangers may say it a thousand times (a file may): as much work as its length."""
    log = []
    for n in range(0, 40_000, 2):
        log += [Entry(n, 0, 1, b"{}", None), undo_entry(n + 1, 0, n, 1)]
    began = time.thread_time()
    assert standing(log) == []
    returns = Returns(log)
    for entry in log[::2]:
        state = Copied()
        assert returns.before(entry.n, state) is not state
        assert returns.back(Undo(entry.n, 1)) is state
    assert time.thread_time() - began < 10


class Copied:
    def copy(self):
        return Copied()


def test_who_asked_cannot_agree_and_nobody_can_after_a_move(sim):
    seat, _ = passed(sim)
    sim.do("undo_ask", of(sim, seat).user)
    with pytest.raises(Refusal, match="others have to agree"):
        sim.do("undo_answer", of(sim, seat).user, True)
    sim.step()
    with pytest.raises(Refusal, match="no more"):
        sim.do("undo_answer", others(sim, seat)[0].user, True)


def test_games_that_hide_what_moves_tell_take_nothing_back():
    for name in ("duel", "memory", "battle", "poker"):
        sim = table(name)
        while sim.life.table.deal is None or not sim.life.table.deal.to_act:
            sim.step()
        sim.step()
        with pytest.raises(Refusal) as no:
            sim.do("undo_ask", sim.people[0].user)
        assert no.value.code == "UNDO_OFF"


def test_a_bot_cannot_agree():
    sim = table("guandan", ["honest"] * 3, bots=["random"])
    while sim.life.table.deal is None:
        sim.step()
    with pytest.raises(Refusal) as no:
        sim.do("undo_ask", sim.people[0].user)
    assert no.value.code == "UNDO_OFF"


@pytest.mark.browser  # the third judge, where there is no node
def test_a_crash_changes_nothing_and_the_deal_is_proved_with_its_undo(sim):
    """Taken back twice, once right after the other, killed in between; every judge agrees."""
    for _ in range(2):
        seat, before = passed(sim)
        undo(sim, seat)
        assert views(sim) == before
        sim.crash()
        assert views(sim) == before
    sim.play(1)
    number = sim.ended()[0]
    assert sum(undo_of(one) is not None for one in sim.deals[0][1]) == 2
    pin, files = sim.key.public.hex(), []
    for one in sim.people:
        assert sim.verdict(number, one) == ("PROVED", "OWN")
        files.append((sim.file(number, one), pin))
        assert by_rules(files[-1][0], judge(*files[-1])).verdict == "PROVED"
    assert {tuple(said[:2]) for said in third(files)} == {("PROVED", "OWN")}
    header, log, checks = sim.deals[0]
    again = replay(vocabulary("guandan"), header, log, checks)
    assert again.outcome is not None


def test_over_the_wire(serve):
    """Four clients: one passes and asks, the others agree; all see the deal as it was."""
    server = serve("--fair-wait", "5000")
    dice = random.Random(5)

    async def story():
        four = [await Client.connect(server.url, legal=True) for _ in range(4)]
        place = await four[0].create("guandan", options=OPTIONS, seats=4)
        number = place.table
        for one in four[1:]:
            await one.join(number)
        seats = [one.places[number] for one in four]

        async def all_at(least):
            await Players.until(lambda: all(one.seq >= least for one in seats))

        while True:
            await Players.until(lambda: any(there.legal for there in seats))
            mover = next(i for i, there in enumerate(seats) if there.legal)
            there, seq = seats[mover], seats[mover].seq
            ways = {move["type"]: move for move in there.legal}
            move = dict(ways.get("pass") or dice.choice(there.legal))
            before = json.dumps(there.view, sort_keys=True)
            await all_at(seq)
            kind = move.pop("type")
            await four[mover].play(there, kind, move)
            await all_at(seq + 1)
            if kind == "pass":
                break
        wish = {"table": number}
        with pytest.raises(Refused) as no:
            await four[mover].request("UNDO_ANSWER", wish)
        assert no.value.code == "INVALID_GAME_STATE"
        await four[mover].request("UNDO_ASK", wish)
        for i, one in enumerate(four):
            if i != mover:
                await one.request("UNDO_ANSWER", {**wish, "accept": True})
        await all_at(seq + 2)
        assert json.dumps(there.view, sort_keys=True) == before
        told = await asyncio.to_thread(
            Asker(server, four[mover].token).ask, "GET", f"/api/deals/{number}/1"
        )
        assert any(
            fact["type"] == "MOVE_UNDONE" for step in told["steps"] for fact in step["facts"]
        )
        for one in four:
            await one.close()

    asyncio.run(story())
    assert not server.errors()
