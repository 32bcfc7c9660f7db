"""The matchmaker by itself: who goes while their wish is still being read, is not left waiting."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.lobby.matchmaker import Matchmaker, Wanted
from cutcard.lobby.shuns import Shuns
from cutcard.table.words import Refusal, User

ANN = User("ann", "Ann")
DUEL = Wanted("duel")


class Caller:
    """A connection that remembers what it was told."""

    limited_host = None

    def __init__(self):
        self.heard = []

    def hear(self, word):
        self.heard.append(word)

    def attach(self, table):
        raise AssertionError("nobody was found")


def alone(user):
    raise Refusal("NO_SUCH_PARTY", "Alone")


def matchmaker(here):
    return Matchmaker(
        here.house, Shuns(here.store, lambda: 0, lambda: 0), alone, lambda: 0, lambda: 0
    )


async def begun(maker, caller):
    """A search that waits for the store."""
    asked = asyncio.create_task(maker.seek(ANN, caller, DUEL))
    while ANN.id not in maker._asking:  # noqa: ASYNC110 # what is looked at has no event
        await asyncio.sleep(0)
    return asked


def test_who_goes_before_the_answer_waits_for_nothing(lobby):
    async def story(here):
        maker, caller = matchmaker(here), Caller()
        asked = await begun(maker, caller)
        maker.went(ANN, caller)
        with pytest.raises(Refusal, match="gone"):
            await asked
        assert len(maker.pool) == 0
        assert (await maker.seek(ANN, caller, DUEL))["waitedMs"] == 0

    lobby(story)


def test_who_comes_back_at_once_waits_with_the_new_connection(lobby):
    async def story(here):
        maker, first, second = matchmaker(here), Caller(), Caller()
        asked = await begun(maker, first)
        with pytest.raises(Refusal, match="already"):
            await maker.seek(ANN, second, DUEL)
        maker.went(ANN, first)
        again = await begun(maker, second)
        with pytest.raises(Refusal, match="gone"):
            await asked
        assert (await again)["waitedMs"] == 0
        maker.went(ANN, first)
        assert len(maker.pool) == 1
        maker.went(ANN, second)
        assert len(maker.pool) == 0

    lobby(story)
