"""The table's key, and what it signs.

The key is made when the first archive is signed, and stays in the data folder, readable by its owner alone. Who has its
fingerprint from somewhere else (on paper, from the table itself) can tell that an archive comes from whoever held that
key. Without that, a signature says only that nothing was changed since somebody signed it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

import msgspec

from kiosk.archive import ed25519
from kiosk.archive.refusals import ArchiveRefused, Why
from kiosk.head import sync_folder

KEY = "archive.key"
ALGORITHM = "ed25519"


class KeyFault(RuntimeError):
    """The table's key cannot be used; the text says why."""


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signature of a manifest's bytes; key and signature in hexadecimal."""

    algorithm: str
    key: str
    signature: str

    def to_bytes(self) -> bytes:
        return msgspec.json.encode(self)


def fingerprint(key: str) -> str:
    """A public key as people compare it: eight groups of four digits of its hash.

    >>> fingerprint("00" * 32)
    '6668 7aad f862 bd77 6c8f c18b 8e9f 8e20'
    """
    digest = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:32]
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def same_fingerprint(typed: str, key: str) -> bool:
    """Whether somebody has typed this key's fingerprint, with or without the spaces."""
    return "".join(typed.split()).lower() == fingerprint(key).replace(" ", "")


def table_key(folder: Path) -> bytes:
    """The secret key of this data folder, made now if there is none; KeyFault if it cannot be read or made."""
    path = folder / KEY
    try:
        try:
            return _read(path)
        except FileNotFoundError:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_hex(ed25519.KEY_BYTES).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            sync_folder(folder)
            return _read(path)
    except (OSError, ValueError) as trouble:
        raise KeyFault(f"{path} cannot be used: {trouble}") from None


def _read(path: Path) -> bytes:
    secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    if len(secret) != ed25519.KEY_BYTES:
        raise ValueError(f"a key has {ed25519.KEY_BYTES} bytes")
    return secret


def signed(manifest: bytes, secret: bytes) -> Signature:
    """The signature of a manifest."""
    return Signature(ALGORITHM, ed25519.public_key(secret).hex(), ed25519.sign(secret, manifest).hex())


def check_signature(content: bytes, manifest: bytes) -> str:
    """The key that has signed the manifest; ArchiveRefused if the signature is none of it."""
    try:
        found = msgspec.json.decode(content, type=Signature)
        key, signature = bytes.fromhex(found.key), bytes.fromhex(found.signature)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ArchiveRefused(Why.BAD_SIGNATURE, "the archive's signature cannot be read") from None
    if found.algorithm != ALGORITHM or Signature(ALGORITHM, key.hex(), signature.hex()).to_bytes() != content:
        raise ArchiveRefused(Why.BAD_SIGNATURE, "the archive's signature is not written in the one way there is")
    if not ed25519.verify(key, manifest, signature):
        raise ArchiveRefused(Why.BAD_SIGNATURE, "the archive's signature is not one of its content")
    return key.hex()
