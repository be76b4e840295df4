"""Whether the scoring finds what is wrong: watchers who know the truth and do not always tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import msgspec
import pytest

from rules.mat import Section
from tests.vision.shakes.film import Film, State
from tests.vision.shakes.meaning import KIT
from tests.vision.shakes.play import play
from tests.vision.shakes.score import Fault, Score, Told, score
from tests.vision.shakes.stage import FPS
from tests.vision.shakes.weather import Switch, Weather
from vision.board import Board, SeenCube
from vision.sightings import BoardSeen, CubesMoved, CubeStep, Trouble

#: In a steady light: how late something is said counts from the last jump of the light.
FILM = replace(play(1, 14), weather=Weather())
_NAMES = {kind.letter: kind.name for kind in KIT.kinds}


def board(state: State, *, sure: bool = True) -> Board:
    cubes = tuple(
        SeenCube(
            color=_NAMES[name[0]],
            symbol=name[1:],
            section=section,
            orientation=0,
            mat_mm=(0, 0),
            confidence=1.0,
            sure=sure,
        )
        for name, section in state.meaning.cubes
    )
    return Board(cubes=cubes, goal=state.meaning.goal, sure=sure)


def perfect(film: Film = FILM) -> list[Told]:
    """What a watcher says who sees everything: at once when the table is still, with the true time."""
    told = [Told(2, BoardSeen(at_us=film.shots[0].at_us, board=board(film.states[0])))]
    before = film.states[0]
    for event in film.events:
        state = next(s for s in reversed(film.states) if s.frame <= event.still_from)
        gone = sorted((before.meaning.count - state.meaning.count).elements())
        came = sorted((state.meaning.count - before.meaning.count).elements())
        at_us = film.shots[event.frame].at_us
        if [name for name, _ in gone] == [name for name, _ in came]:
            steps = tuple(CubeStep(cube=a, from_=b, to=d) for (a, b), (_, d) in zip(gone, came, strict=True))
            said: BoardSeen | CubesMoved = CubesMoved(at_us=at_us, moves=steps, board=board(state))
        else:
            said = BoardSeen(at_us=at_us, board=board(state))
        told.append(Told(event.still_from + 2, said))
        before = state
    return told


def first_move(told: list[Told]) -> int:
    return next(n for n, one in enumerate(told) if isinstance(one.sighting, CubesMoved) and one.sighting.moves)


def of(told: Iterable[Told]) -> Score:
    return score(FILM, list(told))


def test_who_sees_everything_has_no_fault() -> None:
    figures = of(perfect())
    assert figures.moves == len(FILM.events) >= 14
    assert figures.seen == figures.moves
    assert (figures.asked, figures.missed, figures.wrong, figures.needless) == ((), (), (), 0)
    assert set(figures.late_frames) == {2}
    assert {one.after for one in figures.dated} == {0}


def test_who_says_nothing_misses_everything() -> None:
    figures = of([])
    assert len(figures.missed) == figures.moves
    assert not figures.wrong


def test_who_misses_one_is_asked_about_it_if_it_comes_out_later() -> None:
    told = perfect()
    number = first_move(told)
    del told[number]
    after = told[number].sighting
    assert not isinstance(after, Trouble)
    told[number] = replace(told[number], sighting=BoardSeen(at_us=after.at_us, board=after.board))
    figures = of(told)
    assert figures.seen == figures.moves - 1
    assert [fault.why for fault in figures.asked] == ["seen together with what came after it"]
    assert not figures.missed
    assert not figures.wrong


def test_the_last_one_is_missed_if_nothing_comes_later() -> None:
    figures = of(perfect()[:-1])
    assert len(figures.missed) == 1
    assert not figures.asked


def doubted(told: list[Told], number: int) -> list[Told]:
    said = told[number]
    assert not isinstance(said.sighting, Trouble)
    unsure = BoardSeen(
        at_us=said.sighting.at_us, board=msgspec.structs.replace(said.sighting.board, sure=False, problems=("glare",))
    )
    return [*told[:number], replace(said, frame=said.frame - 1, sighting=unsure), *told[number:]]


def test_a_board_that_is_not_sure_is_a_question() -> None:
    told = perfect()
    figures = of(doubted(told, first_move(told)))
    assert [fault.why for fault in figures.asked] == ["not sure: glare"]
    assert figures.seen == figures.moves - 1
    assert not figures.wrong
    assert figures.needless == 0


def test_a_doubt_when_nothing_has_happened_is_needless() -> None:
    told = perfect()
    number = first_move(told)
    doubt = doubted(told, number)[number]
    figures = of([*told[: number + 1], replace(doubt, frame=told[number].frame + 1), *told[number + 1 :]])
    assert figures.needless == 1
    assert not figures.asked


def test_how_late_counts_from_the_last_jump_of_the_light() -> None:
    told = perfect()
    number = first_move(told)
    late = told[number].frame + 3
    told[number] = replace(told[number], frame=late)
    assert max(of(told).late_frames) == 5
    flash = Film(1, FILM.shots, Weather(switches=(Switch((late - 12) / FPS, 0.9, 1.0),)))
    assert score(flash, told).late_frames[number - 1] < 5


def test_trouble_is_counted_and_no_fault() -> None:
    told = perfect()
    trouble = Trouble(at_us=FILM.shots[9].at_us, problem="glare")
    figures = of([*told[:2], Told(9, trouble), Told(9, msgspec.structs.replace(trouble, over=True)), *told[2:]])
    assert figures.troubles == {"glare": 1}
    assert figures.seen == figures.moves


def elsewhere(sighting: CubesMoved) -> CubesMoved:
    step = sighting.moves[0]
    other = next(s.value for s in Section if s.value not in (step.from_, step.to))
    cubes = list(sighting.board.cubes)
    moved = next(n for n, cube in enumerate(cubes) if cube.section == step.to and cube.symbol == step.cube[1:])
    cubes[moved] = msgspec.structs.replace(cubes[moved], section=other)
    return msgspec.structs.replace(sighting, board=msgspec.structs.replace(sighting.board, cubes=tuple(cubes)))


def another_face(sighting: CubesMoved) -> CubesMoved:
    cube = sighting.board.cubes[0]
    faces = next(kind.faces for kind in KIT.kinds if kind.name == cube.color)
    face = next(face for face in faces if face != cube.symbol)
    cubes = (msgspec.structs.replace(cube, symbol=face), *sighting.board.cubes[1:])
    return msgspec.structs.replace(sighting, board=msgspec.structs.replace(sighting.board, cubes=cubes))


def another_goal(sighting: CubesMoved) -> CubesMoved:
    return msgspec.structs.replace(sighting, board=msgspec.structs.replace(sighting.board, goal="R1 K+ R1"))


def too_early(sighting: CubesMoved) -> CubesMoved:
    return msgspec.structs.replace(sighting, at_us=sighting.at_us - 1_500_000)


def no_steps(sighting: CubesMoved) -> CubesMoved:
    return msgspec.structs.replace(sighting, moves=())


def a_step_more(sighting: CubesMoved) -> CubesMoved:
    more = CubeStep(cube="R1", from_="resources", to="required")
    return msgspec.structs.replace(sighting, moves=(*sighting.moves, more))


@pytest.mark.parametrize("change", [elsewhere, another_face, another_goal, too_early, no_steps, a_step_more])
def test_what_is_not_true_is_wrong(change: Callable[[CubesMoved], CubesMoved]) -> None:
    told = perfect()
    number = first_move(told)
    said = told[number].sighting
    assert isinstance(said, CubesMoved)
    told[number] = replace(told[number], sighting=change(said))
    figures = of(told)
    assert [type(fault) for fault in figures.wrong][:1] == [Fault]
    assert figures.wrong[0].frame == told[number].frame
    assert figures.wrong[0].said


def test_a_move_said_twice_is_wrong() -> None:
    told = perfect()
    number = first_move(told)
    told.insert(number + 1, replace(told[number], frame=told[number].frame + 1))
    assert len(of(told).wrong) == 1


@pytest.mark.parametrize(("cube", "wrong"), [("B÷", False), ("G5", True)])
def test_a_move_may_be_dated_while_others_than_the_cube_that_was_moved_are_in_hands(cube: str, wrong: bool) -> None:
    """In this film blue ÷ goes to Required, and a moment later two equal green 5 change places."""
    film = replace(play(17, 12), weather=Weather())
    lay = next(n for n, state in enumerate(film.states) if ("B÷", "required") in state.meaning.cubes)
    in_hands, back = film.states[lay + 2], film.states[lay + 4]
    assert film.states[lay].meaning == back.meaning
    assert in_hands.meaning.count == back.meaning.count - Counter({("G5", "resources"): 2})
    told = [one for one in perfect(film) if one.frame <= film.states[lay].frame]
    step = CubeStep(cube=cube, from_="resources", to="required" if cube == "B÷" else "resources")
    said = CubesMoved(at_us=film.shots[in_hands.frame].at_us, moves=(step,), board=board(back))
    assert bool(score(film, [*told, Told(back.frame + 2, said)]).wrong) is wrong
    early = msgspec.structs.replace(said, at_us=film.shots[film.states[lay].frame - 4].at_us)
    assert score(film, [*told, Told(back.frame + 2, early)]).wrong


def test_moves_out_of_order_are_wrong() -> None:
    told = perfect()
    number = first_move(told)
    early, late = told[number], told[number + 1]
    told[number : number + 2] = [replace(late, frame=late.frame), replace(early, frame=late.frame)]
    assert of(told).wrong


def test_what_comes_after_its_watermark_is_wrong() -> None:
    told = perfect()
    number = first_move(told)
    told[number] = replace(told[number], watermark_us=told[number].sighting.at_us + 1)
    assert "watermark" in of(told).wrong[0].why
