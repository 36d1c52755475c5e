"""The rules and the words around them in every language: complete, current, and the same but for the words."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.lint import lint
from dhumbal_conformance.loader import translations
from dhumbal_conformance.loader.profiles import read_profile, shipped_profiles
from dhumbal_conformance.loader.rulebook import Chapter, Paragraph, read_chapters
from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.loader.translations import LANGUAGES, translated, wrong_translations
from dhumbal_conformance.loader.words import PLURALS, words_in, words_of, wrong_words
from dhumbal_conformance.loader.yaml_source import read_yaml
from dhumbal_conformance.model import BadFiles, Clause, Problem

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def chapters() -> list[Chapter]:
    return read_chapters()


def changed(chapters: list[Chapter], is_wanted: Callable[[object], bool]) -> list[Chapter]:
    """The chapters with one word more in the first block that is wanted."""
    for at, chapter in enumerate(chapters):
        for number, block in enumerate(chapter.blocks):
            if isinstance(block, Clause | Paragraph) and is_wanted(block):
                blocks = (*chapter.blocks[:number], block._replace(text=f"{block.text} Indeed."), *chapter.blocks[number + 1 :])
                return [*chapters[:at], chapter._replace(blocks=blocks), *chapters[at + 1 :]]
    raise AssertionError("no such block")


def messages(problems: list[Problem]) -> set[tuple[str, str]]:
    return {(problem.place.path.parent.name, problem.message) for problem in problems}


def test_every_language_has_every_chapter_and_is_current(chapters: list[Chapter]) -> None:
    assert wrong_translations(chapters) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_clause_is_left_in_english(chapters: list[Chapter], language: str) -> None:
    found = {clause.id: clause.text for chapter in translated(chapters, language) for clause in chapter.clauses}
    assert not [clause.id for chapter in chapters for clause in chapter.clauses if found[clause.id] == clause.text]


@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_reads_without_templates_in_every_profile(chapters: list[Chapter], language: str) -> None:
    clauses = [clause for chapter in translated(chapters, language) for clause in chapter.clauses]
    for profile in [read_profile(read_yaml(path)) for path in shipped_profiles()]:
        for clause in [clause for clause in clauses if applies(clause, profile.parameters)]:
            text = render(clause.text, profile.parameters)
            assert not set("{}|") & set(text), (profile.id, clause.id)
            assert text, (profile.id, clause.id)
            assert "  " not in text, (profile.id, clause.id)


def test_a_changed_clause_makes_exactly_its_translations_stale(chapters: list[Chapter]) -> None:
    problems = wrong_translations(changed(chapters, lambda block: isinstance(block, Clause) and block.id == "draw.stock"))
    stale = "the translation of draw.stock is stale: the English text has changed"
    assert messages(problems) == {(language, stale) for language in OTHERS}
    assert all("translate it again, then write § draw.stock " in problem.hint for problem in problems)


def test_a_changed_note_makes_the_words_outside_the_clauses_stale(chapters: list[Chapter]) -> None:
    problems = wrong_translations(changed(chapters, lambda block: isinstance(block, Paragraph) and block.kind == "note"))
    assert messages(problems) == {(language, "the words outside the clauses are stale") for language in OTHERS}


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the French rules, which stands in for all languages."""
    directory = tmp_path / "fr"
    shutil.copytree(translations.rules_in("fr"), directory)
    monkeypatch.setattr(translations, "rules_in", lambda _: directory)
    monkeypatch.setattr(translations, "LANGUAGES", {"en": "English", "fr": "Français"})
    return directory


def test_a_chapter_that_is_not_translated_is_missed(french: Path, chapters: list[Chapter]) -> None:
    (french / "05-call.md").unlink()
    assert messages(wrong_translations(chapters)) == {("fr", "this chapter is not translated")}


def test_a_chapter_that_translates_nothing_is_found(french: Path, chapters: list[Chapter]) -> None:
    shutil.copy(french / "05-call.md", french / "15-call.md")
    assert messages(wrong_translations(chapters)) == {("fr", "there is no such chapter in English")}


