"""`tablejudge names`: who played, and how a child's name is erased."""

from __future__ import annotations

from pathlib import Path

import click

from kiosk.archive.places import imported
from kiosk.clock import SystemClock
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.exported import take_away_all
from kiosk.journal import Journal, JournalError, JournalReader
from kiosk.names import Kind, Named, called, erase
from kiosk.seating import read_seatings, without, write_seatings
from rules.errors import BadRequest


@click.group()
def command() -> None:
    """List who played, or erase a name. The chain of the journal holds seats, not names (docs/journal.md)."""


@command.command("list")
@config_option
@data_option
def list_command(config: Path | None, data: Path | None) -> None:
    """Every name that is kept, with its seat and the row that started the match."""
    try:
        reader = JournalReader(settings_of(config, data=data).data.folder)
        try:
            named = [each for each in reader.named() if each.kind is Kind.NAME]
        finally:
            reader.close()
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    for each in named:
        click.echo(f"{_place(each)}: {each.name}")
    if not named:
        click.echo("no name is kept")


@command.command("erase")
@config_option
@data_option
@click.option("--match", type=int, metavar="ROW", help="Only in the match that this row started.")
@click.argument("name")
def erase_command(config: Path | None, data: Path | None, match: int | None, name: str) -> None:
    """Erase NAME for good, in every match or in one, with the initials that were signed. Sheets show the seat then.

    The journal stays whole, and gets a row that says whose name was erased, by seat. The table must not be running.
    """
    folder = settings_of(config, data=data).data.folder
    try:
        # A look first, so that nothing is made where there is no journal.
        JournalReader(folder).close()
        journal = Journal(folder, SystemClock())
        try:
            gone = erase(journal, name, match)
        finally:
            journal.close()
    except (JournalError, BadRequest) as trouble:
        raise click.ClickException(str(trouble)) from None
    for each in gone:
        click.echo(f"{_place(each)}: erased")
    seatings = read_seatings(folder)
    if (left := without(seatings, name)) != seatings:
        write_seatings(folder, left)
        click.echo("list of players: erased, with the group")
    if take_away_all(folder):
        click.echo("files that waited to be fetched: taken away")
    for shelf in imported(folder):
        # What another table has signed is not ours to change: it is kept whole, or not at all.
        if (stands := _stands_in(shelf.folder, name)) is not None:
            click.echo(f"the archive {shelf.name} {stands}; 'tablejudge audit remove' takes it away")


def _stands_in(folder: Path, name: str) -> str | None:
    """What is to be said of an archive when this name is erased, if anything."""
    try:
        reader = JournalReader(folder)
        try:
            return "still has the name" if called(reader.named(), name) else None
        finally:
            reader.close()
    except JournalError:
        return "cannot be read and may still have the name"


def _place(named: Named) -> str:
    return f"match of row {named.match}, seat {named.seat}"
