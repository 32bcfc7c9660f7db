"""Passwords guessed: each test is the attack, and its bound."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from cutcard.lobby.attempts import Growing
from cutcard.lobby.bucket import MOST_KNOWN
from cutcard.lobby.forms import SignUp
from cutcard.table.words import Refusal

ANN = SignUp("Ann", "correct horse")
DAY = 86_400


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code
    return no.value


def quick(here):
    """Passwords are compared at once: how slow it is, others test."""

    class Compared:
        checks = 0

        async def hash(self, password, lane=None):
            return f"$argon2id$ {password}"

        async def check(self, password, kept, lane=None, *, known=False):
            self.checks += 1
            return kept == f"$argon2id$ {password}"

        def dated(self, kept):
            return False

        def close(self):
            pass

    here.accounts.close()
    here.accounts._passwords = Compared()
    return here.accounts._passwords


async def guess_for(here, seconds, addresses=("10.6.6.6",), name="Ann"):
    """Guesses as fast as the server lets it, for so long; how many it looked at."""
    spent, waits = 0, []
    while spent < seconds:
        for address in addresses:
            try:
                await here.accounts.log_in(name, f"guess {spent}", address=address)
            except Refusal as no:
                if no.code == "RATE_LIMITED":
                    waits.append(no.details["retryAfter"])
        here.later(1000)
        spent += 1
    return waits


def test_a_guesser_waits_longer_each_time_and_has_a_hundred_guesses_a_day(lobby):
    async def story(here):
        passwords = quick(here)
        await here.accounts.sign_up(ANN)
        waits = await guess_for(here, DAY // 4)
        assert passwords.checks <= 45  # of 21,600 tries in a quarter of a day
        assert 890 <= max(waits) <= 900
        assert waits[0] <= 2
        passwords.checks = 0
        here.later(DAY * 1000)
        await here.accounts.log_in("Ann", "correct horse", address="10.6.6.6")  # it ends

    lobby(story)


def test_many_guesses_at_once_gain_nothing(lobby):
    async def story(here):
        passwords = quick(here)
        await here.accounts.sign_up(ANN)
        tries = [here.accounts.log_in("Ann", f"g{n}", address="10.6.6.6") for n in range(200)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert passwords.checks <= 6
        assert {no.code for no in done} == {"RATE_LIMITED", "INVALID_CREDENTIALS"}

    lobby(story)


def test_a_guesser_keeps_nobody_waiting_at_another_address(lobby):
    async def story(here):
        quick(here)
        await here.accounts.sign_up(ANN)
        await guess_for(here, 600)
        await here.accounts.log_in("Ann", "correct horse", address="10.0.0.8")

    lobby(story)


def test_the_owners_known_device_gets_in_whatever_strangers_do(lobby):
    async def story(here):
        quick(here)
        ann = await here.accounts.sign_up(ANN)
        device = await here.accounts.remember(ann)
        crowd = [f"10.6.{n}.1" for n in range(200)]
        await guess_for(here, 60, crowd)  # a botnet,
        await guess_for(here, 600)  # and the neighbour behind the same address
        why = await refused(
            "RATE_LIMITED", here.accounts.log_in("Ann", "correct horse", address="10.6.6.6")
        )
        assert why.details["retryAfter"] > 1
        for address in ("10.6.6.6", crowd[0], "10.9.9.9"):
            login = here.accounts.log_in("Ann", "correct horse", address=address, device=device)
            assert (await login)[0] == ann

    lobby(story)


def test_a_crowd_of_addresses_is_slowed_down_together(lobby):
    async def story(here):
        passwords = quick(here)
        await here.accounts.sign_up(ANN)
        home = {"address": "10.0.0.8"}
        await here.accounts.log_in("Ann", "correct horse", **home)
        passwords.checks = 0
        crowd = [f"10.6.{n}.{m}" for n in range(4) for m in range(50)]
        await guess_for(here, 300, crowd)
        assert passwords.checks <= 75  # of 60,000 tries: 60, then one in a minute or so
        await here.accounts.log_in("Ann", "correct horse", **home)  # where she was before

    lobby(story)


def test_a_device_lets_nobody_in_and_guesses_no_faster(lobby):
    async def story(here):
        accounts, passwords = here.accounts, quick(here)
        ann = await accounts.sign_up(ANN)
        bob = await accounts.sign_up(SignUp("Bob", "battery staple"))
        device, foreign = await accounts.remember(ann), await accounts.remember(bob)
        for _ in range(5):
            await refused("INVALID_CREDENTIALS", accounts.log_in("Ann", "x", device=device))
        await refused("RATE_LIMITED", accounts.log_in("Ann", "correct horse", device=device))
        await accounts.log_in("Ann", "correct horse")  # nor does a thief lock others out with it
        await guess_for(here, 600)
        passwords.checks = 0
        for strange in (foreign, "x", "", "x" * 5000, "' OR 1=1 --"):
            login = accounts.log_in("Ann", "x", address="10.6.6.6", device=strange)
            await refused("RATE_LIMITED", login)
        assert passwords.checks == 0

    lobby(story)


def test_a_new_password_forgets_every_device(lobby):
    async def story(here):
        accounts = here.accounts
        quick(here)
        ann = await accounts.sign_up(ANN)
        for change in (
            lambda: accounts.change_password(ann, "correct horse", "new words"),
            lambda: accounts.reset_password(None, "Ann"),
        ):
            device = await accounts.remember(ann)
            assert await accounts.known_device("Ann", device) is not None
            await change()
            assert await accounts.known_device("Ann", device) is None

    lobby(story)


def test_a_name_nobody_has_is_refused_as_any_other(lobby):
    async def story(here):
        quick(here)
        await here.accounts.sign_up(ANN)
        told = {}
        for name in ("Ann", "Nobody"):
            codes = []
            for _ in range(10):
                with pytest.raises(Refusal) as no:
                    await here.accounts.log_in(name, "guess", address=f"10.0.0.{len(told)}")
                codes.append((no.value.code, no.value.message, no.value.details))
            told[name] = codes
        assert told["Ann"] == told["Nobody"]

    lobby(story)


def test_one_address_may_try_many_names_only_so_often(lobby):
    async def story(here):
        passwords = quick(here)
        for n in range(500):
            with pytest.raises(Refusal):
                await here.accounts.log_in(f"name {n}", "guess", address="10.6.6.6")
        assert passwords.checks == 30
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("x", "y", address="10.0.0.1"))

    lobby(story)


def test_one_address_makes_ten_accounts_at_once_and_thirty_in_an_hour(lobby):
    async def story(here):
        quick(here)
        made = 0

        async def storm(seconds):
            nonlocal made
            for n in range(seconds):
                for _ in range(2):
                    form = SignUp(f"eve {made} {n}", "correct horse")
                    with suppress(Refusal):
                        await here.accounts.sign_up(form, address="10.6.6.6")
                        made += 1
                here.later(1000)

        await storm(15)
        assert made == 10
        await storm(3600)
        assert 38 <= made <= 41
        await here.accounts.sign_up(ANN, address="10.0.0.1")  # others are not kept waiting

    lobby(story)


def test_a_form_that_is_refused_costs_no_account(lobby):
    async def story(here):
        quick(here)
        for _ in range(12):
            weak = SignUp("Ann", "password")
            await refused("WEAK_PASSWORD", here.accounts.sign_up(weak, address="10.0.0.1"))
        await here.accounts.sign_up(ANN, address="10.0.0.1")

    lobby(story)


def test_whoever_has_a_token_guesses_the_password_no_faster(lobby):
    async def story(here):
        passwords = quick(here)
        ann = await here.accounts.sign_up(ANN)
        for n in range(100):
            with pytest.raises(Refusal):
                await here.accounts.delete(ann, f"guess {n}", address="10.6.6.6")
        assert passwords.checks <= 6

    lobby(story)


def test_failures_are_forgotten_after_an_hour_and_memory_has_a_bound():
    slow = Growing(2, 1.0, 60.0)
    for at in (0.0, 1.0):
        slow.fail("ann", at)
    assert slow.wait("ann", 1.0) == 1.0
    slow.fail("ann", 2.0)
    assert slow.wait("ann", 2.0) == 2.0
    slow.fail("ann", 10_000.0)
    assert slow.wait("ann", 10_000.0) == 0.0
    for n in range(MOST_KNOWN * 2):
        slow.fail(str(n), 10_001.0)
    assert len(slow._failed) <= MOST_KNOWN
