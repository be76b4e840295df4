"""The official sheet of a match, from the journal alone: who played, every shake, every penalty, the totals.

`scoresheet` collects it once. What stands in which row and column is here, too, and only here: the text (below),
the PDF (`kiosk/sheet_pdf.py`) and the page (`kiosk/templates/scoresheet.html`) only set it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kiosk.past import PastMatch
from kiosk.standing import standing
from kiosk.texts import say as text
from rules.events import MatchStarted
from rules.game import Penalty, ShakeScores
from rules.messages import Message, say
from rules.readings import in_words as readings_in_words
from rules.snapshot import in_words
from rules.version import league_readings, without_readings

#: What nobody told the table is left open for a pen.
BLANK = "____________"


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A column of the sheet. `match_points` is None before the match is over."""

    seat: str
    name: str
    total: int
    match_points: int | None
    signed: bool
    #: What it was signed with, where that was given and the name has not been erased since.
    initials: str | None = None


@dataclass(frozen=True, slots=True)
class SheetPenalty:
    """A penalty in words. `shake` is the one it belongs to; None where no shake had begun."""

    n: int
    shake: int | None
    seat: str
    name: str
    points: int
    why: str
    cite: str
    status: str
    initials: str | None


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What a shake brought one player: points, and what the applied penalties of that shake took."""

    score: int
    lost: int


@dataclass(frozen=True, slots=True)
class SheetShake:
    """A row of the sheet; a cell a player, in the order of the columns."""

    number: int
    goal_setter: str | None
    how: str | None
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the sheet. A cell may have several lines; `sums` have a label and then a cell a player."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that stands on the sheet. `row` and `head` are the journal's last row and its hash."""

    title: str
    event: str | None
    round: str | None
    table: str
    division: str | None
    #: Wall time (UTC) of the match's first row and of its last one.
    began: str
    written: str
    players: tuple[SheetPlayer, ...]
    shakes: tuple[SheetShake, ...]
    penalties: tuple[SheetPenalty, ...]
    over: bool
    row: int
    head: str
    #: The engine and the rule book that refereed it; None where that was not recorded.
    refereed: str | None = None
    #: What the league reads otherwise than the house; None where it is nothing.
    readings: str | None = None
    #: What must be said of the score: another version would have given another.
    remarks: tuple[str, ...] = ()

    @property
    def date(self) -> str:
        return self.began[:10]

    @property
    def heading(self) -> str:
        return text("sheet.title" if self.over else "sheet.provisional")

    @property
    def state(self) -> str:
        """Whether the sheet is final, as a sentence."""
        return text("sheet.over" if self.over else "sheet.open")

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Where and when it was played: label and value."""
        return (
            (text("sheet.event"), self.event or BLANK),
            (text("sheet.round"), self.round or BLANK),
            (text("sheet.table"), self.table),
            (text("sheet.division"), (self.division or "-").capitalize()),
            (text("sheet.date"), self.date),
        )

    @property
    def scores(self) -> Grid:
        """Players across, a row a shake, then the totals and, at the end of the match, the match points."""
        columns = (text("sheet.shake"), text("sheet.goal-setter"), text("sheet.how"))
        sums = [(text("sheet.total"), *(signed(player.total) for player in self.players))]
        if any(player.match_points is not None for player in self.players):
            points = ("" if player.match_points is None else str(player.match_points) for player in self.players)
            sums.append((text("sheet.match-points"), *points))
        rows = tuple(self._shake_row(shake) for shake in self.shakes)
        return Grid((*columns, *(player.name for player in self.players)), rows, tuple(sums))

    def _shake_row(self, shake: SheetShake) -> tuple[str, ...]:
        """The score first, then a line for each penalty that the player got in this shake."""
        cells = []
        for player, cell in zip(self.players, shake.cells, strict=True):
            own = [p for p in self.penalties if (p.shake, p.seat) == (shake.number, player.seat)]
            cells.append("\n".join([signed(cell.score), *map(_mark, own)]))
        return str(shake.number), shake.goal_setter or "", shake.how or "", *cells

    @property
    def penalty_list(self) -> Grid:
        names = ("no", "shake", "player", "points", "why", "rule", "status", "initials")
        rows = tuple(
            (
                *(f"P{penalty.n}", str(penalty.shake or "-"), penalty.name, signed(penalty.points)),
                *(penalty.why.capitalize(), penalty.cite, penalty.status, penalty.initials or ""),
            )
            for penalty in self.penalties
        )
        return Grid(tuple(text(f"sheet.{name}") for name in names), rows)

    @property
    def signatures(self) -> tuple[tuple[str, str], ...]:
        """Who signs, and what stands there already."""
        return (*((player.name, _signature(player)) for player in self.players), (text("sheet.judge"), ""))

    @property
    def closing(self) -> tuple[str, ...]:
        """The lines at the foot: who refereed, what must be said of it, and the journal's last row."""
        refereed = () if self.refereed is None else (text("sheet.refereed", versions=self.refereed),)
        readings = () if self.readings is None else (text("sheet.readings", readings=self.readings),)
        return (*refereed, *readings, *self.remarks, text("sheet.journal", row=self.row, hash=self.head))


