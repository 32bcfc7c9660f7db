"""The key by which a house signs its deals (F31): made at the first start and kept for ever, in the
database or, where a folder is named for it, in a file that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct

from cutcard.fair.signing import Key
from cutcard.store.protocol import Store, StoreError

from .fair import Conduct, Terms

KEY_FILE = "cutcard.key"  # in a folder of its own
WAIT = 1000  # ms (F24)
LONGEST_WAIT = 5000


class Fairness(Struct, frozen=True):
    """How a house proves its deals; without a file the store keeps the key."""

    file: Path | None = None
    wait: int = WAIT


async def terms_of(store: Store, fairness: Fairness, wall: int) -> Terms:
    """The key of this store, a new one where there is none; StoreError where it is another's."""
    known = await store.fair_keys()
    path = fairness.file
    if known:
        key = await signer(store, path)
    else:
        key = Key.new() if path is None else _from_file(path, known=False)
        await store.add_fair_key(key.public, wall, key.secret if path is None else None)
    return Terms(key, fairness.wait, Conduct())


async def signer(store: Store, path: Path | None) -> Key:
    """The key that signs this store's deals, for who signs a file of one; StoreError where it is
    not here, or there never was one."""
    known = await store.fair_keys()
    if not known:
        raise StoreError("No deal of this room was proved: it has no key.")
    if path is None:
        held = next((secret for _, _, secret in reversed(known) if secret is not None), None)
        if held is None:
            raise StoreError(
                "The key that signs this room's deals is not in the database; name the folder it"
                " is in with --key-dir."
            )
        return Key(held)
    key = _from_file(path, known=True)
    if key.public != known[-1][0]:
        raise StoreError(
            f"{path} is not the key that signed this room's deals; put back the file that"
            " belongs to this database."
        )
    return key


def _from_file(path: Path, *, known: bool) -> Key:
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        if known:
            raise StoreError(
                f"There is no {path}, the key that signs this room's deals; put it back from a"
                " backup, or name its folder with --key-dir."
            ) from None
        return _made(path)
    except OSError as reason:
        raise StoreError(f"{path} cannot be read: {reason.strerror}.") from reason
    if len(secret) != 32:
        raise StoreError(f"{path} is no key of 32 bytes; put it back from a backup.")
    return Key(secret)


def _made(path: Path) -> Key:
    """A new key, durable before anything is signed with it."""
    key = Key.new()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(there, "wb") as file:
            file.write(key.secret)
            file.flush()
            os.fsync(file.fileno())
    except OSError as reason:
        raise StoreError(f"{path} cannot be written: {reason.strerror}.") from reason
    return key
