"""`dhumbal new`: the first version of a scenario."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from dhumbal_conformance.model import BadFiles, Problem

if TYPE_CHECKING:
    from dhumbal_conformance.drafting import Draft
    from dhumbal_conformance.model import Profile, Suite

USAGE = 2
AREAS = {"value": "cards", "pack": "cards", "see": "information", "refuse": "refusals"}
"""Areas of scenarios that are not called as their clauses begin."""
GIVEN = ("deal", "players", "dealer", "hands", "upcard", "pile", "stock", "rest", "turn", "turns", "previous", "refill")
"""The keys of the situation, each with an option of its name, in the order in which they are written."""


@click.command("new")
@click.option("--profile", "profile_id", default="nepali-games", show_default=True, metavar="ID|FILE", help="The rule system.")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="A clause that the scenario proves. Repeatable.")
@click.option("--title", metavar="TEXT", help="What happens, as one short sentence.")
@click.option("--dealer", metavar="SEAT", help="Who deals.")
@click.option("--hands", multiple=True, metavar="'A: KS KH …, B: …'", help="The hands; together, or one with each --hands.")
@click.option("--upcard", metavar="CARD", help="The card turned up: makes it a real deal.")
@click.option("--stock", metavar="CARDS", help="The first cards of the stock, top first.")
@click.option("--play", multiple=True, metavar="'A: draw stock'", help="A step of the play; `fill: 8` for filler turns. Repeatable.")
@click.option("--pile", metavar="CARDS", help="The discard pile, top first: makes it a position, with hands of any size.")
@click.option("--turn", metavar="SEAT", help="In a position: who is to act.")
@click.option("--turns", type=click.IntRange(min=0), metavar="N", help="In a position: turns completed.")
@click.option(
    "--previous", type=click.IntRange(min=0), metavar="N", help="In a position: cards on the pile that were discarded just before."
)
@click.option("--rest", metavar="stock|pile|out", help="In a position: where the cards lie that are not named.")
@click.option("--refill", metavar="CARDS", help="The first cards of the stock after a refill.")
@click.option("--deal", type=click.IntRange(min=0), metavar="N", help="A numbered deal, instead of hands and upcard.")
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Of a numbered deal: how many play.")
@click.option("--source", default="", metavar="TEXT", help="Where the rule is stated.")
@click.option("--area", metavar="NAME", help="The folder below the profile; by the first clause, if not said.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="The file; by the title, if not said.")
def command(profile_id: str, area: str | None, output: Path | None, **said: Any) -> None:
    """Write a new scenario: its situation and play as you say, its expectation as the reference engine has it.

    What is missing is asked for on a terminal. The expectation is not proof of anything until you have worked it out from the clauses
    yourself; until then the file has a line `unconfirmed: true`, and `dhumbal lint` reports it. No file is overwritten.

    \b
      dhumbal new --clause take.lock --title 'A card taken stays' \\
        --dealer B --hands 'A: KS 2H 3H 4H 5H, B: AS 2S 3S 9S 9H' \\
        --upcard KC --play 'A: take KC' --play 'A: discard KC'

    Exit codes: 0 written, 2 usage, or something in the scenario is wrong, or the file is there already.
    """
    from dhumbal_conformance.suite import load_suite

    suite, profile = with_profile(load_suite(scenarios=False), profile_id)
    if output is None:
        checkout()  # Before anybody has answered a question in vain.
    complete(said, suite)
    path, name = place_for(profile, area or area_of(said["clauses"][0]), said["title"], output)
    if path.exists():
        raise click.UsageError(f"nothing was written, because there is already {click.format_filename(path)}; name another with --output")
    write(path, text_for(said, name, path, profile, suite))
    click.echo(f"wrote {click.format_filename(path)}")
    click.echo("next: work out from the clauses what must happen, correct the file where it differs, delete the line `unconfirmed`, then")
    click.echo(f"  dhumbal lint {click.format_filename(path)}")


def with_profile(suite: Suite, profile_id: str) -> tuple[Suite, Profile]:
    """The suite with the profile named, which may be a file of one's own."""

    from dhumbal_conformance.cli.smoke import chosen

    profile = chosen(profile_id)
    return suite._replace(profiles={**suite.profiles, profile.id: profile}), profile


