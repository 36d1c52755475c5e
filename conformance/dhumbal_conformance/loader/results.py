"""Reads what needs no table to be played at: `settle`, `judge`, `series`, and the `then` of every kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dhumbal_conformance.loader.nodes import Node, read_each, reporting
from dhumbal_conformance.loader.notation import cards
from dhumbal_conformance.loader.play_steps import Reader
from dhumbal_conformance.loader.table import SEATS, Table, seats
from dhumbal_conformance.model import Clause, Problem, Profile, Question, Seat, Series, SeriesDeal, Settlement

ENDINGS = ("won", "caught", "cap", "dry", "none")
WITHOUT_CALL = {"cap": "at the turn cap", "dry": "with a dry stock"}
AFTER_A_DEAL = ("ended", "caller", "winner", "totals", "payments", "deltas")
AFTER_A_SERIES = ("scores", "places", "winners", "out", "over", "refused")


def read_settlement(node: Node, profile: Profile, clauses: Mapping[str, Clause]) -> tuple[Settlement, Table]:
    """The hands to be settled, and whose they are."""
    node.only(("dealer", "caller", "hands"))
    table = Table(seats(node.need("hands"), profile), profile, clauses)
    hands = table.hands(node.need("hands"))
    return Settlement(table.seat(node.need("dealer")), _caller(node, table, hands), hands), table


def _caller(node: Node, table: Table, hands: dict[Seat, tuple[str, ...]]) -> Seat | None:
    """Who called; none where a deal can end without a call."""
    caller = node.get("caller")
    if caller is None:
        if table.end_without_caller is None:
            raise node.wrong("nobody is said to have called", f"in {table.profile.id} a deal ends only by a call: name its `caller`")
        return None
    seat = table.seat(caller)
    if "refused" not in node.items():
        table.check_caller(caller, hands[seat])
    return seat


def read_judge(node: Node, table: Table) -> tuple[Question, ...]:
    """The questions."""
    return read_each(node.some(), lambda item: _question(item, table))


def _question(node: Node, table: Table) -> Question:
    node.only(("discard", "call", "hand", "refused", "total"))
    asked = [key for key in ("discard", "call", "hand") if key in node.items()]
    if len(asked) != 1:
        raise node.wrong("a question has exactly one of discard, call and hand")
    refused, total = node.get("refused"), node.get("total")
    subject = node.need(asked[0])
    if asked[0] == "hand" and (refused or not total):
        raise node.wrong("the question about a hand is its total", "as in `{hand: JS QS KS, total: 30}`")
    return Question(
        place=node.place,
        text=f"{asked[0]} {subject.text()}",
        type=asked[0],
        cards=table.read(subject, cards),
        refused=table.refusal(refused) if refused else None,
        total=total.number() if total else None,
    )


def read_series(node: Node, profile: Profile, clauses: Mapping[str, Clause]) -> tuple[Series, Table]:
    """The deals scored together, and who plays them."""
    node.only(("players", "dealer", "scores", "deals"))
    number = node.need("players").number(1)
    if number > len(SEATS):
        raise node.need("players").wrong(f"{number} players are too many", f"at most {len(SEATS)} can be written down")
    table = Table(tuple(SEATS[:number]), profile, clauses)
    scores = table.by_seat(found, _points) if (found := node.get("scores")) else {}
    nodes = node.need("deals").some()
    deals = read_each(nodes, lambda item: _series_deal(item, table))
    with reporting() as problems:
        problems += _check_out(nodes, deals)
    return Series(table.players, table.seat(node.need("dealer")), scores, deals), table


def _series_deal(node: Node, series: Table) -> SeriesDeal:
    node.only(("caller", "hands", *_DEAL))
    table = _still_in(node.need("hands"), series)
    hands = table.hands(node.need("hands"))
    expect = {key: _DEAL[key](value, series if key == "scores" else table) for key, value in node.items().items() if key in _DEAL}
    with reporting() as problems:
        problems += _check_deltas(node, expect, table)
    return SeriesDeal(node.place, _caller(node, table, hands), hands, expect)


def _still_in(hands: Node, series: Table) -> Table:
    """The players of a deal: those with a hand, where players can go out."""
    named = tuple(seat for seat in series.players if seat in hands.items())
    return series._replace(players=named) if named and series.goes_out else series


def _check_out(nodes: list[Node], deals: Iterable[SeriesDeal]) -> Iterator[Problem]:
    """Nobody plays a deal after going out."""
    gone: set[Seat] = set()
    for node, deal in zip(nodes, deals, strict=True):
        back = [seat for seat in deal.hands if seat in gone]
        if back and "refused" not in deal.expect:
            place = node.need("hands").place_of(back[0])
            yield Problem(place, f"{back[0]} went out with an earlier deal", "is the deal `refused: series.out`?")
        gone |= set(deal.expect.get("out", ()))


def read_then(node: Node, table: Table, keys: tuple[str, ...], caller: Seat | None) -> dict[str, Any]:
    """How it must end, by the keys that this kind of scenario has; `caller` has called, as far as the rest of the scenario says."""
    node.only(keys)
    then = {key: _THEN[key](value, table) for key, value in node.items().items()}
    if not then:
        raise node.wrong("nothing is said about the end", f"it may have {', '.join(keys)}")
    with reporting() as problems:
        problems += _check_refused(node, then)
        problems += _check_ending(node, then, table, caller)
        problems += _check_payments(node, then, table)
        problems += _check_deltas(node, then, table)
        problems += _check_places(node, then)
    return then


def _problem(node: Node, key: str, message: str, hint: str = "") -> Problem:
    return Problem(node.need(key).place, message, hint)


def _check_refused(node: Node, then: dict[str, Any]) -> Iterator[Problem]:
    """What is refused has no end."""
    if "refused" in then and len(then) > 1:
        yield _problem(node, "refused", "a series that is refused has no standing", "leave the other keys away")


def _check_ending(node: Node, then: dict[str, Any], table: Table, called: Seat | None) -> Iterator[Problem]:
    """The ending is possible, and fits the caller and the winner."""
    ended, winner, caller = then.get("ended"), then.get("winner"), then.get("caller", called)
    goes_on = called and table.profile.parameters["call.last-turns"]
    if called and caller != called:
        yield _problem(node, "caller", f"it is {called} who called, not {caller}")
    elif ended == "none" and (called or len(then) > 1) and not goes_on:
        yield _problem(node, "ended", "a deal that goes on has no caller and no result")
    elif ended in WITHOUT_CALL:
        yield from _check_end_without_call(node, ended, table, caller)
    elif ended in ("won", "caught") and caller and winner and (ended == "won") != (caller == winner):
        yield _problem(node, "winner", f"the caller {caller} has {ended if ended == 'won' else 'been caught'}, and {winner} cannot win")


def _check_end_without_call(node: Node, ended: str, table: Table, caller: Seat | None) -> Iterator[Problem]:
    """Nobody called, and the profile knows this ending."""
    if caller:
        yield _problem(node, "ended", f"a deal in which {caller} called did not end {WITHOUT_CALL[ended]}")
    elif ended != table.end_without_caller:
        yield _problem(node, "ended", f"in {table.profile.id} no deal ends {WITHOUT_CALL[ended]}")


def _check_payments(node: Node, then: dict[str, Any], table: Table) -> Iterator[Problem]:
    """Exactly the players who do not win pay, and the winner gets the sum."""
    payments, winner, deltas = then.get("payments"), then.get("winner"), then.get("deltas")
    if payments is None:
        return
    if not table.pays:
        message = f"in {table.profile.id} hands are scored and nothing is paid"
        yield Problem(node.place_of("payments"), message, "`deltas` are the points scored")
        return
    if winner and winner in payments:
        yield Problem(node.need("payments").place_of(winner), f"{winner} wins and pays nothing", "leave the winner out of the payments")
        return
    missing = [seat for seat in table.players if seat not in payments and seat != winner]
    if missing if winner else len(missing) != 1:
        yield _problem(node, "payments", f"the payments lack {', '.join(missing) or 'a winner'}", "all but the winner are named, also at 0")
        return
    expected = {seat: -payments.get(seat, -sum(payments.values())) for seat in table.players}
    if deltas is not None and deltas != expected:
        wrong = next(seat for seat in table.players if deltas[seat] != expected[seat])
        place = node.need("deltas").need(wrong).place
        yield Problem(place, f"payments and deltas do not agree: by the payments {wrong}'s delta is {expected[wrong]}, not {deltas[wrong]}")


def _check_deltas(node: Node, then: dict[str, Any], table: Table) -> Iterator[Problem]:
    """What is won is what is lost, or everybody scores; and the winner is one who can have won it."""
    has_winner = table.pays or table.profile.parameters["series.starter"] == "winner"
    if "winner" in then and (then["winner"] is not None) != has_winner:
        hint = "there is a `winner` where hands are paid, or where the winner starts the next deal, and else `none`"
        yield Problem(node.place_of("winner"), f"in {table.profile.id} a deal has {'a' if has_winner else 'no'} winner", hint)
    deltas: dict[Seat, int] = then.get("deltas", {})
    if table.pays:
        yield from _check_transfer(node, deltas, then.get("winner"))
        return
    for seat in [seat for seat, delta in deltas.items() if delta < 0]:
        place = node.need("deltas").need(seat).place
        yield Problem(place, f"{seat} cannot score {deltas[seat]}", "what a hand scores is 0 or more, before any reduction of the score")


def _check_transfer(node: Node, deltas: dict[Seat, int], winner: Seat | None) -> Iterator[Problem]:
    """The deltas add up to 0, and only the winner gains."""
    if sum(deltas.values()) != 0:
        yield _problem(node, "deltas", f"the deltas add up to {sum(deltas.values())}, not to 0")
    others = [seat for seat, delta in deltas.items() if delta > 0 and seat != winner]
    if winner and others:
        yield Problem(node.need("deltas").need(others[0]).place, f"{others[0]} gains points, but the winner is {winner}")


def _check_places(node: Node, then: dict[str, Any]) -> Iterator[Problem]:
    """The winners are those in first place."""
    places, winners = then.get("places"), then.get("winners")
    if places and winners and set(winners) != {seat for seat, place in places.items() if place == 1}:
        yield _problem(node, "winners", "the winners are not those in first place")


def _points(node: Node) -> int:
    return node.number(None)


def _all_points(node: Node, table: Table) -> dict[Seat, int]:
    return table.every_seat(node, _points)


def _payments(node: Node, table: Table) -> dict[Seat, int]:
    return table.by_seat(node, lambda value: value.number())


def _winners(node: Node, table: Table) -> tuple[Seat, ...]:
    names = table.some_seats(node)
    if not names:
        raise node.wrong("the winners are one or more different players", "as in `winners: A B`")
    return names


def _out(node: Node, table: Table) -> tuple[Seat, ...]:
    """Who goes out of the series, or is out of it; `none` for nobody."""
    if not table.goes_out:
        raise node.wrong(f"in {table.profile.id} nobody goes out of the series", "leave `out` away")
    return () if node.value == "none" else table.some_seats(node)


def _seat(node: Node, table: Table) -> Seat:
    return table.seat(node)


def _winner(node: Node, table: Table) -> Seat | None:
    """Who won a deal; `none` where a deal has no winner."""
    return None if node.value == "none" else table.seat(node)


_DEAL: dict[str, Reader] = {
    "refused": lambda node, table: table.refusal(node),
    "dealer": _seat,
    "starter": _seat,
    "winner": _winner,
    "deltas": _all_points,
    "scores": _all_points,
    "out": _out,
}
_THEN: dict[str, Reader] = {
    "refused": lambda node, table: table.refusal(node),
    "ended": lambda node, _: node.choice(ENDINGS),
    "caller": _seat,
    "winner": _winner,
    "totals": _all_points,
    "payments": _payments,
    "deltas": _all_points,
    "scores": _all_points,
    "places": _all_points,
    "winners": _winners,
    "out": _out,
    "over": lambda node, _: node.flag(),
}
