"""The Referee in a real browser: a play from its first card to a scenario that the suite accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from dhumbal_conformance.cli import main

WORKED_EXAMPLE = "nepali-games/call/k-pair-worked-example"
HANDS = {"hand A": "KS KH AD AC AH", "hand B": "AS 2S 2H 9S 9H", "upcard": "7C", "stock": "2D 9D"}
LOADING = 180_000
"""Milliseconds. A busy machine takes its time to compile Python."""

Page = Any
Watched = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="module")
def opened(watched: Watched, site: str, desk: str) -> Iterator[Page]:
    """The page with the desk on it."""
    with watched(accept_downloads=True) as page:
        load(page, f"{site}/{desk}")
        yield page


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
    # Behind another one, a page is slow.
    other.close()


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


def test_without_script_the_page_says_so(visit: Callable[..., Page], desk: str) -> None:
    assert "needs JavaScript" in visit(desk, java_script_enabled=False).inner_text("article")
