"""The readings as one value; each has a case of its own in the files of its subject, which are gathered here."""

from rules.equations.readings import HOUSE
from rules.equations.rulebook import MLAG_2018
from tests.rules.equations import (
    test_readings_challenges,
    test_readings_procedure,
    test_readings_scoring,
    test_readings_time,
)

SUBJECTS = (test_readings_challenges, test_readings_procedure, test_readings_scoring, test_readings_time)
CASES = tuple(case for subject in SUBJECTS for case in subject.CASES)


def test_the_house_has_one_value_a_reading() -> None:
    assert MLAG_2018.readings is HOUSE
