"""`dhumbal new`: the first version of a scenario."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from dhumbal_conformance.cli.engines import INTERRUPTED
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

    Exit codes: 0 written, 2 usage, or something in the scenario is wrong, or the file is there already, 130 interrupted.
    """
    from dhumbal_conformance.suite import load_suite

    suite, profile = with_profile(load_suite(scenarios=False), profile_id)
    if output is None:
        checkout()  # Before anybody has answered a question in vain.
    else:
        refuse_existing(output)
    complete(said, Asking(said, profile, suite, area, output))
    path, name = place_for(profile, area or area_of(said["clauses"][0]), said["title"], output)
    refuse_existing(path)
    write(path, text_for(said, name, path, profile, suite))
    click.echo(f"wrote {click.format_filename(path)}")
    click.echo("next: work out from the clauses what must happen, correct the file where it differs, delete the line `unconfirmed`, then")
    click.echo(f"  dhumbal lint {click.format_filename(path)}")


def with_profile(suite: Suite, profile_id: str) -> tuple[Suite, Profile]:
    """The suite with the profile named, which may be a file of one's own."""

    from dhumbal_conformance.cli.smoke import chosen

    profile = chosen(profile_id)
    return suite._replace(profiles={**suite.profiles, profile.id: profile}), profile


def refuse_existing(path: Path) -> None:
    """No file is overwritten."""
    if path.exists():
        raise click.UsageError(f"nothing was written, because there is already {click.format_filename(path)}; name another with --output")


def complete(said: dict[str, Any], asking: Asking) -> None:
    """Ask for what is missing, where somebody is there to be asked; else say what it is, and leave."""
    missing = list(missing_in(said))
    if not missing:
        return
    if not on_terminal():
        options = "\n".join(f"  {option}" for option in missing)
        raise click.UsageError(f"this is missing:\n{options}")
    try:
        asking.ask()
    except click.Abort:
        click.echo("\nnothing was written", err=True)
        sys.exit(INTERRUPTED)


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


