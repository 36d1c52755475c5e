"""`python -m dhumbal_conformance.site [OUT]`: write the pages of the site, by default to `build/docs`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dhumbal_conformance.model import BadFiles
from dhumbal_conformance.site import NotPassed, build
from dhumbal_conformance.site.referee import NoRuntime, add_runtime


def main() -> int:
    """Build, and say in one line what came of it; 1 when a file is wrong or a scenario does not pass."""
    parser = argparse.ArgumentParser(prog="python -m dhumbal_conformance.site", description="Write the pages of the site as Markdown.")
    parser.add_argument("out", nargs="?", type=Path, default=Path("build/docs"), help="directory to write to (default: %(default)s)")
    out = parser.parse_args().out
    try:
        pages = build(out)
    except (BadFiles, NotPassed, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    try:
        add_runtime(out)
    except NoRuntime as lack:
        print(f"the site is without the Referee: {lack}", file=sys.stderr)
    print(f"{pages} pages in {out}; now run: mkdocs build --strict")
    return 0


if __name__ == "__main__":
    sys.exit(main())
