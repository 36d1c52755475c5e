"""The adapter in Java, around an engine that knows only whole turns: what it offers passes, and the suite finds what is broken in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from canonical import PROFILE, TIMEOUT_SCALE, canonical, suite
from dhumbal_conformance.connectors import EngineError
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.loader.notation import PACK
from dhumbal_conformance.model import Scenario
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.runner.outcome import Result

ADAPTER = Path(__file__).parents[1] / "adapters" / "java"


class Deal:
    """One game of the adapter's. Answers come without the words for people."""

    def __init__(self, engine: StreamConnector, name: str) -> None:
        self.engine = engine
        self.name = name

    def open(self, players: str, pack: Sequence[str], *refills: Sequence[str]) -> dict[str, Any]:
        """The last player deals, so that A begins."""
        chance = {"pack": list(pack), "refills": [list(order) for order in refills or [PACK]]}
        return self.ask("new", players=list(players), dealer=players[-1], chance=chance)

    def draw(self, player: str, discard: str) -> dict[str, Any]:
        return self.turn(player, {"from": "stock"}, discard)

    def take(self, player: str, card: str, discard: str) -> dict[str, Any]:
        return self.turn(player, {"from": "discard", "card": card}, discard)

    def turn(self, player: str, drawing: dict[str, str], discard: str) -> dict[str, Any]:
        return self.apply({"player": player, "type": "turn", "draw": drawing, "discard": discard.split()})

    def call(self, player: str) -> dict[str, Any]:
        return self.apply({"player": player, "type": "call"})

    def apply(self, action: dict[str, Any]) -> dict[str, Any]:
        return self.ask("apply", action=action)

    def state(self) -> dict[str, Any]:
        """The table as the referee sees it."""
        state: dict[str, Any] = self.ask("observe", **{"as": "referee"})["state"]
        return state

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        answer = self.engine.request(method, {"game": self.name, **params})
        answer.pop("message", None)
        return answer


