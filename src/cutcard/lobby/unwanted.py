"""Words the house does not want: in chat, in names, in names of tables. A list the operator can
change, one entry a line; `#` begins a comment.

    word        that word alone, in any case and however it is spaced out or disguised
    word*       also as the beginning of one; *word its end; *word* anywhere in one
    詞          what is written without spaces is found anywhere

Disguises: what looks alike is one (`looks.py`); so are accented letters, digits and signs that are
put for letters, letters that are repeated, and letters with signs or single spaces between them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from unicodedata import category, normalize

from msgspec import Struct, field

from cutcard.table.words import Refusal

from .looks import looks

LONGEST = 32  # characters of an entry
MOST = 10_000  # entries
BYTES = 1_000_000
SIGNS = str.maketrans("i34@5$7", "leaasst")  # of what looks.py holds apart
CJK = "\u2e80"  # from here on words are written without spaces
_WITHIN = re.compile(r"(?<=\w)!(?=\w)")
_SIGN = re.compile(r"[^\w\s]|_")
_APART = re.compile(r"[\W_]+")

log = logging.getLogger("cutcard.lobby")
Needed = dict[str, list[tuple[int, ...]]]
"""An entry without its repetitions → how often each letter must stand there at least."""


def folded(text: str) -> str:
    """A text as it is compared. What looks like a letter of another case does so in both."""
    said = _WITHIN.sub("i", text.casefold())
    alike = normalize("NFD", looks(said).translate(SIGNS))
    return "".join(one for one in alike if category(one) != "Mn")


def _runs(text: str) -> tuple[str, tuple[int, ...]]:
    """The letters without repetitions, and how often each stood there."""
    found = [(run[0], len(run[0]) + len(run[1])) for run in re.findall(r"(.)(\1*)", text)]
    return "".join(one for one, _ in found), tuple(many for _, many in found)


class _List(Struct):
    """Entries by where in a word they are found."""

    whole: Needed
    first: Needed
    last: Needed
    inside: Needed
    many: int = 0
    sizes: set[int] = field(default_factory=set)  # letters of those that begin or end a word
    begun: dict[str, int] = field(default_factory=dict)
    """The first two letters, or the only one, of those inside → letters of the longest of them."""

    def add(self, entry: str) -> None:
        bare = entry.strip("*")
        letters, counts = _runs(_APART.sub("", folded(bare)))
        if not letters:
            raise ValueError(f"{entry!r} has no letter")
        if len(bare) > LONGEST:
            raise ValueError(f"{entry[:40]!r} is longer than {LONGEST} characters")
        before, after = entry.startswith("*"), entry.endswith("*")
        if (before and after) or max(bare) >= CJK:
            place = self.inside
        else:
            place = self.last if before else self.first if after else self.whole
        place.setdefault(letters, []).append(counts)
        self.many += 1
        if place is self.inside:
            head = letters[:2]
            self.begun[head] = max(len(letters), self.begun.get(head, 0))
        elif place is not self.whole:
            self.sizes.add(len(letters))


def _read(text: str) -> _List:
    made = _List({}, {}, {}, {})
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.partition("#")[0].strip()
        try:
            if entry:
                made.add(entry)
        except ValueError as reason:
            raise ValueError(f"line {number}: {reason}") from None
        if made.many > MOST:
            raise ValueError(f"line {number}: a list has at most {MOST} entries")
    return made


def _words(seen: str) -> Iterator[str]:
    """The words of a folded text, as they stand, without signs within, and put together where their
    letters were spaced out."""
    apart = [one for one in _APART.split(seen) if one]
    yield from apart
    yield from (_SIGN.sub("", one) for one in seen.split())
    spaced = "".join(one if len(one) == 1 else f" {one} " for one in apart)
    yield from (one for one in spaced.split() if len(one) > 1)


def _has(needed: Needed, letters: str, counts: tuple[int, ...]) -> bool:
    return any(all(map(int.__ge__, counts, least)) for least in needed.get(letters, ()) if least)


class Unwanted:
    """The list in use; without a file of the operator's the one that comes with Cutcard."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._list = self._load()

    def __len__(self) -> int:
        return self._list.many

    def _load(self) -> _List:
        """The list as it is now; ValueError says what is wrong with it."""
        if self.path is None:
            return _read((files("cutcard.lobby") / "unwanted.txt").read_text("utf-8"))
        try:
            with self.path.open("rb") as file:
                body = file.read(BYTES + 1)
            if len(body) > BYTES:
                raise ValueError(f"it has more than {BYTES} bytes")
            return _read(body.decode())
        except (OSError, ValueError) as reason:
            raise ValueError(f"The list of unwanted words {self.path}: {reason}") from None

    def reload(self) -> None:
        """The file has changed. One that cannot be read changes nothing."""
        try:
            self._list = self._load()
        except ValueError as reason:
            log.error("%s; the list stays as it was, mend the file and send SIGHUP again", reason)
        else:
            log.info("%s unwanted words are looked for", len(self))

    def unwanted(self, text: str) -> bool:
        """Whether one of them is in a text."""
        if not self._list.many:
            return False
        seen = folded(text)
        return any(self._bad(word) for word in set(_words(seen))) or self._within(
            *_runs(_APART.sub("", seen)), only_cjk=True
        )

    def refuse(self, text: str, what: str) -> None:
        """Refuses a text with one of them; which one it was is not said."""
        if self.unwanted(text):
            raise Refusal(
                "UNWANTED_WORD", f"{what} has a word this house does not want; say it otherwise"
            )

    def refuse_name(self, user: str, name: str) -> None:
        self.refuse(name, "The name")

    def _bad(self, word: str) -> bool:
        letters, counts = _runs(word)
        known, size = self._list, len(letters)
        if _has(known.whole, letters, counts):
            return True
        for end in known.sizes:
            if end > size:
                continue
            if _has(known.first, letters[:end], counts[:end]):
                return True
            if _has(known.last, letters[size - end :], counts[size - end :]):
                return True
        return self._within(letters, counts)

    def _within(self, letters: str, counts: tuple[int, ...], *, only_cjk: bool = False) -> bool:
        inside, begun = self._list.inside, self._list.begun
        for start, one in enumerate(letters):
            if only_cjk and one < CJK:
                continue
            longest = max(begun.get(one, 0), begun.get(letters[start : start + 2], 0))
            for end in range(start + 1, min(start + longest, len(letters)) + 1):
                if _has(inside, letters[start:end], counts[start:end]):
                    return True
        return False
