"""Checks files, and without files the whole suite and whether it proves all of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os.path import isdir
from pathlib import Path

from dhumbal_conformance import data
from dhumbal_conformance.coverage import gaps
from dhumbal_conformance.loader.files import gather, yaml_files
from dhumbal_conformance.loader.nodes import collecting
from dhumbal_conformance.loader.profiles import parameter_names
from dhumbal_conformance.loader.rulebook import Chapter, check_parameters, english_rules, read_chapter, read_chapters
from dhumbal_conformance.loader.summaries import wrong_summaries
from dhumbal_conformance.loader.translations import LANGUAGES, read_translation, rules_in, wrong_translations
from dhumbal_conformance.loader.words import wrong_words
from dhumbal_conformance.model import Place, Problem, Suite


def lint(paths: Sequence[Path] = ()) -> list[Problem]:
    """Everything wrong with the files and directories named; without any, with the whole suite."""
    return lint_files(paths) if paths else lint_suite()


def lint_suite() -> list[Problem]:
    """Everything wrong with the suite; what is missing from it only when nothing else is wrong."""
    suite, problems = gather([data.spec(), data.scenarios()], validate=True)
    problems += unconfirmed(suite) + wrong_words() + wrong_summaries(suite.profiles.values())
    if suite.clauses:
        problems += wrong_translations(read_chapters())
    if problems:
        return problems
    return [problem for profile in suite.profiles.values() for problem in gaps(suite, profile)]


def lint_files(paths: Sequence[Path]) -> list[Problem]:
    """Everything wrong with files: chapters of the rules by their names `*.md`, whatever else by its keys."""
    chapters = list(_chapters(paths))
    suite, problems = gather([path for path in paths if path not in chapters], validate=True)
    problems += unconfirmed(suite) + wrong_summaries(suite.profiles.values())
    problems += [Problem(Place(path), "there is nothing to check in this directory") for path in paths if _is_bare(path)]
    for path in chapters:
        if path.resolve().parent == english_rules():
            continue  # Every suite has read them already.
        with collecting(problems):
            problems += check_parameters(_read(path).clauses, parameter_names())
    return problems


def _read(path: Path) -> Chapter:
    """A chapter; one of the translations beside what it translates."""
    folder, sources = path.resolve().parent, {chapter.path.name: chapter for chapter in read_chapters()}
    is_translation = path.name in sources and any(folder == rules_in(language) for language in LANGUAGES)
    return read_translation(path, sources[path.name]) if is_translation else read_chapter(path)


def unconfirmed(suite: Suite) -> list[Problem]:
    """Scenarios whose expectation a program has filled in, and that prove nothing until somebody has worked it out."""
    return [scenario.unconfirmed for scenario in suite.scenarios.values() if scenario.unconfirmed]


def _is_bare(path: Path) -> bool:
    """Whether this is a directory without any file of the suite."""
    return isdir(path) and not any(yaml_files([path])) and not any(_chapters([path]))


def _chapters(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named that are Markdown, and the chapters below the directories named."""
    for path in paths:
        if isdir(path):
            yield from sorted(path.rglob("[0-9][0-9]-*.md"))
        elif path.suffix == ".md":
            yield path
