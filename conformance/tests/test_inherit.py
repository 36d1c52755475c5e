"""Which scenarios of another rule system bind a profile, and which are only compared."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from dhumbal_conformance.inherit import Selection, for_profile
from dhumbal_conformance.model import Profile, Suite
from dhumbal_conformance.suite import load_suite


@cache
def suite() -> Suite:
    return load_suite()


def house(base: str, **changes: Any) -> Profile:
    """A profile that extends a shipped one; `call_limit=7` changes call.limit."""
    profile = suite().profiles[base]
    parameters = profile.parameters | {name.replace("_", "."): value for name, value in changes.items()}
    return profile._replace(id="our-table", parameters=parameters, bases=(base, *profile.bases))


def selected(profile: Profile) -> Selection:
    return for_profile(suite(), profile, suite().scenarios.values())


def ids(scenarios: list[Any]) -> set[str]:
    return {scenario.id for scenario in scenarios}


def test_a_profile_that_changes_nothing_is_bound_by_all() -> None:
    selection = selected(house("nepali-games"))
    assert len(selection.normative) == sum(scenario.profile == "nepali-games" for scenario in suite().scenarios.values())
    assert not selection.derived


@pytest.mark.parametrize(
    ("changes", "bound", "compared"),
    [
        ({"call_limit": 7}, "nepali-games/deal/singly-to-six", "nepali-games/call/k-pair-worked-example"),
        ({"settle_caught_amount": 30}, "nepali-games/take/lock-is-on-the-card", "nepali-games/call/k-pair-worked-example"),
        ({"take_lock": False}, "nepali-games/deal/singly-to-six", "nepali-games/take/lock-is-on-the-card"),
    ],
)
def test_what_rests_on_a_changed_parameter_is_only_compared(changes: dict[str, Any], bound: str, compared: str) -> None:
    selection = selected(house("nepali-games", **changes))
    assert bound in ids(selection.normative)
    assert compared in ids(selection.derived)


def test_scenarios_with_another_pack_are_left_out() -> None:
    selection = selected(house("pagat-yaniv", pack_jokers=0))
    assert not selection.normative
    assert len(selection.left_out) == sum(scenario.profile == "pagat-yaniv" for scenario in suite().scenarios.values())


def test_a_profile_of_its_own_that_extends_none_is_bound_by_what_it_shares_with_any() -> None:
    profile = house("nepali-games")._replace(bases=())
    known = suite()._replace(profiles={**suite().profiles, profile.id: profile})
    selection = for_profile(known, profile, known.scenarios.values())
    assert "nepali-games/call/k-pair-worked-example" in ids(selection.normative)


def test_a_table_for_more_players_is_not_bound_by_smaller_ones() -> None:
    selection = selected(house("nepali-games", players_min=3))
    two = {scenario.id for scenario in suite().scenarios.values() if scenario.profile == "nepali-games" and len(scenario.seats) == 2}
    assert two
    assert not two & ids(selection.normative)
