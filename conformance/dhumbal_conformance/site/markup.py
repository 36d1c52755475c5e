"""A few lines of HTML and Markdown, safely."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import yaml


def tag(name: str, *content: str, **attributes: str | None) -> str:
    """An element around content that is HTML already; `cls` is the attribute class, an underscore a hyphen, and None leaves one out."""
    spelt = "".join(
        f' {"class" if key == "cls" else key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{spelt}>{''.join(content)}</{name}>"


def text(words: object) -> str:
    """Anything as text that HTML does not interpret."""
    return escape(str(words), quote=False)


def link(href: str, label: str, cls: str | None = None) -> str:
    """A link around a label that is HTML already."""
    return tag("a", label, href=href, cls=cls)


def table(headings: Iterable[str], rows: Iterable[Iterable[str]], cls: str) -> str:
    """A small table that scrolls within itself, by keys too; the first cell of each row names the row."""
    head = tag("tr", *(tag("th", heading, scope="col") for heading in headings))
    body = (tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in rest)) for first, *rest in rows)
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body), cls=cls), cls="scroll", tabindex="0")


def front_matter(**settings: object) -> str:
    """What MkDocs is to know of a page beside its text."""
    return f"---\n{yaml.safe_dump(settings, allow_unicode=True, width=1000)}---"
