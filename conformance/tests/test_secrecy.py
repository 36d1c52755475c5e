"""Secrecy in pairs: right engines show a player the same of both deals, every leak is found, and each pair is what it says."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from dhumbal import Deal
from dhumbal_conformance.cli import main, screen
from dhumbal_conformance.cli.secrecy import name_column, side_by_side
from dhumbal_conformance.connectors.python import PythonConnector
from dhumbal_conformance.connectors.streams import StreamConnector
from dhumbal_conformance.loader.profiles import load_profile
from dhumbal_conformance.loader.rulebook import clauses_of, read_chapters
from dhumbal_conformance.model import Clause
from dhumbal_conformance.reference import JSON, ReferenceEngine
from dhumbal_conformance.runner.outcome import Unsupported
from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.secrecy import Comparison, compare
from dhumbal_conformance.secrecy.pairs import Means, make_pair
from dhumbal_conformance.secrecy.shown import retold
from dhumbal_conformance.secrecy.telling import KINDS

PROFILES = ("nepali-games", "doumebash", "pagat-yaniv", "pagat-yaniv-two-packs", "pagat-nepal-jokers", "cardrulesplus-anticlockwise")
EVERYTHING = Means(pack=True, load=True, refills=True, half_turns=True)
JAVASCRIPT = Path(__file__).parents[1] / "adapters" / "javascript" / "engine.mjs"


@cache
def clauses() -> dict[str, Clause]:
    return clauses_of(read_chapters())


def session(engine: object, profile: str = "nepali-games") -> Session:
    return Session(PythonConnector(engine), load_profile(profile), clauses())


def comparisons(engine: object, count: int, profile: str = "nepali-games") -> Iterator[Comparison]:
    return compare(session(engine, profile), session(ReferenceEngine(), profile), range(1, count + 1))


class Leaky(ReferenceEngine):
    """An engine with a view that its subclasses spoil."""

    def table(self, game: str) -> Deal:
        return self.games[game].deal

    def name(self, game: str, card: int) -> str:
        return self.games[game].rules.pack.name(card)

    def observe(self, game: str, **params: Any) -> JSON:
        answer = super().observe(game=game, **params)
        return answer if params["as"] == "referee" else {"state": self.spoilt(answer["state"], game, params["as"])}

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state


class ShowsTheNextCard(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"next": [self.name(game, card) for card in self.table(game).stock[-1:]]}


class SortsThePile(Leaky):
    """The pile is upside down while the next card is red."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        red = [card for card in self.table(game).stock[-1:] if self.name(game, card)[1] in "HD"]
        return state | ({"pile": state["pile"][::-1]} if red else {})


class CountsAces(Leaky):
    """An ace in another hand counts as two cards."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        aces = {seat: self.table(game).hands[state["players"].index(seat)] & 1 for seat in state["players"]}
        hands = {seat: hand + aces[seat] if isinstance(hand, int) else hand for seat, hand in state["hands"].items()}
        return state | {"hands": hands}


class TellsTheSuitDrawn(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        last = self.table(game).last
        return state | ({"suit": self.name(game, last.cards[0])[1]} if last and last.kind == "draw" else {})


class ShowsTheOrderOfARefill(Leaky):
    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        deal = self.table(game)
        return state | ({"lowest": deal.stock.index(min(deal.stock))} if deal.refills and deal.stock else {})


class ShowsRefusals(Leaky):
    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, int] = {}

    def apply(self, game: str, **params: Any) -> JSON:
        answer: JSON = super().apply(game=game, **params)
        self.refused[game] = self.refused.get(game, 0) + (not answer["accepted"])
        return answer

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"refused": self.refused.get(game, 0)}


class LegalByTheNextCard(ReferenceEngine):
    """The stock is not to be had while a court lies on it."""

    def legal(self, game: str, **_: Any) -> JSON:
        table = self.games[game]
        court = any(table.rules.pack.ranks[card] > 9 for card in table.deal.stock[-1:])
        actions = super().legal(game=game)["actions"]
        return {"actions": [action for action in actions if not (court and action.get("from") == "stock")]}


class TakeableByTheNextCard(ReferenceEngine):
    def takeable(self, game: str, **_: Any) -> JSON:
        high = [card for card in self.games[game].deal.stock[-1:] if card > 26]
        return {"cards": [] if high else super().takeable(game=game)["cards"]}


class RefusesByTheStock(ReferenceEngine):
    """A card that nobody holds is refused for another reason than one in another hand."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer: JSON = super().apply(game=game, action=action)
        table = self.games[game]
        in_stock = {table.rules.pack.name(card) for card in table.deal.stock}
        return (
            answer | {"clause": "discard.together"} if answer.get("clause") == "discard.held" and in_stock & {*action["cards"]} else answer
        )


