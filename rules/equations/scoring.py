"""Scores of a shake (X), totals with penalties, and match points (XII). Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.equations.readings import Readings
from rules.equations.rulebook import Rulebook
from rules.equations.state import Challenge, Claim, Match, Shake
from rules.game import Penalty, ShakeScores
from rules.messages import Message, Seat


def wrote_correctly(shake: Shake, player: str) -> bool:
    finding = shake.finding(player)
    return finding is not None and finding.correct is True


def shake_scores(shake: Shake, players: tuple[str, ...], rulebook: Rulebook) -> dict[str, int]:
    """The points of each player for a shake whose Equations have all been judged."""
    points = rulebook.points
    if shake.void:
        return dict.fromkeys(players, 0)
    if shake.challenge is None:
        scores = {p: points.last_correct if wrote_correctly(shake, p) else points.last_incorrect for p in players}
    else:
        scores = {player: _after_challenge(shake, shake.challenge, player, players, rulebook) for player in players}
    return scores | dict.fromkeys(shake.absent, points.absent)


def _after_challenge(
    shake: Shake, challenge: Challenge, player: str, players: tuple[str, ...], rulebook: Rulebook
) -> int:
    points = rulebook.points
    if had_to_write(shake, challenge, player, rulebook):
        correct = wrote_correctly(shake, player)
    else:
        # X-A-2: right by the others' being wrong, unless he took a wrong Equation for a right one.
        correct = not any(wrote_correctly(shake, other) for other in players if other != player)
        playing = len(players) - len(shake.absent) * rulebook.readings.absence_makes_two_players
        excepted = playing > 2 and challenge.claim.value in rulebook.accepting_counts_after
        if excepted and accepted_a_wrong_one(shake, player, rulebook):
            correct = False
    return _worth(shake, challenge, player, rulebook) if correct else points.incorrect


def third_presents(shake: Shake, challenge: Challenge, rulebook: Rulebook) -> bool:
    """Whether the Third Party counts as one who presents: by her word, or (another reading) by her paper."""
    if rulebook.readings.promise_binds:
        return shake.third_presents is True
    paper = shake.paper(challenge.third or "")
    return paper is not None and paper.equation is not None


def had_to_write(shake: Shake, challenge: Challenge, player: str, rulebook: Rulebook) -> bool:
    third = player == challenge.third and third_presents(shake, challenge, rulebook)
    return third or player == challenge.must_write


def sides_with_challenger(shake: Shake, challenge: Challenge, rulebook: Rulebook) -> bool:
    """The Third Party's side: presenting joins who must write, presenting nothing joins the other (VII-A-3)."""
    writers_side_is_challengers = challenge.claim is not Claim.IMPOSSIBLE
    return third_presents(shake, challenge, rulebook) == writers_side_is_challengers


def _worth(shake: Shake, challenge: Challenge, player: str, rulebook: Rulebook) -> int:
    """What being correct is worth (X-B)."""
    points = rulebook.points
    if player != challenge.third or not sides_with_challenger(shake, challenge, rulebook):
        return points.correct
    if challenge.claim is Claim.IMPOSSIBLE:
        return points.correct_without_paper
    alone = challenge.must_write == challenge.challenger and not wrote_correctly(shake, challenge.challenger)
    return points.correct_without_challenger if alone else points.correct_with_challenger


def accepted_a_wrong_one(shake: Shake, player: str, rulebook: Rulebook) -> bool:
    """Whether he accepted an Equation that was then shown to be wrong (X-A, exception).

    An acceptance that came after another checker had shown the fault does not count, unless it is read so.
    """
    wrong = [finding.writer for finding in shake.findings if not finding.correct]
    return any(_accepted(shake, writer, player, rulebook.readings) for writer in wrong)


def _accepted(shake: Shake, writer: str, player: str, readings: Readings) -> bool:
    answers = [answer for answer in shake.answers if answer.writer == writer]
    own = [n for n, answer in enumerate(answers) if answer.by == player and answer.accepted is not False]
    shown = [n for n, answer in enumerate(answers) if answer.accepted is False]
    if not own or (answers[own[0]].accepted is None and not readings.silence_accepts):
        return False
    if not shown:
        return readings.judges_proof_counts
    return readings.late_acceptance_counts or own[0] < shown[0]


def how_it_ended(shake: Shake) -> Message:
    """The story of a shake in one sentence."""
    if shake.void:
        return Message.of("how-void")
    if shake.challenge is None:
        return Message.of(f"how-{shake.cause.value}" if shake.cause else "how-void")
    challenge = shake.challenge
    return Message.of(
        f"how-{challenge.claim.value}", challenger=Seat(challenge.challenger), mover=Seat(challenge.mover)
    )


def penalties_now(match: Match) -> tuple[Penalty, ...]:
    """Every penalty with the status that judges have given it since."""
    decided = {penalty.n: penalty for penalty in match.initialled}
    return tuple(decided.get(given.n, given) for given in match.penalties)


def finished_shakes(match: Match) -> tuple[ShakeScores, ...]:
    """The shakes that are over, with the penalties that belong to each."""
    lost = [dict.fromkeys(match.players, 0) for _ in match.shakes]
    for penalty in penalties_now(match):
        if penalty.status == "applied" and 0 < penalty.shake <= len(lost):
            lost[penalty.shake - 1][penalty.player] += penalty.points
    return tuple(replace(scores, penalties=sums) for scores, sums in zip(match.shakes, lost, strict=True))


def totals(match: Match) -> dict[str, int]:
    """The sum of each player's shakes and applied penalties, those of the running shake included."""
    return match.totals


def leads(match: Match, player: str) -> bool:
    """Whether he has more points than every other player; penalties that wait for a judge do not count."""
    sums = totals(match)
    if not match.rulebook.readings.lead_counts_running_shake:
        for penalty in penalties_now(match):
            if penalty.status == "applied" and penalty.shake == match.playing.number:
                sums[penalty.player] -= penalty.points
    return all(sums[player] > score for other, score in sums.items() if other != player)


def match_points(sums: Mapping[str, int], rulebook: Rulebook) -> dict[str, int]:
    """The points of the match for each player, by place and by how many share it (XII-A)."""
    table = rulebook.places[len(sums)]
    points = {}
    for player, total in sums.items():
        place = 1 + sum(other > total for other in sums.values())
        sharing = sum(other == total for other in sums.values())
        points[player] = table[place, sharing]
    return points
