"""`tablejudge names erase`: a name goes from wherever this table keeps it, and is said where it does not."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from kiosk.cli import main
from kiosk.exported import EXPORTED, fresh_place
from tests.kiosk.archive.made import play


def run(*words: object) -> str:
    result = CliRunner().invoke(main, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_files_that_wait_to_be_fetched_go_with_a_name(tmp_path: Path) -> None:
    play(tmp_path)
    archive = fresh_place(tmp_path / EXPORTED, ".zip")
    report = fresh_place(tmp_path / EXPORTED / "audit", ".pdf")
    for file in (archive, report):
        file.write_bytes(b"Ben")
    assert "files that waited to be fetched: taken away" in run("names", "erase", "Ben", "--data", tmp_path)
    assert not (tmp_path / EXPORTED).exists()
    assert "fetched" not in run("names", "erase", "Cy", "--data", tmp_path)


def test_an_archive_in_which_the_name_stands_is_said(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "m.zip"
    play(here)
    play(there, names=["Ben", "Eve", "Flo"], shade=40)
    run("audit", "export", file, "--data", there)
    run("audit", "import", file, "--data", here)
    (shelf,) = (path.name for path in (here / "imported").iterdir() if not path.name.startswith("."))
    assert f"the archive {shelf} still has the name;" in run("names", "erase", " ben", "--data", here)
    assert "archive" not in run("names", "erase", "Ann", "--data", here)
    (here / "imported" / shelf / "journal.db").write_bytes(b"no database at all" * 100)
    assert f"the archive {shelf} cannot be read and may" in run("names", "erase", "Cy", "--data", here)