LEAKS = [
    ShowsTheNextCard,
    SortsThePile,
    CountsAces,
    TellsTheSuitDrawn,
    ShowsTheOrderOfARefill,
    ShowsRefusals,
    LegalByTheNextCard,
    TakeableByTheNextCard,
    RefusesByTheStock,
]


@pytest.mark.parametrize("engine", LEAKS, ids=lambda engine: engine.__name__)
def test_a_leak_is_found_within_200_pairs(engine: type[ReferenceEngine]) -> None:
    assert any(found.differences for found in comparisons(engine(), 200))


@pytest.mark.parametrize("profile", PROFILES)
def test_the_reference_engine_shows_the_same_of_both_deals(profile: str) -> None:
    found = list(comparisons(ReferenceEngine(), 60, profile))
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []


def test_the_javascript_engine_shows_the_same_of_both_deals() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not on the PATH")
    connector = StreamConnector([node, str(JAVASCRIPT)], 5)
    try:
        asked = Session(connector, load_profile("nepali-games"), clauses())
        found = list(compare(asked, session(ReferenceEngine()), range(1, 41)))
    finally:
        connector.close()
    assert len(found) == 40
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []


@pytest.mark.parametrize("profile", PROFILES)
def test_the_deals_of_a_pair_differ_out_of_the_viewers_sight_alone(profile: str) -> None:
    reference = session(ReferenceEngine(), profile)
    for number in range(1, 31):
        pair = make_pair(number, reference, EVERYTHING)
        games = [retold(reference, telling) for telling in (pair.one, pair.other)]
        referee, viewer = ([reference.ask("observe", game=game, **{"as": who}) for game in games] for who in ("referee", pair.viewer))
        assert viewer[0] == viewer[1]
        assert (referee[0] == referee[1]) == (pair.kind == "an attempt of another, refused")
        assert pair.one.actions == pair.other.actions


def test_every_kind_of_pair_occurs_and_positions_too() -> None:
    reference = session(ReferenceEngine())
    pairs = [make_pair(number, reference, EVERYTHING) for number in range(1, 101)]
    assert Counter(pair.kind for pair in pairs).keys() == set(KINDS)
    assert {pair.one.given.pack is None for pair in pairs} == {True, False}


def test_the_number_alone_brings_a_pair_back() -> None:
    reference = session(ReferenceEngine())
    before = [make_pair(number, reference, EVERYTHING) for number in range(40, 50)]
    assert [make_pair(number, session(ReferenceEngine()), EVERYTHING) for number in range(40, 50)] == before


class Restless(Leaky):
    """Every view has a name of its own, which says nothing about any card."""

    def spoilt(self, state: JSON, game: str, viewer: str) -> JSON:
        return state | {"token": str(uuid4()), "game": game}


def test_what_differs_at_every_look_is_no_leak() -> None:
    assert not any(found.differences for found in comparisons(Restless(), 30))


class Limited(ReferenceEngine):
    """An engine that does not offer everything."""

    def __init__(self, **capabilities: Any) -> None:
        super().__init__()
        self.capabilities = capabilities

    def initialize(self, **params: Any) -> JSON:
        answer = super().initialize(**params)
        return answer | {"capabilities": answer["capabilities"] | self.capabilities}


