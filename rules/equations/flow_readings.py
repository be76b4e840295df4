"""Every place in the flow of a match where the rule books are open: what can be chosen, and what is settled.

A `Choice` names the field of `Rulebook` that holds it. `docs/flow-readings.md` is written from this page, and a
test holds it to it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading that a league may choose otherwise."""

    #: The field, as a path from the `Rulebook`.
    setting: str
    cite: str
    question: str
    taken: str
    otherwise: str

    @property
    def name(self) -> str:
        """The name by which a league chooses it: `rejection`, `points_absent`."""
        return self.setting.removeprefix("readings.").replace(".", "_")


@dataclass(frozen=True, slots=True)
class Settled:
    """A reading that leaves nothing to choose, and why."""

    cite: str
    question: str
    taken: str
    because: str


CHOICES: tuple[Choice, ...] = (
    Choice(
        "points.correct_without_paper",
        "X-B-3, X-B-4",
        "What is a Third Party worth who presents nothing after Impossible, when the Mover is wrong?",
        "4: the row made for this case goes before the general one",
        "6, by the general row",
    ),
    Choice(
        "readings.table_charges_bonus",
        "IV-C-2, V-C-2, IX-B",
        "Who points out a bonus move by the leader?",
        "an opponent; the table says nothing",
        "the table, with the move",
    ),
    Choice(
        "readings.table_charges_variation",
        "II-B-2",
        "Who points out a variation that does not suit?",
        "an opponent; the table says nothing",
        "the table, with the selection",
    ),
    Choice(
        "readings.rejection",
        "VII-C-4",
        "What does a rejection do?",
        "the Equation is incorrect if the adjudicator finds a fault; a judge's word stands above",
        "it is incorrect in any case; or only a judge decides",
    ),
    Choice(
        "readings.any_fault_bears_out",
        "VII-C-4",
        "The fault that the checker named is not there, but another one is.",
        "the rejection is borne out",
        "it is not; only a fault that was named counts (one who named none in the record has shown it)",
    ),
    Choice(
        "points.invalid_challenge",
        "VI-A-2, VI-B, VIII-B",
        "What does a challenge cost that the book names as invalid?",
        "a point in AGLOA, nothing in MLAG",
        "any other number of points",
    ),
    Choice(
        "points.baseless_challenge",
        "VI, MLAG Guide",
        "What does a challenge cost before the Goal, in other words, or of a No Goal that nobody declared?",
        "as any other invalid one; the Guide's point is for a block lifted in silence",
        "a point in MLAG too",
    ),
    Choice(
        "points.silent_block",
        "VI-B, MLAG Guide",
        "What does a block cost that is lifted and says nothing?",
        "a point in both books",
        "any other number of points",
    ),
    Choice(
        "tasks.claim",
        "XI-A-1, XI-A-3",
        "Has stating a challenge a countdown and an extra minute? MLAG makes no exception in words.",
        "neither, in both books",
        "both: the point falls after the countdown, and there is a minute more to state it",
    ),
    Choice(
        "accepting_counts_after",
        "X-A, exception; IV-D-2",
        "After which challenges is a player incorrect who accepted a wrong Equation?",
        "AGLOA: Now and Impossible, as No Goal has a table of its own; MLAG: Impossible alone",
        "any set of the three",
    ),
    Choice(
        "initials_divisions",
        "XI-A, note",
        "Where does a penalty wait for a judge's initials?",
        "in Elementary and Middle, in MLAG also in Minor",
        "any divisions",
    ),
    Choice(
        "readings.initials_for_time_only",
        "XI-A, note",
        "Which penalties wait for them?",
        "all but a judge's own",
        "those of the section on time alone",
    ),
    Choice(
        "points.late_again",
        "XI-A",
        "What is lost at the end of the extra minute, beside the turn or the task?",
        "a second point in AGLOA, none in MLAG",
        "any other number of points",
    ),
    Choice(
        "readings.lost_goal",
        "XI-A, IV",
        "What follows when the roll or the Goal is lost?",
        "a judge says how to go on; phase and player stay, and it is still taken",
        "the shake is void; or the next player rolls or sets, with a fresh limit",
    ),
    Choice(
        "readings.turn_waits_for_block",
        "XI-A-1",
        "Does the limit of a turn run while the block is out?",
        "it stands still",
        "it runs on",
    ),
    Choice(
        "readings.setting_up_waits_for_block",
        "XI-A-1",
        "And the limits of rolling, selecting, the Goal, and No Goal?",
        "they stand still",
        "they run on",
    ),
    Choice(
        "readings.late_statement_stands",
        "VI-B",
        "A challenge is stated after the fifteen seconds have cost their point.",
        "set aside at no further cost; the block may be lifted again",
        "it stands: the point has paid for it",
    ),
    Choice(
        "readings.made_when_lifted",
        "VIII-B",
        "The block is lifted in the first minute after the last cube, Impossible stated after it.",
        "too late: a challenge is made when it is stated",
        "in time: it is made when the block is lifted",
    ),
    Choice(
        "readings.checking_waits_for_last_challenge",
        "VIII-B",
        "Everyone has presented before that minute is over.",
        "checking has begun, and nobody can challenge any more",
        "Impossible may be challenged until the minute is over",
    ),
    Choice(
        "readings.agreeing_is_final",
        "IV-D",
        "Somebody challenges No Goal who had agreed to it before.",
        "he cannot",
        "he can, until all have agreed",
    ),
    Choice(
        "readings.lone_bonus_cube_stands",
        "V-C-2",
        "A leader's bonus move is charged before the second cube.",
        "the cube stands as the regular move, and the turn passes",
        "it goes back, and the player moves again",
    ),
    Choice(
        "readings.struck_bonus_binds",
        "IV-C-2, IV-D",
        "A leading Goal-setter's bonus move was struck. May No Goal be declared?",
        "yes: there is no bonus move any more",
        "no: the word binds to a Goal",
    ),
    Choice(
        "readings.lead_counts_running_shake",
        "V-C",
        "Do points lost in the running shake count for who leads?",
        "yes, once they are applied",
        "only when the shake is over",
    ),
    Choice(
        "readings.bonus_word_binds",
        "V-C",
        "“Bonus” was said, and the first cube goes to Required or Permitted.",
        "an illegal move, undone; the word stands",
        "a regular move; the word is wasted",
    ),
    Choice(
        "readings.fresh_time_for_second_try",
        "II-B-2",
        "How long has a player for the second try after a charge?",
        "a fresh limit",
        "what was left of the first one",
    ),
    Choice(
        "readings.failing_twice_loses_both",
        "II-B-2, II-B-3",
        "A player with two selections fails twice with one of them.",
        "none of them is left",
        "only that one is lost",
    ),
    Choice(
        "readings.cubes_may_be_taken_back",
        "V-B, V-C-2",
        "May a cube be taken back?",
        "the last Mover may correct himself until somebody else has acted legally",
        "never",
    ),
    Choice(
        "readings.correction_extends_limit",
        "IX-A-1",
        "Ten seconds are due for correcting an illegal move.",
        "the countdown is enough",
        "the limit is moved on, unless the point is lost already",
    ),
    Choice(
        "two_judges_need_no_warning",
        "IX-C, IX-D",
        "May two judges penalise conduct without a warning?",
        "in AGLOA, whose book says so",
        "in MLAG too",
    ),
    Choice(
        "readings.silent_third",
        "VII-C-1, XI-A-1",
        "A Third Party says nothing until the time for writing is over.",
        "she does not present from the end of the countdown on, at no cost",
        "from the end of the limit on; or she buys the extra minute like a writer",
    ),
    Choice(
        "readings.promise_binds",
        "X-A-1, X-B-1",
        "A Third Party said that she presents, and presents nothing.",
        "she is incorrect",
        "she counts as one who does not present",
    ),
    Choice(
        "change_makes_incorrect",
        "VII-C-2-a",
        "A writer presents other words in place of an Equation that is undecided.",
        "AGLOA: it is incorrect; MLAG: the first words stand",
        "the same in both",
    ),
    Choice(
        "readings.silence_accepts",
        "X-A, exception",
        "Has a checker accepted whose time ran out?",
        "no",
        "yes",
    ),
    Choice(
        "readings.judges_proof_counts",
        "X-A, exception",
        "An Equation was accepted, and a judge finds it incorrect.",
        "accepting it counts as if a checker had shown the fault",
        "it does not",
    ),
    Choice(
        "readings.late_acceptance_counts",
        "X-A, exception",
        "A checker accepts when the other one has shown the fault already.",
        "that costs nothing",
        "it counts like any other acceptance",
    ),
    Choice(
        "readings.first_proof_decides",
        "VII-C-3",
        "One checker has shown the fault, the other has not answered.",
        "the answer is still owed",
        "the Equation is decided",
    ),
    Choice(
        "readings.silent_opponent",
        "IV-D",
        "An opponent says nothing to No Goal; the list of limits does not name it.",
        "a point as for any task, and agreement with the extra minute",
        "agreement at the end of the countdown, free",
    ),
    Choice(
        "readings.penalties_outlive_void",
        "IV-D-1",
        "What becomes of the penalties of a void shake?",
        "they stand",
        "they are refused; only those for conduct stand",
    ),
    Choice(
        "points.absent",
        "X-D",
        "What is a shake worth to a player who is absent?",
        "-2 in AGLOA, 0 in MLAG",
        "any other number of points",
    ),
    Choice(
        "readings.absence_makes_two_players",
        "X-D, II-B-3, X-A",
        "Is a shake of three with one absent a two-player one?",
        "for turns and the Third Party alone",
        "also for the second selection and for who accepts a wrong Equation",
    ),
    Choice(
        "readings.stand_in_sets_again",
        "I-D, X-D",
        "Who sets the next Goal after one was set in an absent player's place?",
        "the player to the left of who set it",
        "who set it, if that is his own turn",
    ),
    Choice(
        "readings.goal_waits_for_rolling_minute",
        "XI-A-1-c",
        "When do the two minutes for the Goal begin?",
        "with the last selection",
        "not before the minute for rolling is over",
    ),
    Choice(
        "readings.lesser_sand",
        "XI-A-2",
        "With the sand timer, how long does the next limit wait for sand that is left?",
        "the shorter of flipping and not flipping",
        "until all of it has run",
    ),
    Choice(
        "readings.begun_before_roll",
        "XI-B, II-A-1, MLAG Guide",
        "Time is called while the cubes are not rolled yet.",
        "the shake has begun and is played",
        "it has not: the match is over",
    ),
)

