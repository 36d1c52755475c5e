"""The canonical game's scenarios, which every adapter in another language has to pass."""

from __future__ import annotations

from functools import cache

from dhumbal_conformance.model import Scenario, Suite
from dhumbal_conformance.suite import load_suite

PROFILE = "nepali-games"
TIMEOUT_SCALE = 5
"""A busy machine may start an engine slowly."""


@cache
def suite() -> Suite:
    return load_suite()


def canonical() -> list[Scenario]:
    return [scenario for scenario in suite().scenarios.values() if scenario.profile == PROFILE]
