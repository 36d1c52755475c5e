"""Perft: the published counts are right, by the reference engine, by brute force and by another engine; and differences are found."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partialmethod
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal import Action, Deal, Refused, Rules
from dhumbal.cards import cards_of
from dhumbal_conformance.cli import main
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.loader.profiles import load_profile, shipped_profiles
from dhumbal_conformance.model import BadFiles
from dhumbal_conformance.perft import EngineCounter, Line, ReferenceCounter, Start, count, first_difference, read_table, tables, wrong_with
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner.session import Session

ADAPTER = Path(__file__).parents[1] / "adapters" / "javascript" / "engine.mjs"
CHEAP = 300
"""Lines in the largest count that is made again here; `dhumbal perft --check` makes all of them."""


def perft(*words: str) -> Result:
    return CliRunner().invoke(main, ["perft", *words], catch_exceptions=False)


def start(profile: str = "nepali-games", number: int = 4711, players: int = 2) -> Start:
    return Start(load_profile(profile), number, players)


def test_every_profile_has_a_table_with_few_and_many_players() -> None:
    assert [path.stem for path in tables()] == [path.stem for path in shipped_profiles()]
    for path in tables():
        parameters = load_profile(path.stem).parameters
        fewest, most = parameters["players.min"], parameters["players.max"]
        published = {counts.start.players for counts in read_table(path)}
        assert published == {max(2, fewest), max(3, fewest), most}, path.stem


@pytest.mark.parametrize("path", tables(), ids=lambda path: path.stem)
def test_published_counts_are_those_of_the_reference_engine(path: Path) -> None:
    for counts in read_table(path):
        counter = ReferenceCounter(counts.start)
        cheap = [lines for lines in counts.lines if lines <= CHEAP]
        assert len(cheap) >= 2
        assert [count(counter, depth) for depth in range(1, len(cheap) + 1)] == cheap


def everything(rules: Rules, deal: Deal) -> Iterator[Action]:
    """Every action that can be written down, but for discards of cards that nobody in their place would hold."""
    for seat in range(deal.players):
        yield Action(seat, "draw")
        yield Action(seat, "call")
        yield from (Action(seat, "take", (card,)) for card in rules.pack.cards)
        yield from (Action(seat, "discard", (card,)) for card in rules.pack.cards)
        hand = cards_of(deal.hands[seat])
        yield from (Action(seat, "discard", cards) for size in range(2, len(hand) + 1) for cards in permutations(hand, size))


def by_brute_force(rules: Rules, deal: Deal, depth: int) -> int:
    """The lines of this depth, by trying everything."""
    if depth == 0:
        return 1
    found = 0
    for action in everything(rules, deal):
        after = deal.copy()
        try:
            rules.apply(after, action)
        except Refused:
            continue
        found += by_brute_force(rules, after, depth - 1)
    return found


@pytest.mark.parametrize(
    ("profile", "players", "depth"),
    [("nepali-games", 2, 3), ("nepali-games", 3, 2), ("pagat-yaniv", 2, 3), ("cardrulesplus-jokers", 3, 2), ("wikipedia-yaniv", 2, 2)],
)
def test_trying_everything_finds_as_many_lines(profile: str, players: int, depth: int) -> None:
    counter = ReferenceCounter(start(profile, players=players))
    assert by_brute_force(counter.rules, counter.deal, depth) == count(counter, depth)


def test_a_deal_that_has_ended_has_no_further_lines() -> None:
    """A has no card left and may call, which ends the deal, or draw; the card drawn can only be discarded."""
    counter = ReferenceCounter(start())
    counter.deal.hands[0], counter.deal.totals[0] = 0, 0
    assert counter.divide((), 1) == {"A: call": 1, "A: draw stock": 1}
    assert counter.divide((), 2) == {"A: call": 0, "A: draw stock": 1}


def test_an_engine_behind_the_protocol_is_counted_line_by_line() -> None:
    counter = EngineCounter(Session(PythonConnector(ReferenceEngine()), load_profile("pagat-yaniv"), {}), start("pagat-yaniv"))
    assert first_difference(ReferenceCounter(start("pagat-yaniv")), counter, 3) is None


def test_the_engine_in_javascript_allows_the_same_lines() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the PATH")
    with closing(StreamConnector([node, str(ADAPTER)], 5)) as connector:
        counter = EngineCounter(Session(connector, load_profile("nepali-games"), {}), start(players=3))
        assert first_difference(ReferenceCounter(start(players=3)), counter, 3) is None


WRONG = """
from dhumbal import Rules
from dhumbal_conformance.reference import ReferenceEngine

class NoTakingAtFirst(Rules):
    def takeable(self, deal):
        return super().takeable(deal) if deal.turns != 1 else []

def engine():
    return ReferenceEngine(NoTakingAtFirst)

class Declares(ReferenceEngine):
    declared, capable = {}, {}

    def initialize(self, **params):
        answer = super().initialize(**params)
        return {**answer, **self.declared, "capabilities": {**answer["capabilities"], **self.capable}}

class WithoutLegal(Declares):
    capable = {"legal": False}

class WithoutDeals(Declares):
    capable = {"chance": ["refills"]}

class OfOthers(Declares):
    declared = {"profiles": ["doumebash"]}

class Forgetful(ReferenceEngine):
    legal = None

