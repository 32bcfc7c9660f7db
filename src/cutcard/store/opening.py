"""Which store a name means: a file is SQLite's, a postgresql:// address is a database server's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .protocol import Store, StoreError
from .sqlite import SqliteStore

if TYPE_CHECKING:
    from .postgres import PostgresStore

POOL = 5  # connections for what is read
SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Whether it names a PostgreSQL database, not a file."""
    return str(where).startswith(SCHEMES)


def store_at(where: str | Path, *, read_only: bool = False, beside: bool = False) -> Store:
    """The store there, not yet open; see the stores for `read_only` and `beside`."""
    if is_address(where):
        return postgres_at(str(where), read_only=read_only, beside=beside)
    return SqliteStore(where, read_only=read_only, beside=beside)


def postgres_at(
    dsn: str, *, read_only: bool = False, beside: bool = False, pool: int = POOL
) -> PostgresStore:
    """The same, of a database's address."""
    try:
        from .postgres import PostgresStore  # noqa: PLC0415 # a part of its own: the extra `scale`
    except ImportError:
        raise StoreError(
            "PostgreSQL needs a part that is not installed here: pip install 'cutcard[scale]'."
        ) from None
    return PostgresStore(dsn, read_only=read_only, beside=beside, pool=pool)


def shown(where: str | Path) -> str:
    """A store's name as it may be printed: without a password."""
    if not is_address(where):
        return str(where)
    return postgres_at(str(where)).where
