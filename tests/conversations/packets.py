"""What people do over TCP: the whole of an evening, in packets. Spectators come over `/ws`."""

from __future__ import annotations

from cutcard.bots import bots_of

from . import script
from .script import PASSWORD, Teller

NIGHT = 130
BOTS = 45


async def evening(teller: Teller) -> None:
    """Everything, in its order."""
    await _arrive(teller)
    await _table(teller)
    await _bots(teller)
    await _friends(teller)


async def _enter(t: Teller, name: str) -> None:
    await t.dial(name)
    await t.packet(name, script.LOGIN, {"user": name, "pass": PASSWORD})


async def _arrive(t: Teller) -> None:
    await t.dial("X")
    await t.packet("X", script.PING, {"t": 7})
    await t.packet("X", script.PING)
    await t.packet("X", script.TABLES)
    await t.packet("X", 12345)
    await t.packet("X", script.ACTION, {"action": {"type": "fold"}, "client_seq": 3})
    await t.packet("X", script.LOGIN, {"user": "P0", "pass": PASSWORD})
    await t.packet("X", script.LOGIN, {"user": 5})
    await t.packet("X", script.SIGNUP, {"user": "", "pass": PASSWORD})
    await t.do("send", "X", "0003010a00")
    for name in t.players:
        await t.dial(name)
        await t.packet(name, script.SIGNUP, {"user": name, "pass": PASSWORD})
        await t.packet(name, script.SIGNUP, {"user": name, "pass": PASSWORD})
        await t.packet(name, script.LOGIN, {"user": name, "pass": "not it"})
        await t.packet(name, script.LOGIN, {"user": name, "pass": PASSWORD})
    for name in ("W", "L"):
        await t.dial(name, "packed")
        await t.ask(name, "AUTH", {"name": name})


async def _table(t: Teller) -> None:
    """A table of people, watched; an evening of what may happen at one."""
    await t.packet("P0", script.CREATE, {"name": "T", "game": "no such game"})
    await t.packet("P0", script.CREATE, {"game": t.game})
    number = await _open(t)
    await t.packet("P0", script.JOIN, {"tableId": number})
    await t.packet("P0", script.JOIN, {"tableId": 999})
    await t.ask("L", "JOIN_TABLE", {"table": number})
    for _ in range(NIGHT):
        table = t.table(number)
        if table is None or table.over:  # this dialect knows no rematch
            for name in t.players:
                await t.packet(name, script.LEAVE)
            number = await _open(t)
        await _happens(t, number)
    for name in t.players[1:]:
        await t.packet(name, script.LEAVE, {"table_id": number})
    await t.wait(2000)
    for name in t.players[1:]:
        await t.packet(name, script.JOIN, {"table_id": number})
    for _ in range(10):
        await t.move(number)
    await t.packet("P0", script.LEAVE)
    await t.packet("P0", script.LEAVE)
    await t.wait(200_000)
    for name in t.players:
        await t.hang(name)
    await t.wait(1000)
    for name in t.players:
        await _enter(t, name)
        await t.packet(name, script.LEAVE, {"table_id": number})


async def _open(t: Teller) -> int:
    """Everybody sits down at a table of their own."""
    wish = {
        "name": "T",
        "game": t.game,
        "options": t.wish()["options"],
        "max_player": t.seats,
        "min_bet": 20,
    }
    number: int = (await t.packet("P0", script.CREATE, wish))["table_id"]
    await t.ask("W", "SPECTATE", {"table": number})
    for name in t.players[1:]:
        await t.packet(name, script.JOIN, {"tableId": number})
    return number


async def _happens(t: Teller, number: int) -> None:
    rng, dice = t.rng, t.rng.random()
    name = rng.choice([name for name in t.players if name in t.stage.people])
    if dice < 0.05:
        await t.hang(name)
        for _ in range(rng.randrange(4)):
            seats = [seat for seat in t.to_act(number) if f"P{seat}" in t.stage.people]
            if seats:
                await t.play(number, seats[0], t.offered(number, seats[0])[0])
        await _enter(t, name)
        await t.packet(name, script.RESYNC, {"game_id": number})
    elif dice < 0.1:
        await t.packet(name, script.RESYNC, {"game_id": number + rng.randrange(2)})
    elif dice < 0.14:
        await t.packet(name, script.TABLES, {"all": rng.random() < 0.5})
        await t.packet(name, script.SCORES)
    elif dice < 0.16:
        await t.ask("L", "CHAT", {"table": number, "text": "nobody hears it"})
    elif dice < 0.24:
        await t.wrong(number)
    elif dice < 0.28 and t.sent:
        await t.again()
    elif dice < 0.31:
        await t.aside(number)
    elif dice < 0.4:
        await t.wait(rng.choice([7, 150, 900, 4000]))
    else:
        await t.move(number)


async def _bots(t: Teller) -> None:
    """A table of bots and one who comes over TCP; who watches is told three seconds later."""
    bot = next(iter(bots_of(t.game)))
    bots = {str(seat): bot for seat in range(1, t.seats)}
    wish = t.wish(sit=False, spectatorDelaySeconds=3, bots=bots)
    number = (await t.ask("W", "CREATE_TABLE", wish))["table"]
    await t.ask("W", "SPECTATE", {"table": number})
    await t.packet("P0", script.JOIN, {"tableId": number})
    for _ in range(BOTS):
        await t.move(number)
        await t.wait(t.rng.choice([50, 700, 1600]))
    await t.packet("P0", script.RESYNC, {"game_id": number})
    await t.packet("P0", script.LEAVE, {"table_id": number})
    await t.wait(5000)


async def _friends(t: Teller) -> None:
    """Friends, and asking one to a table."""
    await t.packet("P0", script.ADD, {"username": "nobody"})
    await t.packet("P0", script.INVITE, {"username": "P1"})
    await t.packet("P0", script.INVITE, {"username": "P1"})
    found = await t.packet("P1", script.INVITES)
    await t.packet("P1", script.ACCEPT, {"invite_id": found[0]["invite_id"]})
    await t.packet("P1", script.REJECT, {"invite_id": found[0]["invite_id"]})
    await t.packet("P0", script.ADD, {"username": "P1"})
    await t.packet("P0", script.FRIENDS)
    await t.packet("P1", script.FRIENDS_LIST)
    wish = {
        "name": "U",
        "game": t.game,
        "options": t.wish()["options"],
        "max_player": t.seats,
        "min_bet": 20,
    }
    told = await t.packet("P0", script.CREATE, wish)
    for who in ("P1", "W"):
        wish = {"friend_username": who, "table_id": told.get("table_id", 1)}
        await t.packet("P0", script.TO_TABLE, wish)
    await t.packet("P0", script.LEAVE)
    await t.packet("P0", script.SCORES)
