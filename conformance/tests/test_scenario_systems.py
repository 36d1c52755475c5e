"""Scenario files of the other rule systems: packs, seats that are out, one's discard before one's draw, hands that are scored."""

from __future__ import annotations

from pathlib import Path

import pytest
from dhumbal_conformance.loader.notation import pack_of
from dhumbal_conformance.loader.scenario import read_scenario
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.yaml_source import Source, parse_yaml
from dhumbal_conformance.model import BadFiles, Scenario, Suite
from dhumbal_conformance.suite import load_suite

HEADER = "id: {0}/some/scenario\ntitle: Something happens\nprofile: {0}\nclauses: [value.total]\n"
JOKERS = """\
given: {dealer: A, hands: {A: XR 2S 3S 4S 5S, B: 6S 7S 8S 9S 10S}, upcard: JS, stock: XB, refill: XB}
play: [{B: discard 8S 9S 10S, pending: 8S 9S 10S, legal: [draw stock, take JS]}, {B: draw stock, gets: XB, pending: none, legal: [call]}]
"""
TWO_PACKS = """\
given: {dealer: D, hands: {A: KS KS' 2S 3S 4S, B: 5S 6S 7S 8S 9S, C: AH 2H 3H 4H 5H, D: AC 2C 3C 4C 5C}, upcard: "XR'"}
play: [{A: discard KS KS'}, {stock: 87}]
"""
GAPS = """\
given: {dealer: A, hands: {A: AS 2S, C: 3S, F: 4S}, pile: 8H 7H 6H, previous: 2, rest: out}
play: [{C: take 7H, next: F}]
"""
SETTLE = """\
settle: {dealer: C, caller: A, hands: {A: 2S, C: KS, D: XR}}
then: {ended: caught, winner: D, totals: {A: 2, C: 10, D: 0}, deltas: {A: 32, C: 10, D: 0}}
"""
SERIES = """\
series:
  players: 3
  dealer: A
  scores: {A: 195, C: 60}
  deals:
    - {caller: B, hands: {A: KC 2D, B: 2S, C: 5H}, winner: B, deltas: {A: 12, B: 0, C: 5}, scores: {A: 207, B: 0, C: 65}, out: A}
    - {caller: C, hands: {A: 9S, B: 9H, C: AS}, refused: series.out}
    - {caller: C, hands: {B: 9S, C: AS}, dealer: B, starter: C, deltas: {B: 9, C: 0}, out: none}
then: {scores: {A: 207, B: 9, C: 65}, places: {A: 3, B: 1, C: 2}, out: A, over: false}
"""
BODIES = {
    "jokers": ("pagat-yaniv", JOKERS),
    "two packs": ("pagat-yaniv-two-packs", TWO_PACKS),
    "gaps": ("doumebash", GAPS),
    "settle": ("pagat-yaniv", SETTLE),
    "series": ("pagat-yaniv", SERIES),
}


@pytest.fixture(scope="module")
def spec() -> Suite:
    return load_suite(scenarios=False)


def read(spec: Suite, profile: str, body: str) -> Scenario:
    path, text = Path("some.yaml"), HEADER.format(profile) + body
    return read_scenario(Source(path, text, parse_yaml(path, text)), spec)


@pytest.mark.parametrize(("profile", "body"), BODIES.values(), ids=BODIES)
def test_right_scenarios_fit_the_schema_and_are_read(spec: Suite, profile: str, body: str) -> None:
    check_schema(parse_yaml(Path("some.yaml"), HEADER.format(profile) + body), "scenario")
    assert read(spec, profile, body).profile == profile


def test_a_pack_has_its_jokers(spec: Suite) -> None:
    given = read(spec, "pagat-yaniv", JOKERS).given
    assert given
    assert given.pack
    assert len(given.pack) == 54
    assert given.pack[:12] == ("6S", "XR", "7S", "2S", "8S", "3S", "9S", "4S", "TS", "5S", "JS", "XB")
    assert [order[:2] for order in given.refills] == [("XB", "AS")]
    assert sorted(given.refills[0]) == sorted(given.pack)


def test_two_packs_are_dealt_as_one(spec: Suite) -> None:
    given = read(spec, "pagat-yaniv-two-packs", TWO_PACKS).given
    assert given
    assert given.pack
    assert (given.pack[4], given.pack[20:22]) == ("KS'", ("XR'", "AS"))
    assert given.refills == (pack_of(spec.profiles["pagat-yaniv-two-packs"].parameters),)


