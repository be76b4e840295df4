"""What people do to cubes, act by act: reach, lift, carry, put down, withdraw; push, drop, roll, sweep, bump."""

from __future__ import annotations

import math
from dataclasses import replace

from tests.vision.shakes.meaning import KIT
from tests.vision.shakes.places import is_free
from tests.vision.shakes.stage import Act, Player, Stage, eased
from vision.photo_eye import MatPlace
from vision.photo_scene import Bump, PhotoCube

#: A hand over a cube that it holds, and one that passes above the table.
_GRIP_MM = 9.0
_OVER_MM = 45.0


def reach(stage: Stage, player: Player, x: float, y: float, arm: float) -> Act:
    home = stage.home(player, x, y)
    far = math.dist(home, (x, y))
    frames = stage.frames(200 + 0.35 * far, 300 + 0.55 * far)
    yield from stage.move_hand(player, (*home, _OVER_MM + 20), (x, y, _GRIP_MM), frames, arm)


def withdraw(stage: Stage, player: Player, x: float, y: float, arm: float) -> Act:
    home = stage.home(player, x, y)
    far = math.dist(home, (x, y))
    frames = stage.frames(150 + 0.35 * far, 250 + 0.5 * far)
    yield from stage.move_hand(player, (x, y, _GRIP_MM), (*home, _OVER_MM + 20), frames, arm)
    stage.hands.pop(hash(player), None)


def _arm(stage: Stage, player: Player) -> float:
    return player.side_deg + stage.rng.uniform(-14, 14)


def carry(stage: Stage, player: Player, name: str, to: tuple[float, float, float]) -> Act:
    """A cube taken, carried and put down at x, y and an angle; then the hand goes."""
    arm = _arm(stage, player)
    start = stage.cubes[name]
    yield from reach(stage, player, start.x, start.y, arm)
    for _ in range(stage.rng.randrange(1, 3)):
        yield
    yield from _lifted_over(stage, player, name, to, arm)
    yield from _let_go(stage, player, name, arm)


def _lifted_over(stage: Stage, player: Player, name: str, to: tuple[float, float, float], arm: float) -> Act:
    start = stage.cubes[name]
    x, y, angle = to
    turn = (angle - start.angle_deg + 180) % 360 - 180
    far = math.hypot(x - start.x, y - start.y)
    frames = stage.frames(320 + far, 420 + 2 * far)
    lift = stage.rng.uniform(22, 45)
    stage.moving.add(name)
    for step in range(1, frames):
        share = eased(step / frames)
        height = max(1.5, lift * math.sin(math.pi * step / frames) ** 0.7)
        here = (start.x + (x - start.x) * share, start.y + (y - start.y) * share)
        stage.put(name, x=here[0], y=here[1], angle_deg=start.angle_deg + turn * share, height_mm=height)
        stage.hand(player, *here, height + _GRIP_MM, arm)
        yield
    stage.put(name, x=x, y=y, angle_deg=angle % 360, height_mm=0.0)
    stage.hand(player, x, y, _GRIP_MM, arm)
    stage.moving.discard(name)
    yield


def _let_go(stage: Stage, player: Player, name: str, arm: float) -> Act:
    cube = stage.cubes[name]
    for _ in range(stage.rng.randrange(1, 4)):
        yield
    yield from withdraw(stage, player, cube.x, cube.y, arm)


def take_back(stage: Stage, player: Player, name: str, over: tuple[float, float]) -> Act:
    """A cube lifted, held over another place for a moment, and put back where it lay."""
    arm = _arm(stage, player)
    start = stage.cubes[name]
    yield from reach(stage, player, start.x, start.y, arm)
    stage.moving.add(name)
    frames = stage.frames(380, 600)
    for step in range(1, frames + 1):
        share = eased(step / frames)
        here = (start.x + (over[0] - start.x) * share, start.y + (over[1] - start.y) * share)
        stage.put(name, x=here[0], y=here[1], height_mm=30 * share + 2)
        stage.hand(player, *here, 30 * share + 2 + _GRIP_MM, arm)
        yield
    for _ in range(stage.frames(200, 700)):
        yield
    yield from _lifted_over(stage, player, name, (start.x, start.y, start.angle_deg), arm)
    yield from _let_go(stage, player, name, arm)


