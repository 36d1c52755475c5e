"""Several games at once: now and then a second table stands beside the one that is played on, and must not notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dhumbal_conformance.connectors import EngineError, EngineFault
from dhumbal_conformance.runner.compare import State, show
from dhumbal_conformance.runner.outcome import Mismatch

if TYPE_CHECKING:
    from dhumbal_conformance.runner.play import Table

EVERY = 16
"""Of so many games one has a bystander; the first of a session does, so that one scenario alone shows the same."""

UNKNOWN = "the error unknown_game"


class Bystander:
    """The same deal under another name, on which nobody plays."""

    def __init__(self, table: Table, viewer: str) -> None:
        self.session = table.session
        self.viewer = viewer
        twin = type(table)(table.session, table.given)
        twin.start(None)
        self.game = twin.game
        self.before = self.look()

    @classmethod
    def of(cls, table: Table) -> Bystander | None:
        """Where its turn has come, and the engine shows its tables, a bystander of this table."""
        shown = table.session.capabilities.get("observe")
        if not shown or table.session.games % EVERY != 1:
            return None
        return cls(table, "referee" if "referee" in shown else table.given.players[0])

    def look(self) -> State:
        """The table as it is now."""
        state: State = self.session.ask("observe", game=self.game, **{"as": self.viewer})["state"]
        return state

    def check(self) -> None:
        """Nothing has happened at this table, and nothing is known of it once it has been ended."""
        now = self.look()
        for key, value in self.before.items():
            if now.get(key) != value:
                raise Mismatch(f"the {key} of another game, open at the same time, on which nobody played", show(value), show(now.get(key)))
        self.session.ask("end", game=self.game)
        found = self.look_again()
        if found != UNKNOWN:
            raise Mismatch("what is shown of a game that has been ended", UNKNOWN, found)

    def look_again(self) -> str:
        """What comes of looking at a game that is no more."""
        try:
            self.look()
        except EngineError as error:
            return f"the error {error.code}"
        except EngineFault as fault:
            # An engine in this process answers no errors: it raises whatever it raises where nothing is found.
            if fault.kind != "internal":
                raise
            return UNKNOWN
        return "a table"
