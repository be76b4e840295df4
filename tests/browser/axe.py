"""axe-core in a page: what would stop somebody who sees, hears or points less well than others."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


#: What a bar that sticks to the window's edge covers can be scrolled out from under it. Such bars are measured where
#: they stand in the page; else it would depend on the height of what is above whether a button lies half under one.
_RUN = """async (tags) => {
  const stuck = [...document.querySelectorAll("body *")].filter((each) => getComputedStyle(each).position === "sticky");
  const before = stuck.map((each) => each.style.position);
  for (const each of stuck) each.style.position = "static";
  try {
    return await axe.run(document, { runOnly: tags, resultTypes: ["violations"], iframes: false });
  } finally {
    stuck.forEach((each, number) => { each.style.position = before[number]; });
  }
}"""


@cache
def _source() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands: the rule, where, and why."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {_source()} }}")
    found: dict[str, Any] = page.evaluate(_RUN, TAGS)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
