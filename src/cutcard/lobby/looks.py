"""How a name looks: the one form in which names are compared, so that two accounts cannot look the
same. Compatible characters are one (NFKC), invisible ones and variation selectors are out, case
does not matter, and what Unicode's table of confusables (UTS #39) holds to look alike is one:
capital I, small l and 1 as well, for a name is seen in either case.

`confusables.json` is made from that table (© Unicode, Inc., Unicode License v3): `alike` has the
characters that look like its key, `several` those that look like more than one letter.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from unicodedata import category, normalize

FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters of nothing
HEAPED = 4  # marks on one letter: languages need fewer, and more of them hide the lines around
HOUSE = [
    "admin",
    "administrator",
    "bank",
    "bot",
    "cutcard",
    "dealer",
    "guest",
    "house",
    "mod",
    "moderator",
    "nobody",
    "operator",
    "owner",
    "root",
    "server",
    "staff",
    "support",
    "system",
    "team",
]
"""Names that only the house may have; also with a number or `the` before them."""


@cache
def _table() -> dict[int, str]:
    made = json.loads((files("cutcard.lobby") / "confusables.json").read_text("utf-8"))
    found = {ord(one): like for like, all_of in made["alike"].items() for one in all_of}
    for one, like in made["several"].items():
        found[ord(one)] = like
    for one in "ßẞ":  # in capitals it is SS, and that is how it is compared
        found.pop(ord(one), None)
    return found


def visible(text: str) -> str:
    """Without what nobody sees: controls, marks of direction, fillers, variation selectors."""
    return "".join(one for one in text if not _unseen(one))


def _unseen(one: str) -> bool:
    point = ord(one)
    if 0xFE00 <= point <= 0xFE0F or 0xE0100 <= point <= 0xE01EF or 0x180B <= point <= 0x180F:
        return True
    return one in FILLERS or (category(one) in ("Cc", "Cf", "Cn", "Co", "Cs") and one != " ")


def unheaped(text: str) -> str:
    """Without the marks that are heaped on a letter; what joins letters does not hide them."""
    kept, marks = [], 0
    for one in text:
        kind = category(one)
        if kind in ("Mn", "Me"):
            marks += 1
        elif kind != "Cf":
            marks = 0
        if marks <= HEAPED:
            kept.append(one)
    return "".join(kept)


def looks(name: str) -> str:
    """The form in which a name is compared."""
    seen = visible(normalize("NFKC", " ".join(name.split())))
    apart = normalize("NFD", seen).translate(_table()).casefold()
    return normalize("NFC", apart.translate(_table()))


def spellings(name: str) -> list[str]:
    """The forms under which an account may be found by who types its name in another case; some
    capitals look like other letters than their small ones."""
    tried = (name, name.lower(), name.upper(), name.title())
    return list(dict.fromkeys(looks(one) for one in tried))


@cache
def _of_the_house() -> frozenset[str]:
    return frozenset(looks(name) for name in HOUSE)


def reserved(name: str) -> bool:
    """Whether only the house may be called that."""
    words = [looks(word) for word in visible(name).split()]
    bare = [word.strip("l0o23456789_-.") if not word.isalpha() else word for word in words]
    rest = [word for word in bare if word and word != looks("the")]
    whole = looks("".join(visible(name).split()))
    return (
        whole in _of_the_house()
        or (len(rest) == 1 and rest[0] in _of_the_house() and name.split()[0:1] != ["Guest"])
        or words[:1] == [looks("Deleted")]
    )
