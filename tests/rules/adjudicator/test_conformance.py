"""Every worked case of the rule texts, one test each (tests/conformance)."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules.adjudicator.check import check
from rules.errors import BadRequest

CORPUS = Path(__file__).parents[2] / "conformance"


def _runner() -> ModuleType:
    spec = spec_from_file_location("conformance_run", CORPUS / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUN = _runner()
CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (CORPUS / "equations.jsonl").read_text(encoding="utf-8").splitlines() if line.strip()
]


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """The answer as the command gives it: a bad request has an error in it."""
    try:
        return check(request)
    except BadRequest as wrong:
        return {"error": {"code": wrong.code, "text": str(wrong)}}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_case_holds(case: dict[str, Any]) -> None:
    answer = answered(case["request"])
    assert json.loads(json.dumps(answer)) == answer, "the answer is plain JSON"
    objection = RUN.judge(case["expect"], answer)
    assert objection is None, f"{objection}; answered {json.dumps(answer, ensure_ascii=False)}"
