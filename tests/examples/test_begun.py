"""What `cutcard new` writes, of both kinds: sound for every tool, and played in the browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cutcard.check import check
from cutcard.cli.new import write

from ..browsing import ROOT, Serving, Visit
from ..command import QUICK_BOTS
from ..web.test_refusals import CHINESE, raised
from ..web.test_texts import used
from .looking import LOOKS, play_out
from .terminal import typed_through

KINDS = ("turns", "secret")


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of each kind, as pip would fill it."""
    folder = tmp_path_factory.mktemp("begun")
    for kind in KINDS:
        write(f"my_{kind}", folder / f"my_{kind}", folder / f"my_{kind}", kind)
    told = folder / "begun-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: begun\nVersion: 1.0\n")
    points = "".join(f"my_{kind} = my_{kind}\n" for kind in KINDS)
    (told / "entry_points.txt").write_text(f"[cutcard.games]\n{points}")
    return folder


@pytest.fixture
def serving(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setenv("PYTHONPATH", str(begun))
    with Serving(tmp_path, main=QUICK_BOTS) as made:
        yield made


@pytest.mark.parametrize("kind", KINDS)
def test_it_passes_check_and_can_be_played_in_a_terminal(begun: Path, kind: str) -> None:
    folder = str(begun / f"my_{kind}")
    report = check(folder, cases=120)
    assert report.ok, [str(fault) for fault in report.faults]
    assert re.search(
        r"\b(?:wins|win|share)\b.*Score", typed_through(folder, "--seed", "new", path=begun)
    )


@pytest.mark.parametrize(
    "tool",
    [("mypy", "--strict"), ("ruff", "check"), ("ruff", "format", "--check")],
    ids=["mypy", "ruff", "format"],
)
def test_tools_find_nothing_to_say(begun: Path, tool: tuple[str, ...]) -> None:
    config = ("--config", str(ROOT / "pyproject.toml")) if tool[0] == "ruff" else ()
    names = [f"my_{kind}" for kind in KINDS]
    done = subprocess.run(
        [sys.executable, "-m", *tool, *config, *names],
        cwd=begun,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_its_page_has_every_text_in_both_languages(begun: Path, kind: str) -> None:
    folder = begun / f"my_{kind}"
    english, chinese = (
        json.loads((folder / f"page/{language}.json").read_text()) for language in ("en", "zh")
    )
    assert list(english) == list(chinese)
    assert english["game.name"] == f"My {kind}"
    codes = {key.removeprefix("refusal.") for key in english if key.startswith("refusal.")}
    assert codes == raised(folder)
    assert all(CHINESE.search(chinese[f"refusal.{code}"]) for code in codes)
    keys, built = used((folder / "page/table.js").read_text())
    assert keys <= set(english)
    assert built <= {"told."}
    facts = re.findall(r'tag="([A-Z_]+)"', (folder / "moves.py").read_text())
    assert {f"told.{fact}" for fact in facts} <= set(english)
    sheet = (folder / "page/table.css").read_text()
    assert "grid-template-columns" in sheet
    assert f".game-my_{kind} " in sheet


def step(page: Page) -> None:
    card = page.locator(".held[aria-disabled=false]").first
    if card.count():
        card.click()
    elif page.locator(".actions button.primary[aria-disabled=false]").count():
        page.locator(".actions button.primary").click()


@pytest.mark.browser
@pytest.mark.parametrize(("kind", "look"), [("turns", "phone"), ("secret", "wide")])
def test_it_is_played_to_its_end_in_the_browser(visit: Visit, kind: str, look: str) -> None:
    guest = visit(look)
    width, height = LOOKS[look]
    guest.page.set_viewport_size({"width": width, "height": height})
    page = guest.lobby()
    page.locator(f"[data-game=my_{kind}] .game-starts button").first.click()
    expect(page.locator(f".game-my_{kind} .held").first).to_be_visible()
    guest.accessible(f"begun-{kind}")
    play_out(page, step)
    guest.accessible(f"begun-{kind}-over")
