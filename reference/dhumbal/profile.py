"""The parameters in which rule systems differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Profile(NamedTuple):
    """One rule system. Each field is the parameter of that name in `spec/profiles`, with `_` for `.` and `-`; values in points or cards.

    A parameter that does not exist in a rule system, such as a limit for calling, is None. The defaults are the canonical game.
    """

    players_min: int = 2
    players_max: int = 6
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    pack_count: Literal[1, 2] = 1
    pack_jokers: Literal[0, 2] = 0
    """Jokers in each pack."""
    values_ace: int = 1
    values_jack: int = 10
    values_queen: int = 10
    values_king: int = 10
    deal_hand: int = 5
    turn_order: Literal["draw-then-discard", "discard-then-draw"] = "draw-then-discard"
    discard_set_min: int = 2
    discard_set_jokers: bool = False
    discard_run_min: int | None = None
    discard_run_max: int | None = None
    discard_run_jokers: bool = False
    discard_run_wrap: bool = False
    take_from: Literal["top", "single", "single-or-set", "first", "ends", "any", "set-any-run-ends"] = "top"
    take_joker_swap: bool = False
    take_lock: bool = True
    call_limit: int | None = 5
    call_from: Literal["first-turn", "second-round"] = "first-turn"
    call_last_turns: bool = False
    refill_keeps: Literal["top-card", "previous-discard"] | None = "top-card"
    settle_scoring: Literal["transfer", "penalty"] = "transfer"
    settle_caught_pays: Literal["flat", "flat-plus-hand"] = "flat"
    settle_caught_amount: int = 25
    settle_caught_each: int | None = None
    settle_caught_margin: int | None = None
    settle_caught_margin_amount: int | None = None
    settle_others: Literal["hands", "nothing", "above-caller"] = "hands"
    settle_lowest: Literal["scores", "zero"] = "scores"
    cap_turns: int | None = 200
    series_deals: int | None = 3
    series_starter: Literal["dealers-left", "winner"] = "dealers-left"
    series_limit: int | None = None
    series_elimination: Literal["over", "at-least"] | None = None
    series_resets: tuple[tuple[int, int], ...] | None = None
    """Pairs of an exact score and what it becomes."""

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, object]) -> Profile:
        """Make a profile from parameters by dotted name, as `{"call.limit": 5}`; those left out are as in the canonical game.

        Raises TypeError for a parameter that does not exist.
        """
        return cls(**{FIELDS.get(name, name): value for name, value in parameters.items()})  # type: ignore[arg-type]

    def parameters(self) -> dict[str, object]:
        """All parameters by dotted name: what `from_parameters` takes."""
        return {dotted: getattr(self, name) for dotted, name in FIELDS.items()}


HYPHENATED = ("joker-swap", "last-turns", "margin-amount")
"""The parts of dotted names that have two words."""


def dotted(field: str) -> str:
    """The dotted name of a field: `call_last_turns` is `call.last-turns`."""
    name = field.replace("_", ".")
    for part in HYPHENATED:
        name = name.replace(part.replace("-", "."), part)
    return name


FIELDS = {dotted(name): name for name in Profile._fields}
"""The field of each parameter, by its dotted name."""
