"""How fast the judge's review opens and scrolls on a long match, in a real browser of a phone's size. Prints.

    python tests/bench/review.py [--events 5000] [--snapshots 1000] [--data FOLDER]

A match is written (`tests/bench/long_match.py`) or taken from FOLDER, and a table serves it in a process of its own.
The aim for 5000 events with 1000 snapshots: lines on the page within a second, no gap while it is scrolled. A phone's
processor is guessed at by slowing the browser down to a quarter; the server is this machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import BrowserContext, Page, sync_playwright

from kiosk.people import Gate, Role, Store
from tests.bench.long_match import LongMatch, lately, write_long_match
from tests.serving import RunningTable, quiet_port

AIM_MS = 1000.0
PHONE = {"width": 390, "height": 844}
PIN = "271828"
PORT = str(quiet_port())
PAGES = 7
SLOWER = 4
#: Pixels a second: a hard flick of a thumb is five to ten thousand.
SPEEDS = (12_000, 30_000)

#: In the page: when the first lines are on the screen, in milliseconds after the navigation began.
SHOWN = """
  window.shown = new Promise((done) => {
    const look = () => {
      if (!document.querySelector("#lines-list .line")) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    requestAnimationFrame(look);
  });
"""
#: At each scroll: how much of the list's window has neither line nor heading, in pixels, before it is drawn anew (what
#: a thumb may see that is faster than the page) and after.
WATCH = """
() => {
  window.seen = [];
  const scroller = document.getElementById("lines"), list = document.getElementById("lines-list");
  const bare = () => {
    const [top, high] = [scroller.scrollTop, Math.min(scroller.clientHeight, list.offsetHeight - scroller.scrollTop)];
    let covered = 0;
    for (const li of list.children) {
      const [start, size] = [parseFloat(li.style.top), parseFloat(li.style.height)];
      covered += Math.max(0, Math.min(top + high, start + size) - Math.max(top, start));
    }
    return Math.round(high - covered);
  };
  const watch = () => {
    const before = bare();
    requestAnimationFrame(() => window.seen.push([performance.now(), scroller.scrollTop, before, bare()]));
  };
  scroller.addEventListener("scroll", watch, { passive: true });
  window.unwatch = () => { scroller.removeEventListener("scroll", watch); return window.seen; };
}
"""


@contextmanager
def served(folder: Path) -> Iterator[RunningTable]:
    """A table that has just been started on that data."""
    # One port for all of them: a browser keeps its cookie by it.
    with RunningTable(folder, port=PORT) as table:
        yield table


def signed_in(context: BrowserContext, url: str, person: int) -> None:
    page = context.new_page()
    page.goto(f"{url}/sign-in")
    page.locator(f"[data-person='{person}']").click()
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/judge")
    page.close()


def opened(context: BrowserContext, url: str, *, slower: int = 1) -> tuple[float, Page]:
    """How long until the lines of the match are shown, and the page."""
    page = context.new_page()
    page.add_init_script(SHOWN)
    if slower > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{url}/judge", wait_until="commit")
    return float(page.evaluate("() => window.shown")), page


def typical(context: BrowserContext, url: str, *, slower: int = 1) -> str:
    times = []
    for _ in range(PAGES):
        took, page = opened(context, url, slower=slower)
        times.append(took)
        page.close()
    within = "within the aim" if max(times) < AIM_MS else f"slowest above {AIM_MS:.0f} ms"
    return f"median {statistics.median(times):5.0f} ms   slowest {max(times):5.0f} ms   of {PAGES}   ({within})"


def asked(context: BrowserContext, url: str, what: str, times: int = 10) -> None:
    """The server's own time, as a request from this machine."""
    took = []
    size = 0
    for _ in range(times):
        began = time.perf_counter()
        answer = context.request.get(url, headers={"Accept-Encoding": "gzip"})
        took.append(1000 * (time.perf_counter() - began))
        size = len(answer.body())
        assert answer.ok, url
    print(f"  {what:44} first {took[0]:6.1f} ms   then {statistics.median(took[1:]):6.1f} ms   {size / 1000:.0f} kB")


def scrolled(context: BrowserContext, page: Page, speed: int) -> str:
    """Through the whole list at one speed."""
    high = int(page.evaluate("() => document.getElementById('lines').scrollHeight"))
    session = context.new_cdp_session(page)

    def move() -> None:
        gesture = {"x": 190, "y": 600, "yDistance": -high, "speed": speed, "gestureSourceType": "mouse"}
        session.send("Input.synthesizeScrollGesture", gesture)

    return f"{speed:6} px/s      {_watched(page, move, high)}"


def flicked(context: BrowserContext, page: Page, times: int = 30) -> str:
    """By a thumb that flicks again and again, as hard as it can."""
    high = int(page.evaluate("() => document.getElementById('lines').scrollHeight"))
    session = context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": 190, "y": y} for y in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move() -> None:
        for _ in range(times):
            touch("touchStart", 780)
            for step in range(1, 6):
                touch("touchMove", 780 - 90 * step)
            touch("touchEnd")
        page.wait_for_timeout(1500)

    return f"{times} flicks by touch {_watched(page, move, high)}"


def _watched(page: Page, move: Callable[[], None], high: int) -> str:
    page.evaluate("() => { document.getElementById('lines').scrollTop = 0; }")
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    move()
    seen: list[Any] = page.evaluate("() => window.unwatch()")
    far = max((each[1] for each in seen), default=0)
    outrun = [each[2] for each in seen if each[2] > 1]
    gaps = [each[3] for each in seen if each[3] > 1]
    pauses = [now[0] - last[0] for last, now in pairwise(seen)]
    return (
        f"{len(seen):5} frames over {far:6.0f} of {high} px; "
        f"drawn with a gap {len(gaps)} (largest {max(gaps, default=0)} px); "
        f"outrun before {len(outrun)} (largest {max(outrun, default=0)} px); "
        f"frames {statistics.median(pauses):.0f} ms apart, at most {max(pauses):.0f} ms"
    )


def in_browser(match: LongMatch, person: int) -> None:
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
        with served(match.folder) as table:
            signed_in(context, table.url, person)
            state = context.storage_state()
        print("from the navigation to the lines on the page, 390x844")
        cold = []
        for slower in (1, SLOWER):
            with served(match.folder) as table:
                context.close()
                context = browser.new_context(viewport=PHONE, has_touch=True, storage_state=state)  # type: ignore[arg-type]
                took, page = opened(context, table.url, slower=slower)
                cold.append(took)
                page.close()
        print(f"  a table just started, first look              {cold[0]:5.0f} ms")
        print(f"  the same, browser {SLOWER} times slower               {cold[1]:5.0f} ms")
        with served(match.folder) as table:
            opened(context, table.url)[1].close()
            print(f"  later looks             {typical(context, table.url)}")
            print(f"  {SLOWER} times slower (a guess)  {typical(context, table.url, slower=SLOWER)}")
            print("the server's answers")
            key, rows = match.key, match.rows
            asked(context, f"{table.url}/judge/review", "/judge/review, all lines")
            asked(context, f"{table.url}/judge/review?match={key}&after={rows - 3}", "/judge/review, what is new")
            for row in (rows // 3, rows - 40):
                asked(context, f"{table.url}/judge/matches/{key}/rows/{row}", f"row {row}, opened")
            lines = context.request.get(f"{table.url}/judge/review").json()["lines"]
            pictures = [line["picture"] for line in lines if line.get("picture")]
            small = f"{table.url}/judge/matches/{key}/snapshots/{pictures[-5]}"
            asked(context, f"{small}.jpg?width=160", "a small picture")
            asked(context, f"{small}.json", "where its cubes are")
            print("scrolled through")
            for slower in (1, SLOWER):
                _, page = opened(context, table.url, slower=slower)
                page.locator("#tab-review").click()
                page.wait_for_function("() => document.body.dataset.tab === 'review'")
                pace = "as it is" if slower == 1 else f"{slower} times slower"
                for speed in SPEEDS:
                    print(f"  {pace:14} {scrolled(context, page, speed)}")
                print(f"  {pace:14} {flicked(context, page)}")
                page.close()
        browser.close()


def _chromium() -> str:
    return next(path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists())


def _judge(folder: Path) -> int:
    """Somebody who may look, with a PIN."""
    store = Store(folder)
    try:
        gate = Gate(store)
        known = next((each for each in gate.persons.all() if each.name == "Bench Judge"), None)
        return (known or gate.persons.add("Bench Judge", Role.JUDGE, pin=PIN)).id
    finally:
        store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=5000)
    parser.add_argument("--snapshots", type=int, default=1000)
    parser.add_argument("--data", type=Path, help="a folder that long_match.py has written; it is left as it is found")
    options = parser.parse_args()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        where = options.data or Path(folder) / "data"
        if options.data is None or not (where / "journal.db").exists():
            where.mkdir(parents=True, exist_ok=True)
            match = write_long_match(where, options.events, options.snapshots, clock=lately())
        else:
            match = _found(where)
        print(f"{match.key}: {match.events} events, {match.rows} rows, {match.snapshots} snapshots")
        in_browser(match, _judge(where))
    print(f"load of this machine: {os.getloadavg()[0]:.1f}")


def _found(folder: Path) -> LongMatch:
    from kiosk.matches import HERE, Matches, Shelf
    from rules.games import GAMES

    match = Matches(GAMES, lambda: [Shelf(HERE, folder, "Table 1")]).open()
    rows = [step.row for step in match.steps]
    return LongMatch(
        folder,
        events=sum(row.kind == "event" for row in rows),
        rows=rows[-1].seq,
        snapshots=len({name for row in rows for name in row.snapshots}),
        first=rows[0].seq,
    )


if __name__ == "__main__":
    main()
