"""JSON Lines in, JSON Lines out: the manner of `check`, `solve` and `replay` (contracts, first page)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

import click
import msgspec

from rules.errors import BadRequest
from rules.events import parse_object


def write(value: Mapping[str, Any]) -> None:
    """One object as one line, at once: whoever listens at the other end may be waiting for it."""
    click.echo(msgspec.json.encode(value))


def read_lines(source: IO[bytes]) -> Iterator[bytes]:
    """The lines that hold something; a torn last line counts as one."""
    return (line for line in source if line.strip())


def error(bad: BadRequest, *, id_: object = None) -> dict[str, Any]:
    return {"id": id_, "error": {"code": bad.code, "text": str(bad)}}


def answer_lines(source: IO[bytes], answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> int:
    """Answer each line, echoing its id; the exit status: 1 if a line could not be answered."""
    status = 0
    for line in read_lines(source):
        request: dict[str, Any] = {}
        try:
            request = parse_object(line)
            write({"id": request.get("id"), **answer(request)})
        except BadRequest as bad:
            status = 1
            write(error(bad, id_=request.get("id")))
    return status
