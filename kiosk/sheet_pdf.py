"""The official sheet as a PDF to be printed and signed: A4 upright, black on white.

What the table does not know (the event, a signature that was not given on the screen) is a line to be filled
in by hand.
"""

from __future__ import annotations

from kiosk.pdf_page import Column, PdfPage
from kiosk.scoresheet import Sheet, SheetPenalty, SheetPlayer, SheetShake

BLANK = "____________"
#: What a signature needs, from its line to the name below it.
SIGNATURE_MM = 17


def sheet_pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF file."""
    page = PdfPage(
        f"Official scoresheet: {sheet.title}, {sheet.table}, {sheet.date}",
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
    page.say("Official scoresheet" if sheet.over else "Official scoresheet: PROVISIONAL", 18, bold=True)
    page.say(sheet.title, 12)
    page.gap(3)
    page.pairs(
        [
            ("Event", sheet.event or BLANK),
            ("Round", sheet.round or BLANK),
            ("Table", sheet.table),
            ("Division", (sheet.division or "-").capitalize()),
            ("Date", sheet.date),
        ]
    )
    page.gap(5)


def _scores(page: PdfPage, sheet: Sheet) -> None:
    players = sheet.players
    columns = [Column("Shake", 17, "C"), Column("Goal-setter", 28), Column("How it ended", 39)]
    columns += [Column(player.name, 96 / max(len(players), 3), "C") for player in players]
    rows = [_shake_row(shake, sheet) for shake in sheet.shakes]
    sums = [["Total", *(str(player.total) for player in players)]]
    if any(player.match_points is not None for player in players):
        sums.append(["Match points", *(_points(player) for player in players)])
    page.grid(columns, rows, sums=sums, size=10, least_height=9)
    if not sheet.shakes:
        page.gap(1.5)
        page.say("No shake is over yet.", 9)


def _points(player: SheetPlayer) -> str:
    return "" if player.match_points is None else str(player.match_points)


def _shake_row(shake: SheetShake, sheet: Sheet) -> list[str]:
    """The score first, then a line for each penalty that the player got in this shake."""
    cells = []
    for player, cell in zip(sheet.players, shake.cells, strict=True):
        own = [penalty for penalty in sheet.penalties if (penalty.shake, penalty.seat) == (shake.number, player.seat)]
        cells.append("\n".join([str(cell.score), *map(_mark, own)]))
    return [str(shake.number), shake.goal_setter or "", shake.how or "", *cells]


def _mark(penalty: SheetPenalty) -> str:
    """A penalty in a score's cell: its number in the list below, its points, and who initialled it."""
    if penalty.status == "applied":
        return f"P{penalty.n}: {signed(penalty.points)}" + (f" ({penalty.initials})" if penalty.initials else "")
    return f"P{penalty.n}: {penalty.status}"


def signed(points: int) -> str:
    """Points with a true minus sign."""
    return str(points).replace("-", "−")


def _penalties(page: PdfPage, sheet: Sheet) -> None:
    page.gap(6)
    page.keep_together(30)
    page.say("Penalties", 12, bold=True)
    page.gap(1.5)
    if not sheet.penalties:
        page.say("None.")
        return
    columns = [
        *(Column("No.", 12, "C"), Column("Shake", 15, "C"), Column("Player", 33), Column("Points", 17, "C")),
        *(Column("Why", 42), Column("Rule", 21), Column("Status", 20), Column("Initials", 20)),
    ]
    rows = [
        [
            *(f"P{penalty.n}", str(penalty.shake or "-"), penalty.name, signed(penalty.points)),
            *(penalty.why.capitalize(), penalty.cite, penalty.status, penalty.initials or ""),
        ]
        for penalty in sheet.penalties
    ]
    page.grid(columns, rows)
    page.gap(1.5)
    page.say("Only penalties with the status “applied” count in the totals.", 8)


def _signatures(page: PdfPage, sheet: Sheet) -> None:
    page.gap(6)
    page.keep_together(12 + SIGNATURE_MM * ((len(sheet.players) + 2) // 2))
    page.say("Signatures", 12, bold=True)
    page.say(sheet.state, 9)
    signers = [(player.name, "signed on the screen" if player.signed else "") for player in sheet.players]
    page.signature_lines([*signers, ("Judge", "")], SIGNATURE_MM)
