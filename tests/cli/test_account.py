"""`cutcard account`: what it makes, prints and refuses, alone and beside a server."""

from __future__ import annotations

import asyncio
import csv
import sqlite3
from contextlib import contextmanager
from io import StringIO
from threading import Event, Thread

import pytest
from msgspec import json

from cutcard.lobby.accounts import Accounts
from cutcard.lobby.forms import SignUp
from cutcard.store.social import Report
from cutcard.store.sqlite import SqliteStore


@pytest.fixture
def db(tmp_path):
    return str(tmp_path / "cards.db")


@pytest.fixture
def account(run, db):
    def call(*words, code=0, typed=None):
        result = run("account", *words, "--db", db, typed=typed)
        assert result.exit_code == code, result.output
        return result.output

    return call


def on(db, story):
    async def whole():
        store = SqliteStore(db)
        await store.open()
        people = Accounts(store)
        try:
            return await story(people, store)
        finally:
            people.close()
            await store.close()

    return asyncio.run(whole())


@contextmanager
def served(db):
    """A server holds the file, in another thread with a loop of its own."""
    ready, done = Event(), Event()

    async def hold():
        store = SqliteStore(db)
        await store.open()
        ready.set()
        await asyncio.to_thread(done.wait)
        await store.close()

    thread = Thread(target=lambda: asyncio.run(hold()))
    thread.start()
    assert ready.wait(60)
    yield
    done.set()
    thread.join()


def test_an_account_is_made_with_a_typed_password(account, db):
    told = account("create", "Ann", "--admin", typed="correct horse\ncorrect horse\n")
    assert "Ann has account 1, as an admin." in told
    assert "correct horse" not in told
    on(db, lambda people, _: people.log_in("ann", "correct horse"))


def test_a_made_password_is_printed_once(account, db):
    told = account("create", "Ann", "--generate", "--email", "ann@x.org")
    password = told.rsplit("Password: ", 1)[1].strip()
    user, _ = on(db, lambda people, _: people.log_in("Ann", password))
    profile = on(db, lambda people, _: people.profile(user.id, user))
    assert profile.email == "ann@x.org"


def test_refusals_are_sentences(account, run, tmp_path):
    account("create", "Ann", "--generate")
    assert "Somebody has this name already" in account("create", "ANN", "--generate", code=1)
    assert "1 to 32 printable" in account("create", "x" * 33, "--generate", code=1)
    for words in (["reset"], ["admin"], ["delete", "--yes"], ["ledger"]):
        assert "Nobody here has this name" in account(words[0], "Bob", *words[1:], code=1)
    missing = run("account", "list", "--db", str(tmp_path / "none.db"))
    assert missing.exit_code == 1
    assert "There is no database" in missing.output
    assert "not several" in account("ledger", "Ann", "--bank", code=2)


def test_a_reset_password_replaces_the_old_one(account, db):
    account("create", "Ann", typed="correct horse\ncorrect horse\n")
    password = account("reset", "ann").rsplit(": ", 1)[1].strip()
    on(db, lambda people, _: people.log_in("Ann", password))


def test_admins_are_made_and_unmade(account):
    account("create", "Ann", "--generate")
    assert "is an admin now" in account("admin", "Ann")
    assert "admin" in account("list")
    assert "is a player now" in account("admin", "Ann", "--remove")
    assert "admin" not in account("list")


def test_invitations_can_be_used_once_each(account, db):
    account("create", "Ann", "--generate")
    codes = account("invite", "--count", "2").split()
    assert len(set(codes)) == 2

    async def sign_up(people, store):
        people.registration = "invitation"
        for n, code in enumerate(codes):
            await people.sign_up(SignUp(f"p{n}", "eight or so"), invitation=code)

    on(db, sign_up)


def test_the_list_leaves_guests_out_unless_asked(account, db):
    account("create", "Ann", "--generate")
    on(db, lambda people, _: people.guest("Gus"))
    assert "Gus" not in account("list")
    assert "10000" in account("list")
    assert "Gus" in account("list", "--guests")


def test_a_deleted_account_is_gone_from_the_list(account):
    account("create", "Ann", "--generate")
    assert "Aborted" in account("delete", "Ann", typed="n\n", code=1)
    assert "is deleted" in account("delete", "Ann", typed="y\n")
    assert account("list") == ""
    assert "It adds up." in account("check")


def test_the_ledger_is_csv_and_adds_up(account, db):
    account("create", "Ann", "--generate")
    assert "has 10500 chips" in account("grant", "Ann", "500")
    rows = list(csv.DictReader(StringIO(account("ledger"))))
    assert [(row["account"] == "bank", row["amount"], row["reason"]) for row in rows] == [
        (True, "-10000", "grant"),
        (False, "10000", "grant"),
        (True, "-500", "gift"),
        (False, "500", "gift"),
    ]
    assert rows[0]["entry"] == rows[1]["entry"]
    assert len(account("ledger", "Ann").splitlines()) == 3
    assert len(account("ledger", "--bank").splitlines()) == 3
    assert len(account("ledger", "--table", "1").splitlines()) == 1
    assert "accounts 10500, tables 0, events 0, bank -10500" in account("check")


@pytest.mark.parametrize(
    ("theft", "words"),
    [
        ("UPDATE users SET balance = balance + 1", "not what was booked"),
        ("UPDATE chips SET amount = amount + 1 WHERE account <> 'bank'", "do not match"),
        ("DELETE FROM chips WHERE account = 'bank'", "not to nothing"),
        (
            "INSERT INTO chips VALUES (9, 9, 0, 'bank', 5, 'x', 1, 1, 0),"
            " (10, 9, 0, 'table:1', -5, 'x', 1, 1, 0)",
            "below zero",
        ),
    ],
)
def test_chips_that_come_from_nowhere_are_found(account, db, theft, words):
    account("create", "Ann", "--generate")
    raw = sqlite3.connect(db)
    raw.execute(theft)
    raw.commit()
    raw.close()
    told = account("check", code=1)
    assert words in told
    assert "It does not add up." in told


def test_beside_a_server_only_what_it_does_not_hold_is_changed(account, db):
    account("create", "Ann", "--generate")
    with served(db):
        assert "Bob has account 2" in account("create", "Bob", "--generate")
        account("reset", "Ann")
        account("invite")
        assert "Bob" in account("list")
        assert "It adds up." in account("check")
        for words in (["delete", "Ann", "--yes"], ["grant", "Ann", "5"]):
            assert "stop it first" in account(*words, code=1)
    assert "has 10005 chips" in account("grant", "Ann", "5")


def test_reports_are_printed_for_an_admin_to_read(account, db):
    async def story(people, store):
        ann, _ = await people.guest("Ann")
        bob, _ = await people.guest("Bob")
        await store.add_report(Report(0, 5, ann.id, bob.id, 3, "rude", '[{"text":"fool"}]'))

    on(db, story)
    (line,) = account("reports").splitlines()
    told = json.decode(line)
    assert (told["reporterName"], told["reportedName"], told["reason"]) == ("Ann", "Bob", "rude")
    assert (told["table"], told["said"]) == (3, [{"text": "fool"}])
