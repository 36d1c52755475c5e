"""`dhumbal new`: the file that it writes, what it asks for, what it refuses, and that nothing unconfirmed counts as proof."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance.cli import main, new
from dhumbal_conformance.coverage import proofs
from dhumbal_conformance.inherit import for_profile
from dhumbal_conformance.loader.files import load_files
from dhumbal_conformance.suite import load_suite

LOCK = ("--clause", "take.lock", "--title", "A card taken stays in hand", "--dealer", "B")
DEAL = ("--hands", "A: KS 2H 3H 4H 5H, B: AS 2S 3S 9S 9H", "--upcard", "KC")
PLAY = ("--play", "A: take KC", "--play", "A: discard KC", "--play", "A: discard KS", "--play", "B: draw stock")
WRITTEN = """\
# yaml-language-server: $schema=../../../spec/schemas/scenario.schema.json
id: nepali-games/take/stays
title: A card taken stays in hand
profile: nepali-games
clauses: [take.lock]
unconfirmed: true  # a program filled in what follows: work it out from the clauses, then remove this line
given:
  dealer: B
  hands: {A: KS 2H 3H 4H 5H, B: AS 2S 3S 9S 9H}
  upcard: KC
play:
  - {A: take KC}
  - {A: discard KC, refused: take.lock}
  - {A: discard KS, total: 24}
  - {B: draw stock, gets: 4S, next: B}
