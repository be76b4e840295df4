"""A picture of a page for the documentation: all there, nothing passing in it, and small on the disk."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
#: As many as look well on a screen of flat colours, and keep the folder small.
COLOURS = 160


def take(page: Page, path: Path, *, focus: bool = False) -> None:
    """The page as it is now, without toasts; what has the focus keeps it only with `focus`."""
    page.evaluate("document.fonts.ready")
    page.wait_for_function("[...document.images].every((each) => !each.src || (each.complete && each.naturalWidth))")
    page.evaluate("for (const each of document.querySelectorAll('#signal, #toast')) each.hidden = true")
    if not focus:
        page.evaluate("document.activeElement?.blur()")
    page.screenshot(path=path)
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


@contextmanager
def photographer(folder: Path) -> Iterator[Browser]:
    """A browser for pictures into that folder."""
    logging.disable(logging.INFO)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield browser
        browser.close()
