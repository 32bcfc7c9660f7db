"""What people do over `/ws`: the whole of an evening, in JSON or MessagePack."""

from __future__ import annotations

import msgspec

from cutcard.bots import bots_of

from .script import PASSWORD, Teller

NIGHT = 130  # steps at the table of people
BOTS = 45  # and with bots


async def evening(teller: Teller) -> None:
    """Everything, in its order."""
    await _arrive(teller)
    await _table(teller)
    await _bots(teller)
    await _company(teller)
    await _finding(teller)


async def _enter(t: Teller, name: str) -> None:
    await t.dial(name)
    hello = {"token": t.tokens[name]} if name in t.tokens else {"name": name}
    told = await t.ask(name, "AUTH", {**hello, "legal": name != "P1"})
    t.tokens.setdefault(name, told.get("token", ""))
    t.ids[name] = told["userId"]


async def _arrive(t: Teller) -> None:
    await t.dial("X")
    packed = t.kind == "packed"
    for said in ({"v": 7, "type": "PING"}, {"v": 1, "type": "NOTHING"}, {"v": 1}, [1], "x"):
        body = msgspec.msgpack.encode(said).hex() if packed else msgspec.json.encode(said).decode()
        await t.do("send", "X", body)
    await t.do("send", "X", "c1" if packed else "{no JSON")
    await t.ask("X", "PING")
    await t.ask("X", "LIST_TABLES")
    await t.ask("X", "AUTH", {"token": "nobody's"})
    await t.ask("X", "AUTH", {"name": 5})
    await t.hang("X")
    for name in (*t.players, "W", "L"):
        await _enter(t, name)


async def _table(t: Teller) -> None:
    """A table of people, watched; an evening of what may happen at one; its end and a rematch."""
    for wrong in ({"game": "no such game"}, {"game": t.game, "options": {"?": 1}, "seats": 99}):
        await t.ask("P0", "CREATE_TABLE", wrong)
    number = await _open(t)
    await t.ask("L", "JOIN_TABLE", {"table": number})
    await t.ask("L", "JOIN_TABLE", {"table": 999})
    for _ in range(NIGHT):
        number = await _goes_on(t, number)
        await _happens(t, number)
    number = await _goes_on(t, number)
    match = t.table(number).match_id
    await _look(t, number, "P0")
    await t.ask("P0", "GAME_STATE_REQUEST", {"lastSeq": 0}, match)
    await t.ask("P0", "GAME_STATE_REQUEST", {"lastSeq": 10**6}, match)
    await t.ask("P0", "SIT_OUT", {"table": number})
    await t.wait(1000)
    await t.ask("P0", "SIT_IN", {"table": number})
    await t.ask("P0", "KICK", {"table": number, "seat": 1})
    await t.ask("P0", "KICK", {"table": number, "user": t.ids["W"]})
    await t.ask("W", "SPECTATE", {"table": number})
    await t.ask("L", "SPECTATE", {"table": number})
    await t.ask("L", "CHAT", {"table": number, "text": "What a hand"})
    await _ends(t, number)


async def _open(t: Teller) -> int:
    """Everybody sits down at a table of their own."""
    told = await t.ask("P0", "CREATE_TABLE", t.wish(name="The round one"))
    number: int = told["table"]
    await t.ask("W", "SPECTATE", {"table": number})
    await t.ask("P0", "READY", {"table": number})
    for seat, name in enumerate(t.players[1:], 1):
        await t.ask(name, "JOIN_TABLE", {"table": number, "seat": seat})
    for name in t.players:
        await t.ask(name, "READY", {"table": number})
    return number


async def _goes_on(t: Teller, number: int) -> int:
    """Where the match is over there is another; where the table is closed, another table."""
    table = t.table(number)
    if table is None:
        return await _open(t)
    if table.over:
        match = table.match_id
        await t.ask("P0", "REMATCH_OFFER", None, match)
        for name in t.players[1:]:
            await t.ask(name, "REMATCH_ACCEPT", None, match)
        await t.wait(1500)
    return number


