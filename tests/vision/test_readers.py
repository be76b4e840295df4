"""Which reader and which camera a table gets for a name."""

from __future__ import annotations

import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.layout import load_layout
from vision.plain_reader import PlainReader
from vision.readers import looks_of, reader_for

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


def test_a_simulated_photograph_is_no_drawing() -> None:
    assert looks_of({"kind": "simulated"}) == "simulated"
    assert looks_of({"kind": "usb"}) == "usb"
    assert not isinstance(
        reader_for("auto", looks_of({"kind": "simulated", "style": "photo"}), LAYOUT, EQUATIONS_KIT), PlainReader
    )