class Odd(ReferenceEngine):
    def legal(self, **params):
        return {"actions": [{"type": "sing"}]}

class Stubborn(ReferenceEngine):
    def apply(self, **params):
        return {"accepted": False}
"""


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with engines that are wrong in one way each."""
    (tmp_path / "wrong_lines.py").write_text(WRONG, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "python:wrong_lines"


def test_the_first_difference_is_followed_to_the_action(engines: str) -> None:
    found = perft("4711", "--depth", "5", "--engine", f"{engines}:engine")
    assert found.exit_code == 1
    assert "    3            30            15" in found.stdout
    assert "They differ first after A: draw stock, A: discard 7S:\n  the engine does not allow  B: take 7S\n" in found.stdout


@pytest.mark.parametrize(
    ("engine", "code", "says"),
    [
        ("WithoutLegal", 5, "the engine cannot be counted: the engine does not offer legal"),
        ("WithoutDeals", 5, "the engine cannot be counted: the engine does not offer chance pack"),
        ("OfOthers", 5, "the engine cannot be counted: the engine does not play nepali-games"),
        ("Odd", 1, "the answer to `legal` does not have the shape of the protocol"),
        ("Stubborn", 1, "the engine does not do what it calls legal: draw stock: expected accepted, got refused"),
        ("Forgetful", 1, "the engine answered the error unknown_method: Forgetful has no method legal to what it declares"),
        ("Missing", 3, "the engine did not start: the module wrong_lines has no"),
    ],
)
def test_an_engine_that_cannot_be_counted_is_told(engines: str, engine: str, code: int, says: str) -> None:
    found = perft("4711", "--engine", f"{engines}:{engine}")
    assert found.exit_code == code
    assert says in found.stderr


def test_counts_are_shown_by_depth_and_by_first_action() -> None:
    assert perft("4711", "--depth", "3").stdout.splitlines() == [
        "Deal 4711, 2 players, B deals (nepali-games)",
        "depth         lines",
        "    1             2",
        "    2            15",
        "    3            30",
    ]
    assert perft("4711", "--depth", "3", "--divide").stdout.splitlines()[1:] == [
        "          16  A: draw stock",
        "          14  A: take 3H",
        "          30  lines",
    ]


def test_divide_shows_both_engines_side_by_side() -> None:
    shown = perft("4711", "--depth", "2", "--divide", "--engine", "python:dhumbal_conformance.reference:ReferenceEngine")
    assert shown.exit_code == 0
    assert "                  8             8  A: draw stock" in shown.stdout.splitlines()


def test_a_wrong_table_is_told(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("profile: nepali-games\ncounts:\n  - {deal: 4711, players: 2, lines: [2, 16]}\n", encoding="utf-8")
    (problem,) = wrong_with(read_table(file)[0])
    assert str(problem) == f"{file}:3:5: deal 4711, 2 players: 15 lines of depth 2, not 16"


def test_a_table_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("profile: nepali-games\ncounts:\n  - {deal: 4711, players: 2}\n", encoding="utf-8")
    with pytest.raises(BadFiles, match="lines is missing"):
        read_table(file)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "name the number of a deal, or --check"),
        (["-3"], "-3 is not the number of a deal: that is a whole number from 0 to"),
        (["1", "--check"], "--check counts what is published"),
        (["--check", "--profile", "nepaly-games"], "no counts are published for 'nepaly-games'"),
        (["1", "--players", "9"], "nepali-games is for 2 to 6 players, not 9"),
        (["1", "--engine", "python:x:y", "--", "node"], "name an engine either with --engine or after --"),
    ],
)
def test_wrong_usage_is_told(words: list[str], says: str) -> None:
    found = perft(*words)
    assert found.exit_code == 2
    assert says in found.stderr


@pytest.fixture
def interrupted_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has Ctrl-C come while the reference engine counts the lines of a depth."""
    divide = ReferenceCounter.divide

    def interruptible(counter: ReferenceCounter, line: Line, depth: int, at: int) -> dict[str, int]:
        if depth == at:
            raise KeyboardInterrupt
        return divide(counter, line, depth)

    return lambda at: monkeypatch.setattr(ReferenceCounter, "divide", partialmethod(interruptible, at=at))


@pytest.mark.parametrize("beside", [[], ["--engine", "python:dhumbal_conformance.reference:ReferenceEngine"]])
def test_an_interrupt_says_up_to_which_depth_was_counted(beside: list[str], interrupted_at: Callable[[int], None]) -> None:
    interrupted_at(3)
    found = perft("4711", "--depth", "5", *beside)
    assert found.exit_code == 130
    *_, last, said = found.stdout.splitlines()
    assert (last.split()[:2], said) == (["2", "15"], "! interrupted after depth 2")


def test_an_interrupt_before_the_first_count_says_so(interrupted_at: Callable[[int], None]) -> None:
    interrupted_at(3)
    found = perft("4711", "--divide", "--depth", "3")
    assert (found.exit_code, found.stdout.splitlines()[1:]) == (130, ["! interrupted before anything was counted"])


def test_an_interrupted_check_says_how_many_deals_were_counted(interrupted_at: Callable[[int], None]) -> None:
    interrupted_at(1)
    found = perft("--check", "--profile", "nepali-games")
    assert found.exit_code == 130
    assert re.fullmatch(r"! interrupted after 0 of \d+ deals\n", found.stdout)
