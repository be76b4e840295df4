"""The camera's test, in words that somebody can act on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.doctor_camera import SAID, examine_camera
from kiosk.findings import Finding
from kiosk.settings import CameraSettings
from rules.cubes import EQUATIONS_KIT
from tests.vision.fake_devices import picture
from vision.draw import draw_table
from vision.frame_gate import CAMERA_PROBLEMS
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import load_layout
from vision.pictures import Image
from vision.simulated import SimulatedMat

LAYOUT = load_layout()
FOUR = SimulatedMat.placed({"resources": "R1 R2", "goal": "G6", "required": "B3"}, EQUATIONS_KIT, LAYOUT)
TABLE = draw_table(FOUR.cubes, LAYOUT)


class Still:
    """A camera that gives one picture for ever, each time with another noise, or is in a state."""

    def __init__(self, image: Image | None, state: CameraState = CameraState.DELIVERING) -> None:
        self.image = image
        self.state = state
        self._number = 0
        self.closed = False

    def read(self) -> Frame | None:
        if self.image is None:
            return None
        self._number += 1
        noise = np.random.default_rng(self._number).integers(0, 3, self.image.shape, dtype=np.uint8)
        return Frame(cv2.add(self.image, noise), monotonic_us(), self._number)

    def close(self) -> None:
        self.closed = True


def examine(camera: Still, tmp_path: Path) -> dict[str, Finding]:
    settings = CameraSettings(kind="usb", reader="plain")
    found = list(examine_camera(settings, tmp_path, open_=lambda: camera, answer_s=1.5, look_s=0.5))
    assert camera.closed
    assert all(finding.advice for finding in found if finding.level != "ok")
    return {finding.key: finding for finding in found}


def test_a_good_picture_is_well_in_every_part(tmp_path: Path) -> None:
    found = examine(Still(TABLE), tmp_path)
    assert {key: finding.level for key, finding in found.items()} == dict.fromkeys(
        ("camera", "picture", "light", "sharp", "mat", "cubes"), "ok"
    )
    assert found["camera"].text == "the camera at the USB port is there"
    assert found["picture"].text.startswith("its pictures are 1280 x 960")
    assert found["cubes"].text == "4 cubes are seen, every one surely; the kit has 24"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (CameraState.MISSING, "is not there"),
        (CameraState.LOST, "went away"),
        (CameraState.SILENT, "gives no picture"),
        (CameraState.REFUSED, "another program uses it"),
        (CameraState.NO_LIBRARY, "a library of the operating system is missing"),
        (CameraState.ENDED, "is over"),
        (CameraState.STARTING, "gives no picture"),
    ],
)
def test_no_picture_is_one_finding_with_its_reason(tmp_path: Path, state: CameraState, words: str) -> None:
    found = examine(Still(None, state), tmp_path)
    assert list(found) == ["camera"]
    assert found["camera"].level == "wrong"
    assert words in found["camera"].text


def test_a_covered_lens(tmp_path: Path) -> None:
    found = examine(Still(np.zeros_like(TABLE)), tmp_path)
    assert found["camera"].text == "the camera at the USB port gives black pictures"
    assert "cap off the lens" in (found["camera"].advice or "")


def test_no_mat_little_light_and_a_blurred_picture(tmp_path: Path) -> None:
    nothing = examine(Still(picture(size=(1280, 960), noise=0)), tmp_path)
    assert nothing["mat"].text == "the mat is not in the picture"
    dark = examine(Still((TABLE // 9).astype(np.uint8)), tmp_path)
    assert dark["light"].level == "wrong"
    blurred = examine(Still(cv2.GaussianBlur(TABLE, (0, 0), 3.0)), tmp_path)
    assert blurred["sharp"].text == "the picture is not sharp"


def test_a_square_of_the_mat_out_of_view(tmp_path: Path) -> None:
    covered = TABLE.copy()
    covered[:260, :260] = 90
    found = examine(Still(covered), tmp_path)
    assert found["mat"].level == "warning"
    assert "1 of its 4 black squares" in found["mat"].text


def test_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    (found,) = examine_camera(CameraSettings(kind="usb", device="61", reader="plain"), tmp_path, answer_s=4.0)
    assert "is not there" in found.text
    (simulated,) = examine_camera(CameraSettings(), tmp_path)
    assert simulated.text == "simulated camera: 24 cubes drawn, seen and read right"


def test_a_recording_can_be_tested_too(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "a.png"), TABLE)
    settings = CameraSettings(kind="folder", path=str(tmp_path), reader="plain")
    found = {finding.key: finding for finding in examine_camera(settings, tmp_path, answer_s=5.0)}
    assert found["camera"].text == "the recording that stands for the camera is there"
    assert found["cubes"].text.startswith("4 cubes are seen")


def test_every_problem_has_its_words() -> None:
    assert set(SAID) == set(CAMERA_PROBLEMS)
