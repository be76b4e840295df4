"""The official sheet of a match, from the journal alone: who played, every shake, every penalty, the totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.past import PastMatch
from rules.events import MatchStarted
from rules.game import Penalty
from rules.messages import Message, say


def scoresheet_text(match: PastMatch, table: str) -> str:
    """The sheet as plain text: players across, a row a shake, totals, signatures and the journal's head hash."""
    fold, view = match.fold, match.fold.view
    opening = fold.lines.first.event
    division = opening.division if isinstance(opening, MatchStarted) else None
    players = [seat.player for seat in view.seats]
    names = [match.names.get(player, player) for player in players]
    rows: list[Sequence[str]] = [("Shake", *names)]
    for number, shake in enumerate(view.shakes, start=1):
        cells = [_cell(shake.scores.get(player, 0), shake.penalties.get(player, 0)) for player in players]
        rows.append((str(number), *cells))
    rows.append(("Total", *(str(seat.score) for seat in view.seats)))
    if view.match_points is not None:
        rows.append(("Points", *(str(view.match_points[player]) for player in players)))
    rows.append(("Signed", *("yes" if player in view.signed else "" for player in players)))
    lines = [fold.game.title, f"{table}, division {division or '-'}, {match.rows[0].wall[:10]}", ""]
    lines += _columns(rows)
    endings = [
        f"Shake {number}: {say(shake.how, fold.game.words, match.names)}"
        for number, shake in enumerate(view.shakes, start=1)
        if shake.how is not None
    ]
    lines += ["", *endings] if endings else []
    penalties = [_penalty_line(penalty, match) for penalty in view.penalties]
    lines += ["", *penalties] if penalties else []
    state = "The match is over." if view.over else "The match is not over: this sheet is provisional."
    lines += ["", state, f"Journal: row {match.rows[-1].seq}, {match.head}"]
    return "\n".join(lines)


def _penalty_line(penalty: Penalty, match: PastMatch) -> str:
    why = say(Message(f"why-{penalty.why}"), match.fold.game.words)
    name = match.names.get(penalty.player, penalty.player)
    initials = f", initials {penalty.initials}" if penalty.initials else ""
    return f"Penalty {penalty.n}: {name} {penalty.points} ({why}, {penalty.cite}), {penalty.status}{initials}"


def _cell(score: int, penalties: int) -> str:
    return f"{score} ({penalties})" if penalties else str(score)


def _columns(rows: Iterable[Sequence[str]]) -> list[str]:
    table = list(rows)
    widths = [max(len(row[k]) for row in table) for k in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
