"""Deal numbers: the same number is the same deal everywhere, in the documentation, on the command line and in a scenario."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from dhumbal_conformance import data
from dhumbal_conformance.cli import main
from dhumbal_conformance.faces import signs
from dhumbal_conformance.lint import lint
from dhumbal_conformance.loader.files import load_files
from dhumbal_conformance.loader.notation import PACK, pack_of
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.model import BadFiles, Given, Suite
from dhumbal_conformance.numbers import dealt_pack, refill_order, refill_orders
from dhumbal_conformance.suite import load_suite

HEADER = "id: {profile}/some/scenario\ntitle: A numbered deal\nprofile: {profile}\nclauses: [deal.hands]\n"

# Worked out with sha256sum and sort, as docs/deal-numbers.md shows.
VECTORS = {
    "1": "2H KS 9C 4C 4H AD KC 8D 9D JD",
    "4711": "7D 7H 7S 5S 9C 6C 2H 6D AD 6S",
    "4711/1": "7D JD KD 8C 2H 6C 5S QS 7C 4S",
}


def deal(*words: str) -> Result:
    return CliRunner().invoke(main, ["deal", *words], catch_exceptions=False)


@cache
def spec() -> Suite:
    return load_suite(scenarios=False)


def given_in(folder: Path, profile: str, given: str) -> Given:
    file = folder / "scenario.yaml"
    file.write_text(HEADER.format(profile=profile) + given + "\nplay: [{next: A}]\n", encoding="utf-8")
    (scenario,) = load_files(spec(), [file])
    assert scenario.given is not None
    return scenario.given


def test_decks_come_in_the_order_of_the_test_vectors() -> None:
    assert dealt_pack(1, PACK)[:10] == VECTORS["1"].split()
    assert dealt_pack(4711, PACK)[:10] == VECTORS["4711"].split()
    assert refill_order(4711, 1, PACK)[:10] == VECTORS["4711/1"].split()


@pytest.mark.parametrize("profile", ["nepali-games", "cardrulesplus-jokers", "pagat-yaniv-two-packs"])
def test_every_card_of_the_game_is_in_the_pack_once(profile: str) -> None:
    pack = pack_of(load_profile(profile).parameters)
    assert sorted(dealt_pack(7, pack)) == sorted(refill_order(7, 2, pack)) == sorted(pack)


def test_each_refill_has_an_order_of_its_own_and_k_counts_from_1() -> None:
    orders = refill_orders(4711, PACK)
    assert orders[0] == tuple(refill_order(4711, 1, PACK))
    assert len(set(orders)) == len(orders)
    assert tuple(dealt_pack(4711, PACK)) not in orders


def test_the_documentation_has_the_test_vectors() -> None:
    text = (data.root() / "docs" / "deal-numbers.md").read_text(encoding="utf-8")
    assert [label for label, cards in VECTORS.items() if f"| `{label}` | `{cards} …` |" not in text] == []


def test_the_text_shows_the_cards_with_the_signs_of_their_suits() -> None:
    lines = deal("4711", "--players", "3", "--dealer", "C", "--refill", "1").stdout.splitlines()
    assert lines[0] == "Deal 4711, 3 players, C deals (nepali-games)"
    hand = " ".join(map(signs, ("7D", "5S", "2H", "6S", "7C")))
    assert f"A         {hand}" in lines
    assert f"upcard    {signs('KH')}" in lines
    assert any(line.startswith(f"refill 1  {signs('7D')} {signs('JD')}") for line in lines)


@pytest.mark.parametrize(("profile", "players"), [("nepali-games", 3), ("cardrulesplus-anticlockwise", 4), ("pagat-yaniv-two-packs", 5)])
def test_the_yaml_is_the_situation_of_a_scenario_that_deals_this_pack(profile: str, players: int, tmp_path: Path) -> None:
    shown = deal("4711", "--players", str(players), "--profile", profile, "--dealer", "B", "--refill", "2", "--format", "yaml").stdout
    found = given_in(tmp_path, profile, shown)
    pack = pack_of(load_profile(profile).parameters)
    assert found.pack == tuple(dealt_pack(4711, pack))
    assert found.refills == refill_orders(4711, pack)[:2]
    assert lint([tmp_path / "scenario.yaml"]) == []


def test_the_json_has_the_same_deal() -> None:
    shown = json.loads(deal("1", "--players", "2", "--format", "json").stdout)
    assert [shown["hands"]["A"][0], shown["hands"]["B"][0]] == VECTORS["1"].split()[:2]
    assert [shown["upcard"], *shown["stock"]] == dealt_pack(1, PACK)[10:]


def test_a_scenario_may_name_the_number_alone(tmp_path: Path) -> None:
    found = given_in(tmp_path, "nepali-games", "given: {deal: 4711, players: 3, dealer: C}")
    assert found.pack == tuple(dealt_pack(4711, PACK))
    assert found.refills == refill_orders(4711, PACK)
    assert found.players == ("A", "B", "C")


def test_a_numbered_deal_may_be_refilled_in_another_order(tmp_path: Path) -> None:
    found = given_in(tmp_path, "nepali-games", "given: {deal: 4711, players: 3, dealer: C, refill: KS}")
    assert [order[:2] for order in found.refills] == [("KS", "AS")]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("given: {deal: 4711, players: 3, dealer: C, upcard: 7C}", "`upcard` has no place in a numbered deal"),
        ("given: {deal: 4711, dealer: C}", "it is not said who plays"),
        ("given: {deal: -1, players: 3, dealer: C}", "deal must be at least 0, not -1"),
        ("given: {deal: four, players: 3, dealer: C}", "deal must be a whole number, not text"),
    ],
)
def test_what_is_wrong_with_a_numbered_deal_is_told(given: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(BadFiles) as bad:
        given_in(tmp_path, "nepali-games", given)
    assert says in str(bad.value)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["4711", "--players", "7"], "nepali-games is for 2 to 6 players, not 7"),
        (["4711", "--dealer", "C"], "there is no player 'C'; the players are A, B"),
        (["--", "-1"], "'NUMBER': -1 is not the number of a deal: that is a whole number from 0 to 999999999999999999\n"),
        (["-12", "--players", "3"], "'NUMBER': -12 is not the number of a deal: that is a whole number from 0 to 999999999999999999\n"),
        (["abc"], "'NUMBER': abc is not the number of a deal: that is a whole number from 0 to"),
        (["1.5"], "'NUMBER': 1.5 is not the number of a deal"),
        (["1" + 18 * "0"], "is not the number of a deal"),
        (["-x"], "No such option '-x'"),
        (["1", "--profile", "nepaly-games"], "did you mean nepali-games?"),
    ],
)
def test_wrong_usage_is_told(words: list[str], says: str) -> None:
    found = deal(*words)
    assert found.exit_code == 2
    assert says in found.stderr
