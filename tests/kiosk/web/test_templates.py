"""What a template promises before any script has run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

KIOSK = Path(__file__).parents[3] / "kiosk"
BUTTON = re.compile(r"<button\b([^>]*)>")
SCRIPT = re.compile(r"filename='(js/[a-z-]+\.js)'")
TEMPLATES = sorted((KIOSK / "templates").glob("*.html"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_each_button_waits_for_its_script(template: Path) -> None:
    """A tap that comes before the listener would be lost in silence: the button stands disabled until then."""
    text = template.read_text(encoding="utf-8")
    buttons = BUTTON.findall(text)
    assert [button for button in buttons if not {"disabled", "data-waits"} <= set(button.split())] == []
    if buttons:
        scripts = [(KIOSK / "static" / name).read_text(encoding="utf-8") for name in SCRIPT.findall(text)]
        assert any(re.search(r"^ready\(\);$", script, re.MULTILINE) for script in scripts), "nobody enables them"


def test_there_are_templates_with_buttons() -> None:
    assert sum("<button" in path.read_text(encoding="utf-8") for path in TEMPLATES) >= 6
