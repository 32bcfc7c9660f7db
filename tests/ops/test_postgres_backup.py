"""A backup of PostgreSQL taken while people play, restored elsewhere to a moment: what was
acknowledged before it is there, what came after it is not, and everything replays."""

from __future__ import annotations

import asyncio
import subprocess
from datetime import UTC, datetime
from time import sleep

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.cli.own_postgres import OwnPostgres

from .company import judged, own_postgres, psql, seated


@pytest.fixture
def archiving():
    """A PostgreSQL that keeps its write-ahead log, as OPERATING.md says."""
    with own_postgres() as server:
        kept = server.place / "archive"
        kept.mkdir(mode=0o777)
        kept.chmod(0o777)
        server.kill()
        command = f"archive_command=test ! -f {kept}/%f && cp %p {kept}/%f"
        server.settings = ("archive_mode=on", command)
        server.start()
        yield server


def archived(server: OwnPostgres, segment: str) -> None:
    for _ in range(300):
        if psql(server, "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver") >= segment:
            return
        sleep(0.1)
    raise AssertionError("the log is not archived")


def base_backup(server: OwnPostgres) -> None:
    command = [str(server.bin / "pg_basebackup"), "-D", str(server.place / "base"), "-c", "fast"]
    command += ["-h", "127.0.0.1", "-p", str(server.port), "-U", "postgres"]
    subprocess.run(command, check=True, capture_output=True)
    if server._as:
        owner = f"{server._as['user']}:{server._as['group']}"
        subprocess.run(["chown", "-R", owner, str(server.place / "base")], check=True)


def restored(server: OwnPostgres, moment: datetime) -> None:
    """The same server on the backup, its log played on until that moment."""
    server.kill()
    server.data.rename(server.place / "lost")
    (server.place / "base").rename(server.data)
    (server.data / "recovery.signal").touch()
    server.settings = (
        f"restore_command=cp {server.place}/archive/%f %p",
        f"recovery_target_time={moment.isoformat()}",
        "recovery_target_action=promote",
    )
    server.start()


async def played(server: OwnPostgres, tmp_path):
    """A backup in mid-game, moves before and after a moment; everybody's histories."""
    async with seated(server.url, 2, tmp_path) as players:
        stop = asyncio.Event()
        playing = [asyncio.create_task(one.play(stop)) for one in players]
        await asyncio.sleep(1)
        await asyncio.to_thread(base_backup, server)
        await asyncio.sleep(1)
        stop.set()
        await asyncio.gather(*playing)
        told = [set(one.history.acknowledged) for one in players]
        await asyncio.sleep(0.3)
        moment = datetime.now(UTC)
        await asyncio.sleep(0.3)
        stop.clear()
        playing = [asyncio.create_task(one.play(stop)) for one in players]
        await asyncio.sleep(1)
        stop.set()
        await asyncio.gather(*playing)
    last = psql(server, "SELECT pg_walfile_name(pg_switch_wal())")
    await asyncio.to_thread(archived, server, last)
    return players, told, moment


def test_a_backup_under_load_is_restored_to_a_moment(archiving, tmp_path):
    players, told, moment = asyncio.run(played(archiving, tmp_path))
    histories = [one.history for one in players]
    assert asyncio.run(judged(archiving, histories)).ok
    restored(archiving, moment)
    after = asyncio.run(judged(archiving, histories))
    assert after.lost == sum(len(one.acknowledged) for one in histories) - sum(map(len, told)) > 0
    for one, before in zip(histories, told, strict=True):
        one.acknowledged = {key: at for key, at in one.acknowledged.items() if key in before}
        one.refused.clear()
    found = asyncio.run(judged(archiving, histories))
    assert found.ok, found
    checked = CliRunner().invoke(main, ["db", "check", "--db", archiving.url])
    assert checked.exit_code == 0, checked.output
