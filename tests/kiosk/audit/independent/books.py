"""What the two rule books say about time and points, as a reader of them would note it down."""

from __future__ import annotations

from dataclasses import dataclass, field

COUNTDOWN, EXTRA = 10_000, 60_000
#: What runs through the sand timer (I-B-3).
SAND = 60_000
#: For how long Impossible can be challenged after the last cube (XI-A-1).
LAST_CHALLENGE = 60_000


@dataclass(frozen=True)
class Book:
    """The limit of each task in seconds, with its section, and what else of a book costs points."""

    limits: dict[str, tuple[int, str]]
    #: Divisions in which a judge initials what is lost (XI-A).
    initialled: tuple[str, ...]
    #: Another point at the end of the extra minute (XI-A).
    again: bool = False
    #: A point for a challenge that is set aside (VI-B), and for what an opponent points out (II-B-2, IV-C-2, V-C-2).
    invalid_costs: bool = False
    #: Two judges need no warning (IX-D).
    two_judges: bool = False
    #: Changing a paper that was presented makes it incorrect (VII-C-2).
    change_spoils: bool = False
    #: Challenges after which accepting a wrong Equation makes a player incorrect (X-A).
    accepting_counts: tuple[str, ...] = ("impossible",)
    #: A Third Party who is correct with an Equation where the Challenger is not (X-B, IV-D-2).
    without_challenger: int = 4
    #: Who is absent for a shake (X-D).
    absent: int = 0
    #: Divisions in which the second of two players selects twice; in which anybody may select a second one (II-B-3).
    twice: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    #: Variations that are in force in every shake of a division (XIII-C, XIII-D): selecting one has no effect.
    standing: dict[str, tuple[str, ...]] = field(default_factory=dict)


BOOKS = {
    "mlag-basic-equations-2018": Book(
        limits={
            "roll-and-goal": (120, "XI-A-1-a"),
            "answer-no-goal": (60, "IV-D"),
            "first-turn": (120, "XI-A-1-b"),
            "turn": (60, "XI-A-1-c"),
            "state-challenge": (15, "XI-A-1-d"),
            "write": (120, "XI-A-1-f"),
            "check": (120, "XI-A-1-g"),
        },
        initialled=("minor", "elementary", "middle"),
    ),
    "agloa-equations-2019": Book(
        limits={
            "roll": (60, "XI-A-1-a"),
            "select": (15, "XI-A-1-b"),
            "goal": (120, "XI-A-1-c"),
            "answer-no-goal": (60, "IV-D"),
            "first-turn": (120, "XI-A-1-d"),
            "turn": (60, "XI-A-1-e"),
            "state-challenge": (15, "XI-A-1-f"),
            "write": (120, "XI-A-1-h"),
            "check": (120, "XI-A-1-i"),
        },
        initialled=("elementary", "middle"),
        again=True,
        invalid_costs=True,
        two_judges=True,
        change_spoils=True,
        accepting_counts=("now", "impossible"),
        without_challenger=6,
        absent=-2,
        twice=("elementary", "middle", "junior"),
        further=("senior",),
        standing={"junior": ("sideways", "upside-down"), "senior": ("sideways", "upside-down")},
    ),
}

#: The sign without which a variation has no effect (XIII); None where any roll will do.
EFFECT: dict[str, str | None] = {
    **dict.fromkeys(("sideways", "upside-down", "factorial", "multiple-operations", "three-operation")),
    **dict.fromkeys(("base", "multiple-of-k", "imaginary", "decimal-in-goal")),
    "remainder": "÷",
    "log": "÷",
    "average": "+",
    "smallest-prime": "x",
    "number-of-factors": "x",
    "percent": "√",
    "decimal-point": "^",
}
