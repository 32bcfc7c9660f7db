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


Known = list[tuple[bytes, int, bytes | None]]


async def terms_of(store: Store, fairness: Fairness, wall: int) -> Terms:
    """This store's keys, a new one where there is none; StoreError where they are another's."""
    known = await store.fair_keys()
    if not known:
        key = Key.new() if fairness.file is None else _from_file(fairness.file, known=False)
        await store.add_fair_key(key.public, wall, key.secret if fairness.file is None else None)
        return Terms(key, fairness.wait, Conduct(), ((wall, key),))
    keys = held_keys(known, fairness.file)
    return Terms(keys[-1][1], fairness.wait, Conduct(), tuple(keys))


async def change_key(store: Store, fairness: Fairness, wall: int) -> Key:
    """F32: tables that are opened from now on are signed with a new key; those there are keep the
    one they have. The new file is there before the database names it."""
    terms, new = await terms_of(store, fairness, wall), Key.new()
    path = fairness.file
    if path is not None:
        if not _own_file(path, terms.key.public).exists():
            _write(_own_file(path, terms.key.public), terms.key)
        _write(_own_file(path, new.public), new)
    since = max(wall, terms.keys[-1][0] + 1)
    await store.add_fair_key(new.public, since, new.secret if path is None else None)
    return new


async def signer(store: Store, path: Path | None, created: int) -> Key:
    """The key of a table opened then, for who signs a file of it; StoreError where it is not here,
    or there never was one."""
    known = await store.fair_keys()
    if not known:
        raise StoreError("No deal of this room was proved: it has no key.")
    keys = held_keys(known, path)
    return Terms(keys[-1][1], WAIT, Conduct(), tuple(keys)).key_of(created)


def held_keys(known: Known, path: Path | None) -> list[tuple[int, Key]]:
    """Each key that was ever signed with, and since when."""
    return [(since, _held(public, secret, path)) for public, since, secret in known]


def _held(public: bytes, secret: bytes | None, path: Path | None) -> Key:
    if path is None:
        if secret is None:
            raise StoreError(
                "The key that signs this room's deals is not in the database; name the folder it"
                " is in with --key-dir."
            )
        return Key(secret)
    own = _own_file(path, public)
    key = Key(secret) if secret is not None else _from_file(own if own.exists() else path)
    if key.public != public:
        raise StoreError(
            f"{path} is not the key that signed this room's deals; put back the file that"
            " belongs to this database."
        )
    return key


def _own_file(path: Path, public: bytes) -> Path:
    """Where a key is once there is more than one: named after its public part."""
    return path.with_name(f"{public.hex()[:16]}.key")


def _from_file(path: Path, *, known: bool = True) -> Key:
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
    _write(path, key)
    return key


def _write(path: Path, key: Key) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(there, "wb") as file:
            file.write(key.secret)
            file.flush()
            os.fsync(file.fileno())
    except OSError as reason:
        raise StoreError(f"{path} cannot be written: {reason.strerror}.") from reason
