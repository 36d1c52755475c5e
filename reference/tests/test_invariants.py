"""Facts that hold in every deal of the canonical game, tried on random play."""

from __future__ import annotations

import random

from dhumbal import Deal, Profile, Rules
from dhumbal.cards import cards_of
from hypothesis import given, settings
from hypothesis import strategies as st

RULES = Rules(Profile())
DEALS = st.builds(
    lambda players, pack, refill: RULES.deal(players, players - 1, pack, [refill]),
    st.integers(2, 6),
    st.permutations(RULES.pack.cards),
    st.permutations(RULES.pack.cards),
)


def everywhere(deal: Deal) -> list[int]:
    return sorted([card for hand in deal.hands for card in cards_of(hand)] + deal.stock + deal.pile)


def play(deal: Deal, choose: random.Random, turns: int) -> None:
    """Random legal play of so many turns, or to the end of the deal; looks at the table after every action."""
    while deal.outcome is None and deal.turns < turns:
        actions = RULES.legal(deal)
        assert actions, "a player to act always has a legal action"
        action = choose.choice(actions)
        if action.kind == "call":
            assert deal.hands[action.seat].bit_count() <= 4, "no call with five cards"
        RULES.apply(deal, action)
        assert everywhere(deal) == list(RULES.pack.cards), "every card is in one place"
        assert len(deal.stock) + len(deal.pile) >= 21, "at least 21 cards lie outside the hands"


@settings(max_examples=60, deadline=None)
@given(DEALS, st.randoms(use_true_random=False))
def test_random_play_keeps_the_cards_together_and_never_gets_stuck(deal: Deal, choose: random.Random) -> None:
    play(deal, choose, turns=40)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 50), min_size=2, max_size=6), st.data())
def test_every_settlement_adds_up_to_nothing(totals: list[int], data: st.DataObject) -> None:
    dealer = data.draw(st.integers(0, len(totals) - 1))
    caller = data.draw(st.integers(0, len(totals) - 1))
    for outcome in (RULES.settle_call(totals, dealer, caller), RULES.settle_cap(totals, dealer)):
        assert sum(outcome.deltas) == 0
        assert outcome.winner is not None
        assert outcome.deltas[outcome.winner] == sum(payment for payment in outcome.payments if payment is not None)
        assert all(payment is None or payment >= 0 for payment in outcome.payments)
        assert outcome.payments.count(None) == 1


def test_the_largest_win_is_235_for_a_caller_and_221_for_another() -> None:
    """Six players: five hands of the dearest cards against a caller; and a caught caller's 25 with the dearest four beside it."""
    tens = sorted(RULES.pack.values, reverse=True)[:25]
    hands = [sum(tens[start : start + 5]) for start in range(0, 25, 5)]
    assert max(RULES.settle_call([0, *hands], 5, 0).deltas) == sum(tens) == 235
    assert max(RULES.settle_call([5, 5, *hands[:4]], 5, 0).deltas) == 25 + sum(hands[:4])


@settings(max_examples=100, deadline=None)
@given(DEALS, st.randoms(use_true_random=False), st.integers(0, 5))
def test_a_view_shows_no_card_of_anybody_else(deal: Deal, choose: random.Random, viewer: int) -> None:
    play(deal, choose, turns=7)
    view = RULES.view(deal, viewer % deal.players)
    hidden = [seat for seat, hand in enumerate(view.hands) if isinstance(hand, int)]
    assert deal.outcome or len(hidden) == deal.players - 1
    assert isinstance(view.stock, int)
