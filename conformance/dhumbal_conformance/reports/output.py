"""Where a report goes: a file that is replaced when there is something to write, or standard output."""

from __future__ import annotations

import os
import stat
import sys
from typing import BinaryIO

from dhumbal_conformance.reports import BadReport

STDOUT = "-"
"""The name of a file that stands for standard output."""


class Output:
    """A file, or standard output. That it can be written is known from the start; what it holds stays until the first word is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.written = name == STDOUT
        try:
            self.is_new = not os.path.exists(name)
            self.file: BinaryIO = sys.stdout.buffer if name == STDOUT else open(name, "ab")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise self.problem(error) from error

    def write(self, text: str) -> None:
        """Write at once, in UTF-8. What is no character becomes `\\ud800`, which is how JSON spells it, too."""
        try:
            self.begin()
            self.file.write(text.encode("utf-8", "backslashreplace"))
            self.file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self.problem(error) from error

    def begin(self) -> None:
        """Before the first word: what the file holds goes. A pipe or a device holds nothing."""
        if not self.written and stat.S_ISREG(os.fstat(self.file.fileno()).st_mode):
            self.file.truncate(0)
        self.written = True

    def close(self) -> None:
        """Close the file, and leave none behind in which nothing was written; standard output stays open."""
        if self.name == STDOUT:
            return
        self.file.close()
        if self.is_new and not self.written:
            os.unlink(os.path.realpath(self.name))

    def problem(self, error: Exception) -> BadReport:
        """What is wrong, and with which file."""
        return BadReport(f"cannot write the report {self.name}: {getattr(error, 'strerror', None) or error}")
