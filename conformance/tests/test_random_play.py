"""Random play under every rule system keeps its promises: cards conserved, nobody stuck, every series ends, and the sums of the scores.

`DHUMBAL_SERIES=120 pytest conformance/tests/test_random_play.py` plays so many series under each of them, about a million moves in all.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from dhumbal import Action, Deal, Outcome, Profile, Rules
from dhumbal.cards import cards_of
from dhumbal_conformance import data
from dhumbal_conformance.loader.profiles import load_profile, shipped_profiles
from hypothesis import given, settings
from hypothesis import strategies as st

HOUSE = sorted((data.root() / "docs" / "house-profiles").glob("*.yaml"))
FILES = [*shipped_profiles(), *HOUSE]
LONG = 300
"""Turns after which a deal that nobody has ended is called by whoever may call."""


@cache
def rules_of(path: Path) -> Rules:
    parameters = load_profile(str(path)).parameters
    resets = parameters["series.resets"]
    return Rules(Profile.from_parameters(parameters | {"series.resets": resets and tuple(map(tuple, resets))}))


def everywhere(deal: Deal) -> list[int]:
    return sorted([card for hand in deal.hands for card in cards_of(hand)] + deal.stock + deal.pile + list(deal.pending))


def action(rules: Rules, deal: Deal, choose: random.Random) -> Action:
    """Any legal action; in a long deal the call, or else the largest discard and the stock, so that it comes to an end."""
    actions = rules.legal(deal)
    assert actions, "a player to act always has a legal action"
    if deal.turns < choose.randrange(LONG):
        return choose.choice(actions)
    return max(actions, key=lambda action: (action.kind == "call", sum(rules.pack.values[card] for card in action.cards)))


def play(rules: Rules, deal: Deal, choose: random.Random) -> Outcome:
    """One deal to its end."""
    while deal.outcome is None:
        before = deal.copy()
        done = action(rules, deal, choose)
        rules.apply(deal, done)
        assert everywhere(deal) == list(rules.pack.cards), f"every card is in one place after {done} at {before.pile}"
    return deal.outcome


def play_series(rules: Rules, players: int, choose: random.Random) -> Iterator[Outcome]:
    """One series to its end."""
    series = rules.series(players, choose.randrange(players))
    while not rules.is_over(series):
        seats = series.still_in()
        pack, refill = (choose.sample(rules.pack.cards, len(rules.pack.cards)) for _ in range(2))
        outcome = play(rules, rules.deal(players=len(seats), dealer=seats.index(series.dealer), pack=pack, refill_orders=[refill]), choose)
        rules.score(series, outcome)
        assert series.played < 400, "a series ends"
        yield outcome
    assert 1 in rules.places(series)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@settings(max_examples=int(os.environ.get("DHUMBAL_SERIES", "4")), deadline=None)
@given(data=st.data())
def test_a_series_ends_with_all_cards_and_sums_in_order(path: Path, data: st.DataObject) -> None:
    rules = rules_of(path)
    players = data.draw(st.integers(rules.profile.players_min, rules.profile.players_max), label="players")
    choose = random.Random(data.draw(st.integers(0, 2**32), label="seed"))
    for outcome in play_series(rules, players, choose):
        check_outcome(rules, outcome)


def check_outcome(rules: Rules, outcome: Outcome) -> None:
    """Payments add up to nothing where they are collected; nobody scores less than nothing where hands are scored."""
    if rules.profile.settle_scoring == "transfer":
        assert sum(outcome.deltas) == 0
    else:
        assert min(outcome.deltas) >= 0
        assert set(outcome.payments) == {None}
    if outcome.caller is not None and rules.profile.call_limit is not None:
        assert rules.profile.call_last_turns or outcome.totals[outcome.caller] <= rules.profile.call_limit