def test_a_translation_that_depends_on_other_parameters_is_found(french: Path, chapters: list[Chapter]) -> None:
    path = french / "05-call.md"
    path.write_text(path.read_text(encoding="utf-8").replace("total de {call.limit} ou", "total de 5 ou"), encoding="utf-8")
    assert messages(wrong_translations(chapters)) == {("fr", "the translation of call.limit leaves out call.limit")}


def test_a_translation_without_one_of_the_parts_is_found(french: Path, chapters: list[Chapter]) -> None:
    path = french / "07-discard.md"
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("## ")), encoding="utf-8")
    (problem,) = wrong_translations(chapters)
    assert "must be a heading of depth 2, as in English, and is the clause empty.goes-on" in problem.message


def test_lint_checks_a_translated_chapter_beside_what_it_translates() -> None:
    assert lint([data.spec() / "rules" / "ne", data.spec() / "words"]) == []


def test_rule_shows_a_clause_in_a_language() -> None:
    shown = CliRunner().invoke(main, ["rule", "call.limit", "--language", "fr"]).stdout
    assert "Un joueur ne peut annoncer qu’avec un total de 5 ou moins." in shown
    assert "chapter     L’annonce" in shown


def test_rule_finds_words_of_the_language_and_refuses_others() -> None:
    assert "take.top" in CliRunner().invoke(main, ["rule", "сброса", "верхнюю", "--language", "ru"]).stdout
    assert CliRunner().invoke(main, ["rule", "call.limit", "--language", "de"]).exit_code == 2


def test_every_language_has_every_phrase() -> None:
    assert wrong_words() == []


def wrong_with(tmp_path: Path, old: str, new: str) -> list[str]:
    """What is said of the French words when one thing in them is replaced."""
    text = (data.spec() / "words" / "fr.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "fr.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFiles) as bad:
        words_in(read_yaml(path))
    assert lint([path]) == bad.value.problems
    return [problem.message for problem in bad.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("may.call: annoncer\n", "", "the phrase may.call is missing"),
        ("may.call:", "may.cal: x\nmay.call:", "there is no phrase may.cal in English"),
        ("{player} annonce", "annonce", "the phrase act.call must have {player}"),
        ('cards: {one: "{count} carte", other: "{count} cartes"}', 'cards: "{count} cartes"', "the phrase cards must have plurals"),
    ],
)
def test_words_that_differ_in_more_than_their_wording_are_found(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert any(expected in message for message in wrong_with(tmp_path, old, new))


def test_a_plural_that_the_language_does_not_have_is_refused(tmp_path: Path) -> None:
    said = wrong_with(tmp_path, 'cards: {one: "{count} carte",', 'cards: {few: "{count} carte",')
    assert said == ["there is no key 'few' in cards"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 cards", "1 card", "2 cards", "21 cards"]),
        ("fr", ["0 carte", "1 carte", "2 cartes", "21 cartes"]),
        ("ru", ["0 карт", "1 карта", "2 карты", "21 карта", "11 карт", "12 карт", "5 карт", "104 карты"]),
        ("pt", ["0 cartas", "1 carta", "2 cartas"]),
        ("ne", ["1 तास", "2 तास"]),
    ],
)
def test_a_number_takes_the_plural_of_its_language(language: str, said: list[str]) -> None:
    assert [words_of(language)("cards", count=int(phrase.split()[0])) for phrase in said] == said
    assert set(PLURALS) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("en", ["king of hearts", "10 of spades of the second pack", "red joker"]),
        ("fr", ["roi de cœur", "10 de pique du second paquet", "joker rouge"]),
        ("ru", ["король червей", "десятка пик из второй колоды", "красный джокер"]),
        ("pt", ["rei de copas", "10 de espadas do segundo baralho", "coringa vermelho"]),
        ("ne", ["पानको बादशाह", "दोस्रो गड्डीको हुकुमको 10", "रातो जोकर"]),
    ],
)
def test_cards_have_their_names_in_every_language(language: str, cards: list[str]) -> None:
    assert [words_of(language).card(card) for card in ("KH", "TS'", "XR")] == cards
