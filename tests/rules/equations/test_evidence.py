"""What camera, block and buttons mean in each phase."""

import pytest

from rules.cubes import EQUATIONS_KIT
from rules.events import JudgeCalled, Timed
from rules.evidence import BlockDown, BlockUp, JudgePress, MatSeen, SeatPress
from rules.game import NOTHING, Proposal
from rules.games import GAMES
from rules.mat import Mat
from rules.messages import say
from rules.shake_events import (
    BlockLifted,
    BlockReturned,
    BonusCalled,
    ChallengeStated,
    CubeMoved,
    CubeReturned,
    CubesRolled,
    EquationChecked,
    GoalSet,
)
from tests.rules.equations.playing import (
    ALL,
    FEW,
    RULESET,
    Table,
    agloa,
    checking,
    last_cube,
    moving,
    rolled,
    two_played,
)

GAME = GAMES.get(RULESET)


def seen(table: Table, **sections: str) -> Mat:
    """The recorded mat with some sections as they are seen."""
    mat = table.view.mat
    assert mat is not None
    return Mat.parse(mat.to_json() | sections, EQUATIONS_KIT)


def look(table: Table, **sections: str) -> Proposal:
    mat = seen(table, **sections)
    return said(GAME.propose(table.match, MatSeen(mat), mat))


def press(table: Table, player: str, mat: Mat | None = None) -> Proposal:
    return said(GAME.propose(table.match, SeatPress(player), mat))


def said(proposal: Proposal) -> Proposal:
    """The proposal, every word of it once said."""
    messages = [proposal.waiting] if proposal.waiting else []
    if proposal.question:
        messages += [proposal.question.message, *(option.label for option in proposal.question.options)]
    assert all(say(message, GAME.words) for message in messages)
    return proposal


def less(cubes: str, *gone: str) -> str:
    left = cubes.split()
    for cube in gone:
        left.remove(cube)
    return " ".join(left)


def move(player: str, cube: str, to: str) -> CubeMoved:
    return CubeMoved(player=player, cube=cube, from_="resources", to=to)


def back(player: str, cube: str, start: str) -> CubeReturned:
    return CubeReturned(player=player, cube=cube, from_=start, to="resources")


# --- rolling


def test_a_whole_roll() -> None:
    proposal = look(Table().shake(), resources=ALL)
    (event,) = proposal.events
    assert isinstance(event, CubesRolled)
    assert sorted(event.resources.split()) == sorted(ALL.split())
    assert not event.partial


@pytest.mark.parametrize(
    ("sections", "waiting"),
    [
        ({"resources": less(ALL, "R0")}, "wait-roll"),
        ({"resources": less(ALL, "R0"), "required": "R0"}, "wait-into-resources"),
        ({"resources": less(ALL, "B0") + " R0"}, "wait-roll-unclear"),
    ],
)
def test_a_roll_that_is_not_whole(sections: dict[str, str], waiting: str) -> None:
    proposal = look(Table().shake(), **sections)
    assert proposal.waiting is not None
    assert (proposal.waiting.code, proposal.events) == (waiting, ())


# --- the Goal


def test_laying_the_goal_waits_for_the_word() -> None:
    table = rolled()
    assert look(table) == NOTHING
    proposal = look(table, resources=less(FEW, "G6"), goal="G6")
    assert proposal.waiting is not None
    assert proposal.waiting.code == "wait-say-goal"


def test_other_changes_before_the_goal() -> None:
    table = rolled()
    hand = look(table, resources=less(FEW, "G6")).waiting
    assert hand is not None
    assert hand.code == "wait-in-hand"
    assert look(table, permitted="K9").question is not None
    assert look(table, resources=less(FEW, "G6", "R2"), goal="G6", required="R2").question is not None


def test_the_setters_button_says_goal() -> None:
    table = rolled()
    mat = seen(table, resources=less(FEW, "B2", "Bx", "R3"), goal="B2 Bx _ R3")
    assert press(table, "A", mat).events == (GoalSet(player="A", goal="B2 Bx _ R3"),)
    assert press(table, "B", mat) == NOTHING
    for nothing in (None, seen(table)):
        waiting = press(table, "A", nothing).waiting
        assert waiting is not None
        assert waiting.code == "wait-lay-goal"


def test_the_setters_button_with_a_cube_elsewhere_asks() -> None:
    table = rolled()
    mat = seen(table, resources=less(FEW, "G6", "R2"), goal="G6", required="R2")
    question = press(table, "A", mat).question
    assert question is not None
    assert [option.events for option in question.options] == [(GoalSet(player="A", goal="G6"),), ()]
    hand = press(table, "A", seen(table, resources=less(FEW, "G6", "R2"), goal="G6")).waiting
    assert hand is not None
    assert hand.code == "wait-in-hand"


