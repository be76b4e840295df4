"""The words of the pages: every key that is used exists, every key that exists is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kiosk
from kiosk.texts import TEXTS, say
from rules.errors import MisuseError

FOLDER = Path(kiosk.__file__).parent
_KEY = re.compile(r"""["'`]([a-z]+\.[a-zA-Z-]+)["'`]""")
#: Keys that are put together: the part before the value, with what may follow.
_BUILT = re.compile(r"""[`"f]([a-z]+\.)(?:\$\{|\{)""")


def _sources() -> str:
    files = [*FOLDER.glob("static/js/*.js"), *FOLDER.glob("templates/*.html"), *FOLDER.glob("web/*.py")]
    files += [FOLDER / "scoresheet.py", FOLDER / "sheet_pdf.py"]
    assert len(files) > 25
    return "\n".join(path.read_text() for path in files)


def test_every_key_in_use_has_a_text() -> None:
    areas = {key.partition(".")[0] for key in TEXTS}
    used = {key for key in _KEY.findall(_sources()) if key.partition(".")[0] in areas and not key.endswith(".html")}
    unknown = {key for key in used if key not in TEXTS}
    assert unknown == set()


def test_every_text_is_in_use() -> None:
    sources = _sources()
    used, built = set(_KEY.findall(sources)), tuple(set(_BUILT.findall(sources)))
    assert {key for key in TEXTS if key not in used and not key.startswith(built)} == set()


def test_values_are_filled_in() -> None:
    assert say("start.name", seat=2) == "Player 2"


def test_a_wrong_key_or_a_missing_value_is_a_bug() -> None:
    with pytest.raises(MisuseError, match=r"no\.such"):
        say("no.such")
    with pytest.raises(MisuseError, match="seat"):
        say("start.name")