SETTLED: tuple[Settled, ...] = (
    Settled(
        "XI-A",
        "Something is done at the very moment of a deadline.",
        "in time",
        "a limit of one millisecond less would be the other reading",
    ),
    Settled(
        "IV-B-3-c (MLAG)",
        "The time for the Goal runs out with cubes in the Goal section.",
        "at the end of the extra minute the Goal is lost, and what lies there can still be set",
        "the record knows no Goal that is half set; the word, or a judge's, makes it one",
    ),
    Settled(
        "VIII-A",
        "The last cube goes to Forbidden, and somebody challenges.",
        "the move is undone at once, so a challenge is against the Mover before",
        "a record has no moment between the move and its undoing",
    ),
    Settled(
        "VIII-B",
        "Somebody has presented when Impossible is challenged after the last cube.",
        "the Mover's and the Third Party's papers stand, the Challenger's is void",
        "a Challenger of Impossible may not present, and a decision to present is not taken back",
    ),
    Settled(
        "VI-A",
        "May a player challenge who has just lost his turn?",
        "yes",
        "a challenge does not depend on whose turn it is",
    ),
    Settled(
        "VI-A, IV-D",
        "No Goal is challenged where nobody declared it.",
        "an invalid challenge",
        "what it costs is `points.baseless_challenge`",
    ),
    Settled(
        "VI-B",
        "A second challenge while one stands.",
        "no place for it, free",
        "there is no block left to lift",
    ),
    Settled(
        "XI-B-2",
        "A challenge after the stop.",
        "no place for it, free",
        "the stop forbids challenges; nothing is there to be set aside",
    ),
    Settled(
        "AGLOA glossary",
        "Which challenges are invalid where a book does not list them?",
        "the same in both books",
        "each would stand with nothing to prove; their cost is data of each book",
    ),
    Settled(
        "VI-B",
        "Until when do words belong to fifteen seconds that have run out?",
        "until the block is lifted anew or a cube is moved",
        "a longer memory would silence a player whose next challenge is a new one",
    ),
    Settled(
        "V-C-2, comment (b)",
        "Two cubes are moved without “Bonus”.",
        "the first one is the move; choosing the other is taking the first back",
        "the record has an order, and a correction for the choice",
    ),
    Settled(
        "II-B-3",
        "Until when may a Senior player select a second variation?",
        "until the next player has selected; the last one, until the Goal",
        "after that it would change what others have chosen with it in view",
    ),
    Settled(
        "II-B-2",
        "Two selections in a row do not suit. Can the first still be charged?",
        "yes",
        "only a legal selection of the next player closes it",
    ),
    Settled(
        "XIII-C, XIII-D",
        "A variation is selected that is in force in every shake.",
        "it does not suit",
        "it has no effect, and an opponent has the same remedy as for any other",
    ),
    Settled(
        "IX-A",
        "A charge is false.",
        "not upheld, free",
        "the books say that it is free; frequent ones are conduct",
    ),
    Settled(
        "IX-C, XII-B",
        "Players sent out, shakes played again, cheating with the sheet.",
        "nothing of the table's",
        "they are judges' decisions about matches, and there is no event for them",
    ),
    Settled(
        "VII-C-2-a",
        "Is an Equation checked that was changed after it was presented?",
        "no, it is decided",
        "what is incorrect of itself leaves nothing to show",
    ),
    Settled(
        "VII-C-3",
        "Two Equations are checked by turns.",
        "one limit at a time, which begins anew when one is decided",
        "each Equation has its own time",
    ),
    Settled(
        "VII-C-3",
        "Nobody has answered on either of two Equations. Whose time was it?",
        "the first writer's in the order of the seats",
        "somebody's it must be, and a record must always give the same answer",
    ),
    Settled(
        "VII-C-3, XI-A",
        "The time turns to another Equation in the extra minute. What of a checker who owes an answer only now?",
        "he has the rest of that minute, and loses the answer with it, not a point",
        "another point is for who has lost a first one, and none falls without a countdown (XI-A-3)",
    ),
    Settled(
        "VII-C-4",
        "A judge rules when the shake is over.",
        "its scores change, until the next shake begins",
        "a judge's word stands above every finding",
    ),
    Settled(
        "X-D",
        "A task is a player's who becomes absent.",
        "roll, Goal and turn pass on with a fresh limit; selecting, writing and checking lapse; free",
        "nobody can be late who is not there, and the others must be able to play",
    ),
    Settled(
        "X-D",
        "One of two players is absent.",
        "for a judge",
        "nobody is left to play against",
    ),
    Settled(
        "II-B-1-b",
        "The cubes are rolled after the minute.",
        "fifteen seconds from the roll",
        "of the roll and the minute the later one counts, and that is the roll",
    ),
    Settled(
        "XI-B-2",
        "The stop comes before the Goal, or while the block is out.",
        "no points for anyone; with the block out its fifteen seconds run first",
        "without a Goal nothing can be written, and a challenge that is being made is under way",
    ),
    Settled(
        "XI-B-3",
        "A judge's time at the table in the last minutes is given back.",
        "the stop of that table comes later",
        "when to stop a table is told to it, not counted by it",
    ),
)
