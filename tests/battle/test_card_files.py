"""Card files: what is wrong is found whole, with its path; nothing of a wrong file is loaded."""

from __future__ import annotations

import copy
import re
import sys
import time

import msgspec
import pytest

from cutcard.games import battle
from cutcard.games.battle import sets, terms_zh, words
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.inspection import problems
from cutcard.kernel.rng import Rng

DATA = msgspec.json.decode(sets.STARTER.read_bytes())
NONSENSE = ("", "nonsense", -1, 10**9, 1.5, None, True, [], {}, ["x"], {"x": 1}, "$nobody", "X")


def places(value, path=()):
    """Every place in a file, with the value there."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places(inner, (*path, i))


def put(data, path, value):
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def drop(data, path):
    for key in path[:-1]:
        data = data[key]
    del data[path[-1]]


def test_the_starter_set_has_no_problem():
    assert problems(DATA) == []


def test_every_word_of_the_vocabulary_is_used_by_some_card():
    text = sets.STARTER.read_text(encoding="utf-8")
    for word in (*v.EFFECTS, *v.TRIGGERS, *v.KEYWORDS, *v.STATUSES, *v.TYPES):
        assert f'"{word}"' in text, word


def test_texts_say_what_the_data_does():
    """Nothing is written by hand, so no text can say something else; what is written stands."""
    names = {card["id"]: card["name"] for card in DATA["cards"]}
    for card, d in zip(DATA["cards"], sets.starter().defs, strict=True):
        assert "text" not in card
        assert d.text == words.card_text(card, names), card["id"]
        for odd in ("the source", "that target", "MAIN_", "EVENT_", "None", "  "):
            assert odd not in d.text, d.text
    own = copy.deepcopy(DATA)
    own["cards"][0]["text"] = "Carries a lantern."
    made = sets.load(msgspec.json.encode(own).decode())
    assert made.defs[0].text == "Carries a lantern."


def test_the_starter_set_is_there_in_chinese_too():
    """Names and texts, with nothing left over in Latin letters but X."""
    page = msgspec.json.decode((sets.STARTER.parents[1] / "page" / "zh.json").read_bytes())
    assert {
        f"keyword.{word}": name for word, name in terms_zh.KEYWORD.items()
    }.items() <= page.items()
    assert {
        f"status.{word}": name for word, name in terms_zh.STATUS.items()
    }.items() <= page.items()
    for d in sets.starter().defs:
        chinese = d.face.zh
        assert chinese is not None
        said = (chinese.name, chinese.text, *chinese.abilities, *chinese.targets)
        assert not re.search(r"[A-WYZa-z]", "".join(said)), said
        assert bool(chinese.text) == bool(d.text)
        assert len(chinese.abilities) == len(d.face.abilities)
        assert len(chinese.targets) == len(d.face.targets)


def test_the_starter_set_is_large_and_has_a_top_end():
    cards = [d for d in sets.starter().defs if not d.token]
    assert len(cards) >= 120
    assert len(sets.starter().decks) >= 6
    assert sum(d.cost >= 7 for d in cards) >= 8


def test_all_problems_at_once_with_path_and_hint():
    data = copy.deepcopy(DATA)
    lance = next(i for i, card in enumerate(data["cards"]) if card["id"] == "scorch_lance")
    effect = data["cards"][lance]["effects"][0]
    effect["ammount"] = effect.pop("amount")
    data["cards"][0]["type"] = "UNTI"
    data["cards"][2]["keywords"] = ["RUHS"]
    data["cards"][1]["abilities"][0]["effects"][0]["do"] = "MODFY_STAT"
    found = problems(data)
    where = f"cards[{lance}] (scorch_lance).effects[0]"
    assert f"{where}: DAMAGE has no field 'ammount'; did you mean 'amount'?" in found
    assert f"{where}: DAMAGE needs 'amount'" in found
    assert any("'UNTI' is no type of card; did you mean 'UNIT'?" in one for one in found)
    assert any("did you mean 'RUSH'?" in one for one in found)
    assert any("did you mean 'MODIFY_STAT'?" in one for one in found)
    with pytest.raises(sets.BadSet) as bad:
        sets.load(msgspec.json.encode(data).decode())
    assert bad.value.problems == found


def repeat(data, depth, rng):
    """Some card's effects, repeated and repeated again."""
    spells = [card for card in data["cards"] if "effects" in card]
    card = spells[rng.below(len(spells))]
    for _ in range(depth):
        times = (2, 10, 99, {"count": {"all": "UNIT"}})[rng.below(4)]
        card["effects"] = [{"do": "REPEAT", "amount": times, "effects": card["effects"]}]


