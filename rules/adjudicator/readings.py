"""How open places of the rule texts are read: one named setting each, so that a league can choose otherwise.

A book has its `Readings`; each field says where the place is (`cite`) and what the setting does (`words`), so that the
page of the adjudicator and `tablejudge check --list-readings` can list them all. The default is what this house reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from rules.errors import BadRequest
from rules.frozen import Frozen


def _at(cite: str, words: str, *, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(title=cite, description=words, ge=ge, le=le)


class Readings(Frozen, frozen=True, kw_only=True):
    """The readings that this house takes where a rule text is silent or speaks with two voices."""

    # Order and grouping

    basic_shakes_have_order: Annotated[
        bool, _at("AGLOA VII-B-6-a", "where no variation was chosen, the order of operations of mathematics decides")
    ] = False
    equal_signs_go_from_left: Annotated[
        bool, _at("AGLOA IV-B-2", "signs of one rank (+ and -, x and ÷, ^ and √) are worked out from the left")
    ] = False
    powers_go_from_left: Annotated[
        bool, _at("MLAG VII-B-5", "2^3^2 is (2^3)^2; if not, powers and roots are worked out from the right")
    ] = True
    illegal_groupings_count: Annotated[
        bool, _at("AGLOA VII-B-6", "a checker may reject by a grouping that names no number")
    ] = False
    index_of_a_root: Annotated[
        Literal["any", "numeral"],
        _at("AGLOA VII-B-6-b (i)", "the index of a root is any part in front of it, or the numeral in front alone"),
    ] = "any"
    root_of_an_indexed_root: Annotated[
        bool, _at("AGLOA VII-B-6-b (i)", "in √3√64 the first root may be that of 3√64, not only that of the index 3")
    ] = True
    root_default_is_for_the_cube: Annotated[
        bool, _at("AGLOA VII-B-6-b (i)", "percent and LCM, made with the cube √, have its default grouping too")
    ] = False
    clash_frees_every_grouping: Annotated[
        bool,
        _at("AGLOA VII-B-6-c", "two defaults that clash free every grouping; if not, each sign keeps to its operand"),
    ] = True
    written_goal_keeps_defaults: Annotated[
        bool,
        _at("AGLOA VII-B-6-c", "the defaults hold for the Goal on paper; if not, it is read like the Goal's cubes"),
    ] = True
    value_question_frees: Annotated[
        Literal["goal", "both", "nothing"],
        _at("AGLOA VII-C-5-d (iii)", "where the judge who is asked for the values is not bound by the defaults"),
    ] = "goal"

    # The Goal

    goal_digits: Annotated[
        int, _at("IV-B-1, MLAG VI-A-1", "a numeral of the Goal has at most so many digits", ge=1, le=6)
    ] = 2
    group_ends_stand_apart: Annotated[
        bool,
        _at("IV-B-2", "signs at the ends of a group of cubes take the rest of it: √5+4 x9 has the root of 5+4"),
    ] = True
    turned_cubes_in_goals: Annotated[
        bool, _at("MLAG IV-B-1, XIII", "where turned cubes are played, they may lie in the Goal too")
    ] = True
    turned_goal_cubes_need_a_note: Annotated[
        bool, _at("AGLOA Appendix A", "who copies a turned cube of the Goal must note how it lies")
    ] = True
    no_goal_cubes_serve_once: Annotated[
        bool, _at("IV-D-2", "after No Goal a cube serves in the Goal or in the Solution, not in both")
    ] = True

    # Whole numbers, turned cubes, wild cubes

    guide_adds_whole_numbers: Annotated[
        bool, _at("MLAG III-C-3, Guide", "Minor keeps to whole numbers, as only the Guide says")
    ] = True
    both_turns_in_solutions: Annotated[
        bool, _at("MLAG XIII", "a cube of the Solution may be sideways and upside-down at once")
    ] = True
    one_note_for_all_wild_cubes: Annotated[
        bool, _at("AGLOA Appendix A", "a wild cube without a note is what another is noted as; if not, it is itself")
    ] = True

    # Variations

    seasons: Annotated[
        Literal["all", "even", "odd"],
        _at("AGLOA XIII", "which lists of variations may be chosen: both, or those of even or of odd years"),
    ] = "all"
    forbidden_ends_many_uses: Annotated[
        bool, _at("AGLOA XIII-A-5", "a sign of which one cube is in Forbidden is not to be used many times")
    ] = False
    required_signs_are_each_written: Annotated[
        bool, _at("AGLOA XIII-A-5", "two + in Required are to be written twice, though one may serve many times")
    ] = True
    wide_numerals_in_percents: Annotated[
        bool, _at("AGLOA XIII-A-10", "two-digit numerals may be parts of what stands beside %, as in 25%(12+4)")
    ] = False
    power_of_a_factorial_beside_points: Annotated[
        bool,
        _at("AGLOA XIII-A-11 (b)", "4^3! is a power in Elementary, too; if not, Decimal Point leaves it undefined"),
    ] = True
    context_makes_a_decimal_point: Annotated[
        bool, _at("AGLOA XIII-A-11 (c)", "a ^ without a note is a decimal point where nothing else is legal")
    ] = True
    multiple_limit_everywhere: Annotated[
        bool, _at("AGLOA XIII-B-7, C-6", "Goals keep to the limit of Multiple of k in Junior and Senior, too")
    ] = False
    multiple_limit_of_every_reading: Annotated[
        bool, _at("AGLOA XIII-B-7", "every reading of the Goal must keep to the limit, not only the written one")
    ] = False
    multiples_of_irrationals: Annotated[
        bool, _at("AGLOA XIII-B-7", "irrational and complex values may be multiples of k apart")
    ] = True
    multiples_forgive_ambiguity: Annotated[
        bool, _at("AGLOA VII-B-6, XIII-B-7", "several values of a Solution are no fault if each is multiples of k away")
    ] = True
    multiples_bar_factorials_everywhere: Annotated[
        bool, _at("AGLOA XIII-C-8, B-4", "with Multiple of k, Goals have no factorial in Middle either")
    ] = False
    power_sums_barred_in_goals_only: Annotated[
        bool, _at("AGLOA XIII-C-9", "the forms that are barred behind the x of a Goal may stand in a Solution")
    ] = True
    power_sums_barred_everywhere: Annotated[
        bool, _at("AGLOA XIII-C-9, B-11", "the bar on these forms holds in every division that plays the variation")
    ] = False
    power_sums_of_many_terms: Annotated[
        bool, _at("AGLOA XIII-C-9", "the bar is for every sum with a power in it, not only for a power and one term")
    ] = False
    long_run_ends_in_exponent: Annotated[
        bool, _at("AGLOA Appendix A, VII-C-5-b (d)", "the digit too many at the end of a numeral is its exponent")
    ] = True
    powers_written_in: Annotated[
        Literal["base", "either"],
        _at("AGLOA Appendix A, XIII-B-13", "powers of the base are noted in that base, or all of them in base ten"),
    ] = "base"
    powers_listed: Annotated[
        int, _at("AGLOA XIII-B-13", "how far from 1 the powers go that a 1 on the mat is listed as", ge=0, le=9)
    ] = 3
    ten_sideways_in_goals: Annotated[
        bool, _at("AGLOA XIII-C-5", "a ^ that is ten may lie sideways in the Goal; not so with the older print of it")
    ] = True
    ten_upside_down_in_solutions: Annotated[
        bool, _at("AGLOA XIII-C-5", "a ^ or √ that is a digit may be noted as upside-down in a Solution")
    ] = True
    even_root_of_a_negative: Annotated[
        Literal["open", "principal"],
        _at("AGLOA XIII-D-11", "an even root of a negative number must be noted, or is the principal one without"),
    ] = "open"
    written_product_with_i_first: Annotated[
        bool, _at("AGLOA XIII-D-11", "a product with i comes first though its x is written: 2xi^2 is (2xi)^2")
    ] = True
    last_zero_may_come_first: Annotated[
        bool, _at("AGLOA XIII-D-12", "the Goal 20 may be written 0.2 in place of .20")
    ] = False


#: What may be chosen, by name.
Choices = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """One reading as it is listed: its values as texts, the section, and what it does."""

    name: str
    values: str
    cite: str
    words: str


@cache
def _types() -> Mapping[str, Any]:
    return get_type_hints(Readings, include_extras=True)


def settings() -> tuple[Setting, ...]:
    """Every reading that can be set, in the order of `Readings`."""
    found = []
    for name, hint in _types().items():
        kind, meta = get_args(hint)
        found.append(Setting(name, _values(kind, meta), meta.title, meta.description))
    return tuple(found)


def _values(kind: Any, meta: Meta) -> str:
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    return "true, false" if kind is bool else f"{meta.ge} to {meta.le}"


def shown(value: object) -> str:
    """The value of a setting as it is written: `true`, `3`, `goal`."""
    return str(value).lower()


def parse_choices(written: Iterable[str]) -> Choices:
    """The choices of texts such as `powers_listed=2`; BadRequest for a name or value that there is not."""
    chosen: dict[str, Any] = {}
    for text in written:
        name, _, value = text.partition("=")
        chosen[name.strip()] = value.strip()
    return parsed(chosen)


def parsed(choices: Choices) -> Choices:
    """The choices with values of their types; BadRequest for a name or value that there is not."""
    known = {setting.name: setting for setting in settings()}
    found = {}
    for name, value in choices.items():
        if name not in known:
            raise BadRequest(f"there is no reading {_short(name)} (there are: {', '.join(known)})")
        try:
            found[name] = msgspec.convert(value, _types()[name], strict=False)
        except msgspec.ValidationError:
            values = known[name].values
            raise BadRequest(f"the reading {name} is one of: {values}; not {_short(value)}") from None
    return found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def with_choices(readings: Readings, choices: Choices) -> Readings:
    """The readings of a book with what a league has chosen otherwise; BadRequest for what cannot be chosen."""
    return msgspec.structs.replace(readings, **parsed(choices)) if choices else readings
