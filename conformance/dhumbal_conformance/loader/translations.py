"""Reads the rules in other languages, `spec/rules/<language>/NN-name.md`, and sees whether they still say what the English ones say.

A translated chapter has the parts of the English one, in the same order. It begins with its title and a line such as `<!-- translates
3f2a91c04b7d -->`, and a clause begins with a line such as `§ call.limit 9d1e03f7a2c4`: both numbers are the beginning of a checksum of the
English text that was translated. When that text changes, the translation is stale, and `dhumbal lint` says so until it is looked at again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from dhumbal_conformance import data
from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.loader.nodes import collecting, reporting
from dhumbal_conformance.loader.rulebook import Block, Chapter, ChapterReader, Heading, Paragraph, checksum, paragraphs
from dhumbal_conformance.loader.templates import names_in_text
from dhumbal_conformance.loader.yaml_source import read_text
from dhumbal_conformance.model import BadFiles, Clause, Place, Problem

SOURCE = "en"
LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский", "pt": "Português", "ne": "नेपाली"}
"""Every language of the rules by its code, in its own name."""
DIGITS = 12
"""How many digits of a checksum a translation notes."""

_MARKER = re.compile(r"§ (?P<id>\S+) (?P<sum>[0-9a-f]{12})")
_TRANSLATES = re.compile(r"<!-- translates (?P<sum>[0-9a-f]{12}) -->")


def translated(chapters: Iterable[Chapter], language: str) -> list[Chapter]:
    """The chapters in a language: numbers, conditions and levels of the clauses as in English, the words from the translation.

    Raises `BadFiles` with everything that is missing, stale, or not as in English.
    """
    found, english = list[Chapter](), list(chapters)
    if language == SOURCE:
        return english
    directory = rules_in(language)
    with reporting() as problems:
        problems += surplus(directory, english)
        for chapter in english:
            with collecting(problems):
                found.append(read_translation(directory / chapter.path.name, chapter))
    return found


def rules_in(language: str) -> Path:
    """The directory of the rules in a language."""
    return data.spec() / "rules" / language


def surplus(directory: Path, chapters: Iterable[Chapter]) -> list[Problem]:
    """The files that translate no chapter."""
    names = {chapter.path.name for chapter in chapters}
    return [
        Problem(
            Place(path), "there is no such chapter in English", "delete the file, or give it the name of the chapter that it translates"
        )
        for path in sorted(directory.glob("*.md"))
        if path.name not in names
    ]


def wrong_translations(chapters: Iterable[Chapter]) -> list[Problem]:
    """What is wrong with the rules in any language."""
    english, problems = list(chapters), list[Problem]()
    for language in LANGUAGES:
        with collecting(problems):
            translated(english, language)
    return problems


def read_translation(path: Path, source: Chapter) -> Chapter:
    """One translated chapter; raises `BadFiles` with everything wrong in it."""
    if not path.exists():
        raise BadFiles([Problem(Place(path), "this chapter is not translated", f"it translates {source.path.name}")])
    reader = _TranslationReader(path, source)
    for line, text in paragraphs(read_text(path)):
        with collecting(reader.problems):
            reader.read(line, text)
    chapter = reader.chapter()
    if problems := compared(path, source.blocks, chapter.blocks):
        raise BadFiles(problems)
    return chapter


def words_sum(chapter: Chapter) -> str:
    """The checksum of what stands in a chapter besides its clauses: title, headings, prose and notes."""
    words = [chapter.title, *(block.text for block in chapter.blocks if not isinstance(block, Clause))]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:DIGITS]


class _TranslationReader(ChapterReader):
    """Reads a translated chapter beside the English one."""

    def __init__(self, path: Path, source: Chapter) -> None:
        super().__init__(path, source.number)
        self.source = source
        self.sources = {clause.id: clause for clause in source.clauses}
        self.is_current = False

    def read(self, line: int, lines: list[str]) -> None:
        """One paragraph; a comment notes what was translated."""
        if lines[0].startswith("<!--"):
            self.note(line, lines[0])
        else:
            super().read(line, lines)

    def note(self, line: int, comment: str) -> None:
        """The checksum of the words outside the clauses."""
        found, current = _TRANSLATES.fullmatch(comment), words_sum(self.source)
        self.is_current = True
        if found is None or found["sum"] != current:
            hint = f"look at {self.source.path.name} again, then write <!-- translates {current} -->"
            raise self.wrong(line, "the words outside the clauses are stale", hint)

    def clause(self, place: Place, marker: str, text: str) -> Clause:
        """A translated clause, with all but its words from the English one."""
        found = _MARKER.fullmatch(marker)
        if found is None:
            raise self.wrong(place.line, "this line does not begin a translated clause", "as in `§ call.limit 9d1e03f7a2c4`")
        if (source := self.sources.get(found["id"])) is None:
            raise self.wrong(place.line, f"there is no clause {found['id']} in this chapter", guess(found["id"], self.sources, "there are"))
        current = checksum(source)[:DIGITS]
        if found["sum"] != current:
            self.problems.append(
                Problem(
                    place,
                    f"the translation of {source.id} is stale: the English text has changed",
                    f"translate it again, then write § {source.id} {current}",
                )
            )
        self.clauses += 1
        return source._replace(text=text, chapter=self.title, place=place)

    def chapter(self) -> Chapter:
        """What was read, which says what it translates."""
        if not self.is_current:
            hint = f"write <!-- translates {words_sum(self.source)} --> below the title"
            self.problems.append(Problem(Place(self.path), "the chapter does not say what it translates", hint))
        return super().chapter()


def compared(path: Path, source: Iterable[Block], found: Iterable[Block]) -> list[Problem]:
    """Where the parts of a translated chapter differ from the English ones."""
    wanted, got = [kind_of(block) for block in source], [kind_of(block) for block in found]
    if wanted != got:
        at = next((number for number, pair in enumerate(zip(wanted, got, strict=False)) if pair[0] != pair[1]), min(len(wanted), len(got)))
        expected, actual = (kinds[at] if at < len(kinds) else "the end" for kinds in (wanted, got))
        return [Problem(Place(path), f"part {at + 1} of the chapter must be {expected}, as in English, and is {actual}")]
    problems: list[Problem] = []
    for english, translation in zip(source, found, strict=True):
        if isinstance(english, Clause) and isinstance(translation, Clause):
            problems += same_names(english, translation)
    return problems


def kind_of(block: Block) -> str:
    """What a part of a chapter is."""
    if isinstance(block, Heading):
        return f"a heading of depth {block.depth}"
    return f"a paragraph ({block.kind})" if isinstance(block, Paragraph) else f"the clause {block.id}"


def same_names(source: Clause, found: Clause) -> list[Problem]:
    """A translated text depends on the parameters that the English text depends on, and on no other."""
    wanted, named = names_in_text(source.text), names_in_text(found.text)
    missing, extra = wanted - named, named - wanted
    told = [f"leaves out {name}" for name in sorted(missing)] + [f"names {name}, which the English text does not" for name in sorted(extra)]
    return [Problem(found.place, f"the translation of {found.id} {what}") for what in told]
