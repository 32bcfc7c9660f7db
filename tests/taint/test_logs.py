"""Nothing secret is in any log: every game over every dialect, everything logged at debug level."""

from __future__ import annotations

import asyncio
import logging

import pytest

from cutcard import game, game_names
from cutcard.client import packets
from cutcard.wire.logs import Json, Text

from .night import PASSWORD, Plan
from .pair import Pair
from .taps import TcpTap, fetch

WRONG = "a word he does not know"


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [Text().format(record), Json().format(record)]


class _Loud(Pair):
    """Before they play, some do it wrong."""

    async def _step(self) -> None:
        if not hasattr(self, "begun"):
            self.begun = True
            await self._wrong()
        await super()._step()

    async def _wrong(self) -> None:
        night = self.real
        host = night.taps["Host"]
        for kind, wish in (
            ("SIGN_UP", {"user": "Ann", "password": PASSWORD, "email": "ann@example.org"}),
            ("CHANGE_PASSWORD", {"old": WRONG, "new": PASSWORD}),
            ("AUTH", {"token": host.token}),
            ("LOG_IN", {"user": "Ann", "password": WRONG}),
        ):
            await host.ask(kind, wish)
        tap = TcpTap("Mal", None, "tcp", lambda: night.now)
        await tap.dial(night.server.tcp_port, PASSWORD, new=True)
        await tap.ask(packets.LOGIN, {"user": "Ann", "pass": WRONG})
        tap.line.close()
        await fetch(night.port, f"/api/nothing?token={host.token}", host.token)
        await fetch(night.port, f"/api/{host.token}", host.token[:-1] + "\x01")


@pytest.mark.parametrize("name", game_names())
def test_no_log_holds_a_token_a_password_a_seed_or_a_move(tmp_path, monkeypatch, name):
    options, seats = game(name).setups()[:2][-1]
    plan = Plan(name, options, seats, ("json", "tcp", "packed"), steps=30, salt="log", twin=False)
    kept, root = _Kept(), logging.getLogger()
    level = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    try:
        pair = _Loud(plan, tmp_path, monkeypatch)
        truth = asyncio.run(asyncio.wait_for(pair.run(), 300))
    finally:
        root.removeHandler(kept)
        root.setLevel(level)
    log = "\n".join(kept.lines)
    assert "CREATE_TABLE" in log, "nothing was logged at all"
    secrets = [PASSWORD, WRONG, "ann@example.org"]
    secrets += [tap.token for tap in pair.real.taps.values() if tap.token]
    for there in truth.moments.values():
        secrets.append(there.header.seed.hex())
        if there.entry is not None and there.entry.move.count(b":") > 1:  # it has fields
            secrets += [there.entry.move.decode(), repr(truth.words.read(there.entry.move))]
    for secret in secrets:
        assert secret not in log
