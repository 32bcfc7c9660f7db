"""F31: the key that signs deals is made once, kept, and another's is refused."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.fair import Key
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.keys import Fairness, terms_of


def key_of(db, file=None):
    async def story():
        store = SqliteStore(db)
        await store.open()
        try:
            return (await terms_of(store, Fairness(file), 1000)).key.public
        finally:
            await store.close()

    return asyncio.run(story())


def test_f31_without_a_folder_the_database_keeps_the_key(tmp_path):
    assert key_of(tmp_path / "a.db") == key_of(tmp_path / "a.db")
    assert key_of(tmp_path / "b.db") != key_of(tmp_path / "a.db")


def test_f31_a_key_in_a_folder_is_its_owners_alone_and_never_another(tmp_path):
    file = tmp_path / "keys" / "cutcard.key"
    first = key_of(tmp_path / "a.db", file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert key_of(tmp_path / "a.db", file) == first
    secret = file.read_bytes()
    assert secret not in (tmp_path / "a.db").read_bytes()
    file.write_bytes(Key.new().secret)
    with pytest.raises(StoreError, match="not the key"):
        key_of(tmp_path / "a.db", file)
    file.unlink()
    with pytest.raises(StoreError, match="put it back"):
        key_of(tmp_path / "a.db", file)
    with pytest.raises(StoreError, match="--key-dir"):
        key_of(tmp_path / "a.db")
    file.write_bytes(secret[:31])
    with pytest.raises(StoreError, match="no key of 32 bytes"):
        key_of(tmp_path / "a.db", file)
