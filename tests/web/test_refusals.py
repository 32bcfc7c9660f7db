"""Whoever is refused reads why in his own language: every code of the rules and of the house has a
text, in the game's own files or in the room's."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cutcard.wire.codes import CODES

from .conftest import Visit

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cutcard"
ROOM = SOURCE / "web" / "text"
PAGES = sorted(place.parent for place in SOURCE.glob("games/*/page/table.js"))
HOUSE = [SOURCE / name for name in ("table", "lobby", "wire", "store")]
CHINESE = re.compile("[\u4e00-\u9fff]")


def raised(*folders: Path) -> set[str]:
    """Every code that the Python there refuses with, also by functions that are told the code."""
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    tree = ast.Module([node for path in paths for node in ast.parse(path.read_text()).body], [])
    raises = {"Illegal": 0, "Refusal": 0}  # where among its arguments each is told the code
    helpers: dict[str, int] = {}
    passed_on: set[ast.expr] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [one.arg for one in function.args.args if one.arg != "self"]
            for code in told(function, raises):
                if isinstance(code, ast.Name) and code.id in names:
                    helpers[function.name] = names.index(code.id)
                    passed_on.add(code)
    codes: set[str] = set()
    for code in told(tree, raises | helpers):
        named = {one.value for one in ast.walk(code) if isinstance(one, ast.Constant)}
        again = isinstance(code, ast.Attribute)  # somebody else's refusal, said once more
        assert named or again or code in passed_on, f"which code is {ast.unparse(code)}?"
        codes |= {str(name) for name in named}
    return codes


def told(tree: ast.AST, places: dict[str, int]) -> Iterator[ast.expr]:
    """What is said for a code in every call of one of these functions."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = ast.unparse(call.func).rpartition(".")[2]
            if name in places:
                yield call.args[places[name]]


def said(folder: Path, language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text())
    found = {key.partition(".")[::2]: text for key, text in texts.items()}
    return {code: text for (kind, code), text in found.items() if kind == "refusal"}


def test_the_scan_itself_sees_helpers_and_choices(tmp_path: Path) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text(
        'def no(self, why, code): raise Illegal(code, why)\nself.no("Never", "ONE")\n'
        'raise Illegal("TWO" if late else "THREE", "Not now")\nraise Refusal(word.code, "")\n'
    )
    assert raised(tmp_path) == {"ONE", "TWO", "THREE"}
    rules.write_text('raise Illegal(which, "Not now")')
    with pytest.raises(AssertionError, match="which code is which"):
        raised(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_has_a_text_of_every_code_of_its_rules(page: Path, language: str) -> None:
    codes, there = raised(page.parent), set(said(page, language))
    assert codes - there == set()
    assert there - codes - set(CODES) == set(), "nobody is refused with these any more"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_room_has_a_text_of_every_code_of_the_house(language: str) -> None:
    assert (raised(*HOUSE) | set(CODES)) - set(said(ROOM, language)) == set()


@pytest.mark.parametrize("folder", [ROOM, *PAGES], ids=lambda folder: folder.parent.name)
def test_in_chinese_it_is_said_in_chinese(folder: Path) -> None:
    foreign = {code for code, text in said(folder, "zh").items() if not CHINESE.search(text)}
    assert foreign == set()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("language", "pause", "sentence"),
    [
        ("en", "Pause", "Only a running clock can be stopped."),
        ("zh", "暂停", "计时没有进行\uff0c现在不能这样做。"),
    ],
)
def test_a_refused_move_is_explained_at_the_table(
    visit: Visit, language: str, pause: str, sentence: str
) -> None:
    guest = visit("phone", language=language)
    guest.open_table("memory", {"gridSize": [2, 2]}, 1)
    expect(guest.page.locator(".tile")).to_have_count(4)
    button = guest.page.get_by_role("button", name=pause, exact=True, include_hidden=True)
    button.dispatch_event("click")  # no clock runs, so the page hides it: nobody else can press it
    expect(guest.page.get_by_role("alert")).to_have_text(sentence)


@pytest.mark.browser
def test_a_games_text_is_taken_before_the_rooms_and_that_before_the_servers(visit: Visit) -> None:
    page = visit().lobby()
    script = """([answer, own]) => import("/web/text.js").then(async (m) => {
        await m.speak("en"); // this is a module apart: the page's own is within what was joined
        return own ? m.refusal(answer, m.speaker(own)) : m.refusal(answer);
    })"""
    full = {"code": "TABLE_FULL", "message": "Go away"}
    low = {"code": "TOO_LOW", "message": "At least 40", "details": {"least": 4000}}
    for answer, own, text in [
        (full, {"refusal.TABLE_FULL": "Six sit here."}, "Six sit here."),
        (full, {}, "All seats are taken."),
        (full, None, "All seats are taken."),
        (low, {"refusal.TOO_LOW": "Too low: {message}; {least}"}, "Too low: At least 40; 4,000"),
        (low, {}, "At least 40"),
        ({"code": "TOO_LOW", "message": ""}, {"refusal.TOO_LOW": "{message}"}, "That was refused."),
        ({}, {}, "That was refused."),
    ]:
        assert page.evaluate(script, [answer, own]) == text
