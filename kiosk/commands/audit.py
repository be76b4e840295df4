"""`tablejudge audit`: is the journal whole, and what did every deadline cost?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from kiosk.audit.lines import ANY_PENALTY, NO_PENALTY, STATUSES
from kiosk.audit.query import SORTS, Audit, Query, ask
from kiosk.audit.rows import csv_text, json_text, row_of, rows_of
from kiosk.clock import SystemClock
from kiosk.commands.archives import COMMANDS, check_archive, matches_of, showing, signer_option
from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.journal import Journal, JournalError
from kiosk.matches import HERE
from kiosk.past import read_last_match
from kiosk.standing import confirm
from kiosk.verify import Printed, examine
from rules.errors import BadRequest
from rules.games import GAMES

#: What a line of text tells; CSV and JSON have everything.
TOLD = (
    *("shake", "task", "player", "start", "limit", "deadline", "warned", "done", "expired", "used", "result", "moved"),
    *("penalty", "points", "why", "cite", "status", "initials"),
)


@click.group()
def command() -> None:
    """Is the journal whole, and what did every deadline cost? Matches as files: export, import, diff.

    The same for organisers, with pictures, is the page /audit (docs/audit.md).
    """


@command.command("verify", short_help="Status 0 if the journal is whole; else 1, and the place of each fault.")
@config_option
@data_option
@signer_option
@click.option(
    "--print",
    "prints",
    multiple=True,
    metavar="ROW:HASH",
    help="A row and its hash, or the first digits of it, from a scoresheet or an export; may be given several times.",
)
@click.argument("archive", required=False, type=click.Path(path_type=Path))
def verify_command(
    config: Path | None, data: Path | None, signer: str | None, prints: tuple[str, ...], archive: Path | None
) -> None:
    """Status 0 if the journal, its snapshots and its head hash are whole; else 1, and the place of each fault.

    With ARCHIVE, a file, that archive is checked instead, and nothing of it is kept.

    Who can write to the data folder can write a whole new journal, with a head that fits. He cannot change what was
    printed: give it by --print.
    """
    try:
        printed = [Printed.parse(text) for text in prints]
    except BadRequest as bad:
        raise click.UsageError(str(bad)) from None
    if archive is not None:
        check_archive(archive, printed, signer)
        return
    if signer is not None:
        raise click.UsageError("--signer is for an archive: journals are not signed")
    folder = settings_of(config, data=data).data.folder
    with showing("checking") as progress:
        report = examine(folder, printed, progress)
    for fault in report.faults:
        click.echo(f"{fault.place}: {fault.text}")
    if report.faults:
        raise SystemExit(1)
    for remark in report.remarks:
        click.echo(remark)
    click.echo(f"{folder}: the journal is whole (row {report.row}, hash {report.head})")


@command.command("confirm", short_help="Make the present version's score the official one.")
@config_option
@data_option
@click.option("--judge", required=True, metavar="NAME", help="Who confirms it.")
def confirm_command(config: Path | None, data: Path | None, judge: str) -> None:
    """Make the present version's score of the last match the official one, where another version gave another.

    `tablejudge replay --journal DIR` lists what differs. The table must not be running.
    """
    folder = settings_of(config, data=data).data.folder
    try:
        read_last_match(folder, GAMES)
        journal = Journal(folder, SystemClock())
        try:
            found = confirm(journal, GAMES, judge)
        finally:
            journal.close()
    except (JournalError, BadRequest) as trouble:
        raise click.ClickException(str(trouble)) from None
    scores = ", ".join(f"{player} {points}" for player, points in found.score.totals.items())
    click.echo(f"{scores}: confirmed by {found.judge}")


@command.command("penalties", short_help="Every deadline and penalty with its history: text, CSV, JSON or PDF.")
@config_option
@data_option
@click.option(
    "--match",
    metavar="KEY",
    help="A match by its key, as 'audit list' shows it, such as here.12; the part before the point for all matches of "
    "that table; or all. Without it the last one.",
)
@click.option("--all", "every", is_flag=True, help="All matches of the journal: a whole day at the table.")
@click.option("--player", multiple=True, metavar="NAME", help="Only this player, by name or seat.")
@click.option("--task", multiple=True, metavar="CODE", help="Only this task, such as task-turn; none: no deadline.")
@click.option(
    "--status",
    multiple=True,
    metavar="STATUS",
    help=f"Only lines whose penalty is {', '.join(STATUSES)}; {ANY_PENALTY}: with a penalty; {NO_PENALTY}: without.",
)
@click.option("--judge", multiple=True, metavar="INITIALS", help="Only penalties of which this judge has decided.")
@click.option("--shake", multiple=True, metavar="NUMBER", help="Only this shake.")
@click.option("--sort", metavar="WHAT", help=f"In this order: {', '.join(SORTS)}; -WHAT the other way round.")
@click.option("--csv", "form", flag_value="csv", help="Write CSV.")
@click.option("--json", "form", flag_value="json", help="Write a JSON array.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Write a PDF to be handed out.")
def penalties_command(
    config: Path | None,
    data: Path | None,
    match: str | None,
    form: str | None,
    pdf: Path | None,
    sort: str | None,
    *,
    every: bool,
    **narrowed: tuple[str, ...],
) -> None:
    """Every deadline and penalty of a match with its history: the last match, another one, or all of them.

    The filters are those of the page /audit; each may be given several times. Status 0 even if no line is left; 1 if
    there is no such match or the journal cannot be read; 2 for a wrong call.
    """
    if pdf is not None and form is not None:
        raise click.UsageError(f"--pdf and --{form} exclude each other: ask for one after the other")
    if every and match is not None:
        raise click.UsageError("--all and --match exclude each other")
    settings = settings_of(config, data=data)
    folder, scope = settings.data.folder, HERE if every else match
    if (scope or HERE).partition(".")[0] == HERE and not (folder / "journal.db").is_file():
        raise click.ClickException(f"there is no journal in {folder}")
    try:
        query = Query.parse({"match": [scope] if scope else [], "sort": [sort] if sort else [], **narrowed})
    except BadRequest as wrong:
        raise click.UsageError(str(wrong)) from None
    try:
        with showing("reading") as progress:
            audit = ask(matches_of(settings), query, progress)
    except (JournalError, BadRequest) as trouble:
        raise click.ClickException(str(trouble)) from None
    if pdf is not None:
        # Setting pages needs a heavy library; whoever wants the rows need not wait for it.
        from kiosk.audit.report_pdf import report_pdf

        with showing("writing") as progress:
            content = report_pdf(audit, progress)
        write_file(pdf, content)
    elif form == "json":
        click.echo(json_text(rows_of(audit)))
    elif form == "csv":
        click.echo(csv_text(rows_of(audit)), nl=False)
    else:
        for line in _lines(audit):
            click.echo(line)


def _lines(audit: Audit) -> Iterator[str]:
    """The lines as text, a match after the other, each with its last row and hash."""
    for match in audit.matches:
        if len(audit.matches) > 1:
            yield f"{match.key}  {match.game}  {', '.join(match.players.values())}"
        lines = [line for line in audit.lines if line.match == match.key]
        for row in (row_of(line, match) for line in lines):
            told = {key: value for key, value in row.items() if value is not None and key in TOLD}
            yield "  ".join(f"{key} {value}" for key, value in told.items())
        if not lines:
            yield "no line is as you ask for it" if match.lines else "no task has had a deadline yet"
        yield f"journal row {match.row}, hash {match.head}"


for each in COMMANDS:
    command.add_command(each)
