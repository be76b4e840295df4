"""Pages of paper for what is handed out: A4, black on white, a font that has the game's signs and people's names.

PDF's built-in fonts know Western European letters only, so DejaVu is embedded where the system has it. What the
font at hand cannot write becomes "?", and the foot of the page says so: a wrong letter must not pass for a name.
The same journal gives the same bytes, whenever it is printed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace, TTFFont

#: Where Debian's package fonts-dejavu-core puts its files.
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
#: Signs that have a plain form in every font.
PLAIN = str.maketrans({"−": "-", "–": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "..."})
#: Becomes the number of pages, wherever it stands: nothing that anybody is called.
PAGES = "{number of pages}"
#: No row may be higher than a page, whatever somebody has typed.
LONGEST_CELL = 150
#: PDF's built-in fonts go as far as this letter.
LAST_OF_LATIN_1 = "ÿ"
#: Grey that a laser printer still prints as a light tint; never the only sign of anything.
TINT = 232
#: Millimetres from line to line, for each point of the letters' size.
LINE_MM = 0.46

Align = Literal["L", "C", "R"]


@dataclass(frozen=True, slots=True)
class Fonts:
    """The files of a font: its plain and its bold face."""

    plain: Path
    bold: Path


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: heading, share of the width, and how its cells are set."""

    title: str
    width: float
    align: Align = "L"


def system_fonts() -> Fonts | None:
    """DejaVu, if the system has it."""
    fonts = Fonts(DEJAVU / "DejaVuSans.ttf", DEJAVU / "DejaVuSans-Bold.ttf")
    return fonts if fonts.plain.is_file() and fonts.bold.is_file() else None


