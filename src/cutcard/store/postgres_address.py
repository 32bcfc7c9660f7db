"""A database's address, and how every connection to it is set."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

SETTINGS = {
    "application_name": "cutcard",
    "idle_in_transaction_session_timeout": "10s",
    # a machine that vanishes does not keep its locks for hours
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
STANDS_STILL = {"idle_in_transaction_session_timeout": "2s"}
"""A server's: one that is stopped in the middle of what is more than one statement lets go of the
accounts it has locked before others give up on them (S5)."""


def without_password(dsn: str) -> str:
    """A database's address as it may be shown."""
    parts = urlsplit(dsn)
    if parts.password is None:
        return dsn
    return urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", ":…@")))
