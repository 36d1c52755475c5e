"""Reads the files of the suite, or such as somebody has named, and tells what kind each is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os.path import isdir
from pathlib import Path
from typing import Literal, TypeVar, get_args

from dhumbal_conformance import data
from dhumbal_conformance.loader.bundle import without_garbage_collection
from dhumbal_conformance.loader.expectations import expectations_in
from dhumbal_conformance.loader.nodes import collecting
from dhumbal_conformance.loader.profiles import RESERVED, parameter_names, read_profile, shipped_profiles
from dhumbal_conformance.loader.rulebook import check_parameters, clauses_of, read_chapters
from dhumbal_conformance.loader.rulings import read_ruling
from dhumbal_conformance.loader.scenario import read_scenario
from dhumbal_conformance.loader.schemas import check_schema
from dhumbal_conformance.loader.words import words_in
from dhumbal_conformance.loader.yaml_source import Source, read_yaml
from dhumbal_conformance.model import BadFiles, Problem, Profile, Ruling, Scenario, Suite

T = TypeVar("T", Profile, Ruling, Scenario)
FileKind = Literal["scenario", "profile", "ruling", "reserved-profiles", "expectations", "record", "perft", "words"]


def read_suite(paths: Iterable[Path], *, validate: bool) -> Suite:
    """The suite with what is in these files, all read anew; raises `BadFiles`."""
    suite, problems = gather(paths, validate=validate)
    if problems:
        raise BadFiles(problems)
    return suite


def load_files(suite: Suite, paths: Iterable[Path]) -> list[Scenario]:
    """The scenarios in files, checked against their schema and against a suite that is loaded already; raises `BadFiles`."""
    problems: list[Problem] = []
    found = _with_files(suite._replace(scenarios={}), paths, problems, validate=True)
    if problems:
        raise BadFiles(problems)
    return list(found.scenarios.values())


def gather(paths: Iterable[Path], *, validate: bool) -> tuple[Suite, list[Problem]]:
    """The suite with what is in these files; what is right, together with what is wrong."""
    problems: list[Problem] = []
    suite = Suite({}, {}, {}, {})
    with without_garbage_collection(), collecting(problems):
        suite = _with_files(load_spec(), paths, problems, validate=validate)
    return suite, problems


def load_spec() -> Suite:
    """The clauses, profiles and rulings, without scenarios."""
    clauses = clauses_of(read_chapters())
    problems = check_parameters(clauses.values(), parameter_names())
    spec = _with_files(Suite(clauses, {}, {}, {}), [*shipped_profiles(), *shipped_rulings()], problems, validate=False)
    if problems:
        raise BadFiles(problems)
    return spec


def shipped_rulings() -> list[Path]:
    """The files of the rulings."""
    return sorted((data.spec() / "rulings").glob("*.yaml"))


def _with_files(suite: Suite, paths: Iterable[Path], problems: list[Problem], *, validate: bool) -> Suite:
    """A suite with what is in these files besides: profiles first, since rulings name them, and scenarios name both."""
    sources = _sources(paths, problems, validate=validate)
    profiles = _read_all(sources["profile"], read_profile, problems)
    suite = suite._replace(profiles={**suite.profiles, **profiles})
    rulings = _read_all(sources["ruling"], lambda source: read_ruling(source, suite.clauses, suite.profiles), problems)
    suite = suite._replace(rulings={**suite.rulings, **rulings})
    # Neither expectations, which are about an engine, nor words are part of the suite; but what is wrong with them is told.
    for kind, read in _BESIDE.items():
        for source in sources[kind]:
            with collecting(problems):
                read(source)
    scenarios = _read_all(sources["scenario"], lambda source: read_scenario(source, suite), problems)
    return suite._replace(scenarios={**suite.scenarios, **scenarios})


_BESIDE: dict[FileKind, Callable[[Source], object]] = {"expectations": expectations_in, "words": words_in}


def _sources(paths: Iterable[Path], problems: list[Problem], *, validate: bool) -> dict[FileKind, list[Source]]:
    """The files by kind, as far as they can be read and fit their schema."""
    sources: dict[FileKind, list[Source]] = {kind: [] for kind in get_args(FileKind)}
    for path in yaml_files(paths):
        with collecting(problems):
            source = read_yaml(path)
            kind = kind_of(source)
            if validate:
                check_schema(source.root, kind)
            sources[kind].append(source)
    return sources


def yaml_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and the YAML files below the directories named, without what lies in hidden folders such as `.venv`."""
    for path in paths:
        if isdir(path):
            found = sorted(path.rglob("*.yaml"))
            yield from (file for file in found if not any(part.startswith(".") for part in file.relative_to(path).parts))
        else:
            yield path


def kind_of(source: Source) -> FileKind:
    """What a file holds, by its keys."""
    keys = source.root.items()
    if source.path.name == RESERVED:
        return "reserved-profiles"
    if "parameters" in keys:
        return "profile"
    if "expectations" in keys:
        return "expectations"
    if "deals" in keys:
        return "record"
    if "counts" in keys:
        return "perft"
    if "card.back" in keys:
        return "words"
    return "ruling" if "readings" in keys or "question" in keys else "scenario"


def _read_all(sources: Iterable[Source], read: Callable[[Source], T], problems: list[Problem]) -> dict[str, T]:
    """What `read` makes of each file, by id; what is wrong with the others goes to `problems`."""
    found: dict[str, T] = {}
    for source in sources:
        with collecting(problems):
            value = read(source)
            first = found.setdefault(value.id, value)
            if first is not value:
                raise source.root.wrong(f"the id {value.id} occurs twice", f"first at {first.place}")
    return found
