"""A search's answer as a figure: what each root action is worth, and how often it was tried."""

import math

from matplotlib.figure import Figure

from treewright.arena.intervals import Interval
from treewright.arena.report.labels import GAP, MARGIN, draw_foot, foot_height, notes
from treewright.arena.report.rows import AXIS, draw_whiskers
from treewright.arena.report.style import COLUMN, INK, RULE, SERIES, SMALL, TINY, Sheet, styled, widest
from treewright.core.result import Result, Row

HEIGHT, TOP = 0.19, 0.16
SHARE = 1.0
"""Inches: a row, what stands above the rows, and the bars of visits."""
MOST = 20
"""So many actions are drawn."""


def draw(result: Result) -> Figure:
    """The most visited actions, the best above: bars for their share of the visits, and means with intervals."""
    shown, total = result.rows[:MOST], max(1, sum(row.visits for row in result.rows))
    left_out = f" The {MOST} most visited of {len(result.rows)} actions." if len(result.rows) > MOST else ""
    with styled():
        left = MARGIN + widest([row.text for row in shown], SMALL) + GAP
        foot = notes(f"{result.agent} on {result.game}: {result.simulations:,} simulations.{left_out} Dots and "
                     "whiskers are means and intervals for the player to move.", COLUMN)
        high = HEIGHT * len(shown)
        sheet = Sheet(COLUMN, TOP + high + AXIS + foot_height(foot))
        bars = sheet.axes(left, TOP, SHARE, high)
        means = sheet.axes(left + SHARE + GAP, TOP, COLUMN - left - SHARE - GAP - 2 * MARGIN, high)
        means.set(ylim=(len(shown), 0), xlim=_limits(shown), yticks=[],
                  xlabel=f"mean ({result.scale.partition(' ')[0]})")
        bars.set(ylim=(len(shown), 0), xlim=(0, 1.05 * max(row.visits for row in shown) / total or 1), yticks=[],
                 xlabel="share of visits")
        for axes in (bars, means):
            axes.spines["left"].set_visible(False)
            axes.locator_params(axis="x", nbins=4)
        means.axvline(0, color=RULE, linewidth=0.6, zorder=0)
        for k, row in enumerate(shown):
            chosen = row.action == result.choice
            sheet.text(left - GAP, TOP + (k + 0.5) * HEIGHT, row.text, SMALL, ha="right", va="center_baseline",
                       fontweight="bold" if chosen else "normal")
            bars.barh(k + 0.5, row.visits / total, 0.7, color=SERIES[0], alpha=1.0 if chosen else 0.45)
            if row.proven is not None:
                means.text(0.0, k + 0.5, f"proven {row.proven:+g}", fontsize=TINY, color=INK, va="center_baseline")
            elif row.visits:
                draw_whiskers(means, Interval(row.mean, row.low, row.high), k + 0.5, SERIES[0] if chosen else INK)
        draw_foot(sheet, foot)
    return sheet.figure


def _limits(rows: tuple[Row, ...]) -> tuple[float, float]:
    """Room for every interval that is known, and for 0."""
    known = [row for row in rows if row.visits]
    ends = [end for row in known for end in (row.mean, row.low, row.high) if math.isfinite(end)]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room
