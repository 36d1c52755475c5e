"""`python -m dhumbal_conformance.site [OUT] [--html DIR]`: write the pages of the site, and lay them out with MkDocs if asked to."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from dhumbal_conformance.model import BadFiles
from dhumbal_conformance.site import NotPassed, build
from dhumbal_conformance.site.referee import NoRuntime, add_runtime

PAGES = Path("build/docs")


def main() -> int:
    """Build, and say in one line what came of it; 1 when a file is wrong or a scenario does not pass."""
    parser = argparse.ArgumentParser(prog="python -m dhumbal_conformance.site", description="Write the pages of the site as Markdown.")
    parser.add_argument("out", nargs="?", type=Path, default=PAGES, help="directory to write to (default: %(default)s)")
    parser.add_argument("--html", type=Path, metavar="DIR", help="have MkDocs lay out the pages in this directory")
    asked = parser.parse_args()
    out = asked.out
    if asked.html and out != PAGES:
        parser.error(f"MkDocs lays out the pages in {PAGES}, where mkdocs.yml looks for them")
    try:
        pages = build(out)
    except (BadFiles, NotPassed, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    try:
        add_runtime(out)
    except NoRuntime as lack:
        print(f"the site is without the Referee: {lack}", file=sys.stderr)
    print(f"{pages} pages in {out}" + ("" if asked.html else "; now run: mkdocs build --strict"))
    return lay_out(asked.html) if asked.html else 0


def lay_out(html: Path) -> int:
    """Have MkDocs make a site of the pages, strictly; its exit code."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(html.absolute())]
    return subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
