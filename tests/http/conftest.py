"""A real server in a process of its own, asked over HTTP."""

from __future__ import annotations

import http.client
import importlib.util
import json
from pathlib import Path

import pytest

_path = Path(__file__).parents[1] / "server" / "conftest.py"
_spec = importlib.util.spec_from_file_location("tests_http_server", _path)
server_parts = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(server_parts)

Running, Players = server_parts.Running, server_parts.Players


class Asker:
    """Somebody who asks a server, with a token or without."""

    def __init__(self, server, token: str | None = None) -> None:
        self.server = server
        self.token = token

    def ask(self, method: str, path: str, body=None, status: int | None = None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        sent = None if body is None else json.dumps(body)
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        link.request(method, path, sent, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = link.getresponse()
        text = answer.read()
        link.close()
        kind = answer.getheader("Content-Type", "")
        told = json.loads(text) if kind.startswith("application/json") else text.decode()
        if status is not None:
            assert answer.status == status, told
        self.last = answer
        return told

    def refused(self, method: str, path: str, body=None, *, status: int, **headers) -> str:
        """The code it is refused with."""
        return self.ask(method, path, body, status, **headers)["error"]["code"]

    def guest(self, name: str | None = None) -> Asker:
        """A new guest of the same server."""
        told = self.ask("POST", "/api/guests", {} if name is None else {"name": name}, 201)
        return self.known(told)

    def account(self, name: str, password: str = "correct horse", **form) -> Asker:
        """A new account."""
        told = self.ask("POST", "/api/accounts", {"user": name, "password": password, **form}, 201)
        return self.known(told)

    def known(self, told: dict) -> Asker:
        other = Asker(self.server, told["token"])
        other.id, other.name = told["userId"], told["name"]
        return other


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts servers; all are stopped at the end."""
    started = []

    def start(*flags: str):
        one = Running(tmp_path_factory.mktemp("http") / "t.db", ("--rate", "100000", *flags))
        started.append(one)
        return one

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture(scope="session")
def server(start):
    """One server for the tests that do not need their own."""
    return start()


@pytest.fixture
def nobody(server) -> Asker:
    """Somebody without a token."""
    return Asker(server)


@pytest.fixture(scope="session")
def asker():
    return Asker


@pytest.fixture(scope="session")
def players():
    return Players
