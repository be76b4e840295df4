"""How this house reads the places where the rule books are open, for the flow of a match.

A reading is a field of `Readings`, with the section that it is about; a league that reads a place otherwise
plays by another value (`dataclasses.replace`). What a book says in numbers is in `Points` and `Tasks` of
`rulebook.py`; `flow_readings.py` lists all of them, with those that leave nothing to choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Rejection(Enum):
    """What a checker's rejection does to an Equation (VII-C-4)."""

    IF_BORNE_OUT = "incorrect if the adjudicator finds a fault"
    ALWAYS = "incorrect in any case"
    BY_A_JUDGE = "undecided until a judge rules"


class LostGoal(Enum):
    """What follows when the roll or the Goal is lost with its extra minute (XI-A)."""

    JUDGE = "a judge says how to go on; until then it is still taken"
    VOID = "the shake is void"
    NEXT_PLAYER = "the next player rolls or sets, with a fresh limit"


class SilentThird(Enum):
    """When a Third Party who has said nothing does not present (VII-C-1, XI-A-1)."""

    COUNTDOWN = "at the end of the countdown, free"
    LIMIT = "at the end of the limit, free"
    EXTRA_MINUTE = "at the end of the extra minute, which costs the point"


class SilentOpponent(Enum):
    """What it means that an opponent says nothing to No Goal (IV-D)."""

    PAYS = "a point at the end of the countdown, agreement at the end of the extra minute"
    AGREES = "agreement at the end of the countdown, free"


@dataclass(frozen=True, slots=True)
class Readings:
    """One value a place; the defaults are those of this house."""

    # --- challenges and the block
    #: XI-A-1: the limit of a turn stands still while the block is out.
    turn_waits_for_block: bool = True
    #: XI-A-1: so do the limits of rolling, selecting, setting the Goal and answering No Goal.
    setting_up_waits_for_block: bool = True
    #: VI-B: who paid for fifteen seconds of silence may still state the challenge.
    late_statement_stands: bool = False
    #: VIII-B: the last Impossible is made when the block is lifted, not when it is stated.
    made_when_lifted: bool = False
    #: VIII-B: checking begins only when nobody may challenge Impossible any more.
    checking_waits_for_last_challenge: bool = False
    #: IV-D: who has agreed that there is no Goal cannot challenge any more.
    agreeing_is_final: bool = True

    # --- bonus moves, variations, corrections
    #: IV-C-2, V-C-2: the table itself charges a bonus move by the leader.
    table_charges_bonus: bool = False
    #: II-B-2: the table itself charges a variation that does not suit.
    table_charges_variation: bool = False
    #: V-C-2: charged before the second cube, the bonus cube stands as the regular move.
    lone_bonus_cube_stands: bool = True
    #: IV-D: a leading Goal-setter whose bonus move was struck is still bound to set a Goal.
    struck_bonus_binds: bool = False
    #: V-C: points lost in the running shake count for who is in the lead.
    lead_counts_running_shake: bool = True
    #: V-C: after the word the first cube must go to Forbidden; else the word is wasted.
    bonus_word_binds: bool = True
    #: II-B-2: after a charge the next try has a fresh limit; else the rest of the first one.
    fresh_time_for_second_try: bool = True
    #: II-B-2, II-B-3: of two selections, one that fails twice takes the other with it.
    failing_twice_loses_both: bool = True
    #: V-B: the last Mover may take a cube back.
    cubes_may_be_taken_back: bool = True
    #: IX-A-1: an illegal move that is undone leaves at least ten seconds.
    correction_extends_limit: bool = False

    # --- writing, checking, scoring
    rejection: Rejection = Rejection.IF_BORNE_OUT
    #: VII-C-4: a rejection is borne out by any fault, also one that the checker did not name.
    any_fault_bears_out: bool = True
    #: VII-C-3: an Equation shown to be wrong is decided; the other checker owes no answer.
    first_proof_decides: bool = False
    silent_third: SilentThird = SilentThird.COUNTDOWN
    #: X-A-1: a Third Party who said that she presents and does not is incorrect.
    promise_binds: bool = True
    #: X-A, exception: letting the time for checking run out counts as accepting.
    silence_accepts: bool = False
    #: X-A, exception: accepting counts though another checker had shown the fault before.
    late_acceptance_counts: bool = False
    #: X-A, exception: accepting counts also where a judge, not a checker, found the fault.
    judges_proof_counts: bool = True
    silent_opponent: SilentOpponent = SilentOpponent.PAYS
    #: IV-D-1: what was lost by penalty stays lost when the shake is void; for conduct it does in any case.
    penalties_outlive_void: bool = True
    #: X-D: three players, one of them absent, select and score as two.
    absence_makes_two_players: bool = False
    #: I-D, X-D: who set the Goal for another sets again when it is his own turn.
    stand_in_sets_again: bool = False

    # --- time and the round
    #: XI-A-1: which penalties wait for initials where a division has them: all, or those of time limits.
    initials_for_time_only: bool = False
    lost_goal: LostGoal = LostGoal.JUDGE
    #: XI-A-1-c: the time for the Goal does not begin before the minute for rolling is over.
    goal_waits_for_rolling_minute: bool = False
    #: XI-A-2: of flipping the sand timer or not, the shorter wait counts; else all of the sand runs out.
    lesser_sand: bool = True
    #: XI-B, II-A-1: a shake has begun with its time, before the cubes are rolled.
    begun_before_roll: bool = True


HOUSE = Readings()