"""
MESSAGE = "nobody has confirmed this expectation, which a program filled in (work it out from the clauses, then remove the line)"


def dhumbal(*words: str | Path, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, list(map(str, words)), input=answers, catch_exceptions=False)


def write(path: Path, *words: str) -> Result:
    return dhumbal("new", *words, "--output", path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stays.yaml"


def test_the_expectation_is_filled_in_and_marked(path: Path) -> None:
    result = write(path, *LOCK, *DEAL, *PLAY)
    assert result.exit_code == 0
    assert path.read_text(encoding="utf-8") == WRITTEN
    assert f"wrote {path}" in result.stdout


def test_lint_finds_nothing_else_wrong_and_nothing_once_the_line_is_gone(path: Path) -> None:
    write(path, *LOCK, *DEAL, *PLAY)
    found = dhumbal("lint", path)
    assert (found.exit_code, found.stdout) == (4, f"{path}:6:14: {MESSAGE}\n")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("unconfirmed")), encoding="utf-8")
    assert dhumbal("lint", path).exit_code == 0
    assert dhumbal("verify", "--select", path).exit_code == 0


def test_verify_says_that_it_is_unconfirmed_and_counts_it_as_derived(path: Path) -> None:
    write(path, *LOCK, *DEAL, *PLAY)
    result = dhumbal("verify", "--select", path)
    assert result.exit_code == 0
    assert f"{path}:6:14: {MESSAGE}" in result.stderr
    assert "0 normative (as written), 1 derived (compared with the reference engine)" in result.stdout
    assert "\n0 of " in result.stdout


def test_pytest_skips_it_and_says_why(path: Path) -> None:
    write(path, *LOCK, *DEAL, *PLAY)
    words = ["-q", "-rs", "-p", "no:cacheprovider", f"--rootdir={path.parent}", str(path)]
    run = subprocess.run([sys.executable, "-m", "pytest", *words], capture_output=True, text=True, check=True, cwd=path.parent)
    assert "nobody has confirmed this expectation" in run.stdout
    assert "1 skipped" in run.stdout


def test_what_is_unconfirmed_proves_no_clause(path: Path) -> None:
    write(path, *LOCK, *DEAL, *PLAY)
    suite = load_suite(scenarios=False)
    (scenario,) = load_files(suite, [path])
    suite.scenarios[scenario.id] = scenario
    profile = suite.profiles["nepali-games"]
    assert for_profile(suite, profile, [scenario]).derived == [scenario]
    assert all(not proof.scenarios for proof in proofs(suite, profile))
    assert for_profile(suite, suite.profiles["cardrulesplus"], [scenario]).normative == []


def test_the_end_of_a_deal_is_filled_in(path: Path) -> None:
    # Two aces against a two: both count 2, so the caller is matched, pays 25, and the other hand wins.
    words = (
        "--clause",
        "settle.caught.flat",
        "--title",
        "A call that is matched",
        "--dealer",
        "B",
        "--hands",
        "A: AS AH",
        "--hands",
        "B: 2S",
    )
    write(path, *words, "--pile", "KC", "--play", "A: call")
    end = "then: {ended: caught, caller: A, winner: B, totals: {A: 2, B: 2}, payments: {A: 25}, deltas: {A: -25, B: 25}}"
    assert path.read_text(encoding="utf-8").splitlines()[-2:] == ["  - {A: call}", end]


def test_a_numbered_deal_filler_turns_and_a_card_of_the_second_pack_pass_lint(tmp_path: Path) -> None:
    words = ("--clause", "cap.turns", "--title", "The cap: a “first” look", "--dealer", "A")
    assert write(tmp_path / "cap.yaml", *words, "--deal", "7", "--players", "3", "--play", "fill: 200").exit_code == 0
    hands = ("--hands", "A: KS KS', B: 2S 3S", "--pile", "XR'", "--dealer", "B", "--play", "A: discard KS KS'")
    written = write(
        tmp_path / "two.yaml", "--profile", "pagat-yaniv-two-packs", "--clause", "discard.set", "--title", "Two kings of spades", *hands
    )
    assert written.exit_code == 0, written.output
    for path in tmp_path.iterdir():
        assert dhumbal("lint", path).stdout == f"{path}:6:14: {MESSAGE}\n"


def test_in_a_checkout_the_file_goes_where_its_id_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "spec" / "rules").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert dhumbal("new", *LOCK, *DEAL, *PLAY).exit_code == 0
    path = tmp_path / "scenarios" / "nepali-games" / "take" / "a-card-taken-stays-in-hand.yaml"
    assert "id: nepali-games/take/a-card-taken-stays-in-hand\n" in path.read_text(encoding="utf-8")
    assert dhumbal("lint", path).stdout.count("\n") == 1


def test_outside_a_checkout_a_file_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = dhumbal("new", *LOCK, *DEAL, *PLAY)
    assert result.exit_code == 2
    assert "say with --output FILE where the scenario goes" in result.stderr


def test_no_file_is_overwritten(path: Path) -> None:
    path.write_text("mine")
    result = write(path, *LOCK, *DEAL, *PLAY)
    assert result.exit_code == 2
    assert f"there is already {path}" in result.stderr
    assert path.read_text() == "mine"


def test_everything_that_is_missing_is_named_at_once_in_a_pipe(path: Path) -> None:
    result = write(path, "--title", "A card taken stays in hand")
    assert result.exit_code == 2
    assert [line.split(",")[0].strip() for line in result.stderr.splitlines() if line.startswith("  --")] == [
        "--clause",
        "--dealer",
        "--hands",
        "--upcard for a real deal",
        "--play",
    ]
    assert not path.exists()


def test_what_is_missing_is_asked_for_on_a_terminal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "on_terminal", lambda: True)
    hands = ["A KS", "A: KS 2H 3H 4H 5H", "B: AS 2S 3S 9S 9H", ""]
    steps = ["A: take KC", "A: discard KC", "A: discard KS", "draw", "B: draw stock", ""]
    answers = ["take.lokc", "take.lock", "A card taken stays in hand", *hands, "", "KC", "", *steps]
    result = dhumbal("new", "--output", path, answers="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "did you mean take.lock?" in result.output
    assert "Dealer [B]" in result.output
    assert path.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            (*LOCK, *DEAL, "--play", "A: take KC", "--play", "A: disacrd KC"),
            "--play 'A: disacrd KC': 'disacrd KC' is not an action (did you",
        ),
        ((*LOCK, *DEAL, "--play", "A: take 1C"), "--play 'A: take 1C': '1C' is not a card (did you mean AC?)"),
        ((*LOCK, *DEAL, "--play", "take KC"), "--play 'take KC': a step has its player first"),
        ((*LOCK, *DEAL, "--play", "fill: 300"), "--play 'fill: 300': a deal does not have 300 turns (it has at most 200)"),
        (
            (*LOCK, *DEAL, "--play", "fill: 150", "--play", "fill: 150"),
            "--play 'fill: 150': the action in a filler turn of A is refused turn.over",
        ),
        ((*LOCK, "--hands", "A: KS, B: 2S", "--upcard", "KC", *PLAY), "--hands: A has 1 cards, but a deal gives each player 5 (for hands"),
        ((*LOCK, "--hands", "A: KS, A: 2S", "--pile", "KC", *PLAY), "--hands names A twice"),
        ((*LOCK, "--hands", "KS 2S", "--pile", "KC", *PLAY), "--hands 'KS 2S': a hand has its player first"),
        ((*LOCK, "--hands", "A: KS, B: KS", "--pile", "KC", *PLAY), "--hands: KS is named twice"),
        ((*LOCK[2:], "--clause", "take.lokc", *DEAL, *PLAY), "--clause: there is no clause 'take.lokc' (did you mean take.lock?)"),
        (("--title", "Short", *LOCK[:2], *LOCK[4:], *DEAL, *PLAY), "--title: title is shorter than 8 characters"),
        ((*LOCK[:4], "--dealer", "D", *DEAL, *PLAY), "--dealer: there is no player 'D' (the players are A, B)"),
        ((*LOCK[:4], "--dealer", "A", "--hands", "A: KS", "--pile", "KC", *PLAY[:2]), "such a deal is refused setup.players"),
    ],
)
def test_what_is_wrong_is_told_by_its_option_and_nothing_is_written(path: Path, words: tuple[str, ...], message: str) -> None:
    result = write(path, *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not path.exists()
