"""The site: what is written for MkDocs, which itself is run by the project's checks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from dhumbal_conformance.faces import by_rank
from dhumbal_conformance.loader.profiles import parameter_names
from dhumbal_conformance.loader.rulebook import applies, read_chapters, render
from dhumbal_conformance.model import Profile, Suite
from dhumbal_conformance.site import NotPassed, __main__, build
from dhumbal_conformance.site.apart import file_of, put_back, set_apart
from dhumbal_conformance.site.book import chapters_of
from dhumbal_conformance.site.cards import chip, drawn, face_down, sprite
from dhumbal_conformance.suite import load_suite

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
    text, kept = (site / f"{page}.md").read_text(encoding="utf-8"), file_of(site, page)
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
    assert Elements(drawn("KS")).found[0] | {"tag": "svg", "role": "img", "aria-label": "king of spades"} == Elements(drawn("KS")).found[0]
    assert 'aria-label="10 of hearts"' in drawn("TH")
    assert 'aria-label="a card, face down"' in face_down()
    assert 'aria-label="red joker"' in drawn("XR")
    assert 'aria-label="black joker"' in chip("XB")
    assert 'aria-label="king of spades of the second pack"' in drawn("KS'")


def test_a_card_of_the_second_pack_has_a_mark_that_the_first_one_lacks() -> None:
    assert '<use href="#KS"/><use href="#second"/>' in drawn("KS'")
    assert "second" not in drawn("KS")
    assert chip("KS'") != chip("KS")


def test_a_hand_is_sorted_by_rank_with_jokers_last() -> None:
    assert by_rank(["XB", "KS", "AS'", "XR", "AH", "AS"]) == ["AS", "AS'", "AH", "KS", "XR", "XB"]


def test_every_card_has_its_symbol() -> None:
    symbols = {element["id"] for element in Elements(sprite()).found if element["tag"] == "symbol"}
    assert len(symbols) == 52 + 2 + 4 + 1 + 1
    used = {
        element["href"][1:] for element in Elements(sprite() + drawn("AC") + drawn("XR'") + face_down()).found if element["tag"] == "use"
    }
    assert used <= symbols


def with_wrong_total(suite: Suite) -> Suite:
    scenario = suite.scenarios[WORKED_EXAMPLE]
    number = next(number for number, step in enumerate(scenario.play) if "total" in step.expect)
    step = replace(scenario.play[number], expect={"total": 99})
    wrong = replace(scenario, play=(*scenario.play[:number], step, *scenario.play[number + 1 :]))
    return replace(suite, scenarios={**suite.scenarios, WORKED_EXAMPLE: wrong})


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
            target = (path.parent / page.replace(".html", ".md")).resolve() if page else path
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