def compiled(source: Path, target: Path) -> list[str]:
    """The command that runs the adapter of a folder, compiled into another one."""
    subprocess.run(["javac", "-d", target, "-sourcepath", source, source / "Adapter.java"], check=True, timeout=120)
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", str(target), "Adapter"]


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs the adapter."""
    if shutil.which("javac") is None or shutil.which("java") is None:
        pytest.skip("javac and java are not on the PATH")
    version = subprocess.run(["javac", "-version"], capture_output=True, text=True, timeout=60, check=True)
    if int(re.findall(r"\d+", version.stdout + version.stderr)[0]) < 17:
        pytest.skip(f"javac on the PATH is {version.stdout.strip()}, the adapter needs 17")
    return compiled(ADAPTER, tmp_path_factory.mktemp("java"))


@pytest.fixture(scope="module")
def engine(adapter: list[str]) -> Iterator[StreamConnector]:
    """One process for all tests: they disturb one another no more than games do."""
    connector = StreamConnector(adapter, TIMEOUT_SCALE)
    yield connector
    connector.close()
    assert connector.unclean_exit == ""


@pytest.fixture
def deal(engine: StreamConnector, request: pytest.FixtureRequest) -> Deal:
    return Deal(engine, request.node.name)


def run(command: list[str], scenarios: list[Scenario]) -> list[Result]:
    """What an adapter makes of the scenarios; it must also end well."""
    runner = Runner(partial(StreamConnector, command, TIMEOUT_SCALE), suite().profiles[PROFILE], suite().clauses)
    try:
        return list(runner.run(scenarios))
    finally:
        assert runner.stop() == ""


def pack_of(cards: str) -> list[str]:
    """A pack that begins with these cards."""
    first = cards.split()
    return first + [card for card in PACK if card not in first]


REFUSED = {"accepted": False}
DONE = {"accepted": True}


def test_whatever_it_judges_and_settles_passes(adapter: list[str]) -> None:
    results = run(adapter, [scenario for scenario in canonical() if scenario.level in ("judge", "settle")])
    assert results
    assert [(result.id, result.status, result.reason, result.failure) for result in results if result.status != "passed"] == []


def test_what_it_plays_passes_or_is_unsupported(adapter: list[str]) -> None:
    areas = ("deal", "turn", "take", "discard", "refill")
    results = run(adapter, [scenario for scenario in canonical() if scenario.area in areas])
    assert {result.status for result in results} == {"passed", "unsupported"}, [(r.id, r.failure) for r in results if r.failure]


def test_a_whole_deal_in_whole_turns(deal: Deal) -> None:
    assert deal.open("AB", pack_of("KS AS KH 2S AD 2H AC 9S AH 9H 7C 2D 9D")) == DONE
    assert deal.call("A") == REFUSED  # 23
    assert deal.draw("B", "AS") == REFUSED
    assert deal.draw("A", "KS KH") == DONE | {"card": "2D"}
    assert deal.draw("B", "9S 9H 9D") == DONE | {"card": "9D"}
    state = deal.state()
    assert (state["turn"], state["turns"], state["pile"]) == ({"player": "A", "step": "start"}, 2, ["9D", "9H", "9S", "KH", "KS", "7C"])
    assert sorted(state["hands"]["A"]) == ["2D", "AC", "AD", "AH"]
    assert state["last"] == {
        "player": "B",
        "type": "turn",
        "draw": {"from": "stock", "card": "9D"},
        "discard": ["9S", "9H", "9D"],
    }
    # Both have 5: the caller is matched, pays 25, and wins nothing.
    totals, payments, deltas = {"A": 5, "B": 5}, {"A": 25}, {"A": -25, "B": 25}
    result = {"ended": "caught", "caller": "A", "winner": "B", "totals": totals, "payments": payments, "deltas": deltas}
    assert deal.call("A") == DONE | {"result": result}
    state = deal.state()
    assert (state["turn"], state["turns"], state["result"]) == (None, 2, result)
    assert deal.call("B") == deal.draw("B", "AS") == REFUSED


@pytest.mark.parametrize(
    ("card", "discard"),
    [
        pytest.param("QS", "KS", id="a card below the top"),
        pytest.param("2S", "KS", id="a card that is elsewhere"),
        pytest.param("7H", "7H", id="the card taken goes again"),
        pytest.param("7H", "7S 7H", id="the card taken goes in a set"),
        pytest.param("7H", "", id="no discard"),
        pytest.param("7H", "7S 7S", id="a card twice"),
        pytest.param("7H", "2S", id="a card not held"),
        pytest.param("7H", "7S 8S", id="two ranks"),
    ],
)
def test_a_turn_is_refused_as_a_whole_and_costs_nothing(deal: Deal, card: str, discard: str) -> None:
    # A has 7S 7D 8S KS JC, B 2S 3S 4S 5S 7H. When A is to act again, 7H lies on QS and 9C.
    assert deal.open("AB", pack_of("7S 2S 7D 3S 8S 4S KS 5S JC 7H 9C QS 6C")) == DONE
    assert deal.draw("A", "QS") == DONE | {"card": "QS"}
    assert deal.draw("B", "7H") == DONE | {"card": "6C"}
    before = deal.state()
    assert deal.take("A", card, discard) == REFUSED
    assert deal.state() == before
    assert deal.take("A", "7H", "7D 7S") == DONE
    after = deal.state()
    assert (after["pile"], sorted(after["hands"]["A"])) == (["7S", "7D", "QS", "9C"], ["7H", "8S", "JC", "KS"])


def test_an_empty_hand_plays_on_and_may_call(deal: Deal) -> None:
    assert deal.open("AB", pack_of("KS 2S KH 4S KD 6S KC 8S QS TS 3C QH 5H QD 7H 9H 9D")) == DONE
    assert deal.draw("A", "KS KH KD KC") == DONE | {"card": "QH"}
    assert deal.draw("B", "5H") == DONE | {"card": "5H"}
    assert deal.draw("A", "QS QH QD") == DONE | {"card": "QD"}
    assert deal.draw("B", "TS") == DONE | {"card": "7H"}
    assert deal.state()["hands"]["A"] == []
    for discard in ("TS", ""):
        assert deal.take("A", "TS", discard) == REFUSED
    assert deal.draw("A", "9H") == DONE | {"card": "9H"}
    assert deal.draw("B", "9D") == DONE | {"card": "9D"}
    # B has 2 4 6 8 7.
    totals, payments, deltas = {"A": 0, "B": 27}, {"B": 27}, {"A": 27, "B": -27}
    result = {"ended": "won", "caller": "A", "winner": "A", "totals": totals, "payments": payments, "deltas": deltas}
    assert deal.call("A") == DONE | {"result": result}


def test_a_refused_turn_has_not_refilled_the_stock(deal: Deal) -> None:
    backwards = PACK[::-1]
    assert deal.open("ABCDEF", PACK, backwards, PACK) == DONE
    dealt, stock = PACK[:31], PACK[31:]
    for turns, card in enumerate(stock):
        assert deal.draw("ABCDEF"[turns % 6], card) == DONE | {"card": card}
    before = deal.state()
    assert (before["stock"], before["pile"]) == ([], [*reversed(stock), dealt[-1]])
    # D is to act. All but the top card would be refilled, backwards, and D would draw the card below it.
    drawn = stock[-2]
    assert deal.draw("D", f"{drawn} {stock[-1]}") == REFUSED
    assert deal.state() == before
    assert deal.draw("D", drawn) == DONE | {"card": drawn}
    after = deal.state()
    assert (after["stock"], after["pile"]) == ([*reversed(stock[:-2]), dealt[-1]], [drawn, stock[-1]])


def test_the_last_order_of_refills_serves_for_all_after_it(deal: Deal) -> None:
    orders = [PACK, PACK[::-1], PACK[::-1]]
    assert deal.open("AB", PACK, *orders[:2]) == DONE
    for turns in range(150):
        state = deal.state()
        stock = state["stock"] or sorted(state["pile"][1:], key=orders.pop(0).index)
        assert deal.draw("AB"[turns % 2], stock[0]) == DONE | {"card": stock[0]}
        assert deal.state()["stock"] == stock[1:]
    assert orders == []


def test_after_200_turns_the_lowest_hand_wins_without_a_call(deal: Deal) -> None:
    assert deal.open("AB", PACK) == DONE
    # Each takes what the other laid, and lays what they have held longest.
    hands, top = {"A": deque(PACK[0:10:2]), "B": deque(PACK[1:10:2])}, PACK[10]
    for turns in range(199):
        hand, taken = hands["AB"[turns % 2]], top
        top = hand.popleft()
        hand.append(taken)
        assert deal.take("AB"[turns % 2], taken, top) == DONE
    hands["B"].append(top)
    ended = deal.take("B", top, hands["B"].popleft())
    points = {"A": 1, "T": 10, "J": 10}
    totals = {seat: sum(points.get(card[0]) or int(card[0]) for card in hand) for seat, hand in hands.items()}
    winner = "A" if totals["A"] <= totals["B"] else "B"
    assert (ended["result"]["ended"], ended["result"]["caller"]) == ("cap", None)
    assert (ended["result"]["winner"], ended["result"]["totals"]) == (winner, totals)
    assert deal.call("A") == deal.call("B") == REFUSED


@pytest.mark.parametrize("players", ["A", "ABCDEFG"])
def test_a_game_for_too_few_or_too_many_is_refused_and_not_open(deal: Deal, players: str) -> None:
    assert deal.open(players, PACK) == REFUSED
    with pytest.raises(EngineError, match="unknown_game"):
        deal.state()


def test_games_do_not_disturb_one_another(deal: Deal) -> None:
    other = Deal(deal.engine, "another")
    assert deal.open("AB", PACK) == other.open("AB", PACK) == DONE
    before = other.state()
    assert deal.draw("A", "AS")["accepted"]
    assert deal.ask("end") == {}
    assert other.state() == before


NO_ID = (None, "bad_params")
ODD = [
    ("", NO_ID),
    ("[]", NO_ID),
    ("{}", NO_ID),
    ('{"id":1,', NO_ID),
    ('{"id":1} {}', NO_ID),
    ('{"id":01,"method":"legal","params":{}}', NO_ID),
    ('{"id":NaN,"method":"legal","params":{}}', NO_ID),
    ('{"id":"1","method":"legal","params":{}}', NO_ID),
    ('{"id":1.5,"method":"legal","params":{}}', NO_ID),
    ('{"id":1,"id":1,"method":"legal","params":{}}', NO_ID),
    ('{"id":1,"method":"\\ud83d","params":{}}', NO_ID),
    ('{"id":1,"method":"\t","params":{}}', NO_ID),
    ('{"id":1,"method":"legal","params":' + "[" * 100_000, NO_ID),
    ('{"id":1,"params":{}}', (1, "bad_params")),
    ('{"id":1,"method":"judge"}', (1, "bad_params")),
    ('{"id":1,"method":"judge","params":[]}', (1, "bad_params")),
    ('{"id":1,"method":"judge","params":{"question":null}}', (1, "bad_params")),
    ('{"id":1,"method":"judge","params":{"question":{"type":"hand","hand":["10H"]}}}', (1, "bad_params")),
    ('{"id":1,"method":"judge","params":{"question":{"type":"hand","hand":[null]}}}', (1, "bad_params")),
    ('{"id":1,"method":"judge","params":{"question":{"type":"fold","hand":[]}}}', (1, "bad_params")),
    ('{"id":1,"method":"settle","params":{"players":["A","A"],"dealer":"A","caller":null,"hands":{"A":[]}}}', (1, "bad_params")),
    ('{"id":1,"method":"settle","params":{"players":["A","B"],"dealer":"A","caller":null,"hands":{"A":[]}}}', (1, "bad_params")),
    ('{"id":1,"method":"settle","params":{"players":["A","B"],"dealer":"C","caller":null,"hands":{"A":[],"B":[]}}}', (1, "bad_params")),
    (
        '{"id":1,"method":"new","params":{"game":"g1","players":["A","B"],"dealer":"A","chance":{"pack":["AS"],"refills":[]}}}',
        (1, "bad_params"),
    ),
    ('{"id":1,"method":"initialize","params":{"protocol":[2]}}', (1, "unsupported")),
    ('{"id":1,"method":"legal","params":{"game":"g1"}}', (1, "unsupported")),
    ('{"id":1,"method":"apply","params":{"game":"g9","action":{"player":"A","type":"call"}}}', (1, "unknown_game")),
    ('{"id":1,"method":"end","params":{"game":"g9","later":-1.5e99999999999}}', (1, "unknown_game")),
    ('{"id":9007199254740993,"method":"\\ud83c\\udca1","params":{}}', (9007199254740993, "unknown_method")),
    ('{ "id" : 1 , "method" : "🂡\\"" , "params" : { "a" : [ ] } }\r', (1, "unknown_method")),
]


@pytest.fixture(scope="module")
def odd_answers(adapter: list[str]) -> list[dict[str, Any]]:
    """The answers to all odd lines, sent to one process, whose input then ends."""
    sent = "".join(line + "\n" for line, _ in ODD).encode()
    ended = subprocess.run(adapter, input=sent, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize("number", range(len(ODD)))
def test_an_odd_line_is_answered_by_an_error(odd_answers: list[dict[str, Any]], number: int) -> None:
    line, expected = ODD[number]
    assert (odd_answers[number]["id"], odd_answers[number]["error"]["code"]) == expected, line[:100]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"player": "A", "type": "draw", "from": "stock"}, "unsupported"),
        ({"player": "A", "type": "discard", "cards": ["AS"]}, "unsupported"),
        ({"player": "A", "type": "fold"}, "bad_params"),
        ({"player": "A", "type": "turn", "discard": ["AS"]}, "bad_params"),
        ({"player": "A", "type": "turn", "draw": {"from": "hand"}, "discard": ["AS"]}, "bad_params"),
        ({"player": "A", "type": "turn", "draw": {"from": "discard"}, "discard": ["AS"]}, "bad_params"),
        ({"type": "call"}, "bad_params"),
        ({"player": "C", "type": "call"}, "bad_params"),
    ],
)
def test_an_action_that_it_does_not_know_changes_nothing(deal: Deal, action: dict[str, Any], code: str) -> None:
    assert deal.open("AB", PACK) == DONE
    before = deal.state()
    with pytest.raises(EngineError) as caught:
        deal.apply(action)
    assert caught.value.code == code
    assert deal.state() == before


def test_it_answers_bytes_that_are_no_utf_8(adapter: list[str]) -> None:
    sent = b'{"id":1,"method":"\xff","params":{}}\n{"id":2,"method":"shutdown","params":{}}\nnever read'
    ended = subprocess.run(adapter, input=sent, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert [json.loads(line).get("id") for line in ended.stdout.splitlines()] == [None, 2]


BROKEN = {
    "settle.caught.flat": ("Settlement.java", "CAUGHT_PAYS = 25", "CAUGHT_PAYS = 30"),
    "settle.ties.dealer-last": ("Settlement.java", "(dealer + 1 + steps)", "(dealer + steps)"),
    "value.courts": ("Card.java", "JACK(10)", "JACK(11)"),
    "take.lock": ("Hands.java", "discard.contains(locked)", "discard.isEmpty()"),
    "refill.keeps": ("Game.java", "pile.retainAll(List.of(pile.peek()))", "pile.clear()"),
}
"""By the clause that each breaks: a file, and what stands in it in place of what."""


@pytest.fixture(scope="module")
def broken(adapter: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs an adapter in which all of these are broken."""
    folder = tmp_path_factory.mktemp("broken")
    shutil.copytree(ADAPTER, folder, dirs_exist_ok=True)
    for file, right, wrong in BROKEN.values():
        source = (folder / file).read_text(encoding="utf-8")
        assert source.count(right) == 1
        (folder / file).write_text(source.replace(right, wrong), encoding="utf-8")
    return compiled(folder, folder / "out")


@pytest.mark.parametrize("clause", BROKEN)
def test_a_broken_rule_is_found_and_named(broken: list[str], clause: str) -> None:
    about = [scenario for scenario in canonical() if clause in scenario.clauses]
    failures = [result.failure for result in run(broken, about) if result.failure]
    assert any(clause in failure.clauses for failure in failures)


def test_every_clause_that_it_cites_exists() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in ADAPTER.glob("*.java"))
    cited = set(re.findall(r"\{@code ([a-z]+(?:[.-][a-z]+)+)\}", text))
    assert cited
    assert cited <= suite().clauses.keys()