def test_a_bonus_cube_before_the_goal() -> None:
    sections = {"resources": less(FEW, "K7"), "forbidden": "K7"}
    assert look(rolled().bonus(10, "A"), **sections).events == (move("A", "K7", "forbidden"),)
    assert look(rolled(), **sections).question is not None


# --- moves


@pytest.mark.parametrize("section", ["required", "permitted", "forbidden"])
def test_one_cube_from_resources_is_the_move(section: str) -> None:
    table = two_played()
    there = " ".join([table.mat(section), "K7"])
    proposal = look(table, resources=less(table.mat("resources"), "K7"), **{section: there})
    assert proposal.events == (move("A", "K7", section),)


def test_turns_outside_the_goal_mean_nothing() -> None:
    table = two_played()
    assert look(table, required="R2s Bxu") == NOTHING
    proposal = look(table, resources=less(table.mat("resources"), "K7"), permitted="K7u")
    assert proposal.events == (move("A", "K7", "permitted"),)


def test_a_cube_in_a_hand_waits() -> None:
    table = two_played()
    for sections in ({"resources": less(table.mat("resources"), "K7")}, {"required": "R2"}):
        proposal = look(table, **sections)
        assert proposal.waiting is not None
        assert (proposal.waiting.code, proposal.events, proposal.question) == ("wait-in-hand", (), None)


def test_two_cubes_at_once_are_asked() -> None:
    table = moving()
    sections = {"resources": less(table.mat("resources"), "K7", "R2"), "forbidden": "K7", "required": "R2"}
    question = look(table, **sections).question
    assert question is not None
    both = (move("B", "K7", "forbidden"), move("B", "R2", "required"))
    assert [option.events for option in question.options] == [
        (both[1],),
        (both[0],),
        (BonusCalled(player="B"), *both),
        (),
    ]
    assert look(table.bonus(30, "B"), **sections).events == both


def test_two_cubes_that_are_no_bonus() -> None:
    table = moving()
    sections = {"resources": less(table.mat("resources"), "K7", "R2"), "required": "K7 R2"}
    question = look(table, **sections).question
    assert question is not None
    assert [len(option.events) for option in question.options] == [1, 1, 0]


@pytest.mark.parametrize(
    "sections",
    [
        {"required": "R2", "permitted": "Bx"},
        {"goal": "", "required": "R2 Bx G6"},
        {"goal": "G6s"},
        {"permitted": "K9"},
        {"resources": "R3", "permitted": "R+ B1 B2 G4 K7 K8"},
    ],
    ids=["changed-section", "goal-left", "goal-turned", "strange", "many"],
)
def test_anything_else_is_to_be_put_back(sections: dict[str, str]) -> None:
    question = look(two_played(), **sections).question
    assert question is not None
    assert [option.events for option in question.options] == [()]


@pytest.mark.parametrize("table", [moving().lift(30), last_cube(), checking()], ids=["block", "last", "checking"])
def test_no_moves_in_other_phases(table: Table) -> None:
    mat = seen(table)
    assert look(table) == NOTHING
    cube = str(mat.goal)
    moved = look(table, goal="", permitted=f"{table.mat('permitted')} {cube}")
    assert moved.events == ()
    assert moved.question is not None


def test_after_the_shake_the_mat_is_free() -> None:
    table = checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=True)
    assert look(table, required="", goal="") == NOTHING
    mat = Mat.parse({"required": "R2"}, EQUATIONS_KIT)
    assert GAME.propose(Table().match, MatSeen(mat), mat) == NOTHING


# --- block and buttons


def test_block() -> None:
    table = moving()
    assert GAME.propose(table.match, BlockUp(), None).events == (BlockLifted(),)
    assert GAME.propose(table.match, BlockDown(), None) == NOTHING
    assert GAME.propose(checking().match, BlockUp(), None).events == (BlockLifted(),)
    table.lift(30)
    assert GAME.propose(table.match, BlockUp(), None) == NOTHING
    assert GAME.propose(table.match, BlockDown(), None).events == (BlockReturned(),)


def test_a_press_with_the_block_out_asks_for_the_challenge() -> None:
    question = press(moving().lift(30), "C").question
    assert question is not None
    assert [option.events for option in question.options] == [
        (ChallengeStated(player="C", challenge="now"),),
        (ChallengeStated(player="C", challenge="impossible"),),
    ]
    assert press(moving().lift(30, "B"), "C") == NOTHING
    no_goal = press(rolled().at(6, "no-goal-declared", player="A").lift(7), "C").question
    assert no_goal is not None
    assert [option.events for option in no_goal.options] == [(ChallengeStated(player="C", challenge="no-goal"),)]


def test_a_press_while_checking_accepts() -> None:
    table = checking()
    assert press(table, "C").events == (EquationChecked(writer="A", by="C", accepted=True),)
    assert press(table, "A") == NOTHING
    assert press(table.check(100, "A", "C", accepted=True), "C") == NOTHING


