"""docs/vision.md names every problem and every option of the commands that read pictures."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import click
import msgspec
import pytest

from kiosk.reading import OTHER_SHAPE
from kiosk.words import WORDS
from vision.board import board_json, parse_board
from vision.calibration import CALIBRATION_WRONG
from vision.frame_gate import CAMERA_PROBLEMS
from vision.picture_files import NO_FILE, NO_PICTURE, TOO_LARGE
from vision.reader import MODEL_CORRUPT, MODEL_MISSING, PROBLEMS
from vision.wire import CAMERAS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "vision.md").read_text(encoding="utf-8")
OTHERS = (NO_FILE, NO_PICTURE, TOO_LARGE, OTHER_SHAPE, MODEL_MISSING, MODEL_CORRUPT)


def test_the_table_of_problems_is_the_programs() -> None:
    table = PAGE.split("## Problems")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \| \S", table, flags=re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([a-z-]+)`", row)]
    assert sorted(named) == sorted((*PROBLEMS, *OTHERS))


def test_the_table_of_a_cameras_problems_is_the_programs() -> None:
    table = PAGE.split("## What is wrong with a camera")[1].split("\n## ")[0]
    named = re.findall(r"^\| `([a-z-]+)` \| \S", table, flags=re.MULTILINE)
    assert named == [*CAMERA_PROBLEMS, CALIBRATION_WRONG]
    assert all(f"camera-{problem}" in WORDS for problem in named), "every one has its sentence for the pages"


def test_the_table_of_cameras_is_the_programs() -> None:
    table = PAGE.split("## Cameras")[1].split("\n## ")[0]
    assert re.findall(r"^\| `([a-z0-9]+)` \| \S", table, flags=re.MULTILINE) == list(CAMERAS)


@pytest.mark.parametrize("name", ["see", "mat", "lens", "kit", "watch", "record", "rewatch"])
def test_every_command_on_the_page_can_be_given(name: str) -> None:
    command: click.Command = importlib.import_module(f"kiosk.commands.{name}").command
    calls = re.findall(rf"tablejudge {name}((?: [^\s`#]+)*)", PAGE)
    assert calls
    for call in calls:
        words = call.split()
        here = command
        if isinstance(here, click.Group) and words and words[0] in here.commands:
            here = here.commands[words[0]]
        known = {option for parameter in here.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, call


def test_the_answer_on_the_page_is_an_answer() -> None:
    line = re.search(r'^    (\{"image".*\})$', PAGE, flags=re.MULTILINE)
    assert line is not None
    answer = msgspec.json.decode(line[1])
    board = {name: value for name, value in answer.items() if name not in ("image", "ms")}
    assert msgspec.json.decode(msgspec.json.encode(board_json(parse_board(board)))) == board


def test_the_files_it_names_exist() -> None:
    for name in re.findall(r"`([a-z]+/\w+\.py)`", PAGE):
        assert (ROOT / name).is_file(), name
