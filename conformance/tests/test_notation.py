"""Cards, piles and actions as text: every accepted spelling, the guess for every common slip, and there and back again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dhumbal_conformance.loader.notation import (
    PACK,
    Misspelt,
    action,
    action_text,
    card,
    cards,
    distinct,
    hand_total,
    known_card,
    one_card,
    pack_of,
    pile,
    whole_pack,
)
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.model import Pile


def test_canonical_order_is_by_suit_and_then_by_rank() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert " ".join(PACK[:14]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    assert PACK[-1] == "KC"


@pytest.mark.parametrize("name", PACK)
def test_every_card_has_its_spellings(name: str) -> None:
    rank, suit = name.replace("T", "10")[:-1], name[-1]
    symbols = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}[suit]
    spellings = [name, rank + suit, *(rank + symbol for symbol in symbols), f"{rank}{symbols[0]}\ufe0f"]
    assert {card(spelling) for spelling in spellings} == {name}


@pytest.mark.parametrize(
    ("spelling", "name"), [("XR", "XR"), ("XB", "XB"), ("KS'", "KS'"), ("10♥'", "TH'"), ("10H’", "TH'"), ("XB′", "XB'"), ("♠K'", None)]
)
def test_jokers_and_the_cards_of_a_second_pack(spelling: str, name: str | None) -> None:
    assert known_card(spelling) == name


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("ks", "KS"),
        ("Kh", "KH"),
        ("SK", "KS"),
        ("H10", "10H"),
        ("1OH", "10H"),
        ("1oH", "10H"),
        ("lOH", "10H"),
        ("0H", "TH"),
        ("1S", "AS"),
        ("11D", "JD"),
        ("13C", "KC"),
        ("KS,", "KS"),
        ("♠K", "KS"),
        ("k♠", "KS"),
    ],
)
def test_a_slip_is_refused_with_a_guess(slip: str, meant: str) -> None:
    with pytest.raises(Misspelt) as caught:
        card(slip)
    assert card(caught.value.hint.removeprefix("did you mean ").rstrip("?")) == card(meant)


@pytest.mark.parametrize("nonsense", ["15S", "XX", "joker", "K", "", "KSH", "♠", "…", "9" * 1000])
def test_nonsense_is_refused_with_the_notation(nonsense: str) -> None:
    with pytest.raises(Misspelt, match="is not a card") as caught:
        card(nonsense)
    assert "rank then suit" in caught.value.hint
    assert len(str(caught.value)) < 100


def test_lists_of_cards() -> None:
    assert cards("AS  10D K♥") == ("AS", "TD", "KH")
    assert cards("none") == cards("nothing") == ()
    assert cards("KS KS") == ("KS", "KS")


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (cards, "", "no card is named"),
        (cards, "AS none", "'none' is not a card"),
        (distinct, "AS 2S AS", "AS is named twice"),
        (distinct, "10H TH", "TH is named twice"),
        (one_card, "AS 2S", "one card is expected"),
        (one_card, "none", "one card is expected"),
        (pile, "... AS", "'...' is not a card"),
        (pile, "", "no card is named"),
        (pile, "AS AS ...", "AS is named twice"),
    ],
)
def test_lists_that_cannot_be_read(read: Callable[[str], object], text: str, message: str) -> None:
    with pytest.raises(Misspelt, match=message):
        read(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH 7C", Pile(("KH", "7C"))),
        ("KH ...", Pile(("KH",), more=True)),
        ("KH …", Pile(("KH",), more=True)),
        ("...", Pile((), more=True)),
        ("none", Pile(())),
    ],
)
def test_piles(text: str, expected: Pile) -> None:
    assert pile(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw stock", {"type": "draw", "from": "stock"}),
        ("take KH", {"type": "draw", "from": "discard", "card": "KH"}),
        ("discard KS KH", {"type": "discard", "cards": ["KS", "KH"]}),
        ("discard KS KS", {"type": "discard", "cards": ["KS", "KS"]}),
        ("discard nothing", {"type": "discard", "cards": []}),
        ("call", {"type": "call"}),
    ],
)
def test_actions_have_the_form_of_the_protocol_and_come_back(text: str, expected: dict[str, object]) -> None:
    done = action("B", text)
    assert done == {"player": "B", **expected}
    assert action_text(done) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("drw stock", "did you mean draw?"),
        ("Discard KS", "did you mean discard?"),
        ("discrad KS", "did you mean discard?"),
        ("tkae KH", "did you mean take?"),
        ("dhumbal", "the actions are: draw, take, discard, call"),
        ("", "the actions are: draw, take, discard, call"),
        ("draw", "from the discard pile one takes a card: `take KH`"),
        ("draw KH", "from the discard pile one takes a card: `take KH`"),
        ("take", "as in `take KH`"),
        ("take KH KS", "as in `take KH`"),
        ("take sk", "did you mean KS?"),
        ("discard", "for a discard of no card, `discard nothing`"),
        ("call now", "write `call`"),
    ],
)
def test_actions_that_cannot_be_read(text: str, hint: str) -> None:
    with pytest.raises(Misspelt) as caught:
        action("A", text)
    assert hint in caught.value.hint


def test_a_pack_is_completed_in_canonical_order() -> None:
    pack = whole_pack(["KC", "2S"])
    assert pack[:4] == ("KC", "2S", "AS", "3S")
    assert sorted(pack) == sorted(PACK)


@pytest.mark.parametrize(
    ("profile", "number", "end"),
    [("nepali-games", 52, "KC"), ("cardrulesplus-jokers", 54, "KC XR XB"), ("pagat-yaniv-two-packs", 108, "KC' XR' XB'")],
)
def test_the_pack_is_that_of_the_profile(profile: str, number: int, end: str) -> None:
    pack = pack_of(load_profile(profile).parameters)
    assert len(set(pack)) == len(pack) == number
    assert " ".join(pack).endswith(end)
    assert pack[:52] == PACK
    assert all(name == card(name) for name in pack)
    assert whole_pack(["KC", "2S"], pack)[:4] == ("KC", "2S", "AS", "3S")
    assert sorted(whole_pack(["KC", "2S"], pack)) == sorted(pack)


def test_two_packs_lie_one_after_the_other() -> None:
    pack = pack_of({"pack.count": 2, "pack.jokers": 2})
    assert " ".join(pack[51:56]) == "KC XR XB AS' 2S'"


@pytest.mark.parametrize(
    ("profile", "text", "total"),
    [("pagat-yaniv", "XR XB 9H", 9), ("pagat-yaniv-two-packs", "10H 10H' XR' KS'", 30), ("pagat-nepal-jokers", "JS QS KS AS", 37)],
)
def test_hands_of_other_profiles(profile: str, text: str, total: int) -> None:
    assert hand_total(cards(text), load_profile(profile).parameters) == total


@pytest.mark.parametrize(("text", "total"), [("none", 0), ("AS", 1), ("2S 10D", 12), ("JS QS KS", 30), ("9H 9D", 18)])
def test_hands_count_by_the_profile(text: str, total: int) -> None:
    assert hand_total(cards(text), load_profile("nepali-games").parameters) == total