def test_the_deal_goes_round_as_play_does(spec: Suite) -> None:
    hands = "{A: AS 2S 3S 4S 5S, B: AH 2H 3H 4H 5H, C: AC 2C 3C 4C 5C}"
    body = f"given: {{dealer: A, hands: {hands}, upcard: KS}}\nplay: [{{next: C}}]\n"
    given = read(spec, "cardrulesplus-anticlockwise", body).given
    assert given
    assert given.pack
    assert given.pack[:4] == ("AC", "AH", "AS", "2C")


@pytest.mark.parametrize(
    ("given", "previous"),
    [
        ("pile: 8H 7H", 1),
        ("pile: none, rest: out", 0),
        ("pile: none, rest: pile", 1),
        ("pile: 8H 7H, previous: 2", 2),
        ("pile: 8H, previous: 0", 0),
    ],
)
def test_a_position_says_what_the_previous_discard_was(spec: Suite, given: str, previous: int) -> None:
    found = read(spec, "doumebash", f"given: {{dealer: A, hands: {{A: AS, B: 2S}}, {given}}}\nplay: [{{turns: 0}}]\n").given
    assert found
    assert found.state
    assert (found.state["previous"], found.state["pending"]) == (previous, [])


def test_seats_may_be_empty_where_players_go_out(spec: Suite) -> None:
    scenario = read(spec, "doumebash", GAPS)
    assert scenario.given
    assert scenario.given.players == ("A", "C", "F")
    assert scenario.given.state
    assert scenario.given.state["turn"] == {"player": "C", "step": "start"}


@pytest.mark.parametrize(
    ("profile", "steps", "player"),
    [
        ("cardrulesplus", "{B: discard 2S}", "B"),
        ("cardrulesplus", "{B: discard 2S}, {B: draw stock}", "C"),
        ("cardrulesplus", "{B: discard 2S}, {B: take KS}", "C"),
        ("cardrulesplus", "{B: discard 2S}, {B: take QS, refused: take.single}", "B"),
        ("cardrulesplus", "{fill: 2}", "A"),
        ("cardrulesplus-anticlockwise", "{C: discard 3S}, {C: draw stock}, {fill: 3}", "B"),
        ("nepali-games", "{B: draw stock}", "B"),
        ("nepali-games", "{B: draw stock}, {B: discard 2S}", "C"),
    ],
)
def test_who_may_act_is_known(spec: Suite, profile: str, steps: str, player: str) -> None:
    given = "given: {dealer: A, hands: {A: AS, B: 2S, C: 3S}, pile: KS}\n"
    last = read(spec, profile, given + f"play: [{steps}, {{legal: [draw stock]}}]\n").play[-1]
    assert last.expect["legal"][0]["player"] == player


def test_last_turns_follow_a_call(spec: Suite) -> None:
    ours = spec.profiles["nepali-games"]
    profile = ours._replace(id="ours", parameters=ours.parameters | {"call.last-turns": True})
    body = "given: {dealer: A, hands: {A: AS, B: 2S}, pile: KS}\nplay: [{B: call, legal: [draw stock], next: A}]\nthen: {ended: none}\n"
    scenario = read(Suite(spec.clauses, {"ours": profile}, {}, {}), "ours", body)
    assert scenario.play[0].expect["legal"][0]["player"] == "A"


def test_what_is_seen_and_who_goes_out(spec: Suite) -> None:
    pending = [step.expect.get("pending") for step in read(spec, "pagat-yaniv", JOKERS).play]
    assert pending == [("8S", "9S", "TS"), ()]
    series = read(spec, "pagat-yaniv", SERIES)
    assert series.series
    assert series.series.scores == {"A": 195, "C": 60}
    assert [deal.expect.get("out") for deal in series.series.deals] == [("A",), None, ()]
    assert list(series.series.deals[2].hands) == ["B", "C"]
    assert series.then["out"] == ("A",)


