"""Many modules as one file, so that a browser far away asks once: nobody has anything to build.

Our modules are written plainly: every import is a line of its own that names what it takes, what
is exported is a declaration, and none import each other in a circle. Each becomes a function that
is called once, in the order of imports, and gives back what it exports. Anything else is refused
here (`Unjoinable`), and the modules are then served one by one as they lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from posixpath import dirname, join, normpath

IMPORT = re.compile(
    r'^import\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?"(?P<place>[^"]+)";[^\n]*\n', re.MULTILINE
)
ANY_IMPORT = re.compile(r"^\s*import\b(?!\s*\()", re.MULTILINE)
EXPORT = re.compile(
    r"^export (?P<rest>(?:async )?function\*?|class|const)\s+(?P<name>[\w$]+)", re.MULTILINE
)
LIST = re.compile(r"^export \{(?P<names>[^}]*)\};[^\n]*\n", re.MULTILINE)
ANY_EXPORT = re.compile(r"^export\b", re.MULTILINE)
NOTE = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
# A comment behind code; what may be within a text has the sign that ends it, and stays.
AFTER = re.compile(r"(?<=[;,{}()\[\]]) // [^\n\"'`]*$", re.MULTILINE)
TYPE = re.compile(r"/\*\* [^*\n]*\*/ ?")  # within a line; no text of ours holds such a thing
EMPTY = re.compile(r"\n{2,}")
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class Unjoinable(Exception):
    """A module is written in a way this does not join; the sentence says which and how."""


class Joined:
    """The modules of one file: `places` in their order, what they came to, and the names that the
    last, which is the entry, exports."""

    def __init__(self, text: str, places: list[str], exports: list[str]) -> None:
        self.text = text
        self.places = places
        self.exports = exports


def join_modules(
    entry: str, read: Callable[[str], str], elsewhere: Mapping[str, str] | None = None
) -> Joined:
    """`entry` and all it imports, by address. What is `elsewhere` (address to expression) is in a
    file that is loaded already, and is taken from there."""
    elsewhere = elsewhere or {}
    order: list[str] = []
    sources: dict[str, str] = {}
    _collect(entry, read, elsewhere, order, sources, ())
    known = {**elsewhere, **{place: f"m{n}" for n, place in enumerate(order)}}
    parts = [_module(place, sources[place], known) for place in order]
    return Joined("".join(text for text, _ in parts), order, parts[-1][1])


def _collect(  # noqa: PLR0917 - one walk
    place: str,
    read: Callable[[str], str],
    elsewhere: Mapping[str, str],
    order: list[str],
    sources: dict[str, str],
    above: tuple[str, ...],
) -> None:
    if place in elsewhere or place in sources:
        if place in above:
            raise Unjoinable(f"{above[-1]} imports {place}, which leads back to it")
        return
    sources[place] = text = read(place)
    for found in IMPORT.finditer(text):
        to = resolve(place, found["place"])
        if to in (*above, place):
            raise Unjoinable(f"{place} imports {to}, which leads back to it")
        _collect(to, read, elsewhere, order, sources, (*above, place))
    order.append(place)


def resolve(place: str, to: str) -> str:
    """The address a module means."""
    return to if to.startswith("/") else normpath(join(dirname(place), to))


def _module(place: str, text: str, known: Mapping[str, str]) -> tuple[str, list[str]]:
    def taken(found: re.Match[str]) -> str:
        names = found["names"]
        if names is None:
            return ""
        what = ", ".join(
            one.strip().replace(" as ", ": ") for one in names.split(",") if one.strip()
        )
        return f"const {{{what}}} = {known[resolve(place, found['place'])]};\n"

    given: dict[str, str] = {}

    def listed(found: re.Match[str]) -> str:
        for one in filter(None, map(str.strip, found["names"].split(","))):
            own, _, other = one.partition(" as ")
            given[other or own] = own
        return ""

    def declared(found: re.Match[str]) -> str:
        given[found["name"]] = found["name"]
        return f"{found['rest']} {found['name']}"

    bare = AFTER.sub("", TYPE.sub("", NOTE.sub("", text)))
    if all(line.count("`") % 2 == 0 for line in bare.splitlines()):  # no text over several lines
        bare = EMPTY.sub("\n", INDENT.sub("", bare))
    code = EXPORT.sub(declared, LIST.sub(listed, IMPORT.sub(taken, bare)))
    for kind, pattern in (("import", ANY_IMPORT), ("export", ANY_EXPORT)):
        if pattern.search(code):
            raise Unjoinable(f"{place} has an {kind} that is not written on a line of its own")
    gives = ", ".join(name if name == own else f"{name}: {own}" for name, own in given.items())
    made = f"const {known[place]} = (() => {{\n{code.strip()}\nreturn {{{gives}}};\n}})();\n"
    return made, list(given)
