"""What the engine promises beyond the scenarios, which prove its rules: values, copies, and honest refusals."""

from __future__ import annotations

import pytest
from dhumbal import Action, Deal, Profile, Refused, Rules


@pytest.fixture
def rules() -> Rules:
    return Rules(Profile())


def dealt(rules: Rules, players: int = 3, dealer: int = 0) -> Deal:
    return rules.deal(players, dealer, rules.pack.cards)


def test_parameters_round_trip() -> None:
    parameters = Profile(call_limit=7, take_lock=False).parameters()
    assert parameters["call.limit"] == 7
    assert Profile.from_parameters(parameters) == Profile(call_limit=7, take_lock=False)


def test_an_unknown_parameter_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"call\.limt"):
        Profile.from_parameters({"call.limt": 5})


def test_an_incomplete_pack_is_not_dealt(rules: Rules) -> None:
    with pytest.raises(ValueError, match="every card once"):
        rules.deal(2, 0, rules.pack.cards[1:])


def test_a_position_with_a_card_twice_is_not_set_up(rules: Rules) -> None:
    deal = dealt(rules)
    deal.pile.append(deal.stock[0])
    with pytest.raises(ValueError, match="two places"):
        rules.position(deal)


def test_a_copy_goes_its_own_way(rules: Rules) -> None:
    deal = dealt(rules)
    twin = deal.copy()
    rules.draw(twin, twin.seat)
    assert deal.drawn is None
    assert len(deal.stock) == len(twin.stock) + 1
    assert deal.hands != twin.hands


def test_the_limit_and_the_lock_are_parameters() -> None:
    free = Rules(Profile(call_limit=None, take_lock=False))
    deal = dealt(free)
    card = deal.pile[-1]
    free.take(deal, deal.seat, card)
    free.discard(deal, deal.seat, [card])
    assert free.why_not_call(deal, deal.seat) is None


def test_anticlockwise_turns_everything_round() -> None:
    rules = Rules(Profile(direction="anticlockwise"))
    deal = dealt(rules, players=4, dealer=1)
    assert deal.seat == 0
    assert rules.seats_after(1, 4) == [0, 3, 2, 1]


def test_an_action_by_value_does_what_the_method_does(rules: Rules) -> None:
    deal, twin = dealt(rules), dealt(rules)
    card = rules.draw(deal, deal.seat)
    rules.discard(deal, deal.seat, [card])
    rules.apply(twin, Action(twin.seat, "draw"))
    rules.apply(twin, Action(twin.seat, "discard", (card,)))
    assert (deal.pile, deal.hands, deal.seat, deal.last) == (twin.pile, twin.hands, twin.seat, twin.last)


def test_a_refusal_names_its_clause(rules: Rules) -> None:
    with pytest.raises(Refused) as refusal:
        dealt(rules, players=7)
    assert refusal.value.clause == "setup.players"


def test_legal_lists_a_set_once_for_each_order(rules: Rules) -> None:
    deal = dealt(rules, players=2)
    deal.hands[deal.seat] = 0
    for name in ("KS", "KH", "KD"):
        deal.hands[deal.seat] |= 1 << rules.pack.card(name)
    deal.drawn = rules.pack.card("KD")
    assert len(rules.legal(deal)) == 3 + 6 + 6


@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_series_of_too_few_or_too_many_is_refused(rules: Rules, players: int) -> None:
    with pytest.raises(Refused, match=r"setup\.players"):
        rules.series(players, 0)


def test_a_copy_has_every_part_of_the_table(rules: Rules) -> None:
    deal = dealt(rules)
    rules.take(deal, deal.seat, deal.pile[-1])
    deal.caller, deal.turns, deal.refills, deal.pending = 1, 7, 2, (3,)
    twin = deal.copy()
    assert {name: getattr(twin, name) for name in Deal.__slots__} == {name: getattr(deal, name) for name in Deal.__slots__}
    shared = [name for name in Deal.__slots__ if getattr(twin, name) is getattr(deal, name) and isinstance(getattr(deal, name), list)]
    assert shared == []


def test_runs_and_sets_are_listed_in_every_order_in_which_they_may_be_laid() -> None:
    rules = Rules(Profile(discard_run_min=3))
    deal = dealt(rules, players=2)
    cards = rules.pack.parse("5S 6S 7S 7H")
    deal.hands[deal.seat] = sum(1 << card for card in cards)
    deal.drawn = cards[-1]
    five, six, seven, other = cards
    singles, sets = {(card,) for card in cards}, {(seven, other), (other, seven)}
    assert {action.cards for action in rules.legal(deal)} == singles | sets | {(five, six, seven), (seven, six, five)}
