"""What an exact player found: a value in points for each root action, or the bounds between which it must
lie.

Alpha-beta learns the value of the best action, and of the others only that they are no better: their rows
hold a bound, and say so. A minimax to the same depth, and `perfect`, know every value.
"""

import dataclasses
import math
from typing import Any

import numpy as np

from treewright.core.game import Game
from treewright.core.record import view
from treewright.core.result import Result, Row


@dataclasses.dataclass(frozen=True)
class Finding:
    """One root action: its value for the player to move lies between `low` and `high`, as far as was
    searched; `proven` if that is certain, whatever the evaluator may believe."""

    action: int
    low: float
    high: float
    nodes: int
    proven: bool

    @property
    def exact(self) -> bool:
        return self.low == self.high


@dataclasses.dataclass(frozen=True)
class Verdict(Result):
    """A result whose rows hold values and bounds instead of means and intervals: `low` and `high` are the
    bounds, `mean` the value where they meet, else the finite one of them; `visits` are the positions looked
    at below."""

    value: float | None = None
    """The root's value to the player to move; None where the search was interrupted too early to have one."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {**super().as_dict(), "value": self.value, "nodes_per_second": self.nodes_per_second}

    def remarks(self) -> list[str]:
        depth = f"{self.depth_largest} plies deep" if self.solved else (
            f"{self.depth_mean:.0f} plies searched in full, {self.depth_largest} at most")
        speed = f"{self.nodes:,} positions in {self.seconds:.3f} s ({self.nodes_per_second:,.0f} a second)"
        return [f"{speed}, {depth}", f"values in {self.scale}", *super().remarks()[2:]]

    def cells(self) -> list[tuple[str, ...]]:
        lines = [(row.text, _bounds(row), f"{row.visits:,}", _proof(row)) for row in self.rows]
        return [("action", "value", "positions", "proven"), *lines]


def _bounds(row: Row) -> str:
    if row.low == row.high:
        return f"{row.mean:+g}"
    if math.isfinite(row.low):
        return f">= {row.low:+g}"
    return f"<= {row.high:+g}" if math.isfinite(row.high) else "-"


def _proof(row: Row) -> str:
    if row.proven is not None:
        return f"{row.proven:+g}"
    return f"<= {row.ceiling:+g}" if math.isfinite(row.ceiling) else ""


def rows_of(game: Game, root: np.ndarray, findings: list[Finding]) -> tuple[Row, ...]:
    """The findings as rows of a result, the best first and those not looked at last."""
    s = view(root)
    best_first = sorted(findings, key=lambda one: (one.nodes == 0, -one.high, -one.low, one.action))
    return tuple(_row(one, game.describe(s, one.action)) for one in best_first)


def _row(one: Finding, text: str) -> Row:
    nearest = next((bound for bound in (one.high, one.low) if math.isfinite(bound)), 0.0)
    proven, ceiling = one.high if one.proven and one.exact else None, one.high if one.proven else math.inf
    return Row(one.action, text, one.nodes, nearest, one.low, one.high, proven, ceiling)
