"""Writes the whole site as Markdown with its assets, so that MkDocs has nothing to do but lay it out."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import yaml

from dhumbal_conformance import data
from dhumbal_conformance.model import Suite
from dhumbal_conformance.notation import cards
from dhumbal_conformance.rulebook import clauses_json, read_chapters
from dhumbal_conformance.site.book import Book, chapter_page, chapters_of, scenario_page
from dhumbal_conformance.site.cards import row, sprite
from dhumbal_conformance.site.execution import execute
from dhumbal_conformance.site.pages.profiles import profile_pages
from dhumbal_conformance.site.pages.rules import rule_pages
from dhumbal_conformance.site.pages.rulings import ruling_pages
from dhumbal_conformance.site.pages.scenarios import scenario_pages
from dhumbal_conformance.suite import load_suite

SETTINGS = ".mkdocs"
"""Within the output: the order of the pages and the theme's overrides. MkDocs does not publish what begins with a dot."""

_CARDS = re.compile(r"<!-- cards: (.*?) -->")


def build(out: Path, suite: Suite | None = None) -> int:
    """Play every scenario and write all pages to `out`; returns their number.

    Raises `NotPassed` when a scenario does not pass, `BadFiles` when a file is wrong, `FileExistsError` when `out` has other files, and
    `FileNotFoundError` outside of a checkout.
    """
    if not own_pages().is_dir():
        raise FileNotFoundError("the site can only be built from a checkout, which has the pages under docs")
    book = read_book(suite or load_suite())
    clear(out)
    # First, since it is by them that a later build knows this directory for its own.
    write_settings(out / SETTINGS, book)
    copy_own_pages(out, book)
    for page, text in all_pages(book):
        write(out / f"{page}.md", text + "\n")
    for scenario in book.scenarios.values():
        write(out / f"{scenario_page(scenario)}.yaml", scenario.text)
    write(out / "rules" / "clauses.json", json.dumps(clauses_json(book.suite.clauses.values()), indent=2) + "\n")
    return sum(1 for _ in out.rglob("*.md"))


def read_book(suite: Suite) -> Book:
    """The canonical profile's rules, with its scenarios played."""
    profile = next(profile for profile in suite.profiles.values() if profile.canonical)
    scenarios = {name: scenario for name, scenario in suite.scenarios.items() if scenario.profile == profile.id}
    return Book(suite, profile, chapters_of(profile, read_chapters()), scenarios, execute(suite, profile, scenarios.values()))


def clear(out: Path) -> None:
    """Remove what an earlier build wrote, and nothing else."""
    if out.exists() and any(out.iterdir()):
        if not (out / SETTINGS).is_dir():
            raise FileExistsError(f"{out} has files that this program did not write; name an empty directory")
        shutil.rmtree(out)


def all_pages(book: Book) -> Iterator[tuple[str, str]]:
    """Path and text of every page made from data."""
    for pages in (rule_pages, ruling_pages, scenario_pages, profile_pages):
        yield from pages(book)


def own_pages() -> Path:
    """The directory of the pages written by hand, with the style sheet and the theme's overrides."""
    return data.root() / "docs"


def copy_own_pages(out: Path, book: Book) -> None:
    """The pages written by hand, and the style sheet."""
    shutil.copytree(own_pages(), out, ignore=shutil.ignore_patterns("overrides"), dirs_exist_ok=True)
    shutil.copy(data.spec() / "protocol.md", out)
    home = (own_pages() / "index.md").read_text(encoding="utf-8")
    write(out / "index.md", home_page(home, book))


def home_page(text: str, book: Book) -> str:
    """The home page with its cards drawn and its numbers filled in."""
    numbers = {"clauses": len(book.clauses), "rulings": len(book.rulings), "scenarios": len(book.scenarios)}
    for name, number in numbers.items():
        text = text.replace(f"<!-- {name} -->", str(number))
    return _CARDS.sub(lambda found: row(cards(found[1])), text)


def write_settings(directory: Path, book: Book) -> None:
    """The order of the pages, and the theme's overrides with the cards' symbols."""
    shutil.copytree(own_pages() / "overrides", directory / "theme")
    write(directory / "theme" / "partials" / "cards.html", sprite())
    write(directory / "nav.yml", yaml.safe_dump({"nav": navigation(book)}, allow_unicode=True, sort_keys=False))


def navigation(book: Book) -> list[dict[str, object]]:
    """What the menu shows. Rulings and scenarios are found from their indexes: in the menu they would weigh on every page."""
    rules: list[object] = ["rules/index.md", *({chapter.title: f"{chapter_page(chapter)}.md"} for chapter in book.chapters)]
    rules += [{"The values": f"profiles/{book.profile.id}.md"}, {"The sources": "sources.md"}]
    return [
        {"Home": "index.md"},
        {"Rules": rules},
        {"Rulings": "rulings/index.md"},
        {"Scenarios": ["scenarios/index.md", {"Writing a scenario": "scenario-format.md"}]},
        {"Your engine": ["engine.md", {"Protocol": "protocol.md"}]},
    ]


def write(path: Path, text: str) -> None:
    """One file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