def signed(points: int) -> str:
    """Points with a true minus sign."""
    return str(points).replace("-", "−")


def _signature(player: SheetPlayer) -> str:
    if not player.signed:
        return ""
    return text("sheet.signed") if player.initials is None else text("sheet.signed-as", initials=player.initials)


def _mark(penalty: SheetPenalty) -> str:
    """A penalty in a score's cell: its number in the list below, its points, and who initialled it."""
    if penalty.status == "applied":
        return f"P{penalty.n}: {signed(penalty.points)}" + (f" ({penalty.initials})" if penalty.initials else "")
    return f"P{penalty.n}: {penalty.status}"


def scoresheet(
    match: PastMatch,
    table: str,
    event: str | None = None,
    round: str | None = None,  # noqa: A002  (a tournament's word; nothing is rounded here)
) -> Sheet:
    """The sheet of a match; `event` and `round` are the tournament's names for where it was played."""
    fold, view, names = match.fold, match.fold.view, match.names
    opening = fold.lines.first.event
    stands = standing(match)
    score = stands.score
    players = tuple(
        SheetPlayer(
            seat=player,
            name=names.get(player, player),
            total=total,
            match_points=None if score.match_points is None else score.match_points.get(player),
            signed=player in view.signed,
            initials=match.initials.get(player),
        )
        for player, total in score.totals.items()
    )
    return Sheet(
        title=fold.game.title,
        event=event,
        round=round,
        table=table,
        division=opening.division if isinstance(opening, MatchStarted) else None,
        began=match.rows[0].wall,
        written=match.rows[-1].wall,
        players=players,
        shakes=tuple(_shake(number, shake, players, match) for number, shake in enumerate(score.shakes, start=1)),
        penalties=tuple(_penalty(penalty, match) for penalty in score.penalties),
        over=view.over,
        row=match.rows[-1].seq,
        head=match.head,
        # The readings have a line of their own.
        refereed="; ".join(in_words(without_readings(versions)) for versions in stands.recorded) or None,
        readings=readings_in_words(league_readings(fold.game, opening)) or None,
        remarks=tuple(stands.sentences()),
    )


def _shake(number: int, shake: ShakeScores, players: Iterable[SheetPlayer], match: PastMatch) -> SheetShake:
    setter = shake.goal_setter
    return SheetShake(
        number=number,
        goal_setter=None if setter is None else match.names.get(setter, setter),
        how=None if shake.how is None else say(shake.how, match.fold.game.words, match.names),
        cells=tuple(
            SheetCell(shake.scores.get(player.seat, 0), shake.penalties.get(player.seat, 0)) for player in players
        ),
    )


def _penalty(penalty: Penalty, match: PastMatch) -> SheetPenalty:
    return SheetPenalty(
        n=penalty.n,
        shake=penalty.shake or None,
        seat=penalty.player,
        name=match.names.get(penalty.player, penalty.player),
        points=penalty.points,
        why=say(Message(f"why-{penalty.why}"), match.fold.game.words),
        cite=penalty.cite,
        status=penalty.status,
        # Typed by somebody: in one line, whatever it is.
        initials=None if penalty.initials is None else " ".join(penalty.initials.split()),
    )


# --- as text ----------------------------------------------------------------------------------------


def scoresheet_text(match: PastMatch, table: str) -> str:
    """The sheet of a match as plain text."""
    return sheet_text(scoresheet(match, table))


def sheet_text(sheet: Sheet) -> str:
    """The sheet as plain text: the same tables as on paper, in columns of letters."""
    widest = max(len(label) for label, _ in sheet.facts)
    lines = [sheet.heading, sheet.title, *(f"{label.ljust(widest)}  {value}" for label, value in sheet.facts)]
    scores, penalties = sheet.scores, sheet.penalty_list
    # A label of a sum stands where the first columns of a shake do.
    room = len(scores.columns) - len(sheet.players) - 1
    sums = [(label, *[""] * room, *values) for label, *values in scores.sums]
    lines += ["", *_columns([scores.columns, *scores.rows, *sums])]
    if not scores.rows:
        lines.append(text("sheet.no-shakes"))
    lines += ["", text("sheet.penalty-list")]
    lines += _columns([penalties.columns, *penalties.rows]) if penalties.rows else [text("sheet.no-penalties")]
    lines += ["", text("sheet.signatures"), *(f"{name}: {done or BLANK}" for name, done in sheet.signatures)]
    return "\n".join([*lines, "", sheet.state, *sheet.closing])


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    table = [[cell.replace("\n", ", ") for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in table) for k in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
