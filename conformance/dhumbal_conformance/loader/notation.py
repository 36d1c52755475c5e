"""How cards, piles and actions are written in a scenario, and how they travel to an engine.

Whatever cannot be read raises `Misspelt`, which says what is wrong and what may have been meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from dhumbal_conformance.loader.near_miss import guess, quoted
from dhumbal_conformance.model import Action, Card, Pile, Seat

SUITS = "SHDC"
RANKS = "A23456789TJQK"
PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The cards of one pack without jokers, in canonical order."""
JOKERS: tuple[Card, ...] = ("XR", "XB")
SECOND = "'"
"""The end of the names of the cards of a second pack."""
NO_CARDS = ("none", "nothing")

_SYMBOLS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}
_NAMED_VALUES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_VALUES = tuple(f"values.{name}" for name in _NAMED_VALUES.values())
"""The parameters that say what the named ranks count."""
_EMOJI = "\ufe0f"
_SECOND_SIGNS = (SECOND, "’", "′")
_MISREAD_RANKS = {"1": "A", "0": "T", "10": "T", "11": "J", "12": "Q", "13": "K", "14": "A"}


class Misspelt(ValueError):
    """Text that is not in this notation."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def _spellings() -> dict[str, Card]:
    """Every accepted spelling of every card."""
    ranks = [(rank, rank) for rank in RANKS] + [("10", "T")]
    suits = [(sign, suit) for suit in SUITS for sign in suit + _SYMBOLS[suit]]
    first = {written + sign: rank + suit for written, rank in ranks for sign, suit in suits} | {joker: joker for joker in JOKERS}
    return first | {written + mark: name + SECOND for written, name in first.items() for mark in _SECOND_SIGNS}


_CARDS = _spellings()


def card(text: str) -> Card:
    """One card by its canonical name: `10H` and `T♥` are `TH`."""
    found = known_card(text)
    if found is None:
        raise Misspelt(f"{quoted(text)} is not a card", _card_hint(text))
    return found


def known_card(text: str) -> Card | None:
    """The card of any pack that is spelt like this."""
    return _CARDS.get(text) or _CARDS.get(text.replace(_EMOJI, ""))


def _card_hint(text: str) -> str:
    """What a wrong card may have been: lower case, suit first, a letter for a digit, a comma too many."""
    plain = text.strip(",;.'\"").upper().replace("O", "0").replace("L", "1").replace("I", "1")
    for written in (plain, plain[1:] + plain[:1]):
        rank, suit = written[:-1], written[-1:]
        meant = _CARDS.get(_MISREAD_RANKS.get(rank, rank) + suit)
        if meant:
            return f"did you mean {'10' + meant[1] if '0' in plain else meant}?"
    return "cards are rank then suit, apart by spaces: AS 10D KH"


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, apart by spaces; `none` or `nothing` for no card."""
    words = text.split()
    if not words:
        raise Misspelt("no card is named", "write `none` for no card")
    if len(words) == 1 and words[0] in NO_CARDS:
        return ()
    return tuple(map(card, words))


def distinct(text: str) -> tuple[Card, ...]:
    """Several cards, none of them twice."""
    found = cards(text)
    twice = repeated(found)
    if twice:
        raise Misspelt(f"{twice[0]} is named twice", "the pack has each card once")
    return found


def repeated(found: Iterable[Card]) -> list[Card]:
    """The cards that occur more than once."""
    names = list(found)
    return [name for name, times in Counter(names).items() if times > 1] if len(set(names)) < len(names) else []


def one_card(text: str) -> Card:
    """Exactly one card."""
    found = cards(text)
    if len(found) != 1:
        raise Misspelt(f"one card is expected here, not {len(found)}")
    return found[0]


def pack_of(parameters: Mapping[str, Any]) -> tuple[Card, ...]:
    """Every card of a profile's game, in canonical order: a whole pack, its jokers last, and then the second one where there are two."""
    return _packs(parameters["pack.count"], parameters["pack.jokers"])


@cache
def _packs(count: int, jokers: int) -> tuple[Card, ...]:
    one = PACK + JOKERS[:jokers]
    return tuple(name + mark for mark in ("", SECOND)[:count] for name in one)


def rest_of_pack(named: Iterable[Card], pack: Sequence[Card] = PACK) -> tuple[Card, ...]:
    """The cards of a pack that are not named, in its order."""
    gone = set(named)
    return tuple(name for name in pack if name not in gone)


def whole_pack(first: Sequence[Card], pack: Sequence[Card] = PACK) -> tuple[Card, ...]:
    """An order of all cards of a pack: those named, then the rest in its order."""
    return (*first, *rest_of_pack(first, pack))


def hand_total(found: Iterable[Card], parameters: Mapping[str, Any]) -> int:
    """What cards count together under a profile, in points."""
    points = _points(*(parameters[name] for name in _VALUES))
    return sum([points[card[0]] for card in found])


@cache
def _points(*named: int) -> dict[str, int]:
    """What each rank counts, given what the named ones do."""
    return {rank: int(rank) for rank in "23456789"} | {"T": 10, "X": 0} | dict(zip(_NAMED_VALUES, named, strict=True))


def pile(text: str) -> Pile:
    """An expected pile, top first; ending in `...` when only its upper cards are named."""
    words = text.split()
    if words and words[-1] in ("...", "…"):
        return Pile(distinct(" ".join(words[:-1])) if words[1:] else (), more=True)
    return Pile(distinct(text))


def action(player: Seat, text: str) -> Action:
    """What a player does, in the form that it has in the protocol."""
    verb, *words = text.split() or [""]
    read = _READERS.get(verb)
    if read is None:
        raise Misspelt(f"{quoted(text)} is not an action", guess(verb, _READERS, "the actions are"))
    return {"player": player, "type": verb if verb != "take" else "draw", **read(words)}


def _read_draw(words: list[str]) -> Action:
    if words != ["stock"]:
        raise Misspelt("one draws from the stock: `draw stock`", "from the discard pile one takes a card: `take KH`")
    return {"from": "stock"}


def _read_take(words: list[str]) -> Action:
    if len(words) != 1:
        raise Misspelt("one takes one card", "as in `take KH`")
    return {"from": "discard", "card": card(words[0])}


def _read_discard(words: list[str]) -> Action:
    if not words:
        raise Misspelt("it is not said what is discarded", "as in `discard KS KH`; for a discard of no card, `discard nothing`")
    return {"cards": list(cards(" ".join(words)))}


def _read_call(words: list[str]) -> Action:
    if words:
        raise Misspelt("a call has nothing after it", "write `call`")
    return {}


_READERS = {"draw": _read_draw, "take": _read_take, "discard": _read_discard, "call": _read_call}


def action_text(done: Action) -> str:
    """An action as a scenario writes it, without its player."""
    if done["type"] == "draw":
        return "draw stock" if done["from"] == "stock" else f"take {done['card']}"
    if done["type"] == "discard":
        return f"discard {' '.join(done['cards']) or 'nothing'}"
    return str(done["type"])
