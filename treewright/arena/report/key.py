"""The key of a figure with curves: a piece of each, and its name, in as many rows as they need."""

from collections.abc import Sequence

from treewright.arena.report.bands import look_of
from treewright.arena.report.labels import GAP, MARGIN
from treewright.arena.report.style import SMALL, Sheet, line_height, width_of

PIECE = 0.2
"""Inches of a curve."""


def places_of(names: Sequence[str], width: float) -> list[tuple[float, float]]:
    """Where the names of the curves stand in a figure of that width: left and top, in inches."""
    left, top, places = MARGIN, MARGIN, list[tuple[float, float]]()
    for name in names:
        needed = PIECE + width_of(name, SMALL) + 3 * GAP
        if places and left + needed > width:
            left, top = MARGIN, top + line_height(SMALL)
        places.append((left, top))
        left += needed
    return places


def draw_key(sheet: Sheet, names: Sequence[str], places: Sequence[tuple[float, float]]) -> None:
    """The k-th name with the look of the k-th curve."""
    for k, (name, (left, top)) in enumerate(zip(names, places, strict=True)):
        axes = sheet.axes(left, top, PIECE, line_height(SMALL))
        axes.axis("off")
        axes.set(xlim=(0, 2), ylim=(0, 2))
        look = look_of(k)
        axes.plot([0, 1, 2], [1, 1, 1], color=look["color"], marker=look["marker"], markevery=[1])
        sheet.text(left + PIECE + GAP / 2, top + line_height(SMALL) / 2, name, SMALL, va="center_baseline")
