"""Curves of scores with the bands of their intervals, and the axes below them."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from treewright.arena.intervals import Interval
from treewright.arena.report.style import FAINT, MARKERS, SERIES


def look_of(k: int) -> dict[str, str]:
    """Colour and marker of the k-th curve; where colours are used again, markers are others."""
    return {"color": SERIES[k % len(SERIES)], "marker": MARKERS[(k + k // len(SERIES)) % len(MARKERS)]}


def draw_band(axes: Axes, x: Sequence[float], scores: Sequence[Interval], k: int = 0) -> None:
    """The k-th curve of its axes."""
    look = look_of(k)
    axes.fill_between(x, [score.low for score in scores], [score.high for score in scores], color=look["color"],
                      alpha=0.18, linewidth=0)
    axes.plot(x, [score.mean for score in scores], color=look["color"], marker=look["marker"])


def draw_score_axis(axes: Axes) -> None:
    """From 0 to 1 upwards, with a line at one half."""
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    axes.axhline(0.5, color=FAINT, linewidth=0.7, linestyle=(0, (4, 3)), zorder=0)


def draw_log_axis(axes: Axes, values: Sequence[float], most: int) -> None:
    """A logarithmic axis over these values, which ascend, with about so many ticks at some of them."""
    axes.set_xscale("log")
    span = math.log(values[-1] / values[0]) or 1.0
    ticks = [values[-1]]
    for value in reversed(values[:-1]):
        if math.log(ticks[-1] / value) > 0.95 * span / most:
            ticks.append(value)
    axes.set_xticks(ticks, [briefly(value) for value in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(values[0] / math.exp(0.06 * span), values[-1] * math.exp(0.06 * span))


def briefly(value: float) -> str:
    """`300`, `1k`, `2.5M`, `0.05`."""
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"
