"""The commands: what they print, and their status. Nothing ends in a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import COMMANDS, main
from kiosk.demo import play
from kiosk.headless import HeadlessTable
from rules.games import GAMES
from tests.kiosk.papers import read_pdf
from vision.draw import draw_table
from vision.layout import load_layout
from vision.simulated import SimulatedMat

MATCH = {"t": 0, "event": "match-started", "ruleset": "mlag-basic-equations-2018", "division": "middle"}
LINES = [
    MATCH | {"players": ["A", "B", "C"]},
    {"t": 0, "event": "shake-started", "goal_setter": "A"},
    {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8", "partial": True},
    {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
]


def run(*args: str, text: str = "") -> Result:
    result = CliRunner().invoke(main, list(args), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def jsons(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def lines(*objects: object) -> str:
    return "".join(json.dumps(line) + "\n" for line in objects)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one whole match."""
    folder = tmp_path_factory.mktemp("played")
    table = HeadlessTable(folder, GAMES)
    play(table)
    table.close()
    return folder


# -- the list and its parts ----------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) > 4


def test_a_command_is_imported_only_when_it_is_called() -> None:
    heavy = ("flask", "cv2", "gunicorn", "numpy", "fpdf")
    code = f"import sys; from kiosk.cli import main; print([name for name in {heavy!r} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


@pytest.mark.parametrize("args", [("solve", "-")])
def test_what_is_not_built_says_so_in_one_line(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "not built yet" in result.stderr


def test_a_wrong_setting_names_its_place(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[server]\nport = 99999\n")
    result = run("run", "--config", str(config))
    assert result.exit_code == 2
    assert str(config) in result.stderr.replace("\n", "")
    assert "server.port" in result.stderr


# -- replay --------------------------------------------------------------------------------------------


def test_replay_tells_the_state_after_the_last_line() -> None:
    (result,) = jsons(run("replay", "-", text=lines(*LINES)))
    assert (result["phase"], result["to_act"], result["t"]) == ("moving", ["B"], 20)
    assert result["timer"] | {"task": ""} == {"task": "", "limit": 120, "deadline": 140, "state": "running"}
    assert result["mat"]["goal"] == "G6"


def test_replay_with_steps() -> None:
    steps = jsons(run("replay", "--steps", "-", text=lines(*LINES)))
    assert [step["phase"] for step in steps] == ["shake-over", "rolling", "setting-goal", "moving"]


def test_replay_goes_on_after_bad_lines() -> None:
    text = lines(LINES[0]) + "{torn\n" + lines(LINES[1], {"t": 1, "event": "tick", "x": 1}, {"t": 0.5, "event": "tick"})
    result = run("replay", "-", text=text)
    assert result.exit_code == 1
    torn, falling, state = jsons(result)
    assert (torn["error"]["line"], torn["error"]["code"]) == (2, "bad-request")
    assert (falling["error"]["line"], falling["error"]["code"]) == (5, "bad-request")
    assert (state["phase"], state["t"]) == ("rolling", 1)


def test_replay_of_nothing() -> None:
    result = run("replay", "-")
    assert result.exit_code == 1
    assert jsons(result)[0]["error"]["code"] == "bad-request"


def test_replay_in_batches() -> None:
    text = lines(
        {"id": "good", "events": LINES}, {"id": "bad", "events": [{"t": 0, "event": "tick"}]}, {"id": "none"}, []
    )
    result = run("replay", "--batch", "-", text=text)
    assert result.exit_code == 1
    good, bad, none, unreadable = jsons(result)
    assert (good["id"], good["phase"], good["errors"]) == ("good", "moving", [])
    assert [error["line"] for error in bad["errors"]] == [1]
    assert none["error"]["code"] == unreadable["error"]["code"] == "bad-request"


def test_replay_as_a_story_goes_on_after_bad_lines() -> None:
    result = run("replay", "--text", "-", text=lines(LINES[0]) + "{torn\n" + lines(*LINES[1:]))
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert told[0] == " 0:00  MLAG Basic Equations 2018-19. The match begins: A, B and C."
    assert told[1].startswith("   --  Line 2 is passed over (bad-request): ")
    assert told[-1] == " 0:20  A sets the Goal 6."
    assert run("replay", "--text", "-", text=lines(*LINES)).exit_code == 0


def test_a_story_of_nothing() -> None:
    result = run("replay", "--text", "-")
    assert (result.exit_code, result.stdout) == (1, "There is no line to tell of.\n")


@pytest.mark.parametrize("other", ["--batch", "--steps"])
def test_a_story_is_told_of_one_match_and_nothing_else(other: str) -> None:
    result = run("replay", "--text", other, "-", text=lines(*LINES))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--text and {other} exclude each other" in result.stderr


# -- check ---------------------------------------------------------------------------------------------


def test_check_answers_in_order_and_echoes_ids() -> None:
    request = {"kind": "expression", "ruleset": MATCH["ruleset"], "division": "middle", "where": "solution"}
    text = lines({"id": 1, **request, "text": "(3+4)x3"}, {"id": 2, **request, "text": "+7"}) + "nonsense\n"
    result = run("check", "-", text=text)
    assert result.exit_code == 1
    legal, illegal, unreadable = jsons(result)
    assert legal == {"id": 1, "legal": True, "values": ["21"], "approx": [21.0]}
    assert (illegal["id"], illegal["legal"]) == (2, False)
    assert unreadable["error"]["code"] == "bad-request"


# -- see -----------------------------------------------------------------------------------------------


def test_see_reads_a_drawn_picture(tmp_path: Path) -> None:
    layout = load_layout()
    mat = SimulatedMat.placed({"goal": "B3 Bx _ G5", "resources": "K√ R0"}, next(iter(GAMES)).kit, layout)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), draw_table(mat.cubes, layout))
    result = run("see", str(path), str(tmp_path / "none.png"), __file__)
    assert result.exit_code == 1
    seen, missing, no_picture = jsons(result)
    assert (seen["image"], seen["goal"], seen["sure"], seen["problems"]) == (str(path), "B3 Bx _ G5", True, [])
    assert {(cube["color"], cube["symbol"], cube["section"]) for cube in seen["cubes"]} >= {
        ("black", "√", "resources"),
        ("red", "0", "resources"),
    }
    assert set(seen["cubes"][0]) == {"color", "symbol", "section", "orientation", "mat_mm", "confidence", "sure"}
    assert seen["ms"] > 0
    assert missing["error"]["code"] == no_picture["error"]["code"] == "bad-request"


