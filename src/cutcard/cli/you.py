"""A game's own sentences, told to the person they are about: "Ann takes the trick" is "You take the
trick" to Ann. A screen names everybody by name; who sits at the terminal is named `ME` there.
"""

from __future__ import annotations

import re

ME = "\ue000"  # a name nobody has
BASE = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
AFTER = "leads|shows|draws|wins|loses|plays|keeps|takes|goes|discards"  # a second verb of theirs
_ABOUT = re.compile(rf"(?P<before>^|[^\n]?){ME}(?P<own>'s)?(?P<verb> [a-z]+s\b)?(?P<rest>[^.\n]*)")
_SECOND = re.compile(rf" and ({AFTER})\b")


def told(text: str) -> str:
    """The text with "you" wherever it names the person."""
    text = text.replace(f"{ME} (you)", ME)
    while (found := _ABOUT.search(text)) is not None:
        start = found.start() + len(found["before"])
        capital = not re.search(r"[\w,;] +$", text[:start])
        if found["own"]:
            said = ("Your" if capital else "your") + (found["verb"] or "")
        else:
            said = "You" if capital else "you"
        rest = found["rest"]
        if found["verb"] and not found["own"]:
            said += f" {base(found['verb'].strip())}"
            rest = _SECOND.sub(lambda one: f" and {base(one[1])}", rest)
        text = text[:start] + said + rest + text[found.end() :]
    return text


def base(verb: str) -> str:
    """`takes` → take, `passes` → pass, `tries` → try."""
    if verb in BASE:
        return BASE[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb[:-1]
