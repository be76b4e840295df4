"""`tablejudge people`: adding, listing, removing, PINs, codes, the log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from kiosk.commands.people import command
from kiosk.people import Gate, Person, Proof, Role, SignInRefused, Store
from kiosk.people.delays import Origin

PHONE = Origin("10.0.0.7")
PIN = "604815"


class Desk:
    """The command and the file that it works on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate = Gate(Store(folder))

    def run(self, *words: str, typed: str | None = None) -> Result:
        result = CliRunner().invoke(main, ["people", *words, "--data", str(self.folder)], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    def people(self) -> list[Person]:
        return self.gate.persons.all()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "data")


def test_a_new_judge_gets_a_pin_that_works(desk: Desk) -> None:
    told = desk.run("add", "Lee Kim")
    assert told.exit_code == 0
    assert "Lee Kim (LK) is judge here" in told.output
    pin = re.search(r"PIN: ([0-9]{6})", told.output)
    assert pin
    (lee,) = desk.people()
    assert desk.gate.prove(Proof(lee.id, pin[1]), PHONE) == lee


def test_an_organiser_with_a_pin_of_her_own(desk: Desk) -> None:
    told = desk.run("add", "Ada Moe", "--organiser", "--initials", "ada", "--ask", typed=f"{PIN}\n{PIN}\n")
    assert told.exit_code == 0
    assert PIN not in told.output
    (ada,) = desk.people()
    assert (ada.role, ada.initials) == (Role.ORGANISER, "ADA")
    assert desk.gate.prove(Proof(ada.id, PIN), PHONE) == ada


def test_without_a_pin_only_codes_let_one_in(desk: Desk) -> None:
    assert "PIN" not in desk.run("add", "Lee Kim", "--no-pin").output
    assert not desk.people()[0].has_pin
    assert desk.run("add", "Bo", "--no-pin", "--ask").exit_code == 2


def test_the_list_is_everybody(desk: Desk) -> None:
    assert "sign-in is not set up" in desk.run("list").output
    desk.run("add", "Lee Kim")
    desk.run("add", "Ada Moe", "--organiser", "--no-pin")
    assert desk.run("list").output.splitlines() == ["AM    organiser  -    Ada Moe", "LK    judge      PIN  Lee Kim"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("add", "Lee Kim"), "on the list already"),
        (("add", "Lena Kay"), "the initials LK"),
        (("add", ""), "a name has"),
        (("remove", "Bo"), "nobody called 'Bo'"),
        (("pin", "Bo"), "nobody called 'Bo'"),
        (("code", "Bo"), "nobody called 'Bo'"),
        (("sign-out", "Bo"), "nobody called 'Bo'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(desk: Desk, words: tuple[str, ...], why: str) -> None:
    desk.run("add", "Lee Kim")
    told = desk.run(*words)
    assert told.exit_code == 1
    assert why in told.output
    assert len(told.output.strip().splitlines()) == 1
    assert [person.name for person in desk.people()] == ["Lee Kim"]


@pytest.mark.parametrize("words", [("code",), ("code", "LK", "--screen"), ("sign-out",), ("sign-out", "LK", "--all")])
def test_one_has_to_say_for_whom(desk: Desk, words: tuple[str, ...]) -> None:
    desk.run("add", "Lee Kim")
    assert desk.run(*words).exit_code == 2


def test_who_is_removed_is_out_at_once(desk: Desk) -> None:
    desk.run("add", "Lee Kim")
    word = desk.gate.sessions.begin(desk.people()[0], "10.0.0.7")
    assert "nobody is left" in desk.run("remove", "lk").output
    assert desk.people() == []
    assert desk.gate.sessions.find(word) is None


def test_a_new_pin_ends_the_old_one(desk: Desk) -> None:
    desk.run("add", "Lee Kim", "--ask", typed=f"{PIN}\n{PIN}\n")
    (lee,) = desk.people()
    told = desk.run("pin", "Lee Kim")
    pin = re.search(r"new PIN: ([0-9]{6})", told.output)
    assert pin
    with pytest.raises(SignInRefused):
        desk.gate.prove(Proof(lee.id, PIN), PHONE)
    assert desk.gate.prove(Proof(lee.id, pin[1]), PHONE) == lee


def test_a_code_is_a_picture_and_a_link_that_works_once(desk: Desk, tmp_path: Path) -> None:
    desk.run("add", "Lee Kim")
    picture = tmp_path / "code.svg"
    told = desk.run("code", "LK", "--url", "http://table7.local:8000/", "--svg", str(picture))
    code = re.search(r"http://table7\.local:8000/join#(\S+)", told.output)
    assert code
    assert "▄" in told.output
    assert picture.read_text().startswith("<?xml")
    assert desk.gate.redeem(code[1], PHONE) == desk.people()[0]
    with pytest.raises(SignInRefused):
        desk.gate.redeem(code[1], PHONE)


def test_a_code_for_a_screen_and_a_table_that_no_phone_can_reach(desk: Desk) -> None:
    told = desk.run("code", "--screen")
    assert "Phones cannot reach this table" in told.output
    code = re.search(r"/join#(\S+)", told.output)
    assert code
    assert desk.gate.redeem(code[1], PHONE) is None


def test_everybody_is_signed_out_when_the_event_is_over(desk: Desk) -> None:
    desk.run("add", "Lee Kim")
    for person in (desk.people()[0], None):
        desk.gate.sessions.begin(person, "10.0.0.7")
    assert "1 sessions ended" in desk.run("sign-out", "LK").output
    assert "1 sessions ended" in desk.run("sign-out", "--all").output


def test_the_log_tells_who_tried(desk: Desk) -> None:
    desk.run("add", "Lee Kim")
    with pytest.raises(SignInRefused):
        desk.gate.prove(Proof(desk.people()[0].id, "000000"), PHONE)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ  LK +wrong PIN  10\.0\.0\.7\n", desk.run("log").output)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "people.db").write_bytes(b"nonsense" * 1000)
    told = CliRunner().invoke(main, ["people", "list", "--data", str(tmp_path)])
    assert (told.exit_code, "cannot be used" in told.output) == (1, True)


def test_the_page_shows_every_subcommand() -> None:
    page = Path("docs/safety.md").read_text(encoding="utf-8")
    assert [name for name in command.commands if f"tablejudge people {name}" not in page] == []