def complete(said: dict[str, Any], suite: Suite) -> None:
    """Ask for what is missing, where somebody is there to be asked; else say what it is, and leave."""
    missing = list(missing_in(said))
    if not missing:
        return
    if not on_terminal():
        options = "\n".join(f"  {option}" for option in missing)
        raise click.UsageError(f"this is missing:\n{options}")
    ask_for(said, suite)


def on_terminal() -> bool:
    """Whether there is somebody who can be asked."""
    return sys.stdin.isatty()


def missing_in(said: dict[str, Any]) -> Iterator[str]:
    """The options without which there is no scenario."""
    if not said["clauses"]:
        yield "--clause, which the scenario proves, such as --clause take.lock"
    if not said["title"]:
        yield "--title, what happens, as one short sentence"
    if not said["dealer"]:
        yield "--dealer, such as --dealer B"
    if not said["hands"] and said["deal"] is None:
        yield "--hands, such as --hands 'A: KS KH AD AC AH, B: AS 2S 2H 9S 9H'; or --deal with the number of a deal"
    if said["deal"] is None and not said["upcard"] and said["pile"] is None:
        yield "--upcard for a real deal, or --pile for a position"
    if not said["play"]:
        yield "--play, such as --play 'A: draw stock'; repeatable"


def ask_for(said: dict[str, Any], suite: Suite) -> None:
    """Ask, one after another, with what is most likely as the default."""
    if not said["clauses"]:
        said["clauses"] = [
            click.prompt("Clause that it proves, by its id such as take.lock", value_proc=lambda text: known_clause(text, suite))
        ]
    said["title"] = said["title"] or click.prompt("What happens, as one short sentence")
    if not said["hands"] and said["deal"] is None:
        said["hands"] = list(asked_until_empty("Hand, such as A: KS KH AD AC AH, or A: none (empty when done)", hand_of))
    seats = [text.split(":")[0].strip() for text in said["hands"]]
    said["dealer"] = said["dealer"] or click.prompt("Dealer", default=seats[-1] if seats else "A")
    if said["hands"] and not said["upcard"] and said["pile"] is None:
        said["upcard"] = click.prompt("Upcard (empty for a position)", default="", show_default=False) or None
        if not said["upcard"]:
            said["pile"] = click.prompt("Discard pile, top first", default="none")
    if said["stock"] is None and said["deal"] is None:
        said["stock"] = click.prompt("First cards of the stock (empty for canonical order)", default="", show_default=False) or None
    said["play"] = said["play"] or list(asked_until_empty("Step, such as A: draw stock (empty when done)", step_of))


def known_clause(text: str, suite: Suite) -> str:
    """A clause that exists; otherwise says which may be meant, and is asked again."""
    from dhumbal_conformance.loader.near_miss import did_you_mean

    if text not in suite.clauses:
        hint = did_you_mean(text, suite.clauses) or "`dhumbal rule WORDS` finds the ids of clauses"
        raise click.UsageError(f"there is no clause {text!r}; {hint}")
    return text


def asked_until_empty(question: str, check: Callable[[str], Any]) -> Iterator[str]:
    """Answers that can be read, until an empty one comes."""

    def checked(text: str) -> str:
        if text:
            check(text)
        return text

    while text := click.prompt(question, default="", show_default=False, value_proc=checked):
        yield text


def area_of(clause: str) -> str:
    """The area to which a clause belongs."""
    chapter = clause.split(".")[0]
    return AREAS.get(chapter, chapter)


