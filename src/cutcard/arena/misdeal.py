"""What is asked of a pure function of the arena and makes no sense is refused with a sentence."""

from __future__ import annotations


class Misdeal(ValueError):
    """There is no answer to that, and the sentence says why."""


def need(holds: bool, sentence: str) -> None:
    if not holds:
        raise Misdeal(sentence)
