"""`dhumbal deal`: the cards of a numbered deal."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from dhumbal_conformance.faces import signs
from dhumbal_conformance.loader.profiles import UnknownProfile, load_profile
from dhumbal_conformance.loader.table import SEATS, Table
from dhumbal_conformance.model import Card, Profile, Seat
from dhumbal_conformance.numbers import dealt_pack, refill_order

LARGEST = 10**18 - 1


class Number(click.IntRange):
    """The number of a deal."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, if it is one that a deal has."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(no_number(value), param, ctx)


class Numbered(click.Command):
    """A command that takes the number of a deal, and tells one below 0 from an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As of any command."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            number = next((word for word in given if re.match(r"-\d", word)), None)
            if number is None or not number.startswith(unknown.option_name):
                raise
            raise click.BadParameter(no_number(number), ctx, param_hint="'NUMBER'") from None


def no_number(word: object) -> str:
    """What is wrong with a word where the number of a deal belongs."""
    return f"{word} is not the number of a deal: that is a whole number from 0 to {LARGEST}"


NUMBER = Number(0, LARGEST)
WIDTH = 76


@dataclass(frozen=True, slots=True)
class Dealt:
    """A numbered deal on the table, with the orders of its first refills."""

    number: int
    profile: Profile
    dealer: Seat
    hands: dict[Seat, list[Card]]
    upcard: Card
    stock: list[Card]
    refills: list[list[Card]]


@click.command("deal", cls=Numbered)
@click.argument("number", type=NUMBER)
@click.option("--players", type=int, metavar="K", help="How many play; as few as may, unless said.")
@click.option("--profile", "profile_id", default="nepali-games", show_default=True, metavar="ID|FILE", help="The rule system.")
@click.option("--dealer", metavar="SEAT", help="Who deals; the player in the last seat, unless said.")
@click.option("--refill", "refills", type=click.IntRange(min=0), default=0, metavar="K", help="With the orders of the first K refills.")
@click.option("--format", "form", type=click.Choice(["text", "yaml", "json"]), default="text", show_default=True, help="What to write.")
def command(number: int, players: int | None, profile_id: str, dealer: str | None, refills: int, form: str) -> None:
    """Show the deal that NUMBER names: hands, upcard and stock. The same number names the same deal in every language.

    As YAML it is the `given` of a scenario. Cards are in the order in which they are dealt, the stock from its top.

    Exit codes: 0 shown, 2 usage, 4 a profile file is wrong.
    """
    profile = named_profile(profile_id)
    table = Table(seats_for(profile, players), profile, {})
    if dealer is not None and dealer not in table.players:
        raise click.BadParameter(f"there is no player {dealer!r}; the players are {', '.join(table.players)}", param_hint="--dealer")
    dealt = deal(number, table, dealer or table.players[-1], refills)
    click.echo({"text": as_text, "yaml": as_yaml, "json": as_json}[form](dealt))


def named_profile(name: str) -> Profile:
    """The profile that was asked for."""
    try:
        return load_profile(name)
    except UnknownProfile as unknown:
        raise click.BadParameter(str(unknown), param_hint="--profile") from None


def seats_for(profile: Profile, players: int | None) -> tuple[Seat, ...]:
    """The seats of so many players, as many as may play."""
    fewest, most = profile.parameters["players.min"], profile.parameters["players.max"]
    number = fewest if players is None else players
    if not fewest <= number <= most:
        raise click.BadParameter(f"{profile.id} is for {fewest} to {most} players, not {number}", param_hint="--players")
    return tuple(SEATS[:number])


def deal(number: int, table: Table, dealer: Seat, refills: int) -> Dealt:
    """Deal the numbered pack: a card at a time, beginning after the dealer, then the upcard; the rest is the stock."""
    pack, size, players = dealt_pack(number, table.pack), table.profile.parameters["deal.hand"], len(table.players)
    order = [table.next_seat(dealer, steps) for steps in range(1, players + 1)]
    rest = size * players
    hands = {seat: pack[order.index(seat) : rest : players] for seat in table.players}
    orders = [refill_order(number, k, table.pack) for k in range(1, refills + 1)]
    return Dealt(number, table.profile, dealer, hands, pack[rest], pack[rest + 1 :], orders)


def as_text(dealt: Dealt) -> str:
    """For people."""
    head = f"Deal {dealt.number}, {len(dealt.hands)} players, {dealt.dealer} deals ({dealt.profile.id})"
    rows = {**dealt.hands, "upcard": [dealt.upcard], "stock": dealt.stock}
    rows |= {f"refill {k}": order for k, order in enumerate(dealt.refills, start=1)}
    return "\n".join([click.style(head, bold=True), "", *(row(name, cards) for name, cards in rows.items())])


def row(name: str, cards: Iterable[Card]) -> str:
    """A name, and its cards with the signs of their suits."""
    return textwrap.fill(" ".join(map(signs, cards)), WIDTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)


def as_yaml(dealt: Dealt) -> str:
    """The situation as a scenario has it."""
    return "\n".join(yaml_lines(dealt))


def yaml_lines(dealt: Dealt) -> Iterator[str]:
    """`given`, line by line."""
    yield f"# deal {dealt.number}, profile {dealt.profile.id}"
    yield "given:"
    yield f"  dealer: {dealt.dealer}"
    yield f"  hands: {{{', '.join(f'{seat}: {names(cards)}' for seat, cards in dealt.hands.items())}}}"
    yield f"  upcard: {names([dealt.upcard])}"
    yield f"  stock: {names(dealt.stock)}"
    if dealt.refills:
        yield "  refill:"
        yield from (f"    - {names(order)}" for order in dealt.refills)


def names(cards: Sequence[Card]) -> str:
    """Cards as text in YAML, where the apostrophe of a second pack is best put in quotes."""
    text = " ".join(cards)
    return json.dumps(text) if "'" in text else text


def as_json(dealt: Dealt) -> str:
    """For programs."""
    value = {
        "deal": dealt.number,
        "profile": dealt.profile.id,
        "dealer": dealt.dealer,
        "hands": dealt.hands,
        "upcard": dealt.upcard,
        "stock": dealt.stock,
        "refills": dealt.refills,
    }
    return json.dumps(value, indent=2)
