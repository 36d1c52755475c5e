"""Every kind of page in a real browser: it fits a telephone, is readable for everybody in light and dark, and asks nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

Page = Any
Visit = Callable[..., Page]
Watched = Callable[..., AbstractContextManager[Page]]

PAGES = {
    "home": "index.html",
    "home in French": "fr/index.html",
    "chapter": "rules/call.html",
    "chapter in Nepali": "ne/rules/call.html",
    "ruling": "rulings/ng-01.html",
    "scenario": "scenarios/call/k-pair-worked-example.html",
    "referee": "referee.html",
    "learn": "learn.html",
    "kill table": "kills/nepali-games.html",
    "comparison": "profiles/index.html",
    "sheet": "sheets/nepali-games.html",
}
LOADING = 180_000
"""Milliseconds. A busy machine takes its time to compile Python."""
LOUD = {"serious", "critical"}


@pytest.fixture(scope="module", params=[*PAGES.values()], ids=[*PAGES])
def page(watched: Watched, site: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page with everything on it: the desk, and the first play that is folded."""
    with watched(reduced_motion="reduce") as opened:
        opened.goto(f"{site}/{request.param}")
        if opened.locator("#start button").count():
            opened.click("#start button")
            opened.wait_for_selector("#desk:not([hidden])", timeout=LOADING)
        if opened.locator("details.scenario").count():
            opened.locator("details.scenario summary").first.click()
            opened.wait_for_selector("details.scenario[open] .stepper")
        yield opened


def test_a_narrow_screen_is_wide_enough(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("colours", ["default", "slate"])
def test_nothing_is_in_the_way_of_those_who_see_or_move_less(page: Page, colours: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: pip install -e '.[browser]'").Axe()
    page.evaluate("colours => document.body.setAttribute('data-md-color-scheme', colours)", colours)
    found = axe.run(page).response["violations"]
    loud = [f"{it['id']}: {node['html']}: {node['failureSummary']}" for it in found if it["impact"] in LOUD for node in it["nodes"]]
    assert loud == []


def test_dark_is_dark_by_the_device_and_by_the_button_and_stays_so(visit: Visit) -> None:
    def brightness(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3]))

    assert brightness(visit("index.html", color_scheme="dark")) < 200
    page = visit("index.html", color_scheme="light")
    assert brightness(page) > 600
    page.locator("label[title='Dark colours']").click()
    assert brightness(page) < 200
    page.goto(page.url.replace("index", "learn"))
    assert brightness(page) < 200
