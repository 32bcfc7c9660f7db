"""Tokens that are forged, foreign, expired or used up; passwords changed, guessed and hashed."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from cutcard.lobby import passwords as module
from cutcard.lobby.bucket import MOST_KNOWN, Turnstile
from cutcard.lobby.forms import SignUp
from cutcard.lobby.passwords import Passwords
from cutcard.lobby.sessions import ACCOUNT_MS, DAY, GUEST_MS, Sessions, token_hash
from cutcard.table.words import Refusal

ANN = SignUp("Ann", "correct horse")


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code
    return no.value.message


@pytest.mark.parametrize(
    "token", ["", "x", "x" * 43, "x" * 129, "x" * 100_000, "' OR 1=1 --", "\ud800", "Ann"]
)
def test_a_forged_token_is_nobodys(lobby, token):
    async def story(here):
        await here.accounts.guest("Gus")
        await refused("NOT_AUTHENTICATED", here.accounts.known(token))

    lobby(story)


def test_a_token_is_worth_nothing_changed_by_one_character(lobby):
    async def story(here):
        _, token = await here.accounts.guest("Gus")
        for n in range(len(token)):
            other = "A" if token[n] != "A" else "B"
            forged = token[:n] + other + token[n + 1 :]
            await refused("NOT_AUTHENTICATED", here.accounts.known(forged))

    lobby(story)


def test_a_token_of_another_server_is_foreign(lobby, tmp_path):
    async def story(here):
        _, token = await here.accounts.guest("Gus")
        here.store.path = tmp_path  # only its name: nothing of the token is in the file
        assert token.encode() not in here.path.read_bytes()
        await here.store.end_session(token_hash(token))
        await refused("NOT_AUTHENTICATED", here.accounts.known(token))

    lobby(story)


def test_the_kept_hash_is_no_token(lobby):
    async def story(here):
        _, token = await here.accounts.guest("Gus")
        await refused("NOT_AUTHENTICATED", here.accounts.known(token_hash(token).hex()))

    lobby(story)


def test_a_token_is_worth_nothing_after_log_out(lobby):
    async def story(here):
        await here.accounts.sign_up(ANN)
        _, one = await here.accounts.log_in("Ann", "correct horse")
        ann, two = await here.accounts.log_in("Ann", "correct horse")
        assert one != two
        await here.accounts.log_out(one)
        await refused("NOT_AUTHENTICATED", here.accounts.known(one))
        assert await here.accounts.known(two) == ann
        gone = []
        here.accounts.logged_out.append(gone.append)
        await here.accounts.log_out_everywhere(ann)
        await refused("NOT_AUTHENTICATED", here.accounts.known(two))
        assert gone == [ann.id]

    lobby(story)


def test_a_session_expires_unless_it_is_used(lobby):
    async def story(here):
        await here.accounts.sign_up(ANN)
        ann, used = await here.accounts.log_in("Ann", "correct horse")
        _, idle = await here.accounts.log_in("Ann", "correct horse")
        guest, kept = await here.accounts.guest("Gus")
        for _ in range(3):
            here.later(ACCOUNT_MS - DAY)
            assert await here.accounts.known(used) == ann
        message = await refused("NOT_AUTHENTICATED", here.accounts.known(idle))
        assert "expired" in message
        assert await here.store.session(token_hash(idle)) is None
        assert await here.accounts.known(kept) == guest
        here.later(GUEST_MS + 1)
        await refused("NOT_AUTHENTICATED", here.accounts.known(kept))

    lobby(story)


def test_a_changed_password_ends_the_other_sessions(lobby):
    async def story(here):
        accounts = here.accounts
        ann = await accounts.sign_up(ANN)
        _, here_token = await accounts.log_in("Ann", "correct horse")
        _, there = await accounts.log_in("Ann", "correct horse")
        await refused("INVALID_CREDENTIALS", accounts.change_password(ann, "wrong", "new words"))
        await refused("INVALID_REQUEST", accounts.change_password(ann, "correct horse", "short"))
        await accounts.change_password(ann, "correct horse", "new words", keep=here_token)
        assert await accounts.known(here_token) == ann
        await refused("NOT_AUTHENTICATED", accounts.known(there))
        await refused("INVALID_CREDENTIALS", accounts.log_in("Ann", "correct horse"))
        await accounts.log_in("Ann", "new words")

    lobby(story)


def test_a_password_is_proven_under_an_old_name_too(lobby):
    async def story(here):
        guest, _ = await here.accounts.guest("Annie")
        await here.accounts.sign_up(ANN, guest=guest)
        await here.accounts.change_password(guest, "correct horse", "new words")  # still "Annie"
        await here.accounts.delete(guest, "new words")

    lobby(story)


def test_an_admin_resets_a_password(lobby):
    async def story(here):
        accounts = here.accounts
        await accounts.sign_up(ANN)
        _, token = await accounts.log_in("Ann", "correct horse")
        fresh = await accounts.reset_password(None, "ann")
        await refused("NOT_AUTHENTICATED", accounts.known(token))
        await refused("INVALID_CREDENTIALS", accounts.log_in("Ann", "correct horse"))
        await accounts.log_in("Ann", fresh)
        await refused("NO_SUCH_PLAYER", accounts.reset_password(None, "bob"))

    lobby(story)


def test_a_wrong_name_is_told_as_a_wrong_password_and_takes_as_long(lobby):
    async def story(here):
        await here.accounts.sign_up(ANN)
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("Nobody", "x"))  # warm
        aside, spent = here.accounts._passwords._aside, []

        def timed(work, *lane):
            def run():
                began = time.thread_time()  # its own work, not what else the machine does
                try:
                    return work()
                finally:
                    spent.append(time.thread_time() - began)

            return aside(run, *lane)

        here.accounts._passwords._aside = timed
        times, messages = {}, set()
        for name in ("Ann", "Nobody") * 9:
            here.later(3_700_000)
            spent.clear()
            messages.add(await refused("INVALID_CREDENTIALS", here.accounts.log_in(name, "wrong")))
            (once,) = spent
            times.setdefault(name, []).append(once)
        assert len(messages) == 1
        ann, nobody = (min(times[name]) for name in ("Ann", "Nobody"))
        assert nobody > 0.005  # it was hashed at all
        assert 0.5 < nobody / ann < 2.0, times

    lobby(story)


def test_a_turnstile_has_a_bound_and_forgets_the_idle():
    gate = Turnstile(1.0, 2.0)
    assert [gate.take("ann", 0.0) for _ in range(3)] == [True, True, False]
    for n in range(MOST_KNOWN * 2):
        gate.take(str(n), 0.5)
    assert len(gate._buckets) <= MOST_KNOWN
    assert gate.take("ann", 10.0)


def test_hashing_leaves_the_event_loop_free(lobby):
    async def story(here):
        await here.accounts.sign_up(ANN)
        threads = set()
        check = here.accounts._passwords._check

        def watched(password, kept):
            threads.add(threading.current_thread())
            time.sleep(0.3)
            return check(password, kept)

        here.accounts._passwords._check = watched
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                await asyncio.sleep(0.001)
                beats += 1

        heart = asyncio.create_task(beat())
        await here.accounts.log_in("Ann", "correct horse")
        heart.cancel()
        assert beats >= 5
        assert threading.main_thread() not in threads

    lobby(story)


def test_only_so_many_wait_for_a_hash():
    async def story():
        few = Passwords(waiting=3)
        done = await asyncio.gather(*(few.hash("x") for _ in range(8)), return_exceptions=True)
        refusals = [one for one in done if isinstance(one, Refusal)]
        assert len(refusals) == 5
        assert {no.code for no in refusals} == {"RATE_LIMITED"}
        await few.hash("x")  # and then it goes on
        few.close()

    asyncio.run(story())


def test_scrypt_where_argon2_is_absent_and_argon2_where_it_comes(lobby):
    async def before(here):
        await here.accounts.sign_up(ANN)
        assert (await here.store.credentials("ann"))[1].startswith("$scrypt$ln=15,r=8,p=3$")
        await here.accounts.log_in("Ann", "correct horse")
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("Ann", "wrong"))
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("Nobody", "wrong"))

    async def after(here):
        await refused("INVALID_CREDENTIALS", here.accounts.log_in("Ann", "wrong"))
        assert (await here.store.credentials("ann"))[1].startswith("$scrypt$")
        await here.accounts.log_in("Ann", "correct horse")
        assert (await here.store.credentials("ann"))[1].startswith("$argon2id$")
        await here.accounts.log_in("Ann", "correct horse")

    lobby(before, argon=False)
    lobby(after)


def test_without_argon2_an_argon2_hash_is_refused_by_name(lobby, monkeypatch):
    async def story(here):
        await here.accounts.sign_up(ANN)
        monkeypatch.setattr(module, "argon2", None)
        message = await refused("GAME_ERROR", here.accounts.log_in("Ann", "correct horse"))
        assert "cutcard[prod]" in message
        assert not Passwords().argon

    lobby(story)


@pytest.mark.parametrize("kept", ["", "plain", "$argon2id$broken", "$scrypt$x$y$z", "$scrypt$$$"])
def test_what_is_no_hash_lets_nobody_in(kept):
    async def story():
        words = Passwords()
        assert await words.check("plain", kept) is False
        words.close()

    asyncio.run(story())


def test_an_operator_says_how_long_an_unused_session_of_an_account_lasts():
    sessions = Sessions(None, lambda: 1_000, days=2)
    assert sessions.ends(guest=False) == 1_000 + 2 * DAY
    assert sessions.ends(guest=True) == 1_000 + GUEST_MS
