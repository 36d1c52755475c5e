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


HANDS = ("A: KS 2H 3H 4H 5H", "B: AS 2S 3S 9S 9H", "")
STEPS = ("A: take KC", "A: discard KC", "A: discard KS", "B: draw stock", "")
ANSWERS = {
    "clause": ("take.lock",),
    "title": ("A card taken stays in hand",),
    "upcard": ("KC",),
    "hands": HANDS,
    "dealer": ("",),
    "stock": ("",),
    "play": STEPS,
}
"""What somebody answers to each question, all of it right."""


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "on_terminal", lambda: True)


def answered(path: Path, *words: str, **instead: tuple[str, ...]) -> Result:
    """What comes of the answers, or of others in their place."""
    lines = [line for answers in {**ANSWERS, **instead}.values() for line in answers]
    return dhumbal("new", "--output", path, *words, answers="\n".join(lines) + "\n")


@pytest.mark.usefixtures("terminal")
def test_what_is_missing_is_asked_for_on_a_terminal(path: Path) -> None:
    result = answered(path)
    assert result.exit_code == 0, result.output
    assert "Dealer [B]" in result.output
    assert "Error" not in result.output
    assert path.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("question", "wrong", "message"),
    [
        ("clause", "take.lokc", "there is no clause 'take.lokc'; did you mean take.lock?"),
        ("clause", "take.any", "the clause take.any does not apply in nepali-games"),
        ("title", "A card!", "title is shorter than 8 characters"),
        ("upcard", "KX", "'KX' is not a card"),
        ("upcard", "KC KD", "the upcard is one card, not 2"),
        ("upcard", "XR", "XR is not in the pack of nepali-games"),
        ("hands", "A KS", "a hand has its player first"),
        ("hands", "A: KS 2H 3H 4H 5X", "'5X' is not a card"),
        ("hands", "A: KS 2H 3H 4H", "A has 4 cards, but a deal gives each player 5"),
        ("hands", "A: KC 2H 3H 4H 5H", "KC is named twice"),
        ("dealer", "D", "there is no player 'D' (the players are A, B)"),
        ("stock", "KC", "KC is named twice"),
        ("play", "draw", "a step has its player first"),
        ("play", "A: tke KC", "'tke KC' is not an action"),
        ("play", "fill: 300", "a deal does not have 300 turns"),
        ("play", "", "nothing is played yet"),
    ],
)
def test_a_wrong_answer_is_told_at_once_and_asked_for_again(path: Path, question: str, wrong: str, message: str) -> None:
    result = answered(path, **{question: (wrong, *ANSWERS[question])})
    assert result.exit_code == 0, result.output
    (told,) = (line for line in result.output.splitlines() if line.startswith("Error: "))
    assert message in told
    assert path.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.usefixtures("terminal")
def test_hands_are_asked_for_until_there_are_enough_for_a_deal(path: Path) -> None:
    result = answered(path, hands=("", HANDS[0], "", *HANDS[1:]))
    assert "Error: nobody has a hand yet" in result.output
    assert "Error: such a deal is refused setup.players" in result.output
    assert path.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.usefixtures("terminal")
def test_a_position_is_asked_for_where_there_is_no_upcard(path: Path) -> None:
    steps = ("A: call", "")
    result = answered(path, upcard=("", "5X", "KC"), hands=("A: AS", "B: none", ""), play=steps)
    assert "Error: '5X' is not a card" in result.output
    assert "  pile: KC\n" in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("terminal")
def test_a_numbered_deal_needs_a_dealer_and_a_play(path: Path) -> None:
    words = ("--deal", "0", "--players", "3")
    result = answered(path, *words, upcard=(), hands=(), stock=(), dealer=("D", "C"), play=("A: draw", "fill: 3", ""))
    assert result.exit_code == 0, result.output
    assert "Error: there is no player 'D' (the players are A, B, C)" in result.output
    assert "  - {fill: 3, turns: 3, next: A}\n" in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("terminal")
def test_nothing_is_asked_when_the_file_is_there_already(path: Path) -> None:
    path.write_text("mine")
    result = answered(path)
    assert result.exit_code == 2
    assert "Clause" not in result.output
    assert f"there is already {path}" in result.stderr


@pytest.mark.usefixtures("terminal")
def test_another_title_is_asked_for_when_the_file_of_that_name_is_there_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "spec" / "rules").mkdir(parents=True)
    folder = tmp_path / "scenarios" / "nepali-games" / "take"
    folder.mkdir(parents=True)
    (folder / "a-card-stays.yaml").write_text("mine")
    monkeypatch.chdir(tmp_path)
    lines = [line for answers in {**ANSWERS, "title": ("A card stays", *ANSWERS["title"])}.values() for line in answers]
    result = dhumbal("new", answers="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    assert "a-card-stays.yaml; the file is called after the title" in result.output
    assert (folder / "a-card-taken-stays-in-hand.yaml").exists()


@pytest.mark.usefixtures("terminal")
def test_an_option_that_is_wrong_is_told_before_the_first_question(path: Path) -> None:
    result = answered(path, "--hands", "A: KS, B: 5X")
    assert (result.exit_code, "Clause" in result.output) == (2, False)
    assert "'5X' is not a card" in result.stderr


@pytest.mark.usefixtures("terminal")
def test_whoever_leaves_off_in_between_has_written_nothing(path: Path) -> None:
    result = dhumbal("new", "--output", path, answers="take.lock\n")
    assert result.exit_code == 130
    assert result.stderr.endswith("nothing was written\n")
    assert not path.exists()


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
