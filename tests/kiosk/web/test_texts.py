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
    files += [FOLDER / name for name in ("scoresheet.py", "sheet_pdf.py", "timeline_notes.py", "timeline.py")]
    files += FOLDER.glob("audit/*.py")
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


#: What a template says to people: whatever is neither a tag nor Jinja's.
_TAGS = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<[^>]*>", re.DOTALL)
#: Attributes that people read or hear.
_SAID = re.compile(r"""\b(?:title|alt|placeholder|aria-label)="([^"{]*[a-z][^"{]*)\"""")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_JS_ERROR = re.compile(r"new Error\([^\n]*\)")
_JS_STRING = re.compile(r"""\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`""")
#: Words as people read them: a capital and more, a second word, or the end of a sentence.
_SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]|[a-z]{2,}[.!?]$|^[A-Z][a-z]{2,}$")
#: Names that the browser knows keys and protocols by.
_NAMES = {"Enter", "Escape", "Backspace", "Tab", "Last-Event-ID"}


def _said_in_template(text: str) -> list[str]:
    outside = [words for words in _TAGS.sub("\n", text).split("\n") if _LETTERS.search(words)]
    return outside + _SAID.findall(text)


def _said_in_script(text: str) -> list[str]:
    code = _JS_ERROR.sub("", _JS_COMMENT.sub("", text))
    strings = ("".join(found) for found in _JS_STRING.findall(code))
    return [string for string in strings if _SENTENCE.search(string) and string not in _NAMES]


def test_no_words_of_a_template_are_outside_the_catalogue() -> None:
    said = {path.name: _said_in_template(path.read_text()) for path in FOLDER.glob("templates/*.html")}
    assert {name: words for name, words in said.items() if words} == {}


def test_no_words_of_a_script_are_outside_the_catalogue() -> None:
    said = {path.name: _said_in_script(path.read_text()) for path in FOLDER.glob("static/js/*.js")}
    assert {name: words for name, words in said.items() if words} == {}


def test_words_outside_the_catalogue_would_be_found() -> None:
    assert _said_in_template('<p id="a">Hello there</p><img alt="A mat">') == ["Hello there", "A mat"]
    assert _said_in_script('h("p", {}, "Hello there"); // "Not this"\nclick("Save"); say("a.b");') == [
        "Hello there",
        "Save",
    ]
