"""F31, F32: the key that signs deals is made once, kept, and another's is refused; a new one is
signed by the old, and tables keep the one they were opened with."""

from __future__ import annotations

import asyncio

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.fair import Key
from cutcard.fair.signing import signed
from cutcard.kernel import fair
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.keys import Fairness, change_key, terms_of

from .test_tables import Room, duel, until


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


def changed(db, file=None, wall=2000):
    async def story():
        store = SqliteStore(db)
        await store.open()
        try:
            new = await change_key(store, Fairness(file), wall)
            return new.public, await terms_of(store, Fairness(file), 3000)
        finally:
            await store.close()

    return asyncio.run(story())


@pytest.mark.parametrize("folder", [False, True])
def test_f32_a_table_keeps_the_key_it_was_opened_with(tmp_path, folder):
    db, file = tmp_path / "a.db", tmp_path / "keys" / "cutcard.key" if folder else None
    first = key_of(db, file)
    second, terms = changed(db, file)
    third, terms = changed(db, file, wall=2500)
    assert len({first, second, third}) == 3
    assert terms.key.public == key_of(db, file) == third
    at = [terms.key_of(created).public for created in (0, 1999, 2000, 2499, 2500, 9999)]
    assert at == [first, first, second, second, third, third]
    if folder:
        modes = {one.stat().st_mode & 0o777 for one in file.parent.iterdir()}
        assert modes == {0o600}
        file.unlink()  # the keys have files of their own by now
        assert key_of(db, file) == third


def test_f32_a_new_key_is_signed_by_the_old_and_old_tables_go_on(tmp_path):
    file = tmp_path / "t.db"

    async def dealt():
        async with Room(file) as house:
            table, ann, ben = await duel(house)
            await until(lambda: ann.dealt and ben.dealt)
            return table, house.fair_key, house.fair_keys()

    first, old, before = asyncio.run(dealt())
    assert [(key, sig) for key, _, sig in before] == [(old, b"")]
    done = CliRunner().invoke(main, ["fair", "new-key", "--db", str(file)])
    assert done.exit_code == 0, done.output
    second, new, keys = asyncio.run(dealt())
    assert new.hex() in done.output
    (_, _, none), (public, since, sig) = keys
    assert (none, public) == (b"", new)
    assert signed(old, fair.to_sign_key(new, since), sig)

    async def look():
        async with Room(file) as house:
            shown = [house._floor.lives[one].table.fair.told()["key"] for one in (first, second)]
            assert shown == [old.hex(), new.hex()]

    asyncio.run(look())
    verified = CliRunner().invoke(main, ["verify", "--store", "--db", str(file)])
    assert verified.exit_code in (0, 3), verified.output  # no deal is over yet
    assert "FALSE" not in verified.output
