"""Reading an expression: from text, or from the cubes of a Goal, to every value that it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, combinations

from rules.adjudicator.bounds import Bounds, default_bounds
from rules.adjudicator.choices import defaults_depend_on_roles, role_choices
from rules.adjudicator.cubes_used import takes_a_cube
from rules.adjudicator.force import rules_in_force
from rules.adjudicator.gaps import Gaps
from rules.adjudicator.grouping import Collected, Grouping, Limits
from rules.adjudicator.meanings import item_of, missing_variations
from rules.adjudicator.notation import Token, Unreadable
from rules.adjudicator.notation import tokens as tokens_of
from rules.adjudicator.numerals import longest
from rules.adjudicator.ordering import rising
from rules.adjudicator.ordinary import ordinary
from rules.adjudicator.precedence import by_order
from rules.adjudicator.reasons import Reason, weightiest_first
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import WIDE, Entry, Fault, Item, Outcome, Ratio
from rules.adjudicator.shape import CODES as SHAPE_CODES
from rules.adjudicator.shape import shape_fault
from rules.adjudicator.terms import Terms
from rules.adjudicator.tree import Chosen, Tree, grouped
from rules.adjudicator.variations.base import with_digits
from rules.adjudicator.variations.decimal_point import could_be_point, with_points
from rules.adjudicator.variations.exponent import exponent_operation, with_exponents
from rules.adjudicator.variations.rule import Rule
from rules.adjudicator.variations.wild import settled, wild_symbols
from rules.messages import Message
from rules.numbers import Arithmetic, Number, Uncheckable, Undefined

#: Reading an expression with one more guess what its ^ and √ are costs about so many steps for each sign.
STEPS_OF_A_GUESS = 20
#: Where there are too many interpretations to try them all, so many of each part are tried.
SOME = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """One value of an expression, and an interpretation that has it."""

    entry: Entry

    @property
    def value(self) -> Number:
        return self.entry.value

    @property
    def ratio(self) -> Ratio | None:
        """The value as two plain integers, where it is a fraction."""
        return self.entry.ratio

    @property
    def tree(self) -> Tree:
        return self.entry.tree

    @property
    def grouped(self) -> str:
        return grouped(self.tree)


@dataclass(frozen=True, slots=True)
class Expression:
    """A written expression: its signs, every value that it may have (each once, rising), and its faults.

    With faults it is illegal. It may have readings all the same: a numeral that is only too long still has a value,
    and of an expression with more groupings than can be tried (`uncheckable`) some are given. `illegal` says why
    other groupings name no number; `signs` are the tokens with what the context makes of those without a note.
    """

    tokens: tuple[Token, ...]
    readings: tuple[Reading, ...]
    reasons: tuple[Reason, ...]
    illegal: tuple[Reason, ...] = ()
    signs: tuple[Token, ...] = ()

    @property
    def understood(self) -> tuple[Token, ...]:
        """The signs as they are meant, as far as that is known."""
        return self.signs or self.tokens

    @property
    def legal(self) -> bool:
        return not self.reasons


def read(
    text: str, terms: Terms, *, at_goal: bool, arithmetic: Arithmetic | None = None, wild: str | None = None
) -> Expression:
    """What a text on paper says; `wild` is the symbol that the wild cube has on the other side of the Equation."""
    try:
        tokens = tokens_of(text)
    except Unreadable as wrong:
        return Expression((), (), (Reason("unreadable", "VII-B-1", wrong.message, at=wrong.at),))
    return read_tokens(tokens, terms, at_goal=at_goal, arithmetic=arithmetic, wild=wild)


def read_tokens(
    tokens: Sequence[Token],
    terms: Terms,
    *,
    at_goal: bool,
    arithmetic: Arithmetic | None = None,
    wild: str | None = None,
    gaps: Gaps | None = None,
    value_only: bool = False,
) -> Expression:
    """What tokens on paper say. With `gaps`, only interpretations count that the Goal on the mat allows; where there
    is an order of operations, brackets stand for the gaps (`goal.in_order`).

    `value_only` is the checkers' question to a judge (VII-C-5-d): no fault of a variation keeps a side from having a
    value, and the Goal may be grouped in any way.
    """
    tokens = tuple(tokens)
    # A wild cube without a note is what the others are, before anything is asked of it (Appendix A, 0 wild).
    meant = wild_symbols(tokens, terms)
    signs = settled(tokens, terms, meant[0] if meant else wild)
    numbers = arithmetic or Arithmetic()
    for most_values in (None, SOME):
        reckoner = Reckoner(terms, at_goal=at_goal, arithmetic=numbers, most_values=most_values)
        try:
            found = Paper(terms, reckoner, gaps, value_only=value_only).expression(tokens, signs)
        except Uncheckable as unknown:
            if unknown.code == "steps":
                continue
            break
        if most_values is None or not found.readings:
            return found
        return replace(found, reasons=weightiest_first((*found.reasons, undecided(terms))))
    # What is wrong with the signs themselves can be told all the same.
    faults = Paper(terms, Reckoner(terms, at_goal=at_goal, arithmetic=numbers)).faults(signs)
    return Expression(tokens, (), weightiest_first((*faults, undecided(terms))))


def undecided(terms: Terms) -> Reason:
    """What cannot be verified is incorrect (XIII-C-9)."""
    return Reason("uncheckable", terms.cite("uncheckable"), Message.of("not-decided"))


class Paper:
    """Reads signs on paper, where the defaults of the rules hold."""

    def __init__(self, terms: Terms, reckoner: Reckoner, gaps: Gaps | None = None, *, value_only: bool = False) -> None:
        self.terms = terms
        self.value_only = value_only
        self.reckoner = reckoner
        self.rules: tuple[Rule, ...] = rules_in_force(terms)
        self.gaps = gaps

    def expression(self, tokens: tuple[Token, ...], signs: tuple[Token, ...]) -> Expression:
        """What tokens say; `signs` are the same with every wild cube in its meaning."""
        reasons = list(self.faults(signs))
        telling = ("unreadable", "illegal-expression") + (() if self.value_only else ("variation",))
        if any(reason.code in telling for reason in reasons):
            return Expression(tokens, (), weightiest_first(reasons))
        outcome, understood = self._meant(with_exponents(signs, self.terms, at_goal=self.reckoner.at_goal))
        too_long = _too_long(outcome)
        if too_long is not None:
            reasons.append(too_long)
            self.reckoner.any_length = True
            outcome, understood = self._meant(signs)
            outcome.fault = None
        readings, illegal = finished(outcome, self.rules, self.reckoner)
        if outcome.unknown is not None:
            reasons.append(undecided(self.terms))
        elif not readings:
            reasons += illegal[:1]
        if self.reckoner.most_values is None:
            understood = with_digits(understood, (reading.tree for reading in readings), self.terms)
        return Expression(tokens, readings, weightiest_first(reasons), tuple(illegal), understood)

    def faults(self, tokens: Sequence[Token]) -> Iterator[Reason]:
        """What is wrong with the signs themselves."""
        if not tokens:
            yield Reason("unreadable", "III-A", Message.of("nothing"))
        for token in tokens:
            if token.sign == "=":
                yield Reason("unreadable", "VII-B-1", Message.of("equals-inside", at=token.at + 1))
        yield from missing_variations(tokens, self.terms)
        for rule in self.rules:
            yield from rule.token_faults(tokens, at_goal=self.reckoner.at_goal)
        if self.reckoner.at_goal:
            count, most = cubes_in_goal(tokens, self.terms), self.terms.book.goal_cubes
            if count > most:
                message = Message.of("too-many-goal-cubes", most=most, count=count)
                yield Reason("goal-illegal", self.terms.cite("goal-cubes"), message)

    def _meant(self, tokens: tuple[Token, ...]) -> tuple[Outcome, tuple[Token, ...]]:
        """The interpretations; each ^ is a power where that makes sense, and a decimal point where only that does.

        With them the tokens, in which a ^ is noted as a point if every interpretation has it as one.
        """
        first = self.level(tokens)
        if first.entries or first.unknown or not self.terms.has("decimal-point"):
            return first, tokens
        open_places = [n for n in range(len(tokens)) if could_be_point(tokens, n)]
        if not self.terms.readings.context_makes_a_decimal_point:
            return first, tokens
        for count in range(1, len(open_places) + 1):
            found, always = Outcome(), frozenset(open_places)
            for places in combinations(open_places, count):
                self.reckoner.spend(STEPS_OF_A_GUESS * len(tokens), "guesses")
                outcome = self.level(with_points(tokens, places))
                if outcome.entries or outcome.unknown:
                    always &= frozenset(places)
                found.entries += outcome.entries
                found.unknown = found.unknown or outcome.unknown
                first.fault = _more_telling(first.fault, outcome.fault)
            if found.entries or found.unknown:
                return found, with_points(tokens, always)
        return first, tokens

    def level(self, tokens: Sequence[Token], *, first_cube: int = 0, note: str = "") -> Outcome:
        """The interpretations of what stands between two brackets; `note` says which root it is."""
        try:
            items = list(self._items(tokens, first_cube, note))
        except Fault as fault:
            return Outcome(fault=fault.reason())
        if self.terms.order_of_operations:
            outcome = by_order(self.reckoner, items)
        else:
            outcome = self._ungrouped(items, every_root=bool(note))
        if not outcome.entries and outcome.fault is None and outcome.unknown is None:
            outcome.fault = shape_fault(items)
        return self._chosen(outcome, note) if note else outcome

    def _ungrouped(self, items: list[Item], *, every_root: bool) -> Outcome:
        """Every grouping that the defaults leave, whichever signs are numbers and which operations."""
        if self._is_free():
            return self._within(items, Bounds(), every_root=every_root)
        if not defaults_depend_on_roles(items):
            return self._within(items, default_bounds(items, self.terms.readings), every_root=every_root)
        choices = role_choices(items, longest(self.reckoner, items))
        # Of choices with numerals that are too long one is enough to say so.
        first = next(choices, None) or next(role_choices(items, len(items)), None)
        found = Collected(self.reckoner)
        for chosen in chain((first,) if first else (), choices):
            self.reckoner.spend(STEPS_OF_A_GUESS * len(items))
            bounds = default_bounds(chosen, self.terms.readings)
            found.join(self._within(chosen, bounds, every_root=every_root))
            if found.is_full:
                break
        return found.done()

    def _within(self, items: list[Item], bounds: Bounds, *, every_root: bool) -> Outcome:
        allows = None if self.gaps is None else self.gaps.allows
        return Grouping(self.reckoner, items, Limits(bounds, allows, every_root=every_root)).whole()

    def _is_free(self) -> bool:
        """Whether the defaults do not bind: for the judge who is asked for the values, or by a league's choice."""
        readings, at_goal = self.terms.readings, self.reckoner.at_goal
        if at_goal and not readings.written_goal_keeps_defaults:
            return True
        return self.value_only and readings.value_question_frees in (("goal", "both") if at_goal else ("both",))

    def _items(self, tokens: Sequence[Token], cube: int, note: str) -> Iterator[Item]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            end = at + 1
            if token.sign == "(":
                end = _closing(tokens, at) + 1
                inner = tokens[at + 1 : end - 1]
                root = tokens[end - 1].root or (note if end - at == len(tokens) else "")
                item = Item("".join(map(str, tokens[at:end])), token.at)
                item.group = self.level(inner, first_cube=cube, note=root)
            elif token.exponent:
                while end < len(tokens) and tokens[end].exponent and tokens[end].sign == "!":
                    end += 1
                item = Item("".join(map(str, tokens[at:end])), token.at)
                item.behinds.append(exponent_operation(tokens[at:end], self.terms))
            else:
                item = item_of(token, (token,), self.rules, self.reckoner)
            cubes = cubes_in_goal(tokens[at:end], self.terms)
            item.cubes = (cube, cube + cubes)
            cube += cubes
            at = end
            yield item

    def _chosen(self, outcome: Outcome, note: str) -> Outcome:
        """Of all roots the one that the note names (XIII-D-11)."""
        if not outcome.entries:
            return outcome
        cite = self.terms.cite("imaginary")
        try:
            value = ordinary(self.reckoner.numbers, note)
        except (Unreadable, Undefined):
            return Outcome(fault=Fault("variation", cite, "value-unreadable", value=note).reason(note))
        chosen = Outcome(unknown=outcome.unknown)
        for entry in outcome.entries:
            if self.reckoner.numbers.equal(entry.value, value):
                chosen.entries.append(Entry(entry.value, Chosen(entry.tree, f"<={note}>")))
                break
        else:
            chosen.fault = Fault("variation", cite, "no-such-root", value=note).reason(note)
        return chosen


