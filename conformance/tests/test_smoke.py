"""`dhumbal smoke`: what a good engine passes, where a broken one stops, and what its author is told then."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance.cli import main, screen, smoke
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.loader.templates import applies
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.smoke.levels import BETWEEN

ADAPTER = Path(__file__).parents[1] / "adapters" / "python" / "engine.py"
JSON = dict[str, Any]


def run(*words: str | Path | float) -> Result:
    return CliRunner().invoke(main, ["smoke", *map(str, words)], catch_exceptions=False)


def levels(result: Result) -> dict[int, str]:
    """The sign of each level told."""
    return {int(number): sign for sign, number in re.findall(r"^([✓✗-]) (\d) ", result.stdout, flags=re.M)}


def in_process(wrong: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setattr(sys.modules[__name__], "factory", wrong, raising=False)
    monkeypatch.setitem(sys.modules, "engine_under_test", sys.modules[__name__])
    return run("--engine", "python:engine_under_test:factory")


def program(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The sample adapter with something changed."""
    text = ADAPTER.read_text(encoding="utf-8")
    for right, wrong in changes:
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    path = tmp_path / "engine.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_sample_engine_passes_every_level() -> None:
    found = run("--timeout-scale", 5, "--", sys.executable, ADAPTER)
    assert found.exit_code == 0, found.output
    assert levels(found) == dict.fromkeys(range(9), "✓")
    assert f"next: dhumbal verify --timeout-scale 5 -- {sys.executable} {ADAPTER}" in found.stdout


def test_every_clause_named_is_one_of_the_rules_that_apply() -> None:
    clauses, parameters = clauses_of(read_chapters()), load_profile("nepali-games").parameters
    named = {clause for level in BETWEEN for ask in (*level.asks, *level.whole) for clause in ask.demands}
    assert len(named) > 30
    assert [clause for clause in named if not applies(clauses[clause], parameters)] == []


BUFFERED = ("sys.stdout.buffer\n", 'open(1, "wb", closefd=False)\n')


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param([BUFFERED, ("responses.flush()", "pass")], "stayed in a buffer: flush standard output", id="no flush"),
        pytest.param([("engine = ReferenceEngine()", "engine = ReferenceEngine(); os.write(1, b'Hello!\\n')")], "Hello!", id="a banner"),
        pytest.param([('"id": request.get("id")', '"id": 7')], "the answer has the id 7 and not 1", id="another id"),
        pytest.param([("json.dumps(response)", "json.dumps(response, indent=1)")], "one JSON object on one line", id="over several lines"),
        pytest.param([("(ValueError, RecursionError)", "ZeroDivisionError")], "catch what the parser raises", id="ends at a broken line"),
        pytest.param([('Failed("unknown_method", method)', 'Failed("unsupported", method)')], "code unknown_method", id="another code"),
        pytest.param([("    main()\n", "    main(); sys.exit(4)\n")], "exit code 4", id="another exit code"),
        pytest.param([("    main()\n", "    main(); print('bye')\n"), ("sys.stdout = sys.stderr", "")], "bye", id="words at the end"),
        pytest.param([("import json\n", "import json, nothing_of_this_name\n")], "ModuleNotFoundError", id="does not get that far"),
    ],
)
def test_a_program_that_is_none_stops_at_the_process(changes: list[tuple[str, str]], told: str, tmp_path: Path) -> None:
    path = program(tmp_path, *changes, ("import sys\n", "import sys, os\n"))
    found = run("--timeout-scale", 0.2, "--", sys.executable, path)
    assert found.exit_code == 1
    assert levels(found) == {0: "✗"}
    assert '→ {"id":1,"method":"initialize"' in found.stdout
    assert told in " ".join(found.stdout.split())
    assert f"  again     dhumbal smoke --timeout-scale 0.2 -- {sys.executable} {path}" in found.stdout


class Mute(ReferenceEngine):
    def initialize(self, **params: Any) -> JSON:
        return super().initialize() | {"capabilities": {"codes": True}}


class WrongTotal(ReferenceEngine):
    def judge(self, question: JSON, **params: Any) -> JSON:
        answer: JSON = super().judge(question=question, **params)
        return answer | {"total": 15} if "total" in answer else answer


class WrongHands(ReferenceEngine):
    def new(self, chance: JSON, **params: Any) -> JSON:
        pack = chance["pack"]
        five_at_a_time = [card for pair in zip(pack[:5], pack[5:10], strict=True) for card in pair]
        answer: JSON = super().new(chance=chance | {"pack": [*five_at_a_time, *pack[10:]]}, **params)
        return answer


