"""Loads everything normative, and selects scenarios from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from os.path import exists
from pathlib import Path

from dhumbal_conformance import data
from dhumbal_conformance.loader.bundle import kept
from dhumbal_conformance.model import Scenario, Suite


def load_suite(paths: Iterable[Path] | None = None, *, scenarios: bool = True, of: str = "", validate: bool | None = None) -> Suite:
    """The clauses, profiles and rulings of the suite, with its scenarios or what is in the files and directories named.

    `of` may name the profile whose scenarios are wanted, with those of the profiles that it extends. `validate` also checks files against
    their schema, which takes longer; it is done for files that are named, unless said otherwise. What the suite ships is read from its
    bundle. Raises `BadFiles` with every problem found.
    """
    if paths is None and not validate:
        return kept(read_shipped, lambda suite: family(suite, of) if scenarios else ())
    from dhumbal_conformance.loader.files import read_suite

    files = ([data.scenarios()] if scenarios else []) if paths is None else paths
    return read_suite(files, validate=validate is not False)


def read_shipped() -> Suite:
    """All that the suite ships, from its files."""
    from dhumbal_conformance.loader.files import read_suite  # which takes its time, and is seldom needed

    return read_suite([data.scenarios()], validate=False)


def family(suite: Suite, of: str) -> Collection[str]:
    """The profile of that name and those that it extends; all of them, if none has that name."""
    profile = suite.profiles.get(of)
    return (profile.id, *profile.bases) if profile else suite.profiles


def select(suite: Suite, patterns: Sequence[str]) -> list[Scenario]:
    """The scenarios that any of the patterns names, in the order of the suite; all of them without a pattern, none if nothing fits.

    A pattern is an id, a part of one (`k-pair`) or a glob (`*/call/*`), `clause:` with the id of a clause or a glob (`clause:take.*`), or
    the path of a file or directory. Whoever names a whole id does not mean others that it is a part of.
    """
    others = [pattern for pattern in patterns if pattern not in suite.scenarios]
    return [it for it in suite.scenarios.values() if not patterns or it.id in patterns or any(_selects(pattern, it) for pattern in others)]


def _selects(pattern: str, scenario: Scenario) -> bool:
    kind, _, name = pattern.partition(":")
    if kind == "clause":
        return any(fnmatchcase(clause, name) for clause in scenario.clauses)
    if fnmatchcase(scenario.id, pattern) or pattern in scenario.id:
        return True
    path = Path(pattern)
    return exists(path) and scenario.place.path.resolve().is_relative_to(path.resolve())
