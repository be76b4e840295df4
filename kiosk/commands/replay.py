"""`tablejudge replay`: what happened?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

import click

from kiosk.commands.lines import error, read_lines, write
from rules.errors import BadRequest
from rules.events import parse_object
from rules.games import GAMES
from rules.replay import Replay
from rules.story import story


@click.command()
@click.argument("source", type=click.File("rb"), default="-", metavar="FILE|-")
@click.option("--steps", is_flag=True, help="Write the state after each line.")
@click.option("--batch", is_flag=True, help='Each line is a whole match: {"id": …, "events": [first line, …]}.')
@click.option("--text", is_flag=True, help="Tell the match as a story: times, rulings with their rules, penalties.")
def command(source: IO[bytes], steps: bool, batch: bool, text: bool) -> None:
    """Tell what state a match is in after its events.

    FILE holds JSON Lines: first match-started, then an event a line (docs/vocabulary.md). The state is
    written as one JSON object after the last line. The status is 1 if a line could not be read.
    """
    if text and (steps or batch):
        other = "--batch" if batch else "--steps"
        raise click.UsageError(f"--text and {other} exclude each other: a story is told of one match, from its lines")
    if text:
        raise SystemExit(replay_text(source))
    raise SystemExit(replay_batch(source) if batch else replay(source, steps=steps))


def replay(source: IO[bytes], *, steps: bool) -> int:
    match = Replay(GAMES)
    for line in read_lines(source):
        try:
            fault = match.read(parse_object(line))
        except BadRequest as bad:
            fault = match.refuse(bad, counted=False)
        if fault is not None:
            write({"error": fault.to_json()})
        elif steps:
            write(match.result() or {})
    result = match.result()
    if result is not None and not steps:
        write(result)
    if result is None and not match.errors:
        write({"error": {"line": 0, "code": "bad-request", "text": "there is no line"}})
        return 1
    return 1 if match.errors else 0


def replay_text(source: IO[bytes]) -> int:
    match = Replay(GAMES)
    for sentence in story(_objects(source), match):
        click.echo(sentence)
    if match.fold is None and not match.errors:
        click.echo("There is no line to tell of.")
        return 1
    return 1 if match.errors else 0


def _objects(source: IO[bytes]) -> Iterator[dict[str, Any] | BadRequest]:
    for line in read_lines(source):
        try:
            yield parse_object(line)
        except BadRequest as bad:
            yield bad


def replay_batch(source: IO[bytes]) -> int:
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
