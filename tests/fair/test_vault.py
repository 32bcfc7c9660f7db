"""F18: who steals the database, later, opens no folded hand: seeds of sealed deals are in it only
wrapped, and where a day's key was destroyed nobody opens them, the operator too."""

from __future__ import annotations

import asyncio
import stat

import pytest
from click.testing import CliRunner
from msgspec import structs

from cutcard.cli.main import main
from cutcard.fair import Key
from cutcard.fair.writing import Chain, written
from cutcard.store.fair_row import FairRow, wrapped
from cutcard.store.opening import store_at
from cutcard.store.protocol import DealLog, DealRow, StoreError
from cutcard.table import wrapped as wrapping
from cutcard.table.deal import Drift, replay
from cutcard.table.house import House, epoch_ms
from cutcard.table.keys import Fairness
from cutcard.table.vault import DAYS, Vault
from cutcard.table.vocabulary import vocabulary
from cutcard.table.wrapped import DAY, behind, forget

from .test_audit import played

NOON = 1_700_000_000_000


def header(deal: int, opened: int, game: str = "poker") -> DealRow:
    seed = bytes([deal]) * 32
    return DealRow(1, deal, 1, game, 1, b"{}", None, 2, seed, b"", 0, opened)


def stored(vault: Vault, row: DealRow) -> DealRow:
    (found,) = vault.stored_deals([row])
    return found


def test_f18_each_day_has_a_key_of_its_own_which_its_owner_alone_may_read(tmp_path):
    vault = Vault(tmp_path)
    rows = [header(1, NOON), header(2, NOON), header(1, NOON + DAY)]
    kept = vault.stored_deals(rows)
    assert all(wrapped(row.seed) for row in kept)
    assert len({row.seed for row in kept}) == 3
    files = sorted((tmp_path / DAYS).iterdir())
    assert [path.name for path in files] == ["2023-11-14.key", "2023-11-15.key"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert vault.stored_deals(kept) == kept, "what is wrapped is not wrapped again"
    for row, found in zip(rows, kept, strict=True):  # another process, which reads the files
        assert Vault(tmp_path).used_deal(DealLog(found, [], {}, None)).header == row
    assert stored(vault, header(1, NOON, "duel")).seed == bytes([1]) * 32, "an open seed is told"


def test_f18_an_offer_has_another_pad_than_the_deal_of_its_number(tmp_path):
    vault, seed = Vault(tmp_path), bytes([1]) * 32
    chain = Chain(Key(bytes(32)), 1, NOON)
    rows = [
        FairRow(1, n, n + 1, "offer", 0, written(chain.offer(n + 1, NOON, "x", seed, cards)), seed)
        for n, cards in enumerate((52, 0))
    ]
    sealed, opened = vault.stored_records(rows)
    assert wrapped(sealed.secret)
    assert opened.secret == seed
    assert sealed.secret != stored(vault, header(1, NOON)).seed
    assert Vault(tmp_path).used_records([sealed, opened]) == rows


def test_f18_who_has_the_database_has_no_seed_and_the_table_goes_on(tmp_path):
    db, keys = tmp_path / "t.db", tmp_path / "keys"
    batch, key = played("poker")
    seeds = [row.seed for row in batch.deals]
    seeds += [row.secret for row in batch.fair if row.kind == "offer"]

    async def story():
        store = behind(store_at(str(db)), keys)
        await store.open()
        await store.add_fair_key(key.public, 0, key.secret)
        await store.write(batch)
        rows, log = await store.fair_rows(1), await store.deal(1, 1)
        early = await forget(store, epoch_ms() + 10 * DAY)
        house = House(store, fair=Fairness(None, 50))
        await house.start()
        there = 1 in house.numbers()
        await house.stop()
        await store.close()
        return rows, log, early, there

    rows, log, early, there = asyncio.run(story())
    assert rows == batch.fair, "who uses the store sees no difference"
    assert log.header == batch.deals[0]
    assert early == [], "no key by which an open table was dealt is destroyed"
    assert there, "a start goes on with what is wrapped"
    raw = b"".join(path.read_bytes() for path in tmp_path.glob("t.db*"))
    assert batch.fair[0].line in raw
    assert not [seed for seed in seeds if seed in raw], "a seed lies open in the file"
    args = ["verify", "--store", "--db", str(db)]
    told = CliRunner().invoke(main, [*args, "--key-dir", str(keys)])
    assert told.exit_code == 0, told.output
    assert "deal 1: PROVED" in told.output
    bare = CliRunner().invoke(main, args)
    assert bare.exit_code == 3, bare.output
    assert "deal 1: UNCHECKED UNPROVED" in bare.output
    one = CliRunner().invoke(main, ["replay", "1/1", "--db", str(db)])
    assert one.exit_code == 1
    assert "sealed" in one.output


@pytest.mark.parametrize("beside", [True, False])
def test_f31_a_backup_names_the_folder_of_the_keys_where_they_are_not_in_it(tmp_path, beside):
    db = tmp_path / "t.db"

    async def story():
        store = store_at(str(db))
        await store.open()
        await store.add_fair_key(bytes(32), 0, None if beside else bytes(32))
        await store.close()

    asyncio.run(story())
    asked = ["backup", str(tmp_path / "copy.db"), "--db", str(db)]
    told = CliRunner().invoke(main, asked, env={"CUTCARD_KEY_DIR": str(tmp_path / "keys")})
    assert told.exit_code == 0, told.output
    assert (f"keep a copy of {tmp_path / 'keys'} too" in told.output) == beside


def test_f18_a_day_whose_key_is_destroyed_is_opened_by_nobody(tmp_path):
    vault = Vault(tmp_path)
    old, new = header(1, NOON), header(2, NOON + 3 * DAY)
    kept = [DealLog(stored(vault, row), [], {}, None) for row in (old, new)]
    assert vault.forget(NOON + DAY) == ["2023-11-14"]
    assert vault.forget(NOON + DAY) == []
    gone, there = (vault.used_deal(log) for log in kept)
    assert wrapped(gone.header.seed)
    assert there.header == new
    words = vocabulary("poker")
    now = structs.replace(gone.header, version=words.game.version)
    with pytest.raises(Drift, match="destroyed"):
        replay(words, now, [])


def test_f18_keys_are_destroyed_once_an_hour_for_ever_also_after_a_failure(monkeypatch, caplog):
    """The operator's --keep-sealed: a disk that fails once does not end it."""
    asked, slept = [], []

    async def forget(store, before):
        asked.append(before)
        if len(asked) == 1:
            raise StoreError("the disk is full")
        return []

    async def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(wrapping, "forget", forget)
    monkeypatch.setattr(wrapping.asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(wrapping.forgetting(None, 2.5, lambda: 10 * DAY))
    assert asked == [int(7.5 * DAY)] * 3
    assert slept == [3600] * 3
    assert "the disk is full" in caplog.text
