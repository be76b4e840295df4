"""The stage of a filmed shake: cubes, hands, sheet and camera, moved from frame to frame by acts.

An act is a generator: it changes the stage and yields once for every frame. Acts can run together. What lies where is
known to the stage, so every frame has its truth.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.vision.shakes.meaning import LAYOUT
from vision.photo_eye import MatPlace
from vision.photo_scene import Bump, Hand, PhotoCube, PhotoScene

FPS = 15
PERIOD_US = round(1_000_000 / FPS)
#: Hands come from so far beside the sheet: out of every camera's view.
_AWAY_MM = 400.0

Act = Iterator[None]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table: on which side, and how the hand looks. 90 sits at the bottom edge, 0 at the right."""

    side_deg: int
    skin: int
    sleeve: int
    sleeve_mm: float
    left: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame of the film before it is drawn. `resting` are the cubes that lie still; `busy` while anything moves."""

    at_us: int
    scene: PhotoScene
    resting: tuple[PhotoCube, ...]
    busy: bool


class Stage:
    """Everything on the table; `shots` are the frames so far."""

    def __init__(self, rng: random.Random, start_us: int = 1_000_000) -> None:
        self.rng = rng
        self.cubes: dict[str, PhotoCube] = {}
        self.moving: set[str] = set()
        self.hands: dict[int, Hand] = {}
        self.mat = MatPlace()
        self.bump = Bump()
        self.shaken = False
        self.shots: list[Shot] = []
        self._start_us = start_us

    def lying(self, *besides: str) -> list[PhotoCube]:
        """The cubes that lie on the table, but for these."""
        return [cube for name, cube in self.cubes.items() if name not in self.moving and name not in besides]

    def frame(self) -> None:
        """One more frame of how things are."""
        resting = tuple(cube for name, cube in self.cubes.items() if name not in self.moving)
        self.shots.append(
            Shot(
                at_us=self._start_us + len(self.shots) * PERIOD_US,
                scene=PhotoScene(tuple(self.cubes.values()), tuple(self.hands.values()), mat=self.mat, bump=self.bump),
                resting=resting,
                busy=bool(self.hands or self.moving or self.shaken),
            )
        )

    def play(self, *acts: Act) -> None:
        """Frames until every one of these acts, which run at the same time, is over."""
        running = list(acts)
        while running:
            running = [act for act in running if next(act, StopIteration) is not StopIteration]
            if running:
                self.frame()

    def still(self, ms: float) -> None:
        """So much time in which nothing happens."""
        for _ in range(max(1, round(ms / 1000 * FPS))):
            self.frame()

    def frames(self, low_ms: float, high_ms: float) -> int:
        """How many frames something takes that takes people so long."""
        return max(2, round(self.rng.uniform(low_ms, high_ms) / 1000 * FPS))

    # Hands -----------------------------------------------------------------------------------------------------

    def home(self, player: Player, x: float, y: float) -> tuple[float, float]:
        """Where a hand that reaches for a place comes from."""
        wide, high = LAYOUT.sheet_mm
        sides = {0: (wide + _AWAY_MM, y), 90: (x, high + _AWAY_MM), 180: (-_AWAY_MM, y), 270: (x, -_AWAY_MM)}
        return sides[player.side_deg]

    def hand(self, player: Player, x: float, y: float, height_mm: float, arm_deg: float) -> int:
        """Puts a player's hand there; its key."""
        key = hash(player)
        self.hands[key] = Hand(x, y, arm_deg, height_mm, player.skin, player.sleeve, player.sleeve_mm, player.left)
        return key

    def move_hand(
        self,
        player: Player,
        start: tuple[float, float, float],
        end: tuple[float, float, float],
        frames: int,
        arm: float,
    ) -> Act:
        """The hand on its way, in an arc that is slow at both ends."""
        for step in range(1, frames + 1):
            share = eased(step / frames)
            x, y, height = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.hand(player, x, y, height + 14 * math.sin(math.pi * share), arm)
            yield

    def put(self, name: str, **changed: float | str) -> None:
        self.cubes[name] = replace(self.cubes[name], **changed)  # type: ignore[arg-type]


def eased(share: float) -> float:
    """From 0 to 1, slow at both ends."""
    return share * share * (3 - 2 * share)
