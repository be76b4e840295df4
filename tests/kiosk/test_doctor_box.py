"""The doctor at the box: nothing attached, a simulated one, real ones that are well, and broken ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.faults import Fault
from device.gpio_box import GpioBox
from device.inputs import Input, seat_input
from device.segments import segments
from device.serial_box import SerialBox
from device.simulated import SimulatedBox
from device.wiring import Inputs, Wiring
from kiosk.doctor_box import SAID, examine_box
from kiosk.findings import OK, WARNING, WRONG, Finding
from tests.device.rigs import Board, CableRig, PinRig, Pins, Rig, mono_us, until

PARTS = ["box", "block", "seat-1", "seat-2", "seat-3", "judge", "display", "lamps", "buzzer"]


class Volunteer:
    """Does what it is told, with the hands of a rig; what it is blind to it denies."""

    def __init__(self, rig: Rig, blind: str = "", clumsy: str = "") -> None:
        self.rig = rig
        self.blind = blind
        self.clumsy = clumsy
        self.told: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)
        if self.clumsy and self.clumsy in text:
            return
        if "lift the challenge block" in text:
            self.rig.set(Input.BLOCK, True)
        elif "put it back" in text or "into its place" in text:
            self.rig.set(Input.BLOCK, False)
        elif "seat" in text:
            self.rig.set(seat_input(int(text.rstrip(".")[-1])), True)
        else:
            self.rig.set(Input.JUDGE, True)
        self.rig.settle()

    def sees(self, question: str) -> bool:
        return not self.blind or self.blind not in question

    def gave_up(self) -> bool:
        return False


@pytest.fixture(params=[PinRig, CableRig], ids=lambda kind: kind.__name__)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    rig: Rig = request.param(tmp_path)
    try:
        rig.ready()
        yield rig
    finally:
        rig.close()


def levels(findings: list[Finding]) -> dict[str, str]:
    return {finding.key: finding.level for finding in findings}


def test_a_simulated_box_presses_itself() -> None:
    findings = list(examine_box(SimulatedBox(mono_us), None))
    assert [finding.key for finding in findings] == PARTS
    assert {finding.level for finding in findings} == {OK}


def test_a_real_box_with_somebody_at_it(rig: Rig) -> None:
    volunteer = Volunteer(rig)
    findings = list(examine_box(rig.box, volunteer))
    assert levels(findings) == dict.fromkeys(PARTS, OK)
    assert volunteer.told == [
        "Please lift the challenge block.",
        "Thank you. Please put it back.",
        "Please press the button of seat 1.",
        "Please press the button of seat 2.",
        "Please press the button of seat 3.",
        "Please press the judge's button.",
    ]


def test_a_real_box_with_nobody_at_it_says_what_it_can(rig: Rig) -> None:
    findings = list(examine_box(rig.box, None))
    assert levels(findings) == dict.fromkeys(PARTS, OK)
    assert "nobody pressed it" in findings[1].text


def test_a_block_that_is_not_in_its_place_and_a_button_that_is_down(rig: Rig) -> None:
    rig.set(Input.BLOCK, True)
    rig.set(Input.SEAT_2, True)
    rig.settle()
    found = levels(list(examine_box(rig.box, None)))
    assert found["block"] == found["seat-2"] == WARNING
    rig.set(Input.SEAT_2, False)
    volunteer = Volunteer(rig)
    assert levels(list(examine_box(rig.box, volunteer)))["block"] == OK
    assert volunteer.told[0] == "Please put the challenge block into its place."


def test_a_button_that_does_not_answer(rig: Rig) -> None:
    findings = list(examine_box(rig.box, Volunteer(rig, clumsy="seat 2"), press_s=0.3))
    (wrong,) = [finding for finding in findings if finding.level == WRONG]
    assert wrong.key == "seat-2"
    assert "nothing came within 0.3 seconds" in wrong.text
    assert wrong.advice is not None


def test_a_block_that_is_not_felt_coming_back(rig: Rig) -> None:
    findings = list(examine_box(rig.box, Volunteer(rig, clumsy="put it back"), press_s=0.3))
    assert levels(findings)["block"] == WRONG


@pytest.mark.parametrize(("blind", "part"), [("display", "display"), ("lamps", "lamps"), ("beeps", "buzzer")])
def test_eyes_and_ears_have_the_last_word(rig: Rig, blind: str, part: str) -> None:
    found = levels(list(examine_box(rig.box, Volunteer(rig, blind=blind))))
    assert [key for key, level in found.items() if level == WRONG] == [part]


def test_a_missing_display_is_found_without_eyes(rig: Rig) -> None:
    rig.lose_display(True)
    findings = {finding.key: finding for finding in examine_box(rig.box, None)}
    assert findings["display"].level == WRONG
    assert findings["display"].text == "the timer display does not answer"


def test_the_test_leaves_nothing_lit(rig: Rig) -> None:
    list(examine_box(rig.box, None))
    until(lambda: rig.lit() == (segments("--:--"), 0))


def test_nothing_attached(tmp_path: Path) -> None:
    box = SerialBox(str(tmp_path / "none"))
    (finding,) = examine_box(box, None)
    assert (finding.key, finding.level) == ("box", WRONG)
    assert finding.text == "the button box on the USB cable is not there"
    box.close()


def test_no_library() -> None:
    def missing() -> object:
        raise ImportError("lgpio")

    box = GpioBox(Wiring(), factory=missing)
    (finding,) = examine_box(box, None)
    assert finding.level == WRONG
    assert finding.advice is not None
    assert "python3-lgpio" in finding.advice
    box.close()


def test_a_board_that_says_nothing(tmp_path: Path) -> None:
    board = Board(tmp_path / "port", mute=True)
    box = SerialBox(str(tmp_path / "port"))
    (finding,) = examine_box(box, None)
    assert finding.text == "the button box on the USB cable says nothing"
    box.close()
    board.unplug()


def test_a_stuck_button_is_found(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rig.box, "faults", lambda: {"seat-3": Fault.STUCK})
    found = {finding.key: finding for finding in examine_box(rig.box, None)}
    assert found["seat-3"].level == WRONG
    assert "stuck" in found["seat-3"].text


def test_a_box_without_a_judges_button_is_not_asked_for_one() -> None:
    wiring = Wiring(inputs=Inputs(judge="none"))
    box = GpioBox(wiring, factory=Pins(wiring))
    found = levels(list(examine_box(box, None)))
    assert [key for key in PARTS if key not in found] == ["judge"]
    box.close()


def test_there_are_words_for_every_fault() -> None:
    assert set(SAID) == set(Fault)
