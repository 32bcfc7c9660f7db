"""Moderation, in a database: operations, each whole or not at all. The trail is only added to: the
database itself refuses anything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .db import Db, Row
from .moderation import LIFT, Act, Appeal, Meeting, Sanction
from .people import Person
from .people_ops import put_name
from .social import Report
from .social_ops import REPORT

SANCTION = "id, kind, user_id, net, since, until, why, code, name, answer, lifted"
APPEAL = "id, at, sanction, user_id, text, answered, answer, granted"
LOOKED_AT = 500  # of the last entries in a user's ledger

# S608 below: what is put into these statements are constants.


async def lay(db: Db, sanction: Sanction, act: Act) -> Sanction:
    async with db.whole():
        return await _lay(db, sanction, act)


async def take_name(
    db: Db, sanction: Sanction, act: Act, name: str, login: str
) -> tuple[Sanction, Person] | None:
    assert sanction.user is not None
    async with db.whole():
        person = await put_name(db, sanction.user, name, login)
        return None if person is None else (await _lay(db, sanction, act), person)


async def _lay(db: Db, one: Sanction, act: Act) -> Sanction:
    row = await db.one(
        "INSERT INTO sanctions (kind, user_id, net, since, until, why, code, name)"  # noqa: S608
        f" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING {SANCTION}",
        *(one.kind, one.user, one.net, one.since, one.until, one.why, one.code, one.name),
    )
    assert row is not None
    made = Sanction(*row)
    await _write(db, act, made.id)
    return made


async def lift(db: Db, sanction: int, act: Act) -> Sanction | None:
    async with db.whole():
        return await _lift(db, sanction, act)


async def _lift(db: Db, sanction: int, act: Act) -> Sanction | None:
    row = await db.one(
        "UPDATE sanctions SET lifted = ?2 WHERE id = ?1 AND lifted IS NULL"  # noqa: S608
        f" AND (until IS NULL OR until > ?2) RETURNING {SANCTION}",
        *(sanction, act.at),
    )
    if row is None:
        return None
    lifted = Sanction(*row)
    whom = lifted.user or lifted.net or ""
    await _write(db, Act(0, act.at, act.by, LIFT, whom, None, None, act.why), lifted.id)
    return lifted


async def add_act(db: Db, act: Act) -> int:
    return await _write(db, act, act.sanction)


async def _write(db: Db, act: Act, sanction: int | None) -> int:
    made = await db.one(
        "INSERT INTO acts (at, made_by, what, whom, table_number, sanction, why)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
        *(act.at, act.by, act.what, act.whom, act.table, sanction, act.why),
    )
    return int(made[0]) if made else 0


async def appoint(db: Db, user: str, role: str, act: Act) -> None:
    async with db.whole():
        await db.run("UPDATE users SET role = ?1 WHERE id = ?2", role, user)
        await _write(db, act, None)


async def sanctions(db: Db, now: int) -> list[Sanction]:
    rows = await db.rows(
        f"SELECT {SANCTION} FROM sanctions"  # noqa: S608
        " WHERE lifted IS NULL AND (until IS NULL OR until > ?1) ORDER BY id",
        now,
    )
    return [Sanction(*row) for row in rows]


async def sanctions_of(db: Db, user: str) -> list[Sanction]:
    rows = await db.rows(
        f"SELECT {SANCTION} FROM sanctions WHERE user_id = ?1 ORDER BY id DESC LIMIT 100",  # noqa: S608
        user,
    )
    return [Sanction(*row) for row in rows]


async def sanction_of(db: Db, code: str) -> Sanction | None:
    row = await db.one(f"SELECT {SANCTION} FROM sanctions WHERE code = ?1", code)  # noqa: S608
    return None if row is None else Sanction(*row)


async def acts(db: Db, limit: int, after: int, whom: str) -> list[Act]:
    rows = await db.rows(
        "SELECT id, at, made_by, what, whom, table_number, sanction, why FROM acts"
        " WHERE id > ?1 AND (?3 = '' OR whom = ?3) ORDER BY id LIMIT ?2",
        *(after, limit, whom),
    )
    return [Act(*row) for row in rows]


async def last_act(db: Db) -> int:
    found = await db.one("SELECT coalesce(max(id), 0) FROM acts")
    return int(found[0]) if found else 0


async def staff(db: Db) -> dict[str, str]:
    return {who: role for who, role in await db.rows(  # noqa: C416 # rows are of two values
        "SELECT id, role FROM users WHERE role <> 'player' AND deleted IS NULL"
    )}  # fmt: skip


async def report(db: Db, number: int) -> Report | None:
    row = await db.one(f"SELECT {REPORT} FROM reports WHERE id = ?1", number)  # noqa: S608
    return None if row is None else Report(*row)


async def settle_report(db: Db, number: int, verdict: str, act: Act) -> bool:
    async with db.whole():
        done = await db.run(
            "UPDATE reports SET settled = ?2, verdict = ?3 WHERE id = ?1 AND settled IS NULL",
            *(number, act.at, verdict),
        )
        if done:
            await _write(db, act, None)
    return done > 0


async def add_appeal(db: Db, appeal: Appeal, waiting: int, most: int) -> int | None:
    async with db.whole():
        row = await db.one(
            "SELECT count(*), coalesce(sum(CASE WHEN answered IS NULL THEN 1 ELSE 0 END), 0)"
            " FROM appeals WHERE sanction = ?1",
            appeal.sanction,
        )
        assert row is not None
        if row[0] >= most or row[1] >= waiting:
            return None
        made = await db.one(
            "INSERT INTO appeals (at, sanction, user_id, text) VALUES (?1, ?2, ?3, ?4)"
            " RETURNING id",
            *(appeal.at, appeal.sanction, appeal.user, appeal.text),
        )
        return int(made[0]) if made else None


async def appeals(db: Db, limit: int, after: int, waiting: bool) -> list[Appeal]:
    part = " AND answered IS NULL" if waiting else ""
    rows = await db.rows(
        f"SELECT {APPEAL} FROM appeals WHERE id > ?1{part} ORDER BY id LIMIT ?2",  # noqa: S608
        *(after, limit),
    )
    return [_appeal(row) for row in rows]


def _appeal(row: Row) -> Appeal:
    number, at, sanction, user, text, answered, answer, granted = row
    return Appeal(number, at, sanction, user, text, answered, answer, bool(granted))


async def answer_appeal(db: Db, number: int, answer: str, granted: bool, act: Act) -> Appeal | None:
    async with db.whole():
        row = await db.one(
            "UPDATE appeals SET answered = ?2, answer = ?3, granted = ?4"  # noqa: S608
            f" WHERE id = ?1 AND answered IS NULL RETURNING {APPEAL}",
            *(number, act.at, answer, granted),
        )
        if row is None:
            return None
        found = _appeal(row)
        await db.run("UPDATE sanctions SET answer = ?2 WHERE id = ?1", found.sanction, answer)
        await _write(db, act, found.sanction)
        if granted:
            await _lift(db, found.sanction, act)
        return found


async def table_users(db: Db, table: int) -> list[str]:
    rows = await db.rows(
        "SELECT DISTINCT account FROM chips WHERE table_number = ?1 AND account <> 'bank'"
        " AND account NOT LIKE 'table:%' ORDER BY account LIMIT 20",
        table,
    )
    return [one for (one,) in rows]


async def table_sums(db: Db, users: Sequence[str], since: int) -> list[tuple[int, str, int]]:
    found: list[tuple[int, str, int]] = []
    for user in users:
        rows = await db.rows(
            "SELECT table_number, sum(amount) FROM (SELECT table_number, amount, at FROM chips"  # noqa: S608
            f" WHERE account = ?1 ORDER BY id DESC LIMIT {LOOKED_AT}) AS lately"
            " WHERE table_number IS NOT NULL AND at >= ?2 GROUP BY table_number",
            *(user, since),
        )
        found += [(table, user, int(amount)) for table, amount in rows]
    return found


async def meetings(db: Db, first: str, second: str, game: str, since: int) -> list[Meeting]:
    rows = await db.rows(
        "SELECT a.table_number, a.match, a.at, a.after - coalesce(a.before, a.after),"
        " b.after - coalesce(b.before, b.after) FROM rating_changes a JOIN rating_changes b"
        " ON b.table_number = a.table_number AND b.match = a.match AND b.user_id = ?2"
        " WHERE a.user_id = ?1 AND a.game = ?3 AND a.at >= ?4 ORDER BY a.at DESC LIMIT 100",
        *(first, second, game, since),
    )
    return [Meeting(*row) for row in reversed(rows)]


async def forget_moderation(db: Db, user: str) -> None:
    """A user is deleted: what they wrote and were called goes; that something was done stays."""
    await db.run("UPDATE appeals SET text = '' WHERE user_id = ?1", user)
    await db.run("UPDATE sanctions SET name = '' WHERE user_id = ?1", user)


async def moderation_data(db: Db, user: str) -> dict[str, Any]:
    """What is kept here about a user, for their export; who did it is the house's business."""
    sent = await db.rows("SELECT at, text, answer FROM appeals WHERE user_id = ?1", user)
    return {
        "sanctions": [
            {"kind": one.kind, "since": one.since, "until": one.until, "why": one.why}
            for one in await sanctions_of(db, user)
        ],
        "appeals": [{"at": at, "text": text, "answer": answer} for at, text, answer in sent],
    }
