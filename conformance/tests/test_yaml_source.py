"""Reading YAML: what scalars mean, what is refused, and that whatever lies at a path is read or told in one clear problem."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from dhumbal_conformance.loader.yaml_source import LARGEST, parse_yaml, read_yaml
from dhumbal_conformance.model import BadFiles, Problem

HERE = Path("some.yaml")


def problem_of(read: Callable[[], object]) -> Problem:
    with pytest.raises(BadFiles) as caught:
        read()
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("010", 10),
        ("-25", -25),
        ("0o7", "0o7"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-11-30", "2026-11-30"),
        ("2.5", 2.5),
        ("1e2", 100.0),
        ("'5'", "5"),
        ('"true"', "true"),
        ("5S", "5S"),
        ("K♠ 10♦", "K♠ 10♦"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_scalars_mean_what_they_mean_in_yaml_1_2(written: str, value: object) -> None:
    found = parse_yaml(HERE, f"key: {written}\n").plain()["key"]
    assert found == value
    assert type(found) is type(value)


def test_every_value_and_key_knows_where_it_stands() -> None:
    root = parse_yaml(HERE, "given:\n  hands: {A: KS, B: 2S}\nplay:\n  - {A: call}\n")
    assert str(root.at(["given", "hands", "B"]).place) == "some.yaml:2:21"
    assert str(root.at(["play", 0, "A"]).place) == "some.yaml:4:9"
    assert str(root.at(["given", "hands"]).place_of("B")) == "some.yaml:2:18"
    assert root.at(["given", "nothing", "there"]) is root.at(["given"])


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "the key 'a' occurs twice"),
        ("b: {a: 1, a: 1}\n", 1, 11, "the key 'a' occurs twice"),
        ("a: &x 1\n", 1, 4, "the anchor &x is not allowed"),
        ("a: *x\n", 1, 4, "the alias *x is not allowed"),
        ("a: !!str 1\n", 1, 4, "the tag tag:yaml.org,2002:str is not allowed"),
        ("a: !x 1\n", 1, 4, "the tag !x is not allowed"),
        ("a: 1\n---\nb: 1\n", 2, 1, "a second document begins here"),
        ("a:\n\tb: 1\n", 2, 1, "there is a tab here"),
        ("\ta: 1\n", 1, 1, "there is a tab here"),
        ("title: one: two\n", 1, 11, "mapping values are not allowed"),
        ("a: [1, 2\nb: 3\n", 2, 2, "did not find expected ',' or ']'"),
        ("a: 'x\n", 2, 1, "unexpected end of stream"),
        ("a: @x\n", 1, 4, "cannot start any token"),
        ("[a]: 1\n", 1, 1, "a key is a single word"),
        ("a: x\x01\n", 1, 1, "there is a control character"),
        ("", 1, 1, "the file is empty"),
        ("# nothing but this\n", 1, 1, "the file is empty"),
        ("[" * 200_000, 1, 1001, "exceeded maximum nesting depth"),
        ("- " * 200_000, 1, 51, "values stand too deep"),
        ("{a: " * 50_000, 1, 101, "values stand too deep"),
    ],
)
def test_what_is_refused_is_told_with_its_place(text: str, line: int, column: int, message: str) -> None:
    problem = problem_of(lambda: parse_yaml(HERE, text))
    assert message in problem.message
    assert (problem.place.line, problem.place.column) == (line, column)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50 << 20)


FILES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (lambda path: None, "there is no such file"),
    "directory": (Path.mkdir, "this is a directory"),
    "pipe": (os.mkfifo, "this is not a regular file"),
    "link to itself": (lambda path: path.symlink_to(path), "the file cannot be read"),
    "50 MB": (sparse, "the file is too large: 52,428,800 bytes"),
    "empty": (Path.touch, "the file is empty"),
    "zeros": (lambda path: path.write_bytes(b"a: \0"), "this is a binary file"),
    "picture": (lambda path: path.write_bytes(b"a: 1\nb: \xff\xd8\xff"), "this is not UTF-8 text"),
}


@pytest.mark.parametrize("kind", FILES)
def test_whatever_lies_at_a_path_is_one_problem(kind: str, tmp_path: Path) -> None:
    make, message = FILES[kind]
    path = tmp_path / "file.yaml"
    make(path)
    problem = problem_of(lambda: read_yaml(path))
    assert message in problem.message
    assert problem.place.path == path


def test_a_file_that_is_not_utf8_is_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    assert problem_of(lambda: read_yaml(path)).place.line == 2


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert read_yaml(path).root.plain() == {"a": 1, "b": 2}


def test_the_largest_file_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(b"a: 1".ljust(LARGEST))
    assert read_yaml(path).root.plain() == {"a": 1}
