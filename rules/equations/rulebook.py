"""What a league's rule book says that can be said in numbers, names and section signs.

The handlers of this package know how a shake goes; everything in which one ruleset differs from
another is a field of `Rulebook`, never an `if`. MLAG Basic Equations 2018-19 is below, AGLOA Equations
2019-20 in `agloa.py`. Covered, of both:

| sections | matter | state |
| --- | --- | --- |
| I, II | players, lot, rotation, rolling, variations | built |
| III, VII-B, XIII | expressions, Equations, variations | `rules/adjudicator` |
| IV | Goal, bonus move, No Goal | built |
| V, VIII | moves, bonus moves, taking a cube back, last cube | built |
| VI | challenges and the block | built |
| VII | writing and checking | built |
| IX | charges and conduct | built; disqualification and replayed shakes are not |
| X, XII | scores and match points, an absent player | built; one of two being absent is for a judge |
| XI | time limits, the sand timer, end of the round | built |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.cubes import EQUATIONS_KIT, Kit
from rules.equations.readings import HOUSE, Readings
from rules.limits import MINUTE_MS, SECOND_MS


@dataclass(frozen=True, slots=True)
class Task:
    """Something that must be done in time. `code` is its name in the catalogue, `cite` where its limit stands."""

    code: str
    limit_ms: int
    cite: str
    countdown_ms: int = 10 * SECOND_MS
    extra_ms: int = MINUTE_MS


@dataclass(frozen=True, slots=True)
class Tasks:
    """The limits of a ruleset (XI-A-1)."""

    roll: Task
    #: None where there are no variations to select.
    select: Task | None
    #: None where the time for rolling goes on until the Goal is set.
    goal: Task | None
    no_goal: Task
    first_turn: Task
    turn: Task
    claim: Task
    write: Task
    check: Task
    #: How long after the last cube Impossible may still be challenged.
    last_challenge_ms: int


@dataclass(frozen=True, slots=True)
class Points:
    """What a shake is worth (X) and what is lost (XI-A and the Guide)."""

    correct: int
    #: A correct Third Party on the Challenger's side.
    correct_with_challenger: int
    #: The same where the Challenger himself is incorrect, though he had to write.
    correct_without_challenger: int
    #: A correct Third Party who presented nothing after Impossible (X-B-3 and X-B-4 differ on it).
    correct_without_paper: int
    incorrect: int
    #: After the last cube, or when the round is stopped.
    last_correct: int
    last_incorrect: int
    late: int
    #: At the end of the extra minute; 0 for none.
    late_again: int
    #: A challenge that the book names as invalid: against oneself, Now too soon, anything too late (VI, VIII-B).
    invalid_challenge: int
    #: One that it does not name: before the Goal, in other words, against a No Goal that nobody declared.
    baseless_challenge: int
    silent_block: int
    conduct: int
    #: The score of a shake for who is absent (X-D).
    absent: int
    #: A bonus move by the leader, if it is charged; 0 where leaders may make one.
    bonus_in_lead: int
    #: An unsuitable variation, if it is charged.
    variation: int


@dataclass(frozen=True, slots=True)
class Cites:
    """Where the rule book says it; one field a matter that a ruling may be about."""

    lot: str
    rotation: str
    roll: str
    goal: str
    goal_bonus: str
    no_goal: str
    turn: str
    bonus: str
    last_cube: str
    challenge: str
    block: str
    now_resources: str
    now_empty: str
    late_impossible: str
    writers: str
    third_party: str
    presenting: str
    checking: str
    verdict: str
    charge: str
    insulation: str
    conduct: str
    initials: str
    time: str
    absent: str
    round_end: str
    sign: str
    #: Where the book has variations: selecting them, and those that do not suit.
    selecting: str = ""
    unsuitable: str = ""
    #: Where the book knows conduct that two judges penalise without a warning.
    conduct_at_once: str = ""


#: (place, how many share it) → points, for each number of players.
Places = Mapping[int, Mapping[tuple[int, int], int]]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One ruleset of Equations as data."""

    ruleset: str
    title: str
    kit: Kit
    divisions: tuple[str, ...]
    player_counts: tuple[int, ...]
    tasks: Tasks
    points: Points
    places: Places
    cites: Cites
    #: Divisions in which a point is lost only when a judge has initialled it.
    initials_divisions: frozenset[str]
    #: Challenges after which accepting a wrong Equation costs a player his correctness.
    accepting_counts_after: frozenset[str]
    #: A judge's word is enough to penalise conduct without a warning if another judge agrees.
    two_judges_need_no_warning: bool
    #: Presenting other words in place of an Equation that is still undecided makes it incorrect.
    change_makes_incorrect: bool
    #: Divisions in which, of two players, the one who does not set the Goal selects two variations.
    two_picks_divisions: frozenset[str] = frozenset()
    #: Divisions in which everybody may select a second variation.
    further_pick_divisions: frozenset[str] = frozenset()
    #: The year in which the season ends, for variations that are played every second one.
    season: int | None = None
    #: How the places are read where the book is open.
    readings: Readings = HOUSE
    #: The adjudicator's readings that the league has chosen otherwise (`rules/adjudicator/readings.py`), by name.
    adjudicating: Mapping[str, Any] = field(default_factory=dict)

    def needs_initials(self, division: str) -> bool:
        return division in self.initials_divisions


