"""The catalogue has a sentence for every code that the package uses, and none that nobody says."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import rules.equations
from rules.equations.rulebook import MLAG_2018
from rules.equations.state import Phase
from rules.equations.table import NOT_BUILT, TABLE
from rules.equations.words import WORDS
from rules.events import kebab
from rules.games import GAMES
from tests.rules.equations.playing import RULESET

SOURCES = sorted(Path(rules.equations.__path__[0]).glob("*.py"))
FAMILIES = (
    "prompt-",
    "role-",
    "task-",
    "do-",
    "paper-",
    "how-",
    "option-",
    "reason-",
    "tell-",
    "wait-",
    "ask-",
    "colour-",
    "why-",
)


def literals(tree: ast.AST) -> Iterator[str]:
    """The literal codes of `Message.of("…")`, `match.ruled(…, …, "…")` and `Reason(…, …, "…")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            place = {"of": 0, "ruled": 2, "Reason": 2}.get(name)
            if place is not None and len(node.args) > place:
                code = node.args[place]
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value


def test_every_literal_code_has_words() -> None:
    used = {code for source in SOURCES for code in literals(ast.parse(source.read_text(encoding="utf-8")))}
    assert len(used) > 80
    assert used - set(WORDS) == set()


def test_every_family_is_complete() -> None:
    events = {kebab(kind.__name__): kind for kind in GAMES.get(RULESET).vocabulary}
    missing = {name for name, kind in events.items() if any(kind not in TABLE[phase] for phase in Phase)}
    built = {name for name in missing if events[name] not in NOT_BUILT}
    assert {f"not-now-{name}" for name in built} == {code for code in WORDS if code.startswith("not-now-")}
    assert {f"not-built-{kebab(kind.__name__)}" for kind in NOT_BUILT} <= set(WORDS)
    tasks = MLAG_2018.tasks
    codes = [tasks.roll, tasks.no_goal, tasks.first_turn, tasks.turn, tasks.claim, tasks.write, tasks.check]
    assert {task.code for task in codes} <= set(WORDS)
    assert {f"prompt-{phase.value}" for phase in Phase} <= set(WORDS)


def test_every_sentence_is_used_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES if path.name != "words.py")
    quoted = [code for code in WORDS if not code.startswith(("not-now-", "not-built-", *FAMILIES))]
    assert [code for code in quoted if f'"{code}"' not in source] == []


def test_templates_take_only_names() -> None:
    for code, template in WORDS.items():
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        assert all(field.isidentifier() for field in fields), code
        assert template.strip() == template
        assert template
