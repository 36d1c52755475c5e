"""Scenario files: what becomes of a right one, and that whatever is wrong with one is told where it stands, never by a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from dhumbal_conformance import data
from dhumbal_conformance.loader.files import load_files
from dhumbal_conformance.loader.nodes import Node
from dhumbal_conformance.loader.notation import PACK
from dhumbal_conformance.loader.scenario import read_scenario
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.yaml_source import Source, parse_yaml
from dhumbal_conformance.model import BadFiles, Pile, Scenario, Suite
from dhumbal_conformance.suite import load_suite, select

HEADER = "id: nepali-games/some/scenario\ntitle: Something happens\nprofile: nepali-games\nclauses: [call.limit, take.lock]\n"
DEAL = """\
given:
  dealer: B
  hands: {A: KS KH AD AC AH, B: AS 2S 2H 9S 9H, C: 3S 4S 5S 6S 7S}
  upcard: 7C
  stock: 2D 9D
play:
  - {C: draw stock, gets: 2D, next: C}
  - {C: discard KS KS, refused: discard.distinct}
  - {C: discard 2D, hand: 3S 4S 5S 6S 7S, total: 25, takeable: 2D, pile: 2D 7C, stock: 9D ..., legal: [draw stock, take 2D]}
  - fill: 2
  - {turns: 3, stock: 33, next: C, legal: [call], hands: {A: KS KH AD AC AH}, totals: {B: 23}}
  - view: {A: {hands: {A: KS KH AD AC AH, B: 5}, stock: 33, pile: 9D ..., last: {B: draw stock, gets: 9D}}, B: {last: {A: take 2D}}}
"""
POSITION = """\
given: {dealer: B, hands: {A: none, B: AS 5S}, pile: KH, stock: 2D, turn: B, turns: 7, rest: pile, refill: [KC, QC JC]}
play:
  - {B: discard nothing, refused: discard.some}
  - {B: call}
then: {ended: caught, caller: B, winner: A, totals: {A: 0, B: 6}, payments: {B: 25}, deltas: {A: 25, B: -25}}
"""
SETTLE = """\
settle: {dealer: D, caller: A, hands: {A: 5S, B: 2S KC, C: 2H AS, D: none}}
then: {ended: caught, winner: D, payments: {A: 25, B: 12, C: 3}, deltas: {A: -25, B: -12, C: -3, D: 40}}
"""
JUDGE = """\
judge:
  - {discard: KS KH}
  - {discard: nothing, refused: discard.some}
  - {call: 6S, refused: call.limit}
  - {hand: JS QS KS, total: 30}
"""
SERIES = """\
series:
  players: 2
  dealer: A
  deals:
    - {caller: B, hands: {A: KC, B: 2S}, dealer: A, starter: B, winner: B, deltas: {A: -10, B: 10}, scores: {A: -10, B: 10}}
    - {hands: {A: 3S, B: none}}
    - {caller: A, hands: {A: KS, B: none}, refused: series.deals}
