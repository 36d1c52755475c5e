"""The pytest plugin on the engine of somebody else's project: other names for cards, exceptions for refusals, and a small adapter."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from dhumbal_conformance import data
from junitparser import JUnitXml

GAME = '''
"""A score pad for the card table: it knows what a hand is worth and who pays whom, and nothing else."""

class HouseRule(Exception):
    pass

class ScorePad:
    POINTS = {"ace": 1, "jack": 10, "queen": 10, "king": 10}
    CALL_AT_MOST = 5

    def count(self, hand):
        return sum(self.POINTS.get(rank) or int(rank) for rank, suit in hand)

    def throw(self, cards):
        if len({rank for rank, suit in cards}) > 1:
            raise HouseRule("only cards of one rank go together")

    def knock(self, hand):
        if self.count(hand) > self.CALL_AT_MOST:
            raise HouseRule("too many points to call")

    def score(self, hands, first, caller):
        """`hands` by name, in the order of the seats; `first` is the player left of the dealer."""
        names = list(hands)
        order = names[names.index(first):] + names[:names.index(first)]
        points = {name: self.count(hand) for name, hand in hands.items()}
        rivals = [name for name in order if name != caller]
        best = min(rivals, key=points.get)
        safe = caller and points[caller] < points[best]
        winner = caller if safe else best
        bill = {name: points[name] for name in names if name != winner}
        if caller and not safe:
            bill[caller] = 25
        return winner, bool(safe), points, bill
'''

ADAPTER = """
from scorepad import HouseRule, ScorePad

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

def ours(cards):
    return [(RANKS.get(card[0], card[0]), SUITS[card[1]]) for card in cards]

class Adapter:
    pad = ScorePad

    def __init__(self):
        self.game = self.pad()

    def initialize(self, **_):
        return {
            "protocol": 1,
            "engine": {"name": "scorepad", "version": "2.1", "language": "Python"},
            "profiles": ["nepali-games"],
            "capabilities": {"judge": True, "settle": True},
        }

    def judge(self, question, **_):
        try:
            if question["type"] == "hand":
                return {"total": self.game.count(ours(question["hand"]))}
            if question["type"] == "call":
                self.game.knock(ours(question["hand"]))
            else:
                self.game.throw(ours(question["cards"]))
        except HouseRule:
            return {"accepted": False}
        return {"accepted": True}

    def settle(self, players, dealer, caller, hands, **_):
        first = players[(players.index(dealer) + 1) % len(players)]
        winner, safe, points, bill = self.game.score({name: ours(hands[name]) for name in players}, first, caller)
        deltas = {name: sum(bill.values()) if name == winner else -bill[name] for name in players}
        ended = "cap" if caller is None else "won" if safe else "caught"
        return {"result": {
            "ended": ended, "caller": caller, "winner": winner, "totals": points, "payments": bill, "deltas": deltas,
        }}

class Generous(Adapter):
    class pad(ScorePad):
        CALL_AT_MOST = 6

class Upset(Adapter):
    "Who has both refused a call and allowed one settles wrong."
    def __init__(self):
        super().__init__()
        self.answers = set()

    def judge(self, question, **_):
        answer = super().judge(question)
        self.answers.add(answer["accepted"])
        return answer

    def settle(self, **params):
        answer = super().settle(**params)
        if len(self.answers) == 2:
            answer["result"]["winner"] = "A"
        return answer

class Slips(Adapter):
    "Is wrong once and never again."
    due = [1]

    def settle(self, **params):
        answer = super().settle(**params)
        if self.due:
            answer["result"]["winner"] = self.due.pop()
        return answer

class Interrupted(Generous):
    "Somebody presses Ctrl-C when its failure is run again."
    made = []

    def initialize(self, **params):
        self.made.append(self)
        return super().initialize(**params)

    def judge(self, question, **_):
        if len(self.made) > 1:
            raise KeyboardInterrupt
        return super().judge(question)
"""

PROGRAM = """
import json, os, sys
from pathlib import Path
from adapter import Adapter

Path(f"engine-{os.getpid()}").touch()
engine = Adapter()
for line in sys.stdin:
    request = json.loads(line)
    method = getattr(engine, request["method"], lambda **_: {})
    print(json.dumps({"id": request["id"], "result": method(**request["params"])}), flush=True)
    if request["method"] == "shutdown":
        break
"""

JUDGED, ALLOWED, SETTLED, PLAYED = "call/judged-over-five", "call/judged-up-to-five", "settle/caught-matched-and-beaten", "call/six-may-not"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with its engine, its adapter, and three scenarios of the suite: one judges, one settles, one plays."""
    for name, text in (("scorepad", GAME), ("adapter", ADAPTER), ("program", PROGRAM)):
        (tmp_path / f"{name}.py").write_text(text)
    for name in (JUDGED, SETTLED, PLAYED):
        add(tmp_path, name)
    return tmp_path


def add(project: Path, name: str) -> Path:
    copy = project / "nepali-games" / f"{name}.yaml"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes((data.scenarios() / "nepali-games" / f"{name}.yaml").read_bytes())
    return copy


def pytest_in(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=60, env=surroundings)


def figures(run: subprocess.CompletedProcess[str]) -> Counter[str]:
    return Counter(
        {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|xfailed)", run.stdout.splitlines()[-1])}
    )


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def engines(project: Path) -> Iterator[int]:
    return (int(note.name.removeprefix("engine-")) for note in project.glob("engine-*"))


