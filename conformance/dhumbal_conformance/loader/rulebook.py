"""Reads the rules, `spec/rules/<language>/NN-name.md`, chapter by chapter and clause by clause.

A clause begins with a line such as `§ call.limit MUST if call.limit; refuses` and ends before the next clause, note or heading. After
the level it may say when it applies (`if`), that actions are refused in its name (`refuses`), which version brought it (`since 0.2.0`),
and why no scenario can prove it (`untestable:`, up to the end of the line).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dhumbal_conformance import data
from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.loader.nodes import collecting, reporting
from dhumbal_conformance.loader.templates import names_in_condition, names_in_text, wrong_with_condition, wrong_with_text
from dhumbal_conformance.loader.yaml_source import read_text
from dhumbal_conformance.model import BadFiles, Clause, Place, Problem

FIRST_VERSION = "0.1.0"
"""The version that brought every clause that does not say `since`."""

_FILE = re.compile(r"(\d\d)-[a-z-]+")
_ID = r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+"
_MARKER = re.compile(
    rf"§ (?P<id>{_ID}) (?P<level>MUST|MAY)(?: if (?P<condition>[^;]+))?(?P<refuses>; refuses)?"
    r"(?:; since (?P<since>\d+(?:\.\d+)*))?(?:; untestable: (?P<untestable>.+))?"
)


class Heading(NamedTuple):
    """A heading within a chapter; the chapter's own is its title."""

    text: str
    depth: int


class Paragraph(NamedTuple):
    """Text that belongs to no clause; a `note` explains and is set apart."""

    text: str
    kind: Literal["prose", "note"]


Block = Heading | Paragraph | Clause


class Chapter(NamedTuple):
    """One file of the rules; `blocks` are its parts in their order."""

    number: int
    title: str
    path: Path
    blocks: tuple[Block, ...]

    @property
    def clauses(self) -> list[Clause]:
        """The clauses in their order."""
        return [block for block in self.blocks if isinstance(block, Clause)]


def read_chapters(directory: Path | None = None) -> list[Chapter]:
    """All chapters of a rule book, the English one unless another directory is named; raises `BadFiles` with everything wrong."""
    chapters: list[Chapter] = []
    with reporting() as problems:
        for path in sorted((directory or english_rules()).glob("*.md")):
            with collecting(problems):
                chapters.append(read_chapter(path))
        problems += _repeated_ids(chapters)
    return chapters


def english_rules() -> Path:
    """The directory of the rules that all translations translate."""
    return data.spec() / "rules" / "en"


def clauses_of(chapters: Iterable[Chapter]) -> dict[str, Clause]:
    """The clauses of chapters by id, in the order of the rules."""
    return {clause.id: clause for chapter in chapters for clause in chapter.clauses}


def _repeated_ids(chapters: Iterable[Chapter]) -> list[Problem]:
    first: dict[str, Clause] = {}
    problems = []
    for clause in (clause for chapter in chapters for clause in chapter.clauses):
        if first.setdefault(clause.id, clause) is not clause:
            problems.append(Problem(clause.place, f"the clause {clause.id} occurs twice", f"first at {first[clause.id].place}"))
    return problems


def read_chapter(path: Path) -> Chapter:
    """One chapter; raises `BadFiles` with everything wrong in it."""
    name = _FILE.fullmatch(path.stem)
    if name is None:
        raise BadFiles([Problem(Place(path), "the file name of a chapter is two digits and a name", "as in 07-discard.md")])
    reader = ChapterReader(path, int(name[1]))
    for line, text in paragraphs(read_text(path)):
        with collecting(reader.problems):
            reader.read(line, text)
    return reader.chapter()


def paragraphs(text: str) -> Iterable[tuple[int, list[str]]]:
    """Lines that stand together, with the number of the first."""
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            lines.append(line.strip())
        elif lines:
            yield number - len(lines), lines
            lines = []


