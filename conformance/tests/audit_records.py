"""Records of games for tests, and what `dhumbal audit` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.audit import audit
from dhumbal_conformance.audit.findings import Finding, Report
from dhumbal_conformance.cli import main
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters

EXAMPLES = data.root() / "docs" / "records"
CLAUSES = clauses_of(read_chapters())

Deal = dict[str, Any]


def found_in(record: dict[str, Any], folder: Path) -> Report:
    file = folder / "record.yaml"
    file.write_text(json.dumps(record, indent=2), encoding="utf-8")
    return audit(file, CLAUSES)[1]


def deal_of(folder: Path, deal: Deal, *, players: int = 2, profile: str = "nepali-games") -> Report:
    return found_in({"profile": profile, "players": players, "deals": [{"dealer": "ABCDEFGHIJKL"[players - 1], **deal}]}, folder)


def told(found: list[Finding]) -> list[tuple[str, str]]:
    return [(one.clause, one.text) for one in found]


def dhumbal_audit(file: Path) -> Result:
    return CliRunner().invoke(main, ["audit", str(file)], catch_exceptions=False)
