"""Sightings as lines."""

from __future__ import annotations

import re

import pytest

from rules.errors import BadRequest
from vision.sightings import SIGHTINGS, Sighting, parse_sighting, sighting_text


@pytest.mark.parametrize("kind", SIGHTINGS, ids=lambda kind: kind.__name__)
def test_the_example_of_each_kind_is_its_own_canonical_text(kind: type[Sighting]) -> None:
    example = re.match(r"`(\{.*?\})`", kind.__doc__ or "", re.DOTALL)
    assert example is not None
    text = re.sub(r"\n\s*", "", example[1])
    sighting = parse_sighting(text)
    assert type(sighting) is kind
    assert sighting_text(sighting) == text


@pytest.mark.parametrize("line", ["", "{}", '{"sighting":"ghost","at_us":1}', '{"sighting":"trouble","at_us":"now"}'])
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(BadRequest, match="no sighting"):
        parse_sighting(line)
