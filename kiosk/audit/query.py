"""What somebody wants to see of the audit: which matches, which lines of them, in which order.

The same question comes from the page's address, from an export's, and from the command line, and gets the same lines.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kiosk.audit.lines import ANY_PENALTY, NO_PENALTY, RESULTS, STATUSES, Line
from kiosk.audit.match_audit import MatchAudit, audit_of
from kiosk.matches import HERE, KEPT, Matches
from kiosk.past import NoMatch
from rules.errors import BadRequest

#: What is asked for instead of a match by who wants every match of every shelf; no shelf has this name.
ALL = "all"
#: What a task is called in a question for penalties that no deadline brought.
NO_TASK = "none"
#: So much can somebody ask for at once; more is a slip or an attack.
MOST_VALUES = 50

#: How lines can be put in order; without one of these as they came.
SORTS: Mapping[str, Callable[[Line], Any]] = {
    "time": lambda line: (int(line.match.rpartition(".")[2]), line.start_ms),
    "shake": lambda line: line.shake,
    "task": lambda line: line.task_words,
    "player": lambda line: line.player.casefold(),
    "limit": lambda line: 0 if line.deadline is None else line.deadline.limit_ms,
    "used": lambda line: 0.0 if line.deadline is None else (line.used_ms or 0) / line.deadline.limit_ms,
    "result": lambda line: -1 if line.result is None else RESULTS.index(line.result),
    "points": lambda line: 0 if line.cost is None else line.cost.points,
    "status": lambda line: line.status,
}
#: What can be asked for by its value, and whether a line has it.
FILTERS = ("player", "task", "status", "judge", "shake")


@dataclass(frozen=True, slots=True)
class Query:
    """A question. `match` is the key of a match, the name of a shelf for all its matches, or ALL; None is the last one.

    A filter without values takes every line.
    """

    match: str | None = None
    player: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()
    shake: tuple[int, ...] = ()
    #: One of SORTS; with a minus before it the other way round.
    sort: str = ""

    @classmethod
    def parse(cls, asked: Mapping[str, Sequence[str]]) -> Query:
        """The question of an address (`?player=Ann&status=applied`); BadRequest for what cannot be asked."""
        values = {name: tuple(dict.fromkeys(filter(None, asked.get(name, ())))) for name in FILTERS}
        for name, given in values.items():
            if len(given) > MOST_VALUES:
                raise BadRequest(f"{name}: at most {MOST_VALUES} values can be asked for at once")
        known = (*STATUSES, NO_PENALTY, ANY_PENALTY)
        for status in values["status"]:
            if status not in known:
                raise BadRequest(f"there is no status {status[:40]!r}; there are {', '.join(known)}")
        sort = next(iter(asked.get("sort", ())), "")
        if sort and sort.removeprefix("-") not in SORTS:
            raise BadRequest(f"lines cannot be sorted by {sort[:40]!r}; they can by {', '.join(SORTS)}")
        shakes = values.pop("shake")
        if not all(shake.isascii() and shake.isdigit() and len(shake) < 6 for shake in shakes):
            raise BadRequest(f"a shake is a number, not {', '.join(shakes)[:40]!r}")
        match = next(iter(asked.get("match", ())), "") or None
        return cls(match=match, shake=tuple(map(int, shakes)), sort=sort, **values)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The question as the parts of an address; `parse` reads them."""
        pairs = [("match", self.match)] if self.match else []
        pairs += [(name, str(value)) for name in FILTERS for value in getattr(self, name)]
        return pairs + ([("sort", self.sort)] if self.sort else [])

    @property
    def narrowed(self) -> bool:
        """Some lines may be left out."""
        return any(getattr(self, name) for name in FILTERS)

    def takes(self, line: Line) -> bool:
        """Whether it is one of the lines that were asked for."""
        cost = line.cost
        return (
            (not self.player or line.player in self.player or line.seat in self.player)
            and (not self.task or (line.task or NO_TASK) in self.task)
            and (not self.shake or line.shake in self.shake)
            and (not self.judge or (cost is not None and any(judge in self.judge for judge in cost.judges)))
            and (not self.status or line.status in self.status or (cost is not None and ANY_PENALTY in self.status))
        )

    def ordered(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        if not self.sort:
            return tuple(lines)
        return tuple(sorted(lines, key=SORTS[self.sort.removeprefix("-")], reverse=self.sort.startswith("-")))


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, in matches with all their lines."""

    player: tuple[str, ...]
    #: Code and words.
    task: tuple[tuple[str, str], ...]
    status: tuple[str, ...]
    judge: tuple[str, ...]
    shake: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """The answer: the matches, oldest first, and the lines of them that were asked for."""

    query: Query
    matches: tuple[MatchAudit, ...]
    lines: tuple[Line, ...]
    _by_key: Mapping[str, MatchAudit] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, query: Query, matches: Sequence[MatchAudit]) -> Audit:
        lines = query.ordered(line for each in matches for line in each.lines if query.takes(line))
        return cls(query, tuple(matches), lines, {each.key: each for each in matches})

    def match(self, line: Line) -> MatchAudit:
        """The match of a line."""
        return self._by_key[line.match]

    @property
    def choices(self) -> Choices:
        lines = [line for each in self.matches for line in each.lines]
        tasks = {line.task: line.task_words for line in lines if line.task}
        bare = (NO_TASK,) if any(not line.task for line in lines) else ()
        return Choices(
            player=tuple(sorted({line.player for line in lines}, key=str.casefold)),
            task=(*tasks.items(), *((code, "") for code in bare)),
            status=tuple(status for status in STATUSES if any(line.status == status for line in lines)),
            judge=tuple(sorted({judge for line in lines if line.cost for judge in line.cost.judges})),
            shake=tuple(sorted({line.shake for line in lines})),
        )


def keys_of(matches: Matches, query: Query) -> list[str]:
    """The keys of the matches that a question is about, oldest first; NoMatch if there is none."""
    if query.match is None or "." in query.match:
        return [matches.open(query.match).key]
    shelves = [HERE] if query.match == ALL else [matches.shelf(query.match).name]
    listed = [each for each in matches.listed() if query.match == ALL or each.shelf.name in shelves]
    if not listed:
        raise NoMatch(f"no match has been played yet ({matches.shelf(shelves[0]).title})")
    return [each.key for each in sorted(listed, key=lambda each: each.began)]


def ask(matches: Matches, query: Query, tell: Callable[[int, int], None] = lambda _done, _of: None) -> Audit:
    """The lines that were asked for; NoMatch if there is no such match, JournalError if one cannot be read.

    `tell` hears how many matches are done, and of how many.
    """
    return asked(query, keys_of(matches, query), lambda key: audit_of(matches.open(key), matches.reckoning), tell)


def asked(
    query: Query,
    keys: Sequence[str],
    audit: Callable[[str], MatchAudit],
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> Audit:
    """The answer to a question about the matches of these keys, each by its audit."""
    audits = []
    for done, key in enumerate(keys):
        tell(done, len(keys))
        audits.append(audit(key))
    return Audit.of(query, audits)


class Audits:
    """The audits of the matches that were looked at last: another filter must not reckon a long match anew.

    May be used from any thread.
    """

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, MatchAudit] = OrderedDict()

    def ask(self, query: Query) -> Audit:
        """What `ask` gives, sooner."""
        return asked(query, keys_of(self._matches, query), self.of)

    def of(self, key: str) -> MatchAudit:
        """The audit of one match, as its journal has it now."""
        match = self._matches.open(key)
        with self._lock:
            known = self._kept.pop(key, None)
            # A match to which nothing has come is the same object.
            audit = known if known is not None and known.match is match else audit_of(match, self._matches.reckoning)
            self._kept[key] = audit
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return audit
