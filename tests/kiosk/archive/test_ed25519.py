"""Ed25519 against the test vectors of RFC 8032, section 7.1, and against every way to be wrong."""

from __future__ import annotations

import pytest

from kiosk.archive.ed25519 import public_key, sign, verify

VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
            "655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
            "b00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
            "c027beceea1ec40a"
        ),
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_rfc(secret: str, public: str, message: str, signature: str) -> None:
    key = bytes.fromhex(secret)
    assert public_key(key).hex() == public
    assert sign(key, bytes.fromhex(message)).hex() == signature
    assert verify(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))


def test_any_bit_that_differs_is_noticed() -> None:
    public, message, signature = (bytes.fromhex(text) for text in VECTORS[2][1:])
    for at in range(0, 8 * len(signature), 7):
        changed = bytearray(signature)
        changed[at // 8] ^= 1 << at % 8
        assert not verify(public, message, bytes(changed))
    assert not verify(public, message + b"x", signature)
    assert not verify(public_key(b"k" * 32), message, signature)


def test_one_spelling_only() -> None:
    public, message, signature = (bytes.fromhex(text) for text in VECTORS[1][1:])
    larger = int.from_bytes(signature[32:], "little") + ORDER
    assert not verify(public, message, signature[:32] + larger.to_bytes(32, "little"))
    assert not verify(public, message, signature + b"\0")
    assert not verify(public[:31], message, signature)
    assert not verify(b"\xff" * 32, message, signature)


def test_keys_of_small_order_sign_nothing() -> None:
    """With the neutral point as key and commitment, zero would be a proof of any message."""
    neutral = (1).to_bytes(32, "little")
    assert not verify(neutral, b"anything", neutral + bytes(32))
    assert not verify(bytes(32), b"anything", neutral + bytes(32))


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        sign(b"k" * 31, b"")
