"""The Referee in a real browser: on a site that is built for it with a few scenarios, below a sub-path, as on a project's pages."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.site import build
from dhumbal_conformance.site.referee import NoRuntime, add_runtime
from dhumbal_conformance.suite import load_suite

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[browser]'")

WORKED_EXAMPLE = "nepali-games/call/k-pair-worked-example"
HANDS = {"hand A": "KS KH AD AC AH", "hand B": "AS 2S 2H 9S 9H", "upcard": "7C", "stock": "2D 9D"}
LOADING = 180_000
"""Milliseconds. A busy machine takes its time to compile Python."""

Page = Any


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the Referee's page."""
    work = tmp_path_factory.mktemp("site")
    suite = load_suite()
    build(work / "docs", replace(suite, scenarios={WORKED_EXAMPLE: suite.scenarios[WORKED_EXAMPLE]}))
    try:
        add_runtime(work / "docs")
    except NoRuntime as lack:
        pytest.skip(f"Pyodide is not there: {lack}")
    lay_out(work)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=work / "served"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/where/referee.html"
    server.shutdown()
    server.server_close()


def lay_out(work: Path) -> None:
    """Run MkDocs with the project's own settings, in another place."""
    text = (data.root() / "mkdocs.yml").read_text(encoding="utf-8").replace("build/docs", str(work / "docs"))
    settings = {**yaml.safe_load(text), "site_dir": str(work / "served" / "some" / "where")}
    settings["hooks"] = [str(data.root() / hook) for hook in settings["hooks"]]
    (work / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(work / "mkdocs.yml")], check=True, capture_output=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as tools:
        started = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def opened(browser: Any, site: str) -> Iterator[Page]:
    """The page with the desk on it; afterwards nothing has been complained of, and nobody else was asked for anything."""
    context = browser.new_context(accept_downloads=True, viewport={"width": 360, "height": 740})
    page, complaints, asked = context.new_page(), list[str](), list[str]()
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    load(page, site)
    yield page
    context.close()
    assert complaints == []
    own = ("data:", "/".join(site.split("/")[:3]))
    assert [url for url in asked if not url.removeprefix("blob:").startswith(own)] == []


@pytest.fixture
def page(opened: Page) -> Page:
    """The desk with a fresh table."""
    opened.click("#setup > button")
    settled(opened, "play: []")
    settled(opened, "deal: 1")
    opened.wait_for_selector("#problems:empty", state="attached")
    return opened


def load(page: Page, address: str) -> None:
    page.goto(address)
    page.click("#start button")
    page.wait_for_selector("#desk:not([hidden])", timeout=LOADING)


def lay_the_cards(page: Page) -> None:
    page.evaluate("document.querySelector('#setup details').open = true")
    for name, cards in HANDS.items():
        page.fill(f'[name="{name}"]', cards)
    page.click("#lay")
    settled(page, "upcard: 7C")


def settled(page: Page, text: str) -> None:
    """Wait until the text of the scenario has this in it."""
    page.wait_for_function("text => document.getElementById('text').value.includes(text)", arg=text)


def tap(page: Page, *keys: str) -> None:
    """Tap cards and piles by what they are, and buttons by their id."""
    for key in keys:
        page.click(key if key.startswith("#") else f'[data-key="{key}"]')


def play(page: Page) -> None:
    """The worked example, with its two calls that are refused."""
    lay_the_cards(page)
    tap(page, "draw")
    settled(page, "gets: 2D")
    tap(page, "#call")
    settled(page, "refused: call.only-at-turn-start")
    tap(page, "A KS", "A KH", "#discard")
    settled(page, "discard KS KH")
    tap(page, "#call")
    settled(page, "refused: call.limit")
    tap(page, "draw")
    settled(page, "gets: 9D")
    tap(page, "B 9S", "B 9H", "B 9D", "#discard")
    settled(page, "discard 9S 9H 9D")
    tap(page, "#call")
    settled(page, "then:")


