"""The rules as clauses: markers, numbers, text, conditions, placeholders, and what is told about a chapter that is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from dhumbal_conformance import data
from dhumbal_conformance.loader.profiles import load_profile, shipped_profiles
from dhumbal_conformance.loader.rulebook import (
    FIRST_VERSION,
    Chapter,
    Heading,
    Paragraph,
    check_parameters,
    checksum,
    clauses_json,
    clauses_of,
    parameters_of,
    read_chapter,
    read_chapters,
)
from dhumbal_conformance.loader.templates import applies, render
from dhumbal_conformance.model import BadFiles, Clause, Place

CHAPTER = """\
# The call

What this is about.

§ call.limit MUST if call.limit; refuses
A player may call only with a total of
{call.limit} or less.

Never with more.

> Five is low.
> It is enough.

## Later

§ call.late MAY if not take.lock and take.from = top; since 0.2; untestable: it is late; too late
Later on.
"""
PLAIN = Clause("a.b", "1.1", "MUST", "", "", False, "", FIRST_VERSION, "", Place(Path("x")))


def chapter(directory: Path, text: str, name: str = "05-call.md") -> Chapter:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return read_chapter(path)


def test_a_chapter_keeps_its_parts_in_their_order(tmp_path: Path) -> None:
    found = chapter(tmp_path, CHAPTER)
    limit, late = found.clauses
    assert (found.number, found.title) == (5, "The call")
    assert found.blocks == (
        Paragraph("What this is about.", "prose"),
        limit,
        Paragraph("Five is low. It is enough.", "note"),
        Heading("Later", 2),
        late,
    )


def test_a_clause_is_what_its_marker_says(tmp_path: Path) -> None:
    limit, late = chapter(tmp_path, CHAPTER).clauses
    assert limit == PLAIN._replace(
        id="call.limit",
        number="5.1",
        text="A player may call only with a total of {call.limit} or less.\n\nNever with more.",
        condition="call.limit",
        refuses=True,
        chapter="The call",
        place=Place(tmp_path / "05-call.md", 5),
    )
    assert (late.number, late.level, late.since, late.refuses) == ("5.2", "MAY", "0.2", False)
    assert late.untestable == "it is late; too late"


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("§ a.b MUST\nx\n", 1, "the chapter has no title", "# The call"),
        ("# T\n\n§ ab MUST\nx\n", 3, "does not begin a clause properly", "an id of small letters with a dot"),
        ("# T\n\n§ a.b SHOULD\nx\n", 3, "does not begin a clause properly", "MUST or MAY"),
        ("# T\n\n§ a.b MUST; refuse\nx\n", 3, "does not begin a clause properly", "in this order"),
        ("# T\n\n§\nx\n", 3, "does not begin a clause properly", "after § comes an id"),
        ("# T\n\n§ a.b MUST if a or b\nx\n", 3, "the condition 'a or b' cannot be read", "and"),
        ("# T\n\n§ a.b MUST\n\n§ a.c MUST\nx\n", 3, "the clause a.b has no text", ""),
        ("# T\n\n§ a.b MUST\nx\n\n> note\n\nloose\n", 8, "belongs to no clause", "before the note"),
        ("# T\n\n§ a.b MUST\n{x\n", 3, "in the clause a.b there is a `{` without its `}`", "{condition?text|else}"),
        ("# T\n\n§ a.b MUST\nx}\n", 3, "there is a `}` without its `{`", "{condition?text|else}"),
        ("# T\n\n§ a.b MUST\n{x?y}\n", 3, "`{x?y}` has no `|`", "either text may be empty"),
        ("# T\n\n§ a.b MUST\n{x?y|z|w}\n", 3, "`{x?y|z|w}` has more than one `|`", "{condition?text|else}"),
        ("# T\n\n§ a.b MUST\n{x?{y?a}|}\n", 3, "`{y?a}` has no `|`", "either text may be empty"),
        ("# T\n\n§ a.b MUST\n{x or y?a|b}\n", 3, "the condition 'x or y' cannot be read", "and"),
        ("# T\n\n§ a.b MUST\n{X y}\n", 3, "`{X y}` is not a parameter", "{parameter}"),
        ("# T\n\n§ a.b MUST\n{}\n", 3, "`{}` is not a parameter", "{parameter}"),
        ("# T\n\n# U\n", 3, "a chapter has one title", "##"),
        ("# T\n\n## U\nx\n", 4, "a heading stands alone", "empty line"),
    ],
)
def test_what_is_wrong_with_a_chapter_is_told_with_its_place(tmp_path: Path, text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(BadFiles) as caught:
        chapter(tmp_path, text)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert hint in problem.hint
    assert problem.place.line == line


def test_a_chapter_is_numbered_by_its_file_name(tmp_path: Path) -> None:
    with pytest.raises(BadFiles, match="two digits and a name"):
        chapter(tmp_path, CHAPTER, "call.md")


def test_an_id_belongs_to_one_clause(tmp_path: Path) -> None:
    chapter(tmp_path, CHAPTER)
    chapter(tmp_path, CHAPTER, "06-again.md")
    with pytest.raises(BadFiles) as caught:
        read_chapters(tmp_path)
    assert [problem.message for problem in caught.value.problems] == [
        "the clause call.limit occurs twice",
        "the clause call.late occurs twice",
    ]
    assert caught.value.problems[0].place == Place(tmp_path / "06-again.md", 5)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("", True),
        ("limit", True),
        ("not limit", False),
        ("cap", False),
        ("not cap", True),
        ("lock", False),
        ("zero", True),
        ("limit = 5", True),
        ("limit = 6", False),
        ("not limit = 6", True),
        ("cap = none", True),
        ("lock = false", True),
        ("from = top", True),
        ("limit and from = top", True),
        ("limit and not from = top", False),
        ("last-turns", True),
        ("pack.jokers", False),
        ("not pack.jokers", True),
        ("pack.jokers = 0", True),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    parameters = {"limit": 5, "cap": None, "lock": False, "from": "top", "zero": 0, "last-turns": True, "pack.jokers": 0}
    assert applies(PLAIN._replace(condition=condition), parameters) is holds


def test_placeholders_take_the_values_of_the_profile() -> None:
    assert render("{a.b} or {c}, not {d}", {"a.b": 5, "c": None, "d": True}) == "5 or none, not true"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing.", "Nothing."),
        ("{a?yes|no}", "yes"),
        ("{b?yes|no}", "no"),
        ("{not b?yes|no}", "yes"),
        ("{from = top?left|right}{b?|.}", "left."),
        ("{a and from = ends?yes|no}", "no"),
        ("{b = none?none at all|{b}}", "none at all"),
        ("{a?exactly {a}|{b} or more}", "exactly 5"),
        ("{b?{a}|{from = top?{a}, {from}|x}}", "5, top"),
        ("{a?Is it? {b?no|yes}|}", "Is it? yes"),
        ("{d?{d}|}", "true"),
        ("{resets}", "100 → 50, 200 → 100"),
    ],
)
def test_templates_are_what_they_say_innermost_first(text: str, expected: str) -> None:
    resets = ((100, 50), (200, 100))
    assert render(text, {"a": 5, "b": None, "d": True, "from": "top", "resets": resets}) == expected


def test_all_parameters_of_a_clause_are_found() -> None:
    clause = PLAIN._replace(condition="not a and b = c", text="{d} {e and not f?{g}|{h = i?{d}|{j-k.l}}}")
    assert parameters_of(clause) == {*"abdefgh", "j-k.l"}


@pytest.mark.parametrize("path", shipped_profiles(), ids=lambda path: path.stem)
def test_every_profile_has_a_rule_book(path: Path) -> None:
    parameters = load_profile(path.stem).parameters
    book = [render(clause.text, parameters) for clause in clauses_of(read_chapters()).values() if applies(clause, parameters)]
    assert not [text for text in book if re.search(r"[{}|]|\bNone\b|\bnone\b \w+ or", text)]


@pytest.mark.parametrize("part", [{"text": "{cal.limit}"}, {"text": "{take.lock?{not cal.limit?a|b}|}"}, {"condition": "not cal.limit"}])
def test_an_unknown_parameter_is_told_with_a_guess(part: dict[str, str]) -> None:
    (problem,) = check_parameters([PLAIN._replace(**part)], ["call.limit", "take.lock"])  # type: ignore[arg-type]
    assert problem.hint == "did you mean call.limit?"


def test_a_checksum_is_of_the_text_alone() -> None:
    moved = PLAIN._replace(number="9.9", place=Place(Path("y"), 7))
    assert checksum(moved) == checksum(PLAIN)
    assert checksum(PLAIN._replace(text="x")) != checksum(PLAIN)


def test_the_clauses_for_other_programs_fit_their_schema() -> None:
    clauses = clauses_of(read_chapters())
    exported = clauses_json(clauses.values())
    jsonschema.Draft7Validator(json.loads((data.spec() / "schemas" / "clauses.schema.json").read_text(encoding="utf-8"))).validate(exported)
    assert [entry["id"] for entry in exported] == list(clauses)
    assert len({entry["number"] for entry in exported}) == len(exported)
