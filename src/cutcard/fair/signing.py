"""Ed25519 (F30, F31): the server's key, and whether something was signed with one."""

from __future__ import annotations

from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class Key:
    """A signing key, made of 32 bytes that nobody else may know."""

    __slots__ = ("_private", "public")

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._private.public_key().public_bytes_raw()

    @classmethod
    def new(cls) -> Self:
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def secret(self) -> bytes:
        """What the key is made of, for the file it is kept in."""
        return self._private.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)


def signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key's owner has signed the message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
