"""Finds the files that the harness ships with: in a checkout, or inside the installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """The directory that holds `spec/` and `scenarios/`."""
    for place in (_PACKAGE / "data", *_PACKAGE.parents):
        if (place / "spec").is_dir() and (place / "scenarios").is_dir():
            return place
    raise FileNotFoundError("the directories spec and scenarios are missing from this installation")


def bundle() -> Path:
    """The file in which the suite is kept as it was read: in the installed package, or among what is built from a checkout."""
    packed = root() == _PACKAGE / "data"
    return root() / "suite.bundle" if packed else root() / "build" / "suite.bundle"


def spec() -> Path:
    """The directory of the rules, profiles, rulings and schemas."""
    return root() / "spec"


def scenarios() -> Path:
    """The directory of the scenarios, one directory a profile."""
    return root() / "scenarios"
