"""Who sits in the house's tests, and what they ask for."""

from __future__ import annotations

import pytest

from cutcard.table.words import Refusal, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")


async def refused(code, work):
    with pytest.raises(Refusal) as no:
        await work
    assert no.value.code == code
    return no.value.message


def add(e, table, ear, user, count=1, key=None, seq=None):
    e.house.ask(table, None, ear, user, "add", {"count": count}, key, seq)


async def duel_to_end(e, table, ears, rounds=3):
    """Both get ready and pick what is free; the last round ends it."""
    for ear, user in zip(ears, (ANN, BOB), strict=True):
        e.house.ask(table, None, ear, user, "ready", {}, "ready")
    await e.rest()
    for number in range(1, rounds + 1):
        for seat, (ear, user) in enumerate(zip(ears, (ANN, BOB), strict=True)):
            hand = (ear.view or {}).get("players", {}).get(str(seat), {}).get("hand")
            index = int(next(iter(hand))) if hand else 2 * number + seat
            move = {"cardIndex": index, "roundNumber": number}
            e.house.ask(table, None, ear, user, "card_play", move, f"r{number}")
        await e.rest()
        await e.turn(3000)