then: {scores: {A: -13, B: 13}, places: {A: 2, B: 1}, winners: B, over: false}
"""
BODIES = {"deal": DEAL, "position": POSITION, "settle": SETTLE, "judge": JUDGE, "series": SERIES}


@pytest.fixture(scope="module")
def spec() -> Suite:
    return load_suite(scenarios=False)


def read(spec: Suite, text: str, path: Path = Path("some.yaml")) -> Scenario:
    return read_scenario(Source(path, text, parse_yaml(path, text)), spec)


def test_a_pack_deals_the_hands_one_card_at_a_time_from_the_dealers_left(spec: Suite) -> None:
    given = read(spec, HEADER + DEAL).given
    assert given
    assert given.pack
    assert " ".join(given.pack[:18]) == "3S KS AS 4S KH 2S 5S AD 2H 6S AC 9S 7S AH 9H 7C 2D 9D"
    assert given.pack[18:20] == ("8S", "TS")
    assert sorted(given.pack) == sorted(PACK)
    assert (given.players, given.dealer, given.state, given.refills) == (("A", "B", "C"), "B", None, (PACK,))


def test_steps_carry_actions_and_expectations(spec: Suite) -> None:
    draw, twice, discard, fill, look, view = read(spec, HEADER + DEAL).play
    assert (draw.text, draw.action) == ("C: draw stock", {"player": "C", "type": "draw", "from": "stock"})
    assert draw.expect == {"gets": "2D", "next": "C"}
    assert twice.expect == {"refused": "discard.distinct"}
    assert discard.expect["hand"] == ("3S", "4S", "5S", "6S", "7S")
    assert (discard.expect["pile"], discard.expect["stock"]) == (Pile(("2D", "7C")), Pile(("9D",), more=True))
    assert (fill.fill, fill.action, fill.text) == (2, None, "fill: 2")
    assert (look.expect["stock"], look.expect["totals"]) == (Pile(number=33), {"B": 23})
    assert view.expect["view"]["A"]["hands"] == {"A": ("KS", "KH", "AD", "AC", "AH"), "B": 5}
    assert view.expect["view"]["A"]["last"] == {"player": "B", "type": "draw", "from": "stock", "card": "9D"}
    assert str(discard.place) == "some.yaml:13:5"


def test_legal_actions_are_those_of_the_player_to_act(spec: Suite) -> None:
    steps = read(spec, HEADER + DEAL).play
    assert [done["player"] for done in steps[2].expect["legal"]] == ["A", "A"]
    assert steps[4].expect["legal"] == ({"player": "C", "type": "call"},)


def test_a_position_is_what_an_engine_loads(spec: Suite) -> None:
    scenario = read(spec, HEADER + POSITION)
    given = scenario.given
    assert given
    assert given.state
    assert given.pack is None
    rest = [card for card in PACK if card not in ("AS", "5S", "KH", "2D")]
    assert given.state == {
        "players": ["A", "B"],
        "dealer": "B",
        "turn": {"player": "B", "step": "start"},
        "turns": 7,
        "hands": {"A": [], "B": ["AS", "5S"]},
        "stock": ["2D"],
        "pile": ["KH", *rest],
        "previous": 1,
        "pending": [],
    }
    assert [order[:3] for order in given.refills] == [("KC", "AS", "2S"), ("QC", "JC", "AS")]
    assert all(sorted(order) == sorted(PACK) for order in given.refills)
    assert scenario.then["payments"] == {"B": 25}
    assert str(scenario.then_place) == "some.yaml:9:7"


@pytest.mark.parametrize(("rest", "stock", "pile"), [("", 50, 1), ("rest: stock", 50, 1), ("rest: pile", 0, 51), ("rest: out", 0, 1)])
def test_the_rest_lies_where_the_position_says(spec: Suite, rest: str, stock: int, pile: int) -> None:
    given = read(spec, HEADER + f"given: {{dealer: A, hands: {{A: none, B: KS}}, pile: KH, {rest}}}\nplay: [{{turns: 0}}]\n").given
    assert given
    assert given.state
    assert (len(given.state["stock"]), len(given.state["pile"])) == (stock, pile)
    assert given.state["turn"]["player"] == "B"


@pytest.mark.parametrize("players", [1, 2, 7, 13])
def test_a_pack_is_dealt_to_any_number_of_players(spec: Suite, players: int) -> None:
    text = f"given: {{dealer: A, players: {players}, pack: KC}}\nplay: [{{refused: setup.players}}]\n"
    given = read(spec, HEADER + text).given
    assert given
    assert given.pack == ("KC", *PACK[:-1])
    assert given.players == tuple("ABCDEFGHIJKLM"[:players])


def test_the_other_kinds(spec: Suite) -> None:
    settle, judge, series = (read(spec, HEADER + body) for body in (SETTLE, JUDGE, SERIES))
    assert settle.settle
    assert (settle.kind, settle.settle.caller, settle.settle.hands["D"]) == ("settle", "A", ())
    assert [question.text for question in judge.judge] == ["discard KS KH", "discard nothing", "call 6S", "hand JS QS KS"]
    assert [question.refused for question in judge.judge] == [None, "discard.some", "call.limit", None]
    assert series.series
    assert series.series.scores == {}
    assert [deal.caller for deal in series.series.deals] == ["B", None, "A"]
    assert series.then["winners"] == ("B",)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_right_scenarios_fit_the_schema(body: str) -> None:
    check_schema(parse_yaml(Path("some.yaml"), HEADER + body), "scenario")


WRONG: list[tuple[str, str, str, int, str]] = [
    # kind, what is replaced, by what, the line of the problem, and its message with its hint
    ("deal", "7C", "7X", 8, "'7X' is not a card (cards are rank then suit"),
    ("deal", "7C", "1OC", 8, "'1OC' is not a card (did you mean 10C?)"),
    ("deal", "7C", "KS", 8, "KS is named twice (the pack has each card once)"),
    ("deal", "7C", "7C 8C", 8, "the upcard is one card, not 2"),
    ("deal", "7C", "7", 8, "upcard must be text, not a number"),
    ("deal", "2D 9D", "2D 9D 2D", 9, "2D is named twice"),
    ("deal", "B: AS 2S 2H 9S 9H", "B: AS 2S 2H 9S", 7, "B has 4 cards, but a deal gives each player 5 (for hands of another size"),
    ("deal", "B: AS 2S", "B: KS 2S", 7, "KS is named twice"),
    ("deal", "B: AS", "b: AS", 7, "'b' is not a player"),
    ("deal", "C: 3S", "D: 3S", 7, "player C is missing"),
    ("deal", "dealer: B", "dealer: D", 6, "there is no player 'D' (the players are A, B, C)"),
    ("deal", "  upcard: 7C\n", "", 6, "neither an upcard nor a pile is given"),
    ("deal", "  stock: 2D 9D\n", "  pile: KD\n", 9, "`pile` has no place in a real deal"),
    ("deal", "  stock: 2D 9D\n", "  pack: KD\n", 9, "`pack` has no place in a real deal"),
    ("deal", "  stock: 2D 9D\n", "  players: 4\n", 9, "4 players, but 3 hands"),
    ("deal", "  stock: 2D 9D\n", "  stok: 2D 9D\n", 9, "there is no key 'stok' in given (did you mean stock?)"),
    ("deal", "{C: draw stock,", "{D: draw stock,", 11, "there is no player 'D'"),
    ("deal", "{C: draw stock,", "{C: drew stock,", 11, "'drew stock' is not an action (did you mean draw?)"),
    ("deal", "{C: draw stock,", "{A: call, C: draw stock,", 11, "two players act in one step"),
    ("deal", "{C: draw stock, gets: 2D", "{C: take 7C, gets: 2D", 11, "only a player who draws from the stock gets a card"),
    ("deal", "next: C}", "next: none}", 1, "then is missing: the deal ends"),
    ("deal", "next: C}", "nxet: C}", 11, "there is no key 'nxet' in play (did you mean next?)"),
    ("deal", "refused: discard.distinct", "refused: discard.distinkt", 12, "no clause 'discard.distinkt' (did you mean discard.distinct?)"),
    ("deal", "refused: discard.distinct", "refused: discard.set", 12, "no action is refused in the name of discard.set"),
    ("deal", "pile: 2D 7C,", "pile: 2D 2D,", 13, "2D is named twice"),
    ("deal", "fill: 2", "fill: 201", 14, "a deal does not have 201 turns"),
    ("deal", "fill: 2", "fill: 0", 14, "fill must be 1 or more, not 0"),
    ("deal", "fill: 2", "{fill: 2, A: call}", 14, "filler turns and an action in one step"),
    ("deal", "fill: 2", "{fill: 2, refused: turn.seat}", 14, "filler turns cannot be refused"),
    ("deal", "{turns: 3,", "{turns: 3, total: 5,", 15, "`total` is about the player who acts, and nobody acts here"),
    ("deal", "stock: 33, next", "stock: 53, next", 15, "53 cards are more than the pack has"),
    ("deal", "legal: [call]", "legal: [kall]", 15, "'kall' is not an action (did you mean call?)"),
    ("deal", "view: {A:", "view: {Z:", 16, "there is no player 'Z'"),
    ("deal", "last: {A: take 2D}", "last: {}", 16, "the last action is that of one player"),
    ("position", "pile: KH", "upcard: KH, pile: QH", 5, "`pile` has no place in a real deal"),
    ("position", "pile: KH, stock", "upcard: KH, stock", 5, "`turn` has no place in a real deal"),
    ("position", "turns: 7", "turns: 200", 5, "after 200 turns the deal would be over (cap.turns is 200)"),
    ("position", "rest: pile", "previous: 1", 5, "`previous` has no meaning where one draws before discarding"),
    ("position", "pile: KH", "pile: XR", 5, "XR is not in the pack of nepali-games (pack.jokers is 0)"),
    ("position", "pile: KH", "pile: KH'", 5, "KH' is not in the pack of nepali-games (pack.count is 1)"),
    ("position", "{B: discard nothing", "{B: discard XR", 7, "XR is not in the pack of nepali-games"),
    ("position", "ended: caught", "ended: dry", 9, "a deal in which B called did not end with a dry stock"),
    ("position", "rest: pile", "rest: pil", 5, "rest cannot be 'pil' (did you mean pile?)"),
    ("position", "QC JC]", "QC QC]", 5, "QC is named twice"),
    ("position", "stock: 2D", f"stock: {' '.join(PACK)} AS", 5, "AS is named twice"),
    ("position", "winner: A,", "winner: A B,", 9, "one player is expected here, not several"),
    ("position", "winner: A,", "winner: C,", 9, "there is no player 'C'"),
    ("position", "winner: A,", "winner: B,", 9, "the caller B has been caught, and B cannot win"),
    ("position", "caller: B,", "caller: A,", 9, "it is B who called, not A"),
    ("position", "ended: caught", "ended: cap", 9, "a deal in which B called did not end at the turn cap"),
    ("position", "ended: caught", "ended: none", 9, "a deal that goes on has no caller"),
    ("position", "ended: caught", "ended: caugth", 9, "ended cannot be 'caugth' (did you mean caught?)"),
    ("position", "then: {ended", "thn: {ended", 9, "there is no key 'thn' (did you mean then?)"),
    ("position", "totals: {A: 0, ", "totals: {", 9, "totals lacks A"),
    ("settle", "payments: {A: 25,", "payments: {A: 15,", 6, "payments and deltas do not agree: by the payments A's delta is -15, not -25"),
    ("settle", "C: 3}", "C: 3, D: 0}", 6, "D wins and pays nothing"),
    ("settle", "C: 3}", "C: -3}", 6, "C must be 0 or more"),
    ("settle", ", C: 3}", "}", 6, "the payments lack C"),
    ("settle", "D: 40}", "D: 41}", 6, "the deltas add up to 1, not to 0"),
    ("settle", "winner: D, ", "winner: B, ", 6, "B wins and pays nothing"),
    ("settle", "A: 5S", "A: 6S", 5, "A cannot have called with a total of 6 (call.limit is 5)"),
    ("settle", "caller: A, ", "", 6, "without a caller the deal ended at the turn cap"),
    ("settle", "caller: A, hands: {A: 5S", "hands: {A: XR", 5, "XR is not in the pack"),
    ("settle", "D: none", "D: 5S", 5, "5S is named twice"),
    ("settle", "then: {", "then: {over: true, ", 6, "there is no key 'over' in then"),
    ("judge", "{discard: KS KH}", "{discard: KS KH, call: KS}", 6, "exactly one of discard, call and hand"),
    ("judge", "{discard: KS KH}", "{discard: }", 6, "discard must be text, not empty"),
    ("judge", ", total: 30", "", 9, "the question about a hand is its total"),
    ("judge", "judge:", "then: {winner: A}\njudge:", 5, "`judge` has no `then`"),
    ("judge", "judge:", "given: {dealer: A}\njudge:", 5, "`given` belongs to a `play`"),
    ("judge", "judge:", "settle: {}\njudge:", 1, "exactly one of play, settle, judge and series (this one has settle and judge)"),
    ("judge", "judge:", "jugde:", 5, "there is no key 'jugde' (did you mean judge?)"),
    ("series", "deltas: {A: -10, B: 10}", "deltas: {A: -10, B: 11}", 9, "the deltas add up to 1, not to 0"),
    ("series", "winner: B, deltas", "winner: A, deltas", 9, "B gains points, but the winner is A"),
    ("series", "{A: KC, B: 2S}", "{A: KC, B: 6S}", 9, "B cannot have called with a total of 6"),
    ("series", "{A: KC, B: 2S}", "{A: KC}", 9, "hands lacks B"),
    ("series", "winners: B", "winners: A", 12, "the winners are not those in first place"),
    ("series", "winners: B", "out: A", 12, "in nepali-games nobody goes out of the series"),
    ("series", "winners: B", "winners: A A", 12, "winners names a player twice"),
    ("series", "winner: B, deltas", "out: A, deltas", 9, "in nepali-games nobody goes out of the series"),
    ("series", "over: false", "over: nope", 12, "over must be true or false, not text"),
    ("series", "players: 2", "players: 99", 6, "99 players are too many"),
    ("judge", "id: nepali-games/some/scenario", "id: some-scenario", 1, "an id is profile/area/slug"),
    ("judge", "id: nepali-games/", "id: yaniv/", 1, "the id does not begin with the profile"),
    ("judge", "profile: nepali-games", "profile: nepali-game", 3, "there is no profile 'nepali-game' (did you mean nepali-games?)"),
    ("judge", "take.lock]", "take.lok]", 4, "there is no clause 'take.lok' (did you mean take.lock?)"),
    ("judge", "take.lock]", "call.limit]", 4, "clauses names something twice"),
    ("judge", "clauses: [call.limit, take.lock]", "clauses: []", 4, "clauses is an empty list"),
    ("judge", "profile: nepali-games", "profile: kluft", 3, "there is no profile kluft: pagat.com names Kluft"),
    ("judge", "{discard: KS KH}", "{discard: KS XB}", 6, "XB is not in the pack of nepali-games"),
    ("judge", "judge:", "rulings: [NG-99]\njudge:", 5, "there is no ruling 'NG-99'"),
    ("judge", "title: Something happens\n", "", 1, "title is missing"),
]


@pytest.mark.parametrize(("kind", "old", "new", "line", "message"), WRONG, ids=[f"{kind}: {new[:40]!r}" for kind, _, new, _, _ in WRONG])
def test_what_is_wrong_is_told_where_it_stands(spec: Suite, kind: str, old: str, new: str, line: int, message: str) -> None:
    text = HEADER + BODIES[kind]
    assert text.count(old) >= 1, "the replaced text is in the scenario"
    with pytest.raises(BadFiles) as caught:
        read(spec, text.replace(old, new, 1))
    found = {f"{problem.message} ({problem.hint})": problem.place.line for problem in caught.value.problems}
    assert [at for told, at in found.items() if message in told] == [line], found


def test_a_53rd_card_is_one_too_many(spec: Suite) -> None:
    text = f"given: {{dealer: A, hands: {{A: {' '.join(PACK[:26])}, B: {' '.join(PACK[26:])}}}, pile: AS}}\nplay: [{{turns: 0}}]\n"
    with pytest.raises(BadFiles, match="53 cards are named, but the pack has 52"):
        read(spec, HEADER + text)


def test_everything_wrong_is_told_at_once(spec: Suite) -> None:
    text = (HEADER + DEAL).replace("take.lock", "take.lok").replace("C: draw", "C: drw").replace("fill: 2", "fill: x")
    with pytest.raises(BadFiles) as caught:
        read(spec, text)
    assert [problem.place.line for problem in caught.value.problems] == [4, 11, 14]


def test_a_clause_must_apply_in_the_profile(spec: Suite) -> None:
    canonical = spec.profiles["nepali-games"]
    profile = canonical._replace(parameters=canonical.parameters | {"take.lock": False})
    with pytest.raises(BadFiles, match=r"take.lock does not apply in nepali-games \(it applies if take.lock\)"):
        read(Suite(spec.clauses, {profile.id: profile}, {}, {}), HEADER + JUDGE)


def test_an_id_is_the_path_below_the_scenarios(spec: Suite, tmp_path: Path) -> None:
    right, wrong = (tmp_path / "scenarios" / "nepali-games" / area / "scenario.yaml" for area in ("some", "other"))
    assert read(spec, HEADER + JUDGE, right).id == "nepali-games/some/scenario"
    with pytest.raises(BadFiles, match="by its path it is nepali-games/other/scenario"):
        read(spec, HEADER + JUDGE, wrong)


GARBAGE: tuple[Any, ...] = (
    None,
    0,
    -1,
    5,
    10**17,
    2.5,
    True,
    "",
    "x",
    "A",
    "AS AS",
    "none",
    "...",
    "call",
    "call.limit",
    [],
    [None],
    [[]],
    {},
    {"A": None},
)


def values(node: Node) -> Iterator[Node]:
    """A value, and all values within it."""
    yield node
    inner = node.value.values() if isinstance(node.value, dict) else node.value if isinstance(node.value, list) else ()
    for part in inner:
        yield from values(part)


def planted(value: Any, node: Node) -> None:
    """Put garbage in place of a node's value."""
    node.value, node.keys = value, {}
    if isinstance(value, list):
        node.value = [Node(part, node.path, 1, 1, node.name) for part in value]
    elif isinstance(value, dict):
        node.value = {key: Node(part, node.path, 1, 1, key) for key, part in value.items()}
        node.keys = dict.fromkeys(value, (1, 1))


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_whatever_stands_in_a_file_is_read_or_told(spec: Suite, body: str) -> None:
    source = Source(Path("some.yaml"), "", parse_yaml(Path("some.yaml"), HEADER + body))
    for node in list(values(source.root)):
        before = node.value, node.keys
        for garbage in GARBAGE:
            planted(garbage, node)
            for check in (lambda: check_schema(source.root, "scenario"), lambda: read_scenario(source, spec)):
                with suppress(BadFiles):
                    check()
        node.value, node.keys = before


