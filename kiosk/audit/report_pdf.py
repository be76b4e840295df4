"""The audit on paper, as an organiser hands it to a parent: each penalty in plain words with its pictures, then all.

It says what happened when, by which rule, who decided it, and ends every page with the journal's row and hash.
"""

from __future__ import annotations

from collections.abc import Callable

from kiosk.audit.lines import STATUSES, Line
from kiosk.audit.match_audit import MatchAudit
from kiosk.audit.query import Audit
from kiosk.audit.report_words import only_words
from kiosk.audit.stills import Stills
from kiosk.audit.sums import Sum, by_player
from kiosk.audit.words import date_of, minutes, points_words, story, zone_of
from kiosk.pdf_page import Align, Column, PdfPage
from kiosk.scoresheet import signed
from kiosk.texts import say

#: Hears how much is done, and of how much.
Tell = Callable[[int, int], None]

#: The columns of the list, by what they are called in the catalogue.
COLUMNS: tuple[tuple[str, int, Align], ...] = (
    *(("shake", 12, "C"), ("task", 42, "L"), ("player", 26, "L"), ("began", 20, "R"), ("limit", 12, "R")),
    *(("due", 20, "R"), ("done", 20, "R"), ("lost", 19, "R"), ("used", 13, "R"), ("result", 30, "L")),
    *(("penalty", 16, "C"), ("rule", 17, "L"), ("status", 16, "L"), ("initials", 15, "L")),
)
#: The left part of the page, for the words; the pictures stand right of it.
WORDS_MM = 140
PICTURE_MM, FRAME_MM, BETWEEN_MM = 60, 39, 2.5
#: What a penalty needs for its heading and words, for its pictures, and for the frames of its clip.
WORDS_HIGH_MM, PICTURES_HIGH_MM, FRAMES_HIGH_MM = 42, 58, 36


def report_pdf(audit: Audit, tell: Tell = lambda _done, _of: None) -> bytes:
    """The lines of an audit as a PDF file."""
    last = audit.matches[-1]
    page = PdfPage(
        f"{say('audit.title')}: {last.game}, {last.table}, {date_of(last)}",
        row=last.row,
        head=last.head,
        written=last.written,
        landscape=True,
    )
    _Report(page, audit, tell).write()
    return page.to_bytes()


