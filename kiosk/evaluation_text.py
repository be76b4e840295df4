"""An evaluation of readings as a page of text: the main figures first, then where they come from."""

from __future__ import annotations

from collections.abc import Iterator

from vision.evaluate import CLEAR, CLEAR_CONTRAST, CLEAR_VISIBLE, FAINT, HIDDEN, Evaluation, JudgedBoard, Tally

_MOST_CONFUSIONS = 20
_MOST_MISTAKES = 40


def evaluation_text(evaluation: Evaluation) -> str:
    """The whole page."""
    return "\n".join(_lines(evaluation))


def _lines(evaluation: Evaluation) -> Iterator[str]:
    clear = evaluation.tally()
    boards = len(evaluation.boards)
    clearly = f"at least {CLEAR_VISIBLE} in view and a contrast of {CLEAR_CONTRAST:g}"
    yield f"{boards} pictures, {len(evaluation.cubes)} cubes; {clear.cubes} of them clear ({clearly})"
    yield ""
    yield f"right (colour, symbol, section)   {_share(clear.right, clear.cubes)}"
    yield f"  colour                          {_share(clear.right_color, clear.cubes)}"
    yield f"  symbol                          {_share(clear.right_symbol, clear.cubes)}"
    yield f"  section                         {_share(clear.right_section, clear.cubes)}"
    yield f"turn, where it can be told        {_share(clear.right_turn, clear.turned)}"
    yield f"sure                              {_share(clear.sure, clear.cubes)}"
    yield f"sure and wrong (all cubes)        {evaluation.sure_and_wrong}"
    yield f"cubes that are not there          {evaluation.false_cubes}"
    yield f"pictures without an error         {_share(evaluation.boards_without_error, boards)}"
    yield f"median time                       {evaluation.median_ms:.1f} ms"
    hands = evaluation.hands
    if hands["with"] or hands["named_wrongly"]:
        yield f"hands named                       {hands['named']} of {hands['with']}; {hands['named_wrongly']} wrongly"
    for title, tallies in (
        ("by kit", evaluation.by("kit")),
        ("by light", evaluation.by("lighting")),
        ("by view", {name: evaluation.tally(name) for name in (CLEAR, HIDDEN, FAINT)}),
    ):
        yield ""
        yield from _table(title, tallies)
    yield from _confusions(evaluation)
    yield from _mistakes(evaluation)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f"  ({100 * part / whole:.2f} %)" if whole else "")


def _table(title: str, tallies: dict[str, Tally]) -> Iterator[str]:
    yield f"{title:<16}{'cubes':>7}{'right':>9}{'turn':>9}{'sure':>9}{'sure+wrong':>12}"
    for name, tally in tallies.items():
        shares = "".join(
            f"{100 * part / whole:8.2f}%" if whole else f"{'-':>9}"
            for part, whole in (
                (tally.right, tally.cubes),
                (tally.right_turn, tally.turned),
                (tally.sure, tally.cubes),
            )
        )
        yield f"{name:<16}{tally.cubes:>7}{shares}{tally.sure_and_wrong:>12}"


def _confusions(evaluation: Evaluation) -> Iterator[str]:
    confusions = evaluation.confusions
    if not confusions:
        return
    yield ""
    yield "read as another face"
    for (truth, read), times in confusions.most_common(_MOST_CONFUSIONS):
        yield f"  {truth:<10} as {read:<10} {times}"
    if len(confusions) > _MOST_CONFUSIONS:
        yield f"  and {len(confusions) - _MOST_CONFUSIONS} other pairs"


def _mistakes(evaluation: Evaluation) -> Iterator[str]:
    lines = [line for board in evaluation.boards for line in _of_board(board)]
    if not lines:
        return
    yield ""
    yield "mistakes"
    yield from lines[:_MOST_MISTAKES]
    if len(lines) > _MOST_MISTAKES:
        yield f"  and {len(lines) - _MOST_MISTAKES} more"


def _of_board(board: JudgedBoard) -> Iterator[str]:
    for cube in board.cubes:
        truth, read = cube.truth, cube.read
        wrong = not (cube.right and cube.right_turn)
        if not wrong or not (truth.clearness == CLEAR or cube.sure):
            continue
        x, y = truth.mat_mm
        what = "was not found"
        if read is not None:
            sure = "sure" if read.sure else "not sure"
            what = f"read as {read.color} {read.symbol} in {read.section}, turned {read.orientation}, {sure}"
        where = f"at {x:.0f}, {y:.0f} in {truth.section.lower()}, turned {truth.yaw_deg:.0f}"
        yield f"  {board.truth.image}: {truth.name} {where}: {what}"
    for seen in board.false:
        x, y = seen.mat_mm
        sure = "sure" if seen.sure else "not sure"
        yield f"  {board.truth.image}: {seen.color} {seen.symbol} at {x:.0f}, {y:.0f} is not there, {sure}"
