"""Another name: for guests and accounts, unique as at sign-up, not too often, known at once."""

from __future__ import annotations

import pytest

from cutcard.lobby.challenge import Challenges
from cutcard.lobby.forms import SignUp
from cutcard.table.words import Refusal, User

PASSWORD = "correct horse"
ANN = SignUp("Ann", PASSWORD)


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code


def test_an_account_is_called_and_logs_in_by_its_new_name(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        _, token = await here.accounts.log_in("Ann", PASSWORD)
        info = await here.house.open("memory", {}, 3, host=ann, sit=[ann])
        anna = await here.accounts.rename(ann, "  Anna   Lee ")
        assert (anna.id, anna.name, anna.guest) == (ann.id, "Anna Lee", False)
        assert (await here.accounts.known(token)).name == "Anna Lee"
        assert (await here.accounts.log_in("anna lee", PASSWORD))[0] == ann
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("Ann", PASSWORD))
        assert here.house.roster(info.table)[0].name == "Anna Lee"
        await here.house.written()
        assert (await here.store.load(info.table)).seats[0].name == "Anna Lee"
        await here.accounts.sign_up(ANN)  # the old name is free

    lobby(story)


@pytest.mark.parametrize("name", ["Bo", "BO", " bo ", "Ｂｏ"])
def test_nobody_takes_the_name_of_an_account(lobby, name):
    async def story(here):
        await here.accounts.sign_up(SignUp("Bo", PASSWORD))
        ann = await here.accounts.sign_up(ANN)
        guest, _ = await here.accounts.guest("Gus")
        for user in (ann, guest):
            for _ in range(9):  # to be refused does not count
                await refused("NAME_TAKEN", here.accounts.rename(user, name))
            assert (await here.accounts.profile(user.id)).name == user.name

    lobby(story)


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\tb\0", "\u202eAnn"])
def test_a_name_must_be_fit_to_be_shown(lobby, name):
    async def story(here):
        guest, _ = await here.accounts.guest("Gus")
        await refused("INVALID_REQUEST", here.accounts.rename(guest, name))

    lobby(story)


def test_a_guest_stays_who_he_is_and_needs_no_name_of_his_own(lobby):
    async def story(here):
        guest, token = await here.accounts.guest("Gus")
        await here.accounts.guest("Max")
        renamed = await here.accounts.rename(guest, "Max")  # guests may be called alike
        assert (renamed.id, renamed.guest) == (guest.id, True)
        assert (await here.accounts.known(token)).name == "Max"
        assert (await here.accounts.profile(guest.id, guest)).balance == 10_000
        await here.accounts.sign_up(SignUp("Max", PASSWORD))  # a guest's name is nobody's

    lobby(story)


def test_the_case_of_ones_own_name_may_change(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        assert (await here.accounts.rename(ann, "ANN")).name == "ANN"
        assert (await here.accounts.log_in("ann", PASSWORD))[0] == ann

    lobby(story)


def test_not_too_often(lobby):
    async def story(here):
        guest, _ = await here.accounts.guest("Gus")
        for name in ("A", "B", "C"):
            await here.accounts.rename(guest, name)
        await here.accounts.rename(guest, "C")  # nothing changes, nothing counts
        await refused("RATE_LIMITED", here.accounts.rename(guest, "D"))
        other, _ = await here.accounts.guest("Hal")
        await here.accounts.rename(other, "D")
        here.later(600_000)
        await here.accounts.rename(guest, "E")
        await refused("RATE_LIMITED", here.accounts.rename(guest, "F"))

    lobby(story)


def test_a_guest_who_signs_up_is_renamed_too(lobby):
    async def story(here):
        told = []
        here.accounts.renamed.append(told.append)
        guest, _ = await here.accounts.guest("Gus")
        await here.accounts.sign_up(ANN, guest=guest)
        assert [(one.id, one.name, one.guest) for one in told] == [(guest.id, "Ann", False)]

    lobby(story)


def test_a_deleted_account_is_not_called_anything_again(lobby):
    async def story(here):
        ann = await here.accounts.sign_up(ANN)
        await here.accounts.delete(ann, PASSWORD)
        await refused("NO_SUCH_PLAYER", here.accounts.rename(ann, "Anna"))

    lobby(story)


def test_who_challenges_sits_down_under_their_new_name():
    ann, bo, anna = User("a", "Ann"), User("b", "Bo"), User("a", "Anna")
    challenges = Challenges()
    sent = challenges.send(ann, bo, "duel", {}, 2, 0)
    got = challenges.send(bo, ann, "duel", {}, 2, 0)
    challenges.rename(anna)
    assert challenges.answer(sent.id, bo, 1).sender.name == "Anna"
    assert challenges.answer(got.id, anna, 1).receiver.name == "Anna"
