"""The command line: its help, `lint` and `rule`, their exit codes, and that no file whatsoever brings a traceback."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import COMMANDS, main, screen
from dhumbal_conformance.cli.rule import answer
from dhumbal_conformance.cli.screen import SHOWN
from dhumbal_conformance.loader.rulebook import read_chapters
from dhumbal_conformance.suite import load_suite

SCENARIO = """\
id: nepali-games/some/scenario
title: Something happens
profile: nepali-games
clauses: [call.limit]
judge: [{call: 6S, refused: call.limit}]
"""


def dhumbal(*words: str | Path, **options: Any) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_help_lists_every_command_with_what_it_does() -> None:
    for option in ("--help", "-h"):
        shown = " ".join(dhumbal(option).stdout.split())
        assert all(f" {name} {words}" in shown for name, words in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name: str) -> None:
    result = dhumbal(name, "--help")
    assert result.exit_code == 0
    assert "Exit codes" in result.stdout


def test_the_help_imports_no_command_and_no_library() -> None:
    unwanted = ("yaml", "jsonschema", "rich", "importlib.metadata")
    code = f"import sys, dhumbal_conformance.cli; print([name for name in {unwanted} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_usage_errors_have_their_own_exit_code() -> None:
    assert dhumbal("--version").stdout.startswith("dhumbal, version ")
    assert dhumbal("lnt").exit_code == 2
    assert "did you mean lint?" in dhumbal("lnt").stderr
    assert dhumbal("lint", "--nothing").exit_code == 2


def test_lint_says_that_nothing_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(SCENARIO)
    result = dhumbal("lint", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no problems\n")


def test_lint_names_file_line_and_column_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.yaml").write_text(SCENARIO.replace("call: 6S", "call: S6"))
    expected = "some.yaml:5:16: 'S6' is not a card (did you mean 6S?)\n"
    for path in (Path("some.yaml"), tmp_path / "some.yaml", Path()):
        result = dhumbal("lint", path)
        assert (result.exit_code, result.stdout, result.stderr) == (4, expected, "1 problem\n")


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50 << 20)


def broken_link(path: Path) -> None:
    path.mkdir()
    (path / "a.yaml").symlink_to("nowhere")


GARBAGE: dict[str, Callable[[Path], Any]] = {
    "missing": lambda path: None,
    "empty": Path.touch,
    "broken link in a directory": broken_link,
    "empty directory": Path.mkdir,
    "binary": lambda path: path.write_bytes(bytes(range(256))),
    "50 MB": sparse,
    "tabs": lambda path: path.write_text("a:\n\tb: 1\n"),
    "number": lambda path: path.write_text("5\n"),
    "list": lambda path: path.write_text("- a\n"),
    "brackets": lambda path: path.write_text("[" * 100_000),
    "one long word": lambda path: path.write_text("x" * 500_000),
    "one long key": lambda path: path.write_text("x" * 900 + ": 1\n"),
    "duplicate key": lambda path: path.write_text("a: 1\na: 1\n"),
    "two documents": lambda path: path.write_text("a: 1\n---\na: 1\n"),
    "another format": lambda path: path.write_text('{"a": [1, 2.5, null, true]}'),
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_told_in_a_few_short_lines(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    GARBAGE[kind](path)
    result = dhumbal("lint", path)
    assert result.exit_code == 4
    assert result.stdout.startswith(str(path))
    assert len(result.stdout) < 2_000


def test_a_chapter_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "05-call.md").write_bytes(b"\xff")
    assert "this is not UTF-8 text" in dhumbal("lint", tmp_path).stdout


def test_colour_is_only_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = dhumbal("lint", tmp_path / "x", color=True).stdout
    assert "\x1b[" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    plain = dhumbal("lint", tmp_path / "x", color=True).stdout
    assert "\x1b[" not in plain
    assert "there is no such file" in plain


def test_a_terminal_that_cannot_show_a_sign_brings_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(SCENARIO.replace("6S", "Q♠K"), encoding="utf-8")
    code = "from dhumbal_conformance.cli import main; main()"
    environment = {"PYTHONIOENCODING": "cp1252", "PATH": ""}
    result = subprocess.run([sys.executable, "-c", code, "lint", path], capture_output=True, env=environment, check=False)
    assert result.returncode == 4
    assert b"'Q?K' is not a card" in result.stdout
    assert b"Traceback" not in result.stderr


def test_rule_without_words_is_the_table_of_contents() -> None:
    lines = dhumbal("rule").stdout.splitlines()
    assert " 5  The call" in lines
    assert "    5.1   call.limit" in lines


def test_rule_shows_a_clause_with_all_that_belongs_to_it() -> None:
    shown = dhumbal("rule", "take.lock-card").stdout
    assert shown.startswith("6.15  take.lock-card  MUST")
    for words in (
        "Only that card is locked.",
        "applies if  take.lock",
        "take.lock = true",
        "ruling      NG-25",
        "scenario    nepali-games/take/",
    ):
        assert words in shown


def test_rule_shows_the_values_of_another_profile(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("id: ours\nnames: {en: Ours}\nsummary: Our own\nextends: nepali-games\nparameters: {call.limit: 7, take.lock: false}\n")
    assert "a total of 7 or less" in dhumbal("rule", "call.limit", "--profile", path).stdout
    assert "does not apply in ours" in dhumbal("rule", "take.lock", "--profile", path).stdout
    path.write_text("id: ours\n")
    assert dhumbal("rule", "take.lock", "--profile", path).exit_code == 4
    unknown = dhumbal("rule", "take.lock", "--profile", "nepali")
    assert (unknown.exit_code, "did you mean nepali-games?" in unknown.stderr) == (2, True)


def test_rule_shows_a_ruling() -> None:
    shown = dhumbal("rule", "ng-25").stdout
    assert shown.startswith("NG-25  The lock is on the card, not on its rank")
    assert "holds  Only the card taken is locked." in shown


def rule_lines(asked: str, profile: str = "nepali-games") -> list[str]:
    """What `dhumbal rule` answers, from the suite as it is bundled."""
    suite = load_suite()
    return click.unstyle("\n".join(answer(suite, suite.profiles[profile], read_chapters(), asked))).splitlines()


@pytest.mark.parametrize("asked", ["take.lock", "NG-50"])
def test_rule_shows_every_ruling_and_every_scenario_with_its_whole_title_where_no_terminal_is(asked: str) -> None:
    suite = load_suite()
    named = suite.rulings[asked].scenarios if asked in suite.rulings else ()
    scenarios = [it for it in suite.scenarios.values() if asked in it.clauses or it.id in named]
    titles = {it.id: it.title for it in scenarios} | {it.id: it.title for it in suite.rulings.values() if asked in it.clauses}
    assert len(scenarios) > SHOWN
    shown = [" ".join(line.split()) for line in rule_lines(asked)]
    for name, title in titles.items():
        assert any(line.endswith(f"{name} {title}") for line in shown), name


@pytest.mark.parametrize("wide", [80, 130])
@pytest.mark.parametrize("asked", ["take.lock", "NG-50"])
def test_rule_keeps_within_a_terminal_and_says_what_shows_the_rest(asked: str, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "columns", lambda: wide)
    lines = rule_lines(asked)
    assert max(map(len, lines)) <= wide
    assert re.fullmatch(rf" +and \d+ more, which `dhumbal rule {asked} \| less` shows", lines[-1])
    assert sum(line.startswith("  scenario    nepali-games/") for line in lines) == SHOWN


def test_rule_names_the_scenarios_of_the_rule_system_first() -> None:
    scenarios = [line for line in rule_lines("series.score", "doumebash") if line.startswith("  scenario")]
    assert scenarios[0].startswith("  scenario    doumebash/")
    assert any("nepali-games/" in line for line in scenarios)


def test_rule_searches_for_words() -> None:
    first, *others = dhumbal("rule", "lock", "rank").stdout.splitlines()
    assert "take.lock-card" in first
    assert all("call.limit" not in line for line in others)
    nothing = dhumbal("rule", "zebra")
    assert (nothing.exit_code, nothing.stderr) == (5, "nothing is found for 'zebra'\n")
    assert "did you mean discard.suits?" in dhumbal("rule", "dscard.suts").stderr


@pytest.mark.parametrize(
    ("asked", "message", "exit_code"),
    [
        ("take.lok", "there is no clause take.lok (did you mean take.lock?)", 0),
        ("Take.Lock", "there is no clause Take.Lock (did you mean take.lock?)", 0),
        ("qqq.zzz", "there is no clause qqq.zzz", 5),
        (
            "nepali-games/take/lock-alnoe",
            "there is no scenario nepali-games/take/lock-alnoe (did you mean nepali-games/take/lock-alone?)",
            0,
        ),
    ],
)
def test_rule_says_which_id_does_not_exist_before_what_a_search_finds(asked: str, message: str, exit_code: int) -> None:
    result = dhumbal("rule", asked)
    assert (result.stderr, result.exit_code) == (f"{message}\n", exit_code)
    assert bool(result.stdout) == (exit_code == 0)
    assert result.output.startswith(message)


@pytest.mark.parametrize("asked", ["take.lock", "6.14", "ng-12", "NG-12", "nepali-games/take/lock-alone", "equal lowest", ""])
def test_rule_complains_of_nothing_that_exists(asked: str) -> None:
    result = dhumbal("rule", *asked.split())
    assert (result.stderr, result.exit_code) == ("", 0)


def test_rule_shows_the_clauses_of_a_scenario_in_its_rule_system_and_its_file() -> None:
    lines = rule_lines("nepali-games/take/lock-alone", "doumebash")
    scenario = load_suite().scenarios["nepali-games/take/lock-alone"]
    assert lines[0] == scenario.id
    assert [line.split()[1] for line in lines if re.match(r"\d+\.\d+ ", line)] == list(scenario.clauses)
    assert lines[-2] == "  profile     nepali-games"
    assert "scenarios/nepali-games/take/lock-alone.yaml:" in lines[-1]


def test_rule_reads_the_rules_from_the_bundle() -> None:
    load_suite()
    code = (
        "import sys; from dhumbal_conformance.cli import main; main(['rule', 'take.lock'], standalone_mode=False);"
        "assert not {'yaml', 'dhumbal_conformance.loader.files'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


def test_rule_shows_what_is_right_though_a_scenario_is_wrong_and_what_is_wrong_with_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(data.spec(), tmp_path / "spec")
    scenario = tmp_path / "scenarios" / "nepali-games" / "take" / "wrong.yaml"
    scenario.parent.mkdir(parents=True)
    scenario.write_text("id: [")
    monkeypatch.setattr(data, "root", lambda: tmp_path)
    shown = dhumbal("rule", "take.lock-card")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith("6.15  take.lock-card  MUST")
    chapter = tmp_path / "spec" / "rules" / "en" / "06-wrong.md"
    chapter.write_text("no title")
    told = dhumbal("rule", "take.lock-card")
    assert (told.exit_code, f"{chapter}:1:1: the chapter has no title" in told.stderr) == (4, True)


def test_rule_keeps_an_older_export_when_there_is_nothing_to_export(tmp_path: Path) -> None:
    path = tmp_path / "clauses.json"
    path.write_text("older")
    assert dhumbal("rule", "--export", path, "--profile", "no-such").exit_code == 2
    assert path.read_text() == "older"


def test_rule_exports_the_clauses(tmp_path: Path) -> None:
    path = tmp_path / "clauses.json"
    assert dhumbal("rule", "--export", path).exit_code == 0
    clauses = json.loads(path.read_text(encoding="utf-8"))
    assert json.loads(dhumbal("rule", "--export", "-").stdout) == clauses
    assert clauses[0]["id"] == "setup.players"
    assert dhumbal("rule", "--export", tmp_path / "no" / "such" / "directory").exit_code == 2
