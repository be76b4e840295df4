"""What the screens offer: everything that can be done, and nothing that is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.offers import CubeRow, FromMat, Heap, Keypad, Place
from tests.rules.equations.playing import Table, agloa_moving, checking, last_cube, moving, rolled, two_played, writing
from tests.rules.equations.wandering import completed, wander

REFUSALS = {"not-now", "out-of-turn", "illegal-move", "set-aside"}


def offered(table: Table) -> list[str]:
    """The players' own actions as `event player`."""
    return [f"{a.event} {a.player or '-'}" for a in table.view.actions if a.place in (Place.PLAY, Place.BLOCK)]


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        (Table(), ["shake-started A", "shake-started B", "shake-started C"]),
        (Table().shake(), []),
        (rolled(), ["goal-set A", "bonus-called A", "no-goal-declared A"]),
        (rolled().bonus(6, "A").move(7, "A", "K7", "forbidden"), ["goal-set A"]),
        (
            rolled().at(6, "no-goal-declared", player="A"),
            ["no-goal-agreed B", "no-goal-agreed C", "block-lifted A", "block-lifted B", "block-lifted C"],
        ),
        (moving(), ["bonus-called B", "block-lifted A", "block-lifted B", "block-lifted C"]),
        (
            moving().move(30, "B", "R2", "required"),
            ["cube-returned B", "bonus-called C", "block-lifted A", "block-lifted B", "block-lifted C"],
        ),
        (moving().lift(30), [*(f"challenge-stated {player}" for player in "AABBCC"), "block-returned -"]),
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
    assert [type(entry) for entry in entries] == [Keypad, type(None)] * 3
    assert isinstance(entries[0], Keypad)
    assert (entries[0].keys, entries[0].private) == (("2", "3", "+", "x", "6", "(", ")", "="), True)


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


def by_hand(table: Table) -> list[str]:
    return [action.event for action in table.view.actions if action.place is Place.BY_HAND]


def test_what_the_camera_sees_can_be_said_by_hand() -> None:
    assert by_hand(Table()) == []
    assert by_hand(Table().shake()) == ["cubes-rolled"]
    assert by_hand(rolled()) == ["goal-set"]
    assert by_hand(rolled().bonus(6, "A")) == ["goal-set", "cube-moved"]
    assert by_hand(moving()) == ["cube-moved"]
    assert by_hand(moving().lift(30)) == []


def test_a_roll_by_hand_has_every_cube_of_the_kit() -> None:
    (action,) = [a for a in Table().shake().view.actions if a.event == "cubes-rolled"]
    assert isinstance(action.entry, CubeRow)
    assert action.entry.whole
    assert sum(heap.most for heap in action.entry.heaps) == 24
    assert action.entry.heaps[0] == Heap(("R0", "R1", "R2", "R3", "R+", "R-"), 6)


def test_a_goal_by_hand_is_made_of_resources() -> None:
    (action,) = [a for a in rolled(cubes="R2 R2 G6").view.actions if a.place is Place.BY_HAND]
    assert isinstance(action.entry, CubeRow)
    assert action.entry.heaps == (Heap(("G6",), 1), Heap(("R2",), 2))
    assert (action.entry.turns, action.entry.gap, action.entry.whole) == (True, "_", False)


def ends(table: Table) -> tuple[str, ...]:
    (action,) = [a for a in table.view.actions if a.event == "cube-moved"]
    return action.then[0].keys


def test_a_move_by_hand_goes_where_it_may() -> None:
    assert ends(moving()) == ("required", "permitted", "forbidden")
    assert ends(moving().bonus(25, "B")) == ("forbidden",)
    assert ends(moving(cubes="G6 R2")) == ("required", "permitted")


def test_officials_at_any_time() -> None:
    def judging(table: Table) -> list[str]:
        wanted = {"judge-warned", "judge-penalized", "lot-rolled", "round-stopped"}
        return [action.event for action in table.view.actions if action.event in wanted]

    assert judging(Table()) == ["lot-rolled", "judge-warned"]
    lots = Table().at(0, "lot-rolled", player="A", face="3")
    (lot,) = [a for a in lots.view.actions if a.event == "lot-rolled"]
    assert isinstance(lot.entry, Keypad)
    assert (lot.entry.keys, lot.then[0].keys) == (("B", "C"), ("0", "1", "2", "3", "+", "-"))
    won = lots.at(0, "lot-rolled", player="B", face="1").at(0, "lot-rolled", player="C", face="+")
    assert judging(won) == ["judge-warned"]
    assert judging(moving()) == ["judge-warned"]
    warned = moving().at(30, "judge-warned", player="C", judge="LM", why="noise")
    assert judging(warned) == ["judge-warned", "judge-penalized"]
    called = moving().at(30, "round-time-called")
    assert judging(called) == ["round-stopped", "judge-warned"]
    assert judging(called.at(31, "round-stopped")) == ["judge-warned"]
    assert judging(Table().at(1, "round-time-called")) == []


def test_a_checker_may_say_why() -> None:
    accept, reject = (action for action in checking().view.actions[:2])
    assert accept.entry is None
    assert isinstance(reject.entry, Keypad)
    assert reject.entry.keys[0] == "not-equal"
    assert reject.entry.keys[-1] == ""


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
            codes = {ruling.code for ruling in result.view.rulings.since(len(view.rulings))}
            # A challenge may be invalid, and the table does not say so beforehand.
            refusals = REFUSALS & codes if action.event != "challenge-stated" else set()
            assert not refusals, (line, codes)


def test_where_two_judges_may_agree_nobody_needs_a_warning_first() -> None:
    def points(table: Table) -> list[tuple[tuple[str, ...], list[str], str]]:
        offered = [action for action in table.view.actions if action.event == "judge-penalized"]
        pads = [(action.entry, *action.then) for action in offered]
        assert all(isinstance(pad, Keypad) for each in pads for pad in each)
        return [
            (each[0].keys, [pad.field for pad in each[2:]], action.cite)
            for each, action in zip(pads, offered, strict=True)
            if isinstance(each[0], Keypad)
        ]

    table = agloa_moving()
    cites = table.match.rulebook.cites
    at_once = ["judge", "second_judge"]
    assert points(table) == [(("A", "B", "C"), at_once, cites.conduct_at_once)]
    table.at(30, "judge-warned", player="B", judge="LM", why="noise")
    assert points(table) == [(("B",), ["judge"], cites.conduct), (("A", "C"), at_once, cites.conduct_at_once)]
    for player in "AC":
        table.at(31, "judge-warned", player=player, judge="LM", why="noise")
    assert points(table) == [(("A", "B", "C"), ["judge"], cites.conduct)]
