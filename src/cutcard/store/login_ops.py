"""Log-ins in a database: operations, each whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from .db import Db
from .logins import Ending, Factor, OpenSession


async def sessions_of(db: Db, user: str) -> list[OpenSession]:
    rows = await db.rows(
        "SELECT hash, created, last_seen, expires, label FROM sessions WHERE user_id = ?1"
        " ORDER BY last_seen DESC, created DESC, hash",
        user,
    )
    return [OpenSession(bytes(row[0]), *row[1:]) for row in rows]


async def end_beside(db: Db, user: str, token_hash: bytes | None, at: int) -> int:
    async with db.whole():
        if token_hash is None:
            ended = await db.run("DELETE FROM sessions WHERE user_id = ?1", user)
        else:
            ended = await db.run(
                "DELETE FROM sessions WHERE user_id = ?1 AND hash = ?2", *(user, token_hash)
            )
        await db.run(
            "INSERT INTO session_ends (user_id, hash, at) VALUES (?1, ?2, ?3)",
            *(user, token_hash, at),
        )
    return ended


async def endings(db: Db, after: int, limit: int) -> list[Ending]:
    rows = await db.rows(
        "SELECT id, user_id, hash FROM session_ends WHERE id > ?1 ORDER BY id LIMIT ?2",
        *(after, limit),
    )
    return [Ending(n, user, None if ended is None else bytes(ended)) for n, user, ended in rows]


async def last_ending(db: Db) -> int:
    row = await db.one("SELECT coalesce(max(id), 0) FROM session_ends")
    return int(row[0]) if row else 0


async def add_device(db: Db, user: str, device: bytes, at: int, most: int) -> None:
    async with db.whole():
        await db.run(
            "INSERT INTO devices (hash, user_id, created, last_seen) VALUES (?1, ?2, ?3, ?3)",
            *(device, user, at),
        )
        await db.run(
            "DELETE FROM devices WHERE user_id = ?1 AND hash NOT IN (SELECT hash FROM devices"
            " WHERE user_id = ?1 ORDER BY last_seen DESC, created DESC, hash LIMIT ?2)",
            *(user, most),
        )


async def device(db: Db, device: bytes, at: int) -> str | None:
    async with db.whole():
        row = await db.one("SELECT user_id FROM devices WHERE hash = ?1", device)
        if row is None:
            return None
        await db.run("UPDATE devices SET last_seen = ?1 WHERE hash = ?2", *(at, device))
    return str(row[0])


async def forget_devices(db: Db, user: str) -> None:
    await db.run("DELETE FROM devices WHERE user_id = ?1", user)


async def put_code(db: Db, purpose: str, subject: str, code: bytes, expires: int) -> None:
    await db.run(
        "INSERT INTO mail_codes (purpose, subject, hash, expires) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (purpose, subject) DO UPDATE SET hash = excluded.hash,"
        " expires = excluded.expires",
        *(purpose, subject, code, expires),
    )


async def take_code(db: Db, purpose: str, subject: str, code: bytes, now: int) -> bool:
    used = await db.run(
        "DELETE FROM mail_codes WHERE purpose = ?1 AND subject = ?2 AND hash = ?3 AND expires > ?4",
        *(purpose, subject, code, now),
    )
    return used == 1


async def set_confirmed(db: Db, user: str, email: str) -> None:
    await db.run("UPDATE users SET confirmed = ?1 WHERE id = ?2", *(email, user))


async def factor(db: Db, user: str) -> Factor | None:
    row = await db.one(
        "SELECT secret, since, last_step,"
        " (SELECT count(*) FROM recovery_codes r WHERE r.user_id = f.user_id)"
        " FROM second_factors f WHERE user_id = ?1",
        user,
    )
    return Factor(bytes(row[0]), *row[1:]) if row else None


async def begin_factor(db: Db, user: str, secret: bytes) -> bool:
    made = await db.run(
        "INSERT INTO second_factors (user_id, secret) VALUES (?1, ?2)"
        " ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0"
        " WHERE second_factors.since IS NULL",
        *(user, secret),
    )
    return made == 1


async def confirm_factor(db: Db, user: str, step: int, recovery: Sequence[bytes], at: int) -> bool:
    async with db.whole():
        made = await db.run(
            "UPDATE second_factors SET since = ?1, last_step = ?2"
            " WHERE user_id = ?3 AND since IS NULL",
            *(at, step, user),
        )
        if made != 1:
            return False
        await db.run("DELETE FROM recovery_codes WHERE user_id = ?1", user)
        for code in recovery:
            await db.run(
                "INSERT INTO recovery_codes (user_id, hash) VALUES (?1, ?2)", *(user, code)
            )
    return True


async def use_step(db: Db, user: str, step: int) -> bool:
    used = await db.run(
        "UPDATE second_factors SET last_step = ?1 WHERE user_id = ?2 AND last_step < ?1",
        *(step, user),
    )
    return used == 1


async def use_recovery(db: Db, user: str, code: bytes) -> bool:
    used = await db.run(
        "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2", *(user, code)
    )
    return used == 1


async def end_factor(db: Db, user: str) -> bool:
    async with db.whole():
        await db.run("DELETE FROM recovery_codes WHERE user_id = ?1", user)
        return await db.run("DELETE FROM second_factors WHERE user_id = ?1", user) == 1


async def idle_guests(db: Db, unused: int, after: int, limit: int) -> list[tuple[int, str]]:
    rows = await db.rows(
        "SELECT u.number, u.id FROM users u WHERE u.guest AND u.deleted IS NULL"
        " AND u.number > ?1 AND u.created < ?2"
        " AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.last_seen >= ?2)"
        " AND NOT EXISTS (SELECT 1 FROM seats s JOIN tables t ON t.number = s.table_number"
        " WHERE s.user_id = u.id AND NOT t.closed)"
        " ORDER BY u.number LIMIT ?3",
        *(after, unused, limit),
    )
    return [(number, user) for number, user in rows]


TRACES = (
    "SELECT 1 FROM seats WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM chips WHERE account = ?1 AND reason <> 'grant' LIMIT 1",
    "SELECT 1 FROM ratings WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM rating_changes WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM season_points WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM bests WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM friends WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM shunned WHERE user_id = ?1 OR other = ?1 LIMIT 1",
    "SELECT 1 FROM reports WHERE reporter = ?1 OR reported = ?1 LIMIT 1",
    "SELECT 1 FROM friend_invites WHERE sender = ?1 OR receiver = ?1 LIMIT 1",
    "SELECT 1 FROM barred WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM sanctions WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM appeals WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM trials WHERE user_id = ?1 LIMIT 1",
    "SELECT 1 FROM events WHERE host = ?1 LIMIT 1",
    # The newest keeps its number: the next user would be given it again.
    "SELECT 1 FROM users WHERE id = ?1 AND number = (SELECT max(number) FROM users)",
)


async def forget_guest(db: Db, user: str) -> bool:
    async with db.whole():
        for question in TRACES:
            if await db.one(question, user) is not None:
                return False
        gone = await db.run("DELETE FROM users WHERE id = ?1 AND guest", user)
        if gone != 1:
            return False
        await db.run("DELETE FROM sessions WHERE user_id = ?1", user)
        await db.run(
            "DELETE FROM chips WHERE reason = 'grant' AND entry IN"
            " (SELECT entry FROM chips WHERE account = ?1 AND reason = 'grant')",
            user,
        )
    return True


async def sweep_logins(db: Db, now: int, ends_before: int) -> int:
    async with db.whole():
        gone = await db.run("DELETE FROM sessions WHERE expires <= ?1", now)
        gone += await db.run("DELETE FROM mail_codes WHERE expires <= ?1", now)
        gone += await db.run("DELETE FROM session_ends WHERE at < ?1", ends_before)
    return gone


async def forget_logins(db: Db, user: str) -> None:
    """A user is deleted. Within the caller's transaction."""
    for statement in (
        "DELETE FROM sessions WHERE user_id = ?1",
        "DELETE FROM devices WHERE user_id = ?1",
        "DELETE FROM mail_codes WHERE subject = ?1",
        "DELETE FROM second_factors WHERE user_id = ?1",
        "DELETE FROM recovery_codes WHERE user_id = ?1",
    ):
        await db.run(statement, user)


async def login_data(db: Db, user: str) -> dict[str, object]:
    """What is kept here about a user, for their export; no secret and nothing made of one."""
    devices = await db.rows(
        "SELECT created, last_seen FROM devices WHERE user_id = ?1 ORDER BY created", user
    )
    held = await factor(db, user)
    return {
        "sessions": [
            {
                "created": one.created,
                "lastSeen": one.last_seen,
                "expires": one.expires,
                "label": one.label,
            }
            for one in sorted(await sessions_of(db, user), key=lambda one: one.created)
        ],
        "devices": [{"created": made, "lastSeen": seen} for made, seen in devices],
        "secondFactor": None if held is None else held.since,
    }
