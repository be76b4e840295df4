"""How fast matches are folded. Prints; asserts nothing.

    python tests/bench/replay.py [EVENTS]

For each ruleset: events a second through `apply` alone (the lines are read and vetted before, which is timed for
itself), the last tenth of a long match against the first tenth of another one, and the milliseconds that a match of
40 minutes takes from its lines to its state. Nobody rejects an Equation in the long match, so that the adjudicator is
not asked; in the match of 40 minutes it is, once. All times are of the processor, so that whatever else the machine
does counts less.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

START = time.process_time()

from rules.fold import Fold  # noqa: E402  (what the imports take is part of the answer)
from rules.games import GAMES  # noqa: E402
from rules.outcome import outcome  # noqa: E402

IMPORTED = time.process_time() - START

MLAG, AGLOA = "mlag-basic-equations-2018", "agloa-equations-2019"
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"
VARIATIONS = ("factorial", "multiple-operations", "number-of-factors")
#: The length of a round, in seconds, with the extra minutes of a shake that is under way.
FORTY_MINUTES = 2400
#: How many events are timed in one match before the other has its turn.
PIECE = 100

Line = dict[str, Any]
T = TypeVar("T")


def opening(ruleset: str) -> Line:
    started = {"t": 0, "event": "match-started", "ruleset": ruleset, "division": "junior"}
    return started | {"players": ["A", "B", "C"]}


def shake(ruleset: str, number: int, t: float, *, pace: float, rejected: bool = False) -> list[Line]:
    """A shake of three: roll, variations, Goal, twelve turns with a bonus move, a Now challenge, papers, answers.

    `pace` is the seconds between two things that happen. In each fourth shake somebody speaks out of turn, in
    each third one somebody is late; with `rejected`, a checker does not believe the paper.
    """
    setter, second, third = ("ABC"[(number + k) % 3] for k in range(3))
    lines: list[Line] = [{"event": "shake-started", "goal_setter": setter}]
    lines.append({"event": "cubes-rolled", "resources": ROLL})
    if ruleset == AGLOA:
        for player, variation in zip((setter, second, third), VARIATIONS, strict=True):
            lines.append({"event": "variation-selected", "player": player, "variation": variation})
    lines.append({"event": "goal-set", "player": setter, "goal": "G6"})
    cubes = [cube for cube in ROLL.split() if cube not in ("G6", "R2", "Bx", "R3")]
    movers = (second, third, setter)
    for turn in range(12):
        player = movers[turn % 3]
        if number % 4 == 3 and turn == 5:
            wrong = {"player": movers[(turn + 1) % 3], "cube": cubes[0], "from": "resources", "to": "permitted"}
            lines.append({"event": "cube-moved", **wrong})
        if turn == 4:
            lines.append({"event": "bonus-called", "player": player})
            bonus = {"player": player, "cube": cubes.pop(), "from": "resources", "to": "forbidden"}
            lines.append({"event": "cube-moved", **bonus})
        cube = ("R2", "Bx")[turn] if turn < 2 else cubes.pop(0)
        move = {"player": player, "cube": cube, "from": "resources", "to": "required" if turn < 2 else "permitted"}
        lines.append({"event": "cube-moved", **move})
    last = movers[11 % 3]
    challenger, other = (player for player in "ABC" if player != last)
    lines.append({"event": "block-lifted", "player": challenger})
    lines.append({"event": "challenge-stated", "player": challenger, "challenge": "now"})
    lines.append({"event": "third-party-decided", "player": other, "presents": False})
    lines.append({"event": "equation-presented", "player": challenger, "equation": "2x3=6"})
    for checker in (last, other):
        accepted = not (rejected and checker == last)
        lines.append({"event": "equation-checked", "writer": challenger, "by": checker, "accepted": accepted})
    late = {len(lines) - 10: 135.0} if number % 3 == 2 and pace > 1 else {}
    for place, line in enumerate(lines):
        t += late.get(place, pace)
        line["t"] = round(t, 3)
    return lines


def without_end(ruleset: str) -> Iterator[Line]:
    """Shakes one after the other."""
    number, t = 0, 0.0
    while True:
        lines = shake(ruleset, number, t, pace=1)
        yield from lines
        number, t = number + 1, lines[-1]["t"]


def forty_minutes(ruleset: str) -> list[Line]:
    """A match as it is played: an event every eleven seconds, the end of the round, initials, signatures."""
    lines, number, t = [opening(ruleset)], 0, 0.0
    while t < FORTY_MINUTES - 300:
        lines += shake(ruleset, number, t, pace=11, rejected=number == 1)
        number, t = number + 1, lines[-1]["t"] + 20
    lines.append({"t": FORTY_MINUTES, "event": "round-time-called"})
    return lines + [{"t": FORTY_MINUTES + 5, "event": "scoresheet-signed", "player": player} for player in "ABC"]


def played(lines: list[Line]) -> Fold:
    fold = Fold.open(GAMES, lines[0])
    for line in lines[1:]:
        fold = fold.apply(fold.read(line))
    return fold


def timed(work: Callable[[], T]) -> tuple[float, T]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


@dataclass
class Spent:
    """Seconds of the processor, and for how many events."""

    events: int = 0
    reading_s: float = 0.0
    applying_s: float = 0.0

    @property
    def pace(self) -> float:
        """Events a second through `apply`."""
        return self.events / self.applying_s

    def fold(self, match: Fold, lines: Iterator[Line], count: int) -> Fold:
        """The match after so many lines more."""
        for line in islice(lines, count):
            began = time.process_time()
            vetted = match.read(line)
            read = time.process_time()
            match = match.apply(vetted)
            self.applying_s += time.process_time() - read
            self.reading_s += read - began
            self.events += 1
        return match


def long_match(ruleset: str, events: int) -> None:
    match, lines = Fold.open(GAMES, opening(ruleset)), without_end(ruleset)
    tenths = [Spent() for _ in range(10)]
    for tenth in tenths[:-1]:
        match = tenth.fold(match, lines, events // 10)
    # Beside the last tenth the first one of another match, piece by piece: what else the machine does meets both.
    other, others, beginning = Fold.open(GAMES, opening(ruleset)), without_end(ruleset), Spent()
    for _ in range(events // 10 // PIECE):
        match = tenths[-1].fold(match, lines, PIECE)
        other = beginning.fold(other, others, PIECE)
    refused = sum(ruling.refuses for ruling in match.view.rulings)
    vetting = events / sum(tenth.reading_s for tenth in tenths)
    print(f"  {len(match.lines)} lines, {len(match.view.shakes)} shakes, {refused} refusals")
    print("  apply, events a second, by tenths: " + " ".join(f"{tenth.pace:.0f}" for tenth in tenths))
    print(
        f"  last tenth / first tenth beside it: {tenths[-1].pace / beginning.pace:.2f}; vetting: {vetting:.0f} a second"
    )


def forty(ruleset: str) -> None:
    lines = forty_minutes(ruleset)
    first_s, _ = timed(lambda: played(lines))
    best_s, fold = min((timed(lambda: played(lines)) for _ in range(5)), key=lambda found: found[0])
    told_s, _ = timed(lambda: outcome(fold.view, fold.game.words))
    view = fold.view
    scores = " ".join(f"{seat.player} {seat.score}" for seat in view.seats)
    print(f"  40 minutes: {len(lines)} lines, {len(view.shakes)} shakes, {len(view.penalties)} penalties, {scores}")
    print(
        f"  folded in {best_s * 1000:.1f} ms ({first_s * 1000:.1f} ms the first time); told in {told_s * 1000:.1f} ms"
    )


def main(events: int) -> None:
    print(f"start: the rules are imported in {IMPORTED * 1000:.0f} ms")
    for ruleset in (MLAG, AGLOA):
        print(ruleset)
        forty(ruleset)
        long_match(ruleset, events)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