WRONG: list[tuple[str, str, str, str]] = [
    # the scenario, what is replaced, by what, and the message with its hint
    ("jokers", "upcard: JS", "upcard: JS'", "JS' is not in the pack of pagat-yaniv (pack.count is 1)"),
    ("jokers", "gets: XB", "gets: XR'", "XR' is not in the pack"),
    ("jokers", "take JS", "take JS'", "JS' is not in the pack"),
    ("jokers", "refill: XB", "refill: XB XB", "XB is named twice"),
    ("two packs", "stock: 87", "stock: 109", "109 cards are more than the pack has (it has 108)"),
    ("two packs", "C: AH", "c: AH", "'c' is not a player (players are A, B, C … clockwise)"),
    ("gaps", "previous: 2", "previous: 4", "the previous discard cannot have 4 cards (the pile has 3)"),
    ("gaps", "dealer: A", "dealer: B", "there is no player 'B' (the players are A, C, F)"),
    ("settle", "caller: A, ", "", "nobody is said to have called (in pagat-yaniv a deal ends only by a call: name its `caller`)"),
    ("settle", "ended: caught", "ended: cap", "a deal in which A called did not end at the turn cap"),
    ("settle", "A: 2S", "A: 6S", "A cannot have called with a total of 6"),
    ("settle", "winner: D", "winner: A", "the caller A has been caught, and A cannot win"),
    (
        "settle",
        "deltas:",
        "payments: {A: 2}, deltas:",
        "in pagat-yaniv hands are scored and nothing is paid (`deltas` are the points",
    ),
    ("settle", "C: 10, D: 0}}", "C: -10, D: 0}}", "C cannot score -10 (what a hand scores is 0 or more"),
    ("series", "refused: series.out", "winner: C", "A went out with an earlier deal (is the deal `refused: series.out`?)"),
    ("series", "{B: 9, C: 0}", "{A: 0, B: 9, C: 0}", "there is no player 'A' (the players are B, C)"),
    ("series", "deltas: {A: 12, B: 0, C: 5}", "deltas: {A: 12, B: 0}", "deltas lacks C"),
    ("series", "out: A}\n    - {caller: C, hands: {A", "out: Z}\n    - {caller: C, hands: {A", "there is no player 'Z'"),
    ("series", "{B: 9S, C: AS}", "{B: 9S, D: AS}", "there is no player"),
    ("series", "out: A, over", "out: A A, over", "out names a player twice"),
]


@pytest.mark.parametrize(("kind", "old", "new", "message"), WRONG, ids=[f"{kind}: {new[:40]!r}" for kind, _, new, _ in WRONG])
def test_what_is_wrong_is_told(spec: Suite, kind: str, old: str, new: str, message: str) -> None:
    profile, body = BODIES[kind]
    assert old in body
    with pytest.raises(BadFiles) as caught:
        read(spec, profile, body.replace(old, new, 1))
    found = [f"{problem.message} ({problem.hint})" for problem in caught.value.problems]
    assert any(message in told for told in found), found


@pytest.mark.parametrize(
    ("profile", "then", "message"),
    [
        ("doumebash", "winner: A", "in doumebash a deal has no winner (there is a `winner` where hands are paid"),
        ("nepali-games", "winner: none", "in nepali-games a deal has a winner"),
        ("doumebash", "ended: cap", "in doumebash no deal ends at the turn cap"),
        ("doumebash", "ended: dry", "in doumebash no deal ends with a dry stock"),
        ("nepali-games", "ended: dry", "in nepali-games no deal ends with a dry stock"),
    ],
)
def test_an_ending_must_be_possible(spec: Suite, profile: str, then: str, message: str) -> None:
    body = f"given: {{dealer: A, hands: {{A: AS, B: 2S}}, pile: KS}}\nplay: [{{turns: 0}}]\nthen: {{{then}}}\n"
    with pytest.raises(BadFiles) as caught:
        read(spec, profile, body)
    assert message in str(caught.value)


def test_a_deal_may_end_with_a_dry_stock(spec: Suite) -> None:
    ours = spec.profiles["doumebash"]
    profile = ours._replace(id="ours", parameters=ours.parameters | {"refill.keeps": None})
    suite = Suite(spec.clauses, {"ours": profile}, {}, {})
    body = "settle: {dealer: A, hands: {A: 9S, B: KS}}\nthen: {ended: dry, totals: {A: 9, B: 10}, deltas: {A: 9, B: 10}}\n"
    assert read(suite, "ours", body).then["ended"] == "dry"
    with pytest.raises(BadFiles, match="without a caller the deal ended with a dry stock"):
        read(suite, "ours", body.replace("ended: dry", "ended: won"))


def test_a_clause_must_apply_in_its_profile(spec: Suite) -> None:
    with pytest.raises(BadFiles, match=r"the clause take.lock does not apply in doumebash \(it applies if take.lock\)"):
        read(spec, "doumebash", "judge: [{discard: 2S 3S 4S, refused: take.lock}]\n")