class _Report:
    def __init__(self, page: PdfPage, audit: Audit, tell: Tell) -> None:
        self._page = page
        self._audit = audit
        self._tell = tell
        self._costly = [line for line in audit.lines if line.cost is not None]
        #: A penalty with its pictures takes about as long as so many lines of the list.
        self._work = 20 * len(self._costly) + len(audit.lines)
        self._done = 0

    def write(self) -> None:
        page, audit = self._page, self._audit
        page.say(say("audit.title"), 18, bold=True)
        only = only_words(audit)
        if only:
            page.say(say("audit.only", what=only), 11, bold=True)
        for match in audit.matches:
            self._about(match)
        page.gap(2)
        self._summary()
        page.gap(2)
        page.say(say("paper.how"), 10.5, bold=True)
        page.say(say("paper.how-text", zone=zone_of(audit.matches[-1])), 8.5)
        page.gap(3)
        self._penalties()
        self._list()

    def _about(self, match: MatchAudit) -> None:
        page = self._page
        page.say(say("paper.date", game=match.game, table=match.table, date=date_of(match)), 11)
        page.say(say("paper.players", players=", ".join(match.players.values())), 10)
        if not match.over:
            page.say(say("audit.provisional"), 10, bold=True)
        if len(self._audit.matches) > 1:
            page.say(say("paper.journal", row=match.row, hash=match.head), 7)

    def _summary(self) -> None:
        sums = by_player(self._audit.lines)
        for name, each in sums.items():
            self._page.say(say("paper.summary", name=name, count=_counts(each)), 10)

    def _advance(self, by: int) -> None:
        self._done += by
        self._tell(self._done, self._work)

    # -- each penalty ------------------------------------------------------------------------------

    def _penalties(self) -> None:
        page = self._page
        page.say(say("paper.penalties"), 13, bold=True)
        if not self._costly:
            page.say(say("paper.no-penalties"))
        stills: dict[str, Stills] = {}
        for line in self._costly:
            match = self._audit.match(line)
            self._penalty(line, match, stills.setdefault(match.key, Stills(match.match)))
            self._advance(20)
        page.gap(3)

    def _penalty(self, line: Line, match: MatchAudit, stills: Stills) -> None:
        page, cost = self._page, line.cost
        assert cost is not None
        high = (PICTURES_HIGH_MM if line.proof.pictures else 8) + (FRAMES_HIGH_MM if line.proof.clips else 0)
        page.keep_together(max(WORDS_HIGH_MM, high))
        page.gap(1.5)
        points, status = points_words(cost.points), say(f"cost.{cost.status}")
        key = "paper.heading-shake" if line.shake else "paper.heading"
        heading = say(key, n=cost.n, player=line.player, points=points, status=status, shake=line.shake)
        page.say(heading, 11, bold=True)
        top, sheet = page.get_y(), page.page_no()
        bottom = self._pictures(line, stills, top)
        page.set_y(top)
        rows = say("told.rows", rows=", ".join(map(str, line.proof.rows)))
        bare = () if line.proof.pictures or line.proof.clips else (say("told.no-picture"),)
        page.beside([*story(line, match), rows, *bare], 9, WORDS_MM)
        # Words may have gone on to the next page; pictures never do.
        page.set_y(max(page.get_y(), bottom) if page.page_no() == sheet else page.get_y())
        page.gap(1)
        page.line(page.l_margin, page.get_y(), page.w - page.r_margin, page.get_y())

    def _pictures(self, line: Line, stills: Stills, top: float) -> float:
        """Two pictures side by side, and below them the frames of the clip; gives where they end."""
        page = self._page
        first = page.l_margin + WORDS_MM + 4
        left, bottom, wide = first, top, float(PICTURE_MM)
        for at, still in enumerate(stills.of(line.proof)):
            if at == len(line.proof.pictures):
                left, top, wide = first, bottom + (1 if at else 0), float(FRAME_MM)
            if still.jpeg is None:
                page.set_xy(left, top)
                page.set_font_size(7)
                page.multi_cell(wide, 3.2, page.plain(f"{still.caption}: {say('told.picture-gone')}"), align="L")
                bottom = max(bottom, page.get_y())
            else:
                bottom = max(bottom, top + page.picture(still.jpeg, left, top, wide, still.caption))
            left += wide + BETWEEN_MM
        return bottom

    # -- every deadline ----------------------------------------------------------------------------

    def _list(self) -> None:
        page, lines = self._page, self._audit.lines
        page.keep_together(30)
        page.say(say("paper.all"), 13, bold=True)
        page.gap(1)
        if not lines:
            page.say(say("audit.empty" if not self._audit.query.narrowed else "audit.none-left"))
        columns = [Column(say(f"paper.{name}"), width, align) for name, width, align in COLUMNS]
        strong = {at for at, line in enumerate(lines) if line.cost is not None}
        for _ in page.ledger(columns, map(_cells, lines), strong=strong, size=7.5) if lines else ():
            self._advance(1)


def _cells(line: Line) -> list[str]:
    deadline, cost = line.deadline, line.cost
    cells = [str(line.shake or ""), line.task_words or (cost.why_words.capitalize() if cost else ""), line.player]
    if deadline is None:
        cells += [minutes(line.start_ms), *[""] * 6]
    else:
        times = (deadline.start_ms, deadline.limit_ms, deadline.deadline_ms, deadline.done_ms, deadline.expired_ms)
        percent = f"{round(100 * (line.used_ms or 0) / deadline.limit_ms)} %"
        cells += [*map(minutes, times), percent, say(f"outcome.{line.result}")]
    if cost is None:
        return [*cells, "", deadline.cite if deadline else "", "", ""]
    return [*cells, f"P{cost.n}: {signed(cost.points)}", cost.cite, say(f"cost.{cost.status}"), cost.initials or ""]


def _counts(each: Sum) -> str:
    """How many penalties, and what has become of them."""
    if not each.costs:
        return say("paper.no-penalty")
    parts = [
        say(f"paper.{status}", count=each.penalties[status], points=points_words(each.points[status]))
        for status in STATUSES
        if each.penalties[status]
    ]
    return ", ".join(parts)
