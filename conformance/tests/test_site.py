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
from dhumbal_conformance.model import Suite
from dhumbal_conformance.rulebook import applies
from dhumbal_conformance.site import NotPassed, __main__, build
from dhumbal_conformance.site.cards import drawn, face_down, sprite
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


def pages(site: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in site.rglob("*.md")}


def anchors(text: str) -> list[str]:
    """Explicit anchors, and those that headings get from their words."""
    headings = re.findall(r"^#+ (?:\[)?([^\]{\n]*)", text, re.MULTILINE)
    return re.findall(r"\{ #(\S+)", text) + [re.sub(r"[^\w]+", "-", words.strip().lower()) for words in headings]


def test_a_card_says_its_name_in_words() -> None:
    assert Elements(drawn("KS")).found[0] | {"tag": "svg", "role": "img", "aria-label": "king of spades"} == Elements(drawn("KS")).found[0]
    assert 'aria-label="10 of hearts"' in drawn("TH")
    assert 'aria-label="a card, face down"' in face_down()


def test_every_card_has_its_symbol() -> None:
    symbols = {element["id"] for element in Elements(sprite()).found if element["tag"] == "symbol"}
    assert len(symbols) == 52 + 4 + 1
    used = {element["href"][1:] for element in Elements(sprite() + drawn("AC") + face_down()).found if element["tag"] == "use"}
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


def test_every_clause_has_its_anchor_on_exactly_one_page(suite: Suite, site: Path) -> None:
    found = Counter(anchor for path in (site / "rules").glob("*.md") for anchor in re.findall(r"\{ #(\S+) \.clause", path.read_text()))
    profile = next(profile for profile in suite.profiles.values() if profile.canonical)
    assert found == Counter(clause.id for clause in suite.clauses.values() if applies(clause, profile.parameters))


def test_every_scenario_is_played_on_its_page_and_at_each_of_its_clauses(suite: Suite, site: Path) -> None:
    rules = "".join(path.read_text() for path in (site / "rules").glob("*.md"))
    for scenario in suite.scenarios.values():
        page = f"scenarios/{scenario.id.partition('/')[2]}"
        assert '<section class="played"' in (site / f"{page}.md").read_text()
        assert rules.count(f"{page}.html") == len(scenario.clauses)
        assert (site / f"{page}.yaml").read_text() == scenario.text


def test_a_refused_step_says_so_in_words_and_names_the_clause(site: Path) -> None:
    page = (site / "scenarios/call/k-pair-worked-example.md").read_text()
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
    assert {name for name in menu if name.startswith("rules/")} == {f"rules/{path.name}" for path in (site / "rules").glob("*.md")}


def test_no_page_asks_another_site_for_anything(site: Path) -> None:
    for path, text in pages(site).items():
        assert not re.search(r"<(script|link|img|iframe)\b|url\(", text), path
    assert "//" not in (site / "assets/site.css").read_text()
