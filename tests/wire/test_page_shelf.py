"""The page as it travels: modules joined, packed, and kept for good under a name that changes."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import shutil
import subprocess

import brotli
import pytest
from aiohttp import web

from cutcard import game_names
from cutcard.lobby.cards import page_folder
from cutcard.wire import files
from cutcard.wire.files import ROOT
from cutcard.wire.page import Asset, Shelf, lay
from cutcard.wire.page.join import Unjoinable, join_modules, resolve

LOBBY = 90_000  # bytes on the wire, the page's own figure
TABLE = 60_000
HEAD = 700  # bytes of an answer's head, as Chromium counts them


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf(ROOT, *files.laid_with())


def test_modules_are_called_once_in_the_order_of_their_imports():
    files = {
        "/a.js": """import {two, three as drei} from "./x/b.js";
import "/c.js";
export const sum = two + drei;
""",
        "/x/b.js": """import {one} from "../c.js";
/** Twice. */
export function twice(n) { return 2 * n; }
export const two = twice(one);
const three = 3;
export {three};
""",
        "/c.js": """// one
export const one = 1; globalThis.calls = (globalThis.calls ?? 0) + 1;
""",
    }
    made = join_modules("/a.js", files.__getitem__)
    assert made.places == ["/c.js", "/x/b.js", "/a.js"]
    assert made.exports == ["sum"]
    assert "Twice" not in made.text
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here to run what was joined; Chromium runs it in tests/web")
    said = subprocess.run(
        [node, "-e", f"{made.text} console.log(m2.sum, globalThis.calls)"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.split() == ["5", "1"]


def test_words_at_the_end_of_a_line_stay_at_home():
    text = (
        'export const a = 1; // one\n\n\nexport const b = "x; // y"; // "two"\n'
        'export const c = [ // three\n  "http://a.b", // four\n];\n'
    )
    made = join_modules("/a.js", {"/a.js": text}.__getitem__).text
    assert "one" not in made
    assert "three" not in made
    assert "four" not in made
    assert '"x; // y"; // "two"' in made  # where a quote follows it might be a text: it stays
    assert '"http://a.b",\n' in made
    assert "\n\n" not in made


def test_what_only_readers_need_does_not_travel(tmp_path):
    files = {
        "/a.js": """const one = 1; // a unit
