"""python -m tests.conversations record [GAME] [DIALECT] · show GAME DIALECT"""

from __future__ import annotations

import sys
from collections import Counter

from cutcard.games import own_names

from .mouths import readable
from .recording import DIALECTS, path, read, record, write


def main(command: str = "", game: str = "", dialect: str = "") -> None:
    if command not in ("record", "show"):
        sys.exit(__doc__)
    for name in [game] if game else own_names():
        for one in [dialect] if dialect else DIALECTS:
            if command == "record":
                write(record(name, one), path(name, one))
            _tell(name, one, whole=command == "show")


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def _tell(game: str, dialect: str, *, whole: bool) -> None:
    """What a recording holds."""
    kinds: dict[str, str] = {}
    counts: Counter[str] = Counter()
    steps = read(path(game, dialect))
    for step in steps:
        if step.do[0] == "dial":
            kinds[step.do[1]] = step.do[2]
        if whole:
            sent = readable(kinds[step.do[1]], step.do[2]) if step.do[0] == "send" else ""
            say(">", *(step.do[:2] if sent else step.do), sent)
        for name, frame in step.heard:
            said = readable(kinds[name], frame)
            counts[str(said.get("type") if isinstance(said, dict) else said[0])] += 1
            if whole:
                say(f"    {name}: {said}")
    size = path(game, dialect).stat().st_size
    say(f"{game} {dialect}: {len(steps)} steps, {size} bytes; {dict(sorted(counts.items()))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