class WholeTurnsOnly(Limited):
    def __init__(self) -> None:
        super().__init__(half_turns=False)

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        assert action["type"] in ("turn", "call")
        answer: JSON = super().apply(game=game, action=action)
        return answer


@pytest.mark.parametrize(
    "engine",
    [Limited(load=False), Limited(chance=["refills"]), Limited(chance=["pack"]), Limited(legal=False, takeable=False), WholeTurnsOnly()],
    ids=["no load", "no pack", "no refills", "no lists", "whole turns"],
)
def test_an_engine_is_asked_only_what_it_offers(engine: Limited) -> None:
    found = list(comparisons(engine, 40))
    assert [comparison for comparison in found if comparison.differences or comparison.not_played] == []
    tellings = [telling for comparison in found for telling in (comparison.pair.one, comparison.pair.other)]
    chance = engine.capabilities.get("chance", ["pack", "refills"])
    assert all(telling.given.pack is None for telling in tellings if "pack" not in chance)
    assert all(telling.given.refills == () for telling in tellings if "refills" not in chance)
    assert all(telling.given.pack for telling in tellings if not engine.capabilities.get("load", True))


@pytest.mark.parametrize("lack", [{"observe": ["referee"]}, {"load": False, "chance": ["refills"]}, {"apply": False}])
def test_an_engine_that_cannot_be_asked_is_unsupported(lack: JSON) -> None:
    with pytest.raises(Unsupported):
        next(comparisons(Limited(**lack), 1))


class Stubborn(ReferenceEngine):
    """No card can be taken from the discard pile."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        if action.get("from") == "discard":
            return {"accepted": False}
        answer: JSON = super().apply(game=game, action=action)
        return answer


def test_a_deal_that_the_engine_does_not_play_is_told_and_no_leak() -> None:
    found = list(comparisons(Stubborn(), 30))
    assert any(comparison.not_played.startswith("it refuses what the rules allow: ") for comparison in found)
    assert not any(comparison.differences for comparison in found)


class FromTheBottom(ReferenceEngine):
    """Players draw the lowest card of the stock."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        stock = self.games[game].deal.stock
        if action.get("from") == "stock":
            stock.reverse()
        answer: JSON = super().apply(game=game, action=action)
        if action.get("from") == "stock":
            stock.reverse()
        return answer


class DrawsAgain(ReferenceEngine):
    """Whoever asks for a second card gets it."""

    def apply(self, game: str, action: JSON, **_: Any) -> JSON:
        answer: JSON = super().apply(game=game, action=action)
        table = self.games[game]
        return (
            {"accepted": True, "card": table.rules.pack.name(table.deal.stock.pop())} if answer.get("clause") == "turn.one-draw" else answer
        )


@pytest.mark.parametrize("engine", [FromTheBottom, DrawsAgain])
def test_another_rule_is_not_taken_for_a_leak(engine: type[ReferenceEngine]) -> None:
    found = list(comparisons(engine(), 60))
    assert [comparison.differences for comparison in found if comparison.differences] == []


# The command


class NoViews(Limited):
    def __init__(self) -> None:
        super().__init__(observe=["referee"])


class Breaks(ReferenceEngine):
    def observe(self, game: str, **params: Any) -> JSON:
        raise RuntimeError("no view today")


def secrecy(*words: str) -> Result:
    return CliRunner().invoke(main, ["secrecy", *words], catch_exceptions=False)


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch) -> Callable[[type], str]:
    """Names an engine of this module on the command line."""
    monkeypatch.setitem(sys.modules, "leaking_engines", sys.modules[__name__])
    return lambda engine: f"python:leaking_engines:{engine.__name__}"


def test_the_command_tells_that_nothing_differs() -> None:
    result = secrecy("--pairs", "12", "--profile", "doumebash")
    assert result.exit_code == 0
    assert "✓ 12 pairs compared, and none told apart" in result.stdout


