"""The audit of recorded matches against a second reckoning that reads the journal alone: every deadline, every penalty,
every sum, in JSON, CSV and PDF; and every penalty names its rule and its evidence."""

from __future__ import annotations

import ast
import csv
import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kiosk.audit.query import Audit, Query, ask
from kiosk.audit.report_pdf import COLUMNS, report_pdf
from kiosk.audit.rows import csv_text, json_text, rows_of
from kiosk.audit.sums import by_player, total
from kiosk.cli import main
from kiosk.texts import say
from tests.bench.long_match import write_long_match
from tests.kiosk.audit import independent
from tests.kiosk.audit.independent import Cost, Deadline, Reckoned, reckon
from tests.kiosk.audit.played_at_random import AGLOA, DIVISIONS, MLAG, at_random
from tests.kiosk.audit.stories import eventful_table
from tests.kiosk.audit.written import Writing, shelved, spoil
from tests.kiosk.papers import NAMES, opened, read_pdf

#: Of every day, for each book: each division comes about, and of AGLOA each with two players or with three.
SEEDS = {MLAG: range(6), AGLOA: range(8)}
#: Of the long test.
MANY = range(100, 250)
#: What the rows call the moments and lengths of a deadline, in the order in which they are compared.
TIMES = ("start", "limit", "deadline", "used", "warned", "countdown", "extra", "done", "expired", "ended")
STATUSES = ("applied", "pending", "refused")


def _random_match(ruleset: str, seed: int) -> Callable[[Path], None]:
    def written(folder: Path) -> None:
        writing = Writing(folder)
        lines = at_random(seed, ruleset=ruleset)
        writing.match(lines, {seat: NAMES[seat] for seat in lines[0]["players"]}, at_once=True)
        writing.close()

    return written


def _demonstration(folder: Path) -> None:
    """A match that the table itself has refereed, with simulated hands before the camera."""
    played = CliRunner().invoke(main, ["demo", "--headless", "--speed", "0", "--data", str(folder)])
    assert played.exit_code == 0, played.output


MATCHES: dict[str, Callable[[Path], Any]] = {
    "eventful": eventful_table,
    "demonstration": _demonstration,
    "long": lambda folder: write_long_match(folder, 400, 30),
    **{f"{ruleset} {seed}": _random_match(ruleset, seed) for ruleset, seeds in SEEDS.items() for seed in seeds},
}


def looked_at(write: Callable[[Path], Any], folder: Path) -> tuple[Audit, Reckoned]:
    """The audit of a match, and what the other reckoning makes of its journal."""
    write(folder)
    audit = ask(shelved(folder), Query())
    return audit, reckon(folder, audit.matches[0].match.past.rows[0].seq)


Looks = Callable[[str], tuple[Audit, Reckoned]]


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Looks:
    """The same for a match of `MATCHES` by its name; each is written once."""
    return cache(lambda name: looked_at(MATCHES[name], tmp_path_factory.mktemp("match")))


@pytest.fixture(scope="module", params=MATCHES)
def found(request: pytest.FixtureRequest, looks: Looks) -> tuple[Audit, Reckoned]:
    return looks(request.param)


def _s(ms: int | None) -> float | None:
    return None if ms is None else ms / 1000


def expected(deadline: Deadline) -> tuple[Any, ...]:
    moments = (deadline.start, deadline.limit, deadline.due, deadline.used, deadline.warned)
    moments += (deadline.countdown, deadline.extra, deadline.done, deadline.expired, deadline.ended)
    told = (f"task-{deadline.task}", deadline.seat, NAMES[deadline.seat], deadline.shake)
    told += (deadline.cite, deadline.result)
    return _plain_numbers((*told, *map(_s, moments)))


def expected_cost(cost: Cost) -> tuple[Any, ...]:
    return (cost.n, cost.seat, NAMES[cost.seat], cost.shake, -1, _s(cost.t), cost.why, cost.status, cost.initials)


