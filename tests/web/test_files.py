"""What is promised of the source: no markup from data, nothing from elsewhere, whole pages."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cutcard"
FOLDERS = [SOURCE / "web", *sorted(place.parent for place in SOURCE.glob("games/*/page/table.js"))]
CODE = sorted(path for folder in FOLDERS for path in folder.rglob("*.js"))
STYLES = sorted(path for folder in FOLDERS for path in folder.rglob("*.css"))
FORBIDDEN = (
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "eval(",
    "new Function",
    'setAttribute("style"',
    "alert(",
)


DRESS = re.compile(r'dress\(at\("/games/[\w-]+/([\w.-]+\.css)"\)\)')  # with what is opened later


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_code_makes_no_markup_from_text_and_loads_nothing_from_elsewhere(path: Path) -> None:
    source = path.read_text()
    assert [word for word in FORBIDDEN if word in source] == []
    hosts = set(re.findall(r"https?://([\w.-]+)", source)) - {"www.w3.org", "host"}
    assert hosts == set()
    for target in re.findall(r"""from "([^"]+)"|import\((?:at\()?`?"?([^"`)]+)""", source):
        name = target[0] or target[1]
        assert name.startswith((".", "/games/", "/web/")), name


@pytest.mark.parametrize("path", STYLES, ids=lambda path: f"{path.parent.parent.name}-{path.name}")
def test_styles_keep_to_the_house(path: Path) -> None:
    source = path.read_text()
    assert "@import" not in source
    assert not re.search(r"url\(\s*[\"']?https?:", source)
    if path.parent.name == "page":
        own = f".game-{path.parent.parent.name}"
        plain = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
        for rule in re.findall(r"(?:^|\})\s*([^@{}]+)\{", plain):
            for selector in re.split(r",(?![^()]*\))", rule):  # not within `:is(…, …)`
                assert selector.strip().startswith(own), selector
    sizes = set(re.findall(r"font-size:\s*([^;]+);", source))
    assert all("var(--text-" in size or "var(--tile)" in size for size in sizes), sizes


def test_a_page_is_whole() -> None:
    for folder in FOLDERS[1:]:
        names = {path.name for path in folder.iterdir()}
        assert {"table.js", "table.css", "en.json", "zh.json", "page.json"} <= names, folder


def test_every_sheet_of_a_game_is_loaded_once() -> None:
    for folder in FOLDERS[1:]:
        named = re.search(
            r"^export const sheets = (\[.*\]);", (folder / "table.js").read_text(), re.MULTILINE
        )
        again = json.loads((folder / "page.json").read_text()).get("replay", {}).get("sheet")
        late = [DRESS.findall(path.read_text()) for path in folder.rglob("*.js")]
        loaded = [
            "table.css",
            *(json.loads(named[1]) if named else []),
            *([again] if again else []),
            *itertools.chain(*late),
        ]
        assert sorted(loaded) == sorted(path.name for path in folder.rglob("*.css")), folder
