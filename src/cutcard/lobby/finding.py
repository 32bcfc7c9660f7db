"""Accounts by their names, however they are spelled."""

from __future__ import annotations

from cutcard.store.people import Person
from cutcard.store.protocol import Store

from .forms import login_of
from .looks import spellings


def keys(name: str) -> list[str]:
    """Under what an account of this name may be kept; the last as older versions kept it."""
    return list(dict.fromkeys([*spellings(name), login_of(name)]))


async def by_name(store: Store, name: str) -> Person | None:
    """The account that is called that, or looks as if it were."""
    for key in keys(name):
        person = await store.find_person(key)
        if person is not None:
            return person
    return None


async def credentials(store: Store, name: str) -> tuple[Person, str] | None:
    """Likewise, with its password's hash. All spellings are looked up whatever is found, so that
    who has an account cannot be told by how long it takes."""
    found = [await store.credentials(key) for key in keys(name)]
    return next((one for one in found if one is not None), None)
