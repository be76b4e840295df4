"""What drawn boards may be like: ranges as data, one set to train on and one that is held back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.boards.camera import CameraRanges
from models.boards.lamps import LampRange, Setup

_NEUTRAL = (3600.0, 6500.0)

TRAINING_LIGHTS = (
    Setup(
        "soft",
        1.2,
        (LampRange((60, 90), (800, 2000), (200, 500), (3500, 6500), (0.3, 0.7)),),
        (3800, 6800),
        (0.35, 0.6),
        (0.7, 0.93),
    ),
    Setup(
        "hard",
        1.2,
        (LampRange((32, 72), (700, 2500), (5, 45), (3000, 6500), (0.55, 0.9)),),
        _NEUTRAL,
        (0.1, 0.4),
        (0.62, 0.93),
    ),
    Setup(
        "side",
        1.2,
        (LampRange((14, 42), (700, 2600), (25, 260), (2700, 6500), (0.4, 0.75)),),
        (4500, 7800),
        (0.2, 0.55),
        (0.55, 0.9),
    ),
    Setup(
        "warm",
        1.0,
        (LampRange((42, 88), (500, 1500), (20, 130), (2500, 3400), (0.5, 0.85)),),
        (2600, 3800),
        (0.15, 0.45),
        (0.6, 0.92),
    ),
    Setup(
        "cool",
        1.0,
        (LampRange((45, 90), (800, 2500), (80, 420), (5600, 7800), (0.4, 0.8)),),
        (5200, 7800),
        (0.2, 0.5),
        (0.6, 0.92),
    ),
    Setup(
        "dim",
        1.6,
        (LampRange((28, 88), (600, 2200), (10, 220), (2500, 6500), (0.4, 0.9)),),
        (2800, 6500),
        (0.15, 0.5),
        (0.22, 0.46),
    ),
    Setup(
        "glare",
        1.2,
        (LampRange((60, 90), (500, 1600), (12, 160), (3000, 6500), (0.35, 0.7), mirrored=True),),
        _NEUTRAL,
        (0.25, 0.55),
        (0.62, 0.9),
    ),
    Setup(
        "mixed",
        1.1,
        (
            LampRange((40, 80), (600, 1600), (20, 150), (2600, 3500), (0.3, 0.6)),
            LampRange((12, 45), (900, 2600), (60, 350), (5800, 7600), (0.2, 0.5)),
        ),
        (3800, 6500),
        (0.12, 0.35),
        (0.55, 0.9),
    ),
    Setup(
        "tubes",
        0.8,
        (
            LampRange((50, 85), (1200, 2400), (60, 260), (3800, 5500), (0.25, 0.45)),
            LampRange((50, 85), (1200, 2400), (60, 260), (3800, 5500), (0.2, 0.45)),
            LampRange((40, 80), (1200, 2600), (60, 260), (3800, 5500), (0.1, 0.3)),
        ),
        (3800, 5500),
        (0.15, 0.4),
        (0.65, 0.93),
    ),
    Setup(
        "sun",
        0.7,
        (LampRange((25, 65), (4000, 6000), (10, 60), (4800, 6000), (0.6, 1.4)),),
        (5500, 7800),
        (0.3, 0.6),
        (0.6, 0.93),
        patch_share=0.8,
    ),
)

#: Lamps that no training picture has: close desk lamps, four in a hall, low evening sun, a ring about the lens.
HELD_BACK_LIGHTS = (
    Setup(
        "desk",
        1.0,
        (LampRange((30, 55), (420, 650), (30, 60), (2900, 4300), (0.5, 0.8)),),
        (3300, 5200),
        (0.15, 0.35),
        (0.6, 0.9),
    ),
    Setup(
        "hall",
        1.0,
        tuple(LampRange((48, 82), (2600, 4200), (40, 180), (3900, 4900), (0.12, 0.3)) for _ in range(3)),
        (3900, 4900),
        (0.2, 0.4),
        (0.65, 0.92),
    ),
    Setup(
        "spot",
        1.0,
        (LampRange((55, 75), (2600, 3600), (12, 30), (3700, 4700), (0.6, 0.9)),),
        (3300, 4700),
        (0.12, 0.3),
        (0.6, 0.92),
    ),
    Setup(
        "evening",
        0.8,
        (LampRange((16, 26), (2700, 4500), (30, 120), (2700, 3600), (0.35, 0.6)),),
        (5500, 7500),
        (0.3, 0.5),
        (0.5, 0.85),
    ),
    Setup(
        "dusk",
        0.7,
        (LampRange((35, 75), (2300, 3500), (50, 250), (4300, 7000), (0.3, 0.6)),),
        (5000, 7500),
        (0.3, 0.5),
        (0.24, 0.44),
    ),
    Setup(
        "ring",
        0.8,
        (LampRange((70, 90), (1650, 2200), (90, 180), (4800, 6200), (0.3, 0.6), mirrored=True),),
        (4300, 6000),
        (0.25, 0.5),
        (0.6, 0.9),
    ),
    Setup(
        "lamp-and-window",
        1.0,
        (
            LampRange((50, 80), (1650, 2300), (60, 110), (2800, 3300), (0.3, 0.5)),
            LampRange((20, 40), (2700, 4000), (200, 500), (6000, 7200), (0.25, 0.45)),
        ),
        (4500, 6500),
        (0.15, 0.3),
        (0.55, 0.9),
    ),
)


@dataclass(frozen=True)
class Style:
    """Everything a board may be like. `key` keeps the seeds of two styles apart."""

    name: str = "train"
    key: int = 1
    fonts: str = "train"
    #: Boards whose symbols are strokes of our own; with `stroke_only` all, and then no font need be installed.
    stroke_share: float = 0.18
    stroke_only: bool = False
    camera: CameraRanges = field(default_factory=CameraRanges)
    lights: tuple[Setup, ...] = TRAINING_LIGHTS
    kits: tuple[str, ...] = ("solid", "ivory")
    scenarios: tuple[tuple[str, float], ...] = (("start", 0.24), ("mid", 0.34), ("late", 0.24), ("partial", 0.18))
    cube_mm: tuple[float, float] = (15.5, 16.5)
    hand_share: float = 0.4
    prop_share: float = 0.55
    blur_share: float = 0.35
    #: The widest blur on the sheet (one standard deviation, in millimetres) and the strongest noise as a share of the
    #: paper's brightness: what is worse the reader itself calls blurred or dark (`vision/quality.py`); in training
    #: `augment.py` adds some of both.
    blur_mm: float = 0.7
    noise: tuple[float, float] = (0.4, 9.0)
    noise_share: float = 0.06
    jpeg: tuple[int, int] = (40, 95)
    wear_share: float = 0.35


TRAINING = Style()
#: What the reader is judged by: other seeds, fonts and lamps, within the limits that it names.
HELD_BACK = replace(
    TRAINING,
    name="held-back",
    key=2,
    fonts="held-back",
    stroke_share=0.0,
    lights=HELD_BACK_LIGHTS,
    hand_share=0.28,
    # A little below what the reader calls blurred (`vision/quality.py`): pixels have a width of their own.
    blur_mm=0.55,
    noise_share=0.05,
)
STYLES = {style.name: style for style in (TRAINING, HELD_BACK)}
