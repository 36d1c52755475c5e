"""A program and its standard streams: bytes in, lines out, and an end that leaves nothing running."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Any

LINE_LIMIT = 1 << 20
"""The longest line allowed, in bytes."""
KEPT_ERRORS = 64 << 10
"""How many bytes of the end of standard error are kept."""

_CHUNK = 64 << 10
_MOST_CHUNKS = 64
_LOOK_SECONDS = 0.1
_REST_SECONDS = 0.005


class EngineProcess:
    """A running program in a process group of its own, so that whatever it starts can be ended with it.

    Raises OSError or ValueError when the program cannot be started. POSIX only: elsewhere pipes cannot be waited for together.
    """

    def __init__(self, argv: Sequence[str]) -> None:
        if os.name != "posix" or not argv:
            raise ValueError("programs are run on POSIX systems only" if argv else "no program is named")
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(list(argv), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        self._stdin, self._stdout, self._stderr = _opened(self._child.stdin), _opened(self._child.stdout), _opened(self._child.stderr)
        os.set_blocking(self._stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ, self._read_output)
        self._selector.register(self._stderr, selectors.EVENT_READ, self._read_errors)
        self._unsent = b""
        self._gone = False
        self.unread = bytearray()
        """What has come after the last line that was taken."""
        self.errors = bytearray()
        """The end of what the program wrote to standard error."""

    def send(self, data: bytes) -> None:
        """Write; what the program does not take at once goes out while `line` waits."""
        self._unsent += data
        self._write()
        if self._unsent and self._stdin not in self._selector.get_map():
            self._selector.register(self._stdin, selectors.EVENT_WRITE, self._write_more)

    def line(self, deadline: float) -> bytes:
        """The next line, without its end. What has come of one that is too long is returned as it is, longer than `LINE_LIMIT`.

        Raises TimeoutError at the deadline, by the monotonic clock, and EOFError when no whole line will come any more.
        """
        while (end := self.unread.find(b"\n")) < 0 and len(self.unread) <= LINE_LIMIT:
            if self._gone:
                raise EOFError
            self._wait_for_output(deadline - time.monotonic())
        line = bytes(self.unread[:end]) if end >= 0 else bytes(self.unread)
        del self.unread[: len(line) + 1]
        return line

    def exit_code(self, seconds: float) -> int | None:
        """The exit code, minus the number of the signal if one ended it; None if it still runs after so long."""
        deadline = time.monotonic() + seconds
        while self._child.poll() is None and time.monotonic() < deadline:
            self._pump(_REST_SECONDS)
        return self._child.returncode

    def hang_up(self) -> None:
        """Close the program's standard input, by which it sees that nothing more will be asked."""
        self._forget(self._stdin)
        self._stdin.close()

    def kill(self) -> None:
        """End every process of the group at once, and read what they left behind."""
        self.send_signal(signal.SIGKILL)
        for _ in range(_MOST_CHUNKS):
            if not self._pump(0):
                break

    def close(self, grace: float) -> None:
        """End the group, by force after so many seconds, and give everything back."""
        try:
            if self._child.poll() is None and grace:
                self.send_signal(signal.SIGTERM)
                self.exit_code(grace)
        finally:
            # Also when somebody loses patience.
            self._end()

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to every process of the group; the one thing that another thread may do."""
        # macOS answers PermissionError for a group of which only an unreaped process is left.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)

    def _end(self) -> None:
        self.kill()
        self._child.wait()
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()

    def _wait_for_output(self, seconds: float) -> None:
        if seconds <= 0:
            raise TimeoutError
        if not self._pump(min(seconds, _LOOK_SECONDS)):
            # A child of a dead program may keep the pipe open, so the end of the output is not the only sign.
            self._gone = self._child.poll() is not None and not self._pump(0)

    def _pump(self, seconds: float) -> bool:
        """Move bytes as soon as any can be moved; False if none could within that time."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            move: Callable[[], None] = key.data
            move()
        return bool(ready)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # That the program is gone is told by the end of its output.
            self._unsent = b""

    def _write_more(self) -> None:
        self._write()
        if not self._unsent:
            self._forget(self._stdin)

    def _read_output(self) -> None:
        chunk = os.read(self._stdout.fileno(), _CHUNK)
        self.unread += chunk
        if not chunk:
            self._gone = True
            self._forget(self._stdout)

    def _read_errors(self) -> None:
        chunk = os.read(self._stderr.fileno(), _CHUNK)
        self.errors += chunk
        del self.errors[:-KEPT_ERRORS]
        if not chunk:
            self._forget(self._stderr)

    def _forget(self, stream: IO[Any]) -> None:
        if stream in self._selector.get_map():
            self._selector.unregister(stream)


def _opened(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
