"""docs/vocabulary.md shows every word with its example, and every example is what the program writes."""

import re
from pathlib import Path

import msgspec
import pytest

from device.signals import SIGNALS, parse_signal, signal_text
from kiosk.journal import parse_row, row_hash
from rules.cubes import EQUATIONS_KIT
from rules.events import COMMON, Vocabulary
from rules.mat import Mat
from rules.shake_events import SHAKE_EVENTS
from vision.board import board_json, parse_board
from vision.sightings import SIGHTINGS, parse_sighting, sighting_text

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "vocabulary.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    (\{.*\})$", PAGE, re.MULTILINE)


def under(heading: str) -> str:
    """The example below a heading."""
    found = re.search(rf"^#+ {re.escape(heading)}$.*?^    (\S[^\n]*)$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"{heading} is not on the page"
    return found[1]


@pytest.mark.parametrize("kind", [*COMMON, *SHAKE_EVENTS], ids=lambda kind: kind.__name__)
def test_every_event_is_on_the_page(kind: type) -> None:
    tag = kind.__struct_config__.tag
    text = under(f"`{tag}`")
    timed = Vocabulary(*SHAKE_EVENTS).timed({"t": 0, **msgspec.json.decode(text)})
    assert timed.text == '{"t":0,' + text[1:]


@pytest.mark.parametrize("kind", SIGHTINGS, ids=lambda kind: kind.__name__)
def test_every_sighting_is_on_the_page(kind: type) -> None:
    text = under(f"`{kind.__struct_config__.tag}`")
    assert sighting_text(parse_sighting(text)) == text


@pytest.mark.parametrize("kind", SIGNALS, ids=lambda kind: kind.__name__)
def test_every_signal_is_on_the_page(kind: type) -> None:
    tag = kind.__struct_config__.tag
    (text,) = [example for example in EXAMPLES if example.startswith(f'{{"signal":"{tag}"')]
    assert signal_text(parse_signal(text)) == text


def test_mats_boards_and_rows() -> None:
    mat = msgspec.json.decode(under("Mats"))
    assert Mat.parse(mat, EQUATIONS_KIT) == Mat.parse(Mat.parse(mat, EQUATIONS_KIT).to_json(), EQUATIONS_KIT)
    board = under("Boards")
    assert msgspec.json.encode(board_json(parse_board(msgspec.json.decode(board)))).decode() == board
    row = parse_row(EXAMPLES[-1])
    assert row.text == EXAMPLES[-1]
    assert row_hash(row) == row.hash
    # Which bytes are hashed is told where the journal is.
    assert f"    {row.hashed.decode()}\n" in (DOCS / "journal.md").read_text(encoding="utf-8")
