"""The page's files, as they lie in `web/` and in each game's `page/`. Only kinds of files a page is
made of, only from below those folders; an ETag lets a browser keep what has not changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from aiohttp import web
from msgspec import json

import cutcard
from cutcard import games
from cutcard.lobby.cards import page_folder
from cutcard.lobby.requests.tables import all_games

from .page import Asset, Shelf, lay
from .page.shelf import TYPES

ROOT = Path(cutcard.__file__).parent / "web"
VERIFIER = Path(cutcard.__file__).parent / "fair" / "verify.py"  # F83: for whoever trusts nobody
ROOM = (
    *("/", "/table/{tail:.*}", "/join/{tail:.*}", "/account", "/friends", "/leaders{tail:.*}"),
    *("/events{tail:.*}", "/replay{tail:.*}", "/player/{tail:.*}", "/admin"),
)
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",  # kept, but asked about each time: the ETag answers
}


FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
LOOK = 1.0  # seconds between two looks at whether a file has changed
SETTLED = 3.0  # seconds before packing begins: a server that comes up has tables to take up first


class Page:
    """The page's shelf, made anew when a file has changed: who writes a game sees it at once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._shelf: Shelf | None = None
        self._looked = 0.0
        self._making: asyncio.Lock = asyncio.Lock()

    async def shelf(self) -> Shelf:
        """The page as it is now."""
        async with self._making:
            loop = asyncio.get_running_loop()
            if self._shelf is None or loop.time() - self._looked > LOOK:
                self._shelf = await loop.run_in_executor(None, self._look)
                self._looked = loop.time()
            return self._shelf

    def _look(self) -> Shelf:
        if self._shelf is not None and not self._shelf.changed():
            return self._shelf
        return lay(self.root, *laid_with())

    async def index(self, request: web.Request) -> web.Response:
        """The page itself, which names the version of all the rest."""
        return await _sent(request, (await self.shelf()).index, HEADERS)

    async def versioned(self, request: web.Request) -> web.Response:
        """What lies under a version, for good; of another than this there is nothing."""
        shelf = await self.shelf()
        found = shelf.find(request.match_info["path"])
        if request.match_info["version"] != shelf.version or found is None:
            raise web.HTTPNotFound
        return await _sent(request, found, {**HEADERS, **FOREVER})

    async def room(self, request: web.Request) -> web.Response:
        return await _file(request, self.root, request.match_info["path"])

    async def game(self, request: web.Request) -> web.Response:
        name = request.match_info["game"]
        if name not in games.game_names():
            raise web.HTTPNotFound
        return await _file(request, page_folder(name), request.match_info["path"])

    async def warm(self, app: web.Application) -> AsyncIterator[None]:
        """Packs what is asked for first, beside everything else, for as long as the server runs."""
        packing = asyncio.create_task(self._pack())
        yield
        packing.cancel()
        with suppress(asyncio.CancelledError):
            await packing

    async def _pack(self) -> None:
        await asyncio.sleep(SETTLED)
        for asset in (await self.shelf()).first():
            await asyncio.get_running_loop().run_in_executor(None, asset.best, "br, gzip")


def laid_with() -> tuple[dict[str, Path], bytes]:
    """What lies on the shelf beside the room: the games' folders, and their list."""
    folders = {name: page_folder(name) for name in games.game_names()}
    return folders, json.encode(all_games())


def add_routes(app: web.Application, root: Path = ROOT) -> None:
    """The room at `/` and its further addresses, its files and each game's."""
    page = Page(root)

    async def verifier(request: web.Request) -> web.Response:
        return await _file(request, VERIFIER.parent, VERIFIER.name, TYPES[".txt"])

    async def worker(request: web.Request) -> web.Response:
        return await _file(request, root, "sw.js")  # at the top, since it keeps the whole page

    for place in ROOM:
        app.router.add_get(place, page.index)
    app.router.add_get("/verify.py", verifier)
    app.router.add_get("/sw.js", worker)
    app.router.add_get("/v/{version}/{path:.+}", page.versioned)
    app.router.add_get("/web/{path:.+}", page.room)
    app.router.add_get("/games/{game}/{path:.+}", page.game)
    app.cleanup_ctx.append(page.warm)


async def _sent(request: web.Request, asset: Asset, headers: dict[str, str]) -> web.Response:
    """An asset in the coding its asker takes; nothing, where they have it already."""
    accepted = request.headers.get("Accept-Encoding", "")
    loop = asyncio.get_running_loop()
    body, coding = await loop.run_in_executor(None, asset.best, accepted)
    tag = f'"{asset.tag}{"-" + coding if coding else ""}"'
    headers = {**headers, "ETag": tag, "Vary": "Accept-Encoding"}
    asked = request.headers.get("If-None-Match", "").split(",")
    if tag in {one.strip().removeprefix("W/") for one in asked}:
        return web.Response(status=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    return web.Response(body=body, headers={**headers, "Content-Type": asset.kind})


async def _file(
    request: web.Request, root: Path, path: str, known: str | None = None
) -> web.Response:
    """One file as it lies; asked about each time."""
    kind = known or TYPES.get(Path(path).suffix)
    parts = path.split("/")
    if kind is None or "\\" in path or "\0" in path or any(p.startswith(".") for p in parts):
        raise web.HTTPNotFound
    asset = _found(root, parts)
    if asset is None:
        raise web.HTTPNotFound
    return await _sent(request, asset, HEADERS)


def _found(root: Path, parts: list[str]) -> Asset | None:
    place = root.joinpath(*parts).resolve()
    if not place.is_relative_to(root.resolve()):
        return None
    try:
        found = place.stat()
        return _read(place, found.st_mtime_ns, found.st_size)
    except OSError:
        return None


@lru_cache(256)
def _read(place: Path, changed: int, size: int) -> Asset:
    """The file as it is now; one that changed is read again."""
    suffix = place.suffix if place.suffix in TYPES else ".txt"
    return Asset(place.read_bytes(), suffix)
