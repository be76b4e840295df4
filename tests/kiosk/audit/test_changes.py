"""What people have changed: who, why, what went with it, and what was refused or taken back."""

from __future__ import annotations

from pathlib import Path

from kiosk.audit.changes import Change, changes_of, taken
from kiosk.audit.match_audit import audit_of
from kiosk.audit.query import Query
from kiosk.judging import REMARK
from kiosk.names import ERASED
from kiosk.questions import note_text
from tests.kiosk.audit.stories import eventful
from tests.kiosk.audit.written import Writing, shelved
from tests.kiosk.judged_match import judged
from tests.kiosk.papers import opened, shake


def changes(folder: Path) -> list[Change]:
    return list(changes_of(audit_of(shelved(folder).open())))


def test_everything_that_people_did_and_nothing_else(tmp_path: Path) -> None:
    writing = Writing(tmp_path)
    writing.match(eventful())
    writing.close()
    found = [(each.kind, each.by, each.row) for each in changes(tmp_path)]
    assert found == [
        ("clock", "LK", 6),
        ("clock", "LK", 7),
        ("penalty", "LK", 15),
        ("penalty", "BE", 19),
        ("ruling", "LK", 20),
        ("penalty", "LK", 21),
        ("penalty", "BE", 22),
        ("undone", "BE", 23),
        ("clock", "screen", 24),
    ]


def test_an_undone_line_says_what_it_had_been_and_what_went_with_it(tmp_path: Path) -> None:
    writing = Writing(tmp_path)
    writing.match(eventful())
    writing.close()
    *_, penalised, undone, _ = changes(tmp_path)
    assert (penalised.undone, undone.undone) == (True, False)
    assert (undone.what, undone.what_row) == (penalised.text, penalised.row)
    assert [(each.n, each.player, each.points) for each in undone.struck] == [(4, "C", -1)]


def test_settings_people_names_and_remarks_are_changes_of_the_record(tmp_path: Path) -> None:
    writing = Writing(tmp_path)
    writing.match([opened(), *shake(0)])
    writing.note(note_text("settings", **{"camera.kind": "usb"}), "organiser:AM")
    writing.note(note_text("players", groups=3), "organiser:AM")
    for did in ("added", "new-pin", "removed"):
        writing.note(note_text("people", did=did, initials="LK"), "organiser:AM")
    writing.note(note_text(ERASED, match=2))
    writing.note(note_text(REMARK, id="remark-01", judge="LK", about=5, text="seen"), "judge:LK")
    writing.note(note_text("part", part="camera", text="The camera is away."))
    writing.close()
    found = changes(tmp_path)
    assert [(each.kind, each.by) for each in found] == [
        *[("settings", "AM")] * 5,
        ("record", "table"),
        ("ruling", "LK"),
    ]
    assert "usb" in found[0].text
    assert found[1].text == "Who plays where was told to the table: 3 matches."
    assert [each.text for each in found[2:5]] == [
        "LK can sign in from now on.",
        "LK got a new PIN.",
        "LK cannot sign in any more.",
    ]


def test_a_reason_is_told_once_and_a_refused_act_changed_nothing(tmp_path: Path) -> None:
    with judged(tmp_path) as table:
        table.late()
        table.judge({"event": "penalty-approved", "penalty": 1}, why="I saw it")
        table.judge({"event": "judge-penalized", "player": "B"}, why="no warning before")
        found = changes(tmp_path)
    approved, penalised = found
    assert (approved.by, approved.reason, approved.refused) == ("LK", "I saw it", False)
    assert penalised.text == "LK takes a point from Ben: no warning before"
    assert (penalised.reason, penalised.refused) == (None, True)


def test_a_question_about_a_judge_is_about_what_that_judge_did(tmp_path: Path) -> None:
    writing = Writing(tmp_path)
    writing.match(eventful())
    writing.close()
    asked = [each for each in changes(tmp_path) if taken(each, Query(judge=("BE",)))]
    assert {each.by for each in asked} == {"BE"}
    assert len(asked) == 3
    assert all(taken(each, Query(player=("Ann",))) for each in asked)
