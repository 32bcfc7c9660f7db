"""Guests and accounts: who may become one, what is kept, what is told, what goes."""

from __future__ import annotations

import pytest

from cutcard.lobby.forms import LENGTHS, SignUp
from cutcard.table.words import Refusal

ANN = SignUp("Ann", "correct horse", "Ann Lee", "+41 79 000", "1990-01-02", "ann@x.org", "CH", "f")


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code
    return no.value


def test_an_account_logs_in_with_any_case_of_its_name(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        assert (ann.name, ann.number, ann.guest, ann.bot) == ("Ann", 1, False, False)
        for spelling in ("Ann", "aNN", " ann ", "Ａｎｎ"):  # full-width letters too
            user, token = await here.accounts.log_in(spelling, "correct horse")
            assert user == ann
            assert (await here.accounts.known(token)).name == "Ann"

    lobby(story)


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", " Ann", "Ａnn"])
def test_a_name_is_taken_in_every_spelling(lobby, name):
    async def story(here):
        await here.accounts.sign_up(ANN)
        form = SignUp(name, "another one")
        await refused("NAME_TAKEN", here.accounts.sign_up(form))
        await refused("NAME_TAKEN", here.accounts.guest(name))

    lobby(story)


def test_a_password_is_kept_as_argon2id_and_nowhere_else(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        (_, kept) = await here.store.credentials("ann")
        assert kept.startswith("$argon2id$")
        exported = await here.accounts.export(ann)
        assert "correct horse" not in str(exported)
        assert kept not in str(exported)
        await here.house.written()
        assert b"correct horse" not in here.path.read_bytes()

    lobby(story)


def test_a_guest_who_signs_up_stays_who_he_is(lobby):
    async def story(here):
        guest, token = await here.accounts.guest("Annie")
        assert (guest.guest, guest.number) == (True, 1)
        info = await here.house.open("duel", {}, 2, host=guest)
        await here.house.sit(info.table, guest)
        ann = await here.accounts.sign_up(ANN, guest=guest)
        assert ann == guest
        assert (ann.id, ann.name, ann.number, ann.guest) == (guest.id, "Ann", 1, False)
        assert await here.accounts.known(token) == ann  # his token is still good
        assert here.house.roster(info.table)[0].name == "Ann"
        assert (await here.accounts.profile(ann.id, ann)).balance == 10_000  # not twice
        await here.house.written()
        assert (await here.store.load(info.table)).seats[0].name == "Ann"
        await refused(
            "INVALID_REQUEST", here.accounts.sign_up(SignUp("Ann2", "eight or so"), guest=ann)
        )

    lobby(story)


@pytest.mark.parametrize(
    "form",
    [
        SignUp("", "12345678"),
        SignUp("x" * 33, "12345678"),
        SignUp("a\x00b", "12345678"),
        SignUp("a\u202eb", "12345678"),
        SignUp("Bob", "1234567"),
        SignUp("Bob", "1" * 129),
        SignUp("Bob", "12345678\ud800"),
        SignUp("Bob", "12345678", email="a\nb"),
        *(SignUp("Bob", "12345678", **{name: "x" * (most + 1)}) for name, most in LENGTHS.items()),
    ],
)
def test_a_form_that_breaks_a_limit_is_refused(lobby, form):
    async def story(here):
        await refused("INVALID_REQUEST", here.accounts.sign_up(form))
        assert await here.store.list_people() == []

    lobby(story)


def test_texts_as_long_as_they_may_be_are_taken(lobby):
    async def story(here):
        details = {name: "x" * most for name, most in LENGTHS.items()}
        user = await here.accounts.sign_up(SignUp("x" * 32, "1" * 128, **details))
        profile = await here.accounts.profile(user.id, user)
        assert {name: getattr(profile, name) for name in LENGTHS} == details
        await refused("INVALID_REQUEST", here.accounts.sign_up(SignUp("short", "1234567")))
        await here.accounts.sign_up(SignUp("short", "1a2z3k4x"))
        await here.accounts.log_in("short", "1a2z3k4x")

    lobby(story)


def test_registration_may_be_closed_or_by_invitation(lobby):
    async def closed(here):
        await refused("REGISTRATION_CLOSED", here.accounts.sign_up(ANN))
        await here.accounts.create(ANN, "admin")  # the command line's way
        await here.accounts.log_in("ann", "correct horse")

    async def invited(here):
        accounts = here.accounts
        boss = (await accounts.find("Ann")).id
        admin = (await accounts.log_in("ann", "correct horse"))[0]
        assert admin.id == boss
        code = await accounts.invitation(admin)
        bob = SignUp("Bob", "eight or so")
        await refused("INVITATION_REQUIRED", accounts.sign_up(bob))
        await refused("INVITATION_REQUIRED", accounts.sign_up(bob, invitation="guessed"))
        user = await accounts.sign_up(bob, invitation=code)
        eve = SignUp("Eve", "eight or so")
        await refused("INVITATION_REQUIRED", accounts.sign_up(eve, invitation=code))  # once only
        await refused("FORBIDDEN", accounts.invitation(user))

    lobby(closed, registration="closed")
    lobby(invited, registration="invitation")


def test_an_invitation_is_not_used_up_by_a_name_that_is_taken(lobby):
    async def story(here):
        await here.accounts.create(ANN)
        code = await here.accounts.invitation(None)
        await refused("NAME_TAKEN", here.accounts.sign_up(ANN, invitation=code))
        await here.accounts.sign_up(SignUp("Bob", "eight or so"), invitation=code)

    lobby(story, registration="invitation")


def test_only_who_asks_himself_sees_what_is_private(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        bob = await here.accounts.sign_up(SignUp("Bob", "eight or so"))
        own = await here.accounts.profile(ann.id, ann)
        assert (own.email, own.phone, own.country) == ("ann@x.org", "+41 79 000", "CH")
        for asker in (bob, None):
            seen = await here.accounts.profile(ann.id, asker)
            assert all(getattr(seen, name) is None for name in LENGTHS)
            assert (seen.name, seen.balance, seen.number) == ("Ann", None, 1)
        await refused("NO_SUCH_PLAYER", here.accounts.profile("nobody"))

    lobby(story)


def test_a_profile_is_changed_field_by_field(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        now = await here.accounts.set_profile(ann, {"email": "new@x.org"})
        assert (now.email, now.fullname) == ("new@x.org", "Ann Lee")
        await refused("INVALID_REQUEST", here.accounts.set_profile(ann, {"role": "admin"}))
        await refused("INVALID_REQUEST", here.accounts.set_profile(ann, {"email": "x" * 65}))
        assert (await here.accounts.profile(ann.id, ann)).email == "new@x.org"

    lobby(story)


def test_export_holds_all_that_is_kept(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        await here.accounts.log_in("Ann", "correct horse", label="phone")
        told = await here.accounts.export(ann)
        for word in ("Ann Lee", "+41 79 000", "1990-01-02", "ann@x.org", "CH"):
            assert word in told.values()
        assert [one["label"] for one in told["sessions"]] == ["phone"]
        assert [(row["amount"], row["reason"]) for row in told["chips"]] == [(10_000, "grant")]

    lobby(story)


def test_deletion_leaves_nothing_personal_and_the_ledger_whole(lobby):
    async def story(here):
        accounts = here.accounts
        ann = await accounts.sign_up(ANN)
        _, token = await accounts.log_in("Ann", "correct horse")
        await refused("INVALID_CREDENTIALS", accounts.delete(ann, "wrong"))
        info = await here.house.open("duel", {}, 2, host=ann)
        await here.house.sit(info.table, ann)
        await refused("INVALID_GAME_STATE", accounts.delete(ann, "correct horse"))
        here.house.leave(info.table, ann)
        gone = []
        accounts.logged_out.append(gone.append)
        await accounts.delete(ann, "correct horse")
        assert gone == [ann.id]
        await refused("NOT_AUTHENTICATED", accounts.known(token))
        await refused("INVALID_CREDENTIALS", accounts.log_in("Ann", "correct horse"))
        await refused("NO_SUCH_PLAYER", accounts.profile(ann.id, ann))
        assert (await here.store.person(ann.id)).name == "Deleted 1"
        db = here.store._db
        dump = await here.store._run(lambda: "\n".join(db.iterdump()))
        for word in ("Ann", "+41 79 000", "1990-01-02", "ann@x.org", "argon2id$v"):
            assert word not in dump, word
        sums = await here.store.chip_sums()
        assert (sums.users, sums.bank, sums.torn, sums.differing) == (0, 0, 0, 0)
        await accounts.sign_up(ANN)  # the name is free again

    lobby(story)


def test_a_guest_is_deleted_by_his_token_alone(lobby):
    async def story(here):
        guest, token = await here.accounts.guest("Gus")
        await here.accounts.delete(guest)
        await refused("NOT_AUTHENTICATED", here.accounts.known(token))

    lobby(story)


def test_no_guests_where_the_server_takes_none(lobby):
    async def story(here):
        await refused("NOT_AUTHENTICATED", here.accounts.guest("Gus"))

    lobby(story, guests=False)


def test_roles_are_given_by_admins_only(lobby):
    async def story(here):
        accounts = here.accounts
        ann = await accounts.sign_up(ANN)
        bob = await accounts.sign_up(SignUp("Bob", "eight or so"))
        await refused("FORBIDDEN", accounts.set_role(bob, "Bob", "admin"))
        await accounts.set_role(None, "Ann", "admin")
        await accounts.set_role(ann, "Bob", "admin")
        await accounts.set_role(bob, "Ann", "player")
        await refused("FORBIDDEN", accounts.reset_password(ann, "Bob"))
        await refused("INVALID_REQUEST", accounts.set_role(bob, "Ann", "king"))

    lobby(story)
