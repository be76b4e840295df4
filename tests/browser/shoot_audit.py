"""Pictures of the organiser's audit for docs/audit.md: the list, a penalty with its evidence, a shake drawn.

Part of `python -m tests.browser.shoot`, and runs alone as `python -m tests.browser.shoot_audit [FOLDER]`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.bench.long_match import write_long_match
from tests.browser.audit_stage import DESK, PHONE, TABLET, AuditStage
from tests.browser.pictures import FOLDER, photographer, take


def audits(browser: Browser, folder: Path) -> None:
    """The pictures, each under its name and size."""
    contexts = []

    def page(width: int, height: int) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        contexts.append(context)
        return context.new_page()

    with tempfile.TemporaryDirectory() as data:
        own = Path(data) / "own"
        write_long_match(own, 700, 300)
        stage = AuditStage(Path(data), page, own=own)
        try:
            costly = stage.answer(status=["any"]).lines
            late = next(line for line in costly if line.result == "late" and line.proof.pictures)
            _take(stage.open("/audit?sort=-used", DESK), folder / "audit-1920x1080.png")
            _take(stage.open(f"/audit?status=any#here.2/{late.place}", TABLET), folder / "audit-penalty-1024x600.png")
            _take(stage.open(f"/audit?view=shakes&of=here.2/{late.shake}", PHONE), folder / "audit-shake-390x844.png")
        finally:
            for context in contexts:
                context.close()
            stage.close()


def _take(page: Page, path: Path) -> None:
    if "#" in page.url:
        page.wait_for_selector(".pictures[data-ready='yes']")
    if "view=shakes" in page.url:
        page.wait_for_selector("#shake-drawing [data-bar]")
    take(page, path)


def main(folder: Path = FOLDER) -> None:
    with photographer(folder) as browser:
        audits(browser, folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
