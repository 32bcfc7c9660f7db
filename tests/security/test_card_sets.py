"""A card set of one's own may be as much as is taken, packed into little, and right: reading it,
looking for unwanted words in it and playing with it hold nobody up, and are paid for."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from threading import Event, get_ident
from time import thread_time

import pytest

from cutcard.arena.structures import any_terms_of
from cutcard.events.holder import OF_ONE
from cutcard.games import battle
from cutcard.games.battle import sets
from cutcard.games.battle.inspection import BYTES
from cutcard.games.battle.sets import pack
from cutcard.kernel.rng import Rng
from cutcard.lobby.unwanted import MOST
from cutcard.table.choosing import OF_ADDRESS, SHORT, chosen, paid_by
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal

from .slices import BOUND, measured
from .test_stalls import FREE, at_ease, run

DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}


def heavy(number: int, cards: int = 200, effects: int = 12) -> str:
    """A right set of as many cards as fit, each with all the abilities there may be."""
    ability = {"type": "TRIGGERED", "trigger": "TAKE_DAMAGE", "watch": "SELF"}
    ability["effects"] = [DRAW] * effects
    body = {"type": "UNIT", "cost": 1, "atk": 1, "def": 1, "hp": 1, "abilities": [ability] * 6}
    more = {"text": f"Card of the set {number}: " + "ab " * 90}
    head = {"format": "tcg-cards/1", "set": {"id": "heavy", "name": f"Heavy {number}"}}
    one = {"id": "card_100", "name": "Card 100", **body, **more}
    write = partial(json.dumps, separators=(",", ":"))
    many = min(cards, (BYTES - len(write(head)) - 20) // (len(write(one)) + 1))
    cards = [{**one, "id": f"card_{n}", "name": f"Card {n}"} for n in range(many)]
    return pack(write({**head, "cards": cards}))


def wishes(number: int, user: str) -> list[tuple[str, dict]]:
    options = {"cardSet": heavy(number), "decks": ["every_card"] * 2}
    cup = {"name": "Cup", "game": "battle", "format": "swiss", "maxPlayers": 8, "options": options}
    return [
        ("CREATE_TABLE", {"game": "battle", "options": options, "bots": {"1": "random"}}),
        ("QUICK_MATCH", {"game": "battle", "options": options}),
        ("QUICK_MATCH_CANCEL", {}),
        ("CHALLENGE", {"user": user, "game": "battle", "options": options}),
        ("TOURNAMENT_CREATE", {"terms": cup, "startsIn": 60}),
    ]


def test_a_right_set_as_large_as_is_taken_holds_nobody_up(inside, ear, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"*ab{number}word*" for number in range(MOST)))

    async def scene():
        async with inside(FREE, words=words) as server:
            await at_ease(server)
            eve = await ear.dial(server.url, name="Eve")
            tries = []
            for number in range(3):
                bo = await ear.dial(server.url, name=f"Bo {number}")
                asked = wishes(number, bo.id)
                with measured() as seen:
                    for kind, wish in asked:
                        assert "code" not in await eve.ask(kind, wish), kind
                tries.append(seen)
            assert min(one.worst for one in tries) <= BOUND, [str(one) for one in tries]

    run(scene())


def test_what_is_short_may_be_much_and_is_read_beside_the_loop():
    """And whoever chose it pays for what it took, though it is refused."""
    threads, owed = set(), []

    def fit(text: str, what: str) -> None:
        threads.add(get_ident())
        until = thread_time() + 0.05
        while thread_time() < until:
            pass
        raise Refusal("UNWANTED_WORD", what)

    async def scene():
        options = {"cardSet": heavy(1, cards=14)}
        assert len(json.dumps(options)) <= SHORT
        paid_by(owed.append, None, options)
        with pytest.raises(Refusal, match="to be played"):
            await chosen(vocabulary("battle"), options, fit)

    run(scene())
    assert threads
    assert get_ident() not in threads
    assert sum(owed) >= 50


def test_an_address_that_has_many_sets_read_leaves_room_for_others():
    gate = Event()

    def fit(text: str, what: str) -> None:
        gate.wait(20)

    async def choose(host: str | None) -> str:
        options = {"cardSet": heavy(1, cards=14)}
        paid_by(lambda more: None, host, options)
        try:
            await chosen(vocabulary("battle"), options, fit)
        except Refusal as no:
            return no.code
        return "read"

    async def scene():
        asked = [asyncio.create_task(choose("203.0.113.7")) for _ in range(20)]
        others = [asyncio.create_task(choose(f"198.51.100.{n}")) for n in range(3)]
        await asyncio.sleep(0.1)
        gate.set()
        assert [await one for one in asked].count("read") == OF_ADDRESS
        assert {await one for one in others} == {"read"}

    run(scene())


def test_a_set_that_is_played_with_is_not_read_again():
    """However many others were read since: the next match is dealt on the loop."""
    rules = vocabulary("battle")
    options = {"cardSet": heavy(0, cards=14), "decks": ["every_card"] * 2}
    written = rules.write_options(rules.options(options))
    state = battle.deal(rules.options(options), 2, Rng(bytes(32)))
    for number in range(1, 40):
        sets.load(heavy(number, cards=14))
    again = rules.game.deal(rules.read_options(written), 2, Rng(bytes(32)))
    assert again.set is state.set


def test_a_host_has_so_many_events_however_long_their_sets_are_read(inside):
    """While one is read there may come others: those who wait are counted once they are read."""

    async def scene():
        async with inside(FREE) as server:
            eve, _ = await server.accounts.guest("Eve")
            holder = server.hall.lobby.gallery.holder
            terms = {"name": "Cup", "game": "battle", "format": "swiss", "maxPlayers": 8}
            terms["startsAt"] = server.house.floor.wall() + 10**6
            for _ in range(OF_ONE - 2):
                await holder.make(eve, any_terms_of(terms))
            sets = [{**terms, "options": {"cardSet": heavy(n, cards=14)}} for n in range(6)]
            asked = [holder.make(eve, any_terms_of(one)) for one in sets]
            said = await asyncio.gather(*asked, return_exceptions=True)
            codes = [one.code for one in said if isinstance(one, Refusal)]
            assert codes == ["TOO_MANY_EVENTS"] * 4
            assert len(holder.live) == OF_ONE

    run(scene())
