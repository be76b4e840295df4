"""Who plays where: groups of players by table and round, from a CSV file or typed; offered when a match is started.

They are kept in the data folder, readable by its owner alone, and nowhere else: no setting, note or log has a name of a
child in it. The file can be written by any spreadsheet, with a line for each player or a line for each table.
"""

from __future__ import annotations

import csv
import io
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.head import write_synced
from kiosk.record import LONGEST_NAME

log = logging.getLogger(__name__)

FILE_NAME = "players.csv"
SEATS = 3
#: More lines than a school has pupils.
MOST_LINES = 2000
#: So many mistakes are told one by one.
MOST_FAULTS = 20
LONGEST_WORD = 40

_EACH_PLAYER = ("round", "table", "seat", "name")
_NUMBERED = re.compile(r"(?:player|seat|name) ?([0-9]+)")


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of one match in the order of their seats. Without a table they may play at any, without a round
    in any."""

    names: tuple[str, ...]
    table: str | None = None
    round: str | None = None

    def belongs_to(self, table: str) -> bool:
        """Is it for the table of that name? `7` is for a table that is called `Table 7`."""
        if self.table is None or _plain(self.table) == _plain(table):
            return True
        numbers = re.findall(r"[0-9]+", table)
        return self.table.isdecimal() and [int(each) for each in numbers] == [int(self.table)]

    def body(self) -> dict[str, Any]:
        return {"names": list(self.names), "table": self.table, "round": self.round}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line of the file; `line` counts from 1."""

    line: int
    text: str


class SeatingFaults(ValueError):
    """A list of players cannot be used; `faults` says why, line by line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"line {fault.line}: {fault.text}" for fault in faults))
        self.faults = tuple(faults)


def parse_seatings(text: str) -> tuple[Seating, ...]:
    """The groups that a CSV text names; SeatingFaults with every line that is wrong."""
    lines = _lines(text)
    if not lines:
        raise SeatingFaults([Fault(1, "there is nothing in this file")])
    (first, header), *rest = lines
    columns = _columns(first, header)
    if len(rest) > MOST_LINES:
        raise SeatingFaults([Fault(rest[MOST_LINES][0], f"there are more than {MOST_LINES} lines")])
    reading = _Reading(columns)
    for line, cells in rest:
        reading.take(line, cells)
    if not rest:
        reading.faults.append(Fault(first, "no player stands below the heading"))
    seatings = tuple(reading.seatings())
    if reading.faults:
        raise SeatingFaults(sorted(reading.faults, key=lambda fault: fault.line))
    return seatings


def typed_seating(names: object) -> tuple[Seating, ...]:
    """One group for any table, from names that somebody typed; SeatingFaults as if each were a line."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SeatingFaults([Fault(1, "names must be a list of texts")])
    given = [" ".join(name.split()) for name in names]
    if not any(given):
        return ()
    return parse_seatings(seatings_text([Seating(tuple(name for name in given if name))]))


