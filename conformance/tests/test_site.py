"""The site: what is written for MkDocs, which itself is run by the project's checks."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.profiles import parameter_names
from dhumbal_conformance.loader.rulebook import read_chapters
from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.loader.translations import LANGUAGES
from dhumbal_conformance.loader.words import words_of
from dhumbal_conformance.model import Profile, Suite
from dhumbal_conformance.site import NotPassed, __main__, build
from dhumbal_conformance.site.apart import file_of, put_back, set_apart
from dhumbal_conformance.site.book import chapters_of, language_of, prefix
from dhumbal_conformance.site.cards import chip, chips, drawn, face_down, spoken, sprite
from dhumbal_conformance.site.layout import HEAVIEST, name_of
from dhumbal_conformance.suite import load_suite

EN = words_of("en")
WORKED_EXAMPLE = "nepali-games/call/k-pair-worked-example"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite()


@pytest.fixture(scope="module")
def site(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "docs"
    build(out, suite)
    return out


class Elements(HTMLParser):
    """The attributes of every element in a text, with its name under `tag`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({**dict(attrs), "tag": tag})


def read(site: Path, page: str) -> str:
    """A page as MkDocs will put it together."""
    root = site / prefix(language_of(page))
    text, kept = (site / f"{page}.md").read_text(encoding="utf-8"), file_of(root, (site / page).relative_to(root).as_posix())
    return put_back(text, kept.read_text(encoding="utf-8").splitlines()) if kept.exists() else text


def pages(site: Path) -> dict[Path, str]:
    return {path: read(site, path.relative_to(site).with_suffix("").as_posix()) for path in site.rglob("*.md")}


def shelf(profile: Profile) -> str:
    return "" if profile.canonical else f"{profile.id}/"


def anchors(text: str) -> list[str]:
    """Explicit anchors, and those that headings get from their words."""
    headings = re.findall(r"^#+ (?:\[)?([^\]{\n]*)", text, re.MULTILINE)
    return re.findall(r"\{ #(\S+)", text) + [re.sub(r"[^\w]+", "-", words.strip().lower()) for words in headings]


def test_a_card_says_its_name_in_words() -> None:
    assert '<svg role="img" aria-label="king of spades">' in drawn("KS", EN)
    assert 'aria-label="10 of hearts"' in drawn("TH", EN)
    assert 'aria-label="a card, face down"' in face_down(EN)
    assert 'aria-label="red joker"' in drawn("XR", EN)
    assert 'aria-label="black joker"' in chip("XB", EN)
    assert 'aria-label="king of spades of the second pack"' in drawn("KS'", EN)
    assert 'aria-label="король пик"' in chip("KS", words_of("ru"))


def test_a_card_of_the_second_pack_has_a_mark_that_the_first_one_lacks() -> None:
    assert '<use href="#KS"/><use href="#second"/>' in drawn("KS'", EN)
    assert "second" not in drawn("KS", EN)
    assert chip("KS'", EN) != chip("KS", EN)


def test_cards_in_a_line_of_text_are_spoken_in_words() -> None:
    assert spoken(f"<b>A</b> discards {chips(['KS', 'KH'], EN)}") == "A discards king of spades, king of hearts"


def test_a_hand_is_sorted_by_rank_with_jokers_last() -> None:
    assert by_rank(["XB", "KS", "AS'", "XR", "AH", "AS"]) == ["AS", "AS'", "AH", "KS", "XR", "XB"]


def test_every_card_has_its_symbol() -> None:
    symbols = {element["id"] for element in Elements(sprite()).found if element["tag"] == "symbol"}
    assert len(symbols) == 52 + 2 + 4 + 1 + 1
    used = {
        element["href"][1:]
        for element in Elements(sprite() + drawn("AC", EN) + drawn("XR'", EN) + face_down(EN)).found
        if element["tag"] == "use"
    }
    assert used <= symbols


def with_wrong_total(suite: Suite) -> Suite:
    scenario = suite.scenarios[WORKED_EXAMPLE]
    number = next(number for number, step in enumerate(scenario.play) if "total" in step.expect)
    step = scenario.play[number]._replace(expect={"total": 99})
    wrong = scenario._replace(play=(*scenario.play[:number], step, *scenario.play[number + 1 :]))
    return suite._replace(scenarios={**suite.scenarios, WORKED_EXAMPLE: wrong})


