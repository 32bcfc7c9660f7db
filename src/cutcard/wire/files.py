"""The page's files, as they lie in `web/` and in each game's `page/`. Only kinds of files a page is
made of, only from below those folders; an ETag lets a browser keep what has not changed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from aiohttp import web

import cutcard
from cutcard import games
from cutcard.lobby.cards import page_folder

ROOT = Path(cutcard.__file__).parent / "web"
VERIFIER = Path(cutcard.__file__).parent / "fair" / "verify.py"  # F83: for whoever trusts nobody
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
}
ROOM = ("/", "/table/{tail:.*}", "/join/{tail:.*}", "/account", "/friends", "/leaders{tail:.*}")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
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


def add_routes(app: web.Application, root: Path = ROOT) -> None:
    """The room at `/` and its further addresses, its files and each game's."""

    async def index(request: web.Request) -> web.Response:
        return _file(request, root, "index.html")

    async def room(request: web.Request) -> web.Response:
        return _file(request, root, request.match_info["path"])

    async def table(request: web.Request) -> web.Response:
        name = request.match_info["game"]
        if name not in games.game_names():
            raise web.HTTPNotFound
        return _file(request, page_folder(name), request.match_info["path"])

    for place in ROOM:
        app.router.add_get(place, index)

    async def verifier(request: web.Request) -> web.Response:
        return _file(request, VERIFIER.parent, VERIFIER.name, TYPES[".txt"])

    app.router.add_get("/verify.py", verifier)
    app.router.add_get("/web/{path:.+}", room)
    app.router.add_get("/games/{game}/{path:.+}", table)


def _file(request: web.Request, root: Path, path: str, known: str | None = None) -> web.Response:
    kind = known or TYPES.get(Path(path).suffix)
    parts = path.split("/")
    if kind is None or "\\" in path or "\0" in path or any(p.startswith(".") for p in parts):
        raise web.HTTPNotFound
    place = root.joinpath(*parts).resolve()
    if not place.is_relative_to(root.resolve()):
        raise web.HTTPNotFound
    try:
        found = place.stat()
        body = _read(place, found.st_mtime_ns, found.st_size)
    except OSError:
        raise web.HTTPNotFound from None
    tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
    headers = {**HEADERS, "ETag": tag}
    if tag in {
        t.strip().removeprefix("W/") for t in request.headers.get("If-None-Match", "").split(",")
    }:
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, headers={**headers, "Content-Type": kind})


@lru_cache(256)
def _read(place: Path, changed: int, size: int) -> bytes:
    """The file as it is now; one that changed is read again."""
    return place.read_bytes()
