"""Reports: every status in every format, parsed back by somebody else's parser; and hostile words, which must stay words."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from xml.dom import minidom

import pytest
import yaml
from dhumbal_conformance.events import as_expected
from dhumbal_conformance.reports.badge import endpoint, svg
from dhumbal_conformance.reports.expectations import FirstExpectations
from dhumbal_conformance.reports.formats import as_json
from dhumbal_conformance.reports.github import github
from dhumbal_conformance.reports.html import page
from dhumbal_conformance.reports.junit import junit
from dhumbal_conformance.reports.markdown import markdown
from dhumbal_conformance.reports.run import SIGNS, Run
from dhumbal_conformance.reports.terminal import plain_text
from hypothesis import example, given, settings
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped
from sample_runs import (
    BAD,
    EVERY,
    FINDINGS,
    GOOD,
    HAVE_FAILURE,
    HOSTILE,
    REASONS,
    SCENE,
    Html,
    cases,
    header,
    rendered_markdown,
    result,
    run_of,
)

# --- every status in every format


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("passed", None),
        *((status, Failure) for status in ("failed", "flaky", "unexpected-pass")),
        *((status, Error) for status in ("error", "invalid-scenario")),
        *((status, Skipped) for status in ("expected-failure", "unsupported", "not-run")),
    ],
)
def test_junit_has_each_status_as_ci_servers_know_it(status: str, kind: type | None) -> None:
    case = cases(EVERY)[f"nepali-games/call/{status}"]
    assert [type(it) for it in case.result] == ([kind] if kind else [])
    assert (case.classname, case.time) == ("nepali-games.call", 0.25)
    failed = kind in (Failure, Error)
    assert (case._elem.get("file"), case._elem.get("line")) == (f"scenarios/{status}.yaml", "7" if status in HAVE_FAILURE else "1")
    if failed:
        told = case.result[0].text
        for words in ("A player may call only with 5 or less.", "A: call", "refused", "accepted", "← answered", "dhumbal verify --select"):
            assert words in told
        assert case.result[0].type == ("crash" if status == "error" else status)
        assert FINDINGS.get(status, "") in told
    elif kind:
        assert REASONS[status] in case.result[0].message


def test_junit_has_a_suite_for_each_area_and_its_figures_add_up() -> None:
    run = run_of(result("passed"), result("failed", area="take"), result("error", area="take"), result("unsupported"))
    found = JUnitXml.fromstring(junit(run).encode())
    assert [(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped) for suite in found] == [
        ("call", 2, 0, 0, 1),
        ("take", 2, 1, 1, 0),
    ]
    assert (found.tests, found.failures, found.errors, found.skipped, found.time) == (4, 1, 1, 1, 1.0)


@pytest.mark.parametrize(
    ("footer", "words"),
    [
        ({"complete": False, "stopped_by": "SIGTERM"}, "interrupted by SIGTERM"),
        ({"unclean_exit": "signal SIGSEGV"}, "SIGSEGV"),
        ({"noise": 2, "noise_lines": ["booting"], "strict_stdout": True}, "2 lines on standard output were no messages, which --strict"),
        ({"unmatched": ["x.yaml:3: no scenario matches n/call/x"]}, "no scenario matches n/call/x"),
    ],
)
def test_a_run_that_is_bad_as_a_whole_is_bad_in_every_format(footer: dict[str, Any], words: str) -> None:
    run = run_of(result("passed"), **footer)
    assert not as_expected(run.footer)
    assert JUnitXml.fromstring(junit(run).encode()).errors == 1
    assert "::error title=Dhumbal::" in github(run)
    assert json.loads(endpoint(run))["isError"] is True
    for text in (Html(page(run)).text, rendered_markdown(run).text, plain_text(run), junit(run)):
        assert words in text


def test_html_shows_what_failed_and_folds_the_rest() -> None:
    found = Html(page(EVERY))
    shown = {it["text"].split()[1]: it for it in found.all("details") if "data-item" in it}
    assert list(shown) == list(BAD)
    for it in shown.values():
        assert "open" in it
        for words in ("§ call.limit A player may call only with 5 or less.", "A: call", "refused", "accepted", "→ asked\n← answered"):
            assert words in it["text"]
        assert re.search(r"dhumbal verify --select nepali-games/call/[\w-]+ -- ./sample", it["text"])
    groups = [it for it in found.all("details") if "data-group" in it]
    assert [it["text"].split()[1] for it in groups] == ["expected-failure,", "unsupported,", "not-run,", "passed✓"]
    assert all("open" not in it for it in groups)
    assert f"{', '.join(f'1 {status}' for status in SIGNS)} in 1.50 s" in page(EVERY)


def test_html_asks_nobody_for_anything_and_works_without_its_script() -> None:
    found = Html(page(EVERY))
    assert not [it for it in found.found for name in it if name in ("src", "href", "srcset", "action", "style") or name.startswith("on")]
    assert "url(" not in page(EVERY)
    assert "@import" not in page(EVERY)
    (policy,) = (it["content"] for it in found.all("meta") if it.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    (form,) = found.all("form")
    assert "hidden" in form
    assert len([it for it in found.found if "hidden" in it]) == 1


def test_markdown_has_the_counts_by_area_and_the_failures_folded() -> None:
    found = rendered_markdown(EVERY)
    ones = ["1"] * len(SIGNS)
    assert [it["text"] for it in found.all("td")] == ["call", *ones, "play", *ones]
    assert [it["text"].split(":")[0] for it in found.all("summary")] == [f"{SIGNS[status]} {status}" for status in BAD]
    for it in found.all("details"):
        for words in ("§ call.limit A player may call only with 5 or less.", "A: call", "refused", "accepted", "→ asked\n← answered"):
            assert words in it["text"]
    assert [it["text"] for it in found.all("p") if "because" in it["text"]] == [
        f"{status}: 1 scenario, because {reason}" for status, reason in REASONS.items()
    ]


def test_markdown_stays_below_githubs_limit() -> None:
    failure = result("failed")["failure"] | dict.fromkeys(("what", "expected", "actual", "step", "evidence"), "木" * 9000)
    run = run_of(*(result("failed", id=f"a/b/{number}", failure=failure) for number in range(500)))
    assert len(markdown(run).encode()) < 1 << 20
    assert "460 more" in markdown(run)
    assert "a/b/499" in markdown(run)


def test_github_gets_at_most_nine_errors_and_a_count_of_the_others() -> None:
    assert github(GOOD) == ""
    run = run_of(result("passed"), *(result("failed", id=f"n/call/{number}", title="100 %\n::warning::x") for number in range(14)))
    lines = github(run).splitlines()
    assert len(lines) == 10
    assert lines[0] == (
        "::error file=scenarios/failed.yaml,line=7,title=failed%3A n/call/0::"
        "100 %25%0A::warning::x%0Athe action: expected refused, got accepted%0A§ call.limit"
    )
    assert all(line.startswith("::error file=") for line in lines[:9])
    assert lines[9] == "::warning title=Dhumbal::and 5 more"


BADGE = "1/9 passed, 1 flaky, 1 unexpected-pass, 1 invalid-scenario, 1 expected-failure"


def test_the_badge_names_profile_version_and_counts() -> None:
    badge = minidom.parseString(svg(EVERY)).documentElement
    assert badge is not None
    assert badge.getAttribute("aria-label") == f"dhumbal nepali-games 1.2.3: {BADGE}"
    assert json.loads(endpoint(EVERY)) == {
        "schemaVersion": 1,
        "label": "dhumbal nepali-games 1.2.3",
        "message": BADGE,
        "color": "#b3261e",
        "isError": True,
    }
    assert json.loads(endpoint(GOOD))["isError"] is False


def test_html_draws_the_play_as_it_should_have_been_and_marks_the_step() -> None:
    found = Html(page(run_of(result("failed", replay=[SCENE | {"text": "before", "line": 6}, SCENE]))))
    cards = [(it["text"], it["aria-label"]) for it in found.all("span") if it.get("class", "").startswith("card ")]
    assert [(text.replace("\ufe0e", ""), words) for text, words in cards[:4]] == [
        ("10♦", "10 of diamonds"),
        ("K♥", "king of hearts"),
        ("★", "red joker"),
        ("2♣", "2 of clubs"),
    ]
    assert len(cards) == 8
    steps = [it for it in found.all("li") if it.get("class") == "wrong"]
    assert [it["text"].split("→")[0].strip() for it in steps] == ["A: call"]
    for words in ("A is to act", "stock of 41", "refused: call.limit", "✗ here it went wrong"):
        assert words in steps[0]["text"]


def test_html_can_be_filtered_by_status_area_clause_and_words() -> None:
    found = Html(page(EVERY))
    choices = {it["name"]: [option["value"] for option in found.all("option")] for it in found.all("select")}
    assert list(choices) == ["status", "area", "clause"]
    assert {it["value"] for it in found.all("option")} == {"", *SIGNS, "call", "call.limit"}
    items = [it for it in found.found if "data-item" in it]
    assert {it["data-status"] for it in items} == set(SIGNS)
    assert {(it["data-area"], it["data-clauses"]) for it in items} == {("call", "call.limit")}


def test_figures_by_level_and_of_refusals_stand_in_every_report_for_people_and_programs() -> None:
    run = run_of(result("passed"), result("failed", level="judge"), result("passed", level="secrecy"))
    words = "6 of 9 refusals checked (66 %), 3 of these with their clause (50 %)"
    for text in (Html(page(run)).text, rendered_markdown(run).text, plain_text(run), junit(run)):
        assert words in text
    rows = [it["text"] for it in rendered_markdown(run).all("tr")]
    assert [row.split()[0] for row in rows[3:]] == ["judge", "play", "secrecy"]
    figures = json.loads(as_json(run))["summary"]
    assert figures["levels"] == {"judge": {"failed": 1}, "play": {"passed": 1}, "secrecy": {"passed": 1}}
    assert figures["refusals"] == {"due": 9, "checked": 6, "with_clause": 3}


def test_it_is_plain_that_clauses_were_not_checked_of_an_engine_without_codes() -> None:
    run = run_of(result("passed", refusals_with_clause=0), head=header(capabilities={}))
    for text in (Html(page(run)).text, rendered_markdown(run).text, plain_text(run)):
        assert "2 of 3 refusals checked (66 %); the clause was not checked, since the engine names none" in text


def test_reasons_that_differ_only_in_what_follows_are_told_together() -> None:
    lacks = [result("unsupported", reason=f"the engine does not offer half_turns: {rest}") for rest in ("no look at `next`", "no view")]
    run = run_of(result("passed"), *lacks)
    for text in (Html(page(run)).text, rendered_markdown(run).text, plain_text(run)):
        assert text.count("because the engine does not offer half_turns") == 1
    assert "no look at `next`" in Html(page(run)).text


def test_noise_is_shown_without_making_a_run_bad() -> None:
    run = run_of(result("passed"), noise=7, noise_lines=["booting <b>", "ready"])
    assert run.good
    for text in (Html(page(run)).text, rendered_markdown(run).text, plain_text(run), junit(run).replace("&lt;", "<").replace("&gt;", ">")):
        for words in ("7 lines on standard output were no messages", "booting <b>", "ready"):
            assert words in text


def told(run: Run) -> list[str]:
    """The run in every report that says how a failure is repeated."""
    return [Html(page(run)).text, plain_text(run), rendered_markdown(run).text, minidom.parseString(junit(run)).toxml()]


def test_what_leaks_is_repeated_together_with_all_that_it_leaks_from() -> None:
    before = [f"nepali-games/settle/one-of-the-many-that-are-needed-before-it-{number}" for number in range(20)]
    run = run_of(result("failed", kind="leak", after=before, id="n/call/last"))
    again = " ".join(f"--select {name}" for name in [*before, "n/call/last"])
    for text in told(run):
        assert f"dhumbal verify {again} -- ./sample" in text


def test_what_leaks_among_files_is_repeated_with_all_their_files() -> None:
    first, second = (result("passed", id=f"n/call/{name}", file=f"/table/{name} one.yaml") for name in ("first", "second"))
    last = result("failed", kind="leak", after=["n/call/first", "n/call/second"], id="n/call/last", file="/table/last.yaml")
    run = run_of(first, second, last, head=header(repeat="dhumbal verify --select {file}"))
    for text in told(run):
        assert "dhumbal verify --select '/table/first one.yaml' --select '/table/second one.yaml' --select /table/last.yaml" in text


def test_the_terminal_names_every_status() -> None:
    shown = plain_text(EVERY)
    for status in SIGNS:
        assert re.search(rf"^{re.escape(SIGNS[status])} {status}|1 {status}", shown, re.MULTILINE)
    assert "(scenarios/failed.yaml:7)" in shown


# --- hostile words

WORDS = st.one_of(
    st.text(),
    st.text(st.characters(codec=None)),
    st.text(st.sampled_from("<>&\"'|`*_#[]()!-:%\x1b\x00\n\r\t \ud800\u2028a")),
)


@settings(deadline=None, max_examples=60)
@given(WORDS, WORDS)
@example(HOSTILE, HOSTILE)
def test_hostile_words_stay_words_in_every_format(words: str, more: str) -> None:
    check_words(words, more)


def test_very_long_words_are_no_harm() -> None:
    check_words("x" * 200_000, HOSTILE * 500)


def check_words(words: str, more: str) -> None:
    failure = {"what": words, "expected": words or "x", "actual": more, "clauses": [words], "step": more, "line": 7, "evidence": more}
    hostile = {"title": words, "id": more, "area": words, "file": more}
    replay = [SCENE | {"text": words, "note": more, "turn": words, "hands": {words: ["KH"]}}]
    results = [result("passed", **hostile), result("failed", failure=failure, replay=replay, reason=more, after=[words], **hostile)]
    results.append(result("unsupported", reason=words))
    head = header(engine={"name": words, "version": more, "language": words}, profile=more, clauses={words: more}, repeat=words)
    whole = {"unclean_exit": words or "x", "noise": 1, "noise_lines": [more], "unmatched": [words]}
    run = run_of(*results, head=head, **whole)

    assert len(cases(run)) >= 1
    minidom.parseString(svg(run))
    assert json.loads(endpoint(run))
    for line in github(run).splitlines():
        assert line.startswith("::error ")
    assert "\x1b" not in plain_text(run)
    calm = run_of(result("passed"), result("failed", reason="x"), result("unsupported"), head=header(), **whole)
    for shape in (lambda it: Html(page(it)), rendered_markdown):
        assert tags(shape(run)) == tags(shape(calm))


def tags(found: Html) -> set[tuple[str, str]]:
    """Which elements there are, and within which; hostile words may fall away, but must not add any."""
    return {(it["tag"], (it["inside"] or [""])[-1]) for it in found.found}


@settings(deadline=None, max_examples=60)
@given(WORDS, WORDS)
@example(HOSTILE, HOSTILE)
def test_hostile_words_stay_words_in_a_first_file_of_expectations(words: str, more: str) -> None:
    file = io.StringIO()
    report = FirstExpectations(file)
    failure = result("failed")["failure"] | {"what": words, "expected": more, "actual": words}
    for event in run_of(result("failed", failure=failure), head=header(engine={"name": more})).events():
        report.hear(event)
    (entry,) = yaml.safe_load(file.getvalue().encode("utf-8", "backslashreplace"))["expectations"]
    assert (entry["match"], entry["expect"]) == ("nepali-games/call/failed", "fail")
    assert entry["reason"].startswith("TODO: say why.")
