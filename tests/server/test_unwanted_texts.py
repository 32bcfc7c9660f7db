"""Whatever a client writes and others read passes the list of unwanted words, by whichever request
it comes; and of every text that a request takes it is known who is shown it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
import pytest
from msgspec import inspect

from cutcard.client import Client, PacketClient, Refused
from cutcard.games.battle.sets import pack
from cutcard.lobby.requests import REQUESTS
from cutcard.wire.tcp.ports import TcpSettings

from ..battle.small import unit, whole
from .test_moderation import refused

SHOWN = "others read it: it passes the list"
OWN = "only whoever wrote it is shown it"
STAFF = "moderators are shown it, and whom it is about: what was said is quoted there"
NAMES = "it names what is there, and is refused where nothing is"
SECRET = "nobody is shown it"

DETAILS = ("fullname", "email", "phone", "dob", "country", "gender")
ALIKE = {
    **dict.fromkeys(("user", "partner", "game", "bot", "bots", "phrase", "matchId", "link"), NAMES),
    **dict.fromkeys(("mode", "versus", "season", "day", "session", "net", "form", "match"), NAMES),
    **dict.fromkeys(("password", "old", "new", "token", "device", "code", "invitation"), SECRET),
    **dict.fromkeys(("pledge", "share"), SECRET),
    **dict.fromkeys(DETAILS, OWN),
    **dict.fromkeys(("why", "reason", "verdict", "answer"), STAFF),
    **dict.fromkeys(("options", "terms"), SHOWN),
}
TEXTS = {
    "BESTS.name": NAMES,
    "APPEAL.text": STAFF,
    "SIGN_UP.user": SHOWN,
    **dict.fromkeys(("AUTH.name", "SET_NAME.name"), SHOWN),
    **dict.fromkeys(("CREATE_TABLE.name", "CREATE_TWICE.name", "CHAT.text"), SHOWN),
}


def free(kind: inspect.Type) -> bool:
    """Whether any words may stand in it."""
    if isinstance(kind, inspect.StrType):
        return True
    if isinstance(kind, inspect.UnionType):
        return any(free(one) for one in kind.types)
    if isinstance(kind, inspect.DictType):
        return free(kind.key_type) or free(kind.value_type)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return free(kind.item_type)
    return isinstance(kind, inspect.AnyType | inspect.RawType)


def fields() -> list[str]:
    """Every field of a request in which any words may stand."""
    return [
        f"{name}.{field.encode_name}"
        for name, one in REQUESTS.items()
        for field in inspect.type_info(one.shape).fields
        if free(field.type)
    ]


def shown() -> set[str]:
    whose = {one: TEXTS.get(one, ALIKE.get(one.partition(".")[2])) for one in fields()}
    assert [one for one, who in whose.items() if who is None] == [], "who is shown these?"
    return {one for one, who in whose.items() if who == SHOWN}


def bad_set(*, packed: bool) -> str:
    file = msgspec.json.encode(whole(unit("guard", text="It croaks like a frog."))).decode()
    return pack(file) if packed else file


def wishes(user: str) -> dict[str, list[dict]]:
    """By field: what others would read a word in that this house does not want."""
    sets = [{"cardSet": bad_set(packed=one)} for one in (False, True)]
    battles = [{"game": "battle", "options": one} for one in sets]
    cup = {"game": "battle", "format": "swiss", "maxPlayers": 8}
    terms = [{"name": "Frog cup", **cup}, *({"name": "Cup", **cup, "options": one} for one in sets)]
    return {
        "AUTH.name": [{"name": "Frog"}],
        "SET_NAME.name": [{"name": "Frog"}],
        "SIGN_UP.user": [{"user": "Frog", "password": "a pond at night"}],
        "CREATE_TABLE.name": [{"game": "duel", "name": "Frogs: a frog"}],
        "CREATE_TABLE.options": battles,
        "CREATE_TWICE.name": [{"game": "guandan", "name": "f r o g"}],
        "CREATE_TWICE.options": [],  # battle is not played twice
        "QUICK_MATCH.options": battles,
        "CHALLENGE.options": [{"user": user, **one} for one in battles],
        "TOURNAMENT_CREATE.terms": [{"terms": one, "startsIn": 60} for one in terms],
    }


def test_whatever_others_read_passes_the_list(inside, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("frog\n")

    async def tale():
        async with inside(words=words, tcp=TcpSettings(port=0)) as server:
            ann, bo = [await Client.connect(server.url, name=one) for one in ("Ann", "Bo")]
            place = await ann.create("duel")
            bad = wishes(bo.user)
            bad["CHAT.text"] = [{"table": place.table, "text": "frog"}]
            assert set(bad) == shown()
            await refused(Client.connect(server.url, name="Frog"), "UNWANTED_WORD")
            for field in bad.keys() - {"AUTH.name"}:
                for wish in bad[field]:
                    await refused(ann.request(field.partition(".")[0], wish), "UNWANTED_WORD")
            where = ("127.0.0.1", server.tcp_port)
            tim = await PacketClient.connect(*where, "Tim", "a pond at night", sign_up=True)
            for wish in (
                {"name": "frog", "game": "duel"},
                {"name": "x", **wishes("")["CREATE_TABLE.options"][1]},
            ):
                with pytest.raises(Refused, match="does not want"):
                    await tim.create(**wish)
            assert "CHALLENGED" not in [kind for kind, _ in bo.notices]
            good = msgspec.json.encode(whole(unit("guard", text="It croaks."))).decode()
            await ann.create("battle", options={"cardSet": good})
            for one in (ann, bo, tim):
                await one.close()

    asyncio.run(asyncio.wait_for(tale(), 100))


def test_what_people_tell_about_themselves_is_shown_to_nobody_else(inside, tmp_path):
    """So it need not pass the list."""
    words = tmp_path / "words.txt"
    words.write_text("frog\n")

    async def tale():
        async with inside(words=words) as server:
            ann, bo = [await Client.connect(server.url, name=one) for one in ("Ann", "Bo")]
            mine = dict.fromkeys(DETAILS, "frog")
            told = (await ann.request("SET_PROFILE", mine))["profile"]
            assert {told[one] for one in DETAILS} == {"frog"}
            for wish in ({"user": ann.user}, {"user": "Ann"}):
                with suppress(Refused):  # a guest is found by their id alone
                    assert "frog" not in str(await bo.request("PROFILE", wish))
            assert "frog" not in str(await bo.request("PROFILE", {"user": ann.user}))
            for one in (ann, bo):
                await one.close()

    asyncio.run(asyncio.wait_for(tale(), 100))
