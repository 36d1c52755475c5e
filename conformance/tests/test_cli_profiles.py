"""`dhumbal profiles`: the list, one profile, and what is no profile."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.loader.profiles import load_profile, parameter_names, shipped_profiles
from dhumbal_conformance.model import BadFiles


def profiles(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["profiles", *map(str, words)], catch_exceptions=False)


def test_every_profile_is_listed_with_what_it_extends_and_its_summary() -> None:
    lines = profiles().stdout.splitlines()
    for path in shipped_profiles():
        profile = load_profile(path.stem)
        at = lines.index(f"{profile.id}  extends {profile.bases[0]}" if profile.bases else profile.id)
        assert profile.summary.startswith(lines[at + 1].strip())
    assert "kluft  reserved" in lines


def test_a_profile_is_shown_with_all_its_parameters() -> None:
    lines = profiles("nepali-games").stdout.splitlines()
    shown = [line.split() for line in lines[lines.index("") + 1 :]]
    assert [words[0] for words in shown] == list(parameter_names())
    assert ["call.limit", "5", "000", "§03,", "001", "§03"] in shown


def test_what_differs_from_the_profile_extended_is_marked(tmp_path: Path) -> None:
    shown = profiles("cardrulesplus-double-penalty").stdout
    assert [line.split()[1:4] for line in shown.splitlines() if line.startswith("* ")] == [
        ["settle.caught.margin", "5", "(none)"],
        ["settle.caught.margin-amount", "50", "(none)"],
    ]
    path = tmp_path / "ours.yaml"
    path.write_text("id: ours\nextends: doumebash\nnames: {en: Ours}\nsummary: Our own\nparameters: {series.resets: [[50, 0]]}\n")
    own = profiles(path).stdout
    assert "* marks what differs from doumebash" in own
    assert "50 → 0             (100 → 50)" in own


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("pagat", 2, "there is no profile 'pagat' (did you mean pagat-yaniv?)"),
        ("kluft", 2, "there is no profile kluft: pagat.com names Kluft as the Dutch form"),
        ("no/such.yaml", 4, "no/such.yaml:1:1: there is no such file"),
    ],
)
def test_what_is_no_profile_is_told(name: str, code: int, message: str) -> None:
    result = profiles(name)
    assert result.exit_code == code
    assert message in result.stderr


def test_a_wrong_value_is_told_with_everything_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("id: ours\nextends: nepali-games\nnames: {en: Ours}\nsummary: Our own\nparameters: {call.limit: seven}\n")
    result = profiles(path)
    assert result.exit_code == 4
    assert "ours.yaml:5:26: call.limit cannot be 'seven' (it is a whole number from 0 to 500, or none)" in result.stderr


SCHEMA = json.loads((data.spec() / "schemas" / "profile.schema.json").read_text(encoding="utf-8"))
MAY_BE_NONE = {name for name, schema in SCHEMA["properties"]["parameters"]["properties"].items() if '"none"' in json.dumps(schema)}


@pytest.mark.parametrize("cell", ["seven", "-1", "2.5", "{value: seven}", "{value: 999999}"])
@pytest.mark.parametrize("name", parameter_names())
def test_a_wrong_value_is_told_once_with_its_parameter_and_all_that_it_can_be(tmp_path: Path, name: str, cell: str) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(f"id: ours\nextends: nepali-games\nnames: {{en: Ours}}\nsummary: Our own\nparameters: {{{name}: {cell}}}\n")
    with pytest.raises(BadFiles) as bad:
        load_profile(str(path))
    (problem,) = bad.value.problems
    assert problem.message.startswith(f"{name} cannot be ")
    assert re.match("it is (one of: |true or false|a whole number from |pairs of )", problem.hint)
    assert ("none" in problem.hint) == (name in MAY_BE_NONE)
