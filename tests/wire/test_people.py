"""Users in the place of seats, and nothing else changed."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cutcard.wire.people import marked, names_a_player, people_in_json, with_people

IDS = ["ann", None, "cy"]


def test_only_fields_that_name_a_player_are_replaced():
    said = {
        "type": "GAME_ROUND_REVEAL",
        "winnerId": 2,
        "playerId": 0,
        "nextPlayerId": 2,
        "roundWinnerId": 0,
        "cards": {"0": "Ah", "2": "Kd"},
        "seat": 2,
        "rounds": [{"winnerId": 0}, {"winnerId": "tie"}, [{"playerId": 2}]],
    }
    assert with_people(said, IDS) == {
        **said,
        "winnerId": "cy",
        "playerId": "ann",
        "nextPlayerId": "cy",
        "roundWinnerId": "ann",
        "rounds": [{"winnerId": "ann"}, {"winnerId": "tie"}, [{"playerId": "cy"}]],
    }
    assert said["winnerId"] == 2, "what was given is shared with others and stays as it was"


def test_an_empty_seat_a_wrong_one_and_a_flag_stay():
    said = {"winnerId": 1, "playerId": 9, "lastPlayerId": -1, "firstWinnerId": True}
    assert with_people(said, IDS) == said


def test_names_that_only_look_alike_are_left_alone():
    assert not any(map(names_a_player, ("playerIds", "winner", "id", "player_id", "replayerid")))
    assert names_a_player("dealerPlayerId")


def test_what_needs_no_walk_is_seen_in_the_bytes():
    for encode in (msgspec.json.encode, msgspec.msgpack.encode):
        assert marked(encode({"a": [{"winnerId": 1}]}))
        assert marked(encode({"nextPlayerId": 1}))
        assert not marked(encode({"seat": 1, "players": [1]}))


names = st.sampled_from(
    [
        "playerId",
        "winnerId",
        "nextPlayerId",
        "playerIds",
        "id",
        'x"PlayerId',
        'x"playerId',
        ',"winnerId',
    ]
)
texts = st.sampled_from(['"winnerId":1', '{"playerId":0}', '\\"winnerId":2,', "tie"]) | st.text()
values = st.recursive(
    st.integers(-1, 3) | st.booleans() | st.none() | texts | st.floats(0, 2, width=16),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | texts, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_json_bytes_and_values_are_replaced_alike(value):
    for ids in (IDS, ['a"b', "\\", "\u00e9"]):
        replaced = people_in_json(msgspec.json.encode(value), ids)
        assert msgspec.json.decode(replaced) == with_people(value, ids)
