"""What every store does for moderators: sanctions, the trail, the queue of reports, appeals."""

from __future__ import annotations

import pytest

from cutcard.store.moderation import (
    ANSWER,
    BAN,
    LIFT,
    NAME,
    ROLE,
    SETTLE,
    SUSPEND,
    Act,
    Appeal,
    Sanction,
)
from cutcard.store.people import Credentials, NameTaken
from cutcard.store.protocol import Batch, Rated, Standing, StoreError
from cutcard.store.social import Report

from .checks import StoreChecks
from .rows import opened


def sanction(user: str | None, kind: str = BAN, *, code: str = "c", **more) -> Sanction:
    return Sanction(
        0, kind, user, more.pop("net", None), 10, more.pop("until", None), "why", code, **more
    )


def act(what: str, whom: str, at: int = 10, by: str = "mod") -> Act:
    return Act(0, at, by, what, whom, None, None, "why")


class ModerationChecks(StoreChecks):
    """Who was sanctioned by whom, and why."""

    def test_a_sanction_stands_until_it_ends_or_is_lifted(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a")
            one = await store.lay(sanction(ann.id, SUSPEND, until=50), act(SUSPEND, ann.id))
            net = await store.lay(
                sanction(None, code="d", net="10.0.0.0/8"), act(BAN, "10.0.0.0/8")
            )
            assert (one.id, net.id) == (1, 2)
            assert await store.sanctions(49) == [one, net]
            assert await store.sanctions(50) == [net]
            assert await store.sanction_of("d") == net
            assert await store.sanction_of("e") is None
            assert await store.lift(one.id, act(LIFT, ann.id, at=60)) is None  # it had ended
            lifted = await store.lift(net.id, act(LIFT, "10.0.0.0/8", at=60))
            assert (lifted.lifted, lifted.net) == (60, "10.0.0.0/8")
            assert await store.lift(net.id, act(LIFT, "", at=61)) is None
            assert await store.sanctions(60) == []
            assert await store.sanctions_of(ann.id) == [one]
            trail = await store.acts()
            assert [(a.what, a.whom, a.sanction) for a in trail] == [
                (SUSPEND, ann.id, 1), (BAN, "10.0.0.0/8", 2), (LIFT, "10.0.0.0/8", 2),
            ]  # fmt: skip
            assert await store.acts(whom=ann.id) == trail[:1]
            assert await store.acts(1, after=1) == trail[1:2]
            assert await store.last_act() == 3

        run(story)

    def test_the_trail_is_only_added_to(self, run):
        async def story(store):
            await store.add_act(act(SETTLE, "1"))
            for statement in ("UPDATE acts SET why = ''", "DELETE FROM acts"):

                async def change(db, text=statement):
                    await db.run(text)

                with pytest.raises(StoreError, match="only added to"):
                    await store._do(change)
            assert [one.why for one in await store.acts()] == ["why"]

        run(story)

    def test_a_name_is_taken_away_with_its_sanction_or_not_at_all(self, run):
        async def story(store):
            ann = await store.create_account(Credentials("Ann", "ann", "$"), {})
            await store.create_account(Credentials("Player 1", "player 1", "$"), {})
            bad = sanction(ann.id, NAME, name="Ann")
            with pytest.raises(NameTaken):
                await store.take_name(bad, act(NAME, ann.id), "Player 1", "player 1")
            assert await store.sanctions(0) == []
            made, person = await store.take_name(bad, act(NAME, ann.id), "Player 2", "player 2")
            assert (made.name, person.name) == ("Ann", "Player 2")
            assert (await store.find_person("player 2")).id == ann.id
            assert await store.take_name(sanction("x", NAME), act(NAME, "x"), "P", "p") is None
            await store.delete_user(ann.id, 20)
            assert [one.name for one in await store.sanctions_of(ann.id)] == [""]

        run(story)

    def test_reports_are_a_queue_with_a_verdict(self, run):
        async def story(store):
            first = await store.add_report(Report(0, 1, "a", "b", 3, "rude", "[]", '["x"]', 2))
            second = await store.add_report(Report(0, 2, "a", "c", None, "again", "[]"))
            assert await store.report(99) is None
            assert (await store.report(first)).chat == '["x"]'
            assert await store.settle_report(first, "muted", act(SETTLE, str(first), at=7))
            assert not await store.settle_report(first, "no", act(SETTLE, str(first)))
            assert [one.id for one in await store.reports(waiting=True)] == [second]
            done = await store.report(first)
            assert (done.settled, done.verdict, done.deal) == (7, "muted", 2)
            assert [one.what for one in await store.acts()] == [SETTLE]

        run(story)

    def test_appeals_are_bounded_answered_and_granted(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a")
            laid = await store.lay(sanction(ann.id), act(BAN, ann.id))
            sent = Appeal(0, 5, laid.id, ann.id, "please")
            assert await store.add_appeal(sent, 1, 2) == 1
            assert await store.add_appeal(sent, 1, 2) is None  # one waits
            told = await store.answer_appeal(1, "no", False, act(ANSWER, ann.id, at=6))
            assert (told.answer, told.granted, told.answered) == ("no", False, 6)
            assert [one.answer for one in await store.sanctions(9)] == ["no"]
            assert await store.answer_appeal(1, "yes", True, act(ANSWER, ann.id)) is None
            assert await store.add_appeal(sent, 1, 2) == 2
            assert [one.id for one in await store.appeals()] == [2]
            assert [one.id for one in await store.appeals(waiting=False)] == [1, 2]
            assert (await store.answer_appeal(2, "yes", True, act(ANSWER, ann.id, at=8))).granted
            assert await store.add_appeal(sent, 1, 2) is None  # enough for one sanction
            assert await store.sanctions(9) == []
            assert [one.what for one in await store.acts()] == [BAN, ANSWER, ANSWER, LIFT]
            kept = await store.personal_data(ann.id)
            assert [one["text"] for one in kept["appeals"]] == ["please", "please"]
            assert [one["kind"] for one in kept["sanctions"]] == [BAN]
            await store.delete_user(ann.id, 9)
            assert [one.text for one in await store.appeals(waiting=False)] == ["", ""]

        run(story)

    def test_roles_are_given_on_the_trail(self, run):
        async def story(store):
            ann = await store.create_user("Ann", False, b"a")
            await store.create_user("Bob", False, b"b")
            await store.appoint(ann.id, "moderator", act(ROLE, ann.id))
            assert await store.staff() == {ann.id: "moderator"}
            await store.appoint(ann.id, "player", act(ROLE, ann.id))
            assert await store.staff() == {}
            assert [one.what for one in await store.acts()] == [ROLE, ROLE]

        run(story)

    def test_what_two_won_and_lost_with_each_other_is_told(self, run):
        def rate(standings, match):
            change = (10, -10) if match.places[0] < match.places[1] else (-10, 10)
            before = [one or Standing(1500, 0) for one in standings]
            return [
                (was, Standing(was.rating + by, was.games + 1))
                for was, by in zip(before, change, strict=True)
            ]

        async def story(store):
            a, b = [(await store.create_user(n, True, n.encode(), chips=100)).id for n in "AB"]
            await store.write(opened(1))
            for match, places in ((1, (0, 1)), (2, (1, 0))):
                one = Rated(1, match, "duel", (a, b), places, at=match)
                await store.write(Batch(rated=[one]), rate)
            found = await store.meetings(a, b, "duel", 0)
            assert [(m.match, m.first, m.second) for m in found] == [(1, 10, -10), (2, -10, 10)]
            assert await store.meetings(b, a, "duel", 2) != []
            assert await store.meetings(a, b, "poker", 0) == []
            assert await store.table_sums([a, b], 0) == []  # granted, at no table

        run(story)
