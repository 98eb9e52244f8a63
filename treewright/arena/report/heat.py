"""Scores as a grid of coloured cells, each with its number and its interval; one half is nearly white."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from treewright.arena.intervals import Interval
from treewright.arena.report.style import INK, QUIET, SCORES, TEXT, TINY, Sheet

HEIGHT = 0.32
"""Inches that the numbers in a cell need, one above the other; they are NARROWEST wide."""
NARROWEST, BROADEST = 0.44, 0.6
SMALLEST = 5.2
"""Points: the size of an interval in a cell."""
BAR = 0.09
BAR_ROOM = 0.33
"""Inches of the bar, and of all that belongs to it."""

MIDDLE: dict[str, Any] = {"ha": "center", "va": "center"}

Cell = tuple[Interval | None, str]
"""A score, None where there is none, and a mark behind it; the mark alone is shown where there is no score."""


def draw_cells(axes: Axes, cells: Sequence[Sequence[Cell]]) -> None:
    """A cell is one unit wide and high, the first row above."""
    axes.set(xlim=(0, len(cells[0])), ylim=(len(cells), 0))
    axes.axis("off")
    for row, line in enumerate(cells):
        for column, (score, mark) in enumerate(line):
            middle = column + 0.5
            if score is None:
                axes.text(middle, row + 0.5, mark, color=QUIET, **MIDDLE)
                continue
            colour = SCORES(score.mean)
            ink = ink_on(colour)
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="white", linewidth=1.0))
            axes.text(middle, row + 0.38, f"{score.mean:.2f}{mark}", fontsize=TEXT, color=ink, **MIDDLE)
            axes.text(middle, row + 0.74, f"{score.low:.2f}–{score.high:.2f}", fontsize=SMALLEST, color=ink, **MIDDLE)


def ink_on(colour: Sequence[float]) -> str:
    """White or ink, whichever has more contrast to a colour (as WCAG 2 reckons it)."""
    red, green, blue = (part**2.2 for part in colour[:3])
    return "#ffffff" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.21 else INK


def draw_bar(sheet: Sheet, left: float, top: float, height: float) -> None:
    """What the colours mean."""
    axes = sheet.axes(left, top, BAR, min(height, 1.6))
    axes.imshow([[k / 255] for k in range(256)], cmap=SCORES, aspect="auto", origin="lower", extent=(0, 1, 0, 1))
    axes.set_xticks([])
    axes.yaxis.tick_right()
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"], fontsize=TINY)
    axes.spines[:].set_visible(False)
    sheet.text(left, top - 0.05, "score", TINY, va="bottom")