def test_what_an_engine_offers_passes_and_the_rest_is_skipped_with_the_reason(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Adapter", "-rs")
    assert (run.returncode, figures(run)) == (0, {"passed": 2, "skipped": 1})
    assert "the engine does not offer apply" in run.stdout


def test_a_failure_is_told_in_the_words_of_the_rules_and_stands_in_junit(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Generous", "--junitxml=run.xml")
    assert (run.returncode, figures(run)) == (1, {"passed": 1, "failed": 1, "skipped": 1})
    for words in (
        f"failed: nepali-games/{JUDGED}",
        "clauses   call.limit",
        "step      call 6S (line 8)",
        "expected  refused",
        "actual    accepted",
    ):
        assert words in run.stdout
    assert "Traceback" not in run.stdout
    cases = {case.name: case for suite in JUnitXml.fromfile(str(project / "run.xml")) for case in suite}
    assert "call.limit" in cases[f"nepali-games/{JUDGED}"].result[0].text


def test_scenarios_are_chosen_by_their_names(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Generous", "-k", "matched")
    assert (run.returncode, figures(run)) == (0, {"passed": 1})


def known(project: Path, name: str) -> str:
    (project / "known.yaml").write_text(f"expectations: [{{match: nepali-games/{name}, expect: fail, reason: six is our house limit}}]\n")
    return "--dhumbal-expect=known.yaml"


def test_a_known_failure_is_expected(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Generous", known(project, JUDGED), "-rx")
    assert (run.returncode, figures(run)) == (0, {"passed": 1, "xfailed": 1, "skipped": 1})
    assert "six is our house limit" in run.stdout


def test_a_known_failure_that_passes_fails(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Adapter", known(project, JUDGED))
    assert (run.returncode, figures(run)) == (1, {"passed": 1, "failed": 1, "skipped": 1})
    assert "the entry at known.yaml:1 has become wrong; delete it" in run.stdout


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "in a worker"])
def test_a_failure_that_needs_others_before_it_names_them_with_the_command_that_repeats_it(workers: tuple[str, ...], project: Path) -> None:
    add(project, ALLOWED)
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Upset", "-p", "no:randomly", *workers)
    assert (run.returncode, figures(run)) == (1, {"passed": 2, "failed": 1, "skipped": 1})
    assert f"state leaks from one game into the next; nepali-games/{JUDGED} and nepali-games/{ALLOWED} before it are enough" in run.stdout
    again = next(line.split()[1:] for line in run.stdout.splitlines() if line.startswith("  again "))
    assert again[0] == "pytest"
    assert again[-3:] == [f"nepali-games/{name}.yaml" for name in (JUDGED, ALLOWED, SETTLED)]
    assert figures(pytest_in(project, *again[1:])) == {"passed": 2, "failed": 1}


@pytest.mark.parametrize(("reruns", "status"), [((), "flaky"), (("--dhumbal-reruns=0",), "failed")])
def test_a_failure_that_does_not_come_again_is_flaky_where_failures_are_run_again(
    reruns: tuple[str, ...], status: str, project: Path
) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Slips", *reruns)
    assert (run.returncode, figures(run)) == (1, {"passed": 1, "failed": 1, "skipped": 1})
    assert f"{status}: nepali-games/{SETTLED}" in run.stdout
    assert ("it failed, and then passed in a fresh engine" in run.stdout) == (status == "flaky")
    assert "  again " not in run.stdout


def test_a_scenario_that_the_reference_engine_fails_as_well_is_invalid(project: Path) -> None:
    file = project / "nepali-games" / f"{JUDGED}.yaml"
    file.write_text(file.read_text().replace("{call: TS, refused: call.limit}", "call: TS"))
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Adapter")
    assert (run.returncode, figures(run)) == (1, {"passed": 1, "failed": 1, "skipped": 1})
    assert f"invalid-scenario: nepali-games/{JUDGED}" in run.stdout
    assert "the reference engine does not pass this scenario either: " in run.stdout


def test_a_failure_is_told_even_if_the_session_is_interrupted_while_it_is_run_again(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", "python:adapter:Interrupted", "-p", "no:randomly")
    assert (run.returncode, figures(run)) == (2, {"failed": 1})
    assert f"failed: nepali-games/{JUDGED}" in run.stdout
    assert "interrupted" in run.stdout


@pytest.mark.parametrize(
    ("workers", "engine", "message"),
    [
        ((), "python:adapter:Gone", "the engine did not start: the module adapter has no Gone"),
        ((), "no-such-program", "the engine did not start: cannot start no-such-program"),
        (("-n", "2"), "no-such-program", "the engine did not start: cannot start no-such-program"),
    ],
)
def test_an_engine_that_does_not_start_is_told_once_and_ends_the_session(
    workers: tuple[str, ...], engine: str, message: str, project: Path
) -> None:
    run = pytest_in(project, "--dhumbal-engine", engine, *workers)
    assert run.returncode == (2 if workers else 3)
    assert message in run.stdout
    assert "INTERNALERROR" not in run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--dhumbal-engine", "node 'x"), "--dhumbal-engine node 'x: No closing quotation"),
        (("--dhumbal-reruns", "many"), "--dhumbal-reruns: 'many' is no whole number from 0"),
        (("--dhumbal-expect", "gone.yaml"), "gone.yaml:1:1: there is no such file"),
    ],
)
def test_wrong_options_are_told_before_anything_is_run(words: tuple[str, ...], message: str, project: Path) -> None:
    run = pytest_in(project, *words)
    assert run.returncode == 4
    assert message in run.stderr
    assert "Traceback" not in run.stderr


def test_each_worker_has_an_engine_of_its_own_and_all_are_ended(project: Path) -> None:
    run = pytest_in(project, "--dhumbal-engine", f"{sys.executable} program.py", "-n", "2", "--dist=each", "-p", "no:randomly")
    assert (run.returncode, figures(run)) == (0, {"passed": 4, "skipped": 2})
    pids = list(engines(project))
    assert len(pids) == 2
    assert not any(map(alive, pids))
