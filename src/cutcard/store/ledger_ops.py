"""What a database tells of a person as a whole, and the chip ledger: operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from .db import Db
from .login_ops import forget_logins, login_data
from .moderation_ops import forget_moderation, moderation_data
from .people import BANK, ChipRow, Person, SeatChips, Sums
from .people_ops import DETAILS, PERSON, account, book, now_ms, read_person
from .played_ops import record_data
from .protocol import StoreError
from .rating_ops import standings_of
from .result_ops import sums_of
from .social_ops import forget_social, social_data
from .standing_ops import bests_of, seasons_of, trials_of

CHIP = "id, entry, at, account, amount, reason, table_number, deal, seat"
MOST = 500  # users or tables named in one statement


async def delete_user(db: Db, user: str, at: int) -> str:
    async with db.whole():
        row = await db.one(
            "SELECT number, balance FROM users WHERE id = ?1 AND deleted IS NULL", user
        )
        if row is None:
            raise StoreError("There is no such user any more.")
        number, balance = row
        name = f"Deleted {number}"
        if balance:
            await book(db, at, (user, BANK), balance, "account_deleted")
        emptied = ", ".join(f"{detail} = ''" for detail in DETAILS)
        await db.run(
            "UPDATE users SET name = ?1, login = NULL, password = NULL, role = 'player',"  # noqa: S608 # constants
            f" confirmed = '', deleted = ?2, {emptied} WHERE id = ?3",
            *(name, at, user),
        )
        await db.run("UPDATE seats SET name = ?1 WHERE user_id = ?2", name, user)
        await db.run("DELETE FROM invitations WHERE made_by = ?1 AND used_by IS NULL", user)
        await forget_logins(db, user)
        await forget_social(db, user)
        await forget_moderation(db, user)
    return name


async def personal_data(db: Db, user: str) -> dict[str, Any]:
    kept = await account(db, user)
    if kept is None:
        return {}
    seats = await db.rows(
        "SELECT s.table_number, s.seat, t.game, t.created FROM seats s"
        " JOIN tables t ON t.number = s.table_number WHERE s.user_id = ?1 ORDER BY s.table_number",
        user,
    )
    changes = await db.rows(
        "SELECT table_number, match, before, after FROM rating_changes WHERE user_id = ?1"
        " ORDER BY table_number, match",
        user,
    )
    return {
        "id": user,
        "number": kept.person.number,
        "name": kept.person.name,
        "guest": kept.person.guest,
        "role": kept.person.role,
        **{detail: getattr(kept, detail) for detail in DETAILS},
        "balance": kept.balance,
        "created": kept.created,
        "confirmedEmail": kept.confirmed,
        **await login_data(db, user),
        "ratings": {
            game: [held.rating, held.games] for game, held in (await standings_of(db, user)).items()
        },
        "seasonPoints": to_builtins(await seasons_of(db, user)),
        "bests": await bests_of(db, user),
        "trials": await trials_of(db, user),
        "record": await record_data(db, user),
        "events": to_builtins(await sums_of(db, user)),
        "ratingChanges": [
            {"table": table, "match": match, "before": before, "after": after}
            for table, match, before, after in changes
        ],
        "seats": [
            {"table": table, "seat": seat, "game": game, "opened": opened}
            for table, seat, game, opened in seats
        ],
        "chips": to_builtins(await chip_rows(db, user, 0, 1_000_000)),
        **await social_data(db, user),
        **await moderation_data(db, user),
    }


async def balance(db: Db, user: str) -> int:
    row = await db.one("SELECT balance FROM users WHERE id = ?1", user)
    return int(row[0]) if row else 0


async def balances(db: Db, users: Sequence[str]) -> dict[str, int]:
    found = dict.fromkeys(users, 0)
    for first in range(0, len(users), MOST):
        some = users[first : first + MOST]
        marks = ", ".join(f"?{n}" for n in range(1, len(some) + 1))
        rows = await db.rows(f"SELECT id, balance FROM users WHERE id IN ({marks})", *some)  # noqa: S608 # marks
        found.update((user, held) for user, held in rows)
    return found


async def richest(db: Db, limit: int) -> list[tuple[Person, int]]:
    rows = await db.rows(
        f"SELECT {PERSON}, u.balance FROM users u WHERE u.deleted IS NULL"  # noqa: S608 # a constant
        " ORDER BY u.balance DESC, u.number LIMIT ?1",
        limit,
    )
    return [(read_person(row[:5]), row[5]) for row in rows]


async def last_booking(db: Db) -> int:
    row = await db.one("SELECT coalesce(max(id), 0) FROM chips")
    return int(row[0]) if row else 0


async def chip_rows(db: Db, account: str | None, after: int, limit: int) -> list[ChipRow]:
    of, whose = ("", ()) if account is None else ("account = ?3 AND ", (account,))
    rows = await db.rows(
        f"SELECT {CHIP} FROM chips WHERE {of}id > ?1 ORDER BY id LIMIT ?2",  # noqa: S608 # constants
        *(after, limit, *whose),
    )
    return [ChipRow(*row) for row in rows]


async def chips_on_tables(db: Db, tables: Sequence[int]) -> list[SeatChips]:
    found: list[SeatChips] = []
    for first in range(0, len(tables), MOST):
        rows = await db.among(
            "SELECT t, seat, account, -sum(amount) FROM wanted CROSS JOIN chips ON table_number = t"
            " WHERE seat IS NOT NULL AND account NOT LIKE 'table:%'"
            " GROUP BY t, seat, account ORDER BY max(id)",
            [(table,) for table in tables[first : first + MOST]],
        )
        found += [SeatChips(table, seat, who, int(put_in)) for table, seat, who, put_in in rows]
    return found


async def give(db: Db, user: str, chips: int) -> int:
    async with db.whole():
        await book(db, now_ms(), (BANK, user), chips, "gift")
    return await balance(db, user)


async def chip_sums(db: Db) -> Sums:
    async def number(question: str) -> int:
        row = await db.one(question)
        return int(row[0] or 0) if row else 0

    booked = "SELECT sum(amount) FROM chips WHERE account "
    async with db.moment():
        return Sums(
            users=await number("SELECT sum(balance) FROM users"),
            users_booked=await number(
                booked + "<> 'bank' AND account NOT LIKE 'table:%' AND account NOT LIKE 'event:%'"
            ),
            tables=await number(booked + "LIKE 'table:%'"),
            events=await number(booked + "LIKE 'event:%'"),
            bank=await number(booked + "= 'bank'"),
            torn=await number(
                "SELECT count(*) FROM (SELECT 1 FROM chips GROUP BY entry"
                " HAVING sum(amount) <> 0 OR count(*) <> 2) c"
            ),
            differing=await number(
                "SELECT count(*) FROM users u LEFT JOIN (SELECT account, sum(amount) AS booked"
                " FROM chips GROUP BY account) c ON c.account = u.id"
                " WHERE u.balance <> coalesce(c.booked, 0)"
            ),
            overdrawn=await number(
                "SELECT count(*) FROM (SELECT account, sum(amount) AS held FROM chips"
                " WHERE account LIKE 'table:%' GROUP BY account) c"
                " LEFT JOIN tables t ON 'table:' || t.number = c.account"
                " WHERE held < 0 OR (t.closed AND held <> 0)"
            )
            + await number(
                "SELECT count(*) FROM (SELECT account, sum(amount) AS held FROM chips"
                " WHERE account LIKE 'event:%' GROUP BY account) c"
                " LEFT JOIN events e ON 'event:' || e.number = c.account"
                " WHERE held < 0 OR (e.closed AND held <> 0)"
            ),
        )