class CrashesAtNew(ReferenceEngine):
    def new(self, **params: Any) -> JSON:
        raise RuntimeError("no cards")


class BottomFirst(ReferenceEngine):
    def apply(self, action: JSON, **params: Any) -> JSON:
        laid = {"cards": action["cards"][::-1]} if "cards" in action else {}
        answer: JSON = super().apply(action=action | laid, **params)
        return answer


class ChangesFirst(ReferenceEngine):
    def apply(self, game: str, action: JSON) -> JSON:
        answer: JSON = super().apply(game=game, action=action)
        if not answer["accepted"]:
            self.games[game].deal.stock.pop()
        return answer


class AnyOrder(ReferenceEngine):
    def load(self, chance: JSON, **params: Any) -> JSON:
        answer: JSON = super().load(chance={"refills": [order[::-1] for order in chance["refills"]]}, **params)
        return answer


class OpenCards(ReferenceEngine):
    def observe(self, game: str, **params: Any) -> JSON:
        return super().observe(game, **{"as": "referee"})


class StaysUp(ReferenceEngine):
    def shutdown(self) -> JSON:
        raise RuntimeError("not now")


@pytest.mark.parametrize(
    ("wrong", "level", "told"),
    [
        (Mute, 1, "declares none of the capabilities"),
        (WrongTotal, 2, "§ value.courts"),
        (CrashesAtNew, 3, "RuntimeError: no cards"),
        (WrongHands, 3, "expected  KS AH KH AD AC\n  came      "),
        (WrongHands, 3, "§ deal.singly"),
        (BottomFirst, 4, "expected  KH KS 7C\n  came      KS KH 7C"),
        (ChangesFirst, 5, "§ refuse.unchanged"),
        (AnyOrder, 6, "§ refill.order"),
        (OpenCards, 7, "§ see.hand"),
        (StaysUp, 8, "not now"),
    ],
)
def test_an_engine_that_plays_wrongly_stops_at_the_level_of_its_mistake(
    wrong: type, level: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = in_process(wrong, monkeypatch)
    assert found.exit_code == 1
    assert levels(found) == {0: "-"} | dict.fromkeys(range(1, level), "✓") | {level: "✗"}
    assert told in found.stdout


class WholeTurns(ReferenceEngine):
    """Plays both halves of a turn at once, or neither."""

    def initialize(self, **params: Any) -> JSON:
        answer = super().initialize()
        return answer | {"capabilities": answer["capabilities"] | {"half_turns": False}}

    def apply(self, game: str, action: JSON) -> JSON:
        if action["type"] != "turn":
            return super().apply(game=game, action=action)
        before = copy.deepcopy(self.games[game].deal)
        drawn = super().apply(game=game, action={"player": action["player"], "type": "draw", **action["draw"]})
        laid = super().apply(game=game, action={"player": action["player"], "type": "discard", "cards": action["discard"]})
        if drawn["accepted"] and laid["accepted"]:
            return drawn | laid
        self.games[game].deal = before
        return laid if drawn["accepted"] else drawn


def test_an_engine_of_whole_turns_passes_every_level(monkeypatch: pytest.MonkeyPatch) -> None:
    found = in_process(WholeTurns, monkeypatch)
    assert levels(found) == {0: "-"} | dict.fromkeys(range(1, 9), "✓"), found.stdout


def offering(**capabilities: Any) -> Callable[[], ReferenceEngine]:
    class Some(ReferenceEngine):
        def initialize(self, **params: Any) -> JSON:
            return super().initialize() | {"capabilities": capabilities}

    return Some


@pytest.mark.parametrize(
    ("capabilities", "passed", "told"),
    [
        ({"settle": True}, {1, 2, 8}, "without what needs judge"),
        ({"apply": True, "load": True, "half_turns": True}, {1, 3, 4, 5, 6, 8}, "fill in and declare: judge or settle"),
        ({"apply": True, "half_turns": True}, {1, 8}, "fill in and declare: chance pack (or load)"),
    ],
)
def test_what_is_not_declared_is_passed_over_and_said(
    capabilities: JSON, passed: set[int], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = in_process(offering(**capabilities), monkeypatch)
    assert found.exit_code == 0
    assert {level for level, sign in levels(found).items() if sign == "✓"} == passed
    assert told in found.stdout


def test_the_levels_by_the_canonical_rules_are_passed_over_for_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(ReferenceEngine):
        def initialize(self, **params: Any) -> JSON:
            return super().initialize() | {"profiles": ["pagat-yaniv"]}

    assert "`profiles` has neither nepali-games nor *; try --profile pagat-yaniv" in in_process(Other, monkeypatch).stdout
    found = run("--profile", "pagat-yaniv", "--engine", "python:engine_under_test:factory")
    assert {level for level, sign in levels(found).items() if sign == "✓"} == {1, 8}
    assert "next: dhumbal verify --profile pagat-yaniv --engine" in found.stdout


def test_lines_are_whole_in_a_file_and_shortened_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    line = '→ {"pack":[' + ",".join(f'"{number:02}"' for number in range(52)) + '],"dealer":"B"}'
    assert smoke.shown(line) == line
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert (
        smoke.shown(line)
        == '→ {"pack":["00","01","02","03","04","05","06","07", …(194 characters)… ,"47","48","49","50","51"],"dealer":"B"}'
    )


def test_a_wrong_answer_is_shown_below_requests_without_their_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    found = in_process(WrongTotal, monkeypatch)
    number = len(load_profile("nepali-games").parameters)
    short = f'"profile":"nepali-games","parameters":{{…{number}…}},"question":{{"type":"hand","hand":["TH","JS","QS","KS"]}}}}'
    assert f"→ judge {{{short}\n" in found.stdout
    assert '"players.min"' not in found.stdout


def test_the_last_request_is_whole_where_the_engine_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    class BreaksAtACall(ReferenceEngine):
        def judge(self, question: JSON, **params: Any) -> JSON:
            if question["type"] == "call":
                raise RuntimeError("no")
            answer: JSON = super().judge(question=question, **params)
            return answer

    *before, last = [line for line in in_process(BreaksAtACall, monkeypatch).stdout.splitlines() if line.startswith("→")]
    assert len(before) == 2
    assert ['"players.min"' in line for line in (*before, last)] == [False, False, True]


def test_what_to_do_about_a_wrong_answer_fits_into_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "columns", lambda: 80)
    found = in_process(WrongTotal, monkeypatch)
    advice = found.stdout.partition("  do        ")[2].partition("  again ")[0]
    assert "Give the cards of the last request to the part of your engine that decides this" in " ".join(advice.split())
    assert max(map(len, advice.splitlines()[1:])) <= 80
    assert len(advice.splitlines()) > 2


def test_an_engine_cannot_give_the_terminal_orders() -> None:
    assert smoke.shown("← \x1b[2Jgone\r") == "← \\x1b[2Jgone\\r"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "name your engine either after -- or with --engine"),
        (["--engine", "python:a:b", "--", "true"], 2, "either after -- or with --engine"),
        (["--profile", "nepali-game", "--", "true"], 2, "did you mean nepali-games?"),
        (["--timeout-scale", "nan", "--", "true"], 2, "nan is not a number"),
        (["--", "no-such-program"], 3, "cannot start no-such-program"),
        (["--engine", "python:no_such_module:Engine"], 3, "cannot import no_such_module"),
    ],
)
def test_wrong_usage_and_what_cannot_be_started_are_told_in_a_line(words: list[str], code: int, message: str) -> None:
    found = run(*words)
    assert (found.exit_code, found.stdout) == (code, "")
    assert message in " ".join(found.stderr.split())


LEAVES_A_CHILD = 'import subprocess; child = subprocess.Popen(["sleep", "60"]); open("pids", "a").write(f"{child.pid} {os.getpid()} "); '


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("", ""), id="in good order"),
        pytest.param(('{"id": request.get("id")}', '{"id": 7}'), id="after another id"),
        pytest.param(("response, method = answer(engine, line)", "import time; time.sleep(60)"), id="after no answer"),
        pytest.param(("    main()\n", "    main()\n    import time; time.sleep(60)\n"), id="when it does not end"),
    ],
)
def test_nothing_is_left_running(change: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changes = [change] if change[0] else []
    path = program(tmp_path, ("import sys\n", "import sys, os\n"), ("    engine = Ref", f"    {LEAVES_A_CHILD}engine = Ref"), *changes)
    run("--timeout-scale", 0.2, "--", sys.executable, path)
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) >= 2
    assert [pid for pid in pids if is_running(pid)] == []


def is_running(pid: int) -> bool:
    """Whether a process is there that is no zombie."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout.strip()
    return bool(found) and not found.startswith("Z")
