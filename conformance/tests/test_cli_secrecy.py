"""The command `dhumbal secrecy`: what it tells, in how much room, and its exit codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance.cli import main, screen
from dhumbal_conformance.cli.secrecy import name_column, side_by_side
from dhumbal_conformance.reference import JSON, ReferenceEngine
from leaking_engines import Limited, ShowsTheNextCard


class NoViews(Limited):
    def __init__(self) -> None:
        super().__init__(observe=["referee"])


class Breaks(ReferenceEngine):
    def observe(self, game: str, **params: Any) -> JSON:
        raise RuntimeError("no view today")


def secrecy(*words: str) -> Result:
    return CliRunner().invoke(main, ["secrecy", *words], catch_exceptions=False)


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch) -> Callable[[type], str]:
    """Names an engine of this module on the command line."""
    monkeypatch.setitem(sys.modules, "leaking_engines", sys.modules[__name__])
    return lambda engine: f"python:leaking_engines:{engine.__name__}"


def test_the_command_tells_that_nothing_differs() -> None:
    result = secrecy("--pairs", "12", "--profile", "doumebash")
    assert result.exit_code == 0
    assert "✓ 12 pairs compared, and none told apart" in result.stdout


def test_the_command_shows_a_difference_side_by_side_and_how_to_see_it_again(spec: Callable[[type], str]) -> None:
    result = secrecy("--pairs", "60", "--engine", spec(ShowsTheNextCard))
    assert result.exit_code == 1
    assert "pairs were told apart" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80 or "again" in max(result.stdout.splitlines(), key=len)
    number = result.stdout.split("✗ pair ")[1].split(":")[0]
    again = secrecy("--seed", number, "--pairs", "1", "--engine", spec(ShowsTheNextCard))
    assert again.stdout.split("✗ pair ")[1].split("again")[0] == result.stdout.split("✗ pair ")[1].split("again")[0]
    assert "observe.state.next" in again.stdout


@pytest.mark.parametrize(
    ("engine", "code", "said"), [(NoViews, 5, "does not offer observe player"), (Breaks, 1, "broke at pair 7: internal")]
)
def test_the_command_says_why_nothing_was_compared(spec: Callable[[type], str], engine: type, code: int, said: str) -> None:
    result = secrecy("--seed", "7", "--pairs", "3", "--engine", spec(engine))
    assert result.exit_code == code
    assert said in result.output


class Interrupted(ShowsTheNextCard):
    """Ctrl-C comes while some deal is dealt."""

    stops = 30

    def new(self, **params: Any) -> JSON:
        self.stops -= 1
        if not self.stops:
            raise KeyboardInterrupt
        return super().new(**params)


class InterruptedButTight(Interrupted):
    def observe(self, game: str, **params: Any) -> JSON:
        return ReferenceEngine.observe(self, game, **params)


class InterruptedAtOnce(Interrupted):
    stops = 1


@pytest.mark.parametrize(
    ("engine", "end"),
    [
        (Interrupted, r"✗ \d+ of \d+ pairs (was|were) told apart\n! interrupted after \d+ pairs\n"),
        (InterruptedButTight, r"! interrupted after \d+ pairs, none told apart\n"),
        (InterruptedAtOnce, r"! interrupted after 0 pairs\n"),
    ],
)
def test_an_interrupt_is_told_with_how_many_pairs_were_compared(spec: Callable[[type], str], engine: type, end: str) -> None:
    result = secrecy("--seed", "3", "--pairs", "500", "--engine", spec(engine))
    assert result.exit_code == 130
    assert re.search(rf"\n{end}\Z", result.stdout), result.stdout
    assert "✓" not in result.stdout


def test_one_pair_is_told_as_one() -> None:
    result = secrecy("--seed", "9", "--pairs", "1")
    assert ", pair 9\n" in result.stdout
    assert "✓ 1 pair compared, and none told apart" in result.stdout


def test_the_command_has_exit_codes_for_what_it_cannot_start() -> None:
    assert secrecy("--engine", "python:no_such_module:Engine").exit_code == 3
    assert secrecy("--engine", "python:a:B", "--", "node").exit_code == 2
    assert secrecy("--profile", "pagat").exit_code == 2
    assert secrecy("--pairs", "0").exit_code == 2


NAMES = ["legal.actions", "* discard pile", "observe.state.what_everybody_holds.in_the_stock", "after A: draw stock.accepted"]


@pytest.mark.parametrize("wide", [60, 80, 200])
def test_names_beside_the_cards_are_folded_between_their_words_and_all_fits_into_the_terminal(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "columns", lambda: wide)
    rows = [(name, "KS KH AD AC AH 2D", "4C TC 2S 3D 5H 2D 9H KD") for name in NAMES]
    lines = list(side_by_side(rows, names := name_column(rows)))
    assert max(map(len, lines)) <= min(wide, 80)
    told = [line[:names].strip() for line in lines]
    for word in re.findall(r"[\w*:]+", " ".join(NAMES)):
        assert any(word in line.replace(".", " ").split() for line in told), word
    assert "KS KH AD" in lines[0]
    assert "4C TC" in lines[0]


def test_a_name_without_any_end_leaves_the_cards_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "columns", lambda: 60)
    rows = [("x" * 500, "KS KH", "4C TC")]
    lines = list(side_by_side(rows, name_column(rows)))
    assert max(map(len, lines)) <= 60
    assert sum(line.count("x") for line in lines) == 500
    assert lines[0].split()[1:] == ["KS", "KH", "4C", "TC"]
