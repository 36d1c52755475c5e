"""Writes the whole site as Markdown with its assets, so that MkDocs has nothing to do but lay it out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import yaml

from dhumbal_conformance import data
from dhumbal_conformance.loader.rulebook import Chapter, clauses_json, read_chapters
from dhumbal_conformance.loader.translations import SOURCE
from dhumbal_conformance.loader.words import words_of
from dhumbal_conformance.model import Profile, Suite
from dhumbal_conformance.runner.recording import execute
from dhumbal_conformance.site.apart import SETTINGS, file_of, set_apart
from dhumbal_conformance.site.book import Book, Here, Library, chapters_of, in_order, language_of, prefix
from dhumbal_conformance.site.cards import sprite, with_drawn
from dhumbal_conformance.site.editions import OTHERS, edition, edition_pages, extra, learning_page, settings
from dhumbal_conformance.site.gallery import gallery_files
from dhumbal_conformance.site.layout import TOLD
from dhumbal_conformance.site.pages.comparison import COMPARISON, comparison_pages
from dhumbal_conformance.site.pages.coverage import COVERAGE, coverage_pages
from dhumbal_conformance.site.pages.kills import KILLS, kill_pages
from dhumbal_conformance.site.pages.perft import PERFT, perft_pages
from dhumbal_conformance.site.pages.profiles import profile_pages
from dhumbal_conformance.site.pages.rules import rule_pages
from dhumbal_conformance.site.pages.rulings import ruling_pages
from dhumbal_conformance.site.pages.scenarios import scenario_pages
from dhumbal_conformance.site.pages.schemas import SCHEMAS, schema_files, schema_pages
from dhumbal_conformance.site.pages.sheets import sheet_pages
from dhumbal_conformance.site.plays import played
from dhumbal_conformance.site.referee import write_desk
from dhumbal_conformance.suite import load_suite

ENGINE_PAGES = {
    "start": "From zero to green",
    "adapters": "Writing an adapter",
    "reports": "Reports",
    "gallery": "What a run gives",
    "misreadings": "Wrong engines",
    "ci": "In CI",
    "pytest": "With pytest",
    "secrecy": "Secrecy",
    "fuzz": "Differential play",
    "speed": "Speed",
    "protocol": "Protocol",
    SCHEMAS: "Schemas",
    KILLS: "The kill table",
    COVERAGE: "What proves what",
    PERFT: "Lines of play",
}
"""The pages about checking an engine, beside the first."""

AT_THE_TABLE = ({"Write down a dispute": "dispute.md"}, {"Deal numbers": "deal-numbers.md"}, {"Auditing a game": "audit.md"})
"""The pages about deals that were or will be played by people."""

PROOF_PAGES = (kill_pages, coverage_pages, perft_pages, schema_pages)
"""What makes the pages on what the suite proves, and by what."""


def build(out: Path, suite: Suite | None = None) -> int:
    """Play every scenario and write all pages to `out`; returns their number.

    Raises `NotPassed` when a scenario does not pass, `BadFiles` when a file is wrong, `FileExistsError` when `out` has other files, and
    `FileNotFoundError` outside of a checkout.
    """
    if not own_pages().is_dir():
        raise FileNotFoundError("the site can only be built from a checkout, which has the pages under docs")
    library = read_library(suite or load_suite())
    clear(out)
    # First, since it is by them that a later build knows this directory for its own.
    write_settings(out / SETTINGS, library)
    copy_own_pages(out, library)
    write_desk(out, library)
    for page, text in all_pages(library):
        write_page(out, page, text)
    write_steps(out, library)
    for language in OTHERS:
        write_edition(out, edition(library, language))
    for name, scenario in library.suite.scenarios.items():
        write(out / f"{library.pages[name][0]}.yaml", scenario.text)
    for file, text in gallery_files(library.suite):
        write(out / file, text)
    for schema in schema_files():
        write(out / SCHEMAS / schema.name, schema.read_text(encoding="utf-8"))
    write(out / "rules" / "clauses.json", json.dumps(clauses_json(library.suite.clauses.values()), indent=2) + "\n")
    return sum(1 for _ in out.rglob("*.md"))


def read_library(suite: Suite) -> Library:
    """The rules of every profile, with its scenarios played."""
    chapters, books = read_chapters(), dict[str, Book]()
    for profile in in_order(suite.profiles.values()):
        books[profile.id] = read_book(suite, profile, chapters, books[profile.bases[0]] if profile.bases else None)
    return Library(suite, books)


def read_book(suite: Suite, profile: Profile, chapters: list[Chapter], base: Book | None) -> Book:
    """The rules of one profile, with its scenarios played."""
    scenarios = {name: scenario for name, scenario in suite.scenarios.items() if scenario.profile == profile.id}
    rulings = {name: ruling for name, ruling in suite.rulings.items() if ruling.profile == profile.id}
    played = execute(suite, profile, scenarios.values())
    return Book(profile, base, chapters_of(profile, chapters), scenarios, rulings, played, words_of(SOURCE))


def clear(out: Path) -> None:
    """Remove what an earlier build wrote, and nothing else."""
    if out.exists() and any(out.iterdir()):
        if not (out / SETTINGS).is_dir():
            raise FileExistsError(f"{out} has files that this program did not write; name an empty directory")
        shutil.rmtree(out)


def all_pages(library: Library) -> Iterator[tuple[str, str]]:
    """Path and text of every page made from data."""
    for pages in (rule_pages, ruling_pages, scenario_pages, profile_pages, comparison_pages, sheet_pages, *PROOF_PAGES):
        yield from pages(library)
    yield learning_page(library, own_pages())


def write_edition(out: Path, library: Library) -> None:
    """The site in another language."""
    directory = out / library.canonical.words.language
    shutil.copytree(own_pages() / "assets", directory / "assets", ignore=shutil.ignore_patterns("referee"))
    write(directory / SETTINGS / TOLD, yaml.safe_dump(settings(library), allow_unicode=True, sort_keys=False))
    for page, text in edition_pages(library, own_pages()):
        write_page(out, page, text)
    write_steps(out, library)


def write_steps(out: Path, library: Library) -> None:
    """Every scenario as it was played, for the pages that show it when it is asked for."""
    for book in library.books.values():
        for scenario in book.scenarios.values():
            page = book.steps_page(scenario)
            write(out / f"{page}.html", played(Here(library, book, page), scenario, briefly=True) + "\n")


def own_pages() -> Path:
    """The directory of the pages written by hand, with the style sheet and the theme's overrides."""
    return data.root() / "docs"


