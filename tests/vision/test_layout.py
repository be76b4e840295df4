"""The printed mat."""

from __future__ import annotations

import pytest

from rules.errors import BadRequest
from rules.mat import Section
from vision.layout import Area, Layout, Marker, load_layout, parse_layout


def test_a_layout_is_read_and_written_without_loss() -> None:
    layout = load_layout()
    assert parse_layout(layout.to_json()) == layout
    assert hash(parse_layout(layout.to_json())) == hash(layout)


def test_the_equations_mat_has_its_geometry() -> None:
    layout = load_layout("equations")
    assert layout.sheet_mm == (432, 330)
    assert layout.cube_mm == 16
    assert layout.area(Section.GOAL) == Area(16, 245, 416, 305)
    assert layout.area(Section.REQUIRED) == Area(286, 130, 416, 235)
    assert layout.markers == (Marker(0, 15, 15), Marker(1, 417, 15), Marker(2, 417, 315), Marker(3, 15, 315))
    assert (layout.dictionary, layout.marker_mm, layout.quiet_zone_mm) == ("DICT_4X4_50", 22, 4)


@pytest.mark.parametrize(
    ("x", "y", "section"),
    [
        (100, 60, "resources"),
        (20, 200, "forbidden"),
        (200, 200, "permitted"),
        (400, 200, "required"),
        (200, 275, "goal"),
        (148, 200, "off"),
        (200, 20, "off"),
        (-5, 100, "off"),
        (500, 500, "off"),
    ],
)
def test_every_place_is_in_one_section_or_off(x: float, y: float, section: str) -> None:
    assert load_layout().section_at(x, y) == section


def test_the_distance_to_a_line_counts_from_both_sides() -> None:
    area = Area(10, 10, 50, 30)
    assert area.line_distance(12, 20) == 2
    assert area.line_distance(7, 20) == 3
    assert area.line_distance(53, 34) == 5
    assert load_layout().line_distance(148, 200) == 2


def test_a_marker_has_its_corners_clockwise_and_a_quiet_zone() -> None:
    layout = load_layout()
    assert layout.marker_corners(layout.markers[0]) == ((4, 4), (26, 4), (26, 26), (4, 26))
    assert layout.marker_zone(layout.markers[0]) == Area(0, 0, 30, 30)


def _without(layout: Layout, key: str) -> dict[str, object]:
    return {name: value for name, value in layout.to_json().items() if name != key}


def test_what_is_no_mat_is_refused() -> None:
    layout = load_layout()
    with pytest.raises(BadRequest, match="no mat 'chess'"):
        load_layout("chess")
    with pytest.raises(BadRequest, match="cube_mm"):
        parse_layout(_without(layout, "cube_mm"))
    sections = {name: value for name, value in layout.to_json()["sections"].items() if name != "GOAL"}
    with pytest.raises(BadRequest, match="has the sections"):
        parse_layout(layout.to_json() | {"sections": sections})