class ChapterReader:
    """Sorts the paragraphs of one file into blocks."""

    def __init__(self, path: Path, number: int) -> None:
        self.path = path
        self.number = number
        self.title = ""
        self.blocks: list[Block] = []
        self.clauses = 0
        self.problems: list[Problem] = []

    def chapter(self) -> Chapter:
        """What was read."""
        if not self.title:
            self.problems.append(Problem(Place(self.path), "the chapter has no title", "begin it with a line such as `# The call`"))
        for block in self.blocks:
            if isinstance(block, Clause):
                self.check_text(block)
        if self.problems:
            raise BadFiles(self.problems)
        return Chapter(self.number, self.title, self.path, tuple(self.blocks))

    def read(self, line: int, lines: list[str]) -> None:
        """One paragraph, which begins in this line."""
        text = " ".join(lines)
        if lines[0].startswith("#"):
            self.heading(line, lines)
        elif lines[0].startswith(">"):
            self.blocks.append(Paragraph(" ".join(part.lstrip("> ") for part in lines), "note"))
        elif lines[0].startswith("§"):
            self.blocks.append(self.clause(Place(self.path, line), lines[0], " ".join(lines[1:])))
        else:
            self.prose(line, text)

    def heading(self, line: int, lines: list[str]) -> None:
        """The title, or a heading below it."""
        if len(lines) > 1:
            raise self.wrong(line + 1, "a heading stands alone", "put an empty line after it")
        depth = len(lines[0]) - len(lines[0].lstrip("#"))
        text = lines[0].lstrip("# ")
        if depth > 1:
            self.blocks.append(Heading(text, depth))
        elif self.title:
            raise self.wrong(line, "a chapter has one title", "use `##` for a heading within it")
        else:
            self.title = text

    def clause(self, place: Place, marker: str, text: str) -> Clause:
        """A clause from its marker line and the lines below it."""
        found = _MARKER.fullmatch(marker)
        if found is None:
            raise self.wrong(place.line, "this line does not begin a clause properly", _marker_hint(marker))
        if found["condition"] and (wrong := wrong_with_condition(found["condition"])):
            raise self.wrong(place.line, *wrong)
        self.clauses += 1
        return Clause(
            id=found["id"],
            number=f"{self.number}.{self.clauses}",
            level="MUST" if found["level"] == "MUST" else "MAY",
            text=text,
            condition=found["condition"] or "",
            refuses=found["refuses"] is not None,
            untestable=found["untestable"] or "",
            since=found["since"] or FIRST_VERSION,
            chapter=self.title,
            place=place,
        )

    def check_text(self, clause: Clause) -> None:
        """There is a text, and its templates can be read."""
        if not clause.text:
            self.problems.append(Problem(clause.place, f"the clause {clause.id} has no text"))
        elif wrong := wrong_with_text(clause.text):
            message, hint = wrong
            self.problems.append(Problem(clause.place, f"in the clause {clause.id} {message}", hint))

    def prose(self, line: int, text: str) -> None:
        """A further paragraph of the clause above it, or text before the first clause under a heading."""
        above = self.blocks[-1] if self.blocks else None
        if isinstance(above, Clause):
            self.blocks[-1] = above._replace(text=f"{above.text}\n\n{text}")
        elif isinstance(above, Paragraph) and above.kind == "note" and self.clauses:
            raise self.wrong(line, "this paragraph belongs to no clause", "move it before the note, or begin a clause for it")
        else:
            self.blocks.append(Paragraph(text, "prose"))

    def wrong(self, line: int, message: str, hint: str = "") -> BadFiles:
        """The error to raise about a line."""
        return BadFiles([Problem(Place(self.path, line), message, hint)])


def _marker_hint(marker: str) -> str:
    words = marker.split()
    if not re.fullmatch(_ID, words[1] if len(words) > 1 else ""):
        return "after § comes an id of small letters with a dot in it, as in `§ call.limit MUST`"
    if len(words) < 3 or words[2].rstrip(";") not in ("MUST", "MAY"):
        return "after the id comes MUST or MAY"
    return "after the level come, in this order: `if CONDITION`; refuses; since VERSION; untestable: REASON"


def parameters_of(clause: Clause) -> set[str]:
    """The parameters that a clause names, in its condition or its text."""
    return names_in_condition(clause.condition) | names_in_text(clause.text)


def check_parameters(clauses: Iterable[Clause], known: Iterable[str]) -> list[Problem]:
    """Clauses that name a parameter which no profile has."""
    names = list(known)
    return [
        Problem(clause.place, f"the clause {clause.id} names the parameter {name!r}, which does not exist", guess(name, names, "there are"))
        for clause in clauses
        for name in sorted(parameters_of(clause) - set(names))
    ]


def checksum(clause: Clause) -> str:
    """What a translation notes of the clause that it translates: the SHA-256 of its text, placeholders included."""
    from hashlib import sha256  # which takes its time, and only rule books in other languages need

    return sha256(clause.text.encode()).hexdigest()


def clauses_json(clauses: Iterable[Clause]) -> list[dict[str, Any]]:
    """The clauses for other programs; `clauses.schema.json` describes it."""
    return [
        {
            "id": clause.id,
            "number": clause.number,
            "level": clause.level,
            "condition": clause.condition,
            "refuses": clause.refuses,
            "untestable": clause.untestable,
            "since": clause.since,
            "sha256": checksum(clause),
        }
        for clause in clauses
    ]