def slide(stage: Stage, player: Player, name: str, to: tuple[float, float]) -> Act:
    """A cube pushed over the sheet with a finger."""
    arm = _arm(stage, player)
    start = stage.cubes[name]
    yield from reach(stage, player, start.x, start.y, arm)
    frames = stage.frames(400, 900)
    spin = stage.rng.uniform(-12, 12)
    stage.moving.add(name)
    for step in range(1, frames + 1):
        share = eased(step / frames)
        here = (start.x + (to[0] - start.x) * share, start.y + (to[1] - start.y) * share)
        stage.put(name, x=here[0], y=here[1], angle_deg=(start.angle_deg + spin * share) % 360)
        stage.hand(player, *here, _GRIP_MM, arm)
        if step == frames:
            stage.moving.discard(name)
        yield
    yield from _let_go(stage, player, name, arm)


def can_slide(stage: Stage, name: str, to: tuple[float, float]) -> bool:
    """Whether no other cube is in the way."""
    cube = stage.cubes[name]
    others = stage.lying(name)
    steps = max(2, round(math.hypot(to[0] - cube.x, to[1] - cube.y) / 4))
    return all(
        is_free(
            replace(cube, x=cube.x + (to[0] - cube.x) * i / steps, y=cube.y + (to[1] - cube.y) * i / steps), others, 4.0
        )
        for i in range(1, steps + 1)
    )


def drop_over(stage: Stage, player: Player, name: str, to: tuple[float, float, float], symbol: str) -> Act:
    """A cube lifted and dropped: it falls on another face, near where it lay."""
    arm = _arm(stage, player)
    start = stage.cubes[name]
    yield from reach(stage, player, start.x, start.y, arm)
    stage.moving.add(name)
    for height in (8.0, 18.0, 26.0):
        stage.put(name, height_mm=height)
        stage.hand(player, start.x, start.y, height + _GRIP_MM, arm)
        yield
    x, y, angle = to
    for step, height in enumerate((20.0, 8.0, 5.0, 1.5), 1):
        share = step / 5
        stage.put(
            name,
            x=start.x + (x - start.x) * share,
            y=start.y + (y - start.y) * share,
            angle_deg=start.angle_deg + 47 * step,
            height_mm=height,
            symbol=symbol if step > 1 else start.symbol,
        )
        yield
    stage.put(name, x=x, y=y, angle_deg=angle, height_mm=0.0, symbol=symbol)
    stage.moving.discard(name)
    yield
    yield from withdraw(stage, player, start.x, start.y, arm)


