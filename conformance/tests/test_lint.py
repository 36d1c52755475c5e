"""What `lint` finds: against the schemas, in profiles, rulings and chapters, and what is missing for the rules to be proven."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import dhumbal
import pytest
from dhumbal_conformance import data
from dhumbal_conformance.coverage import gaps
from dhumbal_conformance.lint import lint
from dhumbal_conformance.loader.nodes import collecting
from dhumbal_conformance.loader.profiles import (
    RESERVED,
    UnknownProfile,
    base_of,
    load_profile,
    parameter_names,
    read_profile,
    shipped_profiles,
)
from dhumbal_conformance.loader.yaml_source import Source, parse_yaml
from dhumbal_conformance.model import Clause, Place, Problem, Profile, Question, Reading, Ruling, Scenario, Suite

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
        ("scenario.yaml", "id: nepali-games/some/scenario", "id: Some", "1:5: an id is profile/area/slug (as in nepali-games/"),
        ("scenario.yaml", "refused: call.limit", "refused: cal.limit", "5:29: there is no clause 'cal.limit' (did you mean call.limit?)"),
        ("ours.yaml", "call.limit: 7", "call.limt: 7", "5:14: there is no key 'call.limt' in parameters (did you mean call.limit?)"),
        (
            "ours.yaml",
            "call.limit: 7",
            "call.limit: seven",
            "5:26: call.limit cannot be 'seven' (it is a whole number from 0 to 500, or none)",
        ),
        ("ours.yaml", "call.limit: 7", "call.limit: -1", "5:26: call.limit cannot be -1 (it is a whole number from 0 to 500, or none)"),
        ("ours.yaml", "call.limit: 7", "values.ace: {value: 51}", "5:34: values.ace cannot be 51 (it is a whole number from 0 to 50)"),
        ("ours.yaml", "call.limit: 7", "take.lock: 1", "5:25: take.lock cannot be 1 (it is true or false)"),
        ("ours.yaml", "call.limit: 7", "direction: left", "5:25: direction cannot be 'left' (it is one of: clockwise, anticlockwise)"),
        (
            "ours.yaml",
            "call.limit: 7",
            "call.limit: {value: 7, source: a, inferred: b}",
            "5:26: call.limit has a source or is inferred, not both",
        ),
        (
            "ours.yaml",
            "call.limit: 7",
            "players.max: 11",
            "5:27: 11 players with 5 cards each need more than the 52 cards",
        ),
        ("ours.yaml", "call.limit: 7", "players.min: 7", "5:27: players.min, 7, is more than players.max, 6"),
        ("ours.yaml", "extends: nepali-games\n", "", "4:13: parameters are missing: players.min, players.max, direction and 34 more"),
        ("ours.yaml", "nepali-games", "nepali-game", "4:10: there is no profile 'nepali-game' (did you mean nepali-games?)"),
        ("ours.yaml", "nepali-games", "ours", "4:10: the profile extends itself: ours → ours"),
        ("ours.yaml", "nepali-games", "kluft", "4:10: there is no profile kluft: pagat.com names Kluft as the Dutch form"),
        ("ours.yaml", "id: ours", "id: kluft", "1:5: the id kluft is reserved: pagat.com names Kluft"),
        ("ours.yaml", "id: ours", "id: doumebash", "1:5: the id doumebash belongs to a profile of the suite (choose another id"),
        ("ours.yaml", "call.limit: 7", "pack.jokers: 1", "5:27: pack.jokers cannot be 1 (it is one of: 0, 2)"),
        ("ours.yaml", "call.limit: 7", "series.resets: [100, 50]", "5:30: each item of series.resets must be a list, not a number"),
        ("ours.yaml", "call.limit: 7", "series.resets: [[100]]", "5:30: each item of series.resets has too few entries"),
        (
            "ours.yaml",
            "call.limit: 7",
            "refill.keeps: top",
            "5:28: refill.keeps cannot be 'top' (it is one of: top-card, previous",
        ),
        (
            "ours.yaml",
            "call.limit: 7",
            "cap.turns: {value: nine}",
            "5:33: cap.turns cannot be 'nine' (it is a whole number from 1 to 100000, or none)",
        ),
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


CONTRADICTIONS = [
    # what is extended, the parameters set, the place, the message, and a part of the way out
    ("doumebash", "call.limit: 0", "5:26", "nobody can ever call", "set call.limit to 1 or more"),
    ("doumebash", "series.resets: [[50, 150]]", "5:29", "which is no reduction", "less than 50"),
    (
        "pagat-yaniv",
        "series.resets: [[250, 30]]",
        "5:29",
        "is out before series.resets could reduce it",
        "raise series.limit",
    ),
    ("doumebash", "series.resets: [[100, 50], [100, 25]]", "5:29", "names 100 more than once", "keep one of them"),
    ("nepali-games", "call.last-turns: true", "5:31", "which cap.turns can cut off", "set call.last-turns to false"),
    ("pagat-yaniv", "refill.keeps: none", "5:28", "series.starter cannot be winner", "set series.starter to dealers-left"),
    ("nepali-games", "discard.set.jokers: true", "5:34", "discard.set.jokers makes no sense without jokers", "set pack.jokers to 2"),
    ("pagat-yaniv", "pack.jokers: 0", "5:27", "discard.run.jokers makes no sense without jokers", "or discard.run.jokers to false"),
    ("pagat-nepal", "take.joker-swap: true", "5:31", "take.joker-swap makes no sense without jokers", "or take.joker-swap to false"),
    (
        "pagat-yaniv",
        "discard.run.jokers: false, take.joker-swap: true",
        "5:58",
        "take.joker-swap makes no sense where runs have no jokers",
        "",
    ),
    ("nepali-games", "discard.run.max: 5", "5:31", "discard.run.max makes no sense without runs", "or discard.run.max to none"),
    ("nepali-games", "discard.run.wrap: true", "5:32", "discard.run.wrap makes no sense without runs", "set discard.run.min to 3"),
    ("pagat-yaniv", "discard.run.min: none", "5:31", "discard.run.jokers makes no sense without runs", "discard.run.jokers to false"),
    ("pagat-yaniv", "discard.run.max: 2", "5:31", "discard.run.max, 2, is less than discard.run.min, 3", "to 3 or more"),
    (
        "nepali-games",
        "take.from: ends",
        "5:25",
        "only the top card can be taken; take.from cannot be ends",
        "turn.order to discard-then-draw",
    ),
    ("pagat-yaniv", "take.from: top", "5:25", "take.from cannot be top", "single, single-or-set, first"),
    ("pagat-yaniv", "turn.order: draw-then-discard", "5:26", "take.from cannot be ends", "set take.from to top"),
    ("pagat-yaniv", "take.lock: true", "5:25", "take.lock makes no sense", "set take.lock to false"),
    ("nepali-games", "refill.keeps: previous-discard", "5:28", "refill.keeps cannot be previous-discard", "set refill.keeps to top-card"),
    ("nepali-games", "refill.keeps: none", "5:28", "refill.keeps cannot be none", "set refill.keeps to top-card"),
    ("wikipedia-yaniv", "turn.order: draw-then-discard", "5:26", "take.joker-swap makes no sense", "set take.joker-swap to false"),
    ("cardrulesplus", "settle.caught.margin: 5", "5:36", "settle.caught.margin-amount is not", "set settle.caught.margin-amount"),
    ("cardrulesplus", "settle.caught.margin-amount: 50", "5:43", "settle.caught.margin is not", "settle.caught.margin-amount to none"),
    ("nepali-games", "series.limit: 100", "5:28", "series.limit is set, but series.elimination is not", "series.limit to none"),
    ("pagat-yaniv", "series.limit: none", "5:28", "series.elimination is set, but series.limit is not", "set series.limit"),
    ("nepali-games", "series.resets: [[100, 50]]", "5:29", "series.resets makes no sense where no score puts a player out", "to none"),
    (
        "nepali-games",
        "settle.others: nothing",
        "5:29",
        "settle.others cannot be nothing",
        "set settle.others to hands, or settle.scoring to penalty",
    ),
    ("nepali-games", "settle.others: above-caller", "5:29", "settle.others cannot be above-caller", "set settle.others to hands"),
    ("nepali-games", "settle.lowest: zero", "5:29", "settle.lowest cannot be zero", "set settle.lowest to scores"),
    ("nepali-games", "settle.caught.pays: flat-plus-hand", "5:34", "settle.caught.pays cannot be flat-plus-hand", "to flat,"),
    ("nepali-games", "settle.caught.each: 20", "5:34", "settle.caught.each cannot be 20", "set settle.caught.each to none"),
    ("pagat-yaniv", "cap.turns: 9", "5:25", "cap.turns makes no sense where hands are scored", "set cap.turns to none"),
    ("doumebash", "settle.scoring: transfer", "5:30", "nobody goes out of the series", "set series.elimination and series.limit to none"),
    ("nepali-games", "series.deals: none", "5:28", "the series never ends", "set series.deals, or series.limit"),
    ("nepali-games", "deal.hand: 9", "5:25", "6 players with 9 cards each need more than the 52 cards", "players.max is at most 5"),
    ("pagat-yaniv", "players.max: 11", "5:27", "11 players with 5 cards each need more than the 54 cards", "players.max is at most 10"),
]


@pytest.mark.parametrize(
    ("base", "parameters", "place", "message", "hint"), CONTRADICTIONS, ids=[f"{c[0]}: {c[1]}" for c in CONTRADICTIONS]
)
def test_what_cannot_go_together_is_told(tmp_path: Path, base: str, parameters: str, place: str, message: str, hint: str) -> None:
    text = PROFILE.replace("nepali-games", base).replace("call.limit: 7", parameters)
    problems = lint([written(tmp_path, "ours.yaml", text)])
    assert any(message in problem.message and hint in problem.hint for problem in problems), told(problems)
    assert {f"{problem.place.line}:{problem.place.column}" for problem in problems} <= {place, "5:13"}


@pytest.mark.parametrize(
    ("base", "parameters"),
    [
        ("pagat-yaniv-two-packs", "players.max: 12, deal.hand: 8"),
        ("pagat-yaniv", "refill.keeps: none, series.starter: dealers-left"),
        ("pagat-yaniv", "discard.run.max: 3"),
        ("cardrulesplus", "series.limit: none, series.elimination: none, series.deals: 4"),
        ("nepali-games", "settle.caught.margin: 5, settle.caught.margin-amount: 50"),
        ("nepali-games", "call.limit: 0"),
    ],
)
def test_what_can_go_together_is_clean(tmp_path: Path, base: str, parameters: str) -> None:
    text = PROFILE.replace("nepali-games", base).replace("call.limit: 7", parameters)
    assert lint([written(tmp_path, "ours.yaml", text)]) == []


def test_every_value_of_the_engine_is_one_of_the_schema() -> None:
    canonical = load_profile("nepali-games").parameters
    assert dhumbal.Profile.from_parameters(canonical) == dhumbal.Profile()
    assert list(canonical) == list(dhumbal.Profile().parameters()) == list(parameter_names())


@pytest.mark.parametrize("path", shipped_profiles(), ids=lambda path: path.stem)
def test_a_shipped_profile_can_be_played(path: Path) -> None:
    profile = load_profile(path.stem)
    assert dhumbal.Profile.from_parameters(profile.parameters).parameters() == profile.parameters
    assert set(profile.sources) == set(profile.parameters)
    assert all(name in {path.stem for path in shipped_profiles()} for name in profile.bases)


VALUES = ["", "x", "none", '""', "5", "-1", "9" * 17, "2.5", "true", "[]", "[[1, 2], 3]", "[[1, true]]", "{value: {}}", "{}"]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", parameter_names())
def test_a_value_is_read_or_told_even_without_the_schema(name: str, value: str) -> None:
    text = PROFILE.replace("call.limit: 7", f"{name}: {value}")
    problems: list[Problem] = []
    with collecting(problems):
        read_profile(Source(Path("ours.yaml"), text, parse_yaml(Path("ours.yaml"), text)))
    assert {problem.place.line for problem in problems} <= {5}


def test_a_profile_knows_what_it_extends(tmp_path: Path) -> None:
    written(tmp_path, "ours.yaml", PROFILE)
    mine = load_profile(str(written(tmp_path, "mine.yaml", PROFILE.replace("ours", "mine").replace("nepali-games", "ours"))))
    assert mine.bases == ("ours", "nepali-games")
    ours = base_of(mine)
    assert ours == load_profile(str(tmp_path / "ours.yaml"))
    assert base_of(ours) == load_profile("nepali-games")
    assert load_profile("pagat-nepal-limit-7").bases == ("pagat-nepal", "pagat-yaniv")
    assert base_of(load_profile("nepali-games")) is None


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
    with pytest.raises(UnknownProfile, match="no profile kluft: pagat"):
        load_profile("kluft")


def test_the_reserved_ids_are_checked_like_every_file(tmp_path: Path) -> None:
    assert lint([data.spec() / RESERVED]) == []
    assert told(lint([written(tmp_path, RESERVED, "Kluft: 5\n")])) == [
        "1:1: 'Kluft' has no place in the file ()",
        "1:8: Kluft must be text, not a number (Why there is no profile.)",
    ]


def test_a_scenario_may_use_a_profile_that_is_checked_with_it(tmp_path: Path) -> None:
    written(tmp_path, "ours.yaml", PROFILE)
    scenario = written(tmp_path, "a.yaml", SCENARIO.replace("nepali-games", "ours"))
    assert lint([tmp_path]) == []
    assert told(lint([scenario])) == ["3:10: there is no profile 'ours' (`dhumbal profiles` lists them)"]


def test_a_chapter_is_checked_for_parameters(tmp_path: Path) -> None:
    path = written(tmp_path, "05-call.md", "# The call\n\n§ call.limit MUST if cal.limit\nUp to {call.limt}.\n")
    assert [problem.hint for problem in lint([path])] == ["did you mean call.limit?"] * 2
    assert lint([tmp_path]) == lint([path])


PLACE = Place(Path("x"))
CLAUSE = Clause("a.b", "1.1", "MUST", "Text.", "", True, "", "0.1.0", "Chapter", PLACE)
OURS = Profile("ours", {}, "", {}, True, {"lock": True}, {"lock": "here"}, PLACE)
REFUSED = Scenario(
    "ours/a/refused", "", "ours", ("a.b",), ("N-01",), "", "", "judge", PLACE, "", judge=(Question(PLACE, "", "call", (), "a.b", None),)
)
ALLOWED = REFUSED._replace(id="ours/a/allowed", rulings=(), judge=(Question(PLACE, "", "call", (), None, None),))
DECIDED = Ruling("N-01", "", "ours", "", (Reading("x", "", ""),), "x", "design", "", ("a.b",), (REFUSED.id,), "", PLACE)


def gaps_of(*scenarios: Scenario, clause: Clause = CLAUSE, ruling: Ruling = DECIDED, profile: Profile = OURS) -> list[str]:
    suite = Suite({clause.id: clause}, {"ours": profile}, {ruling.id: ruling}, {scenario.id: scenario for scenario in scenarios})
    return [problem.message for problem in gaps(suite, profile)]


def test_what_is_proven_on_both_sides_has_no_gap() -> None:
    assert gaps_of(REFUSED, ALLOWED) == []


def test_a_clause_needs_a_scenario_unless_it_says_why_not() -> None:
    quiet = CLAUSE._replace(refuses=False)
    loose = DECIDED._replace(scenarios=(), untestable="why")
    assert gaps_of(clause=quiet, ruling=loose) == ["no scenario proves a.b in ours"]
    assert gaps_of(clause=quiet._replace(untestable="why"), ruling=loose) == []
    assert gaps_of(clause=quiet._replace(condition="not lock"), ruling=loose) == []
    assert gaps_of(ALLOWED, clause=quiet._replace(untestable="why"), ruling=loose) == [
        "a.b is called untestable, but ours/a/allowed proves it"
    ]
    assert gaps_of(ALLOWED._replace(profile="other"), clause=quiet, ruling=loose) == ["no scenario proves a.b in ours"]


def test_a_refusal_needs_both_sides() -> None:
    assert gaps_of(REFUSED) == ["no scenario shows what a.b still allows in ours"]
    assert gaps_of(ALLOWED._replace(id=REFUSED.id, rulings=("N-01",))) == ["no scenario is refused in the name of a.b in ours"]


@pytest.mark.parametrize(
    ("condition", "text", "parameters", "missing"),
    [
        ("", "Up to {limit}.", {"limit": 5}, []),
        ("", "Up to {limit}.", {"limit": 7}, ["no scenario proves a.b in mine"]),
        ("", "Up to {limit?that|any}.", {"limit": 7}, []),
        ("limit = 7", "Seven.", {"limit": 7}, ["no scenario proves a.b in mine"]),
        ("limit = 5", "Five.", {"limit": 7}, []),
    ],
)
def test_what_a_profile_takes_over_is_proven_where_it_comes_from(
    condition: str, text: str, parameters: dict[str, object], missing: list[str]
) -> None:
    base = OURS._replace(parameters={"limit": 5}, sources={"limit": "here"})
    mine = base._replace(id="mine", parameters=parameters, bases=("ours",))
    clause = CLAUSE._replace(condition=condition, text=text)
    suite = Suite({"a.b": clause}, {"ours": base, "mine": mine}, {}, {ALLOWED.id: ALLOWED, REFUSED.id: REFUSED._replace(rulings=())})
    assert [problem.message for problem in gaps(suite, mine)] == missing


def test_rulings_and_scenarios_name_one_another() -> None:
    both = (REFUSED, ALLOWED)
    assert gaps_of(*both, ruling=DECIDED._replace(scenarios=())) == [
        "no scenario decides N-01",
        "N-01 does not name the scenario ours/a/refused, which decides it",
    ]
    assert gaps_of(*both, ruling=DECIDED._replace(scenarios=(REFUSED.id, "ours/a/gone"))) == [
        "N-01 names the scenario ours/a/gone, which does not exist"
    ]
    assert gaps_of(*both, ruling=DECIDED._replace(scenarios=(REFUSED.id, ALLOWED.id))) == ["N-01 is decided here, which is not said"]


def test_a_shipped_profile_says_where_its_values_come_from() -> None:
    assert gaps_of(REFUSED, ALLOWED, profile=OURS._replace(sources={})) == ["ours does not say where lock comes from"]
