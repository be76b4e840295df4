"""The printed mat's geometry: sheet, sections and markers, in millimetres from the sheet's top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from rules.errors import BadRequest
from rules.events import parse_object
from rules.mat import Section
from vision.board import OFF


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the sheet: left, top, right and bottom."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def has(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def grown(self, by: float) -> Area:
        """The rectangle with every side moved outwards; inwards where `by` is negative."""
        return Area(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def line_distance(self, x: float, y: float) -> float:
        """How far a point is from the nearest of the four lines, inside or outside."""
        if self.has(x, y):
            return min(x - self.x0, self.x1 - x, y - self.y0, self.y1 - y)
        dx = max(self.x0 - x, 0.0, x - self.x1)
        dy = max(self.y0 - y, 0.0, y - self.y1)
        return float((dx * dx + dy * dy) ** 0.5)


@dataclass(frozen=True, slots=True)
class Marker:
    """One printed marker: its number in the dictionary and its centre."""

    id: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A printed mat. JSON both ways: `parse_layout(value)` and `layout.to_json()`."""

    sheet_mm: tuple[float, float]
    cube_mm: float
    sections: tuple[tuple[Section, Area], ...]
    dictionary: str
    marker_mm: float
    quiet_zone_mm: float
    markers: tuple[Marker, ...]
    about: str = ""

    @property
    def sheet(self) -> Area:
        return Area(0, 0, *self.sheet_mm)

    def area(self, section: Section) -> Area:
        return next(area for name, area in self.sections if name is section)

    def section_at(self, x: float, y: float) -> str:
        """The name of the section in which a point lies, or `off`."""
        return next((section.value for section, area in self.sections if area.has(x, y)), OFF)

    def line_distance(self, x: float, y: float) -> float:
        """How far a point is from the nearest line of any section."""
        return min(area.line_distance(x, y) for _, area in self.sections)

    def marker_zone(self, marker: Marker) -> Area:
        """The marker with its quiet zone: no cube lies here."""
        return Area(marker.x, marker.y, marker.x, marker.y).grown(self.marker_mm / 2 + self.quiet_zone_mm)

    def marker_corners(self, marker: Marker) -> tuple[tuple[float, float], ...]:
        """The printed square's corners, clockwise from its top left one, as a detector names them."""
        half = self.marker_mm / 2
        return tuple((marker.x + dx * half, marker.y + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))

    def to_json(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "sheet_mm": list(self.sheet_mm),
            "cube_mm": self.cube_mm,
            "sections": {section.name: [area.x0, area.y0, area.x1, area.y1] for section, area in self.sections},
            "markers": {
                "dictionary": self.dictionary,
                "size_mm": self.marker_mm,
                "quiet_zone_mm": self.quiet_zone_mm,
                "ids": {str(marker.id): [marker.x, marker.y] for marker in self.markers},
            },
        }


class _Markers(msgspec.Struct, forbid_unknown_fields=True):
    dictionary: str
    size_mm: float
    quiet_zone_mm: float
    ids: dict[int, tuple[float, float]]


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """A mat as its file writes it."""

    sheet_mm: tuple[float, float]
    cube_mm: float
    sections: dict[str, tuple[float, float, float, float]]
    markers: _Markers
    about: str = ""


def parse_layout(value: object) -> Layout:
    """The mat that a JSON object describes; BadRequest for anything else, or if a section is missing."""
    try:
        written = msgspec.convert(value, _Written, strict=False)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no mat: {wrong}") from None
    if set(written.sections) != {section.name for section in Section}:
        raise BadRequest(f"a mat has the sections {', '.join(section.name for section in Section)}")
    return Layout(
        sheet_mm=written.sheet_mm,
        cube_mm=written.cube_mm,
        sections=tuple((Section[name], Area(*sides)) for name, sides in written.sections.items()),
        dictionary=written.markers.dictionary,
        marker_mm=written.markers.size_mm,
        quiet_zone_mm=written.markers.quiet_zone_mm,
        markers=tuple(Marker(number, *centre) for number, centre in written.markers.ids.items()),
        about=written.about,
    )


@cache
def load_layout(name: str = "equations") -> Layout:
    """The mat of this name that comes with the package; BadRequest if there is none."""
    folder = resources.files("vision") / "mats"
    known = sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))
    if name not in known:
        raise BadRequest(f"there is no mat {name!r} (there is {', '.join(known)})")
    return parse_layout(parse_object((folder / f"{name}.json").read_bytes()))
