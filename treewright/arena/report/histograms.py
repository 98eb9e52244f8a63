"""How long games last: for each row a histogram of plies, all on one axis."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from treewright.arena.report.names import Name
from treewright.arena.report.rows import Rows
from treewright.arena.report.style import FAINT, SERIES

ROW, TOP = 0.3, 0.16
BASE, PEAK = 0.95, 0.86
"""Of a row's height: where its histogram stands, and how high it is."""
MOST_BINS = 60


def draw_lengths(names: Sequence[Name], lengths: Sequence[np.ndarray], legend: Sequence[Name], note: str) -> Figure:
    """`lengths` are the plies of each row's games; a row without games stays empty."""
    rows = Rows(names, ROW, TOP, [f"{np.median(plies):g}" if len(plies) else "" for plies in lengths], legend, note)
    rows.entitle_values("median")
    edges = edges_for(np.concatenate(lengths))
    rows.axes.set(xlim=(edges[0], edges[-1]), xlabel="length of a game (plies)")
    rows.axes.locator_params(axis="x", nbins=6, integer=True, min_n_ticks=1)
    for k, plies in enumerate(lengths):
        rows.axes.axhline(k + BASE, color=FAINT, linewidth=0.4)
        if len(plies):
            counts = np.histogram(plies, edges)[0]
            heights = k + BASE - PEAK * counts / counts.max()
            rows.axes.stairs(heights, edges, baseline=k + BASE, fill=True, color=SERIES[0], alpha=0.3)
            rows.axes.stairs(heights, edges, baseline=k + BASE, color=SERIES[0], linewidth=0.7)
            rows.axes.plot([np.median(plies)] * 2, [k + BASE - PEAK, k + BASE], color=SERIES[1], linewidth=1.0)
    return rows.figure


def edges_for(plies: np.ndarray) -> np.ndarray:
    """Bins between whole numbers, each as many plies wide."""
    low, high = int(plies.min()), int(plies.max())
    width = -(-(high - low + 1) // MOST_BINS)
    return low - 0.5 + width * np.arange(-(-(high - low + 1) // width) + 1)
