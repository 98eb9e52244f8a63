"""Ratings with their intervals, the best above."""

import math
from collections.abc import Sequence

from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.names import Name
from treewright.arena.report.rows import Rows, draw_whiskers
from treewright.arena.report.style import FAINT, RULE, SERIES

ROW, TOP = 0.19, 0.14


def draw_ratings(names: Sequence[Name], ratings: Sequence[Interval], note: str) -> Figure:
    """A dot and whiskers for each agent, and the number beside them."""
    values = [signed(rating.mean) for rating in ratings]
    rows = Rows(names, ROW, TOP, values, [name for name in names if name.is_shortened], note)
    rows.entitle_values("Elo")
    rows.axes.set(xlim=limits(ratings), xlabel="rating (Elo)")
    rows.axes.locator_params(axis="x", nbins=5)
    rows.axes.axvline(0, color=FAINT, linewidth=0.6)
    for k, rating in enumerate(ratings):
        rows.axes.axhline(k + 0.5, color=RULE, linewidth=0.4, zorder=0)
        draw_whiskers(rows.axes, rating, k + 0.5, SERIES[0])
    return rows.figure


def signed(value: float) -> str:
    """`+108` or `−12`, and 0 without a sign, with a minus as wide as the plus."""
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def limits(ratings: Sequence[Interval]) -> tuple[float, float]:
    """Room for all that is finite."""
    ends = [end for rating in ratings for end in (rating.mean, rating.low, rating.high) if math.isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room