# -- audit and sheet -----------------------------------------------------------------------------------


def test_the_audit_of_a_whole_match(played: Path) -> None:
    assert run("audit", "verify", "--data", str(played)).exit_code == 0
    rows = json.loads(run("audit", "penalties", "--json", "--data", str(played)).stdout)
    assert [(row["player"], row["limit"]) for row in rows][:3] == [("Ann", 120), ("Ben", 120), ("Cy", 60)]
    assert all(row["done"] is not None and row["penalty"] is None for row in rows)
    table = run("audit", "penalties", "--csv", "--data", str(played)).stdout.splitlines()
    assert table[0].startswith("task,player,start,limit,deadline")
    assert len(table) == len(rows) + 1
    assert "Ann" in run("audit", "penalties", "--data", str(played)).stdout


def test_the_scoresheet(played: Path) -> None:
    sheet = run("scoresheet", "--data", str(played)).stdout
    assert "MLAG Basic Equations 2018-19" in sheet
    rows = {line.split()[0]: line.split()[1:] for line in reversed(sheet.splitlines()) if line.strip()}
    assert rows["Shake"] == ["Ann", "Ben", "Cy"]
    assert (rows["1"], rows["Total"], rows["Points"]) == (["6", "2", "2"], ["6", "2", "2"], ["6", "3", "3"])
    assert rows["Signed"] == ["yes", "yes", "yes"]
    head = (played / "journal.head").read_text().split()[1]
    assert head in sheet


def test_the_scoresheet_names_event_and_round(played: Path) -> None:
    sheet = run("scoresheet", "--event", "Spring Cup", "--round", "3", "--data", str(played)).stdout
    assert sheet.splitlines()[1].startswith("Spring Cup, round 3, Table 1, division middle, ")


@pytest.mark.parametrize(
    ("args", "title"), [(("scoresheet",), "Official scoresheet"), (("audit", "penalties"), "Deadlines and penalties")]
)
def test_papers(args: tuple[str, ...], title: str, played: Path, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    result = run(*args, "--pdf", str(path), "--data", str(played))
    assert (result.exit_code, result.stdout) == (0, f"{path}: written\n")
    pdf = read_pdf(path.read_bytes())
    assert pdf.text.splitlines()[0] == title
    assert (played / "journal.head").read_text().split()[1] in pdf.text


@pytest.mark.parametrize("args", [("scoresheet",), ("audit", "penalties")])
def test_a_paper_that_cannot_be_written(args: tuple[str, ...], played: Path, tmp_path: Path) -> None:
    result = run(*args, "--pdf", str(tmp_path / "no folder" / "x.pdf"), "--data", str(played))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "x.pdf cannot be written: No such file or directory" in result.stderr


@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_the_audit_writes_one_form_at_a_time(form: str, played: Path, tmp_path: Path) -> None:
    result = run("audit", "penalties", form, "--pdf", str(tmp_path / "x.pdf"), "--data", str(played))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--pdf and {form} exclude each other" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "args",
    [
        ("audit", "penalties"),
        ("scoresheet",),
        ("audit", "penalties", "--pdf", "x.pdf"),
        ("scoresheet", "--pdf", "x.pdf"),
    ],
)
def test_nothing_to_show(args: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*args, "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "there is no journal" in result.stderr


def test_verify_names_the_fault(tmp_path: Path) -> None:
    result = run("audit", "verify", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "journal.db" in result.stdout


# -- doctor and demo -----------------------------------------------------------------------------------


def test_doctor_finds_a_healthy_machine(tmp_path: Path) -> None:
    result = run("doctor", "--json", "--data", str(tmp_path))
    (report,) = jsons(result)
    assert result.exit_code == 0, report
    assert [check["key"] for check in report["checks"]] == ["python", "clock", "disk", "journal", "camera", "box"]


def test_doctor_finds_a_broken_journal_and_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database")
    result = run("doctor", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "journal  wrong" in result.stdout
    assert "call the organiser" in result.stdout


def test_doctor_finds_a_folder_that_cannot_be_written() -> None:
    result = run("doctor", "--data", "/proc/nothing")
    assert result.exit_code == 1
    assert "disk     wrong" in result.stdout


def test_the_demo_without_pages(tmp_path: Path) -> None:
    result = run("demo", "--headless", "--speed", "0", "--data", str(tmp_path / "data"))
    assert result.exit_code == 0
    assert "Total   6    2    2" in result.stdout
    assert run("audit", "verify", "--data", str(tmp_path / "data")).exit_code == 0


def test_the_demo_with_pages_cannot_be_endlessly_fast() -> None:
    result = run("demo", "--speed", "0")
    assert result.exit_code == 2
    assert "--headless" in result.stderr