class Asking:
    """Asks for what is missing, one thing after another, with what is most likely as the default.

    An answer that is wrong is told at once, and asked for again. So that this can be seen before all is said, what is not yet said is made
    up, such that nothing is wrong with it.
    """

    def __init__(self, said: dict[str, Any], profile: Profile, suite: Suite, area: str | None, output: Path | None) -> None:
        self.said = said
        self.profile = profile
        self.suite = suite
        self.area = area
        self.output = output

    def ask(self) -> None:
        """Ask for all that is missing."""
        self.try_out({})
        self.ask_what_for()
        self.ask_situation()
        if not self.said["play"]:
            self.said["play"] = self.several("Step, such as A: draw stock (empty when done)", self.try_steps)

    def ask_what_for(self) -> None:
        """The clause, and the title, by which the file is called."""
        said = self.said
        if not said["clauses"]:
            said["clauses"] = [click.prompt("Clause that it proves, by its id such as take.lock", value_proc=self.known_clause)]
        if said["title"]:
            self.free_title(said["title"])
        else:
            said["title"] = click.prompt("What happens, as one short sentence", value_proc=self.free_title)

    def ask_situation(self) -> None:
        """The upcard or pile first, which says how many cards a hand may have."""
        said, numbered = self.said, self.said["deal"] is not None
        if not numbered and not said["upcard"] and said["pile"] is None:
            said["upcard"] = self.one("upcard", "Upcard (empty for a position)") or None
            if not said["upcard"]:
                said["pile"] = self.one("pile", "Discard pile, top first", "none")
        if not numbered and not said["hands"]:
            said["hands"] = self.several("Hand, such as A: KS KH AD AC AH, or A: none (empty when done)", self.try_hands)
        seats = list(hands_of(said["hands"]))
        if not said["dealer"]:
            said["dealer"] = self.one("dealer", "Dealer", seats[-1] if seats else "A")
        if not numbered and said["stock"] is None:
            said["stock"] = self.one("stock", "First cards of the stock (empty for canonical order)") or None

    def one(self, key: str, question: str, default: str = "") -> str:
        """The answer to a question, which has a default."""

        def checked(text: str) -> str:
            self.try_out({key: text.strip() or None})
            return text.strip()

        answer: str = click.prompt(question, default=default, show_default=bool(default), value_proc=checked)
        return answer

    def several(self, question: str, check: Callable[[list[str], bool], None]) -> list[str]:
        """Answers that fit those before them, until an empty one comes."""
        found: list[str] = []

        def checked(text: str) -> str:
            check([*found, text] if text.strip() else found, not text.strip())
            return text.strip()

        while text := click.prompt(question, default="", show_default=False, value_proc=checked):
            found.append(text)
        return found

    def known_clause(self, text: str) -> str:
        """A clause that exists; otherwise says which may be meant."""
        from dhumbal_conformance.loader.near_miss import did_you_mean

        if text not in self.suite.clauses:
            hint = did_you_mean(text, self.suite.clauses) or "`dhumbal rule WORDS` finds the ids of clauses"
            raise click.UsageError(f"there is no clause {text!r}; {hint}")
        self.try_out({"clauses": [text]})
        return text

    def free_title(self, text: str) -> str:
        """A title that no file is called after."""
        self.try_out({"title": text})
        path, _ = place_for(self.profile, self.area or area_of(self.said["clauses"][0]), text, self.output)
        if path.exists():
            raise click.UsageError(f"there is already {click.format_filename(path)}; the file is called after the title")
        return text

    def try_hands(self, hands: list[str], are_all: bool) -> None:
        """Hands that fit each other; when there are no more, enough for a deal."""
        if are_all and not hands:
            raise click.UsageError("nobody has a hand yet")
        self.try_out({"hands": hands}, more_hands=not are_all)

    def try_steps(self, steps: list[str], are_all: bool) -> None:
        """Steps that can be played."""
        if not steps:
            raise click.UsageError("nothing is played yet")
        if not are_all:
            self.try_out({"play": steps})

    def try_out(self, answer: dict[str, Any], *, more_hands: bool = False) -> None:
        """Raise a usage error with what is wrong once this is said as well."""
        from dhumbal_conformance.drafting import Impossible, check, deal_out, fill_in, text_of

        said = {**self.said, **answer}
        path, situated = self.output or Path("scenario.yaml"), not more_hands and is_situated(said)
        draft = drafted(with_made_up(said, self.profile, situated=situated), f"{self.profile.id}/area/scenario", self.profile)
        try:
            if said["play"] and said["dealer"] and situated:
                check(text_of(draft, fill_in(draft, path, self.profile, self.suite)), path, self.suite)
                return
            check(text_of(draft), path, self.suite)
            if situated:
                deal_out(draft, path, self.profile, self.suite)
        except BadFiles as bad:
            raise click.UsageError("; ".join(map(words, bad.problems))) from bad
        except Impossible as impossible:
            raise click.UsageError(str(impossible)) from impossible


def is_situated(said: dict[str, Any]) -> bool:
    """Whether it is said what lies on the table."""
    return said["deal"] is not None or bool(said["hands"] and (said["upcard"] or said["pile"] is not None))


def with_made_up(said: dict[str, Any], profile: Profile, *, situated: bool) -> dict[str, Any]:
    """What was said, with something harmless in place of what was not."""
    from dhumbal_conformance.loader.notation import known_card, pack_of, rest_of_pack

    made_up = {**said, "title": said["title"] or "Something happens", "clauses": said["clauses"] or ["setup.players"]}
    if said["deal"] is None and not said["upcard"] and said["pile"] is None:
        made_up["pile"] = "none"
    if not situated:
        made_up |= dict.fromkeys(("dealer", "turn", "turns", "previous", "rest"))
        made_up["play"] = ()
    if not situated and not said["hands"] and said["deal"] is None:
        size = profile.parameters["deal.hand"] if said["upcard"] else 0
        named = " ".join(said[key] or "" for key in ("upcard", "pile", "stock", "refill")).split()
        free = rest_of_pack(filter(None, map(known_card, named)), pack_of(profile.parameters))
        made_up["hands"] = [f"{seat}: {' '.join(free[at : at + size]) or 'none'}" for seat, at in (("A", 0), ("B", size))]
    made_up["dealer"] = made_up["dealer"] or next(iter(hands_of(made_up["hands"])), "A")
    made_up["play"] = made_up["play"] or ("fill: 1",)
    return made_up


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
