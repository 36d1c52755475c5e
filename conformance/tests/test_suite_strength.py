"""The suite tells wrong engines from the right one: each of these breaks one rule, and some scenario must fail at a clause of that rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial

import pytest
from dhumbal import Deal, Outcome, Rules, Series
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.model import Suite
from dhumbal_conformance.reference import ReferenceEngine
from dhumbal_conformance.runner import Runner
from dhumbal_conformance.suite import load_suite


class PenaltyOnTopOfTheHand(Rules):
    def caught_payment(self, totals: Sequence[int], caller: int) -> int:
        return super().caught_payment(totals, caller) + totals[caller]


class PenaltyForEachBeater(Rules):
    def caught_payment(self, totals: Sequence[int], caller: int) -> int:
        return 25 * (sum(total <= totals[caller] for total in totals) - 1)


class TiesFromTheCallersLeft(Rules):
    def tie_order(self, players: int, dealer: int, caller: int | None) -> Sequence[int]:
        return self.seats_after(dealer if caller is None else caller, players)


class TiesFromTheDealer(Rules):
    def tie_order(self, players: int, dealer: int, caller: int | None) -> Sequence[int]:
        return [dealer, *self.seats_after(dealer, players)[:-1]]


class TiesByLowestSeat(Rules):
    def tie_order(self, players: int, dealer: int, caller: int | None) -> Sequence[int]:
        return range(players)


class TiesToTheRight(Rules):
    def tie_order(self, players: int, dealer: int, caller: int | None) -> Sequence[int]:
        return [(dealer - step) % players for step in range(1, players + 1)]


class TheCallerWinsTies(Rules):
    def is_caught(self, caller: int, others: Iterable[int]) -> bool:
        return any(total < caller for total in others)


class TheFirstToMatchWins(Rules):
    def caught_winner(self, totals: Sequence[int], dealer: int, caller: int) -> int:
        return next(seat for seat in self.seats_after(caller, len(totals)) if totals[seat] <= totals[caller])


class TheTiedPayNothing(Rules):
    def payments(self, totals: Sequence[int], winner: int) -> list[int | None]:
        return [
            0 if total == totals[winner] and payment is not None else payment
            for total, payment in zip(totals, super().payments(totals, winner), strict=True)
        ]


class TheWinnerCountsTheirOwnHand(Rules):
    def collected(self, ended, caller, winner, totals, payments):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        right = super().collected(ended, caller, winner, totals, payments)
        deltas = [delta + (totals[winner] if seat == winner else 0) for seat, delta in enumerate(right.deltas)]
        return Outcome(ended, caller, winner, right.totals, right.payments, tuple(deltas))


class CallAtSix(Rules):
    def may_call(self, total: int) -> bool:
        return total <= 6


class CallBelowFive(Rules):
    def may_call(self, total: int) -> bool:
        return total < 5


class CallAfterDrawing(Rules):
    def why_not_call(self, deal: Deal, seat: int) -> str | None:
        return self.why_not_act(deal, seat) or (None if self.may_call(deal.totals[seat]) else "call.limit")


class NoCallInTheFirstRound(Rules):
    def why_not_call(self, deal: Deal, seat: int) -> str | None:
        return super().why_not_call(deal, seat) or ("call.any-turn" if deal.turns < deal.players else None)


class LockByRank(Rules):
    def why_not_discard(self, deal: Deal, seat: int, cards: Sequence[int]) -> str | None:
        rank = None if deal.locked is None else self.pack.ranks[deal.locked]
        locked = any(self.pack.ranks[card] == rank for card in cards)
        return super().why_not_discard(deal, seat, cards) or ("take.lock" if locked else None)


class NoLock(Rules):
    def take(self, deal: Deal, seat: int, card: int) -> None:
        super().take(deal, seat, card)
        deal.locked = None


class LockOnlyAlone(Rules):
    def why_not_discard(self, deal: Deal, seat: int, cards: Sequence[int]) -> str | None:
        broken = super().why_not_discard(deal, seat, cards)
        return None if broken == "take.lock" and len(cards) > 1 and self.may_go_together(cards) else broken


class LockForEver(Rules):
    def end_turn(self, deal: Deal) -> None:
        locked = deal.locked
        super().end_turn(deal)
        deal.locked = locked


class TakeWithAnEmptyHand(Rules):
    def may_take_into(self, deal: Deal, seat: int) -> bool:
        return True


class TakeFromBelowTheTop(Rules):
    def on_offer(self, deal: Deal) -> list[int]:
        return deal.pile[-2:]


class NoTakingTheUpcard(Rules):
    def on_offer(self, deal: Deal) -> list[int]:
        return deal.pile[-1:] if deal.turns else []


class EagerRefill(Rules):
    def end_turn(self, deal: Deal) -> None:
        if not deal.stock and len(deal.pile) > 1:
            self.refill(deal)
        super().end_turn(deal)


class RefillKeepsTheWholeLastDiscard(Rules):
    def kept(self, deal: Deal) -> list[int]:
        size = len(deal.last.cards) if deal.last and deal.last.kind == "discard" else 1
        return deal.pile[-size:]


class RefillKeepsNothing(Rules):
    def kept(self, deal: Deal) -> list[int]:
        return []


class RefillInOldOrder(Rules):
    def in_order(self, cards: Sequence[int], order: Sequence[int]) -> list[int]:
        return list(cards)


class FirstCardOnTop(Rules):
    def laid(self, cards: Sequence[int]) -> Sequence[int]:
        return cards[::-1]


class SetsAreSorted(Rules):
    def laid(self, cards: Sequence[int]) -> Sequence[int]:
        return sorted(cards)


class SetsByValue(Rules):
    def is_set(self, cards: Sequence[int]) -> bool:
        return len({self.pack.values[card] for card in cards}) == 1


class RunsAllowed(Rules):
    def may_go_together(self, cards: Sequence[int]) -> bool:
        run = len(cards) >= 3 and max(cards) - min(cards) == len(cards) - 1 and len({card // 13 for card in cards}) == 1
        return run or super().may_go_together(cards)


class OnlyWholeSets(Rules):
    def why_not_discard(self, deal: Deal, seat: int, cards: Sequence[int]) -> str | None:
        broken = super().why_not_discard(deal, seat, cards)
        rank = self.pack.ranks[cards[0]] if not broken else None
        held = [card for card in self.pack.cards if deal.hands[seat] >> card & 1 and self.pack.ranks[card] == rank]
        return broken or ("discard.part" if len(held) > len(cards) else None)


class EmptyHandEndsTheDeal(Rules):
    def end_turn(self, deal: Deal) -> None:
        seat = deal.seat
        super().end_turn(deal)
        if not deal.hands[seat]:
            deal.outcome = self.settle_call(deal.totals, deal.dealer, seat)


class CapAt201(Rules):
    def is_last_turn(self, turns: int) -> bool:
        return turns == 201


class CapAt199(Rules):
    def is_last_turn(self, turns: int) -> bool:
        return turns == 199


class PenaltyAtTheCap(Rules):
    def settle_cap(self, totals: Sequence[int], dealer: int) -> Outcome:
        return self.settle_call(totals, dealer, self.next_seat(dealer, len(totals)))


class TheDealerStays(Rules):
    def next_dealer(self, series: Series, winner: int | None) -> int:
        return series.dealer


class TheWinnerDeals(Rules):
    def next_dealer(self, series: Series, winner: int | None) -> int:
        assert winner is not None
        return winner


class TheDealerStarts(Rules):
    def starter(self, dealer: int, players: int) -> int:
        return dealer


class FiveAtOnce(Rules):
    def deal_hands(self, deal: Deal, pack: Sequence[int]) -> Sequence[int]:
        order = [5 * (number % deal.players) + number // deal.players for number in range(5 * deal.players)]
        return super().deal_hands(deal, [pack[card] for card in order] + list(pack[len(order) :]))


class DensePlaces(Rules):
    def places(self, series: Series) -> list[int]:
        return [1 + len({other for other in series.scores if other > score}) for score in series.scores]


class LowestScoreWins(Rules):
    def standing(self, series: Series, seat: int) -> tuple[float, int]:
        return 0, -series.scores[seat]


class StopsWhenDecided(Rules):
    def why_no_deal(self, series: Series) -> str | None:
        return super().why_no_deal(series) or ("series.deals" if series.played == 2 and max(series.scores) >= 60 else None)


class ShowsDraws(Rules):
    def seen_action(self, action, viewer):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        return action


WRONG = [kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Rules) and kind is not Rules]


@cache
def suite() -> Suite:
    return load_suite()


@pytest.mark.parametrize("wrong", WRONG, ids=lambda kind: kind.__name__)
def test_a_broken_rule_is_found_with_clauses_and_values(wrong: type[Rules]) -> None:
    runner = Runner(partial(PythonConnector, ReferenceEngine(wrong)), suite().profiles["nepali-games"], suite().clauses)
    failed = (result for result in runner.run(suite().scenarios.values()) if result.status != "passed")
    first = next(failed, None)
    assert first is not None, "no scenario tells this engine from the right one"
    assert first.failure is not None
    assert first.failure.clauses
    assert first.failure.expected != first.failure.actual
