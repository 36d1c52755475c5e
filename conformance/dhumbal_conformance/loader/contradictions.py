"""Which values of a profile's parameters cannot go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from dhumbal_conformance.loader.templates import value_text

Values = Mapping[str, Any]


class Contradiction(NamedTuple):
    """What does not go together, the way out, and the parameters that it is about, the most suspicious one first."""

    names: tuple[str, ...]
    message: str
    hint: str


def contradictions(values: Values) -> Iterator[Contradiction]:
    """Everything that makes these values impossible to play by."""
    yield from _table(values)
    yield from _jokers(values)
    yield from _runs(values)
    yield from _turn(values)
    yield from _settling(values)
    yield from _series(values)
    yield from _resets(values)
    yield from _endings(values)


def _set(value: Any) -> bool:
    return value is not None and value is not False


def _needs(values: Values, names: tuple[str, ...], needed: str, without: str, hint: str) -> Iterator[Contradiction]:
    """A contradiction for each of the parameters that are set, `needed` being not."""
    for name in names:
        if _set(values[name]):
            yield Contradiction((name, needed), f"{name} makes no sense {without}", hint.format(name=name, off=_off(values[name])))


def _off(value: Any) -> str:
    return "false" if value is True else "none"


def _together(values: Values, one: str, other: str, why: str) -> Iterator[Contradiction]:
    """A contradiction when only one of two parameters is set."""
    for name, missing in ((one, other), (other, one)):
        if _set(values[name]) and not _set(values[missing]):
            yield Contradiction((name, missing), f"{name} is set, but {missing} is not: {why}", f"set {missing}, or set {name} to none")


def _table(values: Values) -> Iterator[Contradiction]:
    """Enough players, and enough cards for them."""
    least, most, hand = (values[name] for name in ("players.min", "players.max", "deal.hand"))
    pack = values["pack.count"] * (52 + values["pack.jokers"])
    if least > most:
        yield Contradiction(("players.min", "players.max"), f"players.min, {least}, is more than players.max, {most}", "set both")
    if most * hand + 1 > pack:
        message = f"{most} players with {hand} cards each need more than the {pack} cards of the pack"
        hint = f"with {hand} cards each, players.max is at most {(pack - 1) // hand}"
        yield Contradiction(("players.max", "deal.hand", "pack.count", "pack.jokers"), message, hint)


def _jokers(values: Values) -> Iterator[Contradiction]:
    """Rules for jokers need jokers."""
    rules = ("discard.set.jokers", "discard.run.jokers", "take.joker-swap")
    if values["pack.jokers"] == 0:
        yield from _needs(values, rules, "pack.jokers", "without jokers", "set pack.jokers to 2, or {name} to {off}")
    elif not values["discard.run.jokers"]:
        hint = "set discard.run.jokers to true, or {name} to {off}"
        yield from _needs(values, rules[2:], "discard.run.jokers", "where runs have no jokers", hint)


def _runs(values: Values) -> Iterator[Contradiction]:
    """Rules for runs need runs."""
    least, most = values["discard.run.min"], values["discard.run.max"]
    if least is None:
        rules = ("discard.run.max", "discard.run.jokers", "discard.run.wrap")
        yield from _needs(values, rules, "discard.run.min", "without runs", "set discard.run.min to 3, or {name} to {off}")
    elif most is not None and most < least:
        message = f"discard.run.max, {most}, is less than discard.run.min, {least}"
        yield Contradiction(("discard.run.max", "discard.run.min"), message, f"set discard.run.max to {least} or more, or to none")


def _turn(values: Values) -> Iterator[Contradiction]:
    """What can be taken, locked and kept depends on what comes first in a turn."""
    taken, order = values["take.from"], values["turn.order"]
    if order == "draw-then-discard":
        yield from _draw_first(values, taken)
        return
    if taken == "top":
        message = "where one discards before drawing, the top card would be the discard just made; take.from cannot be top"
        hint = "set take.from to single, single-or-set, first, ends, any or set-any-run-ends, or turn.order to draw-then-discard"
        yield Contradiction(("take.from", "turn.order"), message, hint)
    if values["take.lock"]:
        message = "where one discards before drawing, nothing can be discarded after a card was taken; take.lock makes no sense"
        yield Contradiction(("take.lock", "turn.order"), message, "set take.lock to false, or turn.order to draw-then-discard")


def _draw_first(values: Values, taken: str) -> Iterator[Contradiction]:
    first = "where one draws before discarding,"
    if taken != "top":
        message = f"{first} only the top card can be taken; take.from cannot be {taken}"
        yield Contradiction(("take.from", "turn.order"), message, "set take.from to top, or turn.order to discard-then-draw")
    if values["take.joker-swap"]:
        message = f"{first} no discard can be exchanged for a joker; take.joker-swap makes no sense"
        yield Contradiction(("take.joker-swap", "turn.order"), message, "set take.joker-swap to false, or turn.order to discard-then-draw")
    if values["refill.keeps"] == "previous-discard":
        message = f"{first} a refill keeps the top card only; refill.keeps cannot be previous-discard"
        yield Contradiction(("refill.keeps", "turn.order"), message, "set refill.keeps to top-card, or turn.order to discard-then-draw")


_PAID = {"settle.caught.pays": "flat", "settle.caught.each": None, "settle.others": "hands", "settle.lowest": "scores"}
"""The only values that have a meaning where hands are paid to a winner."""


def _settling(values: Values) -> Iterator[Contradiction]:
    """What is paid to a winner is not scored, and margins have their sums."""
    yield from _together(values, "settle.caught.margin", "settle.caught.margin-amount", "a margin and its sum belong together")
    if values["settle.scoring"] != "transfer":
        hint = "set cap.turns to none, or settle.scoring to transfer"
        yield from _needs(values, ("cap.turns",), "settle.scoring", "where hands are scored: at the cap the lowest hand is paid", hint)
        return
    paid = "where the winner collects what the others pay"
    for name, only in _PAID.items():
        if values[name] != only:
            hint = f"set {name} to {value_text(only)}, or settle.scoring to penalty"
            yield Contradiction((name, "settle.scoring"), f"{paid}, {name} cannot be {value_text(values[name])}", hint)
    if values["refill.keeps"] is None:
        message = f"{paid}, a deal cannot end without a winner when the stock is used up; refill.keeps cannot be none"
        yield Contradiction(("refill.keeps", "settle.scoring"), message, "set refill.keeps to top-card, or settle.scoring to penalty")


def _series(values: Values) -> Iterator[Contradiction]:
    """A series ends, and who goes out of it has points."""
    goes_out = values["series.elimination"] is not None
    yield from _together(values, "series.limit", "series.elimination", "the limit says with which score one goes out")
    if not goes_out:
        hint = "set series.limit and series.elimination, or {name} to {off}"
        yield from _needs(values, ("series.resets",), "series.elimination", "where no score puts a player out", hint)
    if goes_out and values["settle.scoring"] == "transfer":
        message = "where the winner collects what the others pay, nobody goes out of the series"
        hint = "set series.elimination and series.limit to none, or settle.scoring to penalty"
        yield Contradiction(("series.elimination", "settle.scoring"), message, hint)
    if values["series.deals"] is None and not goes_out:
        message = "the series never ends: series.deals and series.elimination are both none"
        yield Contradiction(("series.deals", "series.elimination"), message, "set series.deals, or series.limit and series.elimination")


def _resets(values: Values) -> Iterator[Contradiction]:
    """A reduction makes less of a score that can still be reached, and of one score only one thing."""
    resets, limit = values["series.resets"] or (), values["series.limit"]
    reached = [exact for exact, _ in resets]
    for exact, becomes in resets:
        if becomes >= exact:
            hint = f"let {exact} become less than {exact}"
            yield Contradiction(("series.resets",), f"series.resets makes {becomes} of {exact}, which is no reduction", hint)
        if reached.count(exact) > 1:
            yield Contradiction(("series.resets",), f"series.resets names {exact} more than once", "keep one of them")
            return
        if limit is not None and exact > limit:
            message = f"a score of {exact} is out before series.resets could reduce it: series.limit is {limit}"
            yield Contradiction(("series.resets", "series.limit"), message, f"leave {exact} out, or raise series.limit")


def _endings(values: Values) -> Iterator[Contradiction]:
    """A deal can come to its end, and by one rule at a time."""
    if values["call.last-turns"] and (values["cap.turns"] or values["refill.keeps"] is None):
        other = "cap.turns" if values["cap.turns"] else "refill.keeps"
        message = f"after a call everybody has one more turn, which {other} can cut off; no rule says what holds then"
        yield Contradiction(("call.last-turns", other), message, "set call.last-turns to false, or give up the other")
    if _set(values["settle.caught.each"]) and _set(values["settle.caught.margin"]):
        message = "settle.caught.each and settle.caught.margin both take the place of the amount; no rule says which of them does"
        yield Contradiction(("settle.caught.margin", "settle.caught.each"), message, "set one of them to none")
    if values["refill.keeps"] is None:
        yield from _dry(values)
    elif values["cap.turns"] is None and values["call.limit"] is not None:
        yield from _never_called(values)


def _never_called(values: Values) -> Iterator[Contradiction]:
    """Without a cap somebody must be able to call."""
    limit, least = values["call.limit"], _cheapest(values)
    if limit < least:
        message = f"nobody can ever call: call.limit is {limit}, and every hand counts at least {least}"
        yield Contradiction(("call.limit",), message, f"set call.limit to {least} or more, or to none")


def _dry(values: Values) -> Iterator[Contradiction]:
    """A deal that ends with the stock has no caller, and everybody scores."""
    wanted = {"series.starter": "dealers-left", "settle.others": "hands", "settle.lowest": "scores"}
    for name, only in wanted.items():
        if values[name] != only:
            message = f"a deal that ends with the stock has no caller, and {name} cannot be {values[name]}"
            yield Contradiction((name, "refill.keeps"), message, f"set {name} to {only}, or refill.keeps to top-card or previous-discard")


def _cheapest(values: Values) -> int:
    """The least that a hand can count at the start of a turn, in points: an empty one, a joker, or a single card."""
    if values["turn.order"] == "draw-then-discard" or values["pack.jokers"]:
        return 0
    return int(min(2, *(values[f"values.{rank}"] for rank in ("ace", "jack", "queen", "king"))))