export const two = [
  one, // once
  "a; // b",
  `c, // ${one}`,
  'd, // e', // it's kept: its sign might end a text
];
"""
    }
    made = join_modules("/a.js", files.__getitem__).text
    assert "a unit" not in made
    assert "once" not in made
    assert all(one in made for one in ('"a; // b"', "`c, // ${one}`", "'d, // e'"))
    room, game = tmp_path / "web", tmp_path / "game"
    shutil.copytree(ROOT, room)
    game.mkdir()
    (game / "table.css").write_text("/* why */\n.one {\n  color: red; /* how */\n}\n")
    sheet = Shelf(room, {"g": game}).find("games/g/table.css")
    assert sheet.body.decode() == ".one {\ncolor: red;\n}"


def test_what_is_loaded_already_is_taken_from_there():
    files = {"/g/t.js": 'import {h} from "/web/dom.js";\nexport function table() { return h; }\n'}
    made = join_modules("/g/t.js", files.__getitem__, {"/web/dom.js": "modules.dom"})
    assert made.places == ["/g/t.js"]
    assert "const {h} = modules.dom;" in made.text


@pytest.mark.parametrize(
    "files",
    [
        {"/a.js": 'import {b} from "./b.js";\n', "/b.js": 'import {a} from "./a.js";\n'},
        {"/a.js": 'import all from "./b.js";\n', "/b.js": "export default 1;\n"},
        {"/a.js": "export default function f() {}\n"},
        {"/a.js": "export let counter = 0;\n"},
    ],
    ids=["a circle", "a default taken", "a default given", "a binding that changes"],
)
def test_what_cannot_be_joined_is_refused(files):
    with pytest.raises(Unjoinable, match=r"/[ab]\.js"):
        join_modules("/a.js", files.__getitem__)


def test_addresses_are_resolved_as_a_browser_does():
    assert resolve("/web/screens/a.js", "../dom.js") == "/web/dom.js"
    assert resolve("/games/x/t.js", "/web/dom.js") == "/web/dom.js"


def test_every_shipped_module_is_joined(shelf):
    names = {"/web/main.js"} | {f"/games/{name}/table.js" for name in game_names()}
    assert names <= shelf.names.keys()
    for text in (asset.body.decode() for path, asset in shelf.assets.items() if path[-3:] == ".js"):
        assert not re.search(r"^(import|export) (?!const|\{modules\})", text, re.MULTILINE)


def test_the_lobby_and_a_table_are_small_on_the_wire(shelf):
    for coding in ("br", "gzip"):
        for language in ("en", "zh"):
            first = ["room.js", "web/css/room-joined.css", f"text/{language}.json"]
            first += ["web/css/icon.svg", "web/manifest.webmanifest"]
            lobby = sum(HEAD + len(shelf.find(path).best(coding)[0]) for path in first)
            lobby += HEAD + len(shelf.index.best(coding)[0])
            assert lobby <= LOBBY, (coding, language, lobby)
        for name in game_names():
            sheets = {shelf.names[one] for one in shelf.files if _sheet(one, name)}
            assert len(sheets) == 1, "one answer has them all"
            code = (shelf.names["/web/screens/table.js"], shelf.names[f"/games/{name}/table.js"])
            own = [address.removeprefix(f"{shelf.base}/") for address in (*code, *sheets)]
            table = sum(HEAD + len(shelf.find(path).best(coding)[0]) for path in own)
            assert table <= TABLE, (coding, name, table)


def _sheet(address: str, name: str) -> bool:
    """One that comes with the table, as its module names them: others come when they are needed."""
    text = (page_folder(name) / "table.js").read_text()
    named = re.search(r"export const sheets = (\[.*\]);", text)
    sheets = ["table.css", *(json.loads(named.group(1)) if named else [])]
    return address in {f"/games/{name}/{sheet}" for sheet in sheets}


def test_a_games_sheets_are_one_answer_in_the_order_its_table_names(tmp_path):
    room, game = tmp_path / "web", tmp_path / "game"
    shutil.copytree(ROOT, room)
    game.mkdir()
    for name in ("b", "table", "a", "other"):
        (game / f"{name}.css").write_text(f"/* {name} */\n.{name} {{\n  top: 0;\n}}\n")
    code = 'export const sheets = ["a.css", "b.css"];\nexport function table() {}\n'
    (game / "table.js").write_text(code)
    shelf = Shelf(room, {"g": game})
    one = {shelf.names[f"/games/g/{name}.css"] for name in ("table", "a", "b")}
    assert len(one) == 1
    body = shelf.find(one.pop().removeprefix(f"{shelf.base}/")).body.decode()
    assert [line[1:-2] for line in body.splitlines() if line[0] == "."] == ["table", "a", "b"]
    assert shelf.names["/games/g/other.css"] == f"{shelf.base}/games/g/other.css"


def test_modules_of_one_name_in_two_folders_are_two_answers(shelf):
    addresses = [one for one in shelf.names.values() if one.endswith(".js")]
    assert len(addresses) == len(set(addresses))
    assert shelf.names["/web/plain/table.js"] != shelf.names["/web/screens/table.js"]


def test_the_texts_of_all_games_are_one_answer(shelf):
    for language in ("en", "zh"):
        said = json.loads(shelf.find(f"text/{language}.json").body)
        assert said["room"] == json.loads((ROOT / "text" / f"{language}.json").read_text())
        assert set(said["games"]) == {one["name"] for one in said["listed"]} == set(game_names())


def test_the_version_changes_with_any_file_and_only_then(tmp_path):
    room, game = tmp_path / "web", tmp_path / "game"
    shutil.copytree(ROOT, room)
    shutil.copytree(page_folder(game_names()[0]), game)
    one = Shelf(room, {"g": game})
    assert not one.changed()
    assert Shelf(room, {"g": game}).version == one.version
    (game / "table.css").write_text("/* another */")
    assert one.changed()
    assert Shelf(room, {"g": game}).version != one.version


def test_a_shelf_that_was_made_is_not_made_again_until_a_file_changes(tmp_path):
    (tmp_path / "index.html").write_text("<head>\n  </head>\n")
    (tmp_path / "main.js").write_text("export const one = 1;\n")
    first = lay(tmp_path, {}, b'{"games": []}')
    assert lay(tmp_path, {}, b'{"games": []}') is first
    assert lay(tmp_path, {}, b'{"games": [1]}').version != first.version
    (tmp_path / "main.js").write_text("export const one = 1 + 1;\n")
    assert lay(tmp_path, {}, b'{"games": []}').version != first.version


def test_a_server_that_has_settled_packs_what_everybody_asks_for_first(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SETTLED", 0.0)
    (tmp_path / "index.html").write_text("<head>\n  </head>\n")
    (tmp_path / "main.js").write_text("export const words = `" + "once more " * 100 + "`;\n")

    async def packed() -> list[Asset]:
        app = web.Application()
        files.add_routes(app, tmp_path)
        runner = web.AppRunner(app)
        await runner.setup()
        first = lay(tmp_path, *files.laid_with()).first()
        for _ in range(2000):
            if all("brotlied" in vars(one) for one in first if one.packs):
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("after twenty seconds nothing is packed")
        await runner.cleanup()
        return first

    assert sum(one.packs for one in asyncio.run(packed())) > 1


def test_a_module_that_cannot_be_joined_leaves_the_page_as_it_lies(tmp_path):
    room, game = tmp_path / "web", tmp_path / "game"
    shutil.copytree(ROOT, room)
    game.mkdir()
    (game / "table.js").write_text('import everything from "/web/dom.js";\n')
    (game / "en.json").write_text("{not json")
    shelf = Shelf(room, {"g": game})
    assert "/games/g/table.js" not in shelf.names
    assert "/web/main.js" in shelf.names
    assert "g" not in json.loads(shelf.find("text/en.json").body)["games"]


def test_an_answer_comes_in_the_coding_its_asker_takes():
    body = b"cards " * 200
    asset = Asset(body, ".css")
    assert asset.best("") == (body, None)
    packed, coding = asset.best("gzip, deflate")
    assert (coding, gzip.decompress(packed)) == ("gzip", body)
    packed, coding = asset.best("gzip, br;q=1.0")
    assert (coding, brotli.decompress(packed)) == ("br", body)
    assert Asset(b"short", ".css").best("gzip, br") == (b"short", None)
    assert Asset(body, ".png").best("gzip, br")[1] is None
