"""Number bombs answer at once: within the steps of the budget and within 200 MB, in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.numbers import DEFAULT

ROOT = Path(__file__).resolve().parents[3]

BOMBS = [
    "9^(9^9)",
    "9^(9^(9^9))",
    "9^(9^(9^(9^9)))-9^(9^(9^(8^9)))",
    "(((((9!)!)!)!)!)!",
    "(9^9)!/(9^9-1)!",
    "1/(9^(9^9)-1)",
    "(9^(9^9))√2",
    "(9^(9^9))√(1+√2)",
    "√(9^(9^9)+1)",
    "(1+√2)^(9^9)",
    "(√2+√3+√5+√7)^999",
    "(√2+√3+√5+√7+√11+√13+√17+√19)^9",
    "1/(√2+√3+√5+√7+√11+√13+√17+√19+√23)",
    "9√(9+9√(9+9√(9+9√(9+9√(9+9√(9+9√9))))))",
    "9√(9+9√(9+9√(9+9√9)))-9√(9+9√(9+9√(9+9√(9+1/9^99))))",
    "(9√2+9√3+9√5+9√7)^99",
    "(9√2+1)^99x(9√3+1)^99",
    "99999^99999^99999",
    "(99999/88888)^(77777/66666)",
    "2^√(2^√(2^√(2^√2)))",
    "log_2(9^(9^9)+1)",
    "log_(9^(9^9))(8^(9^9)+1)",
    "9^(log_2(3)x9^9)",
    "(10^1200+7)x(10^1200+9)x(10^1200+13)",
    "√(10^1200+7)x√(10^1200+9)-√((10^1200+7)x(10^1200+9))",
    "(2^4000+1)/(3^2500+1)+(5^1700+1)/(7^1400+1)",
    "700!/699!x698!/697!x9^9",
    "(7!)!^(7!)!",
    "((7!)!+1)^9-(7!)!^9",
    "(2+3i)^99",
    "(2+3i)^(9^9)",
    "(2+3i)^(1/99)-(2-3i)^(1/99)",
    "(0-1)^(1/97)+(0-1)^(1/89)+(0-1)^(1/83)",
]

PROGRAM = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
from rules.numbers import Arithmetic, Number, Uncheckable, Undefined
from tests.rules.numbers.reading import value
out = []
reckon = Arithmetic()
try:
    bomb = value(sys.argv[1], reckon=reckon, complex_roots="i" in sys.argv[1] or "(0-1)" in sys.argv[1])
except (Uncheckable, Undefined) as refused:
    out.append(("build", refused.code, reckon.meter.steps))
else:
    out.append(("build", "", reckon.meter.steps))
    others = (Number.of(2), value("√2+√3"), value("9^(9^9)"))
    for name, ask in (
        ("text", lambda r: r.text(bomb)), ("approx", lambda r: r.approx(bomb)), ("real", lambda r: r.is_real(bomb)),
        ("rational", lambda r: r.is_rational(bomb)), ("whole", lambda r: r.is_whole(bomb)),
        ("equal", lambda r: [r.equal(bomb, other) for other in others]),
        ("rising", lambda r: r.rising([bomb, *others, bomb])),
        ("factors", lambda r: r.number_of_factors(bomb)), ("factorial", lambda r: r.factorial(bomb)),
        ("root", lambda r: r.root(Number.of(9), bomb)), ("inverse", lambda r: r.reciprocal(bomb)),
        ("square", lambda r: r.multiply(bomb, bomb)), ("power", lambda r: r.power(bomb, bomb)),
    ):
        reckon = Arithmetic()
        try:
            ask(reckon)
            out.append((name, "", reckon.meter.steps))
        except (Uncheckable, Undefined) as refused:
            out.append((name, refused.code, reckon.meter.steps))
print(json.dumps(out))
"""


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_answered_or_refused_within_the_budget(bomb: str) -> None:
    # The deadline is only a net: what is asserted are steps and memory.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, bomb], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert answers[0][0] == "build"
    for name, _, steps in answers:
        # The last operation may pass the line once.
        assert steps <= 2 * DEFAULT.max_steps, name
