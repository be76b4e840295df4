"""The part of `tablejudge audit` that is about archives: list, export, import, remove, diff, key."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from kiosk.archive import ed25519
from kiosk.archive.check import Checked, Progress, read_archive
from kiosk.archive.places import IMPORTED, about_shelf, imported, remove, take_in
from kiosk.archive.refusals import ArchiveRefused
from kiosk.archive.signing import KeyFault, fingerprint, table_key
from kiosk.archive.wanted import wanted_of
from kiosk.archive.write import write_archive
from kiosk.clock import SystemClock
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.difference import as_json, as_text, compare, read_content
from kiosk.journal import JournalError
from kiosk.matches import HERE, Listed, Matches, Shelf
from kiosk.settings import Settings
from kiosk.verify import Printed, print_faults
from rules.games import GAMES

TROUBLE = 2


@contextmanager
def showing(label: str) -> Iterator[Progress]:
    """Tells on the terminal how far a long work has come; silent where nobody looks."""
    with click.progressbar(length=1000, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def tell(done: int, total: int) -> None:
            bar.update(max(0, min(1000, 1000 * done // max(total, 1)) - bar.pos))

        yield tell


def refusal(path: Path, refused: ArchiveRefused) -> str:
    return f"{path}: refused ({refused.code}): {refused}"


def matches_of(settings: Settings) -> Matches:
    """The matches of a data folder and of the archives in it."""
    folder = settings.data.folder
    return Matches(GAMES, lambda: (Shelf(HERE, folder, settings.table.name), *imported(folder)))


def check_archive(path: Path, prints: list[Printed], signer: str | None) -> None:
    """What `audit verify FILE` does: say that the archive is whole, or end with status 1 and the reason."""
    checked = _checked(path, signer)
    faults = list(print_faults(prints, checked.hashes, checked.manifest.first))
    for fault in faults:
        click.echo(f"{fault.place}: {fault.text}")
    for remark in checked.remarks():
        click.echo(remark)
    if faults or checked.manifest.missing:
        raise SystemExit(1)
    manifest = checked.manifest
    rows = f"rows {manifest.first} to {manifest.last}"
    click.echo(f"{path}: the archive is whole ({rows}, hash {manifest.head})")


def _checked(path: Path, signer: str | None) -> Checked:
    try:
        with path.open("rb") as file, showing("checking") as progress:
            return read_archive(file, GAMES, progress=progress, signer=signer)
    except ArchiveRefused as refused:
        click.echo(refusal(path, refused))
    except OSError as trouble:
        click.echo(f"{path} cannot be read: {trouble.strerror or trouble}")
    raise SystemExit(1)


signer_option = click.option(
    "--signer", metavar="FINGERPRINT", help="The key that must have signed the archive, as 'audit key' prints it."
)


@click.command("list", short_help="Every match with its key.")
@config_option
@data_option
@click.option("--json", "as_lines", is_flag=True, help="Write a JSON array.")
def list_command(config: Path | None, data: Path | None, as_lines: bool) -> None:
    """Every match with its key: those of this table, and those of archives that were imported."""
    listed = matches_of(settings_of(config, data=data)).listed()
    if as_lines:
        click.echo(msgspec.json.encode([_listed_json(each) for each in listed]))
        return
    for each in listed:
        click.echo(f"{each.key}  {each.began}  {_game(each)}  {_players(each)}{_origin(each)}")
    if not listed:
        click.echo("no match has been played yet")


def _listed_json(each: Listed) -> dict[str, object]:
    about = about_shelf(each.shelf)
    return {
        "key": each.key,
        "began": each.began,
        "ruleset": each.opening.get("ruleset"),
        "division": each.opening.get("division"),
        "players": {seat: each.names.get(seat) for seat in each.opening.get("players", ())},
        "table": each.shelf.title,
        "signer": about and about.signer,
    }


def _game(each: Listed) -> str:
    return ", ".join(str(each.opening[key]) for key in ("ruleset", "division") if each.opening.get(key))


def _players(each: Listed) -> str:
    return ", ".join(each.names.get(seat, seat) for seat in each.opening.get("players", ()))


def _origin(each: Listed) -> str:
    about = about_shelf(each.shelf)
    if about is None:
        return ""
    signer = "not signed" if about.signer is None else f"signed {fingerprint(about.signer)}"
    return f"  (from {each.shelf.title}, {signer})"


@click.command("export", short_help="Write a match, or the whole journal, to one file.")
@config_option
@data_option
@click.option("--match", metavar="KEY", help="A match by its key, as 'audit list' shows it; else the last one.")
@click.option("--all", "whole", is_flag=True, help="The whole journal of this table, with all its matches.")
@click.option("--no-names", is_flag=True, help="Leave out the players' names and initials.")
@click.option("--sign", is_flag=True, help="Sign it with this table's key ('audit key' tells its fingerprint).")
@click.argument("file", type=click.Path(path_type=Path))
def export_command(
    config: Path | None, data: Path | None, match: str | None, whole: bool, no_names: bool, sign: bool, file: Path
) -> None:
    """Write a match, or the whole journal, to FILE: an archive that another table imports, checks and shows.

    It holds the rows, the pictures and clips that they name, the settings and the names (docs/archive.md). The table
    may be running. A FILE that is there already is not replaced.
    """
    if whole and match is not None:
        raise click.UsageError("--match and --all exclude each other")
    settings = settings_of(config, data=data)
    try:
        with showing("exporting") as progress:
            wanted = wanted_of(settings, matches_of(settings), match, whole=whole, names=not no_names, sign=sign)
            manifest = write_archive(wanted, file, GAMES, progress=progress)
    except (JournalError, KeyFault) as trouble:
        raise click.ClickException(str(trouble)) from None
    except OSError as trouble:
        raise click.ClickException(f"{file} cannot be written: {trouble.strerror or trouble}") from None
    click.echo(f"{file}: written (rows {manifest.first} to {manifest.last}, hash {manifest.head})")
    if wanted.key is not None:
        click.echo(f"signed with the key {fingerprint(ed25519.public_key(wanted.key).hex())}")
    for digest in manifest.missing:
        click.echo(f"not in it, since it is missing or not whole here: {digest}")


@click.command("import", short_help="Take in such a file, once it is checked.")
@config_option
@data_option
@signer_option
@click.argument("file", type=click.Path(path_type=Path))
def import_command(config: Path | None, data: Path | None, signer: str | None, file: Path) -> None:
    """Take in the archive FILE: it is checked first, from its first byte to its last, and shown beside our own matches.

    Status 1 if it is refused, with the reason; then nothing of it was kept. The table may be running.
    """
    folder = settings_of(config, data=data).data.folder
    try:
        with file.open("rb") as source, showing("importing") as progress:
            taken = take_in(source, folder, GAMES, SystemClock().wall(), progress=progress, signer=signer)
    except ArchiveRefused as refused:
        raise click.ClickException(refusal(file, refused)) from None
    except OSError as trouble:
        raise click.ClickException(f"{trouble.filename or file}: {trouble.strerror or trouble}") from None
    click.echo(f"{file}: imported as {taken.shelf.name}")
    for key in taken.keys:
        click.echo(f"match {key}")
    for remark in taken.checked.remarks():
        click.echo(remark)


@click.command("remove", short_help="Take an imported archive away for good.")
@config_option
@data_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.argument("name")
def remove_command(config: Path | None, data: Path | None, yes: bool, name: str) -> None:
    """Take the imported archive NAME away for good, with its pictures and names. The table's own matches stay."""
    folder = settings_of(config, data=data).data.folder
    if not yes:
        click.confirm(f"Remove {folder / IMPORTED / name} for good?", abort=True)
    try:
        remove(folder, name)
    except (JournalError, ArchiveRefused) as trouble:
        raise click.ClickException(str(trouble)) from None
    click.echo(f"{name}: removed")


