"""The chip ledger as CSV: one's own, and for admins anybody's."""

from __future__ import annotations

import csv
import sqlite3
from io import StringIO


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_ones_own_ledger_is_a_csv(nobody):
    one = nobody.guest()
    rows = _rows(one.ask("GET", "/api/me/chips.csv", status=200))
    assert one.last.getheader("Content-Type").startswith("text/csv")
    assert [(row["amount"], row["reason"], row["account"]) for row in rows] == [
        ("10000", "grant", one.id)
    ]
    assert rows == _rows(one.ask("GET", f"/api/users/{one.id}/chips.csv", status=200))


def test_only_an_admin_sees_anothers(start, asker):
    server = start()
    nobody = asker(server)
    one, admin = nobody.guest(), nobody.guest()
    where = f"/api/users/{one.id}/chips.csv"
    assert nobody.refused("GET", where, status=401) == "NOT_AUTHENTICATED"
    assert admin.refused("GET", where, status=403) == "FORBIDDEN"
    with sqlite3.connect(server.db) as db:
        db.execute("UPDATE users SET role = 'admin' WHERE id = ?", (admin.id,))
    assert _rows(admin.ask("GET", where, status=200))[0]["amount"] == "10000"
    assert admin.refused("GET", "/api/users/x/chips.csv", status=404) == "NO_SUCH_PLAYER"
