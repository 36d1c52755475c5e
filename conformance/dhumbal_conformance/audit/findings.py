"""What an audit has to say: what is wrong, with its clause, and what cannot be told from the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from dhumbal_conformance.model import Place


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, by a clause; or one that cannot be told, and why (`open`)."""

    place: Place
    deal: int
    """Which deal, counted from 1; 0 for what is about the series."""
    text: str
    clause: str = ""
    open: bool = False


@dataclass(slots=True)
class Report:
    """What has been found so far, and how much was found right."""

    findings: list[Finding] = field(default_factory=list)
    moves: int = 0
    """Moves that the rules allow."""
    claims: int = 0
    """Statements about the end that are right."""

    @property
    def wrong(self) -> list[Finding]:
        """What is wrong, in the order of the record."""
        return sorted((found for found in self.findings if not found.open), key=lambda found: (found.place.line, found.place.column))

    @property
    def open(self) -> list[Finding]:
        """What cannot be told, in the order of the record."""
        return sorted((found for found in self.findings if found.open), key=lambda found: (found.place.line, found.place.column))
