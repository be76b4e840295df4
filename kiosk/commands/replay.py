"""`tablejudge replay`: what happened?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import click

from kiosk.commands.lines import error, read_lines, write
from kiosk.journal import JournalError
from kiosk.past import PastMatch, read_last_match
from kiosk.standing import standing
from rules.errors import BadRequest
from rules.events import parse_object
from rules.games import GAMES
from rules.replay import Replay
from rules.snapshot import in_words
from rules.story import story

#: A line of the input; one that is no JSON object, as its fault; an empty one as None.
Line = dict[str, Any] | BadRequest | None


@click.command()
@click.argument("source", type=click.File("rb"), default="-", metavar="FILE|-")
@click.option("--steps", is_flag=True, help="Write the state after each line.")
@click.option("--batch", is_flag=True, help='Each line is a whole match: {"id": …, "events": [first line, …]}.')
@click.option("--text", is_flag=True, help="Tell the match as a story: times, rulings with their rules, penalties.")
@click.option(
    "--journal",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Replay the last match of the journal in that folder, and list what this version would have said otherwise.",
)
def command(source: IO[bytes], steps: bool, batch: bool, text: bool, folder: Path | None) -> None:
    """Tell what state a match is in after its events.

    FILE holds JSON Lines: first match-started, then an event a line (docs/vocabulary.md). The state is
    written as one JSON object after the last line. The status is 1 if a line could not be read.
    """
    if text and (steps or batch):
        other = "--batch" if batch else "--steps"
        raise click.UsageError(f"--text and {other} exclude each other: a story is told of one match, from its lines")
    if batch and folder is not None:
        raise click.UsageError("--journal and --batch exclude each other: a journal has one last match")
    if batch:
        raise SystemExit(replay_batch(source))
    played = None if folder is None else _last_match(folder)
    lines = _objects(source) if played is None else [row.data for row in played.rows if row.kind == "event"]
    raise SystemExit(replay_text(lines, played) if text else replay(lines, played, steps=steps))


def _last_match(folder: Path) -> PastMatch:
    try:
        return read_last_match(folder, GAMES)
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None


def replay(lines: Iterable[Line], played: PastMatch | None = None, *, steps: bool) -> int:
    """Write the state after the last line, or after each; the exit status."""
    match = Replay(GAMES)
    for line in lines:
        if line is None:
            match.blank()
            continue
        fault = match.refuse(line) if isinstance(line, BadRequest) else match.read(line)
        if fault is not None:
            write({"error": fault.to_json()})
        elif steps:
            write(match.result() or {})
    result = match.result()
    recorded = {} if played is None else _recorded(played)
    if result is not None and not steps:
        write(result | recorded)
    elif recorded:
        write(recorded)
    if result is None and not match.errors:
        write({"error": {"line": 0, "code": "bad-request", "text": "there is no line"}})
        return 1
    return 1 if match.errors else 0


def _recorded(played: PastMatch) -> dict[str, Any]:
    """What the journal has recorded, beside what the present version makes of it; and the journal's last row."""
    found = standing(played)
    return {
        "versions": {"recorded": [dict(versions) for versions in found.recorded], "present": dict(found.present)},
        "differences": [difference.to_json() for difference in found.differences],
        "official_scores": dict(found.score.totals),
        "journal": {"row": played.rows[-1].seq, "hash": played.head},
    }


def replay_text(lines: Iterable[Line], played: PastMatch | None = None) -> int:
    """Tell the match as a story; the exit status."""
    match = Replay(GAMES)
    for sentence in story(lines, match):
        click.echo(sentence)
    if match.fold is None and not match.errors:
        click.echo("There is no line to tell of.")
        return 1
    other = match.other_versions
    if played is not None:
        for sentence in standing(played).sentences():
            click.echo(sentence)
        click.echo(f"Journal: row {played.rows[-1].seq}, hash {played.head}.")
    elif other is not None:
        recorded, present = in_words(other["recorded"]), in_words(other["present"])
        click.echo(f"Refereed by {recorded}; told by {present}, which may rule otherwise.")
    return 1 if match.errors else 0


def _objects(source: IO[bytes]) -> Iterator[Line]:
    for line in source:
        try:
            yield parse_object(line) if line.strip() else None
        except BadRequest as bad:
            yield bad


def replay_batch(source: IO[bytes]) -> int:
    """Write the result of each match; the exit status."""
    status = 0
    for line in read_lines(source):
        request: dict[str, Any] = {}
        try:
            request = parse_object(line)
            events = request.get("events")
            if not isinstance(events, list):
                raise BadRequest("events must be a list of lines")
        except BadRequest as bad:
            status = 1
            write(error(bad, id_=request.get("id")))
            continue
        match = Replay(GAMES)
        for event in events:
            match.read(event)
        status = 1 if match.errors else status
        errors = [fault.to_json() for fault in match.errors]
        write({"id": request.get("id"), **(match.result() or {}), "errors": errors})
    return status
