"""The page as it is served: everything of one state of its files under one address, `/v/VERSION/`.

The version is made from the files themselves, so that whatever lies under it never changes and a
browser keeps it for good; the page at `/` names the version there is. Below it are the modules
joined, the texts of all games and their list in one answer for each language, and every other file
as it lies.
"""

from __future__ import annotations

import gzip
import json
import logging
import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from .join import Unjoinable, join_modules

try:
    import brotli  # type: ignore[import-untyped]  # it has no types
except ImportError:  # gzip does nearly as well
    brotli = None

log = logging.getLogger("cutcard.page")

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
}
PACKED = {".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".txt", ".md"}
SMALL = 400  # bytes that are not worth packing
LANGUAGES = ("en", "zh")
LATE = re.compile(r'import\(at\("(/(?:web|games)/[^"]+)"\)\)')  # what is loaded when it is needed
SHEETS = re.compile(r'^export const sheets = \[((?:"[\w.-]+\.css"(?:, )?)*)\];', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Asset:
    """One answer, in every coding it can be sent in; packed when it is first asked for."""

    def __init__(self, body: bytes, suffix: str) -> None:
        self.body = body
        self.kind = TYPES[suffix]
        self.packs = suffix in PACKED and len(body) >= SMALL
        self.tag = sha256(body).hexdigest()[:16]

    @cached_property
    def gzipped(self) -> bytes:
        return gzip.compress(self.body, 9, mtime=0)

    @cached_property
    def brotlied(self) -> bytes | None:
        return None if brotli is None else brotli.compress(self.body, quality=11)

    def best(self, accepted: str) -> tuple[bytes, str | None]:
        """The shortest body that the asker takes, and its coding."""
        if self.packs:
            codings = {one.split(";")[0].strip() for one in accepted.lower().split(",")}
            if "br" in codings and self.brotlied is not None:
                return self.brotlied, "br"
            if "gzip" in codings:
                return self.gzipped, "gzip"
        return self.body, None


class Shelf:
    """All files of the page at one moment. `games` are the folders of the games' own parts,
    `listed` is the API's answer about games, which does not change while this runs."""

    def __init__(
        self,
        room: Path,
        games: Mapping[str, Path],
        listed: bytes = b"",
    ) -> None:
        self.room = room
        self.games = games
        self.listed = listed
        self.files = _files(room, games)
        self.stamp = _stamp(self.files)
        made = sha256()
        for address, path in sorted(self.files.items()):
            made.update(f"{address}\0{path.stat().st_size}\0".encode())
            made.update(path.read_bytes())
        made.update(listed)
        self.version = made.hexdigest()[:12]
        self.base = f"/v/{self.version}"
        self.assets: dict[str, Asset] = {}
        self.names: dict[str, str] = {}  # where the page finds what it would look for elsewhere
        self._texts()
        self._modules()
        self._sheets()
        self.index = Asset(self._index().encode(), ".html")

    def changed(self) -> bool:
        """Whether a file has been changed, added or taken away since."""
        return _stamp(_files(self.room, self.games)) != self.stamp

    def find(self, path: str) -> Asset | None:
        """What is under the version at this path."""
        found = self.assets.get(path)
        if found is None and (file := self.files.get("/" + path)) is not None:
            body = file.read_bytes()
            if file.suffix == ".css":
                body = _squeezed(body.decode()).encode()
            found = self.assets[path] = Asset(body, file.suffix)
        return found

    def first(self) -> list[Asset]:
        """What everybody asks for first: worth packing before they do."""
        return [self.index, *self.assets.values()]

    def _texts(self) -> None:
        for language in LANGUAGES:
            room = _in_order(self._json(f"/web/text/{language}.json"))
            said: dict[str, Any] = {"room": room, "games": {}}
            if self.listed:  # what the page would ask for next, on another way there and back
                said["listed"] = json.loads(self.listed)["games"]
            for game in self.games:
                texts = _in_order(self._json(f"/games/{game}/{language}.json"))
                page = self._json(f"/games/{game}/page.json")
                if texts is not None or page is not None:
                    said["games"][game] = {"texts": texts, "page": page}
            body = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
            self._put(f"text/{language}.json", body, f"text:{language}")

    def _json(self, address: str) -> Any:
        """A file of texts; None where there is none or it has a fault, which the page will find
        and say when it asks for that file itself."""
        path = self.files.get(address)
        try:
            return None if path is None else json.loads(path.read_bytes())
        except ValueError:
            return None

    def _modules(self) -> None:
        try:
            room = join_modules("/web/main.js", self._read)
        except (Unjoinable, KeyError) as why:
            log.warning("the page's modules are served one by one: %s", why)
            return
        shared = ", ".join(f'"{place}": m{n}' for n, place in enumerate(room.places))
        self._put("room.js", f"{room.text}export const modules = {{{shared}}};\n", "/web/main.js")
        loaded = {place: f'modules["{place}"]' for place in room.places}
        self._after("late", room.places, loaded)
        for game in self.games:
            entry = f"/games/{game}/table.js"
            if entry in self.files:
                self._after(f"late-{game}", self._late(game, entry, loaded), loaded)

    def _after(self, name: str, places: Sequence[str], loaded: Mapping[str, str]) -> None:
        """What these modules load when it is needed, and what those do."""
        for entry in self._named(places):
            own = self._late(f"{name}-{_called(entry)}", entry, loaded)
            self._after(name, own, loaded)

    def _named(self, places: Sequence[str]) -> list[str]:
        """What these modules load when it is needed."""
        named = {entry for place in places for entry in LATE.findall(self._read(place))}
        return sorted((named - set(places)) & self.files.keys() - self.names.keys())

    def _late(self, name: str, entry: str, loaded: Mapping[str, str]) -> Sequence[str]:
        """A module that is loaded when it is needed, with all it imports that is not there yet;
        returns what that is."""
        try:
            own = join_modules(entry, self._read, loaded)
        except (Unjoinable, KeyError) as why:
            log.warning("%s is served module by module: %s", entry, why)
            return ()
        last = f"m{len(own.places) - 1}"
        took = f'import {{modules}} from "{self.base}/room.js";\n'
        gives = "".join(f"export const {one} = {last}.{one};\n" for one in own.exports)
        self._put(f"{name}.js", took + own.text + gives, entry)
        return own.places

    def _read(self, address: str) -> str:
        return self.files[address].read_text()

    def _sheets(self) -> None:
        """The room's sheets in one, in the order the page names them; those of each game's table
        in one, under all their names; as they lie, the others of games and those of the room
        that come with a screen."""
        named = _linked(self._read("/web/index.html"))
        text = "\n".join(self._read(address) for address in named)
        self._put("web/css/room-joined.css", _squeezed(text), "sheets")
        for address in self.files:
            of_a_game = address.startswith("/games/") and address.endswith((".css", ".svg", ".md"))
            late = address.startswith("/web/css/") and address.endswith(".css")
            if of_a_game or (late and address not in named):
                self.names[address] = self.base + address
        for game in self.games:
            self._dress(f"/games/{game}")

    def _dress(self, folder: str) -> None:
        """A game's table asks for `table.css` and the sheets its `table.js` names: once for all."""
        code = self._read(f"{folder}/table.js") if f"{folder}/table.js" in self.files else ""
        more = SHEETS.search(code)
        names = ["table.css", *re.findall(r'"([^"]+)"', more[1] if more else "")]
        own = [f"{folder}/{name}" for name in names]
        if all(address in self.files for address in own):
            text = "\n".join(map(self._read, own))
            path = f"{folder[1:]}/table-joined.css"
            for address in own:
                self._put(path, _squeezed(text), address)

    def _put(self, path: str, text: str, name: str) -> None:
        self.assets[path] = Asset(text.encode(), Path(path).suffix)
        self.names[name] = f"{self.base}/{path}"

    def _index(self) -> str:
        page = self._read("/web/index.html")
        for address in _linked(page):
            page = page.replace(f'    <link rel="stylesheet" href="{address}">\n', "")
        # A sheet that is linked holds the code up until it is there; the room puts it on.
        sheet = f'    <link rel="preload" as="style" href="{self.names["sheets"]}">\n'
        names = escape(json.dumps(self.names, separators=(",", ":")))
        meta = f'    <meta name="shelf" content="{names}">\n'
        code = self.names.get("/web/main.js", "/web/main.js")
        page = page.replace('src="/web/main.js"', f'src="{code}"')
        return page.replace("  </head>", f"{meta}{sheet}  </head>")


def _called(entry: str) -> str:
    """A module's own name; with its folder's, unless that is the screens' or a game's own."""
    _, root, *folders, name = entry.removesuffix(".js").split("/")
    return "-".join([*(one for one in folders[root == "games" :] if one != "screens"), name])


def _squeezed(sheet: str) -> str:
    """Without what only its readers need: comments, indents and empty lines."""
    lines = map(str.strip, COMMENT.sub("", sheet).splitlines())
    return "\n".join(filter(None, lines))


def lay(room: Path, games: Mapping[str, Path], listed: bytes) -> Shelf:
    """The shelf of these files as they are now. Where this process has made it before it is that
    one, with all that has been packed: packing takes a second."""
    stamp = _stamp(_files(room, games))
    return _laid(room, tuple(games.items()), listed, stamp)


@lru_cache(maxsize=4)
def _laid(
    room: Path,
    games: tuple[tuple[str, Path], ...],
    listed: bytes,
    stamp: tuple[tuple[str, int, int], ...],
) -> Shelf:
    return Shelf(room, dict(games), listed)


def _linked(page: str) -> list[str]:
    """The sheets a page names, in order."""
    parts = page.split('<link rel="stylesheet" href="')[1:]
    return [part.partition('"')[0] for part in parts]


def _files(room: Path, games: Mapping[str, Path]) -> dict[str, Path]:
    """Every file of the page by its address; a game's rules, which the page shows, are its
    README beside the folder of its page."""
    found: dict[str, Path] = {}
    for prefix, folder in [("/web", room), *((f"/games/{g}", p) for g, p in games.items())]:
        if not folder.is_dir():
            continue
        for path in sorted(folder.rglob("*")):
            parts = path.relative_to(folder).parts
            hidden = any(part.startswith(".") for part in parts)
            if path.suffix in TYPES and path.is_file() and not hidden:
                found["/".join((prefix, *parts))] = path
        if prefix != "/web":
            rules = (path for path in folder.parent.glob("README*.md") if path.is_file())
            found.update((f"{prefix}/{path.name}", path) for path in sorted(rules))
    found.pop("/web/README.md", None)
    return found


def _in_order(texts: Any) -> Any:
    """Texts by their keys: like stands beside like, which packs better."""
    return dict(sorted(texts.items())) if isinstance(texts, dict) else texts


def _stamp(files: Mapping[str, Path]) -> tuple[tuple[str, int, int], ...]:
    def one(address: str, path: Path) -> tuple[str, int, int]:
        try:
            known = path.stat()
        except OSError:
            return (address, 0, 0)
        return (address, known.st_mtime_ns, known.st_size)

    return tuple(one(address, path) for address, path in files.items())
