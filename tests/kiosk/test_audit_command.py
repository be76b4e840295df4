"""`tablejudge audit`: verify, penalties, export and diff as somebody calls them, and how each ends."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kiosk.audit.query import FILTERS, Query, ask
from kiosk.audit.rows import csv_text, json_text, rows_of
from kiosk.cli import main
from kiosk.commands.archives import matches_of
from kiosk.settings import load_settings
from tests.kiosk.audit.stories import eventful, eventful_table
from tests.kiosk.audit.written import spoil, write
from tests.kiosk.papers import opened, read_pdf, shake


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["audit", *args])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that has played an eventful match."""
    return eventful_table(tmp_path_factory.mktemp("table"))


def answered(folder: Path, **asked: Any) -> Any:
    return ask(matches_of(load_settings(None, {"data": folder}, {})), Query.parse(asked))


# -- verify ----------------------------------------------------------------------------------------------


def test_a_whole_journal(folder: Path) -> None:
    result = run("verify", "--data", str(folder))
    last = answered(folder).matches[0]
    assert (result.exit_code, result.stdout) == (
        0,
        f"{folder}: the journal is whole (row {last.row}, hash {last.head})\n",
    )


def test_a_changed_row_is_named(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    spoil(copy, 5, '"goal":"G6"', '"goal":"G4"')
    result = run("verify", "--data", str(copy))
    assert result.exit_code == 1
    assert result.stdout.startswith("row 5: is not as it was written: its hash differs\n")


def test_a_missing_picture_is_named(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    line = next(line for line in answered(folder).lines if line.proof.pictures)
    name = line.proof.pictures[0].snapshot
    (copy / "snapshots" / f"{name}.jpg").unlink()
    result = run("verify", "--data", str(copy))
    assert (result.exit_code, result.stdout.split(" of row")[0]) == (1, f"snapshot {name[:12]}")


# -- penalties -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"player": ["Ben", "C"]},
        {"task": ["task-turn"]},
        {"status": ["any"], "sort": ["-points"]},
        {"judge": ["LK"], "shake": ["1"]},
        {"match": ["here"], "sort": ["used"]},
        {"match": ["all"], "player": ["nobody"]},
    ],
)
def test_the_filters_are_those_of_the_page(folder: Path, asked: dict[str, list[str]]) -> None:
    options = [part for name, values in asked.items() for value in values for part in (f"--{name}", value)]
    audit = answered(folder, **asked)
    result = run("penalties", "--json", "--data", str(folder), *options)
    assert (result.exit_code, result.stdout) == (0, json_text(rows_of(audit)) + "\n")
    assert run("penalties", "--csv", "--data", str(folder), *options).stdout == csv_text(rows_of(audit))
    text = run("penalties", "--data", str(folder), *options).stdout
    assert text.count("  shake ") == len(audit.lines)
    assert f"journal row {audit.matches[0].row}, hash {audit.matches[0].head}\n" in text


def test_every_filter_of_a_question_is_an_option() -> None:
    help_text = run("penalties", "--help").stdout
    assert [name for name in (*FILTERS, "match", "sort") if f"--{name} " not in help_text] == []


def test_the_pdf_is_written_and_said_so(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    result = run("penalties", "--data", str(folder), "--status", "any", "--pdf", str(path))
    assert (result.exit_code, result.stdout) == (0, f"{path}: written\n")
    assert "Only: any penalty." in read_pdf(path.read_bytes()).text


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--match", "here.99"], 1, "no match begins with row 99"),
        (["--match", "nowhere"], 1, "there are no matches called 'nowhere'"),
        (["--status", "lost"], 2, "there is no status 'lost'"),
        (["--shake", "one"], 2, "a shake is a number"),
        (["--sort", "colour"], 2, "lines cannot be sorted by 'colour'"),
        (["--all", "--match", "here.2"], 2, "exclude each other"),
        (["--csv", "--pdf", "x.pdf"], 2, "exclude each other"),
        (["--pdf", "no/such/folder/x.pdf"], 1, "cannot be written"),
    ],
)
def test_what_cannot_be_answered_ends_with_its_reason(
    folder: Path, options: list[str], status: int, words: str
) -> None:
    result = run("penalties", "--data", str(folder), *options)
    assert (result.exit_code, result.stdout) == (status, "")
    assert words in result.stderr


def test_a_folder_without_a_journal(tmp_path: Path) -> None:
    result = run("penalties", "--data", str(tmp_path))
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert "there is no journal" in result.stderr


def test_a_whole_day_and_one_match_of_it(tmp_path: Path) -> None:
    write(tmp_path, [opened(), *shake(0), {"t": 900, "event": "round-time-called"}], eventful())
    day = list(csv.DictReader(io.StringIO(run("penalties", "--all", "--csv", "--data", str(tmp_path)).stdout)))
    keys = list(dict.fromkeys(row["match"] for row in day))
    assert len(keys) == 2
    one = json.loads(run("penalties", "--match", keys[0], "--json", "--data", str(tmp_path)).stdout)
    assert len(one) == sum(row["match"] == keys[0] for row in day)


# -- export and diff -------------------------------------------------------------------------------------


def test_a_match_as_a_file_is_the_same_match_until_it_is_changed(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.zip"
    assert run("export", "--data", str(folder), str(file)).exit_code == 0
    assert run("verify", str(file)).exit_code == 0
    assert run("export", "--data", str(folder), str(file)).exit_code == 1
    taken = run("import", "--data", str(tmp_path / "other"), str(file))
    assert taken.exit_code == 0
    key = taken.stdout.split("match ")[1].splitlines()[0]
    there = run("penalties", "--json", "--match", key, "--data", str(tmp_path / "other"))
    assert len(json.loads(there.stdout)) == len(answered(folder).lines)
    assert run("penalties", "--data", str(tmp_path / "other")).exit_code == 1
    shelf = tmp_path / "other" / "imported" / key.partition(".")[0]
    same = run("diff", str(shelf), str(file))
    assert (same.exit_code, same.stderr) == (0, "")
    spoil(shelf, 5, '"goal":"G6"', '"goal":"G4"')
    differs = run("diff", "--json", str(shelf), str(file))
    assert differs.exit_code == 1
    assert json.loads(differs.stdout)
    unreadable = run("diff", str(tmp_path / "nothing"), str(file))
    assert (unreadable.exit_code, unreadable.stdout) == (2, "")
    assert "Error:" in unreadable.stderr


COMMANDS = ["verify", "penalties", "export", "diff", "list", "import", "remove", "key", "confirm"]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_has_a_line_in_the_list_that_is_not_cut(name: str) -> None:
    line = next(line for line in run("--help").stdout.splitlines() if line.strip().startswith(name))
    assert not line.endswith("...")
    assert run(name, "--help").exit_code == 0
