"""Reads the words that stand around the rules in each language, `spec/words/<language>.yaml`: headings, captions, the names of cards.

A phrase has `{names}` for what is filled in. One with a number in it has a form for each plural that its language tells apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dhumbal_conformance import data
from dhumbal_conformance.loader.near_miss import guess
from dhumbal_conformance.loader.nodes import Node, collecting, reporting
from dhumbal_conformance.loader.notation import JOKERS, SECOND
from dhumbal_conformance.loader.translations import LANGUAGES, SOURCE
from dhumbal_conformance.loader.yaml_source import Source, read_yaml
from dhumbal_conformance.model import BadFiles, Card, Place, Problem

Forms = Mapping[str, str]
"""A phrase by plural; one that does not count anything has only the form `""`."""

_FILLED_IN = re.compile(r"\{([a-z]+)\}")
COUNT = "count"
"""The name of the number by which a plural is chosen."""


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _french(count: int) -> str:
    return "one" if count in (0, 1) else "other"


def _russian(count: int) -> str:
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


PLURALS: Mapping[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "en": (_one_or_other, ("one", "other")),
    "fr": (_french, ("one", "other")),
    "ru": (_russian, ("one", "few", "many")),
    "pt": (_one_or_other, ("one", "other")),
    "ne": (_one_or_other, ("one", "other")),
}
"""Which plural a number takes in a language, and all plurals that it has."""


@dataclass(frozen=True, eq=False)
class Words:
    """The phrases of one language by their names."""

    language: str
    phrases: Mapping[str, Forms]

    def __call__(self, phrase: str, **values: object) -> str:
        """A phrase with everything filled in; `count` also chooses its plural."""
        forms = self.phrases[phrase]
        form = forms[PLURALS[self.language][0](int(str(values[COUNT])))] if COUNT in values and "" not in forms else forms[""]
        return _FILLED_IN.sub(lambda found: str(values[found[1]]), form)

    def card(self, card: Card) -> str:
        """A card's name: `king of spades`, `red joker`, `king of spades of the second pack`."""
        rank, suit = card[0], card[1]
        name = self(f"joker.{suit}") if card[:2] in JOKERS else self("card", rank=self(f"rank.{rank}"), suit=self(f"suit.{suit}"))
        return self("card.second", card=name) if card.endswith(SECOND) else name


@cache
def words_of(language: str) -> Words:
    """The words of a language; raises `BadFiles` with everything that is missing, or not as in English."""
    return words_in(read_yaml(data.spec() / "words" / f"{language}.yaml"))


def words_in(source: Source) -> Words:
    """The words in a file, which is named after their language; raises `BadFiles`."""
    language = source.path.stem
    if language not in PLURALS:
        raise source.root.wrong(f"there is no language {language!r}", guess(language, PLURALS, "there are"))
    words = Words(language, _phrases(source, language))
    if language != SOURCE and (problems := compared(source.path, words_of(SOURCE).phrases, words.phrases)):
        raise BadFiles(problems)
    return words


def _phrases(source: Source, language: str) -> dict[str, Forms]:
    phrases: dict[str, Forms] = {}
    with reporting() as problems:
        for name, node in source.root.items().items():
            with collecting(problems):
                phrases[name] = _forms(node, language)
    return phrases


def _forms(node: Node, language: str) -> Forms:
    """A phrase with its plurals, if it has any."""
    if not isinstance(node.value, dict):
        return {"": node.text()}
    plurals = PLURALS[language][1]
    node.only(plurals)
    return {plural: node.need(plural).text() for plural in plurals}


def compared(path: Path, source: Mapping[str, Forms], found: Mapping[str, Forms]) -> list[Problem]:
    """Where the phrases of a language differ from the English ones in more than their words."""
    place, problems = Place(path), list[Problem]()
    problems += [
        Problem(place, f"the phrase {name} is missing", f"in English: {_shown(source[name])}") for name in source if name not in found
    ]
    problems += [
        Problem(place, f"there is no phrase {name} in English", guess(name, source, "there are")) for name in found.keys() - source
    ]
    for name in source.keys() & found.keys():
        wanted, got = names_in(source[name].values()), {form: names_in([text]) for form, text in found[name].items()}
        problems += [Problem(place, f"the phrase {name} must have {_listed(wanted)}") for names in got.values() if names != wanted]
        if (len(source[name]) > 1) != (len(found[name]) > 1):
            problems.append(Problem(place, f"the phrase {name} must have plurals where the English one has them, and only there"))
    return problems


def names_in(texts: Iterable[str]) -> set[str]:
    """What is filled in in phrases."""
    return {name for text in texts for name in _FILLED_IN.findall(text)}


def _shown(forms: Forms) -> str:
    return " / ".join(forms.values())


def _listed(names: Iterable[str]) -> str:
    return " and ".join(f"{{{name}}}" for name in sorted(names)) or "nothing to fill in"


def wrong_words() -> list[Problem]:
    """What is wrong with the words of any language."""
    problems: list[Problem] = []
    for language in LANGUAGES:
        with collecting(problems):
            words_of(language)
    return problems
