"""The rule pages in a real browser: a play gone through step by step, one that is fetched, the change of language, and the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Page = Any
Visit = Callable[..., Page]

PLAY = "scenarios/call/k-pair-worked-example.html"


def shown(page: Page) -> str:
    """What the stepper says, and to those who listen also what is done."""
    return str(page.locator(".stepper .said").first.text_content())


def swipe(page: Page, by: int) -> None:
    """Draw a finger across the play, so many pixels to the right."""
    page.locator(".played .board:visible").first.scroll_into_view_if_needed()
    box = page.locator(".played .board:visible").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + by, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_play_is_gone_through_with_buttons_and_arrow_keys(visit: Visit) -> None:
    page = visit(PLAY)
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


def test_a_play_is_gone_through_with_swipes(visit: Visit) -> None:
    page = visit(PLAY)
    swipe(page, -120)
    assert shown(page).startswith("Step 1 of 8")
    swipe(page, -20)
    assert shown(page).startswith("Step 1 of 8")
    swipe(page, 120)
    assert shown(page) == "At the beginning"


def test_each_step_shows_the_whole_table(visit: Visit) -> None:
    boards = visit(PLAY).locator(".played .board")
    assert boards.count() > 5
    assert {boards.nth(number).locator(".seat").count() for number in range(boards.count())} == {2}
    assert all(boards.nth(number).locator(".acts").count() <= 1 for number in range(boards.count()))


def test_without_script_every_step_is_shown(visit: Visit) -> None:
    page = visit(PLAY, java_script_enabled=False)
    assert page.locator("ol.steps > li:visible").count() == 8


def test_a_scenario_that_is_not_at_hand_is_fetched_in_the_language_with_links_that_arrive(visit: Visit, site: str) -> None:
    page = visit("ru/rules/call.html")
    page.locator("details.scenario[data-steps] summary").first.click()
    page.wait_for_selector("details.scenario[open] .stepper")
    opened = page.locator("details.scenario[open]")
    opened.get_by_role("button", name="Следующий шаг").click()
    assert "Шаг 1 из " in shown(page)
    links = opened.locator(".played a").evaluate_all("links => links.map(link => link.href)")
    assert links
    assert all(link.startswith(f"{site}/ru/rules/") for link in links)


def test_the_language_is_changed_at_the_same_clause(visit: Visit, site: str) -> None:
    page = visit("rules/call.html#call.optional")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator(".md-select button").focus()
    page.locator("a.same[hreflang=ne]").click()
    page.wait_for_url(f"{site}/ne/rules/call.html#call.optional")
    assert page.locator("html").get_attribute("lang") == "ne"
    alternates = page.locator("link[hreflang]").evaluate_all("links => links.map(link => [link.hreflang, link.href])")
    assert dict(alternates)["en"] == f"{site}/rules/call.html"
    assert set(dict(alternates)) == {"en", "fr", "ru", "pt", "ne"}


def test_a_page_that_is_only_in_english_says_so_and_leads_to_the_rule_book(visit: Visit, site: str) -> None:
    page = visit("engine.html")
    page.locator(".md-select button").focus()
    link = page.locator(".languages a[hreflang=fr]")
    assert "Cette page n’existe qu’en anglais" in link.text_content()
    link.click()
    page.wait_for_url(f"{site}/fr/rules/index.html")
    assert page.locator("html").get_attribute("lang") == "fr"


def test_a_search_for_a_situation_finds_the_scenario(visit: Visit) -> None:
    page = visit("index.html", viewport={"width": 1280, "height": 800})
    page.get_by_role("textbox", name="Search").fill("pair of kings")
    found = page.locator(".md-search-result__link").first
    found.wait_for()
    assert PLAY in found.get_attribute("href")
