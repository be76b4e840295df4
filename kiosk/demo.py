"""A scripted match of MLAG Basic Equations, for visitors: three shakes, from the roll to the signed scoresheet.

In the first one Ann wins a Now challenge. In the second the camera is not sure of a cube and asks; Ann calls a
challenge and states none, which costs a point; and Cy's Impossible challenge fails. In the third all cubes are
played, everybody writes, and one Equation is wrong.

The script has only what people at a table have, hands and fingers, and waits for what the screen says, as people do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kiosk.stage import Stage, StuckError, until, until_phase
from rules.mat import Section

__all__ = ["NAMES", "ROLL", "RULESET", "StuckError", "play", "until", "until_phase"]

RULESET = "mlag-basic-equations-2018"
NAMES = ("Ann", "Ben", "Cy")
#: A roll with which each of the shakes below can be played.
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"

Tell = Callable[[str], None]

INTRODUCTION = """\
A match that plays itself: Ann, Ben and Cy play three shakes of Equations.
Their cubes are drawn as a camera would see them, and read off that picture; their buttons and the block are simulated.
Everything after that is the real thing: what the referee is certain of, when, and by which rule.
"""


def _silent(_text: str) -> None:
    pass


def play(stage: Stage, tell: Tell = _silent) -> None:
    """Play the whole script; `tell` gets a line for each step."""
    play_match(stage, (play_shake, play_impossible, play_last_cube), tell)


def play_match(stage: Stage, shakes: Sequence[Callable[[Stage, Tell], None]], tell: Tell = _silent) -> None:
    """Play a match of these shakes."""
    # Nobody begins before the camera watches.
    until(stage, "a camera that watches", lambda body: not any(_of_camera(n) for n in body["notices"]), seconds=120)
    tell("Ann, Ben and Cy sit down.")
    stage.begin({"ruleset": RULESET, "division": "middle", "names": list(NAMES)})
    for shake in shakes:
        shake(stage, tell)
        stage.pass_time(6)
    stage.act({"event": "round-time-called"})
    until_phase(stage, "match-over")
    tell("The round is over. The scoresheet is on the screen.")
    for player, name in zip("ABC", NAMES, strict=True):
        stage.pass_time(2)
        stage.act({"event": "scoresheet-signed", "player": player, "initials": name[0]})
    tell("Everybody has signed.")


def _of_camera(notice: Mapping[str, Any]) -> bool:
    return str(notice["part"]).split()[0] == "camera"


# --- the first shake ---------------------------------------------------------------------------------


def play_shake(stage: Stage, tell: Tell = _silent) -> None:
    """One shake that ends with a Now challenge: Ann sets the Goal and challenges, Ben and Cy move."""
    tell("-- A Now challenge")
    play_to_second_move(stage, tell)
    play_challenge(stage, tell)
    play_checking(stage, tell)


def play_to_second_move(stage: Stage, tell: Tell = _silent) -> None:
    _roll(stage, "A", tell)
    _set_goal(stage, 1, "G6", "Ann sets the Goal 6: she lays it on the mat and presses her button.", tell)
    stage.pass_time(8)
    _move(stage, "R2", Section.REQUIRED, "Ben requires a 2. The camera sees it.", tell)


def play_challenge(stage: Stage, tell: Tell = _silent) -> None:
    stage.pass_time(6)
    _move(stage, "Bx", Section.REQUIRED, "Cy requires a x.", tell)
    stage.pass_time(2)
    _challenge(stage, 1, 0, "Ann lifts the block, presses her button and says: Now.", tell)


def play_checking(stage: Stage, tell: Tell = _silent) -> None:
    stage.pass_time(10)
    stage.act({"event": "third-party-decided", "player": "B", "presents": False})
    tell("Ben presents no Equation.")
    stage.pass_time(20)
    _present(stage, "A", "2x3=6")
    tell("Ann presents 2x3=6. Nobody saw it before.")
    until_phase(stage, "checking")
    stage.pass_time(5)
    for checker in "BC":
        _check(stage, "A", checker, accepted=True)
    tell("Ben and Cy accept: 6 points for Ann, 2 for the others.")
    until_phase(stage, "shake-over")


# --- the second shake --------------------------------------------------------------------------------


def play_impossible(stage: Stage, tell: Tell = _silent) -> None:
    """A reading that is asked about, a penalty, and an Impossible challenge by Cy that Ben disproves."""
    tell("-- An Impossible challenge")
    _roll(stage, None, tell)
    _set_goal(stage, 2, "K8", "Ben sets the Goal 8.", tell)
    stage.pass_time(5)
    _move_in_glare(stage, tell)
    stage.pass_time(3)
    _lift_in_vain(stage, tell)
    stage.pass_time(4)
    _move(stage, "R0", Section.FORBIDDEN, "Ann forbids a 0.", tell)
    stage.pass_time(5)
    _move(stage, "G^", Section.REQUIRED, "Ben requires a ^.", tell)
    stage.pass_time(4)
    _challenge(stage, 3, 1, "Cy says: Impossible. Ben has to show that it can be done.", tell)
    stage.pass_time(8)
    stage.act({"event": "third-party-decided", "player": "A", "presents": False})
    stage.pass_time(20)
    _present(stage, "B", "2^√9=8")
    tell("Ben presents 2^√9=8.")
    until_phase(stage, "checking")
    stage.pass_time(6)
    _check(stage, "B", "A", accepted=True)
    stage.pass_time(4)
    _check(stage, "B", "C", accepted=False, reason="not-equal")
    tell("Ann accepts, Cy rejects. The adjudicator computes it exactly: it is right, and Cy's challenge fails.")
    until_phase(stage, "shake-over")


def _move_in_glare(stage: Stage, tell: Tell) -> None:
    """The reader is not sure of what it sees, so people are asked; the answer counts from when it was seen."""
    stage.hands.move("K√", Section.RESOURCES, Section.REQUIRED, glare=True)
    tell("Cy requires a √, but a lamp is mirrored in it: the camera is not sure, and asks.")
    until(stage, "the question what was seen", lambda body: body["question"] is not None)
    stage.pass_time(6)
    _answer(stage, 0)
    tell("Cy says yes.")
    until(stage, "Cy's move", lambda body: "K√" in body["match"]["mat"]["required"])
    stage.hands.turn_lamp_away()
    tell("Somebody turns the lamp away.")
    until(stage, "a clear view", lambda body: not body["match"]["waiting"] and body["question"] is None)


def _lift_in_vain(stage: Stage, tell: Tell) -> None:
    """Whoever calls a challenge must state it within fifteen seconds, or loses a point.

    By touch, since of a block that is lifted nobody knows who has it.
    """
    before = len(stage.body()["match"]["penalties"])
    stage.act({"event": "block-lifted", "player": "A"})
    until_phase(stage, "challenge-called")
    tell("Ann touches Challenge on the screen, and cannot make up her mind. She has fifteen seconds.")
    until(stage, "a penalty", lambda body: len(body["match"]["penalties"]) > before)
    until_phase(stage, "moving")
    tell("The time is up: Ann loses a point, and play goes on.")
    penalty = stage.body()["match"]["penalties"][-1]
    if penalty["status"] == "pending":
        stage.pass_time(3)
        stage.act({"event": "penalty-approved", "penalty": penalty["n"], "judge": "JL"})
        tell("A judge initials the penalty.")


# --- the third shake ---------------------------------------------------------------------------------

#: Where the cubes of the third shake go, in the order of the turns; the Goal is 3x7.
LAST_SHAKE: tuple[tuple[str, Section], ...] = (
    ("G4", Section.REQUIRED),
    ("R0", Section.FORBIDDEN),
    ("Gx", Section.REQUIRED),
    ("B0", Section.FORBIDDEN),
    ("G5", Section.REQUIRED),
    ("K9", Section.PERMITTED),
    ("R-", Section.FORBIDDEN),
    ("R+", Section.REQUIRED),
    ("B÷", Section.FORBIDDEN),
    ("R2", Section.PERMITTED),
    ("G^", Section.FORBIDDEN),
    ("R3", Section.PERMITTED),
    ("K√", Section.FORBIDDEN),
    ("B1", Section.PERMITTED),
    ("G-", Section.FORBIDDEN),
    ("B2", Section.PERMITTED),
    ("K÷", Section.FORBIDDEN),
    ("G6", Section.PERMITTED),
    ("K+", Section.PERMITTED),
    ("K8", Section.FORBIDDEN),
    ("R1", Section.REQUIRED),
)
PAPERS = {"A": "(4x5)+1=3x7", "B": "1+(4x5)=3x7", "C": "(4x5)+1=21"}


def play_last_cube(stage: Stage, tell: Tell = _silent) -> None:
    """All cubes are played, one a turn; then everybody writes an Equation, and everybody checks the others'."""
    tell("-- The last cube")
    _roll(stage, None, tell)
    _set_goal(stage, 3, "B3 Bx K7", "Cy sets the Goal 3x7.", tell)
    tell("Turn by turn the cubes go to the mat, until none is left.")
    for number, (cube, section) in enumerate(LAST_SHAKE):
        stage.pass_time(2)
        name = NAMES[number % 3]
        _move(stage, cube, section, f"{name}: {cube[1]} is {_IN_WORDS[section]}.", tell)
    until_phase(stage, "last-cube")
    tell("That was the last cube. Everybody has two minutes to write an Equation.")
    for player, equation in PAPERS.items():
        stage.pass_time(9)
        _present(stage, player, equation)
        tell(f"{NAMES['ABC'.index(player)]} presents {equation}.")
    until_phase(stage, "checking")
    for writer in "ABC":
        for checker in "ABC".replace(writer, ""):
            stage.pass_time(3)
            _check(stage, writer, checker, accepted=writer != "C", reason="goal-interpretation")
    tell("Cy's Equation is rejected: its Goal is not written as it lies on the mat.")
    until_phase(stage, "shake-over")


