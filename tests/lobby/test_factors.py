"""A second factor: RFC 6238's own examples, log-ins that need it, and codes that are guessed."""

from __future__ import annotations

from base64 import b32decode

import pytest

from cutcard.lobby.factors import RECOVERY, STEP, code_at, spelled, step_of, uri
from cutcard.lobby.forms import SignUp
from cutcard.table.words import Refusal

from .test_attempts import quick, refused

ANN = SignUp("Ann", "correct horse")
START = 1_800_000_000_000


@pytest.mark.parametrize(
    ("seconds", "last_six"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_the_examples_of_rfc_6238(seconds, last_six):
    assert code_at(b"12345678901234567890", seconds // STEP) == last_six


def test_a_code_is_taken_half_a_minute_off_and_no_more():
    secret, now = b"x" * 20, 1000 * STEP * 1000
    for off in (-1, 0, 1):
        assert step_of(secret, code_at(secret, 1000 + off), now) == 1000 + off
    for off in (-2, 2):
        assert step_of(secret, code_at(secret, 1000 + off), now) is None
    assert step_of(secret, "", now) is None
    assert step_of(secret, "١٢٣٤٥٦", now) is None


def test_what_a_program_reads_holds_the_secret():
    told = uri(b"12345678901234567890", "Ann Lee")
    assert told.startswith("otpauth://totp/Cutcard:Ann%20Lee?secret=GEZDGNBVGY3TQOJQ")
    assert b32decode(spelled(b"12345678901234567890")) == b"12345678901234567890"


async def with_factor(here):
    """Ann with a second factor: she, its secret, her recovery codes, and what the time is."""
    quick(here)
    ann = await here.accounts.sign_up(ANN)
    secret = await here.accounts.factors.begin(ann)
    await here.accounts.log_in("Ann", "correct horse")  # it is not asked for yet
    wall = here.accounts.factors._wall
    await refused("INVALID_CODE", here.accounts.factors.confirm(ann, "000000"))
    codes = await here.accounts.factors.confirm(ann, code_at(secret, wall() // 30_000))
    return ann, secret, codes, lambda: code_at(secret, wall() // 30_000)


def test_a_log_in_needs_it_and_no_code_is_taken_twice(lobby):
    async def story(here):
        ann, _, _, code = await with_factor(here)
        log_in = here.accounts.log_in
        await refused("CODE_REQUIRED", log_in("Ann", "correct horse"))
        await refused("INVALID_CREDENTIALS", log_in("Ann", "wrong", code=code()))
        await refused("INVALID_CODE", log_in("Ann", "correct horse", code=code()))  # it was shown
        here.later(30_000)
        seen = code()
        assert (await log_in("Ann", "correct horse", code=f"{seen[:3]} {seen[3:]}"))[0] == ann
        await refused("INVALID_CODE", log_in("Ann", "correct horse", code=seen))
        assert (await here.accounts.profile(ann.id, ann)).second_factor
        assert not (await here.accounts.profile(ann.id)).second_factor

    lobby(story)


def test_a_recovery_code_works_once_and_is_kept_as_a_hash(lobby):
    async def story(here):
        ann, _, codes, _ = await with_factor(here)
        assert len(set(codes)) == RECOVERY
        await here.accounts.log_in("Ann", "correct horse", code=codes[0].upper())
        await refused("INVALID_CODE", here.accounts.log_in("Ann", "correct horse", code=codes[0]))
        assert await here.accounts.factors.left(ann.id) == RECOVERY - 1
        dump = await here.store._run(lambda: "\n".join(here.store._db.iterdump()))
        assert codes[1] not in dump
        assert codes[1].replace("-", "") not in dump

    lobby(story)


def test_it_ends_with_a_code_only(lobby):
    async def story(here):
        ann, _, codes, _ = await with_factor(here)
        await refused("INVALID_REQUEST", here.accounts.factors.begin(ann))
        await refused("CODE_REQUIRED", here.accounts.factors.prove(ann, None))
        await here.accounts.factors.prove(ann, codes[0])
        assert await here.accounts.factors.end(ann.id)
        await here.accounts.log_in("Ann", "correct horse")

    lobby(story)


def test_who_has_the_password_has_forty_codes_a_day_and_the_owners_device_gets_in(lobby):
    """A million codes, three of them right at a time: forty a day are one chance in eight
    thousand."""

    async def story(here):
        ann, secret, _, code = await with_factor(here)
        device = await here.accounts.remember(ann)
        looked = 0
        for n in range(8 * 360):  # eight hours, each time from an address of its own
            wrong = f"{n:06}"
            if step_of(secret, wrong, here.accounts.factors._wall()) is not None:
                continue
            address = f"10.{n // 250}.{n % 250}.1"
            with pytest.raises(Refusal) as no:
                await here.accounts.log_in("Ann", "correct horse", address=address, code=wrong)
            looked += no.value.code == "INVALID_CODE"
            here.later(10_000)
        assert looked <= 10 + 6 + 8 * 4
        login = here.accounts.log_in("Ann", "correct horse", device=device, code=code())
        assert (await login)[0] == ann

    lobby(story)
