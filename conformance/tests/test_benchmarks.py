"""The benchmark measures what it says: the work is done, entries take turns, and ratios are told right. Nothing here is timed."""

from __future__ import annotations

import pytest
from benchmarks import contest, contests, growth, play, processes, report, streams
from benchmarks.contest import Contest, Entry, Goal, Outcome

TWICE = Outcome(Contest("race", "steps", (), (Goal("we", "they", 3),)), {"we": [20.0, 40.0, 90.0], "they": [10.0, 20.0, 30.0]})


def test_entries_take_turns_and_the_first_round_does_not_count() -> None:
    order: list[str] = []

    def entry(name: str) -> Entry:
        def run() -> int:
            order.append(name)
            return len(list(range(10_000)))

        return Entry(name, lambda: run)

    held = contest.hold(Contest("race", "steps", (entry("a"), entry("b")), ()), 2)
    assert order == ["a", "b"] * 3
    assert [len(held.rates[name]) for name in "ab"] == [2, 2]


def test_a_peer_that_is_not_installed_is_left_out_and_told() -> None:
    def absent() -> contest.Run:
        raise ModuleNotFoundError("No module named 'chess'", name="chess")

    held = contest.hold(Contest("race", "steps", (Entry("chess", absent, "chess"),), (Goal("chess", "chess", 1),)), 1)
    assert held.missing == ["chess: chess is not installed (No module named 'chess')"]
    assert held.ratio(Goal("chess", "chess")) is None
    assert "Left out: chess" in "\n".join(report.contest_tables(report.outcome(held)))


def test_a_ratio_is_the_median_of_the_rounds_and_not_the_ratio_of_medians() -> None:
    assert TWICE.ratio(Goal("we", "they")) == 2
    assert TWICE.rate("we") == 40


def test_the_guard_names_what_is_below_its_goal() -> None:
    (text,) = report.failures(TWICE)
    assert "we does 2 times as much as the they" in text
    TWICE.rates["they"] = [1.0, 1.0, 1.0]
    assert not list(report.failures(TWICE))
    TWICE.rates["they"] = [10.0, 20.0, 30.0]


@pytest.mark.parametrize("kind", [play.asked, play.listed])
@pytest.mark.parametrize("players", [2, 6])
def test_random_play_makes_as_many_moves_as_are_asked_for(kind: play.Play, players: int) -> None:
    assert play.playing(kind, 500, players)()() >= 500


def test_perft_counts_what_the_tables_have() -> None:
    assert play.counting(3)()() == 58


@pytest.mark.parametrize("make", [streams.harness, streams.bare])
def test_round_trips_are_made(make: object) -> None:
    assert make(5)()() == 5  # type: ignore[operator]


def test_as_many_empty_tests_are_run_as_are_asked_for() -> None:
    assert processes.empty_tests(3)()() == 3


def test_copies_of_scenarios_have_ids_of_their_own() -> None:
    assert growth.measured("scenarios", 3)["seconds"] > 0
    assert growth.measured("deals", 3)["megabytes"] >= 0


def test_every_goal_is_of_entries_that_take_part() -> None:
    for held in (*contests.contests(1), *contests.guards()):
        names = {entry.name for entry in held.entries}
        assert all({goal.ours, goal.peer} <= names for goal in held.goals), held.name
