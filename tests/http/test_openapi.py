"""The OpenAPI document: complete, sound, and true of the server as schemathesis finds it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.wire.http.app import PARTS
from cutcard.wire.http.route import ROUTES

MAIN = "from schemathesis.cli import schemathesis; schemathesis()"
ENDS_THE_SESSION = ("log_out", "log_out_everywhere", "delete_me")


@pytest.fixture(scope="module")
def document(start, asker):
    return asker(start()).ask("GET", "/api/openapi.json", status=200)


def test_every_route_is_in_the_document_with_its_words(document):
    assert document["openapi"] == "3.1.0"
    said = {
        (method.upper(), where): operation
        for where, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert said.keys() == {(one.method, one.where) for one in ROUTES}
    names = [operation["operationId"] for operation in said.values()]
    assert len(set(names)) == len(names)
    for operation in said.values():
        assert operation["description"].endswith(".")
        assert "429" in operation["responses"]
        assert operation["x-cost"] >= 1
    assert len(PARTS) >= 5


def test_every_reference_leads_somewhere(document):
    text = json.dumps(document)
    for part in text.split('"$ref": "')[1:]:
        name = part.partition('"')[0].removeprefix("#/components/schemas/")
        assert name in document["components"]["schemas"]


def test_who_must_say_who_he_is_is_told_so(document):
    guarded = document["paths"]["/api/me"]["get"]
    assert guarded["security"] == [{"token": []}]
    assert "401" in guarded["responses"]
    assert "security" not in document["paths"]["/api/games"]["get"]


def test_an_account_is_refused_with_what_the_document_says(start, asker, document):
    """Guests, whom the runs below play, have no account to ask this for."""
    place = "/api/me/email/letter"
    person = asker(start()).account("nomail")
    assert person.refused("POST", place, status=400) == "INVALID_REQUEST"
    assert "INVALID_REQUEST" in document["paths"][place]["post"]["responses"]["400"]["description"]


def _schemathesis(server, asker, folder: Path, examples: int, seed: int) -> str:
    """What schemathesis says. It sends what the document allows and what it forbids, and looks
    at statuses, headers, types and answers. One check is left out, that all the document allows is
    taken: rules beyond a schema (a printable name, a game that is there) are refused with 400."""
    token = asker(server).guest().token
    command = [sys.executable, "-c", MAIN, "run", f"{server.http}/api/openapi.json"]
    command += ["-H", f"Authorization: Bearer {token}", "--seed", str(seed), "--no-color"]
    command += ["--exclude-checks", "positive_data_acceptance", "--warnings", "off"]
    command += ["--phases", "coverage,fuzzing", "--max-examples", str(examples)]
    for name in ENDS_THE_SESSION:
        command += ["--exclude-operation-id", name]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=folder, timeout=1500
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not server.errors()
    return done.stdout


def test_schemathesis_finds_nothing(start, asker, tmp_path):
    said = _schemathesis(start(), asker, tmp_path, examples=4, seed=1)
    assert "No issues found" in said


def test_schemathesis_finds_nothing_without_a_token(start, asker, tmp_path):
    server = start()
    command = [sys.executable, "-c", MAIN, "run", f"{server.http}/api/openapi.json"]
    command += ["--seed", "2", "--no-color", "--warnings", "off", "--phases", "coverage"]
    command += ["--exclude-checks", "positive_data_acceptance"]
    for name in ENDS_THE_SESSION:
        command += ["--include-operation-id", name]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not server.errors()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 6))
def test_schemathesis_finds_nothing_in_a_longer_run(start, asker, tmp_path, seed):
    assert "No issues found" in _schemathesis(start(), asker, tmp_path, examples=200, seed=seed)
