"""Ed25519 (RFC 8032): signatures that everybody can check and only the holder of a key can make.

libsodium does the work, in the same time whatever the key is. It is strict: one spelling only of each number and point,
and no key of small order, with which one signature would fit many messages.
"""

from __future__ import annotations

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

KEY_BYTES, SIGNATURE_BYTES = 32, 64


def public_key(secret: bytes) -> bytes:
    """The key that checks what `secret`, 32 random bytes, has signed."""
    return bytes(_signing(secret).verify_key)


def sign(secret: bytes, message: bytes) -> bytes:
    """The signature of a message: the same each time."""
    return _signing(secret).sign(message).signature


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of the key has signed this message."""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        VerifyKey(public).verify(message, signature)
    except BadSignatureError:
        return False
    return True


def _signing(secret: bytes) -> SigningKey:
    if len(secret) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(secret)}")
    return SigningKey(secret)
