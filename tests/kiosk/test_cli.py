"""The commands: what they print, and their status. Nothing ends in a traceback."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import COMMANDS, main
from kiosk.clock import HandClock, SystemClock
from kiosk.demo import play_match, play_shake
from kiosk.head import HeadFile
from kiosk.headless import HeadlessTable
from kiosk.journal import Journal
from rules.games import GAMES
from rules.version import ENGINE, versions_of
from tests.device.rigs import Board, until
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
    play_match(table, [play_shake])
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


def test_replay_numbers_the_lines_as_an_editor_does() -> None:
    text = lines(LINES[0]) + "\n" + lines(*LINES[1:]) + "  \n" + "{torn\n"
    torn, _state = jsons(run("replay", "-", text=text))
    assert torn["error"]["line"] == 7
    told = run("replay", "--text", "-", text=text).stdout.splitlines()
    assert told[-1].startswith("   --  Line 7 is passed over (bad-request): ")
    undone = {"t": 30, "event": "event-undone", "line": 5, "judge": "Lee", "why": "no Goal yet"}
    (state,) = jsons(run("replay", "-", text=text.replace("{torn\n", lines(undone))))
    assert state["phase"] == "setting-goal"


def test_replay_of_lines_that_another_version_has_refereed() -> None:
    text = lines(LINES[0] | {"versions": {"engine": "0", "rulebook": "x"}}, *LINES[1:])
    (result,) = jsons(run("replay", "-", text=text))
    assert result["versions"]["recorded"] == {"engine": "0", "rulebook": "x"}
    assert result["versions"]["present"]["engine"] == ENGINE
    told = run("replay", "--text", "-", text=text).stdout.splitlines()
    assert told[-1].startswith(f"Refereed by engine 0, rulebook x; told by engine {ENGINE}, ")


def test_replay_of_a_journal(played: Path) -> None:
    (result,) = jsons(run("replay", "--journal", str(played)))
    assert (result["phase"], result["scores"]) == ("match-over", {"A": 6, "B": 2, "C": 2})
    assert (result["differences"], result["official_scores"]) == ([], {"A": 6, "B": 2, "C": 2})
    assert result["versions"]["recorded"] == [result["versions"]["present"]]
    *steps, standing = jsons(run("replay", "--steps", "--journal", str(played)))
    assert (len(steps) > 10, standing["differences"]) == (True, [])
    told = run("replay", "--text", "--journal", str(played)).stdout.splitlines()
    assert any("The match is over: A 6, B 2, C 2." in line for line in told)


def test_replay_of_a_journal_of_another_version(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.version.ENGINE", "99")
    told = run("replay", "--text", "--journal", str(played)).stdout.splitlines()
    assert told[-3].startswith(f"Refereed by engine {ENGINE}, rulebook ")
    assert told[-2] == "The present version says the same of every event."


def test_replay_of_no_journal(tmp_path: Path) -> None:
    result = run("replay", "--journal", str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no journal" in result.stderr
    result = run("replay", "--batch", "--journal", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--journal and --batch exclude each other" in result.stderr


RIGHT_TO_LEFT = "powers_go_from_left=false"

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


def test_check_takes_readings_that_a_league_has_chosen() -> None:
    request = {"kind": "expression", "ruleset": MATCH["ruleset"], "division": "middle", "text": "2^3^2"}
    default, chosen = (run("check", *args, text=lines(request)) for args in ((), ("--reading", RIGHT_TO_LEFT)))
    assert [jsons(result)[0]["values"] for result in (default, chosen)] == [["64"], ["512"]]


@pytest.mark.parametrize("choice", ["rhymes=true", "powers_listed=many", "powers_listed"])
def test_check_names_the_readings_or_values_that_there_are(choice: str) -> None:
    result = run("check", "--reading", choice, "-", text="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "powers_listed" in result.stderr


def test_check_lists_the_readings() -> None:
    result = run("check", "--list-readings")
    assert result.exit_code == 0
    assert "powers_go_from_left=true  (true, false; MLAG VII-B-5)" in result.stdout.splitlines()
    assert "goal_digits=3 in MLAG Basic Equations 2018-19, 2 in AGLOA Equations 2019-20" in result.stdout


# -- see -----------------------------------------------------------------------------------------------


def test_see_reads_a_drawn_picture(tmp_path: Path) -> None:
    layout = load_layout()
    mat = SimulatedMat.placed({"goal": "B3 Bx _ G5", "resources": "K√ R0"}, next(iter(GAMES)).kit, layout)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), draw_table(mat.cubes, layout))
    result = run("see", str(path), str(tmp_path / "none.png"), __file__, "--height", "0")
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


def test_a_score_that_is_not_disputed_needs_no_judge(played: Path, tmp_path: Path) -> None:
    result = run("audit", "confirm", "--judge", "Lee", "--data", str(played))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nothing to confirm" in result.stderr
    result = run("audit", "confirm", "--judge", "Lee", "--data", str(tmp_path))
    assert (result.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert "there is no journal" in result.stderr


def test_a_judge_confirms_a_score(tmp_path: Path) -> None:
    """The rows say that the referee took a point; this version would not have."""
    journal = Journal(tmp_path, HandClock())
    opening = LINES[0] | {"versions": versions_of(GAMES.get(MATCH["ruleset"]))}
    journal.append("test", "event", json.dumps(opening))
    journal.append("test", "event", '{"t":1,"event":"tick"}', rulings='[{"gained":{"A":-1},"refuses":false}]')
    journal.close()
    assert jsons(run("replay", "--journal", str(tmp_path)))[0]["official_scores"] == {"A": -1, "B": 0, "C": 0}
    result = run("audit", "confirm", "--judge", "Lee", "--data", str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, "A 0, B 0, C 0: confirmed by Lee\n")
    assert jsons(run("replay", "--journal", str(tmp_path)))[0]["official_scores"] == {"A": 0, "B": 0, "C": 0}
    assert run("audit", "verify", "--data", str(tmp_path)).exit_code == 0


def test_the_scoresheet(played: Path) -> None:
    sheet = run("scoresheet", "--data", str(played)).stdout
    assert "MLAG Basic Equations 2018-19" in sheet
    rows = {line.split()[0]: line.split()[-3:] for line in reversed(sheet.splitlines()) if line.strip()}
    assert rows["Shake"] == ["Ann", "Ben", "Cy"]
    assert (rows["1"], rows["Total"], rows["Match"]) == (["6", "2", "2"], ["6", "2", "2"], ["6", "3", "3"])
    assert sheet.count("signed on the screen") == 3
    assert f"Refereed by engine {ENGINE}, rulebook " in sheet
    head = (played / "journal.head").read_text().split()[1]
    assert head in sheet


def test_the_scoresheet_names_event_and_round(played: Path) -> None:
    sheet = run("scoresheet", "--event", "Spring Cup", "--round", "3", "--data", str(played)).stdout
    facts = dict(line.split(maxsplit=1) for line in sheet.splitlines()[2:6])
    assert facts == {"Event": "Spring Cup", "Round": "3", "Table": "Table 1", "Division": "Middle"}


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


def test_every_export_bears_the_journals_last_row(played: Path) -> None:
    row, digest = (played / "journal.head").read_text().split()[:2]
    data = ("--data", str(played))
    assert f"journal row {row}, hash {digest}\n" in run("audit", "penalties", *data).stdout
    for line in json.loads(run("audit", "penalties", "--json", *data).stdout):
        assert (line["journal_row"], line["journal_hash"]) == (int(row), digest)
    for line in run("audit", "penalties", "--csv", *data).stdout.splitlines()[1:]:
        assert line.endswith(f",{row},{digest}")
    (state,) = jsons(run("replay", "--journal", str(played)))
    assert state["journal"] == {"row": int(row), "hash": digest}
    assert f"Journal: row {row}, hash {digest}.\n" in run("replay", "--text", "--journal", str(played)).stdout
    assert f"(row {row}, hash {digest})" in run("audit", "verify", *data).stdout


def test_verify_against_what_was_printed(played: Path) -> None:
    row, digest = (played / "journal.head").read_text().split()[:2]
    data = ("--data", str(played))
    assert run("audit", "verify", "--print", f"{row}:{digest}", "--print", f"{row}:{digest[:12]}", *data).exit_code == 0
    other = run("audit", "verify", "--print", f"3:{digest}", *data)
    assert other.exit_code == 1
    assert "print of row 3: has another hash" in other.stdout
    assert run("audit", "verify", "--print", digest, *data).exit_code == 2


def test_verify_says_what_a_crash_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path, SystemClock())
    journal.append("test", "note", "{}")
    monkeypatch.setattr(HeadFile, "confirm", lambda *_: None)
    journal.append("test", "note", "{}")
    result = run("audit", "verify", "--data", str(tmp_path))
    journal.close()
    assert result.exit_code == 0
    assert "row 2 is in the journal, but was not confirmed: the table stopped in that instant" in result.stdout


def test_names_are_listed_and_erased(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(played, folder)
    data = ("--data", str(folder))
    assert [line.split()[-1] for line in run("names", "list", *data).stdout.splitlines()] == ["Ann", "Ben", "Cy"]
    assert run("names", "erase", "Ben", *data).stdout == "match of row 2, seat B: erased\n"
    again = run("names", "erase", "Ben", *data)
    assert (again.exit_code, again.stderr) == (1, "Error: nobody is called 'Ben' in this journal\n")
    assert run("audit", "verify", *data).exit_code == 0
    assert "Ben" not in run("scoresheet", *data).stdout + run("audit", "penalties", *data).stdout
    for name in ("Ann", "Cy"):
        run("names", "erase", "--match", "2", name, *data)
    assert run("names", "list", *data).stdout == "no name is kept\n"


@pytest.mark.parametrize("args", [("list",), ("erase", "Ben")])
def test_names_where_there_is_no_journal(args: tuple[str, ...], tmp_path: Path) -> None:
    result = run("names", *args, "--data", str(tmp_path / "none"))
    assert result.exit_code == 1
    assert "there is no journal" in result.stderr
    assert not (tmp_path / "none").exists()


def test_verify_names_the_fault(tmp_path: Path) -> None:
    result = run("audit", "verify", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "journal.db" in result.stdout


# -- doctor and demo -----------------------------------------------------------------------------------


def test_doctor_finds_a_healthy_machine(tmp_path: Path) -> None:
    result = run("doctor", "--json", "--data", str(tmp_path))
    (report,) = jsons(result)
    assert result.exit_code == 0, report
    machine = ["python", "clock", "disk", "journal", "camera", "timing"]
    box = ["box", "block", "seat-1", "seat-2", "seat-3", "judge", "display", "lamps", "buzzer"]
    assert [check["key"] for check in report["checks"]] == [*machine, *box]
    assert report["ok"] is True


def test_doctor_with_nothing_attached(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[box]\nkind = "serial"\nport = "{tmp_path}/none"\n', encoding="utf-8")
    result = run("doctor", "--json", "--data", str(tmp_path), "--config", str(config))
    (report,) = jsons(result)
    assert result.exit_code == 1
    assert report["ok"] is False
    (box,) = [check for check in report["checks"] if check["level"] == "wrong"]
    assert box["text"] == "the button box on the USB cable is not there"
    assert box["advice"].startswith("Is the box plugged in")


def test_doctor_with_a_broken_box(tmp_path: Path) -> None:
    """A button that is down for ever and a display without a cable; the rest is well, and said to be."""
    board = Board(tmp_path / "port", levels=[False, False, True, False, False])
    board.logic._contacts[2]._old = True
    board.missing = True
    until(lambda: board.logic._contacts[2].stuck)
    config = tmp_path / "table.toml"
    config.write_text(f'[box]\nkind = "serial"\nport = "{tmp_path}/port"\n', encoding="utf-8")
    result = run("doctor", "--json", "--data", str(tmp_path), "--config", str(config))
    board.unplug()
    (report,) = jsons(result)
    assert result.exit_code == 1
    levels = {check["key"]: check["level"] for check in report["checks"] if check["key"] != "timing"}
    assert [key for key, level in levels.items() if level == "wrong"] == ["seat-2", "display"]
    said = {check["key"]: f"{check['text']} {check['advice']}" for check in report["checks"]}
    assert "the button of seat 2 is stuck" in said["seat-2"]
    assert "Check the display's four wires" in said["display"]


def test_doctor_says_when_the_box_may_not_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.doctor.may_hurry", lambda: False)
    config = tmp_path / "table.toml"
    config.write_text(f'[box]\nkind = "serial"\nport = "{tmp_path}/none"\n', encoding="utf-8")
    report = jsons(run("doctor", "--json", "--data", str(tmp_path), "--config", str(config)))[0]
    (timing,) = [check for check in report["checks"] if check["key"] == "timing"]
    assert timing["level"] == "warning"
    assert "deploy/tablejudge.service" in timing["advice"]


def test_doctor_with_a_wiring_that_cannot_be_used(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[box]\nkind = "gpio"\nwiring = "{tmp_path}/none.toml"\n', encoding="utf-8")
    result = run("doctor", "--data", str(tmp_path), "--config", str(config))
    assert result.exit_code == 1
    assert "box      wrong    box.wiring: file" in result.stdout
    started = run("run", "--data", str(tmp_path), "--config", str(config))
    assert started.exit_code == 2
    assert "box.wiring: file" in started.stderr


def test_doctor_in_json_asks_nobody() -> None:
    result = run("doctor", "--json", "--hands")
    assert result.exit_code == 2
    assert "do not go together" in result.stderr


def test_doctor_asks_whoever_sits_at_the_terminal(tmp_path: Path) -> None:
    """Nobody presses the buttons of the simulated box but itself; its lights are looked at by eyes."""
    answers = "y\nn\ny\n"
    result = CliRunner().invoke(main, ["doctor", "--hands", "--data", str(tmp_path)], input=answers)
    assert "Does the timer display show 88:88?" in result.output
    assert "lamps    wrong" in result.output
    assert result.exit_code == 1


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
    assert ["Total", "11", "12", "6"] in [line.split() for line in result.stdout.splitlines()]
    assert run("audit", "verify", "--data", str(tmp_path / "data")).exit_code == 0


def test_the_demo_with_pages_cannot_be_endlessly_fast() -> None:
    result = run("demo", "--speed", "0")
    assert result.exit_code == 2
    assert "--headless" in result.stderr