def test_the_command_shows_a_difference_side_by_side_and_how_to_see_it_again(spec: Callable[[type], str]) -> None:
    result = secrecy("--pairs", "60", "--engine", spec(ShowsTheNextCard))
    assert result.exit_code == 1
    assert "pairs were told apart" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80 or "again" in max(result.stdout.splitlines(), key=len)
    number = result.stdout.split("✗ pair ")[1].split(":")[0]
    again = secrecy("--seed", number, "--pairs", "1", "--engine", spec(ShowsTheNextCard))
    assert again.stdout.split("✗ pair ")[1].split("again")[0] == result.stdout.split("✗ pair ")[1].split("again")[0]
    assert "observe.state.next" in again.stdout


@pytest.mark.parametrize(
    ("engine", "code", "said"), [(NoViews, 5, "does not offer observe player"), (Breaks, 1, "broke at pair 7: internal")]
)
def test_the_command_says_why_nothing_was_compared(spec: Callable[[type], str], engine: type, code: int, said: str) -> None:
    result = secrecy("--seed", "7", "--pairs", "3", "--engine", spec(engine))
    assert result.exit_code == code
    assert said in result.output


class Interrupted(ShowsTheNextCard):
    """Ctrl-C comes while some deal is dealt."""

    stops = 30

    def new(self, **params: Any) -> JSON:
        self.stops -= 1
        if not self.stops:
            raise KeyboardInterrupt
        return super().new(**params)


class InterruptedButTight(Interrupted):
    def observe(self, game: str, **params: Any) -> JSON:
        return ReferenceEngine.observe(self, game, **params)


class InterruptedAtOnce(Interrupted):
    stops = 1


@pytest.mark.parametrize(
    ("engine", "end"),
    [
        (Interrupted, r"✗ \d+ of \d+ pairs (was|were) told apart\n! interrupted after \d+ pairs\n"),
        (InterruptedButTight, r"! interrupted after \d+ pairs, none told apart\n"),
        (InterruptedAtOnce, r"! interrupted after 0 pairs\n"),
    ],
)
def test_an_interrupt_is_told_with_how_many_pairs_were_compared(spec: Callable[[type], str], engine: type, end: str) -> None:
    result = secrecy("--seed", "3", "--pairs", "500", "--engine", spec(engine))
    assert result.exit_code == 130
    assert re.search(rf"\n{end}\Z", result.stdout), result.stdout
    assert "✓" not in result.stdout


def test_one_pair_is_told_as_one() -> None:
    result = secrecy("--seed", "9", "--pairs", "1")
    assert ", pair 9\n" in result.stdout
    assert "✓ 1 pair compared, and none told apart" in result.stdout


def test_the_command_has_exit_codes_for_what_it_cannot_start() -> None:
    assert secrecy("--engine", "python:no_such_module:Engine").exit_code == 3
    assert secrecy("--engine", "python:a:B", "--", "node").exit_code == 2
    assert secrecy("--profile", "pagat").exit_code == 2
    assert secrecy("--pairs", "0").exit_code == 2


NAMES = ["legal.actions", "* discard pile", "observe.state.what_everybody_holds.in_the_stock", "after A: draw stock.accepted"]


@pytest.mark.parametrize("wide", [60, 80, 200])
def test_names_beside_the_cards_are_folded_between_their_words_and_all_fits_into_the_terminal(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "columns", lambda: wide)
    rows = [(name, "KS KH AD AC AH 2D", "4C TC 2S 3D 5H 2D 9H KD") for name in NAMES]
    lines = list(side_by_side(rows, names := name_column(rows)))
    assert max(map(len, lines)) <= min(wide, 80)
    told = [line[:names].strip() for line in lines]
    for word in re.findall(r"[\w*:]+", " ".join(NAMES)):
        assert any(word in line.replace(".", " ").split() for line in told), word
    assert "KS KH AD" in lines[0]
    assert "4C TC" in lines[0]


def test_a_name_without_any_end_leaves_the_cards_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "columns", lambda: 60)
    rows = [("x" * 500, "KS KH", "4C TC")]
    lines = list(side_by_side(rows, name_column(rows)))
    assert max(map(len, lines)) <= 60
    assert sum(line.count("x") for line in lines) == 500
    assert lines[0].split()[1:] == ["KS", "KH", "4C", "TC"]
