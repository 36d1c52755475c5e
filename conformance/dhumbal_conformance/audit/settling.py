"""Settles a recorded deal, and scores the series: what the record says is compared with what the reference engine answers.

Where cards were never seen there are several hands that a player can have had, and so several answers. A claim is right if it is so in all
of them, wrong if in none, and otherwise cannot be told. For each player only the totals that they can have had matter. They are combined
freely, also where two players would need the same unseen card: so what is called right or wrong is, and some things are left open that
could be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from dhumbal_conformance.audit.clauses import Statements, clause_behind
from dhumbal_conformance.audit.findings import Finding, Report
from dhumbal_conformance.audit.places import Lying, Pool, cards_in
from dhumbal_conformance.audit.record import Claim, RecordedDeal
from dhumbal_conformance.audit.replay import Followed
from dhumbal_conformance.connectors import Connector
from dhumbal_conformance.loader.notation import hand_total, repeated
from dhumbal_conformance.model import Card, Clause, Profile, Seat

MOST = 1_000
"""How many combinations of totals are looked at; with more of them nothing is told."""

ENDED = {
    "won": "the caller won the deal",
    "caught": "the caller was caught",
    "cap": "the deal ended at the turn cap",
    "dry": "the deal ended with a dry stock",
}

Hands = dict[Seat, tuple[Card, ...]]


def possible_hands(followed: Followed, profile: Profile) -> list[Hands] | None:
    """The hands that can have been settled, one for each combination of totals; None where they are too many, or not known at all."""
    deal = followed.deal
    if followed.whole and deal.moves is not None:
        choices = {seat: by_total(hand, profile) for seat, hand in followed.places.hands.items()}
    elif all(seat in deal.shown and None not in deal.shown[seat].cards for seat in deal.players):
        choices = {seat: [tuple(filter(None, deal.shown[seat].cards))] for seat in deal.players}
    else:
        return None
    if prod(map(len, choices.values())) > MOST:
        return None
    return [dict(zip(choices, hands, strict=True)) for hands in product(*choices.values())]


def by_total(hand: Sequence[Lying], profile: Profile) -> list[tuple[Card, ...]]:
    """For each total that a hand can have, cards with which it has that."""
    known = tuple(cards_in(hand))
    found = {hand_total(known, profile.parameters): known}
    pools = {id(lying.pool): lying.pool for lying in hand if lying.card is None}
    for pool in pools.values():
        number = sum(lying.card is None and lying.pool is pool for lying in hand)
        more = draws(pool, number, profile)
        found = {total + points: (*cards, *drawn) for total, cards in found.items() for points, drawn in more.items()}
    return list(found.values())


def draws(pool: Pool, number: int, profile: Profile) -> dict[int, tuple[Card, ...]]:
    """For each total that so many cards of a pool can have, an example."""
    found: list[dict[int, tuple[Card, ...]]] = [{0: ()}, *({} for _ in range(number))]
    for card in sorted(pool.loose):
        points = hand_total([card], profile.parameters)
        for more, fewer in zip(found[:0:-1], found[-2::-1], strict=True):
            more.update({total + points: (*cards, card) for total, cards in fewer.items()})
    return found[number]


def settle(followed: Followed, hands: Iterable[Hands], engine: Connector, profile: Profile) -> list[Statements]:
    """What each of these hands would be settled to."""
    deal = followed.deal
    rules = {"profile": profile.id, "parameters": profile.parameters}
    asked = {**rules, "players": list(deal.players), "dealer": deal.dealer, "caller": deal.caller}
    return [stated(engine.request("settle", {**asked, "hands": held})["result"], deal.players) for held in hands]


def stated(result: Mapping[str, Any], players: Sequence[Seat]) -> dict[tuple[str, str], Any]:
    """A result in the form of claims."""
    single = {(key, ""): result[key] for key in ("ended", "caller", "winner")}
    return single | {(key, seat): result[key].get(seat) for key in ("totals", "payments", "deltas") for seat in players}


def judge_shown(deal: RecordedDeal, engine: Connector, profile: Profile) -> Iterator[Finding]:
    """What is wrong with hands of which nothing but the end is known: a card in two of them, or a total too high to call."""
    cards = [card for hand in deal.shown.values() for card in hand.cards if card]
    if twice := repeated(cards):
        yield Finding(next(iter(deal.shown.values())).place, deal.number, f"{twice[0]} is shown twice", "pack.cards")
    if deal.caller in deal.shown and None not in deal.shown[deal.caller].cards:
        hand = deal.shown[deal.caller]
        question = {"type": "call", "hand": list(hand.cards)}
        answer = engine.request("judge", {"profile": profile.id, "parameters": profile.parameters, "question": question})
        if not answer["accepted"]:
            total = hand_total(filter(None, hand.cards), profile.parameters)
            yield Finding(hand.place, deal.number, f"{deal.caller} may not call: their total is {total}", answer["clause"])


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares claims with what holds in every case that is possible.

    `truths` is None where that is not known at all, and what is not known of the cases is in none of them.
    """

    truths: Sequence[Statements] | None
    deal: int
    profile: Profile
    clauses: Mapping[str, Clause]

    def check(self, claims: Sequence[Claim], report: Report) -> None:
        """Say what is wrong and what cannot be told, and count what is right."""
        found = {claim: finding for claim in claims if (finding := self.finding(claim))}
        report.claims += len(claims) - len(found)
        report.findings += found.values()
        if found and self.truths and all(finding.open for finding in found.values()) and not self.fit_together(claims):
            last = list(found)[-1]
            text = "what is written down about this end cannot all be true: no cards that are possible make it so together"
            report.findings.append(Finding(last.place, self.deal, text, clause_behind(last, self.truths[0], self.profile, self.clauses)))

    def fit_together(self, claims: Sequence[Claim]) -> bool:
        """Whether in some possible case all of the claims hold."""
        return any(all(truth.get((claim.key, claim.of), claim.value) == claim.value for claim in claims) for truth in self.truths or ())

    def finding(self, claim: Claim) -> Finding | None:
        """What there is to say about a claim; None if it is right."""
        key, truths = (claim.key, claim.of), self.truths or ()
        possible = list(dict.fromkeys(truth[key] for truth in truths if key in truth))
        if not possible or (claim.value in possible and len(possible) > 1):
            return Finding(claim.place, self.deal, f"whether {said(claim)}", open=True)
        if claim.value in possible:
            return None
        clause = clause_behind(claim, truths[0], self.profile, self.clauses)
        return Finding(claim.place, self.deal, f"the record says that {said(claim)}; {correction(claim, possible)}", clause)


def said(claim: Claim) -> str:
    """A claim as a sentence."""
    return sentence(claim.key, claim.of, claim.value)


def sentence(key: str, of: Seat, value: Any) -> str:
    """What it would mean for a claim to have this value."""
    names = " and ".join(value) or "nobody" if isinstance(value, tuple) else value or "nobody"
    nothing = "nothing" if value is None else value
    return {
        "totals": f"{of}'s total is {value}",
        "payments": f"{of} pays {nothing}",
        "deltas": f"{of}'s score changes by {value}",
        "scores": f"{of}'s score is {value}",
        "places": f"{of} is in place {value}",
        "ended": ENDED.get(str(value), f"the deal ended {value!r}"),
        "winner": f"{names} wins the deal",
        "winners": f"the winners are {names}",
        "out": f"{names} is out",
        "over": f"the series is {'' if value else 'not '}over",
        "dealer": f"{value} deals",
    }[key]


def correction(claim: Claim, possible: Sequence[Any]) -> str:
    """What it must be instead."""
    if len(possible) == 1:
        return f"by the rules {sentence(claim.key, claim.of, possible[0])}"
    return "no cards that are possible make it so"
