"""The PostgreSQL of a trial: killed it is gone whole, and starts again."""

from __future__ import annotations

import pytest

from cutcard.cli.own_postgres import NONE, OwnPostgres, _lives, family, programs


def test_killed_it_is_gone_whole_and_starts_again_at_once():
    """One of its processes still had its memory, and it did not come up again."""
    found = programs()
    if found is None:
        pytest.skip(NONE)
    server = OwnPostgres(found)
    try:
        for _ in range(5):
            all_of_it = family(server.process.pid)
            assert len(all_of_it) > 3
            assert all(map(_lives, all_of_it))
            server.kill()
            assert not any(map(_lives, all_of_it))
            server.start()
    finally:
        server.stop()
