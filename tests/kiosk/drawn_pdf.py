"""The rectangles and lines of a PDF's pages, read without its maker, and a page as a picture of them."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

_MM = 25.4 / 72


@dataclass(slots=True)
class DrawnPage:
    """One page in millimetres, y downwards: its size, filled rectangles with their grey, lines, texts."""

    wide: float
    high: float
    filled: list[tuple[float, float, float, float, float]] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    clips: list[tuple[float, float, float, float]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def picture(self, px_per_mm: float) -> npt.NDArray[np.uint8]:
        """The filled rectangles, in their order, on white."""
        page = np.full((round(self.high * px_per_mm), round(self.wide * px_per_mm)), 255, dtype=np.uint8)
        for x, y, wide, high, grey in self.filled:
            left, top, right, bottom = (max(0, round(value * px_per_mm)) for value in (x, y, x + wide, y + high))
            page[top:bottom, left:right] = round(grey * 255)
        return page


def drawn_pages(content: bytes) -> list[DrawnPage]:
    """The pages of a PDF that has no other shapes than rectangles and straight lines."""
    objects = {int(number): body for number, body in re.findall(rb"(?s)(\d+) 0 obj\s(.*?)\sendobj", content)}
    root = next(body for body in objects.values() if re.search(rb"/Type /Pages\b", body))
    default = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", root)
    pages = []
    for number in (int(found) for found in re.findall(rb"(\d+) 0 R", re.search(rb"(?s)/Kids \[(.*?)\]", root)[1])):  # type: ignore[index]
        body = objects[number]
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", body) or default
        assert box is not None
        page = DrawnPage(float(box[1]) * _MM, float(box[2]) * _MM)
        stream = objects[int(re.search(rb"/Contents (\d+) 0 R", body)[1])]  # type: ignore[index]
        data = re.search(rb"(?s)stream\r?\n(.*)\r?\nendstream", stream)
        assert data is not None
        _read(page, zlib.decompress(data[1]).decode("latin-1"))
        pages.append(page)
    return pages


def _read(page: DrawnPage, stream: str) -> None:
    grey = 0.0
    stack: list[float] = []
    number = r"-?[\d.]+"
    pattern = (
        rf"(?P<g>{number}) g\b|(?P<rgb>{number} {number} {number}) rg\b|(?P<q>\bq\b)|(?P<Q>\bQ\b)"
        rf"|(?P<re>{number} {number} {number} {number}) re (?P<do>f|W n)"
        rf"|(?P<line>{number} {number} m {number} {number} l) S|\((?P<text>(?:[^\\()]|\\.)*)\) Tj"
    )
    for found in re.finditer(pattern, stream):
        if found["g"]:
            grey = float(found["g"])
        elif found["rgb"]:
            grey = float(found["rgb"].split()[0])
        elif found["q"]:
            stack.append(grey)
        elif found["Q"]:
            grey = stack.pop() if stack else grey
        elif found["re"]:
            x, y, wide, high = (float(value) * _MM for value in found["re"].split())
            # A rectangle is written from its upper left corner with a negative height.
            top = page.high - max(y, y + high)
            rectangle = (min(x, x + wide), top, abs(wide), abs(high))
            (page.clips.append(rectangle) if found["do"] == "W n" else page.filled.append((*rectangle, grey)))
        elif found["line"]:
            x0, y0, _, x1, y1, _ = found["line"].split()
            page.lines.append(
                (float(x0) * _MM, page.high - float(y0) * _MM, float(x1) * _MM, page.high - float(y1) * _MM)
            )
        elif found["text"] is not None:
            page.texts.append(found["text"])
