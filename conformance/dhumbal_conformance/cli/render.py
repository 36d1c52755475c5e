"""`dhumbal render`: a stored run in another form."""

from __future__ import annotations

import sys

import click

from dhumbal_conformance.cli.reporting import report_option, reports_on, stored_run, terminal_report


@click.command("render")
@report_option
@click.argument("file", metavar="RUN.ndjson")
def command(file: str, reports: tuple[str, ...]) -> None:
    """Show a run stored with `dhumbal verify --report ndjson=FILE`, or write it in the formats that --report names.

    Exit codes: 0 the run was as expected, 1 it was not, 2 usage, 4 the file is no whole run.
    """
    from dhumbal_conformance.reports import tell

    run = stored_run(file)
    with reports_on(reports) as listeners:
        tell(run.events(), listeners if reports else terminal_report(reports))
    sys.exit(0 if run.good else 1)