MLAG_2018 = Rulebook(
    ruleset="mlag-basic-equations-2018",
    title="MLAG Basic Equations 2018-19",
    kit=EQUATIONS_KIT,
    divisions=("minor", "elementary", "middle", "junior", "senior"),
    player_counts=(2, 3),
    tasks=Tasks(
        roll=Task("task-roll-and-goal", 2 * MINUTE_MS, "XI-A-1-a"),
        select=None,
        goal=None,
        no_goal=Task("task-answer-no-goal", MINUTE_MS, "IV-D"),
        first_turn=Task("task-first-turn", 2 * MINUTE_MS, "XI-A-1-b"),
        turn=Task("task-turn", MINUTE_MS, "XI-A-1-c"),
        # The Guide takes a point for a block lifted in silence, and play goes on.
        claim=Task("task-state-challenge", 15 * SECOND_MS, "XI-A-1-d", countdown_ms=0, extra_ms=0),
        write=Task("task-write", 2 * MINUTE_MS, "XI-A-1-f"),
        check=Task("task-check", 2 * MINUTE_MS, "XI-A-1-g"),
        last_challenge_ms=MINUTE_MS,
    ),
    points=Points(
        correct=6,
        correct_with_challenger=4,
        correct_without_challenger=4,
        correct_without_paper=4,
        incorrect=2,
        last_correct=4,
        last_incorrect=2,
        late=-1,
        late_again=0,
        invalid_challenge=0,
        baseless_challenge=0,
        silent_block=-1,
        conduct=-1,
        absent=0,
        bonus_in_lead=0,
        variation=0,
    ),
    places={
        2: {(1, 1): 6, (1, 2): 5, (2, 1): 4},
        3: {(1, 1): 6, (1, 2): 5, (1, 3): 4, (2, 1): 4, (2, 2): 3, (3, 1): 2},
    },
    cites=Cites(
        lot="I-D",
        rotation="I-D",
        roll="II",
        goal="IV-A",
        goal_bonus="IV-C",
        no_goal="IV-D",
        turn="V-B",
        bonus="V-C",
        last_cube="VIII-A",
        challenge="VI-A",
        block="VI-B",
        now_resources="VI-A-2-a",
        now_empty="VI-A-2-b",
        late_impossible="VIII-B",
        writers="VII-A",
        third_party="VII-A-3",
        presenting="VII-C-1",
        checking="VII-C-2",
        verdict="VII-C-3",
        charge="IX-A",
        insulation="IX-B",
        conduct="IX-C",
        initials="XI-A",
        time="XI-A",
        absent="X-D",
        round_end="XI-B",
        sign="XII-B",
    ),
    initials_divisions=frozenset({"minor", "elementary", "middle"}),
    accepting_counts_after=frozenset({"impossible"}),
    two_judges_need_no_warning=False,
    change_makes_incorrect=False,
)