def test_a_press_means_nothing_elsewhere() -> None:
    assert press(moving(), "B") == NOTHING
    assert press(moving().lift(30), "Z") == NOTHING


def hold(table: Table, player: str) -> Proposal:
    return GAME.propose(table.match, SeatPress(player, held=True), None)


def test_a_hold_while_checking_rejects() -> None:
    table = checking()
    assert hold(table, "C").events == (EquationChecked(writer="A", by="C", accepted=False),)
    assert hold(table, "A") == NOTHING


def test_a_hold_before_a_move_or_a_goal_says_bonus() -> None:
    table = moving()
    mover = table.match.playing.turn
    assert hold(table, mover).events == (BonusCalled(player=mover),)
    others = [player for player in table.match.players if player != mover]
    assert [hold(table, player) for player in others] == [NOTHING] * len(others)
    setting = rolled()
    setter = setting.match.playing.goal_setter
    assert hold(setting, setter).events == (BonusCalled(player=setter),)
    table.at(31, "bonus-called", player=mover)
    assert hold(table, mover) == NOTHING


def test_a_challenger_may_press_as_long_as_he_likes() -> None:
    table = moving().lift(30)
    assert hold(table, "C") == press(table, "C")


def test_a_hold_means_nothing_elsewhere() -> None:
    assert hold(last_cube(), "B") == NOTHING
    assert hold(moving(), "Z") == NOTHING


def test_the_judges_button() -> None:
    assert GAME.propose(Table().match, JudgePress(), None).events == (JudgeCalled(),)


def test_nothing_seen_matters_while_variations_are_selected() -> None:
    table = agloa()
    assert look(table, goal="G6", resources="R2 R3") == NOTHING
    assert press(table, "A", seen(table)) == NOTHING


# --- taking back


def test_the_last_movers_cube_is_seen_in_resources_again() -> None:
    table = moving().move(30, "B", "R2", "required")
    assert look(table, required="", resources=less(FEW, "G6")).events == (back("B", "R2", "required"),)


def test_another_cube_in_its_place() -> None:
    table = moving().move(30, "B", "R2", "required")
    proposal = look(table, required="", permitted="R3", resources=less(FEW, "G6", "R3"))
    assert proposal.events == (back("B", "R2", "required"), move("B", "R3", "permitted"))
    for event in proposal.events:
        table.fold = table.fold.apply(table.fold.vet(Timed(40_000, event)))
    assert (table.to_act, table.mat("required"), table.mat("permitted"), table.codes) == ("C", "", "R3", [])


def test_either_cube_of_a_bonus_turn_or_both() -> None:
    table = moving().bonus(25, "B").move(26, "B", "K7", "forbidden").move(27, "B", "R2", "required")
    assert look(table, forbidden="", resources=less(FEW, "G6", "R2")).events == (back("B", "K7", "forbidden"),)
    both = look(table, forbidden="", required="", resources=less(FEW, "G6"))
    assert both.events == (back("B", "R2", "required"), back("B", "K7", "forbidden"))
    instead = look(table, forbidden="K8", required="R2", resources=less(FEW, "G6", "R2", "K8"))
    assert instead.question is not None, "what it means with a bonus move is not guessed"


def test_the_goal_setters_bonus_cube_and_the_last_cube() -> None:
    table = rolled().bonus(6, "A").move(7, "A", "K7", "forbidden")
    assert look(table, forbidden="", resources=FEW).events == (back("A", "K7", "forbidden"),)
    last = last_cube()
    assert look(last, required="R2 Bx", resources="R3").events == (back("C", "R3", "required"),)


@pytest.mark.parametrize(
    ("table", "sections"),
    [
        # Another player has acted since.
        (two_played(), {"required": "Bx", "resources": less(FEW, "G6", "Bx")}),
        # Nobody has moved yet, and a cube of the Goal is no move.
        (moving(), {"goal": "", "resources": FEW}),
        # With the block out nothing is taken back.
        (moving().move(30, "B", "R2", "required").lift(31), {"required": "", "resources": less(FEW, "G6")}),
        # A cube that goes from section to section, or back together with one that does not belong there.
        (moving().move(30, "B", "R2", "required"), {"required": "", "permitted": "R2"}),
        (
            moving().move(30, "B", "R2", "required"),
            {"required": "", "permitted": "K9", "resources": less(FEW, "G6")},
        ),
        (last_cube().present(75, "A", "2x3=6"), {"required": "R2 Bx", "resources": "R3"}),
    ],
)
def test_what_is_not_taken_back_is_put_back(table: Table, sections: dict[str, str]) -> None:
    proposal = look(table, **sections)
    assert (proposal.events, proposal.question is not None) == ((), True)


def test_a_goal_with_a_cube_that_nobody_rolled_cannot_be_said() -> None:
    table = rolled()
    proposal = press(table, "A", seen(table, goal="K9"))
    assert proposal.question is not None
    assert [option.label.code for option in proposal.question.options] == ["option-not-yet"]
