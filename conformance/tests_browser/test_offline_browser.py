"""Without a network: what was visited once can be read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

Page = Any
Serve = Callable[[], AbstractContextManager[str]]
Watched = Callable[..., AbstractContextManager[Page]]

LOADING = 180_000
"""Milliseconds. A busy machine takes its time to compile Python."""
ALL_KEPT = """async () => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((url) => url.startsWith(location.origin));
    const kept = await Promise.all([location.href.split("#")[0], ...loaded].map((url) => caches.match(url)));
    return kept.every(Boolean);
}"""


@contextmanager
def after_a_visit(serve: Serve, watched: Watched, path: str, look: Callable[[Page], object]) -> Iterator[Page]:
    """A page that has been looked at, and whose server then went away."""
    with watched() as page:
        with serve() as site:
            page.goto(f"{site}/{path}")
            page.wait_for_function("navigator.serviceWorker.controller")
            look(page)
            page.wait_for_load_state("networkidle")
            page.wait_for_function(ALL_KEPT)
        yield page


@pytest.mark.parametrize("path", ["rules/call.html#call.limit", "ne/rules/call.html#call.limit"])
def test_a_rule_page_that_was_visited_is_read_again_with_the_play_that_was_opened(serve: Serve, watched: Watched, path: str) -> None:
    def look(page: Page) -> None:
        page.locator("details.scenario summary").first.click()
        page.wait_for_selector("details.scenario[open] .stepper")

    with after_a_visit(serve, watched, path, look) as page:
        page.reload()
        look(page)
        assert page.locator("h1").is_visible()


def test_what_was_kept_of_an_earlier_build_is_forgotten_and_what_others_keep_is_left(watched: Watched, site: str) -> None:
    with watched() as page:
        page.goto(f"{site}/index.html")
        page.wait_for_function("navigator.serviceWorker.controller")
        page.evaluate("""async () => {
            const here = await navigator.serviceWorker.ready;
            await Promise.all([`${here.scope} earlier`, "of another"].map((name) => caches.open(name)));
            await here.unregister();
        }""")
        page.reload()
        page.wait_for_function("async () => !(await caches.keys()).some((name) => name.endsWith(' earlier'))")
        assert "of another" in page.evaluate("caches.keys()")


def test_the_referee_judges_again(serve: Serve, watched: Watched, desk: str) -> None:
    def look(page: Page) -> None:
        page.click("#start button")
        page.wait_for_selector("#desk:not([hidden])", timeout=LOADING)

    with after_a_visit(serve, watched, desk, look) as page:
        page.reload()
        look(page)
        page.click('[data-key="draw"]')
        page.wait_for_function("document.getElementById('text').value.includes('draw stock')")