async def _ends(t: Teller, number: int) -> None:
    """One concedes; there is a rematch; then another is gone for so long that it is claimed."""
    match = t.table(number).match_id
    for name in t.players[1:]:
        if not t.table(number).over:
            await t.ask(name, "LEAVE", {"table": number, "concede": True})
    await t.wait(500)
    for name in t.players[1:]:
        await t.ask(name, "JOIN_TABLE", {"table": number})
    await t.ask("P0", "REMATCH_OFFER", None, match)
    for name in t.players[1:]:
        await t.ask(name, "REMATCH_ACCEPT", None, match)
    await t.wait(3000)
    for _ in range(12):
        await t.move(number)
    await t.ask("P0", "REMATCH_DECLINE", None, match)
    await t.hang("P1")
    await t.wait(70_000)
    await t.ask("P0", "CLAIM", {"table": number})
    await t.ask("P0", "REMATCH_OFFER", None, f"{number}-2")
    await t.ask(t.players[-1] if len(t.players) > 2 else "L", "REMATCH_DECLINE", None, match)
    await t.wait(40_000)
    await _enter(t, "P1")
    await t.ask("P1", "JOIN_TABLE", {"table": number})
    for name in (*t.players, "L"):
        await t.ask(name, "LEAVE", {"table": number, "concede": True})
    await t.wait(40_000)


async def _happens(t: Teller, number: int) -> None:
    rng, dice = t.rng, t.rng.random()
    names = t.players
    if dice < 0.04:
        await _comes_back(t, number, rng.choice(names))
    elif dice < 0.1:
        table = t.table(number)
        seq = 0 if table is None else table.seq
        match = f"{number}-1" if table is None else table.match_id
        back = rng.choice([None, 0, 1, 2, 5, 40, 1000])
        since = {} if back is None else {"lastSeq": max(seq - back, 0)}
        await t.ask(rng.choice([*names, "W", "L"]), "GAME_STATE_REQUEST", since, match)
    elif dice < 0.14:
        name = rng.choice([*names, "W", "L"])
        await t.ask(name, "CHAT", {"table": number, "text": f'{name} says 你好 "{dice:.3f}"'})
    elif dice < 0.16:
        await _look(t, number, rng.choice(names))
    elif dice < 0.23:
        await t.wrong(number)
    elif dice < 0.27 and t.sent:
        await t.again()
    elif dice < 0.31:
        await t.aside(number)
    elif dice < 0.4:
        await t.wait(rng.choice([7, 150, 900, 4000]))
    else:
        await t.move(number)


async def _comes_back(t: Teller, number: int, name: str) -> None:
    """Loses the connection, misses a few updates, and is told them."""
    seq = t.table(number).seq if t.table(number) is not None else 0
    match = t.table(number).match_id if t.table(number) is not None else f"{number}-1"
    if t.rng.random() < 0.3:  # a second connection takes the seat of the first
        t.kinds[f"{name}b"] = t.kind
        t.tokens[f"{name}b"] = t.tokens[name]
        await _enter(t, f"{name}b")
        await t.ask(f"{name}b", "JOIN_TABLE", {"table": number})
        await t.hang(f"{name}b")
    await t.hang(name)
    for _ in range(t.rng.randrange(4)):
        seats = [seat for seat in t.to_act(number) if f"P{seat}" in t.stage.people]
        if seats:
            await t.play(number, seats[0], t.offered(number, seats[0])[0])
    await _enter(t, name)
    await t.ask(name, "GAME_STATE_REQUEST", {"lastSeq": seq, "legal": 3}, match)


async def _look(t: Teller, number: int, name: str) -> None:
    for kind, wish in (
        ("LIST_TABLES", {}),
        ("LIST_TABLES", {"game": t.game}),
        ("MY_TABLES", {}),
        ("PROFILE", {}),
        ("LEADERBOARD", {"game": t.game}),
        ("CHAT_HISTORY", {"table": number}),
        ("FRIENDS", {}),
    ):
        await t.ask(name, kind, wish)


async def _bots(t: Teller) -> None:
    """A private table with bots; who watches is told three seconds later."""
    bot = next(iter(bots_of(t.game)))
    told = await t.ask(
        "P0", "CREATE_TABLE", t.wish(private=True, spectatorDelaySeconds=3, bots={"1": bot})
    )
    number, link = told["table"], told["link"]
    await t.ask("W", "SPECTATE", {"table": number})
    await t.ask("W", "SPECTATE", {"link": link})
    await t.ask("L", "FILL", {"table": number})
    await t.ask("P0", "FILL", {"table": number})
    for _ in range(BOTS):
        if t.rng.random() < 0.1:
            await t.ask(t.rng.choice(["P0", "W"]), "CHAT", {"table": number, "text": "slowly"})
        if t.rng.random() < 0.05:
            match = t.table(number).match_id if t.table(number) else f"{number}-1"
            await t.ask("W", "GAME_STATE_REQUEST", {"lastSeq": 3}, match)
        await t.move(number)
        await t.wait(t.rng.choice([50, 700, 1600]))
    await t.ask("L", "SPECTATE", {"link": link})
    await t.wait(4000)
    await t.ask("P0", "LEAVE", {"table": number, "concede": True})
    await t.wait(5000)


