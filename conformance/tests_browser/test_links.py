"""Every address that a page of the site names within the site is there, with the place on the page."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

FETCHED = "steps/"
"""Within the path of what is fetched into other pages, which have the symbols of the cards."""


class Page(HTMLParser):
    """What a page names, and the places on it that can be named."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.places = set[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - HTMLParser passes it
        for name, value in attrs:
            if name in {"href", "src", "data-steps"} and value:
                self.links.add(value)
            elif name in {"id", "name"} and value:
                self.places.add(value)


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, Page]:
    """Every page by its path, but the one for what is not there, which may be shown anywhere."""
    paths = (path for path in sorted(folder.rglob("*.html")) if path.name != "404.html")
    return {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in paths}


def broken(folder: Path, pages: dict[str, Page]) -> Iterator[str]:
    """Page and link of everything that leads nowhere."""
    there = cache(lambda target: (folder / target).is_file())
    for path, page in pages.items():
        for link in page.links:
            if "//" in link or link.startswith(("data:", "mailto:")):
                continue
            way, place = urldefrag(link)
            itself = "index.html" if FETCHED in path else path
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(way))) if way else itself
            if not there(target):
                yield f"{path}: {link}"
            elif place and target in pages and unquote(place) not in pages[target].places:
                yield f"{path}: {link} (no such place)"


def test_every_link_arrives(folder: Path, pages: dict[str, Page]) -> None:
    assert [*broken(folder, pages)] == []
