"""A shake as people play it, from the roll to the cleared board: a seed makes a film.

The Goal is laid cube by cube, then cubes are moved; now and then something else happens: two cubes at once, equal
cubes that change places, a cube dropped on another face, taken back, put beside the sections or off the table, hands
that rest, somebody who knocks against camera or sheet.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from rules.mat import Section
from tests.vision.shakes import acts
from tests.vision.shakes.film import Film
from tests.vision.shakes.meaning import KIT, LAYOUT
from tests.vision.shakes.places import free_place
from tests.vision.shakes.stage import FPS, Player, Stage
from tests.vision.shakes.weather import pick_weather
from vision.board import OFF
from vision.evaluate import EVERY_HALF, EVERY_QUARTER, nearest_quarter
from vision.photo_hands import SKINS, SLEEVES
from vision.photo_scene import PhotoCube

RESOURCES, GOAL = Section.RESOURCES.value, Section.GOAL.value
BOXES = (Section.FORBIDDEN.value, Section.PERMITTED.value, Section.REQUIRED.value)
#: How often each thing is done.
WEIGHTS = {
    "move": 50,
    "push": 7,
    "shift": 5,
    "give_back": 5,
    "two_at_once": 5,
    "move_beside_hand": 4,
    "turn_over": 5,
    "swap_equals": 4,
    "swap_others": 2,
    "put_off": 4,
    "lift_out": 3,
    "change_mind": 4,
    "nudge": 4,
    "turn_goal": 4,
    "rest_hand": 4,
    "pass_hand": 3,
    "knock_camera": 1.5,
    "knock_mat": 1.5,
}


def play(seed: int, moves: int = 40) -> Film:
    """The film of this seed, with at least so many events (roll and clearing among them)."""
    return _Shake(seed).film(moves)


class _Shake:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = random.Random(f"shake {seed}")
        self.stage = Stage(rng)
        self.players = [
            Player(
                side, rng.randrange(len(SKINS)), rng.randrange(len(SLEEVES)), rng.uniform(120, 230), rng.random() < 0.2
            )
            for side in rng.sample((0, 90, 180, 270), 3)
        ]
        #: Cubes that are off the table.
        self.out: dict[str, PhotoCube] = {}
        self.done = 0
        self.acts: Counter[str] = Counter()

    def film(self, moves: int) -> Film:
        stage, rng = self.stage, self.rng
        stage.still(500)
        self.roll()
        self.pause()
        self.lay_goal()
        names = list(WEIGHTS)
        while self.done < moves - 1:
            name = rng.choices(names, [WEIGHTS[name] for name in names])[0]
            act: Callable[[], bool] = getattr(self, name)
            if act():
                self.acts[name] += 1
                self.pause()
        self.clear()
        stage.still(900)
        return Film(self.seed, tuple(stage.shots), pick_weather(rng, len(stage.shots) / FPS), self.acts)

    def pause(self) -> None:
        self.stage.still(self.rng.uniform(650, 1500))

    # Who and what ----------------------------------------------------------------------------------------------

    def player(self) -> Player:
        return self.rng.choice(self.players)

    def within(self, *sections: str) -> list[str]:
        return [name for name, cube in self.stage.cubes.items() if LAYOUT.section_at(cube.x, cube.y) in sections]

    def place(self, section: str, *besides: str, angle: float | None = None) -> tuple[float, float, float] | None:
        """Somewhere to put a cube: mostly nearly square, as people do it."""
        if angle is None:
            square = self.rng.random() < 0.75
            angle = self.rng.choice((0, 90, 180, 270)) + self.rng.uniform(-9, 9) if square else self.rng.uniform(0, 360)
        found = free_place(self.rng, section, angle, self.stage.lying(*besides))
        return None if found is None else (*found, angle)

    def carry_to(self, names: list[str], sections: tuple[str, ...]) -> bool:
        """One of these cubes goes to another of these sections."""
        if not names:
            return False
        name = self.rng.choice(names)
        here = LAYOUT.section_at(self.stage.cubes[name].x, self.stage.cubes[name].y)
        to = self.place(self.rng.choice([section for section in sections if section != here]))
        if to is None:
            return False
        self.stage.play(acts.carry(self.stage, self.player(), name, to))
        self.done += 1
        return True

    # What happens ----------------------------------------------------------------------------------------------

    def roll(self) -> None:
        thrown: dict[str, PhotoCube] = {}
        kinds = [(kind.name, kind.faces, number) for kind in KIT.kinds for number in range(1, kind.count + 1)]
        for color, faces, number in kinds:
            angle = self.rng.uniform(0, 360)
            found = free_place(self.rng, RESOURCES, angle, thrown.values())
            if found is not None:
                thrown[f"{color}-{number}"] = PhotoCube(color, self.rng.choice(faces), *found, angle)
        self.stage.play(acts.roll(self.stage, self.player(), thrown))
        self.done += 1

    def lay_goal(self) -> None:
        """A few cubes in a row, some turned, with a gap or two."""
        rng, area = self.rng, LAYOUT.area(Section.GOAL)
        names = rng.sample(self.within(RESOURCES), rng.randrange(2, 6))
        x = rng.uniform(area.x0 + 40, area.x0 + 120)
        y = area.centre[1] + rng.uniform(-5, 5)
        for name in names:
            quarter = rng.choice((0, 0, 0, 0, 90, 180))
            to = (round(x, 1), round(y + rng.uniform(-1.5, 1.5), 1), quarter + rng.uniform(-6, 6))
            self.stage.play(acts.carry(self.stage, self.player(), name, to))
            self.done += 1
            self.pause()
            x += LAYOUT.cube_mm + (rng.uniform(17, 24) if rng.random() < 0.2 else rng.uniform(2.5, 5))

    def move(self) -> bool:
        return self.carry_to(self.within(RESOURCES), BOXES)

    def shift(self) -> bool:
        return self.carry_to(self.within(*BOXES), BOXES)

    def give_back(self) -> bool:
        return self.carry_to(self.within(*BOXES), (RESOURCES,))

    def put_off(self) -> bool:
        """A cube beside all sections; one that lies there comes back first."""
        off = self.within(OFF)
        return self.carry_to(off, (RESOURCES, *BOXES)) if off else self.carry_to(self.within(RESOURCES, *BOXES), (OFF,))

    def push(self) -> bool:
        name, section = self.rng.choice(self.within(RESOURCES, *BOXES) or [""]), self.rng.choice((RESOURCES, *BOXES))
        return bool(name) and self._pushed(name, section)

    def nudge(self) -> bool:
        name = self.rng.choice(self.within(RESOURCES, *BOXES) or [""])
        cube = self.stage.cubes.get(name)
        return cube is not None and self._pushed(name, LAYOUT.section_at(cube.x, cube.y))

    def _pushed(self, name: str, section: str) -> bool:
        cube = self.stage.cubes[name]
        to = self.place(section, name, angle=cube.angle_deg)
        # A push turns a cube a little: there must be room for that.
        if to is None or not acts.can_slide(self.stage, name, to[:2]):
            return False
        self.stage.play(acts.slide(self.stage, self.player(), name, to[:2]))
        self.done += section != LAYOUT.section_at(cube.x, cube.y)
        return True

    def two_at_once(self) -> bool:
        names = self.within(RESOURCES)
        if len(names) < 2:
            return False
        one, other = self.rng.sample(names, 2)
        first, second = self.rng.sample(self.players, 2)
        a, b = self.rng.sample(BOXES, 2)
        to_a, to_b = self.place(a), self.place(b)
        if to_a is None or to_b is None:
            return False
        stage = self.stage
        stage.play(acts.carry(stage, first, one, to_a), acts.carry(stage, second, other, to_b))
        self.done += 1
        return True

    def move_beside_hand(self) -> bool:
        """Somebody's hand lies on the table while another moves a cube."""
        names = self.within(RESOURCES)
        to = self.place(self.rng.choice(BOXES))
        if not names or to is None:
            return False
        leaning, moving = self.rng.sample(self.players, 2)
        stage = self.stage
        x, y = self.rng.uniform(40, 390), self.rng.uniform(60, 290)
        stage.play(
            acts.rest(stage, leaning, x, y, self.rng.uniform(800, 3000)),
            acts.carry(stage, moving, self.rng.choice(names), to),
        )
        self.done += 1
        return True

    def turn_over(self) -> bool:
        names = self.within(RESOURCES, *BOXES)
        if not names:
            return False
        name = self.rng.choice(names)
        cube = self.stage.cubes[name]
        faces = next(kind.faces for kind in KIT.kinds if kind.name == cube.color)
        symbol = self.rng.choice([face for face in faces if face != cube.symbol])
        to = self.place(LAYOUT.section_at(cube.x, cube.y), name)
        if to is None:
            return False
        self.stage.play(acts.drop_over(self.stage, self.player(), name, to, symbol))
        self.done += 1
        return True

    def swap_equals(self) -> bool:
        """Two equal cubes change places, one hand each: nothing has changed afterwards."""
        return self._swapped(lambda a, b: (a.color, a.symbol) == (b.color, b.symbol))

    def swap_others(self) -> bool:
        """Two cubes of different sections change places, one hand each: two have moved at once."""
        done = self._swapped(
            lambda a, b: (
                (a.color, a.symbol) != (b.color, b.symbol)
                and LAYOUT.section_at(a.x, a.y) != LAYOUT.section_at(b.x, b.y)
            )
        )
        self.done += done
        return done

    def _swapped(self, fit: Callable[[PhotoCube, PhotoCube], bool]) -> bool:
        cubes = self.stage.cubes
        names = self.within(RESOURCES, *BOXES)
        pairs = [(a, b) for number, a in enumerate(names) for b in names[number + 1 :] if fit(cubes[a], cubes[b])]
        if not pairs:
            return False
        one, other = self.rng.choice(pairs)
        first, second = self.rng.sample(self.players, 2)
        a, b = cubes[one], cubes[other]
        stage = self.stage
        stage.play(
            acts.carry(stage, first, one, (b.x, b.y, b.angle_deg)),
            acts.carry(stage, second, other, (a.x, a.y, a.angle_deg)),
        )
        return True

    def lift_out(self) -> bool:
        """A cube taken off the table; one that is away comes back first."""
        stage = self.stage
        if self.out:
            name, cube = self.out.popitem()
            to = self.place(RESOURCES)
            if to is None:
                self.out[name] = cube
                return False
            stage.play(acts.bring(stage, self.player(), name, PhotoCube(cube.color, cube.symbol, *to)))
        else:
            name = self.rng.choice(self.within(RESOURCES, *BOXES) or [""])
            if not name:
                return False
            self.out[name] = stage.cubes[name]
            stage.play(acts.take_away(stage, self.player(), [name]))
        self.done += 1
        return True

    def change_mind(self) -> bool:
        names = self.within(RESOURCES)
        if not names:
            return False
        over = LAYOUT.area(Section(self.rng.choice(BOXES))).centre
        self.stage.play(acts.take_back(self.stage, self.player(), self.rng.choice(names), over))
        return True

    def turn_goal(self) -> bool:
        """A cube of the Goal is turned by a quarter or two where it lies."""
        names = [name for name in self.within(GOAL) if self.stage.cubes[name].symbol not in EVERY_QUARTER]
        if not names:
            return False
        name = self.rng.choice(names)
        cube = self.stage.cubes[name]
        before = nearest_quarter(cube.angle_deg)
        # Both ways of lying sideways are one: half a turn of such a cube would be no event.
        sideways = before in (90, 270) or cube.symbol in EVERY_HALF
        quarter = self.rng.choice((90, 270) if sideways else (90, 180, 270))
        angle = before + quarter + self.rng.uniform(-5, 5)
        self.stage.play(acts.carry(self.stage, self.player(), name, (cube.x, cube.y, angle)))
        self.done += 1
        return True

    def rest_hand(self) -> bool:
        x, y = self.rng.uniform(40, 390), self.rng.uniform(60, 290)
        self.stage.play(acts.rest(self.stage, self.player(), x, y, self.rng.uniform(700, 2500)))
        return True

    def pass_hand(self) -> bool:
        x, y = self.rng.uniform(40, 390), self.rng.uniform(60, 290)
        self.stage.play(acts.rest(self.stage, self.player(), x, y, 0))
        return True

    def knock_camera(self) -> bool:
        self.stage.play(acts.bump_camera(self.stage))
        return True

    def knock_mat(self) -> bool:
        self.stage.play(acts.bump_mat(self.stage, self.player()))
        return True

    def clear(self) -> None:
        """Handful by handful, two hands at a time."""
        stage = self.stage
        names = list(stage.cubes)
        self.rng.shuffle(names)
        first, second = self.rng.sample(self.players, 2)
        while names:
            handfuls, names = (names[:6], names[6:12]), names[12:]
            hands = zip((first, second), handfuls, strict=True)
            stage.play(*(acts.take_away(stage, player, taken) for player, taken in hands if taken))
        self.done += 1
