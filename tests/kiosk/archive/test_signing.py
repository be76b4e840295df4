"""The table's key: made once, kept for its owner alone, told by its fingerprint."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.archive.ed25519 import public_key
from kiosk.archive.refusals import ArchiveRefused
from kiosk.archive.signing import KeyFault, check_signature, fingerprint, same_fingerprint, signed, table_key


def test_the_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    key = table_key(tmp_path)
    assert table_key(tmp_path) == key
    assert (tmp_path / "archive.key").stat().st_mode & 0o777 == 0o600
    assert len(key) == 32


@pytest.mark.parametrize("text", ["", "00", "x" * 64, "00" * 33])
def test_a_key_that_is_none_is_never_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "archive.key").write_text(text)
    with pytest.raises(KeyFault, match=r"archive\.key cannot be used"):
        table_key(tmp_path)
    assert (tmp_path / "archive.key").read_text() == text


def test_a_signature_names_its_key() -> None:
    secret = b"s" * 32
    content = signed(b"manifest", secret).to_bytes()
    assert check_signature(content, b"manifest") == public_key(secret).hex()
    with pytest.raises(ArchiveRefused, match="is not one of its content"):
        check_signature(content, b"another")


def test_fingerprints_as_people_type_them() -> None:
    key = public_key(b"s" * 32).hex()
    assert same_fingerprint(fingerprint(key).replace(" ", "").upper(), key)
    assert not same_fingerprint(fingerprint(key)[:-1], key)
