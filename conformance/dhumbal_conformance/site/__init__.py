"""The site: the rules with the scenarios inside them, each played by the reference engine while the site is built.

`build` writes Markdown, which MkDocs turns into pages.
"""

from dhumbal_conformance.runner.recording import NotPassed
from dhumbal_conformance.site.builder import build

__all__ = ["NotPassed", "build"]
