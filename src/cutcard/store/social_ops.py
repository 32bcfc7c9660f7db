"""What is between people, in a database: operations, each whole or not at all. Users who were
deleted are nobody's friends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

from .db import Db
from .people import Person
from .people_ops import PERSON, read_person
from .social import (
    ALREADY_FRIENDS,
    ALREADY_SENT,
    BLOCK,
    FRIENDS,
    SENT,
    FriendInvite,
    Report,
)

REPORT = "id, at, reporter, reported, table_number, reason, said, chat, deal, settled, verdict"

# S608 below: what is put into these statements are constants.


async def friends(db: Db, user: str) -> list[Person]:
    rows = await db.rows(
        f"SELECT {PERSON} FROM friends f JOIN users u ON u.id = f.friend"  # noqa: S608
        " WHERE f.user_id = ?1 ORDER BY u.name, u.number",
        user,
    )
    return [read_person(row) for row in rows]


async def are_friends(db: Db, user: str, other: str) -> bool:
    found = await db.one("SELECT 1 FROM friends WHERE user_id = ?1 AND friend = ?2", user, other)
    return found is not None


async def agreed_friends(db: Db, user: str) -> list[Person]:
    rows = await db.rows(
        f"SELECT {PERSON} FROM friends f JOIN users u ON u.id = f.friend"  # noqa: S608
        " JOIN friends g ON g.user_id = f.friend AND g.friend = f.user_id"
        " WHERE f.user_id = ?1 AND f.agreed AND g.agreed ORDER BY u.name, u.number",
        user,
    )
    return [read_person(row) for row in rows]


async def _agreed(db: Db, user: str, other: str) -> bool | None:
    """Whether a user wants to be the other's friend; None: they are not friends at all."""
    row = await db.one("SELECT agreed FROM friends WHERE user_id = ?1 AND friend = ?2", user, other)
    return None if row is None else bool(row[0])


async def befriend(db: Db, user: str, other: str, at: int) -> tuple[str, int]:
    async with db.whole():
        mine = await _agreed(db, user, other)
        if mine:
            return ALREADY_FRIENDS, 0
        if mine is False or await _asked(db, other, user) is not None:
            await _befriend(db, user, other, at)
            return FRIENDS, 0
        await db.run(
            "INSERT INTO friends (user_id, friend, since, agreed)"
            " VALUES (?1, ?2, ?3, TRUE), (?2, ?1, ?3, FALSE)",
            *(user, other, at),
        )
        number = await _asked(db, user, other)
        return SENT, await _ask(db, user, other, at) if number is None else number


async def _befriend(db: Db, user: str, other: str, at: int) -> None:
    """Friends, and both agree."""
    await db.run(
        "INSERT INTO friends (user_id, friend, since, agreed)"
        " VALUES (?1, ?2, ?3, TRUE), (?2, ?1, ?3, TRUE)"
        " ON CONFLICT (user_id, friend) DO UPDATE SET agreed = TRUE",
        *(user, other, at),
    )
    await _close_invites(db, user, other, "accepted")


async def _asked(db: Db, sender: str, receiver: str) -> int | None:
    """The invitation that waits."""
    row = await db.one(
        "SELECT id FROM friend_invites WHERE status = 'pending' AND sender = ?1 AND receiver = ?2",
        *(sender, receiver),
    )
    return None if row is None else int(row[0])


async def _ask(db: Db, sender: str, receiver: str, at: int) -> int:
    made = await db.one(
        "INSERT INTO friend_invites (sender, receiver, created) VALUES (?1, ?2, ?3) RETURNING id",
        *(sender, receiver, at),
    )
    assert made is not None
    return int(made[0])


async def unfriend(db: Db, user: str, other: str) -> bool:
    done = await db.run(
        "DELETE FROM friends WHERE user_id = ?1 AND friend = ?2 OR user_id = ?2 AND friend = ?1",
        *(user, other),
    )
    return done > 0


async def _close_invites(db: Db, user: str, other: str, status: str) -> int:
    return await db.run(
        "UPDATE friend_invites SET status = ?3 WHERE status = 'pending'"
        " AND (sender = ?1 AND receiver = ?2 OR sender = ?2 AND receiver = ?1)",
        *(user, other, status),
    )


async def invite_friend(db: Db, sender: str, receiver: str, at: int) -> tuple[str, int]:
    async with db.whole():
        mine, theirs = await _agreed(db, sender, receiver), await _agreed(db, receiver, sender)
        if mine and theirs:
            return ALREADY_FRIENDS, 0
        if (sent := await _asked(db, sender, receiver)) is not None:
            return ALREADY_SENT, sent
        got = await _asked(db, receiver, sender)
        if got is not None or (mine is False and theirs):
            await _befriend(db, sender, receiver, at)
            return FRIENDS, got or 0
        return SENT, await _ask(db, sender, receiver, at)


