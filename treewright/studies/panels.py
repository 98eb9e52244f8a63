"""Figures of studies: panels of curves with bands, over an axis that goes by ratios."""

import dataclasses
from collections.abc import Sequence

from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.bands import draw_band, draw_log_axis
from treewright.arena.report.key import draw_key, places_of
from treewright.arena.report.labels import GAP, MARGIN, draw_foot, foot_height, notes
from treewright.arena.report.style import COLUMN, PAGE, SMALL, Sheet, line_height

ACROSS, TICKS = 3, 5
LEFT, ABOVE, HEIGHT, BELOW, AXIS = 0.46, 0.2, 1.5, 0.26, 0.16
"""Inches: left of the axes, above them, their height, below them, and below the last row for what it measures."""


@dataclasses.dataclass(frozen=True)
class Curve:
    """What one way of doing it gave, at each place of the axis."""

    name: str
    at: Sequence[float]
    values: Sequence[Interval]


@dataclasses.dataclass(frozen=True)
class Panel:
    """Curves on the same axes."""

    title: str
    curves: Sequence[Curve]


def draw_panels(panels: Sequence[Panel], across: str, upwards: str, note: str) -> Figure:
    """Panels beside and below each other; curves of one name look alike in all. `across` and `upwards` name the
    axes."""
    names = list(dict.fromkeys(curve.name for panel in panels for curve in panel.curves))
    columns = 2 if len(panels) == 4 else min(ACROSS, len(panels))
    width = COLUMN if columns == 1 else PAGE
    wide, key, foot = (width - MARGIN) / columns, places_of(names, width), notes(note, width)
    top, high = key[-1][1] + line_height(SMALL) + MARGIN, ABOVE + HEIGHT + BELOW
    sheet = Sheet(width, top + high * -(-len(panels) // columns) + AXIS + foot_height(foot))
    draw_key(sheet, names, key)
    least, most = _reach(panels)
    for k, panel in enumerate(panels):
        row, column = divmod(k, columns)
        axes = sheet.axes(column * wide + LEFT, top + row * high + ABOVE, wide - LEFT - GAP, HEIGHT)
        for curve in panel.curves:
            draw_band(axes, curve.at, curve.values, names.index(curve.name))
        draw_log_axis(axes, sorted({at for curve in panel.curves for at in curve.at}), TICKS)
        axes.set_ylim(least, most)
        axes.set_title(panel.title, fontsize=SMALL)
        axes.set_ylabel(upwards if column == 0 else "", labelpad=2)
        axes.set_xlabel(across if k + columns >= len(panels) else "")
    draw_foot(sheet, foot)
    return sheet.figure


def _reach(panels: Sequence[Panel]) -> tuple[float, float]:
    """From the lowest to the highest end of an interval, and a little more."""
    ends = [end for panel in panels for curve in panel.curves for one in curve.values for end in (one.low, one.high)]
    room = 0.04 * (max(ends) - min(ends) or 1.0)
    return min(ends) - room, max(ends) + room
