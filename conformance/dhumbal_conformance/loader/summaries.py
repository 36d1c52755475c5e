"""Sees which summaries of profiles stand in the other languages of the rules, and whether they still say what the English ones say.

A profile has its summary by language under `summaries`, each with the beginning of the checksum of the English one that was translated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from dhumbal_conformance.loader.profiles import shipped_profiles
from dhumbal_conformance.loader.translations import DIGITS, LANGUAGES, SOURCE
from dhumbal_conformance.model import Problem, Profile


def summary_in(profile: Profile, language: str) -> str | None:
    """What is special about a profile, in a language; None where its English summary, as it is now, is not translated."""
    if language == SOURCE:
        return profile.summary
    found = profile.summaries.get(language)
    return found.text if found and found.translates == summary_sum(profile) else None


def summary_sum(profile: Profile) -> str:
    """What a translation of the English summary notes."""
    return hashlib.sha256(profile.summary.encode()).hexdigest()[:DIGITS]


def wrong_summaries(profiles: Iterable[Profile]) -> list[Problem]:
    """What is stale in these profiles, and what is missing in those of the suite: no others need to speak every language."""
    return [problem for profile in profiles for problem in (*_stale(profile), *_missing(profile))]


def _stale(profile: Profile) -> Iterator[Problem]:
    current = summary_sum(profile)
    for language, found in profile.summaries.items():
        if found.translates != current:
            message = f"the summary of {profile.id} in {language} is stale: the English one has changed"
            yield Problem(found.place, message, f'translate it again, then write translates: "{current}"')


def _missing(profile: Profile) -> Iterator[Problem]:
    if profile.place.path not in shipped_profiles():
        return
    for language in (language for language in LANGUAGES if language != SOURCE):
        if language not in profile.names:
            yield Problem(profile.place, f"{profile.id} has no name in {language}", "write it under names")
        if language not in profile.summaries:
            hint = f'write it under summaries, as {language}: {{translates: "{summary_sum(profile)}", text: …}}'
            yield Problem(profile.place, f"the summary of {profile.id} is not translated into {language}", hint)
