"""The suite's bundle: used while nothing has changed, and never when it is stale or damaged."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from dhumbal_conformance import data
from dhumbal_conformance.loader import bundle
from dhumbal_conformance.loader.files import read_suite
from dhumbal_conformance.model import Place, Reading, Ruling, Suite
from dhumbal_conformance.suite import load_suite

TEXT = "hands: {A: KS}"


class Checkout:
    """A few files, and a reader of them that counts how often it is asked."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.times_read = 0
        for place in ("spec", "scenarios/house", "scenarios/another"):
            (root / place).mkdir(parents=True)
        self.file = root / "scenarios" / "house" / "one.yaml"
        self.file.write_text(TEXT)

    def read(self) -> Suite:
        self.times_read += 1
        readings = (Reading("a", self.file.read_text() if self.file.exists() else "", ""),)
        ruling = Ruling("R", "", "", "", readings, "a", "explicit", "", (), (), "", Place(self.file, 3))
        return Suite({}, {}, {"R": ruling}, {})

    def suite(self) -> Suite:
        return bundle.kept(self.read, lambda _: ["house"])


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    found = Checkout(tmp_path / "here")
    monkeypatch.setattr(data, "root", lambda: found.root)
    found.suite()
    assert data.bundle().exists()
    return found


def test_what_is_unchanged_is_not_read_again(checkout: Checkout) -> None:
    assert checkout.suite() == checkout.read()
    assert checkout.times_read == 2, "once for the bundle, and once here"


def test_an_edit_of_the_same_length_is_read(checkout: Checkout) -> None:
    checkout.file.write_text(TEXT.replace("KS", "QS"))
    assert checkout.suite().rulings["R"].readings[0].text == "hands: {A: QS}"


def test_a_new_file_and_one_that_is_gone_are_noticed(checkout: Checkout) -> None:
    (checkout.root / "spec" / "new.md").write_text("")
    checkout.suite()
    assert checkout.times_read == 2
    checkout.file.unlink()
    checkout.suite()
    assert checkout.times_read == 3


def test_scenarios_of_another_profile_may_change_but_a_profile_with_its_first_ones_is_noticed(checkout: Checkout) -> None:
    (checkout.root / "scenarios" / "another" / "new.yaml").write_text(TEXT)
    checkout.suite()
    assert checkout.times_read == 1
    (checkout.root / "scenarios" / "third").mkdir()
    checkout.suite()
    assert checkout.times_read == 2


def test_files_that_are_only_younger_need_not_be_read(checkout: Checkout) -> None:
    os.utime(checkout.file, (1, 1))
    before = checkout.suite()
    assert checkout.times_read == 1
    assert checkout.suite() == before, "and the bundle that has noted the new time is whole"


def test_a_new_time_is_noted_so_that_the_checksum_is_needed_once(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    os.utime(checkout.file, (1, 1))
    checkout.suite()
    monkeypatch.setattr(bundle.Sources, "checksum", "another one")
    checkout.suite()
    assert checkout.times_read == 1


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_bundle_is_not_used(checkout: Checkout, place: int) -> None:
    content = bytearray(data.bundle().read_bytes())
    content[place] ^= 1
    data.bundle().write_bytes(content)
    checkout.suite()
    assert checkout.times_read == 2


@pytest.mark.parametrize("length", [0, 10, 100])
def test_half_a_bundle_is_not_used(checkout: Checkout, length: int) -> None:
    data.bundle().write_bytes(data.bundle().read_bytes()[:length])
    checkout.suite()
    assert checkout.times_read == 2


def test_a_bundle_of_another_loader_is_not_used(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "LOADER", bundle.LOADER ^ 1)
    checkout.suite()
    assert checkout.times_read == 2


def test_no_part_of_a_bundle_stands_in_for_another() -> None:
    with pytest.raises(bundle.Damaged):
        bundle.unsealed(memoryview(bundle.sealed({}, "house")), "another")


def test_a_file_beside_the_directories_of_the_profiles_is_noticed(checkout: Checkout) -> None:
    (checkout.root / "scenarios" / "loose.yaml").write_text(TEXT)
    checkout.suite()
    assert checkout.times_read == 2


def test_a_bundle_that_has_moved_with_its_files_names_them_where_they_are(checkout: Checkout) -> None:
    checkout.root = checkout.root.rename(checkout.root.with_name("there"))
    assert checkout.suite().rulings["R"].place.path == checkout.root / "scenarios" / "house" / "one.yaml"
    assert checkout.times_read == 1


def test_where_no_bundle_can_be_written_the_files_are_read(checkout: Checkout) -> None:
    data.bundle().unlink()
    data.bundle().parent.rmdir()
    data.bundle().parent.write_text("a file where the directory would be")
    assert checkout.suite() == checkout.suite()
    assert checkout.times_read == 3


def test_a_bundle_makes_nothing_but_values_of_the_model() -> None:
    with pytest.raises(pickle.UnpicklingError, match="nothing of posix"):
        bundle.unsealed(memoryview(bundle.sealed(os.system, "x")), "x")


def test_of_one_profile_only_the_scenarios_of_its_family_are_unpacked() -> None:
    own, whole = load_suite(of="pagat-nepal-jokers"), load_suite()
    assert {scenario.profile for scenario in own.scenarios.values()} == {"pagat-nepal-jokers", "pagat-nepal", "pagat-yaniv"}
    assert own.scenarios.items() <= whole.scenarios.items()
    assert own.profiles == whole.profiles


def test_all_scenarios_are_there_for_a_profile_that_is_not_shipped() -> None:
    assert load_suite(of="house.yaml") == load_suite()


def test_the_shipped_suite_is_the_same_from_its_bundle() -> None:
    load_suite()
    assert load_suite() == read_suite([data.scenarios()], validate=False)
