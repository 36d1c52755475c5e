"""Level 0: a program that reads lines and answers lines, and does nothing else on its standard output."""

from __future__ import annotations

from dhumbal_conformance.connectors import EngineFault
from dhumbal_conformance.runner.session import HARNESS, PROTOCOL
from dhumbal_conformance.smoke.talk import CAME, Streams

BROKEN = b'{"id":2,'
UNKNOWN = b'{"id":3,"method":"shuffle","params":{}}'
FLUSH = "The answer was there, but stayed in a buffer: flush standard output after each line."
ENDLESS = "Read standard input line by line to its end, and exit with code 0 there."


class BadProcess(Exception):
    """The program does not behave as a program must: what was looked at, what was expected, what came, and what to do."""

    def __init__(self, what: str, expected: str, actual: str, hint: str) -> None:
        super().__init__(f"{what}: expected {expected}, got {actual}")
        self.what, self.expected, self.actual, self.hint = what, expected, actual, hint


def check_process(talk: Streams) -> None:
    """Raises `BadProcess` or `EngineFault` at the first thing that is wrong."""
    check_start(talk)
    check_error(talk, BROKEN, None, "bad_params", "A line that is no JSON is answered, too: catch what the parser raises.")
    check_error(talk, UNKNOWN, 3, "unknown_method", "Look the method up in a table, and answer this error when it is not there.")
    code, rest = talk.hang_up()
    if code != 0 or rest:
        came = rest.splitlines()[0] if rest else talk.lines[-1].removeprefix(CAME)
        raise BadProcess("when standard input ends", "exit code 0 within 2 s, and no more output", came, ENDLESS)


def check_start(talk: Streams) -> None:
    """The first request is answered, and nothing comes before it."""
    try:
        talk.request("initialize", {"protocol": [PROTOCOL], "harness": HARNESS, "suite": HARNESS["version"]})
    except EngineFault as fault:
        if fault.kind == "timeout" and came_late(talk):
            raise BadProcess("the answer to initialize", "an answer at once", "an answer when standard input had ended", FLUSH) from fault
        raise
    if talk.noise:
        hint = "Standard output belongs to the answers: send banners, prompts and debug prints to standard error."
        raise BadProcess(
            "standard output", "nothing but answers, each one JSON object on a line", talk.noise_lines[0] or "an empty line", hint
        )


def came_late(talk: Streams) -> bool:
    """Whether the answer appears once standard input ends, when programs empty their buffers."""
    return talk.hang_up()[1].startswith("{")


def check_error(talk: Streams, line: bytes, number: int | None, code: str, hint: str) -> None:
    """A line that cannot be dealt with is answered with an error, under its id if that can be read."""
    expected = f'"id":{"null" if number is None else number} and an error with the code {code}'
    try:
        answer = talk.say(line)
    except EngineFault as fault:
        raise BadProcess(f"the answer to {line.decode()}", expected, fault.detail, hint) from fault
    error = answer.get("error")
    if answer.get("id", ...) != number or not isinstance(error, dict) or error.get("code") != code:
        raise BadProcess(f"the answer to {line.decode()}", expected, talk.lines[-1].removeprefix(CAME), hint)
