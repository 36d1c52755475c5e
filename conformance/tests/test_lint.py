"""What `lint` finds: against the schemas, in profiles, rulings and chapters, and what is missing for the rules to be proven."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from dhumbal_conformance.coverage import gaps
from dhumbal_conformance.lint import lint
from dhumbal_conformance.model import Clause, Place, Problem, Profile, Question, Reading, Ruling, Scenario, Suite
from dhumbal_conformance.profiles import UnknownProfile, load_profile

SCENARIO = """\
id: nepali-games/some/scenario
title: Something happens
profile: nepali-games
clauses: [call.limit]
judge: [{call: 6S, refused: call.limit}]
"""
PROFILE = "id: ours\nnames: {en: Ours}\nsummary: Our own\nextends: nepali-games\nparameters: {call.limit: 7}\n"
RULING = """\
id: ZZ-99
title: Something is decided
profile: nepali-games
question: Is it so?
readings: [{id: this, text: This., evidence: here}, {id: that, text: That., evidence: there}]
ruling: this
basis: design
because: It is.
clauses: [call.limit]
untestable: nobody can tell
"""
FILES = {"scenario.yaml": SCENARIO, "ours.yaml": PROFILE, "zz-99.yaml": RULING}


def written(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return path


def told(problems: Iterable[Problem]) -> list[str]:
    return [f"{problem.place.line}:{problem.place.column}: {problem.message} ({problem.hint})" for problem in problems]


def test_right_files_are_clean_alone_and_together(tmp_path: Path) -> None:
    paths = [written(tmp_path, name, text) for name, text in FILES.items()]
    assert [lint([path]) for path in paths] == [[], [], []]
    assert lint([tmp_path]) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("scenario.yaml", "title: Something happens", "tilte: Something happens", "2:1: there is no key 'tilte' (did you mean title?)"),
        ("scenario.yaml", "title: Something happens", "title: Short", "2:8: title is shorter than 8 characters"),
        ("scenario.yaml", "profile: nepali-games", "profile: 7", "3:10: profile must be text, not a number"),
        ("scenario.yaml", "[call.limit]", "call.limit", "4:10: clauses must be a list, not text"),
        ("scenario.yaml", "[call.limit]", "[]", "4:10: clauses has too few entries"),
        ("scenario.yaml", "[call.limit]", "[call.limit, call.limit]", "4:10: clauses names something twice"),
        ("scenario.yaml", "call: 6S", "cal: 6S", "5:10: there is no key 'cal' in judge (did you mean call?)"),
        ("scenario.yaml", "call: 6S", "hand: 6S", "5:9: `hand` needs total"),
        ("scenario.yaml", "call: 6S", "total: -6, call: 6S", "5:17: total must be at least 0, not -6"),
        (
            "scenario.yaml",
            "judge:",
            "series: {}\njudge:",
            "1:1: a scenario has exactly one of play, settle, judge, series; this one has judge and series",
        ),
        ("scenario.yaml", "judge:", "paly:", "1:1: a scenario has exactly one of play, settle, judge, series; this one has none of them"),
        ("scenario.yaml", "judge:", "then: {winner: Z}\njudge:", "5:16: winner cannot be 'Z' (it is one of: A, B, C"),
        ("scenario.yaml", "judge:", "then: {totals: {Z: 1}}\njudge:", "5:17: 'Z' has no place in totals"),
        ("scenario.yaml", "id: nepali-games/some/scenario", "id: Some", "1:5: id cannot be 'Some' (The scenario's name for good"),
        ("scenario.yaml", "refused: call.limit", "refused: cal.limit", "5:29: there is no clause 'cal.limit' (did you mean call.limit?)"),
        ("ours.yaml", "call.limit: 7", "call.limt: 7", "5:14: there is no key 'call.limt' in parameters (did you mean call.limit?)"),
        ("ours.yaml", "call.limit: 7", "call.limit: seven", "5:26: call.limit cannot be 'seven' (it is: none)"),
        ("ours.yaml", "call.limit: 7", "call.limit: -1", "5:26: call.limit must be at least 0, not -1"),
        ("ours.yaml", "call.limit: 7", "take.lock: 1", "5:25: take.lock must be true or false, not a number"),
        ("ours.yaml", "call.limit: 7", "direction: left", "5:25: direction cannot be 'left' (it is one of: clockwise, anticlockwise)"),
        (
            "ours.yaml",
            "call.limit: 7",
            "call.limit: {value: 7, source: a, inferred: b}",
            "5:26: call.limit has a source or is inferred, not both",
        ),
        ("ours.yaml", "call.limit: 7", "players.max: 11", "5:13: 11 players with 5 cards each need more than the 52 cards"),
        ("ours.yaml", "call.limit: 7", "players.min: 7", "5:13: players.min, 7, is more than players.max, 6"),
        ("ours.yaml", "extends: nepali-games\n", "", "4:13: parameters are missing: players.min, players.max, direction and 22 more"),
        ("ours.yaml", "nepali-games", "nepali-game", "4:10: there is no profile 'nepali-game' (did you mean nepali-games?)"),
        ("ours.yaml", "nepali-games", "ours", "4:10: the profile extends itself: ours → ours"),
        ("zz-99.yaml", "untestable: nobody can tell\n", "", "1:1: a ruling has exactly one of scenarios, untestable; this one has none"),
        ("zz-99.yaml", "id: ZZ-99", "id: ZZ-98", "1:5: the file of ZZ-98 must be named zz-98.yaml"),
        ("zz-99.yaml", "ruling: this", "ruling: thus", "6:9: there is no reading 'thus' (did you mean this?)"),
        ("zz-99.yaml", "call.limit", "call.limits", "9:11: there is no clause 'call.limits' (did you mean call.limit?)"),
        (
            "zz-99.yaml",
            "text: This.",
            "text: This, and that.",
            "5:35: 'and that.' stands here without a key (text that contains a comma goes in quotes)",
        ),
        ("zz-99.yaml", RULING, "- 5\n", "1:1: the file must be entries of the form `key: value`, not a list"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, name: str, old: str, new: str, expected: str) -> None:
    found = told(lint([written(tmp_path, name, FILES[name].replace(old, new))]))
    assert any(problem.startswith(expected) for problem in found), found


def test_a_profile_takes_over_what_it_does_not_set(tmp_path: Path) -> None:
    base = load_profile("nepali-games")
    written(tmp_path, "ours.yaml", PROFILE)
    text = PROFILE.replace("ours", "mine").replace("extends: nepali-games", "extends: ours")
    mine = load_profile(
        str(written(tmp_path, "mine.yaml", text.replace("call.limit: 7", "cap.turns: {value: none, inferred: we never met it}")))
    )
    assert mine.parameters == base.parameters | {"call.limit": 7, "cap.turns": None}
    assert mine.sources["cap.turns"] == "inferred: we never met it"
    assert "call.limit" not in mine.sources
    assert mine.sources["take.lock"] == base.sources["take.lock"]


def test_profiles_that_extend_one_another_are_refused(tmp_path: Path) -> None:
    for name, base in (("one", "two"), ("two", "one")):
        written(tmp_path, f"{name}.yaml", PROFILE.replace("ours", name).replace("nepali-games", base))
    assert told(lint([tmp_path / "one.yaml"])) == ["4:10: the profile extends itself: one → two → one ()"]
    other = written(tmp_path, "other.yaml", PROFILE.replace("nepali-games", "other"))
    assert told(lint([other])) == ["4:10: the profile extends itself: ours → other → other ()"]


def test_an_unknown_profile_is_told_with_a_guess() -> None:
    with pytest.raises(UnknownProfile, match="did you mean nepali-games"):
        load_profile("nepali-gams")


def test_a_scenario_may_use_a_profile_that_is_checked_with_it(tmp_path: Path) -> None:
    written(tmp_path, "ours.yaml", PROFILE)
    scenario = written(tmp_path, "a.yaml", SCENARIO.replace("nepali-games", "ours"))
    assert lint([tmp_path]) == []
    assert told(lint([scenario])) == ["3:10: there is no profile 'ours' (there are: nepali-games)"]


def test_a_chapter_is_checked_for_parameters(tmp_path: Path) -> None:
    path = written(tmp_path, "05-call.md", "# The call\n\n§ call.limit MUST if cal.limit\nUp to {call.limt}.\n")
    assert [problem.hint for problem in lint([path])] == ["did you mean call.limit?"] * 2
    assert lint([tmp_path]) == lint([path])


PLACE = Place(Path("x"))
CLAUSE = Clause("a.b", "1.1", "MUST", "Text.", "", True, "", "0.1.0", "Chapter", PLACE)
OURS = Profile("ours", {}, "", True, {"lock": True}, {"lock": "here"}, PLACE)
REFUSED = Scenario(
    "ours/a/refused", "", "ours", ("a.b",), ("N-01",), "", "", "judge", PLACE, "", judge=(Question(PLACE, "", "call", (), "a.b", None),)
)
ALLOWED = replace(REFUSED, id="ours/a/allowed", rulings=(), judge=(Question(PLACE, "", "call", (), None, None),))
DECIDED = Ruling("N-01", "", "ours", "", (Reading("x", "", ""),), "x", "design", "", ("a.b",), (REFUSED.id,), "", PLACE)


def gaps_of(*scenarios: Scenario, clause: Clause = CLAUSE, ruling: Ruling = DECIDED, profile: Profile = OURS) -> list[str]:
    suite = Suite({clause.id: clause}, {"ours": profile}, {ruling.id: ruling}, {scenario.id: scenario for scenario in scenarios})
    return [problem.message for problem in gaps(suite, profile)]


def test_what_is_proven_on_both_sides_has_no_gap() -> None:
    assert gaps_of(REFUSED, ALLOWED) == []


def test_a_clause_needs_a_scenario_unless_it_says_why_not() -> None:
    quiet = replace(CLAUSE, refuses=False)
    loose = replace(DECIDED, scenarios=(), untestable="why")
    assert gaps_of(clause=quiet, ruling=loose) == ["no scenario proves a.b"]
    assert gaps_of(clause=replace(quiet, untestable="why"), ruling=loose) == []
    assert gaps_of(clause=replace(quiet, condition="not lock"), ruling=loose) == []
    assert gaps_of(ALLOWED, clause=replace(quiet, untestable="why"), ruling=loose) == [
        "a.b is called untestable, but ours/a/allowed proves it"
    ]
    assert gaps_of(replace(ALLOWED, profile="other"), clause=quiet, ruling=loose) == ["no scenario proves a.b"]


def test_a_refusal_needs_both_sides() -> None:
    assert gaps_of(REFUSED) == ["no scenario shows what a.b still allows"]
    assert gaps_of(replace(ALLOWED, id=REFUSED.id, rulings=("N-01",))) == ["no scenario is refused in the name of a.b"]


def test_rulings_and_scenarios_name_one_another() -> None:
    both = (REFUSED, ALLOWED)
    assert gaps_of(*both, ruling=replace(DECIDED, scenarios=())) == [
        "no scenario decides N-01",
        "N-01 does not name the scenario ours/a/refused, which decides it",
    ]
    assert gaps_of(*both, ruling=replace(DECIDED, scenarios=(REFUSED.id, "ours/a/gone"))) == [
        "N-01 names the scenario ours/a/gone, which does not exist"
    ]
    assert gaps_of(*both, ruling=replace(DECIDED, scenarios=(REFUSED.id, ALLOWED.id))) == ["N-01 is decided here, which is not said"]


def test_a_shipped_profile_says_where_its_values_come_from() -> None:
    assert gaps_of(REFUSED, ALLOWED, profile=replace(OURS, sources={})) == ["ours does not say where lock comes from"]
