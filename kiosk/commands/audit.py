"""`tablejudge audit`: is the journal whole, and what did every deadline cost?"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import click
import msgspec

from kiosk.clock import SystemClock
from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.journal import Journal, JournalError
from kiosk.past import read_last_match
from kiosk.penalties import FIELDS, WITNESS, penalty_rows
from kiosk.standing import confirm
from kiosk.verify import Printed, examine
from rules.errors import BadRequest
from rules.games import GAMES


@click.group()
def command() -> None:
    """Check and list what the journal holds."""


@command.command("verify")
@config_option
@data_option
@click.option(
    "--print",
    "prints",
    multiple=True,
    metavar="ROW:HASH",
    help="A row and its hash, or the first digits of it, from a scoresheet or an export; may be given several times.",
)
def verify_command(config: Path | None, data: Path | None, prints: tuple[str, ...]) -> None:
    """Status 0 if the journal, its snapshots and its head hash are whole; else 1, and the place of each fault.

    Who can write to the data folder can write a whole new journal, with a head that fits. He cannot change what was
    printed: give it by --print.
    """
    folder = settings_of(config, data=data).data.folder
    try:
        printed = [Printed.parse(text) for text in prints]
    except BadRequest as bad:
        raise click.UsageError(str(bad)) from None
    report = examine(folder, printed)
    for fault in report.faults:
        click.echo(f"{fault.place}: {fault.text}")
    if report.faults:
        raise SystemExit(1)
    for remark in report.remarks:
        click.echo(remark)
    click.echo(f"{folder}: the journal is whole (row {report.row}, hash {report.head})")


@command.command("confirm")
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


@command.command("penalties")
@config_option
@data_option
@click.option("--csv", "form", flag_value="csv", help="Write CSV.")
@click.option("--json", "form", flag_value="json", help="Write a JSON array.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Write a PDF to be handed out.")
def penalties_command(config: Path | None, data: Path | None, form: str | None, pdf: Path | None) -> None:
    """Every deadline and penalty of the last match with its history."""
    if pdf is not None and form is not None:
        raise click.UsageError(f"--pdf and --{form} exclude each other: ask for one after the other")
    settings = settings_of(config, data=data)
    try:
        match = read_last_match(settings.data.folder, GAMES)
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    if pdf is not None:
        # Setting pages needs a heavy library; whoever wants the rows need not wait for it.
        from kiosk.penalties_pdf import penalties_pdf

        write_file(pdf, penalties_pdf(match, settings.table.name))
        return
    rows = penalty_rows(match)
    if form == "json":
        click.echo(msgspec.json.encode(rows).decode())
    elif form == "csv":
        click.echo(_csv(rows), nl=False)
    else:
        for row in rows:
            told = {key: value for key, value in row.items() if value is not None and key not in WITNESS}
            click.echo("  ".join(f"{key} {value}" for key, value in told.items()))
        if not rows:
            click.echo("no task has had a deadline yet")
        click.echo(f"journal row {match.rows[-1].seq}, hash {match.head}")


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
