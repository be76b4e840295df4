"""A match as bytes and back, so that folding can go on from there.

A snapshot is a short cut and never a record: it says nothing that the lines do not, and one that another engine
or rule book has written is refused, since under these the lines may lead elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rules.errors import BadRequest, MisuseError
from rules.events import seconds
from rules.fold import Fold
from rules.frozen import Frozen
from rules.game import FIXED
from rules.history import History
from rules.registry import Games
from rules.version import opened_versions

T = TypeVar("T")


class Snapshot(Frozen, frozen=True):
    """What the bytes hold."""

    versions: dict[str, str]
    lines: list[dict[str, Any]]
    undone: frozenset[int]
    state: dict[str, Any]


def freeze(fold: Fold) -> bytes:
    """The match as it is, as MessagePack."""
    lines = [{"t": seconds(timed.t_ms), **msgspec.to_builtins(timed.event)} for timed in fold.lines]
    state = {name: _plain(getattr(fold.state, name)) for name in _kept(fold.state)}
    versions = opened_versions(fold.game, fold.lines.first.event)
    return msgspec.msgpack.encode(Snapshot(versions, lines, fold.undone, state))


def thaw(games: Games, frozen: bytes) -> Fold:
    """The match of a snapshot; BadRequest for one that cannot be read or comes from other versions."""
    try:
        snapshot = msgspec.msgpack.decode(frozen, type=Snapshot)
        first, *rest = snapshot.lines
    except (msgspec.DecodeError, ValueError):
        raise BadRequest("this is no snapshot of a match") from None
    opened = Fold.open(games, first)
    present = opened_versions(opened.game, opened.lines.first.event)
    if snapshot.versions != present:
        raise BadRequest(
            f"the snapshot was taken under {in_words(snapshot.versions)}, this is {in_words(present)}: "
            "replay the match from its first line"
        )
    lines = History((opened.lines.first, *map(opened.game.vocabulary.timed, rest)))
    return Fold(opened.game, lines, _restored(opened.state, snapshot.state), snapshot.undone)


def in_words(versions: Mapping[str, str]) -> str:
    """Versions as people read them.

    >>> in_words({"engine": "1", "rulebook": "0a1b"})
    'engine 1, rulebook 0a1b'
    """
    return ", ".join(f"{part} {version}" for part, version in versions.items())


def _kept(state: object) -> dict[str, Any]:
    """The fields of a state that a snapshot holds, with their types."""
    if isinstance(state, msgspec.Struct):
        names = state.__struct_fields__
    elif is_dataclass(state):
        names = tuple(field.name for field in fields(state))
    else:
        raise MisuseError(f"a state must be a struct or a dataclass, not {type(state).__name__}")
    hints = get_type_hints(type(state), include_extras=True)
    return {name: hints[name] for name in names if not _is_fixed(hints[name])}


def _is_fixed(hint: object) -> bool:
    return get_origin(hint) is Annotated and FIXED in get_args(hint)


def _restored(opened: Any, values: Mapping[str, Any]) -> Any:
    """The state with these values, and what is fixed from the match as it was opened."""
    kept = _kept(opened)
    try:
        restored = {name: _typed(values[name], kind) for name, kind in kept.items()}
    except (KeyError, msgspec.ValidationError) as wrong:
        raise BadRequest(f"the snapshot's state cannot be read: {wrong}") from None
    names = get_type_hints(type(opened), include_extras=True)
    fixed = {name: getattr(opened, name) for name in names if _is_fixed(names[name])}
    return type(opened)(**fixed, **restored)


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=_history_as_list)


def _history_as_list(value: object) -> Any:
    if isinstance(value, History):
        return list(value)
    raise MisuseError(f"{type(value).__name__} cannot be part of a snapshot")


def _typed(value: Any, kind: Any) -> Any:
    return msgspec.convert(value, kind, dec_hook=_history_of_list)


def _history_of_list(kind: Any, value: Any) -> Any:
    if get_origin(kind) is History:
        (item,) = get_args(kind)
        return History(_typed(each, item) for each in value)
    raise MisuseError(f"{kind} cannot be part of a snapshot")