class PdfPage(FPDF):
    """A document whose every page ends with the journal's row and hash. `written` is the row's wall time."""

    def __init__(self, title: str, *, row: int, head: str, written: str, landscape: bool = False) -> None:
        super().__init__(orientation="landscape" if landscape else "portrait", unit="mm", format="A4")
        self._name = title
        self._foot = f"Journal: row {row}, {head}"
        self._missing = False
        self.set_creation_date(datetime.fromisoformat(written))
        self.set_title(title)
        self.set_creator("tablejudge")
        self.set_lang("en")
        self.set_margins(15, 14)
        self.set_auto_page_break(True, margin=22)
        self.c_margin = 0  # paragraphs begin where tables do
        self._family = "Helvetica"
        fonts = system_fonts()
        if fonts is not None:
            self._family = "DejaVu"
            self.add_font(self._family, "", fonts.plain)
            self.add_font(self._family, "B", fonts.bold)
        self._writes = self._known_characters()
        self.alias_nb_pages(PAGES)
        self.add_page()

    def _known_characters(self) -> Callable[[str], bool]:
        """Whether the font has a character; both faces of DejaVu have the same letters."""
        faces = [font for font in self.fonts.values() if isinstance(font, TTFFont)]
        if faces:
            return lambda char: char == "\n" or all(ord(char) in face.cmap for face in faces)
        return lambda char: char == "\n" or (char.isprintable() and char <= LAST_OF_LATIN_1)

    def plain(self, text: str) -> str:
        """The text as the font can write it; what it lacks becomes "?" and is noted at the foot of the page."""
        if all(map(self._writes, text)):
            return text
        text = text.translate(PLAIN)
        self._missing = self._missing or not all(map(self._writes, text))
        return "".join(char if self._writes(char) else "?" for char in text)

    def say(self, text: str, size: float = 10, *, bold: bool = False, align: Align = "L") -> None:
        """A paragraph across the page."""
        self.set_font(self._family, "B" if bold else "", size)
        height = size * LINE_MM
        self.multi_cell(0, height, self.plain(text), align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def beside(self, lines: Iterable[str], size: float, width: float) -> None:
        """Paragraphs in the left part of the page, so wide."""
        self.set_font(self._family, "", size)
        for text in lines:
            self.multi_cell(width, size * LINE_MM, self.plain(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def picture(self, jpeg: bytes, left: float, top: float, width: float, caption: str) -> float:
        """A picture with its caption below; gives the height of both."""
        self.set_font(self._family, "", 6.5)
        placed = self.image(io.BytesIO(jpeg), x=left, y=top, w=width)
        high = placed.rendered_height
        self.set_xy(left, top + high + 0.6)
        self.multi_cell(width, 6.5 * LINE_MM, self.plain(caption), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        return self.get_y() - top

    def gap(self, millimetres: float) -> None:
        self.ln(millimetres)

    def keep_together(self, millimetres: float) -> None:
        """Begin a new page unless so much is left of this one."""
        if self.will_page_break(millimetres):
            self.add_page()

    def grid(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]],
        *,
        strong: Container[int] = (),
        sums: Sequence[Sequence[str]] = (),
        size: float = 9,
        least_height: float = 7,
    ) -> None:
        """A ruled table whose headings come again on every page; the rows at the places in `strong` are bold.

        `sums` are bold rows at its end with fewer cells than there are columns: the first cell is what they are
        called and takes the place of those that it lacks.
        """
        self.set_font(self._family, "", size)
        with self.table(
            col_widths=[column.width for column in columns],
            line_height=size * LINE_MM,
            padding=(1.1, 1.4),
            headings_style=FontFace(emphasis="BOLD", fill_color=TINT),
            min_row_height=least_height,
        ) as table:
            heading = table.row()
            for column in columns:
                heading.cell(self._cell(column.title), align=column.align)
            for place, cells in enumerate(rows):
                row = table.row(style=FontFace(emphasis="BOLD") if place in strong else None)
                for column, cell in zip(columns, cells, strict=True):
                    row.cell(self._cell(cell), align=column.align)
            for name, *cells in sums:
                row = table.row(style=FontFace(emphasis="BOLD"))
                row.cell(self._cell(name), align="R", colspan=len(columns) - len(cells))
                for column, cell in zip(columns[-len(cells) :], cells, strict=True):
                    row.cell(self._cell(cell), align=column.align)

    def ledger(
        self,
        columns: Sequence[Column],
        rows: Iterable[Sequence[str]],
        *,
        strong: Container[int] = (),
        size: float = 8,
    ) -> Iterator[int]:
        """A long list, a line a row, whose headings come again on every page; gives the number of each row it has set.

        What does not fit its column is cut. A hundred times as fast as `grid`, which lets cells grow.
        """
        height = size * LINE_MM * 1.25
        whole = sum(column.width for column in columns)
        widths = [column.width * self.epw / whole for column in columns]
        fitted: dict[tuple[str, str, float], tuple[str, float]] = {}

        def fit(text: str, style: str, width: float) -> tuple[str, float]:
            """The text as far as it fits, and how wide that is; the same words come again and again."""
            key = (text, style, width)
            if key not in fitted:
                shown = self.plain(text[:LONGEST_CELL])
                if self.get_string_width(shown) > width:
                    while shown and self.get_string_width(f"{shown}…") > width:
                        shown = shown[:-1]
                    shown = self.plain(f"{shown.rstrip()}…")
                fitted[key] = shown, self.get_string_width(shown)
            return fitted[key]

        def put(cells: Sequence[str], style: str) -> None:
            self.set_font(self._family, style, size)
            left, base = self.l_margin, self.get_y() + height * 0.72
            for column, width, cell in zip(columns, widths, cells, strict=True):
                text, wide = fit(cell, style, width - 2)
                if text:
                    room = {"L": 1.0, "R": width - wide - 1, "C": (width - wide) / 2}[column.align]
                    self.text(left + room, base, text)
                left += width
            bottom = self.get_y() + height
            self.line(self.l_margin, bottom, self.l_margin + self.epw, bottom)
            self.set_y(bottom)

        def head() -> None:
            self.set_fill_color(TINT)
            self.rect(self.l_margin, self.get_y(), self.epw, height, style="F")
            put([column.title for column in columns], "B")

        self.keep_together(3 * height)
        self.set_line_width(0.1)
        head()
        for number, cells in enumerate(rows):
            if self.will_page_break(height):
                self.add_page()
                head()
            put(cells, "B" if number in strong else "")
            yield number
        self.set_line_width(0.2)

    def _cell(self, text: str) -> str:
        return self.plain(text if len(text) <= LONGEST_CELL else text[:LONGEST_CELL] + "…")

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Names and their values in one ruled row, each name above its value."""
        self.grid([Column(name, 1) for name, _ in pairs], [[value for _, value in pairs]], size=10, least_height=8)

    def signature_lines(self, signers: Sequence[tuple[str, str]], height: float) -> None:
        """Two lines to sign on a row; below each the name and what is to be said of it."""
        wide = self.epw / 2
        for first in range(0, len(signers), 2):
            base = self.get_y() + height - 6
            for place, (name, note) in enumerate(signers[first : first + 2]):
                left = self.l_margin + place * wide
                self.line(left, base, left + wide - 8, base)
                if note:
                    self.set_font(self._family, "", 10)
                    self.text(left + 2, base - 1.5, self.plain(note))
                self.set_font(self._family, "", 9)
                self.text(left, base + 4.2, self.plain(name))
            self.set_y(base + 6)

    def footer(self) -> None:
        self.set_y(-18)
        self.set_font(self._family, "", 7)
        note = '; a "?" may stand for a letter that the printing font does not have' if self._missing else ""
        self.cell(0, 3.6, self.plain(self._name) + note, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.cell(0, 3.6, self._foot)
        # How many pages there will be is filled in at the end, so this cannot be set flush right.
        self.set_x(self.w - self.r_margin - self.get_string_width("page 10 of 10"))
        self.cell(0, 3.6, f"page {self.page_no()} of {PAGES}")

    def to_bytes(self) -> bytes:
        """The finished file; nothing can be added after this."""
        return bytes(self.output())
