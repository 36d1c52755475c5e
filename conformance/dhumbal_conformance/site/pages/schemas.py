"""The JSON Schemas of every file format and message, to be read by people and by editors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from dhumbal_conformance import data
from dhumbal_conformance.site.book import Here, Library
from dhumbal_conformance.site.markup import link, table, tag, text

SCHEMAS = "schemas"


def schema_files() -> list[Path]:
    """The schemas, by name."""
    return sorted((data.spec() / "schemas").glob("*.schema.json"))


def schema_pages(library: Library) -> Iterator[tuple[str, str]]:
    """The list of them; the files themselves stand beside it."""
    here = Here(library, library.canonical, SCHEMAS)
    blocks = [
        "# Schemas",
        "Every file format and every message has a JSON Schema (draft 7). An editor with a YAML language server completes and explains "
        f"the keys of a file that names its schema in the first line, as {here.to('scenario-format', 'scenarios')} do.",
        table(("file", "what"), map(row, schema_files()), "values"),
        f"What the lines of a run say is told with the {here.to('reports', 'reports')}; the clauses themselves are in "
        "[clauses.json](rules/clauses.json).",
    ]
    yield SCHEMAS, "\n\n".join(blocks)


def row(path: Path) -> list[str]:
    """One schema, with what it says of itself."""
    about = json.loads(path.read_text(encoding="utf-8"))
    return [link(f"{SCHEMAS}/{path.name}", tag("code", path.name)), text(about["description"]).replace("`", "")]
