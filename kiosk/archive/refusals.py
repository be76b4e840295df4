"""Why an archive is not taken: a code for programs, and one sentence for people (docs/archive.md lists the codes)."""

from __future__ import annotations

import enum

from rules.errors import BadRequest


class Why(enum.StrEnum):
    """The codes of refusals."""

    NOT_AN_ARCHIVE = "not-an-archive"
    OTHER_VERSION = "other-version"
    OTHER_FORM = "other-form"
    CUT_OFF = "cut-off"
    LEFT_OVER = "left-over"
    FOREIGN_MEMBER = "foreign-member"
    TOO_LARGE = "too-large"
    WRONG_HASH = "wrong-hash"
    BAD_MANIFEST = "bad-manifest"
    BAD_SIGNATURE = "bad-signature"
    OTHER_SIGNER = "other-signer"
    BAD_ROW = "bad-row"
    BROKEN_CHAIN = "broken-chain"
    FOREIGN_ROW = "foreign-row"
    CANNOT_BE_FOLDED = "cannot-be-folded"
    TOO_SLOW = "too-slow"
    BAD_SETTINGS = "bad-settings"
    BAD_NAME = "bad-name"
    BAD_PICTURE = "bad-picture"
    BAD_CLIP = "bad-clip"
    FOREIGN_EVIDENCE = "foreign-evidence"
    NO_EVIDENCE = "no-evidence"
    NO_ROOM = "no-room"
    ALREADY_HERE = "already-here"
    BUSY = "busy"


class ArchiveRefused(BadRequest):
    """An archive that is not taken. Nothing of it was kept."""

    def __init__(self, why: Why, text: str) -> None:
        super().__init__(text)
        self.why = why
        self.code = why.value


def shown(text: str, most: int = 80) -> str:
    """What somebody else has written, as it can be quoted in a sentence: short, and with nothing invisible in it."""
    return repr(text if len(text) <= most else text[:most] + "…")
