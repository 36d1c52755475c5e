"""What is special about each profile: told in every language, current, and shown there on the site."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from dhumbal_conformance import data
from dhumbal_conformance.lint import lint
from dhumbal_conformance.loader.profiles import load_profile, shipped_profiles
from dhumbal_conformance.loader.summaries import summary_in, summary_sum, wrong_summaries
from dhumbal_conformance.loader.translations import LANGUAGES
from dhumbal_conformance.model import Profile
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.builder import read_library
from dhumbal_conformance.site.editions import edition, home
from dhumbal_conformance.site.pages.comparison import comparison_pages
from dhumbal_conformance.site.pages.profiles import profile_pages
from dhumbal_conformance.site.pages.rules import rule_pages
from dhumbal_conformance.suite import load_suite

OTHERS = [language for language in LANGUAGES if language != "en"]
DOUMEBASH = load_profile("doumebash")
OURS = """\
id: ours
extends: doumebash
names: {en: Ours}
summary: Our own
summaries:
  fr: {translates: "0123456789ab", text: La nôtre}
parameters: {call.limit: 7}
"""


def without(profile: Profile, language: str) -> Profile:
    """A profile whose summary is not translated into a language."""
    return profile._replace(summaries={name: found for name, found in profile.summaries.items() if name != language})


def messages(*profiles: Profile) -> list[str]:
    return [problem.message for problem in wrong_summaries(profiles)]


def ours(directory: Path, text: str) -> Path:
    path = directory / "ours.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", shipped_profiles(), ids=lambda path: path.stem)
def test_every_profile_says_in_every_language_what_is_special_about_it(path: Path) -> None:
    profile = load_profile(path.stem)
    assert messages(profile) == []
    told = [summary_in(profile, language) for language in LANGUAGES]
    assert None not in told
    assert len(set(told)) == len(LANGUAGES)


def test_a_changed_summary_makes_all_its_translations_stale() -> None:
    changed = DOUMEBASH._replace(summary="Five cards.")
    assert messages(changed) == [f"the summary of doumebash in {language} is stale: the English one has changed" for language in OTHERS]
    assert {problem.hint for problem in wrong_summaries([changed])} == {
        f'translate it again, then write translates: "{summary_sum(changed)}"'
    }
    assert [summary_in(changed, language) for language in LANGUAGES] == ["Five cards.", None, None, None, None]


def test_a_profile_of_the_suite_lacks_no_language() -> None:
    (problem,) = wrong_summaries([without(DOUMEBASH, "pt")])
    assert problem.message == "the summary of doumebash is not translated into pt"
    assert f'pt: {{translates: "{summary_sum(DOUMEBASH)}"' in problem.hint
    assert messages(DOUMEBASH._replace(names={"en": "Doumebash", "fr": "Doumebash", "ru": "Думебаш", "pt": "Doumebash"})) == [
        "doumebash has no name in ne"
    ]


def test_a_profile_of_somebody_else_may_speak_one_language_but_says_nothing_stale(tmp_path: Path) -> None:
    profile = load_profile(str(ours(tmp_path, OURS)))
    (problem,) = lint([tmp_path])
    assert (problem.place.line, problem.message) == (6, "the summary of ours in fr is stale: the English one has changed")
    ours(tmp_path, OURS.replace("0123456789ab", summary_sum(profile)))
    assert lint([tmp_path]) == []
    ours(tmp_path, OURS.replace("  fr:", "  # fr:").replace("summaries:\n", ""))
    assert lint([tmp_path]) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("fr:", "np:", 6, "'np' has no place in summaries"),
        ("text:", "words:", 6, "there is no key 'words' in fr"),
        ('"0123456789ab"', "012345678901", 6, "translates must be text, not a number"),
        ('"0123456789ab"', '"012"', 6, "translates cannot be '012'"),
        (", text: La nôtre}", "}", 6, "text is missing in fr"),
    ],
)
def test_what_is_no_translation_of_a_summary_is_refused(tmp_path: Path, old: str, new: str, place: int, message: str) -> None:
    assert old in OURS
    found = [(problem.place.line, problem.message) for problem in lint([ours(tmp_path, OURS.replace(old, new))])]
    assert (place, message) in found


def test_a_summary_may_be_told_in_each_of_the_other_languages_of_the_rules() -> None:
    schema = json.loads((data.spec() / "schemas" / "profile.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["summaries"]["propertyNames"]["enum"] == OTHERS


@pytest.fixture(scope="module")
def english() -> Library:
    """The books of all games, without scenarios."""
    return read_library(load_suite()._replace(scenarios={}))


def heads(library: Library) -> dict[str, str]:
    """The pages that a reader of a language sees first of each game, by the id of its profile."""
    texts = dict((*rule_pages(library), *profile_pages(library)))
    return {name: texts[book.contents_page] for name, book in library.books.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_introduced_in_the_language_of_its_page_and_on_the_first_page(english: Library, language: str) -> None:
    library = edition(english, language)
    first = home(Here(library, library.canonical, f"{language}/index"))
    for name, page in heads(library).items():
        profile = library.suite.profiles[name]
        assert f"\n\n{summary_in(profile, language)}\n\n" in page, name
        assert str(summary_in(profile, language)) in first, name
        assert profile.summary not in page + first, name


def test_the_english_summary_stands_in_for_one_that_is_missing_and_is_marked(english: Library) -> None:
    book = english.books["doumebash"]
    books = {**english.books, "doumebash": replace(book, profile=without(book.profile, "fr"))}
    library = edition(Library(english.suite, books), "fr")
    marked = f'<span lang="en">{DOUMEBASH.summary}</span>'
    assert f"\n\n{marked}\n\n" in heads(library)["doumebash"]
    assert f"\u00a0: {marked}\n" in home(Here(library, library.canonical, "fr/index"))
    assert "<span" not in heads(library)["cardrulesplus"]


def test_the_english_pages_tell_the_summaries_as_they_are(english: Library) -> None:
    ((_, compared),) = comparison_pages(english)
    for name, page in heads(english).items():
        summary = english.suite.profiles[name].summary
        assert f"\n\n{summary}\n\n" in page, name
        assert name == "nepali-games" or f": {summary}\n" in f"{compared}\n", name
