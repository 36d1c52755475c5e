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


def spec() -> Path:
    """The directory of the rules, profiles, rulings and schemas."""
    return root() / "spec"


def scenarios() -> Path:
    """The directory of the scenarios, one directory a profile."""
    return root() / "scenarios"