async def _company(t: Teller) -> None:
    """Accounts, friends, and whom one does not want to hear."""
    account = {"user": "Ann", "password": PASSWORD, "email": "ann@example.org"}
    await t.ask("P0", "SIGN_UP", {**account, "password": "x"})
    t.tokens["P0"] = (await t.ask("P0", "SIGN_UP", account))["token"]
    await t.ask("P1", "SIGN_UP", account)
    await t.ask("P1", "SET_NAME", {"name": "Bo"})
    await t.ask("P0", "PROFILE", {"user": t.ids["P1"]})
    await t.ask("P0", "SET_PROFILE", {"country": "Nowhere"})
    await t.ask("P0", "CHANGE_PASSWORD", {"old": "not it", "new": PASSWORD * 2})
    await t.dial("X")
    await t.ask("X", "LOG_IN", {"user": "Ann", "password": "not it"})
    await t.ask("X", "LOG_IN", {"user": "Ann", "password": PASSWORD})
    await t.ask("X", "LOG_OUT")
    for kind, wish in (
        ("FRIEND_INVITE", {"user": t.ids["P1"]}),
        ("FRIEND_INVITE", {"user": t.ids["P1"]}),
        ("FRIEND_INVITE", {"user": "nobody"}),
    ):
        await t.ask("P0", kind, wish)
    found = await t.ask("P1", "FRIEND_INVITES")
    invite = found["invites"][0]["invite"] if found["invites"] else 1
    await t.ask("P1", "FRIEND_ACCEPT", {"invite": invite})
    await t.ask("P1", "FRIEND_REJECT", {"invite": invite})
    await t.ask("P0", "FRIENDS")
    told = await t.ask("P0", "CREATE_TABLE", t.wish(private=True, watchable=False))
    await t.ask("P0", "INVITE_TO_TABLE", {"user": t.ids["P1"], "table": told["table"]})
    await t.ask("P0", "INVITE_TO_TABLE", {"user": t.ids["W"], "table": told["table"]})
    await t.ask("P1", "JOIN_TABLE", {"table": told["table"]})
    await t.ask("P1", "SPECTATE", {"link": told["link"]})
    await t.ask("P1", "JOIN_TABLE", {"link": told["link"]})
    await t.ask("P0", "KICK", {"table": told["table"], "user": t.ids["P1"]})
    await t.ask("P0", "LEAVE", {"table": told["table"], "concede": True})
    for kind in ("MUTE", "SHUNNED", "UNMUTE", "BLOCK", "SHUNNED", "UNBLOCK", "FRIEND_REMOVE"):
        await t.ask("P1", kind, {} if kind == "SHUNNED" else {"user": t.ids["P0"]})
    await t.ask("P1", "REPORT", {"user": t.ids["P0"], "reason": "They took my card"})


async def _finding(t: Teller) -> None:
    """Quick matches and challenges."""
    setup = {"game": t.game, "options": t.wish()["options"], "seats": t.seats}
    await t.ask("P0", "QUICK_MATCH", setup)
    await t.ask("P0", "QUICK_MATCH", setup)
    await t.wait(6000)
    await t.ask("P0", "QUICK_MATCH_CANCEL")
    await t.ask("P0", "QUICK_MATCH_CANCEL")
    await t.ask("P0", "QUICK_MATCH", setup)
    await t.wait(21_000)
    await t.ask("P0", "QUICK_MATCH_BOTS")
    await t.wait(2000)
    others = ["W", *t.players[1:]]
    for name in others:
        await t.ask(name, "QUICK_MATCH", setup)
    await t.wait(1000)
    await t.ask("W", "QUICK_MATCH_READY", {"match": 1})
    await t.ask("P1", "QUICK_MATCH_DECLINE", {"match": 1})
    await t.ask("P1", "QUICK_MATCH", setup)
    for name in others:
        await t.ask(name, "QUICK_MATCH_CANCEL")
    await t.ask("L", "PARTY_INVITE", {"user": t.ids["W"]})
    await t.ask("W", "PARTY_ACCEPT", {"party": 1})
    await t.ask("L", "QUICK_MATCH", {**setup, "party": True})
    await t.ask("W", "PARTY_LEAVE", {"party": 1})
    two = {**setup, "user": t.ids["W"]}
    await t.ask("L", "CHALLENGE", two)
    await t.ask("W", "CHALLENGE_DECLINE", {"challenge": 1})
    await t.ask("L", "CHALLENGE", two)
    await t.ask("L", "CHALLENGE_CANCEL", {"challenge": 2})
    await t.ask("L", "CHALLENGE", two)
    await t.ask("W", "CHALLENGE_ACCEPT", {"challenge": 3})
    await t.ask("L", "CHALLENGE", {**two, "user": "nobody"})
    await t.wait(61_000)
