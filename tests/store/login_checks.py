"""What every store does with log-ins: sessions listed and ended, devices, codes, second factors;
guests who are gone; friends who agree."""

from __future__ import annotations

from cutcard.store.logins import Ending, Factor
from cutcard.store.people import Credentials
from cutcard.store.protocol import Batch, SeatRow
from cutcard.store.social import ALREADY_FRIENDS, ALREADY_SENT, BLOCK, FRIENDS, SENT

from .checks import StoreChecks
from .rows import opened


class LoginChecks(StoreChecks):
    """How people come in, and are kept out."""

    def test_sessions_are_listed_and_ended_from_beside(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a", expires=100, label="guest")
            bob = await store.create_user("Bob", True, b"b", expires=100)
            await store.add_session(ann.id, b"a2", 200, "phone")
            await store.touch_session(b"a2", 2**52, 300)
            listed = await store.sessions_of(ann.id)
            assert [(one.hash, one.expires, one.label) for one in listed] == [
                (b"a2", 300, "phone"),
                (b"a", 100, "guest"),
            ]
            assert listed[0].last_seen == 2**52
            assert await store.last_ending() == 0
            assert await store.end_beside(bob.id, b"a2", 5) == 0  # it is not theirs
            assert await store.end_beside(ann.id, b"a2", 6) == 1
            assert await store.session(b"a2") is None
            assert await store.end_beside(ann.id, None, 7) == 1
            assert await store.sessions_of(ann.id) == []
            assert (await store.session(b"b")).person == bob
            told = await store.endings(0)
            assert [(one.user, one.hash) for one in told] == [
                (bob.id, b"a2"),
                (ann.id, b"a2"),
                (ann.id, None),
            ]
            last = await store.last_ending()
            assert told[-1] == Ending(last, ann.id, None)
            assert await store.endings(last) == []
            assert await store.endings(0, 1) == told[:1]
            assert await store.sweep_logins(50, 7) == 2
            assert await store.endings(0) == told[2:]
            await store.sweep_logins(50, 100)
            await store.end_beside(ann.id, None, 101)
            assert await store.last_ending() > last  # numbers are never given again

        run(story)

    def test_a_device_is_known_until_it_is_forgotten(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a")
            for n in range(4):
                await store.add_device(ann.id, f"d{n}".encode(), n, 3)
            assert await store.device(b"d0", 10) is None  # three are known at most
            assert await store.device(b"d1", 10) == ann.id
            await store.add_device(ann.id, b"d4", 11, 3)
            assert await store.device(b"d2", 12) is None
            assert await store.device(b"d1", 12) == ann.id  # it was seen later
            await store.forget_devices(ann.id)
            assert await store.device(b"d1", 13) is None

        run(story)

    def test_a_code_is_used_once_in_time_and_the_last_one_counts(self, run):
        async def story(store):
            await store.put_code("reset", "ann", b"1", 100)
            await store.put_code("reset", "ann", b"2", 100)
            assert not await store.take_code("reset", "ann", b"1", 50)
            assert not await store.take_code("confirm", "ann", b"2", 50)
            assert not await store.take_code("reset", "bob", b"2", 50)
            assert not await store.take_code("reset", "ann", b"2", 100)
            assert await store.take_code("reset", "ann", b"2", 99)
            assert not await store.take_code("reset", "ann", b"2", 99)
            await store.put_code("reset", "ann", b"3", 100)
            assert await store.sweep_logins(100, 0) == 1

        run(story)

    def test_a_second_factor_begins_works_and_ends(self, run):
        async def story(store):
            assert await store.factor("ann") is None
            assert not await store.confirm_factor("ann", 7, [b"r1"], 50)
            assert await store.begin_factor("ann", b"first")
            assert await store.begin_factor("ann", b"secret")  # nobody has shown it to work yet
            assert await store.factor("ann") == Factor(b"secret", None, 0, 0)
            assert await store.confirm_factor("ann", 7, [b"r1", b"r2"], 50)
            assert await store.factor("ann") == Factor(b"secret", 50, 7, 2)
            assert not await store.begin_factor("ann", b"other")
            assert not await store.confirm_factor("ann", 9, [], 60)
            assert not await store.use_step("ann", 7)  # it was shown before
            assert await store.use_step("ann", 8)
            assert not await store.use_step("ann", 8)
            assert await store.use_recovery("ann", b"r1")
            assert not await store.use_recovery("ann", b"r1")
            assert not await store.use_recovery("bob", b"r2")
            assert (await store.factor("ann")).recovery == 1
            assert await store.end_factor("ann")
            assert not await store.end_factor("ann")
            assert await store.factor("ann") is None
            assert not await store.use_recovery("ann", b"r2")

        run(story)

    def test_nothing_of_a_log_in_is_left_of_who_is_deleted(self, run):
        async def story(store):
            ann = await store.create_account(Credentials("Ann", "ann", "$"), {"email": "a@x"})
            await store.set_confirmed(ann.id, "a@x")
            assert (await store.account(ann.id)).confirmed == "a@x"
            await store.add_session(ann.id, b"s", 100, "phone")
            await store.add_device(ann.id, b"d", 5, 3)
            await store.put_code("reset", ann.id, b"c", 100)
            await store.begin_factor(ann.id, b"secret")
            await store.confirm_factor(ann.id, 1, [b"r"], 9)
            told = await store.personal_data(ann.id)
            assert told["confirmedEmail"] == "a@x"
            assert told["devices"] == [{"created": 5, "lastSeen": 5}]
            assert told["secondFactor"] == 9
            assert [one["label"] for one in told["sessions"]] == ["phone"]
            await store.delete_user(ann.id, 50)
            assert await store.sessions_of(ann.id) == []
            assert await store.device(b"d", 60) is None
            assert not await store.take_code("reset", ann.id, b"c", 60)
            assert await store.factor(ann.id) is None
            assert not await store.use_recovery(ann.id, b"r")

        run(story)

    def test_guests_who_are_gone_leave_nothing_behind(self, run):
        async def story(store):
            empty = await store.create_user("Empty", True, b"e", chips=100)
            played = await store.create_user("Played", True, b"p", chips=100)
            seated = await store.create_user("Seated", True, b"s", chips=100)
            await store.create_account(Credentials("Ann", "ann", "$"), {}, chips=100)
            newest = await store.create_user("Newest", True, b"n", chips=100)
            for number, user in ((1, played), (2, seated)):
                batch = opened(number)
                batch.seats[0] = SeatRow(number, 0, user.id, user.name, None, 1)
                await store.write(batch)
            await store.write(Batch(closed=[1]))
            assert await store.idle_guests(1) == []  # they were made since
            idle = await store.idle_guests(2**52)
            assert idle == [(one.number, one.id) for one in (empty, played, newest)]
            assert await store.idle_guests(2**52, after=empty.number, limit=1) == idle[1:2]
            await store.touch_session(b"p", 2**52, 2**53)
            assert played.id not in dict(await store.idle_guests(2**52)).values()
            assert await store.forget_guest(empty.id)
            assert not await store.forget_guest(empty.id)
            assert await store.person(empty.id) is None
            assert await store.session(b"e") is None
            for one in (played, seated, newest):  # a number is not given twice
                assert not await store.forget_guest(one.id)
            sums = await store.chip_sums()
            assert (sums.users, sums.users_booked, sums.bank) == (400, 400, -400)
            assert (sums.torn, sums.differing) == (0, 0)
            later = await store.create_user("Later", True, b"l", chips=100)
            assert later.number > newest.number
            sums = await store.chip_sums()
            assert (sums.users, sums.bank, sums.torn, sums.differing) == (500, -500, 0, 0)

        run(story)

    def test_who_was_added_has_not_agreed_until_they_say_so(self, run):
        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in "ABC"]
            a, b, c = (one.id for one in people)

            async def agreed():
                return [[one.id for one in await store.agreed_friends(who)] for who in (a, b)]

            kind, number = await store.befriend(a, b, 1)
            assert kind == SENT
            assert await store.are_friends(a, b)
            assert await store.are_friends(b, a)
            assert await agreed() == [[], []]
            assert (await store.befriend(a, b, 2))[0] == ALREADY_FRIENDS
            assert (await store.invite_friend(a, b, 2))[0] == ALREADY_SENT
            assert [one.id for one in await store.friend_invites(b)] == [number]
            assert await store.answer_friend(b, number, False, 3)  # they do not want it
            assert not await store.are_friends(a, b)
            _, number = await store.befriend(a, b, 4)
            assert await store.answer_friend(b, number, True, 5)
            assert await agreed() == [[b], [a]]
            assert (await store.befriend(b, a, 6))[0] == ALREADY_FRIENDS
            await store.shun(b, a, BLOCK, 7)
            assert await agreed() == [[], []]
            await store.befriend(a, b, 8)
            assert (await store.befriend(b, a, 9))[0] == FRIENDS  # each has added the other
            assert await agreed() == [[b], [a]]
            await store.befriend(c, a, 10)
            assert (await store.invite_friend(a, c, 11))[0] == FRIENDS
            await store.invite_friend(b, c, 12)
            assert (await store.befriend(c, b, 13))[0] == FRIENDS
            assert len(await store.agreed_friends(c)) == 2

        run(story)