def copy_own_pages(out: Path, library: Library) -> None:
    """The pages written by hand, and the style sheet."""
    shutil.copytree(own_pages(), out, ignore=shutil.ignore_patterns("overrides", "learn"), dirs_exist_ok=True)
    shutil.copy(data.spec() / "protocol.md", out)
    home = (own_pages() / "index.md").read_text(encoding="utf-8")
    write(out / "index.md", home_page(home, library))


def home_page(text: str, library: Library) -> str:
    """The home page with its cards drawn and its numbers filled in."""
    suite = library.suite
    numbers = {
        "clauses": len(library.canonical.clauses),
        "rulings": len(suite.rulings),
        "scenarios": len(suite.scenarios),
        "games": len(suite.profiles),
    }
    for name, number in numbers.items():
        text = text.replace(f"<!-- {name} -->", str(number))
    return with_drawn(text, library.canonical.words)


def write_settings(directory: Path, library: Library) -> None:
    """The order of the pages, and the theme's overrides with the cards' symbols."""
    shutil.copytree(own_pages() / "overrides", directory / "theme")
    write(directory / "theme" / "partials" / "cards.html", sprite())
    write(
        directory / "nav.yml",
        yaml.safe_dump({"nav": navigation(library), "extra": extra(library.canonical.words)}, allow_unicode=True, sort_keys=False),
    )


def navigation(library: Library) -> list[dict[str, object]]:
    """What the menu shows. Rulings and scenarios are found from their indexes: in the menu they would weigh on every page."""
    canonical, *others = library.full
    games = [{book.name: [*menu(book), *variants(library, book)]} for book in others]
    return [
        {"Home": "index.md"},
        {
            "Rules": [
                *menu(canonical),
                {"Learn in two minutes": f"{canonical.learn_page}.md"},
                *variants(library, canonical),
                {"The sources": "sources.md"},
            ]
        },
        {"Other games": [f"{COMPARISON}.md", *games]},
        {"Rulings": "rulings/index.md"},
        {"Scenarios": ["scenarios/index.md", {"Writing a scenario": "scenario-format.md"}, *AT_THE_TABLE]},
        {"Referee": "referee.md"},
        {"Your engine": ["engine.md", *({title: f"{page}.md"} for page, title in ENGINE_PAGES.items())]},
    ]


def menu(book: Book) -> list[object]:
    """The parts of a rule book."""
    chapters = ({chapter.title: f"{book.chapter_page(chapter)}.md"} for chapter in book.chapters)
    return [f"{book.contents_page}.md", *chapters, {"The values": f"{book.values_page}.md"}]


def variants(library: Library, book: Book) -> list[object]:
    """The variants of a game, folded together."""
    found = [{variant.name: f"{variant.contents_page}.md"} for variant in library.variants(book)]
    return [{"Variants": found}] if found else []


def write_page(out: Path, page: str, text: str) -> None:
    """One page, with its scenarios beside it, among those of its language."""
    text, scenarios = set_apart(text)
    write(out / f"{page}.md", text + "\n")
    if scenarios:
        own = prefix(language_of(page))
        write(file_of(out / own, page.removeprefix(own)), "\n".join(scenarios) + "\n")


def write(path: Path, text: str) -> None:
    """One file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