async def answer_friend(db: Db, receiver: str, invite: int, accept: bool, at: int) -> Person | None:
    async with db.whole():
        row = await db.one(
            f"SELECT {PERSON} FROM friend_invites i JOIN users u ON u.id = i.sender"  # noqa: S608
            " WHERE i.id = ?1 AND i.receiver = ?2 AND i.status = 'pending'",
            *(invite, receiver),
        )
        if row is None:
            return None
        sender = read_person(row)
        if accept:
            await _befriend(db, sender.id, receiver, at)
        else:
            await db.run("UPDATE friend_invites SET status = 'rejected' WHERE id = ?1", invite)
            if await _agreed(db, receiver, sender.id) is False:
                await unfriend(db, receiver, sender.id)
        return sender


async def friend_invites(db: Db, receiver: str) -> list[FriendInvite]:
    rows = await db.rows(
        f"SELECT i.id, i.status, i.created, {PERSON} FROM friend_invites i"  # noqa: S608
        " JOIN users u ON u.id = i.sender"
        " WHERE i.receiver = ?1 AND i.status = 'pending' ORDER BY i.id",
        receiver,
    )
    return [FriendInvite(i, read_person(who), status, at) for i, status, at, *who in rows]


async def invites_sent(db: Db, sender: str) -> int:
    counted = await db.one(
        "SELECT count(*) FROM friend_invites WHERE sender = ?1 AND status = 'pending'", sender
    )
    return int(counted[0]) if counted else 0


async def shun(db: Db, user: str, other: str, kind: str, at: int) -> None:
    async with db.whole():
        await db.run(
            "INSERT INTO shunned (user_id, other, kind, since) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT DO NOTHING",
            *(user, other, kind, at),
        )
        if kind == BLOCK:
            await unfriend(db, user, other)
            await _close_invites(db, user, other, "rejected")


async def unshun(db: Db, user: str, other: str, kind: str) -> bool:
    done = await db.run(
        "DELETE FROM shunned WHERE user_id = ?1 AND other = ?2 AND kind = ?3", *(user, other, kind)
    )
    return done > 0


async def shunned(db: Db, user: str) -> list[tuple[str, Person]]:
    rows = await db.rows(
        f"SELECT s.kind, {PERSON} FROM shunned s JOIN users u ON u.id = s.other"  # noqa: S608
        " WHERE s.user_id = ?1 ORDER BY u.name, u.number",
        user,
    )
    return [(kind, read_person(who)) for kind, *who in rows]


async def shunned_by(db: Db, user: str) -> list[tuple[str, str]]:
    rows = await db.rows("SELECT kind, user_id FROM shunned WHERE other = ?1", user)
    return [(kind, who) for kind, who in rows]


async def add_report(db: Db, report: Report) -> int:
    made = await db.one(
        "INSERT INTO reports (at, reporter, reported, table_number, reason, said, chat, deal)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id",
        *astuple(report)[1:9],
    )
    return int(made[0]) if made else 0


async def reports(db: Db, limit: int, after: int, waiting: bool) -> list[Report]:
    part = " AND settled IS NULL" if waiting else ""
    rows = await db.rows(
        f"SELECT {REPORT} FROM reports WHERE id > ?1{part} ORDER BY id LIMIT ?2",  # noqa: S608
        *(after, limit),
    )
    return [Report(*row) for row in rows]


async def forget_social(db: Db, user: str) -> None:
    """A user is deleted: nothing ties them to others any more. Within the caller's transaction.
    Reports about them stay, without what they said; those they made stay without their name."""
    for statement in (
        "DELETE FROM friends WHERE user_id = ?1 OR friend = ?1",
        "DELETE FROM friend_invites WHERE sender = ?1 OR receiver = ?1",
        "DELETE FROM shunned WHERE user_id = ?1 OR other = ?1",
        "DELETE FROM barred WHERE user_id = ?1",
        "UPDATE reports SET said = '[]', chat = '[]' WHERE reported = ?1",
        "UPDATE reports SET reporter = '', reason = '', chat = '[]' WHERE reporter = ?1",
    ):
        await db.run(statement, user)


async def social_data(db: Db, user: str) -> dict[str, Any]:
    """All that is kept here about a user, for their export."""
    made = await db.rows("SELECT at, reported, reason FROM reports WHERE reporter = ?1", user)
    return {
        "friends": [{"id": one.id, "name": one.name} for one in await friends(db, user)],
        "invitations": [
            {"from": one.sender.name, "at": one.created} for one in await friend_invites(db, user)
        ],
        "shunned": [
            {"kind": kind, "id": one.id, "name": one.name} for kind, one in await shunned(db, user)
        ],
        "reports": [{"at": at, "about": who, "reason": why} for at, who, why in made],
    }
