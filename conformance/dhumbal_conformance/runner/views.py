"""What players see, and that they see no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dhumbal_conformance.runner.compare import State, same, same_cards, same_map, same_pile, signature
from dhumbal_conformance.runner.outcome import Mismatch
from dhumbal_conformance.runner.session import Session


def check(session: Session, game: str, expected: Mapping[str, Mapping[str, Any]], pending: object) -> None:
    """Compare each viewer's view; raises `Mismatch`. `pending` is what lies before the player to act, open to all (`turn.pending`)."""
    for viewer, view in expected.items():
        state = session.ask("observe", game=game, **{"as": viewer})["state"]
        check_secrets(viewer, state)
        same(f"the cards discarded and not yet on the pile, as {viewer} sees them", pending, state.get("pending"))
        for key, value in view.items():
            check_key(viewer, state, key, value)


def check_secrets(viewer: str, state: State) -> None:
    """`see.hand`, `see.stock`, `see.draw`: free of charge, whatever the scenario looks at."""
    over = state.get("result") is not None
    for seat, hand in state["hands"].items():
        if seat != viewer and not over and isinstance(hand, list):
            raise Mismatch(f"what {viewer} sees of {seat}'s hand", "a number of cards", " ".join(map(str, hand)), ("see.hand",))
    if isinstance(state["stock"], list):
        raise Mismatch(f"what {viewer} sees of the stock", "a number of cards", " ".join(map(str, state["stock"])), ("see.stock",))
    player = (state["turn"] or {}).get("player")
    if state.get("drawn") and player != viewer:
        raise Mismatch(f"what {viewer} sees of {player}'s draw", "no card", state["drawn"], ("see.draw",))
    last = state.get("last")
    if isinstance(last, dict) and last.get("from") == "stock" and "card" in last and last.get("player") != viewer:
        raise Mismatch(f"what {viewer} sees of {last.get('player')}'s draw", "no card", last["card"], ("see.draw",))


def check_key(viewer: str, state: State, key: str, expected: Any) -> None:
    """One key of a view."""
    what = f"{key} as {viewer} sees it"
    if key == "hands":
        for seat, hand in expected.items():
            found = state["hands"].get(seat)
            (same if isinstance(hand, int) else same_cards)(f"{seat}'s hand as {viewer} sees it", hand, found)
    elif key == "pile":
        same_pile(what, expected, state["pile"])
    elif key == "totals":
        same_map(what, expected, (state.get("result") or {}).get("totals"))
    elif key == "last":
        same(what, words(expected), words(state.get("last")))
    else:
        same(what, expected, state.get(key))


def words(action: object) -> str:
    """An action with its player and the card seen, in words."""
    if not isinstance(action, dict):
        return "none"
    hidden = action.get("from") == "stock" and "card" in action
    plain = {key: value for key, value in action.items() if not (hidden and key == "card")}
    return signature(plain) + (f", gets {action['card']}" if hidden else "")