def deadlines_of(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    told = ("task_code", "seat", "player", "shake", "rule", "result")
    lines = [row for row in rows if row["task_code"] and row["penalty"] is None]
    # A deadline that cost twice has a line for each penalty.
    cost = {(row["task_code"], row["seat"], row["start"], row["shake"]): row for row in rows if row["penalty"]}
    lines += [row for row in cost.values() if row["task_code"]]
    return sorted((_plain_numbers(tuple(row[name] for name in (*told, *TIMES))) for row in lines), key=str)


def _plain_numbers(line: tuple[Any, ...]) -> tuple[Any, ...]:
    """As they are compared, so that lines in the order of their texts are in the same order on both sides."""
    return tuple(float(cell) if isinstance(cell, int) else cell for cell in line)


def costs_of(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    names = ("penalty", "seat", "player", "shake", "points", "t", "why", "status", "initials")
    return sorted(tuple(row[name] for name in names) for row in rows if row["penalty"] is not None)


def test_json_has_every_deadline_and_every_penalty(found: tuple[Audit, Reckoned]) -> None:
    compare(*found)


def compare(audit: Audit, reckoned: Reckoned) -> None:
    rows = json.loads(json_text(rows_of(audit)))
    assert deadlines_of(rows) == sorted(map(expected, reckoned.deadlines), key=str)
    assert costs_of(rows) == sorted(map(expected_cost, reckoned.costs))
    assert {row["penalty"]: row["cite"] for row in rows if row["penalty"]} == {
        cost.n: cost.cite for cost in reckoned.costs
    }


@pytest.mark.long
@pytest.mark.parametrize("ruleset", SEEDS)
def test_many_matches_at_random(ruleset: str, tmp_path: Path) -> None:
    kinds: set[tuple[str, str]] = set()
    told = [0, 0]
    for seed in MANY:
        audit, reckoned = looked_at(_random_match(ruleset, seed), tmp_path / str(seed))
        compare(audit, reckoned)
        kinds |= kinds_of(reckoned)
        told = [told[0] + len(reckoned.deadlines), told[1] + len(reckoned.costs)]
    assert kinds >= EVERY_KIND[ruleset]
    print(f"{ruleset}: {len(MANY)} matches, {told[0]} deadlines and {told[1]} penalties, no difference")


def test_csv_has_the_same(found: tuple[Audit, Reckoned]) -> None:
    audit, reckoned = found
    numbers = {*TIMES, "shake", "penalty", "points", "t"}
    rows = [
        {name: (float(cell) if name in numbers else cell) if cell else None for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(csv_text(rows_of(audit))))
    ]
    assert deadlines_of(rows) == sorted(map(expected, reckoned.deadlines), key=str)
    assert costs_of(rows) == sorted(map(expected_cost, reckoned.costs))


def test_each_penalty_stands_with_the_deadline_that_brought_it(found: tuple[Audit, Reckoned]) -> None:
    audit, reckoned = found
    brought = {n: deadline for deadline in reckoned.deadlines for n in deadline.penalties}
    for row in rows_of(audit):
        if row["penalty"] is not None:
            deadline = brought.get(row["penalty"])
            assert (row["task_code"], row["start"]) == (
                (None, None) if deadline is None else (f"task-{deadline.task}", _s(deadline.start))
            )


def test_sums_are_the_same(found: tuple[Audit, Reckoned]) -> None:
    audit, reckoned = found
    whole = total(audit.lines)
    assert whole.deadlines == len(reckoned.deadlines)
    results = [deadline.result for deadline in reckoned.deadlines]
    assert whole.results == {result: results.count(result) for result in set(results)}
    assert (whole.in_countdown, whole.overdue) == (
        results.count("warned"),
        results.count("late") + results.count("lost"),
    )
    for seat in reckoned.seats:
        each = by_player(audit.lines)[NAMES[seat]]
        assert {status: each.points[status] for status in STATUSES} == {
            status: reckoned.points(seat, status) for status in STATUSES
        }
        assert each.deadlines == sum(deadline.seat == seat for deadline in reckoned.deadlines)


def test_every_penalty_names_its_rule_and_its_evidence(found: tuple[Audit, Reckoned]) -> None:
    audit, reckoned = found
    known = {row.seq for row in audit.matches[0].match.past.rows}
    rows = [row for row in rows_of(audit) if row["penalty"] is not None]
    assert len(rows) == len(reckoned.costs)
    rules = {cost.n: cost.cite for cost in reckoned.costs}
    for row in rows:
        assert row["cite"]
        assert rules[row["penalty"]] in ("", row["cite"])
        assert set(row["rows"]) <= known
        assert row["history"]
        assert {step["row"] for step in row["history"]} <= set(row["rows"])
        assert row["history"][-1]["status"] == row["status"]
    if (audit.matches[0].match.shelf.folder / "snapshots").is_dir():
        assert all(row["snapshots"] for row in rows)


# -- paper -----------------------------------------------------------------------------------------------


def _clock(ms: int | None) -> str:
    """Minutes and seconds as a stop watch shows them."""
    if ms is None:
        return ""
    text = f"{ms // 60_000}:{ms % 60_000 / 1000:06.3f}"
    return text.rstrip("0").rstrip(".") if not text.endswith(":00.000") else text[:-4]


def _cells(deadline: Deadline | None, cost: Cost | None, task: str) -> list[str]:
    """A line of the list on paper; what is empty is not printed."""
    cells: list[str] = []
    if deadline is not None:
        times = (deadline.start, deadline.limit, deadline.due, deadline.done, deadline.expired)
        cells = [str(deadline.shake), task, NAMES[deadline.seat], *map(_clock, times)]
        cells += [f"{round(100 * deadline.used / deadline.limit)} %", say(f"outcome.{deadline.result}")]
    elif cost is not None:
        cells = [str(cost.shake or ""), task, NAMES[cost.seat], _clock(cost.t)]
    if cost is not None:
        cells += [f"P{cost.n}: −1"]
    cells += [deadline.cite] if deadline is not None else ["*"]
    if cost is not None:
        cells += [say(f"cost.{cost.status}"), cost.initials or ""]
    return [cell for cell in cells if cell]


def test_the_pdf_lists_the_same(found: tuple[Audit, Reckoned]) -> None:
    audit, reckoned = found
    costs = {cost.n: cost for cost in reckoned.costs}
    words = {line.task: line.task_words for line in audit.lines}
    wanted = [
        _cells(deadline, costs.pop(n) if n else None, words[f"task-{deadline.task}"])
        for deadline in reckoned.deadlines
        for n in deadline.penalties or [None]
    ]
    wanted += [_cells(None, cost, "*") for cost in costs.values()]
    printed = _listed(report_pdf(audit), sum(map(len, wanted)))
    assert sorted(map(_plain, _lines(printed, wanted))) == sorted(map(_plain, wanted))


def _listed(content: bytes, most: int) -> list[str]:
    """The cells of the list, page after page, without headings and what stands at the foot of a page."""
    titles = [say(f"paper.{name}") for name, _, _ in COLUMNS]
    cells: list[str] = []
    started = False
    for page in read_pdf(content).pages:
        lines = page.splitlines()
        if titles[0] not in lines:
            continue
        at = len(lines) - 1 - lines[::-1].index(titles[-1])
        started = True
        foot = next(number for number, line in enumerate(lines) if number > at and line.startswith(say("audit.title")))
        cells += lines[at + 1 : foot]
    assert started
    assert len(cells) >= most
    return cells


def _lines(cells: list[str], wanted: list[list[str]]) -> list[list[str]]:
    """The cells put together to lines, by the longest of those that are wanted and begin here."""
    rest, lines = list(cells), []
    kinds = sorted({tuple(line) for line in wanted}, key=len, reverse=True)
    while rest:
        fitting = next((kind for kind in kinds if len(kind) <= len(rest) and all(map(_same, kind, rest))), None)
        if fitting is None:
            break
        lines.append(list(fitting))
        rest = rest[len(fitting) :]
    return lines


def _same(wanted: str, printed: str) -> bool:
    """Words that do not fit their column are cut; figures never are."""
    cut = printed.endswith("…") and not any(letter.isdigit() for letter in printed)
    return wanted in ("*", printed) or (cut and wanted.startswith(printed[:-1]))


def _plain(line: list[str]) -> str:
    return " | ".join(line)


# -- the reckoning itself --------------------------------------------------------------------------------


def test_the_other_reckoning_knows_nothing_of_the_program() -> None:
    (folder,) = independent.__path__
    names: set[str] = set()
    for module in Path(folder).glob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    own = {name for name in names if name.startswith(f"{independent.__name__}.")}
    assert len(own) == len(list(Path(folder).glob("*.py"))) - 1
    assert names - own <= {"__future__", "abc", "dataclasses", "json", "pathlib", "sqlite3", "typing"}


@pytest.mark.parametrize(
    ("row", "old", "new", "says"),
    [
        (0, '"players"', '"readings":{"silence_accepts":true},"players"', "readings"),
        (1, '"tick"', '"cube-returned"', "cube-returned"),
    ],
)
def test_it_refuses_what_it_does_not_know(tmp_path: Path, row: int, old: str, new: str, says: str) -> None:
    writing = Writing(tmp_path)
    first = writing.match([opened("junior"), {"t": 1, "event": "tick"}])
    writing.close()
    spoil(tmp_path, first + row, old, new)
    with pytest.raises(NotImplementedError, match=says):
        reckon(tmp_path, first)


def kinds_of(reckoned: Reckoned) -> set[tuple[str, str]]:
    ends = {("task", deadline.task) for deadline in reckoned.deadlines}
    ends |= {("end", deadline.result) for deadline in reckoned.deadlines}
    ends |= {("why", cost.why) for cost in reckoned.costs} | {("status", cost.status) for cost in reckoned.costs}
    return ends | {("cite", cost.cite) for cost in reckoned.costs if cost.why == "conduct"}


#: What must have come about in the matches at random, for the comparison to mean something.
COMMON = {
    *(("end", end) for end in ("in-time", "warned", "late", "lost", "lapsed", "running")),
    *(("status", status) for status in STATUSES),
    *(("why", why) for why in ("time", "no-challenge", "conduct")),
    ("cite", "IX-C"),
}
EVERY_KIND = {ruleset: COMMON | {("task", task) for task in book.limits} for ruleset, book in independent.BOOKS.items()}
EVERY_KIND[AGLOA] |= {("why", why) for why in ("time-again", "invalid-challenge", "variation", "bonus-in-lead")}
EVERY_KIND[AGLOA] |= {("cite", "IX-D")}


@pytest.mark.parametrize("ruleset", SEEDS)
def test_the_matches_at_random_have_every_kind_of_end(ruleset: str, looks: Looks) -> None:
    found = [looks(f"{ruleset} {seed}") for seed in SEEDS[ruleset]]
    assert EVERY_KIND[ruleset] <= set().union(*(kinds_of(reckoned) for _, reckoned in found))
    openings = [audit.matches[0].match.past.rows[0].data for audit, _ in found]
    assert {opening["division"] for opening in openings} == set(DIVISIONS[ruleset])
    assert {len(opening["players"]) for opening in openings} == ({2, 3} if ruleset == AGLOA else {3})
