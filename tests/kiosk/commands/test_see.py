"""`tablejudge see`: a line for each picture, whatever it is; drawings; figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from kiosk.reading import Looker
from tests.kiosk.test_reading import LAYOUT, PICTURE, OneCube
from vision.model_file import FACES_FILES, FINDER_FILE
from vision.net_reader import BrokenReader


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["see", *map(str, words)])


@pytest.fixture
def one_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that sees a red 3, half turned, in the middle of Permitted on every sheet."""
    monkeypatch.setattr("kiosk.commands.see.open_looker", lambda *_, **__: Looker(LAYOUT, OneCube()))


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def written(path: Path, picture: np.ndarray = PICTURE) -> Path:  # type: ignore[type-arg]
    cv2.imwrite(str(path), picture)
    return path


def label(folder: Path, name: str, **cube: object) -> None:
    truth = {"color": "red", "symbol": "3", "section": "PERMITTED", "mat_mm": [200.5, 180.5], "yaw_deg": 186.0}
    board = {"image": f"{name}.png", "kit": "solid", "lighting": "warm", "cubes": [truth | cube], "camera": {}}
    (folder / f"{name}.json").write_text(json.dumps(board))


@pytest.mark.usefixtures("one_cube")
def test_each_picture_has_a_line_in_their_order_and_trouble_stops_nothing(tmp_path: Path) -> None:
    good, grey, text = written(tmp_path / "good.png"), tmp_path / "grey.png", tmp_path / "text.jpg"
    written(grey, np.full((480, 640, 3), 128, dtype=np.uint8))
    text.write_text("no picture")
    huge = tmp_path / "huge.png"
    huge.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR" + (60_000).to_bytes(4, "big") * 2)
    result = run(text, tmp_path, tmp_path / "none.png", huge, grey, good)
    assert result.exit_code == 1
    answers = lines(result)
    assert [answer["problems"] for answer in answers] == [
        *(["no-picture"], ["no-picture"], ["no-file"], ["too-large"], ["no-mat"], [])
    ]
    assert ["error" in answer for answer in answers] == [True, True, True, True, False, False]
    assert all(answer["sure"] is False and answer["cubes"] == [] and "ms" in answer for answer in answers[:5])
    last = answers[-1]
    assert list(last) == ["image", "cubes", "goal", "problems", "sure", "ms"]
    assert last["image"] == str(good)
    assert last["cubes"][0]["orientation"] == 180


@pytest.mark.usefixtures("one_cube")
def test_pictures_that_are_all_read_give_status_0(tmp_path: Path) -> None:
    assert run(written(tmp_path / "good.png")).exit_code == 0


def test_a_model_that_cannot_be_used_is_named_for_every_picture(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    for name in (FINDER_FILE, *FACES_FILES):
        (model / name).write_bytes(b"rubbish")
    picture = written(tmp_path / "good.png")
    result = run(picture, picture, "--model", model)
    assert result.exit_code == 1
    assert [answer["problems"] for answer in lines(result)] == [["model-corrupt"]] * 2
    assert lines(run(picture, "--model", tmp_path / "none"))[0]["problems"] == ["model-missing"]


@pytest.mark.usefixtures("one_cube")
def test_what_was_read_is_drawn_into_copies(tmp_path: Path) -> None:
    good = written(tmp_path / "good.png")
    grey = written(tmp_path / "grey.png", np.full((480, 640, 3), 128, dtype=np.uint8))
    before = good.read_bytes()
    out = tmp_path / "a" / "drawn"
    assert run(good, grey, tmp_path / "none.png", "--overlay", out).exit_code == 1
    assert sorted(path.name for path in out.iterdir()) == ["good.jpg", "grey.jpg"]
    drawn = cv2.imread(str(out / "good.jpg"))
    assert drawn is not None
    assert drawn.shape == (1920, 2560, 3)
    assert float(np.abs(drawn.astype(float) - cv2.resize(PICTURE, (2560, 1920))).max()) > 100
    assert good.read_bytes() == before


@pytest.mark.usefixtures("one_cube")
def test_a_picture_is_never_drawn_over(tmp_path: Path) -> None:
    picture = written(tmp_path / "good.jpg")
    before = picture.read_bytes()
    result = run(picture, "--overlay", tmp_path)
    assert result.exit_code == 1
    assert "another folder" in result.output
    assert picture.read_bytes() == before


@pytest.mark.usefixtures("one_cube")
def test_labelled_pictures_are_scored(tmp_path: Path) -> None:
    for name in ("a", "b"):
        written(tmp_path / f"{name}.png")
        label(tmp_path, name)
    result = run("--evaluate", tmp_path)
    assert result.exit_code == 0
    assert "right (colour, symbol, section)   2 of 2  (100.00 %)" in result.stdout
    figures = lines(run("--evaluate", tmp_path, "--json"))[0]
    assert (figures["boards"], figures["sure_and_wrong"], figures["clear"]["right_turn"]) == (2, 0, 2)
    assert figures["not_scored"] == []


@pytest.mark.usefixtures("one_cube")
def test_sure_and_wrong_is_the_status(tmp_path: Path) -> None:
    written(tmp_path / "a.png")
    label(tmp_path, "a", symbol="2")
    result = run("--evaluate", tmp_path)
    assert result.exit_code == 1
    assert "sure and wrong (all cubes)        1" in result.stdout


@pytest.mark.usefixtures("one_cube")
def test_labels_that_cannot_be_scored_are_said(tmp_path: Path) -> None:
    written(tmp_path / "a.png")
    label(tmp_path, "a")
    label(tmp_path, "gone")
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "spoilt.json").write_text("{")
    result = run("--evaluate", tmp_path)
    assert result.exit_code == 0
    assert "1 pictures" in result.stdout
    for name in ("gone.json: gone.png: there is no such file", "other.json: this is no label", "spoilt.json"):
        assert f"not scored: {name}" in result.stderr
    assert len(lines(run("--evaluate", tmp_path, "--json"))[0]["not_scored"]) == 3


@pytest.mark.usefixtures("one_cube")
def test_an_empty_folder_has_nothing_to_score(tmp_path: Path) -> None:
    result = run("--evaluate", tmp_path)
    assert result.exit_code == 1
    assert "no labelled picture" in result.stderr


def test_wrong_calls(tmp_path: Path) -> None:
    assert run().exit_code == 2
    assert run(tmp_path / "a.png", "--evaluate", tmp_path).exit_code == 2
    assert run(tmp_path / "a.png", "--lens", tmp_path / "none.json").exit_code == 2
    assert run("--evaluate", tmp_path / "none").exit_code == 2
    (tmp_path / "file").write_text("")
    assert run(tmp_path / "a.png", "--overlay", tmp_path / "file" / "x").exit_code == 1


def test_a_broken_reader_does_not_hide_what_is_wrong_with_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kiosk.commands.see.open_looker", lambda *_, **__: Looker(LAYOUT, BrokenReader("model-missing"))
    )
    assert lines(run(tmp_path / "none.png"))[0]["problems"] == ["no-file"]
