"""Keeps played scenarios out of Markdown's way: they are most of the site, and neither it nor the search has to read them.

The builder leaves a mark in a page for each, and MkDocs, for which this file is a hook, puts them back into the page when it is ready.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

SETTINGS = ".mkdocs"
"""Within the output: the order of the pages, the theme's overrides and the scenarios. MkDocs does not publish what begins with a dot."""

_MARK = "<!-- played -->"
_PLAYED = re.compile(r"^<(?:section|details)\b.*$", re.MULTILINE)


def set_apart(text: str) -> tuple[str, list[str]]:
    """A page with marks for the played scenarios, each of which is one line, and these."""
    return _PLAYED.sub(_MARK, text), _PLAYED.findall(text)


def put_back(text: str, played: list[str]) -> str:
    """A page with the scenarios in place of their marks."""
    rest = iter(played)
    return re.sub(_MARK, lambda _: next(rest), text)


def file_of(docs: Path, page: str) -> Path:
    """Where the scenarios of a page are kept, a line each; the page is named without suffix."""
    return docs / SETTINGS / "played" / f"{page}.html"


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Called by MkDocs with each page that it has laid out."""
    kept = file_of(Path(config.docs_dir), page.file.src_uri.removesuffix(".md"))
    return put_back(output, kept.read_text(encoding="utf-8").splitlines()) if kept.is_file() else output