def take_away(stage: Stage, player: Player, names: list[str]) -> Act:
    """Cubes taken off the table, all with one hand."""
    arm = _arm(stage, player)
    first = stage.cubes[names[0]]
    yield from reach(stage, player, first.x, first.y, arm)
    home = stage.home(player, first.x, first.y)
    frames = stage.frames(420, 640)
    stage.moving.update(names)
    starts = {name: stage.cubes[name] for name in names}
    for step in range(1, frames + 1):
        share = eased(step / frames)
        gather = min(1.0, 3 * share)
        hand = (first.x + (home[0] - first.x) * share, first.y + (home[1] - first.y) * share)
        for number, (name, start) in enumerate(starts.items()):
            beside = (6 * (number % 3) - 6, 6 * (number // 3) - 6) if len(names) > 1 else (0, 0)
            target = (hand[0] + beside[0], hand[1] + beside[1])
            stage.put(
                name,
                x=start.x + (target[0] - start.x) * gather,
                y=start.y + (target[1] - start.y) * gather,
                height_mm=2 + 24 * gather,
            )
        stage.hand(player, *hand, 26 * share + _GRIP_MM, arm)
        yield
    for name in names:
        del stage.cubes[name]
        stage.moving.discard(name)
    stage.hands.pop(hash(player), None)
    yield


def bring(stage: Stage, player: Player, name: str, cube: PhotoCube) -> Act:
    """A cube that comes from off the table."""
    arm = _arm(stage, player)
    home = stage.home(player, cube.x, cube.y)
    stage.cubes[name] = replace(cube, x=home[0], y=home[1], height_mm=40.0)
    stage.moving.add(name)
    frames = stage.frames(380, 650)
    for step in range(1, frames):
        share = eased(step / frames)
        here = (home[0] + (cube.x - home[0]) * share, home[1] + (cube.y - home[1]) * share)
        height = 2 + 38 * (1 - share)
        stage.put(name, x=here[0], y=here[1], height_mm=height)
        stage.hand(player, *here, height + _GRIP_MM, arm)
        yield
    stage.cubes[name] = cube
    stage.hand(player, cube.x, cube.y, _GRIP_MM, arm)
    stage.moving.discard(name)
    yield
    yield from _let_go(stage, player, name, arm)


def roll(stage: Stage, player: Player, cubes: dict[str, PhotoCube]) -> Act:
    """All cubes thrown onto the table: they tumble to where they come to lie."""
    rng = stage.rng
    home = stage.home(player, 216, 75)
    faces = {kind.name: kind.faces for kind in KIT.kinds}
    ends = {name: rng.randrange(8, 17) for name in cubes}
    stage.moving.update(cubes)
    for step in range(1, max(ends.values()) + 1):
        for name, cube in cubes.items():
            share = min(1.0, step / ends[name])
            slowing = 1 - (1 - share) ** 2
            if share == 1.0:
                stage.cubes[name] = cube
                stage.moving.discard(name)
                continue
            stage.cubes[name] = replace(
                cube,
                x=home[0] + (cube.x - home[0]) * slowing,
                y=home[1] + (cube.y - home[1]) * slowing,
                height_mm=1.5 + 45 * (1 - share) * abs(math.cos(7 * share)),
                angle_deg=cube.angle_deg + 400 * (1 - share),
                symbol=cube.symbol if share > 0.8 else rng.choice(faces[cube.color]),
            )
        if step < 5:
            stage.hand(player, home[0] + (216 - home[0]) * 0.4, home[1] + (75 - home[1]) * 0.4, 60, player.side_deg)
        else:
            stage.hands.pop(hash(player), None)
        yield


def rest(stage: Stage, player: Player, x: float, y: float, ms: float) -> Act:
    """A hand that comes, lies there for a while and trembles a little, and goes."""
    arm = _arm(stage, player)
    yield from reach(stage, player, x, y, arm)
    for _ in range(max(2, round(ms / 1000 * 15))):
        stage.hand(player, x + stage.rng.uniform(-0.3, 0.3), y + stage.rng.uniform(-0.3, 0.3), _GRIP_MM, arm)
        yield
    yield from withdraw(stage, player, x, y, arm)


def bump_camera(stage: Stage) -> Act:
    """Somebody knocks against the camera's stand: it swings and hangs otherwise than before."""
    rng = stage.rng
    before = stage.bump
    shift = tuple(a + rng.uniform(-5, 5) for a in before.shift_mm)
    turn = tuple(a + rng.uniform(-0.5, 0.5) for a in before.turn_deg)
    swing = rng.uniform(0.3, 1.0)
    frames = stage.frames(400, 700)
    stage.shaken = True
    for step in range(1, frames + 1):
        share = eased(step / frames)
        shake = swing * math.exp(-4 * step / frames) * math.sin(2.4 * step) if step < frames else 0.0
        stage.bump = Bump(
            tuple(a + (b - a) * share + 4 * shake for a, b in zip(before.shift_mm, shift, strict=True)),  # type: ignore[arg-type]
            tuple(a + (b - a) * share + 0.4 * shake for a, b in zip(before.turn_deg, turn, strict=True)),  # type: ignore[arg-type]
        )
        yield
    stage.shaken = False


def bump_mat(stage: Stage, player: Player) -> Act:
    """An arm pushes the sheet over the table, with all that lies on it."""
    rng = stage.rng
    arm = _arm(stage, player)
    angle = math.radians(player.side_deg)
    x, y = 216 + 205 * math.cos(angle), 165 + 155 * math.sin(angle)
    yield from reach(stage, player, x, y, arm)
    before = stage.mat
    after = MatPlace(
        before.dx + rng.uniform(-7, 7), before.dy + rng.uniform(-7, 7), before.turn_deg + rng.uniform(-1.2, 1.2)
    )
    for step in range(1, 5):
        share = step / 4
        stage.mat = MatPlace(
            before.dx + (after.dx - before.dx) * share,
            before.dy + (after.dy - before.dy) * share,
            before.turn_deg + (after.turn_deg - before.turn_deg) * share,
        )
        yield
    yield from withdraw(stage, player, x, y, arm)
