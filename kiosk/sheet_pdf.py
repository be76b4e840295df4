"""The official sheet as a PDF to be printed and signed: A4 upright, black on white.

What the table does not know (the event, a signature that was not given on the screen) is a line to be filled
in by hand.
"""

from __future__ import annotations

from kiosk.pdf_page import Align, Column, PdfPage
from kiosk.scoresheet import Sheet
from kiosk.texts import say

#: What a signature needs, from its line to the name below it.
SIGNATURE_MM = 17
#: The widths of the first three columns of the scores, and what is left for the players.
SHAKE_MM, SETTER_MM, HOW_MM, PLAYERS_MM = 17, 28, 39, 96
#: The columns of the penalties: width and alignment.
PENALTY_COLUMNS: tuple[tuple[int, Align], ...] = (
    *((12, "C"), (15, "C"), (33, "L"), (17, "C")),
    *((42, "L"), (21, "L"), (20, "L"), (20, "L")),
)


def sheet_pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF file."""
    page = PdfPage(
        f"{say('sheet.title')}: {sheet.title}, {sheet.table}, {sheet.date}",
        row=sheet.row,
        head=sheet.head,
        written=sheet.written,
    )
    _heading(page, sheet)
    _scores(page, sheet)
    _penalties(page, sheet)
    _signatures(page, sheet)
    return page.to_bytes()


def _heading(page: PdfPage, sheet: Sheet) -> None:
    page.say(sheet.heading, 18, bold=True)
    page.say(sheet.title, 12)
    page.gap(3)
    page.pairs(list(sheet.facts))
    page.gap(5)


def _scores(page: PdfPage, sheet: Sheet) -> None:
    scores = sheet.scores
    shake, setter, how, *players = scores.columns
    columns = [Column(shake, SHAKE_MM, "C"), Column(setter, SETTER_MM), Column(how, HOW_MM)]
    columns += [Column(name, PLAYERS_MM / max(len(players), 3), "C") for name in players]
    page.grid(columns, list(map(list, scores.rows)), sums=list(map(list, scores.sums)), size=10, least_height=9)
    if not scores.rows:
        page.gap(1.5)
        page.say(say("sheet.no-shakes"), 9)


def _penalties(page: PdfPage, sheet: Sheet) -> None:
    penalties = sheet.penalty_list
    page.gap(6)
    page.keep_together(30)
    page.say(say("sheet.penalty-list"), 12, bold=True)
    page.gap(1.5)
    if not penalties.rows:
        page.say(say("sheet.no-penalties"))
        return
    set_out = zip(penalties.columns, PENALTY_COLUMNS, strict=True)
    columns = [Column(name, width, align) for name, (width, align) in set_out]
    page.grid(columns, list(map(list, penalties.rows)))
    page.gap(1.5)
    page.say(say("sheet.applied"), 8)


def _signatures(page: PdfPage, sheet: Sheet) -> None:
    page.gap(6)
    page.keep_together(12 + SIGNATURE_MM * ((len(sheet.players) + 2) // 2))
    page.say(say("sheet.signatures"), 12, bold=True)
    page.say(sheet.state, 9)
    page.signature_lines(list(sheet.signatures), SIGNATURE_MM)
    page.gap(4)
    for line in sheet.closing[:-1]:
        page.say(line, 8)
