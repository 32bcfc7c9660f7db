"""Letters with codes, handed in at a real little mail server: addresses confirmed, passwords made
anew; and the ways to misuse them."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.lobby.forms import SignUp
from cutcard.lobby.mail import Mail, Smtp
from cutcard.table.words import Refusal

from ..postbox import postbox
from .test_attempts import quick, refused

MAIL = "ann@example.org"
ANN = SignUp("Ann", "correct horse", email=MAIL)


def with_box(lobby, story, **settings):
    """A story with a mail server."""

    async def whole(here):
        async with postbox() as box:
            quick(here)
            smtp = Smtp("127.0.0.1", box.port, "cards@example.org", security="none")
            here.accounts.letters.post = Mail(smtp)
            here.accounts.confirm_email_first = settings.get("first", False)
            await story(here, box)

    lobby(whole)


def test_a_forgotten_password_is_made_anew_by_letter(lobby):
    async def story(here, box):
        accounts = here.accounts
        ann = await accounts.sign_up(ANN)
        _, token = await accounts.log_in("Ann", "correct horse")
        await accounts.forgot("Ann")  # nobody knows yet whose address it is: no letter is sent
        code = await box.code(MAIL, "Confirm")
        await refused("INVALID_CODE", accounts.confirm_email(ann, "xxxxxxxxxx"))
        await accounts.confirm_email(ann, code.upper())
        assert (await accounts.profile(ann.id, ann)).email_confirmed
        await accounts.forgot("ann")
        code = await box.code(MAIL, "new password")
        assert box.letters == []
        weak = accounts.new_password("Ann", code, "password1")
        await refused("WEAK_PASSWORD", weak)  # and the code is still good
        assert await accounts.new_password("Ann", code, "battery staple") == ann
        await refused("INVALID_CODE", accounts.new_password("Ann", code, "another one"))
        await refused("NOT_AUTHENTICATED", accounts.known(token))
        await accounts.log_in("Ann", "battery staple")

    with_box(lobby, story)


def test_who_has_no_account_or_address_is_told_the_same(lobby):
    async def story(here, box):
        await here.accounts.sign_up(SignUp("Bo", "correct horse"))
        assert await here.accounts.forgot("Bo") is await here.accounts.forgot("Nobody") is None
        told = [
            (await refused("INVALID_CODE", here.accounts.new_password(name, "x", "new words here")))
            for name in ("Bo", "Nobody")
        ]
        assert told[0].message == told[1].message
        await asyncio.sleep(0.05)
        assert box.letters == []

    with_box(lobby, story)


def test_another_address_is_not_confirmed_by_the_code_of_the_first(lobby):
    async def story(here, box):
        ann = await here.accounts.sign_up(ANN)
        code = await box.code(MAIL, "Confirm")
        await here.accounts.set_profile(ann, {"email": "victim@example.org"})
        await refused("INVALID_CODE", here.accounts.confirm_email(ann, code))
        await here.accounts.forgot("Ann")
        await here.accounts.set_profile(ann, {"email": MAIL})
        await here.accounts.confirm_email(ann, code)
        await here.accounts.set_profile(ann, {"email": "victim@example.org"})
        assert not (await here.accounts.profile(ann.id, ann)).email_confirmed

    with_box(lobby, story)


def test_nobody_is_flooded_with_letters_and_codes_are_not_guessed(lobby):
    async def story(here, box):
        ann = await here.accounts.sign_up(ANN)
        await here.accounts.confirm_email(ann, await box.code(MAIL, "Confirm"))
        for _ in range(100):
            await here.accounts.forgot("Ann")
        await box.code(MAIL, "new password")
        await asyncio.sleep(0.2)
        assert len(box.letters) <= 2  # of a hundred asked for
        codes = []
        for n in range(100):
            work = here.accounts.new_password("Ann", f"guess{n}", "new words", address="10.6.6.6")
            with pytest.raises(Refusal) as no:
                await work
            codes.append(no.value.code)
        assert codes.count("INVALID_CODE") <= 6

    with_box(lobby, story)


def test_where_addresses_are_confirmed_first_nobody_signs_up_without_a_letter(lobby):
    async def story(here, box):
        accounts = here.accounts
        guest, _ = await accounts.guest("Gus")
        await refused("INVALID_REQUEST", accounts.sign_up(SignUp("Ann", "correct horse")))
        bad = SignUp("Ann", "correct horse", email="a@x\nBcc: b")
        await refused("INVALID_REQUEST", accounts.sign_up(bad))
        await refused("CONFIRMATION_REQUIRED", accounts.sign_up(ANN, guest=guest))
        assert (await here.store.person(guest.id)).guest
        code = await box.code(MAIL, "sign up")
        other = SignUp("Ann", "correct horse", email="eve@example.org")
        await refused("INVALID_CODE", accounts.sign_up(other, code=code))
        ann = await accounts.sign_up(ANN, guest=guest, code=code)
        assert ann.id == guest.id
        assert (await accounts.profile(ann.id, ann)).email_confirmed

    with_box(lobby, story, first=True)


def test_a_mail_server_that_is_away_hurts_nobody_and_is_logged_without_the_address(lobby, caplog):
    async def story(here):
        quick(here)
        here.accounts.letters.post = Mail(Smtp("127.0.0.1", 1, security="none"))
        await here.accounts.sign_up(ANN)
        async with asyncio.timeout(20):
            while not caplog.records:  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.01)
        assert "could not be sent" in caplog.text
        assert MAIL not in caplog.text

    lobby(story)
