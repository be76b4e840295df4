"""What the screens offer: everything that can be done, and nothing that is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import FromMat, Keypad
from tests.rules.equations.playing import Table, checking, last_cube, moving, rolled, two_played, writing
from tests.rules.equations.wandering import completed, wander

REFUSALS = {"not-now", "out-of-turn", "illegal-move", "set-aside"}


def offered(table: Table) -> list[str]:
    """The game's own actions as `event player`, without those that the table always has."""
    table_actions = {"judge-called", "clock-paused", "clock-resumed", "round-time-called"}
    officials = {"player-absent", "reading-corrected"}
    return [f"{a.event} {a.player or '-'}" for a in table.view.actions if a.event not in table_actions | officials]


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        (Table(), ["shake-started A", "shake-started B", "shake-started C"]),
        (Table().shake(), []),
        (rolled(), ["goal-set A", "bonus-called A", "no-goal-declared A"]),
        (rolled().bonus(6, "A").move(7, "A", "K7", "forbidden"), ["goal-set A"]),
        (
            rolled().at(6, "no-goal-declared", player="A"),
            ["no-goal-agreed B", "no-goal-agreed C", "block-lifted B", "block-lifted C"],
        ),
        (moving(), ["bonus-called B", "block-lifted B", "block-lifted C"]),
        (
            moving().move(30, "B", "R2", "required"),
            ["cube-returned B", "bonus-called C", "block-lifted A", "block-lifted C"],
        ),
        (moving().lift(30), ["challenge-stated B", "challenge-stated C", "block-returned -"]),
        (two_played().lift(45, "A"), ["challenge-stated A", "challenge-stated A", "block-returned -"]),
        (
            writing(),
            [
                "third-party-decided B",
                "third-party-decided B",
                "equation-presented A",
                "equation-presented A",
                "equation-presented B",
            ],
        ),
        (checking(), ["equation-checked B", "equation-checked B", "equation-checked C", "equation-checked C"]),
        (Table().at(1, "round-time-called"), [f"scoresheet-signed {player}" for player in "ABC"]),
    ],
)
def test_actions_of_each_phase(table: Table, actions: list[str]) -> None:
    assert offered(table) == actions


def test_goal_is_taken_from_the_mat_and_equations_from_keys() -> None:
    assert rolled().view.actions[0].entry == FromMat("goal", "goal")
    entries = [action.entry for action in last_cube("middle").view.actions if action.event == "equation-presented"]
    assert entries == [Keypad("equation", ("2", "3", "+", "x", "6", "(", ")", "=")), None] * 3


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        (Table(), []),
        (Table().shake(), ["player-absent"]),
        (moving(), ["player-absent", "reading-corrected"]),
        (moving(players="AB"), ["reading-corrected"]),
        (moving().absent(30, "C"), ["reading-corrected"]),
        (checking().check(100, "A", "B", accepted=True), ["player-absent", "reading-corrected"]),
        (
            checking().check(100, "A", "B", accepted=False),
            ["judge-ruled", "judge-ruled", "player-absent", "reading-corrected"],
        ),
        (checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True), ["reading-corrected"]),
        (Table().at(1, "round-time-called"), []),
    ],
)
def test_actions_of_officials(table: Table, actions: list[str]) -> None:
    officials = {"player-absent", "reading-corrected", "judge-ruled"}
    assert [action.event for action in table.view.actions if action.event in officials] == actions


def test_a_correction_asks_one_thing_after_the_other() -> None:
    (action,) = [a for a in moving(cubes="R2 G6 K7").view.actions if a.event == "reading-corrected"]
    assert isinstance(action.entry, Keypad)
    assert [(pad.field, pad.single) for pad in (action.entry, *action.then)] == [
        ("section", True),
        ("cube", True),
        ("is", True),
        ("judge", False),
    ]
    assert (action.entry.keys, action.then[0].keys) == (("goal", "resources"), ("G6", "K7", "R2"))
    assert len(action.then[1].keys) == 24


def test_every_cube_of_the_last_turn_can_be_taken_back() -> None:
    table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
    offers = [action.fields for action in table.view.actions if action.event == "cube-returned"]
    assert [(fields["cube"], fields["from"]) for fields in offers] == [("R2", "required"), ("K7", "forbidden")]


def test_judges_initial_on_the_screen() -> None:
    table = moving("middle").tick(151)
    (yes, no) = [action for action in table.view.actions if action.event.startswith("penalty")]
    assert (yes.event, dict(yes.fields), no.event) == ("penalty-approved", {"penalty": 1}, "penalty-refused")
    assert isinstance(yes.entry, Keypad)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_action_is_refused(data: st.DataObject) -> None:
    for _, after in wander(data, steps=15):
        view = after.view
        for action in view.actions:
            line = {"t": view.t_ms / 1000, **completed(action, view)}
            result = after.apply(after.read(line))
            codes = [ruling.code for ruling in result.view.rulings.since(len(view.rulings))]
            assert not REFUSALS & set(codes), (line, codes)
