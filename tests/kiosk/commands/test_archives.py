"""`tablejudge audit` with archives: list, export, verify, import, remove, key, diff."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from tests.kiosk.archive.made import play


def run(*words: object, typed: str | None = None) -> Result:
    result = CliRunner().invoke(main, ["audit", *map(str, words)], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    play(folder)
    play(folder, names=["Dee", "Eve", "Flo"], shade=40)
    return folder


def test_a_match_goes_from_table_to_table(data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "m.zip", tmp_path / "other"
    newest, oldest = json.loads(run("list", "--json", "--data", data).stdout)
    assert oldest["players"] == {"A": "Ann", "B": "Ben", "C": "Cy"}
    key = run("key", "--data", data).stdout.strip()
    told = run("export", "--match", oldest["key"], "--sign", file, "--data", data)
    assert told.exit_code == 0
    assert f"signed with the key {key}" in told.stdout
    assert "the archive is whole" in run("verify", file, "--signer", key).stdout
    taken = run("import", file, "--data", other, "--signer", key)
    assert taken.exit_code == 0
    assert "imported as table-1-1-" in taken.stdout
    (listed,) = json.loads(run("list", "--json", "--data", other).stdout)
    assert listed["players"] == oldest["players"]
    assert f"match {listed['key']}" in taken.stdout
    assert f"(from Table 1, signed {key})" in run("list", "--data", other).stdout
    again = run("import", file, "--data", other)
    assert (again.exit_code, "already-here" in again.stderr) == (1, True)
    shelf = listed["key"].partition(".")[0]
    assert run("verify", "--data", other / "imported" / shelf).exit_code == 0
    assert run("export", "--match", listed["key"], tmp_path / "again.zip", "--data", other).exit_code == 0
    assert run("diff", file, tmp_path / "again.zip").exit_code == 0
    assert newest["key"] != oldest["key"]
    assert run("remove", shelf, "--data", other, typed="n\n").exit_code == 1
    assert run("remove", shelf, "--data", other, typed="y\n").exit_code == 0
    assert run("list", "--data", other).stdout == "no match has been played yet\n"


def test_the_last_match_without_names(data: Path, tmp_path: Path) -> None:
    run("export", "--no-names", tmp_path / "m.zip", "--data", data)
    told = run("import", tmp_path / "m.zip", "--data", tmp_path / "other").stdout
    assert "names were left out" in told
    (listed,) = json.loads(run("list", "--json", "--data", tmp_path / "other").stdout)
    assert listed["players"] == {"A": None, "B": None, "C": None}


def test_what_cannot_be_exported(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "m.zip"
    both = run("export", "--all", "--match", "here.2", file, "--data", data)
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
    for words, why in (
        (("--match", "here.999"), "no match begins with row 999"),
        (("--match", "../x"), "is no match"),
        (("--match", "there.2"), "there are no matches called 'there'"),
    ):
        result = run("export", *words, file, "--data", data)
        assert (result.exit_code, why in result.stderr) == (1, True)
    assert "cannot be written" in run("export", tmp_path / "no" / "m.zip", "--data", data).stderr
    assert "no match has been played yet" in run("export", file, "--data", tmp_path / "new").stderr
    assert not (tmp_path / "new").exists()
    assert not file.exists()


def test_files_that_are_no_archives(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "m.zip"
    file.write_bytes(b"PK")
    for result in (run("verify", file), run("import", file, "--data", tmp_path / "x")):
        assert result.exit_code == 1
        assert "refused (not-an-archive)" in result.output
    assert "No such file" in run("verify", tmp_path / "none").output
    assert "No such file" in run("import", tmp_path / "none", "--data", tmp_path / "x").stderr
    assert run("verify", "--signer", "00", "--data", data).exit_code == 2


def test_an_archive_against_paper(data: Path, tmp_path: Path) -> None:
    told = run("export", tmp_path / "m.zip", "--data", data).stdout
    row, digest = told.partition("rows ")[2].split(" to ")[1].split(",")[0], told.partition("hash ")[2][:12]
    assert run("verify", tmp_path / "m.zip", "--print", f"{row}:{digest}").exit_code == 0
    other = run("verify", tmp_path / "m.zip", "--print", f"{row}:{'0' * 12}")
    assert (other.exit_code, "written anew" in other.stdout) == (1, True)


def test_diff_tells_trouble_from_difference(data: Path, tmp_path: Path) -> None:
    assert run("diff", data, data).exit_code == 0
    assert run("diff", data, tmp_path).exit_code == 2
    assert run("diff", data, tmp_path / "none").exit_code == 2
    (tmp_path / "x.zip").write_bytes(b"no")
    assert "refused" in run("diff", tmp_path / "x.zip", data).stderr
    play(tmp_path / "other", lines=[])
    result = run("diff", data, tmp_path / "other", "--json")
    assert (result.exit_code, json.loads(result.stdout)["same"]) == (1, False)