def mutants(count, seed):
    rng = Rng.named(seed)
    everywhere = [(path, value) for path, value in places(DATA) if path]
    for _ in range(count):
        data = copy.deepcopy(DATA)
        path, _ = everywhere[rng.below(len(everywhere))]
        kind = rng.below(5)
        if kind == 0:
            drop(data, path)
        elif kind == 4:
            repeat(data, 1 + rng.below(6), rng)
        elif kind == 1 and isinstance(path[-1], str):
            put(data, (*path[:-1], f"{path[-1]}x"), 1)
        else:
            put(data, path, NONSENSE[rng.below(len(NONSENSE))])
        yield path, data


HOLD = 0.05  # seconds of work a set or a move may take away from the other tables
PLAYED = 8  # right files that are played with


def held(work, *given):
    """What it gave, having held up nobody: work is timed in the time of this process alone, and
    the shortest of three tries counts, as a collection of garbage may fall into one. Where every
    line is counted for coverage, it takes as much longer."""
    most = HOLD if sys.gettrace() is None else 3 * HOLD
    for _ in range(3):
        began = time.process_time()
        found = work(*given)
        took = time.process_time() - began
        if took <= most:
            return found
    raise AssertionError(f"it held everybody up for {took * 1000:.0f} ms")


def played(text, number):
    """Some moves with a set; each is made on two copies, so that it can be timed twice."""
    rng = Rng.named(f"played {number}")
    game = battle.deal(battle.Options(card_set=text, timers="off"), 2, rng.fork())
    for _ in range(80):
        if game.outcome() is not None:
            return
        seat = game.to_act()[0]
        legal = game.legal(seat)
        move = legal[rng.below(len(legal))]
        held(lambda: game.copy().play(seat, move, 0))  # noqa: B023  # it is called at once
        game.play(seat, move, 0)


@pytest.mark.parametrize("count", [420, pytest.param(3000, marks=pytest.mark.slow)])
def test_mutated_sets_get_clear_errors_and_load_nothing(count):
    """Wrong types, unknown names, missing targets, huge numbers, repeats within repeats: a
    sentence with a path, never a crash, and never long. A mutation that happens to leave a right
    file must load and be playable."""
    wrong = right = 0
    for path, data in mutants(count * 2, "mutants"):
        text = msgspec.json.encode(data).decode()
        found = held(sets.read, text)[1]
        if found:
            wrong += 1
            assert all(isinstance(one, str) and len(one) > 10 for one in found), path
            if wrong % 4 == 0:
                with pytest.raises(ValueError, match="cardSet"):
                    battle.Options(card_set=text)
        elif right < PLAYED:
            right += 1
            played(text, right)
        if wrong >= count:
            assert right == PLAYED
            return
    raise AssertionError(f"only {wrong} of the mutants were wrong")


def small(**changes):
    """A small right set, with one more card."""
    plain = [
        {
            "id": f"plain_{i}",
            "name": f"P{i}",
            "type": "UNIT",
            "cost": 1,
            "atk": 1,
            "def": 0,
            "hp": 1,
        }
        for i in range(14)
    ]
    head = {"format": "tcg-cards/1", "set": {"id": "small", "name": "Small"}}
    return {**head, "cards": [*plain, changes] if changes else plain}


def summoner(card, summoned):
    effects = [{"do": "SUMMON", "card": summoned}]
    ability = {"type": "TRIGGERED", "trigger": "ENTER_FIELD", "watch": "SELF", "effects": effects}
    stats = {"type": "UNIT", "cost": 1, "atk": 1, "def": 0, "hp": 1}
    return {"id": card, "name": card, **stats, "abilities": [ability]}


