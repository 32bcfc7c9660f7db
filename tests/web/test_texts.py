"""Every text the page asks for is there, in both languages, and none is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cutcard import games

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cutcard"
LANGUAGES = ("en", "zh")
PAGES = sorted(place.parent for place in SOURCE.glob("games/*/page/table.js"))
CALL = re.compile(r"\b(?:t|say)\(")
WORD = re.compile(r"""(===\s*|!==\s*)?"([\w.]+)\"""")
BUILT = re.compile(r"`([a-z]\w*\.)(?:\w+\.)*\$\{")
READ_BY_ROOM = ("game.", "quick.", "option.", "bot.", "refusal.", "phrase.", "record.", "mark.",
                "ladder.", "achievement.")  # fmt: skip


def texts(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / f"{language}.json").read_text())
    return found


def code(*folders: Path) -> str:
    return "\n".join(path.read_text() for folder in folders for path in folder.rglob("*.js"))


def first_argument(source: str, start: int) -> str:
    """What stands between a call's bracket and its first comma or its end."""
    depth = 0
    for at in range(start, len(source)):
        if source[at] in "([{":
            depth += 1
        elif source[at] in ")]}" and depth:
            depth -= 1
        elif source[at] in ")," and not depth:
            return source[start:at]
    return source[start:]


def used(source: str) -> tuple[set[str], set[str]]:
    """The keys named in the code, and the beginnings of those built at run time."""
    asked = [first_argument(source, call.end()) for call in CALL.finditer(source)]
    keys = {key for text in asked for compared, key in WORD.findall(text) if not compared}
    return keys, set(BUILT.findall(source))


def test_the_scan_itself_sees_keys_and_not_words_compared_with() -> None:
    keys, built = used('t(a === "X" ? "one.two" : f("q") ? "b" : "c", {n: "no"}); t(`end.${x}`)')
    assert keys == {"one.two", "q", "b", "c"}
    assert built == {"end."}


@pytest.mark.parametrize("folder", [SOURCE / "web" / "text", *PAGES], ids=lambda f: f.parent.name)
def test_both_languages_have_the_same_keys_and_arguments(folder: Path) -> None:
    english, chinese = (texts(folder, language) for language in LANGUAGES)
    assert list(english) == list(chinese)
    for key, text in english.items():
        names = set(re.findall(r"\{(\w+)", text))
        assert set(re.findall(r"\{(\w+)", chinese[key])) <= names, key
        assert chinese[key].strip(), key


def test_the_room_has_every_text_it_asks_for_and_no_other() -> None:
    keys, built = used(code(SOURCE / "web"))
    there = set(texts(SOURCE / "web" / "text", "en"))
    games_own = {key for page in PAGES for key in texts(page, "en")}
    assert keys - there - games_own == set()
    left = {key for key in there - keys if not key.startswith(tuple(b for b in built if b))}
    assert left == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_game_has_every_text_it_asks_for_and_no_other(page: Path) -> None:
    keys, built = used(code(page))
    there = set(texts(page, "en"))
    assert keys - there - set(texts(SOURCE / "web" / "text", "en")) == set()
    begun = (*READ_BY_ROOM, *(b for b in built if b))
    assert {key for key in there - keys if not key.startswith(begun)} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_the_lobby_can_name_every_option_and_every_start(page: Path) -> None:
    there = texts(page, "en")
    about = json.loads((page / "page.json").read_text())
    assert {"game.name", "game.about"} <= set(there)
    assert {f"quick.{one['name']}" for one in about["quick"]} <= set(there)
    options = games.game(page.parent.name).Options
    names = {field.encode_name for field in __import__("msgspec").structs.fields(options)}
    hidden = set(about.get("hidden", ()))
    assert {name for name in names - hidden if f"option.{name}" not in there} == set()
    assert set(about["first"]) | hidden <= names


def test_every_achievement_has_words_in_both_languages() -> None:
    """Issue 18, point 6: an achievement is no identifier on the screen."""
    for path in [*SOURCE.glob("games/*/achievements.json"), SOURCE / "arena/achievements.json"]:
        for one in json.loads(path.read_text()):
            game, _, name = one["id"].partition(".")
            folder = SOURCE / "web/text" if game == "any" else SOURCE / f"games/{game}/page"
            for language in LANGUAGES:
                said = texts(folder, language)
                assert {f"achievement.{name}", f"achievement.{name}.about"} <= set(said), one["id"]


# Issue 18, point 9: words. What is on screen is written for people.
ENGINE = re.compile(
    r"[A-Z]{2,}_[A-Z]|\b[a-z]+[A-Z]\w*\b(?!\})|\bCE\b(?!\))|\(s\)|\b0 (for|:)|\(0:|\(empty|\bms\b"
)
BRANDS = re.compile("PokerStars|iPhone|macOS|OpenAPI|JavaScript|WebSocket")
STRAIGHT = re.compile(r"['\"]")
MANY = re.compile(r"(?<!\|)\{(n|moves)\} [a-z]{2,}s\b")
MORE_THAN_ONE = {  # never said of one
    *("mulligan.second", "head.solved", "story.run", "story.remembered", "end.streak"),
    *("curve.days", "account.least", "allIn.text", "open.watchLater", "fair.cardsAll"),
    *("note.reduction", "tell.start"),
}
ALL = [SOURCE / "web" / "text", *PAGES]


def said(folder: Path, language: str) -> dict[str, str]:
    """What is said, without the names of its holes."""
    all_ = texts(folder, language)
    return {key: re.sub(r"\{\w+[|}]", "{}", text) for key, text in all_.items()}


@pytest.mark.parametrize("folder", ALL, ids=lambda f: f.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_engine_is_on_screen(folder: Path, language: str) -> None:
    for key, text in said(folder, language).items():
        if not key.startswith("admin."):  # the house's own page
            assert not ENGINE.search(BRANDS.sub("", text)), (key, text)


@pytest.mark.parametrize("folder", ALL, ids=lambda f: f.parent.name)
def test_quotes_and_plurals_are_those_of_the_language(folder: Path) -> None:
    for key, text in texts(folder, "en").items():
        assert not STRAIGHT.search(text), (key, text)
        assert not MANY.search(text) or key in MORE_THAN_ONE, (key, text)
    for key, text in said(folder, "zh").items():
        assert not STRAIGHT.search(text), (key, text)
        assert not re.search("[\u4e00-\u9fff][,;!?]|[,;!?][\u4e00-\u9fff]", text), (key, text)


def test_games_have_names_that_nobody_confuses() -> None:
    """Issue 18, point 9: Battle and Duel were both called a fight in Chinese."""
    for language in LANGUAGES:
        names = [texts(page, language)["game.name"] for page in PAGES]
        assert len(set(names)) == len(names)
        for one in names:
            assert not [other for other in names if other is not one and set(one) & set(other)
                        and language == "zh" and len(set(one) & set(other)) > 1], names  # fmt: skip
