"""What holds in every match, however it is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT
from rules.events import Tick, Timed
from rules.evidence import BlockDown, BlockUp, JudgePress, MatSeen, SeatPress
from rules.fold import Fold
from rules.game import View
from rules.mat import Mat
from rules.messages import say
from tests.rules.equations.wandering import messages, wander

REFUSALS = {"not-now", "out-of-turn", "illegal-move", "set-aside", "no-warning", "not-upheld", "insulated"}


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_what_holds_in_every_match(data: st.DataObject) -> None:
    for before, after in wander(data):
        same_again(before, after)
        cubes_are_conserved(before, after)
        scores_are_explained(after.view)
        nothing_sealed_shows(after.view)
        refusals_change_nothing(before, after)
        for message in messages(after.state, after.view):
            assert say(message, after.game.words)


def same_again(before: Fold, after: Fold) -> None:
    """The same line gives the same state, and leaves the old one as it was."""
    (timed,) = after.lines.last(1)
    assert before.apply(timed).state == after.state


def cubes_are_conserved(before: Fold, after: Fold) -> None:
    (timed,) = after.lines.last(1)
    if timed.event.name == "reading-corrected":
        return
    if before.view.shake == after.view.shake and before.view.mat and before.view.mat.cubes:
        assert after.view.mat is not None
        assert after.view.mat.cubes == before.view.mat.cubes


def scores_are_explained(view: View) -> None:
    for seat in view.seats:
        points = sum(shake.scores[seat.player] for shake in view.shakes)
        lost = sum(p.points for p in view.penalties if p.player == seat.player and p.status == "applied")
        assert seat.score == points + lost
    assert [penalty.n for penalty in view.penalties] == list(range(1, len(view.penalties) + 1))
    assert [p.t_ms for p in view.penalties] == sorted(p.t_ms for p in view.penalties)
    assert (view.match_points is not None) == view.over


def nothing_sealed_shows(view: View) -> None:
    if view.phase not in ("checking", "shake-over", "match-over"):
        assert view.papers == ()
    if view.phase == "checking":
        codes = {paper.status.code for paper in view.papers if paper.status}
        assert not codes & {"paper-correct", "paper-incorrect"}


def refusals_change_nothing(before: Fold, after: Fold) -> None:
    """A refusal leaves the shake as time alone would have left it."""
    (timed,) = after.lines.last(1)
    only_time = before.apply(Timed(timed.t_ms, Tick()))
    new = after.state.rulings.since(len(only_time.state.rulings))
    if any(ruling.code in REFUSALS - {"set-aside"} for ruling in new) and timed.event.name != "outage":
        assert after.state.shake == only_time.state.shake
        assert after.state.shakes == only_time.state.shakes


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_due_happens_just_after_its_time(data: st.DataObject) -> None:
    for _, after in wander(data, steps=15):
        due = after.view.next_due_ms
        if due is None or due < after.t_ms:
            continue
        at = after.apply(Timed(due, Tick())).state
        later = after.apply(Timed(due + 1, Tick())).state
        assert (at.shake, at.penalties) == (after.state.shake, after.state.penalties)
        assert later.shake != at.shake


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_no_limit_runs_for_ever(data: st.DataObject) -> None:
    """With time alone every limit ends: play goes on, or it is said that a judge must decide."""
    for _, after in wander(data, steps=12):
        limit = after.view.timer
        fold = after
        for _step in range(4):
            due = fold.view.next_due_ms
            if due is None:
                break
            fold = fold.apply(Timed(max(due + 1, fold.t_ms), Tick()))
        view = fold.view
        if view.timer.state.value == "stopped" and view.phase in ("rolling", "setting-goal"):
            assert any(ruling.message.code == "goal-lost" for ruling in view.rulings)
        elif view.timer.state.value not in ("stopped", "paused"):
            assert (view.timer.task, view.timer.deadline_ms) != (limit.task, limit.deadline_ms)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_evidence_is_always_answered(data: st.DataObject) -> None:
    """Whatever is seen or pressed, what is proposed can be read as lines of the match."""
    kit_cubes = [f"{kind.letter}{face}" for kind in EQUATIONS_KIT.kinds for face in kind.faces]
    for _, after in wander(data, steps=10):
        recorded = after.view.mat or Mat()
        sections = recorded.to_json()
        for _move in range(data.draw(st.integers(0, 2))):
            cube = data.draw(st.sampled_from([*map(str, recorded.cubes), *kit_cubes[:2]]))
            start, end = data.draw(st.sampled_from(list(sections))), data.draw(st.sampled_from(list(sections)))
            words = [word for word in sections[start].split() if word != "_"]
            if cube in words:
                words.remove(cube)
                sections[start] = " ".join(words)
            sections[end] = f"{sections[end]} {cube}"
        seen = Mat.parse(sections, EQUATIONS_KIT)
        for evidence in (MatSeen(seen), BlockUp(), BlockDown(), JudgePress(), SeatPress("A"), SeatPress("B")):
            proposal = after.game.propose(after.state, evidence, seen)
            options = proposal.question.options if proposal.question else ()
            for events in (proposal.events, *(option.events for option in options)):
                fold = after
                for event in events:
                    fold = fold.apply(fold.vet(Timed(after.t_ms, event)))


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_every_line_survives_its_text(data: st.DataObject) -> None:
    """A match read back from its own journal is the same match."""
    last = None
    for _, after in wander(data, steps=15):
        last = after
    if last is not None:
        opening, *rest = (timed.text for timed in last.lines)
        vocabulary = last.game.vocabulary
        state = last.game.start(vocabulary.parse(opening))
        for text in rest:
            state = last.game.apply(state, vocabulary.parse(text))
        assert state == last.state
