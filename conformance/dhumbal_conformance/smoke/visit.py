"""One level's exchanges with a running engine."""

from __future__ import annotations

from dhumbal_conformance.runner.session import Session
from dhumbal_conformance.smoke.asks import JSON, LOAD, NEW, TABLE, Ask
from dhumbal_conformance.smoke.levels import Level
from dhumbal_conformance.smoke.matching import check

BY_RULES = ("new", "load", "judge", "settle")
OPENING = ("new", "load")


def visit(session: Session, level: Level) -> str:
    """Ask what can be asked; raises at the first answer that is wrong. Returns what was left out, and why."""
    game, left_out = "", []
    asks = level.whole if level.whole and lacking(session, "half_turns") else level.asks
    for ask in asks:
        missing = [need for need in ask.needs if lacking(session, need)]
        left_out += [need for need in missing if need not in left_out]
        if not missing:
            game = put(session, ask, game)
    return f"without what needs {', '.join(left_out)}" if left_out else ""


def put(session: Session, ask: Ask, game: str) -> str:
    """One exchange; returns the game that is open after it."""
    method, params = opening(session) if ask.method == "open" else (ask.method, ask.params)
    if method in OPENING:
        game = session.new_game()
    named: JSON = {"game": game} if method not in ("judge", "settle") else {}
    answer = (session.ask_rules if method in BY_RULES else session.ask)(method, **named, **params)
    check(session, Ask(method, params, ask.demands), answer)
    return game


def opening(session: Session) -> tuple[str, JSON]:
    """How the table of the worked example is opened."""
    return ("load", LOAD) if lacking(session, "chance pack") else ("new", NEW)


def lacking(session: Session, need: str) -> bool:
    """Whether the engine does not declare a capability, such as `load`, `observe referee` or one of two."""
    if need == TABLE:
        return lacking(session, "chance pack") and lacking(session, "load")
    if need == "judge or settle":
        return lacking(session, "judge") and lacking(session, "settle")
    name, _, value = need.partition(" ")
    declared = session.capabilities.get(name)
    return not declared or (bool(value) and value not in declared)
