"""The catalogue has a sentence for every code that the package uses, and none that nobody says."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import rules.equations
from rules.adjudicator.books import BOOKS
from rules.adjudicator.selecting import Unsuitable
from rules.equations.actions import GROUNDS
from rules.equations.agloa import AGLOA_2019
from rules.equations.keys import NAMED
from rules.equations.officials import CONDUCT
from rules.equations.rulebook import MLAG_2018, Rulebook, Task
from rules.equations.state import Phase, Still
from rules.equations.table import TABLE
from rules.equations.tasks import CORRECTION, OUTAGE
from rules.equations.words import WORDS
from rules.events import kebab
from rules.games import GAMES
from rules.mat import Section
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
    "variation-",
    "conduct-",
    "ground-",
    "section-",
    "key-",
    "options-",
    "barred-",
    "lost-",
    "shift-",
)
RULEBOOKS = (MLAG_2018, AGLOA_2019)


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
    assert len(used) > 70
    assert used - set(WORDS) == set()


def test_every_family_is_complete() -> None:
    events = {kebab(kind.__name__): kind for kind in GAMES.get(RULESET).vocabulary}
    missing = {name for name, kind in events.items() if any(kind not in TABLE[phase] for phase in Phase)}
    assert {f"not-now-{name}" for name in missing} == {code for code in WORDS if code.startswith("not-now-")}
    given = {task.code for book in RULEBOOKS for task in astuple_of(book) if isinstance(task, Task)}
    assert given == {code for code in WORDS if code.startswith("task-")} - {"task-none"}
    assert {f"prompt-{phase.value}" for phase in Phase} <= set(WORDS)


def astuple_of(book: Rulebook) -> list[object]:
    return [getattr(book.tasks, field.name) for field in fields(book.tasks)]


def test_every_variation_has_a_name() -> None:
    named = {name for book in BOOKS.values() for division in book.divisions.values() for name in division.cites}
    assert {f"variation-{name}" for name in named} == {code for code in WORDS if code.startswith("variation-")}


def test_every_key_and_choice_has_words() -> None:
    tasks = {
        task.code.removeprefix("task-") for book in RULEBOOKS for task in astuple_of(book) if isinstance(task, Task)
    }
    options = {name for book in BOOKS.values() for division in book.divisions.values() for name in division.options}
    needed = {
        *(f"conduct-{word}" for word in CONDUCT),
        *(f"ground-{code or 'none'}" for code in GROUNDS),
        *(f"section-{section.value}" for section in Section),
        *NAMED.values(),
        *(f"options-{name}" for name in options),
        *(f"barred-{fault.name.lower()}" for fault in Unsuitable),
        *(f"lost-{task}" for task in tasks),
        *(f"shift-{why}" for why in (*(still.value for still in Still), OUTAGE, CORRECTION)),
    }
    families = ("conduct-", "ground-", "section-", "key-", "options-", "barred-", "lost-", "shift-")
    assert {code for code in WORDS if code.startswith(families)} == needed


def test_every_sentence_is_used_somewhere() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES if path.name != "words.py")
    quoted = [code for code in WORDS if not code.startswith(("not-now-", *FAMILIES))]
    assert [code for code in quoted if f'"{code}"' not in source] == []


def test_templates_take_only_names() -> None:
    for code, template in WORDS.items():
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        assert all(field.isidentifier() for field in fields), code
        assert template.strip() == template
        assert template
