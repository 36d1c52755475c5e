"""Elements of XML and HTML, built and not pasted together, so that no word can be taken for markup."""

from __future__ import annotations

from xml.etree.ElementTree import Element, indent, tostring

from dhumbal_conformance.reports.text import clean


def element(name: str, /, *content: Element | str, **attributes: str | int | None) -> Element:
    """An element; a trailing underscore of an attribute falls away (`class_`), others are hyphens, and None leaves one out."""
    made = Element(name, {key.rstrip("_").replace("_", "-"): clean(value) for key, value in attributes.items() if value is not None})
    for part in content:
        if not isinstance(part, str):
            made.append(part)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + clean(part)
        else:
            made.text = (made.text or "") + clean(part)
    return made


def xml(root: Element) -> str:
    """A document in XML."""
    indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def html(root: Element) -> str:
    """An element in HTML; what `style` and `script` hold is not escaped."""
    return tostring(root, encoding="unicode", method="html")
