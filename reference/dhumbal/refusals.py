"""What is refused. An action that breaks a clause raises before anything has changed (`refuse.unchanged`)."""

from __future__ import annotations


class Refused(Exception):
    """An action or a setup that breaks the rules; `clause` is the id of the first clause it breaks (`refuse.first`)."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def refuse(clause: str | None) -> None:
    """`refuse.unchanged`, `refuse.free`: raise `Refused` when a clause is broken, before anything changes; it costs nothing."""
    if clause is not None:
        raise Refused(clause)
