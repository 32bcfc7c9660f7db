"""Users in the place of seats, and nothing else changed."""

import msgspec

from cutcard.wire.people import marked, names_a_player, with_people

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
