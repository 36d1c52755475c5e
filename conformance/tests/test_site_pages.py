"""The pages on what the suite proves, made from a few scenarios: their figures are right, and their links arrive."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from dhumbal_conformance import data
from dhumbal_conformance.coverage import proofs
from dhumbal_conformance.diagnosis import known
from dhumbal_conformance.misreadings import all_misreadings
from dhumbal_conformance.model import Suite
from dhumbal_conformance.site.builder import read_library
from dhumbal_conformance.site.gallery import COMMAND, gallery_files
from dhumbal_conformance.site.kills import Kill, kills
from dhumbal_conformance.site.pages.coverage import coverage_pages
from dhumbal_conformance.site.pages.kills import kill_pages
from dhumbal_conformance.site.pages.perft import perft_pages
from dhumbal_conformance.site.pages.schemas import schema_files, schema_pages
from dhumbal_conformance.suite import load_suite

TIE = "nepali-games/settle/caught-matched-by-all-six"
CALL = "nepali-games/call/k-pair-worked-example"
CANONICAL = "nepali-games"


@cache
def small() -> Suite:
    """A suite of few scenarios, with all rules and rulings."""
    whole = load_suite()
    return whole._replace(scenarios={name: it for name, it in whole.scenarios.items() if it.area in ("settle", "call")})


@cache
def pages() -> dict[str, str]:
    library = read_library(small())
    return {page: text for make in (kill_pages, coverage_pages, perft_pages, schema_pages) for page, text in make(library)}


def links(text: str) -> set[str]:
    return {*re.findall(r'<a [^>]*href="([^"]+)"', text), *re.findall(r"\]\(([^)\s]+)\)", text)}


def engine(name: str) -> Kill:
    return next(it for engines in kills(small()).values() for it in engines if it.id == name)


def test_every_wrong_engine_and_every_harmless_reading_stands_in_the_kill_table_once() -> None:
    found = [it.id for engines in kills(small()).values() for it in engines]
    told_apart = [reading["id"] for it in known.read() for reading in it.readings]
    assert sorted(found) == sorted([*told_apart, *(it.id for it in all_misreadings() if it.equivalent)])


def test_a_wrong_engine_is_counted_with_the_scenarios_that_are_there_and_those_of_its_ruling_first() -> None:
    found = engine("NG-50/callers-left")
    (table,) = [it for it in known.read() if it.name == found.id]
    ruling = small().rulings["NG-50"].scenarios
    assert set(found.scenarios) == {name for name in table.marks if name in small().scenarios and name.startswith(f"{CANONICAL}/")}
    assert [name in ruling for name in found.scenarios] == sorted((name in ruling for name in found.scenarios), reverse=True)


def test_the_kill_table_says_what_an_engine_does_and_how_many_scenarios_find_it() -> None:
    row = next(line for line in re.findall(r"<tr>.*?</tr>", pages()[f"kills/{CANONICAL}"]) if "NG-50/callers-left" in line)
    assert "<td>The first of them counted from the caller's left.</td>" in row
    assert f"<td>{len(engine('NG-50/callers-left').scenarios)}</td>" in row
    assert row.count("<a ") == 3


def test_a_reading_that_makes_no_difference_says_why() -> None:
    found = next(it for it in kills(small())[CANONICAL] if it.equivalent)
    assert found.scenarios == ()
    assert f"no different: {found.equivalent}"[:60] in pages()[f"kills/{CANONICAL}"]


def test_each_clause_of_the_canonical_rules_has_its_scenarios_rulings_and_wrong_engines() -> None:
    text = pages()["coverage/settlement"].partition("{ #settle.ties }")[2].partition("\n## ")[0]
    (proof,) = [it for it in proofs(small(), small().profiles[CANONICAL]) if it.clause.id == "settle.ties"]
    assert f"**Scenarios** ({len(proof.scenarios)})" in text
    assert small().scenarios[TIE].title in text
    assert "[NG-50](../rulings/ng-50.md)" in text
    assert "[`NG-50/callers-left`](../kills/nepali-games.md#ng-50)" in text


def test_every_clause_of_the_canonical_rules_has_its_place() -> None:
    found = [anchor for page, text in pages().items() if page.startswith("coverage/") for anchor in re.findall(r"\{ #(\S+) \}", text)]
    assert found == [it.clause.id for it in proofs(small(), small().profiles[CANONICAL])]


def test_a_scenario_has_its_clauses_and_the_wrong_engines_that_it_tells_apart() -> None:
    text = pages()["coverage/scenarios/call"].partition(f"## {small().scenarios[CALL].title}\n")[2].partition("\n## ")[0]
    told = [it for it in kills(small())[CANONICAL] if CALL in it.scenarios]
    assert all(f"`{clause}`" in text for clause in small().scenarios[CALL].clauses)
    assert f"It tells {len(told)} wrong engines apart" in text
    assert "[NG-13](../../kills/nepali-games.md#ng-13) any-time, turn-end" in text


def test_the_figures_of_each_game_add_up_to_its_clauses() -> None:
    table = pages()["coverage"].partition("## The clauses of")[0]
    rows = [re.sub(r"<[^>]+>", "|", row).strip("|") for row in re.findall(r"<tr><th scope=.row.*?</tr>", table)]
    assert len(rows) == len(small().profiles)
    for row in rows:
        name, *numbers = [cell for cell in row.split("|") if cell]
        (profile,) = [it for it in small().profiles.values() if it.names["en"] == name]
        assert sum(map(int, numbers[:4])) == len(proofs(small(), profile)), name


def test_the_numbers_of_lines_are_the_published_ones() -> None:
    table = pages()["perft"].partition("`nepali-games`")[2].partition("## ")[0]
    assert '<th scope="row">1</th><td>2</td><td>2</td><td>15</td><td>30</td><td>165</td>' in table
    assert pages()["perft"].count("\n## ") == len(small().profiles)


def test_every_schema_is_listed_with_what_it_is() -> None:
    for path in schema_files():
        assert f'<a href="schemas/{path.name}"><code>{path.name}</code></a>' in pages()["schemas"]
    assert len(schema_files()) == len(list((data.spec() / "schemas").iterdir()))


def test_the_links_between_these_pages_arrive() -> None:
    for page, text in pages().items():
        for href in links(text):
            target, _, anchor = href.partition("#")
            name = (Path("/") / page).parent.joinpath(target).resolve().relative_to("/").with_suffix("").as_posix()
            if name.partition("/")[0] in ("kills", "coverage"):
                assert name in pages(), (page, href)
                assert not anchor or f"{{ #{anchor} }}" in pages()[name], (page, href)


@pytest.fixture(scope="module")
def gallery() -> dict[str, str]:
    return dict(gallery_files(small()))


def test_the_reports_of_the_gallery_are_those_of_one_failing_run(gallery: dict[str, str]) -> None:
    told = engine("NG-13/turn-end").scenarios
    suites = ET.fromstring(gallery["gallery/run.xml"])
    assert {case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None} == set(told)
    assert f"{len(told)} failed" in gallery["gallery/run.txt"]
    assert json.loads(gallery["gallery/badge.json"])["isError"]
    assert "<title>" in gallery["gallery/badge.svg"]
    assert gallery["gallery/run.html"].lstrip().lower().startswith("<!doctype html>")


def test_the_gallery_shows_the_beginning_of_each_report_and_leads_to_the_whole(gallery: dict[str, str]) -> None:
    page = gallery["gallery.md"]
    assert all(f"]({name})" in page for name in gallery if name not in ("gallery.md", "gallery/badge.json"))
    assert "your engine most probably does this wrong (certain" in page
    assert "<failure " in page
    assert COMMAND in page


def test_a_suite_without_rulings_has_no_wrong_engines_but_the_faults() -> None:
    engines = [engine for found in kills(small()._replace(rulings={})).values() for engine in found]
    assert engines
    assert {engine.ruling for engine in engines} == {""}