def test_a_scenario_that_does_not_pass_fails_the_build(suite: Suite, tmp_path: Path) -> None:
    with pytest.raises(NotPassed, match=rf"{WORKED_EXAMPLE} does not pass: failed at step “A: draw stock” .*expected 99, got 25"):
        build(tmp_path / "docs", with_wrong_total(suite))
    assert not (tmp_path / "docs").exists()


def test_a_failed_build_is_told_in_one_line_and_exits_with_1(
    suite: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(__main__, "build", lambda out: build(out, with_wrong_total(suite)))
    monkeypatch.setattr("sys.argv", ["site", str(tmp_path / "docs")])
    assert __main__.main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_files_of_others_are_left_alone(suite: Suite, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear reader")
    with pytest.raises(FileExistsError, match="did not write"):
        build(tmp_path, suite)
    assert (tmp_path / "letter.txt").exists()


def test_every_clause_has_its_anchor_on_exactly_one_page_of_each_rule_book(suite: Suite, site: Path) -> None:
    for profile in [profile for profile in suite.profiles.values() if not profile.bases]:
        chapters = (site / "rules" / shelf(profile)).glob("*.md")
        found = Counter(anchor for path in chapters for anchor in re.findall(r"\{ #(\S+) \.clause", path.read_text()))
        assert found == Counter(clause.id for clause in suite.clauses.values() if applies(clause, profile.parameters)), profile.id


def test_a_variant_shows_exactly_the_clauses_in_which_it_differs(suite: Suite, site: Path) -> None:
    for profile in [profile for profile in suite.profiles.values() if profile.bases]:
        own, base = profile.parameters, suite.profiles[profile.bases[0]].parameters
        differing = {
            clause.id
            for clause in suite.clauses.values()
            if applies(clause, own) != applies(clause, base)
            or (applies(clause, own) and render(clause.text, own) != render(clause.text, base))
        }
        assert set(re.findall(r"\{ #(\S+) \.clause", read(site, f"profiles/{profile.id}"))) == differing, profile.id


def test_a_variant_tells_all_its_rules_and_no_other(suite: Suite, site: Path) -> None:
    for profile in [profile for profile in suite.profiles.values() if profile.bases]:
        rules = read(site, f"profiles/{profile.id}").partition("## All its rules")[2]
        told = re.findall(r"^\d+\.\d+ \[`(\S+)`\]", rules, re.MULTILINE)
        assert told == [clause.id for clause in suite.clauses.values() if applies(clause, profile.parameters)], profile.id


def test_a_rule_book_has_nothing_of_what_does_not_apply_and_no_template(suite: Suite) -> None:
    for profile in suite.profiles.values():
        chapters = chapters_of(profile, read_chapters())
        assert all(applies(clause, profile.parameters) for chapter in chapters for clause in chapter.clauses)
        others = [block for chapter in chapters for block in chapter.blocks if not hasattr(block, "condition")]
        assert not [block for block in others if "{" in block.text or not block.text]


def test_every_profile_has_its_page_with_five_names_and_all_values(suite: Suite, site: Path) -> None:
    for profile in suite.profiles.values():
        page = read(site, f"profiles/{profile.id}")
        assert all(f'<span lang="{language}">{name}</span>' in page for language, name in profile.names.items())
        assert all(f"<code>{name}</code>" in page for name in parameter_names())


def test_the_comparison_has_every_value_of_every_rule_book_and_names_every_variant(suite: Suite, site: Path) -> None:
    page = read(site, "profiles/index")
    assert page.count("<small>") == len(parameter_names()) * sum(not profile.bases for profile in suite.profiles.values())
    assert all(f"[{profile.names['en']}]" in page for profile in suite.profiles.values())


def test_every_scenario_is_played_on_its_page_and_at_each_of_its_clauses(suite: Suite, site: Path) -> None:
    rules = {
        profile.id: "".join(read(site, path.relative_to(site).with_suffix("").as_posix()) for path in rules_of(profile, site))
        for profile in suite.profiles.values()
    }
    for scenario in suite.scenarios.values():
        profile = suite.profiles[scenario.profile]
        page = f"scenarios/{shelf(profile)}{scenario.id.partition('/')[2]}"
        assert '<section class="played"' in read(site, page)
        shown = rules[profile.id].count(f"{page}.html")
        assert shown == len(scenario.clauses) if not profile.bases else shown >= 1
        assert (site / f"{page}.yaml").read_text() == scenario.text


def rules_of(profile: Profile, site: Path) -> list[Path]:
    return [site / "profiles" / f"{profile.id}.md"] if profile.bases else list((site / "rules" / shelf(profile)).glob("*.md"))


def test_what_is_set_apart_comes_back_where_it_was() -> None:
    text = 'one\n\n<details class="scenario">a</details>\n\ntwo\n\n<section class="played">b</section>\n'
    page, played = set_apart(text)
    assert "<details" not in page
    assert "<section" not in page
    assert put_back(page, played) == text


def test_a_refused_step_says_so_in_words_and_names_the_clause(site: Path) -> None:
    page = read(site, "scenarios/call/k-pair-worked-example")
    assert "✗ refused</span> " in page
    assert '<a href="../../rules/call.html#call.only-at-turn-start"><code>call.only-at-turn-start</code></a>' in page


def test_every_internal_link_arrives(site: Path) -> None:
    texts = pages(site)
    anchors_of = {path: set(anchors(text)) for path, text in texts.items()}
    for path, text in texts.items():
        hrefs = {*re.findall(r'<a [^>]*href="([^"]+)"', text), *re.findall(r"\]\(([^)\s]+)\)", text)}
        for href in [href for href in hrefs if "://" not in href]:
            page, _, anchor = href.partition("#")
            beside = (path.parent / page).resolve() if page else path
            target = beside if beside.is_file() else beside.with_name(beside.name.replace(".html", ".md"))
            assert target.is_file(), (path, href)
            assert not anchor or anchor in anchors_of[target], (path, href)


def test_the_menu_names_pages_that_exist_and_every_chapter(site: Path) -> None:
    def leaves(entry: Any) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        return [leaf for part in (entry.values() if isinstance(entry, dict) else entry) for leaf in leaves(part)]

    menu = leaves(yaml.safe_load((site / ".mkdocs/nav.yml").read_text())["nav"])
    assert all((site / name).is_file() for name in menu)
    for directory in ("rules", "profiles"):
        written = {path.relative_to(site).as_posix() for path in (site / directory).rglob("*.md")}
        assert {name for name in menu if name.startswith(f"{directory}/")} == written


def test_no_page_asks_another_site_for_anything(site: Path) -> None:
    for path, text in pages(site).items():
        assert not re.search(r"<(script|link|img|iframe)\b|url\(", text), path
    assert "//" not in (site / "assets/site.css").read_text()


RULES = ("rules/**/*.md", "profiles/*.md", "sheets/*.md", "learn.md", "index.md")


def translated_pages(site: Path, language: str) -> set[str]:
    """The pages that say of themselves that they are there in every language."""
    root = site / prefix(language)
    paths = [path for pattern in RULES for path in root.glob(pattern)]
    return {path.relative_to(root).as_posix() for path in paths if "translated: true" in path.read_text(encoding="utf-8")[:200]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_pages_with_the_same_clauses(site: Path, language: str) -> None:
    names = translated_pages(site, "en")
    assert translated_pages(site, language) == names
    assert {"rules/call.md", "rules/doumebash/index.md", "profiles/pagat-nepal.md", "sheets/pagat-nepal.md", "learn.md"} <= names
    for name in names:
        english, other = ((site / prefix(code) / name).read_text(encoding="utf-8") for code in ("en", language))
        assert re.findall(r"\{ #(\S+) \.clause", other) == re.findall(r"\{ #(\S+) \.clause", english), name


def test_a_variants_page_is_in_every_language_and_a_full_rule_books_values_only_in_english(suite: Suite, site: Path) -> None:
    for language in set(LANGUAGES) - {"en"}:
        written = {path.stem for path in (site / language / "profiles").glob("*.md")}
        assert written == {name for name, profile in suite.profiles.items() if profile.bases}


def test_the_menu_of_a_language_names_every_rule_page_in_it(site: Path) -> None:
    def leaves(entry: Any) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        return [leaf for part in (entry.values() if isinstance(entry, dict) else entry) for leaf in leaves(part)]

    for language in set(LANGUAGES) - {"en"}:
        told = yaml.safe_load((site / language / ".mkdocs/site.yml").read_text(encoding="utf-8"))
        menu = set(leaves(told["nav"]))
        assert menu == {name for name in translated_pages(site, language) if not name.startswith("sheets/")}
        assert told["extra"]["language"] == told["language"] == language


def test_captions_are_in_the_language_and_titles_are_marked_as_english(site: Path) -> None:
    page = read(site, "ru/rules/call")
    assert "<b>A</b> добирает из запаса и получает " in page
    assert 'aria-label="король пик"' in page
    assert '<summary><span lang="en">' in page
    assert "</b> draws from the stock" not in page
    assert '<summary><span lang="en">' not in read(site, "rules/call")


def test_a_scenario_that_is_not_at_hand_is_fetched_from_a_page_that_has_it(site: Path) -> None:
    for path, text in pages(site).items():
        for steps in re.findall(r'data-steps="([^"]+)"', text):
            assert (path.parent / steps).resolve().is_file(), (path, steps)
    fetched = (site / "fr/steps/call/k-pair-worked-example.html").read_text(encoding="utf-8")
    assert fetched.startswith('<section class="played">')
    assert '<a href="../../rules/call.html#call.only-at-turn-start">' in fetched


def test_of_every_clause_on_a_light_page_one_scenario_is_at_hand(site: Path) -> None:
    page = read(site, "rules/call")
    assert page.count("{ #") - page.count(".untestable") <= page.count('<section class="played">')


def test_no_page_is_heavier_than_a_telephone_should_load(site: Path) -> None:
    theme = 60_000  # What MkDocs puts around a page, with the cards' symbols: less than this.
    weights = {path: len(text.encode()) for path, text in pages(site).items()}
    assert {path: weight for path, weight in weights.items() if weight > HEAVIEST - theme} == {}


def test_a_build_is_called_by_what_is_in_its_files(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one")
    name = name_of(tmp_path)
    (tmp_path / "sitemap.xml.gz").write_text("the time")
    assert name_of(tmp_path) == name
    (tmp_path / "index.html").write_text("two")
    assert name_of(tmp_path) != name


def test_a_play_stands_in_words_on_its_page_so_that_a_search_finds_it(site: Path) -> None:
    text = (site / "scenarios/call/k-pair-worked-example.md").read_text(encoding="utf-8")
    assert "A draws from the stock and gets 2 of diamonds. A calls – refused, [`call.only-at-turn-start`]" in text
    assert "A discards king of spades, king of hearts." in text


def test_a_ruling_shows_what_each_reading_makes_of_the_scenario_that_decides(site: Path) -> None:
    page = read(site, "rulings/ng-50").partition("## Played under each reading")[2]
    winners = re.search(r"<small>the winner</small></th>(.*?)</tr>", page)
    assert winners
    # Counted from the dealer's left, the caller's left, the caller's right, the first seat; all of them.
    assert re.findall(r"<td>(.*?)</td>", winners[1]) == ["E", "<b>B</b>", "<b>F</b>", "<b>B</b>", "E"]
    assert "<b>A: 25</b>" in page


def test_a_sheet_has_the_values_of_its_profile(site: Path) -> None:
    assert "- A player may call only with a total of 5 or less." in read(site, "sheets/nepali-games")
    assert "- Un joueur ne peut annoncer qu’avec un total de 7 ou moins." in read(site, "fr/sheets/pagat-nepal-limit-7")


def test_what_is_learnt_has_the_values_of_the_rules(site: Path) -> None:
    for language in LANGUAGES:
        page = read(site, f"{prefix(language)}learn")
        assert not set("{}") & set(page), language
        assert 100 < len(page.split()) < 350
        assert page.count('<div class="cards">') == 2
