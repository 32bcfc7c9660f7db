"""What the form of an event may ask for is what the server takes: one answer tells it, and
one more of anything is refused."""

from __future__ import annotations

import pytest

from cutcard.client import Refused

from .people import LONG, TERMS, story_of

SOON = {"startsIn": LONG}
SIT = {**TERMS, "format": "sit-and-go"}
DUEL = {"name": "Cup", "game": "duel"}
FREE = {**{name: one for name, one in TERMS.items() if name != "fee"}, "buyIn": 0, "bots": True}


def of_format(form, count):
    """A wish for one of that format which so many may enter."""
    if form == "sit-and-go":
        return {"terms": {**SIT, "tableSize": count}}
    if form == "scheduled":
        return {"terms": {**TERMS, "maxEntries": count}, **SOON}
    lasts = {"lasts": 60} if form == "arena" else {}
    return {"terms": {**DUEL, "format": form, "maxPlayers": count}, **SOON, **lasts}


ASKED = {
    "tableSize": lambda n: {"terms": {**TERMS, "tableSize": n}, **SOON},
    "buyIn": lambda n: {"terms": {**TERMS, "buyIn": n}, **SOON},
    "lateLevels": lambda n: {"terms": {**TERMS, "lateLevels": n}, **SOON},
    "startsIn": lambda n: {"terms": TERMS, "startsIn": n},
    "lasts": lambda n: {"terms": {**DUEL, "format": "arena", "maxPlayers": 8}, **SOON, "lasts": n},
    "bots": lambda n: {"terms": FREE, **SOON, "bots": n},
}


async def just_taken(asker, wish, span):
    """The ends of the span are taken, and what is beyond them is not."""
    for count in span:
        made = await asker.request("TOURNAMENT_CREATE", wish(count))
        await asker.request("TOURNAMENT_CANCEL", {"event": made["event"]})
    for count in (span[0] - 1, span[-1] + 1):
        with pytest.raises(Refused):
            await asker.request("TOURNAMENT_CREATE", wish(count))


def test_as_many_as_each_format_is_told_to_take_may_enter_and_no_more(tmp_path):
    async def story(server, ann):
        offered = await ann.request("TOURNAMENT_STRUCTURES", {})
        assert offered["most"].keys() == {
            *("sit-and-go", "scheduled", "arena", "swiss", "round-robin"),
            *("single-elimination", "double-elimination"),
        }
        for form, most in offered["most"].items():
            await just_taken(ann, lambda n, form=form: of_format(form, n), (2, most))

    story_of(tmp_path, story, "Ann")


def test_what_else_a_form_asks_for_has_the_limits_it_is_told(tmp_path):
    async def story(server, ann):
        limits = (await ann.request("TOURNAMENT_STRUCTURES", {}))["limits"]
        assert limits.keys() == ASKED.keys()
        for name, span in limits.items():
            await just_taken(ann, ASKED[name], span)

    story_of(tmp_path, story, "Ann")


def test_a_wish_that_does_not_say_how_many_takes_as_many_as_its_format(tmp_path):
    async def story(server, ann):
        most = (await ann.request("TOURNAMENT_STRUCTURES", {}))["most"]
        for form in ("swiss", "round-robin", "arena"):
            lasts = {"lasts": 60} if form == "arena" else {}
            wish = {"terms": {**DUEL, "format": form}, **SOON, **lasts}
            event = (await ann.request("TOURNAMENT_CREATE", wish))["event"]
            found = (await ann.request("TOURNAMENT_INFO", {"event": event}))["matchInfo"]
            assert found["terms"]["maxPlayers"] == most[form]
        for odd in ([], {}, 1, None, "knock-out"):
            with pytest.raises(Refused, match="INVALID_REQUEST"):
                await ann.request("TOURNAMENT_CREATE", {"terms": {**DUEL, "format": odd}, **SOON})

    story_of(tmp_path, story, "Ann")
