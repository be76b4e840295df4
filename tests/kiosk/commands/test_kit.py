"""`tablejudge kit`: what is told, what is learnt, and that nothing is kept that does not help."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from kiosk.reading import Looker
from rules.cubes import EQUATIONS_KIT
from vision.decode import Decided, Opinion
from vision.draw import draw_table
from vision.faces import face_table
from vision.kit_lesson import lessons, told_places
from vision.layout import load_layout
from vision.mat_view import MatView
from vision.net_reader import BrokenReader, NetReader
from vision.simulated import LaidCube

LAYOUT = load_layout()
TABLE = face_table(EQUATIONS_KIT)
PLAN = lessons(EQUATIONS_KIT)


class Lamp:
    """Networks that read a block of cubes in the order told, under a lamp that makes the red 1 look like the red 0."""

    table = TABLE
    hash = "abc"
    trust = SimpleNamespace(kind_temperature=1.0)

    def __init__(self, harm: float) -> None:
        self.rng = np.random.default_rng(3)
        self.harm = harm

    def read_faces(self, crops: npt.NDArray[np.float32], look: int) -> tuple[npt.NDArray[np.float32], None, None]:
        faces = [face for row in PLAN[0].rows for face in row]
        logits = self.rng.normal(0, 0.8, (len(crops), len(TABLE) + 1))
        for number in range(len(crops)):
            logits[number, TABLE.index(faces[number])] += 7
            logits[number, 0] += self.harm if faces[number].symbol == "1" and faces[number].color == "red" else 0
        return logits.astype(np.float32), None, None


class Learner(NetReader):
    """Sees the cubes of each lesson where they were laid; the lessons come one after the other."""

    def __init__(self, harm: float = 8.0, missing: int = 0) -> None:
        self.networks = Lamp(harm)  # type: ignore[assignment]
        self.height_mm = 16.0
        self.missing = missing
        self.lesson = 0

    def opinions(self, view: MatView) -> list[Opinion]:
        lesson = PLAN[self.lesson % len(PLAN)]
        self.lesson += 1
        found = []
        for face, x, y in told_places(lesson, LAYOUT)[self.missing :]:
            odds = np.zeros(len(TABLE) + 1)
            odds[TABLE.index(face)] = 1
            opinion = Opinion(
                x=x, y=y, angle_deg=1.0, heat=1.0, visible=1.0, kinds=odds, turns=odds[:4], agreed=True, whole=True
            )
            found.append(opinion)
        return found

    def decided(self, view: MatView) -> list[Decided]:
        return [Decided(opinion, 0, free=True) for opinion in self.opinions(view)]


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["kit", *map(str, words)])


def use(monkeypatch: pytest.MonkeyPatch, reader: Any) -> None:
    monkeypatch.setattr("kiosk.commands.kit.open_looker", lambda *_, **__: Looker(LAYOUT, reader))


def photographed(folder: Path, count: int = 4) -> Path:
    folder.mkdir()
    for number in range(count):
        lesson = PLAN[number % 4]
        laid = [
            LaidCube(id=str(place), color=face.color, symbol=face.symbol, x=x, y=y, orientation=lesson.turn_deg)
            for place, (face, x, y) in enumerate(told_places(lesson, LAYOUT))
        ]
        cv2.imwrite(str(folder / f"{number}.jpg"), draw_table(laid, LAYOUT))
    return folder


def test_the_lesson_is_told() -> None:
    told = run("tell").output
    assert told.startswith("1. FORBIDDEN, every cube upright")
    assert "  green 4 5 6 ^ x -" in told
    assert "  green 4 5 6 * x -" in run("tell", "--older").output


def test_what_helps_is_kept_with_its_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Learner())
    data = tmp_path / "data"
    result = run("learn", "--from", photographed(tmp_path / "pictures"), "--data", data)
    assert result.exit_code == 0, result.output
    assert "0.jpg: 24 cubes in FORBIDDEN" in result.output
    assert "learnt from 2 pictures; on the 2 that were held back:" in result.output
    kept = json.loads((data / "kit.json").read_text())
    assert kept["model"] == "abc"
    assert kept["after"]["right"] > kept["before"]["right"]
    assert kept["after"]["loss"] < kept["before"]["loss"]
    shown = run("show", "--data", data).output
    assert f"{kept['after']['right']} of {kept['after']['looks']} looks right" in shown
    assert run("forget", "--data", data).output == "forgotten\n"
    assert run("show", "--data", data).output == "nothing was learnt yet\n"


def test_the_simulated_camera_can_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Learner())
    out = tmp_path / "a" / "kit.json"
    assert run("learn", "--simulated", "--out", out, "--data", tmp_path).exit_code == 0
    assert out.is_file()


def test_a_picture_that_does_not_show_the_lesson_is_said_with_the_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Learner(missing=1))
    result = run("learn", "--simulated", "--data", tmp_path)
    assert result.exit_code == 1
    assert "lesson 1: 23 cubes are found in FORBIDDEN, not 24" in result.output
    assert "red   0 1 2 3 + -" in result.output
    assert list(tmp_path.iterdir()) == []


def test_too_few_pictures_and_other_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Learner())
    few = run("learn", "--from", photographed(tmp_path / "few", 3), "--data", tmp_path)
    assert few.exit_code == 1
    assert "has 3 pictures; the lesson has 4" in few.output
    assert run("learn", "--from", tmp_path / "none", "--data", tmp_path).exit_code == 1
    assert run("learn").exit_code == 2
    assert run("learn", "--simulated", "--from", tmp_path).exit_code == 2
    spoilt = photographed(tmp_path / "spoilt")
    (spoilt / "2.jpg").write_text("no picture")
    assert "2.jpg: this is no JPEG" in run("learn", "--from", spoilt, "--data", tmp_path).output
    use(monkeypatch, Learner())
    grey = photographed(tmp_path / "grey")
    cv2.imwrite(str(grey / "1.jpg"), np.full((480, 640, 3), 128, dtype=np.uint8))
    assert "1.jpg: no-mat" in run("learn", "--from", grey, "--data", tmp_path).output
    use(monkeypatch, BrokenReader("model-missing"))
    assert "model cannot be used" in run("learn", "--simulated", "--data", tmp_path).output
    (tmp_path / "kit.json").write_text("{}")
    assert run("show", "--data", tmp_path).exit_code == 1


def test_what_does_not_help_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Learner()
    use(monkeypatch, reader)
    plain = reader.networks.read_faces
    calls = 0

    def turning(crops: npt.NDArray[np.float32], look: int) -> Any:
        """A lamp that harms in the pictures that are learnt from, and not in those that are held back."""
        nonlocal calls
        reader.networks.harm = 30.0 if calls // 8 % 2 == 0 else -30.0  # type: ignore[attr-defined]
        calls += 1
        return plain(crops, look)

    reader.networks.read_faces = turning  # type: ignore[method-assign]
    result = run("learn", "--simulated", "--data", tmp_path)
    assert result.exit_code == 1
    assert "this would not help: nothing is kept" in result.output
    assert not (tmp_path / "kit.json").exists()
