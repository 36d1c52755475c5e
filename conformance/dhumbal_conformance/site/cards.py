"""Cards as small drawings: one symbol for each in a sprite that every page carries, so that a card itself is a few bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import unescape

from dhumbal_conformance.faces import is_second, rank_sign, signs
from dhumbal_conformance.loader.notation import JOKERS, PACK, cards
from dhumbal_conformance.loader.words import Words
from dhumbal_conformance.model import Card
from dhumbal_conformance.site.markup import tag

_PATHS = {
    "S": "M16 2C25 10 30 15 30 20A7 7 0 0 1 18 23.5Q18.5 27.5 21.5 30H10.5Q13.5 27.5 14 23.5A7 7 0 0 1 2 20C2 15 7 10 16 2Z",
    "H": "M16 30C7 22 2 17 2 11A7.4 7.4 0 0 1 16 7.5A7.4 7.4 0 0 1 30 11C30 17 25 22 16 30Z",
    "D": "M16 1Q20.5 9.5 27.5 16Q20.5 22.5 16 31Q11.5 22.5 4.5 16Q11.5 9.5 16 1Z",
    "C": (
        "M16 2A6.6 6.6 0 0 1 21.6 12.2A6.6 6.6 0 1 1 18 22.4Q18.5 27.5 21.5 30H10.5"
        "Q13.5 27.5 14 22.4A6.6 6.6 0 1 1 10.4 12.2A6.6 6.6 0 0 1 16 2Z"
    ),
}
_STAR = "M18 12L21.2 21.2L30.8 21.4L23.1 27.3L25.9 36.5L18 31L10.1 36.5L12.9 27.3L5.2 21.4L14.8 21.2Z"
_FRAME = '<rect x=".75" y=".75" width="34.5" height="48.5" rx="4" style="fill:var(--card);stroke:var(--card-edge)" stroke-width="1.5"/>'
_BACK = (
    '<rect x="4" y="4" width="28" height="42" rx="2" style="fill:var(--card-back)"/>'
    '<path d="M4 18L18 4L32 18M4 32L18 46L32 32M4 25L18 11L32 25L18 39Z" style="fill:none;stroke:#fff9" stroke-width="1.5"/>'
)

_CHIP = re.compile(r'<span class="chip[^>]*aria-label="([^"]*)">[^<]*</span>')
_TAG = re.compile(r"<[^>]*>")
_MARKED = re.compile(r"<!-- cards: (.*?) -->")


def drawn(card: Card, words: Words) -> str:
    """A card, face up; one of the second pack has a small mark. It stands within a row of cards, which gives it its size."""
    mark = '<use href="#second"/>' if is_second(card) else ""
    return f'<svg role="img" aria-label="{words.card(card)}"><use href="#{card[:2]}"/>{mark}</svg>'


def face_down(words: Words) -> str:
    """A card's back."""
    return f'<svg role="img" aria-label="{words("card.back")}"><use href="#back"/></svg>'


def row(hand: Iterable[Card], words: Words) -> str:
    """Cards side by side."""
    return tag("div", *(drawn(card, words) for card in hand), cls="cards")


@cache
def chip(card: Card, words: Words) -> str:
    """A card within a line of text."""
    return f'<span class="chip {card[1]}" role="img" aria-label="{words.card(card)}">{signs(card)}</span>'


def chips(hand: Iterable[Card], words: Words, none: str = "cards.nothing") -> str:
    """Cards within a line of text, or the phrase for no card."""
    return " ".join(chip(card, words) for card in hand) or words(none)


def spoken(html: str) -> str:
    """A line of text with its cards in words, with commas between them, and without markup."""
    return unescape(_TAG.sub("", _CHIP.sub(r"\1", html.replace("</span> <span", "</span>, <span"))))


def with_drawn(text: str, words: Words) -> str:
    """A page written by hand, in which marks such as `<!-- cards: KS KH -->` have become cards."""
    return _MARKED.sub(lambda found: row(cards(found[1]), words), text)


def sprite() -> str:
    """The symbols that the drawings of cards refer to."""
    suits = (f'<symbol id="suit-{suit}" viewBox="0 0 32 32"><path d="{path}"/></symbol>' for suit, path in _PATHS.items())
    back = f'<symbol id="back" viewBox="0 0 36 50">{_FRAME}{_BACK}</symbol>'
    mark = '<symbol id="second" viewBox="0 0 36 50"><circle cx="29" cy="8" r="3.2" style="fill:var(--quiet)"/></symbol>'
    return tag("svg", *suits, *map(_symbol, PACK), *map(_joker, JOKERS), back, mark, cls="sprite", aria_hidden="true")


def _symbol(card: Card) -> str:
    face = (
        f'<g style="fill:var(--suit-{card[1].lower()})"><text x="4.5" y="18">{rank_sign(card)}</text>'
        f'<use href="#suit-{card[1]}" x="12.5" y="25" width="19" height="19"/></g>'
    )
    return f'<symbol id="{card}" viewBox="0 0 36 50">{_FRAME}{face}</symbol>'


def _joker(card: Card) -> str:
    """The red one is a full star, the black one an outline, as in a line of text."""
    fill, stroke = ("var(--suit-h)", "var(--suit-h)") if card == "XR" else ("none", "var(--suit-s)")
    star = f'<path d="{_STAR}" style="fill:{fill};stroke:{stroke}" stroke-width="2" stroke-linejoin="round"/>'
    return f'<symbol id="{card}" viewBox="0 0 36 50">{_FRAME}{star}</symbol>'
