"""The envelope: both codings carry the same, and no bytes whatever get past as anything else."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.wire.depth import DEEPEST
from cutcard.wire.envelope import JSON, PACKED, Envelope, ErrorBody, Refused, frame

CODECS = {"json": (JSON, msgspec.json.encode), "msgpack": (PACKED, msgspec.msgpack.encode)}
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@pytest.fixture(params=CODECS)
def coding(request):
    return CODECS[request.param]


def test_a_request_is_read_alike_in_both_codings():
    sent = {
        "v": 1,
        "type": "GAME_CARD_PLAY_REQUEST",
        "correlationId": "k1",
        "matchId": "3-1",
        "seq": 7,
        "payload": {"cardIndex": 4, "roundNumber": 1},
    }
    seen = []
    for codec, encode in CODECS.values():
        read = codec.read(encode(sent))
        payload = codec.payload(read, dict)
        seen.append((read.type, read.v, read.correlation_id, read.match_id, read.seq, payload))
    assert seen[0] == seen[1]
    assert seen[0] == ("GAME_CARD_PLAY_REQUEST", 1, "k1", "3-1", 7, sent["payload"])


def test_unknown_fields_are_ignored_and_all_but_the_type_may_be_left_out(coding):
    codec, encode = coding
    read = codec.read(encode({"type": "PING", "colour": "red", "timestamp": "now"}))
    assert read.type == "PING"
    assert codec.payload(read, dict) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"correlationId": "k"},
        {"type": 5, "correlationId": "k"},
        {"type": "", "correlationId": "k"},
        {"type": "T" * 65, "correlationId": "k"},
        {"type": "T", "seq": -1, "correlationId": "k"},
        {"type": "T", "seq": "1", "correlationId": "k"},
        {"type": "T", "seq": 2**60, "correlationId": "k"},
        {"type": "T", "matchId": 7, "correlationId": "k"},
        {"type": "T", "v": "one", "correlationId": "k"},
    ],
)
def test_wrong_types_are_refused_to_whoever_can_still_be_named(coding, wrong):
    codec, encode = coding
    with pytest.raises(Refused) as refused:
        codec.read(encode(wrong))
    assert refused.value.key == "k"
    assert refused.value.kind == ("T" if wrong.get("type") == "T" else None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"PING"',
        b"\xff\xfe",
        b'{"type":"\xff"}',
        b"[" * 10_000,
        b'{"type":"T","payload":' + b"[" * 8_000 + b"]" * 8_000 + b"}",
        b'{"type":"T","payload":' + b'{"a":' * 3_000 + b"1" + b"}" * 3_000 + b"}",
    ],
)
def test_bad_json_is_refused(body):
    with pytest.raises(Refused):
        JSON.read(body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff\xa4type\xa1T",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x91" * 10_000 + b"\xc0",
        b"\x82\xa4type\xa1T\xa7payload\x81\xa1a" + b"\x91" * 10_000 + b"\xc0",
        b"\x82\xa4type\xa1T\xa7payload\x81\x01\x02",
    ],
)
def test_bad_messagepack_is_refused(body):
    with pytest.raises(Refused):
        PACKED.read(body)


def read(codec, body):
    """What the bytes mean: a request's type, or why they are none."""
    try:
        return codec.read(body).type
    except Refused as reason:
        return reason.message


@given(st.binary(max_size=200))
def test_any_bytes_are_a_request_or_refused(body):
    for codec, _ in CODECS.values():
        assert read(codec, body)


@given(plain)
def test_any_value_is_a_request_or_refused(value):
    for codec, encode in CODECS.values():
        for sent in (value, {"type": "T", "payload": value}, {"type": value}):
            assert read(codec, encode(sent))


def test_absent_fields_are_left_out():
    said = Envelope(1, "ERROR", error=ErrorBody("UNKNOWN_TYPE", "No."))
    assert (
        JSON.body(said) == b'{"v":1,"type":"ERROR","error":{"code":"UNKNOWN_TYPE","message":"No."}}'
    )
    assert msgspec.msgpack.decode(PACKED.body(said)) == msgspec.json.decode(JSON.body(said))


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_states_its_length_as_rfc_6455_says(size):
    made = frame(2, b"x" * size)
    assert made[0] == 0x82
    head = {0: 2, 125: 2, 126: 4, 65_535: 4, 65_536: 10}[size]
    assert len(made) == head + size
    if head == 4:
        assert (made[1], int.from_bytes(made[2:4], "big")) == (126, size)
    elif head == 10:
        assert (made[1], int.from_bytes(made[2:10], "big")) == (127, size)


@pytest.mark.parametrize("depth", [DEEPEST - 1, DEEPEST])
def test_how_deep_a_message_may_be_does_not_depend_on_the_python(depth):
    """The envelope itself is one level, its payload the next."""
    inside = b"[" * (depth - 1) + b"]" * (depth - 1)
    plain = b'{"type":"T","payload":{"a":' + inside + b"}}"
    packed = b"\x82\xa4type\xa1T\xa7payload\x81\xa1a" + b"\x91" * (depth - 2) + b"\x90"
    for codec, body in ((JSON, plain), (PACKED, packed)):
        if depth < DEEPEST:
            assert codec.read(body).type == "T"
        else:
            with pytest.raises(Refused, match="nested too deeply"):
                codec.read(body)


def test_brackets_in_texts_nest_nothing():
    text = '[{"' * 5_000
    body = msgspec.json.encode({"type": "T", "payload": {"a": text, "b": [[]] * 200}})
    assert JSON.read(body).type == "T"