_IN_WORDS = {Section.REQUIRED: "required", Section.PERMITTED: "permitted", Section.FORBIDDEN: "forbidden"}


# --- what happens in every shake -----------------------------------------------------------------------


def _roll(stage: Stage, setter: str | None, tell: Tell) -> None:
    stage.act({"event": "shake-started", **({} if setter is None else {"goal_setter": setter})})
    until_phase(stage, "rolling")
    stage.pass_time(4)
    stage.hands.lay({"resources": ROLL})
    tell("The cubes are rolled. The camera reads all 24.")
    until_phase(stage, "setting-goal")


def _set_goal(stage: Stage, seat: int, goal: str, words: str, tell: Tell) -> None:
    stage.hands.lay_goal(goal)
    stage.pass_time(3)
    stage.hands.press(seat)
    tell(words)
    until_phase(stage, "moving")


def _move(stage: Stage, cube: str, section: Section, words: str, tell: Tell) -> None:
    before = str(stage.body()["match"]["mat"][section.value]).split().count(cube)
    stage.hands.move(cube, Section.RESOURCES, section)
    tell(words)
    until(stage, words, lambda body: str(body["match"]["mat"][section.value]).split().count(cube) > before)


def _challenge(stage: Stage, seat: int, option: int, words: str, tell: Tell) -> None:
    stage.hands.lift_block()
    until_phase(stage, "challenge-called")
    stage.hands.press(seat)
    until(stage, "the question what is challenged", lambda body: body["question"] is not None)
    stage.pass_time(2)
    _answer(stage, option)
    stage.hands.return_block()
    tell(words)
    until_phase(stage, "writing")


def _answer(stage: Stage, option: int) -> None:
    stage.answer({"question": stage.body()["question"]["id"], "option": option})


def _present(stage: Stage, player: str, equation: str) -> None:
    stage.act({"event": "equation-presented", "player": player, "equation": equation})


def _check(stage: Stage, writer: str, by: str, *, accepted: bool, reason: str = "") -> None:
    why = {} if accepted else {"reason": reason}
    stage.act({"event": "equation-checked", "writer": writer, "by": by, "accepted": accepted, **why})
