"""From frames to sightings: what changed on the table, said once, with the time of the first frame that shows it.

The watcher has no clock: it knows the times of its frames alone, so a recording gives the sightings that the
live camera gave. It decides nothing; a cube that has gone may be in a hand, and what that means is for others.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.cubes import Kit
from rules.mat import Section
from vision.board import Board, SeenCube
from vision.changes import PLACES, changes, steps
from vision.frames import Frame
from vision.layout import Layout, load_layout
from vision.look_back import Memory, first_shown
from vision.motion import Mask, Small, small
from vision.pictures import Image
from vision.reader import HAND_OVER_MAT, LEGIBLE, MARKER_MISSING, Reader
from vision.second_look import SecondLook
from vision.settling import Run, Settling
from vision.sightings import AnySighting, BoardSeen, Change, CubesMoved, Trouble
from vision.snapshots import SnapshotStore
from vision.tracks import Followed, Track, follow
from vision.votes import ENOUGH, agreed
from vision.whole_board import whole_board
from vision.wire import PATIENCE_MS

log = logging.getLogger(__name__)

#: Pictures cannot be written to the disk: what is seen goes on without them.
PICTURES_NOT_KEPT = "pictures-not-kept"
#: Of the time for which the table waits for what is being looked at, what a frame takes from the lens to the table;
#: and the bounds of what is left to look back over.
_ON_THE_WAY_US = 700_000
_LOOK_BACK_US = (500_000, 8_000_000)
#: Readings that do not agree are followed by others, but not for ever.
MOST_VOTES = 5
#: More than places changed: one reading more.
VOTES_FOR_MORE = 3
#: A table that cannot be read is looked at again after so long; and a hand that rests over it, or anything else that is
#: in the way, is named after so long.
LOOK_AGAIN_US = 400_000
HAND_PATIENCE_US = 2_000_000
BLIND_PATIENCE_US = 400_000
#: Without a frame for so long nobody knows what happened meanwhile: what is found then gets the time of that frame.
GAP_US = 2_000_000
#: A table at rest is read anew, whole, from time to time.
CHECK_US = 20_000_000


@dataclass(frozen=True, slots=True)
class _Said:
    """The last board that was said, with the identities of its cubes and its snapshot."""

    board: Board
    tracks: tuple[Track, ...]
    snapshot: str | None


@dataclass(slots=True)
class _Ballot:
    """The readings of one run of still frames."""

    run: Run
    boards: list[Board] = field(default_factory=list)
    last_image: Image | None = None
    #: Not to be read again before this time.
    not_before_us: int = 0


def look_back_us(patience_ms: int) -> int:
    """How far back a change may be dated when the table waits for the camera so long.

    A hand may rest over the mat for longer than a cube takes to be put down. Whatever the table does not wait for any
    more comes too late for the order of things, and gets the first time that still counts.
    """
    shortest, longest = _LOOK_BACK_US
    return min(max(1000 * patience_ms - _ON_THE_WAY_US, shortest), longest)


class Watcher:
    """Takes frames in the order of their times and gives sightings.

    A frame like the settled one is dismissed. Another one begins a run; once `settle_frames` further frames show
    the same as the first of the run, and readings of them agree, what changed is said, with the time of the first
    frame that shows it. A frame that is not later than the one before says nothing.
    """

    def __init__(
        self,
        reader: Reader,
        store: SnapshotStore,
        kit: Kit,
        *,
        settle_frames: int = 2,
        layout: Layout | None = None,
        patience_ms: int = PATIENCE_MS,
    ) -> None:
        back_us = look_back_us(patience_ms)
        self._store = store
        self._kit = kit
        self._layout = load_layout(kit.name) if layout is None else layout
        self._settling = Settling(settle_frames, back_us)
        self._eye = SecondLook(reader, self._settling.motion)
        self._memory = Memory(back_us)
        self._last_us = -1
        self._last_image: Image | None = None
        self._last_small: Small | None = None
        self._ballot: _Ballot | None = None
        self._hindered_since_us: int | None = None
        self._checked_us = 0
        self._said: _Said | None = None
        self._problems: tuple[str, ...] = ()
        self._keeping = True

    @property
    def watermark_us(self) -> int:
        """Every sighting with an earlier time than this has been given already; it never goes back.

        The time of the last frame that was dismissed or settled the table; while the table is unsettled, the
        time of the first frame that showed something new, but no longer ago than `look_back_us` allows and not
        before the last gap of more than `GAP_US`.
        """
        return self._settling.watermark_us

    @property
    def settled(self) -> bool:
        """Whether the last frame showed nothing new."""
        return self._settling.unrest_since_us is None and self._settling.still is not None

    def see(self, frame: Frame) -> tuple[AnySighting, ...]:
        """What this frame adds to what is known: mostly nothing."""
        if frame.at_us <= self._last_us:
            # Doubled, or overtaken by a later one: it says nothing of the table as it is now.
            return ()
        if self._last_us >= 0 and frame.at_us - self._last_us > GAP_US:
            self._settling.unseen(frame.at_us)
        self._last_us = frame.at_us
        seen = self._small(frame.image)
        self._memory.add(frame.at_us, seen)
        run = self._settling.see(frame.at_us, seen)
        if self._settling.unrest_since_us is None:
            self._ballot = None
            self._check(frame, seen)
            return ()
        if run is None or not self._settling.may_vote(run):
            return ()
        return tuple(self._vote(run, frame, seen))

    def _small(self, image: Image) -> Small:
        """The picture, small; not even looked at again if it is the last frame's own object."""
        if image is not self._last_image or self._last_small is None:
            self._last_image = image
            self._last_small = small(image)
        return self._last_small

    # -- reading -------------------------------------------------------------------------------------

    def _vote(self, run: Run, frame: Frame, seen: Small) -> Iterator[AnySighting]:
        """Reads a still frame, and settles the table once the readings agree."""
        if self._ballot is None or self._ballot.run is not run:
            self._ballot = _Ballot(run)
        ballot = self._ballot
        if frame.at_us < ballot.not_before_us:
            return
        if frame.image is ballot.last_image:
            board = ballot.boards[-1]
        else:
            # Where something was doubted, nothing is taken from before.
            board = self._eye.read(frame.image, seen, None if self._settling.doubted else self._settling.touched)
            ballot.last_image = frame.image
        ballot.boards.append(board)
        patience = _patience_us(board)
        if patience is not None:
            yield from self._hindered(ballot, board, patience, frame.at_us)
            return
        self._hindered_since_us = None
        if not self._settling.lies_still(run, frame.at_us):
            return
        known = self._said.tracks if self._said is not None else ()
        consensus = agreed(ballot.boards)
        followed = follow(known, consensus, self._kit, self._layout, self._eye.standing(seen, self._settling.touched))
        believed = whole_board(consensus, followed, self._said.board if self._said else None, self._layout, self._kit)
        found = self._changes(followed, believed)
        if _decided(ballot.boards, followed, found):
            yield from self._settle(frame, seen, followed, believed, found)

    def _changes(self, followed: Followed, believed: Board) -> tuple[Change, ...]:
        if self._said is None:
            return ()
        return changes(self._said.tracks, followed.tracks, self._said.board.goal, believed.goal, self._kit)

    def _hindered(self, ballot: _Ballot, board: Board, patience_us: int, at_us: int) -> Iterator[AnySighting]:
        """The table cannot be read for now: it is looked at again in a while, and what is in the way is named."""
        ballot.boards, ballot.last_image = [], None
        ballot.not_before_us = at_us + LOOK_AGAIN_US
        if self._hindered_since_us is None:
            self._hindered_since_us = ballot.run.since_us
        if at_us - self._hindered_since_us >= patience_us:
            since_us = max(self._hindered_since_us, self.watermark_us)
            yield from self._troubles(since_us, board.problems)

    def _check(self, frame: Frame, seen: Small) -> None:
        """A table at rest, read anew from time to time; if it is not what it was thought to be, readings must agree."""
        if self._said is None or frame.at_us - self._checked_us < CHECK_US:
            return
        self._checked_us = frame.at_us
        if self._eye.has_read(frame.image):
            return
        board = self._eye.read(frame.image, seen, None)
        if board.problems != self._problems or _kinds(board) != _kinds(self._said.board):
            self._settling.doubt(frame.at_us, seen)

    # -- saying --------------------------------------------------------------------------------------

    def _settle(
        self, frame: Frame, seen: Small, followed: Followed, board: Board, found: tuple[Change, ...]
    ) -> Iterator[AnySighting]:
        """The table lies still and is read: what is new of it."""
        at_us = self._first_shown_us(seen, followed, board.goal)
        self._settling.settled(frame.at_us, seen)
        self._settling.motion.where = self._eye.settled(seen)
        self._ballot = None
        self._checked_us = frame.at_us
        yield from self._troubles(at_us, board.problems)
        before = self._said
        if before is not None and not found and not _doubt_is_news(before.board, board):
            # Nothing to say; but what was nudged lies elsewhere now.
            self._said = _Said(
                board if board.sure == before.board.sure else before.board, followed.tracks, before.snapshot
            )
            return
        snapshot = self._keep(frame.image, board)
        if (snapshot is not None) is not self._keeping:
            self._keeping = snapshot is not None
            yield Trouble(at_us=at_us, problem=PICTURES_NOT_KEPT, over=self._keeping)
        self._said = _Said(board, followed.tracks, snapshot)
        earlier = None if before is None else before.snapshot
        if before is not None and board.sure and found and PLACES.issuperset(change.change for change in found):
            moves = steps(found)
            yield CubesMoved(at_us=at_us, moves=moves, board=board, snapshot=snapshot, before=earlier, changes=found)
        else:
            yield BoardSeen(at_us=at_us, board=board, snapshot=snapshot, before=earlier, changes=found)

    def _first_shown_us(self, now: Small, followed: Followed, goal: str) -> int:
        """The time of the first frame that shows the table as it lies now."""
        run, before, since_us = self._settling.run, self._settling.still, self._settling.unrest_since_us
        assert run is not None
        assert since_us is not None
        found = None
        if before is not None:
            changed: Mask = self._settling.motion.changed(now, before)
            # Where it is known which cubes it is about, the light may change elsewhere.
            said = self._said
            known, same_goal = (said.tracks, said.board.goal == goal) if said is not None else ((), True)
            there, left = _elsewhere(known, followed.tracks, same_goal=same_goal)
            places, left_places = (self._eye.places_of(cubes, now) for cubes in (there, left))
            frames = self._memory.since(max(since_us, self.watermark_us))
            found = first_shown(frames, before, now, changed, self._settling.motion.noise, places, left_places)
        # All frames of the run show it; frames may come so rarely that they are not remembered.
        return max(run.since_us if found is None else min(found, run.since_us), self.watermark_us)

    def _troubles(self, at_us: int, problems: tuple[str, ...]) -> Iterator[Trouble]:
        for problem in self._problems:
            if problem not in problems:
                yield Trouble(at_us=at_us, problem=problem, over=True)
        for problem in problems:
            if problem not in self._problems:
                yield Trouble(at_us=at_us, problem=problem)
        self._problems = problems

    def _keep(self, image: Image, board: Board) -> str | None:
        """The picture's hash; None if it could not be kept. A full disk is no reason to be blind."""
        try:
            return self._store.keep(image, board)
        except OSError as trouble:
            log.error("a picture could not be kept: %s", trouble)
            return None


