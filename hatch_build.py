"""Puts the suite, read and bundled, into the wheel, so that an installation need not read all of its YAML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the bundle in the checkout, and has it packed beside the files that it was made from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation reads the checkout and makes the bundle when it needs it."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "conformance")))
        from dhumbal_conformance import data
        from dhumbal_conformance.suite import load_suite

        load_suite()
        build_data["force_include"][str(data.bundle())] = "dhumbal_conformance/data/suite.bundle"
