"""The official sheet of a match, from the journal alone: who played, every shake, every penalty, the totals.

`scoresheet` collects it once; `sheet_text` here and `sheet_pdf` in `kiosk/sheet_pdf.py` only set it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kiosk.past import PastMatch
from rules.events import MatchStarted
from rules.fold import Fold
from rules.game import Penalty, ShakeScores
from rules.messages import Message, say


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A column of the sheet. `match_points` is None before the match is over."""

    seat: str
    name: str
    total: int
    match_points: int | None
    signed: bool


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

    @property
    def date(self) -> str:
        return self.began[:10]

    @property
    def state(self) -> str:
        """Whether the sheet is final, as a sentence."""
        return "The match is over." if self.over else "The match is not over: this sheet is provisional."


def scoresheet(
    match: PastMatch,
    table: str,
    event: str | None = None,
    round: str | None = None,  # noqa: A002  (a tournament's word; nothing is rounded here)
) -> Sheet:
    """The sheet of a match; `event` and `round` are the tournament's names for where it was played."""
    fold, view, names = match.fold, match.fold.view, match.names
    opening = fold.lines.first.event
    points: Mapping[str, int] = view.match_points or {}
    players = tuple(
        SheetPlayer(
            seat=seat.player,
            name=names.get(seat.player, seat.player),
            total=seat.score,
            match_points=points.get(seat.player),
            signed=seat.player in view.signed,
        )
        for seat in view.seats
    )
    shakes = _shakes_of_penalties(fold) if view.penalties else {}
    return Sheet(
        title=fold.game.title,
        event=event,
        round=round,
        table=table,
        division=opening.division if isinstance(opening, MatchStarted) else None,
        began=match.rows[0].wall,
        written=match.rows[-1].wall,
        players=players,
        shakes=tuple(_shake(number, shake, players, match) for number, shake in enumerate(view.shakes, start=1)),
        penalties=tuple(_penalty(penalty, shakes.get(penalty.n), match) for penalty in view.penalties),
        over=view.over,
        row=match.rows[-1].seq,
        head=match.head,
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


def _penalty(penalty: Penalty, shake: int | None, match: PastMatch) -> SheetPenalty:
    return SheetPenalty(
        n=penalty.n,
        shake=shake,
        seat=penalty.player,
        name=match.names.get(penalty.player, penalty.player),
        points=penalty.points,
        why=say(Message(f"why-{penalty.why}"), match.fold.game.words),
        cite=penalty.cite,
        status=penalty.status,
        # Typed by somebody: in one line, whatever it is.
        initials=None if penalty.initials is None else " ".join(penalty.initials.split()),
    )


def _shakes_of_penalties(fold: Fold) -> dict[int, int | None]:
    """The number of each penalty to that of its shake; None where no shake had begun.

    A view does not say it of itself, so the match is gone through again. A penalty that time brought before
    a line belongs to the shake before that line.
    """
    found: dict[int, int | None] = {}
    before = 0
    for timed, state in fold.states():
        view = fold.game.view(state)
        for penalty in view.penalties:
            shake = before if penalty.t_ms < timed.t_ms else view.shake
            found.setdefault(penalty.n, shake or None)
        before = view.shake
    return found


# --- as text ----------------------------------------------------------------------------------------


def scoresheet_text(match: PastMatch, table: str) -> str:
    """The sheet of a match as plain text."""
    return sheet_text(scoresheet(match, table))


def sheet_text(sheet: Sheet) -> str:
    """The sheet as plain text: players across, a row a shake, totals, signatures and the journal's head hash."""
    rows: list[Sequence[str]] = [("Shake", *(player.name for player in sheet.players))]
    rows += [(str(shake.number), *(_cell(cell) for cell in shake.cells)) for shake in sheet.shakes]
    rows.append(("Total", *(str(player.total) for player in sheet.players)))
    if any(player.match_points is not None for player in sheet.players):
        rows.append(("Points", *(str(player.match_points) for player in sheet.players)))
    rows.append(("Signed", *("yes" if player.signed else "" for player in sheet.players)))
    place = [sheet.event, f"round {sheet.round}" if sheet.round else None, sheet.table]
    place += [f"division {sheet.division or '-'}", sheet.date]
    lines = [sheet.title, ", ".join(part for part in place if part), "", *_columns(rows)]
    endings = [f"Shake {shake.number}: {shake.how}" for shake in sheet.shakes if shake.how is not None]
    lines += ["", *endings] if endings else []
    penalties = [_penalty_line(penalty) for penalty in sheet.penalties]
    lines += ["", *penalties] if penalties else []
    lines += ["", sheet.state, f"Journal: row {sheet.row}, {sheet.head}"]
    return "\n".join(lines)


def _penalty_line(penalty: SheetPenalty) -> str:
    initials = f", initials {penalty.initials}" if penalty.initials else ""
    what = f"{penalty.name} {penalty.points} ({penalty.why}, {penalty.cite})"
    return f"Penalty {penalty.n}: {what}, {penalty.status}{initials}"


def _cell(cell: SheetCell) -> str:
    return f"{cell.score} ({cell.lost})" if cell.lost else str(cell.score)


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    table = list(rows)
    widths = [max(len(row[k]) for row in table) for k in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
