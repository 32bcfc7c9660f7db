"""Visitors with accounts, for the tests of the page."""

from __future__ import annotations

import time

from ..browsing import Guest, Visit


def fresh(name: str) -> str:
    """A name nobody else in this run has."""
    return f"{name}{time.monotonic_ns() % 10**9}"


def account(visit: Visit, name: str, size: str = "wide", language: str = "en") -> Guest:
    """Somebody with an account of his own, known to the page when it opens."""
    guest = visit(size, language=language)
    guest.name = f"{size}-{language}-{name}"
    guest.user = fresh(name)
    guest.become(guest.user)
    return guest
