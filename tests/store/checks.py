"""What every store does: TableChecks and PeopleChecks, which stand on this. A class with both
that says how to make a store is the test of that store."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import pytest


class StoreChecks(ABC):
    """The abstract test: PostgreSQL will pass it too."""

    @abstractmethod
    def make(self, tmp_path):
        """A store in this folder, not yet open."""

    @pytest.fixture
    def run(self, tmp_path):
        def go(story):
            async def whole():
                store = self.make(tmp_path)
                await store.open()
                try:
                    await story(store)
                finally:
                    await store.close()

            asyncio.run(whole())

        return go
