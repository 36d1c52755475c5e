"""What a command does not need for its work, it does not import."""

from __future__ import annotations

import os
import subprocess
import sys

HEAVY = ("dask", "distributed", "jsonschema", "mkdocs", "rich")
SHOW_HELP = f"""
import contextlib, io, sys
from dhumbal_conformance.cli import COMMANDS, main
for command in ["", *COMMANDS]:
    with contextlib.redirect_stdout(io.StringIO()):
        main([*filter(None, [command]), "--help"], standalone_mode=False)
    print(command or "dhumbal", *[name for name in {HEAVY} if name in sys.modules], *["yaml"] * (not command and "yaml" in sys.modules))
"""
RUN_A_PART = """
import sys
from dhumbal_conformance.cli import main
try:
    main(["verify", "--select", "*/call/*"])
except SystemExit:
    print("imported:", *[name for name in ("rich", "yaml") if name in sys.modules])
"""


def test_no_command_imports_anything_heavy_to_show_its_help() -> None:
    shown = subprocess.run([sys.executable, "-c", SHOW_HELP], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(shown) > 10
    assert [line for line in shown if " " in line] == []


def test_a_run_that_nobody_watches_imports_neither_what_reads_yaml_nor_what_draws_on_a_terminal() -> None:
    verify, no_colours = [sys.executable, "-c", RUN_A_PART], os.environ | {"FORCE_COLOR": "", "TTY_COMPATIBLE": ""}
    subprocess.run(verify, capture_output=True, check=True)  # makes the bundle, where there is none yet
    shown = subprocess.run(verify, env=no_colours, capture_output=True, text=True, check=True).stdout.splitlines()
    assert shown[-1].split() == ["imported:"]


def test_the_engine_imports_nothing_of_the_harness_and_little_else() -> None:
    names = "import sys, dhumbal; print(*[name for name in sys.modules if name.split('.')[0] in ('dhumbal_conformance', 'json', 'random')])"
    assert subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout.strip() == ""
