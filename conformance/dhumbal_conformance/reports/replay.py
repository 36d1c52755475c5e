"""The play of a scenario as it should have been, with its cards, for the HTML report."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from dhumbal_conformance.faces import by_rank, in_words, signs
from dhumbal_conformance.reports import Event
from dhumbal_conformance.reports.tree import element

PILE_SHOWN = 6
"""Cards shown of a pile, from its top; the others are counted."""


def replay(result: Event) -> list[Element]:
    """Every step by the reference engine; the one at which the engine under test went wrong is marked. Nothing where there is no replay."""
    if not result["replay"]:
        return []
    line = result["failure"]["line"]
    steps = (step(scene, wrong=bool(line) and scene["line"] == line) for scene in result["replay"])
    title = element("summary", "How it should go, step by step, by the reference engine")
    return [element("details", title, element("ol", *steps), class_="replay", open="")]


def step(scene: Event, *, wrong: bool) -> Element:
    """One step, and the table after it."""
    note = f" → {scene['note']}" if scene["note"] else ""
    mark = [element("span", " ✗ here it went wrong", class_="here")] if wrong else []
    return element("li", element("p", element("b", scene["text"]), note, *mark), *table(scene), class_="wrong" if wrong else None)


def table(scene: Event) -> list[Element]:
    """The hands and the piles, as far as the step shows them."""
    places = [place(seat, by_rank(hand), acts=bool(seat) and seat == scene["turn"]) for seat, hand in scene["hands"].items()]
    if scene["laid"]:
        places.append(place("laid, not on the pile yet", scene["laid"]))
    if scene["stock"] is not None:
        places.append(place("discard pile, top first", scene["pile"]))
        places.append(element("div", element("span", f"stock of {scene['stock']}", class_="who")))
    return [element("div", *places, class_="felt")] if places else []


def place(name: str, cards: list[str], *, acts: bool = False) -> Element:
    """Some cards that lie together."""
    more = len(cards) - PILE_SHOWN if name.startswith("discard pile") else 0
    shown = cards[:PILE_SHOWN] if more > 0 else cards
    rest = [f" and {more} beneath"] if more > 0 else []
    who = element("span", name + (" is to act" if acts else ""), class_="who")
    return element("div", who, *spaced(shown), *rest, class_="acts" if acts else None)


def spaced(cards: Iterable[str]) -> list[Element | str]:
    """Cards in a row; the spaces are for whoever copies them as text."""
    return [part for card in cards for part in (" ", drawn(card))] or [" no card"]


def drawn(card: str) -> Element:
    """One card, face up."""
    return element("span", signs(card), class_=f"card {card[1]}", role="img", aria_label=in_words(card), title=in_words(card))