def test_files_are_loaded_and_selected(spec: Suite, tmp_path: Path) -> None:
    for number, (kind, body) in enumerate(BODIES.items()):
        (tmp_path / f"{number}.yaml").write_text(HEADER.replace("scenario\n", f"{kind}\n", 1) + body, encoding="utf-8")
    suite = load_suite([tmp_path])
    assert [scenario.id for scenario in load_files(spec, [tmp_path / "2.yaml"])] == ["nepali-games/some/settle"]
    everything = [f"nepali-games/some/{kind}" for kind in BODIES]
    for patterns, expected in {
        (): everything,
        ("*/some/*",): everything,
        ("*/settle", "*/judge"): everything[2:4],
        ("clause:take.*",): everything,
        ("clause:take",): [],
        (str(tmp_path),): everything,
        (str(tmp_path / "1.yaml"),): everything[1:2],
        ("nothing",): [],
        ("x" * 5000,): [],
    }.items():
        assert [scenario.id for scenario in select(suite, patterns)] == expected


def test_a_whole_id_selects_no_other_that_it_is_a_part_of(tmp_path: Path) -> None:
    for name in ("judge", "judge-again"):
        (tmp_path / f"{name}.yaml").write_text(HEADER.replace("scenario\n", f"{name}\n", 1) + JUDGE, encoding="utf-8")
    suite = load_suite([tmp_path])
    assert [scenario.id for scenario in select(suite, ["nepali-games/some/judge"])] == ["nepali-games/some/judge"]
    assert len(select(suite, ["some/judge"])) == 2


def test_a_scenario_of_the_suite_lies_where_its_id_says(spec: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "scenarios", lambda: tmp_path / "scenarios")
    loose = tmp_path / "scenarios" / "doumebash" / "loose.yaml"
    loose.parent.mkdir(parents=True)
    loose.write_text(HEADER + JUDGE, encoding="utf-8")
    with pytest.raises(BadFiles, match=r"the id is not the path of the file \(by its path it is doumebash/loose\)"):
        load_files(spec, [loose])


def test_an_id_belongs_to_one_file(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(HEADER + JUDGE, encoding="utf-8")
    with pytest.raises(BadFiles, match=r"b\.yaml:1:1: the id nepali-games/some/scenario occurs twice \(first at .*a\.yaml:1:1\)"):
        load_suite([tmp_path])
