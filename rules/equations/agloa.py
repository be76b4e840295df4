"""AGLOA Equations 2019-20 as data, beside MLAG Basic Equations in `rulebook.py`."""

from __future__ import annotations

from rules.cubes import EQUATIONS_KIT
from rules.equations.rulebook import MLAG_2018, Cites, Points, Rulebook, Task, Tasks
from rules.limits import MINUTE_MS, SECOND_MS

AGLOA_2019 = Rulebook(
    ruleset="agloa-equations-2019",
    title="AGLOA Equations 2019-20",
    kit=EQUATIONS_KIT,
    divisions=("elementary", "middle", "junior", "senior"),
    player_counts=(2, 3),
    tasks=Tasks(
        roll=Task("task-roll", MINUTE_MS, "XI-A-1-a"),
        select=Task("task-select", 15 * SECOND_MS, "XI-A-1-b"),
        goal=Task("task-goal", 2 * MINUTE_MS, "XI-A-1-c"),
        no_goal=Task("task-answer-no-goal", MINUTE_MS, "IV-D"),
        first_turn=Task("task-first-turn", 2 * MINUTE_MS, "XI-A-1-d"),
        turn=Task("task-turn", MINUTE_MS, "XI-A-1-e"),
        # XI-A-3: no countdown and no extra minute.
        claim=Task("task-state-challenge", 15 * SECOND_MS, "XI-A-1-f", countdown_ms=0, extra_ms=0),
        write=Task("task-write", 2 * MINUTE_MS, "XI-A-1-h"),
        check=Task("task-check", 2 * MINUTE_MS, "XI-A-1-i"),
        last_challenge_ms=MINUTE_MS,
    ),
    points=Points(
        correct=6,
        correct_with_challenger=4,
        correct_without_challenger=6,
        # X-B-4 names this very case and so goes before X-B-3.
        correct_without_paper=4,
        incorrect=2,
        last_correct=4,
        last_incorrect=2,
        late=-1,
        late_again=-1,
        invalid_challenge=-1,
        baseless_challenge=-1,
        silent_block=-1,
        conduct=-1,
        absent=-2,
        bonus_in_lead=-1,
        variation=-1,
    ),
    # XII-A is the same table in both books.
    places=MLAG_2018.places,
    cites=Cites(
        lot="I-D",
        rotation="I-D",
        roll="II-A",
        selecting="II-B-1",
        unsuitable="II-B-2",
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
        third_party="VII-C-1",
        presenting="VII-C-2-a",
        checking="VII-C-3",
        verdict="VII-C-4",
        charge="IX-A",
        insulation="IX-B",
        conduct="IX-C",
        conduct_at_once="IX-D",
        initials="XI-A",
        time="XI-A",
        absent="X-D",
        round_end="XI-B",
        sign="XII-B",
    ),
    initials_divisions=frozenset({"elementary", "middle"}),
    # IV-D-2 has a complete table of its own for No Goal.
    accepting_counts_after=frozenset({"now", "impossible"}),
    two_judges_need_no_warning=True,
    change_makes_incorrect=True,
    two_picks_divisions=frozenset({"elementary", "middle", "junior"}),
    further_pick_divisions=frozenset({"senior"}),
    season=2020,
)