def place_for(profile: Profile, area: str, title: str, output: Path | None) -> tuple[Path, str]:
    """Where the file goes, and the id that it has there."""
    slug = re.sub(r"[^a-z0-9]+", "-", (output.stem if output else title).lower()).strip("-") or "scenario"
    if output is None:
        return checkout() / "scenarios" / profile.id / area / f"{slug}.yaml", f"{profile.id}/{area}/{slug}"
    parts = output.absolute().with_suffix("").parts
    return output, "/".join(parts[-3:]) if parts[-4:-3] == ("scenarios",) else f"{profile.id}/{area}/{slug}"


def checkout() -> Path:
    """The checkout of the suite that one stands in."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "scenarios").is_dir() and (folder / "spec" / "rules").is_dir():
            return folder
    raise click.UsageError("this is no checkout of the suite, so say with --output FILE where the scenario goes")


def text_for(said: dict[str, Any], name: str, path: Path, profile: Profile, suite: Suite) -> str:
    """The file; what is wrong with it is told by the option that it comes from."""
    from dhumbal_conformance.drafting import Impossible, check, fill_in, text_of

    draft = drafted(said, name, profile)
    try:
        text = text_of(draft, fill_in(draft, path, profile, suite))
        check(text, path, suite)
    except BadFiles as bad:
        wrong(draft, [(problem.place.line, words(problem)) for problem in bad.problems])
    except Impossible as impossible:
        wrong(draft, [(impossible.line, str(impossible))])
    return text


def write(path: Path, text: str) -> None:
    """A new file, in folders that are made if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise click.UsageError(f"cannot write {click.format_filename(path)}: {error.strerror}") from error


def drafted(said: dict[str, Any], name: str, profile: Profile) -> Draft:
    """What was said, as a draft."""
    from dhumbal_conformance.drafting import Draft

    hands = hands_of(said["hands"])
    given = {key: value for key, value in {**said, "hands": hands or None}.items() if key in GIVEN and value is not None}
    ordered = {key: given[key] for key in GIVEN if key in given}
    return Draft(name, said["title"], profile.id, tuple(said["clauses"]), said["source"], ordered, tuple(map(step_of, said["play"])))


def hands_of(texts: Iterable[str]) -> dict[str, str]:
    """The hands by seat."""
    hands: dict[str, str] = {}
    for seat, cards in (hand_of(hand) for text in texts for hand in text.split(",")):
        if seat in hands:
            raise click.UsageError(f"--hands names {seat} twice")
        hands[seat] = cards
    return hands


def hand_of(text: str) -> tuple[str, str]:
    """A seat and its cards, from `A: KS KH`."""
    seat, colon, cards = text.partition(":")
    if not colon:
        raise click.UsageError(f"--hands {text.strip()!r}: a hand has its player first, as in 'A: KS KH AD AC AH'")
    return seat.strip(), cards.strip()


def step_of(text: str) -> dict[str, Any]:
    """A step by its key, from `A: draw stock`."""
    key, colon, value = (part.strip() for part in text.partition(":"))
    if not colon or not key:
        raise click.UsageError(f"--play {text!r}: a step has its player first, as in 'A: draw stock'")
    return {key: int(value) if key == "fill" and value.isdigit() else value}


def words(problem: Problem) -> str:
    """A problem without its place, which is in no file yet."""
    return problem.message + (f" ({problem.hint})" if problem.hint else "")


def wrong(draft: Draft, problems: Iterable[tuple[int, str]]) -> NoReturn:
    """Say what is wrong in which option, and leave."""
    from dhumbal_conformance.drafting import lines

    keys = ["", *(key for key, _ in lines(draft))]
    for line, message in problems:
        option = option_of(keys[line] if line < len(keys) else "", draft)
        click.echo(f"{option}: {message}" if option else message, err=True)
    click.echo("nothing was written", err=True)
    sys.exit(USAGE)


def option_of(key: str, draft: Draft) -> str:
    """The option that a line of the file comes from, as it was given."""
    kind, _, number = key.partition(" ")
    if number:
        ((seat, what),) = draft.play[int(number) - 1].items()
        return f"--play '{seat}: {what}'"
    return f"--{kind}" if kind else ""
