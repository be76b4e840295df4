"""Snapshots: a match that was written down and read back goes on as if nothing had been."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.errors import BadRequest, MisuseError
from rules.events import Timed
from rules.fold import Fold
from rules.games import GAMES
from rules.registry import Games
from rules.snapshot import Snapshot, freeze, in_words, thaw
from rules.version import versions_of
from tests.rules.equations.playing import Table, agloa_leading, checking, last_cube, moving
from tests.rules.outcomes import matches
from tests.toy.flag_game import FLAG_GAME, FlagGame


def folds(events: list[dict[str, Any]]) -> Iterator[Fold]:
    """The match after each line; bad ones are passed over."""
    fold = Fold.open(GAMES, events[0])
    yield fold
    for event in events[1:]:
        try:
            fold = fold.apply(fold.read(event))
        except BadRequest:
            fold = fold.passed_over()
        yield fold


@pytest.mark.parametrize(("name", "events"), list(matches()), ids=lambda value: value if isinstance(value, str) else "")
def test_every_state_comes_back(name: str, events: list[dict[str, Any]]) -> None:
    for fold in folds(events):
        again = thaw(GAMES, freeze(fold))
        assert again == fold, name
        assert again.view == fold.view, name


def test_a_match_goes_on_from_its_snapshot_as_without_it() -> None:
    straight = moving("middle").tick(151).move(152, "B", "R2", "required").tick(400)
    broken = moving("middle").tick(151)
    broken.fold = thaw(GAMES, freeze(broken.fold))
    broken.move(152, "B", "R2", "required")
    broken.fold = thaw(GAMES, freeze(broken.fold))
    assert broken.tick(400).fold == straight.fold


def test_a_line_can_be_undone_after_a_snapshot() -> None:
    def undone(table: Table) -> Table:
        return table.at(50, "event-undone", line=5, judge="Lee", why="misread")

    table = moving().move(30, "B", "R2", "required")
    again = moving().move(30, "B", "R2", "required")
    again.fold = thaw(GAMES, freeze(again.fold))
    assert undone(again).fold == undone(table).fold


@pytest.mark.parametrize(
    "table", [checking(), last_cube(), agloa_leading()], ids=["checking", "last cube", "variations"]
)
def test_freezing_twice_gives_the_same_bytes(table: Table) -> None:
    frozen = freeze(table.fold)
    assert freeze(thaw(GAMES, frozen)) == frozen


def test_a_game_that_keeps_its_state_in_a_dataclass() -> None:
    games = Games([FLAG_GAME])
    fold = Fold.open(games, {"t": 0, "event": "match-started", "ruleset": FLAG_GAME.ruleset, "players": ["A", "B"]})
    fold = fold.apply(fold.read({"t": 3, "event": "counted", "player": "A", "by": 2}))
    assert thaw(games, freeze(fold)) == fold


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = freeze(moving().fold)
    monkeypatch.setattr("rules.version.ENGINE", "one more")
    with pytest.raises(BadRequest, match=r"under engine \d+, rulebook \w+, this is engine one more, .*first line"):
        thaw(GAMES, frozen)


@pytest.mark.parametrize("content", [b"", b"\xc1", b"nonsense", msgspec.msgpack.encode({"lines": []})])
def test_what_is_no_snapshot_is_refused(content: bytes) -> None:
    with pytest.raises(BadRequest, match="no snapshot"):
        thaw(GAMES, content)


def test_a_snapshot_without_lines_is_refused() -> None:
    empty = Snapshot({}, [], frozenset(), {})
    with pytest.raises(BadRequest, match="no snapshot"):
        thaw(GAMES, msgspec.msgpack.encode(empty))


@pytest.mark.parametrize("changes", [{"t_ms": "soon"}, {"shakes": 3}, {"shake": {"number": 1}}])
def test_a_state_that_cannot_be_read_is_refused(changes: dict[str, Any]) -> None:
    snapshot = msgspec.msgpack.decode(freeze(moving().fold), type=Snapshot)
    broken = msgspec.structs.replace(snapshot, state=snapshot.state | changes)
    with pytest.raises(BadRequest, match="state cannot be read"):
        thaw(GAMES, msgspec.msgpack.encode(broken))


def test_a_state_that_misses_something_is_refused() -> None:
    snapshot = msgspec.msgpack.decode(freeze(moving().fold), type=Snapshot)
    del snapshot.state["players"]
    with pytest.raises(BadRequest, match="state cannot be read: 'players'"):
        thaw(GAMES, msgspec.msgpack.encode(snapshot))


@pytest.mark.parametrize("state", [3, {"t_ms": 1}])
def test_a_state_must_have_fields(state: object) -> None:
    fold = moving().fold
    with pytest.raises(MisuseError, match="struct or a dataclass"):
        freeze(Fold(fold.game, fold.lines, state))


class Strange(msgspec.Struct):
    work: object


class Odd(msgspec.Struct):
    work: slice


class OddGame(FlagGame):
    """A game whose state says that it holds what no snapshot can give back."""

    def start(self, opening: Timed) -> Any:
        return Odd(slice(1))


def test_a_state_holds_data_only() -> None:
    fold = moving().fold
    with pytest.raises(MisuseError, match="slice cannot be part"):
        freeze(Fold(fold.game, fold.lines, Strange(slice(1))))
    game = OddGame()
    opening = {"t": 0, "event": "match-started", "ruleset": game.ruleset, "players": ["A", "B"]}
    snapshot = Snapshot(versions_of(game), [opening], frozenset(), {"work": [1]})
    with pytest.raises(MisuseError, match=r"slice.* cannot be part"):
        thaw(Games([game]), msgspec.msgpack.encode(snapshot))


def test_versions_in_words() -> None:
    assert in_words({"engine": "1", "rulebook": "0a"}) == "engine 1, rulebook 0a"