def test_the_worked_example_is_played_by_taps_saved_and_accepted(page: Page, tmp_path: Path) -> None:
    play(page)
    assert page.inner_text("#end .ending") == "A calls and is caught. B wins."
    assert [cell.inner_text() for cell in page.query_selector_all("#end tbody td:nth-child(4)")] == ["−25", "+25"]
    assert "settle.caught.flat" in page.inner_text("#end")
    page.fill('[name="title"]', "Matched at five points")
    page.check('[name="confirmed"]')
    with page.expect_download() as saved:
        page.click("#saving button")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    for command in (["lint", str(path)], ["verify", "--select", str(path)]):
        done = CliRunner().invoke(main, command, catch_exceptions=False)
        assert done.exit_code == 0, done.output


def test_a_refused_move_shows_the_words_of_its_clause_and_the_way_to_it(page: Page) -> None:
    tap(page, "acts B", "#call")
    settled(page, "refused: turn.seat")
    assert "✗ refused" in page.inner_text("#verdict")
    link = page.get_attribute("#verdict a", "href")
    assert link == "rules/turn.html#turn.seat"
    assert page.request.get(page.evaluate("link => new URL(link, location).href", link)).ok


def test_what_is_allowed_is_marked_for_eyes_and_ears(page: Page) -> None:
    lay_the_cards(page)
    assert page.get_attribute('[data-key="draw"]', "aria-label") == "the stock, a card may be drawn"
    assert "may" in page.get_attribute('[data-key="take 7C"]', "class").split()
    assert page.get_attribute('[data-key="A KS"]', "aria-label") == "king of spades"
    tap(page, "draw")
    settled(page, "gets: 2D")
    assert page.get_attribute('[data-key="A KS"]', "aria-label") == "king of spades, may be discarded"


def test_the_keyboard_is_enough_to_discard(page: Page) -> None:
    lay_the_cards(page)
    for key in ("draw", "A KS", "A KH"):
        page.focus(f'[data-key="{key}"]')
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
        assert page.evaluate("document.activeElement.dataset.key") == key
    page.focus("#discard")
    page.keyboard.press("Enter")
    settled(page, "discard KS KH")


def test_a_link_restores_the_table(page: Page) -> None:
    lay_the_cards(page)
    tap(page, "draw")
    page.wait_for_function("location.hash.length > 100")
    settled(page, "gets: 2D")
    page.click("#share")
    link, text = page.url, page.input_value("#text")
    other = page.context.new_page()
    load(other, link)
    assert other.input_value("#text") == text
    assert other.inner_text("#play li") == "A: draw stock gets 2♦\ufe0e"


def test_a_mistake_in_the_text_has_its_line_and_column_and_taps_wait(page: Page) -> None:
    text = page.input_value("#text").replace("play: []", "play:\n  - {A: drwa stock}")
    page.fill("#text", text)
    page.wait_for_selector("#problems li")
    assert page.inner_text("#problems li") == "line 7, column 9: 'drwa stock' is not an action (did you mean draw?)"
    tap(page, "draw")
    page.fill("#text", text.replace("drwa", "draw"))
    settled(page, "draw stock}")
    page.wait_for_selector("#play li")
    assert page.query_selector("#problems li") is None


def test_a_run_lists_its_failures_and_a_tap_opens_the_scenario(page: Page) -> None:
    failure = '{"what": "the action", "expected": "refused call.limit", "actual": "accepted"}'
    result = f'{{"type": "result", "id": "{WORKED_EXAMPLE}", "title": "A pair of kings", "failure": {failure}}}'
    page.set_input_files("#file", {"name": "run.ndjson", "mimeType": "text/plain", "buffer": f'{{"type": "header"}}\n{result}\n'.encode()})
    page.click("#report button")
    settled(page, f"id: {WORKED_EXAMPLE}")
    page.wait_for_selector("#play li:nth-child(9)")


def test_another_game_and_another_reading_are_compared(page: Page) -> None:
    play(page)
    page.select_option("#other", value='{"reading":"NG-12/below-five"}')
    page.click("#compare")
    page.wait_for_selector("#comparison .difference")
    assert "B: discard 9S 9H 9D: what is allowed next" in page.inner_text("#comparison")


def test_nothing_is_wider_than_a_narrow_screen(page: Page) -> None:
    play(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_script_the_page_says_so(browser: Any, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    assert "needs JavaScript" in page.inner_text("article")
    context.close()
