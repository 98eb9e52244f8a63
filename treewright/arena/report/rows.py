"""A figure with a row for each agent or pairing: labels at the left, one axis for all, notes below."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.labels import GAP, MARGIN, draw_foot, draw_labels, foot_height, in_full, label_width, notes
from treewright.arena.report.names import Name
from treewright.arena.report.style import COLUMN, INK, QUIET, SMALL, TINY, Sheet, widest

AXIS = 0.36
"""Inches that the axis and what it measures take below the rows."""
NARROWEST = 1.4
"""Of the part with the axis."""


class Rows:
    """`axes` goes from 0, the upper edge of the first row, to how many rows there are."""

    def __init__(self, names: Sequence[Name], height: float, top: float, values: Sequence[str],
                 legend: Sequence[Name], note: str):
        """Rows so high, in inches. `values` stand at the right of each; `legend` are the names to be given in full."""
        self.names, self.height, self.top = names, height, top
        self.left, right = label_width(names) + GAP, GAP + widest(values, SMALL) + MARGIN
        width = max(COLUMN, self.left + NARROWEST + right)
        foot = [*in_full(legend, width), *notes(note, width)]
        self.sheet = Sheet(width, top + height * len(names) + AXIS + foot_height(foot))
        middles = [top + (k + 0.5) * height for k in range(len(names))]
        draw_labels(self.sheet, names, middles)
        for middle, value in zip(middles, values):
            self.sheet.text(width - MARGIN, middle, value, SMALL, ha="right", va="center_baseline")
        draw_foot(self.sheet, foot)
        self.axes = self.sheet.axes(self.left, top, width - self.left - right, height * len(names))
        self.axes.set(ylim=(len(names), 0), yticks=[])
        self.axes.spines["left"].set_visible(False)

    def entitle_values(self, title: str) -> None:
        """What the numbers at the right are."""
        self.sheet.text(self.sheet.width - MARGIN, self.top - 0.03, title, TINY, QUIET, ha="right", va="bottom")

    @property
    def figure(self) -> Figure:
        return self.sheet.figure


def draw_whiskers(axes: Axes, value: Interval, at: float, colour: str = INK) -> None:
    """A dot with its interval, in a row of horizontal ones. An end beyond the axis is an arrow to its edge."""
    least, most = axes.get_xlim()
    for end, edge, marker in ((value.low, least, "<"), (value.high, most, ">")):
        if least <= end <= most:
            axes.plot([value.mean, end], [at, at], color=colour, linewidth=1.0)
            axes.plot([end, end], [at - 0.22, at + 0.22], color=colour, linewidth=0.9)
        else:
            axes.plot([value.mean, edge], [at, at], color=colour, linewidth=1.0)
            axes.plot([edge], [at], marker, color=colour, clip_on=False)
    axes.plot([value.mean], [at], "o", color=colour)
