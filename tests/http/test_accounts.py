"""Accounts over HTTP: from a guest to an account and away again."""

from __future__ import annotations

import sqlite3


def test_a_guest_becomes_an_account_and_stays_who_he_is(nobody):
    guest = nobody.guest("Ann")
    before = guest.ask("GET", "/api/me", status=200)
    assert (before["guest"], before["balance"]) == (True, 10_000)
    form = {"user": "ann_1", "password": "correct horse", "email": "ann@example.org"}
    told = guest.ask("POST", "/api/accounts", form, 201)
    assert (told["userId"], told["guest"], told["name"]) == (guest.id, False, "ann_1")
    me = nobody.known(told).ask("GET", "/api/me", status=200)
    assert (me["email"], me["balance"], me["number"]) == (
        "ann@example.org",
        10_000,
        before["number"],
    )


def test_log_in_log_out_and_everywhere(nobody):
    nobody.account("Bo_1")
    wish = {"user": "bo_1", "password": "correct horse"}
    first, second, third = (
        nobody.known(nobody.ask("POST", "/api/sessions", wish, 201)) for _ in range(3)
    )
    first.ask("DELETE", "/api/sessions/this", status=200)
    assert first.refused("GET", "/api/me", status=401) == "NOT_AUTHENTICATED"
    second.ask("GET", "/api/me", status=200)
    second.ask("DELETE", "/api/sessions", status=200)
    assert third.refused("GET", "/api/me", status=401) == "NOT_AUTHENTICATED"


def test_a_wrong_name_and_a_wrong_password_are_refused_alike(nobody):
    nobody.account("Cleo")
    refusals = []
    for name in ("Cleo", "nobody_has_this"):
        wish = {"user": name, "password": "wrong horse"}
        refusals.append(nobody.ask("POST", "/api/sessions", wish, 401)["error"])
    assert refusals[0] == refusals[1]
    assert refusals[0]["code"] == "INVALID_CREDENTIALS"


def test_a_name_is_taken_in_any_case(nobody):
    nobody.account("Straße")
    form = {"user": "STRASSE", "password": "correct horse"}
    assert nobody.refused("POST", "/api/accounts", form, status=409) == "NAME_TAKEN"


def test_others_do_not_see_what_is_private(nobody):
    one = nobody.account("Dora", email="dora@example.org", fullname="Dora D.")
    two = nobody.guest()
    mine = one.ask("PATCH", "/api/me", {"country": "CH"}, 200)
    assert (mine["country"], mine["email"]) == ("CH", "dora@example.org")
    for who in (two, nobody):
        seen = who.ask("GET", f"/api/users/{one.id}", status=200)
        assert seen["name"] == "Dora"
        assert not {"email", "fullname", "country", "phone", "dob"} & seen.keys()
    assert one.ask("GET", f"/api/users/{one.id}", status=200)["country"] == "CH"
    assert nobody.refused("GET", "/api/users/nobody", status=404) == "NO_SUCH_PLAYER"


def test_a_new_password_ends_all_other_sessions(nobody):
    here = nobody.account("Eve_1")
    wish = {"user": "eve_1", "password": "correct horse"}
    there = nobody.known(nobody.ask("POST", "/api/sessions", wish, 201))
    change = {"old": "wrong horse", "new": "another horse"}
    assert here.refused("POST", "/api/me/password", change, status=401) == "INVALID_CREDENTIALS"
    here.ask("POST", "/api/me/password", {**change, "old": "correct horse"}, 200)
    here.ask("GET", "/api/me", status=200)
    assert there.refused("GET", "/api/me", status=401) == "NOT_AUTHENTICATED"
    nobody.ask("POST", "/api/sessions", {"user": "eve_1", "password": "another horse"}, 201)


def test_an_account_is_exported_and_deleted(nobody):
    one = nobody.account("Finn", email="finn@example.org")
    kept = one.ask("GET", "/api/me/export", status=200)
    assert kept["email"] == "finn@example.org"
    assert kept["chips"][0]["amount"] == 10_000
    assert "password" not in str(kept)
    wrong = one.refused("POST", "/api/me/delete", {"password": "wrong horse"}, status=401)
    assert wrong == "INVALID_CREDENTIALS"
    one.ask("POST", "/api/me/delete", {"password": "correct horse"}, 200)
    assert one.refused("GET", "/api/me", status=401) == "NOT_AUTHENTICATED"
    nobody.account("Finn")


def test_admins_reset_passwords_and_invite(start, asker):
    server = start("--registration", "invitation")
    nobody = asker(server)
    form = {"user": "gil", "password": "correct horse"}
    assert nobody.refused("POST", "/api/accounts", form, status=403) == "INVITATION_REQUIRED"
    guest = nobody.guest()
    for path, body in (("invitations", {}), ("passwords", {"user": "gil"})):
        assert guest.refused("POST", f"/api/admin/{path}", body, status=403) == "FORBIDDEN"
    with sqlite3.connect(server.db) as db:
        db.execute("UPDATE users SET role = 'admin' WHERE id = ?", (guest.id,))
    assert nobody.guest().refused("GET", "/api/admin/reports", status=403) == "FORBIDDEN"
    assert guest.ask("GET", "/api/admin/reports", status=200) == {"reports": []}
    code = guest.ask("POST", "/api/admin/invitations", {}, 201)["code"]
    nobody.ask("POST", "/api/accounts", {**form, "invitation": code}, 201)
    again = {**form, "user": "hal", "invitation": code}
    assert nobody.refused("POST", "/api/accounts", again, status=403) == "INVITATION_REQUIRED"
    new = guest.ask("POST", "/api/admin/passwords", {"user": "gil"}, 200)["password"]
    assert nobody.refused("POST", "/api/sessions", form, status=401) == "INVALID_CREDENTIALS"
    nobody.ask("POST", "/api/sessions", {"user": "gil", "password": new}, 201)


def test_a_closed_server_takes_neither_guests_nor_accounts(start, asker):
    nobody = asker(start("--registration", "closed", "--no-guests"))
    form = {"user": "gil", "password": "correct horse"}
    assert nobody.refused("POST", "/api/accounts", form, status=403) == "REGISTRATION_CLOSED"
    assert nobody.refused("POST", "/api/guests", {}, status=401) == "NOT_AUTHENTICATED"


def test_foreign_made_up_and_no_tokens_are_refused(nobody, asker, server):
    for token in (None, "x", "a" * 43, "é", "x" * 5000):
        told = asker(server, token)
        for method, path in (("GET", "/api/me"), ("DELETE", "/api/sessions"), ("PATCH", "/api/me")):
            code = told.refused(method, path, {} if method == "PATCH" else None, status=401)
            assert code == "NOT_AUTHENTICATED"
            assert told.last.getheader("WWW-Authenticate") == "Bearer"
