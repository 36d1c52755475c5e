"""The profile: the values that make one game of the rules, each with its source."""

from __future__ import annotations

from collections.abc import Iterator

from dhumbal_conformance.rulebook import value_text
from dhumbal_conformance.site.book import Book, Here
from dhumbal_conformance.site.markup import table, tag, text

LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский", "pt": "Português", "ne": "नेपाली"}


def profile_pages(book: Book) -> Iterator[tuple[str, str]]:
    """The page of the profile that the rule book is written for."""
    profile = book.profile
    page = f"profiles/{profile.id}"
    names = ((LANGUAGES.get(language, language), tag("span", text(name), lang=language)) for language, name in profile.names.items())
    values = ((tag("code", name), value_text(value), text(profile.sources.get(name, ""))) for name, value in profile.parameters.items())
    yield (
        page,
        "\n\n".join(
            [
                f"# {profile.names['en']}",
                profile.summary,
                f"Its id is `{profile.id}`.",
                "## Its name",
                table(("language", "name"), names, "values"),
                "## Its values",
                f"What the numbers of the sources mean is told [on a page of its own]({Here(book, page).address('sources')}).",
                table(("parameter", "value", "source"), values, "values"),
            ]
        ),
    )
