"""The PostgreSQL store: what every store does, and what a server of databases is besides."""

from __future__ import annotations

import asyncpg
import pytest

from cutcard.store.postgres import PostgresStore

from .people_checks import PeopleChecks
from .rows import opened
from .table_checks import TableChecks


class TestPostgres(TableChecks, PeopleChecks):
    @pytest.fixture(autouse=True)
    def _at(self, database):
        self.database = database

    def make(self, tmp_path):
        return PostgresStore(self.database)

    def test_it_is_durable_before_it_answers(self, run):
        async def story(store):
            await store.write(opened(1))
            connection = await asyncpg.connect(self.database)
            for setting in ("fsync", "synchronous_commit"):
                assert await connection.fetchval(f"SHOW {setting}") == "on"
            await connection.close()

        run(story)
