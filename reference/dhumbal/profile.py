"""The parameters in which rule systems differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal


@dataclass(frozen=True, slots=True)
class Profile:
    """One rule system. Each field is the parameter of the same name in `spec/profiles`, with `_` for `.`; values in points or in cards.

    A parameter that does not exist in a rule system, such as a limit for calling, is None. The defaults are the canonical game.
    """

    players_min: int = 2
    players_max: int = 6
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    pack_count: Literal[1] = 1
    pack_jokers: Literal[0] = 0
    values_ace: int = 1
    values_jack: int = 10
    values_queen: int = 10
    values_king: int = 10
    deal_hand: int = 5
    turn_order: Literal["draw-then-discard"] = "draw-then-discard"
    discard_set_min: int = 2
    discard_run_min: None = None
    take_from: Literal["top"] = "top"
    take_lock: bool = True
    call_limit: int | None = 5
    refill_keeps: Literal["top-card"] = "top-card"
    settle_scoring: Literal["transfer"] = "transfer"
    settle_caught_pays: Literal["flat"] = "flat"
    settle_caught_amount: int = 25
    settle_others: Literal["pay-hands"] = "pay-hands"
    settle_ties: Literal["dealers-left"] = "dealers-left"
    cap_turns: int | None = 200
    series_deals: int | None = 3
    series_starter: Literal["dealers-left"] = "dealers-left"
    series_elimination: None = None

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, object]) -> Profile:
        """Make a profile from parameters by dotted name, as `{"call.limit": 5}`; those left out are as in the canonical game.

        Raises TypeError for a parameter that does not exist.
        """
        return cls(**{name.replace(".", "_"): value for name, value in parameters.items()})  # type: ignore[arg-type]

    def parameters(self) -> dict[str, object]:
        """All parameters by dotted name: what `from_parameters` takes."""
        return {field.name.replace("_", "."): getattr(self, field.name) for field in fields(self)}