@click.command("key", short_help="The fingerprint of this table's key.")
@config_option
@data_option
def key_command(config: Path | None, data: Path | None) -> None:
    """The fingerprint of this table's key, by which others can tell its signed archives; made now if there is none.

    Write it down at the table: a signature proves as much as the way by which its fingerprint came.
    """
    folder = settings_of(config, data=data).data.folder
    if not folder.is_dir():
        raise click.ClickException(f"there is no data folder {folder}")
    try:
        click.echo(fingerprint(ed25519.public_key(table_key(folder)).hex()))
    except KeyFault as trouble:
        raise click.ClickException(str(trouble)) from None


@click.command("diff", short_help="What differs between two journals or archives.")
@click.option("--json", "as_object", is_flag=True, help="Write one JSON object with everything.")
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
def diff_command(as_object: bool, a: Path, b: Path) -> None:
    """What differs between the journals A and B, each a data folder or an archive.

    The first row that differs, rows that only one has, the same events with other rulings or pictures, other names.
    Status 0 if they are the same, 1 if they differ, 2 if one of them cannot be read.
    """
    contents = []
    for path in (a, b):
        try:
            with showing(f"reading {path}") as progress:
                contents.append(read_content(path, GAMES, progress))
        except ArchiveRefused as refused:
            _trouble(refusal(path, refused))
        except JournalError as trouble:
            _trouble(str(trouble))
        except OSError as trouble:
            _trouble(f"{path} cannot be read: {trouble.strerror or trouble}")
    found = compare(*contents)
    if as_object:
        click.echo(msgspec.json.encode(as_json(found)))
    else:
        for line in as_text(found):
            click.echo(line)
    raise SystemExit(0 if found.same else 1)


def _trouble(text: str) -> None:
    click.echo(f"Error: {text}", err=True)
    raise SystemExit(TROUBLE)


COMMANDS = (list_command, export_command, import_command, remove_command, diff_command, key_command)