def _elsewhere(
    before: Sequence[Track], after: Sequence[Track], *, same_goal: bool
) -> tuple[list[SeenCube], list[SeenCube]]:
    """The cubes that have changed, where they lie now, or lay when they were taken up; and those, where they lay.

    Of a Goal that reads otherwise than before, all cubes: any of them may have been turned, or moved beside a gap.
    """
    known = {track.id: track for track in before}

    def has_changed(track: Track) -> bool:
        in_other_goal = not same_goal and track.here and track.cube.section == Section.GOAL.value
        return in_other_goal or track.id not in known or _lies(track) != _lies(known[track.id])

    changed = [track for track in after if has_changed(track)]
    left = [known[track.id].cube for track in changed if track.here and track.id in known]
    return [track.cube for track in changed], left


def _lies(track: Track) -> tuple[bool, str, str]:
    return track.here, track.cube.section, track.cube.symbol


def _patience_us(board: Board) -> int | None:
    """How long to wait before it is said why the table cannot be read; None if it can."""
    if HAND_OVER_MAT in board.problems:
        return HAND_PATIENCE_US
    # Where no cube is seen, a missing marker may be the reason.
    blind = not board.cubes and not (LEGIBLE - {MARKER_MISSING}).issuperset(board.problems)
    return BLIND_PATIENCE_US if blind else None


def _decided(boards: list[Board], followed: Followed, found: tuple[Change, ...]) -> bool:
    """Whether there is nothing to be learnt from further readings."""
    if len(boards) >= ENOUGH and all(board == boards[0] for board in boards):
        # Alike to the last decimal: a picture without noise has nothing else to show.
        return True
    enough = ENOUGH if PLACES.issuperset(change.change for change in found) else VOTES_FOR_MORE
    return len(boards) >= (enough if followed.sure else MOST_VOTES)


def _doubt_is_news(before: Board, now: Board) -> bool:
    """Whether a table that lies as before is doubtful now, or no longer."""
    if before.sure and not now.sure:
        return True
    return now.sure and not before.sure and all(cube.sure for cube in now.cubes)


def _kinds(board: Board) -> Counter[tuple[str, str, str]]:
    return Counter((cube.section, cube.color, cube.symbol) for cube in board.cubes)
