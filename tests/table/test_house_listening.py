"""The house: who is told what, and who comes back.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import logging

import pytest

from cutcard.table.words import Ack, Refusal, Snapshot, Update

from .asking import ANN, BOB, CAT, add


def test_spectators_hear_the_public_part_and_need_leave(evening, listener):
    async def story(e):
        table, ann, _bob = await e.table()
        one, two = listener(), listener()
        assert e.house.attach(table, one, None) is None
        assert e.house.attach(table, two, CAT) is None
        add(e, table, ann, ANN, 2)
        await e.rest()
        assert one.words[-1] is two.words[-1]  # one instance for all
        assert "secret" not in one.view
        assert "SECRET" not in one.fact_types
        assert e.house.info(table).spectators == 2
        add(e, table, one, CAT, 1, "mine")
        await e.rest()
        assert one.answer("mine").code == "INVALID_PLAYER"
        shut = await e.house.open("pile", {}, 2, host=ANN, watchable=False)
        with pytest.raises(Refusal) as no:
            e.house.attach(shut.table, one, CAT)
        assert no.value.code == "NOT_WATCHABLE"
        assert e.house.attach(shut.table, one, ANN) is None  # its host may

    evening(story)


def test_a_second_ear_on_the_seat_closes_the_first(evening, listener):
    async def story(e):
        table, ann, bob = await e.table()
        phone = listener("phone")
        e.house.attach(table, phone, ANN, ann.seq)
        add(e, table, phone, ANN, 2)
        await e.rest()
        assert ann.words[-1].type == "REPLACED"
        assert phone.view["pile"] == 2
        assert "PLAYER_DISCONNECTED" not in bob.notices
        e.house.detach(ann)  # the first's goodbye changes nothing
        await e.rest()
        assert "PLAYER_DISCONNECTED" not in bob.notices

    evening(story)


def test_going_and_coming_back_is_told_and_played_where_the_game_has_asides(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"turnMs": 5000})
        e.house.detach(bob)
        await e.rest()
        (gone,) = ann.notice("PLAYER_DISCONNECTED")
        assert gone.payload == {"seat": 1, "playerId": "bob", "graceMs": 120_000}  # no clock is his
        assert ann.view["away"] == (1,)
        e.house.detach(ann)
        await e.rest()
        again = listener("Bob again")
        again.seq, again.view = bob.seq, bob.view
        e.house.attach(table, again, BOB, bob.seq)
        await e.rest()
        assert again.view["away"] == (0,)
        assert next(word.seq for word in again.of(Update)) == bob.seq + 1
        back = listener("Ann again")
        e.house.attach(table, back, ANN)
        await e.rest()
        assert again.notice("PLAYER_RECONNECTED")[-1].payload["playerId"] == "ann"

    evening(story)


def test_the_grace_of_who_is_gone_is_what_his_clock_has_left(evening):
    async def story(e):
        _table, ann, bob = await e.table("pile", {"turnMs": 5000})
        await e.turn(2000)
        e.house.detach(ann)
        await e.rest()
        assert bob.notice("PLAYER_DISCONNECTED")[0].payload["graceMs"] == 3000

    evening(story)


def test_who_comes_back_hears_the_updates_he_missed_or_a_snapshot(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 1000, "turnMs": 10})
        e.house.detach(bob)
        await e.turn(300)
        back = listener("back")
        back.seq, back.view = bob.seq, bob.view
        e.house.attach(table, back, BOB, bob.seq)
        await e.rest()
        assert not back.of(Snapshot)
        assert back.view == ann.view | {"secret": back.view["secret"]}
        assert back.of(Update)[0].clock is None
        e.house.detach(back)
        await e.turn(200)
        assert e.house.resync(table, ann, ann.seq - 5) == 5
        assert e.house.resync(table, ann, ann.seq) == 0
        assert e.house.resync(table, ann, None) == 0
        await e.rest()
        assert len(ann.of(Snapshot)) == 3
        with pytest.raises(Refusal):
            e.house.resync(table, back, 1)

    evening(story)


def test_an_ear_that_fails_disturbs_nobody(evening, listener, caplog):
    class Broken:
        def hear(self, word):
            raise RuntimeError("planted")

    async def story(e):
        table, ann, bob = await e.table()
        e.house.attach(table, Broken(), None)
        with caplog.at_level(logging.CRITICAL):
            add(e, table, ann, ANN, 2, "k")
            await e.rest()
        assert isinstance(ann.answer("k"), Ack)
        assert bob.view["pile"] == 2

    evening(story)


class Scribe:
    """An ear that puts an update into bytes when it is made, as a socket does."""

    def __init__(self):
        self.heard = []

    def prepare(self, word):
        if isinstance(word, Update):
            word.encoded = {"seq": word.seq, "patch": word.patch, "facts": word.facts}
        return isinstance(word, Update)

    def hear(self, word):
        self.heard.append(word)


def test_a_word_that_all_its_ears_have_in_bytes_holds_nothing_else_while_it_waits(evening):
    async def story(e):
        table, ann, _bob = await e.table()
        one, two = Scribe(), Scribe()
        for ear in (one, two):
            e.house.attach(table, ear, None)
        add(e, table, ann, ANN, 2)
        assert not [word for word in one.heard if isinstance(word, Update)]  # not durable yet
        await e.rest()
        word = one.heard[-1]
        assert word is two.heard[-1]
        assert word.encoded["patch"]["pile"] == 2
        assert (word.told, word.was, word.now, word.clock) == ([], None, None, None)

    evening(story)


def test_a_word_is_whole_for_an_ear_that_comes_without_bytes(evening, listener):
    async def story(e):
        table, ann, _bob = await e.table()
        scribe, other = Scribe(), listener()
        e.house.attach(table, scribe, None)
        e.house.attach(table, other, None)
        add(e, table, ann, ANN, 2)
        await e.rest()
        assert scribe.heard[-1] is other.words[-1]
        assert other.view["pile"] == scribe.heard[-1].patch["pile"] == 2

    evening(story)


def test_an_ear_that_cannot_prepare_a_word_still_hears_it(evening, listener, caplog):
    class Clumsy(Scribe):
        def prepare(self, word):
            raise RuntimeError("planted")

    async def story(e):
        table, ann, bob = await e.table()
        clumsy = Clumsy()
        e.house.attach(table, clumsy, None)
        with caplog.at_level(logging.CRITICAL):
            add(e, table, ann, ANN, 2, "k")
            await e.rest()
        assert clumsy.heard[-1].patch["pile"] == 2
        assert isinstance(ann.answer("k"), Ack)
        assert bob.view["pile"] == 2

    evening(story)


def test_legal_moves_come_with_updates_where_asked(evening, listener):
    async def story(e):
        table, _ann, bob = await e.table()
        ear = listener()
        e.house.attach(table, ear, ANN, None, legal=2)
        await e.rest()
        assert [move["count"] for move in ear.of(Snapshot)[0].legal] == [1, 2]
        add(e, table, ear, ANN)
        await e.rest()
        assert ear.of(Update)[-1].legal == []
        assert bob.of(Update)[-1].legal is None

    evening(story)
