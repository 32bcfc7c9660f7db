"""PROTOCOL.md says what the code does."""

import re
from pathlib import Path

from cutcard.client import line
from cutcard.wire import envelope
from cutcard.wire.codes import CLOSES, CODES, REASONS
from cutcard.wire.protocol import PARTS, filled
from cutcard.wire.requests import REQUESTS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "PROTOCOL.md").read_text()


def test_its_tables_are_what_the_code_makes():
    assert filled(TEXT) == TEXT, "run python -m cutcard.wire.protocol"
    assert set(re.findall(r"<!-- made: (\w+) -->", TEXT)) == set(PARTS)


def test_every_code_the_server_gives_is_listed():
    given = set()
    for folder in ("wire", "table", "lobby"):
        for path in (ROOT / "src/cutcard" / folder).rglob("*.py"):
            given |= set(re.findall(r'Refusal\(\s*"([A-Z_]+)"', path.read_text()))
            given |= set(re.findall(r'self\.refuse\([^"]*"([A-Z_]+)"', path.read_text()))
    assert given
    assert given <= set(CODES)


def test_every_way_to_be_sent_away_has_its_sentence_and_its_count():
    assert set(CLOSES) == set(REASONS)


def test_every_request_has_its_sentence():
    for ask in REQUESTS.values():
        assert ask.request.about.endswith((".", "`.")), ask.request.name


def test_client_and_server_agree():
    assert (line.VERSION, line.MSGPACK) == (envelope.VERSION, envelope.MSGPACK)
    assert line.ErrorBody.__struct_fields__ == envelope.ErrorBody.__struct_fields__
