"""The rule pages in a real browser: a play gone through step by step, one that is fetched, and the change of language."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import yaml
from dhumbal_conformance import data
from dhumbal_conformance.site import build
from dhumbal_conformance.suite import load_suite

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[browser]'")

WORKED_EXAMPLE = "nepali-games/call/k-pair-worked-example"
OTHER = "nepali-games/call/six-may-not"
Page = Any


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with two scenarios, below a sub-path."""
    work, suite = tmp_path_factory.mktemp("site"), load_suite()
    build(work / "docs", replace(suite, scenarios={name: suite.scenarios[name] for name in (WORKED_EXAMPLE, OTHER)}))
    settings = yaml.safe_load((data.root() / "mkdocs.yml").read_text(encoding="utf-8").replace("build/docs", str(work / "docs")))
    settings |= {"site_dir": str(work / "served" / "some"), "hooks": [str(data.root() / hook) for hook in settings["hooks"]]}
    (work / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(work / "mkdocs.yml")], check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=work / "served"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as tools:
        started = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """A page on a telephone; afterwards nothing has been complained of."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    opened, complaints = context.new_page(), list[str]()
    opened.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []


def shown(page: Page) -> str:
    """What the stepper says, and to those who listen also what is done."""
    return str(page.locator(".stepper .said").first.text_content())


def test_a_play_is_gone_through_with_buttons_and_arrow_keys(page: Page, site: str) -> None:
    page.goto(f"{site}/scenarios/call/k-pair-worked-example.html")
    assert shown(page) == "At the beginning"
    page.get_by_role("button", name="Next step").click()
    assert shown(page) == "Step 1 of 8: A draws from the stock and gets 2 of diamonds"
    page.locator(".played").press("ArrowRight")
    assert shown(page).startswith("Step 2 of 8: A calls ✗ refused")
    page.locator(".played").press("ArrowLeft")
    assert shown(page).startswith("Step 1 of 8")
    assert page.locator("ol.steps > li:visible").count() == 1
    page.get_by_role("button", name="All steps").click()
    assert page.locator("ol.steps > li:visible").count() == 8


def test_each_step_shows_the_whole_table(page: Page, site: str) -> None:
    page.goto(f"{site}/rules/call.html")
    page.locator("details.scenario summary").first.click()
    boards = page.locator("details.scenario >> nth=0 >> .board")
    assert {boards.nth(number).locator(".seat").count() for number in range(boards.count())} == {2}
    assert all(boards.nth(number).locator(".acts").count() <= 1 for number in range(boards.count()))


def test_without_script_every_step_is_shown(browser: Any, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/scenarios/call/k-pair-worked-example.html")
    assert page.locator("ol.steps > li:visible").count() == 8
    context.close()


def test_a_scenario_that_is_not_at_hand_is_fetched_in_the_language_with_links_that_arrive(page: Page, site: str) -> None:
    page.goto(f"{site}/ru/rules/call.html")
    details = page.locator("details.scenario[data-steps]").first
    details.locator("summary").click()
    page.wait_for_selector("details.scenario[open] .stepper")
    opened = page.locator("details.scenario[open]")
    opened.get_by_role("button", name="Следующий шаг").click()
    assert "Шаг 1 из " in shown(page)
    links = opened.locator(".played a").evaluate_all("links => links.map(link => link.href)")
    assert links
    assert all(link.startswith(f"{site}/ru/rules/") for link in links)


def test_the_language_is_changed_at_the_same_clause(page: Page, site: str) -> None:
    page.goto(f"{site}/rules/call.html#call.optional")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator(".md-select button").focus()
    page.locator("a.same[hreflang=ne]").click()
    page.wait_for_url(f"{site}/ne/rules/call.html#call.optional")
    assert page.locator("html").get_attribute("lang") == "ne"
    alternates = page.locator("link[hreflang]").evaluate_all("links => links.map(link => [link.hreflang, link.href])")
    assert dict(alternates)["en"] == f"{site}/rules/call.html"
    assert set(dict(alternates)) == {"en", "fr", "ru", "pt", "ne"}


def test_a_page_that_is_only_in_english_says_so_and_leads_to_the_rule_book(page: Page, site: str) -> None:
    page.goto(f"{site}/engine.html")
    page.locator(".md-select button").focus()
    link = page.locator(".languages a[hreflang=fr]")
    assert "Cette page n’existe qu’en anglais" in link.text_content()
    link.click()
    page.wait_for_url(f"{site}/fr/rules/index.html")
    assert page.locator("html").get_attribute("lang") == "fr"