def seatings_text(seatings: Iterable[Seating]) -> str:
    """The groups as the CSV text that `parse_seatings` reads back to the same."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_EACH_PLAYER)
    for group in seatings:
        for seat, name in enumerate(group.names, start=1):
            writer.writerow([group.round or "", group.table or "", seat, name])
    return text.getvalue()


# --- the file ---------------------------------------------------------------------------------------


def read_seatings(folder: Path) -> tuple[Seating, ...]:
    """The groups that are kept there; none, and a word in the log, if the file cannot be used."""
    path = folder / FILE_NAME
    try:
        return parse_seatings(path.read_bytes().decode()) if path.exists() else ()
    except (OSError, UnicodeDecodeError, SeatingFaults) as trouble:
        wrong = f"line {trouble.faults[0].line}" if isinstance(trouble, SeatingFaults) else str(trouble)
        log.warning("the list of players in %s cannot be used: %s", path, wrong)
        return ()


def write_seatings(folder: Path, seatings: Sequence[Seating]) -> None:
    """Keep the groups in place of those that are there; without any the file goes."""
    path = folder / FILE_NAME
    if not seatings:
        path.unlink(missing_ok=True)
        return
    write_synced(path, seatings_text(seatings).encode(), mode=0o600)


def without(seatings: Iterable[Seating], name: str) -> tuple[Seating, ...]:
    """The groups that this name does not stand in: one player less is no match."""
    return tuple(group for group in seatings if _plain(name) not in map(_plain, group.names))


# --- lines ------------------------------------------------------------------------------------------


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line that has any, with its number."""
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    # Spreadsheets of many countries write semicolons.
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            plain = [" ".join(cell.split()) for cell in cells]
            if any(plain):
                lines.append((reader.line_num, plain))
    except csv.Error as wrong:
        raise SeatingFaults([Fault(reader.line_num, f"this line cannot be read: {wrong}")]) from None
    for line, cells in lines:
        if any("\ufffd" in cell for cell in cells):
            raise SeatingFaults([Fault(line, "some letters cannot be read: save the file as CSV with UTF-8")])
        if any(not cell.isprintable() for cell in cells):
            raise SeatingFaults([Fault(line, "this is no text: is it really a CSV file?")])
    return lines


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which column holds what; `seats` are those of a file with a line for each table."""

    named: Mapping[str, int]
    seats: Mapping[int, int]


def _columns(line: int, header: Sequence[str]) -> _Columns:
    named: dict[str, int] = {}
    seats: dict[int, int] = {}
    for at, cell in enumerate(header):
        word = "name" if _plain(cell) == "player" else _plain(cell)
        numbered = _NUMBERED.fullmatch(word)
        number = 0 if numbered is None else int(numbered[1])
        if word in named or (number and number in seats):
            raise SeatingFaults([Fault(line, f"there are two columns {cell!r}")])
        if word in _EACH_PLAYER:
            named[word] = at
        elif number:
            if number > SEATS:
                raise SeatingFaults([Fault(line, f"there is no seat {number}: a table has {SEATS}")])
            seats[number] = at
    if ("name" in named) == bool(seats) or (seats and "seat" in named):
        raise SeatingFaults(
            [
                Fault(
                    line,
                    "the first line must name the columns: either table, seat, name (a line for each player) or "
                    "table, player 1, player 2, player 3 (a line for each table); round may stand there too",
                )
            ]
        )
    return _Columns(named, seats)


class _Reading:
    """The groups as they come together line by line, and what is wrong with them."""

    def __init__(self, columns: _Columns) -> None:
        self.faults: list[Fault] = []
        self._columns = columns
        #: By round and table: the seats, and the line in which the group began.
        self._groups: dict[tuple[str, str], tuple[int, dict[int, str]]] = {}

    def take(self, line: int, cells: Sequence[str]) -> None:
        def cell(name: str) -> str:
            at = self._columns.named.get(name)
            return cells[at] if at is not None and at < len(cells) else ""

        for name in ("round", "table"):
            if len(cell(name)) > LONGEST_WORD:
                self._fault(line, f"the {name} {cell(name)[:20]!r}… has more than {LONGEST_WORD} characters")
        key = cell("round"), cell("table")
        if self._columns.seats:
            if key in self._groups:
                self._fault(line, f"{_called(*key)} stands in line {self._groups[key][0]} already")
                return
            group = self._groups.setdefault(key, (line, {}))[1]
            for seat, at in sorted(self._columns.seats.items()):
                if at < len(cells) and cells[at]:
                    self._seat(line, key, group, seat, cells[at])
            return
        group = self._groups.setdefault(key, (line, {}))[1]
        if not cell("name"):
            self._fault(line, "there is no name")
            return
        written = cell("seat")
        if written and not (written.isdecimal() and 1 <= int(written) <= SEATS):
            self._fault(line, f"the seat is {written!r}; it must be 1, 2 or {SEATS}")
            return
        free = next((number for number in range(1, SEATS + 1) if number not in group), SEATS + 1)
        self._seat(line, key, group, int(written) if written else free, cell("name"))

    def _seat(self, line: int, key: tuple[str, str], group: dict[int, str], seat: int, name: str) -> None:
        if len(name) > LONGEST_NAME:
            self._fault(line, f"the name {name[:20]!r}… has more than {LONGEST_NAME} characters")
        elif seat > SEATS:
            self._fault(line, f"{_called(*key)} has more than {SEATS} players")
        elif seat in group:
            self._fault(line, f"seat {seat} of {_called(*key)} is taken by {group[seat]!r} already")
        elif _plain(name) in map(_plain, group.values()):
            self._fault(line, f"{name!r} sits at {_called(*key)} twice; make the names different")
        else:
            group[seat] = name

    def seatings(self) -> Iterator[Seating]:
        for (round_, table), (line, group) in self._groups.items():
            called = _called(round_, table)
            if len(group) < 2 and not any(fault.line >= line for fault in self.faults):
                self._fault(line, f"{called} has {'one player' if group else 'no player'}; it needs two or {SEATS}")
            elif sorted(group) != list(range(1, len(group) + 1)) and not self.faults:
                empty = next(seat for seat in range(1, SEATS + 1) if seat not in group)
                self._fault(line, f"{called} has nobody in seat {empty}, though somebody sits behind it")
            yield Seating(tuple(group[seat] for seat in sorted(group)), table or None, round_ or None)

    def _fault(self, line: int, text: str) -> None:
        self.faults.append(Fault(line, text))


def _called(round_: str, table: str) -> str:
    name = f"table {table}" if table else "the table"
    return f"{name} in round {round_}" if round_ else name


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