def cubes_in_goal(tokens: Iterable[Token], terms: Terms) -> int:
    """How many cubes these signs take."""
    return sum(takes_a_cube(token, terms, goal=True) for token in tokens)


def _closing(tokens: Sequence[Token], opening: int) -> int:
    """The place of the bracket that closes the one at `opening`."""
    depths = accumulate({"(": 1, ")": -1}.get(token.sign, 0) for token in tokens[opening:])
    return next(place for place, depth in enumerate(depths, opening) if depth == 0)


def finished(outcome: Outcome, rules: Sequence[Rule], reckoner: Reckoner) -> tuple[tuple[Reading, ...], list[Reason]]:
    """The readings that stand as a whole side, each value once and rising; and why others do not, the last first."""
    faults = [outcome.fault] if outcome.fault is not None else []
    trees: list[Entry] = []
    for entry in outcome.entries:
        fault = _whole_fault(entry, rules, reckoner)
        if fault is None:
            trees.append(entry)
        else:
            faults.insert(0, fault)
    for rule in (rule for rule in rules if rule.counts_every_reading):
        found = [fault for entry in outcome.entries if (fault := rule.value_fault(entry, reckoner)) is not None]
        if found:
            return (), found
    return tuple(map(Reading, rising(reckoner.numbers, trees))), faults


def _whole_fault(entry: Entry, rules: Sequence[Rule], reckoner: Reckoner) -> Reason | None:
    if entry.flags & WIDE:
        most = reckoner.terms.solution_digits
        return Fault("multi-digit", "VII-B-4", "too-many-digits", most=most).reason(grouped(entry.tree))
    for rule in rules:
        fault = rule.value_fault(entry, reckoner)
        if fault is not None:
            return fault
    return None


def _more_telling(one: Reason | None, other: Reason | None) -> Reason | None:
    """The first reason, unless it only says that the signs form no expression and the other says more."""
    return other if one is not None and one.message.code in SHAPE_CODES and other is not None else one


def _too_long(outcome: Outcome) -> Reason | None:
    """The reason, where nothing is wrong but a numeral that is too long."""
    fault = outcome.fault
    if outcome.entries or outcome.unknown is not None or fault is None:
        return None
    return fault if fault.message.code in ("too-many-digits", "point-missing") else None
