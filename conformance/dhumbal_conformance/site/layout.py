"""Lays out the languages, weighs every page, and names the build: a hook of MkDocs.

The sites of the languages are built below the English one when that is ready.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from dhumbal_conformance.site.apart import SETTINGS

TOLD = "site.yml"
"""Within the settings of a language: what differs from the English site."""
HEAVIEST = 300_000
"""Bytes of a page, without the fonts: more than that is not to be asked of a telephone at a card table."""
KEEPER = "kept.js"
"""At the root of the English site: what keeps visited pages in a browser, for each build anew."""

_log = logging.getLogger("mkdocs.hooks.layout")


def on_post_page(output: str, page: Any, config: Any) -> str:  # noqa: ARG001 - MkDocs passes it by its name
    """Called by MkDocs with each page, after the played scenarios have come back into it."""
    weight = len(output.encode())
    if weight > HEAVIEST:
        _log.warning("%s has %d bytes; a page has at most %d", page.file.src_uri, weight, HEAVIEST)
    return output


def on_post_build(config: Any) -> None:
    """Called by MkDocs when it has laid out a site; only the English one has others below it, and what keeps the pages of all."""
    from mkdocs.commands.build import build

    for told in sorted(Path(config.docs_dir).glob(f"*/{SETTINGS}/{TOLD}")):
        other = config_of(config, told)
        other.plugins.on_startup(command="build", dirty=False)
        build(other)
    keeper = Path(config.site_dir) / KEEPER
    if keeper.is_file():
        keeper.write_text(keeper.read_text(encoding="utf-8").replace("BUILD", name_of(keeper.parent)), encoding="utf-8")


def name_of(site: Path) -> str:
    """What a build is called: the same for the same files, whenever they were written."""
    digest = sha256()
    for path in sorted(site.rglob("*")):
        # A compressed site map has the time in it.
        if path.is_file() and path.suffix != ".gz":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def config_of(config: Any, told: Path) -> Any:
    """The configuration of a language's site: that of the English one but for what differs."""
    from mkdocs.config import load_config
    from mkdocs.utils.yaml import yaml_load

    docs, settings = told.parent.parent, yaml.safe_load(told.read_text(encoding="utf-8"))
    with open(config.config_file_path, "rb") as file:
        english = yaml_load(file)
    language, toggles, permalink = settings.pop("language"), settings.pop("toggles"), settings.pop("permalink")
    for palette, name in zip(english["theme"]["palette"], toggles, strict=True):
        palette["toggle"]["name"] = name
    for extension in english["markdown_extensions"]:
        if "toc" in extension and isinstance(extension, dict):
            extension["toc"]["permalink_title"] = permalink
    return load_config(
        config.config_file_path,
        strict=config.strict,
        docs_dir=str(docs),
        site_dir=str(Path(config.site_dir) / docs.name),
        exclude_docs="",
        theme={**english["theme"], "language": language},
        markdown_extensions=english["markdown_extensions"],
        plugins=[{"search": settings.pop("search")}],
        **settings,
    )
