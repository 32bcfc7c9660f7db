"""A server puts old games away by itself, where a folder is named for them."""

from __future__ import annotations

import asyncio
import subprocess
import sys

from cutcard.store.archive import tables_in

from ..command import MAIN
from ..running import Asker, here
from ..store.archive_checks import over
from ..store.rows import opened


def test_a_server_puts_old_games_away_and_says_so_to_who_asks(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()

    async def story():
        async with here(tmp_path / "t.db", archive=(folder, 30.0)) as server:
            for number in (1, 2):
                await server.store.write(opened(number))
            await server.store.write(over(1, 4000))  # 1970
            assert await server.upkeep.put_away() == 1
            assert await server.upkeep.put_away() == 0
            (file,) = folder.iterdir()
            assert [one.table.table for one in tables_in(file)] == [1]
            assert await server.store.deal(2, 1) is not None
            ask = Asker(server)
            ask.token = (await server.accounts.guest("Ann"))[1]
            said = await asyncio.to_thread(ask.ask, "GET", "/api/deals/1/1", None, 404)
            assert "was archived" in said["error"]["message"]
            said = await asyncio.to_thread(ask.ask, "GET", "/api/deals/9/1", None, 404)
            assert "archived" not in said["error"]["message"]

    asyncio.run(story())


def test_a_folder_that_is_not_there_is_refused_before_anything_is_served(tmp_path):
    command = [sys.executable, "-c", MAIN, "serve", "--db", str(tmp_path / "t.db")]
    command += ["--archive-dir", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no folder" in done.stderr
    assert not (tmp_path / "t.db").exists()
