"""The page looked at: `python -m benchmarks.page` draws every state in every dress, and times the first.

Pictures go to `--out` (default `screenshots`; the best ones lie in `docs/images`), times to stdout.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.doors.page import browser as looking
from tests.warm import SERVING, warm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

ROOT = Path(__file__).parents[1]
TABLE = "How many engines may a driver use in a season?"
PENALTY = "What happens if a car is released unsafely?"
SUMMARY = "Summarise the rules on tyres."
NOTHING = "How many wheels does the safety helicopter need in 2019?"
OUTSIDE = "Which wine goes with fish?"
WIDTHS: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "middle": {"width": 768, "height": 1024},
    "phone": looking.PHONE,
}
TIMES = 7
"""Measurements of which the median is told."""
MOST = {"first pixel, median": 400, "first step, median": 150}
"""Milliseconds in a quiet run; with more of either it ends with code 1."""
FIRST_STEP = """
() => new Promise((tell) => {
  const box = document.querySelector('#composer textarea');
  box.value = 'How fast may a car go in the pit lane?';
  const began = performance.now();
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.turn:last-child .steps li')) return;
    observer.disconnect();
    tell(performance.now() - began);
  }).observe(document.getElementById('thread'), { childList: true, subtree: true });
  document.getElementById('composer').requestSubmit();
})
"""
FIRST_PIXEL = """
() => new Promise((tell) => new PerformanceObserver((seen) => {
  for (const one of seen.getEntries()) if (one.name === 'first-contentful-paint') tell(one.startTime);
}).observe({ type: 'paint', buffered: true }))
"""
Act = Callable[["Page"], None]


def ask(question: str) -> Act:
    def act(page: Page) -> None:
        turn = looking.ask(page, question)
        if turn.locator(".chip").count():
            page.locator("#source .paper img").wait_for(state="attached")

    return act


def start(page: Page) -> None:
    page.locator(".examples li").first.wait_for()


def following(page: Page) -> None:
    ask(PENALTY)(page)
    page.locator(".next li").last.scroll_into_view_if_needed()


def found(page: Page) -> None:
    ask(PENALTY)(page)
    page.get_by_text("How this was found").click()
    page.locator(".timeline").scroll_into_view_if_needed()


def amendments(page: Page) -> None:
    page.locator(".paper img").wait_for()
    page.get_by_role("button", name="Amendments").click()
    page.locator(".paper .deleted, .paper .inserted").first.wait_for()
    page.get_by_text("Through the issues").click()
    page.locator(".life li").first.wait_for()


def evaluated(page: Page) -> None:
    page.get_by_label("Question set").set_input_files(str(ROOT / "eval" / "questions" / "sample.jsonl"))
    page.get_by_role("button", name="Ask all of them").click()
    page.locator("#trial .job").wait_for()
    page.locator("#trial .job[data-poll]").wait_for(state="detached", timeout=240_000)
    page.locator("#trial .job a").click()
    page.locator(".plot").first.wait_for()


def still(page: Page) -> None:
    page.locator("main .tab").wait_for()


STATES: dict[str, tuple[str, Act]] = {
    "start": ("/", start),
    "answer": ("/", ask(TABLE)),
    "next": ("/", following),
    "found": ("/", found),
    "abstained": ("/", ask(NOTHING)),
    "declined": ("/", ask(OUTSIDE)),
    "waiting": ("/", ask(SUMMARY)),
    "clause": ("/clause/2019/sporting/B3.4.3a", amendments),
    "compare": ("/compare?old=2019/sporting@1&new=2019/sporting@2&least=0.25", still),
    "cells": ("/compare?old=2019/sporting@1&new=2019/sporting@2&clause=B6.3.1", still),
    "outline": ("/browse/outline?document=2019/sporting@2", still),
    "penalties": ("/browse/penalties", still),
    "search": ("/browse/search?word=pit lane speed", still),
    "check": ("/browse/check?word=A time penalty of five (5) seconds on the Driver.", still),
    "corpus": ("/corpus", still),
    "runs": ("/runs", still),
    "evaluate": ("/evaluate", evaluated),
    "unknown": ("/clause/2019/sporting/B99", lambda page: page.locator(".problem").wait_for()),
}


def draw(browser: Browser, address: str, out: Path, names: list[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        place, act = STATES[name]
        for kind, viewport in WIDTHS.items():
            for scheme in ("light", "dark"):
                if name == "evaluate" and (kind, scheme) != ("wide", "light"):
                    continue
                with looking.looked_at(browser, address, viewport, scheme, strict=name != "unknown") as page:
                    page.goto(place)
                    act(page)
                    page.wait_for_timeout(250)
                    page.screenshot(path=out / f"{name}-{kind}-{scheme}.png")
        sys.stdout.write(f"{name}\n")


def measure(browser: Browser, address: str) -> dict[str, float]:
    """Milliseconds, medians: navigation to first paint, and asking to the first step, seen in the browser."""
    pixels, steps = [], []
    for _ in range(TIMES):
        with looking.looked_at(browser, address, looking.DESK) as page:
            page.goto("/")
            page.locator("#welcome").wait_for()
            pixels.append(float(page.evaluate(FIRST_PIXEL)))
            steps.append(float(page.evaluate(FIRST_STEP)))
            page.locator(".turn .steps[aria-busy=false]").wait_for()
    return {
        "first pixel, median": statistics.median(pixels),
        "first pixel, longest": max(pixels),
        "first step, median": statistics.median(steps),
        "first step, longest": max(steps),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, help="an index of the sample corpus; built when left out")
    parser.add_argument("--corpus", type=Path, default=ROOT / "corpus" / "sample")
    parser.add_argument("--out", type=Path, default=ROOT / "screenshots")
    parser.add_argument("--only", nargs="*", choices=[*STATES, "times"], default=["times", *STATES])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        index = given.index or _built(Path(folder) / "built", given.corpus)
        approving = {"REGULATIONS_AGENT_APPROVAL_TOOLS": '["regulation_summary"]'}
        work = Path(folder) / "sample"
        work.mkdir()
        with (
            warm(SERVING) as process,
            looking.served(process, work, index, given.corpus, **approving) as address,
            looking.chromium() as browser,
        ):
            slow = False
            if "times" in given.only:
                for name, value in measure(browser, address).items():
                    slow |= value > MOST.get(name, value)
                    sys.stdout.write(f"{name:<22} {value:6.0f} ms\n")
            draw(browser, address, given.out, [name for name in given.only if name != "times"])
    sys.exit(slow)


def _built(folder: Path, corpus: Path) -> Path:
    from regulations_agent.index.building.build import ingest
    from regulations_agent.settings import load_settings

    ingest([corpus], folder, load_settings())
    return folder


if __name__ == "__main__":
    main()
