"""The certificate: read from its files, and read anew when they change. Connections that are open
keep what they began with; a pair that does not fit together is refused and the old one stays."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

log = logging.getLogger("cutcard.wire")

Stamp = tuple[tuple[int, int, int], ...]


class NoCertificate(OSError):
    """The files cannot be used; the message is the sentence to print."""


class Certificate:
    """A certificate chain and its key, and the context every TLS connection begins with."""

    def __init__(self, chain: Path, key: Path | None) -> None:
        self.chain = chain
        self.key = key
        self._stamp = self._look()
        try:
            self.context = self._read()
        except (OSError, ssl.SSLError) as reason:
            raise NoCertificate(f"the certificate {chain} cannot be used: {reason}") from None

    def refresh(self) -> bool:
        """Look whether the files changed, and use them; whether new connections see new ones."""
        stamp = self._look()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self._read()  # a pair that does not fit must not reach the context in use
            self.context.load_cert_chain(self.chain, self.key, _no_password)
        except (OSError, ssl.SSLError) as reason:
            log.error("reading the new certificate failed, the old one stays in use: %s", reason)
            return False
        log.info("the certificate was read anew")
        return True

    def _read(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.chain, self.key, _no_password)
        return context

    def _look(self) -> Stamp:
        found = []
        for path in (self.chain, self.key or self.chain):
            try:
                seen = path.stat()
            except OSError:
                found.append((0, 0, 0))
            else:
                found.append((seen.st_mtime_ns, seen.st_size, seen.st_ino))
        return tuple(found)


def _no_password() -> str:
    """A key under a password is refused; without this OpenSSL would ask on the terminal."""
    return ""
