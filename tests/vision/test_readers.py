"""Which reader and which camera a table gets for a name."""

from __future__ import annotations

import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest, NotBuilt
from vision.cameras import open_camera
from vision.layout import load_layout
from vision.plain_reader import PlainReader
from vision.readers import reader_for
from vision.simulated_camera import SimulatedCamera
from vision.wire import LATER_CAMERAS

LAYOUT = load_layout()


@pytest.mark.parametrize(
    ("name", "camera", "plain"),
    [("auto", "simulated", True), ("auto", "usb", False), ("plain", "usb", True), ("net", "simulated", False)],
)
def test_drawn_pictures_are_read_plainly_and_photographs_by_the_trained_reader(
    name: str, camera: str, plain: bool
) -> None:
    reader = reader_for(name, camera, LAYOUT, EQUATIONS_KIT)
    assert isinstance(reader, PlainReader) is plain
    assert (reader.name == "plain") is plain


def test_a_reader_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadRequest, match="no reader 'owl'"):
        reader_for("owl", "simulated", LAYOUT, EQUATIONS_KIT)


@pytest.mark.parametrize("kind", LATER_CAMERAS)
def test_a_camera_to_come_says_that_it_is_not_built(kind: str) -> None:
    with pytest.raises(NotBuilt, match=f"'{kind}' is not built yet; there is 'simulated'"):
        open_camera({"kind": kind}, LAYOUT)


def test_the_simulated_camera_is_built() -> None:
    assert isinstance(open_camera({"kind": "simulated"}, LAYOUT), SimulatedCamera)
