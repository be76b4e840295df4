"""What the tests of printed papers share: a journal made of lines, and the texts of a PDF, read without its maker."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.clock import HandClock
from kiosk.journal import Entry, Journal
from kiosk.names import Kind, sealed
from kiosk.past import PastMatch, read_last_match
from kiosk.signatures import set_apart
from rules.fold import Fold
from rules.games import GAMES
from rules.registry import Games

NAMES = {"A": "Ann", "B": "Ben", "C": "Cy"}


def opened(division: str = "middle", players: Iterable[str] = "ABC") -> dict[str, Any]:
    match = {"t": 0, "event": "match-started", "ruleset": "mlag-basic-equations-2018"}
    return match | {"division": division, "players": list(players)}


def shake(t: float, *, late: float = 0) -> list[dict[str, Any]]:
    """A shake that A wins with Now, begun at `t`; B's first move comes so much later."""
    events: list[dict[str, Any]] = [
        {"t": 0, "event": "shake-started"},
        {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8", "partial": True},
        {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
        {"t": 30 + late, "event": "cube-moved", "player": "B", "cube": "R2", "from": "resources", "to": "required"},
        {"t": 40 + late, "event": "cube-moved", "player": "C", "cube": "Bx", "from": "resources", "to": "required"},
        {"t": 50 + late, "event": "challenge-stated", "player": "A", "challenge": "now"},
        {"t": 70 + late, "event": "third-party-decided", "player": "B", "presents": False},
        {"t": 100 + late, "event": "equation-presented", "player": "A", "equation": "2x3=6"},
        {"t": 120 + late, "event": "equation-checked", "writer": "A", "by": "B", "accepted": True},
        {"t": 121 + late, "event": "equation-checked", "writer": "A", "by": "C", "accepted": True},
    ]
    if t == 0:
        events[0]["goal_setter"] = "A"
    return [event | {"t": event["t"] + t} for event in events]


def void_shakes(count: int) -> list[dict[str, Any]]:
    """Shakes without a Goal, by consent: A sets every one of them, since none counts."""
    events: list[dict[str, Any]] = []
    for start in range(0, 100 * count, 100):
        events += [
            {"t": start, "event": "shake-started", "goal_setter": "A"},
            {"t": start + 1, "event": "cubes-rolled", "resources": "R2 R3 R+ B1", "partial": True},
            {"t": start + 2, "event": "no-goal-declared", "player": "A"},
            {"t": start + 3, "event": "no-goal-agreed", "player": "B"},
            {"t": start + 4, "event": "no-goal-agreed", "player": "C"},
        ]
    return events


def journalled(
    folder: Path, lines: Iterable[dict[str, Any]], names: Mapping[str, str] = NAMES, games: Games = GAMES
) -> PastMatch:
    """The match of these lines, read back from a journal that holds them."""
    journal = Journal(folder, HandClock())
    try:
        opening, *rest = lines
        fold = Fold.open(games, opening)
        row = journal.append("test", "event", fold.lines.first.text)
        journal.name(row.seq, names)
        for line in rest:
            fields, initials = set_apart(line)
            timed = fold.read(fields)
            fold = fold.apply(timed)
            named, seals = sealed(row.seq, initials, Kind.INITIALS)
            notes = [Entry("table", "note", seals)] if initials else []
            journal.append_all([*notes, Entry("test", "event", timed.text)], named=named)
    finally:
        journal.close()
    return read_last_match(folder, games)


# --- reading a PDF ----------------------------------------------------------------------------------

_STRING = rb"\(((?:[^\\()]|\\.)*)\)"
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(frozen=True, slots=True)
class Pdf:
    """What can be read off a PDF file: its pages as texts (in the order of drawing), and their size."""

    pages: tuple[str, ...]
    width: float
    height: float

    @property
    def text(self) -> str:
        return "\n".join(self.pages)


def read_pdf(content: bytes) -> Pdf:
    """The pages of a PDF; the text of each drawing operation is a line of its own."""
    assert content.startswith(b"%PDF-1.")
    assert content.rstrip().endswith(b"%%EOF")
    objects = {int(number): body for number, body in re.findall(rb"(?s)(\d+) 0 obj\s(.*?)\sendobj", content)}
    pages = [body for body in objects.values() if re.search(rb"/Type /Page\b", body)]
    (count,) = [int(found) for body in objects.values() for found in re.findall(rb"/Count (\d+)", body)]
    assert len(pages) == count
    (box,) = {match for body in objects.values() for match in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", body)}
    texts = tuple(_text(_stream(objects[_reference(rb"/Contents", page)]), _fonts(objects)) for page in pages)
    return Pdf(texts, float(box[0]), float(box[1]))


def _stream(body: bytes) -> bytes:
    match = re.search(rb"(?s)stream\r?\n(.*)\r?\nendstream", body)
    assert match is not None
    return zlib.decompress(match[1]) if b"/FlateDecode" in body else match[1]


def _reference(key: bytes, body: bytes) -> int:
    match = re.search(key + rb" (\d+) 0 R", body)
    assert match is not None
    return int(match[1])


def _fonts(objects: Mapping[int, bytes]) -> dict[bytes, dict[int, str] | None]:
    """The resource names of the fonts; for an embedded one, what each of its codes means."""
    # A page names only the fonts that it uses, each by the same name everywhere.
    resources = b" ".join(names for body in objects.values() for names in re.findall(rb"(?s)/Font <<(.*?)>>", body))
    found: dict[bytes, dict[int, str] | None] = {}
    for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", resources):
        font = objects[int(number)]
        found[name] = _codes(_stream(objects[_reference(rb"/ToUnicode", font)])) if b"/ToUnicode" in font else None
    return found


def _codes(cmap: bytes) -> dict[int, str]:
    pairs = re.findall(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\s", cmap)
    return {int(code, 16): bytes.fromhex(meaning.decode()).decode("utf-16-be") for code, meaning in pairs}


def _text(stream: bytes, fonts: Mapping[bytes, dict[int, str] | None]) -> str:
    lines = []
    codes: dict[int, str] | None = None
    for operation in re.finditer(rb"(?s)/(F\d+) [\d.]+ Tf|" + _STRING + rb" Tj|(\[.*?\]) TJ", stream):
        if operation[1]:
            codes = fonts[operation[1]]
        else:
            strings = [operation[2]] if operation[2] is not None else re.findall(rb"(?s)" + _STRING, operation[3])
            lines.append("".join(_decoded(string, codes) for string in strings))
    return "\n".join(lines)


def _decoded(string: bytes, codes: dict[int, str] | None) -> str:
    raw = re.sub(rb"(?s)\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), string)
    if codes is None:
        return raw.decode("latin-1")
    return "".join(codes[int.from_bytes(raw[k : k + 2], "big")] for k in range(0, len(raw), 2))