def test_cycles_of_summoning_are_found():
    data = small(**summoner("one", "two"))
    data["cards"].append(summoner("two", "one"))
    assert sum("summons itself, without end" in one for one in problems(data)) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "nested"),
        ('{"a":' * 60 + "1" + "}" * 60, "nested"),
        ("[]", "a card set is an object"),
        (" " * 200_000, "at most 131072"),
    ],
)
def test_files_that_are_no_sets(text, said):
    assert any(said in one for one in sets.read(text)[1])


def test_limits_of_a_set():
    assert any("at least 14" in one for one in problems({**small(), "cards": small()["cards"][:5]}))
    many = [{**small()["cards"][0], "id": f"c{i}"} for i in range(201)]
    assert any("at most 200" in one for one in problems({**small(), "cards": many}))
    deep = [{"do": "REPEAT", "amount": 1, "effects": []}]
    for _ in range(8):
        deep = [{"do": "REPEAT", "amount": 2, "effects": deep}]
    data = small(id="deep", name="Deep", type="TECHNIQUE", cost=1, effects=deep)
    assert any("nested more than" in one for one in problems(data))


def test_hidden_zones_are_never_looked_into():
    draws = {
        "type": "TRIGGERED",
        "trigger": "CARD_DRAWN",
        "watch": "ANY",
        "filter": {"type": "UNIT"},
    }
    draws["effects"] = [{"do": "DRAW", "target": "CONTROLLER", "amount": 1}]
    card = {"id": "spy", "name": "Spy", "type": "FIELD", "cost": 1, "abilities": [draws]}
    assert any("hidden" in one for one in problems(small(**card)))
    count = {"count": {"zone": "HAND", "side": "ENEMY", "filter": {"type": "UNIT"}}}
    effects = [{"do": "DAMAGE", "target": "OPPONENT", "amount": count}]
    card = {"id": "peek", "name": "Peek", "type": "TECHNIQUE", "cost": 1, "effects": effects}
    assert any("hidden" in one for one in problems(small(**card)))


def test_a_table_may_use_a_set_its_host_brings(play):
    text = msgspec.json.encode(small()).decode()
    options = battle.Options(card_set=text, timers="off")
    game = battle.deal(options, 2, Rng.named("own"))
    assert game.view(0).decks == ("every_card",)
    play(game, Rng.named("own"))
    assert game.outcome() is not None
    back = msgspec.json.decode(msgspec.json.encode(options), type=battle.Options)
    assert back == options


def test_a_set_never_runs_anything():
    data = small(id="run", name="Run", type="TECHNIQUE", cost=1, script="os:system", effects=[])
    assert any("no field 'script'" in one for one in problems(data))


def test_a_set_packed_into_a_line_is_the_same_set():
    text = sets.STARTER.read_text(encoding="utf-8")
    line = sets.pack(text)
    assert len(line) < 12_000  # a message to the server has room for 16 kB
    made = battle.Options(card_set=line, decks=("beasts", "mystics")).cards
    assert [d.id for d in made.defs] == [d.id for d in sets.starter().defs]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("z:", "at all|no JSON"),
        ("z:!!!", "cannot be unpacked|no JSON"),
        ("z:AAAA", "cannot be unpacked"),
        (sets.pack(b" " * 5_000_000), "at most 131072"),  # it is not unpacked to its end
        (sets.pack("{"), "no JSON"),
    ],
)
def test_what_cannot_be_unpacked_is_said(line, said):
    assert any(re.search(said, one) for one in sets.read(line)[1])


def test_equipment_that_gives_nothing_by_itself_has_no_sentence_for_it():
    attach = {"kind": "UNIT", "side": "FRIENDLY"}
    card = {"id": "band", "name": "Band", "type": "EQUIPMENT", "cost": 1, "attach": attach}
    for equip in ({}, {"atk": 0}):
        made = sets.load(msgspec.json.encode(small(**card, equip=equip)).decode())
        assert made.by_id["band"].text == ""
